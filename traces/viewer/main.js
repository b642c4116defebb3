/* main.js -- brings the parts together: what is selected, folded and shown; findings; keys. */

class App {
	constructor(head, text) {
		this.head = head;
		this.prepare();
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
		this.chains = new Map();       /* "root execution" to chain, of executions that were looked at */
		this.graph = new GraphView($("graph"), this);
		this.timeline = new TimelineView($("timeline"), this);
		this.details = new DetailsView($("details"), this);
		this.search = new Search($("search"), $("results"), this);
	}

	/* What the head does not say itself. */
	prepare() {
		const {head} = this;
		head.roots = [];
		head.rootOf = [];
		head.depthOf = [];
		head.nodes.forEach((it, i) => {
			it.number = i;
			it.name = it.path.slice(it.path.lastIndexOf("/") + 1);
			it.children = [];
			it.lines = [];
			it.edgesIn = [];
			it.edgesOut = [];
			it.verdicts = [];
			it.findings = 0;
			head.rootOf[i] = it.parent < 0 ? i : head.rootOf[it.parent];
			head.depthOf[i] = it.parent < 0 ? 0 : head.depthOf[it.parent] + 1;
			const siblings = it.parent < 0 ? head.roots : head.nodes[it.parent].children;
			it.colour = PALETTE[(siblings.length + Math.max(0, head.depthOf[i] - 1) * 3) % PALETTE.length];
			siblings.push(i);
			it.inside = {self: it.self, waited: it.waited, bytes: it.bytes};
		});
		for (let i = head.nodes.length; i-- > 0;) { /* what a folded node stands for */
			const it = head.nodes[i], parent = head.nodes[it.parent];
			for (const key of parent ? Object.keys(it.inside) : [])
				parent.inside[key] += it.inside[key];
		}
		const names = new Map();
		for (const it of head.nodes)
			names.set(it.name, (names.get(it.name) || 0) + 1);
		for (const it of head.nodes)
			it.label = names.get(it.name) > 1 ? it.path : it.name;
		head.edges.forEach((edge) => {
			head.nodes[edge.from].edgesOut.push(edge);
			head.nodes[edge.to].edgesIn.push(edge);
		});
		head.lines.forEach((line, i) => {
			const edges = line.edges.map((number) => head.edges[number]);
			edges.forEach((edge) => edge.line = i);
			line.values = edges.reduce((sum, edge) => sum + edge.values, 0);
			line.bytes = edges.reduce((sum, edge) => sum + edge.bytes, 0);
			if (head.nodes[line.from].parent >= 0)
				head.nodes[head.nodes[line.from].parent].lines.push(i);
		});
		for (const it of head.nodes)
			it.lineSet = new Set(it.lines);
		head.marks.forEach((mark) => this.prepareMark(mark));
		head.shown = head.marks.map((mark, i) => i).filter((i) => head.marks[i].level !== "note");
		const most = (key) => head.nodes.reduce((value, it) => Math.max(value, it[key]), 0);
		head.most = {time: most("self"), waited: most("waited"), bytes: most("bytes")};
		head.allSelf = head.nodes.reduce((sum, it) => sum + it.self, 0);
	}

	/* What a mark is called, how grave it is, and the node that it is about. */
	prepareMark(mark) {
		const {head} = this, facts = mark.facts = Object.fromEntries(mark.details);
		if (mark.node < 0 && facts.node)
			mark.node = head.nodes.findIndex((it) => it.path === facts.node);
		const name = mark.node >= 0 ? head.nodes[mark.node].name : "";
		const on = mark.by ? ` on ${mark.by}` : "";
		mark.level = "note";
		if (mark.kind === "difference") {
			mark.level = "bad";
			mark.words = facts.got !== undefined ? `${name}${on}: ${facts.got} instead of ${facts.expected}` :
				`${name}${on}: ${facts.what || "differs"}`;
		} else if (mark.kind === "verdict") {
			mark.words = `${name}${on}: ${mark.word}`;
			mark.good = mark.word === "same";
			mark.isBad = BAD_VERDICTS.has(mark.word);
			if (mark.node >= 0)
				head.nodes[mark.node].verdicts.push(mark);
		} else if (mark.kind === "build") {
			mark.words = `${name}${on}: build ${mark.word}`;
		} else if (mark.kind === "worker") {
			mark.level = ["started", "restarted"].includes(mark.word) ? "note" : "bad";
			mark.words = `worker of ${mark.by} ${mark.word}`;
		} else {
			mark.level = facts.severity === "error" || !facts.severity ? "bad" : facts.severity === "warning" ? "warning" : "note";
			mark.words = mark.text;
		}
		if (mark.node >= 0 && mark.level === "bad")
			head.nodes[mark.node].findings++;
	}

	/* --- words --- */

	time(value, digits) {
		return withUnit(value, UNITS[this.head.wall ? "wall" : "operations"], digits);
	}

	/* As hpvm-trace query prints it. */
	exact(value) {
		return this.head.wall ? `${value} ns (${significant(value / 1e6, 7)} ms)` : `${value} operations`;
	}

	/* In which an execution was run, of several: reference, reverse, random:7; or "". */
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

	/* BY: the view in which it was chosen, which stays as it is. */
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

	/* --- going --- */

	goNode(node) {
		this.unfoldTo(node);
		this.select({type: "node", node});
	}

	/* The grid of the same execution in the first instance of the parent. */
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

	/* The grid of NODE in EXECUTION that is nearest to TIME: that ends then, or begins after it. */
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

	/* A grid that has not ended: the last of its lane. */
	async goOpen(it) {
		if (!await this.goSlice(it.node, it.execution, it.since))
			this.goNode(it.node);
	}

	goExecution(slice) {
		this.select({type: "slice", slice});
		this.timeline.showSlice(slice, true);
	}

	/* What goes to event NUMBER, or null: the page does not have it. */
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

	/* Whether there is one. */
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

	/* Around a diagnostic: the smallest slice that it lies in fills a part of the picture. */
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

	/* --- findings: what to look at first --- */

	findings() {
		const {head} = this, list = [], ran = head.nodes.filter((it) => it.grids);
		const first = (key) => ran.reduce((best, it) => !best || it[key] > best[key] ? it : best, null);
		const slow = first("self"), waits = first("waited"), length = head.end - head.begin;
		const add = (kind, words, action) => list.push(element("button", {type: "button", class: kind, onclick: action}, words));
		const bold = (text) => element("b", {}, text);
		const worst = this.firstFinding();
		const differences = head.marks.filter((it) => it.kind === "difference");
		const diagnostics = head.marks.filter((it) => it.kind === "diagnostic" && (it.level === "bad" || !worst));
		if (differences.length)
			add("bad", [bold(`${differences.length} ${differences.length === 1 ? "difference" : "differences"}`), `, first ${differences[0].words}`],
				() => this.goMark(head.marks.indexOf(differences[0])));
		if (diagnostics.length)
			add("bad", [bold(`${formatCount(diagnostics.length)} ${diagnostics.length === 1 ? "diagnostic" : "diagnostics"}`),
				`, first ${diagnostics[0].words}`], () => this.goMark(head.marks.indexOf(diagnostics[0])));
		if (head.damage)
			add("bad", [bold("not complete"), `: ${head.damage}`], () => this.timeline.show(head.end - length / 20, head.end));
		if (head.only)
			add("wait", [bold("not all was recorded"), `: only ${head.only}`], () => this.select(null));
		if (head.open.length) {
			const last = head.open.reduce((best, it) => it.since >= best.since ? it : best);
			add("bad", [bold(`${head.nodes[last.node].label} did not end`), ` in execution ${last.execution}, since ${this.time(last.since)}`,
				head.open.length > 1 ? `, and ${formatCount(head.open.length - 1)} more` : ""], () => this.goOpen(last));
		}
		const worker = head.marks.find((it) => it.kind === "worker" && it.level === "bad");
		if (worker)
			add("bad", [bold(worker.words)], () => this.goMark(head.marks.indexOf(worker)));
		const verdicts = head.marks.filter((it) => it.kind === "verdict");
		if (verdicts.length && verdicts.every((it) => it.good))
			add("good", [bold("no difference"), ` in ${verdicts.length} verdicts`], () => this.setColour("verdict"));
		if (slow && head.allSelf)
			add("", [bold(slow.label), ` takes ${formatPercent(slow.self / head.allSelf)} of the ${head.wall ? "time" : "operations"} (${this.time(slow.self)})`],
				() => this.goNode(slow.number));
		if (waits && waits.waited > length / 200)
			add("wait", [bold(waits.label), ` waits longest (${this.time(waits.waited)} in ${formatCount(waits.grids)} ${waits.grids === 1 ? "grid" : "grids"})`],
				() => this.goNode(waits.number));
		if (head.critical)
			add("", this.pathWords(bold), () => this.togglePath());
		if (head.mostInFlight)
			add("", ["at most ", bold(formatCount(head.mostInFlight)), " in flight"],
				() => this.timeline.revealRow(this.timeline.tracks.rows.find((row) => row.kind === "flight")));
		return list;
	}

	/* Number of the mark that the page opens at, or -1: differences, then errors, then warnings. */
	firstFinding() {
		const {marks} = this.head, first = (wanted) => marks.findIndex(wanted);
		const difference = first((it) => it.kind === "difference"), bad = first((it) => it.level === "bad");
		return difference >= 0 ? difference : bad >= 0 ? bad : first((it) => it.level === "warning");
	}

	setColour(colour) {
		this.graph.colour = colour;
		$("colour").value = colour;
		legend(this);
		this.redraw();
	}

	pathWords(bold) {
		const {head} = this, on = head.nodes.filter((it) => it.critical > 0).sort((a, b) => b.critical - a.critical);
		const words = on.slice(0, 3).map((it) => `${it.label} ${formatPercent(it.critical / head.critical)}`).join(", ");
		return [bold("critical path"), `${head.criticalOf} ${this.time(head.critical)}: ${words}${on.length > 3 ? " …" : ""}`];
	}

	/* --- keys --- */

	async stepSlice(step) {
		const {selected} = this;
		if (!selected || selected.type !== "slice") {
			this.timeline.pan(0.15 * step);
			return;
		}
		const slice = await this.store.beside(selected.slice, step);
		if (slice) {
			this.select({type: "slice", slice}, "timeline");
			if (slice.begin < this.timeline.from || slice.end > this.timeline.to)
				this.timeline.show(...[this.timeline.from, this.timeline.to].map((time) => time + slice.begin - selected.slice.begin));
		}
	}

	/* Up and down: the row of nodes above or below, at the same time. */
	async stepRow(step) {
		const rows = this.timeline.tracks.rows.filter((row) => row.kind === "node"), {selected} = this;
		const at = rows.findIndex((row) => row.node === this.selectedNode());
		const row = rows[clamp(at < 0 ? 0 : at + step, 0, rows.length - 1)];
		if (!row)
			return;
		const middle = selected && selected.type === "slice" ? (selected.slice.begin + selected.slice.end) / 2 : (this.timeline.from + this.timeline.to) / 2;
		const slice = row.lanes.length ? await this.store.near(row.lanes[0].lane, middle) : null;
		this.select(slice ? {type: "slice", slice} : {type: "node", node: row.node}, "timeline");
		if (slice && (slice.end < this.timeline.from || slice.begin > this.timeline.to))
			this.timeline.showSlice(slice);
		this.graph.reveal(row.node);
		this.timeline.revealRow(row);
	}

	stepMark(step) {
		const {shown} = this.head, {selected} = this;
		if (!shown.length)
			return;
		const now = selected && selected.type === "mark" ? shown.indexOf(selected.mark) : -1;
		const next = now >= 0 ? now + step : step > 0 ? 0 : shown.length - 1;
		this.goMark(shown[(next + shown.length) % shown.length]);
	}

	focusSelected() {
		const {selected} = this;
		if (selected && selected.type === "slice")
			this.timeline.showSlice(selected.slice, true);
		else if (selected && selected.type === "mark")
			this.goMark(selected.mark);
		else if (selected && selected.type === "node")
			this.goLongest(selected.node);
	}

	toggleTheme() {
		setTheme(theme.dark ? "light" : "dark");
		this.redraw();
	}

	toggleBatches() {
		this.showBatches = !this.showBatches;
		this.timeline.relayout();
	}

	help() {
		const dialog = $("help"), keys = ([key, words]) => element("tr", {},
			element("td", {}, key.split(" ").flatMap((part, i) => [i ? " " : null, element("kbd", {}, part)])), element("td", {}, words));
		dialog.replaceChildren(element("h2", {}, "Keys"),
			element("div", {class: "columns"}, HELP.map((half) => element("table", {}, element("tbody", {}, half.map(keys))))),
			element("h2", {}, "Mouse"), element("p", {}, HELP_MOUSE),
			element("form", {method: "dialog"}, element("button", {}, "Close")));
		dialog.showModal();
	}

	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(event.target.tagName) || $("help").open)
			return;
		const onGraph = document.activeElement === $("graph");
		if (event.key.startsWith("Arrow") && document.activeElement === $("details"))
			return;
		if (onGraph && event.key.startsWith("Arrow")) {
			this.graph.move(event.key);
		} else if (onGraph && (event.key === "+" || event.key === "-")) {
			this.graph.zoom(event.key === "+" ? 1.25 : 0.8, $("graph").clientWidth / 2, $("graph").clientHeight / 2);
		} else if (event.key === "Enter" && document.activeElement.tagName !== "BUTTON" && this.selectedNode() >= 0) {
			this.graph.toggle(this.selectedNode());
		} else {
			const action = KEYS[event.key];
			if (!action)
				return;
			action(this);
		}
		event.preventDefault();
	}
}

const BAD_VERDICTS = new Set(["differs", "diverged", "failed", "garbage", "hung", "crashed"]);

const KEYS = {
	"/": () => {
		$("search").focus();
		$("search").select();
	},
	"?": (app) => app.help(),
	"a": (app) => app.timeline.pan(-0.15),
	"d": (app) => app.timeline.pan(0.15),
	"w": (app) => app.timeline.zoom(0.7, app.timeline.x((app.timeline.from + app.timeline.to) / 2)),
	"s": (app) => app.timeline.zoom(1 / 0.7, app.timeline.x((app.timeline.from + app.timeline.to) / 2)),
	"+": (app) => KEYS.w(app),
	"-": (app) => KEYS.s(app),
	"0": (app) => app.timeline.showAll(),
	")": (app) => app.graph.fitMore(),
	"=": (app) => app.graph.fitMore(),
	"f": (app) => app.focusSelected(),
	"c": (app) => app.togglePath(),
	"b": (app) => app.toggleBatches(),
	"n": (app) => app.stepMark(1),
	"p": (app) => app.stepMark(-1),
	"t": (app) => app.toggleTheme(),
	"F": (app) => app.foldAll(true),
	"U": (app) => app.foldAll(false),
	"ArrowLeft": (app) => app.stepSlice(-1),
	"ArrowRight": (app) => app.stepSlice(1),
	"ArrowUp": (app) => app.stepRow(-1),
	"ArrowDown": (app) => app.stepRow(1),
	"Escape": (app) => {
		app.timeline.range = null;
		app.select(null);
	},
};

const HELP = [[
	["/", "search: a node, a file, execution 3, event 12, object 4"],
	["n p", "next, previous difference or diagnostic"],
	["← →", "previous, next slice in the lane"],
	["↑ ↓", "the row above, below"],
	["f", "zoom to what is selected; a node's longest grid"],
	["Escape", "select nothing: the table of nodes"],
	["c", "critical path"],
	["t", "dark or light"],
	["?", "this help"],
], [
	["a d", "earlier, later"],
	["w s", "zoom in, out (also + and -)"],
	["0", "all of the time"],
	["b", "batches of instances, or not"],
	["Enter", "fold or unfold the node"],
	["F U", "fold, unfold all nodes"],
	["=", "fit the graph, as far as it can be read; again: all of it"],
	["← ↑ ↓ →", "in the graph (click it first): along edges"],
	["+ -", "in the graph: zoom"],
]];
const HELP_MOUSE = "Wheel: zoom; with Shift: pan; over the names of rows: scroll. Drag: pan. Drag on the ruler, or with Shift: measure. " +
	"Double click on a slice: zoom to it; on a node of the graph: fold. A yellow line below a slice: its grid was ready and waited. " +
	"A red end: it had not ended when the trace did.";

function setTheme(name) {
	document.documentElement.dataset.theme = name;
	readTheme();
	try {
		localStorage.setItem("hpvm-trace-theme", name);
	} catch (error) {
		/* pages from disk may not keep anything */
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

/* A bar between two panes that can be dragged. */
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

/* "#event=12", "#node=Root/A", "#from=0&to=1000" (of the trace's clock) */
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
	$("help-button").addEventListener("click", () => app.help());
	document.addEventListener("keydown", (event) => app.key(event));
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

App.prototype.hottest = function () {
	return this.head.nodes.reduce((best, it) => it.self > this.head.nodes[best].self ? it.number : best, this.head.roots[0]);
};

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
	$("findings").append(...app.findings());
	app.showDetails();
	const worst = app.firstFinding();
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
