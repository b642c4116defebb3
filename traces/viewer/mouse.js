/* mouse.js -- the mouse in the timeline: hit testing, tips, clicks, dragging, the wheel. */

class TimelineMouse {
	constructor(view) {
		this.view = view;
		this.asked = null;             /* the last place for which a tip was requested */
		this.listen();
	}

	/* --- hit testing ---------- */

	placeAt(x, y) {
		if (y < TIMELINE.overview)
			return {overview: true};
		if (y < this.view.top)
			return {ruler: true, mark: this.markAt(x)};
		const row = this.view.tracks.rowAt(y - this.view.top + this.view.scroll);
		if (x < this.view.left)
			return {row, gutter: true};
		const inRow = row ? y - this.view.top + this.view.scroll - row.y : 0;
		const place = row && row.lanes.find((it) => inRow >= it.y - 1 && inRow <= it.y + it.height + 1);
		return {row, lane: place ? place.lane : null, mark: -1, time: this.view.time(x)};
	}

	markAt(x) {
		let best = -1, least = 6;
		this.view.app.head.marks.forEach((mark, i) => {
			const far = Math.abs(this.view.x(mark.at) - x) + (mark.level === "bad" ? 0 : 1.5);
			if (far < least && mark.kind !== "build")
				[best, least] = [i, far];
		});
		return best;
	}

	buildAt({row, time}) {
		const slack = 3 * this.view.perPixel;
		return row.builds.find((mark) => time >= mark.at - mark.took - slack && time <= mark.at + slack);
	}

	async sliceAt(place) {
		return place.lane ? this.view.app.store.at(place.lane, place.time, 3 * this.view.perPixel) : null;
	}

	/* --- mouse --- */

	listen() {
		const {canvas} = this.view;
		let down = null;
		canvas.addEventListener("pointerdown", (event) => {
			const place = this.placeAt(event.offsetX, event.offsetY);
			down = {x: event.offsetX, y: event.offsetY, from: this.view.from, to: this.view.to, scroll: this.view.scroll, place,
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
		canvas.addEventListener("pointerleave", () => this.view.app.showTip(null));
		canvas.addEventListener("dblclick", async (event) => {
			const slice = await this.sliceAt(this.placeAt(event.offsetX, event.offsetY));
			if (slice)
				this.view.showSlice(slice, true);
		});
		canvas.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
	}

	wheel(event) {
		const unit = event.deltaMode ? 30 : 1, place = this.placeAt(event.offsetX, event.offsetY);
		event.preventDefault();
		if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
			this.view.pan((event.deltaX || event.deltaY) * unit / 900);
		else if (event.ctrlKey || event.metaKey || !place.gutter)
			this.view.zoom(Math.exp(event.deltaY * unit * 0.0016), Math.max(event.offsetX, this.view.left));
		else
			this.view.setScroll(this.view.scroll + event.deltaY * unit);
	}

	goOverview(x) {
		const {head} = this.view.app, share = (x - this.view.left) / Math.max(1, this.view.width - this.view.left);
		const at = head.begin + share * (head.end - head.begin), half = (this.view.to - this.view.from) / 2;
		this.view.show(at - half, at + half);
	}

	drag(down, event) {
		const byX = event.offsetX - down.x, byY = event.offsetY - down.y;
		down.moved = down.moved || Math.hypot(byX, byY) > 3;
		if (down.place.overview) {
			this.goOverview(event.offsetX);
		} else if (down.range && down.moved) {
			const times = [this.view.time(down.x), this.view.time(event.offsetX)];
			this.view.range = [Math.min(...times), Math.max(...times)];
			this.view.app.redraw();
		} else if (down.moved && !down.place.gutter) {
			const by = byX * (down.to - down.from) / Math.max(1, this.view.width - this.view.left);
			this.view.show(down.from - by, down.to - by);
			this.view.setScroll(down.scroll - byY);
		} else if (down.moved) {
			this.view.setScroll(down.scroll - byY);
		}
	}

	async over(event) {
		const place = this.placeAt(event.offsetX, event.offsetY), asked = this.asked = {};
		this.view.canvas.style.cursor = place.overview ? "ew-resize" : place.gutter || place.lane ? "pointer" : "default";
		if (place.gutter && place.row && place.row.kind === "node") {
			const it = this.view.app.head.nodes[place.row.node];
			this.view.app.showTip([it.path, `${this.view.app.time(it.self)} own time, waits ${this.view.app.time(it.waited)}`], event);
		} else if (place.mark >= 0) {
			const mark = this.view.app.head.marks[place.mark];
			this.view.app.showTip([mark.words, mark.facts.message || mark.facts.place || mark.text].filter((words) => words), event);
		} else if (place.row && place.row.kind === "object") {
			const object = this.view.app.head.objects[place.row.object];
			this.view.app.showTip([`object ${object.object}`, `${formatCount(object.bytes)} bytes, ${object.text}`], event);
		} else if (place.lane) {
			const words = this.view.app.sliceWords(await this.sliceAt(place), this.view.perPixel);
			if (this.asked === asked)
				this.view.app.showTip(words, event);
		} else {
			this.view.app.showTip(null);
		}
	}

	async click(place, event) {
		this.view.range = null;
		this.view.app.redraw();
		if (place.mark >= 0) {
			this.view.app.select({type: "mark", mark: place.mark});
		} else if (place.gutter && place.row) {
			this.clickLabel(place.row, event.offsetX);
		} else if (place.row && place.row.kind === "object") {
			this.view.app.select({type: "object", object: place.row.object});
		} else if (place.row && place.row.kind === "unit" && this.buildAt(place)) {
			this.view.app.select({type: "mark", mark: this.view.app.head.marks.indexOf(this.buildAt(place))});
		} else if (place.lane) {
			const slice = await this.sliceAt(place);
			if (slice)
				this.view.app.select({type: "slice", slice}, "timeline");
			else if (place.row.kind === "node")
				this.view.app.select({type: "node", node: place.row.node}, "timeline");
		} else if (!place.ruler) {
			this.view.app.select(null);
		}
	}

	clickLabel(row, x) {
		if (row.kind === "backend") {
			if (!this.view.tracks.foldedBackends.delete(row.text))
				this.view.tracks.foldedBackends.add(row.text);
			this.view.relayout();
		} else if (row.kind === "memory") {
			this.view.tracks.memoryFolded = !this.view.tracks.memoryFolded;
			this.view.relayout();
		} else if (row.kind === "graph" || (row.kind === "node" && this.view.app.head.nodes[row.node].children.length && x < 32 + row.indent * 11)) {
			this.view.app.toggleFold(row.node);
		} else if (row.node >= 0) {
			this.view.app.select({type: "node", node: row.node}, "timeline");
		} else if (row.kind === "object") {
			this.view.app.select({type: "object", object: row.object});
		}
	}
}
