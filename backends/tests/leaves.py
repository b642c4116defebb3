#!/usr/bin/env python3
"""leaves.py SEED [LEAVES] -- prints an HPVM-C program of random leaves for backends.

The leaves are those of interp/tests/lanes/generate.py, with more of what compilers get wrong: 64
and 128 bits, odd widths, doubles, halves, signed zeros and subnormals, vectors, structures by
value, bit fields, private memory that is written as one type and read as another, pointers that
advance, all atomics, barriers in loops, and outputs that go to a second leaf over edges. They
contain no undefined behaviour, and no result depends on the order of instances, on the bits of a
NaN, or on which zero fmin() and fmax() choose.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../interp/tests/lanes"))
import generate  # noqa: E402

HEAD = generate.HEAD + """
typedef unsigned _BitInt(7) u7;
typedef signed _BitInt(33) i33;
typedef unsigned _BitInt(100) u100;
typedef unsigned v4 __attribute__((ext_vector_type(4)));
typedef float f4 __attribute__((ext_vector_type(4)));
typedef unsigned short w8 __attribute__((ext_vector_type(8)));
struct pair { signed char c; short s; unsigned x; double y; };
struct fields { unsigned a : 3, b : 9; int d : 5; unsigned long e : 37; };
union view { unsigned words[4]; unsigned char bytes[16]; unsigned short halves[8]; unsigned long longs[2]; };

static unsigned bits(float f)
{
	unsigned u;

	memcpy(&u, &f, 4);
	return f == f ? u : 0x7fc00000u;
}
static unsigned bits64(double d)
{
	unsigned long u;

	memcpy(&u, &d, 8);
	return d == d ? (unsigned)u ^ (unsigned)(u >> 32) : 0x7ff80000u;
}
static int whole(double d) { return d > -1e6 && d < 1e6 ? (int)d : 3; }
static long whole64(double d) { return d > -1e15 && d < 1e15 ? (long)d : -5; }
static float small(float f) { return f == f && fabsf(f) < 1e3f ? f : 0.75f; }
static double small64(double d) { return d == d && fabs(d) < 1e5 ? d : -0.75; }
static __attribute__((noinline)) struct pair turned(struct pair p, unsigned k)
{
	struct pair q = {(signed char)(p.c + k), (short)(p.x >> 3), p.x * 7 + (unsigned)p.s, p.y * 0.5 - p.c};

	return q;
}
static __attribute__((noinline)) void walk(unsigned *p, unsigned n, unsigned by)
{
	for (unsigned *q = p; q != p + n; q++)
		*q = *q * 5 + by--;
}
static unsigned gather(const unsigned char *p, unsigned n)
{
	unsigned sum = 0;

	while (n--)
		sum = sum * 31 + *p++;
	return sum;
}
"""

WORDS = [
    "(unsigned)(%s * (unsigned long)%s >> 29)", "(unsigned)(w >> (%s & 127)) + %s",
    "(unsigned)((i33)(int)%s << 1 >> 7) ^ %s", "(unsigned)(u7)%s * %s",
    "(unsigned)((u100)%s << 61 >> 47) - %s", "(unsigned)__builtin_popcountl(u ^ %s) + %s",
    "(unsigned)__builtin_clz(%s | 1) + %s", "(unsigned)__builtin_ctz(%s | 256) * %s",
    "__builtin_bswap32(%s) ^ %s", "__builtin_bitreverse32(%s + %s)",
    "__builtin_rotateleft32(%s, %s)", "__builtin_elementwise_add_sat((unsigned)%s, (unsigned)%s)",
    "(unsigned)__builtin_elementwise_sub_sat((int)%s, (int)%s)",
    "__builtin_elementwise_max((unsigned)%s, (unsigned)%s)", "(unsigned)__builtin_elementwise_min((int)%s, (int)%s)",
    "(unsigned)__builtin_elementwise_abs((short)%s) + %s",
    "(unsigned)((int)%s / (int)((%s & 63) + 1))", "(unsigned)((int)%s %% (int)((%s & 255) + 2))",
    "(unsigned)((long)(u ^ %s) >> (%s & 63))", "(unsigned)((short)%s < (short)%s)",
    "(unsigned)((signed char)%s >= (unsigned char)%s)", "(v.bytes[%s & 15] + %s)",
    "(unsigned)(short)v.halves[%s & 7] * %s", "(pairs[%s & 3].x - %s)",
    "(unsigned)(pairs[%s & 3].s + pairs[%s & 3].c)", "(field.b + (unsigned)field.d * %s) ^ %s",
    "(unsigned)field.e + %s - %s", "(vi[%s & 3] ^ %s)", "gather(v.bytes, %s & 15) + %s",
    "(unsigned)whole(d * (%s & 15)) + %s", "(unsigned)whole64(f) ^ %s * %s",
    "(unsigned)isgreater(d, (double)%s) + (unsigned)isless(f, (float)%s)",
    "(unsigned)signbit(d) + (%s ^ %s)", "grid[%s & 3][%s & 3]", "__builtin_reduce_add(vi) * %s + %s",
    "__builtin_reduce_xor(vi ^ %s) - %s", "(unsigned)vh[%s & 7] << (%s & 15)",
    "(unsigned)(u > %s ? (unsigned long)%s : u >> 5)", "(unsigned)(w %% ((u128)%s * %s + 1))",
    "(unsigned)(w / ((u128)%s << 40 | %s | 1) >> 3)"]
WIDE = [
    "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s ^ %s)", "(%s / (%s | 1))", "(%s %% (%s | 3))",
    "(%s << (%s & 63))", "(%s >> (%s & 63))", "(unsigned long)((long)%s >> (%s & 63))",
    "((unsigned long)(int)%s | %s)", "(unsigned long)((u128)%s * %s >> 64)",
    "((unsigned long)(signed char)%s & %s)", "(%s < %s ? u : 77ul)",
    "(unsigned long)((long)%s / (long)((%s & 1023) + 1))", "__builtin_bswap64(%s + %s)",
    "(unsigned long)__builtin_clzl(%s | 1) * %s", "__builtin_elementwise_min((unsigned long)%s, (unsigned long)%s)"]
DOUBLES = [
    "(%s + %s)", "(%s - %s)", "(%s * %s)", "(small64(%s) * 0x1p-1030 * 0x1p1020 + %s)",
    "sqrt(fabs(%s)) - %s", "fmin(%s, %s) + 0.0", "fmax(%s, %s) + 0.0", "copysign(%s, %s)", "trunc(%s) + %s",
    "rint(%s) - %s", "fmod(%s, fabs(%s) + 0.5)", "fma(%s, 0.1, %s)", "(%s < %s ? d : -d)",
    "(double)(float)(%s - %s)", "(double)((long double)%s * 3 - %s)", "(double)(_Float16)small(%s) + %s",
    "cos(small64(%s)) * %s", "(%s >= %s ? e : -0.0)", "ceil(%s) * %s", "(double)(long)whole64(%s) - %s",
    "ldexp(small64(%s), whole(%s) %% 40)", "(%s - %s) * (%s + 1)", "0.1 * %s + 0.7 * %s",
    "(%s / (%s * 0.0 + 3))", "-(%s * -%s)"]
FLOATS = [
    "(small(%s) * 0x1p-140f * 0x1p130f + %s)", "fminf(%s, %s) + 0.0f", "fmaxf(%s, %s) + 0.0f",
    "copysignf(%s, %s)", "truncf(%s) - %s", "rintf(%s) + %s", "fmodf(%s, fabsf(%s) + 1)",
    "(float)(d * %s + %s)", "(float)whole(%s) * %s", "(vf[1] * %s - %s)", "(float)h + %s * %s",
    "-(%s - %s)", "(%s * 1e-38f - %s * 1e-39f)", "roundf(%s) + %s", "(%s > %s ? -0.0f : f)",
    "(float)(int)(whole(%s) >> 1) / (fabsf(%s) + 1)"]
ATOMICS = ["add", "sub", "min", "max", "and", "or", "xor", "inc"]


class BackendLeaf(generate.Leaf):
    def __init__(self, rng, name):
        super().__init__(rng, name)
        self.atomic = rng.choice(ATOMICS)
        self.chained = not self.barriers and rng.random() < 0.35
        if self.chained:
            self.returned = "__hpvm__return(4, out_size, a ^ c, d, (long)u);"

    def put(self, text):
        op = self.atomic
        if "__hpvm__atomic_add(" in text:
            if op == "inc":
                text = text[:text.rindex("], (int)(")] + "]);"
            text = text.replace("__hpvm__atomic_add(", "__hpvm__atomic_%s(" % op)
        super().put(text)

    # --- expressions

    def word(self, deep=2):
        if deep == 0 or self.rng.random() < 0.55:
            text = super().word(deep)
            return text if "table[" not in text else "odd(%s, 5u)" % self.word(0)
        return "(%s)" % (self.rng.choice(WORDS) % (self.word(deep - 1), self.word(deep - 1)))

    def wide(self, deep=2):
        r = self.rng
        if deep == 0 or r.random() < 0.3:
            return r.choice(["u", "(unsigned long)w", "((unsigned long)id << 40)", "v.longs[%s & 1]" % self.word(0),
                             "0x123456789abcdeful", "((unsigned long)%s)" % self.word(1)])
        return r.choice(WIDE) % (self.wide(deep - 1), self.wide(deep - 1))

    def number(self, deep=2):
        if deep == 0 or self.rng.random() < 0.5:
            return super().number(deep)
        return "(%s)" % (self.rng.choice(FLOATS) % (self.number(deep - 1), self.number(deep - 1)))

    def double(self, deep=2):
        r = self.rng
        if deep == 0 or r.random() < 0.3:
            return r.choice(["d", "e", "(double)f", "(double)(int)%s" % self.word(0), "(double)%s" % self.word(0),
                             "pairs[%s & 3].y" % self.word(0), "(double)(long)u", "1e-3", "(-0.5)", "0.0",
                             "(double)(u >> 7)"])
        x, y = self.double(deep - 1), self.double(deep - 1)
        form = r.choice(DOUBLES)
        return "(%s)" % (form % ((x, y) if form.count("%s") == 2 else (x, y, x)))

    # --- statements

    def statement(self, room, loop):
        r = self.rng
        if r.random() < 0.5:
            super().statement(room, loop)
            return
        w, kind = self.word, r.randint(0, 15)
        if kind == 0:
            self.put("u %s %s;" % (r.choice(["=", "+=", "^=", "-=", "*="]), self.wide(3)))
        elif kind == 1:
            self.put("w %s (u128)%s << %d | %s;" % (r.choice(["+=", "^=", "="]), self.wide(1),
                                                  r.randint(1, 90), self.wide(1)))
        elif kind == 2:
            self.put("%s = %s;" % (r.choice("de"), self.double(3)))
        elif kind == 3:
            self.put("v.%s" % r.choice(["bytes[%s & 15] = (unsigned char)%s;", "halves[%s & 7] += (unsigned short)%s;",
                                        "words[%s & 3] ^= %s;", "longs[%s & 1] -= %s;"]) % (w(1), w(2)))
        elif kind == 4:
            self.put(r.choice([
                "memcpy(&c, v.bytes + (%s & 7) + 3, 4);", "memmove(v.bytes + 1, v.bytes + (%s & 3), 9);",
                "memset(v.bytes + (%s & 7), 0x5a, 5);", "memcpy(own + (%s & 3), v.words + 1, 12);",
                "walk(own + (%s & 3), 4, b);", "walk(&grid[%s & 1][1], 7, a);"]) % w(1))
        elif kind == 5:
            self.put(r.choice([
                "pairs[%s & 3] = turned(pairs[%s & 3], a);", "pairs[%s & 3] = pairs[%s & 3];",
                "pairs[%s & 3].s = (short)%s;", "pairs[%s & 3].c += (signed char)%s;",
                "{ struct pair p = pairs[%s & 3]; p.x ^= %s; pairs[1] = p; }"]) % (w(1), w(1)))
        elif kind == 6:
            self.put("pairs[%s & 3].y = %s;" % (w(1), self.double(2)))
        elif kind == 7:
            self.put(r.choice([
                "vi += (v4){%s, %s, 3, id};", "vi = vi.yzwx ^ (%s & %s);", "vi = vi * 5 + (v4){a, b, %s, %s};",
                "vi = __builtin_elementwise_max(vi, (v4){%s, %s, 9, 80});", "vi[%s & 3] = %s;",
                "vi = vi >> ((v4){1, 2, 3, 4} + (%s & 7)) | %s;",
                "vh = vh * (unsigned short)%s + (unsigned short)%s;",
                "vi = (v4)__builtin_convertvector(vh.lo, v4) - %s * %s;"]) % (w(1), w(1)))
        elif kind == 8:
            self.put(r.choice([
                "vf = vf * %s + %s;", "vf = (f4){f, g, %s, %s};", "vf = vf.wxzy - %s * %s;",
                "vf = __builtin_elementwise_abs(vf) * small(%s) - small(%s);"]) % (self.number(1), self.number(1)))
        elif kind == 9:
            self.put(r.choice(["field.a = %s + %s;", "field.b ^= %s * %s;", "field.d = (int)(%s - %s);",
                               "field.e += %s + (unsigned long)%s * 99;"]) % (w(1), w(1)))
        elif kind == 10:
            self.put("h = (_Float16)small(%s);" % self.number(2))
        elif kind == 11:
            self.loops += 1
            x, y = "x%d" % self.loops, "y%d" % self.loops
            self.put("for (unsigned %s = 0; %s < 4; %s++)" % (x, x, x))
            self.put("\tfor (unsigned %s = %s; %s < 4; %s++)" % (y, r.choice(["0", x, "%s & 1" % w(0)]), y, y))
            self.put("\t\tgrid[%s][%s] %s %s;" % (x, y, r.choice(["+=", "^=", "="]),
                                                  r.choice(["grid[%s][%s] * 3 + 1" % (y, x), "%s * %s + a" % (x, y), w(1)])))
        elif kind == 12:
            self.loops += 1
            k = "k%d" % self.loops
            self.put("{ unsigned %s = %s & 15;" % (k, w(1)))
            self.put("while (%s) {" % k)
            self.block(room - 2, False)
            self.put("\t%s = %s %s; }" % (k, k, r.choice(["- 1", "/ 2", "& (%s - 1)" % k])))
            self.put("}")
        elif kind == 13:
            self.put("do { a = a * 3 + %s; b--; if (%s) break; } while (b & 7);" % (w(1), self.condition()))
        elif kind == 14:
            self.put("{ unsigned *at = %s ? own : v.words, *end = at + 4; while (at < end) c = c * 33 + *at++; }"
                     % self.condition())
        else:
            self.put("f = %s ? small((float)%s) : -0.0f;" % (self.condition(), self.double(1)))

    # --- the leaf

    def declare(self):
        put = self.put
        put("unsigned long u = id * 0x9e3779b97f4a7c15ul;")
        put("u128 w = (u128)u << 51 ^ id;")
        put("double d = (double)(int)b * 0.001, e = -0.0;")
        put("_Float16 h = (_Float16)0.1f;")
        put("v4 vi = {a, b, 3, 4};")
        put("f4 vf = {f, 1, -0.0f, 2.5f};")
        put("w8 vh = (unsigned short)id;")
        put("union view v = {{a, b ^ 0x80808080u, 7, ~a}};")
        put("struct pair pairs[4] = {{1, -2, a, 0.5}, {-3, 300, b, -1.5}, {5, 0, 7, 1e-310}, {0, 1, 2, 3}};")
        put("struct fields field = {5, 300, -7, u};")
        put("unsigned grid[4][4] = {{a, 1}, {2, b}, {0, 0, 3}, {c, 5, 6, 7}};")

    def fold(self):
        r, put = self.rng, self.put
        if self.barriers and r.random() < 0.6:
            put("for (unsigned turn = 0; turn < (n & 3) + %d; turn++) {" % r.randint(1, 3))
            put("\ttmp[id] = a + turn;")
            put("\t__hpvm__barrier();")
            put("\tb = b * 3 + tmp[base + (index + turn + 1) % size];")
            put("\tu ^= b; vi += b; d = d * 0.5 + (b & 7);")
            put("\t__hpvm__barrier();")
            put("}")
        put("a ^= (unsigned)u ^ (unsigned)(u >> 32) ^ (unsigned)(w >> 64) ^ (unsigned)(w >> 17);")
        put("b ^= bits64(d) ^ bits64(e) * 3 ^ bits((float)h) ^ vi.x ^ vi.y * 5 ^ vi.z * 7 ^ vi.w;")
        put("c ^= bits(vf.x) ^ bits(vf.y) * 3 ^ bits(vf.z) * 5 ^ bits(vf.w) * 7 ^ vh.s0 ^ vh.s5 * 9u;")
        put("for (unsigned k = 0; k < 4; k++)")
        put("\tc = c * 17 + (v.words[k] ^ own[k + 4] ^ pairs[k].x ^ (unsigned)pairs[k].s ^ "
            "bits64(pairs[k].y) ^ grid[k][3 - k] ^ (unsigned)pairs[k].c);")
        put("c += field.a + field.b * 3u + (unsigned)field.d * 5 + (unsigned)field.e;")
        put("b += gather(v.bytes, 16);")

    def children(self, dims, inner, grid):
        text = super().children(dims, inner, grid)
        if not self.chained or inner != self.name:
            return text
        text += "\tvoid *sink = __hpvm__createNodeND(%d, %s_sink%s);\n" % (dims, inner, grid)
        text += "\t__hpvm__bindIn(sink, 4, 0, 0);\n\t__hpvm__bindIn(sink, 5, 1, 0);\n"
        return text + "".join("\t__hpvm__edge(node, sink, 0, %d, %d, 0);\n" % (i, i + 1) for i in (1, 2, 3))

    def text(self):
        text, instances = super().text()
        if not self.chained:
            return text, instances
        lines = ["__hpvm__hint(GPU_TARGET);", "__hpvm__attributes(1, out, 1, out);",
                 "void *self = __hpvm__getNode();", "long index = 0, size = 1, base = 0;"]
        for d in "xyz"[:self.dims]:
            lines += ["index = index * __hpvm__getNumNodeInstances_%s(self) + __hpvm__getNodeInstanceID_%s(self);" % (d, d),
                      "size *= __hpvm__getNumNodeInstances_%s(self);" % d]
        if self.levels == 2:
            lines.append("base = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self)) * size;")
        lines += ["out[2 * (base + index)] ^= x * 31 + bits64(y) + (unsigned)(z >> 32);",
                  "__hpvm__return(1, out_size);"]
        sink = "void %s_sink(unsigned *out, long out_size, unsigned x, double y, long z)\n{\n\t%s\n}\n" % (
            self.name, "\n\t".join(lines))
        return sink + text, instances


if __name__ == "__main__":
    generate.write(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5, BackendLeaf, HEAD)
