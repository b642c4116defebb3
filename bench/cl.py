#!/usr/bin/env python3
"""bench/cl.py -- OpenCL kernels on hpvm-run, Oclgrind and PoCL, as ratios within one run.

Every round runs each kernel of opencl/ on every peer once, one after the other; the least time of
the rounds counts, because other programs only add to it. Time is processor time on one thread: of
the launch, for hpvm-run user time of the whole command without that of the same command with a single
group, which is the start-up. Kernels in two dimensions also run with x and y exchanged ("BY_Y"), if
they can, only on hpvm-run.
Oclgrind gets fewer groups, whose results are compared with hpvm-run's for as many groups; PoCL's
results are compared for the whole launch.

Options: --rounds N, --kernels A,B, --peers A,B, --write FILE (docs/kernel-speed.md), --judge, --quick: tiny
sizes, only results of hpvm-run at several widths and with all checks. Environment: HPVM_RUN, CLANG,
OCLGRIND; SRC is this folder.
Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse, array, collections, os, re, resource, shutil, statistics, subprocess, sys, tempfile, time

import kernels
from kernels_page import markdown, number

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.path.abspath(os.environ.get("HPVM_RUN", "hpvm-run"))
CLANG = os.environ.get("CLANG") or "clang"
OCLGRIND = shutil.which(os.environ.get("OCLGRIND", "oclgrind"))
# As hpvm-run compiles .cl files itself.
COMPILE = ["-x", "cl", "-cl-std=CL3.0", "-target", "spir64", "-O1", "-g", "-cl-kernel-arg-info",
           "-Xclang", "-finclude-default-header", "-emit-llvm", "-c"]
LEAST, LEAST_CHECKED = 200, 100  # times as fast as Oclgrind
MOST_POCL, MOST_NUMBERING = 3, 1.15

# The size of a group; a function that returns the groups and the arguments of a launch of some size;
# the sizes of the whole launch, of that for Oclgrind, and of --quick; the tolerance (relative, of
# floats), because OpenCL leaves the contraction of products and sums open, and the last bits of some
# functions. Arguments are those of opencl/host.c; the results, with "@", are compared.
Kernel = collections.namedtuple("Kernel", "name block launch whole small quick tolerance")
M = 1 << 20


def integer(value):
    return "int:%d" % value


def zeros(count, kind="f32"):
    return "%s:zeros:%d@" % (kind, count)


def ascending(count, step=1, kind="f32"):
    return "%s:range:%d:%d" % (kind, count, step)


def random(count, seed, least="0", most="1", kind="f32"):
    return "%s:random:%d:%d:%s:%s" % (kind, count, seed, least, most)


def vadd(n):
    return (n // 256, 1), [ascending(n), ascending(n, 3), zeros(n), integer(n)]


def saxpy(n):
    return (n // 256, 1), ["float:2", ascending(n), ascending(n, 3) + "@", integer(n)]


def matmul(n, columns, rows):
    return (columns // 16, rows // 16), [random(n * n, 1), random(n * n, 2), zeros(n * n), integer(n)]


def transpose(width, height):
    return (width // 16, height // 16), [ascending(width * height), zeros(width * height),
                                         integer(width), integer(height)]


def reduce(n):
    return (n // 256, 1), [random(n, 1, "0", "99", "i32"), zeros(n // 256, "i32"), "local:1024"]


def histogram(n):
    return (n // 16384, 1), [random(n, 1, "0", "255", "u8"), zeros(256, "i32"), integer(64)]


def scan(n):
    return (n // 256, 1), [random(n, 1, "0", "99", "i32"), zeros(n, "i32"), "local:2048"]


def convolution(width, height):
    return (width // 16, height // 16), [random(width * height, 1), zeros(width * height),
                                         integer(width), integer(height)]


def nbody(n, wanted):
    return (wanted // 256, 1), [random(4 * n, 1), zeros(4 * n), integer(n)]


def mandelbrot(n):
    return (n // 16, n // 16), [zeros(n * n, "i32"), integer(n), integer(n), integer(256)]


def spmv(rows, wanted):
    return (wanted // 128, 1), [ascending(rows + 1, 16, "i32"),
                                random(16 * rows, 3, "0", str(rows - 1), "i32"), random(16 * rows, 1),
                                random(rows, 2), zeros(rows), integer(rows)]


def bitonic(n):
    return (n // 512, 1), [random(n, 1, "0", "1000000", "i32") + "@", integer(64), integer(1024)]


def blackscholes(n):
    return (n // 256, 1), [random(n, 1, "5", "30"), random(n, 2, "1", "100"),
                           random(n, 3, "0.25", "10"), zeros(n), zeros(n), "float:.02", "float:.3"]


def fft(n):
    return (n // 512, 1), [random(2 * n, 1), zeros(2 * n), integer(256)]


def kmeans(n):
    return (n // 256, 1), [random(8 * n, 1), random(128, 2), zeros(n, "i32"), integer(n), integer(16),
                           integer(8)]


KERNELS = [
    Kernel("vadd", (256, 1), vadd, [32 * M], [16384], [512], 0),
    Kernel("saxpy", (256, 1), saxpy, [32 * M], [16384], [512], 0),
    Kernel("matmul", (16, 16), matmul, [768, 768, 768], [768, 32, 16], [32, 32, 32], 1e-5),
    Kernel("tiled", (16, 16), matmul, [768, 768, 768], [768, 32, 16], [32, 32, 32], 1e-5),
    Kernel("transpose", (16, 16), transpose, [4096, 4096], [256, 64], [48, 32], 0),
    Kernel("reduce", (256, 1), reduce, [16 * M], [16384], [768], 0),
    Kernel("histogram", (256, 1), histogram, [16 * M], [32768], [32768], 0),
    Kernel("scan", (256, 1), scan, [8 * M], [8192], [768], 0),
    Kernel("convolution", (16, 16), convolution, [4096, 4096], [128, 64], [48, 32], 1e-5),
    Kernel("nbody", (256, 1), nbody, [8192, 8192], [8192, 256], [256, 256], 1e-3),
    Kernel("mandelbrot", (16, 16), mandelbrot, [1024], [64], [48], 0),
    Kernel("spmv", (128, 1), spmv, [M, M], [262144, 2048], [256, 256], 1e-5),
    Kernel("bitonic", (256, 1), bitonic, [16 * M], [32768], [1024], 0),
    Kernel("blackscholes", (256, 1), blackscholes, [4 * M], [8192], [512], 1e-4),
    Kernel("fft", (256, 1), fft, [8 * M], [16384], [1024], 1e-5),
    Kernel("kmeans", (256, 1), kmeans, [512 * 1024], [1024], [512], 0),
]
BOTH_NUMBERINGS = ("matmul", "convolution", "mandelbrot")


class Wrong(Exception):
    """A result that differs, or a run that failed."""


def execute(command, environment=None):
    """Run a command; return its output and its user time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          env={**os.environ, **(environment or {})})
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode:
        raise Wrong("%s: exit status %d\n%s" % (" ".join(command), done.returncode,
                                                done.stderr.decode(errors="replace")[:2000]))
    return done.stdout.decode(), done.stderr.decode(errors="replace"), took


def pair(values):
    return "%d,%d" % tuple(values)


def items(kernel, size):
    groups = kernel.launch(*size)[0]
    return groups[0] * groups[1] * kernel.block[0] * kernel.block[1]


def yaml_argument(text, save):
    """Return one of opencl/host.c's arguments in the form of --args."""
    words, out = text.rstrip("@").split(":"), ", save: %s" % save if save else ""
    if words[0] in ("int", "float"):
        value = words[1]
        return value if words[0] == "int" or "." in value else value + ".0"
    if words[0] == "local":
        return words[1]
    kind, how, count = words[:3]
    if how == "zeros":
        return "{zeros: %s, type: %s%s}" % (count, kind, out)
    if how == "range":
        return "{range: [0, %d, %s], type: %s%s}" % (int(count) * int(words[3]), words[3], kind, out)
    return "{random: %s, type: %s, shape: [%s], min: %s, max: %s%s}" % (
        words[3], kind, count, words[4], words[5], out)


class Bench:
    def __init__(self, folder):
        self.folder, self.device, self.versions = folder, None, {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def saves(self, kernel, arguments, peer):
        """Return the file for each argument that is a result."""
        return {i: self.path("%s.%s.%d" % (kernel.name, peer, i))
                for i, text in enumerate(arguments) if "@" in text}

    def bitcode(self, kernel, by_y):
        made = self.path(kernel.name + (".by-y.bc" if by_y else ".bc"))
        if not os.path.exists(made):
            execute([CLANG, *COMPILE, *(["-DBY_Y"] if by_y else []),
                     os.path.join(SRC, "opencl", kernel.name + ".cl"), "-o", made])
        return made

    def hpvm(self, kernel, size, peer, *options, by_y=False, one=False):
        """Return user seconds of a launch, or of ONE group with the same arguments. The results are
        those of PEER."""
        (groups, arguments), block = kernel.launch(*size), kernel.block
        if one:
            groups = (1, 1)
        if by_y:
            groups, block = groups[::-1], block[::-1]
        args, saves = self.path("args.yaml"), self.saves(kernel, arguments, peer)
        with open(args, "w", encoding="utf-8") as file:
            file.write("args:\n")
            for i, text in enumerate(arguments):
                file.write("  - %s\n" % yaml_argument(text, None if one else saves.get(i)))
        return execute([RUN, "--progress", "never", "--kernel", kernel.name, "--grid", pair(groups),
                        "--block", pair(block), "--args", args, *options,
                        self.bitcode(kernel, by_y)])[2]

    def host(self, kernel, size, peer):
        """Return seconds of getting ready and of the launch, on Oclgrind or PoCL."""
        groups, arguments = kernel.launch(*size)
        saves = self.saves(kernel, arguments, peer)
        if not self.device:
            self.device = self.path("host")
            execute([CLANG, "-O2", os.path.join(SRC, "opencl", "host.c"), "-o", self.device,
                     "-lOpenCL"])
        command = [self.device, {"pocl": "Portable", "oclgrind": "Oclgrind"}[peer],
                   os.path.join(SRC, "opencl", kernel.name + ".cl"), "", kernel.name,
                   pair(groups[d] * kernel.block[d] for d in (0, 1)) + ",1",
                   pair(kernel.block) + ",1",
                   *(text + saves.get(i, "") for i, text in enumerate(arguments))]
        if peer == "oclgrind":
            command = [OCLGRIND, "--num-threads", "1", *command]
        out, said, _ = execute(command, {"POCL_DEVICES": "basic", "POCL_CACHE_DIR": self.folder})
        self.versions[peer] = said.splitlines()[-1].split(",")[0].strip()
        return [float(text) / 1e9 for text in out.split()]

    def compare(self, kernel, size, peer, other):
        arguments = kernel.launch(*size)[1]
        expected = self.saves(kernel, arguments, other)
        for i, path in self.saves(kernel, arguments, peer).items():
            code = "f" if arguments[i].startswith("f32") else "B"
            if not is_close(read(path, code), read(expected[i], code), kernel.tolerance):
                raise Wrong("%s: argument %d of %s and %s differ" % (kernel.name, i, peer, other))


def read(path, code):
    values = array.array(code)
    with open(path, "rb") as file:
        values.frombytes(file.read())
    return values


def is_close(got, expected, tolerance):
    if got.tobytes() == expected.tobytes():
        return True
    return bool(tolerance and len(got) == len(expected) and all(
        abs(a - b) <= tolerance * (1 + abs(b)) for a, b in zip(got, expected)))


def once(bench, kernel, peers, took):
    """Run a kernel once on every peer; add seconds of the launch, and of getting ready, to TOOK. For
    hpvm-run, the launch has the start-up in it."""
    def engine(name, *options, by_y=False):
        started = bench.hpvm(kernel, kernel.whole, name, *options, by_y=by_y, one=True)
        took["start " + name].append(started)
        took[name].append(bench.hpvm(kernel, kernel.whole, name, *options, by_y=by_y))
        if name != "default":
            bench.compare(kernel, kernel.whole, name, "default")

    def other(name, size, reference):
        ready, launch = bench.host(kernel, size, name)
        took["start " + name].append(ready)
        took[name].append(launch)
        bench.compare(kernel, size, name, reference)

    engine("default")
    if "checks" in peers:
        engine("checks", "--check=all")
    if "by-y" in peers and kernel.name in BOTH_NUMBERINGS:
        engine("by-y", by_y=True)
    if "pocl" in peers:
        other("pocl", kernel.whole, "default")
    if "oclgrind" in peers and OCLGRIND:
        bench.hpvm(kernel, kernel.small, "small")
        other("oclgrind", kernel.small, "small")


def quick():
    """Compare results of small launches: at widths 1, 64 and the default, and with all checks."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        for kernel in KERNELS:
            for i, options in enumerate((["--width", "1"], ["--width", "64"], [], ["--check=all"])):
                bench.hpvm(kernel, kernel.quick, str(i), *options)
                bench.compare(kernel, kernel.quick, str(i), "0")
            if kernel.name in BOTH_NUMBERINGS:
                bench.hpvm(kernel, kernel.quick, "y", by_y=True)
                bench.compare(kernel, kernel.quick, "y", "0")
            print("%s: ok" % kernel.name)
    return 0


# --- the page -------------------------------------------------------------------------------------

PEERS = [("default", "hpvm-run"), ("checks", "hpvm-run --check=all"), ("pocl", "PoCL"),
         ("oclgrind", "Oclgrind")]
PAGE = """# Speed of OpenCL kernels

Written by `make bench-cl CL_OPTIONS="--write FILE"`; a ratio holds for one run on one machine.

%s

## Times faster than Oclgrind, and slower than PoCL

%s

## Nanoseconds for a work-item

%s

## Columns by x and by y

Time when neighbouring columns have neighbouring y, relative to the time when they have neighbouring x; the sizes of a group are exchanged, too.

%s

## Targets

%s

## What is measured

- The kernels are written as usual, in groups of 128 or 256 work-items (`bench/opencl/`): elements of arrays, trees and scans with barriers, tiles in
  local memory, atomic operations, and mathematical functions. `hpvm-run` gets what clang makes of them with the options that `hpvm-run` itself uses.
- Time is processor time on one thread: of the launch alone for PoCL, which has compiled the kernel for the size of the group before, and for Oclgrind. For
  `hpvm-run` it is user time of the whole command without that of the same command with one group; translating to lanes is included. What is
  subtracted, and what the others need before the launch, is the last table's start-up, in seconds.
- Oclgrind gets fewer work-items, and the same work for each.
- Each round runs every command once, in turn; the least time of the rounds counts.
- Results of PoCL and of `hpvm-run` with other options are compared with those of `hpvm-run` for the whole launch, Oclgrind's for its smaller one: byte by byte,
  or within a relative tolerance where OpenCL leaves bits open: contraction of products and sums, and mathematical functions.

## Start-up, in seconds

%s
"""


def mean(values):
    values = [value for value in values if value]
    return statistics.geometric_mean(values) if values else None


def ratio(a, b):
    return a / b if a and b else None


def speeds(results):
    """Return rows of title and values: how much faster than Oclgrind, how much slower than PoCL."""
    rows = [(name, [ratio(took.get("oclgrind"), took.get("default")),
                    ratio(took.get("oclgrind"), took.get("checks")),
                    ratio(took.get("default"), took.get("pocl")),
                    ratio(took.get("checks"), took.get("default"))])
            for name, took in results.items()]
    return rows + [("geometric mean", [mean(column) for column in zip(*(row[1] for row in rows))])]


def judge(results):
    """Return rows of target and measured value, and whether all are met."""
    fast, checked, slower, _ = speeds(results)[-1][1]
    rows = [("%d times as fast as Oclgrind with default options" % LEAST, fast, fast and fast >= LEAST),
            ("%d times as fast with all checks" % LEAST_CHECKED, checked,
             checked and checked >= LEAST_CHECKED),
            ("at most %d times the time of PoCL" % MOST_POCL, slower, slower and slower <= MOST_POCL)]
    for name, took in results.items():
        if took.get("by-y"):
            times = ratio(took["by-y"], took["default"])
            rows.append(("%s: columns by x and by y within %.0f %%" % (name, 100 * MOST_NUMBERING - 100),
                         times, max(times, 1 / times) <= MOST_NUMBERING))
    return rows


def table(head, rows):
    return markdown([["", *head], *[[title, *("-" if value is None else value if isinstance(value, str)
                                             else number(value) for value in values)]
                                    for title, values in rows]])


def page(results, facts):
    numberings = [(name, [ratio(took["by-y"], took["default"])])
                  for name, took in results.items() if took.get("by-y")]
    return PAGE % (
        "\n".join("- %s: %s" % fact for fact in facts),
        table(["faster than Oclgrind", "with all checks", "slower than PoCL", "cost of all checks"],
              speeds(results)),
        table([title for _, title in PEERS],
              [(name, [took.get(peer) for peer, _ in PEERS]) for name, took in results.items()]),
        table(["by y"], numberings),
        table(["", "measured"], [(title, ["met" if met else "missed", value])
                                 for title, value, met in judge(results)]),
        table([title for _, title in PEERS],
              [(name, [took.get("start " + peer) for peer, _ in PEERS])
               for name, took in results.items()]))


def nanoseconds(kernel, took):
    """Return nanoseconds for a work-item by peer, and seconds of its start-up."""
    least = {name: min(each) for name, each in took.items() if each}
    for name in [name for name in least if not name.startswith("start ")]:
        size = kernel.small if name == "oclgrind" else kernel.whole
        if name in ("default", "checks", "by-y"):
            least[name] = max(least[name] - least["start " + name], 1e-3)
        least[name] *= 1e9 / items(kernel, size)
    return least


def measure(options, bench):
    wanted, peers = options.kernels.split(","), options.peers.split(",")
    chosen = [kernel for kernel in KERNELS if kernel.name in wanted]
    took = {kernel.name: collections.defaultdict(list) for kernel in chosen}
    for _ in range(options.rounds):
        for kernel in chosen:
            once(bench, kernel, peers, took[kernel.name])
            print(kernel.name, {peer: number(value) for peer, value in
                                nanoseconds(kernel, took[kernel.name]).items()}, file=sys.stderr)
    return {kernel.name: nanoseconds(kernel, took[kernel.name]) for kernel in chosen}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kernels", default=",".join(k.name for k in KERNELS))
    parser.add_argument("--peers", default="checks,by-y,pocl,oclgrind")
    parser.add_argument("--write")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        return quick()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        results = measure(options, bench)
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = re.search("model name.*: (.*)", file.read())
        facts = [("processor", "%s, hardware threads: %d" % (model[1] if model else "unknown",
                                                             os.cpu_count())),
                 ("hpvm-run", "%s, commit %s" % (kernels.first_line([RUN, "--version"]), kernels.commit())),
                 ("clang", kernels.first_line([CLANG, "--version"])), ("PoCL", bench.versions.get("pocl", "not measured")),
                 ("Oclgrind", bench.versions.get("oclgrind", "not measured")),
                 ("run", "%s, rounds: %d" % (time.strftime("%Y-%m-%d"), options.rounds))]
    words = page(results, facts)
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(words)
    else:
        print(words)
    return 2 if options.judge and not all(met for _, _, met in judge(results)) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as error:
        sys.exit(str(error))
