#!/usr/bin/env python3
"""bench/checks.py -- what the checkers cost: user time and memory of every example, as ratios.

Each round runs every example unchecked (--check=none), with each checker alone and with all of
them, one after the other; printed are ratios of medians over ROUNDS, and which targets are met.
Times are user times, which other work on the machine hardly changes, less that of a program that
does nothing, and so is memory (peak resident size). All runs are at width 1.
Arguments: [ROUNDS [EXAMPLE...]]. Environment: HPVM_RUN, CLANG, EXAMPLES (folder of bitcode); SRC is
this folder. Exit status 1 when --check=all costs more than 3 times the unchecked run.
"""
import os, resource, statistics, subprocess, sys, tempfile

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
NAMES = sys.argv[2:] or ["camera", "edges", "histogram", "lbm", "matmul", "spmv", "stencil",
                         "transpose"]
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG", "clang-19")
EXAMPLES = os.environ.get("EXAMPLES", "examples")
CHECKS = ["bounds", "attributes", "race", "uninit", "order", "all"]
LIMIT = 3.0


def cost(command):
    """User seconds and peak resident KiB of one run."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit("failed: " + " ".join(command))
    return usage.ru_utime, usage.ru_maxrss


def command_of(name, check):
    return [RUN, "--width", "1", "--check=none" + ("," + check if check else ""),
            "--progress", "never", os.path.join(EXAMPLES, name, name + ".bc"), "--",
            os.path.join(SRC, "..", "examples", name)]


def medians(runs):
    return [statistics.median(values) for values in zip(*runs)]


def empty_program(folder):
    source, bitcode = os.path.join(folder, "empty.c"), os.path.join(folder, "empty.bc")
    with open(source, "w") as f:
        f.write("int main(void) { return 0; }\n")
    subprocess.run([CLANG, "-emit-llvm", "-c", source, "-o", bitcode], check=True)
    return [RUN, "--width", "1", "--progress", "never", bitcode]


def measure():
    """Medians by (name, check), less those of the empty program."""
    tasks = {(name, check): command_of(name, check) for name in NAMES for check in ["", *CHECKS]}
    with tempfile.TemporaryDirectory() as folder:
        tasks["empty"] = empty_program(folder)
        runs = {task: [] for task in tasks}
        for _ in range(ROUNDS):
            for task, command in tasks.items():
                runs[task].append(cost(command))
    nothing = medians(runs.pop("empty"))
    return {task: [value - least for value, least in zip(medians(values), nothing)]
            for task, values in runs.items()}


def table(title, results, which, unit):
    """Prints one table; targets as (description, ratio) of `all`."""
    targets = []
    print("%s\n%-10s %12s" % (title, "", "unchecked") + "".join(" %10s" % c for c in CHECKS))
    for name in NAMES:
        least = results[name, ""][which]
        ratios = [results[name, check][which] / least for check in CHECKS]
        print("%-10s %8.3g %3s" % (name, least * unit[0], unit[1]) +
              "".join(" %10.2f" % ratio for ratio in ratios))
        targets.append(("%s, %s" % (name, title.split(",")[0]), ratios[-1]))
    return targets


def main():
    results = measure()
    targets = table("user time, in times of the unchecked run (median of %d rounds)" % ROUNDS,
                    results, 0, (1, "s"))
    targets += table("memory, in times of the unchecked run", results, 1, (1 / 1024, "MiB"))
    for what, ratio in targets:
        print("%s: --check=all within %g times, %s: %.2f" %
              ("met" if ratio <= LIMIT else "missed", LIMIT, what, ratio))
    return 1 if any(ratio > LIMIT for _, ratio in targets) else 0


sys.exit(main())
