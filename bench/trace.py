#!/usr/bin/env python3
"""bench/trace.py -- what --trace costs: level node and level instance on the twelve kernels, and level node for a
stream of 300,000 items a second, each as a ratio to the same program without it, in one run.

Where the system puts a program's memory, and what else the machine does, changes its time by more than what is measured.
So every round runs each form in a process of its own, one after the other in a random order, and the program without
--trace twice: ratios are to the first of these, and that of the second, `itself`, is what is found of no difference at all.
What counts is the median of the ratios of all rounds, with the interval that holds it with 95 % (of the order of the
ratios, whatever their distribution). While a target lies in that interval there are more rounds, up to four times as many.

Kernels take processor time, of all threads, from launch to wait. Streams take processor time, wall time, and the time of the
thread that pushes and pops, from the first push to the last pop: blocks of events are packed and written by a second thread,
which is in the first and not in the last; in wall time it is not where there is a processor for it. How much work makes
300,000 items a second is found by runs before.

Options: --rounds N, --kernels A,B, --seed N (of the orders), --write FOLDER (trace-cost.md there), --judge.
Environment: as for kernels.py. Exit status 1: a result is wrong or a run failed. 2: with --judge, a median is above its target.
"""
import argparse, math, os, random, statistics, sys, tempfile

import kernels as bench

LEVELS = {"node": ["--trace-level", "node,memory"], "instance": ["--trace-level", "instance,memory"]}
TARGETS = {"node": 1.05, "instance": 2.0, "stream": 1.10}
RATE = 300000
STEPS = {"fft", "bitonic"}  # whose launches are the steps of an algorithm: so many, and no more
ITEMS, SHORT = 30000, 6     # of a stream: short runs in a round
SECONDS = 0.1               # of each run: many steps of the processor's clock
MORE = 4                    # times as many rounds, at most
CLOCKS = ("wall time", "processor time", "time of the program's thread")
JUDGED = CLOCKS[2]          # of a stream
PAGE = """# What recording costs

Written by `make bench-trace TRACE_OPTIONS="--write FOLDER"`; a ratio holds for one run on one machine.

%s

## Kernels

Processor time of all threads in times of that without `--trace`, and the interval in which it is with 95 %%. Each round runs every
form in a process of its own, in a random order, and the program without `--trace` twice: `itself` is the second by the first, what is
found of no difference at all. Ratios are medians of so many rounds as the last column says. `instance` tells of every batch of instances.

| | level node | level instance | itself | rounds |
|---|---:|---:|---:|---:|
%s

Targets: %.2f at level node, %.1f at level instance.

## A stream

Three nodes (`bench/stream.c`), with as much work as makes about %d items a second. An item has 14 events.

| | items a second | recorded | ratio | itself |
|---|---:|---:|---:|---:|
%s

Target: %.2f. Blocks of events are packed and written by a second thread: it is in processor time, not in that of the program's thread,
and not in wall time either where it has a processor of its own all the time. Rates are of the median run of %d rounds.
"""


class Ratios:
    """Of a form, by round, and what they say."""

    def __init__(self, ratios=()):
        self.all = list(ratios)

    def median(self):
        return statistics.median(self.all)

    def interval(self):
        """Of the median: between the ratios that as many are below, and above, as of fair coins with 95 %."""
        ratios, count = sorted(self.all), len(self.all)
        out = max(0, math.floor(count / 2 - 0.98 * math.sqrt(count)))
        return ratios[out], ratios[-1 - out]

    def is_clear(self, target):
        low, high = self.interval()
        return not low <= target <= high

    def __str__(self):
        return "%.2f (%.2f to %.2f)" % (self.median(), *self.interval())


def run_rounds(rounds, forms, run, targets, more):
    """What RUN(form) gives in times of RUN("without"), and itself, by form. While one of the TARGETS (by form) is not clear there are
    more rounds, up to MORE times as many."""
    ratios = {form: Ratios() for form in forms if form != "without"}
    times = {form: [] for form in forms}
    while len(times["without"]) < rounds * more:
        for form in random.sample(forms, len(forms)):
            times[form].append(run(form))
        for form in ratios:
            ratios[form].all.append(times[form][-1] / times["without"][-1])
        if len(times["without"]) >= rounds and all(ratios[form].is_clear(target) for form, target in targets.items()):
            break
    return ratios, times


def kernel_times(program, size, form, folder):
    """In nanoseconds: for an instance, of the processor; and by the clock for all."""
    trace = ["--trace", os.path.join(folder, "trace.hrt"), *LEVELS[form]] if form in LEVELS else []
    text, _ = bench.execute([bench.RUN, "-q", "-j", "1", *trace, program, "--", *map(str, size),
                             os.path.join(folder, "out." + form)])
    instances, clock, processor = text.split()
    return float(processor) / int(instances), float(clock)


def size_of(kernel, program, folder):
    if kernel.name in STEPS:
        return kernel.full
    once = kernel_times(program, (kernel.full[0], 1), "without", folder)[1] * 1e-9
    return kernel.full[0], max(2, math.ceil(SECONDS / once))


def kernel_ratios(kernel, rounds, folder):
    program = bench.Program(kernel, folder).graph()
    size, forms = size_of(kernel, program, folder), ("without", "itself", *LEVELS)
    ratios, times = run_rounds(rounds, forms, lambda form: kernel_times(program, size, form, folder)[0],
                               {level: TARGETS[level] for level in LEVELS}, MORE)
    if len({bench.read(os.path.join(folder, "out." + form)) for form in forms}) != 1:
        raise bench.Wrong("%s: the result is another one" % kernel.name)
    return ratios, len(times["without"])


def stream_graph(work, folder):
    out = os.path.join(folder, "stream%d.bc" % work)
    bench.execute([bench.CLANG, "-O1", "-DWORK=%d" % work, "-I" + os.path.join(bench.SRC, "../src"), "-I" + bench.SRC,
                   "-emit-llvm", "-c", os.path.join(bench.SRC, "stream.c"), "-o", out])
    return out


def stream_rates(graph, items, options):
    """Items a second of wall time, of processor time, of the time of the thread that pushes and pops."""
    text, _ = bench.execute([bench.RUN, "-q", *options, graph, "--", str(items)])
    return [float(word) for word in text.split()]


def stream_ratios(rounds, folder):
    """By clock: items a second without, and recorded, and the ratios."""
    light, heavy = (1e9 / statistics.median(stream_rates(stream_graph(work, folder), ITEMS, [])[2] for _ in range(SHORT))
                    for work in (0, 40))
    work = max(0, round(40 * (1e9 / RATE - light) / (heavy - light)))
    graph, trace = stream_graph(work, folder), ["--trace", os.path.join(folder, "stream.hrt")]
    rates = []

    def run(form):
        rates.append((form, stream_rates(graph, ITEMS, trace if form == "recorded" else [])))
        return 1 / rates[-1][1][CLOCKS.index(JUDGED)]

    forms, rows = ("without", "itself", "recorded"), {}
    run_rounds(SHORT * rounds, forms, run, {"recorded": TARGETS["stream"]}, MORE)
    for column, clock in enumerate(CLOCKS):
        by = {form: [one[column] for name, one in rates if name == form] for form in forms}
        ratios = {form: Ratios([without / rate for without, rate in zip(by["without"], by[form])]) for form in forms[1:]}
        rows[clock] = statistics.median(by["without"]), statistics.median(by["recorded"]), ratios
    return rows, len(rates) // len(forms)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--kernels", default=",".join(kernel.name for kernel in bench.KERNELS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", metavar="FOLDER")
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    random.seed(options.seed)
    missed, lines, streams = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in bench.KERNELS:
            if kernel.name not in options.kernels.split(","):
                continue
            ratios, rounds = kernel_ratios(kernel, options.rounds, folder)
            missed += sum(ratios[level].median() > TARGETS[level] for level in LEVELS)
            lines.append("| %s | %s | %s | %s | %d |" % (kernel.title, ratios["node"], ratios["instance"],
                                                        ratios["itself"], rounds))
            print(lines[-1], flush=True)
        rows, rounds = stream_ratios(options.rounds, folder)
        for clock, (without, recorded, ratios) in rows.items():
            missed += ratios["recorded"].median() > TARGETS["stream"] and clock == JUDGED
            streams.append("| %s | %.0f | %.0f | %s | %s |" % (clock, without, recorded, ratios["recorded"], ratios["itself"]))
            print(streams[-1], flush=True)
    if options.write:
        about = argparse.Namespace(rounds=options.rounds, clock="processor")
        facts = [fact for fact in bench.about(about, []) if fact[0] not in ("lli", "clang")]
        page = PAGE % ("\n".join("- %s: %s" % fact for fact in facts), "\n".join(lines), TARGETS["node"],
                       TARGETS["instance"], RATE, "\n".join(streams), TARGETS["stream"], rounds)
        with open(os.path.join(options.write, "trace-cost.md"), "w") as file:
            file.write(page)
    return 2 if options.judge and missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (bench.Wrong, bench.Unable) as failure:
        sys.exit("trace.py: %s" % failure)
