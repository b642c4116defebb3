/* timeline.js -- the timeline: the visible time, and what is drawn around and over the rows: an
 * overview, the ruler, arrows, marks.
 *
 * Not here:  rows (rows.js), the mouse (mouse.js). */

const TIMELINE = {gutter: 190, ruler: 22, overview: 40};

class TimelineView extends TimelineRows {
	constructor(canvas, app) {
		super();
		this.canvas = canvas;
		this.app = app;
		this.tracks = new Tracks(app);
		this.from = app.head.begin;
		this.to = Math.max(app.head.end, app.head.begin + 1);
		this.scroll = 0;
		/* [from, to] that was selected by dragging with Shift */
		this.range = null;
		this.measure();
		this.mouse = new TimelineMouse(this);
	}

	/* Measure the canvas once, because that takes longer than drawing a slice. */
	measure() {
		this.width = this.canvas.clientWidth;
		this.height = this.canvas.clientHeight;
		this.left = Math.min(TIMELINE.gutter, this.width * 0.3);
	}

	get top() {
		return TIMELINE.overview + TIMELINE.ruler;
	}

	get perPixel() {
		return (this.to - this.from) / Math.max(1, this.width - this.left);
	}

	x(time) {
		return this.left + (time - this.from) / this.perPixel;
	}

	time(x) {
		return this.from + (x - this.left) * this.perPixel;
	}

	relayout() {
		this.tracks.build();
		this.setScroll(this.scroll);
	}

	/* --- navigation ------ */

	show(from, to) {
		const {begin, end} = this.app.head, all = Math.max(end - begin, 1) * 1.02;
		const length = clamp(to - from, Math.min(this.app.head.wall ? 20 : 4, all), all);
		const middle = (from + to) / 2, slack = (all - Math.max(end - begin, 1)) / 2;
		this.from = clamp(middle - length / 2, begin - slack, Math.max(begin - slack, end + slack - length));
		this.to = this.from + length;
		this.app.redraw();
	}

	showAll() {
		this.show(this.app.head.begin, this.app.head.end);
	}

	zoom(factor, x) {
		const at = this.time(x);
		this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
	}

	pan(share) {
		const by = (this.to - this.from) * share;
		this.show(this.from + by, this.to + by);
	}

	setScroll(y) {
		this.scroll = clamp(y, 0, Math.max(0, this.tracks.height - (this.height - this.top) + 8));
		this.app.redraw();
	}

	revealRow(row) {
		const room = this.height - this.top;
		if (row && (row.y < this.scroll || row.y + row.height > this.scroll + room))
			this.setScroll(row.y - room / 3);
	}

	revealNode(node) {
		for (let at = node; at >= 0; at = this.app.head.nodes[at].parent) {
			const row = this.tracks.rowOfNode(at);
			if (row) {
				this.revealRow(row);
				return;
			}
		}
	}

	/* Show a slice such that it fills a good part of the picture; WIDE: with everything around
	 * it. */
	showSlice(slice, wide) {
		const length = Math.max(slice.end - slice.begin, this.app.head.wall ? 10 : 2);
		if (wide || slice.begin < this.from || slice.end > this.to || length / this.perPixel < 6)
			this.show(slice.begin - length * (wide ? 0.4 : 6), slice.end + length * (wide ? 0.4 : 6));
		this.revealNode(slice.node);
	}

	/* --- drawing --- */

	draw() {
		const {context, width, height} = sizedContext(this.canvas);
		this.context = context;
		this.measure();
		this.arrows = [];
		this.drawn = 0;
		context.fillStyle = theme.page;
		context.fillRect(0, 0, width, height);
		context.save();
		context.beginPath();
		context.rect(0, this.top, width, height - this.top);
		context.clip();
		context.translate(0, this.top - this.scroll);
		const rows = this.tracks.rows.filter((row) =>
			row.y + row.height >= this.scroll && row.y <= this.scroll + height - this.top);
		this.drawGrid(height);
		for (const row of rows)
			this.drawRow(row);
		this.drawArrows();
		context.restore();
		this.drawMarks(height);
		this.drawRange(height);
		context.save();
		context.beginPath();
		context.rect(0, this.top, width, height - this.top);
		context.clip();
		context.translate(0, this.top - this.scroll);
		this.drawGutter(rows, height);
		context.restore();
		this.drawRuler();
		this.drawFlags();
		this.drawOverview();
		this.drawScrollbar(height);
	}

	/* Return the times of the ruler's lines, at least 80 pixels apart. */
	ticks() {
		const least = this.perPixel * 90, power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
		const step = Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= least) * power), list = [];
		for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step)
			list.push(at);
		return {step, list};
	}

	tickWords(time, step) {
		const units = UNITS[this.app.head.wall ? "wall" : "operations"];
		const [size, name] = units.find(([least]) => Math.max(Math.abs(this.to), step) >= least * (least === 1 ? 0 : 1)) || units[3];
		const digits = clamp(Math.ceil(-Math.log10(step / size) - 1e-9), 0, 9);
		return (time / size).toFixed(digits) + " " + name;
	}

	drawGrid(height) {
		const {context} = this;
		context.fillStyle = theme.line;
		context.globalAlpha = 0.55;
		for (const at of this.ticks().list)
			context.fillRect(Math.round(this.x(at)), this.scroll, 1, height);
		context.globalAlpha = 1;
	}

	drawRuler() {
		const {context, width} = this, y = TIMELINE.overview, {step, list} = this.ticks();
		context.fillStyle = theme.panel;
		context.fillRect(0, y, width, TIMELINE.ruler);
		context.fillStyle = theme.line;
		context.fillRect(0, y + TIMELINE.ruler - 1, width, 1);
		context.font = `11px ${theme.font}`;
		context.textBaseline = "middle";
		for (const at of list) {
			const x = Math.round(this.x(at));
			if (x < this.left)
				continue;
			context.fillStyle = theme.edge;
			context.fillRect(x, y + TIMELINE.ruler - 6, 1, 5);
			const words = this.tickWords(at, step);
			context.fillStyle = theme.faint;
			if (x + 4 + context.measureText(words).width <= width)
				context.fillText(words, x + 4, y + TIMELINE.ruler / 2);
		}
		context.fillStyle = theme.panel;
		context.fillRect(0, y, this.left, TIMELINE.ruler - 1);
		context.fillStyle = theme.text;
		context.fillText(fitText(context, `${this.app.time(this.to - this.from)} shown`, this.left - 14), 8, y + TIMELINE.ruler / 2);
	}

	/* Draw the load of each stage over the whole time, stacked, and the visible part. */
	drawOverview() {
		const {context, width} = this, {head} = this.app, high = TIMELINE.overview - 6;
		const columns = Math.max(1, Math.floor(width - this.left));
		context.fillStyle = theme.panel;
		context.fillRect(0, 0, width, TIMELINE.overview);
		if (!this.profile || this.profile.width !== columns)
			this.profile = this.drawProfile(columns, high);
		context.drawImage(this.profile, this.left, 3);
		const scale = columns / (head.end - head.begin || 1);
		const from = clamp(this.left + (this.from - head.begin) * scale, this.left, width);
		const to = clamp(this.left + (this.to - head.begin) * scale, this.left, width);
		context.fillStyle = theme.page;
		context.globalAlpha = 0.65;
		context.fillRect(this.left, 0, from - this.left, TIMELINE.overview);
		context.fillRect(to, 0, width - to, TIMELINE.overview);
		context.globalAlpha = 1;
		context.strokeStyle = theme.select;
		context.lineWidth = 1.5;
		context.strokeRect(from + 0.5, 1, Math.max(3, to - from - 1), TIMELINE.overview - 2);
		context.fillStyle = theme.panel;
		context.fillRect(0, 0, this.left, TIMELINE.overview);
		context.fillStyle = theme.faint;
		context.font = `11px ${theme.font}`;
		context.textBaseline = "middle";
		context.fillText(fitText(context, "all: busy stages", this.left - 14), 8, TIMELINE.overview / 2);
		context.fillStyle = theme.line;
		context.fillRect(0, TIMELINE.overview - 1, width, 1);
	}

	/* Draw it to an image, which does not change while the user pans. */
	drawProfile(columns, high) {
		const {sums, nodes, most} = this.makeProfile(columns), picture = document.createElement("canvas");
		const context = picture.getContext("2d");
		[picture.width, picture.height] = [columns, high];
		nodes.forEach((node, n) => {
			context.fillStyle = this.app.head.nodes[node].colour;
			for (let x = 0; x < columns; x++) {
				const below = sums[n][x], above = sums[n + 1][x];
				if (above > below)
					context.fillRect(x, high - above / most * high, 1, (above - below) / most * high);
			}
		});
		return picture;
	}

	makeProfile(columns) {
		const {head} = this.app, nodes = head.roots.flatMap((root) => head.nodes[root].children);
		const sums = [new Float64Array(columns)], scale = columns / (head.end - head.begin || 1);
		let most = 1e-9;
		for (const node of nodes) {
			const sum = new Float64Array(sums[sums.length - 1]);
			for (const lane of this.app.lanesByNode[node] || [])
				if (lane.kind === "grid")
					this.addProfile(lane, sum, scale, head.begin);
			sums.push(sum);
		}
		for (const value of sums[nodes.length])
			most = Math.max(most, value);
		return {sums, nodes, most};
	}

	/* Spread a group's busy time over its length. */
	addProfile(lane, sum, scale, begin) {
		for (let g = 0; g < lane.groupCount; g++) {
			const from = (lane.groupBegin[g] - begin) * scale, to = (lane.groupEnd[g] - begin) * scale;
			const busy = lane.groupBusy[g] / (lane.groupEnd[g] - lane.groupBegin[g] || 1);
			for (let x = Math.floor(from); x <= to && x < sum.length; x++)
				sum[x] += busy * Math.max(0, Math.min(x + 1, to) - Math.max(x, from));
		}
	}

	drawScrollbar(height) {
		const room = height - this.top, all = this.tracks.height + 8;
		if (all <= room)
			return;
		this.context.fillStyle = theme.edge;
		this.context.globalAlpha = 0.5;
		this.context.fillRect(this.width - 6, this.top + this.scroll / all * room, 5, Math.max(16, room / all * room));
		this.context.globalAlpha = 1;
	}

	/* --- arrows, marks, ranges --- */

	drawArrows() {
		const {context} = this, {head} = this.app;
		const strong = this.arrows.some((arrow) => arrow.strong);
		context.save();
		context.beginPath();
		context.rect(this.left, this.scroll, this.width - this.left, 1e6);
		context.clip();
		for (const arrow of this.arrows.length > 1500 ? this.arrows.filter((it) => it.strong) : this.arrows) {
			const edge = head.edges[arrow.edge];
			if (!edge)
				continue;
			const line = head.lines[edge.line], x = this.x(arrow.from), to = this.x(arrow.to);
			const y = this.tracks.laneY(edge.from), end = this.tracks.laneY(edge.to, arrow.lane);
			const bend = clamp((to - x) / 2, 8, 60);
			context.globalAlpha = arrow.strong ? 1 : strong ? 0.35 : 0.75;
			context.strokeStyle = context.fillStyle = arrow.strong ? theme.select : line && line.all ? theme["edge-all"] :
				line && line.streaming ? theme["edge-stream"] : theme.text;
			context.lineWidth = arrow.strong ? 2 : 1.1;
			context.beginPath();
			context.moveTo(x, y);
			context.bezierCurveTo(x + bend, y, to - bend, end, to, end);
			context.stroke();
			context.beginPath();
			context.moveTo(to + 1, end);
			context.lineTo(to - 5, end - 3);
			context.lineTo(to - 5, end + 3);
			context.fill();
		}
		context.restore();
	}

	drawMarks(height) {
		const {context} = this;
		this.app.head.marks.forEach((mark, i) => {
			const x = this.x(mark.at);
			if (x < this.left || x > this.width || (mark.level === "note" && mark.kind === "build"))
				return;
			const selected = this.app.selected && this.app.selected.type === "mark" && this.app.selected.mark === i;
			context.fillStyle = markColour(mark);
			context.globalAlpha = selected ? 1 : 0.6;
			if (mark.level !== "note")
				context.fillRect(x - 0.75, this.top, selected ? 2.5 : 1, height);
			context.globalAlpha = 1;
		});
	}

	drawFlags() {
		const {context} = this;
		this.app.head.marks.forEach((mark) => {
			const x = this.x(mark.at);
			if (x < this.left || x > this.width || (mark.level === "note" && mark.kind === "build"))
				return;
			context.fillStyle = markColour(mark);
			context.beginPath();
			context.moveTo(x - 6, this.top - 12);
			context.lineTo(x + 6, this.top - 12);
			context.lineTo(x, this.top - 1);
			context.fill();
		});
	}

	drawRange(height) {
		if (!this.range)
			return;
		const {context} = this, [from, to] = this.range.map((time) => clamp(this.x(time), this.left, this.width));
		context.fillStyle = theme.select;
		context.globalAlpha = 0.13;
		context.fillRect(from, this.top, to - from, height);
		context.globalAlpha = 1;
		context.font = `600 12px ${theme.font}`;
		context.textBaseline = "top";
		context.textAlign = "center";
		context.fillText(this.app.time(Math.abs(this.range[1] - this.range[0])), (from + to) / 2, this.top + 4);
		context.textAlign = "left";
	}
}

function markColour(mark) {
	return mark.level === "bad" ? theme.bad : mark.level === "warning" ? theme.wait : theme.faint;
}
