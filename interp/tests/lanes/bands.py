#!/usr/bin/env python3
"""bands.py FIRST COUNT -- random leaves whose neighbours in memory lie along any dimension.

Each leaf has two or three dimensions of odd sizes, reads and writes arrays in which any of them is
contiguous, and in most programs some of its instances fail. Results, reports and exit status must
be those of --width 1. Environment: HPVM_RUN, CLANG, SRC (the source tree).
Exit status 1: something differs, or no program runs in bands (interp/schedule/bands.c); the programs and what they said are kept in ./bands-failed.
"""
import os, random, re, shutil, subprocess, sys, tempfile

RUN, CLANG = os.environ.get("HPVM_RUN", "hpvm-run"), os.environ.get("CLANG") or "clang"
SRC = os.environ.get("SRC", ".")
NAMES = "xyz"
FAULTS = {
    "none": "",
    "out-of-bounds write": "out[bytes / 4 + 3] = 1;",
    "out-of-bounds read": "sum += in[in_bytes / 4 + (size_t)sum % 2];",
    "division by zero": "sum += 7 / zero;",
    "wild pointer": "sum += *(volatile int *)(zero + 16L);",
    "call": "sum += deeper(in, in_bytes);",
}
OPTIONS = [[], ["--width", "64"], ["-j", "4"], ["--width", "16", "-j", "3"],
           ["-Wout-of-bounds"], ["-Wout-of-bounds", "-j", "2"]]


def program(rng):
    """Return the text of a program."""
    dims = rng.choice([2, 2, 3])
    extent = [rng.choice([1, 3, 16, 17, 31, 64, 65, 130, 700]) for _ in range(dims)]
    while len(extent) and product(extent) > 60000:
        extent[rng.randrange(dims)] = 3
    order = rng.sample(range(dims), dims)  # from the slowest to the contiguous one
    index = NAMES[order[0]]
    for d in order[1:]:
        index = "(%s) * n%s + %s" % (index, NAMES[d], NAMES[d])
    fault = rng.choice(list(FAULTS))
    count = product(extent)
    where = rng.sample(range(count), min(count, rng.choice([1, 1, 2, 5])))
    lines = ["#include <hpvm.h>", "#include <stdio.h>", "#include <stdlib.h>",
             "static int zero;",
             "__attribute__((noinline)) int deeper(int *in, size_t in_bytes) {",
             "\treturn in[in_bytes / 4 + 1];", "}"]
    sizes = ", ".join("long n%s" % NAMES[d] for d in range(dims))
    lines += ["void Leaf(int *in, size_t in_bytes, int *out, size_t bytes, %s, int zero)" % sizes,
              "{", "\t__hpvm__hint(CPU_TARGET);", "\t__hpvm__attributes(1, in, 1, out);",
              "\tvoid *node = __hpvm__getNode();"]
    lines += ["\tlong %s = __hpvm__getNodeInstanceID_%s(node);" % (NAMES[d], NAMES[d])
              for d in range(dims)]
    lines += ["\tlong i = %s;" % index, "\tint sum = in[i];"]
    if rng.random() < .6:
        lines.append("\tfor (int k = 0; k < %d; k++)\n\t\tsum = sum * 3 + in[(i + k) %% %d];" %
                     (rng.choice([2, 5]), count))
    if rng.random() < .4:
        lines.append("\tif (sum %% %d == 0)\n\t\tsum += %s;" % (rng.choice([2, 3, 7]), NAMES[0]))
    if FAULTS[fault]:  # one test, since a batch reports the lane that fails at the first operation
        lines.append("\tif (in[i] == -1)\n\t\t%s" % FAULTS[fault])
    lines += ["\tout[i] = sum;"]
    lines += ["\t__hpvm__return(2, out, bytes);" if rng.random() < .5 else "", "}"]
    lines += ["void Root(int *in, size_t in_bytes, int *out, size_t bytes, %s, int zero)" % sizes,
              "{", "\t__hpvm__hint(CPU_TARGET);", "\t__hpvm__attributes(1, in, 1, out);",
              "\tvoid *leaf = __hpvm__createNodeND(%d, Leaf, %s);" %
              (dims, ", ".join("n" + NAMES[d] for d in range(dims)))]
    lines += ["\t__hpvm__bindIn(leaf, %d, %d, 0);" % (k, k) for k in range(5 + dims)]
    if "\t__hpvm__return(2, out, bytes);" in lines:
        lines += ["\t__hpvm__bindOut(leaf, 0, 0, 0);", "\t__hpvm__bindOut(leaf, 1, 1, 0);"]
    else:
        lines = [line for line in lines if line]
    lines += ["}", "struct __attribute__((packed)) args {",
              "\tint *in; size_t in_bytes; int *out; size_t bytes; %s; int zero;" %
              sizes.replace(",", ";"), "\tstruct { int *out; size_t bytes; } result;", "};",
              "int main(void)", "{", "\tstatic int in[%d], out[%d];" % (count, count),
              "\tstruct args a = {in, sizeof(in), out, sizeof(out), %s, 0, {0}};" %
              ", ".join("%d" % e for e in extent),
              "\tunsigned hash = 0;",
              "\tfor (int i = 0; i < %d; i++)\n\t\tin[i] = i * 37 %% 101;" % count,
              *["\tin[%d] = -1;" % w for w in where],
              "\t__hpvm__init();", "\tllvm_hpvm_track_mem(in, sizeof(in));",
              "\tllvm_hpvm_track_mem(out, sizeof(out));",
              "\tfor (int k = 0; k < 3; k++)",
              "\t\t__hpvm__wait(__hpvm__launch(0, Root, &a));",
              "\tllvm_hpvm_request_mem(out, sizeof(out));",

              "\tfor (int i = 0; i < %d; i++)\n\t\thash = hash * 31 + (unsigned)out[i];" % count,
              "\tprintf(\"%u\\n\", hash);", "\t__hpvm__cleanup();", "\treturn 0;", "}"]
    return "\n".join(lines) + "\n", fault


def product(extent):
    result = 1
    for e in extent:
        result *= e
    return result


def say(path, options):
    done = subprocess.run([RUN, *options, path], capture_output=True, text=True, check=False,
                          errors="replace", timeout=300)
    return re.sub(r"0x[0-9a-f]+", "0x", done.stdout + done.stderr) + "exit %d\n" % done.returncode


banded = []  # seeds of programs that ran in bands


def judge(folder, seed):
    """Return what differs for the program of SEED, or None."""
    rng = random.Random(seed)
    text, fault = program(rng)
    source, path = os.path.join(folder, "p.c"), os.path.join(folder, "p.bc")
    with open(source, "w", encoding="ascii") as file:
        file.write(text)
    subprocess.run([CLANG, "-w", rng.choice(["-O0", "-O1", "-O1", "-O2"]), "-g", "-I",
                    os.path.join(SRC, "src"), "-emit-llvm", "-c", source, "-o", path], check=True)
    if " along " in say(path, ["--stats"]):
        banded.append(seed)
    for options in OPTIONS:
        narrow = ["--width", "1"] + [o for o in options if o.startswith("-W")]
        expected, got = say(path, narrow), say(path, options)
        if got != expected:
            return "%s: %s\n--- width 1\n%s--- %s\n%s" % (seed, fault, expected,
                                                        " ".join(options), got)
    return None


def judge_all(judge, kept, ran, how):
    """Judge the seeds that the command line gives; keep sources that differ in the folder KEPT.
    Return the exit status. RAN gets the seeds of what ran as intended, which HOW says."""
    first, count = int(sys.argv[1]), int(sys.argv[2])
    failed = 0
    for seed in range(first, first + count):
        folder = tempfile.mkdtemp()
        why = judge(folder, seed)
        if why:
            failed += 1
            shutil.copytree(folder, os.path.join(kept, str(seed)), dirs_exist_ok=True)
            print(why)
        shutil.rmtree(folder)
    print("%d programs, %d of them %s, %d differ" % (count, len(ran), how, failed))
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(judge_all(judge, "bands-failed", banded, "in bands"))
