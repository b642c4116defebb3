"""launch_host.py -- the host's cost of launching a node on the cuda backend, without a card, in
instructions counted by valgrind's callgrind.

Runs bench/launches.c with the mock driver (backends/nvidia/mock) in two lengths, takes the
difference, and excludes the instructions inside the mock driver. Run it in a build directory after
`make check TESTS=`:

	python3 SRCDIR/bench/launch_host.py [--clang CLANG] [--functions COUNT]

Prints for graphs of 1 and of 16 nodes, without and with CUDA graphs, instructions and driver calls
for each node; on request also the functions with most instructions, where functions of the C
library include their use inside the mock driver."""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

MOCK = "nvidia-mock"
SHORT, LONG = 100, 400


class Profile:
    """Read a file of callgrind: total instructions, those inside the mock driver, calls of it, and
    instructions by function."""

    def __init__(self, path):
        self.all = self.inside = self.calls = 0
        self.functions = collections.Counter()
        self.names = {}
        place = {"ob": "", "fn": "", "cob": None, "cfn": ""}
        calls = None
        with open(path) as file:
            for line in file:
                kind, _, text = line.rstrip("\n").partition("=")
                if kind in place:
                    place[kind] = self.name(kind[-2:], text)
                elif kind == "calls":
                    calls = int(text.split()[0])
                elif re.match(r"[-+*\d]", line) and " " in line:
                    cost = int(line.split()[1])
                    if calls is None:
                        self.count(place, cost)
                    else:
                        called = place["ob"] if place["cob"] is None else place["cob"]
                        if MOCK in called and MOCK not in place["ob"]:
                            self.inside += cost
                            self.calls += calls
                        calls = place["cob"] = None

    def name(self, kind, text):
        number, _, name = text.partition(" ")
        if name:
            self.names[kind, number] = name
        return self.names.get((kind, number), text)

    def count(self, place, cost):
        self.all += cost
        if MOCK not in place["ob"]:
            self.functions[os.path.basename(place["ob"]) + ": " + place["fn"]] += cost


def profile(folder, graphs, nodes, count):
    out = os.path.join(folder, "callgrind")
    environment = dict(os.environ, HPVM_CUDA_GRAPHS=graphs, HPVM_LIBDEVICE="/nowhere",
                       HPVM_CUDA_DRIVER=os.path.abspath("backends/nvidia/.libs/nvidia-mock.so"))
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, "./hpvm-run", "--progress", "never", "--backend", "cuda",
                           os.path.join(folder, "launches.bc"), "--", str(nodes), str(count)],
                          env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):   # 1: nothing was computed, as always with the mock driver
        sys.exit(done.stderr)
    return Profile(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", default="clang")
    parser.add_argument("--functions", type=int, default=0)
    options = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.clang, "-w", "-O2", "-I" + os.path.join(here, "..", "src"), "-I" + here, "-emit-llvm", "-c",
                        os.path.join(here, "launches.c"), "-o", os.path.join(folder, "launches.bc")], check=True)
        for graphs in "never", "always":
            for nodes in 1, 16:
                few, many = (profile(folder, graphs, nodes, count) for count in (SHORT, LONG))
                each = (LONG - SHORT) * nodes
                print("graph of %d, CUDA graphs %s: %.0f instructions of the host for a node, %.2f calls of the driver" % (
                    nodes, graphs, (many.all - few.all - many.inside + few.inside) / each, (many.calls - few.calls) / each), flush=True)
                costs = {name: (cost - few.functions[name]) / each for name, cost in many.functions.items()}
                for name in sorted(costs, key=costs.get, reverse=True)[:options.functions]:
                    print("%10.0f  %s" % (costs[name], name))


main()
