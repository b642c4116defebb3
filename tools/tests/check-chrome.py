#!/usr/bin/env python3
"""check-chrome.py TRACE -- check the output of hpvm-trace export --format=chrome by the rules of the
Trace Event Format: every event has the fields that its phase requires, with their types, and
otherwise only optional fields; slices of a track nest; asynchronous slices begin and end; arrows
begin before they end, and are attached to slices. Prints the number of items of each kind."""
import collections, json, sys

NUMBER = (int, float)
# Phase: the fields it requires besides ph, pid, name; its optional fields.
PHASES = {
    "X": ({"ts": NUMBER, "dur": NUMBER, "tid": int}, {"cat": str, "args": dict}),
    "b": ({"ts": NUMBER, "tid": int, "id": (str, int), "cat": str}, {"args": dict}),
    "e": ({"ts": NUMBER, "tid": int, "id": (str, int), "cat": str}, {"args": dict}),
    "s": ({"ts": NUMBER, "tid": int, "id": (str, int), "cat": str}, {"args": dict}),
    "f": ({"ts": NUMBER, "tid": int, "id": (str, int), "cat": str, "bp": str}, {"args": dict}),
    "C": ({"ts": NUMBER, "args": dict}, {"tid": int, "cat": str}),
    "i": ({"ts": NUMBER, "tid": int, "s": str}, {"cat": str, "args": dict}),
    "M": ({"args": dict}, {"tid": int}),
}
WORDS = {"X": "slices", "s": "arrows", "b": "asynchronous", "C": "counts", "i": "instants", "M": "names"}


def check_event(event):
    must, may = PHASES[event["ph"]]
    must = {**must, "ph": str, "pid": int, "name": str}
    for key, kind in must.items():
        assert isinstance(event.get(key), kind) and not isinstance(event[key], bool), (key, event)
    for key, value in event.items():
        assert key in must or isinstance(value, may[key]), (key, event)
    assert event.get("ts", 0) >= 0 and event.get("dur", 0) >= 0, event
    assert event["ph"] != "i" or event["s"] in "gpt", event
    assert event["ph"] != "f" or event["bp"] == "e", event
    assert event["ph"] != "C" or all(isinstance(v, NUMBER) for v in event["args"].values()), event
    assert event["ph"] != "M" or (event["name"] in ("process_name", "thread_name") and
                                  isinstance(event["args"]["name"], str)), event


def check_nesting(slices):
    ends = collections.defaultdict(list)
    for event in sorted(slices, key=lambda e: (e["pid"], e["tid"], e["ts"], -e["dur"])):
        stack, end = ends[event["pid"], event["tid"]], round(event["ts"] + event["dur"], 3)
        while stack and stack[-1] <= event["ts"]:
            stack.pop()
        assert not stack or end <= stack[-1] + 0.0005, ("does not nest", event)
        stack.append(end)


def check_arrows(arrows, slices):
    tracks = collections.defaultdict(list)
    for event in slices:
        tracks[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    for phases in arrows.values():
        assert sorted(phases) == ["f", "s"] and phases["s"]["ts"] <= phases["f"]["ts"], phases
        for event in phases.values():
            assert event["pid"], event
            if len(slices) < 1000:
                assert any(a - 0.0005 <= event["ts"] <= b + 0.0005 for a, b in
                           tracks[event["pid"], event["tid"]]), ("lies on no slice", event)


def main():
    with open(sys.argv[1]) as file:
        trace = json.load(file)
    assert trace["displayTimeUnit"] in ("ns", "ms")
    arrows, opened, kinds = collections.defaultdict(dict), collections.Counter(), collections.Counter()
    for event in trace["traceEvents"]:
        check_event(event)
        kinds[event["ph"]] += 1
        if event["ph"] in "sf":
            assert event["ph"] not in arrows[event["id"]], event
            arrows[event["id"]][event["ph"]] = event
        if event["ph"] in "be":
            opened[event["pid"], event["cat"], event["id"]] += 1 if event["ph"] == "b" else -1
    assert not any(opened.values()), "an asynchronous slice does not end"
    slices = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    check_nesting(slices)
    if not opened:
        check_arrows(arrows, slices)
    print(", ".join("%s %d" % (WORDS[phase], kinds[phase]) for phase in WORDS if kinds[phase]) + ",")


main()
