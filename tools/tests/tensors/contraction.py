"""contraction.py -- operators that are sums of products, windows, normalisations, quantised numbers. The form of meanings is in
elementwise.py."""
import itertools

import numpy as np

from elements import INTEGERS, NUMBERS, REALS
from elementwise import operator

MULTIPLIED = REALS + ("i32", "u32", "i64")


@operator("MatMul", 13)
def mat_mul(g):
    kind, k = g.pick(MULTIPLIED), g.dimension()
    batch = g.dimensions(g.number(0, 2))
    left = [g.pick([d, 1]) for d in batch[g.number(0, len(batch)):]] if g.chance(0.4) else batch
    a = g.input(kind, left + ([g.dimension(), k] if left or g.chance(0.8) else [k]))
    b = g.input(kind, batch + ([k, g.dimension()] if batch or g.chance(0.8) else [k]))
    return g.node("MatMul", [a, b], {}, lambda work, n, a, b: np.matmul(a, b), row="dot" if min(len(a.dims), len(b.dims)) > 1 else None)


@operator("Gemm", 13)
def gemm(g):
    kind = g.pick(REALS)
    m, k, n_ = g.dimension(), g.dimension(), g.dimension()
    ta, tb = g.chance(0.5), g.chance(0.5)
    alpha, beta = (float(np.float32(g.rng.uniform(-2, 2))) for _ in range(2))
    operands = [g.input(kind, [k, m] if ta else [m, k]), g.input(kind, [n_, k] if tb else [k, n_])]
    if g.chance(0.7):
        operands.append(g.input(kind, g.pick([[m, n_], [n_], [1, n_], [m, 1], [1], []])))

    def meaning(work, n, a, b, c=None):
        y = work(np.float32(alpha)) * np.matmul(a.T if ta else a, b.T if tb else b)
        return y if c is None else y + work(np.float32(beta)) * c
    return g.node("Gemm", operands, {"alpha": ("f", alpha), "beta": ("f", beta), "transA": ("i", int(ta)), "transB": ("i", int(tb))}, meaning)


EQUATIONS = ["ij,jk->ik", "bij,bjk->bik", "ij->ji", "ij->", "ij->j", "i,j->ij", "bhqd,bhkd->bhqk", "...ij,...jk->...ik", "ij,ij->i",
             "ab,bc,cd->ad", "i,i", "ij"]


@operator("Einsum", 12)
def einsum(g):
    kind, equation = g.pick(REALS + ("i32", "i64")), g.pick(EQUATIONS)
    letters = {letter: g.dimension() for letter in "abcdhijkqn"}
    front = g.dimensions(g.number(0, 2))
    mode = "plain" if equation.count(",") > 1 else None  # which infinities meet depends on the pair that is multiplied first
    operands = [g.input(kind, (front if "..." in term else []) + [letters[c] for c in term.replace("...", "")], mode)
                for term in equation.split("->")[0].split(",")]
    return g.node("Einsum", operands, {"equation": ("s", equation)}, lambda work, n, *x: np.asarray(np.einsum(equation, *x)))


# --- windows

def window_attributes(g, spatial, kernel, sizes, ceil=False):
    """Strides, dilations and pads of a window that fits all SIZES; (attributes, strides, dilations, pads, ceil)."""
    strides = [g.number(1, 3) for _ in range(spatial)]
    dilations = [g.number(1, 2) for _ in range(spatial)]
    pads = [g.number(0, kernel[i % spatial] - 1) for i in range(2 * spatial)]
    for i in range(spatial):
        if min(s[i] for s in sizes) + pads[i] + pads[i + spatial] < dilations[i] * (kernel[i] - 1) + 1:
            return None
    up = ceil and g.chance(0.4)
    attributes = {"strides": ("ints", strides), "dilations": ("ints", dilations), "pads": ("ints", pads), "kernel_shape": ("ints", list(kernel))}
    if up:
        attributes["ceil_mode"] = ("i", 1)
    return attributes, strides, dilations, pads, up


def outputs_of(sizes, kernel, strides, dilations, pads, up):
    spatial, counts = len(sizes), []
    for i in range(spatial):
        room = sizes[i] + pads[i] + pads[i + spatial] - dilations[i] * (kernel[i] - 1) - 1
        count = (-(-room // strides[i]) if up else room // strides[i]) + 1
        if up and (count - 1) * strides[i] >= sizes[i] + pads[i]:
            count -= 1
        counts.append(count)
    return counts


def convolved(x, w, strides, dilations, pads, group):
    """Padding adds no term, not even where the filter is infinite."""
    spatial = x.ndim - 2
    counts = outputs_of(x.shape[2:], w.shape[2:], strides, dilations, pads, False)
    widths = [(pads[i], pads[i + spatial]) for i in range(spatial)]
    inside = np.pad(np.ones(x.shape[2:], bool), widths)
    x = np.pad(x, [(0, 0), (0, 0)] + widths)
    y = np.zeros((x.shape[0], w.shape[0], *counts), x.dtype)
    per, out = w.shape[1], w.shape[0] // group
    for place in itertools.product(*map(range, w.shape[2:])):
        at = tuple(slice(p * d, p * d + s * (c - 1) + 1, s) for p, d, s, c in zip(place, dilations, strides, counts))
        for k, c in itertools.product(range(w.shape[0]), range(per)):
            y[:, k] += np.where(inside[at], x[(slice(None), k // out * per + c) + at] * w[(k, c) + place], 0)
    return y


def image(g, spatial, channels):
    dims = [g.dimension(), channels] + [g.symbol_from(3, 7) if g.chance(0.3) else g.number(1, 6) for _ in range(spatial)]
    return dims, [tuple(g.extent(d, w) for d in dims[2:]) for w in range(g.worlds)]


@operator("Conv", 11)
def conv(g):
    kind, spatial, group = g.pick(REALS), g.number(1, 3), g.number(1, 2)
    per, out = g.number(1, 2), g.number(1, 2)
    dims, sizes = image(g, spatial, per * group)
    kernel = [g.number(1, 3) for _ in range(spatial)]
    found = window_attributes(g, spatial, kernel, sizes)
    if not found:
        return None
    attributes, strides, dilations, pads, _ = found
    operands = [g.input(kind, dims), g.input(kind, [out * group, per] + kernel)]
    if g.chance(0.5):
        operands.append(g.input(kind, [out * group]))

    def meaning(work, n, x, w, b=None):
        y = convolved(x, w, strides, dilations, pads, group)
        return y if b is None else y + b.reshape([-1] + [1] * spatial)
    return g.node("Conv", operands, {**attributes, "group": ("i", group)}, meaning)


@operator("ConvTranspose", 11)
def conv_transpose(g):
    kind, spatial, group = g.pick(REALS), g.number(1, 2), g.number(1, 2)
    per, out = g.number(1, 2), g.number(1, 2)
    dims = [g.dimension(), per * group] + [g.number(1, 4) for _ in range(spatial)]
    kernel = [g.number(1, 3) for _ in range(spatial)]
    strides, dilations = [g.number(1, 3) for _ in range(spatial)], [g.number(1, 2) for _ in range(spatial)]
    more = [g.number(0, max(s, d) - 1) for s, d in zip(strides, dilations)]
    more = [min(m, s - 1) for m, s in zip(more, strides)]
    pads = [g.number(0, 1) for _ in range(2 * spatial)]
    counts = [strides[i] * (dims[2 + i] - 1) + more[i] + (kernel[i] - 1) * dilations[i] + 1 - pads[i] - pads[i + spatial]
              for i in range(spatial)]
    if min(counts) < 1:
        return None
    operands = [g.input(kind, dims), g.input(kind, [per * group, out] + kernel)]

    def meaning(work, n, x, w):
        room = [c + pads[i] + pads[i + spatial] for i, c in enumerate(counts)]
        y = np.zeros((x.shape[0], out * group, *room), x.dtype)
        for place in itertools.product(*map(range, kernel)):
            at = tuple(slice(p * d, p * d + s * (c - 1) + 1, s) for p, d, s, c in zip(place, dilations, strides, x.shape[2:]))
            for k in range(group):
                y[(slice(None), slice(k * out, (k + 1) * out)) + at] += np.einsum(
                    "nc...,ck->nk...", x[:, k * per:(k + 1) * per], w[(slice(k * per, (k + 1) * per), slice(None)) + place])
        return y[(slice(None), slice(None)) + tuple(slice(pads[i], pads[i] + c) for i, c in enumerate(counts))]
    return g.node("ConvTranspose", operands, {"strides": ("ints", strides), "dilations": ("ints", dilations), "pads": ("ints", pads),
                                              "output_padding": ("ints", more), "group": ("i", group)}, meaning)


def pooled(name, since, kinds):
    def make(g):
        spatial, channels = g.number(1, 3), g.number(1, 2)
        dims, sizes = image(g, spatial, channels)
        kernel = [g.number(1, 3) for _ in range(spatial)]
        found = window_attributes(g, spatial, kernel, sizes, ceil=True)
        if not found:
            return None
        attributes, strides, dilations, pads, up = found
        attributes, counted, p, second = dict(attributes), g.chance(0.5), g.number(1, 3), False
        if name == "AveragePool":
            attributes["count_include_pad"] = ("i", int(counted))
        elif name == "LpPool":
            attributes["p"] = ("i", p)
        else:
            second = g.chance(0.4)

        def meaning(work, n, x):
            counts = outputs_of(x.shape[2:], kernel, strides, dilations, pads, up)
            y, places = np.zeros(x.shape[:2] + tuple(counts), x.dtype), np.zeros(x.shape[:2] + tuple(counts), np.int64)
            flat = np.arange(int(np.prod(x.shape, dtype=int))).reshape(x.shape)
            for at in itertools.product(*map(range, counts)):
                starts = [at[i] * strides[i] - pads[i] for i in range(spatial)]
                chosen = [[s + k * d for k in range(kernel[i]) if 0 <= s + k * d < x.shape[2 + i]]
                          for i, (s, d) in enumerate(zip(starts, dilations))]
                room = int(np.prod([len(c) for c in chosen]))
                inside = x[np.ix_(range(x.shape[0]), range(channels), *chosen)].reshape(x.shape[0], channels, room)
                index = (slice(None), slice(None)) + at
                if name == "MaxPool":
                    if inside.shape[2] == 0:
                        y[index] = -np.inf
                        continue
                    best = np.argmax(inside, 2)[:, :, None]
                    y[index] = np.take_along_axis(inside, best, 2)[:, :, 0]
                    where = flat[np.ix_(range(x.shape[0]), range(channels), *chosen)].reshape(x.shape[0], channels, room)
                    places[index] = np.take_along_axis(where, best, 2)[:, :, 0]
                elif name == "AveragePool":
                    room = np.prod([sum(-pads[i] <= s + k * d < x.shape[2 + i] + pads[i + spatial] for k in range(kernel[i]))
                                    for i, (s, d) in enumerate(zip(starts, dilations))])
                    y[index] = np.sum(inside, 2) / work(room if counted else inside.shape[2])
                else:
                    y[index] = np.sum(np.abs(inside) ** work(p), 2) ** (1 / work(p))
            return (y, places) if second else y
        return g.node(name, [g.input(g.pick(kinds), dims)], attributes, meaning, outputs=2 if second else 1)
    operator(name, since)(make)


pooled("MaxPool", 12, REALS)
pooled("AveragePool", 19, REALS)
pooled("LpPool", 18, REALS)


def of_plane(name, function):
    def make(g):
        dims = [g.dimension(), g.dimension()] + [g.symbol_from(1, 4) for _ in range(g.number(1, 3))]
        return g.node(name, [g.input(g.pick(REALS), dims)], {},
                      lambda work, n, x: function(x, axis=tuple(range(2, x.ndim)), keepdims=True))
    operator(name, 7)(make)


of_plane("GlobalMaxPool", np.max)
of_plane("GlobalAveragePool", np.mean)


# --- normalisations

def normal(x, axes, epsilon, mean=True):
    centred = x - np.mean(x, axes, keepdims=True) if mean else x
    return centred / np.sqrt(np.mean(centred * centred, axes, keepdims=True) + epsilon)


def epsilon_of(g):
    return float(np.float32(g.pick([1e-5, 1e-3, 0.5])))


@operator("LayerNormalization", 17)
def layer_norm(g):
    x = g.value(REALS, ranks=range(1, 6))
    axis = g.number(0, len(x.dims) - 1)
    if any(g.least(d) == 0 for d in x.dims[axis:]):
        return None
    epsilon = epsilon_of(g)
    operands = [x] + [g.input(x.kind, x.dims[axis:], mode="near") for _ in range(g.number(1, 2))]

    def meaning(work, n, x, scale, bias=0):
        return normal(x, tuple(range(axis, x.ndim)), work(np.float32(epsilon))) * scale + bias
    return g.node("LayerNormalization", operands, {"axis": ("i", axis - len(x.dims) if g.chance(0.3) else axis), "epsilon": ("f", epsilon)}, meaning)


@operator("RMSNormalization", 23)
def rms_norm(g):
    x = g.value(REALS, ranks=range(1, 6))
    axis = g.number(0, len(x.dims) - 1)
    if any(g.least(d) == 0 for d in x.dims[axis:]):
        return None
    epsilon = epsilon_of(g)
    return g.node("RMSNormalization", [x, g.input(x.kind, x.dims[axis:], mode="near")], {"axis": ("i", axis), "epsilon": ("f", epsilon)},
                  lambda work, n, x, scale: normal(x, tuple(range(axis, x.ndim)), work(np.float32(epsilon)), False) * scale)


@operator("InstanceNormalization", 7)
def instance_norm(g):
    channels = g.dimension()
    x = g.input(g.pick(REALS), [g.dimension(), channels] + [g.symbol_from(1, 4) for _ in range(g.number(1, 2))])
    epsilon = epsilon_of(g)

    def meaning(work, n, x, scale, bias):
        shape = [-1] + [1] * (x.ndim - 2)
        return normal(x, tuple(range(2, x.ndim)), work(np.float32(epsilon))) * scale.reshape(shape) + bias.reshape(shape)
    return g.node("InstanceNormalization", [x, g.input(x.kind, [channels], mode="near"), g.input(x.kind, [channels], mode="near")],
                  {"epsilon": ("f", epsilon)}, meaning)


@operator("BatchNormalization", 15)
def batch_norm(g):
    channels = g.dimension()
    x = g.input(g.pick(REALS), [g.dimension(), channels] + g.dimensions(g.number(0, 2)))
    epsilon = epsilon_of(g)

    def meaning(work, n, x, scale, bias, mean, variance):
        scale, bias, mean, variance = (v.reshape([-1] + [1] * (x.ndim - 2)) for v in (scale, bias, mean, variance))
        return (x - mean) / np.sqrt(variance + work(np.float32(epsilon))) * scale + bias
    return g.node("BatchNormalization", [x] + [g.input(x.kind, [channels], mode="near") for _ in range(4)], {"epsilon": ("f", epsilon)}, meaning)


@operator("LpNormalization", 7)
def lp_norm(g):
    x = g.value(["f32", "f64"], ranks=range(1, 6))
    axis, p = g.number(0, len(x.dims) - 1), g.number(1, 2)

    def meaning(work, n, x):
        size = np.sum(np.abs(x), axis, keepdims=True) if p == 1 else np.sqrt(np.sum(x * x, axis, keepdims=True))
        return np.where(size == 0, work(0), x / np.where(size == 0, work(1), size))
    return g.node("LpNormalization", [x], {"axis": ("i", axis), "p": ("i", p)}, meaning)


# --- quantised numbers: rounded where and as ONNX's reference implementation does

def limits(kind):
    info = np.iinfo(kind[0] + str(int(kind[1:]) // 8))
    return info.min, info.max, info.dtype


@operator("QuantizeLinear", 13)
def quantize(g):
    x = g.value(["f32"], ranks=range(1, 5), no_nan=True)
    if x is None:
        return None
    axis = g.number(0, len(x.dims) - 1)
    per = g.chance(0.5) and isinstance(x.dims[axis], int)
    kind = g.pick(["u8", "i8"])
    least, most, dtype = limits(kind)
    dims = (x.dims[axis],) if per else ()
    scale = g.constant("f32", np.exp2(g.rng.integers(-3, 3, dims)).astype(np.float32) * np.float32(g.pick([1, 0.3])))
    zero = g.constant(kind, g.array(kind, dims, "plain"))

    def meaning(work, n, x, scale, zero):
        if per:
            scale, zero = (v.reshape([-1 if a == axis else 1 for a in range(x.ndim)]) for v in (scale, zero))
        y = np.rint(x.astype(np.float32) / scale.astype(np.float32)).astype(np.float64) + zero
        return np.clip(y, least, most).astype(dtype)
    return g.node("QuantizeLinear", [x, scale, zero], {"axis": ("i", axis)}, meaning)


@operator("DequantizeLinear", 13)
def dequantize(g):
    x = g.value(["u8", "i8", "i32"], ranks=range(1, 5))
    scale = g.constant("f32", g.array("f32", (), "near"))
    operands = [x, scale]
    if x.kind != "i32":
        operands.append(g.constant(x.kind, g.array(x.kind, (), "plain")))

    def meaning(work, n, x, scale, zero=0):
        scale = scale.astype(np.float32)
        return (x.astype(np.float32) - np.float32(zero)) * scale
    return g.node("DequantizeLinear", operands, {}, meaning, kinds=["f32"])


@operator("MatMulInteger", 10)
def mat_mul_integer(g):
    m, k, n_ = g.dimension(), g.dimension(), g.dimension()
    kinds = [g.pick(["u8", "i8"]) for _ in range(2)]
    operands = [g.input(kinds[0], [m, k]), g.input(kinds[1], [k, n_])]
    if g.chance(0.6):
        operands += [g.constant(kind, g.array(kind, (), "plain")) for kind in kinds]

    def meaning(work, n, a, b, za=0, zb=0):
        return np.matmul(a.astype(np.int32) - np.int32(za), b.astype(np.int32) - np.int32(zb))
    return g.node("MatMulInteger", operands, {}, meaning)
