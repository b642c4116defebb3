#!/usr/bin/env python3
"""generate.py FIRST [COUNT [c++]] -- HPVM-C text of the random programs FIRST to FIRST+COUNT-1, on standard output.

Each program is a function of an instance and of input words that returns a number. A seed determines the
program and its kind (kinds.py, kinds_cpp.py), and each program also borrows from other kinds. The text holds the function of
each program, a leaf that calls it for one instance, and main(), which prints one line for each program that
the command line names, or for all: its name and a number that depends on the results of all INSTANCES.

	-DNATIVE    main() calls the functions itself, in order; otherwise it launches graphs
	-DPART=1    only the functions; -DPART=2: the rest, for separate modules

No program contains undefined behaviour or depends on what C leaves open: shifts, divisions, indexes and
conversions are guarded, signed arithmetic stays in range, every variable is initialised where it is declared,
and the bits of a NaN are never looked at. This remains true when statements are left out, and so compare.py
makes a program smaller: it passes the numbers of the statements to be left out to text().
"""
import random
import sys

from functions import BOOL, STANDARD, U32, Function, Type
import kinds
import kinds_cpp

INSTANCES = 100  # more than one batch of the default width, and a remainder

HEAD = """#include <stddef.h>
#ifndef PART
#define PART 0
#endif
#ifndef NATIVE
#include <hpvm.h>
#ifdef __cplusplus
using namespace hpvm;
#endif
#endif
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
#if PART
#define UNIT
#else
#define UNIT static
#endif
enum { INSTANCES = %d };
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long i64;
typedef unsigned long u64;
typedef __int128 i128;
typedef unsigned __int128 u128;
#ifdef __cplusplus
typedef bool b1;
#else
typedef _Bool b1;
#endif
typedef _Float16 f16;
typedef float f32;
typedef double f64;
typedef long double f80;
""" % INSTANCES

FUNCTIONS = """static inline u64 mix(u64 h, u64 v) { h = (h ^ v) * 0x9e3779b97f4a7c15; return h ^ h >> 29; }
static inline u64 mix128(u64 h, u128 v) { return mix(mix(h, (u64)v), (u64)(v >> 64)); }
static inline u64 bits(f64 d)
{
	u64 u;

	memcpy(&u, &d, 8);
	return d == d ? u : 0x7ff8000000000000;
}
static inline i32 whole(f64 d) { return d > -2e9 && d < 2e9 ? (i32)d : 3; }
static inline i64 whole64(f64 d) { return d > -9e18 && d < 9e18 ? (i64)d : -5; }
static inline u8 whole8(f32 d) { return d > -1.0f && d < 256.0f ? (u8)d : 7; }
static inline f64 small(f64 d) { return d > -1e6 && d < 1e6 ? d : 0.75; }
"""

MAIN = """
#if PART != 1
typedef struct __attribute__((packed)) { const u32 *in; size_t in_bytes; u64 *out; size_t out_bytes; } arguments;
static u32 in[256];
static u64 out[INSTANCES];
static const struct { const char *name; u64 (*unit)(const u32 *, u32); void (*root)(const u32 *, size_t, u64 *, size_t); } units[] = {
%s};
static void run(u32 k)
{
	u64 h = 1;

	memset(out, 0, sizeof(out));
#ifdef NATIVE
	for (u32 i = 0; i < INSTANCES; i++)
		out[i] = units[k].unit(in, i);
#else
	arguments args = {in, sizeof(in), out, sizeof(out)};

	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(out, sizeof(out));
	__hpvm__wait(__hpvm__launch(0, (void *)units[k].root, &args));
	llvm_hpvm_request_mem(out, sizeof(out));
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
#endif
	for (u32 i = 0; i < INSTANCES; i++)
		h = mix(h, out[i]);
	printf("%%s %%016lx\\n", units[k].name, h);
	fflush(stdout);
}
int main(int argc, char **argv)
{
	u64 s = 88172645463325252;

	for (u32 i = 0; i < 256; i++) {
		s ^= s << 13;
		s ^= s >> 7;
		s ^= s << 17;
		in[i] = i %% 5 ? (u32)s >> (s >> 59) : i / 5 %% 9 - 4;
	}
#ifndef NATIVE
	__hpvm__init();
#endif
	for (u32 k = 0; k < sizeof(units) / sizeof(units[0]); k++)
		for (int a = 1; a < argc || argc == 1; a++) {
			if (argc == 1 || strcmp(argv[a], units[k].name) == 0)
				run(k);
			if (argc == 1)
				break;
		}
#ifndef NATIVE
	__hpvm__cleanup();
#endif
	return 0;
}
#endif
"""

LEAF = """
#if PART >= 2
u64 unit_%(name)s(const u32 *in, u32 i);
#endif
#if PART != 1 && !defined(NATIVE)
static void leaf_%(name)s(const u32 *in, size_t in_bytes, u64 *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	size_t i = (size_t)__hpvm__getNodeInstanceID_x(__hpvm__getNode());

	out[i] = unit_%(name)s(in, (u32)i);
}
static void root_%(name)s(const u32 *in, size_t in_bytes, u64 *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *leaf = __hpvm__createNodeND(1, leaf_%(name)s, (size_t)INSTANCES);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
}
#endif
"""


# The kinds of a language, and those that only others borrow from.
LANGUAGES = {"c": (kinds.KINDS, {}), "c++": (kinds_cpp.KINDS, kinds_cpp.BORROWED)}


class Unit:
    """The program of a seed in a language (LANGUAGES)."""

    def __init__(self, seed, language="c"):
        self.rng = random.Random("program %d" % seed)
        self.seed, self.name, self.language = seed, "p%d" % seed, language
        table, borrowed = LANGUAGES[language]
        self.kind = list(table)[seed % len(table)]
        self.fast = self.kind == "fast"
        self.words_in, self.helpers, self.items = True, [], []
        self.own_words, self.own_statements, self.declares = [], [], []
        self.own_share = self.own_statements_share = 0  # only what is complete can be used
        self.types = STANDARD[:8] + [BOOL] + ([] if self.rng.random() < 0.6 else STANDARD[8:])
        self.floats = ["f32", "f64"]
        self.names = 0
        borrowed = {**table, **borrowed}
        for kind in dict.fromkeys([self.kind] + self.rng.sample(list(borrowed), self.rng.choice([0, 0, 1, 1, 2]))):
            # clang returns a vector of 8 bytes as a double, to which fast-math applies: a pattern of a NaN is poison
            if kind != "fast" and not (self.fast and kind in ("floats", "vectors")):
                borrowed[kind](self)
        self.own_share = 0.35 if self.own_words else 0
        self.own_statements_share = 0.25 if self.own_statements else 0
        for _ in range(self.rng.randint(1, 3)):
            self.helper()
        self.body()

    def fresh(self, letter):
        self.names += 1
        return "%s_%s%d" % (self.name, letter, self.names)

    def put(self, *items):
        self.items.extend(items)

    def inline(self):
        return self.rng.choice(["static NOINLINE", "static NOINLINE", "static", "static inline __attribute__((always_inline))"])

    def function(self, head, parameters, result, budget=400, room=3, inline=None):
        """Write a function and return its estimated cost. RESULT returns the last statement, given the
        Function. PARAMETERS: pairs of name and type, which become variables."""
        f = Function(self, budget)
        f.early = lambda: result(f)
        texts = ["const u32 *in"] * self.words_in
        for name, kind in parameters:
            if isinstance(kind, Type):
                f.ints.append((name, kind, self.rng.random() < 0.6 and name != "n"))  # n: the depth of a recursion
            else:
                f.floats.append((name, kind))
                if self.fast:
                    f.lines.append("%s = fmax(-1000, fmin(1000, %s));" % (name, name))
            texts.append("%s %s" % (kind.name if isinstance(kind, Type) else kind, name))
        for _ in range(self.rng.randint(1, 2)):
            f.integer()
        if self.fast or self.rng.random() < 0.3:
            f.floating()
        f.statements(room)
        end = result(f)
        self.put(("%s %s(%s)\n{" % (inline or self.inline(), head, ", ".join(texts) or "void"), f.lines,
                  "\t%s\n}" % end))
        return f.cost + 5

    def parameters(self, most=4):
        return [("a%d" % k, self.rng.choice(self.types + (self.floats if self.rng.random() < 0.3 else [])))
                for k in range(self.rng.randint(1, most))]

    def helper(self):
        name, kind, parameters = self.fresh("f"), self.rng.choice(self.types), self.parameters()
        cost = self.function("%s %s" % (kind.name, name), parameters,
                             lambda f: "return %s;" % f.word(kind, 1), room=self.rng.randint(1, 4))
        self.helpers.append((name, kind, [p[1] for p in parameters], cost))

    def body(self):
        f = Function(self, 6000)
        f.early = lambda: "return %s;" % f.hash("i + 2")
        f.ints.append(("i", U32, False))
        for _ in range(self.rng.randint(2, 5)):
            f.integer()
        if self.fast or self.kind == "floats" or self.rng.random() < 0.3:
            f.floating()
            f.floating()
        for declare in self.declares:
            declare(f)
        f.statements(self.rng.randint(3, 7))
        self.cost = f.cost
        self.put(("UNIT%s u64 unit_%s(const u32 *in, u32 i)\n{" % (
            self.rng.choice(["", " NOINLINE"]), self.name), f.lines, "\treturn %s;\n}" % f.hash("i + 1")))

    def text(self, without=()):
        """Return the text of the program, without the statements of these numbers."""
        lines, number = ["", "/* program %d: %s */" % (self.seed, self.kind), "#if PART < 2"], [0]

        def write(items, depth):
            for item in items:
                me, number[0] = number[0], number[0] + 1
                if me in without:
                    number[0] += size(item)
                elif isinstance(item, str):
                    lines.append("\t" * depth + item)
                else:
                    lines.append("\t" * depth + item[0])
                    write(item[1], depth + 1)
                    lines.append("\t" * depth + item[2])

        write(self.items, 0)
        return "\n".join(lines) + "\n#endif" + LEAF % {"name": self.name}

    def sizes(self):
        """Return the numbers of the statements and how many others each contains, largest first."""
        found, number = [], [0]

        def walk(items):
            for item in items:
                found.append((size(item), number[0]))
                number[0] += 1
                if not isinstance(item, str):
                    walk(item[1])

        walk(self.items)
        return sorted(found, reverse=True)


def size(item):
    """Return how many statements ITEM contains."""
    return 0 if isinstance(item, str) else sum(1 + size(inner) for inner in item[1])


def whole(units, without=()):
    """Return the text of these units. WITHOUT concerns the first one."""
    text = HEAD + FUNCTIONS
    for k, unit in enumerate(units):
        text += unit.text(without if k == 0 else ())
    table = "".join("#ifdef NATIVE\n\t{\"%(n)s\", unit_%(n)s, 0},\n#else\n\t{\"%(n)s\", unit_%(n)s, root_%(n)s},\n#endif\n" % {
        "n": unit.name} for unit in units)
    return text + MAIN % table


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.stdout.write(whole([Unit(seed, *sys.argv[3:]) for seed in range(first, first + count)]))


if __name__ == "__main__":
    main()
