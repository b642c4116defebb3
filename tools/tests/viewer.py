#!/usr/bin/env python3
"""tools/tests/viewer.py PAGE TRACE... -- test the pages of traces in a browser, and compare them with
hpvm-trace query.

Arguments come in pairs, a page and the trace it was made of. Environment: HPVM_TRACE. Exit status
77: there is no browser.
"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "traces", "viewer"))
import browser  # noqa: E402

HPVM_TRACE = os.environ.get("HPVM_TRACE", "./hpvm-trace")
failures = 0
label = ""
given = set()


def check(good, what):
    global failures
    if not good:
        failures += 1
        print(f"FAIL: {label}: {what}")
    return good


def query(trace, *options):
    done = subprocess.run([HPVM_TRACE, "query", "--format", "json", *options, trace], check=True,
                          stdout=subprocess.PIPE)
    return [json.loads(line) for line in done.stdout.splitlines()]


def facts(page):
    """Return the details pane's table of facts, by name."""
    return page.js("""return Object.fromEntries([...document.querySelectorAll("#details tr[data-fact]")].map((row) =>
        [row.dataset.fact, row.querySelector("td").textContent]))""")


def heading(page):
    return page.text("#details h2")


def plain(text):
    return text.replace("\u2009", "")


# --- user actions -----------------------------------------------------------------------------

def opens(page, trace):
    """The table of nodes is the same as that of stat."""
    rows = page.js("""return Object.fromEntries([...document.querySelectorAll("#nodes tbody tr")].map((row) =>
        [row.dataset.node, [...row.cells].map((cell) => cell.textContent)]))""")
    stat = subprocess.run([HPVM_TRACE, "stat", trace], check=True, stdout=subprocess.PIPE, text=True).stdout
    told = {line.split()[0]: line.split()[1:] for line in stat.splitlines()[1:-1]}
    check(set(rows) == set(told), f"the table has {sorted(rows)}, stat has {sorted(told)}")
    for node in set(rows) & set(told):
        check([plain(cell) for cell in rows[node][1:3]] == told[node][:2],
              f"{node}: {rows[node][1:3]}, stat has {told[node][:2]}")
    check(page.js("return document.title").endswith("hpvm-trace"), "the title")
    check(page.js("return document.querySelectorAll('#findings button').length") > 0, "nothing is found")


def folds(page):
    """A root can be folded with the keyboard and unfolded with the mouse."""
    root = page.js("return hpvmTrace.head.roots.find((i) => hpvmTrace.head.nodes[i].children.length)")
    count = "return hpvmTrace.timeline.tracks.rows.filter((row) => row.kind === 'node').length"
    box = "const box = hpvmTrace.graph.drawing.boxes[arguments[0]], view = hpvmTrace.graph.view;"
    before = page.js(count)
    page.js("hpvmTrace.select({type: 'node', node: arguments[0]}); document.getElementById('graph').focus()", root)
    page.key(browser.Keys.ENTER)
    check(page.js("return hpvmTrace.folded.has(arguments[0])", root), "Enter does not fold")
    check(page.js(count) < before, "the timeline has as many rows after folding")
    height = page.js(box + "return box.height", root)
    place = page.js(box + """return [(box.x + box.width - 10) * view.scale - view.x,
        (box.y + 12) * view.scale - view.y]""", root)
    page.click("#graph", *place)
    check(not page.js("return hpvmTrace.folded.has(arguments[0])", root), "a click does not unfold")
    check(page.js(box + "return box.height", root) > height, "the box is as small as it was")
    check(page.js(count) == before, "rows are missing after unfolding")
    page.key(browser.Keys.ESCAPE)


def fits(page):
    """The graph is readable, or the page reports that it shows a part, and can show all of it. No
    column is cut off."""
    scale, note = "return hpvmTrace.graph.view.scale", "return document.getElementById('graph-note').textContent"
    inside = """const {graph} = hpvmTrace, {view, drawing, canvas} = graph;
        return -view.x >= 0 && -view.y >= 0 && drawing.width * view.scale - view.x <= canvas.clientWidth + 1 &&
            drawing.height * view.scale - view.y <= canvas.clientHeight + 1"""
    page.js("hpvmTrace.foldAll(false)")
    part = page.js(note)
    check(not part or page.text("#fit-graph") in part, f"the note '{part}' does not name the button that shows all")
    page.find("#fit-graph").click()
    page.settle()
    part = page.js(note)
    if page.js("return document.getElementById('graph-note').textContent.startsWith('too small')"):
        page.find("#fit-graph").click()
        part = page.js(note)
    check(page.js(scale) >= 0.5, "nothing of the graph can be read")
    check(page.js(inside) or part.startswith("a part of it"), f"a part of the graph is shown, and the page says '{part}'")
    if part:
        page.find("#fit-graph").click()
        page.settle()
        check(page.js(inside), "the whole graph is not shown")
        check("zoom" in page.js(note), f"it is too small to read, and the page says '{page.js(note)}'")
        page.wheel("#graph", 200, 200, -600)
        check(not page.js(note), "the note stays when the graph is moved")
    page.js("hpvmTrace.select(null)")
    for width in (1180, 1500):
        page.resize(width, 900)
        page.settle()
        check(page.js("""const pane = document.getElementById("details"), table = document.getElementById("nodes");
            return pane.scrollWidth <= pane.clientWidth && table.rows[0].cells.length === table.rows[1].cells.length"""),
              f"a column of the table of nodes is cut off in a page {width} wide")


def rules(page):
    """Every time on the ruler is complete, at any position."""
    cut = page.js("""const {timeline} = hpvmTrace, {context, from, to} = timeline, cut = [], words = context.fillText;
        context.fillText = (text, x, y) => {
            if (x + context.measureText(text).width > timeline.width)
                cut.push(text);
        };
        for (let i = 0; i < 20; i++) {
            timeline.show(from + (to - from) * i / 80, to - (to - from) * i / 40);
            timeline.drawRuler();
        }
        context.fillText = words;
        timeline.show(from, to);
        return cut;""")
    check(not cut, f"the ruler's {cut} are cut off")


def is_apart(page):
    """No box overlaps its sibling, whatever is folded, and lines end at boxes."""
    wrong = page.js("""
        const {head, graph} = hpvmTrace, wrong = [];
        const meet = (a, b) => a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5;
        const within = (a, b) => a.x >= b.x - 0.5 && a.y >= b.y - 0.5 && a.x + a.width <= b.x + b.width + 0.5 && a.y + a.height <= b.y + b.height + 0.5;
        for (const folded of [[], head.nodes.map((it) => it.number).filter((i) => i % 3 === 1), head.nodes.map((it) => it.number)]) {
            hpvmTrace.folded = new Set(folded);
            hpvmTrace.relayout();
            const {boxes} = graph.drawing;
            for (const list of [head.roots, ...head.nodes.map((it) => it.children)])
                list.forEach((a, i) => list.slice(i + 1).forEach((b) => {
                    if (graph.isShown(a) && meet(boxes[a], boxes[b]))
                        wrong.push(head.nodes[a].path + " lies on " + head.nodes[b].path);
                }));
            for (const it of head.nodes)
                if (it.parent >= 0 && graph.isShown(it.number) && !within(boxes[it.number], boxes[it.parent]))
                    wrong.push(it.path + " leaves its parent");
        }
        hpvmTrace.foldAll(false);
        return wrong;""")
    check(not wrong, "; ".join(wrong[:5]))


def zooms(page):
    """Zoom with the wheel and with keys, and show everything again."""
    shown = "return hpvmTrace.timeline.to - hpvmTrace.timeline.from"
    page.js("document.getElementById('timeline').focus()")
    page.key("0")
    whole = page.js(shown)
    page.wheel("#timeline", 600, 150, -600)
    once = page.js(shown)
    check(once < whole * 0.7, f"the wheel does not zoom: {whole} to {once}")
    page.key("w", "w")
    twice, begin = page.js(shown), page.js("return hpvmTrace.timeline.from")
    check(twice < once * 0.6, f"w does not zoom: {once} to {twice}")
    page.key("d")
    check(page.js("return hpvmTrace.timeline.from") > begin, "d does not go on")
    page.key("0")
    check(abs(page.js(shown) - whole) < whole * 1e-6, "0 does not show all of it")


def searches(page):
    """Search for a node, which is then selected."""
    path = page.js("return hpvmTrace.head.nodes.filter((it) => it.grids).pop().path")
    page.key("/")
    page.find("#search").send_keys(path.rsplit("/", 1)[1])
    check(page.js("return document.querySelectorAll('#results li').length") > 0, "nothing is found")
    page.key(browser.Keys.ENTER)
    check(heading(page) == path, f"'{heading(page)}' instead of {path}")
    node = facts(page)
    check(node["function"] == page.js("return hpvmTrace.head.nodes[hpvmTrace.selectedNode()].function"), "its function")
    page.key("/")
    page.find("#search").clear()
    page.find("#search").send_keys("nothing has this name")
    check("nothing is called so" in page.text("#results"), "what is not there is found")
    page.key(browser.Keys.ESCAPE)
    searches_numbers(page)


def searched(page, text):
    """Return the results that the search box offers."""
    page.key("/")
    page.find("#search").clear()
    page.find("#search").send_keys(text)
    page.driver.execute_async_script("const done = arguments[0]; hpvmTrace.search.complete.then(done)")
    return page.text("#results").splitlines()


def searches_numbers(page):
    """Search for executions and events: only existing ones are offered, and Enter selects them."""
    last, roots, paths = page.driver.execute_async_script("""
        const done = arguments[0], {store, head} = hpvmTrace;
        (async () => {
            let last = -1, roots = [];
            for (let found = []; ; last++, roots = found) {
                const has = await Promise.all(head.roots.map((root) => store.byExecution(last + 1, root)));
                found = head.roots.filter((root, i) => has[i]);
                if (!found.length)
                    break;
            }
            done([last, head.roots.length, roots.map((root) => head.nodes[root].path)]);
        })();""")
    check(last >= 0, "there is no execution")
    # with several roots, one result for each that has this execution, followed by the root's name
    wanted = [f"execution {last}" + (path if roots > 1 else "") for path in paths]
    found = searched(page, f"execution {last}")
    check(found == wanted, f"execution {last} is found as {found}, not {wanted}")
    page.key(browser.Keys.ENTER)
    page.wait("return hpvmTrace.selected && hpvmTrace.selected.type === 'slice'")
    check(f"execution {last}" in heading(page), f"'{heading(page)}' instead of execution {last}")
    check(searched(page, f"execution {last + 1}") == ["nothing is called so"], f"execution {last + 1} is offered")
    page.key(browser.Keys.ESCAPE)
    missed = page.driver.execute_async_script("""
        const done = arguments[0], missed = [];
        (async () => {
            for (let i = 0; i < Math.min(300, hpvmTrace.head.events); i++)
                if (!await hpvmTrace.findEvent(i))
                    missed.push(i);
            done(missed);
        })();""")
    check(not missed, f"events {missed} are not found")


def event_clicked(page, trace, kind, wanted):
    """Zoom to a slice of KIND that satisfies WANTED, click it, and compare its details with its
    events."""
    events = query(trace, "--kind", f"begin-{kind},end-{kind}", "--limit", "4000")
    begins = [event for event in events if event["kind"] == f"begin-{kind}" and wanted(event)]
    if not begins:
        return None
    begin = begins[len(begins) // 2]
    end = next(event for event in events if event["event"] > begin["event"] and event["kind"] == f"end-{kind}" and all(
        event.get(key) == begin.get(key) for key in ("node", "execution", "parent", "first", "thread")))
    page.driver.execute_async_script(
        "const done = arguments[1]; hpvmTrace.goEvent(arguments[0]).then(done)", begin["event"])
    page.key("f")
    place = page.js("""
        const slice = hpvmTrace.selected.slice, view = hpvmTrace.timeline;
        const row = view.tracks.rows.find((it) => it.lanes.some(({lane}) => lane === slice.lane));
        const at = row.lanes.find(({lane}) => lane === slice.lane);
        return [view.x((slice.begin + slice.end) / 2), row.y + at.y + at.height / 2 - view.scroll + view.top];""")
    page.key(browser.Keys.ESCAPE)
    page.click("#timeline", *place)
    page.wait("return hpvmTrace.selected && hpvmTrace.selected.type === 'slice'")
    told = facts(page)
    clock = "ns" if "ns" in begin else "operations"
    check(told["event"] == f"{begin['event']} to {end['event']}", f"events {told['event']}, not those of {begin}")
    check(told["begins"].split()[0] == str(begin[clock]), f"begins {told['begins']}, not {begin[clock]}")
    check(told["execution"] == str(begin["execution"]), f"execution {told['execution']}")
    check(heading(page).startswith(begin["node"] + ":"), f"the heading {heading(page)}")
    if kind == "batch":
        check(plain(told["instances"]).startswith(f"{begin['first']} to {begin['first'] + begin['count'] - 1} "), "instances")
    else:
        check(plain(told["instances"]) == str(begin["count"]), f"instances {told['instances']}")
    check(plain(told["operations"]) == str(end["operations"] - begin["operations"]), f"operations {told['operations']}")
    shows_code(page)
    return begin


def shows_code(page):
    """The details of a grid contain the first lines of its function, including its name."""
    function = page.js("return hpvmTrace.head.nodes[hpvmTrace.selectedNode()].name").split("#")[0]
    lines = page.js("const pre = document.querySelector('#details pre'); return pre ? pre.textContent : ''")
    marked = page.js("const line = document.querySelector('#details pre b'); return line ? line.textContent : ''")
    check(function in lines, f"the code of {function} is '{lines}'")
    check(facts(page)["source"].endswith(f":{marked.split()[0]}" if marked else ":"), f"'{marked}' is not at {facts(page)['source']}")


def waits(page, trace):
    """The sum of the waiting times of grids is that of the table, which is computed elsewhere."""
    sums = page.driver.execute_async_script("""
        const done = arguments[0], {store, head} = hpvmTrace, sums = {};
        (async () => {
            for (const lane of store.lanesOf("grid"))
                for (const chunk of lane.list) {
                    const data = await store.load(chunk);
                    for (const waited of data.column("waited"))
                        sums[lane.node] = (sums[lane.node] || 0) + waited;
                }
            done(Object.entries(sums).filter(([node, sum]) => sum !== head.nodes[node].waited).map(([node, sum]) =>
                `${head.nodes[node].path} waits ${sum}, not ${head.nodes[node].waited}`));
        })();""")
    check(not sums, "; ".join(sums))


def values(page, trace, begin):
    """The values that the selected grid received over edges and from the parent."""
    told = page.js("""return Object.fromEntries([...document.querySelectorAll("#values tbody tr[data-event]")].map((row) =>
        [row.dataset.event, row.querySelector("[data-value]").textContent]))""")
    edges = [event for event in query(trace, "--kind", "edge,bind", "--execution", str(begin["execution"]), "--node", begin["node"])
             if event["node"] == begin["node"] and event.get("parent") == begin.get("parent") and event["event"] < begin["event"]]
    check(edges, "no edges")
    for event in edges:
        value = event.get("value", f"{event['count']} values of {event['bytes']} bytes")
        got = told.get(str(event["event"]), "nothing")
        check(plain(got) == value, f"event {event['event']}: {got}, not {value}")


def results(page, trace):
    """The values that an execution, or a grid with children, stored in its outputs."""
    given = [event for event in query(trace, "--kind", "bind-out", "--limit", "200") if event["parent"] < 10]
    for event in given[:1] + given[-1:]:
        page.driver.execute_async_script("const done = arguments[1]; hpvmTrace.goEvent(arguments[0]).then(done)", event["event"])
        page.wait("return hpvmTrace.selected && hpvmTrace.selected.type === 'slice'")
        check(heading(page).startswith(event["to"]), f"outputs of {event['to']} are not at {heading(page)}")
        told = page.js("""return [...document.querySelectorAll("#outputs tbody tr")].map((row) =>
            [Number(row.dataset.event), row.querySelector("[data-value]").textContent])""")
        check([event["event"], event["value"]] in [[number, plain(value)] for number, value in told], f"event {event['event']}: not in {told}")
    return given


def first_difference(page, trace):
    """The page of a trace with differences opens at the first one."""
    first = query(trace, "--kind", "difference")[0]
    told = facts(page)
    details = first["details"]
    check(heading(page).startswith("difference: "), f"the page opens at '{heading(page)}'")
    check(page.js("return hpvmTrace.head.marks[hpvmTrace.selected.mark].event") == first["event"], "another event")
    for key in ("element", "instance"):
        check(told.get(key) == details[key], f"{key}: {told.get(key)}, not {details[key]}")
    for key in ("expected", "got", "place"):
        got = page.text(f"#details [data-fact={key}]")
        check(got == details[key].rstrip(","), f"{key}: {got}, not {details[key]}")
    for key in (key for key in details if key.startswith("input ")):
        check(told.get(key) == details[key], f"{key}: {told.get(key)}, not {details[key]}")
    check(page.js("return hpvmTrace.graph.colour") == "verdict", "nodes are not coloured by verdict")
    check(page.js("return hpvmTrace.timeline.from <= arguments[0] && hpvmTrace.timeline.to >= arguments[0]",
                  first.get("ns", first["operations"])), "it is not in the picture")
    page.key("n")
    check(page.js("return hpvmTrace.head.marks[hpvmTrace.selected.mark].event") > first["event"], "n does not go on")


def keeps_range(page):
    """A range in the address is used only if it is valid."""
    page.js("location.hash = '#from=x&to=y'")
    page.settle()
    check(page.js("return Number.isFinite(hpvmTrace.timeline.from)"), "a range of words is taken")


def looks(page):
    """Themes, help, colours, the critical path, a page of the size of a telephone."""
    before = page.js("return document.documentElement.dataset.theme")
    page.key("t")
    check(page.js("return document.documentElement.dataset.theme") != before, "t does not change the theme")
    page.key("t")
    page.key("?")
    check("search" in page.text("#help"), "there is no help")
    page.find("#help button").click()
    page.key("c")
    check(page.find("#path-button").get_attribute("aria-pressed") == "true", "c does not show the critical path")
    page.key("c")
    for colour in ("waited", "bytes", "none", "verdict", "time"):
        page.js("hpvmTrace.setColour(arguments[0])", colour)
        page.settle()
    page.resize(500, 700)
    page.settle()
    page.resize(1500, 900)
    page.settle()


def walks(page):
    """Arrow keys move from slice to slice."""
    page.js("document.getElementById('timeline').focus()")
    at = "return hpvmTrace.selected && hpvmTrace.selected.slice ? hpvmTrace.selected.slice.number : -1"
    page.key(browser.Keys.ARROW_DOWN)
    page.key(browser.Keys.ARROW_DOWN)
    first = page.js(at)
    check(first >= 0, "↓ selects nothing")
    page.key(browser.Keys.ARROW_RIGHT)
    check(page.js(at) != first or page.js("return hpvmTrace.selected.slice.lane.slices") < 2, "→ stays where it is")
    page.key(browser.Keys.ESCAPE)


def died(page, path, trace):
    """The page of a killed run reports it, and what was running then."""
    global label
    label = os.path.basename(trace)
    page.open(path)
    said = page.text("#findings")
    for text in ("it has no end: the run crashed", "Leaf did not end in execution 3"):
        check(text in said, f"the findings are '{said}', without '{text}'")
    title = page.text("#title")
    check("3 executions and 1 that did not end" in title, f"the title is '{title}'")
    page.js("[...document.querySelectorAll('#findings button')].find((it) => it.textContent.includes('did not end')).click()")
    page.wait("return hpvmTrace.selected && hpvmTrace.selected.type === 'slice'")
    check(page.js("return !hpvmTrace.selected.slice.ended && hpvmTrace.selected.slice.execution === 3"), "another slice")
    complaints = page.complaints()
    check(not complaints, f"the console has {complaints}")


def ran_whole(page, path, trace):
    """In a graph that a backend ran as one unit, its nodes ran in the unit."""
    global label
    label = os.path.basename(trace)
    page.open(path)
    words = page.js("return hpvmTrace.head.nodes.map((it) => hpvmTrace.graph.summary(it))")
    check("cpu" in words[0] and all(it == "in Root, on cpu" for it in words[1:]), f"the boxes say {words}")
    complaints = page.complaints()
    check(not complaints, f"the console has {complaints}")


def warns(page, path, trace):
    """The page of a run with a warning and without errors reports it and opens there."""
    global label
    label = os.path.basename(trace)
    page.open(path)
    marks = page.js("return hpvmTrace.head.marks.map((it) => it.kind)")
    check(marks and marks[0] != "diagnostic", f"marks are {marks}: the warning is the first")
    said = page.js("return [...document.querySelectorAll('#findings button')].map((it) => [it.className, it.textContent])")
    check(["wait", "1 warning, first stream-unpopped"] in said, f"the findings are {said}")
    check(not any(kind == "bad" for kind, _ in said), f"a warning is taken for an error: {said}")
    check(heading(page) == "diagnostic: stream-unpopped", f"the page opens at '{heading(page)}'")
    complaints = page.complaints()
    check(not complaints, f"the console has {complaints}")


def tells_orders(page, path, trace):
    """The page of executions that ran in several orders reports them, and the order of each grid."""
    global label
    label = os.path.basename(trace)
    page.open(path)
    said = page.text("#findings")
    check("critical path of order depth-first" in said, f"the findings are '{said}', which do not say what the path is of")
    said = page.text("#details")
    for order in ("reference", "reverse", "depth-first"):
        check(f"3 in order {order}" in said, f"the page does not say how many ran in order {order}")
        event = next(it for it in query(trace, "--kind", "begin-grid") if it["order"] == order)
        page.driver.execute_async_script("const done = arguments[1]; hpvmTrace.goEvent(arguments[0]).then(done)", event["event"])
        page.wait("return hpvmTrace.selected && hpvmTrace.selected.type === 'slice'")
        check(facts(page).get("order") == order, f"event {event['event']} is in order {facts(page).get('order')}")
        page.key(browser.Keys.ESCAPE)
        event = query(trace, "--kind", "order", "--execution", "1")[("reference", "reverse", "depth-first").index(order)]["event"]
        page.js("location.hash = '#event=' + arguments[0]", event)
        page.wait("return hpvmTrace.selected && hpvmTrace.selected.type === 'slice'")
        told = facts(page)
        check(told.get("event") == str(event) and told.get("order") == order, f"#event={event} opens {told}")
        check(f"order {order}, execution 1" in page.text("#details h2"), f"its title is {page.text('#details h2')}")
        check(page.js("return hpvmTrace.timeline.tracks.rows.some((row) => row.lanes.some((it) => it.lane === hpvmTrace.selected.slice.lane))"),
              "no row has the order")
        page.key(browser.Keys.ESCAPE)
        found = page.driver.execute_async_script("const done = arguments[1]; hpvmTrace.search.numbered('event', arguments[0])"
                                                 ".then((list) => done(list.map((it) => it.words)))", event)
        check(found == [f"event {event}"], f"event {event} is searched for, and {found} found")
    page.js("location.hash = '#event=999999'")
    page.wait("return document.getElementById('said')")
    check("does not show event 999999" in page.text("#said"), "an event that is not there is not said to be so")
    complaints = page.complaints()
    check(not complaints, f"the console has {complaints}")


def shows_bottleneck(page, path, trace):
    """For a grid of a pixel or less that has waited long, the wait and the arrow that leads to it are
    drawn."""
    global label
    label = os.path.basename(trace)
    page.open(path)
    told = page.js("""const {timeline, store, head} = hpvmTrace, node = head.nodes.findIndex((it) => it.name === "Short");
        const lane = store.lanesOf("grid", node)[0], waits = [], {drawWait} = timeline;
        timeline.drawWait = (from, to, ...rest) => {
            waits.push(to - from);
            drawWait.call(timeline, from, to, ...rest);
        };
        timeline.draw();
        delete timeline.drawWait;
        return {wide: (lane.groupEnd[0] - lane.groupBegin[0]) / timeline.perPixel, wait: Math.max(0, ...waits),
            arrows: timeline.arrows.filter((it) => it.lane === lane).length};""")
    check(told["wide"] < 1 and told["wait"] > 100, f"a grid {told['wide']} pixels wide has a wait {told['wait']} wide")
    check(told["arrows"] == 1, f"{told['arrows']} arrows lead to it")
    complaints = page.complaints()
    check(not complaints, f"the console has {complaints}")


def use(page, path, trace):
    global label
    label = os.path.basename(trace)
    page.open(path)
    if query(trace, "--kind", "difference"):
        first_difference(page, trace)
        page.key(browser.Keys.ESCAPE)
    opens(page, trace)
    folds(page)
    for width in (1280, 1500):
        page.resize(width, 900)
        page.settle()
        fits(page)
    rules(page)
    is_apart(page)
    zooms(page)
    searches(page)
    grid = event_clicked(page, trace, "grid", lambda event: True)
    check(grid, "no grid")
    with_edges = {(event["node"], event["execution"], event.get("parent")) for event in query(trace, "--kind", "edge", "--limit", "4000")}
    if with_edges:
        grid = event_clicked(page, trace, "grid", lambda event: (event["node"], event["execution"], event.get("parent")) in with_edges)
        values(page, trace, grid)
    event_clicked(page, trace, "batch", lambda event: True)
    waits(page, trace)
    walks(page)
    if results(page, trace):
        given.add(label)
    keeps_range(page)
    looks(page)
    complaints = page.complaints()
    check(not complaints, f"the console has {complaints}")
    print(f"{label}: {page.js('return hpvmTrace.head.events')} events")


def main():
    missing = browser.need()
    if missing:
        print(missing)
        sys.exit(77)
    with browser.Browser() as page:
        for path, trace in zip(sys.argv[1::2], sys.argv[2::2]):
            {"killed.hrt": died, "whole.hrt": ran_whole, "orders.hrt": tells_orders, "warned.hrt": warns, "bottleneck.hrt": shows_bottleneck}.get(os.path.basename(trace), use)(page, path, trace)
    check("outputs.hrt" in given, "no outputs")
    print(f"{len(sys.argv) // 2} pages, {failures} failures")
    sys.exit(failures > 0)


main()
