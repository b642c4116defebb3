#!/usr/bin/env python3
"""bench/backend.py -- compare the cpu backend with its peers on twelve kernels, as ratios within one
run.

For each kernel, every round runs every peer once, with the same number of threads (--threads, 2 by
default). A ratio is computed from two runs of one round, and the median of all rounds counts. Time
is wall time, from launch to the end of the last instance, after an untimed launch. Every result is
compared bytewise with that of clang -O2, and that of a small size with clang -O0; only PoCL has a
tolerance.

Then, on the backend: a launch of a graph with one node, a stream of three light nodes, and a stream
of three costly nodes compared with one in which only the slowest of them computes.

Options: --rounds N, --threads N, --kernels A,B, --write FILE (docs/backend-speed.md), --judge.
Environment: HPVM_RUN, CLANG; SRC is this folder.
Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse, glob, os, statistics, sys, tempfile, time

import kernels as bench
from kernels_page import columns, markdown, mean, number

# Sizes and launches that take at least 150 ms.
WORK = {"matmul": (512, 2), "tiled": (1024, 30), "stencil": (128, 150), "spmv": (65536, 75),
        "lbm": (256, 120), "histogram": (1048576, 30), "mandelbrot": (512, 5),
        "blackscholes": (262144, 50), "fft": (1048576, 20), "nbody": (2048, 25),
        "sobel": (1024, 200), "bitonic": (1048576, 210)}
LEAST_MEAN, LEAST = 1.0, 0.7  # for clang -O3 -march=native -fopenmp, and for PoCL: the mean, and each kernel
JUDGED = {"omp": "clang -O3 -fopenmp", "pocl": "PoCL"}
PAGE = """# Speed of the cpu backend

Written by `make bench-backend BACKEND_OPTIONS="--write FILE"`; a ratio holds for one run on one machine.

%s

## In times of the backend's time

%s

Above 1, the backend is faster. Targets: %s.

## Nanoseconds for an instance

%s
%s
## Launches and streams

%s

## What is measured

- The kernels are those of [`bench.md`](bench.md), from the same sources: for the backend an HPVM leaf, for clang a function that calls its
  body in loops over the grid, for PoCL an OpenCL kernel.
- clang's loops have `#pragma omp parallel for`, over the outermost two dimensions that there are; in the column *simd* the innermost one
  has `simd` as well, which says that instances are not ordered, as HPVM says it. clang is LLVM's of the same version as the backend's.
- Contraction of products and sums is off for all but PoCL, where the kernel's pragma asks for it; no `errno` from mathematical functions.
- Each round runs every program once, in turn; a ratio is that of two runs of a round, and the median counts. Nanoseconds are
  the least of all rounds.
- Time is the clock's, from launch to the end of the last instance, so the schedule and what a launch costs are in it. Before comes one
  launch that is not timed: code has been compiled, threads run.
- A launch and its wait are of a graph with one leaf that adds 1, which has been compiled (`bench/launch.c`). The light stream has three
  nodes, an addition or so each (`bench/stream.c`). The costly stream has nodes that take 40, 100 and 40 parts of a time (`bench/stages.c`); the
  stage alone is the same stream with the other two empty, and the median of the rounds' ratios counts; the others are the best of the rounds.
- Every result is compared with that of `clang -O2`, byte by byte. PoCL may differ by 1e-4 (Black-Scholes) and 1e-5 (n-body).
"""


class Backend(bench.Peer):
    def __init__(self, threads):
        super().__init__("cpu", "cpu backend")
        self.options = ["--backend", "cpu", "-j", str(threads), "--progress", "never", "--stats"]

    def time(self, program, work, out):
        graph = program.form("warm.bc", ["-O1", "-DBENCH_HPVM", "-DBENCH_WARM_UP", "-I" +
                                         os.path.join(bench.SRC, "../src"), "-emit-llvm", "-c"])
        try:
            text, stats = bench.execute([bench.RUN, *self.options, "--cache-dir",
                                         os.path.join(program.folder, "cache"), graph, "--",
                                         str(work[0]), str(work[1]), out])
        except bench.Unable as reason:
            raise bench.Wrong("hpvm-run %s: %s" % (" ".join(self.options), reason)) from None
        if "backend cpu" not in stats:
            raise bench.Unable("interpreted")
        return self.per_instance(text)


class OpenMP(bench.Peer):
    def __init__(self, short, title, threads, *flags):
        super().__init__(short, title)
        folders = sorted(glob.glob("/usr/lib/llvm-*/lib/libomp.so"), reverse=True)
        self.threads = {"OMP_NUM_THREADS": str(threads)}
        self.flags = ["-O3", "-march=native", "-fopenmp", "-DBENCH_WARM_UP", *flags,
                      *("-L" + os.path.dirname(path) for path in folders)]

    def time(self, program, work, out):
        return self.printed([program.native(self.short, *self.flags)], work, out, self.threads)


class Pocl(bench.Peer):
    def __init__(self, threads):
        super().__init__("pocl", "PoCL", opencl=True)
        self.threads = str(threads)

    def time(self, program, work, out):
        return self.printed([program.opencl()], work, out,
                            {"BENCH_PLATFORM": "Portable", "POCL_DEVICES": "pthread",
                             "POCL_MAX_PTHREAD_COUNT": self.threads,
                             "POCL_CACHE_DIR": program.folder})


class Referee(bench.Referee):
    """The reference of a small size is that of -O0; of a full size that of -O2, which is fast enough."""

    def reference(self, work):
        if work == self.kernel.small:
            return super().reference(work)
        if work not in self.references:
            bench.execute([self.program.native("O2", "-O2"), *map(str, work), self.out])
            self.references[work] = bench.read(self.out)
        return self.references[work]


def measure(kernel, peers, rounds, folder):
    """Return nanoseconds for an instance by peer, a list in the order of rounds, and why other peers
    have none."""
    referee = Referee(kernel, folder)
    times, notes = {peer.short: [] for peer in peers}, {}
    for peer in peers:
        try:
            referee.time(peer, kernel.small)
        except bench.Unable as reason:
            notes[peer.short] = str(reason)
            del times[peer.short]
    for _ in range(rounds):
        for peer in peers:
            if peer.short in times:
                times[peer.short].append(referee.time(peer, WORK[kernel.name]))
    return times, notes


def ratio(times, short):
    """Return SHORT's time divided by the backend's."""
    if short not in times or "cpu" not in times:
        return None
    return statistics.median(b / a for a, b in zip(times["cpu"], times[short]))


def tables(kernels, peers, times):
    ratios = {p.short: {k.name: ratio(times[k.name], p.short) for k in kernels} for p in peers[1:]}
    means = {short: mean(r for r in found.values() if r) for short, found in ratios.items()}
    first = [["", *(p.title for p in peers[1:])]] + [
        [k.title, *(number(ratios[p.short][k.name]) for p in peers[1:])] for k in kernels] + [
        ["geometric mean", *(number(means[p.short]) for p in peers[1:])]]
    second = [["", *(p.title for p in peers)]] + [
        [k.title, *(number(min(times[k.name][p.short])) if p.short in times[k.name] else "-"
                    for p in peers)] for k in kernels]
    return first, second, {short: (means[short], min((r for r in ratios[short].values() if r), default=None))
                           for short in JUDGED if any(ratios[short].values()) or short == "omp"}


def judged(kernels, got):
    """Yield a text, and whether a target is missed; a mean is over all kernels."""
    wanted = []
    for short, (got_mean, got_least) in got.items():
        if len(kernels) == len(bench.KERNELS):
            wanted.append(("%s: geometric mean at least %s" % (JUDGED[short], LEAST_MEAN), got_mean, LEAST_MEAN))
        wanted.append(("%s: none below %s" % (JUDGED[short], LEAST), got_least, LEAST))
    missed = [got is None or got < limit for _, got, limit in wanted]
    return ", ".join("%s: %s (%s)" % (text, "MISSED" if miss else "met", number(got))
                     for (text, got, _), miss in zip(wanted, missed)), any(missed)


def run_graph(folder, source, threads, arguments, *flags):
    """Return the number that a program of bench/ prints, run on the backend."""
    graph = os.path.join(folder, "%s%s.bc" % (source, "".join(flags)))
    if not os.path.exists(graph):
        bench.execute([bench.CLANG, "-O1", "-I" + os.path.join(bench.SRC, "../src"), "-I" + bench.SRC,
                       *flags, "-emit-llvm", "-c", os.path.join(bench.SRC, source + ".c"), "-o", graph])
    try:
        text, _ = bench.execute([bench.RUN, "--backend", "cpu", "-q", "-j", str(threads), "--cache-dir",
                                 os.path.join(folder, "cache"), graph, "--", *arguments])
    except bench.Unable as reason:
        raise bench.Wrong("%s: %s" % (source, reason)) from None
    return float(text.split()[0])


def stages(*rounds):
    return ["-DROUNDS_%d=%d" % (i + 1, count) for i, count in enumerate(rounds)]


def launches_and_streams(options, folder):
    """Return rows of a table: a launch, a light stream, a costly stream; and whether one misses its
    target."""
    threads, found = options.threads, []
    for _ in range(options.rounds):
        found.append((run_graph(folder, "launch", threads, ["300000"]),
                      run_graph(folder, "stream", threads, ["1500000"]),
                      run_graph(folder, "stages", threads, ["3000"], *stages(0, 40000, 0)),
                      run_graph(folder, "stages", threads, ["3000"], *stages(16000, 40000, 16000))))
    launch, light, alone, costly = zip(*found)
    share = statistics.median(a / b for a, b in zip(alone, costly))
    return [["", "measured", "target"],
            ["launch and wait, one node", "%.0f ns" % min(launch), "under 1000 ns"],
            ["light stream", "%.2f million items a second" % (max(light) / 1e6), "2 million"],
            ["costly stream, of the speed of its slowest stage alone", "%.0f %%" % (100 * share),
             "80 %"]], min(launch) >= 1000 or max(light) < 2e6 or share < .8


def about(options, peers):
    with open("/proc/cpuinfo") as file:
        model = bench.re.search("model name.*: (.*)", file.read())
    facts = ["processor: %s, hardware threads: %d" % (model[1] if model else "?", os.cpu_count()),
             "hpvm-run: %s, commit %s" % (bench.first_line([bench.RUN, "--version"]),
                                          bench.commit()),
             "clang: " + bench.first_line([bench.CLANG, "--version"]),
             *("%s: %s" % (p.title, p.version) for p in peers if p.version),
             "run: %s, threads: %d, rounds: %d, load of the machine at the end %.1f" % (
                 time.strftime("%Y-%m-%d"), options.threads, options.rounds, os.getloadavg()[0])]
    return "\n".join("- " + fact for fact in facts)


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kernels", default=",".join(WORK))
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--judge", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    bench.Peer.clock = "wall"
    peers = [Backend(options.threads),
             OpenMP("omp", "clang -O3 -fopenmp", options.threads),
             OpenMP("simd", "clang -O3 -fopenmp, simd", options.threads, "-DBENCH_SIMD"),
             Pocl(options.threads)]
    kernels = [k for k in bench.KERNELS if k.name in options.kernels.split(",")]
    times, gaps = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            print("%s ..." % kernel.title, file=sys.stderr)
            times[kernel.name], notes = measure(kernel, peers, options.rounds, folder)
            gaps += ["Not measured: %s, %s: %s." % (kernel.title, *note) for note in notes.items()]
        others, late = launches_and_streams(options, folder)
    ratios, least, got = tables(kernels, peers, times)
    verdict, missed = judged(kernels, got)
    print("Nanoseconds for an instance", *columns(least), sep="\n")
    print("In times of the backend's time", *columns(ratios), *gaps, verdict, sep="\n")
    print("\n".join("%s: %s (%s)" % tuple(row) for row in others[1:]))
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(PAGE % (about(options, peers), markdown(ratios), verdict, markdown(least),
                               "".join("\n%s\n" % gap for gap in gaps), markdown(others)))
    return 2 if options.judge and (missed or late) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (bench.Wrong, bench.Unable) as failure:
        sys.exit("backend.py: %s" % failure)
