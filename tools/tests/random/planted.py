"""planted.py -- faults for random programs: one each, of a local variable, a lifetime, an uninitialised value, or poison.

A fault is C text that is undefined when it is executed, and the names under which it may be reported. Its numbers go
through functions that no compiler looks into (HELPERS), so that the fault is in the bitcode at every level. @ in the
text is the name of the program, and i the instance that has the fault.
"""
import re

HELPERS = """
#if PART < 2
#ifdef REACHED
#define PLANT(condition) if (condition) { puts("reached"); fflush(stdout); exit(0); } else if (0)
#else
#define PLANT(condition) if (condition)
#endif
#define OPAQUE static __attribute__((noinline, optnone))
OPAQUE u32 same(u32 v) { __asm__ volatile("" ::: "memory"); return v; }
OPAQUE i32 same_int(i32 v) { __asm__ volatile("" ::: "memory"); return v; }
OPAQUE i64 same_long(i64 v) { __asm__ volatile("" ::: "memory"); return v; }
OPAQUE f64 same_double(f64 v) { __asm__ volatile("" ::: "memory"); return v; }
OPAQUE void *same_pointer(void *p) { __asm__ volatile("" ::: "memory"); return p; }
OPAQUE void touch(void *p) { __asm__ volatile("" :: "r"(p) : "memory"); }
OPAQUE void taken(void) { __asm__ volatile("" ::: "memory"); }
#endif
"""

TYPES = [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8), ("f32", 4), ("f64", 8)]
BOUNDS, FREED, SCOPE, UNINIT, POISON = ["out-of-bounds"], ["use-after-free"], ["use-after-scope"], ["uninitialised"], ["poison-used"]


class Fault:
    """KIND: local, heap, lifetime, uninitialised, poison or other. ROUTE: its name. LEAST: the lowest level of
    optimisation at which clang's bitcode has it."""

    def __init__(self, kind, route, ids, body, module="", least=0):
        self.kind, self.route, self.ids, self.body, self.module, self.least = kind, route, ids, body + used(body), module, least


def used(body):
    """Return text that uses what BODY uses in its outermost block, so that no store to it is dead."""
    outer, depth = "", 0
    for c in body:
        depth += (c == "{") - (c == "}")
        outer += c if not depth else ""
    return "".join(" " + use for use in dict.fromkeys(re.findall(r"touch\(&?[a-z]+\);", outer)))


def places(rng):
    """Return the type of the elements of an array, their size, their number, and an index outside."""
    name, size = rng.choice(TYPES)
    count = rng.randint(1, 20)
    return name, size, count, rng.choice([count, count, count + rng.randint(1, 9), -1, -rng.randint(2, 9), count * 2 + 40])


def local_faults(rng):
    t, size, n, bad = places(rng)
    past = rng.choice([n, n + rng.randint(0, 5)])
    write = rng.random() < 0.5
    access = lambda place: "%s = (%s)3;" % (place, t) if write else "same((u32)%s);" % place
    array = "%s a[%d] = {0}; touch(a); " % (t, n)
    pointer = "%s *p" % t
    yield "subscript", array + access("a[same_int(%d)]" % bad)
    yield "pointer", array + "%s = a + same_int(%d); " % (pointer, bad) + access("*p")
    yield "returned pointer", array + "%s = (%s *)same_pointer(a) + same_int(%d); " % (pointer, t, bad) + access("*p")
    yield "loop", array + "for (i32 k = 0; k <= same_int(%d); k++) { %s }" % (n, access("a[k]"))
    yield "loop of pointers", array + "for (%s = a, *e = a + same_int(%d); p != e; p++) { %s }" % (pointer, n + 1, access("*p"))
    yield "stored pointer", array + "struct { %s *at; u32 other; } s = {a, 4}; touch(&s); " % t + access("s.at[same_int(%d)]" % bad)
    yield "integer", array + "u64 q = (u64)a + (u64)(same_int(%d) * %d); " % (n, size) + access("*(%s *)q" % t)
    yield "memset", array + "memset(a, 1, same(%d));" % (past * size + 1)
    yield "memcpy to", array + "u8 from[%d] = {1}; touch(from); memcpy(a, from, same(%d));" % (n * size + 9, n * size + rng.randint(1, 8))
    yield "memcpy from", array + "u8 to[%d]; touch(to); memcpy(to, a, same(%d));" % (n * size + 9, n * size + rng.randint(1, 8))
    yield "memmove", array + "memmove(a, (u8 *)a + same(%d), same(%d));" % (size, n * size)
    yield "of a structure", "struct { u32 first; %s a[%d]; } s = {0}; touch(&s); " % (t, n) + access("s.a[same_int(%d)]" % (n + 8))
    yield "before a structure", "struct { u32 first; %s a[%d]; } s = {0}; touch(&s); " % (t, n) + access("s.a[same_int(-9)]")
    yield "wider", array + "u64 w; memcpy(&w, (u8 *)a + same(%d), 8); same((u32)w);" % (max(n * size - 7, 1) if n * size > 7 else n * size)
    yield "two dimensions", "%s a[3][%d] = {{0}}; touch(a); " % (t, n) + access("a[same_int(3)][same_int(%d)]" % rng.randrange(n))
    yield "scalar", "%s v = 0, *p = (%s *)same_pointer(&v); " % (t, t) + access("p[same_int(%d)]" % rng.choice([1, -1, 7]))
    yield "neighbour", "%s a[%d] = {0}, b[%d] = {0}; touch(a); touch(b); i64 d = (i64)b - (i64)a; " % (t, n, n) + access(
        "*(%s *)((u8 *)a + same_long(d))" % t)
    yield "variable length", "u32 n = same(%d); %s a[n]; memset(a, 0, n * sizeof(*a)); touch(a); " % (n, t) + access("a[same_int(%d)]" % bad)
    yield "variable length in a loop", "for (u32 k = 1; k < 4; k++) { %s a[k]; memset(a, 0, k * sizeof(*a)); touch(a); if (k == same(3)) { %s } }" % (
        t, access("a[same_int(3)]"))
    if t in ("u32", "u64"):
        yield "atomic", array + "__atomic_fetch_add(&a[same_int(%d)], 1, __ATOMIC_SEQ_CST);" % bad
        yield "exchange", array + "%s old = 0; __atomic_compare_exchange_n(&a[same_int(%d)], &old, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);" % (t, bad)


def local(rng):
    for route, body in local_faults(rng):
        # the end of such a loop is an address past the end, which decides
        yield Fault("local", route, BOUNDS + POISON * (route == "loop of pointers"), body)
    t, size, n, bad = places(rng)
    yield Fault("local", "argument", BOUNDS, "%s a[%d] = {0}; touch(a); @_access(a, same_int(%d));" % (t, n, bad),
                "static NOINLINE void @_access(%s *a, i32 k) { a[k] += 1; }" % t)
    yield Fault("local", "argument of two calls", BOUNDS, "%s a[%d] = {0}; touch(a); @_first(a, same_int(%d));" % (t, n, bad),
                "static NOINLINE void @_second(%s *a, i32 k) { same((u32)a[k]); }\nstatic NOINLINE void @_first(%s *a, i32 k) { @_second(a, k); taken(); }" % (t, t))
    yield Fault("local", "by value", BOUNDS, "struct @_s s = {{0}}; touch(&s); @_access(s, same_int(%d));" % (n + 30),
                "struct @_s { %s a[%d]; };\nstatic NOINLINE void @_access(struct @_s s, i32 k) { touch(&s); same((u32)s.a[k]); }" % (t, n + 20))
    yield Fault("local", "recursion", BOUNDS, "@_down(same(4), 0);",
                "static NOINLINE u32 @_down(u32 n, %s *up) { %s a[%d] = {0}; touch(a); if (n) return @_down(n - 1, a) + (u32)a[0]; up[same_int(%d)] = 1; return 1; }" % (
                    t, t, n, bad))
    yield Fault("local", "pointer to a pointer", BOUNDS, "%s a[%d] = {0}, *p = a, **q = &p; touch(&q); (*q)[same_int(%d)] = 1;" % (t, n, bad))
    yield Fault("local", "global pointer", BOUNDS, "%s a[%d] = {0}; @_at = a; touch(a); @_at[same_int(%d)] = 1;" % (t, n, bad),
                "static __thread %s *@_at;" % t)


def heap(rng):
    t, size, n, _ = places(rng)
    past = rng.choice([n, n + rng.randint(0, 3), -1])
    made = rng.choice(["malloc(same(%d))" % (n * size), "calloc(same(%d), %d)" % (n, size), "realloc(0, same(%d))" % (n * size)])
    yield Fault("heap", "write", BOUNDS, "%s *a = (%s *)%s; touch(a); a[same_int(%d)] = 1; touch(a); free(a);" % (t, t, made, past))
    yield Fault("heap", "read", BOUNDS, "%s *a = (%s *)%s; touch(a); same((u32)a[same_int(%d)]); free(a);" % (t, t, made, n))
    yield Fault("heap", "memset", BOUNDS, "%s *a = (%s *)%s; touch(a); memset(a, 0, same(%d)); touch(a); free(a);" % (t, t, made, n * size + rng.randint(1, 8)))
    yield Fault("heap", "string", BOUNDS, "char *a = (char *)malloc(same(4)); strcpy(a, (char *)same_pointer((void *)\"four\")); touch(a); free(a);")
    yield Fault("heap", "argument", BOUNDS, "%s *a = (%s *)%s; @_access(a, same_int(%d)); free(a);" % (t, t, made, past),
                "static NOINLINE void @_access(%s *a, i32 k) { a[k] = 1; touch(a); }" % t)


def lifetime(rng):
    t, size, n, _ = places(rng)
    k = rng.randrange(n)
    write = rng.random() < 0.5
    use = "p[same_int(%d)] = 1;" % k if write else "same((u32)p[same_int(%d)]);" % k
    yield Fault("lifetime", "returned local", FREED, "%s *p = @_local(); %s" % (t, use),
                "static NOINLINE %s *@_local(void) { %s a[%d] = {0}; touch(a); return (%s *)same_pointer(a); }" % (t, t, n, t))
    yield Fault("lifetime", "local of a call left in memory", FREED, "struct { %s *at; } s; @_leave(&s); %s *p = s.at; %s" % (t, t, use),
                "static NOINLINE void @_leave(void *to) { %s a[%d] = {0}; void *p = same_pointer(a); memcpy(to, &p, 8); }" % (t, n))
    yield Fault("lifetime", "returned local, another call between", FREED, "%s *p = @_local(); @_other(); %s" % (t, use),
                "static NOINLINE %s *@_local(void) { %s a[%d] = {0}; touch(a); return (%s *)same_pointer(a); }\n"
                "static NOINLINE void @_other(void) { u64 a[40] = {1}; touch(a); }" % (t, t, n, t))
    yield Fault("lifetime", "argument by value", FREED, "struct @_s s = {{0}}; %s *p = @_address(s); %s" % (t, use),
                "struct @_s { %s a[%d]; };\nstatic NOINLINE %s *@_address(struct @_s s) { return (%s *)same_pointer(&s); }" % (t, n + 20, t, t))
    yield Fault("lifetime", "after scope", SCOPE, "%s *p; { %s a[%d] = {0}; touch(a); p = (%s *)same_pointer(a); } taken(); %s" % (t, t, n, t, use), least=1)
    yield Fault("lifetime", "after the turn of a loop", SCOPE + UNINIT,
                "%s *p = 0; for (u32 k = 0; k < same(2); k++) { %s a[%d] = {0}; touch(a); p = (%s *)same_pointer(a); } %s" % (t, t, n, t, use), least=1)
    yield Fault("lifetime", "variable length, after its block", FREED,
                "%s *p; u32 n = same(%d); { %s a[n]; memset(a, 0, n * sizeof(*a)); p = (%s *)same_pointer(a); } taken(); %s" % (t, n, t, t, use))
    yield Fault("lifetime", "freed", FREED, "%s *p = (%s *)calloc(%d, %d); touch(p); free(p); taken(); p = (%s *)same_pointer(p); %s" % (t, t, n, size, t, use))
    yield Fault("lifetime", "freed, and allocated again", FREED,
                "%s *p = (%s *)calloc(%d, %d); touch(p); free(same_pointer(p)); void *q = calloc(%d, %d); touch(q); %s free(q);" % (t, t, n, size, n, size, use))
    yield Fault("lifetime", "freed twice", FREED, "void *p = malloc(same(%d)); touch(p); free(same_pointer(p)); taken(); free(same_pointer(p));" % (n * size))
    yield Fault("lifetime", "reallocated", FREED, "%s *p = (%s *)calloc(%d, %d); void *q = realloc(same_pointer(p), same(4000)); touch(q); %s free(q);" % (
        t, t, n, size, use))
    yield Fault("lifetime", "free of a local", ["invalid-free"], "%s a[%d]; touch(a); free(same_pointer(a));" % (t, n))
    yield Fault("lifetime", "free inside", ["invalid-free"], "u8 *p = (u8 *)malloc(64); touch(p); free(same_pointer(p + same(%d)));" % rng.randint(1, 63))


def uninitialised(rng):
    t, size, n, _ = places(rng)
    k = rng.randrange(n)
    sink = lambda v: rng.choice(["if (%s > (%s)5) taken();" % (v, t), "switch ((u32)%s) { case 1: taken(); break; case 77: touch(0); }" % v if t[0] == "u" else
                                 "if (%s < (%s)9) taken();" % (v, t), "u8 table[4] = {0}; touch(table); same(table[(u32)%s & 3]);" % v,
                                 "same_int(7 / (i32)((u32)%s | 1));" % v, "while (%s > (%s)3) { taken(); break; }" % (v, t)])
    value = "%s v; touch(&v); " % t
    yield Fault("uninitialised", "scalar", UNINIT, value + sink("v"))
    yield Fault("uninitialised", "arithmetic", UNINIT, value + "v = (%s)(v + same(3)); " % t + sink("v"))
    yield Fault("uninitialised", "element", UNINIT, "%s a[%d]; touch(a); for (i32 k = 0; k < %d; k++) if (k != same_int(%d)) a[k] = 1; " % (
        t, n, n, k) + sink("a[same_int(%d)]" % k))
    yield Fault("uninitialised", "field", UNINIT, "struct { u32 x; %s y; } s; touch(&s); s.x = 1; " % t + sink("s.y"))
    yield Fault("uninitialised", "copied", UNINIT, "struct { u32 x; %s y; } s, c; touch(&s); s.x = 1; c = s; touch(&c); " % t + sink("c.y"))
    yield Fault("uninitialised", "memcpy", UNINIT, "%s a[%d], b[%d]; touch(a); memcpy(b, a, sizeof(a)); touch(b); " % (t, n, n) + sink("b[same_int(%d)]" % k))
    yield Fault("uninitialised", "heap", UNINIT, "%s *a = (%s *)malloc(same(%d)); touch(a); %s v = a[same_int(%d)]; " % (t, t, n * size, t, k) + sink("v") + " free(a);")
    yield Fault("uninitialised", "argument", UNINIT, value + "@_sink(v);", "static NOINLINE void @_sink(%s v) { %s }" % (t, sink("v")))
    yield Fault("uninitialised", "by pointer", UNINIT, value + "@_sink(&v);", "static NOINLINE void @_sink(%s *v) { %s }" % (t, sink("(*v)")))
    yield Fault("uninitialised", "result", UNINIT, "%s v = @_make(); " % t + sink("v"),
                "static NOINLINE %s @_make(void) { %s v; touch(&v); return v; }" % (t, t))
    yield Fault("uninitialised", "variable length", UNINIT, "u32 n = same(%d); %s a[n]; touch(a); " % (n, t) + sink("a[same_int(%d)]" % k))
    yield Fault("uninitialised", "in the second turn", UNINIT,
                "for (u32 k = 0; k < same(2); k++) { %s v; if (k != 1) v = 2; touch(&v); %s }" % (t, sink("v")), least=1)


def poison(rng):
    sink = lambda v: rng.choice(["if (%s > 5) taken();" % v, "u8 table[4] = {0}; touch(table); same(table[(u32)(%s) & 3]);" % v,
                                 "switch ((u32)(%s) & 7) { case 1: taken(); break; case 5: touch(0); }" % v,
                                 "same_int(7 / (i32)((u32)(%s) | 1));" % v])
    int_, long_ = "same_int(2147483647)", "same_long(0x7fffffffffffffff)"
    for route, kind, value in (
            ("addition", "i32", "%s + same_int(%d)" % (int_, rng.randint(1, 9))), ("subtraction", "i32", "same_int(-2147483647) - same_int(%d)" % rng.randint(2, 9)),
            ("product", "i32", "%s * same_int(%d)" % (int_, rng.randint(2, 9))), ("negation", "i32", "-same_int(-2147483647 - 1)"),
            ("long addition", "i64", "%s + same_long(%d)" % (long_, rng.randint(1, 9))), ("long product", "i64", "%s * same_long(%d)" % (long_, rng.randint(2, 9))),
            ("long subtraction", "i64", "same_long(-0x7fffffffffffffff) - same_long(%d)" % rng.randint(2, 9))):
        yield Fault("poison", route, POISON, "%s v = %s; touch(&v); " % (kind, value) + sink("v"))
    yield Fault("poison", "increment", POISON, "i32 v = same_int(2147483647); touch(&v); v++; " + sink("v"))
    yield Fault("poison", "sum in a loop", POISON, "i32 v = 0; for (i32 k = 0; k < same_int(5); k++) v += same_int(1000000000); " + sink("v"))
    yield Fault("poison", "in a call", POISON, "@_sink(same_int(2147483647));", "static NOINLINE i32 @_next(i32 v) { return v + same_int(1); }\n"
                "static NOINLINE void @_sink(i32 v) { i32 w = @_next(v); %s }" % sink("w"))
    yield Fault("poison", "through memory", POISON, "i32 a[4] = {0}; touch(a); a[same_int(2)] = same_int(2147483647) + same_int(1); i32 v = a[same_int(2)]; " + sink("v"))
    far = ["shift-too-far"]
    yield Fault("poison", "shift", far, "u32 v = same(1) << same(%d); " % rng.randint(32, 63) + sink("v"))
    yield Fault("poison", "shift right", far, "u32 v = same(77) >> same(%d); " % rng.randint(32, 99) + sink("v"))
    yield Fault("poison", "negative shift", far + POISON, "i64 v = same_long(1) << same_int(-%d); " % rng.randint(1, 9) + sink("v"))
    yield Fault("poison", "conversion", ["fp-to-int-range"], "i32 v = (i32)same_double(%s); " % rng.choice(["1e10", "-3e9", "1e300"]) + sink("v"))
    yield Fault("poison", "conversion to a byte", ["fp-to-int-range"], "u8 v = (u8)same_double(%s); " % rng.choice(["256.0", "-1.5", "1e10"]) + sink("v"))
    yield Fault("poison", "address past the end", POISON, "u8 a[16] = {0}; touch(a); u8 *p = a + same_int(%d); if (p > (u8 *)same_pointer(a)) taken();" % rng.choice([17, 40, -1]))


def other(rng):
    yield Fault("other", "division by zero", ["div-by-zero"], "same(7 %s same(0));" % rng.choice("/%"))
    yield Fault("other", "quotient overflow", ["div-overflow"], "same_int(same_int(-2147483647 - 1) %s same_int(-1));" % rng.choice("/%"))
    yield Fault("other", "unreachable", ["unreachable"], "if (same(1)) __builtin_unreachable();")
    yield Fault("other", "null", ["bad-access"], "*(%s *)same_pointer((void *)%d) = 1;" % (rng.choice(TYPES)[0], 0))
    yield Fault("other", "misaligned", ["misaligned"], "u64 a[3] = {0}; touch(a); *(u32 *)same_pointer((u8 *)a + same(%d)) = 1;" % rng.choice([1, 2, 3, 5]))
    yield Fault("other", "call of null", ["bad-call"], "((void (*)(void))same_pointer((void *)0))();")
    yield Fault("other", "overlapping copy", ["broken-promise"], "u8 a[16] = {0}; touch(a); memcpy(a, a + same(%d), same(8));" % rng.randint(1, 7))
    yield Fault("other", "constant", ["bad-access"], "*(char *)same_pointer((void *)\"text\") = 'T';")
    yield Fault("other", "assumption", ["assume-failed"], "u32 v = same(3); __builtin_assume(v == 4); touch(&v);", least=1)


# The faults that the campaign is about come more often.
KINDS = [local] * 5 + [lifetime] * 3 + [uninitialised] * 3 + [poison] * 3 + [heap] * 2 + [other]


def plant(unit, rng, level):
    """Put a fault into the body of UNIT, where it is executed for one instance unless the function has returned, and
    return it. LEVEL: of optimisation."""
    fault = rng.choice([f for f in rng.choice(KINDS)(rng) if f.least <= level])
    lines = unit.items[-1][1]
    declared = max([k + 1 for k, line in enumerate(lines) if isinstance(line, str) and not line.startswith("return")] or [0])
    which = rng.choice(["i == %d" % rng.randrange(100), "1"])
    lines.insert(rng.randint(0, declared), "PLANT(%s) { %s }" % (which, fault.body.replace("@", unit.name)))
    unit.items.insert(0, fault.module.replace("@", unit.name))
    return fault
