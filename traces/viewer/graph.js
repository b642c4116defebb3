/* graph.js -- the graph: nested boxes, edges between siblings, mouse and keys.
 *
 * Not here:  positions of boxes (drawing.js). */

const COLOURS = {
	time: "time",
	waited: "waiting",
	bytes: "traffic",
	verdict: "verdict",
	none: "node",
};

const LEGIBLE = 0.55;        /* smallest legible scale */

class GraphView {
	constructor(canvas, app) {
		this.canvas = canvas;
		this.app = app;
		this.view = {x: 0, y: 0, scale: 1};
		this.colour = "time";
		this.hover = null;
		this.drawing = null;
		this.touched = false;          /* the user has moved the graph */
		this.listen();
	}

	get head() {
		return this.app.head;
	}

	relayout() {
		const kept = this.drawing && this.anchor !== undefined && this.drawing.boxes[this.anchor];
		const before = kept && {x: kept.x, y: kept.y};
		this.drawing = new Drawing(this.head, this.app.folded);
		if (before && this.drawing.boxes[this.anchor]) {
			this.view.x += (this.drawing.boxes[this.anchor].x - before.x) * this.view.scale;
			this.view.y += (this.drawing.boxes[this.anchor].y - before.y) * this.view.scale;
		}
		this.anchor = undefined;
		this.app.redraw();
	}

	/* Show the whole graph if it is legible then; otherwise its beginning, or NODE. */
	fit(node) {
		const legible = this.fitTo(LEGIBLE);
		if (!legible)
			this.center(node === undefined ? this.head.roots[0] : node);
		this.say(legible ? "" : "a part of it; fit: all of it");
	}

	/* Show the whole graph, however small, if only a legible part was shown. The note takes
	 * room from it. */
	fitMore() {
		if (this.touched || !$("graph-note").textContent || this.view.scale < LEGIBLE) {
			this.fit();
			return;
		}
		this.say("too small to read: zoom, or fold");
		if (this.fitTo(0))
			this.say("");
	}

	/* Fit the graph into the picture, at a scale of at least LEAST. Return true if all of it is legible. */
	fitTo(least) {
		const {clientWidth: width, clientHeight: height} = this.canvas, {drawing, view} = this;
		const all = Math.min((width - 24) / drawing.width, (height - 24) / drawing.height);
		view.scale = clamp(all, least, 1.3);
		view.x = drawing.width * view.scale / 2 - width / 2;
		view.y = drawing.height * view.scale / 2 - height / 2;
		this.touched = false;
		this.app.redraw();
		return all >= LEGIBLE;
	}

	/* Show a note about the visible part of the graph until it is moved. */
	say(words) {
		$("graph-note").textContent = words;
	}

	shownBox(node) {
		while (node >= 0 && !this.isShown(node))
			node = this.head.nodes[node].parent;
		return node >= 0 ? this.drawing.boxes[node] : null;
	}

	isShown(node) {
		for (let at = this.head.nodes[node].parent; at >= 0; at = this.head.nodes[at].parent)
			if (this.app.folded.has(at))
				return false;
		return true;
	}

	center(node) {
		const box = this.shownBox(node), {view, canvas} = this;
		view.x = (box.x + box.width / 2) * view.scale - canvas.clientWidth / 2;
		view.y = (box.y + Math.min(box.height, 200) / 2) * view.scale - canvas.clientHeight / 2;
		view.x = this.within(view.x, this.drawing.width * view.scale, canvas.clientWidth);
		view.y = this.within(view.y, this.drawing.height * view.scale, canvas.clientHeight);
	}

	/* Return the first visible coordinate, without unnecessary empty space. */
	within(from, all, room) {
		return all + 24 <= room ? all / 2 - room / 2 : clamp(from, -12, all + 12 - room);
	}

	/* Move only if NODE is not visible. */
	reveal(node) {
		const box = this.shownBox(node), {view, canvas} = this;
		if (!box)
			return;
		const x = box.x * view.scale - view.x, y = box.y * view.scale - view.y;
		if (x < 0 || y < 0 || x + Math.min(box.width * view.scale, 60) > canvas.clientWidth ||
			y + 20 > canvas.clientHeight)
			this.center(node);
	}

	/* --- drawing --- */

	/* The colour of the verdicts of a folded node and of all nodes in it. */
	verdictFill(it) {
		const inside = [it];
		for (let i = 0; i < inside.length; i++)
			inside.push(...inside[i].children.map((child) => this.head.nodes[child]));
		const verdicts = inside.flatMap((one) => one.verdicts);
		if (inside.some((one) => one.findings) || verdicts.some((mark) => mark.isBad))
			return theme["bad-box"];
		return verdicts.length && verdicts.every((mark) => mark.good) ? theme["good-box"] : theme.box;
	}

	/* A folded node shows the totals of the nodes in it. */
	shown(it) {
		return this.app.folded.has(it.number) ? it.inside : it;
	}

	/* Return a node's share of the quantity that the colour represents, from 0 to 1. */
	heat(node) {
		const most = this.head.most[this.colour], share = this.shown(this.head.nodes[node]);
		return most ? Math.min(1, (share[this.colour === "time" ? "self" : this.colour] || 0) / most) : 0;
	}

	fill(node) {
		if (this.colour === "verdict")
			return this.verdictFill(this.head.nodes[node]);
		return this.colour === "none" ? theme.box : mix(theme["heat-low"], theme["heat-high"], this.heat(node));
	}

	draw() {
		const {context, width, height} = sizedContext(this.canvas), {view, drawing} = this;
		if (!drawing)
			return;
		context.fillStyle = theme.page;
		context.fillRect(0, 0, width, height);
		context.save();
		context.translate(-view.x, -view.y);
		this.bounds = {left: view.x, top: view.y, right: view.x + width, bottom: view.y + height};
		for (const root of this.head.roots)
			this.drawFrames(context, root);
		for (const line of drawing.lines)
			if (line.settled)
				this.drawLine(context, line);
		for (const root of this.head.roots)
			this.drawLeaves(context, root);
		context.restore();
		this.drawMap(context, width, height);
	}

	onScreen(box) {
		const {scale} = this.view, {left, top, right, bottom} = this.bounds;
		return box.x * scale < right && (box.x + box.width) * scale > left &&
			box.y * scale < bottom && (box.y + box.height) * scale > top;
	}

	outline(context, node, box) {
		const {scale} = this.view;
		context.beginPath();
		context.roundRect(box.x * scale, box.y * scale, box.width * scale, box.height * scale, Math.min(6, 8 * scale));
	}

	isSelected(node) {
		return this.app.selectedNode() === node;
	}

	stroke(context, node) {
		const selected = this.isSelected(node), critical = this.app.showPath && this.head.nodes[node].critical > 0;
		context.lineWidth = selected ? 3 : critical ? 2.5 : 1;
		context.strokeStyle = selected ? theme.select : critical ? theme.bad : this.hover && this.hover.node === node ?
			theme.text : theme.edge;
		context.stroke();
	}

	drawFrames(context, node) {
		const box = this.drawing.boxes[node];
		if (!box.open || !this.onScreen(box))
			return;
		const {scale} = this.view;
		this.outline(context, node, box);
		context.fillStyle = this.head.depthOf[node] % 2 ? theme.page : theme.frame;
		context.fill();
		this.stroke(context, node);
		this.drawText(context, node, box, true);
		for (const child of this.head.nodes[node].children)
			this.drawFrames(context, child);
		if (scale > 0.2)
			this.drawFold(context, box, "−");
	}

	drawLeaves(context, node) {
		const box = this.drawing.boxes[node];
		if (!this.onScreen(box))
			return;
		if (box.open) {
			for (const child of this.head.nodes[node].children)
				this.drawLeaves(context, child);
			return;
		}
		const {scale} = this.view, it = this.head.nodes[node];
		this.outline(context, node, box);
		context.fillStyle = this.fill(node);
		context.fill();
		context.save();
		context.clip();
		context.fillStyle = it.colour;
		context.fillRect(box.x * scale, box.y * scale, Math.max(3, 6 * scale), box.height * scale);
		context.restore();
		this.outline(context, node, box);
		this.stroke(context, node);
		if (it.children.length) { /* a second sheet behind the box */
			context.beginPath();
			context.moveTo((box.x + 6) * scale, (box.y + box.height + 3) * scale);
			context.lineTo((box.x + box.width + 3) * scale, (box.y + box.height + 3) * scale);
			context.lineTo((box.x + box.width + 3) * scale, (box.y + 6) * scale);
			context.lineWidth = 1;
			context.strokeStyle = theme.edge;
			context.stroke();
			if (scale > 0.2)
				this.drawFold(context, box, "+");
		}
		this.drawText(context, node, box, false);
		if (it.findings)
			this.drawBadge(context, box);
	}

	drawBadge(context, box) {
		const {scale} = this.view, size = clamp(8 * scale, 5, 9);
		context.fillStyle = theme.bad;
		context.beginPath();
		context.arc((box.x + box.width) * scale - 1, box.y * scale + 1, size, 0, 7);
		context.fill();
		context.fillStyle = theme.page;
		context.font = `700 ${size * 1.6}px ${theme.font}`;
		context.textAlign = "center";
		context.textBaseline = "middle";
		context.fillText("!", (box.x + box.width) * scale - 1, box.y * scale + 1.5);
		context.textAlign = "left";
	}

	drawFold(context, box, sign) {
		const {scale} = this.view, size = Math.max(9, 13 * scale);
		const x = (box.x + box.width) * scale - size - 5 * scale, y = box.y * scale + 6 * scale;
		context.fillStyle = theme.page;
		context.strokeStyle = theme.edge;
		context.lineWidth = 1;
		context.beginPath();
		context.roundRect(x, y, size, size, 3);
		context.fill();
		context.stroke();
		context.fillStyle = theme.text;
		context.font = `${Math.round(size)}px ${theme.font}`;
		context.textAlign = "center";
		context.textBaseline = "middle";
		context.fillText(sign, x + size / 2, y + size / 2 + 0.5);
		context.textAlign = "left";
	}

	/* Draw the name, and below it the time; smaller boxes have only the name. */
	drawText(context, node, box, open) {
		const {scale} = this.view, it = this.head.nodes[node];
		const size = clamp(13 * scale, 9, 15), fold = it.children.length ? 20 * scale : 0;
		const room = box.width * scale - Math.max(8, 16 * scale) - fold - 3;
		if (room < 14 || (open ? BOX.head : box.height) * scale < size)
			return;
		const x = box.x * scale + Math.max(6, 13 * scale), y = box.y * scale;
		const two = (open ? BOX.head - 4 : box.height) * scale > size * 2.5;
		const heat = open ? 0 : this.colour === "none" ? 0 : this.heat(node);
		context.fillStyle = theme.text;
		context.textBaseline = "middle";
		context.font = `600 ${size}px ${theme.font}`;
		const line = open ? BOX.head * scale : box.height * scale;
		context.fillText(fitName(context, it.name, room), x, y + line * (two ? 0.32 : 0.5));
		if (!two)
			return;
		context.font = `${size - 1}px ${theme.font}`;
		context.fillStyle = heat > 0.35 ? theme.text : theme.faint;
		context.fillText(fitText(context, this.summary(it), room + fold), x, y + line * 0.7);
	}

	summary(it) {
		const {self, waited, bytes} = this.shown(it);
		if (!it.grids && it.parent < 0)
			return it.executions ? `${formatCount(it.executions)} ${it.executions === 1 ? "execution" : "executions"}` : "did not run";
		if (!it.grids)
			return this.ranWith(it);
		const time = `${this.app.time(self, 3)} · ${formatPercent(this.head.allSelf ? self / this.head.allSelf : 0)}`;
		if (this.colour === "waited")
			return `waits ${this.app.time(waited, 3)}`;
		if (this.colour === "bytes")
			return formatBytes(bytes);
		if (this.colour === "verdict" && (it.verdicts.length || it.findings))
			return it.verdicts.length ? it.verdicts.map((mark) => `${mark.by}: ${mark.word}`).join(", ") :
				`${it.findings} ${it.findings === 1 ? "diagnostic" : "diagnostics"}`;
		return it.by ? `${time} · ${it.by}` : time;
	}

	/* A backend that runs a node runs all nodes in it. */
	ranWith(it) {
		if (!it.recorded)
			return "not recorded";
		for (let at = it.parent; at >= 0; at = this.head.nodes[at].parent)
			if (this.head.nodes[at].grids && this.head.nodes[at].by)
				return `in ${this.head.nodes[at].name}, on ${this.head.nodes[at].by}`;
		return "did not run";
	}

	thickness(about) {
		return 1 + Math.log2(1 + about.bytes) / 7;
	}

	path(context, points) {
		const {scale} = this.view;
		context.beginPath();
		context.moveTo(points[0] * scale, points[1] * scale);
		for (let i = 2; i + 5 < points.length; i += 6)
			context.bezierCurveTo(points[i] * scale, points[i + 1] * scale, points[i + 2] * scale, points[i + 3] * scale,
				points[i + 4] * scale, points[i + 5] * scale);
	}

	drawLine(context, line) {
		const {about, points} = line, {scale} = this.view, n = points.length;
		const selected = this.app.selected && this.app.selected.type === "line" && this.app.selected.line === line.number;
		const marked = selected || (this.hover && this.hover.line === line.number);
		const wide = this.thickness(about) * clamp(scale, 0.5, 1.2), colour = marked ? theme.select :
			about.all ? theme["edge-all"] : about.streaming ? theme["edge-stream"] : theme.edge;
		context.lineWidth = marked ? wide + 1.5 : wide;
		context.strokeStyle = colour;
		context.setLineDash(about.streaming ? [7, 4] : []);
		this.path(context, points);
		context.stroke();
		context.setLineDash([]);
		const x = points[n - 2] * scale, y = points[n - 1] * scale;
		const angle = Math.atan2(points[n - 1] - points[n - 3], points[n - 2] - points[n - 4]);
		const size = clamp(5 + wide, 6, 12) * clamp(scale, 0.5, 1);
		context.fillStyle = colour;
		context.beginPath();
		context.moveTo(x, y);
		context.lineTo(x - size * Math.cos(angle - 0.45), y - size * Math.sin(angle - 0.45));
		context.lineTo(x - size * Math.cos(angle + 0.45), y - size * Math.sin(angle + 0.45));
		context.fill();
	}

	/* Draw a map of the visible part, unless the whole graph is visible. */
	drawMap(context, width, height) {
		const {drawing, view} = this, room = 120;
		this.map = null;
		if (drawing.width * view.scale <= width + 8 && drawing.height * view.scale <= height + 8)
			return;
		const scale = Math.min(room / drawing.width, room * 1.4 / drawing.height);
		const wide = Math.max(10, drawing.width * scale), high = Math.max(10, drawing.height * scale);
		const x = width - wide - 10, y = height - high - 10;
		this.map = {x, y, scale, wide, high};
		context.globalAlpha = 0.9;
		context.fillStyle = theme.panel;
		context.fillRect(x - 4, y - 4, wide + 8, high + 8);
		context.globalAlpha = 1;
		context.strokeStyle = theme.line;
		context.strokeRect(x - 4, y - 4, wide + 8, high + 8);
		for (const box of drawing.boxes) {
			if (!box || box.open || !this.isShown(box.node))
				continue;
			context.fillStyle = this.isSelected(box.node) ? theme.select :
				this.heat(box.node) > 0.05 ? mix(theme.edge, theme["heat-high"], this.heat(box.node)) : theme.line;
			context.fillRect(x + box.x * scale, y + box.y * scale, Math.max(1.5, box.width * scale), Math.max(1.5, box.height * scale));
		}
		context.strokeStyle = theme.select;
		context.lineWidth = 1.5;
		const left = clamp(view.x / view.scale * scale, -3, wide), top = clamp(view.y / view.scale * scale, -3, high);
		context.strokeRect(x + left, y + top, clamp((view.x + width) / view.scale * scale, 0, wide + 3) - left,
			clamp((view.y + height) / view.scale * scale, 0, high + 3) - top);
	}

	/* --- hit testing ---------- */

	hit(x, y) {
		const {view, drawing} = this, gx = (x + view.x) / view.scale, gy = (y + view.y) / view.scale;
		let found = null;
		const look = (node) => {
			const box = drawing.boxes[node];
			if (gx < box.x || gy < box.y || gx > box.x + box.width || gy > box.y + box.height)
				return;
			const corner = gx > box.x + box.width - 24 && gy < box.y + 26;
			found = {node, fold: corner && this.head.nodes[node].children.length > 0, open: box.open};
			if (box.open)
				this.head.nodes[node].children.forEach(look);
		};
		this.head.roots.forEach(look);
		if (found && !found.open)
			return found;
		const line = this.hitLine(gx, gy, 6 / view.scale);
		return line >= 0 ? {line} : found;
	}

	hitLine(x, y, slack) {
		for (const line of this.drawing.lines)
			for (let i = 0; i + 7 < line.points.length; i += 6)
				for (let t = 0; t <= 1; t += 1 / 16) {
					const [px, py] = bezier(line.points, i, t);
					if (Math.hypot(px - x, py - y) < slack)
						return line.number;
				}
		return -1;
	}

	tip(hit) {
		if (hit.line !== undefined)
			return this.app.lineWords(hit.line);
		const it = this.head.nodes[hit.node];
		return [it.path, `${formatCount(it.grids)} grids, ${formatCount(it.instances)} instances`,
			`${this.app.time(it.self)} own time, waits ${this.app.time(it.waited)}`];
	}

	/* --- mouse and keys --- */

	listen() {
		const {canvas} = this;
		let down = null;
		canvas.addEventListener("pointerdown", (event) => {
			down = {x: event.offsetX, y: event.offsetY, moved: false, view: {...this.view}, map: this.inMap(event.offsetX, event.offsetY)};
			canvas.setPointerCapture(event.pointerId);
			if (down.map)
				this.goMap(event.offsetX, event.offsetY);
		});
		canvas.addEventListener("pointermove", (event) => {
			if (!down) {
				this.hover = this.hit(event.offsetX, event.offsetY);
				this.app.showTip(this.hover ? this.tip(this.hover) : null, event);
				canvas.style.cursor = this.hover ? "pointer" : "default";
				this.app.redraw();
				return;
			}
			down.moved = down.moved || Math.hypot(event.offsetX - down.x, event.offsetY - down.y) > 3;
			if (down.map)
				this.goMap(event.offsetX, event.offsetY);
			else if (down.moved)
				this.pan(down.view.x - event.offsetX + down.x, down.view.y - event.offsetY + down.y);
		});
		canvas.addEventListener("pointerup", (event) => {
			if (down && !down.moved && !down.map)
				this.click(event.offsetX, event.offsetY);
			down = null;
		});
		canvas.addEventListener("pointerleave", () => {
			this.hover = null;
			this.app.showTip(null);
			this.app.redraw();
		});
		canvas.addEventListener("dblclick", (event) => {
			const hit = this.hit(event.offsetX, event.offsetY);
			if (hit && hit.node !== undefined && !hit.fold)
				this.toggle(hit.node);
		});
		canvas.addEventListener("wheel", (event) => {
			event.preventDefault();
			this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
		}, {passive: false});
	}

	inMap(x, y) {
		const {map} = this;
		return !!map && x >= map.x - 4 && y >= map.y - 4 && x <= map.x + map.wide + 4 && y <= map.y + map.high + 4;
	}

	goMap(x, y) {
		const {map, view, canvas} = this;
		this.pan((x - map.x) / map.scale * view.scale - canvas.clientWidth / 2,
			(y - map.y) / map.scale * view.scale - canvas.clientHeight / 2);
	}

	pan(x, y) {
		this.say("");
		this.touched = true;
		this.view.x = x;
		this.view.y = y;
		this.app.redraw();
	}

	zoom(factor, x, y) {
		const {view} = this, scale = clamp(view.scale * factor, 0.03, 4);
		this.pan((view.x + x) * scale / view.scale - x, (view.y + y) * scale / view.scale - y);
		view.scale = scale;
	}

	click(x, y) {
		const hit = this.hit(x, y);
		if (!hit)
			this.app.select(null);
		else if (hit.line !== undefined)
			this.app.select({type: "line", line: hit.line});
		else if (hit.fold)
			this.toggle(hit.node);
		else
			this.app.select({type: "node", node: hit.node}, "graph");
	}

	toggle(node) {
		this.anchor = node;
		this.app.toggleFold(node);
	}

	/* Arrow keys move along edges, and to the left and right. */
	move(key) {
		const from = this.app.selectedNode(), box = from >= 0 && this.isShown(from) && this.drawing.boxes[from];
		let best = -1, least = Infinity;
		if (!box) {
			this.app.select({type: "node", node: this.head.roots[0]}, "graph");
			return;
		}
		for (const other of this.drawing.boxes) {
			if (!other || other === box || !this.isShown(other.node) || (other.open && !this.isAround(other, box)))
				continue;
			const x = other.x + Math.min(other.width, 200) / 2 - box.x - Math.min(box.width, 200) / 2, y = other.y - box.y;
			const [along, across] = {ArrowDown: [y, x], ArrowUp: [-y, x], ArrowRight: [x, y], ArrowLeft: [-x, y]}[key];
			const far = along + 2.5 * Math.abs(across);
			if (along > 8 && far < least)
				[best, least] = [other.node, far];
		}
		if (best >= 0) {
			this.app.select({type: "node", node: best}, "graph");
			this.reveal(best);
		}
	}

	isAround(outer, inner) {
		return outer.x <= inner.x && outer.y <= inner.y && outer.x + outer.width >= inner.x + inner.width;
	}
}

function bezier(points, i, t) {
	const u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
	return [
		a * points[i] + b * points[i + 2] + c * points[i + 4] + d * points[i + 6],
		a * points[i + 1] + b * points[i + 3] + c * points[i + 5] + d * points[i + 7],
	];
}
