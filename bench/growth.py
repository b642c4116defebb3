#!/usr/bin/env python3
"""bench/growth.py -- cost grows as the work grows: every dimension at n and at 10 n.

Runs each program at both sizes; processor time (user and system, of the process and its children)
and peak memory, less those of the same program at its least size, grow at most LIMIT times.
Differences below NOISE count as NOISE. The time of the cpu backend for a large leaf is at most BUILD
times that of clang -O2 for it, instead. Prints a table.
Options: --quick (small sizes of the rows that need little), --only A;B (parts of names), --rounds N
(least of N runs; default 2), --write FILE (the table, as Markdown), --list.
Environment: HPVM_RUN, HPVM_DIFF, HPVM_IMPORT, CLANG, LLVM_BINDIR, PROTOC; SRC is this folder.
Exit status 1: a limit is exceeded, or a program fails.
"""
import argparse, collections, os, resource, shutil, subprocess, sys, tempfile, time

import growth_programs as programs
import scale
from kernels_page import markdown

RUN = scale.RUN
DIFF = os.environ.get("HPVM_DIFF", "hpvm-diff")
LIMIT, BUILD = 13.0, 2.0
NOISE_SECONDS, NOISE_BYTES = .04, 4e6
ALL, NONE = ["--check=all"], []
CPU = ["--backend", "cpu"]

# `quick`: n of --quick; 0: not in it. `start`: the size whose cost is start-up.
# `clang`: clang -O2 takes long, too: its time is the limit, not the growth.
Row = collections.namedtuple("Row", "name make options n quick tool start clang",
                             defaults=(RUN, 1, False))
ROWS = [
    Row("nodes in a chain", programs.graph_of(scale.chain), ALL, 10000, 1000),
    Row("nodes that one node feeds", programs.graph_of(scale.fan), ALL, 10000, 1000),
    Row("functions of nodes", programs.graph_of(scale.functions), ALL, 3000, 0),
    Row("nodes in a hierarchy", programs.graph_of(scale.hierarchy), ALL, 3000, 0,
        start=10),
    Row("edges between 101 nodes", programs.graph_of(scale.edges), ALL, 10000, 0,
        start=100),
    Row("arguments, each from a node", programs.fan_in, ALL, 100, 100),
    Row("outputs", programs.outputs, ALL, 100, 0),
    Row("binds of inputs and outputs", programs.binds, ALL, 300, 0),
    Row("levels of nesting", programs.nesting, ALL, 100, 30),
    Row("nodes that share memory", programs.memory_chain(False, False), ALL, 300, 100),
    Row("nodes with barriers", programs.memory_chain(True, False), ALL, 300, 100),
    Row("the same, one-to-one edges", programs.memory_chain(True, True), ALL, 300, 0),
    Row("groups", programs.groups("a[i] += k;"), ALL, 3000, 0),
    Row("groups with barriers", programs.groups(
        "a[i] = i; __hpvm__barrier(); k += a[i ^ 1]; __hpvm__barrier(); a[i] = k;"), ALL, 3000, 300),
    Row("instances, width 1", programs.graph_of(scale.instances), ["--width", "1"], 300000, 0),
    Row("instances", programs.instances_of("a[i] = i * k;"), ALL, 300000, 30000),
    Row("atomics on one address", programs.instances_of("__hpvm__atomic_add((int *)a, 3);"), ALL,
        30000, 3000),
    Row("private arrays", programs.instances_of(
        "long p[16]; for (int j = 0; j < 16; j++) p[j] = i + j; a[i] = p[k];"), ALL, 30000, 0),
    Row("objects of leaves", programs.instances_of(
        "long *q = __hpvm__malloc(64); q[0] = i; a[i] = q[0];"), ALL, 100000, 10000),
    Row("tracked objects", programs.tracked, ALL, 10000, 3000),
    Row("regions, --check=order", programs.regions, ["--check=order"], 10000, 0),
    Row("heap objects of host code", programs.heap, NONE, 100000, 0),
    Row("launches", programs.launches, ALL, 3000, 0),
    Row("items of a stream", programs.stream(0), ALL, 100000, 10000),
    Row("items of a stream, 4 in flight", programs.stream(4), ALL, 100000, 0),
    Row("modules linked", programs.modules, NONE, 100, 0),
    Row("diagnostics", programs.findings, ["--check=uninit", "-Wuninitialised"], 100, 0),
    Row("diagnostics that are off", programs.findings,
        ["--check=uninit", "-Wno-uninitialised"], 100, 0),
    Row("events of a trace", programs.launches, ["--trace={folder}/trace"], 3000, 0),
    Row("random schedules", lambda folder, n: ["--schedules=%d" % n] + programs.instances_of(
        "a[i] = i * k;")(folder, 1000), NONE, 100, 0),
    Row("tensor operations", programs.tensors, NONE, 1000, 100),
    Row("operations of a tensor program", programs.tensor_program, NONE, 1000, 100),
    Row("operations imported", programs.tensor_import, NONE, 1000, 0, programs.IMPORT),
    Row("iterations of a Loop", programs.tensor_loop, NONE, 10000, 0),
    Row("statements of a leaf, cpu backend", programs.leaf_of("statements"), CPU, 1000, 0,
        clang=True),
    Row("blocks of a leaf, cpu backend", programs.leaf_of("blocks"), CPU, 1000, 0,
        clang=True),
    Row("globals of a leaf, cpu backend", programs.leaf_of("globals"), CPU, 1000, 0,
        clang=True),
    Row("functions a leaf calls", programs.leaf_of("calls"), NONE, 300, 0),
    Row("leaves, cpu backend", programs.leaves, CPU, 100, 0),
    Row("leaves, hpvm-diff", programs.leaves, ["--backends", "cpu"], 100, 0, DIFF),
]


class Cost:
    """Processor seconds of a command and its children, and peak memory of the largest process."""

    def __init__(self, command):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds, self.bytes = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
        if process.returncode:
            raise RuntimeError("%s: status %d: %s" % (" ".join(command), process.returncode,
                                                      said[-400:]))


def least(command, rounds):
    """Return the least seconds and bytes of several runs; of one if it is long."""
    costs = [Cost(command)]
    while len(costs) < rounds and costs[0].seconds < 5:
        costs.append(Cost(command))
    return min(c.seconds for c in costs), min(c.bytes for c in costs)


def prepared(row, n):
    """Make the program of size N. Return its folder and the command."""
    folder = tempfile.mkdtemp()
    arguments = row.make(programs.Folder(folder), n)
    options = [option.format(folder=folder) for option in row.options]
    return folder, [row.tool, *options, *arguments]


def measure(row, n, rounds):
    """Return the costs at start, N and 10 N; if asked for, seconds of clang at N and 10 N."""
    found, clang = [], []
    for size in (row.start, n, 10 * n):
        folder, command = prepared(row, size)
        try:
            found.append(least(command, rounds))
            if row.clang and size > row.start:
                clang.append(least([programs.CLANG, "-O2", "-c", "-x", "ir", command[-1], "-o",
                                    os.devnull], rounds)[0])
        finally:
            shutil.rmtree(folder)
    return found, clang


def times(found, which, noise):
    """Return by how much a cost grows from N to 10 N, start-up apart."""
    start, small, large = (cost[which] for cost in found)
    return max(large - start, noise) / max(small - start, noise)


def judged(row, n, rounds):
    """Return the cells of a row, and whether all limits are met."""
    found, clang = measure(row, n, rounds)
    seconds, memory = times(found, 0, NOISE_SECONDS), times(found, 1, NOISE_BYTES)
    builds = [max(cost[0] - found[0][0], 0) / one for cost, one in zip(found[1:], clang)]
    fine = max(builds) <= BUILD if builds else max(seconds, memory) <= LIMIT
    cells = [row.name, " ".join(row.options).replace("{folder}/", "") or "", "%d" % n]
    cells += ["%.2f" % cost[0] for cost in found] + ["%.1f" % seconds]
    cells += ["%.0f" % (cost[1] / 1e6) for cost in found[1:]] + ["%.1f" % memory]
    cells.append(" ".join("%.2f" % build for build in builds))
    return cells + ["" if fine else "exceeds"], fine


TITLES = ["what", "options", "n", "start, s", "at n", "at 10 n", "times", "MB at n", "at 10 n",
          "times", "of clang's time", ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rows = [row for row in ROWS if any(part in row.name for part in options.only.split(";"))]
    if options.quick:
        rows = [row for row in rows if row.quick]
    if not shutil.which(os.environ.get("PROTOC", "protoc")) or not shutil.which(programs.IMPORT):
        rows = [row for row in rows if row.make not in programs.MODELS]
        print("no protoc or no hpvm-import: no tensor program")
    if options.list:
        print("\n".join(row.name for row in rows))
        return 0
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    table, missed = [], 0
    for row in rows:
        start = time.monotonic()
        try:
            cells, fine = judged(row, row.quick if options.quick else row.n, options.rounds)
        except RuntimeError as error:
            cells, fine = [row.name, str(error)] + [""] * (len(TITLES) - 3) + ["fails"], False
        missed += not fine
        table.append(cells)
        print("  ".join(cell for cell in cells if cell), "(%.0f s)" % (time.monotonic() - start),
              flush=True)
    print("%d of %d rows are within %g times" % (len(rows) - missed, len(rows), LIMIT))
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(markdown([TITLES] + table) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
