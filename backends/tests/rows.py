#!/usr/bin/env python3
"""backends/tests/rows.py -- every instruction and intrinsic in OpenCL C: translated correctly,
or refused by name.

interp/test-ir has functions `void f(ptr in, ptr out)` for each row of instruction.def and
intrinsic.def on each class of types. Each becomes a leaf. The output of --emit opencl for it
must be OpenCL C, or a refusal with one of the texts of backend.h; nothing else, and no crash.
Those that are translated are combined, several in a leaf, and hpvm-diff runs them on a device:
one of each row; with --classes one of each row and class; with --all all.

Arguments: FOLDER with the cases, a working folder. Options: --classes, --all, --emit (nothing is
run), --backend NAME, --table FILE: list what has been refused, and why. Environment: HPVM_RUN,
HPVM_DIFF, CLANG, LLVM_BINDIR, srcdir.
Exit status 1: a case is neither translated nor refused, or differs."""
import argparse, collections, os, re, subprocess, sys

RUN, DIFF = os.environ.get("HPVM_RUN", "./hpvm-run"), os.environ.get("HPVM_DIFF", "./hpvm-diff")
CLANG, BIN = os.environ.get("CLANG", "clang"), os.environ.get("LLVM_BINDIR", "/usr/bin")
SRC = os.environ.get("srcdir", ".")
IN_BYTES, OUT_BYTES, INSTANCES = 512, 4096, 24
PER_PROGRAM, PER_LEAF = 250, 12
HEAD = """#include <hpvm.h>
#include <stdlib.h>
#include <string.h>
enum { IN = %d, OUT = %d, INSTANCES = %d };
""" % (IN_BYTES, OUT_BYTES, INSTANCES)
LEAF = """void %(leaf)s(unsigned char *in, long in_bytes, unsigned char *out, long out_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, in, out, 2, in, out);
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	in += IN * x;
	out += OUT * %(count)d * x;
	%(calls)s
	__hpvm__return(1, out_bytes);
}
"""
ROOT = """void Root%(n)d(unsigned char *in, long in_bytes, unsigned char *out, long out_bytes)
{
	void *node = __hpvm__createNodeND(1, %(leaf)s, (long)INSTANCES);
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, in, out, 2, in, out);
	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}
"""
# The inputs of interp/engine/test_compiled.c: random numbers, corner cases, and numbers of all
# magnitudes.
MAIN = """static unsigned long seed = 88172645463325252u;
static unsigned long next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}
static unsigned long word(int trial)
{
	static const unsigned long edges[] = {0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000,
		0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, ~0ul};
	unsigned long value = next_random();
	return trial % 3 == 1 ? edges[next_random() % 16] : trial % 3 == 2 ? value >> next_random() % 64 : value;
}
static double number(int trial)
{
	static const double edges[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, 1e-310, 65504.0, 65520.0, 3.4e38, 1e300,
		-1e300, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 6e-8, 127.5, 255.0, 2147483647.0,
		-2147483648.0, 9.2e18, 0.1};
	double value = (double)(long)next_random() / 1e17;
	return trial % 3 == 1 ? edges[next_random() % 24] : trial % 3 == 2 ? value * 1e3 * (double)(next_random() % 1000) : value;
}
struct __attribute__((packed)) args { unsigned char *in; long in_bytes; unsigned char *out; long out_bytes, result; };
static void run(void *root, int count, int doubles)
{
	struct args args = {malloc(IN * INSTANCES), IN * INSTANCES, calloc(INSTANCES, OUT * count), (long)OUT * INSTANCES * count, 0};
	for (int i = 0; i < IN * INSTANCES; i += 8) {
		unsigned long bits = word(i / IN);
		double value = number(i / IN);
		memcpy(args.in + i, doubles ? (void *)&value : (void *)&bits, 8);
	}
	llvm_hpvm_track_mem(args.in, args.in_bytes);
	llvm_hpvm_track_mem(args.out, args.out_bytes);
	__hpvm__wait(__hpvm__launch(0, root, &args));
	llvm_hpvm_untrack_mem(args.in);
	llvm_hpvm_untrack_mem(args.out);
	free(args.in);
	free(args.out);
}
int main(void)
{
	__hpvm__init();
	LAUNCHES
	__hpvm__cleanup();
	return 0;
}
"""
Case = collections.namedtuple("Case", "module name doubles rows")


def command(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", **more)


def must(*words):
    done = command(*words)
    if done.returncode:
        sys.exit("rows.py: %s: exit status %d\n%s" % (" ".join(words), done.returncode, done.stderr[:2000]))
    return done


def rows_of(body):
    """Return the instruction or intrinsic, and roughly the types that it concerns."""
    found = set()
    for line in body.splitlines():
        line = re.sub(r"^\s*%[\w.]+ = ", "", line.strip())
        call = re.search(r"@(llvm\.[\w.]+)", line)
        if call:
            found.add(re.sub(r"\bi(\d+)\b", lambda m: odd(m.group(1)), call.group(1).replace(".", " ")))
        elif line and line[0] not in ";}" and not line.endswith(":"):
            word = line.split()[0]
            types = re.findall(r"<\d+ x [\w]+>|\bi\d+\b|\bhalf\b|\bbfloat\b|\bfloat\b|\bdouble\b|\bx86_fp80\b|\bfp128\b", line)
            found.add((word, *(re.sub(r"\bi(\d+)\b", lambda m: odd(m.group(1)), t) for t in types[:2])))
    return frozenset(found)


def odd(bits):
    bits = int(bits)
    return "i%s" % (bits if bits in (1, 8, 16, 32, 64, 128) else "odd" if bits < 64 else "wide" if bits < 128 else "more")


def narrowed(text):
    """Replace 256-bit inputs, which are only truncated, by 128-bit inputs."""
    if "fpenv" in text:
        return text
    return re.sub(r"\btrunc i256 ([%\w.]+) to i128\b", r"add i128 \1, 0", text).replace("trunc i256", "trunc i128").replace(
        "load i256", "load i128")


def read_modules(folder, work):
    """Return the cases; each module is written with unique names."""
    cases = []
    for number, name in enumerate(sorted(os.listdir(folder))):
        text = narrowed(open(os.path.join(folder, name), encoding="utf-8").read())
        outside = set(re.findall(r"^declare [^@]*@([\w.$]+)", text, re.M))
        text = re.sub(r"([@$])([A-Za-z_][\w.$]*)", lambda m: m.group(0) if m.group(2) in outside or m.group(2).startswith("llvm.")
                      else "%sm%d_%s" % (m.group(1), number, m.group(2)), text)
        path = os.path.join(work, "m%d.ll" % number)
        open(path, "w", encoding="utf-8").write(text)
        for found in re.finditer(r"^define (?:dso_local )?void @(m\d+_[\w.$]+)\(ptr (?:noundef )?%in, ptr (?:noundef )?%out\)"
                                 r"[^\n]*\{\n(.*?)^\}", text, re.M | re.S):
            if "_trap_" not in found.group(1):
                cases.append(Case(path, found.group(1), text.startswith("; doubles"), rows_of(found.group(2))))
    return cases


def build(work, name, leaves):
    """Return a program with a root for each list of cases."""
    source, modules = HEAD, sorted({case.module for leaf in leaves for case in leaf})
    for leaf in leaves:
        source += "".join("void %s(void *, void *) __asm__(\"%s\");\n" % (c_name(case), case.name) for case in leaf)
    calls = []
    for n, leaf in enumerate(leaves):
        names = {"leaf": "L%d" % n, "n": n, "count": len(leaf),
                 "calls": "\n\t".join("%s(in, out + OUT * %d);" % (c_name(case), i) for i, case in enumerate(leaf))}
        source += LEAF % names + ROOT % names
        calls.append("run(Root%d, %d, %d);" % (n, len(leaf), leaf[0].doubles))
    base = os.path.join(work, name)
    open(base + ".c", "w", encoding="utf-8").write(source + MAIN.replace("LAUNCHES", "\n\t".join(calls)))
    must(CLANG, "-w", "-O1", "-I" + os.path.join(SRC, "src"), "-emit-llvm", "-S", base + ".c", "-o", base + ".host.ll")
    must(os.path.join(BIN, "llvm-link"), "--suppress-warnings", base + ".host.ll", *modules, "-o", base + ".bc")
    return base + ".bc"


def c_name(case):
    return re.sub(r"\W", "_", case.name)


def refusal_words():
    text = open(os.path.join(SRC, "backends/backend.h"), encoding="utf-8").read()
    return re.findall(r'R\(HR_REFUSES_\w+, "([^"]*)"\)', text)


def emit(work, cases, failures):
    """Return the cases that are translated, and the reasons for the others."""
    words, taken, refused = refusal_words(), [], {}
    for at in range(0, len(cases), PER_PROGRAM):
        part = cases[at:at + PER_PROGRAM]
        done = command(RUN, "--emit", "opencl", build(work, "emit", [[case] for case in part]))
        said = dict(re.findall(r"^/\* Root\d+/L(\d+): not translated: (.*) \*/$", done.stdout, re.M))
        made = set(re.findall(r"^/\* L(\d+): made by hpvm-run. \*/$", done.stdout, re.M))
        if done.returncode:
            failures.append("--emit: exit status %d: %s" % (done.returncode, done.stderr.strip()[-500:]))
        for n, case in enumerate(part):
            why = said.get(str(n))
            if why is None and str(n) in made:
                taken.append(case)
            elif why is None or not any(why.startswith(word) for word in words):
                failures.append("%s: neither translated nor refused: %s" % (case.name, why))
            else:
                refused[case] = why
    return taken, refused


def row_name(row):
    """Return "add" for ("add", "i8"), "llvm umin" for "llvm umin v4i8"."""
    return row[0] if isinstance(row, tuple) else " ".join(w for w in row.split() if not re.fullmatch(r"(v\d+)?([ipf]|bf)\w*\d\w*", w))


def sample(cases, classes):
    """Return one case for each row, or for each row and class."""
    seen, kept = set(), []
    for case in cases:
        rows = case.rows if classes else {row_name(row) for row in case.rows}
        if not rows <= seen:
            seen |= rows
            kept.append(case)
    return kept


def compare(work, backend, leaves):
    """Return by leaf the results of hpvm-diff that are not good; and the case because of which
    the interpreter's checkers end the program, or None. Where OpenCL permits errors there may be
    a bound, or none; then the bits must be equal."""
    program = build(work, "run", leaves)
    done = command(DIFF, "--leaves", "--backends", backend, program)
    rows = re.findall(r"^Root\d+/L(\d+) +%s +(\S+) +(\S+) +(\S+) +(\S+(?: ULP)?)  (.*)$" % backend, done.stdout, re.M)
    found = {int(n): (mismatches, verdict) for n, _, _, mismatches, _, verdict in rows}
    said = {n: found.get(n, ("-", "no verdict: " + (done.stderr.strip() or done.stdout)[-300:])) for n in range(len(leaves))}
    ended = re.search(r"\[misaligned\].*\n  in function '([^']+)'", done.stderr)
    return {n: "%s mismatches, %s" % it for n, it in said.items()
            if it[1] != "same" and not it[1].startswith("bounded") and not (it[0] == "0" and it[1].startswith("accuracy"))
            }, ended and next(case for leaf in leaves for case in leaf if case.name == ended.group(1))


def differ(work, backend, leaves, left_out):
    """Like compare(), without cases whose accesses to the program's objects are not aligned."""
    while True:
        bad, ended = compare(work, backend, leaves)
        if not ended:
            return bad, leaves
        left_out.append(ended)
        leaves = [[case for case in leaf if case != ended] for leaf in leaves]
        leaves = [leaf for leaf in leaves if leaf]
        if not leaves:
            return {}, leaves


def run(work, backend, cases, failures):
    """Return how many were run."""
    left_out = []
    for doubles in (False, True):
        of_kind = [case for case in cases if case.doubles == doubles]
        leaves = [of_kind[at:at + PER_LEAF] for at in range(0, len(of_kind), PER_LEAF)]
        for at in range(0, len(leaves), 20):
            bad, part = differ(work, backend, leaves[at:at + 20], left_out)
            for n in bad:
                alone, singles = differ(work, backend, [[case] for case in part[n]], left_out)
                failures.extend("%s: %s" % (singles[k][0].name, verdict) for k, verdict in alone.items())
    return len(cases) - len(left_out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cases")
    parser.add_argument("work")
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--emit", action="store_true")
    parser.add_argument("--backend", default="opencl")
    parser.add_argument("--table")
    options = parser.parse_args()
    failures = []
    cases = read_modules(options.cases, options.work)
    taken, refused = emit(options.work, cases, failures)
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            for case, why in refused.items():
                file.write("%s: %s\n" % (case.name, why))
    chosen = taken if options.all else sample(taken, options.classes)
    count = 0 if options.emit else run(options.work, options.backend, chosen, failures)
    print("%d cases: %d translated, %d refused; %d run" % (len(cases), len(taken), len(refused), count))
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
