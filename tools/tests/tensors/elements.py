"""elements.py -- the element types of tensor programs in NumPy: rounding, conversion, files.

An array of bf16 is one of float32 whose elements bf16 can represent. WORK is the type in which reals are computed.
"""
import numpy as np

REALS = ("f16", "bf16", "f32", "f64")
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("u8", "u16", "u32")
INTEGERS = SIGNED + UNSIGNED
NUMBERS = REALS + INTEGERS
KINDS = NUMBERS + ("bool",)
ONNX = {"f32": 1, "u8": 2, "i8": 3, "u16": 4, "i16": 5, "i32": 6, "i64": 7, "bool": 9, "f16": 10, "f64": 11, "u32": 12,
        "bf16": 16}
DTYPES = {"f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64, "bool": np.bool_,
          **{kind: np.dtype(kind[0] + str(int(kind[1:]) // 8)).type for kind in INTEGERS}}
# bits of the significand, least exponent of a normal number (as frexp has it), greatest number
FORMATS = {"f16": (11, -13, 65504.0), "bf16": (8, -125, float(2.0 ** 128 - 2.0 ** 120)), "f32": (24, -125, float(np.finfo(np.float32).max)),
           "f64": (53, -1021, float(np.finfo(np.float64).max))}


def quantum(kind, x):
    """The distance of neighbours of KIND around X."""
    bits, least, _ = FORMATS[kind]
    _, exponent = np.frexp(np.where(np.isfinite(x), x, 1))
    return np.ldexp(np.ones_like(x, dtype=np.longdouble), np.maximum(exponent, least) - bits)


def rounded(kind, x):
    """X, of any real type, as an array of KIND: rounded once to nearest, ties to even."""
    x = np.asarray(x, dtype=np.longdouble)
    q = quantum(kind, x)
    y = np.where(np.isfinite(x), np.copysign(np.rint(x / q) * q, x), x)
    y = np.where(np.abs(y) > FORMATS[kind][2], np.copysign(np.inf, y), y)
    return y.astype(DTYPES[kind])


def native_work(kind):
    """The type in which a backend computes KIND."""
    return np.float64 if kind == "f64" else np.float32


def to_integer(kind, x):
    """Reals as integers: truncated, modulo 2^bits; NaN and infinities are the least integer, or 0."""
    info = np.iinfo(DTYPES[kind])
    finite = np.isfinite(x)
    whole = np.trunc(np.where(finite, x, 0)).astype(np.longdouble)
    whole = np.fmod(whole, np.longdouble(2) ** info.bits)
    whole = np.where(whole < 0, whole + np.longdouble(2) ** info.bits, whole)
    return np.where(finite, whole.astype(np.uint64).astype(DTYPES[kind]), DTYPES[kind](info.min))


def bits_of_bf16(x):
    return (np.ascontiguousarray(x).view(np.uint32) >> 16).astype(np.uint16) if x.size else np.zeros(x.shape, np.uint16)


def raw(kind, x):
    """The elements as bytes of a file."""
    return (bits_of_bf16(x) if kind == "bf16" else np.ascontiguousarray(x)).tobytes()


def save(path, kind, x):
    if kind != "bf16":
        np.save(path, x)
        return
    with open(path, "wb") as stream:
        np.lib.format.write_array_header_1_0(stream, {"descr": "<V2", "fortran_order": False, "shape": x.shape})
        stream.write(raw(kind, x))


def loaded(kind, x):
    """An array that a file had, as one of KIND; None if it has another type."""
    if kind == "bf16":
        return (x.reshape(-1).view(np.uint16).astype(np.uint32) << 16).view(np.float32).reshape(x.shape) if x.dtype == np.dtype("V2") else None
    return x if x.dtype == DTYPES[kind] else None


# --- elements of inputs

REAL_SPECIALS = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, 1.5, 2.5]


def random_reals(rng, kind, shape, mode):
    """MODE: near 1; plain, with small integers; wide, over all exponents; special, with NaN, infinities, subnormals and extremes."""
    bits, least, most = FORMATS[kind]
    x = rng.standard_normal(shape)
    if mode == "plain":
        x = np.where(rng.random(shape) < 0.4, np.rint(x * 3), x * 3)
    elif mode in ("wide", "special"):
        top = min(1020, int(np.log2(most)))
        x = np.ldexp(x, rng.integers(max(least, -1000), top, shape) * (rng.random(shape) < 0.5))
    if mode == "special":
        tiny = 2.0 ** (least - bits) if kind != "f64" else 5e-324
        specials = np.array(REAL_SPECIALS + [tiny, -3 * tiny, 2.0 ** (least - 1), most, -most])
        x = np.where(rng.random(shape) < 0.3, specials[rng.integers(0, len(specials), shape)], x)
    return rounded(kind, x)


def random_integers(rng, kind, shape, mode):
    info = np.iinfo(DTYPES[kind])
    if mode in ("wide", "special"):
        x = rng.integers(info.min, info.max, shape, DTYPES[kind], endpoint=True)
    else:
        x = rng.integers(max(info.min, -9), 10, shape).astype(DTYPES[kind])
    if mode == "special":
        specials = np.array([info.min, info.max, 0, 1, info.max - 1], DTYPES[kind])
        x = np.where(rng.random(shape) < 0.3, specials[rng.integers(0, len(specials), shape)], x)
    return x


def random_array(rng, kind, shape, mode):
    if kind == "bool":
        return rng.random(shape) < 0.5
    return np.asarray((random_reals if kind in REALS else random_integers)(rng, kind, shape, mode))
