#!/usr/bin/env python3
"""bench/trace.py -- what --trace costs: level node and level instance on the twelve kernels, and level node for a
stream of 300,000 items a second, each as a ratio to the same program without it, in one run.

Every round runs all forms one after the other, in turn from the first and from the last on. Kernels take processor time,
of all threads, from launch to wait. Streams take processor time, wall time, and the time of the thread that pushes and pops, from
the first push to the last pop: blocks of events are packed and written by a second thread, which is in the first and not in
the last; in wall time it is not where there is a processor for it. What counts is the median of the ratios of all rounds. How
much work makes 300,000 items a second is found by runs before.

Options: --rounds N, --kernels A,B, --write FOLDER (trace-cost.md there), --judge.
Environment: as for kernels.py. Exit status 1: a result is wrong or a run failed. 2: with --judge, a target is missed.
"""
import argparse, os, statistics, sys, tempfile

import kernels as bench

LEVELS = {"none": [], "node": ["--trace-level", "node,memory"], "instance": ["--trace-level", "instance,memory"]}
TARGETS = {"node": 1.05, "instance": 2.0, "stream": 1.10}
RATE = 300000
STEPS = {"fft", "bitonic"}  # whose launches are the steps of an algorithm: so many, and no more
ITEMS, SHORT = 30000, 6     # of a stream: short runs in a round
SECONDS = 0.15              # of each run: many steps of the processor's clock
PAGE = """# What recording costs

Written by `make bench-trace TRACE_OPTIONS="--write FOLDER"`; a ratio holds for one run on one machine.

%s

## Kernels

Processor time of all threads in times of that without `--trace`: the median of all rounds, in each of which the three run one after
the other. `instance` tells of every batch of instances.

| | level node | level instance |
|---|---:|---:|
%s

Targets: %.2f at level node, %.1f at level instance.

## A stream

Three nodes (`bench/stream.c`), with as much work as makes about %d items a second. An item has 14 events.

| | items a second | recorded | ratio |
|---|---:|---:|---:|
%s

Target: %.2f. Blocks of events are packed and written by a second thread: it is in processor time, not in that of the program's thread,
and not in wall time either where it has a processor of its own all the time. Rates are of the median run of %d, each of which is
followed by one that is recorded; ratios are medians of those of such pairs.
"""


def kernel_times(program, size, level, folder):
    """In nanoseconds: for an instance by the clock, and of the processor; and by the clock for all."""
    trace = ["--trace", os.path.join(folder, "trace.hrt")] if level != "none" else []
    text, _ = bench.execute([bench.RUN, "-q", "-j", "1", *trace, *LEVELS[level], program, "--", *map(str, size),
                             os.path.join(folder, "out." + level)])
    instances, clock, processor = text.split()
    return float(clock) / int(instances), float(processor) / int(instances), float(clock)


def size_of(kernel, program, folder):
    if kernel.name in STEPS:
        return kernel.full
    once = kernel_times(program, (kernel.full[0], 1), "none", folder)[2] * 1e-9
    return kernel.full[0], max(kernel.full[1], round(SECONDS / once))


def kernel_ratios(kernel, rounds, folder):
    program = bench.Program(kernel, folder).graph()
    times = {level: [] for level in LEVELS}
    size = size_of(kernel, program, folder)
    for number in range(rounds):
        for level in list(LEVELS)[::1 if number % 2 else -1]:
            times[level].append(kernel_times(program, size, level, folder)[1])
    results = {bench.read(os.path.join(folder, "out." + level)) for level in LEVELS}
    if len(results) != 1:
        raise bench.Wrong("%s: the result is another one" % kernel.name)
    return {level: statistics.median(there / without for there, without in zip(times[level], times["none"]))
            for level in ("node", "instance")}


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
    light, heavy = (1e9 / statistics.median(stream_rates(stream_graph(work, folder), ITEMS, [])[2] for _ in range(SHORT))
                    for work in (0, 40))
    work = max(0, round(40 * (1e9 / RATE - light) / (heavy - light)))
    graph, trace = stream_graph(work, folder), ["--trace", os.path.join(folder, "stream.hrt")]
    plain, recorded = [], []
    for _ in range(SHORT * rounds):
        plain.append(stream_rates(graph, ITEMS, []))
        recorded.append(stream_rates(graph, ITEMS, trace))
    rows = {}
    for column, clock in enumerate(("wall time", "processor time", "time of the program's thread")):
        rows[clock] = (*(statistics.median(rates[column] for rates in form) for form in (plain, recorded)),
                       statistics.median(one[column] / other[column] for one, other in zip(plain, recorded)))
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--kernels", default=",".join(kernel.name for kernel in bench.KERNELS))
    parser.add_argument("--write", metavar="FOLDER")
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    missed, lines, streams = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in bench.KERNELS:
            if kernel.name not in options.kernels.split(","):
                continue
            ratios = kernel_ratios(kernel, options.rounds, folder)
            missed += sum(ratios[level] > TARGETS[level] for level in ratios)
            lines.append("| %s | %.2f | %.2f |" % (kernel.title, ratios["node"], ratios["instance"]))
            print(lines[-1], flush=True)
        for clock, row in stream_ratios(options.rounds, folder).items():
            missed += row[2] > TARGETS["stream"] and clock == "time of the program's thread"
            streams.append("| %s | %.0f | %.0f | %.2f |" % (clock, *row))
            print(streams[-1], flush=True)
    if options.write:
        about = argparse.Namespace(rounds=options.rounds, clock="processor")
        facts = [fact for fact in bench.about(about, []) if fact[0] not in ("lli", "clang")]
        page = PAGE % ("\n".join("- %s: %s" % fact for fact in facts), "\n".join(lines), TARGETS["node"],
                       TARGETS["instance"], RATE, "\n".join(streams), TARGETS["stream"], SHORT * options.rounds)
        with open(os.path.join(options.write, "trace-cost.md"), "w") as file:
            file.write(page)
    return 2 if options.judge and missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (bench.Wrong, bench.Unable) as failure:
        sys.exit("trace.py: %s" % failure)
