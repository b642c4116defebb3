/* details.js -- the pane below the timeline: the facts about the selection, or the table of
 * nodes. */

const FIRST_ELEMENTS = 8;    /* of a buffer, beside its hash */
const MOST_RESULTS = 64;     /* most results of one slice in the page */
const AROUND = 4;            /* source lines around a line */
const OF_FUNCTION = 16;      /* source lines of a function */
const ELEMENT_BYTES = {i8: 1, i16: 2, i32: 4, i64: 8, float: 4, double: 8};

class DetailsView {
	constructor(pane, app) {
		this.pane = pane;
		this.app = app;
		this.sort = "self";
		this.up = false;
	}

	show(selected) {
		const makers = {node: "nodePage", slice: "slicePage", line: "linePage", mark: "markPage", object: "objectPage"};
		this.pane.scrollTop = 0;
		this.pane.replaceChildren(...(selected ? this[makers[selected.type]](selected) : this.table()));
	}

	/* Show a message above the contents until they change. */
	say(words) {
		this.pane.prepend(element("p", {class: "hint", id: "said"}, words));
		this.pane.scrollTop = 0;
	}

	/* --- pieces --- */

	heading(text, colour) {
		const mark = colour ? element("i") : null;
		if (mark)
			mark.style.background = colour;
		return element("h2", {}, mark, text);
	}

	/* Rows of [what, value]; a row whose value is null is left out. */
	facts(rows) {
		return element("table", {class: "facts"}, element("tbody", {}, rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
			.map(([name, value]) => element("tr", {"data-fact": name}, element("th", {scope: "row"}, name), element("td", {}, value)))));
	}

	go(text, action) {
		return element("button", {class: "go", type: "button", onclick: action}, text);
	}

	nodeLink(node) {
		return this.go(this.head.nodes[node].path, () => this.app.select({type: "node", node}));
	}

	get head() {
		return this.app.head;
	}

	place(file, line) {
		return file ? element("code", {}, line ? `${file}:${line}` : file) : null;
	}

	/* The position of a node: its function, or its creation. */
	source(it) {
		return this.place(it.definedIn, it.definedAt) || this.place(it.file, it.line);
	}

	code(it) {
		return it.definedIn ? this.excerpt(it.definedIn, it.definedAt, 1, OF_FUNCTION) : this.excerpt(it.file, it.line);
	}

	query(...words) {
		const quote = (word) => /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
		return element("code", {}, ["hpvm-trace", "query", ...words.map(String), this.head.file].map(quote).join(" "));
	}

	/* --- the table of nodes --- */

	table() {
		const {head} = this, unit = head.wall ? "time" : "operations";
		const columns = [
			["path", "node"], ["grids", "grids"], ["instances", "instances"], ...head.wall ? [["own", "operations"]] : [], ["total", `total ${unit}`],
			["self", `own ${unit}`], ["waited", "waits"], ["bytes", "edge bytes"], ...this.copies() ? [["copied", "copied"]] : [], ["critical", "critical"],
		];
		const rows = head.nodes.filter((it) => it.grids).sort((a, b) => {
			const [x, y] = [a[this.sort], b[this.sort]];
			return (typeof x === "string" ? x.localeCompare(y) : y - x) * (this.up ? -1 : 1);
		});
		const title = (key, words) => element("th", {class: key === "path" ? "" : "n", scope: "col"}, element("button", {
			type: "button", onclick: () => {
				this.up = this.sort === key && !this.up;
				this.sort = key;
				this.app.showDetails();
			}}, words, this.sort === key ? (this.up ? "\u00a0▲" : "\u00a0▼") : ""));
		if (!rows.length)
			return [this.heading("No node ran, or their grids were not recorded"), this.about()];
		return [element("table", {id: "nodes"},
			element("thead", {}, element("tr", {}, columns.map(([key, words]) => title(key, words)))),
			element("tbody", {}, rows.map((it) => this.row(it)))), this.about()];
	}

	/* Return true if memory was copied. */
	copies() {
		return this.head.nodes.some((it) => it.copied);
	}

	row(it) {
		const {head} = this, share = head.allSelf ? it.self / head.allSelf : 0, bar = element("i");
		bar.style.width = `${100 * share}%`;
		const cell = (text) => element("td", {class: "n"}, text);
		return element("tr", {class: "link", "data-node": it.path, onclick: () => this.app.select({type: "node", node: it.number})},
			element("td", {}, it.path.split("/").flatMap((name, i) => i ? ["/", element("wbr"), name] : [name])), cell(formatCount(it.grids)), cell(formatCount(it.instances)), head.wall ? cell(formatCount(it.own)) : null,
			cell(this.app.time(it.total)),
			element("td", {class: "n"}, `${this.app.time(it.self)} · ${formatPercent(share)}`, element("span", {class: "share"}, bar)),
			cell(this.app.time(it.waited)), cell(formatBytes(it.bytes)), this.copies() ? cell(formatBytes(it.copied)) : null,
			cell(head.critical ? formatPercent(it.critical / head.critical) : ""));
	}

	about() {
		const {head} = this, notes = [];
		if (head.forgotten)
			notes.push(`${formatCount(head.forgotten)} of the shortest slices are in summaries only, to keep the page small.`);
		if (head.notShown)
			notes.push(`${formatCount(head.notShown)} slices ran beside more others than there are lanes.`);
		if (head.moreObjects)
			notes.push(`${formatCount(head.moreObjects)} further objects are not shown.`);
		if (head.moreMarks)
			notes.push(`${formatCount(head.moreMarks)} further diagnostics are not shown.`);
		if (head.order && !head.orders.length)
			notes.push(`All ran in order ${head.order}.`);
		if (head.orders.length)
			notes.push(`Executions ran several times, all of which is above: ${head.orders.map(([name, runs]) => `${formatCount(runs)} in order ${name}`).join(", ")}` +
				`${head.moreOrders ? `, ${formatCount(head.moreOrders)} in others` : ""}.`);
		if (head.damage)
			notes.push(`The trace is not complete: ${head.damage}.`);
		return element("p", {class: "hint"}, `${formatCount(head.events)} events of ${head.program.join(" ")}; levels ${head.levels}; ` +
			notes.join(" "));
	}

	/* --- a node --- */

	nodePage({node}) {
		const it = this.head.nodes[node], {head} = this, ran = it.grids > 0;
		const share = (part, all) => all ? ` (${formatPercent(part / all)})` : "";
		return [
			this.heading(it.path, it.colour),
			element("div", {class: "columns"},
				this.facts([
					["function", element("code", {}, it.function)],
					["kind", `${it.kind}, ${it.dims ? it.dims + "-dimensional" : "one instance"}, for ${it.target}`],
					["source", this.source(it)],
					["created", it.definedIn && it.parent >= 0 ? this.place(it.file, it.line) : null],
					["backend", it.by],
					["grids", formatCount(it.grids)],
					["instances", formatCount(it.instances)],
					["operations", ran ? `${formatCount(it.operations)}, own ${formatCount(it.own)}` : null],
				]),
				this.facts(!ran ? [] : [
					["total", this.app.time(it.total)],
					["own", this.app.time(it.self) + share(it.self, head.allSelf)],
					["waits", this.app.time(it.waited)],
					["mean grid", this.app.time(it.total / it.grids)],
					["longest grid", this.go(this.app.time(it.longest), () => this.app.goLongest(node))],
					["critical path", head.critical ? this.app.time(it.critical) + share(it.critical, head.critical) : null],
					["edge bytes", formatBytes(it.bytes)],
					["copied", it.copied ? formatBytes(it.copied) : null],
				]), ...this.code(it)),
			...this.found(node),
			...this.ports(it),
			element("p", {class: "hint"}, this.query("--node", it.path)),
		];
	}

	/* Verdicts, builds, and other marks of a node. */
	found(node) {
		const marks = this.head.marks.filter((mark) => mark.node === node);
		const rows = marks.slice(0, 50).map((mark) => element("tr", {class: "link", onclick: () => this.app.goMark(this.head.marks.indexOf(mark))},
			element("td", {}, mark.kind), element("td", {class: mark.level === "bad" || mark.isBad ? "bad" : ""}, mark.words),
			element("td", {}, mark.kind === "verdict" ? `${mark.facts.instances || 0} instances, ${mark.facts.mismatches || 0} mismatches` :
				mark.kind === "build" ? `${this.head.wall ? this.app.time(mark.took) : ""} ${mark.text}` : mark.facts.message || "")));
		return rows.length ? [element("h3", {}, "found"), element("table", {id: "found"}, element("tbody", {}, rows))] : [];
	}

	/* Return source lines around a line, if they could be read when the page was made. */
	excerpt(file, line, before = AROUND, after = AROUND) {
		const source = (this.head.sources || []).find((it) => it.file === file);
		const lines = source ? source.lines.filter(([number]) => number >= line - before && number <= line + after) : [];
		if (!lines.length)
			return [];
		const pre = element("pre", {});
		for (const [number, text] of lines) {
			const words = `${String(number).padStart(5)}  ${text}`;
			pre.append(number === line ? element("b", {}, words) : words, "\n");
		}
		return [pre];
	}

	ports(it) {
		const row = (direction, number, port, edges, binds) => element("tr", {},
			element("td", {}, `${direction} ${number}`), element("td", {}, element("code", {}, port[0] || "")), element("td", {}, element("code", {}, port[1])),
			element("td", {}, edges.map((edge) => element("div", {}, this.nodeLink(direction === "input" ? edge.from : edge.to),
				` ${direction === "input" ? "output" : "input"} ${direction === "input" ? edge.output : edge.input}: ` +
				`${formatCount(edge.values)} values, ${formatBytes(edge.bytes)}`)),
				binds.filter((bind) => bind.node === it.number && bind.port === number).map((bind) => element("div", {},
					this.nodeLink(it.parent), ` ${direction} ${bind.parentPort}`))));
		const rows = [
			...it.inputs.map((port, i) => row("input", i, port, it.edgesIn.filter((edge) => edge.input === i), this.head.binds)),
			...it.outputs.map((port, i) => row("output", i, port, it.edgesOut.filter((edge) => edge.output === i), this.head.results)),
		];
		return rows.length ? [element("h3", {}, "inputs and outputs"), element("table", {}, element("tbody", {}, rows))] : [];
	}

	/* --- a slice --- */

	slicePage({slice}) {
		const it = this.head.nodes[slice.node], {kind} = slice.lane;
		const what = {grid: "grid", batch: "batch of instances", execution: "execution", flight: "in flight", unit: "run on " + slice.by}[kind];
		return [
			this.heading(kind === "order" ? `${it.path}: ${this.app.orderWords(slice)}` : `${it.path}: ${what}${kind === "flight" ? "" : `, execution ${slice.execution}`}`, it.colour),
			element("div", {class: "columns"}, this.facts([
				["event", kind === "order" ? String(slice.number) : slice.ended ? `${slice.number} to ${slice.last}` : `${slice.number}, has not ended`],
				["begins", this.app.exact(slice.begin)],
				["takes", this.app.time(slice.end - slice.begin) + (slice.ended ? "" : ", until the trace ends")],
				["waited", kind === "grid" ? this.app.time(slice.waited) : null],
				["execution", kind === "flight" || kind === "order" ? null : String(slice.execution)],
				["order", this.app.orderOf(slice) || null],
				["parent's instance", slice.parent > 0 ? String(slice.parent - 1) : null],
				["in flight", kind === "flight" ? String(slice.count) : null],
			]), this.facts([
				["instances", kind === "grid" ? formatCount(slice.count) : kind === "batch" || kind === "unit" ?
					`${slice.first} to ${slice.first + slice.count - 1} (${formatCount(slice.count)})` : null],
				["operations", kind === "flight" ? null : formatCount(slice.operations)],
				["thread", kind === "flight" ? null : String(slice.thread)],
				["backend", kind === "order" ? null : slice.by],
				["node", kind === "execution" ? null : this.nodeLink(slice.node)],
				["source", kind === "grid" || kind === "batch" ? this.source(it) : null],
				["critical path", this.chain(slice)],
				["", null],
				[kind === "unit" ? "with it" : "", kind === "unit" ? this.head.texts[slice.chain] : null],
			])),
			...this.values(slice),
			...this.results(slice),
			...this.destinations(slice),
			...this.marksIn(slice),
			...kind === "grid" || kind === "batch" ? this.code(it) : [],
			element("p", {class: "hint"}, kind === "order" ? this.query("--node", it.path, "--kind", "order") : kind === "flight" ? this.query("--kind", "push,pop", "--node", it.path) :
				this.query("--node", it.path, "--execution", slice.execution)),
		];
	}

	chain(slice) {
		const nodes = slice.lane.kind === "execution" ? this.head.chains[slice.chain] || [] : [];
		if (!nodes.length)
			return null;
		return element("span", {}, [...nodes].reverse().flatMap((node, i) => [i ? " → " : null,
			this.go(this.head.nodes[node].name, () => this.app.goSlice(node, slice.execution, slice.begin))]));
	}

	values(slice) {
		const {head} = this, it = head.nodes[slice.node];
		if (slice.lane.kind === "grid" && slice.parent > 1 && !slice.arrivals.some((arrival) => arrival.edge >= head.edges.length && arrival.edge < head.edges.length + head.binds.length) &&
			head.binds.some((bind) => bind.node === slice.node))
			return [...this.arrivals(slice), element("p", {class: "hint"}, `What comes from inputs of ${head.nodes[it.parent].name} is the same in all of its instances: `,
				this.go("see the first one", () => this.app.goFirst(slice)))];
		return this.arrivals(slice);
	}

	/* The values that children stored in outputs of an execution, or of a grid with
	 * children. */
	results(slice) {
		const {head} = this, first = head.edges.length + head.binds.length, it = head.nodes[slice.node];
		const given = slice.arrivals.filter((arrival) => arrival.edge >= first), many = slice.count > 1;
		if (!given.length)
			return [];
		const heads = ["event", ...many ? ["instance"] : [], "output", "type", "value", "from"];
		return [element("h3", {}, "outputs"), element("table", {id: "outputs"},
			element("thead", {}, element("tr", {}, heads.map((words) => element("th", {scope: "col"}, words)))),
			element("tbody", {}, given.map((arrival) => {
				const bind = head.results[arrival.edge - first], port = bind && it.outputs[bind.parentPort];
				return element("tr", {"data-event": arrival.event},
					element("td", {}, String(arrival.event)),
					many ? element("td", {}, String(arrival.values - 1)) : null,
					element("td", {}, port ? `${bind.parentPort} ${port[0]}` : ""),
					element("td", {}, element("code", {}, port ? port[1] : "")),
					element("td", {"data-value": true}, this.value(arrival, port ? port[1] : "", port && port[2])),
					element("td", {}, bind ? this.nodeLink(bind.node) : "", bind ? ` output ${bind.port}` : ""));
			}))), given.length < MOST_RESULTS ? null : element("p", {class: "hint"}, "There may be more: ",
			this.query("--kind", "bind-out", "--execution", slice.execution))].filter((part) => part);
	}

	arrivals(slice) {
		const came = slice.arrivals.filter((arrival) => arrival.edge < this.head.edges.length + this.head.binds.length);
		if (!came.length)
			return [];
		const {head} = this, it = head.nodes[slice.node];
		return [element("h3", {}, "inputs"), element("table", {id: "values"},
			element("thead", {}, element("tr", {}, ["event", "input", "type", "value", "from", ""].map((words) => element("th", {scope: "col"}, words)))),
			element("tbody", {}, came.flatMap((arrival) => {
				const edge = head.edges[arrival.edge], bind = head.binds[arrival.edge - head.edges.length];
				const input = edge ? edge.input : bind ? bind.port : -1, port = it.inputs[input];
				return [element("tr", {"data-event": arrival.event},
					element("td", {}, String(arrival.event)),
					element("td", {}, port ? `${input} ${port[0]}` : ""),
					element("td", {}, element("code", {}, port ? port[1] : "")),
					element("td", {"data-value": true}, this.value(arrival, port ? port[1] : "", port && port[2])),
					element("td", {}, edge ? this.nodeLink(edge.from) : bind ? this.nodeLink(it.parent) : "",
						edge ? ` output ${edge.output}` : bind ? ` input ${bind.parentPort}` : ""),
					element("td", {}, arrival.left !== null && edge ? this.go("go there",
						() => this.app.goSlice(edge.from, slice.execution, arrival.left)) : null)), this.moreElements(arrival, port)];
			})))];
	}

	/* Format a value as hpvm-trace query does. */
	value(arrival, type, to) {
		if (arrival.kind === 2 || arrival.kind === 4) {
			const object = this.head.objects.findIndex((it) => it.object === arrival.object);
			const words = `object ${arrival.object} + ${arrival.offset}` + (arrival.kind === 4 ? `: ${arrival.length} bytes #${arrival.hash}` : "");
			const all = this.elements(arrival, to), first = all.slice(0, FIRST_ELEMENTS).join(" ");
			return [object < 0 ? words : this.go(words, () => this.app.select({type: "object", object})),
				all.length ? ` [${first}${all.length > FIRST_ELEMENTS ? " ..." : ""}]` : null];
		}
		if (arrival.kind === 3)
			return arrival.isNull ? "null" : "pointer";
		if (arrival.kind !== 1)
			return `${formatCount(arrival.values)} values of ${formatCount(arrival.bytes)} bytes`;
		return scalarWords(arrival.value, type);
	}

	/* Return the elements of a buffer that the page has, formatted as by query; bytes if the
	 * type is unknown. */
	elements(arrival, type) {
		const size = ELEMENT_BYTES[type], all = [];
		if (arrival.kind === 4 && !size)
			return Array.from(arrival.value, (byte) => byte.toString(16).padStart(2, "0"));
		for (let at = 0; arrival.kind === 4 && at + size <= arrival.value.length; at += size)
			all.push(scalarWords(arrival.value.subarray(at, at + size), type));
		return all;
	}

	/* Return a row with the remaining elements of a buffer, below the buffer's row. */
	moreElements(arrival, port) {
		const all = this.elements(arrival, port && port[2]);
		if (all.length <= FIRST_ELEMENTS)
			return null;
		const first = `${port && port[2] ? port[2] : "bytes"} 0 to ${all.length - 1}: `;
		return element("tr", {class: "elements"}, element("td", {colspan: 3}), element("td", {colspan: 3},
			element("div", {class: "scroll"}, first, element("code", {}, all.join(" ")))));
	}

	destinations(slice) {
		const edges = slice.lane.kind === "grid" ? this.head.nodes[slice.node].edgesOut : [];
		const sinks = [...new Set(edges.map((edge) => edge.to))];
		if (!sinks.length)
			return [];
		return [element("h3", {}, "goes on to"), element("p", {}, sinks.flatMap((node, i) => [i ? ", " : null,
			this.go(this.head.nodes[node].name, () => this.app.goSlice(node, slice.execution, slice.end))]))];
	}

	marksIn(slice) {
		const marks = this.head.marks.filter((mark) => mark.event > slice.number && mark.at <= slice.end &&
			(!slice.ended || mark.event <= slice.last) && (mark.node < 0 || mark.node === slice.node || slice.lane.kind === "execution"));
		return marks.length ? [element("h3", {}, "what was found in it"), ...marks.slice(0, 20).map((mark) => this.markLink(mark))] : [];
	}

	markLink(mark) {
		return element("div", {}, this.go(mark.words, () => this.app.goMark(this.head.marks.indexOf(mark))));
	}

	/* --- other pages --- */

	linePage({line}) {
		const about = this.head.lines[line];
		return [
			this.heading(`${this.head.nodes[about.from].name} → ${this.head.nodes[about.to].name}`),
			this.facts([
				["kind", `${about.all ? "all to all" : "one to one"}${about.streaming ? ", streaming" : ""}`],
				["from", this.nodeLink(about.from)], ["to", this.nodeLink(about.to)],
				["traffic", `${formatCount(about.values)} values, ${formatBytes(about.bytes)}`],
			]),
			element("table", {}, element("tbody", {}, about.edges.map((number) => {
				const edge = this.head.edges[number], port = this.head.nodes[edge.to].inputs[edge.input];
				return element("tr", {}, element("td", {}, `output ${edge.output} → input ${edge.input}`),
					element("td", {}, element("code", {}, port ? `${port[1]} ${port[0]}` : "")),
					element("td", {}, `${formatCount(edge.values)} values, ${formatBytes(edge.bytes)}`));
			}))),
		];
	}

	markPage({mark}) {
		const it = this.head.marks[mark], {facts} = it, place = {file: facts.file, line: Number(facts.line) || 0};
		const shown = new Set(["expected", "got", "file", "line", "column", "severity", "message", "node", "execution", "what", "place"]);
		const inputs = it.details.filter(([key]) => key.startsWith("input "));
		const others = it.details.filter(([key]) => !shown.has(key) && !key.startsWith("input "));
		const at = this.head.shown.indexOf(mark);
		const code = place.file ? this.excerpt(place.file, place.line) : it.node >= 0 ? this.code(this.head.nodes[it.node]) : [];
		return [
			element("h2", {class: it.level === "bad" ? "bad" : ""}, `${it.kind}: ${it.words}`),
			facts.message ? element("p", {"data-fact": "message"}, facts.message) : null,
			it.kind !== "diagnostic" && it.text ? element("p", {}, it.text) : null,
			...facts.got === undefined ? code : [],
			element("div", {class: "columns"}, facts.got === undefined ? null : element("table", {id: "difference"}, element("tbody", {},
				element("tr", {}, element("th", {scope: "row"}, "expected"), element("td", {"data-fact": "expected"}, element("code", {}, facts.expected))),
				element("tr", {}, element("th", {scope: "row"}, `got${it.by ? " from " + it.by : ""}`), element("td", {"data-fact": "got", class: "bad"}, element("code", {}, facts.got))),
				element("tr", {}, element("th", {scope: "row"}, "where"), element("td", {"data-fact": "place"}, (facts.place || "").replace(/,$/, ""))),
				...inputs.map(([key, value]) => element("tr", {"data-fact": key}, element("th", {scope: "row"}, key), element("td", {}, this.input(value)))))),
			this.facts([
				["node", it.node >= 0 ? this.nodeLink(it.node) : null],
				["execution", it.execution !== undefined ? String(it.execution) : facts.execution],
				["parent's instance", it.parent ? String(it.parent - 1) : null],
				["backend", it.by],
				["took", it.took !== undefined && this.head.wall ? this.app.time(it.took) : null],
				["source", this.place(place.file, place.line)],
				...others,
			]), facts.got === undefined ? this.facts(inputs) : null, this.facts([
				["event", String(it.event)], ["at", this.app.exact(it.at)], ["thread", String(it.thread)],
				["finding", at >= 0 ? `${at + 1} of ${this.head.shown.length}` : null],
			])),
			...facts.got === undefined ? [] : code,
			element("p", {}, this.go("What ran then", () => this.app.goMark(mark))),
			element("p", {class: "hint"}, this.query("--kind", it.kind)),
		].filter((part) => part);
	}

	/* Format an input of a difference's instance: text of hpvm-trace query, with a link if it
	 * names an object. */
	input(words) {
		const named = /^object (\d+) /.exec(words);
		const object = named ? this.head.objects.findIndex((it) => it.object === Number(named[1])) : -1;
		return object < 0 ? element("code", {}, words) : this.go(words, () => this.app.select({type: "object", object}));
	}

	objectPage({object}) {
		const it = this.head.objects[object];
		return [
			this.heading(`object ${it.object}`),
			this.facts([
				["bytes", `${formatCount(it.bytes)} (${formatBytes(it.bytes)})`],
				["tracked", element("code", {}, it.text || "")],
				["event", String(it.event)],
				["from", this.app.exact(it.begin)],
				["to", it.ended ? this.app.exact(it.end) : "the end of the trace"],
				["requests", formatCount(it.requests)],
				["copies", it.copies ? `${formatCount(it.copies)}, ${formatBytes(it.copied)}` : null],
				["moves", it.moves ? formatCount(it.moves) : null],
			]),
			it.accesses.length ? element("table", {}, element("tbody", {}, it.accesses.slice(0, 200).map(([number, at, offset, bytes, text]) =>
				element("tr", {}, element("td", {}, `event ${number}`), element("td", {}, this.head.texts[text] || "request"), element("td", {}, this.app.exact(at)),
					element("td", {}, `${formatCount(bytes)} bytes from ${formatCount(offset)} on`))))) : null,
		].filter((part) => part);
	}
}

/* Format a value of an edge as hpvm-trace query does. */
function scalarWords(bytes, type) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	if (type === "float" && bytes.length === 4)
		return formatFloat(view.getFloat32(0, true), 9);
	if (type === "double" && bytes.length === 8)
		return formatFloat(view.getFloat64(0, true), 17);
	if (type[0] === "i" && bytes.length > 0 && bytes.length <= 8) {
		let value = 0n;
		for (let i = bytes.length; i-- > 0;)
			value = value << 8n | BigInt(bytes[i]);
		return String(BigInt.asIntN(8 * bytes.length, value));
	}
	return "0x" + [...bytes].reverse().map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
