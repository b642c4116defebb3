#!/usr/bin/env python3
"""bench/checks.py -- the cost of the checkers: user time and memory of every kernel and every example.

Programs run at width 1, and in batches. Each round runs every program unchecked (--check=none),
with each checker alone and with all of them, in sequence. Prints ratios of the minima over the
rounds, and which targets are met: --check=all within LIMIT times a run without options, which
checks bounds, in time and in memory; and following poison (P2) within POISON_LIMIT times the
same checks without it (all but order, which runs several times), in time.
Times are user times, which other processes on the machine hardly change, minus that of a program
that does nothing; likewise memory (peak resident size). The system counts user time in ticks: a
short program runs several times, with all checks alike, so that it uses ENOUGH seconds unchecked.
Options: --rounds N, --width N (repeatable; auto: as hpvm-run chooses; default: 1 and auto), --only
A,B (names), --write FOLDER (checks.md there).
Environment: HPVM_RUN, CLANG, EXAMPLES (folder of bitcode); SRC is this folder.
Exit status 1: a target is missed.
"""
import argparse, collections, os, re, subprocess, sys, tempfile, time

from kernels import BY_X
from kernels_page import markdown

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG") or "clang"
EXAMPLES = os.environ.get("EXAMPLES", "examples")
MOST = "bounds,attributes,race,barrier,memory,uninit"
MOST_POISON = MOST + ",poison"
CHECKS = ["bounds", "attributes", "race", "uninit", "poison", "order", MOST, MOST_POISON, "all"]
TITLES = {MOST: "most", MOST_POISON: "most+poison"}
LIMIT = 3.0
POISON_LIMIT = 1.2
# Seconds that a program's unchecked runs of one round take together, and the most runs for that.
ENOUGH = .5
MOST_RUNS = 100
# Size and launches: a few tenths of a second unchecked, at width 1 and in batches.
NARROW = {"matmul": (128, 1), "tiled": (192, 1), "stencil": (128, 1), "spmv": (65536, 6),
           "lbm": (256, 12), "histogram": (1048576, 2), "mandelbrot": (256, 1),
           "blackscholes": (131072, 8), "fft": (262144, 18), "nbody": (1536, 1),
           "sobel": (1024, 1), "bitonic": (16384, 105)}
WIDE = {"matmul": (128, 40), "tiled": (1024, 3), "stencil": (128, 24), "spmv": (65536, 40),
        "lbm": (256, 100), "histogram": (1048576, 24), "mandelbrot": (512, 8),
        "blackscholes": (262144, 36), "fft": (2097152, 21), "nbody": (2048, 16),
        "sobel": (1024, 40), "bitonic": (262144, 171)}
# The kernels with columns numbered by x are slower in batches: they run a part of the launches.
BY_X_PART = 1 / 8
NARROW_BY_X = {kernel.name: NARROW[kernel.name.removesuffix("-x")] for kernel in BY_X}
WIDE_BY_X = {kernel.name: (size, max(1, round(launches * BY_X_PART)))
             for kernel in BY_X for size, launches in [WIDE[kernel.name.removesuffix("-x")]]}
NAMES = ["camera", "edges", "histogram", "lbm", "matmul", "spmv", "stencil", "transpose"]
# `title` names its rows; `command` follows hpvm-run's options.
Program = collections.namedtuple("Program", "title command")
PART = """## %s: user time, in times of `--check=none`

%s

## %s: memory, in times of `--check=none`

%s

"""
PAGE = """# What checkers cost

Written by `make bench-checks CHECKS_OPTIONS="--write FOLDER"`; a ratio holds for one run on one machine.

%s

%s
## Targets

With `--check=all` a program takes at most %g times the time and %g times the memory of a run without options, which checks bounds.
Following poison takes at most %g times the time of the same checks without it: `most` are all checks but `order` and `poison`,
`most+poison` all but `order`.

%s

## What is measured

- The twelve kernels of `bench/kernels/` (see [bench](bench.md)) and the `examples/`; in batches the kernels have more to do. Kernels named `-x` number
  columns by the first dimension of the grid instead of the last.
- Each round runs every program with every set of checkers once, in turn; the least counts, for other work only adds. Time is user time of the whole process, less that
  of a program that does nothing; memory is the largest resident size, less the same. Compiling the leaf is in it, and reading files.
- Systems count user time in ticks of some milliseconds, too coarse for short programs: within a round a program runs as many times in a row as its
  unchecked runs need to take %g s together, as often with each set of checkers. What is printed is the mean of one run; memory is the largest of them.
- `order` alone runs a launch in four orders, at width 1. With `all` the first order mostly proves that no other can show anything, and is the only one; in batches it is
  a speculative run, which is undone and repeated at width 1 if there is something to report.
- What is left costs most where leaves share memory between barriers and do little else with it: every access to such memory is
  noted. Reads of memory that nothing unordered writes, and all of which was written, cost one comparison.
"""


def cost_once(command):
    """Return user seconds and peak resident KiB of one run."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = child.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit("failed: %s\n%s" % (" ".join(command), said))
    return usage.ru_utime, usage.ru_maxrss


def cost(command, count):
    """Return the mean user seconds of COUNT runs, and their largest peak resident KiB."""
    seconds, memory = zip(*(cost_once(command) for _ in range(count)))
    return sum(seconds) / count, max(memory)


def count_of(command, nothing):
    """Return how many runs of COMMAND take ENOUGH seconds. NOTHING is the time of the empty program."""
    taken = 0
    for count in range(1, MOST_RUNS + 1):
        taken += cost_once(command)[0] - nothing
        if taken >= ENOUGH:
            break
    return count


def compiled(folder, name, source, *flags):
    bitcode = os.path.join(folder, name + ".bc")
    subprocess.run([CLANG, "-O1", *flags, "-emit-llvm", "-c", source, "-o", bitcode], check=True)
    return bitcode


def programs(folder, only, width):
    sizes = {**NARROW, **NARROW_BY_X} if width == "1" else {**WIDE, **WIDE_BY_X}
    for name, size in sizes.items():
        if not only or name in only:
            source, by_x = name.removesuffix("-x"), name.endswith("-x")
            bitcode = compiled(folder, name, os.path.join(SRC, "kernels", source + ".c"),
                               "-ffp-contract=off", "-fno-math-errno", "-DBENCH_HPVM",
                               *(["-DBENCH_COLUMNS_BY_X"] if by_x else []),
                               "-I" + os.path.join(SRC, "../src"))
            yield Program("kernel " + name, [bitcode, "--", *map(str, size),
                                             os.path.join(folder, "result")])
    for name in NAMES:
        if not only or name in only:
            yield Program("example " + name, [os.path.join(EXAMPLES, name, name + ".bc"), "--",
                                              os.path.join(SRC, "..", "examples", name)])


def least(runs):
    """Return the minima: other processes can only add time."""
    return [min(values) for values in zip(*runs)]


def empty_program(folder):
    source = os.path.join(folder, "empty.c")
    with open(source, "w") as file:
        file.write("int main(void) { return 0; }\n")
    return [compiled(folder, "empty", source)]


def checks_of(width):
    """In batches orders are compared only if races are checked, too."""
    return [check for check in CHECKS if width == "1" or check != "order"]


def measure(options, width):
    """Return titles, and the least (seconds, KiB) by (title, check) minus those of the empty program."""
    start = [RUN, "--progress", "never", *([] if width == "auto" else ["--width", width])]
    with tempfile.TemporaryDirectory() as folder:
        found = list(programs(folder, options.only.split(",") if options.only else None, width))
        tasks = {(program.title, check): [*start, "--check=none" + (check and "," + check),
                                          *program.command]
                 for program in found for check in ["", *checks_of(width)]}
        tasks["empty"] = start + empty_program(folder)
        nothing, _ = cost(tasks["empty"], MOST_RUNS)
        counts = {program.title: count_of(tasks[program.title, ""], nothing) for program in found}
        runs = {task: [] for task in tasks}
        for _ in range(options.rounds):
            for task, command in tasks.items():
                runs[task].append(cost(command, MOST_RUNS if task == "empty"
                                       else counts[task[0]]))
    nothing = least(runs.pop("empty"))
    return [program.title for program in found], {
        task: [value - none for value, none in zip(least(values), nothing)]
        for task, values in runs.items()}


def table(titles, checks, results, which, unit):
    """Yield rows of texts. UNIT is (factor, name) of the unchecked run's column."""
    yield ["", "unchecked, %s" % unit[1], *(TITLES.get(check, check) for check in checks)]
    for title in titles:
        unchecked = results[title, ""][which]
        yield [title, "%.3g" % (unchecked * unit[0]),
               *("%.2f" % (results[title, check][which] / unchecked) for check in checks)]


def targets(titles, results, words):
    """Yield (text, met, measured, limit): the largest of each, and what is missed."""
    for what, which, check, to, limit in [("time", 0, "all", "bounds", LIMIT),
                                          ("memory", 1, "all", "bounds", LIMIT),
                                          ("time for poison", 0, MOST_POISON, MOST, POISON_LIMIT)]:
        ratios = {title: results[title, check][which] / results[title, to][which]
                  for title in titles}
        most = max(ratios, key=ratios.get)
        for title in sorted(titles, key=lambda title: title != most):
            if title == most or ratios[title] > limit:
                yield ("%s, %s%s: %s" % (words, what, ", the most" if title == most else "", title),
                       ratios[title] <= limit, ratios[title], limit)


def about(options):
    """Return facts about the run that a reader of the page must know."""
    with open("/proc/cpuinfo") as file:
        model = re.search("model name.*: (.*)", file.read())
    version = subprocess.run([RUN, "--version"], stdout=subprocess.PIPE, check=True)
    commit = subprocess.run(["git", "-C", SRC, "log", "-1", "--format=%h"], stdout=subprocess.PIPE,
                            check=False).stdout.decode().strip() or "unknown"
    return ["processor: %s, hardware threads: %d" % (model[1] if model else "unknown",
                                                     os.cpu_count()),
            "%s, commit %s" % (version.stdout.decode().splitlines()[0], commit),
            "run: %s, rounds: %d; load of the machine at the end %.1f" % (
                time.strftime("%Y-%m-%d"), options.rounds, os.getloadavg()[0])]


def show(rows):
    for row in rows:
        print(row[0].ljust(22) + "".join(text.rjust(16 if i == 0 else 12)
                                         for i, text in enumerate(row[1:])))


def words_of(width):
    return "in batches" if width == "auto" else "width %s" % width


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--width", action="append", help="repeatable; auto: as hpvm-run chooses")
    parser.add_argument("--only", default="")
    parser.add_argument("--write", metavar="FOLDER")
    options = parser.parse_args()
    if options.write and not os.access(options.write, os.W_OK | os.X_OK):
        parser.error("--write %s: no folder that can be written to" % options.write)
    parts, judged = [], []
    for width in options.width or ["1", "auto"]:
        titles, results = measure(options, width)
        words, checks = words_of(width), checks_of(width)
        times = list(table(titles, checks, results, 0, (1, "s")))
        memory = list(table(titles, checks, results, 1, (1 / 1024, "MiB")))
        judged += [(text, "met" if met else "MISSED", "%.2f" % ratio, "%g" % limit)
                   for text, met, ratio, limit in targets(titles, results, words)]
        parts.append(PART % (words.capitalize(), markdown(times), words.capitalize(),
                             markdown(memory)))
        print("%s: user time, in times of the unchecked run (least of %d rounds)" % (
            words, options.rounds))
        show(times)
        print("%s: memory, in times of the unchecked run" % words)
        show(memory)
    for text, met, ratio, limit in judged:
        print("%-7s within %s times: %s (%s)" % (met, limit, text, ratio))
    if options.write:
        with open(os.path.join(options.write, "checks.md"), "w") as file:
            file.write(PAGE % ("\n".join("- " + fact for fact in about(options)), "".join(parts),
                               LIMIT, LIMIT, POISON_LIMIT,
                               markdown([["target", "", "measured", "limit"], *map(list, judged)]),
                               ENOUGH))
    return 1 if any(met == "MISSED" for _, met, _, _ in judged) else 0


sys.exit(main())
