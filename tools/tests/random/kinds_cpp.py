"""kinds_cpp.py -- the kinds of random programs in C++, with classes, templates and closures.

They have the form of those in kinds.py, some of which C++ programs borrow.
"""
import kinds
from functions import STANDARD, U32, U64, Function


def plain(unit, kind, variables, deep=2):
    """Return an expression of the type KIND that contains only VARIABLES, for the functions of classes."""
    f = Function(unit, 100)
    f.ints = [(name, of, False) for name, of in variables]
    words_in, helpers, share = unit.words_in, unit.helpers, unit.own_share
    unit.words_in, unit.helpers, unit.own_share = False, [], 0
    text = f.word(kind, deep)
    unit.words_in, unit.helpers, unit.own_share = words_in, helpers, share
    return text


def classes(unit):
    """Virtual functions, several bases, pointers to members, operators, destructors with effects."""
    r = unit.rng
    kind, other = r.choice(STANDARD[:8]), r.choice(STANDARD[:8])
    base, second = unit.fresh("Base"), unit.fresh("Second")
    fields = {"p": unit.fresh, "T": kind.name, "O": other.name, "base": base, "second": second, "guard": unit.fresh("Guard")}
    mine = [("v", kind), ("tag", U32), ("a", kind)]
    unit.put("struct %(base)s { u32 tag; %(T)s v; %(base)s(u32 t, %(T)s x) : tag(t), v(x) {}" % fields
             + (" virtual ~%(base)s() {}" % fields if r.random() < 0.3 else "")
             + " virtual %s turn(%s a) const { return %s; }" % (kind.name, kind.name, plain(unit, kind, mine))
             + " virtual u64 hash() const { return mix(tag, (u64)v); }"
             + " NOINLINE %s other(%s a) const { return %s; }" % (kind.name, kind.name, plain(unit, kind, mine))
             + " %s operator+(const %s &o) const { return %s(tag ^ o.tag, (%s)(v ^ o.v)); }" % (base, base, base, kind.name)
             + " explicit operator bool() const { return v != 0; } };",
             "struct %s { %s w = 3; virtual %s more(%s a) { w = %s; return w; } };" % (
                 second, other.name, other.name, other.name, plain(unit, other, [("w", other), ("a", other)])))
    derived = []
    for n in range(r.randint(1, 3)):
        name, two = unit.fresh("D"), r.random() < 0.5
        derived.append((name, two))
        above = r.choice([base] + [d for d, _ in derived[:-1] if two is False and not dict(derived)[d]])
        unit.put("struct %s : %s%s { %s extra; %s(u32 t, %s x) : %s(t, x), extra((%s)x) {}" % (
            name, above, ", " + second if two else "", other.name, name, kind.name, above, other.name)
            + " %s turn(%s a) const override { return %s; }" % (kind.name, kind.name, plain(unit, kind, mine + [("extra", other)]))
            + (" u64 hash() const override { return mix(%s::hash(), (u64)extra); }" % above if r.random() < 0.5 else "")
            + (" %s more(%s a) override { return %s; }" % (other.name, other.name, plain(unit, other, [("extra", other), ("a", other)]))
               if two and r.random() < 0.5 else "") + " };")
    unit.put("struct %(guard)s { u64 &h; u64 k; %(guard)s(u64 &at, u64 by) : h(at), k(by) { h ^= k; } ~%(guard)s() { h = mix(h, k); } };" % fields,
             "%s u64 %s_ask(const %s &b, %s a) { return mix(b.hash(), (u64)b.turn(a)); }" % (unit.inline(), base, base, kind.name))

    def words(f, _, deep):
        one, two = r.choice(derived)[0], r.choice(derived)[0]
        both = [d for d, is_two in derived if is_two]
        forms = ["({ %(one)s x(%(k)s, %(a)s); %(two)s y(%(k)s, %(b)s); %(base)s z(1, %(b)s), *p = (%(c)s) ? (%(base)s *)&x : (%(d)s) ? &z : (%(base)s *)&y; p->turn(%(a)s); })",
                 "%(base)s_ask(%(one)s(%(k)s, %(a)s), %(b)s)", "(%(one)s(%(k)s, %(a)s) + %(base)s(2, %(b)s)).hash()",
                 "({ %(one)s x(%(k)s, %(a)s); %(T)s (%(base)s::*m)(%(T)s) const = (%(c)s) ? &%(base)s::turn : &%(base)s::other; (x.*m)(%(b)s); })",
                 "({ %(T)s %(base)s::*m = &%(base)s::v; %(two)s x(3, %(a)s); x.*m = (%(T)s)(x.*m ^ %(b)s); (bool)x; })"]
        if both:
            fields["both"] = r.choice(both)
            forms.append("({ %(both)s x(%(k)s, %(a)s); %(second)s *s = &x; (u64)s->more((%(O)s)%(b)s) + (u64)static_cast<%(both)s *>(s)->turn(%(a)s); })")
        return r.choice(forms) % dict(fields, one=one, two=two, k=f.word(U32, deep), a=f.word(kind, deep), b=f.word(kind, deep),
                                      c=f.condition(0), d=f.condition(0))

    def declare(f):
        digest = f.integer(U64, value="1")

        def statement(f):
            name = f.fresh("g")
            f.block("{ %s %s(%s, %s);" % (fields["guard"], name, digest, f.word(U64, 1)), r.randint(1, 2))
            if r.random() < 0.3 and f.loops:
                f.lines[-1][1].append("if (%s) %s;" % (f.condition(0), r.choice(["break", "continue"])))

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.own_words.append(words)
    unit.declares.append(declare)


def templates(unit):
    """Templates of functions and classes, packs, range-based loops, constant expressions."""
    r = unit.rng
    ring, all_of, turn, steps = (unit.fresh(n) for n in ("Ring", "all", "turn", "Steps"))
    kind, length = r.choice(STANDARD[:8]), r.choice([1, 3, 5, 8])
    unit.put(
        "template <typename T, u32 N> struct %s { T a[N]; T &operator[](u32 k) { return a[k %% N]; } T *begin() { return a; } T *end() { return a + N; }"
        " template <typename F> T fold(T s, F f) const { for (const T &x : a) s = f(s, x); return s; } };" % ring,
        "template <typename... R> %s u64 %s(R... r) { u64 h = sizeof...(R); ((h = mix(h, (u64)r)), ...); return h; }" % (
            r.choice(["NOINLINE", "static", "inline"]), all_of),
        "template <typename A, typename B> %s auto %s(A a, B b) { if constexpr (sizeof(A) < sizeof(B)) return (B)((B)a ^ b); else return (A)(a | (A)b); }" % (
            r.choice(["NOINLINE", "static", "inline"]), turn),
        "template <u32 N> struct %s { static NOINLINE u64 run(u64 h) { return %s<N - 1>::run(mix(h, N)) ^ N; } };" % (steps, steps),
        "template <> struct %s<0> { static u64 run(u64 h) { return h; } };" % steps,
        "static constexpr u64 %s_power(u64 b, u32 n) { return n ? b * %s_power(b, n - 1) : 1; }" % (turn, turn))

    def words(f, _, deep):
        some = [r.choice(STANDARD) for _ in range(r.randint(1, 6))]
        one, two = r.choice(STANDARD), r.choice(STANDARD)
        return r.choice([
            "%s(%s)" % (all_of, ", ".join(f.word(k, deep - 1) for k in some)),
            "%s(%s, %s)" % (turn, f.word(one, deep), f.word(two, deep)),
            "%s<%d>::run(%s)" % (steps, r.randint(1, 6), f.word(U64, deep)),
            "%s_power(%s, %s %% 9)" % (turn, f.word(U64, deep), f.word(U32, 0)),
            "%s<%s, %d>{{%s}}.fold((%s)7, %s<%s, %s>)" % (ring, one.name, 3, f.word(one, deep), one.name, turn, one.name, one.name)])

    def declare(f):
        a = f.fresh("r")
        f.lines.append("%s<%s, %d> %s = {{%s}};" % (ring, kind.name, length, a, f.word(kind)))
        f.ints.append(("%s[%d]" % (a, length - 1), kind, True))

        def statement(f):
            f.lines.append(r.choice(["%(a)s[%(k)s] = %(x)s;", "for (auto &x : %(a)s) x = (%(T)s)(x ^ %(x)s);",
                                     "{ auto copy = %(a)s; copy[%(k)s] = %(x)s; %(a)s = copy; }",
                                     "%(a)s[1] = %(a)s.fold(%(x)s, %(t)s<%(T)s, %(T)s>);"]) % {
                "a": a, "k": f.word(U32, 1), "x": f.word(kind), "T": kind.name, "t": turn})

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.own_words.append(words)
    unit.declares.append(declare)


def closures(unit):
    """Lambdas with captures by value and by reference, passed to templates, returned, and as function pointers."""
    r = unit.rng
    kind = r.choice(STANDARD[:8])
    twice, adder, times = (unit.fresh(n) for n in ("twice", "adder", "times"))
    unit.put("template <typename F, typename T> %s T %s(F f, T a) { return f(f(a)); }" % (r.choice(["NOINLINE", "static"]), twice),
             "static auto %s(%s k) { return [=](%s a) mutable { k = (%s)(k ^ 1); return (%s)((u64)a + (u64)k); }; }" % (
                 adder, kind.name, kind.name, kind.name, kind.name),
             "template <typename F> %s void %s(u32 n, F &&f) { for (u32 k = 0; k < n; k++) f(k); }" % (r.choice(["NOINLINE", "static"]), times))

    def words(f, _, deep):
        return r.choice([
            "%(twice)s([&](%(T)s a) { return (%(T)s)(a ^ %(x)s); }, %(y)s)", "%(twice)s(%(adder)s(%(x)s), %(y)s)",
            "([=](auto a, u32 b) -> u64 { return (u64)a << b % 64; })(%(x)s, %(k)s)",
            "((%(c)s) ? +[](%(T)s a) { return (%(T)s)~(u64)a; } : +[](%(T)s a) { return (%(T)s)(a >> 1); })(%(y)s)"]).replace("% 64", "%% 64") % {
                "twice": twice, "adder": adder, "T": kind.name, "x": f.word(kind, deep), "y": f.word(kind, deep), "k": f.word(U32, deep),
                "c": f.condition(0)}

    def declare(f):
        digest = f.integer(U64, value="1")

        def statement(f):
            turns = r.randint(1, 5)
            f.turns *= turns
            f.lines.append("%s(%d, [&](u32 k) { %s = mix(%s, k ^ %s); });" % (times, turns, digest, digest, f.word(U32, 1)))
            f.turns //= turns

        f.unit.own_statements.append(statement)
        f.unit.own_statements_share = 0.25

    unit.own_words.append(words)
    unit.declares.append(declare)


KINDS = {"classes": classes, "templates": templates, "closures": closures}
BORROWED = {name: getattr(kinds, name) for name in ("mixed", "recursion", "control", "bitfields", "atomics", "varargs")}
