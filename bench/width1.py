#!/usr/bin/env python3
"""bench/width1.py -- the engine at width 1 compared with lli and Oclgrind; launch and streaming rates.

Runs everything interleaved ROUNDS times in one run and prints medians and ratios of medians.
Environment: HPVM_RUN, CLANG, LLI, OCLGRIND_KERNEL; SRC is this folder. Exit status 1 when a target
is missed: 50 times faster than lli, 80 times faster than Oclgrind, 5 microseconds for a launch,
300,000 items a second.
"""
import os, shutil, statistics, subprocess, sys, tempfile, time

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG", "clang-19")
LLI = shutil.which(os.environ.get("LLI", "lli-19"))
OCLGRIND = shutil.which(os.environ.get("OCLGRIND_KERNEL", "oclgrind-kernel"))
FLAGS = ["-O1", "-ffp-contract=off", "-fno-unroll-loops", "-fno-vectorize",
         "-I" + SRC, "-I" + os.path.join(SRC, "..", "src")]


def output(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()


def first_number(command):
    return float(output(command).split()[0])


def oclgrind_step(folder):
    """Return nanoseconds for a step: the difference of a deep and a shallow run excludes the start-up."""
    n, seconds = 64, []
    for depth in (1, 257):
        sim = os.path.join(folder, "leaf%d.sim" % depth)
        with open(sim, "w") as f:
            f.write("%s\nleaf\n%d %d 1\n1 1 1\n" % (os.path.join(SRC, "matmul.cl"), n, n))
            f.write("<size=%d float fill=1>\n" % (4 * 512 * 512) * 3 + "<size=8 ulong>\n256\n")
            f.write("<size=8 ulong>\n%d\n" % depth)
        start = time.monotonic()
        output([OCLGRIND, "--num-threads", "1", sim])
        seconds.append(time.monotonic() - start)
    return (seconds[1] - seconds[0]) * 1e9 / (n * n * 256)


def main():
    with tempfile.TemporaryDirectory() as folder:
        def compiled(source, *flags):
            out = os.path.join(folder, source + ".bc")
            subprocess.run([CLANG, *FLAGS, *flags, "-emit-llvm", "-c",
                            os.path.join(SRC, source + ".c"), "-o", out], check=True)
            return out

        plain, hpvm = compiled("matmul_plain"), compiled("matmul_hpvm")
        launch, stream = compiled("launch"), compiled("stream")
        native = os.path.join(folder, "native")
        subprocess.run([CLANG, *FLAGS, os.path.join(SRC, "matmul_plain.c"), "-o", native],
                       check=True)
        tasks = {"hpvm-run, width 1": lambda: first_number([RUN, "--width", "1", hpvm, "--", "128"]),
                 "clang -O1": lambda: first_number([native, "256"]),
                 "launch": lambda: first_number([RUN, launch]),
                 "stream": lambda: first_number([RUN, stream])}
        if LLI:
            tasks["lli"] = lambda: first_number([LLI, "--force-interpreter", plain, "64"])
        if OCLGRIND:
            tasks["Oclgrind"] = lambda: oclgrind_step(folder)
        results = {name: [] for name in tasks}
        for _ in range(ROUNDS):
            for name, task in tasks.items():
                results[name].append(task())
    median = {name: statistics.median(values) for name, values in results.items()}
    report(median)
    return check(median)


def report(median):
    ours = median["hpvm-run, width 1"]
    print("inner loop of matrix multiply (ns a step, median of %d interleaved rounds)" % ROUNDS)
    for name in ("hpvm-run, width 1", "clang -O1", "lli", "Oclgrind"):
        if name in median:
            print("  %-18s %10.2f   %8.2f times ours" % (name, median[name], median[name] / ours))
        else:
            print("  %-18s not installed" % name)
    print("launch and wait of a one-node graph: %.0f ns" % median["launch"])
    print("stream of three nodes: %.0f items a second" % median["stream"])


def check(median):
    ours = median["hpvm-run, width 1"]
    missed = []
    if "lli" in median and median["lli"] < 50 * ours:
        missed.append("50 times faster than lli")
    if "Oclgrind" in median and median["Oclgrind"] < 80 * ours:
        missed.append("80 times faster than Oclgrind")
    if median["launch"] >= 5000:
        missed.append("launch under 5 microseconds")
    if median["stream"] <= 300000:
        missed.append("over 300,000 items a second")
    for target in missed:
        print("missed: " + target)
    return 1 if missed else 0


sys.exit(main())
