#!/usr/bin/env python3
"""bench/kernels.py -- twelve kernels by this engine and its peers, as ratios measured in one run.

For each kernel, every round runs every peer once; what counts are medians of nanoseconds for an
instance, over the whole leaf, on one thread. That is processor time, in which other programs on the
machine do not count, or with --clock wall the time from launch to wait. Every result is compared with that of clang -O0, byte
by byte; only OpenCL peers have a tolerance, where a kernel calls functions whose bits OpenCL leaves
open. A peer that is not installed or cannot run a kernel has a dash and a note.

Options: --rounds N, --width N, --kernels A,B, --peers A,B (short names), --write FOLDER (bench.md and
bench.svg there), --clock, --judge, --quick: tiny sizes, results alone, at widths 1 and 64.
Environment: HPVM_RUN, CLANG, LLVM_BINDIR, OCLGRIND; SRC is this folder.
Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse, array, collections, math, os, re, shutil, statistics, subprocess, sys, tempfile

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG") or "clang"
LLI = shutil.which(os.path.join(os.environ.get("LLVM_BINDIR", ""), "lli"))
OCLGRIND = shutil.which(os.environ.get("OCLGRIND", "oclgrind"))
SAME_BITS = ["-ffp-contract=off", "-fno-math-errno"]
TIMEOUT = 300
CLOCKS = ["wall", "processor"]  # as programs print them

# Size and launches; those for slow peers, which get fewer instances of the same work; the tolerance
# for OpenCL (relative, of floats); the targets: times faster than clang -O2 and than Oclgrind.
Kernel = collections.namedtuple("Kernel", "name title full small tolerance native oclgrind")
KERNELS = [
    Kernel("matmul", "matrix multiply, naive", (128, 1), (1, 1), 0, 6, 3000),
    Kernel("tiled", "matrix multiply, tiles", (256, 1), (2, 1), 0, None, None),
    Kernel("stencil", "3D stencil", (128, 2), (6, 1), 0, 1.3, 1000),
    Kernel("spmv", "sparse matrix-vector", (65536, 4), (2048, 1), 0, 1 / 3.5, 120),
    Kernel("lbm", "lattice Boltzmann", (256, 6), (16, 2), 0, None, None),
    Kernel("histogram", "histogram", (1048576, 2), (16384, 1), 0, None, None),
    Kernel("mandelbrot", "Mandelbrot", (512, 1), (8, 1), 0, 4.5, 1500),
    Kernel("blackscholes", "Black-Scholes", (262144, 2), (4096, 1), 1e-4, None, None),
    Kernel("fft", "FFT butterflies", (262144, 18), (2048, 11), 0, None, None),
    Kernel("nbody", "n-body", (2048, 1), (32, 1), 1e-5, None, None),
    Kernel("sobel", "edge detection", (1024, 2), (8, 2), 0, None, None),
    Kernel("bitonic", "bitonic sort", (32768, 120), (512, 45), 0, None, None),
]
QUICK = {"spmv": (300, 2), "tiled": (3, 1), "fft": (256, 8)}
MEAN_TARGETS = (1.3, 1000)


class Unable(Exception):
    """A peer is not there, or does not run a kernel."""


class Wrong(Exception):
    """A result that is not the reference's, or a run of ours that failed."""


def execute(command, environment=None):
    """Standard output and standard error; Unable with the first line that says why."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=TIMEOUT, env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        raise Unable("longer than %d s" % TIMEOUT) from None
    except OSError as error:
        raise Unable("%s: %s" % (command[0], error.strerror)) from None
    if done.returncode != 0:
        lines = (done.stderr or b"").decode(errors="replace").splitlines()
        said = [line for line in lines if re.search("error|not support|Undefined", line, re.I)]
        raise Unable((said or lines or ["exit status %d" % done.returncode])[0])
    return done.stdout.decode(), done.stderr.decode(errors="replace")


class Program:
    """A kernel in the forms that peers run, each compiled when first asked for."""

    def __init__(self, kernel, folder):
        self.kernel, self.folder, self.built = kernel, folder, {}

    def form(self, name, flags):
        if name not in self.built:
            out = os.path.join(self.folder, "%s.%s" % (self.kernel.name, name))
            source = os.path.join(SRC, "kernels", self.kernel.name + ".c")
            self.built[name] = out
            try:
                execute([CLANG, *SAME_BITS, *flags, source, "-o", out,
                         *([] if "-c" in flags else ["-lm"])])
            except Unable as reason:
                self.built[name] = reason
        if isinstance(self.built[name], Unable):
            raise self.built[name]
        return self.built[name]

    def native(self, name, *flags):
        return self.form(name, list(flags))

    def graph(self):
        return self.form("graph.bc", ["-O1", "-DBENCH_HPVM", "-I" + os.path.join(SRC, "../src"),
                                      "-emit-llvm", "-c"])

    def bitcode(self, level):
        """lli knows few intrinsics and no atomics; calls of the C library stay calls."""
        return self.form("plain%s.bc" % level, [level, "-DBENCH_PLAIN_ATOMICS", "-fno-builtin",
                                                "-fno-vectorize",
                                                "-fno-unroll-loops", "-emit-llvm",
                                                "-c"])

    def opencl(self):
        folder = os.path.join(SRC, "kernels")
        return self.form("opencl", ["-O2", "-DBENCH_OPENCL", '-DBENCH_FOLDER="%s"' % folder,
                                    '-DBENCH_SOURCE="%s/%s.c"' % (folder, self.kernel.name),
                                    "-lOpenCL"])


class Peer:
    """Something that runs kernels: time() gives nanoseconds for an instance, result in `out`."""
    clock = "processor"

    def __init__(self, short, title, small=False, opencl=False):
        self.short, self.title, self.small, self.opencl = short, title, small, opencl

    def size(self, kernel):
        return kernel.small if self.small else kernel.full

    def printed(self, command, work, out, environment=None):
        text, _ = execute([*command, str(work[0]), str(work[1]), out], environment)
        return self.per_instance(text)

    def per_instance(self, text):
        instances, *nanoseconds = text.split()
        return float(nanoseconds[CLOCKS.index(self.clock)]) / int(instances)


class Native(Peer):
    def __init__(self, short, title, *flags):
        super().__init__(short, title)
        self.flags = flags

    def time(self, program, work, out):
        return self.printed([program.native(self.short, *self.flags)], work, out)


class Engine(Peer):
    """This engine; --stats says whether the leaf ran wide."""

    def __init__(self, short, title, width, *options):
        super().__init__(short, title)
        self.width = width
        self.options = [*options, *(["--width", str(width)] if width > 1 else [])]

    def time(self, program, work, out):
        try:
            text, stats = execute([RUN, "--stats", *self.options, "--progress", "never",
                                   program.graph(), "--", str(work[0]), str(work[1]), out])
        except Unable as reason:
            raise Wrong("hpvm-run %s: %s" % (" ".join(self.options), reason)) from None
        narrow = re.search("/Leaf .* width 1: (.*)", stats)
        if narrow and self.width > 1:
            raise Unable("runs at width 1: " + narrow[1])
        return self.per_instance(text)


class Lli(Peer):
    def time(self, program, work, out):
        if not LLI:
            raise Unable("lli is not installed")
        command = [LLI, "--force-interpreter"]
        try:
            return self.printed([*command, program.bitcode("-O1")], work, out)
        except Unable:
            return self.printed([*command, program.bitcode("-O0")], work, out)


class Oclgrind(Peer):
    def time(self, program, work, out):
        if not OCLGRIND:
            raise Unable("Oclgrind is not installed")
        return self.printed([OCLGRIND, "--num-threads", "1", program.opencl()], work, out,
                            {"BENCH_PLATFORM": "Oclgrind"})


class Pocl(Peer):
    def time(self, program, work, out):
        return self.printed([program.opencl()], work, out,
                            {"BENCH_PLATFORM": "Portable", "POCL_DEVICES": "basic",
                             "POCL_CACHE_DIR": program.folder})


def all_peers(width):
    wide = "hpvm-run --width %d" % width
    return [Engine("width1", "hpvm-run", 1), Engine("wide", wide, width),
            Engine("checks", wide + " --check=all", width, "--check=all"),
            Native("O0", "clang -O0", "-O0"), Native("O2", "clang -O2", "-O2"),
            Native("O3", "clang -O3 -march=native", "-O3", "-march=native"),
            Pocl("pocl", "PoCL", opencl=True), Oclgrind("oclgrind", "Oclgrind", True, True),
            Lli("lli", "lli --force-interpreter", True)]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def agree(got, expected, tolerance):
    if got == expected or len(got) != len(expected) or not tolerance:
        return got == expected
    pairs = zip(array.array("f", got), array.array("f", expected))
    return all(abs(a - b) <= tolerance * (1 + abs(b)) for a, b in pairs)


class Referee:
    """Times a kernel by a peer and compares its result with the reference."""

    def __init__(self, kernel, folder):
        self.kernel, self.program, self.references = kernel, Program(kernel, folder), {}
        self.out = os.path.join(folder, "result")

    def reference(self, work):
        if work not in self.references:
            execute([self.program.native("O0", "-O0"), str(work[0]), str(work[1]), self.out])
            self.references[work] = read(self.out)
        return self.references[work]

    def time(self, peer, work):
        expected = self.reference(work)
        os.remove(self.out) if os.path.exists(self.out) else None
        took = peer.time(self.program, work, self.out)
        if not agree(read(self.out), expected, peer.opencl and self.kernel.tolerance):
            raise Wrong("%s, %s: the result is wrong" % (self.kernel.name, peer.title))
        return took


def measure(kernel, peers, rounds, folder):
    """Median nanoseconds for an instance, by peer, and why others have none."""
    referee = Referee(kernel, folder)
    times, notes = {peer.short: [] for peer in peers}, {}
    for peer in peers:
        try:  # a small run first: caches are filled, and who is unable is so at little cost
            referee.time(peer, kernel.small)
        except Unable as reason:
            notes[peer.short] = str(reason)
    for _ in range(rounds):
        for peer in peers:
            if peer.short not in notes:
                try:
                    times[peer.short].append(referee.time(peer, peer.size(kernel)))
                except Unable as reason:
                    notes[peer.short] = str(reason)
    return {name: statistics.median(took) for name, took in times.items()
            if took and name not in notes}, notes


def mean(values):
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def ratios(results, kernels, short):
    """How many times longer a peer takes than the wide engine, by kernel."""
    return {k.name: results[k.name][short] / results[k.name]["wide"] for k in kernels
            if short in results[k.name] and "wide" in results[k.name]}


def number(value):
    return "-" if value is None else "%.3g" % value if value < 999.5 else "%.0f" % value


def table(kernels, peers, cell, last=None):
    """Rows of texts: a head, a row for each kernel, and maybe one more."""
    rows = [["", *(peer.title for peer in peers)]]
    rows += [[k.title, *(number(cell(k, peer)) for peer in peers)] for k in kernels]
    return rows + ([["geometric mean", *(number(last(peer)) for peer in peers)]] if last else [])


def tables(results, kernels, peers):
    others = [peer for peer in peers if peer.short != "wide"]
    by_peer = {peer.short: ratios(results, kernels, peer.short) for peer in others}
    yield ("nanoseconds for an instance",
           table(kernels, peers, lambda k, peer: results[k.name].get(peer.short)))
    yield ("time in times of the wide engine's: above 1, the wide engine is faster",
           table(kernels, others, lambda k, peer: by_peer[peer.short].get(k.name),
                 lambda peer: mean(by_peer[peer.short].values())))


def print_table(title, rows):
    print("\n" + title)
    widths = [max([10, *map(len, rows[0][i].split())]) for i in range(len(rows[0]))]
    widths[0] = max(len(row[0]) for row in rows)
    heads = [(text if i == 0 else text.replace("hpvm-run --", "--")).split() or [""]
             for i, text in enumerate(rows[0])]
    for line in range(max(map(len, heads))):
        print("  ".join((head[line] if line < len(head) else "").rjust(width)
                        for head, width in zip(heads, widths)).rstrip())
    for row in rows[1:]:
        print("  ".join([row[0].ljust(widths[0]),
                         *(text.rjust(width) for text, width in zip(row[1:], widths[1:]))]))


def targets(results, kernels):
    """(what is promised, what was measured or None, whether it is met)."""
    native, simulated = (ratios(results, kernels, short) for short in ("O2", "oclgrind"))
    for k in kernels:
        for what, limit, measured in (("clang -O2", k.native, native),
                                      ("Oclgrind", k.oclgrind, simulated)):
            if limit:
                got = measured.get(k.name)
                yield "%s: %s times as fast as %s" % (k.title, number(limit), what), got, limit
    if len(kernels) == len(KERNELS):
        for what, limit, measured in (("clang -O2", MEAN_TARGETS[0], native),
                                      ("Oclgrind", MEAN_TARGETS[1], simulated)):
            yield ("geometric mean: %s times as fast as %s" % (number(limit), what),
                   mean(measured.values()), limit)


def judge(results, kernels):
    """Prints what is met; the number of targets that are missed."""
    missed = 0
    print("\ntargets")
    for text, got, limit in targets(results, kernels):
        word = "not measured" if got is None else "met" if got >= limit else "MISSED"
        missed += word == "MISSED"
        print("  %-12s  %s: %s" % (word, text, number(got)))
    return missed


def quick():
    """Results of a few kernels at widths 1 and 64, and nothing about time."""
    kernels = [k for k in KERNELS if k.name in QUICK]
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            referee = Referee(kernel, folder)
            for peer in (Native("O2", "clang -O2", "-O2"), Engine("width1", "width 1", 1),
                         Engine("wide", "width 64", 64)):
                referee.time(peer, QUICK[kernel.name])
                print("%s, %s: ok" % (kernel.name, peer.title))
    return 0


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--kernels", default=",".join(k.name for k in KERNELS))
    parser.add_argument("--peers", default="")
    parser.add_argument("--clock", choices=CLOCKS, default="processor")
    parser.add_argument("--write", metavar="FOLDER")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    Peer.clock = options.clock
    if options.quick:
        return quick()
    peers = [peer for peer in all_peers(options.width)
             if not options.peers or peer.short in options.peers.split(",")]
    kernels = [k for k in KERNELS if k.name in options.kernels.split(",")]
    results, notes = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            print("%s ..." % kernel.title, file=sys.stderr)
            results[kernel.name], notes[kernel.name] = measure(kernel, peers, options.rounds, folder)
    for title, rows in tables(results, kernels, peers):
        print_table(title, rows)
    print_notes(notes, kernels, peers)
    missed = judge(results, kernels)
    return 2 if options.judge and missed else 0


def print_notes(notes, kernels, peers):
    lines = ["  %s, %s: %s" % (k.title, peer.title, notes[k.name][peer.short])
             for k in kernels for peer in peers if peer.short in notes[k.name]]
    if lines:
        print("\n".join(["", "not measured", *lines]))


try:
    sys.exit(main())
except (Wrong, Unable) as failure:
    sys.exit("kernels.py: %s" % failure)
