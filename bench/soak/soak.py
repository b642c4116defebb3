#!/usr/bin/env python3
"""bench/soak/soak.py -- endurance: one process each for items of streams, launches, loads, workers.

Each row is a process that does COUNT operations and then says whether its memory, descriptors,
threads, children, temporary files or code have grown (sample.h has the tolerances). Of the rows
with libhpvm-run soak.c is the program; of those with workers, workers.c below hpvm-run.
Options: --quick (a minute or less), --only A;B (parts of names), --write FILE (a table, as
Markdown), --list. Environment: HPVM_RUN, SOAK (the program), BACKENDS and MOCKS (folders of
backend modules), CLANG; SRC is the folder above this one.
Exit status 1: something has grown, a result was wrong, or something is left behind.
"""
import argparse, collections, os, re, resource, shutil, subprocess, sys, tempfile

SRC = os.environ.get("SRC", os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, SRC)
from kernels_page import markdown  # pylint: disable=wrong-import-position

RUN = os.environ.get("HPVM_RUN", "hpvm-run")
SOAK = os.environ.get("SOAK", "soak")
CLANG = os.environ.get("CLANG") or "clang"
BACKENDS = os.environ.get("BACKENDS", "")
MOCKS = os.environ.get("MOCKS", "")

# `quick`: count of --quick. `digits`: 10^digits leaves. `each`: KiB that each operation may keep.
Row = collections.namedtuple("Row", "name count quick backend digits each",
                             defaults=(None, 0, 0))
ROWS = [
    Row("stream", 100000000, 20000),
    Row("stream-checks", 10000000, 10000),
    Row("stream-cpu", 10000000, 20000),
    Row("stream-threads", 1000000, 10000),
    Row("launch", 1000000, 10000),
    Row("launch-checks", 1000000, 6000),
    Row("launch-orders", 100000, 4000),
    Row("launch-narrow", 100000, 6000),
    Row("launch-cpu", 1000000, 6000),
    Row("launch-trap", 1000000, 6000),
    Row("launch-stream", 1000000, 6000),
    Row("launch-option", 100000, 2000),
    Row("launch-again", 100000, 4000),
    Row("load", 50000, 200),
    Row("load-checks", 10000, 100),
    Row("load-trap", 10000, 100),
    Row("load-stream", 10000, 100),
    Row("load-cpu", 10000, 64),
    Row("load-main", 30000, 64),
    Row("load-interpreted", 10000, 64),
    Row("load-refused", 10000, 100),
    Row("load-trace", 10000, 100),
    # A grid on other memory than the last one gets another process.
    Row("workers", 10000, 300, "cpu"),
    # The process of a backend that crashes is replaced.
    Row("workers that crash", 10000, 100, "rogue", 4, 32),
    Row("workers that crash, with memory", 10000, 100, "remote", 4, 32),
]


def compiled(folder, source, *flags):
    path = os.path.join(folder, "%s%s.bc" % (os.path.basename(source), "".join(flags)))
    if not os.path.exists(path):
        subprocess.run([CLANG, "-O1", "-g", "-w", *flags, "-I", os.path.join(SRC, "..", "src"),
                        "-emit-llvm", "-c", os.path.join(SRC, source), "-o", path], check=True)
    return path


def command_of(row, count, folder):
    if row.backend is None:
        return [SOAK, compiled(folder, "../tools/tests/embed/graphs.c"), row.name, str(count)]
    digits = min(row.digits, len(str(count)) - 1)
    program = compiled(folder, "soak/workers.c", "-DDIGITS=%d" % digits)
    return [RUN, "--worker", "--backend", row.backend, "--backend-path", BACKENDS,
            "--backend-path", MOCKS, program, "--", str(count), str(row.each)]


def measure(row, count, folder):
    """Run ROW in a temporary folder of its own. Return the cells of the table, and what is wrong."""
    temporary = tempfile.mkdtemp(dir=folder)
    environment = dict(os.environ, TMPDIR=temporary, ROGUE="crashes")
    done = subprocess.run(command_of(row, count, folder), env=environment, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8",
                          errors="replace")
    wrong = [] if done.returncode == 0 else ["exit status %d" % done.returncode]
    speed = re.search(r"([0-9.]+) s, ([0-9.]+) us each", done.stderr)
    found = re.findall(r"^(\w.*?) +(\d+) at begin +(\d+) in the second quarter +(\d+) at end(.*)$",
                       done.stderr, re.M)
    wrong += ["%s: %s in the second quarter, %s at the end" % (kind[0], kind[2], kind[3])
              for kind in found if "GROWS" in kind[4]]
    if len(found) != 9 or not speed:
        wrong.append("it has not measured: " + done.stderr[-400:])
    if os.listdir(temporary):
        wrong.append("left behind: " + ", ".join(os.listdir(temporary)))
    shutil.rmtree(temporary)
    cells = [row.name, "%d" % count, *(speed.groups() if speed else ["", ""])]
    for kind in found[:2]:
        cells += kind[2:4]
    cells += [kind[3] for kind in found[2:]]
    return cells, wrong


TITLES = ["what", "operations", "s", "us each", "heap, KiB", "at end", "resident, KiB", "at end",
          "mappings", "code, KiB", "code mappings", "descriptors", "threads", "children", "files"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rows = [row for row in ROWS if any(part in row.name for part in options.only.split(";"))]
    if options.list:
        print("\n".join(row.name for row in rows))
        return 0
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    folder, table, failed = tempfile.mkdtemp(), [], 0
    try:
        for row in rows:
            cells, wrong = measure(row, row.quick if options.quick else row.count, folder)
            failed += bool(wrong)
            table.append(cells)
            print("  ".join(cells), flush=True)
            for line in wrong:
                print("FAIL: %s: %s" % (row.name, line), flush=True)
    finally:
        shutil.rmtree(folder)
    print("%d of %d rows are flat" % (len(rows) - failed, len(rows)))
    if options.write:
        with open(options.write, "w", encoding="utf-8") as file:
            file.write(markdown([TITLES] + table) + "\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
