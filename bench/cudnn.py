#!/usr/bin/env python3
"""bench/cudnn.py -- tensor operations on an NVIDIA device: the cudnn backend beside PyTorch.

Layers: convolution, bias and relu of the sizes of ResNet-50 (bench/tensors.py) at batch 1, 32 and 256, and ResNet-18 on an image of
32 x 32: the backend with a node for each operation, with nodes fused, and PyTorch, if this Python has it for the device. Every round
runs all of them once, in turn, for some launches each, of which the median counts; a ratio is that of two of one round, and the
median of all rounds counts. A launch ends when the host has the result: PyTorch's is copied there, too. Both multiply in FP32,
or in TF32 with HPVM_CUDNN_MATH=tf32. Results are compared with PyTorch's.

    cudnn.py --programs FOLDER --clang CLANG     writes the programs as bitcode
    cudnn.py --prebuilt FOLDER [--rounds N] [--batches 1,32,256] [--layers N] [--judge]

Environment: HPVM_RUN. Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import network
import tensors as bench

BATCHES = [1, 32, 256]
LEAST_OF_TORCH = 0.97


def name_of(number, batch):
    return "layer%d-%d" % (number, batch)


def programs(folder, clang):
    bench.CLANG = clang
    for batch in BATCHES:
        for number, layer in enumerate(bench.LAYERS):
            bench.build(folder, name_of(number, batch), *bench.layer_network(layer, batch))
    bench.build(folder, "resnet18", *network.resnet18())
    for file in os.listdir(folder):
        if file.endswith(".c"):
            os.remove(os.path.join(folder, file))


class Torch(bench.Torch):
    """The same weights on the device."""

    def __init__(self):
        super().__init__(1)
        if not self.torch.cuda.is_available():
            raise ImportError("PyTorch has no device")
        tf32 = os.environ.get("HPVM_CUDNN_MATH", "fp32") != "fp32"
        self.torch.backends.cudnn.allow_tf32 = self.torch.backends.cuda.matmul.allow_tf32 = tf32

    def about(self):
        return "PyTorch %s, CUDA %s, cuDNN %s, %s" % (self.torch.__version__, self.torch.version.cuda,
                                                     self.torch.backends.cudnn.version(),
                                                     self.torch.cuda.get_device_name())

    def tensors(self, net):
        """Values of the generator, many at a time: its state after k steps is a k-fold multiple."""
        numpy = self.numpy
        state, tensors = 1, []
        for shape, scale, offset in net.inputs:
            count = 1
            for dim in shape:
                count *= dim
            values, state = self.sequence(state, count)
            values = ((values >> numpy.uint64(40)) / 2 ** 23 - 1) * scale + offset
            tensors.append(self.torch.from_numpy(values.astype("f4").reshape(shape)).cuda())
        return tensors

    def sequence(self, state, count):
        numpy = self.numpy
        block = 1 << 12
        mask, a, c = 2 ** 64 - 1, 6364136223846793005, 1442695040888963407
        multiples, sums, m, s = [], [], 1, 0
        for _ in range(min(block, count)):
            m, s = m * a & mask, (s * a + c) & mask
            multiples.append(m)
            sums.append(s)
        multiples, sums = numpy.array(multiples, "u8"), numpy.array(sums, "u8")
        values = numpy.empty(count, "u8")
        with numpy.errstate(over="ignore"):
            for at in range(0, count, block):
                part = min(block, count - at)
                values[at:at + part] = multiples[:part] * numpy.uint64(state) + sums[:part]
                state = int(values[at + part - 1])
        return values, state

    def layer(self, x, filters, bias, pad, stride, count):
        torch = self.torch
        took, out = [], None
        with torch.no_grad():
            for i in range(count + 3):
                begun = time.perf_counter()
                out = torch.relu(torch.nn.functional.conv2d(x, filters, bias.reshape(-1), stride, pad)).cpu()
                if i >= 3:
                    took.append((time.perf_counter() - begun) * 1e3)
        return took, out.numpy()


class Layer:
    def __init__(self, folder, work, number, batch, torch):
        self.layer, self.batch, self.torch = bench.LAYERS[number], batch, torch
        self.bitcode = os.path.join(folder, name_of(number, batch) + ".bc")
        self.out = os.path.join(work, "out")
        self.tensors = torch.tensors(bench.layer_network(self.layer, batch)[0]) if torch else None
        self.count = 200 if batch == 1 else 20
        self.took = {"torch": [], "unfused": [], "fused": []}

    def round(self):
        options = ["--backend", "cudnn"]
        self.add("unfused", bench.launch(options, self.bitcode, self.count, self.out))
        self.add("fused", bench.launch(options + ["--passes=fuse-tensor-nodes"], self.bitcode, self.count, self.out))
        if self.torch:
            k, stride = self.layer[3:]
            took, right = self.torch.layer(*self.tensors, k // 2, stride, self.count)
            self.add("torch", took)
            self.check(right)

    add, check, ratio, row = bench.Layer.add, bench.Layer.check, bench.Layer.ratio, bench.Layer.row


def measure(options, torch):
    layers = []
    with tempfile.TemporaryDirectory() as work:
        for batch in map(int, options.batches.split(",")):
            for number in range(min(options.layers, len(bench.LAYERS))):
                layers.append(Layer(options.prebuilt, work, number, batch, torch))
                for _ in range(options.rounds):
                    layers[-1].round()
                print("  ".join(layers[-1].row()), flush=True)
        net = os.path.join(options.prebuilt, "resnet18.bc")
        for passes in ([], ["--passes=fuse-tensor-nodes"]):
            took = bench.launch(["--backend", "cudnn", *passes], net, 20, os.path.join(work, "out"))
            print("ResNet-18%s: %.3f ms" % (", fused" if passes else "", statistics.median(took)))
    return layers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--programs", metavar="FOLDER")
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--prebuilt", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batches", default="1,32,256")
    parser.add_argument("--layers", type=int, default=len(bench.LAYERS))
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    if options.programs:
        programs(options.programs, options.clang)
        return 0
    if not options.prebuilt:
        parser.error("--programs or --prebuilt")
    try:
        torch = Torch()
        print(torch.about())
    except (ImportError, RuntimeError) as reason:
        torch = None
        print("PyTorch is not measured: %s" % reason)
    print("layer, milliseconds unfused, fused, PyTorch; unfused / fused, PyTorch / fused")
    layers = measure(options, torch)
    fused = bench.mean([layer.ratio("unfused") for layer in layers])
    peer = bench.mean([layer.ratio("torch") for layer in layers]) if torch else float("nan")
    print("mean: unfused / fused %.2f, PyTorch / fused %.2f (target: %g)" % (fused, peer, LEAST_OF_TORCH))
    return 2 if options.judge and torch and not peer >= LEAST_OF_TORCH else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as failure:
        sys.exit("cudnn.py: %s ended with status %d" % (" ".join(failure.cmd), failure.returncode))
