#!/usr/bin/env python3
"""host_objects.py SEED COUNT LANGUAGE -- a C or C++ program (c, c++) of COUNT random functions of host code that
access an object, on standard output.

Each function has an array between two others on the stack, in the heap or among the globals, and accesses one element of
it at an offset that the command line chooses, in one of many ways (those of locals.py and C functions), or after the end
of its lifetime:

	program FUNCTION OFFSET TIMES   OFFSET: bytes from the start of the array; "gone": after its end, or "twice";
	                                TIMES: accesses at offset 0 before, to other arrays

Before each function, a comment says "function K: bytes BYTES step STEP align ALIGN kind KIND way WAY access ACCESS". An
access at offset 0 to BYTES - STEP is right, and every other one is `out-of-bounds`, except that with the ways "integer"
another object may be accessed; "gone" is `use-after-free` for kind "heap" and others of the heap; "twice" frees twice.
"""
import random
import sys

from locals import ACCESSES, TYPES, WAYS

HEAD = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char *p; long n; } holder;
static long in[4], out[4], zero, i;
static void *volatile escaped; /* so that no access can be left out */
#define NOINLINE __attribute__((noinline))
static NOINLINE char *same(void *p) { return (char *)p; }
static NOINLINE char *ahead(char *p, long k) { return p + k; }
static NOINLINE char *either(int w, char *p, char *q) { return w ? p : q; }
static NOINLINE char *deep(int n, char *p, long k) { return n ? deep(n - 1, p, k) : p + k; }
static NOINLINE void keep(holder *h, char *p, long k) { h->p = p + k; h->n = k; }
static NOINLINE holder held(char *p, long k) { holder h = {p, k}; return h; }
static NOINLINE holder moved(char *p, long k) { holder h = {p + k, k}; return h; }
static NOINLINE void swap(char **p, char **q) { char *t = *p; *p = *q; *q = t; }
static NOINLINE long get(char *p, long k, long n) { long v = 0; memcpy(&v, p + k, n); return v; }
static NOINLINE void hide(void *p) { if (!p) *(char *)p = 0; }
static NOINLINE int less(const void *p, const void *q) { return *(const char *)p - *(const char *)q; }
"""

# Accesses by C functions: `n` bytes, of which the last is a 0 for a text.
FUNCTIONS = {
    "strcpy": "{ char v[9] = \"1234567\"; v[n - 1] = 0; strcpy(p + k, v); }",
    "strncpy": "strncpy(p + k, \"12345678901234567890\", n);",
    "strcat": "{ char v[9] = \"1234567\"; v[n - 1] = 0; if (k >= 0) p[k] = 0; strcat(p + k, v); }",
    "sprintf": "sprintf(p + k, \"%.*s\", (int)n - 1, \"12345678\");",
    "snprintf": "snprintf(p + k, n, \"%s\", \"12345678901\");",
    "memcmp": "out[i] = memcmp(p + k, \"123456789012\", n);",
    "strnlen": "out[i] = strnlen(p + k, n);",
    "qsort": "qsort(p + k, n, 1, less);",
    "strtol": "if (n == 8) strtol(\"17\", (char **)(p + k), 10); else memset(p + k, 1, n);",
    "frexp": "if (n == 4) frexp(3.5, (int *)(p + k)); else memset(p + k, 1, n);",
}

# How the array comes to be; b and c are its neighbours. T: the type of an element; M: number of elements.
KINDS = {
    "stack": "T b[5]; T a[M]; T c[7];",
    "stack_dynamic": "long m = M + zero; T b[5]; T a[m]; T c[7];",
    "global": "static T b[5]; static T a[M]; static T c[7];",
    "heap": "T *b = (T *)malloc(5 * sizeof(T)), *a = (T *)malloc(M * sizeof(T)), *c = (T *)malloc(7 * sizeof(T));",
    "calloc": "T *b = (T *)calloc(5, sizeof(T)), *a = (T *)calloc(M, sizeof(T)), *c = (T *)malloc(7 * sizeof(T));",
    "realloc": "T *b = (T *)malloc(sizeof(T)), *a = (T *)realloc(malloc(3), M * sizeof(T)), *c = (T *)malloc(sizeof(T));",
    "aligned": "T *b = (T *)aligned_alloc(64, 64), *a; if (posix_memalign((void **)&a, 64, M * sizeof(T))) abort(); T *c = (T *)malloc(sizeof(T));",
    "strdup": "T *b = (T *)strdup(\"x\"), *a, *c = (T *)strdup(\"y\"); { char t[M * sizeof(T)]; memset(t, 'q', sizeof t); t[sizeof t - 1] = 0; a = (T *)strdup(t); }",
    "new": "T *b = new T[5], *a = new T[M], *c = new T[7];",
}
HEAP = ("heap", "calloc", "realloc", "aligned", "strdup", "new")


def function(r, number, language):
    kind = r.choice([k for k in KINDS if language != "c" or k != "new"])
    type_ = r.choice(list(TYPES))
    accesses = dict(ACCESSES, **FUNCTIONS)
    del accesses["copy_to"]
    access, way = r.choice(list(accesses)), r.choice(list(WAYS))
    if access in ("atomic", "exchange"):
        type_ = "int"
    if access == "strnlen" and kind == "strdup":
        access = "memcmp"  # the text of strdup ends within the array
    size = TYPES[type_]
    count = r.choice([1, 2, 3, 4, 5, 8, 16, 33])
    if access.startswith("struct"):
        count += 2
    step = size * 2 if access.startswith("struct") else size
    text = access in FUNCTIONS or access in ("copy_from", "move", "fill", "far")
    align = 1 if text and access not in ("strtol", "frexp") else size
    lines = "/* function %d: bytes %d step %d align %d kind %s way %s access %s */\n" % (
        number, size * count, step, align, kind, way, access)
    lines += "static NOINLINE void function%d(const char *where)\n{\n" % number
    lines += "\ttypedef %s T; typedef struct { T m[2]; } S; enum { M = %d };\n" % (type_, count)
    lines += "\t%s\n" % KINDS[kind]
    lines += "\tconst size_t n = sizeof(T) + zero;\n\tlong K = atol(where);\n\t(void)n; (void)sizeof(S); escaped = b; escaped = c; escaped = a;\n"
    if kind != "strdup":
        lines += "\tmemset(a, 1, M * sizeof(T));\n"
    lines += "\t%s\n" % WAYS[way]
    if kind in HEAP:
        release = "delete[] a" if kind == "new" else "free(a)"
        lines += "\tif (*where == 'g') { k = 0; p = (char *)a; %s; }\n" % release
        lines += "\tif (*where == 't') { %s; %s; }\n" % (release, release)
    lines += "\t%s\n\tgetenv(\"HOME\");\n}\n" % accesses[access]
    return lines


def main():
    seed, count, language = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    r = random.Random(seed)
    print(HEAD)
    for k in range(count):
        print(function(r, k, language))
    print("int main(int argc, char **argv)\n{")
    print("\tint times = argc > 3 ? atoi(argv[3]) : 0;")
    print("\tzero = argc > 9;\n\tswitch (argc > 2 ? atoi(argv[1]) : -1) {")
    for k in range(count):
        print("\tcase %d: for (; times > 0; times--) function%d(\"0\"); function%d(argv[2]); break;" % (k, k, k))
    print('\t}\n\tputs(out[0] == 12345 ? "done " : "done");\n\treturn 0;\n}')


if __name__ == "__main__":
    main()
