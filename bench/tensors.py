#!/usr/bin/env python3
"""bench/tensors.py -- tensor operations: the reference's time for a network, and the onednn backend beside PyTorch.

The reference: ResNet-18 on an image of 32 x 32, a launch of the golden model (the target is 3 s).
Layers: convolution, bias and relu of sizes that ResNet-50 has, at batch 1 and 32, with as many threads each: the backend with a
node for each, with nodes fused by --passes=fuse-tensor-nodes, and PyTorch, if this Python has it. Every round runs all of them
once, in turn, for some launches each, of which the median counts; a ratio is that of two of one round, and the median of all
rounds counts. Results are compared with PyTorch's.

Options: --rounds N, --threads N, --batches 1,32, --layers N (the first N), --judge, --write FILE (docs/tensor-speed.md).
Environment: HPVM_RUN, CLANG; SRC is this folder.
Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import network

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "./hpvm-run")
CLANG = os.environ.get("CLANG", "clang")
# channels, results, size, filter, stride
LAYERS = [(64, 64, 56, 3, 1), (64, 256, 56, 1, 1), (256, 64, 56, 1, 1), (128, 128, 28, 3, 1), (512, 128, 28, 1, 1),
          (256, 256, 14, 3, 1), (1024, 256, 14, 1, 1), (512, 512, 7, 3, 1), (2048, 512, 7, 1, 1), (256, 512, 56, 1, 2)]
REFERENCE_SECONDS, LEAST_OF_TORCH, LEAST_OF_FUSED = 3.0, 0.95, 1.15
PAGE = """# Speed of tensor operations

Written by `make bench-tensors TENSORS_OPTIONS="--write docs/tensor-speed.md"`; a ratio holds for one run on one machine.

ResNet-18 on an image of 32 x 32, one launch of the golden model: %.2f s (target: %g s).

Layers of convolution, bias and relu, of the sizes of ResNet-50, on %d threads. Milliseconds are the least of all rounds; ratios are
medians of rounds, and above 1 the fused node is faster. Targets: %g of PyTorch and %g of unfused nodes, in the mean.

%s
"""


def build(folder, name, net, result):
    source, bitcode = os.path.join(folder, name + ".c"), os.path.join(folder, name + ".bc")
    with open(source, "w") as stream:
        stream.write(net.program(result))
    subprocess.run([CLANG, "-O1", "-w", "-I" + os.path.join(SRC, "..", "src"), "-emit-llvm", "-c", source, "-o", bitcode],
                   check=True)
    return bitcode


def launch(options, bitcode, count, out):
    """Milliseconds of COUNT launches."""
    done = subprocess.run([RUN, "-Wno-tensor-overwritten", *options, bitcode, "--", str(count), out], check=True,
                          stdout=subprocess.PIPE, text=True)
    return [float(line) for line in done.stdout.split()]


class Torch:
    """The same weights as network.py's programs make, on PyTorch."""

    def __init__(self, threads):
        import numpy
        import torch
        self.numpy, self.torch = numpy, torch
        torch.set_num_threads(threads)

    def tensors(self, net):
        state, tensors = 1, []
        for shape, scale, offset in net.inputs:
            count = 1
            for dim in shape:
                count *= dim
            values = self.numpy.empty(count)
            for i in range(count):
                state = (state * 6364136223846793005 + 1442695040888963407) & (2 ** 64 - 1)
                values[i] = ((state >> 40) / 2 ** 23 - 1) * scale + offset
            tensors.append(self.torch.from_numpy(values.astype("f4").reshape(shape)))
        return tensors

    def ways(self, x, filters, bias, pad, stride):
        """PyTorch has two: on one thread conv2d() does small batches by itself, not by oneDNN."""
        row, both = bias.reshape(-1), [stride, stride]
        return [lambda: self.torch.relu(self.torch.nn.functional.conv2d(x, filters, row, stride, pad)),
                lambda: self.torch.relu(self.torch.mkldnn_convolution(x, filters, row, [pad, pad], both, [1, 1], 1))]

    def times(self, way, count):
        took = []
        with self.torch.no_grad():
            for i in range(count + 1):
                begun = time.perf_counter()
                out = way()
                if i:
                    took.append((time.perf_counter() - begun) * 1e3)
        return took, out.numpy()

    def layer(self, x, filters, bias, pad, stride, count):
        """By the better one."""
        ways = self.ways(x, filters, bias, pad, stride)
        best = min(ways, key=lambda way: statistics.median(self.times(way, 3)[0]))
        return self.times(best, count)


def reference(folder):
    net, result = network.resnet18()
    bitcode = build(folder, "resnet18", net, result)
    seconds = min(launch([], bitcode, 3, os.path.join(folder, "out"))) / 1e3
    print("ResNet-18 at 32 x 32, the golden model: %.2f s" % seconds)
    return seconds


def layer_network(layer, batch):
    channels, out, size, k, stride = layer
    net = network.Network((batch, channels, size, size))
    x = net.convolution(net.input, channels, out, k, stride)
    return net, net.op("relu", net.op("add", x, net.weights((1, out, 1, 1), .1)))


class Layer:
    def __init__(self, folder, layer, batch, threads, torch):
        self.layer, self.batch, self.torch = layer, batch, torch
        net, result = layer_network(layer, batch)
        self.bitcode = build(folder, "layer", net, result)
        self.out = os.path.join(folder, "out")
        self.options = ["--backend", "onednn", "-j", str(threads)]
        self.tensors = torch.tensors(net) if torch else None
        channels, out, size, k, stride = layer
        self.count = max(5, min(200, int(4e9 / (2.0 * batch * channels * out * k * k * (size // stride) ** 2))))
        self.took = {"torch": [], "unfused": [], "fused": []}

    def round(self):
        self.add("unfused", launch(self.options, self.bitcode, self.count, self.out))
        self.add("fused", launch(self.options + ["--passes=fuse-tensor-nodes"], self.bitcode, self.count, self.out))
        if self.torch:
            k, stride = self.layer[3:]
            took, right = self.torch.layer(*self.tensors, k // 2, stride, self.count)
            self.add("torch", took)
            self.check(right)

    def add(self, who, took):
        self.took[who].append(statistics.median(took))

    def check(self, right):
        numpy = self.torch.numpy
        got = numpy.fromfile(self.out, "f4").reshape(right.shape)
        if not abs(got - right).max() <= 1e-4 * abs(right).max():
            sys.exit("a result is not PyTorch's: off by %g" % abs(got - right).max())

    def ratio(self, who):
        pairs = zip(self.took[who], self.took["fused"])
        return statistics.median(a / b for a, b in pairs) if self.took[who] else float("nan")

    def row(self):
        return ["%d x %d, %d to %d, /%d, batch %d" % (self.layer[3], self.layer[3], *self.layer[:2], self.layer[4], self.batch)] + \
               ["%.3f" % min(self.took[who]) if self.took[who] else "-" for who in ("unfused", "fused", "torch")] + \
               ["%.2f" % self.ratio("unfused"), "%.2f" % self.ratio("torch") if self.torch else "-"]


def mean(values):
    return statistics.geometric_mean(values) if values else float("nan")


def table(rows):
    head = ["layer", "unfused", "fused", "PyTorch", "unfused / fused", "PyTorch / fused"]
    lines = ["| " + " | ".join(row) + " |" for row in [head] + rows]
    return "\n".join([lines[0], "|---" * len(head) + "|"] + lines[1:])


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--layers", type=int, default=len(LAYERS))
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--write")
    return parser.parse_args()


def main():
    options = read_options()
    try:
        torch = Torch(options.threads)
    except ImportError:
        torch = None
        print("this Python has no PyTorch")
    with tempfile.TemporaryDirectory() as folder:
        seconds = reference(folder)
        layers = []
        for batch in map(int, options.batches.split(",")):
            for layer in LAYERS[:options.layers]:
                layers.append(Layer(folder, layer, batch, options.threads, torch))
                for _ in range(options.rounds):
                    layers[-1].round()
                print("  ".join(layers[-1].row()), flush=True)
    fused = mean([layer.ratio("unfused") for layer in layers])
    peer = mean([layer.ratio("torch") for layer in layers]) if torch else float("nan")
    rows = [layer.row() for layer in layers] + [["mean", "", "", "", "%.2f" % fused, "%.2f" % peer]]
    print("mean: unfused / fused %.2f, PyTorch / fused %.2f" % (fused, peer))
    if options.write:
        with open(options.write, "w") as stream:
            stream.write(PAGE % (seconds, REFERENCE_SECONDS, options.threads, LEAST_OF_TORCH, LEAST_OF_FUSED, table(rows)))
    missed = seconds > REFERENCE_SECONDS or fused < LEAST_OF_FUSED or peer < LEAST_OF_TORCH
    return 2 if options.judge and missed else 0


if __name__ == "__main__":
    sys.exit(main())
