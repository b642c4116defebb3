#!/usr/bin/env python3
"""bench/tensors.py -- the reference's time for a network; the onednn backend compared with PyTorch.

The reference: ResNet-18 on an image of 32 x 32, a launch of the golden model (the target is 3 s).
The backend, with the same number of threads as PyTorch: the networks of examples/ (networks.py),
and convolution, bias and relu (and pool) of the sizes of ResNet-50, at batch 1 and 32, with a node
for each operation, with nodes fused by --passes=fuse-tensor-nodes, and PyTorch, if this Python has
it. Every round runs all three once, in sequence, for some launches each. The minimum over all
launches of all rounds counts, because other processes make launches longer, never shorter. Results
are compared with PyTorch's.

Options: --rounds N, --threads N, --batches 1,32, --layers N (the first N), --no-networks, --judge,
--write FILE (docs/tensor-speed.md). Environment: HPVM_RUN, CLANG; SRC is this folder.
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
import networks

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "./hpvm-run")
CLANG = os.environ.get("CLANG", "clang")
# channels, results, size, filter, stride, and whether a pool follows: the first layer, the three
# layers of a block of each stage, and the shortcut of a stage's first block.
LAYERS = [(3, 64, 224, 7, 2, True),
          (256, 64, 56, 1, 1, False), (64, 64, 56, 3, 1, False), (64, 256, 56, 1, 1, False),
          (512, 128, 28, 1, 1, False), (128, 128, 28, 3, 1, False), (128, 512, 28, 1, 1, False),
          (1024, 256, 14, 1, 1, False), (256, 256, 14, 3, 1, False), (256, 1024, 14, 1, 1, False),
          (2048, 512, 7, 1, 1, False), (512, 512, 7, 3, 1, False), (512, 2048, 7, 1, 1, False),
          (256, 512, 56, 1, 2, False)]
WARM = 2
REFERENCE_SECONDS, LEAST_OF_TORCH, LEAST_OF_FUSED = 3.0, 0.95, 1.15
PAGE = """# Speed of tensor operations

Written by `make bench-tensors TENSORS_OPTIONS="--write docs/tensor-speed.md"`; a ratio holds for one run on one machine: %s,
%s%s.

| target | measured | |
|---|---|---|
%s

ResNet-18 is one launch of the golden model on an image of 32 x 32. All else is the onednn backend, in milliseconds: the least of all
launches in %d rounds, in which the three took turns. Unfused is a node for each operation; fused is after
`--passes=fuse-tensor-nodes`; PyTorch runs the same operations one after the other, a convolution with its bias as one. Ratios above 1
are in favour of the fused nodes. Means are geometric.

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
    """Return the milliseconds of COUNT launches."""
    done = subprocess.run([RUN, "-Wno-tensor-overwritten", *options, bitcode, "--", str(count), out], check=True,
                          stdout=subprocess.PIPE, text=True)
    return [float(line) for line in done.stdout.split()]


class Torch:
    """PyTorch with the same weights as the programs of network.py."""

    def __init__(self, threads):
        import numpy
        import torch
        self.numpy, self.torch = numpy, torch
        torch.set_num_threads(threads)

    def states(self, state, count):
        """Return the next COUNT states of network.py's generator after STATE, by doubling: each step
        computes as many again by one multiplication and addition."""
        numpy = self.numpy
        factor, addend = numpy.uint64(6364136223846793005), numpy.uint64(1442695040888963407)
        made = numpy.empty(count, numpy.uint64)
        with numpy.errstate(over="ignore"):
            made[:1] = numpy.uint64(state) * factor + addend
            have = 1
            while have < count:
                more = min(have, count - have)
                made[have:have + more] = made[:more] * factor + addend
                have, factor, addend = have + more, factor * factor, addend * factor + addend
        return made

    def tensors(self, net):
        state, tensors = 1, []
        for shape, scale, offset in net.inputs:
            states = self.states(state, int(self.numpy.prod(shape)))
            state = int(states[-1])
            values = ((states >> self.numpy.uint64(40)) / 2.0 ** 23 - 1) * scale + offset
            tensors.append(self.torch.from_numpy(values.astype("f4").reshape(shape)))
        return tensors

    def ways(self, x, filters, bias, pad, stride, pooled):
        """PyTorch has two: on one thread conv2d() computes small batches itself, not by oneDNN."""
        row, both = bias.reshape(-1), [stride, stride]
        after = (lambda y: self.torch.nn.functional.max_pool2d(y.relu(), 3, 2, 1)) if pooled else self.torch.relu
        return [lambda: after(self.torch.nn.functional.conv2d(x, filters, row, stride, pad)),
                lambda: after(self.torch.mkldnn_convolution(x, filters, row, [pad, pad], both, [1, 1], 1))]

    def times(self, way, count):
        took = []
        with self.torch.no_grad():
            for i in range(count + WARM):
                begun = time.perf_counter()
                out = way()
                if i >= WARM:
                    took.append((time.perf_counter() - begun) * 1e3)
        return took, out.numpy()

    def layer(self, operands, pad, stride, pooled, count):
        """Use the faster one."""
        ways = self.ways(*operands, pad, stride, pooled)
        best = min(ways, key=lambda way: min(self.times(way, 3)[0]))
        return self.times(best, count)


def reference(folder):
    net, result = network.resnet18()
    bitcode = build(folder, "resnet18", net, result)
    seconds = min(launch([], bitcode, 3, os.path.join(folder, "out"))) / 1e3
    print("ResNet-18 at 32 x 32, the golden model: %.2f s" % seconds)
    return seconds


def layer_network(layer, batch):
    channels, out, size, k, stride, pooled = layer
    net = network.Network((batch, channels, size, size))
    x = net.convolution(net.input, channels, out, k, stride)
    x = net.op("relu", net.op("add", x, net.weights((1, out, 1, 1), .1)))
    return net, net.op("pool_max", x, numbers=(3, 3, 1, 1, 2, 2)) if pooled else x


class Case:
    """A program of network.py for NET, on the backend that OPTIONS name, and PEER, which runs it with
    PyTorch: PEER(tensors, count) returns milliseconds and the result."""

    def __init__(self, name, bitcode, options, net, torch, peer):
        self.name, self.bitcode, self.options, self.torch, self.peer = name, bitcode, options, torch, peer
        self.tensors = torch.tensors(net) if torch else None
        self.took = {"torch": [], "unfused": [], "fused": []}

    def measure(self, rounds, count, until=float("inf")):
        """UNTIL: no round except the first begins later, by the monotonic clock."""
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            for number in range(rounds):
                if number and time.monotonic() >= until:
                    break
                self.took["unfused"] += launch(self.options, self.bitcode, count, out)
                self.took["fused"] += launch(self.options + ["--passes=fuse-tensor-nodes"], self.bitcode, count, out)
                if self.torch:
                    took, right = self.peer(self.tensors, count)
                    self.took["torch"] += took
                    self.check(right, out)
        self.tensors = None
        print("  ".join(self.row()), flush=True)
        return self

    def check(self, right, out):
        got = self.torch.numpy.fromfile(out, "f4").reshape(right.shape)
        if not abs(got - right).max() <= 1e-4 * abs(right).max():
            sys.exit("%s: a result is not PyTorch's: off by %g" % (self.name, abs(got - right).max()))

    def ratio(self, who):
        return min(self.took[who]) / min(self.took["fused"]) if self.took[who] else float("nan")

    def row(self):
        return [self.name] + ["%.3f" % min(self.took[who]) if self.took[who] else "-" for who in ("unfused", "fused", "torch")] + \
               ["%.2f" % self.ratio("unfused"), "%.2f" % self.ratio("torch") if self.torch else "-"]


def layer_case(bitcode, layer, batch, options, torch):
    channels, out, size, k, stride, pooled = layer
    name = "%d x %d, %d to %d, /%d%s, batch %d" % (k, k, channels, out, stride, ", pool" if pooled else "", batch)
    return Case(name, bitcode, options, layer_network(layer, batch)[0], torch,
                lambda tensors, count: torch.layer(tensors, k // 2, stride, pooled, count))


def network_case(bitcode, name, batch, options, torch):
    make, peer = networks.ALL[name]
    return Case("%s, batch %d" % (name, batch), bitcode, options, make(batch)[0], torch,
                lambda tensors, count: torch.times(lambda: peer(torch.torch, tensors), count))


def layer_count(layer, batch):
    """Return a number of launches that take some seconds."""
    channels, out, size, k, stride, _ = layer
    return max(5, min(400, int(1e10 / (2.0 * batch * channels * out * k * k * (size // stride) ** 2))))


def mean(values):
    return statistics.geometric_mean(values) if values else float("nan")


def table(rows):
    head = ["", "unfused", "fused", "PyTorch", "unfused / fused", "PyTorch / fused"]
    lines = ["| " + " | ".join(row) + " |" for row in [head] + rows]
    return "\n".join([lines[0], "|---" + "|---:" * (len(head) - 1) + "|"] + lines[1:])


def processor():
    with open("/proc/cpuinfo") as stream:
        names = [line.split(":")[1].strip() for line in stream if line.startswith("model name")]
    return names[0] if names else "unknown"


def targets(seconds, layers, nets, batches, torch):
    """Yield the targets: text, measured value, whether it is met."""
    found = [("ResNet-18 in under %g s" % REFERENCE_SECONDS, "%.2f s" % seconds, seconds < REFERENCE_SECONDS)]

    def at_least(what, least, values):
        if values:
            found.append(("%s: %g" % (what, least), "%.2f" % mean(values), mean(values) >= least))

    at_least("fused against unfused convolution layers", LEAST_OF_FUSED, [case.ratio("unfused") for _, case in layers])
    if torch:
        at_least("PyTorch, the networks", LEAST_OF_TORCH, [case.ratio("torch") for case in nets])
        for batch in batches:
            at_least("PyTorch, layers at batch %d" % batch, LEAST_OF_TORCH,
                     [case.ratio("torch") for at, case in layers if at == batch])
    return found


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batches", default="1,32")
    parser.add_argument("--layers", type=int, default=len(LAYERS))
    parser.add_argument("--no-networks", action="store_true")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--write")
    return parser.parse_args()


def main():
    options = read_options()
    batches = list(map(int, options.batches.split(",")))
    try:
        torch = Torch(options.threads)
    except ImportError:
        torch = None
        print("this Python has no PyTorch")
    nets, layers = [], []
    backend = ["--backend", "onednn", "-j", str(options.threads)]
    with tempfile.TemporaryDirectory() as folder:
        seconds = reference(folder)
        for batch in batches:
            for name in [] if options.no_networks else networks.ALL:
                case = network_case(build(folder, "case", *networks.ALL[name][0](batch)), name, batch, backend, torch)
                nets.append(case.measure(options.rounds, 2000))
            for layer in LAYERS[:options.layers]:
                case = layer_case(build(folder, "case", *layer_network(layer, batch)), layer, batch, backend, torch)
                layers.append((batch, case.measure(options.rounds, layer_count(layer, batch))))
    aims = targets(seconds, layers, nets, batches, torch)
    for what, measured, met in aims:
        print("%s: %s%s" % (what, measured, "" if met else ", MISSED"))
    if options.write:
        lines = "\n".join("| %s | %s | %s |" % (what, measured, "met" if met else "MISSED") for what, measured, met in aims)
        rows = [case.row() for case in nets + [case for _, case in layers]]
        peer = ", PyTorch %s" % torch.torch.__version__ if torch else ", no PyTorch"
        threads = "%d threads" % options.threads if options.threads > 1 else "one thread"
        with open(options.write, "w") as stream:
            stream.write(PAGE % (processor(), threads, peer, lines, options.rounds, table(rows)))
    return 2 if options.judge and not all(met for _, _, met in aims) else 0


if __name__ == "__main__":
    sys.exit(main())
