"""mutants/stages.py -- the leaves and groups that graph programs consist of.

Each function of KINDS adds one stage to a world: its node functions, a loop in plain C that
computes the same (the model), the elements that each instance accesses, and the mutations inside
it. Values are 0 to 127 in every element type, so that nothing overflows and floats are exact. A
world has N = groups * width elements in every main buffer, at most 64: DISTINCT(l) differs for
any two.
"""
import dataclasses, math

TYPES = ["signed char", "unsigned char", "short", "int", "long", "float", "double"]


@dataclasses.dataclass
class Buffer:
    name: str
    type: str
    count: int
    start: str  # C expression for the initial contents, in i; empty: zeroed
    role: str   # main, index, rows, bins, cells


@dataclasses.dataclass
class Use:
    """A pointer parameter. READS_FIRST: some byte is read before it is written; WHOLE: if
    anything is written, all of it is."""
    buffer: Buffer
    mode: str  # in, out, inout
    reads_first: bool = True
    whole: bool = True
    halved: object = None  # the mutation of the size that it returns


@dataclasses.dataclass
class Stage:
    """A stage of a graph. FUNCTIONS is C text; EXTRA in the stage's own function stands for
    parameters that compose.py adds. TOUCHES: for each leaf instance the index of its top-level
    instance, and {buffer: (elements read, elements written)}. VARIANTS: mutations that are wrong
    only if their accesses make a race in the composed graph."""
    name: str
    kind: str
    uses: list
    dims: tuple
    functions: str
    model: str
    touches: list
    outputs: int = 0
    value_of: str = ""   # name of the stage whose value for each instance it takes
    gives_value: bool = False
    variants: list = dataclasses.field(default_factory=list)
    early: list = None            # accesses before a barrier at which all its instances meet
    late: list = None             # accesses after it
    missing: object = None        # the mutation that leaves a part of its result uninitialised
    low: bool = False             # for a half: the lower one

    def extra(self):
        return "/*extra %s*/" % self.name


class World:
    """State shared by the stages of one program."""

    def __init__(self, program):
        rng = program.rng
        self.program, self.rng = program, rng
        self.width = rng.choice([4, 8, 16])
        self.groups = rng.choice([2, 3, 4])
        self.n = self.width * self.groups
        self.shape = rng.choice(self.shapes())
        self.buffers = [Buffer("abcdef"[i], rng.choice(TYPES), self.n,
                               "(i * %d + %d) & 63" % (rng.randrange(1, 60), rng.randrange(64)),
                               "main") for i in range(rng.randrange(3, 6))]
        step = rng.choice([k for k in range(1, self.n) if math.gcd(k, self.n) == 1])
        shift = rng.randrange(9)
        self.index = Buffer("index", rng.choice(["int", "short", "unsigned char"]), self.n,
                            "(i * %d + %d) %% %d" % (step, shift, self.n), "index")
        self.factor = step
        self.indices = [(i * step + shift) % self.n for i in range(self.n)]
        self.device = rng.random() < 0.4  # all leaves have the same hint
        self.sides = ["CPU_TARGET", "CPU_OR_GPU_TARGET"]
        self.rows = Buffer("rows", "int", self.groups + 1, "i * %d" % self.width, "rows")
        self.bins = Buffer("bins", "int", rng.choice([2, 3, 5, 7]), "", "bins")
        self.cells = Buffer("cells", "struct cell", self.n, "", "cells")
        self.helpers = {}
        self.stages = []
        self.mix = tuple(rng.randrange(1, 50) for _ in range(4))

    def shapes(self):
        g, w, n = self.groups, self.width, self.n
        return [(n,), (n,), (g, w), (w, g), (g, w // 2, 2), (2, g, w // 2)]

    def pick_shape(self):
        return self.shape if self.rng.random() < 0.75 else self.rng.choice(self.shapes())

    def two(self):
        return self.rng.sample(self.buffers, 2)

    # --- accesses, in several equivalent forms -------------------------------------------------

    def helper(self, what, type_, text):
        name = "%s_%s" % (what, type_.replace(" ", "_"))
        inline = self.rng.choice(["", "__attribute__((noinline)) "])
        self.helpers.setdefault(name, "static %s%s\n" % (inline, text % {"n": name, "t": type_}))
        return name

    def load(self, buffer, index, pointer=None):
        """Return an expression of type long."""
        p, way = pointer or buffer.name, self.rng.randrange(5)
        if way == 0:
            return "(long)*(%s + (%s))" % (p, index)
        if way == 1:
            name = self.helper("get", buffer.type, "%(t)s %(n)s(const %(t)s *p, long i)\n"
                               "{\n\treturn p[i];\n}")
            return "(long)%s(%s, %s)" % (name, p, index)
        if way == 2:
            name = self.helper("copy", buffer.type, "%(t)s %(n)s(const %(t)s *p)\n"
                               "{\n\t%(t)s value;\n\n\tmemcpy(&value, p, sizeof value);\n"
                               "\treturn value;\n}")
            return "(long)%s(%s + (%s))" % (name, p, index)
        return "(long)%s[%s]" % (p, index)

    def store(self, buffer, index, value, pointer=None):
        """Return a statement."""
        p, way = pointer or buffer.name, self.rng.randrange(5)
        if way == 0:
            return "*(%s + (%s)) = (%s)(%s);" % (p, index, buffer.type, value)
        if way == 1:
            name = self.helper("put", buffer.type, "void %(n)s(%(t)s *p, long i, long value)\n"
                               "{\n\tp[i] = (%(t)s)value;\n}")
            return "%s(%s, %s, %s);" % (name, p, index, value)
        return "%s[%s] = (%s)(%s);" % (p, index, buffer.type, value)

    def step(self, buffer, index, expression):
        """Return a line of the model."""
        return "m_%s[%s] = (%s)(%s);" % (buffer.name, index, buffer.type, expression)


def distinct(value, index="l"):
    """Return an expression that differs between any two instances."""
    return "(%s) + 64 * ((%s) & 1)" % (index, value)


# --- text of node functions ---

def parameters(uses):
    const = {"in": "const "}
    return ", ".join("%s%s *%s, size_t %s_bytes" % (const.get(u.mode, ""), u.buffer.type,
                                                    u.buffer.name, u.buffer.name) for u in uses)


def attribute_line(modes):
    ins = [name for name, mode in modes if "in" in mode]
    outs = [name for name, mode in modes if "out" in mode]
    return "__hpvm__attributes(%s);" % ", ".join([str(len(ins))] + ins + [str(len(outs))] + outs)


def wrong_attributes(program, function, use):
    """Yield (other mode, mutation) for each list that the pointer can be wrongly in."""
    name, also = use.buffer.name, ["partial-out"]
    if use.mode == "in":
        yield "out", program.mutation(
            "attribute changed", "read-through-out",
            "%s reads %s, which nothing has written and which is `out` alone" % (function, name),
            also)
        return
    yield "in", program.mutation("attribute removed" if use.mode == "inout" else
                                 "attribute changed", "write-through-in",
                                 "%s writes %s, which is `in`" % (function, name))
    if use.mode == "inout" and use.reads_first:
        yield "out", program.mutation(
            "attribute removed", "read-through-out",
            "%s reads elements of %s before anything writes them" % (function, name), also)
    elif use.mode == "inout" and not use.whole:
        yield "out", program.mutation("attribute removed", "partial-out",
                                      "%s leaves elements of %s unwritten" % (function, name))


def attributes(world, function, uses):
    """Return the line, with some mutations of it."""
    modes = [(u.buffer.name, u.mode) for u in uses]
    line = attribute_line(modes)
    wrongs = [(u.buffer.name, mode, m) for u in uses
              for mode, m in wrong_attributes(world.program, function, u)]
    for name, mode, mutation in world.rng.sample(wrongs, min(2, len(wrongs))):
        changed = [(n, mode if n == name else m) for n, m in modes]
        line = mutation(line, attribute_line(changed))
    return line


def lines(text, depth=1):
    return "".join("\t" * depth + line + "\n" if line.strip() else "\n"
                   for line in text.strip("\n").split("\n"))


def node_function(world, name, uses, body, returned, extra=None):
    """Return the text of a leaf. RETURNED: expressions."""
    target = "GPU_TARGET" if world.device else world.rng.choice(world.sides)
    head = parameters(uses) + (extra or "")
    return ("void %s(%s)\n{\n\t__hpvm__hint(%s);\n%s\n%s\t__hpvm__return(%s);\n}\n\n"
            % (name, head or "void", target, lines(attributes(world, name, uses)), lines(body),
               ", ".join([str(len(returned))] + returned)))


def passed_on(world, uses):
    """Return what every stage returns: its pointers and sizes. The mutations are kept only if
    the graph uses the size (compose.py)."""
    returned = []
    for use in uses:
        name = use.buffer.name
        use.halved = world.program.mutation("size halved (edge)", "out-of-bounds",
                                            "the next node uses the second half of " + name)
        returned += ["(void *)" + name, use.halved(name + "_bytes", name + "_bytes / 2")]
    return returned


def position(world, dims):
    """Declare self, the coordinates and l, the linear index."""
    text = "void *self = __hpvm__getNode();\n"
    for axis, _ in zip("xyz", dims):
        text += "long %s = __hpvm__getNodeInstanceID_%s(self);\n" % (axis, axis)
    text += "long l = %s;\n" % linear(dims)
    if len(dims) < 3:
        absent = "xyz"[len(dims)]
        wrong = world.program.mutation("dimension queried", "query-dimension",
                                       "the node is not replicated in dimension " + absent)
        text = text.replace("InstanceID_x(self)",
                            "InstanceID_%s(self)" % wrong("x", absent), 1)
    return text


def linear(dims):
    return {1: "x", 2: "x * %d + y" % dims[-1],
            3: "(x * %d + y) * %d + z" % (dims[1] if len(dims) == 3 else 0, dims[-1])}[len(dims)]


def off_end(world, what, also=("data-race",)):
    return world.program.mutation("index off by one (end)", "out-of-bounds", what,
                                  list(also) + ["partial-out"])


def overlap(world, what, also=()):
    return world.program.mutation("index off by one (overlap)", "data-race", what, also)


def flat(world, kind, uses, dims, body, model, touches, gives=None, **more):
    """Return a stage with one leaf, sometimes inside an internal node."""
    name = "s%d_%s" % (len(world.stages), kind)
    stage = Stage(name, kind, uses, dims, "", model, touches, **more)
    returned = passed_on(world, uses) + ([gives] if gives else [])
    stage.outputs, stage.gives_value = len(returned), bool(gives)
    plain = not gives and not stage.value_of
    if plain and world.rng.random() < 0.2:
        stage.functions = (node_function(world, name + "_leaf", uses, body, returned) +
                           wrapper(world, stage, name + "_leaf", dims))
        stage.dims = ()
        stage.touches = [(0, t) for _, t in touches]
    else:
        stage.functions = node_function(world, name, uses, body, returned, stage.extra())
    world.stages.append(stage)
    return stage


def create(variable, function, dims):
    extents = "".join(", (size_t)%d" % extent for extent in dims)
    return "void *%s = __hpvm__createNodeND(%d, %s%s);\n" % (variable, len(dims), function, extents)


def internal_function(world, stage, body):
    """Return the text of the stage's own function, an internal node."""
    modes = attribute_line([(u.buffer.name, u.mode) for u in stage.uses])
    return ("void %s(%s%s)\n{\n\t__hpvm__hint(CPU_TARGET);\n\t%s\n%s}\n\n"
            % (stage.name, parameters(stage.uses), stage.extra(), modes, lines(body)))


def bind_all(stage, child):
    text = ""
    for port in range(2 * len(stage.uses)):
        text += "__hpvm__bindIn(%s, %d, %d, 0);\n" % (child, port, port)
    for port in range(stage.outputs):
        text += "__hpvm__bindOut(%s, %d, %d, 0);\n" % (child, port, port)
    return text


def wrapper(world, stage, leaf, dims):
    return internal_function(world, stage, create("leaf", leaf, dims) + bind_all(stage, "leaf"))


def own(world, reads, writes):
    """Return the accesses of a leaf in which instance l accesses element l only."""
    return [(l, {**{b.name: ({l}, set()) for b in reads},
                 **{b.name: ({l} if b in reads else set(), {l}) for b in writes}})
            for l in range(world.n)]


# --- flat stages ---

def map_(world):
    """b[l] = f(a[l])"""
    a, b = world.two()
    dims = world.pick_shape()
    read = off_end(world, "the last instance reads the element after the last of " + a.name)
    write = off_end(world, "the last instance writes the element after the last of " + b.name)
    early = off_end(world, "instance 0 reads the element before the first of " + a.name)
    body = position(world, dims) + "long v = %s;\n\n%s\n" % (
        world.load(a, early(read("l", "l + 1"), "l - 1")),
        world.store(b, write("l", "l + 1"), "mix(v, l, 1)"))
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (
        world.n, world.step(b, "l", "mix((long)m_%s[l], l, 1)" % a.name))
    return flat(world, "map", [Use(a, "in"), Use(b, "out")], dims, body, model,
                own(world, [a], [b]))


def update(world):
    """a[l] = f(a[l]), for all or some l"""
    a = world.rng.choice(world.buffers)
    dims, n = world.pick_shape(), world.n
    some = world.rng.random() < 0.5
    near = overlap(world, "instance l reads the element that its neighbour writes")
    write = off_end(world, "the last instance writes the element after the last of " + a.name)
    guard = "if (l %% 3 || l == %d)\n\t" % (n - 1) if some else ""
    body = position(world, dims) + "long v = %s;\n\n%s%s\n" % (
        world.load(a, near("l", "(l + 1) %% %d" % n)), guard,
        world.store(a, write("l", "l + 1"), "mix(v, l, 2)"))
    model = "for (long l = 0; l < %d; l++)\n\t%s%s\n" % (
        n, guard.strip() + " " if guard else "",
        world.step(a, "l", "mix((long)m_%s[l], l, 2)" % a.name))
    touches = [(l, {a.name: ({l}, {l} if not some or l % 3 or l == n - 1 else set())})
               for l in range(n)]
    return flat(world, "update", [Use(a, "inout")], dims, body, model, touches)


def stripes(world):
    """Writes every third element and reads none"""
    a, b = world.two()
    dims, n = world.pick_shape(), world.n
    body = position(world, dims) + "\nif (l %% 3 == 1)\n\t%s\n" % world.store(
        b, "l", "mix(%s, l, 3)" % world.load(a, "l"))
    model = "for (long l = 1; l < %d; l += 3)\n\t%s\n" % (
        n, world.step(b, "l", "mix((long)m_%s[l], l, 3)" % a.name))
    touches = [(l, {a.name: ({l}, set()), b.name: (set(), {l})} if l % 3 == 1 else {})
               for l in range(n)]
    uses = [Use(a, "in"), Use(b, "inout", reads_first=False, whole=False)]
    return flat(world, "stripes", uses, dims, body, model, touches)


def neighbours(dims):
    """Return (axis, stride, extent) of each dimension."""
    strides = [math.prod(dims[i + 1:]) for i in range(len(dims))]
    return list(zip("xyz", strides, dims))


def stencil(world):
    """b[l] = f(a[l] and its neighbours in each dimension)"""
    a, b = world.two()
    dims, n = world.pick_shape(), world.n
    wrong = world.program.mutation(
        "buffer confused", "data-race", "the result goes where neighbours still read",
        ["write-through-in", "partial-out"])
    body = position(world, dims) + "long v = %s;\n\n" % world.load(a, "l")
    model = "for (long l = 0; l < %d; l++) {\n\tlong v = (long)m_%s[l];\n\n" % (n, a.name)
    for axis, stride, extent in neighbours(dims):
        low = off_end(world, "instance 0 reads before the first element of " + a.name)
        high = off_end(world, "the last instance reads after the last element of " + a.name)
        body += "if (%s %s 0)\n\tv += %s;\n" % (axis, low(">", ">="),
                                               world.load(a, "l - %d" % stride))
        body += "if (%s + 1 %s %d)\n\tv += %s;\n" % (axis, high("<", "<="), extent,
                                                    world.load(a, "l + %d" % stride))
        at = "l / %d %% %d" % (stride, extent)
        model += ("\tif (%s > 0)\n\t\tv += (long)m_%s[l - %d];\n"
                  "\tif (%s + 1 < %d)\n\t\tv += (long)m_%s[l + %d];\n"
                  % (at, a.name, stride, at, extent, a.name, stride))
    body += wrong(world.store(b, "l", "mix(v, l, 4)"),
                  "((%s *)%s)[l] = (%s)mix(v, l, 4);" % (a.type, a.name, a.type)) + "\n"
    model += "\t%s\n}\n" % world.step(b, "l", "mix(v, l, 4)")

    def near(l):
        found = {l}
        for _, stride, extent in neighbours(dims):
            at = l // stride % extent
            found |= {l - stride} if at > 0 else set()
            found |= {l + stride} if at + 1 < extent else set()
        return found

    touches = [(l, {a.name: (near(l), set()), b.name: (set(), {l})}) for l in range(n)]
    return flat(world, "stencil", [Use(a, "in"), Use(b, "out")], dims, body, model, touches)


def halo(world):
    """The sums of three neighbours of another buffer, on a grid that is smaller by two"""
    a, b = world.two()
    n = world.n
    read = off_end(world, "the last instance reads after the last element of " + a.name)
    total = " + ".join([world.load(a, "l"), world.load(a, "l + 1"),
                        world.load(a, "l + %s" % read("2", "3"))])
    body = position(world, (n - 2,)) + "\n%s\n" % world.store(b, "l + 1", "mix(%s, l, 5)" % total)
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (n - 2, world.step(
        b, "l + 1", "mix((long)m_%s[l] + (long)m_%s[l + 1] + (long)m_%s[l + 2], l, 5)"
        % (a.name, a.name, a.name)))
    touches = [(l, {a.name: ({l, l + 1, l + 2}, set()), b.name: (set(), {l + 1})})
               for l in range(n - 2)]
    uses = [Use(a, "in"), Use(b, "inout", reads_first=False, whole=False)]
    return flat(world, "halo", uses, (n - 2,), body, model, touches)


def reverse(world):
    """b[n - 1 - l] = f(a[l]), or vice versa"""
    a, b = world.two()
    dims, n = world.pick_shape(), world.n
    wrong = off_end(world, "instance 0 touches the element after the last")
    there = wrong("%d - l" % (n - 1), "%d - l" % n)
    scatter = world.rng.random() < 0.5
    body = position(world, dims) + "\n%s\n" % world.store(
        b, there if scatter else "l", "mix(%s, l, 6)" % world.load(a, "l" if scatter else there))
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (n, world.step(
        b, "%d - l" % (n - 1) if scatter else "l",
        "mix((long)m_%s[%s], l, 6)" % (a.name, "l" if scatter else "%d - l" % (n - 1))))
    touches = [(l, {a.name: ({l if scatter else n - 1 - l}, set()),
                    b.name: (set(), {n - 1 - l if scatter else l})}) for l in range(n)]
    return flat(world, "reverse", [Use(a, "in"), Use(b, "out")], dims, body, model, touches)


def scatter(world):
    """b[p(l)] = f(a[l]) with a permutation p, each element from one instance"""
    a, b = world.two()
    dims, n = world.pick_shape(), world.n
    factor = world.factor
    even = factor + factor % 2
    clash = overlap(world, "instances l and l + n/2 write different values to one element",
                    ["partial-out"])
    place = "(l * %s + 1) %% %d" % (clash(str(factor), str(even)) if n % 2 == 0 else factor, n)
    body = position(world, dims) + "\n%s\n" % world.store(b, place, distinct(world.load(a, "l")))
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (n, world.step(
        b, "(l * %d + 1) %% %d" % (factor, n), distinct("(long)m_%s[l]" % a.name)))
    touches = [(l, {a.name: ({l}, set()), b.name: (set(), {(l * factor + 1) % n})})
               for l in range(n)]
    return flat(world, "scatter", [Use(a, "in"), Use(b, "out")], dims, body, model, touches)


def gather(world):
    """b[l] = f(a[index[l]]), where index is data"""
    a, b = world.two()
    dims, n, index = world.pick_shape(), world.n, world.index
    wrong = off_end(world, "one of the indices is the last element's, and the one after it is read")
    at = world.load(index, "l")
    body = position(world, dims) + "\n%s\n" % world.store(
        b, "l", "mix(%s, l, 7)" % world.load(a, wrong(at, at + " + 1")))
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (
        n, world.step(b, "l", "mix((long)m_%s[(long)m_index[l]], l, 7)" % a.name))
    touches = [(l, {a.name: ({world.indices[l]}, set()), "index": ({l}, set()),
                    b.name: (set(), {l})}) for l in range(n)]
    return flat(world, "gather", [Use(a, "in"), Use(index, "in"), Use(b, "out")], dims, body,
                model, touches)


def histogram(world):
    """A histogram with atomics"""
    if any(s.kind == "histogram" for s in world.stages):
        return None
    a, bins = world.rng.choice(world.buffers), world.bins
    dims, n = world.pick_shape(), world.n
    plain = world.program.mutation("atomic dropped", "data-race",
                                   "more instances than bins: two of them add to one bin")
    mixed = world.program.mutation("atomic mixed with plain", "data-race",
                                   "a plain read of a bin that another instance adds to")
    wrong = world.program.mutation("atomic changed", "order-dependent",
                                   "of several instances the last one's number stays",
                                   needs="order")
    op, model_op = world.rng.choice([
        ("__hpvm__atomic_add(bins + key, 2);", "m_bins[key] += 2;"),
        ("__hpvm__atomic_inc(bins + key);", "m_bins[key]++;"),
        ("__hpvm__atomic_max(bins + key, (int)l);",
         "m_bins[key] = m_bins[key] > l ? m_bins[key] : (int)l;"),
        ("__hpvm__atomic_xor(bins + key, (int)l);", "m_bins[key] ^= (int)l;"),
        ("__hpvm__atomic_sub(bins + key, (int)l);", "m_bins[key] -= (int)l;")])
    clash = plain(op, "bins[key] += 2;")
    clash = mixed(clash, "if (bins[key] >= 0)\n\t__hpvm__atomic_add(bins + key, 2);")
    clash = wrong(clash, "__hpvm__atomic_xchg(bins + key, (int)l + 1);")
    end = off_end(world, "an instance takes the key after the last bin")
    key = "(%s + l) %% %d"
    body = position(world, dims) + "long key = %s;\n\n%s\n" % (
        end(key % (world.load(a, "l"), bins.count), "l %% %d" % (bins.count + 1)), clash)
    model = "for (long l = 0; l < %d; l++) {\n\tlong key = %s;\n\n\t%s\n}\n" % (
        n, key % ("(long)m_%s[l]" % a.name, bins.count), model_op)
    touches = [(l, {a.name: ({l}, set()), "bins": (set(), {("atomic", 0)})}) for l in range(n)]
    uses = [Use(a, "in"), Use(bins, "inout")]
    return flat(world, "histogram", uses, dims, body, model, touches)


def row_sums(world):
    """Each instance loops over its row of one buffer, and writes to the first elements of
    another"""
    a, b = world.two()
    g, w, n = world.groups, world.width, world.n
    wrong = off_end(world, "the last row's loop reads the element after the last of " + a.name)
    body = position(world, (g,)) + (
        "long sum = 0;\n\nfor (long j = 0; j %s %d; j++)\n\tsum += %s;\n%s\n"
        % (wrong("<", "<="), w, world.load(a, "l * %d + j" % w),
           world.store(b, "l", "mix(sum, l, 8)")))
    model = ("for (long l = 0; l < %d; l++) {\n\tlong sum = 0;\n\n"
             "\tfor (long j = 0; j < %d; j++)\n\t\tsum += (long)m_%s[l * %d + j];\n\t%s\n}\n"
             % (g, w, a.name, w, world.step(b, "l", "mix(sum, l, 8)")))
    touches = [(l, {a.name: (set(range(l * w, l * w + w)), set()), b.name: (set(), {l})})
               for l in range(g)]
    uses = [Use(a, "in"), Use(b, "inout", reads_first=False, whole=False)]
    return flat(world, "row_sums", uses, (g,), body, model, touches)


def chunks(world):
    """Each instance fills its own row"""
    a, b = world.two()
    g, w, n = world.groups, world.width, world.n
    end = off_end(world, "the last instance writes the element after the last of " + b.name)
    lap = overlap(world, "an instance writes the first element of the next row, another value")
    bound = lap(end("j < %d" % w, "j <= %d" % w), "j <= %d && l * %d + j < %d" % (w, w, n))
    value = "j + 32 * (l & 1) + 64 * (%s & 1)"
    body = position(world, (g,)) + "long v = %s;\n\nfor (long j = 0; %s; j++)\n\t%s\n" % (
        world.load(a, "l"), bound, world.store(b, "l * %d + j" % w, value % "v"))
    model = "for (long l = 0; l < %d; l++)\n\tfor (long j = 0; j < %d; j++)\n\t\t%s\n" % (
        g, w, world.step(b, "l * %d + j" % w, value % ("(long)m_%s[l]" % a.name)))
    touches = [(l, {a.name: ({l}, set()), b.name: (set(), set(range(l * w, l * w + w)))})
               for l in range(g)]
    return flat(world, "chunks", [Use(a, "in"), Use(b, "out")], (g,), body, model, touches)


def sparse_rows(world):
    """Row bounds from data"""
    a, b = world.two()
    g, w, rows = world.groups, world.width, world.rows
    past = off_end(world, "the last instance reads the row bound after the last")
    last = off_end(world, "the last row's loop reads the element after the last of " + a.name)
    body = position(world, (g,)) + (
        "long sum = 0, end = %s;\n\nfor (long j = %s; j %s end; j++)\n\tsum += %s;\n%s\n"
        % (world.load(rows, past("l + 1", "l + 2")), world.load(rows, "l"), last("<", "<="),
           world.load(a, "j"), world.store(b, "l", "mix(sum, l, 9)")))
    model = ("for (long l = 0; l < %d; l++) {\n\tlong sum = 0;\n\n"
             "\tfor (long j = m_rows[l]; j < m_rows[l + 1]; j++)\n\t\tsum += (long)m_%s[j];\n"
             "\t%s\n}\n" % (g, a.name, world.step(b, "l", "mix(sum, l, 9)")))
    touches = [(l, {a.name: (set(range(l * w, l * w + w)), set()), "rows": ({l, l + 1}, set()),
                    b.name: (set(), {l})}) for l in range(g)]
    uses = [Use(a, "in"), Use(rows, "in"), Use(b, "inout", reads_first=False, whole=False)]
    return flat(world, "sparse_rows", uses, (g,), body, model, touches)


FIELDS = ["first", "second", "third", "fourth"]


def fields(world):
    """One field of each struct; stages on different fields need no order"""
    a, cells = world.rng.choice(world.buffers), world.cells
    dims, n = world.pick_shape(), world.n
    field, other = world.rng.sample(FIELDS, 2)
    confused = world.program.mutation("field confused", "data-race",
                                      "another stage works on field %s, in no order" % other)
    name = confused(field, other)
    body = position(world, dims) + "\ncells[l].%s = (unsigned char)mix(cells[l].%s, %s, 1);\n" % (
        name, name, world.load(a, "l"))
    model = ("for (long l = 0; l < %d; l++)\n"
             "\tm_cells[l].%s = (unsigned char)mix(m_cells[l].%s, (long)m_%s[l], 1);\n"
             % (n, field, field, a.name))

    def touched(which):
        return [(l, {a.name: ({l}, set()), "cells": ({(l, which)}, {(l, which)})})
                for l in range(n)]

    stage = flat(world, "fields", [Use(a, "in"), Use(cells, "inout")], dims, body, model,
                 touched(field))
    variant = touched(other)
    if stage.dims == ():
        variant = [(0, t) for _, t in variant]
    stage.variants.append((confused, variant))
    return stage


def half(world):
    """Half of a buffer in place; two stages on its halves need no order"""
    a = world.rng.choice(world.buffers)
    m = world.n // 2
    done = {s.uses[0].buffer.name: s.low for s in world.stages if s.kind == "half"}
    if done:
        a = next(b for b in world.buffers if b.name in done)
    low = not done[a.name] if done else world.rng.random() < 0.5
    near = world.program.mutation("index off by one (overlap)", "data-race",
                                  "the element at the border is the other half's")
    at = near("l", "l + 1") if low else "l + %s" % near(str(m), str(m - 1))
    body = position(world, (m,)) + "long at = %s;\n\n%s\n" % (
        at, world.store(a, "at", "mix(%s, at, 2)" % world.load(a, "at")))
    first = 0 if low else m
    model = "for (long l = %d; l < %d; l++)\n\t%s\n" % (
        first, first + m, world.step(a, "l", "mix((long)m_%s[l], l, 2)" % a.name))

    def touched(offset):
        return [(l, {a.name: ({l + offset}, {l + offset})}) for l in range(m)]

    stage = flat(world, "half", [Use(a, "inout")], (m,), body, model, touched(first))
    variant = touched(1 if low else m - 1)
    if stage.dims == ():
        variant = [(0, t) for _, t in variant]
    stage.variants.append((near, variant))
    stage.low = low
    return stage


def prefix(world):
    """A single instance: prefix sums"""
    a, b = world.two()
    n = world.n
    wrong = off_end(world, "the loop reads the element after the last of " + a.name)
    body = "long sum = 0;\n\nfor (long l = 0; l %s %d; l++) {\n\tsum += %s;\n\t%s\n}\n" % (
        wrong("<", "<="), n, world.load(a, "l"), world.store(b, "l", "sum & 63"))
    model = "for (long l = 0, sum = 0; l < %d; l++) {\n\tsum += (long)m_%s[l];\n\t%s\n}\n" % (
        n, a.name, world.step(b, "l", "sum & 63"))
    everything = set(range(n))
    return flat(world, "prefix", [Use(a, "in"), Use(b, "out")], (), body, model,
                [(0, {a.name: (everything, set()), b.name: (set(), everything)})])


def exchange(world):
    """Through a buffer and a barrier: an instance reads what another one wrote"""
    a, b, c = world.rng.sample(world.buffers, 3)
    dims, n = world.pick_shape(), world.n
    dropped = world.program.mutation("barrier dropped", "data-race",
                                     "instance l reads what instance n-1-l writes",
                                     ["read-through-out"])
    some = world.program.mutation("barrier in a condition", "barrier-divergence",
                                  "only the first half of the instances waits",
                                  ["data-race", "read-through-out"])
    barrier = some(dropped("__hpvm__barrier();", ";"), "if (l < %d)\n\t__hpvm__barrier();" % (n // 2))
    mode = world.rng.choice(["inout", "out"])
    body = position(world, dims) + "\n%s\n%s\n%s\n" % (
        world.store(b, "l", distinct(world.load(a, "l"))), barrier,
        world.store(c, "l", "mix(%s, l, 1)" % world.load(b, "%d - l" % (n - 1))))
    model = ("for (long l = 0; l < %d; l++)\n\t%s\nfor (long l = 0; l < %d; l++)\n\t%s\n"
             % (n, world.step(b, "l", distinct("(long)m_%s[l]" % a.name)), n,
                world.step(c, "l", "mix((long)m_%s[%d - l], l, 1)" % (b.name, n - 1))))
    touches = [(l, {a.name: ({l}, set()), b.name: ({n - 1 - l}, {l}), c.name: (set(), {l})})
               for l in range(n)]
    uses = [Use(a, "in"), Use(b, mode, reads_first=False), Use(c, "out")]
    stage = flat(world, "exchange", uses, dims, body, model, touches)
    if stage.dims:
        stage.early = [(l, {a.name: ({l}, set()), b.name: (set(), {l})}) for l in range(n)]
        stage.late = [(l, {b.name: ({n - 1 - l}, set()), c.name: (set(), {l})}) for l in range(n)]
    return stage


# --- values on edges ---

def produce(world):
    """Returns a value of each instance"""
    a = world.rng.choice(world.buffers)
    dims, n = world.shape, world.n
    body = position(world, dims) + "long value = %s;\n\n" % distinct(world.load(a, "l"))
    stage = flat(world, "produce", [Use(a, "in")], dims, body, "", own(world, [a], []),
                 gives="value")
    stage.model = "for (long l = 0; l < %d; l++)\n\tv_%s[l] = %s;\n" % (
        n, stage.name, distinct("(long)m_%s[l]" % a.name))
    return stage


def consume(world):
    """b[l] = the value of a one-to-one edge"""
    sources = [s for s in world.stages if s.gives_value]
    if not sources:
        return None
    source, b = world.rng.choice(sources), world.rng.choice(world.buffers)
    body = position(world, source.dims) + "\n%s\n" % world.store(b, "l", "mix(value, l, 3)")
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (
        world.n, world.step(b, "l", "mix(v_%s[l], l, 3)" % source.name))
    return flat(world, "consume", [Use(b, "out")], source.dims, body, model,
                own(world, [], [b]), value_of=source.name)


# --- groups: an internal node, replicated, with local memory from an allocation node ---

def group(world, kind, a, b, body, model, reads, writes, whole=True, tile_type=None):
    """BODY uses g, t and the tile; READS, WRITES: elements of a and b that instance (g, t)
    accesses."""
    name = "s%d_%s" % (len(world.stages), kind)
    g, w = world.groups, world.width
    tile = Buffer("tile", tile_type or world.rng.choice(["int", "long", "float", "short"]), w, "",
                  "tile")
    uses = [Use(a, "in"), Use(b, "out" if whole else "inout", reads_first=False, whole=whole)]
    world.missing = None
    body, model = body(tile), model(tile)
    halved = world.program.mutation("size halved (allocation)", "out-of-bounds",
                                    "the upper half of the instances uses the second half")
    room = "(long)(%d * sizeof(%s))" % (w, tile.type)
    room = halved(room, room + " / 2")
    stage = Stage(name, kind, uses, (g,), "", model,
                  [(x, {a.name: (reads(x, t), set()), b.name: (set(), writes(x, t))})
                   for x in range(g) for t in range(w)])
    stage.outputs, stage.missing = 2 * len(uses), world.missing
    head = ("void *self = __hpvm__getNode();\nlong t = __hpvm__getNodeInstanceID_x(self);\n"
            "long g = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));\n")
    stage.functions = ("void %s_allocate(void)\n{\n\t__hpvm__hint(CPU_TARGET);\n"
                       "\t__hpvm__attributes(0, 0);\n"
                       "\t__hpvm__return(2, __hpvm__malloc(%s), (size_t)%s);\n}\n\n"
                       % (name, room, room))
    stage.functions += node_function(world, name + "_work",
                                     uses + [Use(tile, "inout", reads_first=False)],
                                     head + body, passed_on(world, uses))
    kind_of_edge = world.rng.choice("123")
    stage.functions += internal_function(
        world, stage,
        create("allocate", name + "_allocate", ()) + create("work", name + "_work", (w,)) +
        bind_all(stage, "work") + "".join(
            "__hpvm__edge(allocate, work, %s, %d, %d, 0);\n" % (kind_of_edge, port, 4 + port)
            for port in (0, 1)))
    world.stages.append(stage)
    return stage


def barrier(world, why, lanes="t"):
    """Return a barrier, with mutations that drop it."""
    dropped = world.program.mutation("barrier dropped", "data-race", why,
                                     ["uninitialised"])
    some = world.program.mutation("barrier in a condition", "barrier-divergence",
                                  "instance 0 does not wait, others do", ["data-race", "uninitialised"])
    return some(dropped("__hpvm__barrier();", ";"), "if (%s > 0)\n\t__hpvm__barrier();" % lanes)


def filled(world, tile, value):
    """Return the statement that fills the tile."""
    missing = world.program.mutation("initialisation dropped", "uninitialised",
                                     "the last element of the tile is used and never written",
                                     needs="uninit")
    store = world.store(tile, "t", value)
    world.missing = missing
    return missing(store, "if (t != %d)\n\t%s" % (tile.count - 1, store))


def tile_turn(world):
    """A tile read in another order than it was written in"""
    a, b = world.two()
    w = world.width
    shift = world.rng.randrange(1, w)
    backwards = world.rng.random() < 0.5
    there = "%d - t" % (w - 1) if backwards else "(t + %d) %% %d" % (shift, w)

    def body(tile):
        wrong = off_end(world, "an instance reads the element after the last of the tile")
        at = wrong(there, "%d - t" % w)
        return "\n%s\n%s\n%s\n" % (
            filled(world, tile, world.load(a, "g * %d + t" % w)),
            barrier(world, "an instance reads the tile's element that another writes"),
            world.store(b, "g * %d + t" % w, "mix(%s, t, 1)" % world.load(tile, at)))

    def model(tile):
        return "for (long g = 0; g < %d; g++)\n\tfor (long t = 0; t < %d; t++)\n\t\t%s\n" % (
            world.groups, w, world.step(b, "g * %d + t" % w, "mix((long)m_%s[g * %d + %s], t, 1)"
                                        % (a.name, w, there)))

    return group(world, "tile_turn", a, b, body, model,
                 lambda g, t: {g * w + t}, lambda g, t: {g * w + t})


def tile_sum(world):
    """A reduction in steps, with a barrier after each"""
    a, b = world.two()
    w = world.width

    def body(tile):
        end = off_end(world, "a step reads the element after the last of the tile")
        step = end("s = %d" % (w // 2), "s = %d" % w)
        return ("long s;\n\n%s\n%s\nfor (%s; s > 0; s /= 2) {\n\tif (t < s)\n\t\t%s\n%s}\n"
                "if (t == 0)\n\t%s\n" % (
                    filled(world, tile, world.load(a, "g * %d + t" % w)),
                    barrier(world, "instance 0 adds what instance %d writes" % (w // 2)), step,
                    world.store(tile, "t", "%s + %s" % (world.load(tile, "t"),
                                                        world.load(tile, "t + s"))),
                    lines(barrier(world, "instance 0 adds what instance 1 has added to")),
                    world.store(b, "g", "mix(%s, g, 2)" % world.load(tile, "0"))))

    def model(tile):
        return ("for (long g = 0; g < %d; g++) {\n\tlong sum = 0;\n\n"
                "\tfor (long t = 0; t < %d; t++)\n\t\tsum += (long)m_%s[g * %d + t];\n\t%s\n}\n"
                % (world.groups, w, a.name, w, world.step(b, "g", "mix(sum, g, 2)")))

    return group(world, "tile_sum", a, b, body, model, lambda g, t: {g * w + t},
                 lambda g, t: {g} if t == 0 else set(), whole=False,
                 tile_type=world.rng.choice(["int", "short", "long", "double"]))


def tile_scan(world):
    """Prefix sums: read, barrier, add, barrier"""
    a, b = world.two()
    w = world.width

    def body(tile):
        low = world.program.mutation("index off by one (end)", "out-of-bounds",
                                     "instance s-1 reads before the first element of the tile",
                                     ["data-race"])
        read = world.load(tile, "t - s")
        return ("%s\n%s\nfor (long s = 1; s < %d; s *= 2) {\n\tlong v = 0;\n\n"
                "\tif (t %s)\n\t\tv = %s;\n%s\t%s\n%s}\n%s\n" % (
                    filled(world, tile, world.load(a, "g * %d + t" % w)),
                    barrier(world, "instance 1 reads what instance 0 writes"), w,
                    low(">= s", ">= s - 1"), read,
                    lines(barrier(world, "instance 1 reads element 0, instance 1 writes element 1"
                                  " that instance 2 reads")),
                    world.store(tile, "t", "(%s + v) & 63" % world.load(tile, "t")),
                    lines(barrier(world, "the next step reads what this one writes")),
                    world.store(b, "g * %d + t" % w, world.load(tile, "t"))))

    def model(tile):
        return ("for (long g = 0; g < %d; g++)\n"
                "\tfor (long t = 0, sum = 0; t < %d; t++) {\n"
                "\t\tsum += (long)m_%s[g * %d + t];\n\t\t%s\n\t}\n"
                % (world.groups, w, a.name, w, world.step(b, "g * %d + t" % w, "sum & 63")))

    return group(world, "tile_scan", a, b, body, model, lambda g, t: {g * w + t},
                 lambda g, t: {g * w + t})


def tile_relax(world):
    """The number of rounds depends on data and is the same for all instances"""
    a, b = world.two()
    w = world.width

    def body(tile):
        uneven = world.program.mutation("barrier in a condition", "barrier-divergence",
                                        "odd instances go one round more", ["data-race"])
        rounds = "1 + (%s & 1)" % world.load(a, "g * %d" % w)
        return ("long rounds = %s;\n\n%s\n%s\nfor (long k = 0; k < rounds; k++) {\n"
                "\tlong v = %s;\n\n%s\t%s\n%s}\n%s\n" % (
                    uneven(rounds, rounds + " + (t & 1)"),
                    filled(world, tile, world.load(a, "g * %d + t" % w)),
                    barrier(world, "an instance reads what its neighbour writes"),
                    world.load(tile, "(t + 1) %% %d" % w),
                    lines(barrier(world, "an instance writes what its neighbour reads")),
                    world.store(tile, "t", "mix(v, t, 1)"),
                    lines(barrier(world, "another instance reads it afterwards")),
                    world.store(b, "g * %d + t" % w, world.load(
                        tile, "%d - t" % (w - 1)))))

    def model(tile):
        return ("for (long g = 0; g < %d; g++) {\n\tlong row[%d], next[%d];\n"
                "\tlong rounds = 1 + ((long)m_%s[g * %d] & 1);\n\n"
                "\tfor (long t = 0; t < %d; t++)\n\t\trow[t] = (long)m_%s[g * %d + t];\n"
                "\tfor (long k = 0; k < rounds; k++) {\n"
                "\t\tfor (long t = 0; t < %d; t++)\n"
                "\t\t\tnext[t] = mix(row[(t + 1) %% %d], t, 1);\n"
                "\t\tmemcpy(row, next, sizeof row);\n\t}\n"
                "\tfor (long t = 0; t < %d; t++)\n\t\t%s\n}\n"
                % (world.groups, w, w, a.name, w, w, a.name, w, w, w, w,
                   world.step(b, "g * %d + t" % w, "row[%d - t]" % (w - 1))))

    return group(world, "tile_relax", a, b, body, model,
                 lambda g, t: {g * w + t, g * w}, lambda g, t: {g * w + t})


def nested(world):
    """A grid of two levels without local memory"""
    a, b = world.two()
    g, w, n = world.groups, world.width, world.n
    name = "s%d_nested" % len(world.stages)
    lap = overlap(world, "rows overlap, and write different values to one element", ["partial-out"])
    end = off_end(world, "the last instance of the last row writes after the last element")
    head = ("void *self = __hpvm__getNode();\nlong t = __hpvm__getNodeInstanceID_x(self);\n"
            "long g = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));\n"
            "long l = g * %d + t;\n" % w)
    at = lap(end("l", "l + 1"), "g * %d + t" % (w - 1))
    uses = [Use(a, "in"), Use(b, "out")]
    body = head + "\n%s\n" % world.store(b, at, distinct(world.load(a, "l")))
    model = "for (long l = 0; l < %d; l++)\n\t%s\n" % (
        n, world.step(b, "l", distinct("(long)m_%s[l]" % a.name)))
    stage = Stage(name, "nested", uses, (g,), "", model,
                  [(x, {a.name: ({x * w + t}, set()), b.name: (set(), {x * w + t})})
                   for x in range(g) for t in range(w)], outputs=4)
    stage.functions = (node_function(world, name + "_work", uses, body, passed_on(world, uses)) +
                       internal_function(world, stage, create("work", name + "_work", (w,)) +
                                         bind_all(stage, "work")))
    world.stages.append(stage)
    return stage


KINDS = [map_, map_, update, update, stripes, stencil, stencil, halo, reverse, scatter, gather,
         histogram, row_sums, chunks, sparse_rows, fields, fields, half, half, prefix, exchange,
         exchange, produce, consume, consume, consume, tile_turn, tile_turn, tile_sum, tile_scan,
         tile_relax, nested]
