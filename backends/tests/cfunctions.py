#!/usr/bin/env python3
"""backends/tests/cfunctions.py -- a leaf for each function of src/arith/cfunction.def, and the
expected result for it.

program LIST [BACKEND]: print a program with leaf L_NAME for each line of LIST
(src/test-cfunction --list). A function that ends the process, acts outside of the program or
keeps state is called behind a condition that is never true. main() prints a hash of what each
leaf has stored.

taken LIST BACKEND, refused LIST BACKEND: print the same program for the functions that cpu or
opencl supports, several in a leaf, or refuses.

compared LIST REPORT BACKEND: check that REPORT (hpvm-diff's for one of the latter two) has for
each leaf the result that LIST implies: `same`, `bounded` if a function is off by some ULP, or
the reason. Print differences, and a summary at the end; exit status 1 if there are any.

emitted LIST TEXT BACKEND: check TEXT (--emit=opencl or --emit=ptx of the program) in the same
way."""
import collections
import re
import sys

N, EACH = 16, 12
WORDS = {"v": "void", "i": "int", "l": "long", "q": "long long", "z": "unsigned long", "p": "void *", "f": "float", "D": "double",
         "L": "long double"}
FLOATING = {"d": "double", "f": "float", "l": "long double"}
Row = collections.namedtuple("Row", "name form signature opencl nvidia state stops calls_back accesses native why_opencl why_nvidia")


def read(path):
    rows = []
    for line in open(path):
        words, *why = line.rstrip("\n").split("\t")
        words = words.split(" ")
        accesses = {} if words[-1] == "-" else {int(p): (kind, length) for kind, p, length in
                                                (one.split(":") for one in words[-1].split(","))}
        rows.append(Row(*words[:-1], accesses, *why))
    return rows


def word(row, letter):
    if letter == "d":
        return FLOATING[row.form]
    if letter == "c":
        return FLOATING[row.form] + " _Complex"
    return WORDS[letter]


def is_called(row):
    """If false, the program contains the call but does not execute it."""
    return row.stops in ("not", "may") and row.state not in ("outside", "environment", "keeps") and not row.name.startswith("vs") and \
        row.name not in ("rawmemchr", "strsep", "free", "posix_memalign", "malloc_usable_size") and not row.name.startswith("_Zd")


def result_type(row):
    letter = row.signature[0]
    if letter != "r":
        return word(row, letter)
    inner = row.signature[2:-1]
    return "struct pair_%s" % inner[0] if inner[0] in "ilq" else word(row, inner[0]) + " _Complex"


def statements(row):
    inner, variables, arguments, stored, numbers = row.signature[2:-1].rstrip("."), [], [], [], 0
    has_numbers = re.search("[dfDLc]", inner) is not None
    for k, letter in enumerate(inner):
        kind, length = row.accesses.get(k, ("", ""))
        if letter == "p" and row.calls_back == "calls-back" and k == len(inner) - 1:
            arguments.append("(void *)compare")
        elif letter == "p" and has_numbers and length in ("number", "bytes"):
            of = "int" if length == "bytes" else FLOATING[row.form]
            variables.append("%s v%d = %s;" % (of, k, "7" if of == "int" else "1.5"))
            arguments.append("&v%d" % k)
            stored.append("(double)v%d" % k)
        elif letter == "p" and kind == "reads" and length == "text":
            arguments.append("(void *)\"%s\"" % ("%g" if row.name.startswith("strfrom") else "" if has_numbers else
                                                 "12.5abc" if k == 0 else "b5.x"))
        elif letter == "p" and row.state == "heap":
            arguments.append("(void *)0")
        elif letter == "p":
            variables.append("char b%d[64] __attribute__((aligned(16))) = {0};" % k)
            arguments.append("b%d" % k)
            if length != "bytes":  # may be addresses
                stored.append("sum(b%d)" % k)
        elif letter in "ilq" and row.name.startswith(("strto", "__isoc23_strto")):
            arguments.append("10")
        elif letter in "ilq":
            arguments.append("(%s)(%s)" % (WORDS[letter], "y * 2" if has_numbers or not k else "97 + i % 8"))
        elif letter == "z":
            last = row.name.endswith("_chk") and "z" not in inner[k + 1:]
            arguments.append("16ul" if row.name in ("aligned_alloc", "memalign") else "64ul" if last else "5ul")
        else:
            arguments.append("(%s)%s" % (word(row, letter), "xyzx"[numbers]))
            numbers += 1
    call = "%s(%s)" % (row.name, ", ".join(arguments))
    result = result_type(row)
    if result == "void":
        call = call + ";"
    elif "struct" in result:
        call = "%s r = %s; q[0] = (double)r.a + 3 * (double)r.b;" % (result, call)
    elif "_Complex" in result:
        call = "%s r = %s; q[0] = (double)__real__ r; q[2] = (double)__imag__ r;" % (result, call)
    elif result == "void *" and row.state == "heap":
        call = "char *r = %s; q[0] = r != 0; if (r) r[0] = 1, q[2] = r[0]; %s(r);" % (
            call, "_ZdlPv" if row.name.startswith("_Znwm") else "_ZdaPv" if row.name.startswith("_Zna") else "free")
    elif result == "void *" and row.opencl == "as":
        call = "char *r = %s; q[0] = r[1];" % call
    elif result == "void *" and arguments and arguments[0].startswith("b0"):
        call = "char *r = %s; q[0] = r ? (double)(r - b0) : -1.0;" % call
    elif result == "void *":
        call = "q[0] = %s != 0;" % call
    else:
        call = "q[0] = (double)%s;" % call
    if not is_called(row):
        call = "if (p[0] > 1e300) { %s }" % call
    return variables + [call] + ["q[%d] = %s;" % (k + 1, value) for k, value in enumerate(stored[:2])]


def leaf(name, rows):
    blocks = "".join("\t{\n\t\t%s\n\t}\n\tq += 3 * N;\n" % "\n\t\t".join(statements(row)) for row in rows)
    return """void L_%s(double *p, long bytes, double *q, long more)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, q);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	double x = p[i], y = p[N - 1 - i] * 0.5 + 1, z = x * 0.25;
	q += 3 * i;
%s}
""" % (name, blocks)


def prototype(row):
    inner = row.signature[2:-1]
    words = [word(row, letter) for letter in inner.rstrip(".")] + (["..."] if inner.endswith(".") else [])
    return "%s %s(%s);" % (result_type(row), row.name, ", ".join(words) or "void")


HEAD = """#include <hpvm.h>
enum { N = %d, EACH = %d };
struct pair_i { int a, b; };
struct pair_l { long a, b; };
struct pair_q { long long a, b; };
static int compare(const char *a, const char *b)
{
	return *a - *b;
}
static double sum(const char *at)
{
	double sum = 0;

	for (int i = 0; i < 24; i++)
		sum = sum * 1.25 + at[i];
	return sum;
}
""" % (N, EACH)
MAIN = """static void run(void *root, const char *name, double *p)
{
	static double q[3 * N * EACH];
	struct __attribute__((packed)) { double *p; long bytes; double *q; long more; } args = {p, sizeof(double[N]), q, sizeof q};
	unsigned long hash = 14695981039346656037ul;

	for (int i = 0; i < 3 * N * EACH; i++)
		q[i] = -2;
	llvm_hpvm_track_mem(p, sizeof(double[N]));
	llvm_hpvm_track_mem(q, sizeof q);
	__hpvm__wait(__hpvm__launch(0, root, &args));
	llvm_hpvm_request_mem(q, sizeof q);
	for (int i = 0; i < (int)sizeof q; i++)
		hash = (hash ^ ((unsigned char *)q)[i]) * 1099511628211ul;
	printf((void *)"%s %lx %g %g\\n", name, hash, q[0], q[3 * N - 3]);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
}
int main(void)
{
	static double p[N];

	for (int i = 0; i < N; i++)
		p[i] = i == 13 ? -0.0 : i == 14 ? 31.0 : i == 15 ? 0x1p-1060 : (i - 6) * 0.4375;
	__hpvm__init();
"""
NEEDED = {"printf": "int printf(void *, ...);", "free": "void free(void *);", "_ZdlPv": "void _ZdlPv(void *);",
          "_ZdaPv": "void _ZdaPv(void *);"}


def program(groups):
    """The program for GROUPS, {name of a leaf: its rows}."""
    print(HEAD)
    rows = [row for group in groups.values() for row in group]
    print("\n".join([prototype(row) for row in rows] + [NEEDED[name] for name in NEEDED if all(row.name != name for row in rows)]))
    for name, group in groups.items():
        print(leaf(name, group))
        print("""void Root_%s(double *p, long bytes, double *q, long more)
{
	void *leaf = __hpvm__createNodeND(1, L_%s, (long)N);
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, q);""" % (name, name))
        for k in range(4):
            print("\t__hpvm__bindIn(leaf, %d, %d, 0);" % (k, k))
        print("}")
    print(MAIN)
    for name in groups:
        print("\trun(Root_%s, \"%s\", p);" % (name, name))
    print("\t__hpvm__cleanup();\n\treturn 0;\n}")


def why_not(row, backend):
    if row.calls_back == "calls-back":
        return "use of a function's address"
    return {"cpu": row.native, "opencl": row.why_opencl, "ptx": row.why_nvidia}[backend]


def is_off(row, backend):
    return backend == "opencl" and (row.opencl == "near" or row.name.startswith("sincos"))


def grouped(rows, backend):
    """EACH functions in a leaf; functions that may be off are alone."""
    groups = {}
    for off in (False, True):
        some = [row for row in rows if not why_not(row, backend) and is_off(row, backend) == off]
        for at in range(0, len(some), EACH):
            groups["%s_%d" % ("off" if off else "exact", at // EACH)] = some[at:at + EACH]
    return groups


def usual(row, said, backend):
    """Return whether SAID is a correct result for a leaf that calls the function."""
    why = why_not(row, backend)
    if row.calls_back == "calls-back" or not why:
        return why in said if why else said == "same"
    return ("'%s': %s" % (row.name, why) in said) or \
        ("unsupported type" in said and (row.form == "l" or re.search("[Lcr]", row.signature) is not None))


def compared(rows, report, backend):
    groups, said, wrong = grouped(rows, backend), {}, []
    for line in open(report):
        fields = re.split(r"\s{2,}", line.strip())
        found = re.match(r"Root_\w+/L_(\w+)$", fields[0])
        if found and fields[1] == backend:
            said[found.group(1)] = fields[-1]
    for name, verdict in said.items():
        if name in groups:
            if not (verdict == "same" or (name.startswith("off") and verdict.startswith("bounded"))):
                wrong.append("%s: %s" % (" ".join(row.name for row in groups[name]), verdict))
        elif not usual(next(row for row in rows if row.name == name), verdict, backend):
            wrong.append("%s: %s" % (name, verdict))
    expected = set(groups) if set(said) & set(groups) else {row.name for row in rows if why_not(row, backend)}
    wrong += ["%s: not compared" % name for name in sorted(expected - set(said))]
    print("\n".join(wrong + ["%s: %d leaves" % (backend, len(said))]))
    return wrong


def emitted(rows, path, backend):
    text, wrong, made = open(path, errors="replace").read(), [], 0
    refused = dict(re.findall(r"Root_\w+/L_(\w+): not translated: (.*?)(?: \*/)?$", text, re.M))
    kernels = set(re.findall(r"^/\* L_(\w+): made by|\.entry hpvm_L_(\w+)\(", text, re.M))
    kernels = {one or other for one, other in kernels}
    for row in rows:
        has, said = row.name in kernels, refused.get(row.name, "same" if row.name in kernels else "nothing")
        if has == (row.name in refused) or not usual(row, said, backend):
            wrong.append("%s: %s; the table says '%s'" % (row.name, said, why_not(row, backend)))
    print("\n".join(wrong + ["%s: %d made, %d refused" % (backend, len(kernels), len(refused))]))
    return wrong


def main():
    what, rows = sys.argv[1], read(sys.argv[2])
    if sys.argv[-1] == "ptx":  # run-math-cuda.sh tests functions of floats
        rows = [row for row in rows if row.form != "f"]
    if what == "program":
        program({row.name: [row] for row in rows})
    elif what == "taken":
        program(grouped(rows, sys.argv[3]))
    elif what == "refused":
        program({row.name: [row] for row in rows if why_not(row, sys.argv[3])})
    else:
        sys.exit(len((compared if what == "compared" else emitted)(rows, *sys.argv[3:])) > 0)


main()
