"""composed.py -- operators that are composed of several operations: interpolation, transforms, normalisations by group, quantised
products. The form of meanings is in elementwise.py."""
import numpy as np

from elements import REALS
from contraction import convolved, epsilon_of, image, normal, window_attributes
from elementwise import operator


# --- interpolation

def resampled(work, x, axis, scale, extent, linear):
    """X with EXTENT elements along AXIS: of coordinates i / scale, rounded down, or of half pixels, interpolated."""
    size = x.shape[axis]
    if not linear:
        return np.take(x, np.minimum(np.floor(np.arange(extent) / scale).astype(int), size - 1), axis)
    at = np.clip((np.arange(extent).astype(work) + work(0.5)) / work(scale) - work(0.5), 0, size - 1)
    low = np.floor(at).astype(int)
    part = (at - low).astype(work).reshape([-1 if a == axis else 1 for a in range(x.ndim)])
    one, other = np.take(x, low, axis), np.take(x, np.minimum(low + 1, size - 1), axis)
    return np.where(part == 0, one, one * (1 - part) + other * part)


@operator("Resize", 13)
def resize(g):
    kind, spatial, linear = g.pick(REALS), g.number(1, 2), g.chance(0.5)
    dims, _ = image(g, spatial, g.number(1, 2))
    scales = [1.0, 1.0] + [g.pick([0.5, 1.0, 1.5, 2.0, 3.0]) for _ in range(spatial)]
    if any(int(d * s) < 1 for w in range(g.worlds) for d, s in zip([g.extent(d, w) for d in dims[2:]], scales[2:])):
        return None

    def meaning(work, n, x, _):
        for axis, scale in enumerate(scales[2:], 2):
            x = resampled(work, x, axis, scale, int(x.shape[axis] * scale), linear) if scale != 1 else x
        return x
    attributes = {"mode": ("s", "linear"), "coordinate_transformation_mode": ("s", "half_pixel")} if linear else {
        "mode": ("s", "nearest"), "coordinate_transformation_mode": ("s", "asymmetric"), "nearest_mode": ("s", "floor")}
    return g.node("Resize", [g.input(kind, dims, mode="plain"), None, g.constant("f32", np.array(scales, np.float32))], attributes, meaning,
                  kinds=[kind])


# --- transforms

@operator("DFT", 20)
def dft(g):
    kind, parts, inverse = g.pick(["f32", "f64"]), g.number(1, 2), g.chance(0.3)
    x = g.input(kind, [g.number(1, 3), g.symbol_from(1, 6), parts], mode="near")

    def meaning(work, n, x, _):
        length = x.shape[1]
        turns = (np.outer(np.arange(length), np.arange(length)) % length).astype(work)
        angle = turns * (2 * np.arccos(work(-1)) / length)
        cosine, sine = np.cos(angle), np.sin(angle) * (1 if inverse else -1)
        real, other = x[..., 0], x[..., 1] if parts == 2 else np.zeros_like(x[..., 0])
        y = np.stack([real @ cosine - other @ sine, real @ sine + other @ cosine], -1)
        return y / work(length) if inverse else y
    return g.node("DFT", [x, None, g.integers([1] * g.worlds)], {"inverse": ("i", int(inverse))}, meaning)


# --- normalisations

@operator("GroupNormalization", 21)
def group_norm(g):
    groups, per = g.number(1, 3), g.number(1, 2)
    x = g.input(g.pick(REALS), [g.number(1, 3), groups * per] + [g.symbol_from(1, 4) for _ in range(g.number(1, 2))])
    epsilon = epsilon_of(g)

    def meaning(work, n, x, scale, bias):
        y = normal(x.reshape(x.shape[0], groups, per, *x.shape[2:]), tuple(range(2, x.ndim + 1)), work(np.float32(epsilon)))
        shape = [-1] + [1] * (x.ndim - 2)
        return y.reshape(x.shape) * scale.reshape(shape) + bias.reshape(shape)
    return g.node("GroupNormalization", [x] + [g.input(x.kind, [groups * per], mode="near") for _ in range(2)],
                  {"num_groups": ("i", groups), "epsilon": ("f", epsilon)}, meaning)


@operator("LRN", 13)
def lrn(g):
    x = g.input(g.pick(REALS), [g.dimension(), g.symbol_from(1, 5), g.number(1, 3), g.number(1, 3)])
    size = g.number(1, 5)
    alpha, beta, bias = (float(np.float32(g.rng.uniform(*r))) for r in ((0, 1), (0.2, 1), (0.5, 2)))

    def meaning(work, n, x):
        sums = np.zeros_like(x)
        for c in range(x.shape[1]):
            sums[:, c] = np.sum(x[:, max(0, c - (size - 1) // 2):c + size // 2 + 1] ** 2, 1)
        a, b, d = (work(np.float32(v)) for v in (alpha, beta, bias))
        return x / (d + a / work(size) * sums) ** b
    return g.node("LRN", [x], {"size": ("i", size), "alpha": ("f", alpha), "beta": ("f", beta), "bias": ("f", bias)}, meaning)


# --- quantised numbers

@operator("ConvInteger", 10)
def conv_integer(g):
    spatial, kinds = g.number(1, 2), [g.pick(["u8", "i8"]) for _ in range(2)]
    dims, sizes = image(g, spatial, 2)
    kernel = [g.number(1, 3) for _ in range(spatial)]
    found = window_attributes(g, spatial, kernel, sizes)
    if not found:
        return None
    attributes, strides, dilations, pads, _ = found
    operands = [g.input(kinds[0], dims), g.input(kinds[1], [2, 2] + kernel)]
    if g.chance(0.7):
        operands += [g.constant(kind, g.array(kind, (), "plain")) for kind in kinds]

    def meaning(work, n, x, w, zx=0, zw=0):
        return convolved(x.astype(np.int32) - np.int32(zx), w.astype(np.int32) - np.int32(zw), strides, dilations, pads, 1)
    return g.node("ConvInteger", operands, attributes, meaning)


@operator("QLinearMatMul", 10)
def qlinear_mat_mul(g):
    m, k, n_, kind = g.dimension(), g.dimension(), g.dimension(), g.pick(["u8", "i8"])
    info = np.iinfo(np.uint8 if kind == "u8" else np.int8)
    a, b = g.input(kind, [m, k]), g.input(kind, [k, n_])
    scales = [np.float32(2.0 ** g.number(-4, 0)) for _ in range(3)]  # exact quotients: no reference differs in rounding
    zeros = [g.array(kind, (), "plain") for _ in range(3)]
    scale = [g.constant("f32", np.array(s)) for s in scales]
    zero = [g.constant(kind, np.asarray(z)) for z in zeros]

    def meaning(work, n, a, sa, za, b, sb, zb, sy, zy):
        sums = np.matmul(a.astype(np.int64) - int(za), b.astype(np.int64) - int(zb)).astype(np.float64)
        y = np.rint(sums * (float(sa) * float(sb) / float(sy))) + int(zy)
        return np.clip(y, info.min, info.max).astype(info.dtype)
    return g.node("QLinearMatMul", [a, scale[0], zero[0], b, scale[1], zero[1], scale[2], zero[2]], {}, meaning)


@operator("DynamicQuantizeLinear", 11)
def dynamic_quantize(g):
    x = g.input("f32", [g.dimension() for _ in range(g.number(1, 3))], mode="plain")
    if any(a.size == 0 or not a.any() for a in x.arrays):
        return None

    def meaning(work, n, x):
        x = x.astype(np.float32)
        most, least = np.maximum(x.max(), np.float32(0)), np.minimum(x.min(), np.float32(0))
        scale = (most - least) / np.float32(255)
        zero = np.rint(np.clip(-least / scale, 0, 255))
        return np.clip(np.rint(x / scale) + zero, 0, 255).astype(np.uint8), np.asarray(scale), np.asarray(zero).astype(np.uint8)
    return g.node("DynamicQuantizeLinear", [x], {}, meaning, outputs=3, kinds=["u8", "f32", "u8"])


@operator("BitCast", 26)
def bit_cast(g):
    pairs = [("f32", "i32"), ("f32", "u32"), ("i32", "f32"), ("f16", "i16"), ("i16", "u16"), ("f64", "i64"), ("i64", "f64"), ("u8", "i8")]
    kinds = g.pick(pairs)
    x = g.value([kinds[0]])
    target = {"f32": np.float32, "f64": np.float64}.get(kinds[1]) or np.dtype(kinds[1][0] + str(int(kinds[1][1:]) // 8))
    stored = {"f16": np.float16, "f32": np.float32, "f64": np.float64}.get(kinds[0])

    def meaning(work, n, x):
        y = np.ascontiguousarray(x.astype(stored) if stored else x).view(target).reshape(x.shape)
        return y.astype(work) if kinds[1] in REALS else y
    if any(np.isnan(a).any() for a in x.arrays if a.dtype.kind == "f"):
        return None  # the bits of a NaN are any
    return g.node("BitCast", [x], {"to": ("i", g.onnx_type(kinds[1]))}, meaning, kinds=[kinds[1]])

