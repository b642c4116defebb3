#!/usr/bin/env python3
"""bench/cudnn.py -- compare tensor operations of the cudnn backend with PyTorch's on an NVIDIA device.

The networks of examples/ (networks.py), layers of the sizes of ResNet-50 (tensors.py) at batch 1,
32 and 256, and ResNet-18 on an image of 32 x 32: the backend with a node for each operation, with
nodes fused, and PyTorch, if this Python has it for the device. Every round runs all three once, in
sequence, for some launches each; the minimum over all launches of all rounds counts. A launch ends
when the host has the result, also for PyTorch. Both multiply in FP32, or in TF32 with
HPVM_CUDNN_MATH=tf32. Results are compared with PyTorch's.

    cudnn.py --programs FOLDER --clang CLANG [--layers N]     write the programs as bitcode
    cudnn.py --prebuilt FOLDER [--rounds N] [--batches 1,32,256] [--layers N] [--judge] [--seconds N] [--json FILE]

--seconds: time for all cases; each case gets a part of the remaining time, and cases without time
are listed.

Environment: HPVM_RUN. Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import network
import networks
import tensors as bench

BATCHES = [1, 32, 256]
BACKEND = ["--backend", "cudnn"]
LEAST_OF_TORCH = 0.97


def name_of(what, batch):
    """Return the name of the program of a network, or of the layer with that number."""
    return "%s-%d" % (what if isinstance(what, str) else "layer%d" % what, batch)


def programs(folder, clang, layers):
    bench.CLANG = clang
    for batch in BATCHES:
        for number, layer in enumerate(bench.LAYERS[:layers]):
            bench.build(folder, name_of(number, batch), *bench.layer_network(layer, batch))
        for name, (make, _) in networks.ALL.items():
            bench.build(folder, name_of(name, batch), *make(batch))
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
        return [tensor.cuda() for tensor in super().tensors(net)]

    def times(self, way, count):
        return super().times(lambda: way().cpu(), count)

    def ways(self, *operands):
        """conv2d() uses cuDNN."""
        return super().ways(*operands)[:1]


def plan(options, torch):
    """Yield the cases, smallest batches first: a function that makes the case, its name, and the
    number of launches."""
    def path(what, batch):
        return os.path.join(options.prebuilt, name_of(what, batch) + ".bc")

    def network_of(name, batch):
        return lambda: bench.network_case(path(name, batch), name, batch, BACKEND, torch)

    def layer_of(number, layer, batch):
        return lambda: bench.layer_case(path(number, batch), layer, batch, BACKEND, torch)

    for batch in map(int, options.batches.split(",")):
        count = 200 if batch == 1 else 20
        for name in networks.ALL:
            yield network_of(name, batch), name_of(name, batch), count
        for number, layer in enumerate(bench.LAYERS[:options.layers]):
            yield layer_of(number, layer, batch), name_of(number, batch), count


def measure(options, torch, until):
    """Return the cases, the names of those left out, and of those that failed."""
    cases, left_out, failed, wanted = [], [], [], list(plan(options, torch))
    for number, (make, name, count) in enumerate(wanted):
        now = time.monotonic()
        if now >= until:
            left_out.append(name)
            continue
        try:
            cases.append(make().measure(options.rounds, count, now + (until - now) / (len(wanted) - number)))
        except (SystemExit, subprocess.CalledProcessError) as failure: # other cases may succeed
            print("FAILS: %s: %s" % (name, failure), flush=True)
            failed.append(name)
    return cases, left_out, failed


def resnet18(options, failed):
    """Return milliseconds, or None on failure, which does not affect other measurements."""
    net, took = os.path.join(options.prebuilt, "resnet18.bc"), {}
    try:
        with tempfile.TemporaryDirectory() as work:
            for name, passes in ("unfused", []), ("fused", ["--passes=fuse-tensor-nodes"]):
                took[name] = min(bench.launch(BACKEND + passes, net, 20, os.path.join(work, "out")))
    except (SystemExit, subprocess.CalledProcessError) as failure:
        print("FAILS: resnet18: %s" % failure, flush=True)
        failed.append("resnet18")
        return None
    print("ResNet-18: %.3f ms, fused: %.3f ms" % (took["unfused"], took["fused"]))
    return took


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--programs", metavar="FOLDER")
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--prebuilt", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--batches", default="1,32,256")
    parser.add_argument("--layers", type=int, default=len(bench.LAYERS))
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    if options.programs:
        programs(options.programs, options.clang, options.layers)
        return 0
    if not options.prebuilt:
        parser.error("--programs or --prebuilt")
    try:
        torch = Torch()
        print(torch.about())
    except (ImportError, RuntimeError) as reason:
        torch = None
        print("PyTorch is not measured: %s" % reason)
    print("milliseconds unfused, fused, PyTorch; unfused / fused, PyTorch / fused")
    until = time.monotonic() + options.seconds
    cases, left_out, failed = measure(options, torch, until)
    net = resnet18(options, failed)
    fused = bench.mean([case.ratio("unfused") for case in cases])
    peer = bench.mean([case.ratio("torch") for case in cases]) if torch else float("nan")
    plain = peer / fused # ratio of geometric means: PyTorch / unfused
    print("mean: unfused / fused %.2f, PyTorch / fused %.2f (target: %g), PyTorch / unfused %.2f" %
          (fused, peer, LEAST_OF_TORCH, plain))
    if left_out:
        print("left out, no time: %s" % ", ".join(left_out))
    if options.json:
        with open(options.json, "w") as stream:
            json.dump({"torch": torch.about() if torch else None, "resnet18_ms": net, "left_out": left_out, "failed": failed,
                       "cases": [{"name": case.name, **{who + "_ms": min(took) for who, took in case.took.items() if took}}
                                 for case in cases]}, stream)
    if failed:
        return 1
    return 2 if options.judge and torch and not peer >= LEAST_OF_TORCH else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as failure:
        sys.exit("cudnn.py: %s ended with status %d" % (" ".join(failure.cmd), failure.returncode))
