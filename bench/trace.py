#!/usr/bin/env python3
"""bench/trace.py -- the cost of --trace: level node and level instance on the twelve kernels, and
level node for a stream of 300,000 items a second, each as a ratio to the same program without it.

Two costs are measured. First, instructions of all threads, counted by valgrind: the difference of
two numbers of launches, which excludes the start and the end of a program; it is nearly the same in
each run, whatever else the machine does. Second, time of the thread that launches, or pushes and
pops. On a shared machine it is occasionally a tenth longer for some milliseconds. So many short
stretches (a launch, or some thousand items) are timed separately, in processes that run in random
order, once without --trace and a second time without (`itself`: the measured ratio of equal
programs); trace_times.py has the statistics. While a target is within the interval of a ratio more
rounds run.

Options: --rounds N, at least; --more N, times as many at most; --kernels A,B; --seed N (of the
orders); --no-stream; --write FOLDER (trace-cost.md there); --judge.
Environment: as for kernels.py, and VALGRIND. Exit status 1: a result is wrong or a run failed. 2:
with --judge, a target is missed.
"""
import argparse, concurrent.futures, os, random, re, shutil, statistics, sys, tempfile

import kernels as bench
from trace_times import Ratio, Times

LEVELS = {"node": ["--trace-level", "node,memory"], "instance": ["--trace-level", "instance,memory"]}
TARGETS = {"node": 1.05, "instance": 2.0, "stream": 1.10}
FORMS = ("without", "itself", *LEVELS)
VALGRIND = shutil.which(os.environ.get("VALGRIND", "valgrind"))
COUNT = ["--tool=cachegrind", "--cache-sim=no", "--branch-sim=no", "--cachegrind-out-file=/dev/null"]
# Sizes whose launches take about a millisecond, and their number. FFT and bitonic sort launch the
# steps of an algorithm, a third as long, each with different work.
SIZES = {"matmul": (16, 64), "tiled": (32, 64), "stencil": (48, 64), "spmv": (4096, 64), "lbm": (256, 64),
         "histogram": (131072, 64), "mandelbrot": (16, 64), "blackscholes": (65536, 64), "fft": (65536, 48),
         "nbody": (512, 64), "sobel": (256, 64), "bitonic": (32768, 120)}
STEPS = {"fft", "bitonic"}
COUNTED = 8                 # launches, of which the last half counts; of steps, all
RATE = 300000               # items a second of a stream
STRETCH = 3000              # items of a stream that are timed together
ITEMS, SHORT = 10 * STRETCH, 3 # in a run; short runs in a round
CLOCKS = ("wall time", "processor time", "time of the program's thread")
PAGE = """# What recording costs

Written by `make bench-trace TRACE_OPTIONS="--write FOLDER"`; a ratio holds for one run on one machine.

%s

## Kernels

Each number is in times of that of the program without `--trace`. A launch takes about a millisecond.
`instance` tells of every batch of instances.

Instructions are those of all threads for a launch, counted by valgrind%s.

Time is that from launch to wait of launches that nothing has disturbed: the fastest fiftieth of the launches of all
rounds, or, of an algorithm in steps (FFT, bitonic sort), of each step the fastest of all rounds. In a round each form runs in a process
of its own, in a random order, and the program without `--trace` twice: `itself` is the second by the first, what is found of
no difference at all. In parentheses, where the ratio is with 95 %% (of rounds drawn at random from those there were).

| | instructions, level node | time, level node | target %.2f | instructions, level instance | time, level instance | target %.1f | time, itself | rounds |
|---|---:|---:|---|---:|---:|---|---:|---:|
%s

## A stream

Three nodes (`bench/stream.c`), with as much work as makes about %d items a second. An item has 14 events.
%s
| | items a second | recorded | ratio | itself | target %.2f |
|---|---:|---:|---:|---:|---|
%s

Rates are of the median run, of %d, and so are the ratios of the first three rows, with the interval of the median; undisturbed are the
fastest fiftieth of stretches of 3,000 items, in which several blocks of events are handed over. Blocks are packed and written by a second thread:
that is in processor time and in instructions, not in the time of the program's thread, and not in wall time either where it has a
processor of its own all the time.
"""


# --- runs ----------------------------------------------------------------------------------------------

def trace_options(form, folder):
    return ["--trace", os.path.join(folder, "trace.hrt"), *LEVELS[form]] if form in LEVELS else []


def each_of(lines):
    return [float(line) for line in lines]


def instructions(command, folder):
    """Return the instructions of all threads, counted by valgrind, which does not support the best
    instruction set."""
    isa = {"HPVM_RUN_ISA": "v3"} if "HPVM_RUN_ISA" not in os.environ and bench.has_more_than_v3() else {}
    _, said = bench.execute([VALGRIND, *COUNT, *command], isa)
    found = re.search("I +refs: +([0-9,]+)", said)
    if not found:
        raise bench.Unable("valgrind counts nothing: " + said)
    return int(found[1].replace(",", ""))


def count_more(few, many, command_of, forms):
    """Return instructions of MANY minus those of FEW, by form: COMMAND_OF(form, folder, number)."""
    def count(job):
        with tempfile.TemporaryDirectory() as folder:
            return instructions(command_of(job[0], folder, job[1]), folder)

    jobs = [(form, number) for form in forms for number in (few, many)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(zip(jobs, pool.map(count, jobs)))
    return {form: counts[form, many] - counts[form, few] for form in forms}


def run_rounds(options, times, run, targets):
    """Call RUN(form) for every form in ROUNDS rounds, and in more while one of the TARGETS is
    undecided."""
    for done in range(options.rounds * options.more):
        if done >= options.rounds and all(Ratio(times, form).verdict(target) in ("met", "missed")
                                          for form, target in targets.items()):
            return done
        for form in random.sample(times.forms, len(times.forms)):
            times.add(form, run(form))
    return options.rounds * options.more


# --- kernels -------------------------------------------------------------------------------------------

def kernel_command(program, size, form, folder):
    return [bench.RUN, "-q", "-j", "1", *trace_options(form, folder), program, "--", *map(str, size),
            os.path.join(folder, "out." + form)]


def kernel_instructions(kernel, program):
    size, launches = SIZES[kernel.name]
    most = launches if kernel.name in STEPS else COUNTED
    return count_more(most // 2, most, lambda form, folder, number:
                      kernel_command(program, (size, number), form, folder), ("without", *LEVELS))


def kernel_times(kernel, program, options, folder):
    times = Times(FORMS, kernel.name in STEPS)

    def run(form):
        lines = bench.execute(kernel_command(program, SIZES[kernel.name], form, folder))[0].splitlines()
        return each_of(lines[1:])

    rounds = run_rounds(options, times, run, {level: TARGETS[level] for level in LEVELS})
    if len({bench.read(os.path.join(folder, "out." + form)) for form in FORMS}) != 1:
        raise bench.Wrong("%s: the result is another one" % kernel.name)
    return times, rounds


def kernel_row(kernel, options, folder):
    """Return cells of the page, and how many targets are missed."""
    program = bench.Program(kernel, folder).graph("-DBENCH_EACH")
    counts = kernel_instructions(kernel, program) if VALGRIND else {}
    times, rounds = kernel_times(kernel, program, options, folder)
    cells, missed = [kernel.title], 0
    for level in LEVELS:
        ratio = Ratio(times, level)
        verdict = ratio.verdict(TARGETS[level])
        missed += verdict == "missed"
        cells += ["%.3f" % (counts[level] / counts["without"]) if counts else "-", str(ratio), verdict]
    return [*cells, str(Ratio(times, "itself")), str(rounds)], missed


# --- a stream ------------------------------------------------------------------------------------------

def stream_graph(work, folder):
    out = os.path.join(folder, "stream%d.bc" % work)
    bench.execute([bench.CLANG, "-O1", "-DBENCH_EACH", "-DWORK=%d" % work,
                   "-I" + os.path.join(bench.SRC, "../src"), "-I" + bench.SRC,
                   "-emit-llvm", "-c", os.path.join(bench.SRC, "stream.c"), "-o", out])
    return out


def stream_command(graph, items, form, folder):
    trace = ["--trace", os.path.join(folder, "stream.hrt")] if form == "recorded" else []
    return [bench.RUN, "-q", *trace, graph, "--", str(items)]


def stream_run(graph, form, folder):
    """Return items a second of wall time, of processor time, and of time of the thread that pushes and
    pops; nanoseconds of each stretch."""
    lines = bench.execute(stream_command(graph, ITEMS, form, folder))[0].splitlines()
    return [float(word) for word in lines[0].split()], each_of(lines[1:])


def stream_work(folder):
    """Return the amount of work that makes RATE items a second."""
    light, heavy = (min(min(stream_run(stream_graph(work, folder), "without", folder)[1]) for _ in range(SHORT))
                    for work in (0, 40))
    stretch = STRETCH * 1e9 / RATE
    return max(0, round(40 * (stretch - light) / (heavy - light)))


def stream_rows(options, folder):
    """Return rows of cells, a line about instructions, the number of runs, and whether the target is
    missed."""
    graph = stream_graph(stream_work(folder), folder)
    forms, rates = ("without", "itself", "recorded"), {}
    times = Times(forms, False)

    def run(form):
        rate, each = stream_run(graph, form, folder)
        rates.setdefault(form, []).append(rate)
        return each

    rounds = run_rounds(argparse.Namespace(rounds=SHORT * options.rounds, more=options.more), times, run,
                        {"recorded": TARGETS["stream"]})
    rows = []
    for column, clock in enumerate(CLOCKS):
        by = {form: [rate[column] for rate in rates[form]] for form in forms}
        ratios = [Ratio.of_rounds([a / b for a, b in zip(by["without"], by[form])]) for form in ("recorded", "itself")]
        rows.append([clock, *("%.0f" % statistics.median(by[form]) for form in ("without", "recorded")),
                     *map(str, ratios), ""])
    ratio = Ratio(times, "recorded")
    verdict = ratio.verdict(TARGETS["stream"])
    rows.append([CLOCKS[2] + ", undisturbed", *("%.0f" % (STRETCH * 1e9 / times.undisturbed(form)) for form in ("without", "recorded")),
                 str(ratio), str(Ratio(times, "itself")), verdict])
    counted = ""
    if VALGRIND:
        counts = count_more(STRETCH, 3 * STRETCH, lambda form, inner, items: stream_command(graph, items, form, inner),
                            ("without", "recorded"))
        counted = "Instructions of all threads for an item: %.0f, recorded %.0f.\n" % tuple(
            counts[form] / (2 * STRETCH) for form in ("without", "recorded"))
    return rows, counted, rounds, verdict == "missed"


# --- the page ------------------------------------------------------------------------------------------

def show(cells):
    line = "| %s |" % " | ".join(cells)
    print(line, flush=True)
    return line


def write_page(options, kernels, stream):
    rows, counted, runs, _ = stream
    about = argparse.Namespace(rounds=options.rounds, clock="wall")
    facts = [fact for fact in bench.about(about, []) if fact[0] not in ("lli", "clang")]
    how = ", where the program runs with the instruction set x86-64-v3" if bench.has_more_than_v3() else ""
    with open(os.path.join(options.write, "trace-cost.md"), "w") as file:
        file.write(PAGE % ("\n".join("- %s: %s" % fact for fact in facts),
                           how if VALGRIND else ", which was not found", TARGETS["node"], TARGETS["instance"],
                           "\n".join(kernels), RATE, counted, TARGETS["stream"], "\n".join(rows), runs))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--more", type=int, default=3)
    parser.add_argument("--kernels", default=",".join(kernel.name for kernel in bench.KERNELS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-stream", action="store_true")
    parser.add_argument("--write", metavar="FOLDER")
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    random.seed(options.seed)
    missed, lines, stream = 0, [], None
    with tempfile.TemporaryDirectory() as folder:
        for kernel in bench.KERNELS:
            if kernel.name in options.kernels.split(","):
                cells, more = kernel_row(kernel, options, folder)
                missed += more
                lines.append(show(cells))
        if not options.no_stream:
            rows, counted, runs, more = stream_rows(options, folder)
            missed += more
            stream = [show(cells) for cells in rows], counted, runs, more
            print(counted, end="")
    if options.write and stream:
        write_page(options, lines, stream)
    return 2 if options.judge and missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (bench.Wrong, bench.Unable) as failure:
        sys.exit("trace.py: %s" % failure)
