/* head.js -- the head of a page about graph and findings, and data derived from it: children,
 * colours, names, totals. */

const BAD_VERDICTS = new Set(["differs", "diverged", "failed", "garbage", "hung", "crashed"]);

/* Compute what the head does not contain. */
function completeHead(head) {
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
	for (let i = head.nodes.length; i-- > 0;) { /* totals of a folded node */
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
	head.marks.forEach((mark) => completeMark(head, mark));
	head.shown = head.marks.map((mark, i) => i).filter((i) => head.marks[i].level !== "note");
	const most = (key) => head.nodes.reduce((value, it) => Math.max(value, it[key]), 0);
	head.most = {time: most("self"), waited: most("waited"), bytes: most("bytes")};
	head.allSelf = head.nodes.reduce((sum, it) => sum + it.self, 0);
}

/* Set the name, the severity and the node of a mark. */
function completeMark(head, mark) {
	const facts = mark.facts = Object.fromEntries(mark.details);
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
