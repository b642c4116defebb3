"""mutants/streams.py -- streaming programs: two or three stages, a buffer for each execution.

The host pushes items, each with a slice of one array, keeps two or three in flight, and compares
every result with the model's. The first and the last stage each count executions in an element of a
buffer that persists: nothing else accesses it (S3).
"""
import compose, stages as st
from program import Program


class Stream:
    """The parts of one program."""

    def __init__(self, program):
        rng = program.rng
        self.program, self.rng, self.world = program, rng, st.World(program)
        # Executions in flight share objects, which must be on one side.
        self.world.sides = ["CPU_TARGET"]
        self.w = self.world.width
        self.middle = rng.choice(["none", "own", "mirror", "mirror"])
        self.count = self.w * (2 if self.middle == "mirror" else 1)
        self.items, self.window = rng.randrange(4, 8), rng.choice([2, 2, 3])
        self.p = st.Buffer("p", rng.choice(st.TYPES), self.count, "", "main")
        self.c = st.Buffer("c", "long", 2, "", "state")
        self.confused = program.mutation(
            "stream memory shared", "data-race", "the last stage of one execution and the first of "
            "the next, both in flight, count in one element")


def first_stage(s):
    world, w = s.world, s.w
    end = st.off_end(world, "the last instance writes the element after the last it was given")
    shift = w if s.middle != "mirror" else 2 * w
    text = st.position(world, (w,)) + "\n%s\n" % world.store(
        s.p, end("l", "l + %d" % (shift - w + 1)), "mix(v, l, 1)")
    if s.middle == "mirror":
        text = text.replace("\n\n", "\n%s\n" % world.store(s.p, "l + %d" % w, "0"), 1)
    text += "if (l == 0)\n\tc[0] += v;\n"
    uses = [st.Use(s.p, "out"), st.Use(s.c, "inout", reads_first=True)]
    return st.node_function(world, "First", uses, text, ["(void *)p", "p_bytes"], ", long v")


def middle_stage(s):
    world, w = s.world, s.w
    if s.middle == "own":
        at, there = "l", "l"
    else:
        at, there = "l + %d" % w, "%d - l" % (w - 1)
    end = st.off_end(world, "an instance reads an element outside what it was given")
    read = world.load(s.p, end(there, "l + %d" % s.count))
    text = st.position(world, (w,)) + "\n%s\n" % world.store(s.p, at, "mix(%s, l, 2)" % read)
    uses = [st.Use(s.p, "inout", reads_first=True)]
    return st.node_function(world, "Middle", uses, text, ["(void *)p", "p_bytes"])


def last_stage(s):
    end = st.off_end(s.world, "the loop reads the element after the last it was given")
    text = ("long sum = 0;\n\nfor (long l = 0; l %s %d; l++)\n\tsum += (l + 1) * %s;\nc[%s] += 1;\n"
            % (end("<", "<="), s.count, s.world.load(s.p, "l"), s.confused("1", "0")))
    uses = [st.Use(s.p, "in"), st.Use(s.c, "inout", reads_first=True)]
    return st.node_function(s.world, "Last", uses, text, ["sum", "number"], ", long number")


def pass_pointer(s, source, sink, kind, crosses):
    """Return the edges that carry p. CROSSES: an instance reads what other instances of the
    source wrote."""
    swapped = dropped = None
    if crosses and source != "last":
        swapped = s.program.mutation("edge kind swapped", "data-race",
                                     "an instance reads what another one of the source wrote")
    dropped = s.program.mutation("edge dropped", "data-race",
                                 "nothing orders the two stages, which share memory",
                                 ["read-through-out"])
    text = ""
    for port in (0, 1):
        replication = swapped(str(kind), "0") if swapped else str(kind)
        text += dropped("__hpvm__edge(%s, %s, %s, %d, %d, 1);" % (source, sink, replication, port,
                                                                 port),
                        "__hpvm__bindIn(%s, %d, %d, 1);" % (sink, port, port)) + "\n"
    return text


def root(s):
    text = st.create("first", "First", (s.w,))
    text += "" if s.middle == "none" else st.create("middle", "Middle", (s.w,))
    text += st.create("last", "Last", ()) + "\n"
    for port, inner in ((0, 0), (1, 1), (2, 4)):
        text += "__hpvm__bindIn(first, %d, %d, 1);\n" % (port, inner)
    text += "".join("__hpvm__bindIn(%s, %d, %d, 0);\n" % (node, port, port - 1)
                    for node in ("first", "last") for port in (3, 4))
    text += "__hpvm__bindIn(last, 2, 4, 1);\n"
    if s.middle == "none":
        text += pass_pointer(s, "first", "last", 1, False)
    else:
        crosses = s.middle == "mirror"
        text += pass_pointer(s, "first", "middle", 1 if crosses else 0, crosses)
        text += pass_pointer(s, "middle", "last", 1, False)
    text += "__hpvm__bindOut(last, 0, 0, 1);\n__hpvm__bindOut(last, 1, 1, 1);\n"
    return ("void Root(%s *p, size_t p_bytes, long v, long *c, size_t c_bytes)\n{\n"
            "\t__hpvm__hint(CPU_TARGET);\n\t__hpvm__attributes(2, p, c, 2, p, c);\n%s}\n\n"
            % (s.p.type, st.lines(text)))


def model(s):
    text = "for (long l = 0; l < %d; l++)\n\tm_p[l] = (%s)mix(v, l, 1);\n" % (s.w, s.p.type)
    if s.middle != "none":
        at, there = ("l", "l") if s.middle == "own" else ("l + %d" % s.w, "%d - l" % (s.w - 1))
        text += "for (long l = 0; l < %d; l++)\n\tm_p[%s] = (%s)mix((long)m_p[%s], l, 2);\n" % (
            s.w, at, s.p.type, there)
    text += "for (long l = 0; l < %d; l++)\n\tsum += (l + 1) * (long)m_p[l];\n" % s.count
    return ("static long model(long v)\n{\n\t%s m_p[%d];\n\tlong sum = 0;\n\n%s\treturn sum;\n}\n\n"
            % (s.p.type, s.count, st.lines(text)))


def host_helpers(s):
    shared = s.program.mutation("stream buffer shared", "data-race",
                                "executions in flight together have one buffer",
                                ["read-through-out"])
    half = s.program.mutation("size halved (argument)", "out-of-bounds",
                              "the first stage writes all of the slice")
    return ("static %s data[%d][%d];\nstatic long counts[2];\n\n"
            "static struct __attribute__((packed)) item {\n\t%s *p;\n\tsize_t p_bytes;\n\tlong v;\n"
            "\tlong *c;\n\tsize_t c_bytes;\n} item;\n\n"
            "static void push(void *graph, long k)\n{\n\titem.p = data[%s];\n"
            "\titem.p_bytes = %s;\n\titem.v = 3 * k + 1;\n\titem.c = counts;\n"
            "\titem.c_bytes = sizeof counts;\n\tif (graph)\n\t\t__hpvm__push(graph, &item);\n}\n\n"
            "static void pop(void *graph, long k)\n{\n"
            "\tstruct __attribute__((packed)) result {\n\t\tlong sum, number;\n\t} *result = __hpvm__pop(graph);\n\n"
            "\tif (result->sum != model(3 * k + 1) || result->number != 3 * k + 1)\n"
            "\t\tprintf(\"wrong: %%ld\\n\", k), wrong = 1;\n\tfree(result);\n}\n\n"
            % (s.p.type, s.items, s.count, s.p.type, shared("k", "0"),
               half("sizeof *data", "sizeof *data / 2")))


def main_function(s):
    program = s.program
    many = program.mutation("pop too many", "pop-without-push", "nothing is in flight")
    few = program.mutation("pop dropped", "stream-unpopped", "a result is never popped")
    late = program.mutation("push after wait", "push-after-wait", "the stream has been waited for")
    plain = program.mutation("launched without stream", "not-streaming",
                             "a push to a graph that is no stream", ["graph-never-waited"])
    track = program.mutation("track dropped", "untracked-memory",
                             "an argument is in no tracked object",
                             ["untrack-unknown", "tracker-misuse", "stale-host-read"])
    total = sum(3 * k + 1 for k in range(s.items))
    text = "void *graph;\n\n__hpvm__init();\n%s\n" % track(
        "llvm_hpvm_track_mem(data, sizeof data);", ";")
    text += "llvm_hpvm_track_mem(counts, sizeof counts);\npush(NULL, 0);\n"
    text += "graph = __hpvm__launch(%s, Root, &item);\n" % plain("1", "0")
    text += ("for (long k = 0; k < %d; k++) {\n\tif (k >= %d)\n\t\tpop(graph, k - %d);\n"
             "\tpush(graph, k);\n}\n" % (s.items, s.window, s.window))
    text += "for (long k = %d; k < %d; k++)\n\tpop(graph, k);\n" % (
        s.items - s.window, s.items)
    text = text[:text.rindex("; k++)")].rsplit(" ", 1)[0] + " %s; k++)\n\tpop(graph, k);\n" % few(
        str(s.items), str(s.items - 1))
    text += many("", "__hpvm__pop(graph);") + "\n__hpvm__wait(graph);\n"
    text += late("", "push(graph, 0);") + "\nllvm_hpvm_request_mem(counts, sizeof counts);\n"
    text += ("if (counts[0] != %d || counts[1] != %d)\n\tputs(\"wrong: counts\"), wrong = 1;\n"
             % (total, s.items))
    text += "llvm_hpvm_untrack_mem(data);\nllvm_hpvm_untrack_mem(counts);\n__hpvm__cleanup();\n"
    text += "puts(wrong ? \"wrong\" : \"right\");\nreturn wrong;\n"
    return "int main(void)\n{\n%s}\n" % st.lines(text)


def stream_program(rng):
    program = Program(rng, "stream")
    s = Stream(program)
    nodes = first_stage(s) + ("" if s.middle == "none" else middle_stage(s)) + last_stage(s)
    nodes += root(s)
    helpers = "".join(s.world.helpers[k] + "\n\n" for k in sorted(s.world.helpers))
    program.text = (compose.HEAD % s.world.mix + helpers + nodes + model(s) + host_helpers(s) +
                    main_function(s))
    program.features = {"stream " + s.middle}
    return program
