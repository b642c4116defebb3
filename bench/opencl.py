#!/usr/bin/env python3
"""bench/opencl.py -- compare the opencl backend with OpenCL C written by hand, on twelve kernels,
within one run.

Each kernel is one source (kernels/): as an OpenCL kernel the device's compiler gets it as it is
written, with the work-groups that its host code requests; as an HPVM leaf it is translated to LLVM
IR, and by the backend to OpenCL C. Every round runs both once, on the same device; a ratio is
computed from two runs of a round, and the median of all rounds counts. Time is from launch to the
end of the last instance, after an untimed launch: wall time, and processor time of all threads of
the process; --clock selects the one that is judged. PoCL's threads are pinned to one processor each
in both, because otherwise they randomly share one for whole launches.
Every result is compared bytewise with that of clang -O2, where OpenCL leaves no bits open.

Options: --rounds N, --kernels A,B, --device TEXT (part of "PLATFORM: DEVICE"), --write FILE
(docs/opencl-speed.md), --judge, --clock wall|processor. Environment: HPVM_RUN, CLANG; SRC is this
folder.
Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse, statistics, sys, tempfile

import backend
import kernels as bench
from kernels_page import columns, markdown, mean, number

LEAST_MEAN, LEAST = 0.95, 0.8
WORDS = {"wall": "the clock's", "processor": "that on processors"}
PAGE = """# Speed of the opencl backend

Written by `make bench-opencl OPENCL_OPTIONS="--write FILE"`; a ratio holds for one run on one machine.

%s

%s

Above 1, the backend is faster. Targets: %s.
%s
## What is measured

- The kernels are those of [`bench.md`](bench.md), from the same sources: written by hand means that the device's compiler gets the body as it
  stands there; the backend's is what `--emit opencl` prints of the leaf, compiled by clang -O1 before.
- Both run on the same device with as many threads, each of which stays on a processor (`POCL_AFFINITY=1`): left to themselves, both of PoCL's threads
  are on one of two processors for whole launches, in either program, at random, which says nothing of a kernel.
- Work-groups are those that each host asks for. Both share the program's memory with the device, and bring results to the program at the end.
- Time is from launch to the end of the last instance, after a launch that is not timed: copies to the device and back that a launch
  needs, and what a launch costs, are in it. It is the clock's, and that of all threads of the process on processors, which other programs
  disturb less; the targets are for %s.
- A ratio is that of two runs of a round; the median of the rounds counts. Nanoseconds are the least of all rounds, for an instance.
- Every result is compared with that of `clang -O2`, byte by byte, with 1e-4 for Black-Scholes and 1e-5 for n-body, whose functions OpenCL leaves open.

## What matters to PoCL

- The text of a launch that is the whole grid has no guard for instances beyond the end, takes extents from `get_global_size()`, which a compiler that knows the size of
  work-groups makes constants of, and adds no offsets to pointers: a stencil is twice as fast.
- A value that becomes a loop's next one is computed in the loop's variable, and loops end with `while`: PoCL keeps variables for each instance of a group.
- An address in an input is one index into it, as in a kernel written by hand, where LLVM has pointers from pointers, in bytes: of the latter PoCL computes a
  vector of indices anew for each step of its loop.
- Each command is threads that wake each other. So a launch is one, and one wait, as by hand: on a device that is the host's processors, memory need not be
  mapped for the program to see it, once it has been tried that the driver makes no copies. With a mapping behind each launch one took 20 us more than by hand.
- Other sizes of work-groups are tried only in programs that run long enough for a compiler not to be noticed, and are kept only when they are faster for certain.
"""


def both_clocks(_, text):
    instances, *nanoseconds = text.split()
    return dict(zip(bench.CLOCKS, (float(time) / int(instances) for time in nanoseconds)))


class Ours(bench.Peer):
    def __init__(self, environment):
        super().__init__("ours", "opencl backend", opencl=True)
        self.environment = environment

    def time(self, program, work, out):
        options = ["--backend", "opencl", "--progress", "never", "--stats"]
        graph = program.form("warm.bc", ["-O1", "-DBENCH_HPVM", "-DBENCH_WARM_UP", "-ffp-contract=off", "-I" +
                                         bench.os.path.join(bench.SRC, "../src"), "-emit-llvm", "-c"])
        try:
            text, stats = bench.execute([bench.RUN, *options, graph, "--", str(work[0]), str(work[1]), out],
                                        self.environment)
        except bench.Unable as reason:
            raise bench.Wrong("hpvm-run %s: %s" % (" ".join(options), reason)) from None
        if "backend opencl" not in stats or "not on opencl" in stats:
            raise bench.Unable("interpreted")
        return self.per_instance(text)

    per_instance = both_clocks


class Theirs(bench.Peer):
    def __init__(self, environment):
        super().__init__("theirs", "by hand", opencl=True)
        self.environment = environment

    def time(self, program, work, out):
        return self.printed([program.opencl()], work, out, self.environment)

    per_instance = both_clocks


def judged(kernels, ratios):
    """Yield a text, and whether a target is missed; a mean is over all kernels."""
    known = [ratio for ratio in ratios.values() if ratio]
    wanted = [("none below %s" % LEAST, min(known, default=None), LEAST)]
    if len(kernels) == len(bench.KERNELS):
        wanted.insert(0, ("geometric mean at least %s" % LEAST_MEAN, mean(known), LEAST_MEAN))
    missed = [got is None or got < limit for _, got, limit in wanted]
    return ", ".join("%s: %s (%s)" % (text, "MISSED" if miss else "met", number(got))
                     for (text, got, _), miss in zip(wanted, missed)), any(missed)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kernels", default=",".join(backend.WORK))
    parser.add_argument("--device", default="Portable")
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--clock", choices=list(bench.CLOCKS), default="wall")
    parser.add_argument("--judge", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    kernels = [k for k in bench.KERNELS if k.name in options.kernels.split(",")]
    times, gaps, ratios = {}, [], {clock: {} for clock in bench.CLOCKS}
    with tempfile.TemporaryDirectory() as folder:
        where = {"BENCH_PLATFORM": options.device, "HPVM_OPENCL_DEVICE": options.device,
                 "POCL_DEVICES": "pthread", "POCL_MAX_PTHREAD_COUNT": str(options.threads),
                 "POCL_AFFINITY": "1", "POCL_CACHE_DIR": folder}
        peers = [Ours(where), Theirs(where)]
        for kernel in kernels:
            print("%s ..." % kernel.title, file=sys.stderr)
            times[kernel.name], notes = backend.measure(kernel, peers, options.rounds, folder)
            gaps += ["Not measured: %s, %s: %s." % (kernel.title, *note) for note in notes.items()]
            for clock in ratios if len(times[kernel.name]) == len(peers) else []:
                ratios[clock][kernel.name] = statistics.median(
                    b[clock] / a[clock] for a, b in zip(times[kernel.name]["ours"], times[kernel.name]["theirs"]))
    rows = [["", *("ratio, %s" % clock for clock in ratios), *("%s, ns" % p.title for p in peers)]] + [
        [k.title, *(number(of.get(k.name)) for of in ratios.values()),
         *(number(min(time["wall"] for time in times[k.name][p.short])) if p.short in times[k.name] else "-"
           for p in peers)] for k in kernels] + [
        ["geometric mean", *(number(mean(of.values())) for of in ratios.values()), "", ""]]
    verdict, missed = judged(kernels, ratios[options.clock])
    print("Times by hand in those of the opencl backend", *columns(rows), *gaps, verdict, sep="\n")
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(PAGE % (backend.about(options, peers), markdown(rows), verdict,
                               "".join("\n%s\n" % gap for gap in gaps), WORDS[options.clock]))
    return 2 if options.judge and missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (bench.Wrong, bench.Unable) as failure:
        sys.exit("opencl.py: %s" % failure)
