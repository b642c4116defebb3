#!/usr/bin/env python3
"""floats.py SEED -- prints an HPVM-C program of random leaves of floats whose results fast-math
may change: sums of products in registers and in memory, quotients, roots, selections, private
arrays, two types.

Comparisons of floats decide values only, not control flow, so that every result has a bound.
"""
import random
import sys

HEAD = """#include "graph.h"
#include <math.h>
enum { N = 48, M = 24 };
static float f[N * M], g[N * M], out[N];
static double d[N * M], wide[N];
"""


class Leaf:
    def __init__(self, chance, kind):
        self.chance, self.kind, self.suffix = chance, kind, "f" if kind == "float" else ""

    def term(self, depth):
        pick = self.chance.choice
        if depth == 0 or self.chance.random() < 0.2:
            return pick(["a[k]", "b[k]", "x", "y", "s", "%s%s" % (pick(["0.1", "3.7", "-2.3", "1e-3"]), self.suffix),
                         "(%s)(k + 1)" % self.kind])
        left, right = self.term(depth - 1), self.term(depth - 1)
        form = pick(["{l} + {r}", "{l} - {r}", "{l} * {r}", "{l} * {r}", "{l} / (1 + {r} * {r})",
                     "sqrt{s}(fabs{s}({l}))", "({l} < {r} ? {l} : {r} * 2)", "fmax{s}({l}, {r})", "-({l})",
                     "fabs{s}({l})"])
        return "(" + form.format(l=left, r=right, s=self.suffix) + ")"

    def step(self):
        pick = self.chance.choice
        return pick(["s += {t};", "s -= {t};", "x = {t} * 0.5;", "y = y * 0.25 + {t};", "local[k % 8] += {t};",
                     "s += local[(k + 3) % 8];", "to[i] += {t};", "s = s * 0.5 + {t};"]).format(t=self.term(3))

    def text(self, name):
        body = "\n\t\t".join(self.step() for _ in range(self.chance.randint(1, 4)))
        return """
void %s(%s *p, size_t bytes, %s *q, size_t more, %s *to, size_t to_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 1, to);
	size_t i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	%s *a = p + i * M, *b = q + i * M, s = 0, x = 1, y = 0.5, local[8] = {0};
	for (int k = 0; k < M; k++) {
		%s
	}
	to[i] += s + x * y;
}
void %sRoot(%s *p, size_t bytes, %s *q, size_t more, %s *to, size_t to_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 1, to);
	void *leaf = __hpvm__createNodeND(1, %s, (size_t)N);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindIn(leaf, 5, 5, 0);
}
""" % ((name,) + (self.kind,) * 4 + (body, name) + (self.kind,) * 3 + (name,))


def main():
    chance = random.Random(int(sys.argv[1]))
    leaves = [(Leaf(chance, kind), kind) for kind in ("float", "double", "float")]
    print(HEAD)
    for i, (leaf, kind) in enumerate(leaves):
        print(leaf.text("Leaf%d" % i))
    print("int main(void)\n{\n\tfor (int i = 0; i < N * M; i++) {")
    print("\t\tf[i] = sinf(i * 0.37f) * 3;\n\t\tg[i] = cosf(i * 0.11f) + 0.01f * (i % 17);\n\t\td[i] = f[i] * 1.0000001;\n\t}")
    print("\t__hpvm__init();")
    for name in ("f", "g", "d", "out", "wide"):
        print("\tllvm_hpvm_track_mem(%s, sizeof %s);" % (name, name))
    for i, (leaf, kind) in enumerate(leaves):
        a, b, to = ("f", "g", "out") if kind == "float" else ("d", "d", "wide")
        print("\tstruct __attribute__((packed)) { void *p; size_t a; void *q; size_t b; void *r; size_t c, x; } z%d = "
              "{%s, sizeof %s, %s, sizeof %s, %s, sizeof %s, 0};" % (i, a, a, b, b, to, to))
        print("\t__hpvm__wait(__hpvm__launch(0, Leaf%dRoot, &z%d));" % (i, i))
    for name in ("out", "wide"):
        print("\tllvm_hpvm_request_mem(%s, sizeof %s);" % (name, name))
    for name in ("f", "g", "d", "out", "wide"):
        print("\tllvm_hpvm_untrack_mem(%s);" % name)
    print("\t__hpvm__cleanup();\n\tprintf(\"%g %g\\n\", out[3], wide[3]);\n\treturn 0;\n}")


main()
