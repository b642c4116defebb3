#!/usr/bin/env python3
"""mutants/oclgrind/compare.py -- the same kernels under Oclgrind and under hpvm-run.

Every case is one text; dialect.cl makes it OpenCL C, and dialect.h an HPVM program. only-*.c have
no OpenCL form. Prints a table (--markdown: for the README). Exit status 1: something that Oclgrind
finds, or that a case expects, is not found by hpvm-run, or a clean case is reported; 77: Oclgrind
is not installed.
Environment: HPVM_RUN, CLANG, OCLGRIND_KERNEL.
"""
import glob, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import judge

OCLGRIND = shutil.which(os.environ.get("OCLGRIND_KERNEL", "oclgrind-kernel"))
SIM = """case.cl
Leaf
16 1 1
8 1 1
<size=64 int range=0:1:15>
<size=64 int fill=0>
<size=32>
"""
# Oclgrind's messages, by the name of the diagnostic here. A null pointer is bad-access here.
SAID = {"data-race": "data race", "out-of-bounds": "Invalid (read|write)",
        "uninitialised": "[Uu]ninitialized", "barrier-divergence": "divergence detected"}


def read(path):
    with open(path) as file:
        return file.read()


def directive(text, key, default=""):
    found = re.search("^//: %s (.*)$" % key, text, re.M)
    return found[1] if found else default


def under_oclgrind(folder, text):
    with open(os.path.join(folder, "case.cl"), "w") as file:
        file.write(read(os.path.join(HERE, "dialect.cl")) + text)
    with open(os.path.join(folder, "case.sim"), "w") as file:
        file.write(SIM)
    done = subprocess.run([OCLGRIND, "--data-races", "--uninitialized", "--max-errors", "100",
                           "case.sim"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    said = done.stdout.decode(errors="replace")
    return {name for name, pattern in SAID.items() if re.search(pattern, said)}


def under_hpvm_run(folder, text, passes):
    """Return the names of the diagnostics of all passes, and their text."""
    source = os.path.join(folder, "case.c")
    with open(source, "w") as file:
        file.write(text)
    bitcode = os.path.join(folder, "case.bc")
    subprocess.run([judge.CLANG, "-w", "-g", "-O0", "-I" + HERE, "-I" + judge.HEADERS,
                    "-emit-llvm", "-c", source, "-o", bitcode], check=True)
    results = [judge.run(bitcode, name) for name in passes]
    return set().union(*(r.said for r in results)), "".join(r.text for r in results)


def verdict(case, ours, said, theirs):
    """Return "" if the result is correct. OURS: names of the diagnostics in SAID."""
    expect, also = directive(case, "expect"), directive(case, "also")
    if expect == "nothing":
        return "false report" if ours else ""
    if expect not in ours or directive(case, "stderr") not in said:
        return "NOT FOUND"
    known = {expect} | set(also.split()) | (theirs or set())
    known |= {"order-dependent"} if "data-race" in known else set()
    return "other: " + " ".join(sorted(ours - known)) if ours - known else ""


def rows(passes):
    """Yield (name, description, expected, Oclgrind's or None, ours, verdict) for every case."""
    for path in sorted(glob.glob(os.path.join(HERE, "*-*.cl")) +
                       glob.glob(os.path.join(HERE, "only-*.c"))):
        text, theirs = read(path), None
        expect = directive(text, "expect")
        kernel = path.endswith(".cl")
        needs = directive(text, "pass", "uninit" if expect == "uninitialised" else "check")
        used = [name for name in ("check", "uninit") if name in passes] if kernel else [needs]
        name = os.path.splitext(os.path.basename(path))[0]
        with tempfile.TemporaryDirectory() as folder:
            if kernel:
                theirs = under_oclgrind(folder, text)
            if needs not in passes:
                yield name, text, expect, theirs, None, "no such checker"
                continue
            program = ('#include "dialect.h"\n' if kernel else "") + text
            ours, said = under_hpvm_run(folder, program, used)
        yield name, text, expect, theirs, ours, verdict(text, ours, said, theirs)


def main():
    if not OCLGRIND:
        print("no oclgrind-kernel", file=sys.stderr)
        return 77
    markdown, bad = "--markdown" in sys.argv, 0
    form = "| %s | %s | %s | %s |%s" if markdown else "%-24s %-22s %-34s %-40s %s"
    print(form % ("case", "expected", "Oclgrind", "hpvm-run", ""))
    if markdown:
        print("|---|---|---|---|")
    for name, text, expect, theirs, ours, wrong in rows(judge.available()):
        bad += wrong not in ("", "no such checker")
        said = ["cannot see it" if theirs is None else " ".join(sorted(theirs)) or "nothing",
                "" if ours is None else " ".join(sorted(ours)) or "nothing"]
        print((form % (name, expect, *said, wrong)).rstrip())
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
