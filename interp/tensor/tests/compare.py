#!/usr/bin/env python3
"""Compare the reference operations with NumPy, and their bounds with sums in binary32.

The values must be those of NumPy in extended precision, rounded to binary32, except for one step
where the last bit of binary64 decides. The bounds must hold for the same operation in binary32,
computed in several orders, also when its inputs are moved within bounds of their own.

    compare.py OPERATE_FILE [SEED]
"""
import itertools
import os
import subprocess
import sys
import tempfile

import numpy as np

WIDE = np.longdouble


def windows(x, k, pad, stride, fill):
    """All windows of a plane: (n, c, out_h, out_w, kh, kw); FILL is the value of padding."""
    n, c, h, w = x.shape
    padded = np.full((n, c, h + 2 * pad[0], w + 2 * pad[1]), fill, x.dtype)
    padded[:, :, pad[0]:pad[0] + h, pad[1]:pad[1] + w] = x
    view = np.lib.stride_tricks.sliding_window_view(padded, k, (2, 3))
    return view[:, :, ::stride[0], ::stride[1]]


def add(t, x, b):
    return x + b


def mul(t, x, w):
    return dot(x.reshape(x.shape[0], -1), w.reshape(-1, w.shape[-1]), t)[:, :, None, None]


def dot(a, b, t):
    """a @ b with every product and sum in type T, in a random order."""
    products = a[:, :, None].astype(t) * b[None, :, :].astype(t)
    return total(products, 1, t)


def total(products, axis, t):
    if t is WIDE:
        return products.sum(axis, dtype=WIDE)
    products = np.take(products, ORDER.permutation(products.shape[axis]), axis)
    if ORDER.integers(2):  # in sequence
        return np.add.accumulate(products, axis, dtype=t).take(-1, axis)
    return products.sum(axis, dtype=t)  # pairwise


def convolution(t, x, f, pv, ph, sv, sh, mode=1, groups=1):
    seen = windows(x, f.shape[2:], (pv, ph), (sv, sh), 0)
    n, c, h, w = seen.shape[:4]
    rows = f.shape[0] // groups
    out = np.zeros((n, f.shape[0], h, w), t)
    for g in range(groups):
        part = seen[:, g * f.shape[1]:(g + 1) * f.shape[1]]
        columns = part.transpose(0, 2, 3, 1, 4, 5).reshape(n * h * w, -1)
        weights = f[g * rows:(g + 1) * rows].reshape(rows, -1)
        got = dot(columns, weights.T, t)
        out[:, g * rows:(g + 1) * rows] = got.reshape(n, h, w, rows).transpose(0, 3, 1, 2)
    return out


def pool_max(t, x, kh, kw, pv, ph, sv, sh):
    return windows(x, (kh, kw), (pv, ph), (sv, sh), -np.inf).max((4, 5))


def pool_min(t, x, kh, kw, pv, ph, sv, sh):
    return windows(x, (kh, kw), (pv, ph), (sv, sh), np.inf).min((4, 5))


def pool_mean(t, x, kh, kw, pv, ph, sv, sh):
    seen = windows(x, (kh, kw), (pv, ph), (sv, sh), 0)
    count = windows(np.ones_like(x), (kh, kw), (pv, ph), (sv, sh), 0).sum((4, 5))
    return total(seen.reshape(seen.shape[:4] + (-1,)), 4, t) / count.astype(t)


def relu(t, x):
    return np.where(x < 0, t(0), x)


def clipped_relu(t, x):
    return np.where(x < 0, t(0), np.where(x > 6, t(6), x))


def tanh(t, x):
    return np.tanh(x)


def sigmoid(t, x):
    return t(1) / (t(1) + np.exp(-x))


def softmax(t, x):
    e = np.exp(x - x.max(1, keepdims=True))
    return e / np.expand_dims(total(e, 1, t), 1)


def batchnorm(t, x, gamma, beta, mean, variance, epsilon):
    along = (1, -1) + (1,) * (x.ndim - 2)
    gamma, beta, mean, variance = (a.reshape(along) for a in (gamma, beta, mean, variance))
    if t is not WIDE and ORDER.integers(2):
        scale = gamma / np.sqrt(variance + t(epsilon))
        return x * scale + (beta - mean * scale)
    return gamma * (x - mean) / np.sqrt(variance + t(epsilon)) + beta


def cases(random):
    def floats(*shape, scale=1.0):
        return (random.standard_normal(shape) * scale).astype(np.float32)

    yield add, "add", [floats(2, 3, 4, 5), floats(1, 3, 1, 1)], []
    yield add, "add", [floats(2, 1, 4, 1), floats(1, 3, 1, 5)], []
    yield add, "add", [floats(7), floats(7)], []
    for m, k, n in (1, 9, 5), (4, 33, 17), (3, 1000, 2), (9, 1, 9):
        yield mul, "mul", [floats(m, k), floats(k, n)], []
    yield mul, "mul", [floats(2, 3, 4, 5), floats(1, 1, 60, 10)], []
    for channels, rows, k, pad, stride in itertools.product((1, 3, 8), (1, 6), (1, 3, 5), (0, 2), (1, 2)):
        yield (convolution, "convolution", [floats(2, channels, 9, 7), floats(rows, channels, k, k)],
               [pad, pad // 2, stride, 3 - stride])
    for groups, inner, outer in (2, 2, 3), (8, 1, 1), (8, 1, 2), (3, 4, 1):
        yield (convolution, "group.convolution",
               [floats(2, groups * inner, 8, 8), floats(groups * outer, inner, 3, 3)],
               [1, 1, 1, 2, 1, groups])
    yield convolution, "convolution", [floats(1, 64, 12, 12), floats(32, 64, 3, 3)], [1, 1, 1, 1]
    yield convolution, "convolution", [floats(1, 2, 2, 2), floats(3, 2, 2, 2)], [9, 20, 3, 4]
    for name, function in ("max", pool_max), ("min", pool_min), ("mean", pool_mean):
        for k, pad, stride in (2, 0, 2), (3, 1, 2), (3, 2, 1), (5, 0, 5), (7, 6, 3):
            yield function, "pool." + name, [floats(2, 3, 9, 8)], [k, k, pad, pad, stride, stride]
        yield function, "pool." + name, [floats(1, 2, 4, 9)], [2, 5, 1, 0, 2, 1]
    for name, function in ("relu", relu), ("clipped.relu", clipped_relu), ("tanh", tanh), ("sigmoid", sigmoid):
        yield function, name, [floats(3, 5, 7, scale=4)], []
        yield function, name, [floats(11, scale=1e-3)], []
    for shape in (2, 10), (3, 1000), (2, 5, 3, 3), (1, 1, 4, 4):
        yield softmax, "softmax", [floats(*shape, scale=5)], []
    for shape in (2, 3, 4, 5), (8, 16), (1, 64, 7, 7):
        c = shape[1]
        yield (batchnorm, "batchnorm", [floats(*shape), floats(c), floats(c), floats(1, c, 1, 1),
                                        np.abs(floats(c)) + np.float32(0.01)], [1e-3])


class Failure(Exception):
    pass


def run(tool, folder, name, numbers, operands, bounds, threads):
    files = []
    for i, operand in enumerate(operands):
        path = os.path.join(folder, "in%d.npy" % i)
        np.save(path, operand)
        if bounds is not None:
            np.save(path + ".b.npy", bounds[i])
            path += ":" + path + ".b.npy"
        files.append(path)
    out = [os.path.join(folder, n) for n in ("out.npy", "bound.npy")]
    text = ",".join(map(str, numbers)) or "0"
    done = subprocess.run([tool, name, *out, text, str(threads), *files], capture_output=True, text=True)
    if done.returncode:
        raise Failure("exit %d: %s%s" % (done.returncode, done.stdout, done.stderr))
    return [np.load(path) for path in out]


def check_value(got, exact):
    """Return true if the results are equal, except for a difference of one step in a few of a thousand
    elements."""
    wanted = exact.astype(np.float32)
    if got.shape != wanted.shape:
        raise Failure("shape %s, not %s" % (got.shape, wanted.shape))
    differ = got != wanted
    steps = np.abs(got - wanted) <= np.spacing(np.abs(wanted))
    if not steps.all() or differ.sum() > max(1, got.size // 500):
        raise Failure("%d values differ, the largest by %g" % (differ.sum(), np.abs(got - wanted).max()))


def check_bound(got, bound, function, numbers, operands, tight):
    for _ in range(4):
        single = function(np.float32, *operands, *numbers).astype(np.float32)
        error = np.abs(single.astype(WIDE) - got.astype(WIDE))
        if not (error <= bound).all():
            at = np.unravel_index(np.argmax(error - bound), error.shape)
            raise Failure("error %g at %s is above the bound %g" % (error[at], at, bound[at]))
        some = error > 0
        if some.any():
            tight.append(float(np.median(bound[some] / error[some])))


def check(tool, folder, random, case, tight):
    function, name, operands, numbers = case
    wide = [o.astype(WIDE) for o in operands]
    exact = function(WIDE, *wide, *numbers)
    got, bound = run(tool, folder, name, numbers, operands, None, 1)
    check_value(got, exact)
    check_bound(got, bound, function, numbers, operands, tight)
    threads, threads_bound = run(tool, folder, name, numbers, operands, None, 3)
    if threads.tobytes() != got.tobytes() or threads_bound.tobytes() != bound.tobytes():
        raise Failure("threads change the result")
    # Inputs anywhere within their bounds.
    bounds = [np.abs(random.standard_normal(o.shape) * np.abs(o) * 1e-4).astype(np.float32) for o in operands]
    got, bound = run(tool, folder, name, numbers, operands, bounds, 1)
    for _ in range(3):
        moved = [np.clip((o + random.choice([-1, 1], o.shape) * b).astype(np.float32),
                         o.astype(WIDE) - b, o.astype(WIDE) + b).astype(np.float32)
                 for o, b in zip(operands, bounds)]
        inside = [np.where(np.abs(m.astype(WIDE) - o) <= b, m, o)
                  for m, o, b in zip(moved, operands, bounds)]
        check_bound(got, bound, function, numbers, inside, [])


def main():
    global ORDER
    tool, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    random = np.random.default_rng(seed)
    ORDER = np.random.default_rng(seed + 1)
    failures, tight, count = 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(random):
            count += 1
            try:
                check(tool, folder, random, case, tight)
            except Failure as failure:
                failures += 1
                print("FAIL: %s %s %s: %s" % (case[1], [o.shape for o in case[2]], case[3], failure))
    print("%d operations, %d failures; bounds are %.1f times the error in the median"
          % (count, failures, np.median(tight)))
    if np.median(tight) > 100:
        print("FAIL: bounds are too wide")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
