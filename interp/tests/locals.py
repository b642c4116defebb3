#!/usr/bin/env python3
"""locals.py SEED COUNT -- an HPVM-C program of COUNT random leaves that access local variables, on standard
output.

Each leaf has an array `a` between two others and accesses one element of it, at an offset that the host
chooses, in one of many ways: the pointer goes through arithmetic, calls, memory, selects, loops or integers,
and the access is a load, a store, an atomic operation, a copy or a C function. Instance 77 uses the offset
of the command line, the others one inside the array:

	program LEAF OFFSET       OFFSET: bytes from the start of `a`, or `b` or `c`: the neighbours

Before each leaf, a comment says "leaf K: bytes BYTES step STEP align ALIGN way WAY access ACCESS". `a` has
BYTES bytes, of which an access touches STEP; OFFSET must be a multiple of ALIGN. An access at offset 0 to
BYTES - STEP is right, every other one is `out-of-bounds` of 'a', except that with the ways "integer" and
"integer_table" other variables may be accessed as well.
"""
import random
import sys

HEAD = """#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 200, CHOSEN = 77 };
typedef struct { char *p; long n; } holder;
typedef struct { int x; char c[9]; } odd;
static long in[N], out[N];
#define NOINLINE __attribute__((noinline))
static NOINLINE void *same(void *p) { return p; }
static NOINLINE void *ahead(char *p, long k) { return p + k; }
static NOINLINE void *either(int w, char *p, char *q) { return w ? p : q; }
static NOINLINE void *deep(int n, char *p, long k) { return n ? deep(n - 1, p, k) : p + k; }
static NOINLINE void keep(holder *h, char *p, long k) { h->p = p + k; h->n = k; }
static NOINLINE holder held(char *p, long k) { holder h = {p, k}; return h; }
static NOINLINE holder moved(char *p, long k) { holder h = {p + k, k}; return h; }
static NOINLINE void swap(char **p, char **q) { char *t = *p; *p = *q; *q = t; }
static NOINLINE long get(char *p, long k, long n) { long v = 0; memcpy(&v, p + k, n); return v; }
"""

# K: the offset. `p` is the pointer that is used, at offset `k`.
WAYS = {
    "plain": "char *p = (char *)a; long k = K;",
    "step": "char *p = (char *)a + K; long k = 0;",
    "returned": "char *p = same(a); long k = K;",
    "ahead": "char *p = ahead((char *)a, K); long k = 0;",
    "both": "char *p = ahead((char *)a, K / 2); long k = K - K / 2;",
    "deep": "char *p = deep(3, (char *)a, K); long k = 0;",
    "back": "char *p = ahead((char *)a, K + 40); long k = -40;",
    "memory": "holder h; h.p = (char *)a; hide(&h); char *p = h.p; long k = K;",
    "kept": "holder h; keep(&h, (char *)a, K); char *p = h.p; long k = 0;",
    "held": "holder h = held((char *)a, 0); char *p = h.p; long k = K;",
    "moved": "holder h = moved((char *)a, K); char *p = h.p; long k = 0;",
    "table": "char *t[3] = {(char *)b, (char *)a, (char *)c}; char *p = t[1 + in[0]]; long k = K;",
    "table_ahead": "char *t[3] = {(char *)b, (char *)a + K, (char *)c}; char *p = t[1 + in[0]]; long k = 0;",
    "swapped": "char *p = (char *)b, *q = (char *)a; swap(&p, &q); long k = K;",
    "swapped_ahead": "char *p = (char *)b, *q = (char *)a + K; swap(&p, &q); long k = 0;",
    "turns": "char *p = (char *)b, *q = (char *)a; for (long j = 0; j < 3 + in[0]; j++) { char *t = p; p = q; q = t; } long k = K;",
    "select": "char *p = in[0] ? (char *)b : (char *)a; long k = K;",
    "select_ahead": "char *p = in[0] ? (char *)b : (char *)a + K; long k = 0;",
    "either": "char *p = either(!in[0], (char *)a, (char *)c); long k = K;",
    "loop": "char *p = (char *)a; long k = 0; for (long j = K; j > 0; j--) p++; for (long j = K; j < 0; j++) p--;",
    "loop_select": "char *p = in[0] ? (char *)c : (char *)a; long k = 0; for (long j = K; j > 0; j--) p++; for (long j = K; j < 0; j++) p--;",
    "indirect": "char *q = (char *)a, **r = &q; hide(&r); char *p = *r; long k = K;",
    "indirect_ahead": "char *q = (char *)a + K, **r = &q; hide(&r); char *p = *r; long k = 0;",
    "copied": "char *q = (char *)a, *p; memcpy(&p, &q, 4); memcpy((char *)&p + 4, (char *)&q + 4, 4); long k = K;",
    "integer": "char *p = (char *)((unsigned long)a + (unsigned long)K); long k = 0;",
    "integer_table": "unsigned long t[2] = {(unsigned long)b, (unsigned long)a}; char *p = (char *)(t[1 + in[0]] + (unsigned long)K); long k = 0;",
}

# T: the type of an element.
ACCESSES = {
    "read": "out[i] = (long)*(T *)(p + k);",
    "write": "*(T *)(p + k) = (T)in[i];",
    "update": "*(T *)(p + k) += (T)1;",
    "atomic": "__atomic_fetch_add((int *)(p + k), 1, __ATOMIC_RELAXED);",
    "exchange": "__atomic_exchange_n((int *)(p + k), 1, __ATOMIC_RELAXED);",
    "struct": "{ S s = *(S *)(p + k); out[i] = s.m[0] + s.m[1]; }",
    "struct_to": "{ S s = {{(T)1, (T)2}}; *(S *)(p + k) = s; }",
    "copy_to": "{ long v = in[i]; memcpy(p + k, &v, n); }",
    "copy_from": "{ long v = 0; memcpy(&v, p + k, n); out[i] = v; }",
    "move": "{ long v = 0; memmove(&v, p + k, n); out[i] = v; }",
    "fill": "memset(p + k, 7, n);",
    "far": "out[i] = get(p, k, n);",
}

TYPES = {"char": 1, "short": 2, "int": 4, "long": 8, "float": 4, "double": 8}


def leaf(r, number):
    kind = r.choice(list(TYPES))
    size = TYPES[kind]
    way, access = r.choice(list(WAYS)), r.choice(list(ACCESSES))
    if access in ("atomic", "exchange"):
        kind, size = "int", 4
    count = r.choice([1, 2, 3, 4, 5, 8, 16, 33])
    if access.startswith("struct"):
        count += 2
    step = size * 2 if access.startswith("struct") else size
    sizes = [r.choice([1, 3, 4, 8, 24, 64]) for _ in range(2)]
    order = ["long b[%d];" % sizes[0], "%s a[%d];" % (kind, count), "long c[%d];" % sizes[1]]
    r.shuffle(order)
    align = 1 if access in ("copy_to", "copy_from", "move", "fill", "far") else size
    text = "/* leaf %d: bytes %d step %d align %d way %s access %s */\n" % (number, size * count, step, align, way,
                                                                         access)
    text += "static void leaf%d(long *in, size_t inb, long *out, size_t outb)\n{\n" % number
    text += "\t__hpvm__hint(CPU_TARGET);\n\t__hpvm__attributes(2, in, out, 1, out);\n"
    text += "\tlong i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());\n"
    text += "\ttypedef %s T; typedef struct { T m[2]; } S;\n" % kind
    text += "\t%s\n" % " ".join(order)
    text += "\tconst size_t n = sizeof(T) + in[0];\n\t(void)n; (void)sizeof(S);\n"
    text += "\tmemset(a, 1, sizeof a); memset(b, 1, sizeof b); memset(c, 1, sizeof c);\n"
    text += "\tlong K = in[i] == -1001 ? (char *)b - (char *)a : in[i] == -1002 ? (char *)c - (char *)a : in[i];\n"
    text += "\t%s\n\t%s\n" % (WAYS[way], ACCESSES[access])
    text += "\tout[i] += (long)a[0] + b[0] + c[0];\n\t__hpvm__return(0);\n}\n"
    text += "static void root%d(long *in, size_t inb, long *out, size_t outb)\n{\n" % number
    text += "\t__hpvm__hint(CPU_TARGET);\n\t__hpvm__attributes(2, in, out, 1, out);\n"
    text += "\tvoid *c = __hpvm__createNodeND(1, leaf%d, (size_t)N);\n" % number
    text += "\t__hpvm__bindIn(c, 0, 0, 0); __hpvm__bindIn(c, 1, 1, 0);\n"
    text += "\t__hpvm__bindIn(c, 2, 2, 0); __hpvm__bindIn(c, 3, 3, 0);\n}\n"
    return text


def main():
    r = random.Random(int(sys.argv[1]))
    count = int(sys.argv[2])
    print(HEAD)
    print("static NOINLINE void hide(void *p) { if (!p) *(char *)p = 0; }")
    for k in range(count):
        print(leaf(r, k))
    print("int main(int argc, char **argv)\n{")
    print("\tstruct __attribute__((packed)) { long *in; size_t inb; long *out; size_t outb; } s = {in, sizeof in, out, sizeof out};")
    print("\tint which = argc > 1 ? atoi(argv[1]) : 0;")
    print("\tlong k = argc < 3 ? 0 : *argv[2] == 'b' ? -1001 : *argv[2] == 'c' ? -1002 : atol(argv[2]);")
    print("\tvoid *g = NULL;\n\tlong sum = 0;")
    print("\tin[CHOSEN] = k;\n\t__hpvm__init();")
    print("\tllvm_hpvm_track_mem(in, sizeof in); llvm_hpvm_track_mem(out, sizeof out);")
    print("\tswitch (which) {")
    for k in range(count):
        print("\tcase %d: g = __hpvm__launch(0, root%d, &s); break;" % (k, k))
    print("\t}\n\t__hpvm__wait(g);\n\tllvm_hpvm_request_mem(out, sizeof out);")
    print("\tfor (int i = 0; i < N; i++) sum = sum * 31 + out[i];")
    print('\tprintf("%ld\\n", sum);\n\t__hpvm__cleanup();\n}')


if __name__ == "__main__":
    main()
