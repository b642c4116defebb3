/* main.js -- connects the parts: what is selected, folded and shown. */

class App {
	constructor(head, text) {
		this.head = head;
		completeHead(head);
		this.store = new Store(head, text);
		this.store.onload = () => this.redraw();
		this.lanesByNode = [];
		this.placesByObject = [];
		for (const lane of this.store.lanes)
			if (lane.kind === "place")
				this.placesByObject[lane.node] = lane;
			else
				(this.lanesByNode[lane.node] = this.lanesByNode[lane.node] || []).push(lane);
		this.folded = new Set();
		this.selected = null;
		this.showPath = false;
		this.showBatches = head.nodes.length <= 40;
		/* "root execution" to chain, of executions that have been selected */
		this.chains = new Map();
		this.graph = new GraphView($("graph"), this);
		this.timeline = new TimelineView($("timeline"), this);
		this.details = new DetailsView($("details"), this);
		this.search = new Search($("search"), $("results"), this);
	}

	/* --- text ---- */

	time(value, digits) {
		return withUnit(value, UNITS[this.head.wall ? "wall" : "operations"], digits);
	}

	/* Format a time as hpvm-trace query does. */
	exact(value) {
		return this.head.wall ? `${value} ns (${significant(value / 1e6, 7)} ms)` : `${value} operations`;
	}

	/* Return the order that an execution ran in, if there are several: reference, reverse,
	 * random:7; else "". */
	orderOf(slice) {
		return ["grid", "batch", "order"].includes(slice.lane.kind) ? this.head.texts[slice.chain] : "";
	}

	orderWords(slice) {
		const how = this.head.texts[slice.text];
		return `order ${this.orderOf(slice)}${how ? `, ${how}` : ""}, ${slice.count === 1 ? `execution ${slice.execution}` :
			`executions ${slice.execution} to ${slice.execution + slice.count - 1}`}`;
	}

	sliceWords(slice, perPixel) {
		if (!slice)
			return null;
		const it = this.head.nodes[slice.node], {kind} = slice.lane;
		const first = kind === "flight" ? `${slice.count} in flight` : kind === "order" ? this.orderWords(slice) : `${it.path}, ${kind === "batch" ?
			`instances ${slice.first} to ${slice.first + slice.count - 1}, ` : ""}execution ${slice.execution}${this.orderOf(slice) ? `, order ${this.orderOf(slice)}` : ""}`;
		const words = [first, this.time(slice.end - slice.begin)];
		if (kind === "grid")
			words.push(`${formatCount(slice.count)} instances${slice.waited ? `, waited ${this.time(slice.waited)}` : ""}${slice.by ? `, on ${slice.by}` : ""}`);
		if (slice.end - slice.begin < perPixel)
			words.push("zoom in to see it and its neighbours");
		return words;
	}

	lineWords(number) {
		const line = this.head.lines[number], {nodes} = this.head;
		return [`${nodes[line.from].name} → ${nodes[line.to].name}`,
			`${line.all ? "all to all" : "one to one"}${line.streaming ? ", streaming" : ""}`,
			`${formatCount(line.values)} values, ${formatBytes(line.bytes)}`];
	}

	showTip(words, event) {
		const tip = $("tip");
		tip.hidden = !words || !event;
		if (tip.hidden)
			return;
		tip.replaceChildren(element("b", {}, words[0]), ...words.slice(1).map((line) => element("div", {}, line)));
		const box = tip.getBoundingClientRect();
		tip.style.left = `${clamp(event.clientX + 14, 0, innerWidth - box.width - 6)}px`;
		tip.style.top = `${clamp(event.clientY + 16, 0, innerHeight - box.height - 6)}px`;
	}

	/* Return the node with most of the time. */
	hottest() {
		return this.head.nodes.reduce((best, it) => it.self > this.head.nodes[best].self ? it.number : best, this.head.roots[0]);
	}

	/* --- drawing --- */

	redraw() {
		if (this.waiting)
			return;
		this.waiting = true;
		requestAnimationFrame(() => {
			this.waiting = false;
			this.graph.draw();
			this.timeline.draw();
		});
	}

	relayout() {
		this.graph.relayout();
		this.timeline.relayout();
	}

	/* --- selecting --- */

	selectedNode() {
		const {selected} = this;
		return !selected ? -1 : selected.type === "node" ? selected.node : selected.type === "mark" ? this.head.marks[selected.mark].node :
			selected.type === "slice" && selected.slice.lane.kind !== "place" ? selected.slice.node : -1;
	}

	/* BY: the view in which it was selected, which does not move. */
	select(selected, by) {
		this.selected = selected;
		this.showDetails();
		const node = this.selectedNode();
		if (node >= 0 && by !== "graph")
			this.graph.reveal(node);
		if (node >= 0 && by !== "timeline")
			this.timeline.revealNode(node);
		if (selected)
			history.replaceState(null, "", selected.type === "slice" ? `#event=${selected.slice.number}` :
				selected.type === "node" ? `#node=${encodeURIComponent(this.head.nodes[node].path)}` :
					selected.type === "mark" ? `#event=${this.head.marks[selected.mark].event}` : "#");
		this.redraw();
	}

	showDetails() {
		this.details.show(this.selected);
	}

	unfoldTo(node) {
		let changed = false;
		for (let at = this.head.nodes[node].parent; at >= 0; at = this.head.nodes[at].parent)
			changed = this.folded.delete(at) || changed;
		if (changed)
			this.relayout();
	}

	toggleFold(node) {
		if (!this.head.nodes[node].children.length)
			return;
		if (!this.folded.delete(node))
			this.folded.add(node);
		this.relayout();
	}

	foldAll(fold) {
		this.folded = new Set(fold ? this.head.nodes.filter((it) => it.children.length && it.parent >= 0).map((it) => it.number) : []);
		this.relayout();
		this.graph.fit();
	}

	/* --- navigation --- */

	goNode(node) {
		this.unfoldTo(node);
		this.select({type: "node", node});
	}

	/* Go to the grid of the same execution in the first instance of the parent. */
	async goFirst(like) {
		for (const lane of this.store.lanesOf("grid", like.node)) {
			const found = await this.store.find(lane, lane.lastGroup(lane.groupExecution, like.execution), (data, i) =>
				data.column("execution")[i] === like.execution && data.column("parent")[i] === 1, 2);
			if (found) {
				this.select({type: "slice", slice: found});
				this.timeline.showSlice(found);
				return;
			}
		}
	}

	async goLongest(node) {
		const at = this.head.nodes[node].longestAt;
		for (const lane of this.store.lanesOf("grid", node)) {
			const slice = await this.store.at(lane, at + this.head.nodes[node].longest / 2, 0);
			if (slice && slice.begin === at) {
				this.select({type: "slice", slice});
				this.timeline.showSlice(slice);
				return;
			}
		}
		this.timeline.show(at, at + this.head.nodes[node].longest);
	}

	/* Go to the grid of NODE in EXECUTION that is nearest to TIME: that ends then, or begins
	 * after it. */
	async goSlice(node, execution, time) {
		let best = null;
		for (const lane of this.store.lanesOf("grid", node)) {
			const group = Math.max(0, lane.firstGroup(time) - 1);
			const slice = await this.store.find(lane, group, (data, i) =>
				data.end[i] >= time && data.column("execution")[i] === execution, 3);
			if (slice && (!best || Math.abs(slice.end - time) < Math.abs(best.end - time)))
				best = slice;
		}
		if (!best)
			return false;
		this.unfoldTo(node);
		this.select({type: "slice", slice: best});
		this.timeline.showSlice(best);
		return true;
	}

	/* Go to a grid that has not ended: the last one of its lane. */
	async goOpen(it) {
		if (!await this.goSlice(it.node, it.execution, it.since))
			this.goNode(it.node);
	}

	goExecution(slice) {
		this.select({type: "slice", slice});
		this.timeline.showSlice(slice, true);
	}

	/* Return a function that goes to event NUMBER, or null if the page does not have it. */
	async findEvent(number) {
		const mark = this.head.marks.findIndex((it) => it.event === number);
		if (mark >= 0)
			return () => this.goMark(mark);
		const object = this.head.objects.findIndex((it) => it.event === number || it.lastEvent === number ||
			it.accesses.some(([event]) => event === number));
		if (object >= 0)
			return () => this.goObject(object);
		const slice = await this.store.byEvent(number);
		if (slice && slice.lane.kind === "place")
			return () => this.goObject(slice.lane.node);
		return slice && (() => {
			this.unfoldTo(slice.node);
			this.select({type: "slice", slice});
			this.timeline.showSlice(slice);
		});
	}

	/* Go to event NUMBER. Return true if it exists. */
	async goEvent(number) {
		const go = await this.findEvent(number);
		if (go)
			await go();
		return !!go;
	}

	goObject(object) {
		const it = this.head.objects[object];
		if (this.timeline.tracks.memoryFolded) {
			this.timeline.tracks.memoryFolded = false;
			this.timeline.relayout();
		}
		this.select({type: "object", object});
		this.timeline.revealRow(this.timeline.tracks.rows.find((row) => row.kind === "object" && row.object === object));
		if (it.end < this.timeline.from || it.begin > this.timeline.to)
			this.timeline.show(it.begin, it.end);
	}

	/* Show a diagnostic such that the smallest slice that contains it fills a part of the
	 * picture. */
	async goMark(mark) {
		const it = this.head.marks[mark];
		let inside = null;
		for (const lane of this.store.lanes) {
			const slice = lane.kind === "flight" || lane.kind === "place" ? null : await this.store.at(lane, it.at, 0);
			if (slice && slice.number < it.event && (!slice.ended || slice.last > it.event) &&
				(!inside || slice.end - slice.begin < inside.end - inside.begin))
				inside = slice;
		}
		if (it.node >= 0)
			this.unfoldTo(it.node);
		this.select({type: "mark", mark});
		if (inside) {
			this.unfoldTo(inside.node);
			this.timeline.showSlice(inside, true);
			this.graph.reveal(it.node >= 0 ? it.node : inside.node);
		} else {
			const length = (this.head.end - this.head.begin) / 20;
			this.timeline.show(it.at - length, it.at + length);
		}
	}

	/* --- the critical path --- */

	noteChain(execution, root, chain) {
		this.chains.set(`${root} ${execution}`, chain);
	}

	isCritical(node, execution) {
		const chain = this.head.chains[this.chains.get(`${this.head.rootOf[node]} ${execution}`)];
		return !!chain && chain.includes(node);
	}

	togglePath() {
		this.showPath = !this.showPath;
		$("path-button").setAttribute("aria-pressed", this.showPath);
		this.redraw();
	}

	setColour(colour) {
		this.graph.colour = colour;
		$("colour").value = colour;
		legend(this);
		this.redraw();
	}

	toggleTheme() {
		setTheme(theme.dark ? "light" : "dark");
		this.redraw();
	}

	toggleBatches() {
		this.showBatches = !this.showBatches;
		this.timeline.relayout();
	}
}

function setTheme(name) {
	document.documentElement.dataset.theme = name;
	readTheme();
	try {
		localStorage.setItem("hpvm-trace-theme", name);
	} catch (error) {
		/* pages from disk may be unable to store anything */
	}
}

function firstTheme() {
	let kept = null;
	try {
		kept = localStorage.getItem("hpvm-trace-theme");
	} catch (error) {
		kept = null;
	}
	const system = matchMedia("(prefers-color-scheme: dark)");
	document.documentElement.dataset.theme = kept || (system.matches ? "dark" : "light");
	readTheme();
	return {kept, system};
}

/* A draggable bar between two panes. */
function splitter(bar, pane, app, vertical) {
	bar.addEventListener("pointerdown", (event) => {
		bar.setPointerCapture(event.pointerId);
		event.preventDefault();
	});
	bar.addEventListener("pointermove", (event) => {
		if (!bar.hasPointerCapture(event.pointerId))
			return;
		const box = pane.getBoundingClientRect();
		if (vertical)
			pane.style.width = `${clamp(event.clientX - box.left, 120, innerWidth - 300)}px`;
		else
			pane.style.height = `${clamp(box.bottom - event.clientY, 60, innerHeight - 220)}px`;
	});
}

function legend(app) {
	const line = (style, words) => {
		const sample = element("i");
		Object.assign(sample.style, style);
		return element("span", {}, sample, words);
	};
	const streaming = app.head.lines.some((it) => it.streaming);
	const square = (colour, words) => {
		const sample = element("i", {class: "square"});
		sample.style.background = `var(--${colour})`;
		return element("span", {}, sample, words);
	};
	$("legend").replaceChildren(
		...(app.graph.colour === "verdict" ? [square("good-box", "as it should be"), square("bad-box", "differs or fails"), square("box", "not judged")] :
			app.graph.colour === "none" ? [] : [element("span", {}, element("i", {class: "heat"}), "little … much")]),
		line({borderTopColor: "var(--edge)"}, "one to one"),
		line({borderTopColor: "var(--edge-all)"}, "all to all"),
		...(streaming ? [line({borderTopColor: "var(--edge-stream)", borderTopStyle: "dashed"}, "streaming")] : []),
		element("span", {}, "thicker: more bytes"));
}

/* "#event=12", "#node=Root/A", "#from=0&to=1000" (by the trace's clock) */
async function followHash(app) {
	const words = new URLSearchParams(location.hash.slice(1));
	if (words.has("node")) {
		const node = app.head.nodes.findIndex((it) => it.path === words.get("node"));
		if (node >= 0)
			app.goNode(node);
	}
	if (words.has("event") && !await app.goEvent(Number(words.get("event"))))
		app.details.say(`This page does not show event ${words.get("event")}.`);
	const [from, to] = ["from", "to"].map((key) => words.get(key) ? Number(words.get(key)) : NaN);
	if (Number.isFinite(from) && Number.isFinite(to) && from <= to)
		app.timeline.show(from, to);
	return words.has("node") || words.has("event") || words.has("from");
}

function listen(app, {kept, system}) {
	for (const key of Object.keys(COLOURS))
		$("colour").append(element("option", {value: key}, COLOURS[key]));
	$("colour").addEventListener("change", (event) => app.setColour(event.target.value));
	$("fold-all").addEventListener("click", () => app.foldAll(true));
	$("unfold-all").addEventListener("click", () => app.foldAll(false));
	$("fit-graph").addEventListener("click", () => app.graph.fitMore());
	$("path-button").addEventListener("click", () => app.togglePath());
	$("theme-button").addEventListener("click", () => app.toggleTheme());
	app.keys = new Keys(app);
	system.addEventListener("change", () => {
		if (!kept)
			setTheme(system.matches ? "dark" : "light");
		app.redraw();
	});
	splitter($("split-left"), $("graph-pane"), app, true);
	splitter($("split-down"), $("details"), app, false);
	new ResizeObserver(() => {
		if (!app.graph.touched)
			app.graph.fit(app.hottest());
		app.timeline.setScroll(app.timeline.scroll);
		app.redraw();
	}).observe($("timeline-pane"));
	window.addEventListener("hashchange", () => followHash(app));
}

async function main() {
	const first = firstTheme();
	const head = JSON.parse($("head").textContent);
	document.title = `${head.program[0] || ""} · hpvm-trace`;
	$("title").append(head.program.join(" "), element("small", {}, `${formatCount(head.events)} events, ` +
		`${withUnit(head.end - head.begin, UNITS[head.wall ? "wall" : "operations"])}, ${formatCount(head.executions)} ${head.executions === 1 ? "execution" : "executions"}` +
		(head.begun > head.executions ? ` and ${formatCount(head.begun - head.executions)} that did not end` : "")));
	if (typeof DecompressionStream === "undefined") {
		$("details").append("This browser cannot unpack the page (DecompressionStream): Chromium 80, Firefox 113, Safari 16.4 or later can.");
		return;
	}
	const app = new App(head, $("slices").textContent);
	window.hpvmTrace = app;
	await app.store.open();
	listen(app, first);
	legend(app);
	if (head.nodes.length > 150)
		app.folded = new Set(head.nodes.filter((it) => it.children.length && it.parent >= 0 && head.depthOf[it.number] > 0).map((it) => it.number));
	app.relayout();
	app.timeline.showAll();
	app.graph.fit(app.hottest());
	$("findings").append(...findings(app));
	app.showDetails();
	const worst = firstFinding(head);
	if (worst >= 0 || head.marks.some((it) => it.kind === "verdict"))
		app.setColour("verdict");
	if (!await followHash(app) && worst >= 0)
		await app.goMark(worst);
	app.ready = true;
}

main().catch((error) => {
	$("details").append(element("p", {class: "bad"}, `This page is damaged: ${error.message}`));
	throw error;
});
