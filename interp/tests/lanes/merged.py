#!/usr/bin/env python3
"""merged.py FIRST COUNT -- random kernels of small groups, whose batches have instances of several groups.

Groups and grids have odd sizes, arrays are contiguous along any dimension, work-items ask for their
ids in several ways, and in most kernels some fail. Results, reports and exit status must be those of
--width 1. Environment: HPVM_RUN, CLANG.
Exit status 1: something differs, or no kernel runs in such batches (interp/schedule/merged.c); kernels
that differ are kept in ./merged-failed.
"""
import os, random, re, subprocess, sys

from bands import judge_all, product

RUN, CLANG = os.environ.get("HPVM_RUN", "hpvm-run"), os.environ.get("CLANG") or "clang"
FAULTS = {
    "none": "",
    "out-of-bounds write": "out[count + 3] = 1;",
    "out-of-bounds read": "sum += in[count + (ulong)sum % 2];",
    "division by zero": "sum += 7 / zero;",
    "wild pointer": "sum += *(volatile __global int *)(zero + 16L);",
    "call": "sum += deeper(in, count);",
}
OPTIONS = [[], ["--width", "64"], ["-j", "2"], ["--width", "16"], ["-Wout-of-bounds"],
           ["-Wout-of-bounds", "--width", "128"], ["--check=all"]]
NAMES = "xyz"


def program(rng):
    """Return the text of a kernel, its groups, the size of a group, and the fault."""
    dims = rng.choice([1, 2, 2, 3])
    block = [rng.choice([1, 2, 7, 8, 9, 16, 20, 32, 64]) for _ in range(dims)]
    while product(block) > 1024:
        block[rng.randrange(dims)] = rng.choice([1, 4])
    grid = [rng.choice([1, 2, 3, 5, 17, 40]) for _ in range(dims)]
    while product(block) * product(grid) > 50000:
        grid[rng.randrange(dims)] = rng.choice([1, 2])
    size = [g * b for g, b in zip(grid, block)]
    order = rng.sample(range(dims), dims)  # from the slowest to the contiguous one
    index = NAMES[order[0]]
    for d in order[1:]:
        index = "(%s) * %d + %s" % (index, size[d], NAMES[d])
    fault, count = rng.choice(list(FAULTS)), product(size)
    where = rng.sample(range(count), min(count, rng.choice([1, 1, 2, 5])))
    whole = rng.choice(["int", "size_t"])
    lines = ["__attribute__((noinline)) int deeper(__global int *in, int count) {",
             "\treturn in[count + 1];", "}",
             "__kernel void k(__global int *in, __global int *out, int count, int zero)", "{"]
    for d in range(dims):
        lines.append("\t%s %s = %s;" % (whole, NAMES[d], rng.choice([
            "get_global_id(%d)" % d, "get_global_id(%d)" % d,
            "get_group_id(%d) * get_local_size(%d) + get_local_id(%d)" % (d, d, d),
            "get_local_id(%d) + %d * (int)get_group_id(%d)" % (d, block[d], d)])))
    lines += ["\tint i = %s;" % index, "\tint sum = in[i];"]
    if rng.random() < .5:
        lines.append("\tfor (int k = 0; k < %d; k++)\n\t\tsum = sum * 3 + in[(i + k) %% %d];" %
                     (rng.choice([2, 5]), count))
    d = rng.randrange(dims)
    lines += rng.sample(["\tsum += get_local_id(%d) * 5;" % d,
                         "\tif (sum %% 3 == 0)\n\t\tsum += get_group_id(%d);" % d,
                         "\tsum ^= get_num_groups(%d) + get_global_size(0);" % d,
                         "\tif (get_local_id(%d) == 0)\n\t\tsum -= in[get_group_id(%d)];" % (d, d),
                         "\twhile (sum > 1000 + (int)get_group_id(%d))\n\t\tsum /= 2;" % d,
                         "\tif (%s >= %d)\n\t\treturn;" % (NAMES[d], size[d] - 1)],
                        rng.choice([0, 1, 2, 3]))
    if FAULTS[fault]:  # one test, since a batch reports the lane that fails at the first operation
        lines.append("\tif (%s)\n\t\t%s" % (" || ".join("i == %d" % w for w in where), FAULTS[fault]))
    lines += ["\tout[i] = sum;", "}"]
    return "\n".join(lines) + "\n", grid, block, count, fault


def say(folder, grid, block, options):
    command = [RUN, "--kernel", "k", "--grid", ",".join(map(str, grid)), "--block",
               ",".join(map(str, block)), "--args", os.path.join(folder, "args.yaml"), *options,
               os.path.join(folder, "k.bc")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace",
                          timeout=300)
    return re.sub(r"0x[0-9a-f]+", "0x", done.stdout + done.stderr) + "exit %d\n" % done.returncode


merged = []  # seeds of kernels that ran in batches of several groups


def judge(folder, seed):
    """Return what differs for the kernel of SEED, or None."""
    rng = random.Random(seed)
    text, grid, block, count, fault = program(rng)
    source = os.path.join(folder, "k.cl")
    with open(source, "w", encoding="ascii") as file:
        file.write(text)
    with open(os.path.join(folder, "args.yaml"), "w", encoding="ascii") as file:
        file.write("args: [{random: 1, type: i32, shape: [%d], min: 0, max: 9999},\n"
                   "  {zeros: %d, type: i32, print: true}, %d, 0]\n" % (count, count, count))
    subprocess.run([CLANG, "-w", "-x", "cl", "-cl-std=CL3.0", "-target", "spir64", "-Xclang",
                    "-finclude-default-header", rng.choice(["-O0", "-O1", "-O1", "-O2"]), "-g",
                    "-emit-llvm", "-c", source, "-o", os.path.join(folder, "k.bc")], check=True)
    width = re.search(r"/k .*  width (\d+)", say(folder, grid, block, ["--stats"]))
    if width and int(width[1]) > product(block):
        merged.append(seed)
    for options in OPTIONS:
        narrow = ["--width", "1"] + [o for o in options if o.startswith("-W") or "check" in o]
        expected, got = say(folder, grid, block, narrow), say(folder, grid, block, options)
        if got != expected:
            return "%s: %s, grid %s, block %s\n--- width 1\n%s--- %s\n%s" % (
                seed, fault, grid, block, expected[-3000:], " ".join(options), got[-3000:])
    return None


if __name__ == "__main__":
    sys.exit(judge_all(judge, "merged-failed", merged, "with several groups in a batch"))
