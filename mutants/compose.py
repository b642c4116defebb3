"""mutants/compose.py -- composes graphs of stages: the edges they need, the root, the host code.

Whether two stages need an edge, and of which kind, is computed from the elements that their
instances access. In the same way it is computed whether an edge that is missing or of another kind
leaves two accesses unordered. Invariant: a composed program has no race, and a mutation of an edge
always causes one.
"""
import collections
from program import Program
import stages as st

ONE, ALL = 1, 2  # what an edge orders: the same instance, all instances


class Edge:
    """An edge from stage S to stage T. BUFFER: the name of the buffer whose pointer it carries;
    if None, a number that is not used."""

    def __init__(self, source, sink, kind, buffer=None, value=False):
        self.source, self.sink, self.kind = source, sink, kind
        self.buffer, self.value = buffer, value
        self.port = None  # port of the sink, for a number or value


def conflicts(a, b):
    """Return the pairs (i, j) of top-level indices for which an instance of stage A in i and one
    of B in j access the same element and one of them writes."""
    writers, readers = collections.defaultdict(set), collections.defaultdict(set)
    for top, touched in a:
        for name, (reads, writes) in touched.items():
            for element in reads:
                readers[name, element].add(top)
            for element in writes:
                writers[name, element].add(top)
    found = set()
    for top, touched in b:
        for name, (reads, writes) in touched.items():
            for element in reads:
                found |= {(i, top) for i in writers[name, element]}
            for element in writes:
                found |= {(i, top) for i in writers[name, element] | readers[name, element]}
    return found


def orders(stages, edges):
    """Return {(s, t): ONE or ALL} for the pairs of stages that a path of EDGES connects."""
    found = {}
    for sink in range(len(stages)):
        for edge in edges:
            if edge.sink != sink:
                continue
            for s in range(edge.source + 1):
                before = ONE if s == edge.source else found.get((s, edge.source), 0)
                if before and s != edge.source and stages[edge.source].early:
                    before = ALL  # all instances wait at the barrier
                if before:
                    found[s, sink] = max(found.get((s, sink), 0), before, edge.kind)
    return found


def unordered(source, sink, order, source_touches=None, sink_touches=None):
    """Return whether ORDER leaves conflicts of two stages unordered. With one-to-one order,
    everything after a barrier of the sink, or before one of the source, is ordered."""
    if order == ALL:
        return False
    if order == ONE:
        pairs = conflicts(source_touches or source.late or source.touches,
                          sink_touches or sink.early or sink.touches)
        return any(i != j for i, j in pairs)
    return bool(conflicts(source_touches or source.touches, sink_touches or sink.touches))


def same_work(a, b):
    """Whether they may write equal values to the same elements, which is benign."""
    return a.kind == b.kind and [u.buffer.name for u in a.uses] == [u.buffer.name for u in b.uses]


def has_race(stages, edges, changed=None, touches=None):
    """CHANGED: number of a stage whose accesses are TOUCHES."""
    order = orders(stages, edges)
    for t in range(len(stages)):
        for s in range(t):
            if (changed is not None and changed not in (s, t)) or same_work(stages[s], stages[t]):
                continue
            if unordered(stages[s], stages[t], order.get((s, t), 0),
                         touches if s == changed else None, touches if t == changed else None):
                return True
    return False


def connect(world):
    """Return the edges that the stages need, and some that they do not."""
    edges, rng = [], world.rng
    for t, sink in enumerate(world.stages):
        taken = set()
        if sink.value_of:
            source = next(s for s, x in enumerate(world.stages) if x.name == sink.value_of)
            edges.append(Edge(source, t, ONE, value=True))
        for s in reversed(range(t)):
            source = world.stages[s]
            if not unordered(source, sink, orders(world.stages, edges).get((s, t), 0)):
                continue
            one = source.dims == sink.dims and not unordered(source, sink, ONE)
            shared = [u.buffer.name for u in source.uses if u.buffer.name not in taken and
                      any(u.buffer is v.buffer for v in sink.uses)]
            buffer = rng.choice(shared) if shared and rng.random() < 0.6 else None
            taken.add(buffer)
            edges.append(Edge(s, t, ONE if one and rng.random() < 0.8 else ALL, buffer))
    return edges


# --- mutations of the graph ---

def wrong_kind(world, edges, edge):
    """Return the mutation that swaps the kind of EDGE, or None if that changes nothing."""
    stages, program = world.stages, world.program
    source, sink = stages[edge.source], stages[edge.sink]
    if edge.value:
        return program.mutation("edge kind swapped (value)", "edge-value-ambiguous",
                                "the instances of %s return different values" % source.name)
    if edge.kind == ONE:
        return None
    if source.dims != sink.dims:
        return world.rng.random() < 0.2 and program.mutation(
            "edge kind swapped (grids)", "edge-grid-mismatch",
            "the grids of %s and %s differ" % (source.name, sink.name)) or None
    edge.kind = ONE
    wrong = has_race(stages, edges)
    edge.kind = ALL
    return program.mutation(
        "edge kind swapped", "data-race", "instances of %s touch what other instances of %s write"
        % (sink.name, source.name)) if wrong else None


def dropped(world, edges, edge):
    if edge.value or not has_race(world.stages, [e for e in edges if e is not edge]):
        return None
    return world.program.mutation(
        "edge dropped", "data-race", "nothing orders %s after %s, which share memory"
        % (world.stages[edge.sink].name, world.stages[edge.source].name))


def wire(world, edges, edge, ports):
    """Return the text of the calls that connect PORTS of the sink: (output of the source, input,
    input of the root that has the same value)."""
    kind, drop = wrong_kind(world, edges, edge), dropped(world, edges, edge)
    text = ""
    for output, port, root in ports:
        replication = "0" if edge.kind == ONE else world.rng.choice("11127")
        if kind:
            replication = kind(replication, "1" if edge.kind == ONE else "0")
        call = "__hpvm__edge(n%d, n%d, %s, %d, %d, 0);" % (edge.source, edge.sink, replication,
                                                          output, port)
        if drop:
            call = drop(call, "__hpvm__bindIn(n%d, %d, %d, 0);" % (edge.sink, root, port))
        text += call + "\n"
    return text


def keep_size_mutations(world, edges):
    """A size that a stage returns matters if an edge carries it and the sink accesses the last
    element."""
    keep = set()
    for edge in edges:
        use = next((u for u in world.stages[edge.source].uses if u.buffer.name == edge.buffer), None)
        if use and touches_last(world.stages[edge.sink], use.buffer):
            keep.add(use.halved.number)
    for stage in world.stages:
        for use in stage.uses:
            if use.halved and use.halved.number not in keep:
                world.program.withdraw(use.halved)


def touches_last(stage, buffer):
    last = {buffer.count - 1} | {(buffer.count - 1, f) for f in st.FIELDS}
    return any((reads | writes) & last for _, touched in stage.touches
               for name, (reads, writes) in touched.items() if name == buffer.name)


# --- text ---

def port_of(stage, name):
    return 2 * [u.buffer.name for u in stage.uses].index(name)


def root_function(world, edges, buffers):
    inputs = {b.name: 2 * i for i, b in enumerate(buffers)}
    body = ""
    for t, stage in enumerate(world.stages):
        body += st.create("n%d" % t, stage.name, stage.dims)
    for t, stage in enumerate(world.stages):
        incoming = [e for e in edges if e.sink == t]
        travelling = {e.buffer for e in incoming}
        body += "\n"
        for use in stage.uses:
            port, name = port_of(stage, use.buffer.name), use.buffer.name
            if name not in travelling:
                body += "".join("__hpvm__bindIn(n%d, %d, %d, 0);\n" % (t, inputs[name] + k, port + k)
                                for k in (0, 1))
        for edge in incoming:
            source = world.stages[edge.source]
            if edge.buffer:
                out, port = port_of(source, edge.buffer), port_of(stage, edge.buffer)
                ports = [(out + k, port + k, inputs[edge.buffer] + k) for k in (0, 1)]
            else:
                ports = [(source.outputs - 1 if edge.value else 1, edge.port, 1)]
            body += wire(world, edges, edge, ports)
    names = ", ".join(b.name for b in buffers)
    return ("void Root(%s)\n{\n\t__hpvm__hint(CPU_TARGET);\n\t__hpvm__attributes(%d, %s, %d, %s);\n%s}\n"
            % (", ".join("%s *%s, size_t %s_bytes" % (b.type, b.name, b.name) for b in buffers),
               len(buffers), names, len(buffers), names, st.lines(body)))


def stage_functions(world, edges):
    """Write the functions of the stages, with the parameters that edges add."""
    text = ""
    for t, stage in enumerate(world.stages):
        extra, port = "", 2 * len(stage.uses)
        for edge in edges:
            if edge.sink == t and not edge.buffer:
                extra += ", long value" if edge.value else ", long after%d" % port
                edge.port, port = port, port + 1
        text += "/* %s */\n" % stage.kind + stage.functions.replace(stage.extra(), extra)
    return text


def host(world, buffers, written, launches):
    """Write main(): the graph, the model, the comparison."""
    program = world.program
    text = "struct __attribute__((packed)) arguments {\n"
    text += "".join("\t%s *%s;\n\tsize_t %s_bytes;\n" % (b.type, b.name, b.name) for b in buffers)
    text += "};\n\nint main(void)\n{\n\tstruct arguments arguments = {\n"
    for b in buffers:
        size = "sizeof m_%s" % b.name
        if any(touches_last(s, b) for s in world.stages):
            half = program.mutation("size halved (argument)", "out-of-bounds",
                                    "a node touches the last element of " + b.name)
            size = half(size, size + " / 2")
        text += "\t\t%s, %s,\n" % (memory(world, b), size)
    text += "\t};\n\n"
    for b in buffers:
        if b.start:
            text += ("\tfor (long i = 0; i < %d; i++)\n\t\targuments.%s[i] = m_%s[i] = (%s)(%s);\n"
                     % (b.count, b.name, b.name, b.type, b.start))
    text += "\t__hpvm__init();\n"
    text += "".join(track(world, b, b in written) for b in buffers)
    text += "\tfor (int i = 0; i < %d; i++) {\n" % launches
    wait = program.mutation("wait dropped", "graph-never-waited", "nobody waits for the graph",
                            ["untracked-memory", "use-after-free", "bad-access"])
    text += "\t\tvoid *graph = __hpvm__launch(0, Root, &arguments);\n\n"
    text += "\t\t%s\n\t\tmodel();\n\t}\n" % (wait("__hpvm__wait(graph);", "(void)graph;")
                                            if launches == 1 else "__hpvm__wait(graph);")
    for b in written:
        text += "\t%s\n" % request(world, b)
    for b in buffers:
        text += ("\tif (!same(arguments.%s, m_%s, sizeof m_%s))\n\t\tputs(\"wrong: %s\"), wrong = 1;\n"
                 "\tllvm_hpvm_untrack_mem(arguments.%s);\n" % (b.name, b.name, b.name, b.name, b.name))
    return text + "\t__hpvm__cleanup();\n\tputs(wrong ? \"wrong\" : \"right\");\n\treturn wrong;\n}\n"


def memory(world, buffer):
    if world.rng.random() < 0.5:
        return "calloc(1, sizeof m_%s)" % buffer.name
    return "g_" + buffer.name


def track(world, buffer, written):
    size, name = "sizeof m_%s" % buffer.name, buffer.name
    also = ["untrack-unknown", "tracker-misuse", "stale-host-read"]
    missing = world.program.mutation("track dropped", "untracked-memory",
                                     "%s is an argument and in no tracked object" % name, also)
    if written:
        less = world.program.mutation("size halved (tracked)", "tracker-misuse",
                                      "a request goes beyond what is tracked",
                                      ["untracked-memory"])
        size = less(size, size + " / 2")
    return "\t%s\n" % missing("llvm_hpvm_track_mem(arguments.%s, %s);" % (name, size), ";")


def request(world, buffer):
    call = "llvm_hpvm_request_mem(arguments.%s, sizeof m_%s);" % (buffer.name, buffer.name)
    if not world.device:
        return call
    missing = world.program.mutation("request dropped", "stale-host-read",
                                     "a device wrote %s and the host reads it" % buffer.name,
                                     needs="split")
    return missing(call, ";")


HEAD = """#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
	unsigned char first, second;
	short third;
	int fourth;
};

static int wrong;

static inline long mix(long a, long b, long c)
{
	return (a * %d + b * %d + c * %d + %d) & 63;
}

static inline int same(const void *a, const void *b, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (((const char *)a)[i] != ((const char *)b)[i])
			return 0;
	return 1;
}

"""


def program_text(world, edges, launches):
    buffers = []
    for stage in world.stages:
        buffers += [u.buffer for u in stage.uses if u.buffer not in buffers]
    written = [b for b in buffers if any(u.buffer is b and "out" in u.mode
                                         for s in world.stages for u in s.uses)]
    nodes = stage_functions(world, edges) + root_function(world, edges, buffers) + "\n"
    text = HEAD % world.mix + "".join(world.helpers[k] + "\n\n" for k in sorted(world.helpers))
    text += nodes
    for b in buffers:
        text += "static %s g_%s[%d], m_%s[%d];\n" % (b.type, b.name, b.count, b.name, b.count)
    text += "".join("static long v_%s[%d];\n" % (s.name, world.n)
                    for s in world.stages if s.gives_value)
    text += "\nstatic void model(void)\n{\n%s}\n\n" % "".join(st.lines(s.model)
                                                            for s in world.stages)
    return text + host(world, buffers, written, launches)


def keep_missing(world):
    """Missing initialisation matters if no later stage overwrites the memory."""
    for number, stage in enumerate(world.stages):
        result = stage.missing and stage.uses[-1].buffer.name
        if stage.missing and any(touched.get(result, (0, 0))[1]
                                 for later in world.stages[number + 1:]
                                 for _, touched in later.touches):
            world.program.withdraw(stage.missing)


def keep_variants(world, edges):
    """Withdraw mutations inside a stage that are wrong only in combination with certain other
    stages."""
    for number, stage in enumerate(world.stages):
        for mutation, touches in stage.variants:
            if not has_race(world.stages, edges, number, touches):
                world.program.withdraw(mutation)


def graph_program(rng):
    """Return a program of one to six stages."""
    program = Program(rng, "graph")
    world = st.World(program)
    wanted = rng.choice([1, 2, 3, 3, 4, 4, 5, 6])
    while len(world.stages) < wanted:
        rng.choice(st.KINDS)(world)
    edges = connect(world)
    assert not has_race(world.stages, edges)
    program.text = program_text(world, edges, rng.choice([1, 1, 2]))
    keep_variants(world, edges)
    keep_missing(world)
    keep_size_mutations(world, edges)
    program.features = {s.kind for s in world.stages}
    return program
