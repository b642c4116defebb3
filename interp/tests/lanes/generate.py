#!/usr/bin/env python3
"""generate.py SEED [LEAVES [parameters]] -- an HPVM-C program of random leaves, on standard output.

Every leaf is one graph. Its instances take different paths: branches, loops with exits in the
middle, switches, gotos into loops, early returns, calls (also recursive ones and through pointers),
private arrays, integers of odd widths, half to long double. Some leaves are replicated in two
levels and meet at barriers, where they exchange values. They write only their own elements, or add
to counters atomically, so that every order of instances gives the same bytes: main prints a
checksum for each leaf. With `parameters` leaves also change the values of their parameters.
"""
import random
import sys

HEAD = """#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned _BitInt(24) u24;
typedef unsigned _BitInt(65) u65;
typedef unsigned __int128 u128;

static __attribute__((noinline)) unsigned mix(unsigned a, unsigned b)
{
	for (unsigned i = 0; i < (b & 3) + 1; i++)
		a = (a ^ b) * 2654435761u + i;
	return a;
}
static __attribute__((noinline)) unsigned deep(unsigned a, unsigned n)
{
	return n == 0 ? a : deep(a * 3 + n, n - 1) ^ n;
}
static unsigned turn(unsigned a, unsigned b) { return a << (b & 31) | a >> (-b & 31); }
static unsigned odd(unsigned a, unsigned b) { return a * (b | 1) + 7; }
static unsigned few(unsigned a, unsigned b) { return a % (b | 1) + b / (a | 1); }
static unsigned (*const table[4])(unsigned, unsigned) = {mix, turn, odd, few};
static const unsigned primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
"""

TAIL = """typedef struct __attribute__((packed)) arguments {
	unsigned *in; long in_size; float *fin; long fin_size; unsigned *out; long out_size;
	unsigned *tmp; long tmp_size; int *count; long count_size; unsigned n; long result;
} arguments;

static void run(const char *name, void *root, long instances)
{
	static unsigned in[64];
	static float fin[64];
	int count[16] = {0};
	unsigned *out = calloc((size_t)instances, 8), *tmp = calloc((size_t)instances, 4), sum = 1;
	arguments args = {in, sizeof(in), fin, sizeof(fin), out, instances * 8, tmp, instances * 4,
			  count, sizeof(count), 64, 0};

	for (unsigned i = 0; i < 64; i++) {
		in[i] = i * 2654435761u;
		fin[i] = (float)i / 7 - 3;
	}
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(fin, sizeof(fin));
	llvm_hpvm_track_mem(out, (size_t)instances * 8);
	llvm_hpvm_track_mem(tmp, (size_t)instances * 4);
	llvm_hpvm_track_mem(count, sizeof(count));
	void *graph = __hpvm__launch(0, root, &args);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(out, (size_t)instances * 8);
	llvm_hpvm_request_mem(count, sizeof(count));
	for (long i = 0; i < 2 * instances; i++)
		sum = (sum ^ out[i]) * 16777619u;
	for (unsigned i = 0; i < 16; i++)
		sum = (sum ^ (unsigned)count[i]) * 16777619u;
	printf("%s %08x\\n", name, sum);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(fin);
	llvm_hpvm_untrack_mem(out);
	llvm_hpvm_untrack_mem(tmp);
	llvm_hpvm_untrack_mem(count);
	free(out);
	free(tmp);
}

int main(void)
{
	__hpvm__init();
@RUNS@	__hpvm__cleanup();
	return 0;
}"""


def binds(node):
    return "".join("\t__hpvm__bindIn(%s, %d, %d, 0);\n" % (node, i, i) for i in range(11)) + \
        "\t__hpvm__bindOut(%s, 0, 0, 0);\n" % node


class Leaf:
    def __init__(self, rng, name):
        self.rng, self.name, self.lines, self.depth = rng, name, [], 1
        # a separate generator for changes of parameters, so that everything else stays the same
        self.change, self.alike = None, False
        self.dims = rng.randint(1, 3)
        self.levels = rng.choice([1, 1, 2])
        self.barriers = self.levels == 2 and rng.random() < 0.6
        self.loops = 0
        self.labels = 0
        self.words = ["a", "b", "c"]

    def put(self, text):
        self.lines.append("\t" * self.depth + text)

    def word(self, deep=2):
        """Return an expression of type unsigned."""
        r = self.rng
        if deep == 0 or r.random() < 0.25:
            return r.choice(self.words + ["id", "(unsigned)size", "n", "%du" % r.choice(
                [0, 1, 2, 3, 5, 7, 31, 255, 65535, 0x80000000, 0xffffffff])])
        x, y = self.word(deep - 1), self.word(deep - 1)
        return r.choice([
            "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s ^ %s)", "(%s & %s)", "(%s | %s)",
            "(%s / (%s | 1))", "(%s %% (%s | 1))", "(%s << (%s & 31))", "(%s >> (%s & 31))",
            "((unsigned)((int)%s >> (%s & 31)))", "((unsigned)(unsigned char)%s + (unsigned short)%s)",
            "((unsigned)(short)%s - (signed char)%s)", "(%s < %s)", "((int)%s < (int)%s)",
            "(in[%s & 63] + %s)", "(primes[%s & 7] ^ %s)", "mix(%s, %s)", "turn(%s, %s)",
            "((unsigned)(u24)(%s * (u24)%s))", "((unsigned)(((unsigned long)%s * %s) >> 16))",
            "((unsigned)((u65)%s << 33 >> 40) + %s)", "((unsigned)(((u128)%s << 64) >> 70) ^ %s)",
            "(%s > 5 ? %s : 9u)", "table[%s & 3](%s, 5)"]) % (x, y)

    def number(self, deep=2):
        """Return an expression of type float."""
        r = self.rng
        if deep == 0 or r.random() < 0.25:
            return r.choice(["f", "g", "(float)id", "(float)(%s & 1023)" % self.word(0),
                             "fin[%s & 63]" % self.word(1), "1.5f", "-0.25f"])
        x, y = self.number(deep - 1), self.number(deep - 1)
        return r.choice([
            "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s / (%s * %s + 1.0f))" % ("%s", y, y),
            "sqrtf(fabsf(%s))", "fminf(%s, 3.0f)", "(float)((double)%s * 1.1)",
            "(float)(_Float16)(%s)", "(float)((long double)%s / 3)", "floorf(%s)", "sinf(%s)",
            "(%s < 2.0f ? %s : 0.5f)", "fmaf(%s, 2.0f, %s)", "expf(-fabsf(%s))"]).replace(
                "%s", "\0", 2).replace("\0", x, 1).replace("\0", y)

    def condition(self):
        r = self.rng
        return r.choice(["%s < %s" % (self.word(1), self.word(1)), "(%s & 3) == 1" % self.word(1),
                         "%s > %s" % (self.number(1), self.number(1)), "id %% %d == 0" %
                         r.randint(2, 9), "n > %d" % r.randint(0, 90)])

    def statement(self, room, loop):
        r = self.rng
        kind = r.random()
        if room <= 0 or kind < 0.35:
            v = r.choice("abc")
            self.put("%s %s %s;" % (v, r.choice(["=", "+=", "^=", "-="]), self.word(3)))
        elif kind < 0.5:
            v = r.choice("fg")
            self.put("%s = %s;" % (v, self.number(3)))
        elif kind < 0.65:
            self.put("if (%s) {" % self.condition())
            self.block(room - 1, loop)
            if r.random() < 0.6:
                self.put("} else {")
                self.block(room - 1, loop)
            self.put("}")
        elif kind < 0.8:
            self.loops += 1
            i = "i%d" % self.loops
            self.put("for (unsigned %s = 0; %s < (%s & 7) + %d; %s++) {" % (
                i, i, self.word(1), r.randint(0, 3), i))
            self.words.append(i)
            self.block(room - 1, True)
            self.words.remove(i)
            self.put("}")
        elif kind < 0.86:
            self.put("switch (%s & 7) {" % self.word(1))
            for case in r.sample(range(8), r.randint(2, 5)):
                self.put("case %d:" % case)
                self.block(room - 2, False)
                if r.random() < 0.7:
                    self.put("\tbreak;")
            self.put("default:")
            self.block(room - 2, False)
            self.put("}")
        elif kind < 0.9 and loop:
            self.put("if (%s) %s;" % (self.condition(), r.choice(["break", "continue"])))
        elif kind < 0.94:
            self.put("own[%s & 7] = %s;" % (self.word(1), self.word(2)))
            self.put("c ^= own[%s & 7];" % self.word(1))
        elif kind < 0.96:
            self.put("b = deep(%s, %s & 7);" % (self.word(1), self.word(1)))
        elif kind < 0.98:
            self.labels += 1
            k = self.labels
            # a loop with two entries
            self.put("{ unsigned k%d = %s & 3; if (%s) goto in%d_%s;" % (
                k, self.word(1), self.condition(), k, self.name))
            self.put("again%d_%s: a += %s;" % (k, self.name, self.word(1)))
            self.put("in%d_%s: b ^= %s; if (k%d++ < 5) goto again%d_%s; }" % (
                k, self.name, self.word(1), k, k, self.name))
        else:
            self.put("__hpvm__atomic_add(&count[%s & 15], (int)(%s & 255));" % (
                self.word(1), self.word(1)))

    def block(self, room, loop):
        self.depth += 1
        for _ in range(self.rng.randint(1, 3)):
            self.statement(room, loop)
            if self.change and not self.alike and self.change.random() < 0.2:
                self.change_parameter(["n = a;", "n += id;"])
        self.depth -= 1

    def change_parameter(self, more):
        """Change parameters. In leaves that are `alike`, all instances change them in the same way."""
        r = self.change
        loops = ["while (n > 3) { b += n & 1; n /= 2; }", "do { c += n; n >>= 1; } while (n > 64);",
                 "while (fin_size > 5) { a += 2; fin_size >>= 2; }",
                 "for (int k = 0; k < 9; k++) { a = a * 3 + n; n += 5; }"]
        if r:
            self.put(r.choice(loops + ([] if self.alike else more + [
                "n >>= 1;", "n -= %d;" % r.randint(1, 40), "n ^= in[n & 63];", "fin_size += 3;",
                "b ^= (unsigned)fin_size;"])))

    def text(self):
        r, name = self.rng, self.name
        put = self.put
        put("__hpvm__hint(GPU_TARGET);")
        put("__hpvm__attributes(5, in, fin, out, tmp, count, 3, out, tmp, count);")
        put("void *self = __hpvm__getNode();")
        own, size = "xyz"[:self.dims], []
        put("long index = 0, size = 1;")
        for d in own:
            put("index = index * __hpvm__getNumNodeInstances_%s(self) + "
                "__hpvm__getNodeInstanceID_%s(self);" % (d, d))
            put("size *= __hpvm__getNumNodeInstances_%s(self);" % d)
        if self.levels == 2:
            put("void *up = __hpvm__getParentNode(self);")
            put("long base = __hpvm__getNodeInstanceID_x(up) * size;")
        else:
            put("long base = 0;")
        put("unsigned id = (unsigned)(base + index), a = id, b = in[id & 63], c = 1;")
        put("float f = fin[id & 63], g = 0.5f;")
        put("unsigned own[8] = {0, 1, 2, 3, 4, 5, 6, 7};")
        self.declare()
        for part in range(3):
            for _ in range(r.randint(1, 3)):
                self.statement(3, False)
            self.change_parameter([])
            if self.barriers and part < 2:
                put("tmp[id] = a;")
                put("__hpvm__barrier();")
                put("b += tmp[base + (index + %d) %% size];" % r.randint(1, 9))
                put("__hpvm__barrier();")
        if not self.barriers and r.random() < 0.4:
            put("if (%s) { out[2 * id] = 77; %s return; }" % (self.condition(), self.returned))
        self.fold()
        put("out[2 * id] = a ^ b * 3 ^ c * 5;")
        put("memcpy(&out[2 * id + 1], f == f ? &f : &g, 4);")
        put(self.returned)
        extents = [r.choice([1, 2, 3, 5, 7, 16, 17, 33, 64, 100, 300]) for _ in range(self.dims)]
        while self.total(extents) > 3000 or self.total(extents) < 5:
            extents = [r.choice([1, 2, 3, 5, 7, 16, 17, 33, 64, 100, 300]) for _ in
                       range(self.dims)]
        groups = r.randint(1, 5) if self.levels == 2 else 1
        instances = self.total(extents) * groups
        arguments = ("unsigned *in, long in_size, float *fin, long fin_size, unsigned *out, "
                     "long out_size, unsigned *tmp, long tmp_size, int *count, long count_size, "
                     "unsigned n")
        grid = "".join(", (size_t)%d" % e for e in extents)
        text = "void %s(%s)\n{\n%s\n}\n" % (name, arguments, "\n".join(self.lines))
        hint = "\t__hpvm__hint(CPU_TARGET);\n\t__hpvm__attributes(5, in, fin, out, tmp, count, 3, out, tmp, count);\n"
        inner = name
        if self.levels == 2:
            text += "void %s_group(%s)\n{\n%s%s}\n" % (
                name, arguments, hint, self.children(self.dims, name, grid))
            inner, grid, dims = name + "_group", ", (size_t)%d" % groups, 1
        else:
            dims = self.dims
        text += "void %s_root(%s)\n{\n%s%s}\n" % (
            name, arguments, hint, self.children(dims, inner, grid))
        return text, instances

    # Overridden by other kinds of leaves.
    returned = "__hpvm__return(1, out_size);"

    def declare(self):
        pass

    def fold(self):
        pass

    def children(self, dims, inner, grid):
        return "\tvoid *node = __hpvm__createNodeND(%d, %s%s);\n%s" % (dims, inner, grid, binds("node"))

    @staticmethod
    def total(extents):
        total = 1
        for e in extents:
            total *= e
        return total


def write(seed, count, kind=Leaf, head=HEAD, parameters=False):
    rng = random.Random(seed)
    change = random.Random(seed + 1) if parameters else None
    leaves = [kind(rng, "leaf%d" % i) for i in range(count)]
    print(head)
    runs = ""
    for leaf in leaves:
        leaf.change, leaf.alike = change, parameters and change.random() < 0.5
        text, instances = leaf.text()
        print(text)
        runs += "\trun(\"%s\", (void *)%s_root, %d);\n" % (leaf.name, leaf.name, instances)
    print(TAIL.replace("@RUNS@", runs))


if __name__ == "__main__":
    write(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5,
          parameters=sys.argv[3:] == ["parameters"])
