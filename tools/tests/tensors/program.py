"""program.py -- random tensor programs that are valid by construction, with the values of all their tensors.

A program has WORLDS: the same operators with different extents and elements of the inputs. A dimension is a number, or a Symbol,
which has an extent in each world. The values of each tensor are computed in long double from the rounded values of its operands
when its node is made, so the shape rules are those of NumPy.
"""
import sys

import numpy as np

import onnx_file
from elements import DTYPES, KINDS, ONNX, REALS, native_work, random_array, raw, rounded

MOST_ELEMENTS, MOST_RANK = 3000, 8
KIND_OF = {np.dtype(dtype): kind for kind, dtype in DTYPES.items() if kind != "bf16"}


class TooLarge(Exception):
    """A tensor would have too many elements."""


class Symbol:
    """An extent of several worlds. Symbols are equal if their extents are."""
    def __init__(self, extents, name=None):
        self.extents, self.name = tuple(extents), name

    def __eq__(self, other):
        return isinstance(other, Symbol) and self.extents == other.extents

    def __hash__(self):
        return hash(self.extents)


class Value:
    """A tensor; ARRAYS has one for each world. MODE: how an input's elements were chosen."""
    def __init__(self, name, kind, dims, arrays):
        self.name, self.kind, self.dims, self.arrays = name, kind, list(dims), arrays

    def shape(self, world):
        return self.arrays[world].shape


class Node:
    def __init__(self, name, op, operands, attributes, meaning, row):
        self.name, self.op, self.operands, self.attributes, self.meaning, self.row = name, op, operands, attributes, meaning, row
        self.outputs = []

    def compute(self, work, arrays):
        """The results for ARRAYS as operands, not rounded: reals have the type WORK."""
        cast = [a.astype(work) if o is not None and o.kind in REALS else a for o, a in zip(self.operands, arrays)]
        with np.errstate(all="ignore"):
            results = self.meaning(work, self, *(a for a in cast if a is not None))
        return [np.asarray(r) for r in (results if isinstance(results, tuple) else (results,))]


def stored(kind, x):
    """A result as the program stores it."""
    return rounded(kind, x) if kind in REALS else np.asarray(x, DTYPES[kind])


class Program:
    def __init__(self, seed, opsets=(13, 17, 18, 19, 21, 23, 27, 28)):
        self.seed, self.rng = seed, np.random.default_rng(seed)
        self.opset = int(self.pick(opsets))
        self.worlds = 1 if self.chance(0.25) else 3
        self.inputs, self.constants, self.values, self.nodes, self.others = [], [], [], [], 0
        self.symbols = [Symbol(self.extents(0, 7), "s%d" % i) for i in range(3)] if self.worlds > 1 else []

    # --- random choices

    def chance(self, probability):
        return self.rng.random() < probability

    def number(self, least, most):
        return int(self.rng.integers(least, most + 1))

    def pick(self, choices):
        return choices[int(self.rng.integers(0, len(choices)))]

    def sample(self, choices, count):
        return [int(c) for c in self.rng.permutation(list(choices))[:count]]

    def extents(self, least, most):
        """An extent for each world, not all equal."""
        found = [self.number(least, most) for _ in range(self.worlds)]
        if len(set(found)) == 1:
            found[0] = least if found[0] != least else most
        return found

    # --- dimensions

    def dimension(self):
        if self.symbols and self.chance(0.5):
            return self.pick(self.symbols)
        return int(self.pick([1, 1, 2, 2, 3, 4, 5, 0] if self.chance(0.3) else [1, 2, 3, 4]))

    def dimensions(self, rank):
        return [self.dimension() for _ in range(rank)]

    def symbol_from(self, least, most):
        """A new symbol, or a number."""
        if self.worlds == 1 or self.chance(0.5):
            return self.number(least, most)
        self.others += 1
        return Symbol(self.extents(least, most), "t%d" % self.others)

    def extent(self, d, world):
        return d if isinstance(d, int) else d.extents[world]

    def least(self, d):
        return d if isinstance(d, int) else min(d.extents)

    def shape_of(self, *values):
        """The dimensions that VALUES are broadcast to, or None."""
        rank = max(len(v.dims) for v in values)
        found = []
        for axis in range(rank):
            dims = [v.dims[axis - rank + len(v.dims)] for v in values if axis - rank + len(v.dims) >= 0]
            others = [d for d in dims if not (isinstance(d, int) and d == 1)] or [1]
            if any(not d == others[0] for d in others):
                return None
            found.append(others[0])
        return found if self.fits(found) else None

    def fits(self, dims):
        return len(dims) <= MOST_RANK and all(np.prod([self.extent(d, w) for d in dims], dtype=int) <= MOST_ELEMENTS
                                              for w in range(self.worlds))

    # --- tensors

    def array(self, kind, shape, mode):
        return random_array(self.rng, kind, shape, mode)

    def onnx_type(self, kind):
        return ONNX[kind]

    def named(self, letter, kind, dims, arrays):
        return Value("%s%d" % (letter, len(self.inputs) + len(self.constants) + sum(len(n.outputs) for n in self.nodes)), kind, dims, arrays)

    def made(self, kind, dims, functions):
        """An input whose array in each world a function of its shape gives."""
        arrays = [np.asarray(f(tuple(self.extent(d, w) for d in dims))).astype(DTYPES[kind]) for w, f in enumerate(functions[:self.worlds])]
        self.inputs.append(self.named("x", kind, dims, arrays))
        return self.inputs[-1]

    def input(self, kind, dims, mode=None):
        mode = mode or self.pick(["near", "near", "plain", "plain", "plain", "wide", "special", "special"])
        if not self.fits(dims):
            raise TooLarge
        value = self.made(kind, dims, [lambda shape: self.array(kind, shape, mode)] * self.worlds)
        self.values.append(value)
        return value

    def constant(self, kind, array):
        self.constants.append(self.named("c", kind, array.shape, [array] * self.worlds))
        return self.constants[-1]

    def value(self, kinds, ranks=range(0, 9), no_nan=False):
        """A tensor of one of KINDS and RANKS: one of the program, or a new input."""
        found = [v for v in self.values if v.kind in kinds and len(v.dims) in ranks]
        if no_nan:
            found = [v for v in found if not any(np.isnan(a).any() for a in v.arrays)]
        if found and self.chance(0.8):
            return self.pick(found[-6:])
        rank = int(self.pick([r for r in ranks if r < 5 or self.chance(0.2)] or list(ranks)))
        return self.input(self.pick(list(kinds)), self.dimensions(rank), "plain" if no_nan else None)

    def like(self, x, kinds=None, mode=None):
        """A tensor that is broadcast with X."""
        kinds = kinds or [x.kind]
        found = [v for v in self.values if v.kind in kinds and self.shape_of(x, v) is not None]
        if found and self.chance(0.5) and mode is None:
            return self.pick(found)
        dims = [1 if self.chance(0.25) else d for d in x.dims[self.number(0, len(x.dims)) if self.chance(0.3) else 0:]]
        return self.input(self.pick(kinds), dims, mode)

    def integers(self, rows, kind="i64"):
        """A vector (or scalar) of integers with ROWS[w] in world w: a constant, or an input."""
        arrays = [np.array(row, DTYPES[kind]) for row in rows]
        if all(np.array_equal(a, arrays[0]) for a in arrays) and self.chance(0.9):
            return self.constant(kind, arrays[0])
        return self.made(kind, list(arrays[0].shape), [lambda shape, a=a: a for a in arrays])

    def fixed(self, *row):
        """A constant vector."""
        return self.constant("i64", np.array(row, np.int64))

    def along(self, kind, rows, d):
        return self.made(kind, [d], [lambda shape, row=row: np.array(row, DTYPES[kind]) for row in rows])

    def scalars(self, kind, numbers):
        return self.made(kind, [], [lambda shape, n=n: np.array(n, DTYPES[kind]) for n in numbers])

    # --- nodes

    def node(self, op, operands, attributes, meaning, outputs=1, kinds=None, row=None, open_axes=()):
        """Add a node and return its first result; None if a result is too large. KINDS: of the results, else as NumPy has it.
        OPEN_AXES: extents that are symbols even if they are equal in all worlds."""
        node = Node("n%d" % len(self.nodes), op, operands, attributes, meaning, row)
        results = [node.compute(np.longdouble, [o and o.arrays[w] for o in operands]) for w in range(self.worlds)]
        real = next((o.kind for o in operands if o is not None and o.kind in REALS), None)
        made = []
        for i in range(outputs):
            rank = results[0][i].ndim
            dims = []
            for axis in range(rank):
                extents = [r[i].shape[axis] for r in results]
                dims.append(extents[0] if len(set(extents)) == 1 and axis not in open_axes else Symbol(extents))
            if not self.fits(dims):
                return None
            kind = kinds[i] if kinds and i < len(kinds) else real if results[0][i].dtype.kind == "f" else KIND_OF[results[0][i].dtype]
            made.append((kind, dims, [stored(kind, r[i]) for r in results]))
        self.nodes.append(node)
        for kind, dims, arrays in made:
            node.outputs.append(self.named("v", kind, dims, arrays))
            self.values.append(node.outputs[-1])
        return node.outputs[0]

    # --- as a model, and as a module of rows

    def results(self):
        used = {o.name for n in self.nodes for o in n.operands if o is not None}
        return [v for n in self.nodes for v in n.outputs if v.name not in used] or [self.nodes[-1].outputs[0]]

    def used(self, values):
        names = {o.name for n in self.nodes for o in n.operands if o is not None}
        return [v for v in values if v.name in names]

    def extents_of(self, value):
        """The dimensions of an input as the model has them. Those that operators gave have names of their own."""
        return [d if isinstance(d, int) else d.name or "%s_%d" % (value.name, i) for i, d in enumerate(value.dims)]

    def model(self):
        def attribute(name, kind, value):
            if kind == "t":
                value = onnx_file.tensor("", value[1].shape, ONNX[value[0]], raw(*value))
            return onnx_file.attribute(name, kind, value)
        nodes = [onnx_file.node(n.op, [o.name if o is not None else "" for o in n.operands], [v.name for v in n.outputs],
                                [attribute(k, *v) for k, v in n.attributes.items()], n.name) for n in self.nodes]
        return onnx_file.model(
            nodes, [onnx_file.value(v.name, self.extents_of(v), ONNX[v.kind]) for v in self.used(self.inputs)],
            [onnx_file.value(v.name, ["%s_%d" % (v.name, i) for i in range(len(v.dims))], ONNX[v.kind]) for v in self.results()],
            [onnx_file.tensor(c.name, c.dims, ONNX[c.kind], raw(c.kind, c.arrays[0])) for c in self.used(self.constants)], self.opset, ir=11)

    def rows(self):
        """The program as calls of rows of tensor.def, whose constants are inputs; None if an operator is no single row."""
        if not all(n.row for n in self.nodes):
            return None
        inputs = self.used(self.inputs + self.constants)
        text = ["declare void @__hpvm__hint(i32)", "declare void @__hpvm__attributes(i32, ...)", "declare void @__hpvm__return(i32, ...)",
                "declare ptr @__hpvm__createNodeND(i32, ...)", "declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)",
                "declare void @__hpvm__bindIn(ptr, i32, i32, i32)", "declare void @__hpvm__bindOut(ptr, i32, i32, i32)",
                "declare ptr @__hpvm__tensor_op(ptr, i32, ...)"]
        places = {v.name: (None, i) for i, v in enumerate(inputs)}
        body, ends = [], []
        for i, node in enumerate(self.nodes):
            operands = [o for o in node.operands if o is not None]
            own = list({o.name: o for o in operands})
            arguments = ", ".join("ptr %%%s" % name for name in own)
            text += ['@text.%d = private constant [%d x i8] c"%s\\00"' % (i, len(node.row) + 1, node.row),
                     'define void @%s(%s) "hpvm.operator"="%s" "hpvm.value.0"="%s" {' % (node.name, arguments, node.op, node.outputs[0].name),
                     "  call void @__hpvm__hint(i32 4)",
                     "  call void (i32, ...) @__hpvm__attributes(i32 %d, %s, i32 0)" % (len(own), arguments),
                     "  %%y = call ptr (ptr, i32, ...) @__hpvm__tensor_op(ptr @text.%d, i32 %d, %s)" % (
                         i, len(operands), ", ".join("ptr %%%s" % o.name for o in operands)),
                     "  call void (i32, ...) @__hpvm__return(i32 1, ptr %y)", "  ret void", "}"]
            body.append("  %%%s.node = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @%s)" % (node.name, node.name))
            for at, name in enumerate(own):
                source, output = places[name]
                ends.append("  call void @__hpvm__bindIn(ptr %%%s.node, i32 %d, i32 %d, i32 0)" % (node.name, output, at) if source is None else
                            "  call ptr @__hpvm__edge(ptr %%%s.node, ptr %%%s.node, i32 1, i32 %d, i32 %d, i32 0)" % (source, node.name, output, at))
            places[node.outputs[0].name] = (node.name, 0)
        for i, value in enumerate(self.results()):
            ends.append("  call void @__hpvm__bindOut(ptr %%%s.node, i32 0, i32 %d, i32 0)" % (places[value.name][0], i))
        arguments = ", ".join("ptr %%%s" % v.name for v in inputs)
        text += ['define void @Model(%s) "hpvm.tensor.program"="" {' % arguments, "  call void @__hpvm__hint(i32 1)",
                 "  call void (i32, ...) @__hpvm__attributes(i32 %d, %s, i32 0)" % (len(inputs), arguments), *body, *ends, "  ret void", "}"]
        return "\n".join(text) + "\n", inputs


def random_program(seed, operators):
    """A program of one to seven operators of the table OPERATORS."""
    program = Program(seed)
    known = [o for o in operators if o[1] <= program.opset]
    wanted = program.number(1, 7)
    for _ in range(40):
        if len(program.nodes) >= wanted:
            break
        before = len(program.inputs), len(program.constants), len(program.values), len(program.nodes)
        try:
            made = program.pick(known)[2](program)
        except TooLarge:
            made = None
        if made is None:
            for part, count in zip((program.inputs, program.constants, program.values, program.nodes), before):
                del part[count:]
    return program


if __name__ == "__main__":
    sys.exit("see fuzz.py")
