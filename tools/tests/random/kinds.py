"""kinds.py -- the kinds of random programs.

Each kind is a function that adds types and functions to the Unit of a program (generate.py), and ways to use them:
own_words write an expression of an integer type, given the Function, the type and the depth; own_statements write a
statement; declares write variables of the function of the program, and may add statements that use them.
"""
from functions import BOOL, FLOATS, I32, STANDARD, U32, U64, Function, Type

WIDTHS = [1, 2, 3, 5, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 40, 48, 57, 63, 64, 65, 77, 96, 100, 127, 128]


def mixed(unit):
    """Integers of all widths, and calls with many parameters."""
    r = unit.rng
    unit.types = STANDARD + [BOOL]
    name, kind = unit.fresh("many"), r.choice(unit.types)
    parameters = [("a%d" % k, r.choice(unit.types)) for k in range(r.randint(7, 12))]
    cost = unit.function("%s %s" % (kind.name, name), parameters, lambda f: "return %s;" % f.word(kind))
    unit.helpers.append((name, kind, [p[1] for p in parameters], cost))


def pointers(unit):
    """Functions that are called by pointer, and variables that are reached through pointers."""
    r = unit.rng
    kind, other = r.choice(unit.types), r.choice(unit.types)
    names, cost = [], 0
    for _ in range(r.choice([2, 4, 8])):
        names.append(unit.fresh("g"))
        cost = max(cost, unit.function("%s %s" % (kind.name, names[-1]), [("a", kind), ("b", other)],
                                       lambda f: "return %s;" % f.word(kind, 1), budget=150, room=r.randint(0, 2),
                                       inline="static NOINLINE"))
    call, table, through, chosen = unit.fresh("call"), unit.fresh("table"), unit.fresh("through"), unit.fresh("chosen")
    unit.put("typedef %s (*%s)(const u32 *, %s, %s);" % (kind.name, call, kind.name, other.name),
             "static %s%s %s[%d] = {%s};" % ("const " if r.random() < 0.5 else "", call, table, len(names), ", ".join(names)),
             "%s %s %s(%s f, const u32 *in, %s a, %s b) { return (%s)(f(in, a, b) ^ f(in, (%s)b, (%s)a)); }" % (
                 unit.inline(), kind.name, through, call, kind.name, other.name, kind.name, kind.name, other.name),
             "%s %s %s(u32 k) { return k & 1 ? %s : %s[k & %d]; }" % (unit.inline(), call, chosen, r.choice(names), table,
                                                                    len(names) - 1),
             "typedef struct { %s f; %s a; } %s_bound;" % (call, other.name, call))

    def words(f, _, deep):
        if f.cost + f.turns * cost * 2 > f.budget:
            return None
        f.cost += f.turns * cost * 2
        k, a, b = f.word(U32, deep), f.word(kind, deep), f.word(other, deep)
        return r.choice([
            "%(table)s[%(k)s & %(last)d](in, %(a)s, %(b)s)", "%(chosen)s(%(k)s)(in, %(a)s, %(b)s)",
            "((%(condition)s) ? %(one)s : %(two)s)(in, %(a)s, %(b)s)",
            "%(through)s(%(chosen)s(%(k)s), in, %(a)s, %(b)s)", "%(through)s(%(one)s, in, %(a)s, %(b)s)",
            "({ %(call)s_bound bound = {%(table)s[%(k)s & %(last)d], %(b)s}; bound.f(in, %(a)s, bound.a); })",
            "%(table)s[%(k)s & %(last)d] == %(one)s"]) % {
                "table": table, "k": k, "last": len(names) - 1, "a": a, "b": b, "chosen": chosen, "call": call,
                "condition": f.condition(0), "one": r.choice(names), "two": r.choice(names), "through": through}

    def statement(f):
        mine = [v for v in f.writable() if "." not in v[0]]
        kind = r.choice(mine)[1]
        same = [v[0] for v in mine if v[1] is kind]
        p, q = f.fresh("q"), f.fresh("q")
        f.lines.append("{ %s *%s = (%s) ? &%s : &%s, **%s = &%s; **%s = %s; %s}" % (
            kind.name, p, f.condition(), r.choice(same), r.choice(same), q, p, q, f.word(kind),
            "if (%s) *%s = &%s; *%s = %s; " % (f.condition(), q, r.choice(same), p, f.word(kind)) if r.random() < 0.5 else ""))

    unit.own_words.append(words)
    unit.own_statements.append(statement)


def recursion(unit):
    """Functions that call themselves or one another, also through pointers and with structures."""
    r = unit.rng
    kind, name = r.choice(unit.types), unit.fresh("r")
    form = r.choice(["tree", "tail", "mutual", "pointer", "struct", "through"])
    op, by = r.choice("+^*"), r.choice([1, 3, 5, 11])

    def step(a):
        return "(%s)((%s)%s %s (%s)%d)" % (kind.name, kind.wraps, a, op, kind.wraps, by)

    a = step("a")
    noinline = "static NOINLINE"
    if form == "tree":
        two = r.random() < 0.5
        cost = unit.function(
            "%s %s" % (kind.name, name), [("a", kind), ("n", U32)], lambda f:
            "return n %% 6 == 0 ? %s : (%s)(%s(in, %s, n %% 6 - 1) ^ %s);" % (
                f.word(kind, 1), kind.name, name, a, "((a & 1) ? %s(in, (%s)(a >> 1), n %% 6 - 1) : a)" % (name, kind.name)
                if two else f.word(kind, 1)), budget=60, room=1, inline=noinline) * (20 if two else 6)
    elif form == "tail":
        cost = unit.function("%s %s" % (kind.name, name), [("a", kind), ("n", U32)],
                             lambda f: "return n == 0 || n > 60 ? a : %s(in, %s, n - 1);" % (name, a), budget=40, room=1,
                             inline=r.choice([noinline, "static"])) * 40
    elif form == "mutual":
        other = unit.fresh("r")
        unit.put("%s %s %s(const u32 *in, %s a, u32 n);" % (noinline, kind.name, other, kind.name))
        cost = 0
        for me, next_one in ((name, other), (other, name)):
            cost += unit.function("%s %s" % (kind.name, me), [("a", kind), ("n", U32)], lambda f:
                                  "return n %% 12 == 0 ? a : (%s)(%s(in, %s, n %% 12 - 1) %s %s);" % (
                                      kind.name, next_one, a, r.choice("&|^"), f.word(kind, 0)), budget=60, room=1,
                                  inline=noinline) * 6
    elif form == "pointer":
        unit.put(("%s void %s_on(%s *a, u32 n, u32 *sum)\n{" % (noinline, name, kind.name), [
            "%s here[2] = {*a, %s};" % (kind.name, step("*a")),
            "*sum = *sum * 31 + n;",
            ("if (n % 8) {", ["{}_on(&here[n & 1], n % 8 - 1, sum);".format(name), "*a = (%s)(here[0] ^ here[1] ^ *sum);" % kind.name], "}"),
            "*sum ^= (u32)here[1];"], "}"))
        unit.put("static %s %s(const u32 *in, %s a, u32 n) { u32 sum = 1; %s_on(&a, n, &sum); return (%s)(a ^ sum); }" % (
            kind.name, name, kind.name, name, kind.name))
        cost = 120
    elif form == "struct":
        unit.put("typedef struct { %s a; u32 n; u64 sum; u8 path[%d]; } %s_s;" % (kind.name, r.choice([3, 8, 21]), name),
                 ("%s %s_s %s_on(%s_s s)\n{" % (noinline, name, name, name), [
                     ("if (s.n % 7) {", ["s.path[s.n % 3] = (u8)s.a;", "s.n = s.n % 7 - 1;", "s.a = %s;" % step("s.a"),
                                         "s = %s_on(s);" % name, "s.sum = s.sum * 3 + s.n + s.path[2];"], "}")],
                  "\treturn s;\n}"),
                 "static %s %s(const u32 *in, %s a, u32 n) { %s_s s = {a, n, 5, {0}}; s = %s_on(s); return (%s)(s.a + s.sum); }" % (
                     kind.name, name, kind.name, name, name, kind.name))
        cost = 120
    else:
        unit.put("typedef %s (*%s_f)(const u32 *, %s, u32, void *);" % (kind.name, name, kind.name),
                 "%s %s %s_on(const u32 *in, %s a, u32 n, void *f) { return n %% 9 == 0 ? a : (%s)((*(%s_f *)f)(in, %s, n %% 9 - 1, f) ^ 1); }" % (
                     noinline, kind.name, name, kind.name, kind.name, name, a),
                 "static %s %s(const u32 *in, %s a, u32 n) { %s_f f = %s_on; return f(in, a, n, &f); }" % (
                     kind.name, name, kind.name, name, name))
        cost = 60
    unit.helpers.append((name, kind, [kind, U32], cost))
    unit.own_words.append(lambda f, _, deep: f.call(deep))


def field_types(unit, floats=True):
    return unit.types + (["f32", "f64"] if floats else [])


def structs(unit):
    """Structures by value, of all sizes, nested, returned, in arrays."""
    r = unit.rng
    kinds = {}
    for _ in range(r.randint(1, 3)):
        name = unit.fresh("S")
        fields, paths = [], []
        for k in range(r.choice([1, 2, 2, 3, 4, 6, 9])):
            nested = r.choice(list(kinds)) if kinds and r.random() < 0.3 else None
            kind = r.choice(field_types(unit, not unit.fast))
            text = kind.name if isinstance(kind, Type) else kind
            if nested:
                fields.append("%s m%d;" % (nested, k))
                paths += [("m%d.%s" % (k, path), inner) for path, inner in kinds[nested]]
            elif r.random() < 0.2:
                length = r.choice([1, 2, 3, 5])
                fields.append("%s m%d[%d];" % (text, k, length))
                paths += [("m%d[%d]" % (k, n), kind) for n in range(length)]
            else:
                fields.append("%s m%d;" % (text, k))
                paths.append(("m%d" % k, kind))
        packed = "__attribute__((packed)) " if r.random() < 0.15 else ""
        unit.put("typedef struct %s{ %s } %s;" % (packed, " ".join(fields), name))
        kinds[name] = paths
        whole, made, changed = (unit.fresh(n) for n in ("hash", "made", "changed"))
        f = Function(unit, 100)
        for path, kind in paths:
            (f.ints.append(("s." + path, kind, True)) if isinstance(kind, Type) else f.floats.append(("s." + path, kind)))
        unit.put("%s u64 %s(%s s) { return %s; }" % (unit.inline(), whole, name, f.hash()))
        values = "".join("s.%s = %s; " % (path, "(%s)(a >> %d)" % (kind.name, n % 60) if isinstance(kind, Type)
                                         else "(%s)(a >> %d & 1023)" % (kind, n % 50)) for n, (path, kind) in enumerate(paths))
        unit.put("%s %s %s(u64 a) { %s s = {0}; %sreturn s; }" % (unit.inline(), name, made, name, values))
        lines, f.lines = f.lines, []
        f.ints.append(("k", U32, False))
        words_in, unit.words_in = unit.words_in, False
        helpers, unit.helpers = unit.helpers, []
        for _ in range(r.randint(1, 3)):
            if f.writable():
                f.assign()
        unit.words_in, unit.helpers = words_in, helpers
        unit.put(("%s %s %s(u32 k, %s s, %s *t)\n{" % (unit.inline(), name, changed, name, name),
                  f.lines + ["if (k & 1) { %s u = *t; *t = s; s = u; }" % name], "\treturn s;\n}"))
        kinds[name] = paths
        unit.own_words.append(lambda f, _, deep, whole=whole, made=made, changed=changed, name=name: r.choice([
            "%(whole)s(%(made)s(%(a)s))", "%(whole)s(%(changed)s(%(k)s, %(made)s(%(a)s), &(%(name)s[2]){%(made)s(3)}[1]))",
            "%(whole)s((%(condition)s) ? %(made)s(%(a)s) : %(made)s(9))"]) % {
                "whole": whole, "made": made, "changed": changed, "a": f.word(U64, deep), "k": f.word(U32, deep),
                "condition": f.condition(0), "name": name})

        def declare(f, name=name, made=made, changed=changed, paths=paths):
            one, array = f.fresh("s"), f.fresh("s")
            f.lines.append("%s %s = %s(%s);" % (name, one, made, f.word(U64)))
            f.lines.append("%s %s[4] = {%s(1), %s, %s(%s), %s};" % (name, array, made, one, made, f.word(U64), one))
            for path, kind in paths[:6]:
                place = "%s.%s" % (r.choice([one, array + "[1]", array + "[3]"]), path)
                if isinstance(kind, Type):
                    f.ints.append((place, kind, True))
                else:
                    f.floats.append((place, kind))

            def statement(f):
                index = "%s[%s & 3]" % (array, f.word(U32, 1))
                f.lines.append(r.choice([
                    "%(one)s = %(index)s;", "%(index)s = %(one)s;", "%(one)s = %(changed)s(%(k)s, %(index)s, &%(array)s[%(k)s & 3]);",
                    "%(one)s = (%(condition)s) ? %(index)s : %(made)s(%(k)s);", "memmove(&%(array)s[0], &%(array)s[1], 2 * sizeof(%(one)s));",
                    "{ %(name)s *at = &%(index)s; *at = *(at == %(array)s ? &%(one)s : %(array)s); }"]) % {
                        "one": one, "index": index, "changed": changed, "array": array, "k": f.word(U32, 1),
                        "condition": f.condition(0), "made": made, "name": name})
            # valid only in the body, where the variables are
            f.unit.own_statements.append(statement)
            f.unit.own_statements_share = 0.25

        unit.declares.append(declare)


def unions(unit):
    """Unions that are written as one type and read as another."""
    r = unit.rng
    name = unit.fresh("U")
    members = {"w": (U32, r.choice([2, 4, 5])), "b": (STANDARD[r.randrange(2)], r.choice([7, 16, 19])), "h": (STANDARD[2 + r.randrange(2)], 8),
               "l": (U64, 2)}
    extra = r.choice(["f32 f;", "f64 f;", "struct { u8 x; u32 y : 5, z : 27; } s;", "struct { u16 x, y[3]; } s;", "b1 t;"])
    unit.put("typedef union { %s %s } %s;" % (" ".join("%s %s[%d];" % (k.name, m, n) for m, (k, n) in members.items()), extra, name),
             "%s u64 %s_hash(%s v) { return mix(mix(1, v.l[0]), v.l[1]); }" % (unit.inline(), name, name),
             "%s %s %s_of(u64 a, u32 b) { %s v; memset(&v, (int)(b & 255), sizeof(v)); v.l[b & 1] = a; return v; }" % (
                 unit.inline(), name, name, name),
             "%s %s *%s_at(%s *v, u32 k) { v->b[k %% %d] ^= 85; return v; }" % (
                 unit.inline(), name, name, name, members["b"][1]))

    def place(f):
        member, (kind, length) = r.choice(list(members.items()))
        return member, kind, "%s[%s %% %d]" % (member, f.word(U32, 1), length)

    def words(f, _, deep):
        _, _, path = place(f)
        return r.choice(["%(n)s_hash(%(n)s_of(%(a)s, %(b)s))", "%(n)s_of(%(a)s, %(b)s).%(p)s"]) % {
            "n": name, "a": f.word(U64, deep), "b": f.word(U32, deep), "p": path}

    def declare(f):
        v, w = f.fresh("y"), f.fresh("y")
        f.lines.append("%s %s = %s_of(%s, %s), %s[2] = {%s, %s};" % (name, v, name, f.word(U64), f.word(U32), w, v, v))
        f.ints += [(v + ".w[1]", U32, True), (v + ".b[3]", members["b"][0], True), (w + "[1].h[2]", members["h"][0], True),
                   (w + "[0].l[1]", U64, True)]

        def statement(f):
            _, kind, path = place(f)
            f.lines.append(r.choice([
                "%(v)s.%(p)s = %(a)s;", "%(w)s[%(b)s & 1] = %(v)s;", "%(v)s = %(w)s[%(b)s & 1];", "%(n)s_at(&%(w)s[%(b)s & 1], %(b)s)->%(p)s = %(a)s;",
                "%(v)s = %(n)s_of(%(l)s, %(b)s);", "%(w)s[1] = *%(n)s_at(&%(v)s, %(b)s);"]) % {
                    "v": v, "w": w, "n": name, "p": path, "a": f.word(kind), "b": f.word(U32, 1), "l": f.word(U64, 1)})

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.own_words.append(words)
    unit.declares.append(declare)


def bitfields(unit):
    """Bit-fields of all widths, signed or not, packed or not, across storage units."""
    r = unit.rng
    name, fields = unit.fresh("B"), []
    for k in range(r.randint(2, 8)):
        kind = r.choice(STANDARD[:8] + [BOOL])
        if r.random() < 0.15:
            fields.append((None, kind, 0))
        fields.append(("f%d" % k, kind, r.randint(1, kind.bits) if r.random() < 0.85 else None))
    named = [(f, k) for f, k, _ in fields if f]
    unit.put("typedef struct %s{ %s } %s;" % (
        "__attribute__((packed)) " if r.random() < 0.3 else "",
        " ".join("%s %s%s;" % (k.name, f or "", "" if w is None else " : %d" % w) for f, k, w in fields), name),
             "%s u64 %s_hash(%s b) { u64 h = 1; %sreturn h; }" % (
                 unit.inline(), name, name, "".join("h = mix(h, (u64)b.%s); " % f for f, _ in named)),
             "%s %s %s_of(u64 a) { %s b = {0}; %sreturn b; }" % (
                 unit.inline(), name, name, name, "".join("b.%s = (%s)(a >> %d); " % (f, k.name, n * 5) for n, (f, k) in enumerate(named))),
             "%s void %s_step(%s *b, u32 k) { %s}" % (
                 unit.inline(), name, name, "".join(r.choice(["b->%(f)s ^= k; ", "b->%(f)s = (%(k)s)((u64)b->%(f)s + k); ", "if (b->%(f)s) b->%(g)s = 0; "]) % {
                     "f": f, "k": k.name, "g": r.choice(named)[0]} for f, k in named[:4])))

    def declare(f):
        b = f.fresh("z")
        f.lines.append("%s %s = %s_of(%s);" % (name, b, name, f.word(U64)))
        for field, kind in named:
            # a bit-field of type int or narrower is promoted: only the value matters here
            f.ints.append(("%s.%s" % (b, field), kind, True))

        def statement(f):
            field, kind = r.choice(named)
            f.lines.append(r.choice([
                "%(b)s.%(f)s = %(a)s;", "%(n)s_step(&%(b)s, %(k)s);", "%(b)s = %(n)s_of(%(l)s);", "%(b)s.%(f)s = %(b)s.%(g)s;", "%(b)s.%(f)s |= 1;"]) % {
                    "b": b, "f": field, "g": r.choice(named)[0], "n": name, "a": f.word(kind), "k": f.word(U32, 1), "l": f.word(U64, 1)})

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.declares.append(declare)
    unit.own_words.append(lambda f, _, deep: "%s_hash(%s_of(%s))" % (name, name, f.word(U64, deep)))


def bitints(unit):
    """_BitInt of 1 to 128 bits, as variables, parameters, members and elements."""
    r = unit.rng
    mine = []
    for bits in r.sample(WIDTHS, 4):
        signed = bits > 1 and r.random() < 0.5
        mine.append(Type("%s _BitInt(%d)" % ("signed" if signed else "unsigned", bits), bits, signed, True))
    unit.types = unit.types + mine * 3
    name = unit.fresh("I")
    unit.put("typedef struct { %s } %s;" % (" ".join("%s m%d;" % (k.name, n) for n, k in enumerate(mine)), name),
             "%s %s %s_turned(%s s, %s a) { s.m0 = (%s)(s.m3 ^ a); s.m2 = (%s)a; return s; }" % (
                 unit.inline(), name, name, name, mine[1].name, mine[0].name, mine[2].name))

    def declare(f):
        a, s, kind = f.fresh("a"), f.fresh("s"), r.choice(mine)
        f.lines.append("%s %s[4] = {%s, %s};" % (kind.name, a, f.word(kind), f.word(kind)))
        f.lines.append("%s %s = {%s};" % (name, s, ", ".join(f.word(k, 1) for k in mine)))
        f.ints += [("%s[2]" % a, kind, True)] + [("%s.m%d" % (s, n), k, True) for n, k in enumerate(mine)]

        def statement(f):
            f.lines.append(r.choice(["%(a)s[%(k)s & 3] = %(v)s;", "%(s)s = %(n)s_turned(%(s)s, %(w)s);", "%(a)s[%(k)s & 3] ^= %(a)s[1];"]) % {
                "a": a, "k": f.word(U32, 1), "v": f.word(kind), "s": s, "n": name, "w": f.word(mine[1])})

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.declares.append(declare)


def vectors(unit):
    """Vectors: arithmetic, comparisons, selections, shuffles, conversions, reductions, elements by index."""
    r = unit.rng
    kind = r.choice(STANDARD[:8] + ["f32", "f64"][:0 if unit.fast else 2])
    length = r.choice([2, 3, 4, 4, 8, 16])
    element, name = kind.name if isinstance(kind, Type) else kind, unit.fresh("V")
    floating = not isinstance(kind, Type)
    attribute = "ext_vector_type(%d)" % length
    if length != 3 and r.random() < 0.3:
        attribute = "vector_size(%d * sizeof(%s))" % (length, element)
    unit.put("typedef %s %s __attribute__((%s));" % (element, name, attribute))
    bits = {"f32": 32, "f64": 64}[kind] if floating else kind.bits
    word = "u%d" % bits if not floating else None
    unit.put("typedef i%d %s_i __attribute__((ext_vector_type(%d)));" % (bits, name, length),
             "typedef f64 %s_d __attribute__((ext_vector_type(%d)));" % (name, length),
             "typedef %s %s_u __attribute__((%s));" % (word or element, name, attribute),
             "static inline u64 %s_hash(%s v) { u64 h = 1; for (u32 k = 0; k < %d; k++) h = mix(h, %s); return h; }" % (
                 name, name, length, "bits((f64)v[k])" if floating else "(u64)v[k]"),
             "%s %s %s_of(u64 a) { %s v; for (u32 k = 0; k < %d; k++) v[k] = (%s)(a >> (k * 3 & 31)%s); return v; }".replace(
                 "%s v;", "%s v = {0};") % (unit.inline(), name, name, name, length, element, " & 4095" if floating else ""))

    def vector(f, deep):
        f.cost += f.turns * length
        mine = getattr(f, "vectors", [])
        if deep <= 0 or r.random() < 0.2:
            if mine and r.random() < 0.75:
                return r.choice(mine)
            return "%s_of(%s)" % (name, f.word(U64, 1))
        a, b, c = vector(f, deep - 1), vector(f, deep - 1), vector(f, deep - 1)
        order = ", ".join(str(r.randrange(2 * length)) for _ in range(length))
        forms = ["__builtin_shufflevector(%(a)s, %(b)s, %(order)s)", "%(a)s", "({ %(n)s t = %(a)s; t[%(k)s %% %(length)d] = %(e)s; t; })"]
        compare = "(%(a)s %(cmp)s %(b)s)"
        if attribute.startswith("ext"):
            forms += [compare + " ? %(c)s : %(b)s", "__builtin_convertvector(" + compare + ", %(n)s)"]
        if floating:
            forms += ["%(a)s + %(b)s", "%(a)s * %(b)s", "%(a)s - %(c)s", "-%(a)s", "%(a)s / %(b)s",
                      "__builtin_elementwise_abs(%(a)s)", "__builtin_elementwise_floor(%(a)s)",
                      "__builtin_convertvector((%(n)s_i)(%(a)s > %(b)s), %(n)s)"]
        else:
            u = "(%(n)s)((%(n)s_u)%(a)s " + r.choice("+-*") + " (%(n)s_u)%(b)s)"
            forms += [u, u, u, "%(a)s & %(b)s", "%(a)s ^ %(b)s", "~%(a)s", "(%(n)s)((%(n)s_u)%(a)s << ((%(n)s_u)%(b)s & (%(w)s)%(last)d))",
                      "%(a)s >> (%(n)s)((%(n)s_u)%(b)s & (%(w)s)%(last)d)", "(%(n)s)((%(n)s_u)%(a)s / ((%(n)s_u)%(b)s | (%(w)s)1))",
                      "(%(n)s)((%(n)s_u)%(a)s %% ((%(n)s_u)%(b)s | (%(w)s)1))", "__builtin_elementwise_max(%(a)s, %(b)s)",
                      "__builtin_elementwise_min(%(a)s, %(b)s)", "__builtin_elementwise_add_sat(%(a)s, %(b)s)",
                      "__builtin_elementwise_sub_sat(%(a)s, %(b)s)"]
            if kind.signed and attribute.startswith("ext"):
                forms += ["%(a)s / ((%(b)s & (%(el)s)7) + (%(el)s)1)", "__builtin_elementwise_abs(%(a)s)"]
            if bits <= 32 and attribute.startswith("ext"):
                forms.append("__builtin_convertvector(__builtin_convertvector(%(a)s, %(n)s_d) * 0.5, %(n)s)")
        return "((%s)(%s))" % (name, r.choice(forms) % {
            "a": a, "b": b, "c": c, "n": name, "order": order, "length": length, "k": f.word(U32, 0),
            "e": f.number(kind, 0) if floating else f.word(kind, 1), "cmp": r.choice(["<", ">", "==", "!=", ">="]), "w": word, "last": bits - 1,
            "el": element})

    turned = unit.fresh("turned")
    g = Function(unit, 200)
    g.vectors = ["v", "w"]
    words_in, unit.words_in = unit.words_in, False
    helpers, unit.helpers = unit.helpers, []
    unit.put("%s %s %s(%s v, %s w) { return %s; }" % (unit.inline(), name, turned, name, name, vector(g, 2)))
    unit.words_in, unit.helpers = words_in, helpers

    def words(f, _, deep):
        forms = ["%(n)s_hash(%(v)s)", "%(n)s_hash(%(t)s(%(v)s, %(w)s))"]
        if floating:
            forms.append("bits((f64)%(v)s[%(k)s %% %(length)d])")
        else:
            forms += ["%(v)s[%(k)s %% %(length)d]", "(%(el)s)__builtin_reduce_xor(%(v)s)", "__builtin_reduce_max(%(v)s)", "__builtin_reduce_min(%(v)s)",
                      "__builtin_reduce_or(%(v)s)", "__builtin_reduce_add((%(n)s_u)%(v)s)", "__builtin_reduce_mul((%(n)s_u)%(v)s)"]
        return r.choice(forms) % {"n": name, "v": vector(f, deep), "w": vector(f, 0), "t": turned, "k": f.word(U32, deep), "length": length,
                                  "el": element}

    def declare(f):
        v, w, a = f.fresh("x"), f.fresh("x"), f.fresh("x")
        f.lines.append("%s %s = %s_of(%s), %s = %s_of(%s), %s[2] = {%s, %s};" % (
            name, v, name, f.word(U64), w, name, f.word(U64), a, v, w))
        f.vectors = [v, w, "%s[1]" % a]
        if not floating:
            f.ints.append(("%s[%d]" % (v, length - 1), kind, False))
        digest = f.integer(U64, value="0")

        def statement(f):
            f.lines.append(r.choice(["%(v)s = %(x)s;", "%(w)s = %(x)s;", "%(a)s[%(k)s & 1] = %(x)s;", "%(v)s[%(k)s %% %(length)d] = %(e)s;",
                                     "%(h)s = mix(%(h)s, %(n)s_hash(%(v)s));", "%(v)s = %(t)s(%(x)s, %(w)s);"]) % {
                "v": v, "w": w, "a": a, "x": vector(f, 2), "k": f.word(U32, 1), "length": length, "h": digest, "n": name, "t": turned,
                "e": f.number(kind, 1) if floating else f.word(kind, 1)})

        f.unit.own_statements += [statement] * 2
        f.unit.own_statements_share = 0.25

    unit.own_words.append(words)
    unit.declares.append(declare)


def memory(unit):
    """Local arrays, blocks that are copied and compared, pointers that walk, tables, memory on the stack."""
    r = unit.rng
    kind = r.choice([k for k in unit.types if not k.exact])  # memset() would set bits that no _BitInt has
    length = r.choice([4, 8, 16, 32])
    sum_of, fill, table = unit.fresh("sum"), unit.fresh("fill"), unit.fresh("table")
    unit.put("static const %s %s[%d] = {%s};" % (kind.name, table, length, ", ".join(
        "(%s)%d" % (kind.name, r.getrandbits(31)) for _ in range(length))),
             "%s u64 %s(const %s *p, u32 n) { u64 h = 1; for (const %s *q = p; q != p + n; q++) h = mix(h, (u64)*q); return h; }" % (
                 unit.inline(), sum_of, kind.name, kind.name),
             "%s void %s(%s *restrict p, const %s *restrict q, u32 n) { while (n--) *p++ = (%s)(*q++ %s n); }" % (
                 unit.inline(), fill, kind.name, kind.name, kind.name, r.choice("^|&")))

    def declare(f):
        a, m = f.fresh("a"), f.fresh("m")
        f.lines.append("%s %s[%d] = {%s};" % (kind.name, a, length, ", ".join(f.word(kind, 1) for _ in range(3))))
        f.lines.append("%s %s[3][4] = {{%s}, {1, 2}};" % (kind.name, m, f.word(kind, 1)))
        f.ints += [("%s[%d]" % (a, length - 1), kind, True), ("%s[2][1]" % m, kind, True)]
        digest = f.integer(U64, value="0")

        def statement(f):
            f.cost += f.turns * length
            k, n = f.word(U32, 1), f.word(U32, 1)
            f.lines.append(r.choice([
                "%(a)s[%(k)s %% %(L)d] = %(x)s;", "%(m)s[%(k)s %% 3][%(n)s & 3] = %(x)s;", "memcpy(%(a)s, %(t)s, %(k)s %% %(B)d);".replace("%(B)d", "sizeof(%(a)s)"),
                "{ u32 at = %(k)s %% %(H)d; memmove(&%(a)s[at], %(a)s, (%(n)s %% (%(L)d - at)) * sizeof(%(T)s)); }",
                "memset(&%(m)s[1], (i32)(%(k)s & 1), sizeof(%(m)s[1]));", "%(h)s = mix(%(h)s, %(s)s(%(a)s, %(k)s %% %(L)d));",
                "%(h)s = mix(%(h)s, %(s)s(%(m)s[%(k)s %% 3], 4));", "%(f)s(%(a)s, %(t)s, %(k)s %% %(L)d);",
                "{ %(T)s *p = &%(a)s[%(k)s %% %(L)d], *q = &%(a)s[%(n)s %% %(L)d]; %(T)s t = *p; *p = *q; *q = t; %(h)s += (u64)(p - q); }",
                "{ u32 n = 1 + %(k)s %% 9; %(T)s v[n]; for (u32 k = 0; k < n; k++) v[k] = (%(T)s)(k ^ %(n)s); %(h)s = mix(%(h)s, %(s)s(v, n)); }",
                "{ u32 n = 1 + %(k)s %% 9; %(T)s *v = __builtin_alloca(n * sizeof(%(T)s)); for (u32 k = 0; k < n; k++) v[k] = %(t)s[k %% %(L)d]; %(h)s ^= %(s)s(v, n); }",
                "{ %(T)s (*p)[4] = &%(m)s[%(k)s %% 3]; (*p)[%(n)s & 3] = %(x)s; }",
                "{ char t[24] = \"abc\", *e = t + 3; e[0] = (char)('a' + %(k)s %% 20); e[1] = 0; %(h)s += strlen(t + %(n)s %% 4) + (u64)(strcmp(t, \"abcd\") > 0); }",
                "%(h)s += (u64)(memcmp(&%(in)s[%(k)s & 63], &%(in)s[%(n)s & 127], 16) > 0);"]) % {
                    "a": a, "m": m, "k": k, "n": n, "L": length, "H": length // 2, "x": f.word(kind), "t": table, "T": kind.name, "h": digest,
                    "s": sum_of, "f": fill, "in": "in"})

        f.unit.own_statements += [statement] * 2
        f.unit.own_statements_share = 0.3

    unit.own_words.append(lambda f, _, deep: "%s[%s %% %d]" % (table, f.word(U32, deep), length))
    unit.declares.append(declare)


def control(unit):
    """State machines, jumps into and out of loops, computed jumps, early returns, short circuits."""
    r = unit.rng

    def jump(f):
        label = f.fresh(unit.name + "_l")
        f.lines.append(("{ if (%s) goto %s;" % (f.condition(), label), f_lines(f, 2), "%s:; }" % label))

    def f_lines(f, room):
        outer, f.lines = f.lines, []
        f.depth += 1
        for _ in range(room):
            f.assign()
        f.depth -= 1
        lines, f.lines = f.lines, outer
        return lines

    def machine(f):
        states, n, s = r.randint(3, 6), f.fresh("n"), f.fresh("t")
        f.turns *= 4
        cases = [("case %d: {" % k, f_lines(f, 1), "%s = %s; } break;" % (s, "(%s) %% %du" % (f.word(U32, 1), states))) for k in range(states)]
        f.turns //= 4
        f.lines.append(("for (u32 %s = 0, %s = %s %% %du; %s < %d; %s++) switch (%s) {" % (
            n, s, f.word(U32, 1), states, n, r.randint(2, 9), n, s), cases, "}"))

    def computed(f):
        n = f.fresh(unit.name + "_n")
        labels = ["%s_%d" % (n, k) for k in range(4)]
        f.turns *= 4
        parts = [("%s: {" % label, f_lines(f, 1), "if (++%s > 5) goto %s_end; goto *to[(%s) & 3]; }" % (n, n, f.word(U32, 1))) for label in labels]
        f.turns //= 4
        f.lines.append(("{ u32 %s = 0; void *to[4] = {%s}; goto *to[(%s) & 3];" % (
            n, ", ".join("&&" + label for label in labels), f.word(U32, 1)), parts, "%s_end:; }" % n))

    def irreducible(f):
        n = f.fresh(unit.name + "_k")
        f.turns *= 4
        one, two = f_lines(f, 1), f_lines(f, 1)
        f.turns //= 4
        f.lines.append(("{ u32 %s = 0; if (%s) goto %s_two;" % (n, f.condition(), n), [
            ("%s_one: {" % n, one, "}"), ("%s_two: {" % n, two, "}")],
            "if (++%s < 4 && (%s)) goto %s_one; if (%s < 5 && (%s)) goto %s_two; }" % (n, f.condition(), n, n, f.condition(), n)))

    def loop(f):
        f.turns *= 4
        f.lines.append(("{ u32 n = 0; do {", f_lines(f, 2), "} while (++n < 4 && (%s)); }" % f.condition()))
        f.turns //= 4

    def early(f):
        f.lines.append("if (%s) %s" % (f.condition(), f.early()))

    unit.own_statements += [jump, machine, irreducible, loop, early]
    if r.random() < 0.5 and unit.language == "c":  # C++ forbids jumps past destructors
        unit.own_statements.append(computed)


def floats(unit):
    """Half to long double, conversions, and functions of the C library that round exactly."""
    unit.floats = FLOATS if unit.rng.random() < 0.5 else ["f32", "f64"]
    r = unit.rng
    name, kind = unit.fresh("d"), r.choice(unit.floats)
    parameters = [("a", r.choice(unit.floats)), ("b", r.choice(unit.floats)), ("n", r.choice(unit.types))]
    cost = unit.function("%s %s" % (kind, name), parameters, lambda f: "return %s;" % f.number(kind))

    def words(f, _, deep):
        if f.cost + f.turns * cost > f.budget:
            return None
        f.cost += f.turns * cost
        return "bits((f64)%s(in, %s))" % (name, ", ".join(f.argument(k, deep) for _, k in parameters))

    def declare(f):
        for _ in range(r.randint(1, 3)):
            f.floating()

    unit.own_words.append(words)
    unit.declares.append(declare)


def varargs(unit):
    """Functions with a variable number of arguments."""
    r = unit.rng
    name = unit.fresh("v")
    unit.put("%s u64 %s(u32 n, ...)\n{\n\tu64 h = n;\n\tva_list list, copy;\n\n\tva_start(list, n);\n\tva_copy(copy, list);\n"
             "\tfor (u32 k = 0; k < n; k++)\n\t\th = %s;\n\th = mix(h, (u64)va_arg(copy, int));\n\tva_end(copy);\n\tva_end(list);\n\treturn h;\n}" % (
                 "static NOINLINE", name, "mix(h, k % 3 == 0 ? (u64)va_arg(list, int) : k % 3 == 1 ? va_arg(list, u64) : bits(va_arg(list, f64)))"))

    def words(f, _, deep):
        n = r.randint(1, 10)
        return "%s(%du, %s)" % (name, n, ", ".join(
            [f.word(I32, deep - 1), f.word(U64, deep - 1), f.number("f64", 0)][k % 3] for k in range(n)))

    unit.own_words.append(words)


def atomics(unit):
    """Atomic operations on local variables."""
    r = unit.rng
    kind = r.choice([k for k in STANDARD if k.bits in (8, 16, 32, 64)])

    def declare(f):
        a, kept = f.fresh("a"), f.integer(kind, value="0")
        f.lines.append("%s %s[2] = {%s, 1};" % (kind.name, a, f.word(kind)))
        f.ints.append((a + "[1]", kind, True))

        def statement(f):
            at = "&%s[%s & 1]" % (a, f.word(U32, 1))
            order = "__ATOMIC_" + r.choice(["RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"])
            f.lines.append(r.choice([
                "%(kept)s = __atomic_fetch_%(op)s(%(at)s, %(x)s, %(order)s);", "%(kept)s = __atomic_exchange_n(%(at)s, %(x)s, %(order)s);",
                "{ %(T)s want = %(a)s[0]; %(kept)s = (%(T)s)(__atomic_compare_exchange_n(%(at)s, &want, %(x)s, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) + want); }",
                "%(kept)s ^= __atomic_load_n(%(at)s, __ATOMIC_ACQUIRE);", "__atomic_store_n(%(at)s, %(x)s, __ATOMIC_RELEASE);",
                "__atomic_thread_fence(__ATOMIC_SEQ_CST);"]) % {
                    "kept": kept, "op": r.choice(["add", "sub", "and", "or", "xor", "nand", "min", "max"][:6 if kind.bits < 32 else 8]), "at": at,
                    "x": f.word(kind), "order": order, "T": kind.name, "a": a})

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.declares.append(declare)


def fast(unit):
    """Numbers under -ffast-math, which stay finite."""


KINDS = {"mixed": mixed, "pointers": pointers, "recursion": recursion, "structs": structs, "unions": unions,
         "bitfields": bitfields, "bitints": bitints, "vectors": vectors, "memory": memory, "control": control,
         "floats": floats, "varargs": varargs, "atomics": atomics, "fast": fast}
