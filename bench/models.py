#!/usr/bin/env python3
"""bench/models.py -- imported models: the time and memory of BERT-base, and how bounds compare with the errors of ONNX Runtime.

    models.py [--bert] [--bounds] [--torch] [--length N] [--layers N] [--width N] [MODEL.onnx...]

--bert    a run of BERT-base (12 layers of width 768, seeded weights) at sequence length N (128); the target is 20 s on two cores
--bounds  each node of a narrower BERT (--layers, --width) and of the given models, computed by ONNX Runtime: its largest error as a
          part of the bound that hpvm-diff --against gives for ONNX Runtime's own operands; the median over the nodes of an operator
          and over all nodes is printed as bound / error; nodes that are computed exactly do not count
--torch   networks exported from torch and run at three shapes, compared with ONNX Runtime in the same way

Without options: --bert. Models are made with the scripts in tools/tests, and not with the package onnx; --bounds needs the
packages onnx and onnxruntime, --torch also torch; what is missing is said, and the part left out. Environment: HPVM_RUN,
HPVM_IMPORT, HPVM_DIFF; SRC is this folder. Exit status 1: a value is wrong, or a target is missed; 77: there is no NumPy.
"""
import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SRC, "..", "tools", "tests"))
import onnx_file  # noqa: E402
from onnx_file import FLOAT, INT64, attribute, node, tensor, value  # noqa: E402

RUN, IMPORT, DIFF = (os.path.abspath(os.environ.get("HPVM_" + name.upper(), "./hpvm-" + name)) for name in ("run", "import", "diff"))
VALUES = os.path.join(SRC, "..", "tools", "import", "scripts", "onnx_runtime_values.py")
SECONDS = 20.0
SHAPES = ((1, 7), (3, 4), (2, 11))  # batch and length


# --- BERT

class Bert:
    """A model of LAYERS layers, whose weights are in a file beside it."""
    def __init__(self, folder, layers, width, words=30522, places=512):
        import numpy as np
        self.np, self.rng = np, np.random.default_rng(0)
        self.path, self.width, self.nodes, self.weights, self.offset = os.path.join(folder, "bert.onnx"), width, [], [], 0
        with open(self.path + ".data", "wb") as self.data:
            self.write(layers, words, places)

    def weight(self, name, shape, scale=0.02, mean=0.0):
        data = (self.rng.standard_normal(shape, self.np.float32) * self.np.float32(scale) + self.np.float32(mean)).tobytes()
        self.data.write(data)
        self.weights.append(tensor(name, shape, FLOAT, external=[("location", "bert.onnx.data"), ("offset", str(self.offset)),
                                                                 ("length", str(len(data)))]))
        self.offset += len(data)
        return name

    def integers(self, name, *numbers):
        self.weights.append(tensor(name, [len(numbers)], INT64, list(numbers)))
        return name

    def scalar(self, name, number):
        self.weights.append(tensor(name, [], FLOAT, [number]))
        return name

    def add(self, op, inputs, name, *attributes):
        self.nodes.append(node(op, inputs, [name], list(attributes), name))
        return name

    def linear(self, x, name, inputs, outputs):
        x = self.add("MatMul", [x, self.weight(name + ".w", [inputs, outputs])], name + "/product")
        return self.add("Add", [x, self.weight(name + ".b", [outputs])], name + "/sum")

    def norm(self, x, name):
        return self.add("LayerNormalization", [x, self.weight(name + ".scale", [self.width], 0.1, 1), self.weight(name + ".bias", [self.width])],
                        name, attribute("axis", "i", -1), attribute("epsilon", "f", 1e-12))

    def heads(self, x, name, order):
        x = self.add("Reshape", [self.linear(x, name, self.width, self.width), "to_heads"], name + "/split")
        return self.add("Transpose", [x], name + "/heads", attribute("perm", "ints", order))

    def layer(self, x, at):
        q, k = self.heads(x, at + "/query", [0, 2, 1, 3]), self.heads(x, at + "/key", [0, 2, 3, 1])
        v = self.heads(x, at + "/value", [0, 2, 1, 3])
        scores = self.add("Div", [self.add("MatMul", [q, k], at + "/scores"), "eight"], at + "/scaled")
        scores = self.add("Softmax", [self.add("Add", [scores, "mask"], at + "/masked")], at + "/weights", attribute("axis", "i", -1))
        y = self.add("Transpose", [self.add("MatMul", [scores, v], at + "/mixed")], at + "/back", attribute("perm", "ints", [0, 2, 1, 3]))
        y = self.linear(self.add("Reshape", [y, "from_heads"], at + "/joined"), at + "/out", self.width, self.width)
        x = self.norm(self.add("Add", [y, x], at + "/residual"), at + "/norm1")
        y = self.linear(x, at + "/wide", self.width, 4 * self.width)
        half = self.add("Erf", [self.add("Div", [y, "root2"], at + "/div")], at + "/erf")
        y = self.add("Mul", [self.add("Mul", [y, self.add("Add", [half, "one"], at + "/plus")], at + "/times"), "half"], at + "/gelu")
        y = self.linear(y, at + "/narrow", 4 * self.width, self.width)
        return self.norm(self.add("Add", [y, x], at + "/residual2"), at + "/norm2")

    def write(self, layers, words, places):
        self.integers("to_heads", 0, 0, self.width // 64, 64)
        self.integers("from_heads", 0, 0, self.width)
        for name, number in (("eight", 8.0), ("root2", 2 ** 0.5), ("one", 1.0), ("half", 0.5), ("far", -10000.0)):
            self.scalar(name, number)
        length = self.add("Slice", [self.add("Shape", ["ids"], "shape"), self.integers("at1", 1), self.integers("at2", 2)], "length")
        place = self.add("Slice", [self.weight("places", [places, self.width]), self.integers("at0", 0), length, self.integers("axis0", 0)], "place")
        x = self.add("Add", [self.add("Gather", [self.weight("words", [words, self.width]), "ids"], "word"), place], "embedding")
        kept = self.add("Sub", ["one", self.add("Cast", ["attention"], "kept", attribute("to", "i", FLOAT))], "dropped")
        self.add("Unsqueeze", [self.add("Mul", [kept, "far"], "least"), self.integers("front", 1, 2)], "mask")
        x = self.norm(x, "first")
        for i in range(layers):
            x = self.layer(x, "layer%d" % i)
        with open(self.path, "wb") as stream:
            stream.write(onnx_file.model(self.nodes, [value("ids", ["N", "T"], INT64), value("attention", ["N", "T"], INT64)],
                                         [value(x, ["N", "T", self.width])], self.weights))


def bert(options, folder):
    """Print time and memory; return true if the target is met."""
    import numpy as np
    model = Bert(folder, 12, 768)
    begin = time.time()
    subprocess.run([IMPORT, model.path, "-o", "bert.bc", "--root", "Model"], cwd=folder, check=True)
    imported = time.time() - begin
    np.save(os.path.join(folder, "ids.npy"), np.random.default_rng(1).integers(0, 30522, (1, options.length)))
    np.save(os.path.join(folder, "attention.npy"), np.ones((1, options.length), np.int64))
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    subprocess.run([RUN, "--root", "Model", "--args", "bert.bc.yaml", "bert.bc"], cwd=folder, check=True)
    seconds, after = time.time() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    print("BERT-base, length %d: import %.1f s; run %.1f s (processor %.1f s), at most %d MiB; target %g s on two cores" % (
        options.length, imported, seconds, after.ru_utime - before.ru_utime, after.ru_maxrss >> 10, SECONDS))
    return min(seconds, after.ru_utime - before.ru_utime) <= SECONDS  # other processes make a run longer


# --- bounds

def table(text):
    """(operator, part of the bound, verdict) of each line of hpvm-diff --against --all."""
    for line in text.splitlines():
        found = re.match(r".* (\w+) +\S+ +\w+ +\([^)]*\) +\d+ +\d+ +(\S+) +(same|within its bound|differs|other type.*|other shape.*)$", line)
        if found:
            yield found.group(1), found.group(2), found.group(3)


def against(folder, path, sizes, ratios):
    """Import the model at PATH once, run it with SIZES, each a list "name=number", in both; add the ratios by operator. Return the number
    of values that differ."""
    subprocess.run([IMPORT, path, "-o", "model.bc", "--root", "Model"], cwd=folder, check=True)
    differing = 0
    for size in sizes:
        subprocess.run([sys.executable, "-B", VALUES, path, "other.npz", *size], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        import numpy as np
        with np.load(os.path.join(folder, "other.npz")) as other, open(os.path.join(folder, "model.bc.yaml")) as args:
            for name, file in re.findall(r'^  "((?:[^"\\]|\\.)*)": \{tensor: ([^,}]*)', args.read(), re.M):
                if ".weights/" not in file:
                    np.save(os.path.join(folder, file), other[name])
        done = subprocess.run([DIFF, "--against", "other.npz", "--all", "--root", "Model", "--args", "model.bc.yaml", "model.bc"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = list(table(done.stdout))
        if done.returncode not in (0, 121) or not lines:
            sys.exit("hpvm-diff: %d: %s" % (done.returncode, done.stderr))
        for operator, part, verdict in lines:
            differing += verdict not in ("same", "within its bound")
            if part not in ("0", "-"):
                ratios.setdefault(operator, []).append(1 / float(part))
    return differing


def report(ratios, differing):
    """Print the medians; return true if all values are within their bounds."""
    for operator in sorted(ratios):
        print("%-24s %4d nodes  bound / error %6.1f in the median" % (operator, len(ratios[operator]), statistics.median(ratios[operator])))
    median = statistics.median(sum(ratios.values(), []) or [0])
    print("all nodes with an error: %d, bound / error %.1f in the median; %d values differ" % (
        sum(map(len, ratios.values())), median, differing))
    return not differing


def lacks(*packages):
    """Say which package is missing, if one is."""
    for package in packages:
        try:
            __import__(package)
        except ImportError:
            print("this Python has no %s" % package)
            return True
    return False


def bounds(options, folder):
    if lacks("onnx", "onnxruntime"):
        return True
    ratios, differing = {}, 0
    model = Bert(folder, options.layers, options.width, 100)
    differing += against(folder, model.path, [["N=2", "T=%d" % options.length]], ratios)
    for path in options.models:
        differing += against(folder, os.path.abspath(path), [[]], ratios)
    return report(ratios, differing)


# --- torch

def networks():
    """(name, module, example, {input: names of axes}) of networks with random weights."""
    import torch
    from torch import nn
    torch.manual_seed(0)

    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = nn.LSTM(8, 16, batch_first=True, bidirectional=True)

        def forward(self, x):
            return self.lstm(x)[0]

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.parts, self.out, self.norm = nn.Linear(32, 96), nn.Linear(32, 32), nn.LayerNorm(32)

        def forward(self, x):
            q, k, v = (p.view(x.size(0), -1, 4, 8).transpose(1, 2) for p in self.parts(x).chunk(3, -1))
            y = torch.softmax(q @ k.transpose(2, 3) / 8 ** 0.5, -1) @ v
            return nn.functional.gelu(self.norm(x + self.out(y.transpose(1, 2).reshape(x.size(0), -1, 32))))
    plane = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.SiLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3, groups=8),
                          nn.Hardswish(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5), nn.LogSoftmax(1))
    yield "lstm", Recurrent(), torch.zeros(2, 5, 8), {0: "N", 1: "T"}
    yield "plane", plane.eval(), torch.zeros(2, 3, 16, 16), {0: "N"}
    yield "encoder", Encoder(), torch.zeros(2, 5, 32), {0: "N", 1: "T"}


def exports(folder):
    if lacks("torch", "onnx", "onnxruntime"):
        return True
    import torch
    good = True
    for name, module, example, axes in networks():
        path = os.path.join(folder, name + ".onnx")
        torch.onnx.export(module, (example,), path, input_names=["x"], output_names=["y"], dynamic_axes={"x": axes, "y": {0: "N"}},
                          opset_version=17, dynamo=False)
        ratios = {}
        differing = against(folder, path, [["N=%d" % n, "T=%d" % t] for n, t in SHAPES], ratios)
        print("%s: %d shapes, %d values differ" % (name, len(SHAPES), differing))
        good &= not differing
    return good


def main():
    parser = argparse.ArgumentParser()
    for part in ("bert", "bounds", "torch"):
        parser.add_argument("--" + part, action="store_true")
    parser.add_argument("--length", type=int, default=128)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--width", type=int, default=768)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    if lacks("numpy"):
        return 77
    good = True
    with tempfile.TemporaryDirectory() as folder:
        if options.bert or not (options.bounds or options.torch):
            good &= bert(options, folder)
        if options.bounds:
            good &= bounds(options, folder)
        if options.torch:
            good &= exports(folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
