#!/usr/bin/env python3
"""bench/jobs.py [ROUNDS] [JOBS] -- the gain of -j JOBS (default 2) over -j 1, in wall time.

Every round runs both in sequence; the ratio of a round is that of its two runs. Prints the median
and the best ratio of all rounds: other programs on the machine compete for the second thread's
processor, so the best ratio shows what threads can gain. Results are compared.
Environment: HPVM_RUN, CLANG; SRC is this folder. Exit status 1: a result differs.
"""
import os, statistics, subprocess, sys, tempfile

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 9
JOBS = sys.argv[2] if len(sys.argv) > 2 else "2"
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG") or "clang"

# Size, launches, options; `tiled` has groups that meet at barriers.
KERNELS = [("mandelbrot", "512", "1", []), ("stencil", "128", "4", []),
           ("tiled", "512", "1", ["--check=none"])]


def run(program, jobs, size, launches, options, result):
    done = subprocess.run([RUN, "--progress", "never", "-j", jobs, *options, program, "--", size,
                           launches, result], check=True, stdout=subprocess.PIPE)
    with open(result, "rb") as file:
        return float(done.stdout.split()[1]), file.read()


def main():
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "result")
        for name, *work in KERNELS:
            program, ratios = os.path.join(folder, name + ".bc"), []
            subprocess.run([CLANG, "-O1", "-ffp-contract=off", "-fno-math-errno", "-DBENCH_HPVM",
                            "-I" + os.path.join(SRC, "../src"), "-emit-llvm", "-c",
                            os.path.join(SRC, "kernels", name + ".c"), "-o", program], check=True)
            for _ in range(ROUNDS):
                one, expected = run(program, "1", *work, result)
                many, got = run(program, JOBS, *work, result)
                if got != expected:
                    sys.exit("%s: -j %s gives another result" % (name, JOBS))
                ratios.append(one / many)
            print("%-12s -j %s is %.2f times as fast (median), %.2f (best of %d rounds)" % (
                name, JOBS, statistics.median(ratios), max(ratios), ROUNDS))


main()
