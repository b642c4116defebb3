/* keys.js -- the keys, and the help that lists them. */

class Keys {
	constructor(app) {
		this.app = app;
		$("help-button").addEventListener("click", () => this.help());
		document.addEventListener("keydown", (event) => this.key(event));
	}

	async stepSlice(step) {
		const {selected} = this.app;
		if (!selected || selected.type !== "slice") {
			this.app.timeline.pan(0.15 * step);
			return;
		}
		const slice = await this.app.store.beside(selected.slice, step);
		if (slice) {
			this.app.select({type: "slice", slice}, "timeline");
			if (slice.begin < this.app.timeline.from || slice.end > this.app.timeline.to)
				this.app.timeline.show(...[this.app.timeline.from, this.app.timeline.to].map((time) => time + slice.begin - selected.slice.begin));
		}
	}

	/* Up and down: go to the row of nodes above or below, at the same time. */
	async stepRow(step) {
		const rows = this.app.timeline.tracks.rows.filter((row) => row.kind === "node"), {selected} = this.app;
		const at = rows.findIndex((row) => row.node === this.app.selectedNode());
		const row = rows[clamp(at < 0 ? 0 : at + step, 0, rows.length - 1)];
		if (!row)
			return;
		const middle = selected && selected.type === "slice" ? (selected.slice.begin + selected.slice.end) / 2 : (this.app.timeline.from + this.app.timeline.to) / 2;
		const slice = row.lanes.length ? await this.app.store.near(row.lanes[0].lane, middle) : null;
		this.app.select(slice ? {type: "slice", slice} : {type: "node", node: row.node}, "timeline");
		if (slice && (slice.end < this.app.timeline.from || slice.begin > this.app.timeline.to))
			this.app.timeline.showSlice(slice);
		this.app.graph.reveal(row.node);
		this.app.timeline.revealRow(row);
	}

	stepMark(step) {
		const {shown} = this.app.head, {selected} = this.app;
		if (!shown.length)
			return;
		const now = selected && selected.type === "mark" ? shown.indexOf(selected.mark) : -1;
		const next = now >= 0 ? now + step : step > 0 ? 0 : shown.length - 1;
		this.app.goMark(shown[(next + shown.length) % shown.length]);
	}

	focusSelected() {
		const {selected} = this.app;
		if (selected && selected.type === "slice")
			this.app.timeline.showSlice(selected.slice, true);
		else if (selected && selected.type === "mark")
			this.app.goMark(selected.mark);
		else if (selected && selected.type === "node")
			this.app.goLongest(selected.node);
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
			this.app.graph.move(event.key);
		} else if (onGraph && (event.key === "+" || event.key === "-")) {
			this.app.graph.zoom(event.key === "+" ? 1.25 : 0.8, $("graph").clientWidth / 2, $("graph").clientHeight / 2);
		} else if (event.key === "Enter" && document.activeElement.tagName !== "BUTTON" && this.app.selectedNode() >= 0) {
			this.app.graph.toggle(this.app.selectedNode());
		} else {
			const action = KEYS[event.key];
			if (!action)
				return;
			action(this.app, this);
		}
		event.preventDefault();
	}
}

const KEYS = {
	"/": () => {
		$("search").focus();
		$("search").select();
	},
	"?": (app, keys) => keys.help(),
	"a": (app) => app.timeline.pan(-0.15),
	"d": (app) => app.timeline.pan(0.15),
	"w": (app) => app.timeline.zoom(0.7, app.timeline.x((app.timeline.from + app.timeline.to) / 2)),
	"s": (app) => app.timeline.zoom(1 / 0.7, app.timeline.x((app.timeline.from + app.timeline.to) / 2)),
	"+": (app) => KEYS.w(app),
	"-": (app) => KEYS.s(app),
	"0": (app) => app.timeline.showAll(),
	")": (app) => app.graph.fitMore(),
	"=": (app) => app.graph.fitMore(),
	"f": (app, keys) => keys.focusSelected(),
	"c": (app) => app.togglePath(),
	"b": (app) => app.toggleBatches(),
	"n": (app, keys) => keys.stepMark(1),
	"p": (app, keys) => keys.stepMark(-1),
	"t": (app) => app.toggleTheme(),
	"F": (app) => app.foldAll(true),
	"U": (app) => app.foldAll(false),
	"ArrowLeft": (app, keys) => keys.stepSlice(-1),
	"ArrowRight": (app, keys) => keys.stepSlice(1),
	"ArrowUp": (app, keys) => keys.stepRow(-1),
	"ArrowDown": (app, keys) => keys.stepRow(1),
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
