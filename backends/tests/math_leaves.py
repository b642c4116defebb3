#!/usr/bin/env python3
"""math_leaves.py HEADER [PART PARTS] -- prints a program with a leaf for each function of
<math.h>, or for every PARTS-th of them, starting with number PART, counted from 0.

HEADER is the preprocessed <math.h>, with _GNU_SOURCE. Leaf L_NAME calls NAME for 48 arguments,
and stores its result and what NAME stores itself, as doubles. Functions of types that C has
under other names (_Float32 and the like) are left out.
"""
import re
import sys

TYPES = {"double", "float", "int", "long", "void", "long long", "long double", "double *", "float *", "int *",
         "long double *", "const double *", "const float *", "const long double *", "const char *"}
ALIASES = {"long int": "long", "long long int": "long long", "intmax_t": "long", "uintmax_t": "long", "__intmax_t": "long",
           "__uintmax_t": "long", "unsigned int": "int", "double_t": "double", "float_t": "float"}


def plain(text):
    """Return the type of a parameter, without its name."""
    text = re.sub(r"\s+", " ", text.replace("*", " * ")).strip()
    text = re.sub(r" ?__\w+$", "", text) if not text.startswith("__") else text
    return ALIASES.get(text, text)


def functions(header):
    found = {}
    for text in " ".join(line for line in header.replace("__extension__", "").splitlines() if line[:1] != "#").split(";"):
        match = re.match(r"\s*extern\s+([\w ]+?[ *]+)(\w+)\s*\(([^()]*)\)", text)
        if not match or match.group(2).startswith("__") or "_Float" in text:
            continue
        result, name = plain(match.group(1)), match.group(2)
        parameters = [plain(p) for p in match.group(3).split(",")]
        if result in TYPES and all(p in TYPES for p in parameters):
            found[name] = (result, parameters)
    return found


def call(name, result, parameters):
    """Return (variables, the call, what is stored)."""
    variables, arguments, stored, numbers = [], [], [], 0
    for k, p in enumerate(parameters):
        if p == "const char *":
            arguments.append('""')
        elif p.endswith("*"):
            variables.append("%s v%d = 1.5;" % (p.replace("const ", "")[:-1], k))
            arguments.append("&v%d" % k)
            stored.append("(double)v%d" % k)
        elif p in ("int", "long"):
            arguments.append("(%s)(y * 2)" % p)
        else:
            arguments.append("(%s)%s" % (p, "xyz"[numbers]))
            numbers += 1
    text = "%s(%s)" % (name, ", ".join(arguments))
    return variables, text if result == "void" else "q[%d] = (double)" + text, stored


def main():
    found = functions(open(sys.argv[1]).read())
    if len(sys.argv) > 3:
        found = dict(list(found.items())[int(sys.argv[2])::int(sys.argv[3])])
    print("#define _GNU_SOURCE\n#include <hpvm.h>\n#include <math.h>\n#include <stdio.h>\nenum { N = 48, EACH = 3 };")
    for number, name in enumerate(found):
        variables, text, stored = call(name, *found[name])
        print("void L_%s(double *p, long bytes, double *q, long more)\n{" % name)
        print("\t__hpvm__hint(GPU_TARGET);\n\t__hpvm__attributes(1, p, 1, q);")
        print("\tlong i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());")
        print("\tdouble x = p[i], y = p[N - 1 - i] * 0.5 + 1, z = x * 0.25;\n\tq += EACH * (%d * N + i);" % number)
        for variable in variables:
            print("\t" + variable)
        print("\t%s;" % (text % 0 if "%" in text else text))
        for k, value in enumerate(stored):
            print("\tq[%d] = %s;" % (k + 1 if "%" in text else k, value))
        print("}")
    print("void Root(double *p, long bytes, double *q, long more)\n{\n\tvoid *leaf;\n\t__hpvm__hint(CPU_TARGET);")
    print("\t__hpvm__attributes(1, p, 1, q);")
    for name in found:
        print("\tleaf = __hpvm__createNodeND(1, L_%s, (long)N);" % name)
        for k in range(4):
            print("\t__hpvm__bindIn(leaf, %d, %d, 0);" % (k, k))
    print("""}
int main(void)
{
	static double p[N], q[EACH * N * %d];
	struct __attribute__((packed)) { double *p; long bytes; double *q; long more; } args = {p, sizeof p, q, sizeof q};

	for (int i = 0; i < N; i++)
		p[i] = i < 40 ? (i - 19) * 0.4375 : i %% 2 ? -0.0 : (i - 44) * 31.0;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	llvm_hpvm_track_mem(q, sizeof q);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(q, sizeof q);
	printf("%%g\\n", q[0]);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	__hpvm__cleanup();
	return 0;
}""" % len(found))


main()
