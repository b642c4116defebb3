#!/usr/bin/env python3
"""Compares every tensor of lenet/, residual/ and mobilenet/ with PyTorch's, for all digits that
the networks are not trained on.

    check_tensors.py RUN CLANGXX [--backends onednn,...] [FOLDER]

Each program is compiled with an output of its root for every node, so that the results of all nodes
are saved with their error bounds. Each element computed by the interpreter must be within its bound
of PyTorch's binary64 result, and each element of a backend, like PyTorch's in binary32, within its
bound of the interpreter's. Every digit must be recognised as PyTorch recognises it. The networks
are written here a second time, from the diagrams at the heads of the programs; only the order of
nodes is taken from the programs.
Status 1: there is a difference. 77: this Python has no PyTorch.
"""
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import torch
    from torch.nn import functional
except ImportError:
    print("this Python has no PyTorch")
    sys.exit(77)

ROOT = "Root"


class Tensors:
    """Tensor operations that keep each result with the function of its node, in the order of
    nodes."""

    def __init__(self, weights, images, dtype):
        self.weights = iter([w.to(dtype) for w in weights])
        self.images = images.to(dtype)
        self.all = []

    def keep(self, function, value):
        self.all.append((function, value))
        return value

    def weight(self):
        return next(self.weights)

    def convolution(self, x, function="Convolution", padding=1, **options):
        return self.keep(function, functional.conv2d(x, self.weight(), padding=padding, **options))

    def product(self, x):
        return self.keep("Product", x.flatten(1) @ self.weight()[0, 0])

    def add(self, x, other=None, function="Add"):
        other = self.weight().reshape((1, -1) + (1,) * (x.dim() - 2)) if other is None else other
        return self.keep(function, x + other)

    def relu(self, x):
        return self.keep("Relu", x.relu())

    def norm(self, x):
        gamma, beta, mean, variance = [self.weight().flatten() for _ in range(4)]
        return self.keep("Norm", functional.batch_norm(x, mean, variance, gamma, beta, eps=1e-5))

    def mean(self, x):
        return self.keep("Mean", functional.avg_pool2d(x, 4))

    def softmax(self, x):
        return self.keep("Softmax", x.softmax(1))


def lenet(t):
    x = t.keep("Tanh", t.add(t.convolution(t.images), function="Bias").tanh())
    x = t.keep("Pool", functional.max_pool2d(x, 2))
    x = t.relu(t.add(t.convolution(x), function="Bias"))
    x = t.keep("Pool", functional.max_pool2d(x, 2))
    x = t.keep("Tanh", t.add(t.product(x), function="Bias").tanh())
    t.softmax(t.add(t.product(x), function="Bias"))


def residual(t):
    x = t.relu(t.add(t.convolution(t.images)))
    y = t.relu(t.add(t.convolution(x)))
    x = t.relu(t.add(t.add(t.convolution(y)), x))
    x = t.keep("Pool", functional.max_pool2d(x, 2))
    y = t.relu(t.add(t.convolution(x)))
    y = t.add(t.convolution(y))
    x = t.relu(t.add(y, t.convolution(x, "Projection", 0)))
    t.softmax(t.add(t.product(t.mean(x))))


def mobilenet(t):
    x = t.relu(t.norm(t.convolution(t.images)))
    for function, options in ("Depthwise1", {"groups": 16}), ("Depthwise2", {"groups": 32, "stride": 2}):
        x = t.norm(t.convolution(x, function, **options))
        x = t.keep("Clip", functional.hardtanh(x, 0, 6))
        x = t.relu(t.norm(t.convolution(x, "Pointwise", 0)))
    t.softmax(t.add(t.product(t.mean(x))))


ROW = lambda n: [(1, n, 1, 1)]
NORMED = lambda *shape: [shape] + 4 * ROW(shape[0])
# The shapes of the weights, in the order of the root's inputs.
SHAPES = {
    "lenet": [(6, 1, 3, 3), *ROW(6), (16, 6, 3, 3), *ROW(16), (1, 1, 64, 32), *ROW(32), (1, 1, 32, 10), *ROW(10)],
    "residual": [(16, 1, 3, 3), *ROW(16), (16, 16, 3, 3), *ROW(16), (16, 16, 3, 3), *ROW(16), (32, 16, 3, 3), *ROW(32),
                 (32, 32, 3, 3), *ROW(32), (32, 16, 1, 1), (1, 1, 32, 10), *ROW(10)],
    "mobilenet": [*NORMED(16, 1, 3, 3), *NORMED(16, 1, 3, 3), *NORMED(32, 16, 1, 1), *NORMED(32, 1, 3, 3),
                  *NORMED(64, 32, 1, 1), (1, 1, 64, 10), *ROW(10)]}
LENET_FILES = ["conv1", "bias1", "conv2", "bias2", "fc3", "bias3", "fc4", "bias4"]


def weights_of(name, folder):
    files = LENET_FILES if name == "lenet" else ["weights"]
    values = np.concatenate([np.fromfile(os.path.join(folder, name, f + ".bin"), "f4") for f in files])
    sizes = [int(np.prod(shape)) for shape in SHAPES[name]]
    assert sum(sizes) == len(values), "the files of %s have another size" % name
    return [part.reshape(shape) for part, shape in zip(np.split(values, np.cumsum(sizes)[:-1]), SHAPES[name])]


def all_tensors(name, weights, images, dtype):
    tensors = Tensors([torch.from_numpy(w) for w in weights], torch.from_numpy(images), dtype)
    with torch.no_grad():
        {"lenet": lenet, "residual": residual, "mobilenet": mobilenet}[name](tensors)
    assert next(tensors.weights, None) is None, "a weight of %s is not used" % name
    return [(function, value.numpy()) for function, value in tensors.all]


def with_all_outputs(text):
    """Return the program's IR with two outputs of the root for every node, and the functions of
    nodes in order."""
    functions, lines = [], []
    for line in text.splitlines():
        if "call void @__hpvm__bindOut(" in line:
            continue
        lines.append(line)
        node = re.match(r"\s*(%\S+) = .*@__hpvm__createNodeND\(.*@(\w+)\)", line)
        if node:
            for part in 0, 1:
                lines.append("  call void @__hpvm__bindOut(ptr %s, i32 %d, i32 %d, i32 0)"
                             % (node.group(1), part, 2 * len(functions) + part))
            functions.append(node.group(2))
    return "\n".join(lines) + "\n", functions


def run(tool, options, folder, inputs, wanted):
    """Return the values and, without OPTIONS (a backend has none), the bounds of every node."""
    lines = ["args:"]
    for i, values in enumerate(inputs):
        np.save(os.path.join(folder, "in%d.npy" % i), values)
        lines += ["  - {tensor: in%d.npy}" % i, "  - auto"]
    lines.append("results:")
    for i, (_, value) in enumerate(wanted):
        shape = list(value.shape) + [1] * (4 - value.ndim)
        bounds = "" if options else ", bounds: bound%d.npy" % i
        lines += ["  - {tensor: %s, save: out%d.npy%s}" % (shape, i, bounds), "  - null"]
    with open(os.path.join(folder, "args.yaml"), "w") as stream:
        stream.write("\n".join(lines) + "\n")
    subprocess.run([tool, "-Wno-tensor-overwritten", "-Werror=backend-refuses", *options, "--root", ROOT, "--args", "args.yaml",
                    "all.ll"], cwd=folder, check=True)
    return [[np.load(os.path.join(folder, kind % i)).reshape(value.shape) for i, (_, value) in enumerate(wanted)]
            for kind in (("out%d.npy",) if options else ("out%d.npy", "bound%d.npy"))]


def judge(who, functions, got, right, bounds):
    """Return the largest quotient of difference and bound among all elements; print what exceeds
    its bound."""
    worst = 0
    for i, (function, g, r, b) in enumerate(zip(functions, got, right, bounds)):
        assert np.isfinite(b).all() and (b >= 0).all(), "a bound that says nothing"
        parts = np.abs(g.astype("f8") - r) / np.maximum(b.astype("f8"), 1e-300)
        part = float("inf") if np.isnan(parts).any() else float(parts.max())
        if part > 1:
            print("FAIL: %s: node %d (%s): an element is %.3g times its bound away" % (who, i, function, part))
        worst = max(worst, part)
    return worst


def accuracy(result, labels):
    return 100 * float((result.reshape(len(labels), -1).argmax(1) == labels).mean())


def network(name, tool, clang, backends, folder, images, labels):
    weights = weights_of(name, folder)
    right = all_tensors(name, weights, images, torch.float64)
    single = all_tensors(name, weights, images, torch.float32)
    source = os.path.join(folder, name, name + ".cpp")
    text = subprocess.run([clang, "-O1", "-I" + os.path.join(folder, "..", "src"), "-S", "-emit-llvm", source, "-o", "-"],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    text, functions = with_all_outputs(text)
    if functions != [function for function, _ in right]:
        sys.exit("the nodes of %s are %s" % (name, ", ".join(functions)))
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, "all.ll"), "w") as stream:
            stream.write(text)
        golden, bounds = run(tool, [], work, [images, *weights], right)
        values = [value for _, value in right]
        used = {"golden model": judge("%s, golden model" % name, functions, golden, values, bounds),
                "PyTorch in binary32": judge("%s, PyTorch" % name, functions, [v for _, v in single], golden, bounds)}
        for backend in backends:
            got = run(tool, ["--backend", backend], work, [images, *weights], right)[0]
            used[backend] = judge("%s, %s" % (name, backend), functions, got, golden, bounds)
    alike = (golden[-1].argmax(1) == values[-1].argmax(1)).all()
    print("%s: %d tensors of %d digits, %.2f %% right, %.2f %% for PyTorch; of its bound the worst element uses: %s"
          % (name, len(values), len(images), accuracy(golden[-1], labels), accuracy(values[-1], labels),
             ", ".join("%s %.3g" % item for item in used.items())), flush=True)
    return alike and all(part <= 1 for part in used.values())


def main():
    tool, clang, *rest = sys.argv[1:]
    backends = rest[1].split(",") if rest[:1] == ["--backends"] else []
    rest = rest[2:] if backends else rest
    folder = os.path.abspath(rest[0] if rest else os.path.dirname(os.path.abspath(__file__)))
    images = np.fromfile(os.path.join(folder, "lenet", "images.bin"), "f4").reshape(-1, 1, 8, 8)
    labels = np.fromfile(os.path.join(folder, "lenet", "labels.bin"), "u4")
    torch.set_num_threads(1)
    right = [network(name, os.path.abspath(tool), clang, backends, folder, images, labels) for name in SHAPES]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
