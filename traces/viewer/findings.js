/* findings.js -- the findings to look at first: the buttons at the top, and the place where a page
 * opens. */

function findings(app) {
	const {head} = app, list = [], ran = head.nodes.filter((it) => it.grids);
	const first = (key) => ran.reduce((best, it) => !best || it[key] > best[key] ? it : best, null);
	const slow = first("self"), waits = first("waited"), length = head.end - head.begin;
	const add = (kind, words, action) => list.push(element("button", {type: "button", class: kind, onclick: action}, words));
	const bold = (text) => element("b", {}, text);
	const differences = head.marks.filter((it) => it.kind === "difference");
	const diagnosed = (level) => head.marks.filter((it) => it.kind === "diagnostic" && it.level === level);
	const diagnostics = diagnosed("bad"), warnings = diagnosed("warning");
	if (differences.length)
		add("bad", [bold(`${differences.length} ${differences.length === 1 ? "difference" : "differences"}`), `, first ${differences[0].words}`],
			() => app.goMark(head.marks.indexOf(differences[0])));
	if (diagnostics.length)
		add("bad", [bold(`${formatCount(diagnostics.length)} ${diagnostics.length === 1 ? "diagnostic" : "diagnostics"}`),
			`, first ${diagnostics[0].words}`], () => app.goMark(head.marks.indexOf(diagnostics[0])));
	if (warnings.length)
		add("wait", [bold(`${formatCount(warnings.length)} ${warnings.length === 1 ? "warning" : "warnings"}`),
			`, first ${warnings[0].words}`], () => app.goMark(head.marks.indexOf(warnings[0])));
	if (head.damage)
		add("bad", [bold("not complete"), `: ${head.damage}`], () => app.timeline.show(head.end - length / 20, head.end));
	if (head.only)
		add("wait", [bold("not all was recorded"), `: only ${head.only}`], () => app.select(null));
	if (head.open.length) {
		const last = head.open.reduce((best, it) => it.since >= best.since ? it : best);
		add("bad", [bold(`${head.nodes[last.node].label} did not end`), ` in execution ${last.execution}, since ${app.time(last.since)}`,
			head.open.length > 1 ? `, and ${formatCount(head.open.length - 1)} more` : ""], () => app.goOpen(last));
	}
	const worker = head.marks.find((it) => it.kind === "worker" && it.level === "bad");
	if (worker)
		add("bad", [bold(worker.words)], () => app.goMark(head.marks.indexOf(worker)));
	const verdicts = head.marks.filter((it) => it.kind === "verdict");
	if (verdicts.length && verdicts.every((it) => it.good))
		add("good", [bold("no difference"), ` in ${verdicts.length} verdicts`], () => app.setColour("verdict"));
	if (slow && head.allSelf)
		add("", [bold(slow.label), ` takes ${formatPercent(slow.self / head.allSelf)} of the ${head.wall ? "time" : "operations"} (${app.time(slow.self)})`],
			() => app.goNode(slow.number));
	if (waits && waits.waited > length / 200)
		add("wait", [bold(waits.label), ` waits longest (${app.time(waits.waited)} in ${formatCount(waits.grids)} ${waits.grids === 1 ? "grid" : "grids"})`],
			() => app.goNode(waits.number));
	if (head.critical)
		add("", pathWords(app, bold), () => app.togglePath());
	if (head.mostInFlight)
		add("", ["at most ", bold(formatCount(head.mostInFlight)), " in flight"],
			() => app.timeline.revealRow(app.timeline.tracks.rows.find((row) => row.kind === "flight")));
	return list;
}

/* Return the number of the mark at which the page opens, or -1: differences, then errors, then
 * warnings. */
function firstFinding(head) {
	const {marks} = head, first = (wanted) => marks.findIndex(wanted);
	const difference = first((it) => it.kind === "difference"), bad = first((it) => it.level === "bad");
	return difference >= 0 ? difference : bad >= 0 ? bad : first((it) => it.level === "warning");
}

function pathWords(app, bold) {
	// without nodes within those
	const {head} = app, top = (it) => it.parent < 0 || head.nodes[it.parent].parent < 0;
	const on = head.nodes.filter((it) => it.critical > 0 && top(it)).sort((a, b) => b.critical - a.critical);
	const words = on.slice(0, 3).map((it) => `${it.label} ${formatPercent(it.critical / head.critical)}`).join(", ");
	return [bold("critical path"), `${head.criticalOf} ${app.time(head.critical)}: ${words}${on.length > 3 ? " …" : ""}`];
}
