#!/usr/bin/env python3
"""bench/kernels.py -- compare this engine with its peers on twelve kernels, as ratios within one run.

Kernels of two and three dimensions are measured with both numberings of columns: by the last
dimension of the grid, and by x (names that end in "-x"), which changes only the HPVM graph.
For each kernel, every round runs every peer once; the results are medians of nanoseconds for an
instance, over the whole leaf, on one thread. This is processor time, which excludes other programs
on the machine, or with --clock wall the time from launch to wait. Every result is compared bytewise
with that of clang -O0; only OpenCL peers have a tolerance, if a kernel calls functions whose bits
OpenCL leaves open. A peer that is not installed or cannot run a kernel has a dash and a note.

Options: --rounds N, --width N (0, the default: as the engine chooses), --kernels A,B, --peers A,B
(short names), --write FOLDER (bench.md and bench.svg there), --clock processor|wall, --judge,
--quick: tiny sizes, only results, at widths 1 and 64.
Environment: HPVM_RUN, CLANG, LLVM_BINDIR, OCLGRIND; SRC is this folder.
Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse, array, collections, os, platform, re, shutil, statistics, subprocess, sys
import tempfile, time

import kernels_page

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG") or "clang"
LLI = shutil.which(os.path.join(os.environ.get("LLVM_BINDIR", ""), "lli"))
OCLGRIND = shutil.which(os.environ.get("OCLGRIND", "oclgrind"))
SAME_BITS = ["-ffp-contract=off", "-fno-math-errno"]
TIMEOUT = 300
CLOCKS = ["wall", "processor"]  # in the order in which programs print them

# Size and launches, such that this engine runs for at least 40 ms (processor time is counted in
# ticks, on some systems of 4 ms); those for slow peers, which run fewer instances of the same work;
# the tolerance for OpenCL (relative, of floats); the targets: speed-up over clang -O2 and over
# Oclgrind. Columns are numbered by the last dimension, or with by_x by the first.
Kernel = collections.namedtuple(
    "Kernel", "name title full small tolerance native oclgrind by_x", defaults=[False])
KERNELS = [
    Kernel("matmul", "matrix multiply, naive", (128, 48), (1, 1), 0, 6, 3000),
    Kernel("tiled", "matrix multiply, tiles", (256, 12), (2, 1), 0, None, None),
    Kernel("stencil", "3D stencil", (128, 64), (6, 1), 0, 1.3, 1000),
    Kernel("spmv", "sparse matrix-vector", (65536, 16), (2048, 1), 0, 1 / 3.5, 120),
    Kernel("lbm", "lattice Boltzmann", (256, 144), (16, 2), 0, None, None),
    Kernel("histogram", "histogram", (1048576, 24), (16384, 1), 0, None, None),
    Kernel("mandelbrot", "Mandelbrot", (512, 12), (8, 1), 0, 4.5, 1500),
    Kernel("blackscholes", "Black-Scholes", (262144, 48), (4096, 1), 1e-4, None, None),
    Kernel("fft", "FFT butterflies", (262144, 54), (2048, 11), 0, None, None),
    Kernel("nbody", "n-body", (2048, 36), (32, 1), 1e-5, None, None),
    Kernel("sobel", "edge detection", (1024, 48), (8, 2), 0, None, None),
    Kernel("bitonic", "bitonic sort", (262144, 171), (512, 45), 0, None, None),
]
SEVERAL_DIMENSIONS = ("matmul", "tiled", "stencil", "lbm", "mandelbrot", "sobel")
BY_X = [kernel._replace(name=kernel.name + "-x", title=kernel.title + ", columns by x", native=None,
                        oclgrind=None, by_x=True)
        for kernel in KERNELS if kernel.name in SEVERAL_DIMENSIONS]
QUICK = {"spmv": (300, 2), "tiled": (3, 1), "fft": (256, 8), "matmul-x": (3, 1), "tiled-x": (3, 1),
         "stencil-x": (5, 2), "lbm-x": (5, 2), "mandelbrot-x": (3, 1), "sobel-x": (5, 2)}
MEAN_TARGETS = (1.3, 1000)


class Unable(Exception):
    """A peer is not installed, or cannot run a kernel."""


class Wrong(Exception):
    """A result that differs from the reference, or a run of this engine that failed."""


def execute(command, environment=None):
    """Return standard output and standard error. Raise Unable with the first line that gives the
    reason."""
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
    """A kernel in the forms that peers run, each compiled on first use."""

    def __init__(self, kernel, folder):
        self.kernel, self.folder, self.built = kernel, folder, {}

    def source(self):
        return self.kernel.name.removesuffix("-x") + ".c"

    def form(self, name, flags):
        if name not in self.built:
            out = os.path.join(self.folder, "%s.%s" % (self.kernel.name, name))
            source = os.path.join(SRC, "kernels", self.source())
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

    def graph(self, *defined):
        if self.kernel.by_x:
            defined = (*defined, "-DBENCH_COLUMNS_BY_X")
        return self.form("".join(["graph", *defined, ".bc"]),
                         ["-O1", "-DBENCH_HPVM", *defined, "-I" + os.path.join(SRC, "../src"),
                          "-emit-llvm", "-c"])

    def bitcode(self):
        """lli supports few intrinsics, and no atomic instructions."""
        return self.form("plain.bc", ["-O1", "-DBENCH_PLAIN_ATOMICS", "-fno-builtin-fabsf",
                                      "-fno-vectorize", "-fno-unroll-loops", "-emit-llvm", "-c"])

    def opencl(self):
        folder = os.path.join(SRC, "kernels")
        return self.form("opencl", ["-O2", "-DBENCH_OPENCL", '-DBENCH_FOLDER="%s"' % folder,
                                    '-DBENCH_SOURCE="%s/%s"' % (folder, self.source()),
                                    "-lOpenCL"])


class Peer:
    """A peer that runs kernels: time() returns nanoseconds for an instance, with the result in `out`."""
    clock = "processor"

    def __init__(self, short, title, small=False, opencl=False):
        self.short, self.title, self.small, self.opencl = short, title, small, opencl
        self.version, self.only = "", None  # only: the only kernel that it runs

    def size(self, kernel):
        return kernel.small if self.small else kernel.full

    def printed(self, command, work, out, environment=None):
        text, said = execute([*command, str(work[0]), str(work[1]), out], environment)
        if self.opencl and said:
            self.version = said.splitlines()[-1].split(",")[0].strip()
        return self.per_instance(text)

    def per_instance(self, text):
        instances, *nanoseconds = text.split()
        return float(nanoseconds[CLOCKS.index(self.clock)]) / int(instances)


class Native(Peer):
    def __init__(self, short, title, *flags, only=None):
        super().__init__(short, title)
        self.flags, self.only = flags, only

    def time(self, program, work, out):
        return self.printed([program.native(self.short, *self.flags)], work, out)


class Engine(Peer):
    """This engine; --stats tells whether the leaf ran in batches."""

    def __init__(self, short, title, width, *options, isa=None):
        super().__init__(short, title)
        self.width, self.environment = width, isa and {"HPVM_RUN_ISA": isa}
        self.options = [*options, *(["--width", str(width)] if width else [])]

    def time(self, program, work, out):
        try:
            text, stats = execute([RUN, "--stats", *self.options, "--progress", "never",
                                   program.graph(), "--", str(work[0]), str(work[1]), out],
                                  self.environment)
        except Unable as reason:
            raise Wrong("hpvm-run %s: %s" % (" ".join(self.options), reason)) from None
        narrow = re.search("/Leaf .* width 1: (.*)", stats)
        if narrow and self.width != 1:
            raise Unable("runs at width 1: " + narrow[1])
        return self.per_instance(text)


class Lli(Peer):
    def time(self, program, work, out):
        if not LLI:
            raise Unable("lli is not installed")
        command = [LLI, "--force-interpreter"]
        return self.printed([*command, program.bitcode()], work, out)


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


def has_more_than_v3():
    with open("/proc/cpuinfo") as file:
        return os.environ.get("HPVM_RUN_ISA", "v4") == "v4" and " avx512f " in file.read()


def all_peers(width):
    wide = "hpvm-run --width %d" % width if width else "hpvm-run"
    return [Engine("width1", "hpvm-run --width 1", 1), Engine("wide", wide, width),
            *([Engine("v3", wide + ", x86-64-v3", width, isa="v3")] if has_more_than_v3() else []),
            Engine("checks", wide + " --check=all", width, "--check=all"),
            Native("O0", "clang -O0", "-O0"), Native("O2", "clang -O2", "-O2"),
            Native("O3", "clang -O3 -march=native", "-O3", "-march=native"),
            Native("plain", "clang -O2, plain increments", "-O2", "-DBENCH_PLAIN_ATOMICS",
                   only="histogram"),
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
    """Times a kernel on a peer and compares its result with the reference."""

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
        if os.path.exists(self.out):
            os.remove(self.out)
        took = peer.time(self.program, work, self.out)
        if not agree(read(self.out), expected, peer.opencl and self.kernel.tolerance):
            raise Wrong("%s, %s: the result is wrong" % (self.kernel.name, peer.title))
        return took


def measure(kernel, peers, rounds, folder):
    """Return median nanoseconds for an instance by peer, and why other peers have none."""
    referee = Referee(kernel, folder)
    peers = [peer for peer in peers if peer.only in (None, kernel.name)]
    times, notes = {peer.short: [] for peer in peers}, {}
    for peer in peers:
        try:  # a small run first fills caches, and detects at little cost that a peer is unable
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


def quick():
    """Compare results of a few kernels at widths 1 and 64, without times."""
    kernels = [k for k in KERNELS + BY_X if k.name in QUICK]
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            referee = Referee(kernel, folder)
            for peer in (Native("O2", "clang -O2", "-O2"), Engine("width1", "width 1", 1),
                         Engine("wide", "width 64", 64)):
                referee.time(peer, QUICK[kernel.name])
                print("%s, %s: ok" % (kernel.name, peer.title))
    return 0


def first_line(command):
    try:
        return execute(command)[0].partition("\n")[0].strip()
    except Unable:
        return ""


def commit():
    """Return the last commit that changed hpvm-run; later ones do not affect the measurement."""
    parts = ["--", *(":/" + folder for folder in ("backends", "interp", "ir", "src", "tools"))]
    found = first_line(["git", "-C", SRC, "log", "-1", "--format=%h", *parts]) or "unknown"
    changed = first_line(["git", "-C", SRC, "status", "--porcelain", "-uno", *parts])
    return found + (" and changes" if changed else "")


def about(options, peers):
    """Return facts about the run that a reader of the page must know: pairs of name and value."""
    with open("/proc/cpuinfo") as file:
        model = re.search("model name.*: (.*)", file.read())
    lli = re.search("LLVM version.*", execute([LLI, "--version"])[0])[0] if LLI else ""
    facts = [("processor", "%s, hardware threads: %d" % (model[1] if model else "unknown",
                                                         os.cpu_count())),
             ("system", "%s %s" % (platform.system(), platform.release())),
             ("hpvm-run", "%s, commit %s, %s" % (
                 first_line([RUN, "--version"]),
                 commit(),
                 "instruction set " + os.environ["HPVM_RUN_ISA"] if "HPVM_RUN_ISA" in os.environ
                 else "best instruction set of the processor")),
             ("clang", first_line([CLANG, "--version"])), ("lli", lli),
             *((peer.title, peer.version) for peer in peers if peer.version),
             ("run", "%s, rounds: %d, %s time; load of the machine at the end %.1f" % (
                 time.strftime("%Y-%m-%d"), options.rounds, options.clock, os.getloadavg()[0]))]
    return [(name, value) for name, value in facts if value]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--width", type=int, default=0)
    parser.add_argument("--kernels", default=",".join(k.name for k in KERNELS + BY_X))
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
             if not options.peers or peer.short in ["wide", *options.peers.split(",")]]
    kernels = [k for k in KERNELS + BY_X if k.name in options.kernels.split(",")]
    results = kernels_page.Results(kernels, [p for p in peers if not p.only],
                                   MEAN_TARGETS if set(KERNELS) <= set(kernels) else None,
                                   not has_more_than_v3())
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            print("%s ..." % kernel.title, file=sys.stderr)
            results.add(kernel, *measure(kernel, peers, options.rounds, folder))
    missed = kernels_page.show(results)
    if options.write:
        kernels_page.write(options.write, results, about(options, peers))
    return 2 if options.judge and missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Wrong, Unable) as failure:
        sys.exit("kernels.py: %s" % failure)
