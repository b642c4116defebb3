#!/usr/bin/env python3
"""mutants/judge.py -- tests the checkers on correct and incorrect programs.

Generates COUNT programs from a seed, runs each unchanged and with one mutation, and prints a table.
A correct program must end with status 0 and print nothing on standard error; a mutant must result
in the diagnostic that belongs to its mutation, and no other.
Environment: HPVM_RUN, CLANG. Exit status 1: a false report, or less than 99 % of the mutants
found.
"""
import argparse, collections, concurrent.futures, json, os, random, subprocess, sys, tempfile

import compose, streams

RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG", "clang-19")
HEADERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src")
# The options of a pass, and the word in --help that shows that hpvm-run supports it.
PASSES = {"check": (["--check=bounds,attributes,race"], "--check"),
          "all": (["--check=all"], "--check"),
          "uninit": (["--check=uninit"], "uninit"),
          "order": (["--schedules", "4"], "--schedules"),
          "split": (["--memory", "split", "--host", "interp"], "--memory")}
Result = collections.namedtuple("Result", "verdict status said output text")


def available():
    text = subprocess.run([RUN, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    return [name for name, (_, word) in PASSES.items() if word in text]


def make(seed, number):
    """Return program NUMBER: every sixth is a stream."""
    rng = random.Random("%s/%d" % (seed, number))
    return streams.stream_program(rng) if number % 6 == 5 else compose.graph_program(rng)


def choose(programs, passes):
    """Choose one mutation of each program, so that all kinds are used equally often as far as
    possible."""
    counts, chosen = collections.Counter(), []
    for program in programs:
        usable = [m for m in program.usable() if m.needs in passes]
        least = min(counts[m.kind] for m in usable)
        mutation = program.rng.choice([m for m in usable if counts[m.kind] == least])
        counts[mutation.kind] += 1
        chosen.append(mutation)
    return chosen


def compiled(folder, name, text, level):
    source, bitcode = os.path.join(folder, name + ".c"), os.path.join(folder, name + ".bc")
    with open(source, "w") as file:
        file.write(text)
    subprocess.run([CLANG, "-w", "-g", level, "-ffp-contract=off", "-I" + HEADERS, "-emit-llvm",
                    "-c", source, "-o", bitcode], check=True)
    return bitcode


def run(bitcode, which):
    """Return status, names of the diagnostics, output, standard error."""
    try:
        done = subprocess.run([RUN, *PASSES[which][0], "--diagnostics", "json", "--progress",
                               "never", bitcode], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    except subprocess.TimeoutExpired:
        return Result("", "timeout", set(), "", "")
    text, said = done.stderr.decode(errors="replace"), set()
    for line in text.splitlines():
        if line.startswith('{"kind":"diagnostic"'):
            said.add(json.loads(line)["id"])
        elif not line.startswith('{"kind":"outcome"'):
            said.add("(text)")
    return Result("", done.returncode, said, done.stdout.decode(errors="replace"), text)


def judge_right(bitcode, passes):
    for which in passes:
        result = run(bitcode, which)
        if result.status != 0 or result.said or result.output != "right\n":
            return result._replace(verdict="false report under %s" % which)
    return result._replace(verdict="right")


def judge_wrong(bitcode, mutation):
    """Judge a mutant. A program with a data race may also be reported as order-dependent."""
    result = run(bitcode, mutation.needs)
    also = {"order-dependent"} if "data-race" in mutation.expect else set()
    if not result.said & mutation.expect:
        return result._replace(verdict="another" if result.said else "missed")
    if result.said - mutation.expect - mutation.also - also:
        return result._replace(verdict="another")
    return result._replace(verdict="right")


def remark(mutation, level, result):
    """Return the head of a program that is kept."""
    said = "said: %s, status %s, at %s" % (" ".join(sorted(result.said)) or "nothing",
                                           result.status, level)
    if not mutation:
        return "/* no mutation\n * %s */\n" % said
    return "/* %s: %s\n * expected: %s (also: %s), pass %s\n * %s */\n" % (
        mutation.kind, mutation.why, " ".join(sorted(mutation.expect)),
        " ".join(sorted(mutation.also)) or "nothing", mutation.needs, said)


def judge(options, number, program, mutation, passes):
    """Return (result of the right program, result of the mutant)."""
    level = "-O%d" % (number % 2)
    with tempfile.TemporaryDirectory() as folder:
        right = wrong = None
        if "right" in options.only:
            right = judge_right(compiled(folder, "right", program.render(), level), passes)
            keep(options, number, "right", program.render(), None, level, right)
        if "wrong" in options.only:
            text = program.render(mutation)
            wrong = judge_wrong(compiled(folder, "wrong", text, level), mutation)
            keep(options, number, "wrong", text, mutation, level, wrong)
    return right, wrong


def keep(options, number, what, text, mutation, level, result):
    if result.verdict == "right" and not options.keep_all:
        return
    os.makedirs(options.keep, exist_ok=True)
    with open(os.path.join(options.keep, "%04d-%s.c" % (number, what)), "w") as file:
        file.write(remark(mutation, level, result) + text)


def table(options, chosen, results):
    """Print the table; return whether all programs were judged correctly."""
    rows, bad = collections.defaultdict(collections.Counter), 0
    false = [n for n, (right, _) in enumerate(results) if right and right.verdict != "right"]
    for number, mutation in enumerate(chosen):
        verdict = results[number][1].verdict if results[number][1] else "-"
        rows[mutation.kind][verdict] += 1
    print("%-34s %6s %8s %8s %8s" % ("mutation", "count", "right", "another", "missed"))
    total = collections.Counter()
    for kind in sorted(rows):
        row = rows[kind]
        total += row
        print("%-34s %6d %8d %8d %8d" % (kind, sum(row.values()), row["right"], row["another"],
                                         row["missed"]))
    count = sum(total.values())
    print("%-34s %6d %8d %8d %8d" % ("all", count, total["right"], total["another"],
                                     total["missed"]))
    print("right programs: %d, false reports: %d" % (
        sum(1 for right, _ in results if right), len(false)))
    bad = count - total["right"] if "wrong" in options.only else 0
    if false or bad:
        print("failures are in %s" % options.keep)
    return not false and bad * 100 <= count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", default="mutants-failed", help="folder for what fails")
    parser.add_argument("--keep-all", action="store_true")
    parser.add_argument("--only", default="right,wrong")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--number", type=int, help="this program alone")
    options = parser.parse_args()
    passes = available()
    programs = [make(options.seed, number) for number in range(options.count)]
    chosen = choose(programs, passes)
    numbers = range(options.count) if options.number is None else [options.number]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda n: judge(options, n, programs[n], chosen[n], passes),
                                numbers))
    print("passes: %s; seed %s" % (" ".join(passes), options.seed))
    return 0 if table(options, [chosen[n] for n in numbers], results) else 1


if __name__ == "__main__":
    sys.exit(main())
