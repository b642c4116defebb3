"""movement.py -- operators that move elements, change shapes, or choose elements by data. The form of meanings is in
elementwise.py."""
import numpy as np

from elements import INTEGERS, KINDS, NUMBERS, REALS
from elementwise import operator


def maybe_negative(g, axis, rank):
    return axis - rank if g.chance(0.3) else axis


# --- shapes

@operator("Shape", 15)
def shape(g):
    x = g.value(KINDS)
    start, end = g.number(-3, len(x.dims)), g.number(-3, len(x.dims))
    return g.node("Shape", [x], {"start": ("i", start), "end": ("i", end)},
                  lambda work, n, x: np.array(x.shape[max(start + x.ndim, 0) if start < 0 else start:
                                                      max(end + x.ndim, 0) if end < 0 else end], np.int64))


@operator("Size", 13)
def size(g):
    return g.node("Size", [g.value(KINDS)], {}, lambda work, n, x: np.array(x.size, np.int64))


@operator("Flatten", 13)
def flatten(g):
    x = g.value(KINDS)
    axis = g.number(-len(x.dims), len(x.dims))
    return g.node("Flatten", [x], {"axis": ("i", axis)}, lambda work, n, x: x.reshape(
        int(np.prod(x.shape[:axis + x.ndim if axis < 0 else axis], dtype=int)), int(np.prod(x.shape[axis + x.ndim if axis < 0 else axis:], dtype=int))))


@operator("Reshape", 14)
def reshape(g):
    """Two neighbouring axes become one, or a scalar a vector; the extents are numbers, or one of them is -1."""
    x = g.value(KINDS)
    at = g.number(0, max(0, len(x.dims) - 2))
    targets = []
    for w in range(g.worlds):
        dims = list(x.shape(w))
        targets.append(dims[:at] + [dims[at] * dims[at + 1]] + dims[at + 2:] if len(dims) > 1 else [1] + dims)
    if g.chance(0.6) and all(np.prod(t, dtype=int) for t in targets):
        rest = g.number(0, len(targets[0]) - 1)
        targets = [[-1 if i == rest else d for i, d in enumerate(t)] for t in targets]
    zero = any(0 in t for t in targets)
    return g.node("Reshape", [x, g.integers(targets)], {"allowzero": ("i", 1)} if zero else {},
                  lambda work, n, x, to: x.reshape([int(d) for d in to]), row="reshape copy_zero=%d" % (not zero))


@operator("Reshape", 14)
def view(g):
    """view(x.size(0), -1): the shape is computed."""
    x = g.value(KINDS, ranks=range(1, 9))
    if any(np.prod(x.shape(w), dtype=int) == 0 for w in range(g.worlds)):
        return None
    whole = g.node("Shape", [x], {}, lambda work, n, x: np.array(x.shape, np.int64))
    first = g.node("Slice", [whole, g.fixed(0), g.fixed(1)], {}, lambda work, n, s, a, b: s[:1])
    to = g.node("Concat", [first, g.fixed(-1)], {"axis": ("i", 0)}, lambda work, n, *parts: np.concatenate(parts))
    return g.node("Reshape", [x, to], {}, lambda work, n, x, to: x.reshape(x.shape[0], -1))


@operator("Squeeze", 13)
def squeeze(g):
    x = g.value(KINDS)
    ones = [a for a, d in enumerate(x.dims) if d == 1 and isinstance(d, int)]
    axes = g.sample(ones, g.number(0, len(ones)))
    if not axes and (len(ones) == len(x.dims) or g.chance(0.7) or not all(isinstance(d, int) for d in x.dims)):
        return None
    return g.node("Squeeze", [x] + ([g.integers([[maybe_negative(g, a, len(x.dims)) for a in axes]] * g.worlds)] if axes else []), {},
                  lambda work, n, x, *_: np.squeeze(x, tuple(axes) if axes else None))


@operator("Unsqueeze", 13)
def unsqueeze(g):
    x = g.value(KINDS, ranks=range(0, 8))
    rank = g.number(len(x.dims) + 1, min(8, len(x.dims) + 2))
    axes = g.sample(range(rank), rank - len(x.dims))
    return g.node("Unsqueeze", [x, g.integers([[maybe_negative(g, a, rank) for a in axes]] * g.worlds)], {},
                  lambda work, n, x, _: np.expand_dims(x, tuple(axes)))


@operator("Expand", 13)
def expand(g):
    x = g.value(KINDS)
    extra = [g.number(0, 3) for _ in range(g.number(0, min(2, 8 - len(x.dims))))]
    targets = []
    sizes = [g.number(0, 3) for _ in x.dims]
    keep = [g.chance(0.5) for _ in x.dims]
    for w in range(g.worlds):
        targets.append(extra + [(1 if k else d) if not (isinstance(s, int) and s == 1) else n
                                for d, s, n, k in zip(x.shape(w), x.dims, sizes, keep)])
    return g.node("Expand", [x, g.integers(targets)], {},
                  lambda work, n, x, to: np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(int(d) for d in to))), row="broadcast")


@operator("Transpose", 13)
def transpose(g):
    x = g.value(KINDS)
    order = g.sample(range(len(x.dims)), len(x.dims))
    if not order or g.chance(0.2):
        return g.node("Transpose", [x], {}, lambda work, n, x: np.transpose(x))
    return g.node("Transpose", [x], {"perm": ("ints", order)}, lambda work, n, x: np.transpose(x, order),
                  row="transpose perm=%s" % ",".join(map(str, order)))


@operator("ReverseSequence", 10)
def reverse_sequence(g):
    x = g.value(KINDS, ranks=range(2, 9))
    batch = g.number(0, 1)
    lengths = [[g.number(min(1, x.shape(w)[1 - batch]), x.shape(w)[1 - batch]) for _ in range(x.shape(w)[batch])] for w in range(g.worlds)]

    def meaning(work, n, x, lengths):
        y = x.copy()
        for i, length in enumerate(lengths):
            row = (i,) if batch == 0 else (slice(None), i)
            part = x[row][:length]
            y[row][:length] = part[::-1]
        return y
    return g.node("ReverseSequence", [x, g.along("i64", lengths, x.dims[batch])],
                  {"batch_axis": ("i", batch), "time_axis": ("i", 1 - batch)}, meaning)


# --- joined and cut

@operator("Concat", 13)
def concat(g):
    x = g.value(KINDS, ranks=range(1, 9))
    axis = g.number(0, len(x.dims) - 1)
    parts = [x]
    for _ in range(g.number(0, 2)):
        others = [v for v in g.values if v.kind == x.kind and len(v.dims) == len(x.dims) and
                  all(v.dims[a] == x.dims[a] for a in range(len(x.dims)) if a != axis)]
        parts.append(g.pick(others) if others and g.chance(0.5) else
                     g.input(x.kind, [g.dimension() if a == axis else d for a, d in enumerate(x.dims)]))
    return g.node("Concat", parts, {"axis": ("i", maybe_negative(g, axis, len(x.dims)))},
                  lambda work, n, *parts: np.concatenate(parts, axis), row="concat axis=%d" % axis)


@operator("Slice", 13)
def slice_(g):
    x = g.value(KINDS, ranks=range(1, 9))
    axes = g.sample(range(len(x.dims)), g.number(1, len(x.dims)))
    steps = [g.pick([1, 1, 2, 3, -1, -2]) for _ in axes]
    late = g.chance(0.3)
    starts, ends = [], []
    for _ in range(g.worlds):
        if late or not starts:
            starts.append([g.pick([0, 1, -1, 2, -2, -100, 100]) for _ in axes])
            ends.append([g.pick([1, 2, 3, -1, 100, 2**63 - 1, -100, -2**63]) for _ in axes])
        else:
            starts.append(starts[0])
            ends.append(ends[0])
    kind = "i32" if all(abs(e) < 2**31 for row in ends for e in row) and g.chance(0.3) else "i64"

    def meaning(work, n, x, starts, ends, *_):
        places = [slice(None)] * x.ndim
        for axis, start, end, step in zip(axes, starts, ends, steps):
            length, start, end = x.shape[axis], int(start), int(end)
            start, end = (start + length if start < 0 else start), (end + length if end < 0 else end)
            low, high = (0, length) if step > 0 else (0, length - 1)
            start = min(max(start, low), high)
            end = min(max(end, 0 if step > 0 else -1), length if step > 0 else length - 1)
            places[axis] = slice(start, None if end < 0 else end, step) if (end - start) * step > 0 else slice(0, 0)
        return x[tuple(places)]
    operands = [x, g.integers(starts, kind), g.integers(ends, kind)]
    if axes != list(range(len(axes))) or any(s != 1 for s in steps) or g.chance(0.5):
        operands.append(g.integers([[maybe_negative(g, a, len(x.dims)) for a in axes]] * g.worlds, kind))
        operands.append(g.integers([steps] * g.worlds, kind))
    return g.node("Slice", operands, {}, meaning, open_axes=[a for a in axes if not isinstance(x.dims[a], int)])


@operator("Split", 18)
def split(g):
    x = g.value(KINDS, ranks=range(1, 9))
    axis = g.number(0, len(x.dims) - 1)
    extent = x.dims[axis]
    at = {"axis": ("i", maybe_negative(g, axis, len(x.dims)))}
    if isinstance(extent, int) and g.chance(0.5):
        cuts = sorted(g.number(0, extent) for _ in range(g.number(1, 2)))
        sizes = [b - a for a, b in zip([0] + cuts, cuts + [extent])]
        return g.node("Split", [x, g.integers([sizes] * g.worlds)], at, lambda work, n, x, _: tuple(np.split(x, cuts, axis)),
                      outputs=len(sizes))
    count = g.number(1, 3)
    if any((count - 1) * -(-x.shape(w)[axis] // count) > x.shape(w)[axis] for w in range(g.worlds)):
        return None

    def meaning(work, n, x):
        part = -(-x.shape[axis] // count)
        return tuple(np.split(x, [part * i for i in range(1, count)], axis))
    return g.node("Split", [x], {**at, "num_outputs": ("i", count)}, meaning, outputs=count)


@operator("Trilu", 14)
def trilu(g):
    x = g.value(KINDS, ranks=range(2, 9))
    upper, k = g.chance(0.5), g.number(-3, 3)
    return g.node("Trilu", [x, g.integers([k] * g.worlds)], {"upper": ("i", int(upper))},
                  lambda work, n, x, _: np.where(np.broadcast_to((np.triu if upper else np.tril)(np.ones(x.shape[-2:], bool), k), x.shape),
                                                 x, x.dtype.type(0)))


@operator("Tile", 13)
def tile(g):
    x = g.value(KINDS, ranks=range(1, 9))
    late = g.chance(0.3)
    first = [g.pick([0, 1, 1, 2, 3]) for _ in x.dims]
    repeats = [first if not late or not w else [g.pick([0, 1, 1, 2]) for _ in x.dims] for w in range(g.worlds)]
    return g.node("Tile", [x, g.integers(repeats)], {}, lambda work, n, x, r: np.tile(x, [int(i) for i in r]))


@operator("Pad", 19)
def pad(g):
    x = g.value(KINDS, ranks=range(1, 9))
    mode = g.pick(["constant", "constant", "edge", "reflect", "wrap"])
    axes = sorted(g.sample(range(len(x.dims)), g.number(1, len(x.dims))))
    least = [min(x.shape(w)[a] for w in range(g.worlds)) for a in axes]
    if mode != "constant" and 0 in least:
        return None
    low = [-(d // 2) if mode == "constant" else 0 for d in least]
    high = [2 if mode == "constant" else 3 for d in least]
    pads = [[g.number(a, min(b, 3)) for a, b in zip(low, high)] for _ in range(2)]
    value = g.constant(x.kind, g.array(x.kind, (), "plain")) if mode == "constant" and g.chance(0.5) else None

    def meaning(work, n, x, *_):
        filled = n.operands[2].arrays[0] if value is not None else x.dtype.type(0)
        widths, places = [(0, 0)] * x.ndim, [slice(None)] * x.ndim
        for axis, before, after in zip(axes, *pads):
            widths[axis] = max(before, 0), max(after, 0)
            places[axis] = slice(max(-before, 0), x.shape[axis] - max(-after, 0))
        x = x[tuple(places)]
        return np.pad(x, widths, constant_values=filled.astype(x.dtype)) if mode == "constant" else np.pad(x, widths, mode)
    operands = [x, g.integers([pads[0] + pads[1]] * g.worlds)]
    if value is not None or axes != list(range(len(x.dims))):
        operands.append(value)
    if axes != list(range(len(x.dims))):
        operands.append(g.integers([axes] * g.worlds))
    return g.node("Pad", operands, {"mode": ("s", mode)}, meaning)


def blocks(name, since):
    def make(g):
        block, mode = g.number(1, 2), g.pick(["DCR", "CRD"])
        channels = g.number(1, 2)
        n, h, w = g.dimension(), g.number(1, 3), g.number(1, 3)
        if name == "DepthToSpace":
            x = g.input(g.pick(KINDS), [n, channels * block * block, h, w])
            shape_ = (block, block, channels) if mode == "DCR" else (channels, block, block)
            order = (0, 3, 4, 1, 5, 2) if mode == "DCR" else (0, 1, 4, 2, 5, 3)

            def meaning(work, node, x):
                return x.reshape(x.shape[0], *shape_, h, w).transpose(order).reshape(x.shape[0], channels, h * block, w * block)
            return g.node(name, [x], {"blocksize": ("i", block), "mode": ("s", mode)}, meaning)
        x = g.input(g.pick(KINDS), [n, channels, h * block, w * block])

        def back(work, node, x):
            return x.reshape(x.shape[0], channels, h, block, w, block).transpose(0, 3, 5, 1, 2, 4).reshape(
                x.shape[0], channels * block * block, h, w)
        return g.node(name, [x], {"blocksize": ("i", block)}, back)
    operator(name, since)(make)


blocks("DepthToSpace", 13)
blocks("SpaceToDepth", 13)


# --- chosen by data

def indices(g, dims, worlds_extent, kind=None):
    """A value with indices from -extent to extent - 1; the extents are those of each world."""
    kind = kind or g.pick(["i32", "i64"])
    return g.made(kind, dims, [lambda shape, d=d: g.rng.integers(-d, d, shape) for d in worlds_extent])


def axis_with_elements(g, x):
    axes = [a for a, d in enumerate(x.dims) if g.least(d) > 0]
    return g.pick(axes) if axes else None


@operator("Gather", 13)
def gather(g):
    x = g.value(KINDS, ranks=range(1, 7))
    axis = axis_with_elements(g, x)
    if axis is None:
        return None
    at = indices(g, g.dimensions(g.number(0, 2)), [x.shape(w)[axis] for w in range(g.worlds)])
    return g.node("Gather", [x, at], {"axis": ("i", maybe_negative(g, axis, len(x.dims)))},
                  lambda work, n, x, i: np.take(x, i, axis), row="gather axis=%d" % axis)


def grids(shape_):
    return list(np.meshgrid(*[np.arange(d) for d in shape_], indexing="ij"))


@operator("GatherElements", 13)
def gather_elements(g):
    x = g.value(KINDS, ranks=range(1, 5))
    axis = axis_with_elements(g, x)
    if axis is None:
        return None
    dims = [g.number(0, 3) if a == axis else d for a, d in enumerate(x.dims)]

    def meaning(work, n, x, i):
        places = grids(i.shape)
        places[axis] = i
        return x[tuple(places)]
    return g.node("GatherElements", [x, indices(g, dims, [x.shape(w)[axis] for w in range(g.worlds)])],
                  {"axis": ("i", maybe_negative(g, axis, len(x.dims)))}, meaning, row="gather_elements axis=%d" % axis)


@operator("ScatterElements", 18)
def scatter_elements(g):
    x = g.value(NUMBERS, ranks=range(1, 5))
    axis = axis_with_elements(g, x)
    if axis is None:
        return None
    reduce = g.pick(["none", "add", "mul", "max", "min"])
    dims = [g.number(0, 3) if a == axis else d for a, d in enumerate(x.dims)]
    if reduce == "none":  # no index twice
        dims[axis] = min(1, g.least(x.dims[axis]))
    at, updates = indices(g, dims, [x.shape(w)[axis] for w in range(g.worlds)]), g.input(x.kind, dims, mode="plain")
    functions = {"add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}

    def meaning(work, n, x, i, updates):
        y, places = x.copy(), grids(i.shape)
        places[axis] = np.where(i < 0, i + x.shape[axis], i)
        if reduce == "none":
            y[tuple(places)] = updates
        else:
            functions[reduce].at(y, tuple(places), updates)
        return y
    return g.node("ScatterElements", [x, at, updates], {"axis": ("i", axis), "reduction": ("s", reduce)}, meaning)


@operator("GatherND", 13)
def gather_nd(g):
    x = g.value(KINDS, ranks=range(1, 6))
    if any(g.least(d) == 0 for d in x.dims):
        return None
    depth = g.number(1, len(x.dims))
    rows = g.number(0, 3)
    at = g.made("i64", [rows, depth], [lambda shape, w=w: np.stack([g.rng.integers(-d, d, rows) for d in x.shape(w)[:depth]], 1)
                                       for w in range(g.worlds)])
    return g.node("GatherND", [x, at], {}, lambda work, n, x, i: x[tuple(i[:, k] for k in range(depth))])


@operator("ScatterND", 18)
def scatter_nd(g):
    x = g.value(NUMBERS, ranks=range(1, 6))
    if any(g.least(d) == 0 for d in x.dims):
        return None
    depth, reduce = g.number(1, len(x.dims)), g.pick(["none", "add", "mul", "max", "min"])
    rows = g.number(0, 1 if reduce == "none" else 3)
    at = g.made("i64", [rows, depth], [lambda shape, w=w: np.stack([g.rng.integers(-d, d, rows) for d in x.shape(w)[:depth]], 1)
                                       for w in range(g.worlds)])
    updates = g.input(x.kind, [rows] + list(x.dims[depth:]), mode="plain")
    functions = {"add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}

    def meaning(work, n, x, i, updates):
        y = x.copy()
        for row, update in zip(i, updates):
            place = tuple(int(k) for k in row)
            y[place] = update if reduce == "none" else functions[reduce](y[place], update)
        return y
    return g.node("ScatterND", [x, at, updates], {"reduction": ("s", reduce)}, meaning)


@operator("NonZero", 13)
def nonzero(g):
    x = g.value(KINDS, ranks=range(1, 9))
    return g.node("NonZero", [x], {}, lambda work, n, x: np.array(np.nonzero(x), np.int64).reshape(x.ndim, -1), open_axes=[1],
                  row="nonzero")


@operator("Compress", 11)
def compress(g):
    x = g.value(KINDS, ranks=range(1, 9))
    axis = g.number(0, len(x.dims) - 1) if g.chance(0.7) else None
    length = g.number(0, min(g.least(d) for d in ([x.dims[axis]] if axis is not None else [min(
        (int(np.prod(x.shape(w), dtype=int)) for w in range(g.worlds)))])))
    c = g.input("bool", [length])
    return g.node("Compress", [x, c], {} if axis is None else {"axis": ("i", maybe_negative(g, axis, len(x.dims)))},
                  lambda work, n, x, c: np.compress(c, x, axis), open_axes=[axis or 0])


@operator("TopK", 11)
def top_k(g):
    x = g.value(NUMBERS, ranks=range(1, 9), no_nan=True)
    if x is None:
        return None
    axis = g.number(0, len(x.dims) - 1)
    k, largest = g.number(0, min(3, g.least(x.dims[axis]))), g.chance(0.5)

    def meaning(work, n, x, _):
        order = np.flip(x.shape[axis] - 1 - np.argsort(np.flip(x, axis), axis, kind="stable"), axis) if largest else np.argsort(x, axis, kind="stable")
        order = np.take(order, range(k), axis)
        return np.take_along_axis(x, order, axis), order.astype(np.int64)
    return g.node("TopK", [x, g.integers([[k]] * g.worlds)], {"axis": ("i", maybe_negative(g, axis, len(x.dims))), "largest": ("i", int(largest))},
                  meaning, outputs=2)


@operator("Unique", 11)
def unique(g):
    x = g.value(NUMBERS, no_nan=True)
    if x is None:
        return None

    def meaning(work, n, x):
        values, first, inverse, counts = np.unique(x.ravel(), return_index=True, return_inverse=True, return_counts=True)
        return values, first.astype(np.int64), inverse.ravel().astype(np.int64), counts.astype(np.int64)
    return g.node("Unique", [x], {"sorted": ("i", 1)}, meaning, outputs=4, open_axes=[0])


@operator("OneHot", 11)
def one_hot(g):
    kind, depth = g.pick(KINDS), g.number(1, 4)
    at = g.made("i64", g.dimensions(g.number(0, 2)), [lambda shape: g.rng.integers(-depth - 1, depth + 1, shape)] * g.worlds)
    axis = g.number(-len(at.dims) - 1, len(at.dims))
    place = axis + len(at.dims) + 1 if axis < 0 else axis

    def meaning(work, n, i, _, values):
        wrapped = np.where(i < 0, i + depth, i)
        count = np.arange(depth).reshape([-1 if a == place else 1 for a in range(i.ndim + 1)])
        return np.where(np.expand_dims(wrapped, place) == count, values[1], values[0])
    return g.node("OneHot", [at, g.integers([depth] * g.worlds), g.constant(kind, g.array(kind, (2,), "plain"))],
                  {"axis": ("i", axis)}, meaning, kinds=[kind])


@operator("EyeLike", 9)
def eye_like(g):
    x = g.value(NUMBERS, ranks=[2])
    k = g.number(-2, 2)
    return g.node("EyeLike", [x], {"k": ("i", k)}, lambda work, n, x: np.eye(*x.shape, k=k, dtype=x.dtype))


# --- made from shapes

@operator("ConstantOfShape", 9)
def constant_of_shape(g):
    x, kind = g.value(KINDS, ranks=range(1, 9)), g.pick(KINDS)
    whole = g.node("Shape", [x], {}, lambda work, n, x: np.array(x.shape, np.int64))
    value = g.array(kind, (1,), "plain")
    return g.node("ConstantOfShape", [whole], {"value": ("t", (kind, value))},
                  lambda work, n, s: np.full([int(d) for d in s], value[0]).astype(work if kind in REALS else value.dtype), kinds=[kind])


@operator("Range", 11)
def range_(g):
    kind = g.pick(["i16", "i32", "i64", "f32", "f64"])
    rows = [(g.number(-5, 5), g.number(-8, 8), g.pick([1, 2, 3, -1, -2])) for _ in range(g.worlds)]
    operands = [g.scalars(kind, [row[i] for row in rows]) for i in range(3)]

    def meaning(work, n, start, limit, delta):
        count = max(0, int(np.ceil((float(limit) - float(start)) / float(delta))))
        return (start + np.arange(count).astype(start.dtype) * delta).astype(start.dtype)
    return g.node("Range", operands, {}, meaning, open_axes=[0])


@operator("CenterCropPad", 18)
def center_crop_pad(g):
    x = g.value(NUMBERS, ranks=range(1, 5))
    sizes = [g.number(0, 5) for _ in x.dims]

    def meaning(work, n, x, _):
        for axis, want in enumerate(sizes):
            have = x.shape[axis]
            if want < have:
                start = (have - want) // 2
                x = np.take(x, range(start, start + want), axis)
            else:
                before = (want - have) // 2
                x = np.pad(x, [(before, want - have - before) if a == axis else (0, 0) for a in range(x.ndim)])
        return x
    return g.node("CenterCropPad", [x, g.integers([sizes] * g.worlds)], {}, meaning)
