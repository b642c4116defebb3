/* timeline.js -- the timeline: rows of slices over time, an overview of all of it above.
 *
 * What is drawn follows what can be seen: a group of slices that is narrower than a few pixels is drawn from its
 * summary; slices of chunks that are not here yet are, too, until they come. */

const TIMELINE = {gutter: 190, ruler: 22, overview: 40};
const LONG_WAIT = 6;                     /* pixels that even the shortest grid is drawn with */

class TimelineView {
	constructor(canvas, app) {
		this.canvas = canvas;
		this.app = app;
		this.tracks = new Tracks(app);
		this.from = app.head.begin;
		this.to = Math.max(app.head.end, app.head.begin + 1);
		this.scroll = 0;
		this.range = null;             /* [from, to] that was dragged over with Shift */
		this.measure();
		this.listen();
	}

	/* Asking the canvas how large it is takes longer than drawing a slice. */
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

	/* --- where to look --- */

	show(from, to) {
		const {begin, end} = this.app.head, all = Math.max(end - begin, 1) * 1.02;
		const length = clamp(to - from, Math.min(this.app.head.wall ? 20 : 4, all), all);
		const middle = (from + to) / 2, slack = (all - Math.max(end - begin, 1)) / 2;
		this.from = clamp(middle - length / 2, begin - slack, Math.max(begin - slack, end + slack - length));
		this.to = this.from + length;
		this.app.redraw();
	}

	showAll() {
		this.show(-Infinity === 0 ? 0 : this.app.head.begin, this.app.head.end);
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

	/* So that a slice is a good part of the picture; WIDE: of all that is around it. */
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

	/* Times at which there is a line, with 80 pixels between them at least. */
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

	/* How busy each stage is over the whole time, one above the other, and which part is shown. */
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

	/* A picture of it, which does not change while one pans. */
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

	/* A group's busy time spread over its length. */
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

	/* --- rows --- */

	drawGutter(rows, height) {
		const {context} = this;
		context.fillStyle = theme.page;
		context.fillRect(0, this.scroll, this.left, height);
		context.fillStyle = theme.line;
		context.fillRect(this.left - 1, this.scroll, 1, height);
		context.textBaseline = "middle";
		for (const row of rows)
			this.drawLabel(row);
	}

	drawLabel(row) {
		const {context} = this, {head} = this.app, it = row.kind === "node" || row.kind === "unit" ? head.nodes[row.node] : null;
		const x = 8 + row.indent * 11, middle = row.y + Math.min(row.height, ROW.head) / 2;
		const headline = row.kind === "graph" || row.kind === "memory" || row.kind === "backend";
		const foldable = headline || (row.kind === "node" && it.children.length > 0);
		if (it && this.app.selectedNode() === row.node) {
			context.fillStyle = theme.select;
			context.globalAlpha = 0.18;
			context.fillRect(0, row.y - 2, this.left - 1, row.height + 4);
			context.globalAlpha = 1;
		}
		if (it) {
			context.fillStyle = it.colour;
			context.fillRect(x, middle - 5, 4, 10);
		}
		if (foldable) {
			context.fillStyle = theme.faint;
			context.font = `10px ${theme.font}`;
			const folded = row.kind === "memory" ? this.tracks.memoryFolded :
				row.kind === "backend" ? this.tracks.foldedBackends.has(row.text) : this.app.folded.has(row.node);
			context.fillText(folded ? "▶" : "▼", x + (it ? 7 : -4), middle);
		}
		const at = x + (it ? 8 : headline ? 8 : 0) + (foldable && it ? 10 : 0), share = row.kind === "node" && this.shareWords(it);
		context.font = `${headline ? "600 " : ""}12px ${theme.font}`;
		context.fillStyle = row.kind === "node" || headline ? theme.text : theme.faint;
		const room = this.left - at - 8 - (share ? 34 : 0);
		context.fillText(fitText(context, row.label, room), at, middle);
		if (row.more) {
			context.fillStyle = theme.faint;
			context.fillText(fitText(context, `+ ${row.more} lanes`, room), at, middle + 14);
		}
		if (share) {
			context.textAlign = "right";
			context.fillStyle = theme.faint;
			context.font = `11px ${theme.font}`;
			context.fillText(share, this.left - 7, middle);
			context.textAlign = "left";
		}
	}

	shareWords(it) {
		const {allSelf} = this.app.head;
		const {self} = this.app.folded.has(it.number) ? it.inside : it;
		return it.grids && allSelf ? formatPercent(self / allSelf).replace(" ", "") : "";
	}

	drawRow(row) {
		const {context} = this;
		if (row.kind === "graph" || row.kind === "memory" || row.kind === "backend") {
			context.fillStyle = theme.frame;
			context.fillRect(0, row.y, this.width, row.height);
			return;
		}
		if (row.kind === "object") {
			this.drawObject(row);
			return;
		}
		if (row.node >= 0 && row.kind === "node" && this.app.selectedNode() === row.node) {
			context.fillStyle = theme.select;
			context.globalAlpha = 0.07;
			context.fillRect(this.left, row.y - 2, this.width, row.height + 4);
			context.globalAlpha = 1;
		}
		if (row.builds)
			this.drawBuilds(row);
		for (const place of row.lanes)
			if (row.kind === "flight")
				this.drawFlight(place.lane, row.y + place.y, place.height);
			else
				this.drawLane(place.lane, row.y + place.y, place.height, this.laneColour(place.lane));
	}

	/* What was built ends at its mark; what was refused has a red end. */
	drawBuilds(row) {
		const {context} = this;
		for (const mark of row.builds) {
			const x = Math.max(this.left, this.x(mark.at - (this.app.head.wall ? mark.took : 0))), to = Math.min(this.width, this.x(mark.at));
			if (to < this.left || x > this.width)
				continue;
			context.globalAlpha = 0.35;
			context.fillStyle = theme.faint;
			context.fillRect(x, row.y + 2, Math.max(2, to - x), row.height - 4);
			context.globalAlpha = 1;
			context.fillStyle = mark.word === "taken" ? theme.good : theme.bad;
			context.fillRect(to - 2, row.y, 2.5, row.height);
			if (to - x > 40) {
				context.font = `10px ${theme.font}`;
				context.textBaseline = "middle";
				context.fillStyle = theme.text;
				context.fillText(fitText(context, `build: ${mark.word}`, to - x - 8), x + 3, row.y + row.height / 2);
			}
		}
	}

	laneColour(lane) {
		return lane.kind === "execution" ? theme.edge : this.app.head.nodes[lane.node].colour;
	}

	/* A lane's groups; those with room for it slice by slice. */
	drawLane(lane, y, height, colour) {
		const {context, left, from, to} = this, {groupBegin, groupEnd, groupBusy, groupWaited} = lane;
		const scale = 1 / this.perPixel, wide = 16 * this.perPixel, sum = {pixel: -1, cover: 0};
		context.fillStyle = colour;
		for (let g = lane.firstGroup(from); g < lane.groupCount && groupBegin[g] <= to; g++) {
			const length = groupEnd[g] - groupBegin[g];
			if (length > wide || lane.groupCount === 1) {
				const chunk = this.app.store.chunkOf(lane, g), data = this.app.store.look(chunk);
				if (data) {
					this.drawSlices(lane, chunk, data, g, y, height, colour, sum);
					continue;
				}
			}
			const x = left + (groupBegin[g] - from) * scale, end = x + length * scale;
			const share = groupBusy[g] / (length || 1);
			if (end - x < 1) {
				this.addCover(sum, x, Math.max(end - x, 0.05) * Math.max(share, 0.3), y, height);
				continue;
			}
			this.flush(sum, y, height);
			context.globalAlpha = 0.15 + 0.85 * Math.min(1, share);
			context.fillRect(Math.max(x, left), y, Math.min(end, this.width) - Math.max(x, left), height);
			if (lane.kind === "grid")
				this.drawWait(x, end, Math.min(1, groupWaited[g] / (length || 1)), y, height, colour);
		}
		this.flush(sum, y, height);
		context.globalAlpha = 1;
		if (lane.open !== null)
			this.drawOpen(lane, y, height);
	}

	/* The end of what did not end can be seen however short it is: a trace may end where it began. */
	drawOpen(lane, y, height) {
		const x = Math.max(this.x(lane.open), this.left), end = Math.max(this.x(this.app.head.end), x + 4);
		if (this.x(lane.open) > this.width || end < this.left)
			return;
		this.context.fillStyle = theme.bad;
		this.context.fillRect(Math.max(end - 4, this.left), y, 4, height);
	}

	drawWait(from, to, share, y, height, colour) {
		const {context} = this;
		if (share <= 0 || to < this.left)
			return;
		context.globalAlpha = 0.25 + 0.75 * share;
		context.fillStyle = theme.wait;
		context.fillRect(Math.max(from, this.left), y + height - 2, to - Math.max(from, this.left), 2);
		context.fillStyle = colour;
	}

	/* Slices narrower than a pixel add up to how much of it they cover. */
	addCover(sum, x, width, y, height) {
		const pixel = Math.floor(x);
		if (pixel !== sum.pixel)
			this.flush(sum, y, height);
		sum.pixel = pixel;
		sum.cover += width;
	}

	flush(sum, y, height) {
		if (sum.cover > 0 && sum.pixel >= this.left) {
			this.context.globalAlpha = 0.25 + 0.75 * Math.min(1, sum.cover);
			this.context.fillRect(sum.pixel, y, 1, height);
		}
		sum.cover = 0;
		sum.pixel = -1;
	}

	drawSlices(lane, chunk, data, group, y, height, colour, sum) {
		const {context, from, to, left} = this, scale = 1 / this.perPixel, waited = lane.kind === "grid" ? data.column("waited") : null;
		let i = (group - chunk.first) * GROUP;
		const end = Math.min(i + GROUP, chunk.slices);
		while (i < end && data.end[i] < from)
			i++;
		for (; i < end && data.begin[i] <= to; i++) {
			const x = left + (data.begin[i] - from) * scale, width = (data.end[i] - data.begin[i]) * scale;
			const waits = waited !== null && waited[i] * scale > LONG_WAIT;
			if (width < 1 && !waits) {
				this.addCover(sum, x, Math.max(width, 0.3), y, height);
				continue;
			}
			this.flush(sum, y, height);
			context.globalAlpha = 1;
			const begin = Math.max(x, left), wide = Math.min(x + Math.max(width, 1), this.width) - begin;
			if (wide <= 0)
				continue;
			context.fillStyle = colour;
			context.fillRect(begin, y, wide > 3 ? wide - 0.6 : wide, height);
			this.drawn++;
			if (width > 3 || waits)
				this.decorate(lane, chunk, data, i, begin, wide, y, height, colour);
		}
	}

	/* What only slices have that are wide, or waited long: waiting before them, a label, frames, arrows from their sources. */
	decorate(lane, chunk, data, i, x, wide, y, height, colour) {
		const {context} = this, {app} = this, waited = lane.kind === "grid" ? data.column("waited")[i] : 0;
		const selected = app.selected && app.selected.type === "slice" ? app.selected.slice : null;
		const isSelected = selected && selected.lane === lane && selected.begin === data.begin[i] && selected.number === data.column("number")[i];
		if (waited > 0)
			this.drawWait(this.x(data.begin[i] - waited), this.x(data.begin[i]), 0.6, y, height, colour);
		context.globalAlpha = 1;
		if (!data.column("events")[i] && data.column("number").length) { /* it has not ended */
			context.fillStyle = theme.bad;
			context.fillRect(Math.max(x, x + wide - 3), y, 3, height);
		}
		if (lane.kind === "grid" && app.showPath && app.isCritical(lane.node, data.column("execution")[i])) {
			context.fillStyle = theme.bad;
			context.fillRect(x, y, wide, 2.5);
		}
		if (wide > 26 && height >= 9)
			this.drawSliceText(lane, data, i, x, wide, y, height);
		if (isSelected) {
			context.strokeStyle = theme.select;
			context.lineWidth = 2;
			context.strokeRect(x - 0.5, y - 0.5, wide + 0.5, height + 1);
		}
		if (lane.kind === "grid" && (isSelected || this.drawn < 500) && data.column("arrivals")[i])
			for (const it of data.arrivals()[i])
				if (it.left !== null)
					this.arrows.push({edge: it.edge, from: it.left, to: data.begin[i], lane, strong: isSelected});
		if (lane.kind === "execution")
			app.noteChain(data.column("execution")[i], lane.node, data.column("chain")[i]);
		context.fillStyle = colour;
	}

	drawSliceText(lane, data, i, x, wide, y, height) {
		const {context} = this, size = Math.min(11, height - 1);
		const execution = data.column("execution")[i];
		let words = `${execution}`;
		if (lane.kind === "grid" && wide > 70) {
			const by = this.app.head.texts[data.column("text")[i]];
			words = `${this.app.head.nodes[lane.node].name} · ${execution}${by ? " · " + by : ""}`;
		} else if (lane.kind === "batch") {
			const first = data.column("first")[i], count = data.column("count")[i];
			words = count === 1 ? `${first}` : `${first}–${first + count - 1}`;
		} else if (lane.kind === "order") {
			words = this.app.head.texts[data.column("chain")[i]];
		}
		context.font = `${size}px ${theme.font}`;
		context.textBaseline = "middle";
		context.fillStyle = lane.kind === "execution" && theme.dark ? "#101318" : "#14171c";
		context.fillText(fitText(context, words, wide - 6), x + 3, y + height / 2 + 0.5);
	}

	/* How many executions are in flight, as an area; of what is in one pixel, the most. */
	drawFlight(lane, y, height) {
		const {context, left, from, to} = this, most = Math.max(1, this.app.head.mostInFlight);
		const scale = 1 / this.perPixel, wide = 16 * this.perPixel;
		let pixel = -1, highest = 0;
		const rise = (x, width, count) => context.fillRect(x, y + height - count / most * (height - 2), width, count / most * (height - 2));
		const flush = () => {
			if (pixel >= left && highest)
				rise(pixel, 1, highest);
			pixel = -1;
			highest = 0;
		};
		const area = (begin, end, count) => {
			const x = Math.max(left, left + (begin - from) * scale), right = Math.min(this.width, left + (end - from) * scale);
			if (right < left)
				return;
			if (right - x >= 1) {
				flush();
				rise(x, right - x, count);
			} else {
				if (Math.floor(x) !== pixel)
					flush();
				pixel = Math.floor(x);
				highest = Math.max(highest, count);
			}
		};
		context.fillStyle = theme.accent;
		context.globalAlpha = 0.55;
		for (let g = lane.firstGroup(from); g < lane.groupCount && lane.groupBegin[g] <= to; g++) {
			const isWide = lane.groupEnd[g] - lane.groupBegin[g] > wide || lane.groupCount === 1;
			const chunk = this.app.store.chunkOf(lane, g), data = isWide ? this.app.store.look(chunk) : null;
			if (!data) {
				area(lane.groupBegin[g], lane.groupEnd[g], lane.groupMost[g]);
				continue;
			}
			const counts = data.column("count"), first = (g - chunk.first) * GROUP, end = Math.min(first + GROUP, chunk.slices);
			for (let i = first; i < end && data.begin[i] <= to; i++)
				if (data.end[i] >= from)
					area(data.begin[i], data.end[i], counts[i]);
		}
		flush();
		context.globalAlpha = 1;
		context.fillStyle = theme.text;
		context.font = `10px ${theme.font}`;
		context.textBaseline = "top";
		context.textAlign = "right";
		context.fillText(`at most ${formatCount(most)}`, this.width - 10, y + 2);
		context.textAlign = "left";
	}

	drawObject(row) {
		const {context} = this, object = this.app.head.objects[row.object];
		if (row.lanes.length)
			this.drawPlaces(row.lanes[0].lane, row.y, row.height);
		else
			this.drawLife(row, object);
		for (const [, at, , , text] of object.accesses) {
			const x = this.x(at);
			context.fillStyle = text ? theme["edge-all"] : theme.text;
			if (x >= this.left && x <= this.width)
				context.fillRect(x - 0.75, row.y, 1.5, row.height);
		}
		if (this.app.selected && this.app.selected.type === "object" && this.app.selected.object === row.object) {
			context.strokeStyle = theme.select;
			context.lineWidth = 2;
			const x = Math.max(this.left, this.x(object.begin));
			context.strokeRect(x, row.y - 1, Math.min(this.width, this.x(object.end)) - x, row.height + 2);
		}
	}

	placeColour(text) {
		const {texts} = this.app.head, name = texts[text];
		return name === "host" ? PALETTE[0] : name === "device" ? PALETTE[1] : PALETTE[2 + text % (PALETTE.length - 2)];
	}

	/* Where an object's newest bytes are; of what is too narrow, that it went to and fro. */
	drawPlaces(lane, y, height) {
		const {context, left, from, to} = this, wide = 16 * this.perPixel;
		for (let g = lane.firstGroup(from); g < lane.groupCount && lane.groupBegin[g] <= to; g++) {
			const chunk = this.app.store.chunkOf(lane, g);
			const data = lane.groupEnd[g] - lane.groupBegin[g] > wide || lane.groupCount === 1 ? this.app.store.look(chunk) : null;
			const bar = (begin, end, colour) => {
				const x = Math.max(left, this.x(begin)), right = Math.min(this.width, this.x(end));
				context.fillStyle = colour;
				if (right > x)
					context.fillRect(x, y, right - x, height);
				return right - x;
			};
			if (!data) {
				bar(lane.groupBegin[g], lane.groupEnd[g], mix(PALETTE[0], PALETTE[1], 0.5));
				continue;
			}
			const texts = data.column("text"), first = (g - chunk.first) * GROUP;
			for (let i = first; i < Math.min(first + GROUP, chunk.slices) && data.begin[i] <= to; i++) {
				const room = bar(data.begin[i], data.end[i], this.placeColour(texts[i]));
				if (room < 30)
					continue;
				context.fillStyle = "#14171c";
				context.font = `${height - 2}px ${theme.font}`;
				context.textBaseline = "middle";
				context.fillText(fitText(context, this.app.head.texts[texts[i]], room - 6), Math.max(left, this.x(data.begin[i])) + 3, y + height / 2);
			}
		}
	}

	drawLife(row, object) {
		const {context} = this;
		const from = Math.max(this.left, this.x(object.begin)), to = Math.min(this.width, this.x(object.end));
		const selected = this.app.selected && this.app.selected.type === "object" && this.app.selected.object === row.object;
		if (to > from || (to === from && to > this.left)) {
			context.globalAlpha = selected ? 0.9 : 0.45;
			context.fillStyle = selected ? theme.select : theme["edge-stream"];
			context.fillRect(from, row.y + 2, Math.max(1.5, to - from), row.height - 4);
			context.globalAlpha = 1;
		}
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

	/* --- what is at a place --- */

	placeAt(x, y) {
		if (y < TIMELINE.overview)
			return {overview: true};
		if (y < this.top)
			return {ruler: true, mark: this.markAt(x)};
		const row = this.tracks.rowAt(y - this.top + this.scroll);
		if (x < this.left)
			return {row, gutter: true};
		const inRow = row ? y - this.top + this.scroll - row.y : 0;
		const place = row && row.lanes.find((it) => inRow >= it.y - 1 && inRow <= it.y + it.height + 1);
		return {row, lane: place ? place.lane : null, mark: -1, time: this.time(x)};
	}

	markAt(x) {
		let best = -1, least = 6;
		this.app.head.marks.forEach((mark, i) => {
			const far = Math.abs(this.x(mark.at) - x) + (mark.level === "bad" ? 0 : 1.5);
			if (far < least && mark.kind !== "build")
				[best, least] = [i, far];
		});
		return best;
	}

	buildAt({row, time}) {
		const slack = 3 * this.perPixel;
		return row.builds.find((mark) => time >= mark.at - mark.took - slack && time <= mark.at + slack);
	}

	async sliceAt(place) {
		return place.lane ? this.app.store.at(place.lane, place.time, 3 * this.perPixel) : null;
	}

	/* --- mouse --- */

	listen() {
		const {canvas} = this;
		let down = null;
		canvas.addEventListener("pointerdown", (event) => {
			const place = this.placeAt(event.offsetX, event.offsetY);
			down = {x: event.offsetX, y: event.offsetY, from: this.from, to: this.to, scroll: this.scroll, place,
				moved: false, range: event.shiftKey || place.ruler};
			canvas.setPointerCapture(event.pointerId);
			if (place.overview)
				this.goOverview(event.offsetX);
		});
		canvas.addEventListener("pointermove", (event) => {
			if (down)
				this.drag(down, event);
			else
				this.over(event);
		});
		canvas.addEventListener("pointerup", (event) => {
			if (down && !down.moved && !down.place.overview)
				this.click(down.place, event);
			down = null;
		});
		canvas.addEventListener("pointerleave", () => this.app.showTip(null));
		canvas.addEventListener("dblclick", async (event) => {
			const slice = await this.sliceAt(this.placeAt(event.offsetX, event.offsetY));
			if (slice)
				this.showSlice(slice, true);
		});
		canvas.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
	}

	wheel(event) {
		const unit = event.deltaMode ? 30 : 1, place = this.placeAt(event.offsetX, event.offsetY);
		event.preventDefault();
		if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
			this.pan((event.deltaX || event.deltaY) * unit / 900);
		else if (event.ctrlKey || event.metaKey || !place.gutter)
			this.zoom(Math.exp(event.deltaY * unit * 0.0016), Math.max(event.offsetX, this.left));
		else
			this.setScroll(this.scroll + event.deltaY * unit);
	}

	goOverview(x) {
		const {head} = this.app, share = (x - this.left) / Math.max(1, this.width - this.left);
		const at = head.begin + share * (head.end - head.begin), half = (this.to - this.from) / 2;
		this.show(at - half, at + half);
	}

	drag(down, event) {
		const byX = event.offsetX - down.x, byY = event.offsetY - down.y;
		down.moved = down.moved || Math.hypot(byX, byY) > 3;
		if (down.place.overview) {
			this.goOverview(event.offsetX);
		} else if (down.range && down.moved) {
			const times = [this.time(down.x), this.time(event.offsetX)];
			this.range = [Math.min(...times), Math.max(...times)];
			this.app.redraw();
		} else if (down.moved && !down.place.gutter) {
			const by = byX * (down.to - down.from) / Math.max(1, this.width - this.left);
			this.show(down.from - by, down.to - by);
			this.setScroll(down.scroll - byY);
		} else if (down.moved) {
			this.setScroll(down.scroll - byY);
		}
	}

	async over(event) {
		const place = this.placeAt(event.offsetX, event.offsetY), asked = this.asked = {};
		this.canvas.style.cursor = place.overview ? "ew-resize" : place.gutter || place.lane ? "pointer" : "default";
		if (place.gutter && place.row && place.row.kind === "node") {
			const it = this.app.head.nodes[place.row.node];
			this.app.showTip([it.path, `${this.app.time(it.self)} own time, waits ${this.app.time(it.waited)}`], event);
		} else if (place.mark >= 0) {
			const mark = this.app.head.marks[place.mark];
			this.app.showTip([mark.words, mark.facts.message || mark.facts.place || mark.text].filter((words) => words), event);
		} else if (place.row && place.row.kind === "object") {
			const object = this.app.head.objects[place.row.object];
			this.app.showTip([`object ${object.object}`, `${formatCount(object.bytes)} bytes, ${object.text}`], event);
		} else if (place.lane) {
			const words = this.app.sliceWords(await this.sliceAt(place), this.perPixel);
			if (this.asked === asked)
				this.app.showTip(words, event);
		} else {
			this.app.showTip(null);
		}
	}

	async click(place, event) {
		this.range = null;
		this.app.redraw();
		if (place.mark >= 0) {
			this.app.select({type: "mark", mark: place.mark});
		} else if (place.gutter && place.row) {
			this.clickLabel(place.row, event.offsetX);
		} else if (place.row && place.row.kind === "object") {
			this.app.select({type: "object", object: place.row.object});
		} else if (place.row && place.row.kind === "unit" && this.buildAt(place)) {
			this.app.select({type: "mark", mark: this.app.head.marks.indexOf(this.buildAt(place))});
		} else if (place.lane) {
			const slice = await this.sliceAt(place);
			if (slice)
				this.app.select({type: "slice", slice}, "timeline");
			else if (place.row.kind === "node")
				this.app.select({type: "node", node: place.row.node}, "timeline");
		} else if (!place.ruler) {
			this.app.select(null);
		}
	}

	clickLabel(row, x) {
		if (row.kind === "backend") {
			if (!this.tracks.foldedBackends.delete(row.text))
				this.tracks.foldedBackends.add(row.text);
			this.relayout();
		} else if (row.kind === "memory") {
			this.tracks.memoryFolded = !this.tracks.memoryFolded;
			this.relayout();
		} else if (row.kind === "graph" || (row.kind === "node" && this.app.head.nodes[row.node].children.length && x < 32 + row.indent * 11)) {
			this.app.toggleFold(row.node);
		} else if (row.node >= 0) {
			this.app.select({type: "node", node: row.node}, "timeline");
		} else if (row.kind === "object") {
			this.app.select({type: "object", object: row.object});
		}
	}
}

function markColour(mark) {
	return mark.level === "bad" ? theme.bad : mark.level === "warning" ? theme.wait : theme.faint;
}
