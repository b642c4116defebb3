#!/usr/bin/env python3
"""check-perfetto.py PROTOC PROTO TRACE -- decode the output of hpvm-trace export --format=perfetto,
and check it by the rules of the format: fields have published numbers, a clock snapshot precedes
the first timestamp, names are interned before their use, tracks are described before their use and
belong to processes, slices of a track nest in time, flows that end have begun, and counters have
their own tracks.
Prints the number of items of each kind."""
import collections, re, subprocess, sys

BEGIN, END, INSTANT, COUNTER = 1, 2, 3, 4


def decoded(protoc, proto, trace):
    folder, _, name = proto.rpartition("/")
    with open(trace, "rb") as file:
        done = subprocess.run([protoc, "--decode=Trace", "--proto_path=" + (folder or "."), name or proto],
                              stdin=file, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def parse(lines):
    """Return a message as a dictionary of lists, from protoc's text, up to its closing brace."""
    message = collections.defaultdict(list)
    for line in lines:
        line = line.strip()
        if line == "}":
            break
        if line.endswith("{"):
            name, value = line[:-1].strip(), parse(lines)
        else:
            name, _, value = line.partition(": ")
            value = value[1:-1] if value.startswith('"') else int(value, 0)
        assert not re.match(r"\d", name), "field %s is not published" % name
        message[name].append(value)
    return message


class Checker:
    def __init__(self):
        self.clock = self.cleared = False
        self.tracks, self.open, self.flows, self.last = {}, collections.defaultdict(list), set(), {}
        self.names = collections.defaultdict(set)
        self.count = collections.Counter()

    def track(self, it):
        uuid = it["uuid"][0]
        assert uuid and uuid not in self.tracks, "track %d twice" % uuid
        if it["parent_uuid"]:
            assert it["parent_uuid"][0] in self.tracks, "track %d hangs on nothing" % uuid
        else:
            assert it["process"] and it["process"][0]["pid"][0] > 0, "track %d is of no process" % uuid
        self.tracks[uuid] = it
        self.count["tracks"] += 1

    def event(self, it, at):
        kind, uuid = it["type"][0], it["track_uuid"][0]
        assert uuid in self.tracks, "an event on track %d, which is not there" % uuid
        assert at >= self.last.get(uuid, 0), "time goes back on track %d" % uuid
        self.last[uuid] = at
        assert (kind == COUNTER) == bool(self.tracks[uuid]["counter"]), "counter and track differ"
        if kind in (BEGIN, INSTANT):
            assert it["name"] or it["name_iid"][0] in self.names["event_names"], "no name"
            assert it["category_iids"][0] in self.names["event_categories"], "no category"
        for note in it["debug_annotations"]:
            assert note["name"] or note["name_iid"][0] in self.names["debug_annotation_names"], "no name"
        if kind == BEGIN:
            self.open[uuid].append(at)
            self.count["slices"] += 1
        elif kind == END:
            assert self.open[uuid], "an end without a beginning on track %d" % uuid
            self.count["empty slices"] += self.open[uuid].pop() == at
        self.flows.update(it["flow_ids"])
        for flow in it["terminating_flow_ids"]:
            assert flow in self.flows, "flow %d ends and has not begun" % flow
            self.count["flows"] += 1
        self.count[{INSTANT: "instants", COUNTER: "counts"}.get(kind, "")] += 1

    def packet(self, it):
        assert it["trusted_packet_sequence_id"] == [1], "no sequence"
        for snapshot in it["clock_snapshot"]:
            ids = [clock["clock_id"][0] for clock in snapshot["clocks"]]
            assert len(ids) == len(set(ids)) and snapshot["primary_trace_clock"][0] in ids, ids
            assert all(clock["timestamp"] for clock in snapshot["clocks"])
            self.clock = True
        for data in it["interned_data"]:
            assert it["sequence_flags"][0] & 1, "names without a cleared state"
            for what, entries in data.items():
                for entry in entries:
                    assert entry["iid"][0] and entry["iid"][0] not in self.names[what], entry
                    self.names[what].add(entry["iid"][0])
        for descriptor in it["track_descriptor"]:
            self.track(descriptor)
        for event in it["track_event"]:
            assert self.clock, "a timestamp before a clock"
            assert it["sequence_flags"][0] & 2, "an event needs the names"
            self.event(event, it["timestamp"][0])


def main():
    protoc, proto, trace = sys.argv[1:]
    checker = Checker()
    for packet in parse(iter(decoded(protoc, proto, trace).splitlines()))["packet"]:
        checker.packet(packet)
    assert checker.clock, "there is no clock snapshot"
    left = sum(map(len, checker.open.values()))
    print(", ".join("%s %d" % (key, checker.count[key]) for key in
                    ("tracks", "slices", "empty slices", "flows", "instants", "counts")) + ", open %d" % left)


main()
