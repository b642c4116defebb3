#!/usr/bin/env python3
"""bench/diff.py -- the cost of hpvm-diff on the examples, relative to a golden run plus a native one.

Each round runs every example interpreted, on the backend, and under hpvm-diff, in direct sequence;
a ratio is that of one round, and the median of all rounds counts. Time is processor time, user and
system, of all processes, which other processes on the machine hardly change; wall time is printed
beside it. Code is compiled anew in every run.

Options: --rounds N, --backend NAME, --only A,B, --threads N, --judge.
Environment: HPVM_RUN, HPVM_DIFF, EXAMPLES (folder of bitcode); SRC is this folder.
Exit status 1: a run failed. 2: with --judge, the target is missed.
"""
import argparse, ctypes, os, statistics, subprocess, sys, tempfile, time

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
DIFF = os.environ.get("HPVM_DIFF", "hpvm-diff")
EXAMPLES = os.environ.get("EXAMPLES", "examples")
LIMIT = 1.5


def adopt():
    """Make orphaned processes children of this process, so that their time counts."""
    pr_set_child_subreaper = 36
    ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def cost(command):
    """Return processor seconds and wall seconds."""
    begun = time.monotonic()
    with tempfile.TemporaryFile() as said:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(child.pid, 0)
        ended = time.monotonic()
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            said.seek(0)
            sys.exit("diff.py: exit status %d: %s\n%s" % (
                child.returncode, " ".join(command), said.read().decode(errors="replace")))
    spent = usage.ru_utime + usage.ru_stime
    try:
        while True:
            usage = os.wait4(-1, 0)[2]
            spent += usage.ru_utime + usage.ru_stime
    except ChildProcessError:
        return spent, ended - begun


def measure(options, name):
    """Return for each round (golden, native, hpvm-diff), each of them (processor, wall)."""
    shared = ["--progress", "never", "-q", "-j", str(options.threads)]
    program = [os.path.join(EXAMPLES, name, name + ".bc"), "--",
               os.path.join(SRC, "..", "examples", name)]
    commands = [[RUN, *shared, *program], [RUN, *shared, "--backend", options.backend, *program],
                [DIFF, *shared, "--backends", options.backend, *program]]
    return [[cost(command) for command in commands] for _ in range(options.rounds)]


def ratio(rounds, which):
    return statistics.median(diff[which] / (golden[which] + native[which])
                             for golden, native, diff in rounds)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--only", default="")
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    names = [name for name in sorted(os.listdir(EXAMPLES))
             if os.path.exists(os.path.join(EXAMPLES, name, name + ".bc"))
             and name in (options.only or name).split(",")]
    worst = 0.0
    adopt()
    print("%-12s %9s %9s %9s %8s %8s" % ("milliseconds", "golden", "native", "diff", "ratio", "clock"))
    for name in names:
        rounds = measure(options, name)
        got = ratio(rounds, 0)
        worst = max(worst, got)
        print("%-12s %9.0f %9.0f %9.0f %8.2f %8.2f" % (
            name, *(1e3 * min(run[0] for run in runs) for runs in zip(*rounds)), got,
            ratio(rounds, 1)))
    print("at most %g times golden and native run: %s (%.2f)" % (
        LIMIT, "met" if worst <= LIMIT else "MISSED", worst))
    return 2 if options.judge and worst > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
