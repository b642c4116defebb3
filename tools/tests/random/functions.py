"""functions.py -- random statements and expressions of C, for generate.py and kinds.py.

A Function holds what is visible at a point of the text and appends statements. Nothing that it writes is
undefined (generate.py). The kinds of programs add ways to write expressions and statements (kinds.py).
"""

class Type:
    """An integer type of C. Exact: arithmetic is not done in int instead (_BitInt)."""

    def __init__(self, name, bits, signed, exact=False):
        self.name, self.bits, self.signed, self.exact = name, bits, signed, exact
        # The unsigned type in which arithmetic of this type wraps.
        if exact:
            self.wraps = "unsigned _BitInt(%d)" % bits
        else:
            self.wraps = "u%d" % max(32, bits)


BOOL = Type("b1", 1, False)
STANDARD = [Type(s + str(b), b, s == "i") for b in (8, 16, 32, 64, 128) for s in "iu"]
I32, U32, U64 = STANDARD[4], STANDARD[5], STANDARD[7]
FLOATS = ["f32", "f64", "f80", "f16"]


class Function:
    """Variables that are visible where a function is being written, and its statements so far.

    A statement is a string or a tuple (head, statements, tail). cost estimates how many operations have been
    written, times the turns of the loops around them."""

    def __init__(self, unit, budget):
        self.unit, self.rng, self.budget = unit, unit.rng, budget
        self.ints, self.floats, self.lines = [], [], []
        self.cost, self.turns, self.depth, self.count, self.loops = 0, 1, 0, 0, 0

    def fresh(self, letter):
        self.count += 1
        return letter + str(self.count)

    def integer(self, kind=None, writable=True, value=None):
        """Declare a variable of the type KIND, or of any."""
        kind = kind or self.rng.choice(self.unit.types)
        name = self.fresh("v")
        self.lines.append("%s %s = %s;" % (kind.name, name, value or self.word(kind, 1)))
        self.ints.append((name, kind, writable))
        return name

    def floating(self, kind=None):
        kind = kind or self.rng.choice(self.unit.floats)
        name = self.fresh("d")
        self.lines.append("%s %s = %s;" % (kind, name, self.number(kind, 1)))
        self.floats.append((name, kind))
        return name

    # --- expressions: word() of an integer type, number() of a floating-point type
    def leaf(self, kind):
        r = self.rng
        choice = r.random()
        if self.ints and choice < 0.7:
            return "(%s)%s" % (kind.name, r.choice(self.ints)[0])
        if self.unit.words_in and choice < 0.85:
            return "(%s)in[%d]" % (kind.name, r.randrange(256))
        bits = r.choice([3, kind.bits, min(kind.bits, 64), 8])
        value = r.getrandbits(min(bits, 64))
        if r.random() < 0.3:
            value = r.choice([0, 1, (1 << min(kind.bits, 64)) - 1, (1 << min(kind.bits, 64)) // 2, 2])
        return "(%s)%dul" % (kind.name, value)

    def any_type(self):
        return self.rng.choice(self.unit.types)

    def word(self, kind, deep=1):
        """Return an expression of the integer type KIND."""
        r = self.rng
        self.cost += self.turns
        if deep <= 0 or r.random() < 0.15:
            return "(%s)" % self.leaf(kind)
        if r.random() < self.unit.own_share:
            own = r.choice(self.unit.own_words)(self, kind, deep - 1)
            if own is not None:
                return "((%s)(%s))" % (kind.name, own)
        text = r.choice(self.FORMS)(self, kind, deep - 1)
        return "((%s)(%s))" % (kind.name, text)

    def form_wrap(self, kind, deep):
        return "(%s)%s %s (%s)%s" % (kind.wraps, self.word(kind, deep), self.rng.choice("+-*"),
                                     kind.wraps, self.word(kind, deep))

    def form_inside(self, kind, deep):
        """Signed arithmetic whose result is always in range."""
        a, b = self.word(kind, deep), self.word(kind, deep)
        if not kind.signed or kind.bits < 8:
            return "%s %s %s" % (a, self.rng.choice("&|^"), b)
        if self.rng.random() < 0.4:
            half = (kind.bits + 1) // 2
            return "(%s >> %d) * (%s >> %d)" % (a, half, b, half)
        return "(%s >> 1) %s (%s >> 1)" % (a, self.rng.choice("+-"), b)

    def form_bits(self, kind, deep):
        return "%s %s %s" % (self.word(kind, deep), self.rng.choice("&|^"), self.word(kind, deep))

    def form_shift(self, kind, deep):
        by = "(%s %% %du)" % (self.word(U32, deep - 1), kind.bits)
        if self.rng.random() < 0.5:
            return "(%s)%s << %s" % (kind.wraps, self.word(kind, deep), by)
        return "%s >> %s" % (self.word(kind, deep), by)

    def form_divide(self, kind, deep):
        a, b, op = self.word(kind, deep), self.word(kind, deep), self.rng.choice("/%")
        if kind.bits < 8:
            return "(i32)%s %s ((i32)(%s & 1) + 3)" % (a, op, b)
        if not kind.signed:
            return "%s %s (%s)(%s | 1)" % (a, op, kind.name, b)
        return "%s %s (%s)%s" % (a, op, kind.name, self.rng.choice(
            ["((%s & 15) + 1)", "(-2 - (%s & 15))", "((%s & 1) * 3 + 7)"]) % b)

    def form_unary(self, kind, deep):
        a = self.word(kind, deep)
        return self.rng.choice(["~(%s)%s" % (kind.wraps, a), "-(%s)%s" % (kind.wraps, a), "!%s" % a])

    def compare(self, deep):
        if self.floats and self.rng.random() < 0.2:
            return "%s %s %s" % (self.number(self.rng.choice(self.unit.floats), deep),
                                 self.rng.choice(["<", ">", "<=", ">=", "==", "!="]),
                                 self.number(self.rng.choice(self.unit.floats), deep))
        one = self.any_type()
        other = one if self.rng.random() < 0.7 else self.any_type()
        return "%s %s %s" % (self.word(one, deep), self.rng.choice(["<", ">", "<=", ">=", "==", "!="]),
                             self.word(other, deep))

    def condition(self, deep=1):
        r = self.rng
        choice = r.random()
        if choice < 0.5:
            return self.compare(deep)
        if choice < 0.65:
            return "(%s) %s (%s)" % (self.compare(deep - 1), r.choice(["&&", "||"]), self.compare(deep - 1))
        if choice < 0.8:
            return "(%s & %d) %s %d" % (self.word(U32, deep), r.choice([1, 3, 7, 12]), r.choice(["==", "!="]),
                                        r.randrange(4))
        if choice < 0.9:
            return "__builtin_expect(%s, %d)" % (self.compare(deep), r.randrange(2))
        return "!(%s)" % self.compare(deep)

    def form_compare(self, kind, deep):
        return self.condition(deep)

    def form_select(self, kind, deep):
        return "(%s) ? %s : %s" % (self.condition(deep), self.word(kind, deep), self.word(kind, deep))

    def form_cast(self, kind, deep):
        return self.word(self.any_type(), deep)

    def form_input(self, kind, deep):
        if not self.unit.words_in:
            return self.word(self.any_type(), deep)
        return "in[%s & 255]" % self.word(U32, deep)

    def form_builtin(self, kind, deep):
        a, b = self.word(U32, deep), self.word(U64, deep)
        return self.rng.choice([
            "__builtin_popcount(%(a)s)", "__builtin_popcountl(%(b)s)", "__builtin_clz(%(a)s | 1)",
            "__builtin_clzl(%(b)s | 1)", "__builtin_ctz(%(a)s | 0x80000000)", "__builtin_ctzl(%(b)s | 1ul << 63)",
            "__builtin_bswap16((u16)%(a)s)", "__builtin_bswap32(%(a)s)", "__builtin_bswap64(%(b)s)",
            "__builtin_bitreverse8((u8)%(a)s)", "__builtin_bitreverse32(%(a)s)", "__builtin_bitreverse64(%(b)s)",
            "__builtin_rotateleft8((u8)%(a)s, (u8)%(b)s)", "__builtin_rotateleft32(%(a)s, (u32)%(b)s)",
            "__builtin_rotateright64(%(b)s, %(a)s)", "__builtin_rotateright16((u16)%(a)s, (u16)%(b)s)",
            "__builtin_ffs((i32)%(a)s)", "__builtin_ffsl((i64)%(b)s)", "__builtin_parityl(%(b)s)",
            "__builtin_clrsb((i32)%(a)s)", "abs((i32)%(a)s >> 1)", "labs((i64)%(b)s >> 1)"]) % {"a": a, "b": b}

    def form_saturate(self, kind, deep):
        kind = self.rng.choice([k for k in STANDARD if k.bits < 128])
        a, b = self.word(kind, deep), self.word(kind, deep)
        name = self.rng.choice(["add_sat", "sub_sat", "max", "min"])
        return "__builtin_elementwise_%s(%s, %s)" % (name, a, b)

    def form_overflow(self, kind, deep):
        op = self.rng.choice(["add", "sub", "mul"])
        one = other = to = self.rng.choice([k for k in self.unit.types if k is not BOOL])
        if op == "mul" and to.bits > 64:  # calls a function that libgcc lacks
            op = "sub"
        if op != "mul" and not to.exact and to.bits <= 64:
            one, other = (self.rng.choice(STANDARD[:8]) for _ in range(2))
        return "({ %s to; b1 over = __builtin_%s_overflow(%s, %s, &to); over ? (%s)~to : to; })" % (
            to.name, op, self.word(one, deep), self.word(other, deep), to.name)

    def form_helper(self, kind, deep):
        return self.call(deep) or self.form_bits(kind, deep)

    def form_whole(self, kind, deep):
        if not self.floats:
            return self.form_wrap(kind, deep)
        return "%s(%s)" % (self.rng.choice(["whole", "whole64", "whole8", "bits"]), self.number("f64", deep))

    FORMS = [form_wrap] * 4 + [form_inside] * 3 + [form_bits, form_shift, form_shift, form_divide, form_unary,
             form_compare, form_select, form_select, form_cast, form_cast, form_input, form_builtin, form_saturate,
             form_overflow, form_helper, form_helper, form_whole]

    def call(self, deep):
        """Return a call of a helper that the budget allows, or None."""
        fitting = [h for h in self.unit.helpers if self.cost + self.turns * h[3] < self.budget]
        if not fitting:
            return None
        name, _, parameters, cost = self.rng.choice(fitting)
        self.cost += self.turns * cost
        return "%s(%s)" % (name, ", ".join(["in"] * self.unit.words_in + [self.argument(p, deep) for p in parameters]))

    def argument(self, kind, deep):
        return self.word(kind, deep) if isinstance(kind, Type) else self.number(kind, deep)

    def number(self, kind, deep=1):
        """Return an expression of the floating-point type KIND."""
        r = self.rng
        self.cost += self.turns
        if self.unit.fast:
            return self.tame(kind, deep)
        if deep <= 0 or r.random() < 0.2:
            if self.floats and r.random() < 0.7:
                return "((%s)%s)" % (kind, r.choice(self.floats)[0])
            if r.random() < 0.5:
                return "((%s)%s)" % (kind, r.choice(["0.1", "1.5", "-0.25", "3e5", "-0.0", "1e-3", "7.0", "1e-40"]))
            return "((%s)(i32)%s)" % (kind, self.word(U32, 0))
        a, b = self.number(kind, deep - 1), self.number(kind, deep - 1)
        one, two = self.number("f64", deep - 1), self.number("f32", deep - 1)
        return "((%s)(%s))" % (kind, r.choice([
            "%(a)s + %(b)s", "%(a)s - %(b)s", "%(a)s * %(b)s", "%(a)s / %(b)s", "%(a)s + %(b)s", "-%(a)s",
            "sqrt(fabs(%(one)s))", "sqrtf(fabsf(%(two)s))", "fma(%(one)s, %(a)s, %(b)s)", "floor(%(one)s)",
            "ceilf(%(two)s)", "trunc(%(one)s)", "rint(%(one)s)", "round(%(one)s)", "nearbyintf(%(two)s)", "fabsl(%(a)s)",
            "copysign(%(one)s, small(%(two)s))", "fmin(%(one)s, 3.0)", "fmaxf(%(two)s, -2.5f)", "small(%(one)s)",
            "%(a)s < %(b)s ? %(one)s : %(two)s", "%(word)s", "%(word)s", "(%(condition)s) ? %(a)s : %(b)s",
            "ldexp(%(one)s, (i32)(%(word)s & 7) - 3)", "fmod(%(one)s, 3.5)",
            "isnan(%(a)s) ? 1.0 : isinf(%(b)s) ? 2.0 : %(two)s"]) % {
                "a": a, "b": b, "one": one, "two": two, "word": self.word(self.rng.choice(STANDARD[:8]), deep - 1),
                "condition": self.condition(0)})

    def tame(self, kind, deep):
        """Return an expression that is a number whatever fast-math makes of it: never infinite, never NaN.

        No division by a constant and no fma(): even at -O0, LLVM multiplies by the reciprocal, or rounds twice."""
        r = self.rng
        if deep <= 0 or r.random() < 0.2:
            if self.floats and r.random() < 0.6:
                return "((%s)%s)" % (kind, r.choice(self.floats)[0])
            if r.random() < 0.4:
                return "((%s)%s)" % (kind, r.choice(["0.1", "1.5", "-0.25", "3.0", "1e-3", "7.0", "2.0"]))
            return "((%s)(i8)%s)" % (kind, self.word(U32, 0))
        a, b = self.tame(kind, deep - 1), self.tame(kind, deep - 1)
        return "((%s)(%s))" % (kind, r.choice([
            "%(a)s + %(b)s", "%(a)s - %(b)s", "%(a)s * %(b)s", "%(a)s / (%(v)s * %(v)s + 1)", "%(a)s * %(b)s + %(a)s",
            "sqrt(%(a)s * %(a)s + 1)", "1 / (fabs(%(v)s) + 2)", "fmin(%(a)s, %(b)s)", "fmax(%(a)s, 1)", "floor(%(a)s)",
            "%(a)s < %(b)s ? %(a)s : %(b)s", "(%(a)s + %(b)s) - %(a)s"]) % {
                "a": a, "b": b, "v": "(%s)%s" % (kind, r.choice(self.floats)[0]) if self.floats else "(i8)in[%d]" % r.randrange(256)})

    # --- statements
    def writable(self):
        return [v for v in self.ints if v[2]]

    def assign(self):
        r = self.rng
        if self.floats and r.random() < 0.3:
            name, kind = r.choice(self.floats)
            if self.unit.fast:
                self.lines.append("%s = fmax(-1000, fmin(1000, %s));" % (name, self.number(kind)))
            else:
                self.lines.append("%s = %s;" % (name, self.number(kind)))
            return
        name, kind, _ = r.choice(self.writable())
        if r.random() < 0.25 and not kind.signed and (kind.bits >= 32 or kind.exact and kind.bits > 1):
            self.lines.append(r.choice(["%s %s= %s;" % (name, r.choice("+-*^|&"), self.word(kind)), name + "++;",
                                        "--%s;" % name]))
        else:
            self.lines.append("%s = %s;" % (name, self.word(kind, r.choice([1, 1, 2]))))

    def block(self, head, room, tail="}", turns=1):
        """Write statements between HEAD and TAIL, with their own variables."""
        outer, self.lines = self.lines, []
        ints, floats = list(self.ints), list(self.floats)
        self.turns *= turns
        self.depth += 1
        if self.rng.random() < 0.4:
            self.integer()
        self.statements(room)
        self.depth -= 1
        self.turns //= turns
        self.ints, self.floats = ints, floats
        outer.append((head, self.lines, tail))
        self.lines = outer

    def statements(self, room):
        for _ in range(room):
            self.statement()

    def counted(self, head, room):
        """Write a loop. HEAD has its counter as %(n)s and the number of its turns as %(end)s."""
        name, turns = self.fresh("n"), self.rng.randint(1, 6)
        end = str(turns) if self.rng.random() < 0.5 else "(%s %% %du)" % (self.word(U32, 1), turns + 1)
        self.ints.append((name, U32, False))
        self.loops += 1
        self.block(head % {"n": name, "end": end}, room, turns=turns)
        self.loops -= 1
        self.ints = [v for v in self.ints if v[0] != name]

    def statement(self):
        r = self.rng
        choice = r.random()
        deep = self.depth >= 3 or self.cost > self.budget
        if deep or choice < 0.3:
            self.assign()
        elif choice < 0.3 + self.unit.own_statements_share and self.unit.own_statements:
            r.choice(self.unit.own_statements)(self)
        elif choice < 0.7:
            self.block("if (%s) {" % self.condition(), r.randint(1, 2))
            if r.random() < 0.5:
                then = self.lines.pop()
                self.block("} else {", r.randint(1, 2))
                self.lines.append((then[0], then[1] + [("} else {", self.lines.pop()[1], "")], "}"))
        elif choice < 0.85:
            self.counted(r.choice(["for (u32 %(n)s = 0; %(n)s < %(end)s; %(n)s++) {",
                                   "for (u32 %(n)s = %(end)s; %(n)s-- > 0;) {",
                                   "for (u32 %(n)s = 0, end = %(end)s; %(n)s != end; %(n)s += 1) {"]),
                         r.randint(1, 3))
        elif choice < 0.93:
            self.switch()
        elif self.loops:
            self.lines.append("if (%s) %s;" % (self.condition(), r.choice(["break", "continue"])))
        else:
            self.assign()

    def switch(self):
        r = self.rng
        outer, self.lines = self.lines, []
        # `break` and `continue` in a switch are not those of a loop
        loops, self.loops = self.loops, 0
        head = r.choice(["switch (%s & 7) {" % self.word(U32), "switch ((u8)%s) {" % self.word(U32),
                         "switch (%s) {" % self.word(r.choice(STANDARD[:8]))])
        labels = r.sample(range(8), r.randint(2, 5))
        for label in labels:
            self.block("case %d:%s {" % (label, " case %d:" % (label + 100) if r.random() < 0.2 else ""), 1,
                       "}" if r.random() < 0.2 else "} break;")
        if r.random() < 0.7:
            self.block("default: {", 1)
        self.loops = loops
        outer.append((head, self.lines, "}"))
        self.lines = outer

    def hash(self, start="1"):
        """Return an expression that depends on all variables."""
        text = start
        for name, kind, _ in self.ints:
            text = "%s(%s, (%s)%s)" % ("mix128" if kind.bits > 64 else "mix", text, "u128" if kind.bits > 64 else "u64",
                                       name)
        for name, _ in self.floats:
            text = "mix(%s, bits((f64)%s))" % (text, name)
        return text
