"""elementwise.py -- operators that work element by element: how a node is made, and its meaning in NumPy.

A meaning is called with WORK, the node, and the operands; those of reals have the type WORK. A result of reals is in WORK, and
rounded to its type by the caller.
"""
import math

import numpy as np

from elements import DTYPES, INTEGERS, KINDS, NUMBERS, REALS, SIGNED, UNSIGNED, to_integer

OPERATORS = []  # (function that adds a node to a program and returns it, or None; what it is for)


def operator(name, since=7):
    """Register a maker of nodes of the operator NAME."""
    def add(maker):
        OPERATORS.append((name, since, maker))
        return maker
    return add


def erf(work, x):
    return np.vectorize(math.erf, otypes=[np.float64])(x.astype(np.float64)).astype(work)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


# --- one operand

def unary(name, kinds, meaning, since=7, row=None):
    def make(g):
        x = g.value(kinds)
        return g.node(name, [x], {}, lambda work, n, x: meaning(work, x), row=row)
    OPERATORS.append((name, since, make))


for name, function in (("Sqrt", np.sqrt), ("Exp", np.exp), ("Log", np.log), ("Sin", np.sin), ("Cos", np.cos),
                       ("Tan", np.tan), ("Asin", np.arcsin), ("Acos", np.arccos), ("Atan", np.arctan), ("Sinh", np.sinh),
                       ("Cosh", np.cosh), ("Tanh", np.tanh), ("Asinh", np.arcsinh), ("Acosh", np.arccosh), ("Atanh", np.arctanh),
                       ("Floor", np.floor), ("Ceil", np.ceil), ("Round", np.rint)):
    unary(name, REALS, lambda work, x, function=function: function(x), row=name.lower(), since=11)
unary("Abs", NUMBERS, lambda work, x: np.abs(x), row="abs")
unary("Neg", REALS + SIGNED, lambda work, x: np.negative(x), row="neg")
unary("Sign", NUMBERS, lambda work, x: np.sign(x), row="sign", since=9)
unary("Erf", REALS, erf, row="erf", since=9)
unary("Sigmoid", REALS, lambda work, x: sigmoid(x), row="sigmoid")
unary("Reciprocal", REALS, lambda work, x: 1 / x)
unary("Not", ["bool"], lambda work, x: ~x, row="not")
unary("BitwiseNot", INTEGERS, lambda work, x: ~x, row="not", since=18)
unary("IsNaN", REALS, lambda work, x: np.isnan(x), row="is_nan", since=9)
unary("Identity", KINDS, lambda work, x: x)
unary("Relu", REALS + SIGNED, lambda work, x: np.maximum(x, x.dtype.type(0)), since=14)
unary("Softplus", REALS, lambda work, x: np.logaddexp(work(0), x))
unary("Softsign", REALS, lambda work, x: x / (1 + np.abs(x)))
unary("HardSwish", REALS, lambda work, x: x * np.clip(x * (work(1) / 6) + work(0.5), 0, 1), since=14)
unary("Mish", REALS, lambda work, x: x * np.tanh(np.logaddexp(work(0), x)), since=18)


def with_parameters(name, parameters, meaning, kinds=REALS, since=7):
    """An operator with attributes that are floats: PARAMETERS gives each a range."""
    def make(g):
        attributes = {key: float(np.float32(g.rng.uniform(*bounds))) for key, bounds in parameters.items() if g.chance(0.8)}
        defaults = {key: bounds[2] for key, bounds in DEFAULTS[name].items()} if name in DEFAULTS else {}
        said = {**defaults, **attributes}
        return g.node(name, [g.value(kinds)], {k: ("f", v) for k, v in attributes.items()},
                      lambda work, n, x: meaning(work, x, *(work(np.float32(said[key])) for key in sorted(said))))
    OPERATORS.append((name, since, make))


DEFAULTS = {"LeakyRelu": {"alpha": (0, 0, 0.01)}, "Elu": {"alpha": (0, 0, 1.0)}, "Celu": {"alpha": (0, 0, 1.0)},
            "HardSigmoid": {"alpha": (0, 0, 0.2), "beta": (0, 0, 0.5)}, "ThresholdedRelu": {"alpha": (0, 0, 1.0)},
            "Shrink": {"bias": (0, 0, 0.0), "lambd": (0, 0, 0.5)}, "Swish": {"alpha": (0, 0, 1.0)},
            "Selu": {"alpha": (0, 0, 1.67326319217681884765625), "gamma": (0, 0, 1.05070102214813232421875)}}
with_parameters("LeakyRelu", {"alpha": (-1, 2)}, lambda w, x, a: np.where(x < 0, a * x, x))
with_parameters("Elu", {"alpha": (0.1, 2)}, lambda w, x, a: np.where(x < 0, a * (np.exp(x) - 1), x))
with_parameters("Celu", {"alpha": (0.1, 2)}, lambda w, x, a: np.where(x < 0, a * (np.exp(x / a) - 1), x), since=12)
with_parameters("Selu", {"alpha": (0.5, 2), "gamma": (0.5, 2)}, lambda w, x, a, c: c * np.where(x <= 0, a * (np.exp(x) - 1), x))
with_parameters("HardSigmoid", {"alpha": (0.1, 1), "beta": (0, 1)}, lambda w, x, a, b: np.clip(a * x + b, 0, 1))
with_parameters("ThresholdedRelu", {"alpha": (-1, 2)}, lambda w, x, a: np.where(x > a, x, w(0)), since=10)
with_parameters("Shrink", {"bias": (-1, 2), "lambd": (0, 1)},
                lambda w, x, b, l: np.where(x < -l, x + b, np.where(x > l, x - b, w(0))), since=9)
with_parameters("Swish", {"alpha": (-1, 2)}, lambda w, x, a: x * sigmoid(a * x), since=24)


@operator("Gelu", 20)
def gelu(g):
    tanh = g.chance(0.5)

    def meaning(work, n, x):
        if tanh:
            return x / 2 * (1 + np.tanh(np.sqrt(2 / work(np.pi)) * (x + work("0.044715") * x * x * x)))
        return x / 2 * (1 + erf(work, x / np.sqrt(work(2))))
    return g.node("Gelu", [g.value(REALS)], {"approximate": ("s", "tanh" if tanh else "none")}, meaning)


@operator("IsInf", 10)
def is_inf(g):
    positive, negative = g.chance(0.5), g.chance(0.5)

    def meaning(work, n, x):
        return (np.isposinf(x) & positive) | (np.isneginf(x) & negative)
    return g.node("IsInf", [g.value(REALS)], {"detect_positive": ("i", int(positive)), "detect_negative": ("i", int(negative))},
                  meaning, row="is_inf positive=%d negative=%d" % (positive, negative))


# --- two operands and more

def quotient(x, y):
    """Of integers: truncated; by 0, 0."""
    safe = np.where(y == 0, y.dtype.type(1), y)
    q = x // safe
    if x.dtype.kind == "i":
        least = x == np.iinfo(x.dtype).min
        remainder = x - q * safe
        q = np.where((remainder != 0) & (q < 0), q + x.dtype.type(1), q)
        q = np.where(least & (safe == -1), x, q)
    return np.where(y == 0, x.dtype.type(0), q).astype(x.dtype)


def divide(x, y):
    return quotient(x, y) if x.dtype.kind in "iu" else x / y


def remainder(x, y, function):
    """Of integers, with the sign of the divisor (np.mod) or of the dividend (np.fmod); 0 by 0."""
    if x.dtype.kind == "f":
        return np.fmod(x, y)
    safe = np.where((y == 0) | (y.astype(np.int64) == -1), y.dtype.type(1), y)
    return np.where(y == 0, x.dtype.type(0), function(x, safe)).astype(x.dtype)


def integer_power(x, y):
    """Modulo 2^bits, as repeated products."""
    with np.errstate(all="ignore"):
        power, base, left = np.ones_like(x), x.copy(), np.where(y < 0, 0, y).astype(np.int64)
        while (left > 0).any():
            power = np.where(left & 1, power * base, power)
            base = base * base
            left = left >> 1
        small = np.where(x == 1, x, np.where((x == x.dtype.type(0) - x.dtype.type(1)) & (x.dtype.kind == "i"),
                                             np.where(y & 1, x, x * x), x.dtype.type(0)))
        return np.where(y < 0, small, power).astype(x.dtype)


def binary(name, kinds, meaning, since=7, row=None):
    def make(g):
        x = g.value(kinds)
        y = g.like(x)
        if y is None:
            return None
        if g.chance(0.5):
            x, y = y, x
        return g.node(name, [x, y], {}, lambda work, n, x, y: meaning(x, y), row=row)
    OPERATORS.append((name, since, make))


binary("Add", NUMBERS, lambda x, y: x + y, row="add", since=14)
binary("Sub", NUMBERS, lambda x, y: x - y, row="sub", since=14)
binary("Mul", NUMBERS, lambda x, y: x * y, row="mul", since=14)
binary("Div", NUMBERS, divide, row="div", since=14)
binary("And", ["bool"], np.logical_and, row="and")
binary("Or", ["bool"], np.logical_or, row="or")
binary("Xor", ["bool"], np.logical_xor, row="xor")
binary("BitwiseAnd", INTEGERS, np.bitwise_and, row="and", since=18)
binary("BitwiseOr", INTEGERS, np.bitwise_or, row="or", since=18)
binary("BitwiseXor", INTEGERS, np.bitwise_xor, row="xor", since=18)
binary("Equal", KINDS, np.equal, row="equal", since=11)
binary("Less", NUMBERS, np.less, row="less", since=9)
binary("LessOrEqual", NUMBERS, np.less_equal, row="less_equal", since=12)
binary("Greater", NUMBERS, np.greater, since=9)
binary("GreaterOrEqual", NUMBERS, np.greater_equal, since=12)
binary("PRelu", REALS + SIGNED, lambda x, y: np.where(x < 0, x * y, np.broadcast_arrays(x, y)[0]), since=9)


@operator("Pow", 13)
def power(g):
    x = g.value(REALS + SIGNED)
    y = g.like(x, kinds=[x.kind] if x.kind in REALS and g.chance(0.5) else ["i32", "i64"], mode="near")
    if y is None or g.shape_of(x, y) != x.dims:
        return None

    def meaning(work, n, x, y):
        x, y = np.broadcast_arrays(x, y)
        return np.power(x, y.astype(work)) if x.dtype.kind == "f" else integer_power(x, y)
    return g.node("Pow", [x, y], {}, meaning, row="pow")


@operator("Mod", 13)
def mod(g):
    x = g.value(NUMBERS)
    y = g.like(x)
    fmod = x.kind in REALS or g.chance(0.5)
    return y and g.node("Mod", [x, y], {"fmod": ("i", int(fmod))}, lambda work, n, x, y: remainder(x, y, np.fmod if fmod else np.mod),
                        row="mod sign=%s" % ("dividend" if fmod else "divisor"))


@operator("BitShift", 11)
def bit_shift(g):
    x = g.value(UNSIGNED)
    y = g.like(x, mode="near")
    left = g.chance(0.5)

    def meaning(work, n, x, y):
        x, y = np.broadcast_arrays(x, y)
        bits = 8 * x.dtype.itemsize
        by = np.where(y < bits, y, 0).astype(x.dtype)
        return np.where(y < bits, np.left_shift(x, by) if left else np.right_shift(x, by), 0).astype(x.dtype)
    return y and g.node("BitShift", [x, y], {"direction": ("s", "LEFT" if left else "RIGHT")}, meaning,
                        row="shift_left" if left else "shift_right")


def folded(name, kinds, meaning, since=13):
    def make(g):
        operands = [g.value(kinds)]
        for _ in range(g.number(0, 2)):
            more = g.like(operands[-1])
            if more is None or g.shape_of(*operands, more) is None:
                return None
            operands.append(more)
        return g.node(name, operands, {}, meaning)
    OPERATORS.append((name, since, make))


def fold(function):
    def meaning(work, n, *operands):
        result = operands[0]
        for operand in operands[1:]:
            result = function(result, operand)
        return result
    return meaning


folded("Max", NUMBERS, fold(np.maximum))
folded("Min", NUMBERS, fold(np.minimum))
folded("Sum", REALS, fold(np.add))
folded("Mean", REALS, lambda work, n, *operands: fold(np.add)(work, n, *operands) / work(len(operands)))


@operator("Where", 9)
def where(g):
    x = g.value(KINDS)
    y = g.like(x)
    c = g.like(x, kinds=["bool"])
    if y is None or c is None or g.shape_of(x, y, c) is None:
        return None
    return g.node("Where", [c, x, y], {}, lambda work, n, c, x, y: np.where(c, x, y), row="where")


@operator("Clip", 13)
def clip(g):
    x = g.value(NUMBERS)
    least = g.constant(x.kind, g.array(x.kind, (), "plain")) if g.chance(0.7) else None
    most = g.constant(x.kind, g.array(x.kind, (), "plain")) if g.chance(0.7) else None

    def meaning(work, n, x, *bounds):
        bounds = list(bounds)
        if least is not None:
            x = np.maximum(x, bounds.pop(0))
        return np.minimum(x, bounds.pop(0)) if bounds else x
    return g.node("Clip", [x, least, most] if most is not None else [x, least] if least is not None else [x], {}, meaning)


def converted(work, x, kind):
    if kind == "bool":
        return x != 0
    if kind in REALS:
        return x.astype(work)
    return to_integer(kind, x) if x.dtype.kind == "f" else x.astype(DTYPES[kind])


@operator("Cast", 19)
def cast(g):
    x, kind = g.value(KINDS), g.pick(KINDS)
    return g.node("Cast", [x], {"to": ("i", g.onnx_type(kind))}, lambda work, n, x: converted(work, x, kind), kinds=[kind],
                  row="cast to=%s" % kind)


@operator("CastLike", 19)
def cast_like(g):
    x, y = g.value(KINDS), g.value(KINDS)
    return g.node("CastLike", [x, y], {}, lambda work, n, x, z: converted(work, x, y.kind), kinds=[y.kind])


# --- along axes

def reduction(name, kinds, meaning, row=None):
    """MEANING(work, x, axes, keep); AXES is a tuple."""
    operand_since = 13 if name == "ReduceSum" else 18

    def make(g):
        x = g.value(kinds)
        rank, keep = len(x.dims), g.chance(0.5)
        axes = sorted(g.sample(range(rank), g.number(0, rank)))
        said = [a - rank if g.chance(0.3) else a for a in axes]
        attributes, operands = {"keepdims": ("i", int(keep))}, [x]
        if not axes:
            if g.opset >= operand_since and g.chance(0.3):
                attributes["noop_with_empty_axes"] = ("i", 1)
            else:
                axes = list(range(rank))
        elif g.opset >= operand_since:
            operands.append(g.integers([said] * g.worlds))
        else:
            attributes["axes"] = ("ints", said)
        at = tuple(axes)
        return g.node(name, operands, attributes, lambda work, n, x, *_: meaning(work, x, at, keep),
                      row=row and len(operands) == 1 and "%s axes=%s keep=%d" % (row, ",".join(map(str, at)), keep))
    OPERATORS.append((name, 13, make))


def extreme(function, real, integer):
    def meaning(work, x, axes, keep):
        none = x.dtype.type(real) if x.dtype.kind == "f" else x.dtype.type(getattr(np.iinfo(x.dtype), integer))
        return function.reduce(x, axis=axes, keepdims=keep, initial=none) if axes else x
    return meaning


def log_sum_exp(work, x, axes, keep):
    most = np.maximum.reduce(x, axis=axes, keepdims=True, initial=work(-np.inf)) if axes else x
    most = np.where(np.isinf(most), work(0), most)
    total = np.log(np.sum(np.exp(x - most), axis=axes, keepdims=True)) + most
    return total if keep else np.squeeze(total, axis=axes)


reduction("ReduceMax", NUMBERS, extreme(np.maximum, -np.inf, "min"), "maximum")
reduction("ReduceMin", NUMBERS, extreme(np.minimum, np.inf, "max"), "minimum")
reduction("ReduceSum", NUMBERS, lambda w, x, a, k: np.sum(x, axis=a, keepdims=k, dtype=x.dtype), "sum")
reduction("ReduceProd", NUMBERS, lambda w, x, a, k: np.prod(x, axis=a, keepdims=k, dtype=x.dtype), "product")
reduction("ReduceMean", REALS, lambda w, x, a, k: np.sum(x, axis=a, keepdims=k) / w(np.prod([x.shape[i] for i in a] or [1])))
reduction("ReduceL1", NUMBERS, lambda w, x, a, k: np.sum(np.abs(x), axis=a, keepdims=k, dtype=x.dtype))
reduction("ReduceL2", REALS, lambda w, x, a, k: np.sqrt(np.sum(x * x, axis=a, keepdims=k)))
reduction("ReduceLogSum", REALS, lambda w, x, a, k: np.log(np.sum(x, axis=a, keepdims=k)))
reduction("ReduceSumSquare", NUMBERS, lambda w, x, a, k: np.sum(x * x, axis=a, keepdims=k, dtype=x.dtype))
reduction("ReduceLogSumExp", REALS, log_sum_exp)


def position(name, function, row):
    def make(g):
        x = g.value(NUMBERS, ranks=range(1, 9))
        axes = [a for a, d in enumerate(x.dims) if g.least(d) > 0]
        if not axes:
            return None
        axis, keep, last = g.pick(axes), g.chance(0.5), g.chance(0.3)

        def meaning(work, n, x):
            found = function(np.flip(x, axis) if last else x, axis=axis, keepdims=keep)
            return (x.shape[axis] - 1 - found if last else found).astype(np.int64)
        return g.node(name, [x], {"axis": ("i", axis - len(x.dims) if g.chance(0.3) else axis), "keepdims": ("i", int(keep)),
                                  "select_last_index": ("i", int(last))}, meaning, kinds=["i64"],
                      row="%s axis=%d keep=%d last=%d" % (row, axis, keep, last))
    OPERATORS.append((name, 13, make))


position("ArgMax", np.argmax, "arg_max")
position("ArgMin", np.argmin, "arg_min")


def scanned(name, function, since, row):
    def make(g):
        x = g.value([k for k in NUMBERS], ranks=range(1, 9))
        axis, exclusive, reverse = g.number(0, len(x.dims) - 1), g.chance(0.4), g.chance(0.4)

        def meaning(work, n, x, _):
            y = np.flip(x, axis) if reverse else x
            result = function(y, axis=axis, dtype=x.dtype)
            if exclusive and x.shape[axis]:
                first = np.full_like(np.take(result, [0], axis), 0 if name == "CumSum" else 1)
                result = np.concatenate([first, np.delete(result, -1, axis)], axis)
            return np.flip(result, axis) if reverse else result
        return g.node(name, [x, g.integers([axis] * g.worlds, kind=g.pick(["i32", "i64"]))],
                      {"exclusive": ("i", int(exclusive)), "reverse": ("i", int(reverse))}, meaning)
    OPERATORS.append((name, since, make))


scanned("CumSum", np.cumsum, 14, "cumulative_sum")
scanned("CumProd", np.cumprod, 26, "cumulative_product")


def along_axis(name, meaning, kinds=REALS, since=13):
    def make(g):
        x = g.value(kinds, ranks=range(1, 9))
        axis = g.number(0, len(x.dims) - 1)
        if name == "Hardmax" and g.least(x.dims[axis]) == 0:
            return None
        return g.node(name, [x], {"axis": ("i", axis - len(x.dims) if g.chance(0.3) else axis)},
                      lambda work, n, x: meaning(work, x, axis))
    OPERATORS.append((name, since, make))


def shifted(work, x, axis):
    return x - np.maximum.reduce(x, axis=axis, keepdims=True, initial=work(-np.inf))


def softmax(work, x, axis):
    e = np.exp(shifted(work, x, axis))
    return e / np.sum(e, axis=axis, keepdims=True)


def log_softmax(work, x, axis):
    y = shifted(work, x, axis)
    return y - np.log(np.sum(np.exp(y), axis=axis, keepdims=True))


def hardmax(work, x, axis):
    places = np.argmax(x, axis=axis, keepdims=True)
    count = np.arange(x.shape[axis]).reshape([-1 if a == axis else 1 for a in range(x.ndim)])
    return np.broadcast_to(count == places, x.shape).astype(work)


along_axis("Softmax", softmax)
along_axis("LogSoftmax", log_softmax)
along_axis("Hardmax", hardmax)
