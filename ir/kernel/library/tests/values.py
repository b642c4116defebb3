"""values.py HPVM_RUN FOLDER CATEGORY... -- runs the builtin functions of OpenCL C on arrays of values, and compares the
results with those computed here: exactly where a function is exact, within its bound in ULP otherwise (OpenCL C 7.4).

Each category is one kernel, made of cases: an expression over the elements of its inputs. The sizes of vectors change
from case to case. Not here: functions of a group, in run-values.sh; mathematical references, in exact.py."""
import itertools
import math
import random
import struct
import subprocess
import sys
from fractions import Fraction

import exact
from exact import D, INF, NAN

INTEGERS = {name: (code, bits, name[0] != "u") for name, code, bits in (
    ("char", "b", 8), ("uchar", "B", 8), ("short", "h", 16), ("ushort", "H", 16), ("int", "i", 32), ("uint", "I", 32),
    ("long", "q", 64), ("ulong", "Q", 64))}
# name: format, bits of the significand, exponent of the greatest and of the least normal number
FLOATS = {"half": ("e", 11, 15, -14), "float": ("f", 24, 127, -126), "double": ("d", 53, 1023, -1022)}
INT_OF = {"half": "short", "float": "int", "double": "long"}
SIZE = {"half": 2, "float": 4, "double": 8, **{t: bits // 8 for t, (_, bits, _) in INTEGERS.items()}}
SIZES = (1, 3, 2, 1, 4, 8, 16)
random.seed(1)


def limits(t):
    _, bits, signed = INTEGERS[t]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def wrap(t, value):
    low, high = limits(t)
    return (value - low) % (high - low + 1) + low


def clip(t, value):
    low, high = limits(t)
    return min(max(value, low), high)


def unsigned(t):
    return t if t[0] == "u" else "u" + t


def form(t):
    return INTEGERS[t][0] if t in INTEGERS else FLOATS[t][0]


def bits_of(t, x):
    return int.from_bytes(struct.pack("<" + form(t), x), "little")


def of_bits(t, bits):
    return struct.unpack("<" + form(t), bits.to_bytes(SIZE[t], "little"))[0]


def rounded(t, exact_value, mode="rte"):
    """A Fraction as the float of type t; zero is positive."""
    _, p, most, least = FLOATS[t]
    q = Fraction(exact_value)
    if q == 0:
        return 0.0
    a, e = abs(q), abs(q).numerator.bit_length() - abs(q).denominator.bit_length()
    if Fraction(2) ** e > a:
        e -= 1
    unit = Fraction(2) ** (max(e, least) - p + 1)
    if mode == "rte":
        n = round(a / unit)
    else:
        up = mode == "rtp" if q > 0 else mode == "rtn"
        n = math.ceil(a / unit) if up else math.floor(a / unit)
    result, greatest = n * unit, (2 - Fraction(2) ** (1 - p)) * Fraction(2) ** most
    if result > greatest:
        value = float(greatest) if mode != "rte" and not up else INF
    else:
        value = float(result)
    return -value if q < 0 else value


def ulps_between(t, got, want):
    """The distance of the float GOT from WANT, a Decimal or Fraction or special float, in units of the last place of WANT."""
    if isinstance(want, float) and (want != want or abs(want) == INF or want == 0):
        same = got != got if want != want else got == want and (want != 0 or math.copysign(1, got) == math.copysign(1, want))
        return 0 if same else INF
    if got != got:
        return INF
    _, p, most, least = FLOATS[t]
    q = Fraction(want)
    a = abs(q)
    e = a.numerator.bit_length() - a.denominator.bit_length() if a else least
    if Fraction(2) ** min(e, 2000) > a:
        e -= 1
    unit = Fraction(2) ** (min(max(e, least), most) - p + 1)
    if abs(got) == INF:
        edge = Fraction(2) ** (most + 1)
        return INF if (got > 0) != (q > 0) else float(max(edge - a, 0) / unit)
    return float(min(abs(Fraction(got) - q) / unit, 10**9))


class Case:
    """EXPRESSION over a, b, c, of types INPUTS and vectors of SIZE elements, must give WANT(a, b, c) for each element of DATA."""

    def __init__(self, label, output, expression, inputs, data, want, ulps=None, size=1, per_element=1):
        self.label, self.output, self.expression, self.inputs = label, output, expression, inputs
        self.data, self.want, self.ulps, self.size, self.per_element = list(data), want, ulps, size, per_element
        while len(self.data) % size:
            self.data.append(self.data[-1])

    def source(self, offsets, out):
        n = "" if self.size == 1 else str(self.size)
        count = len(self.data) // self.size
        lines = [f"\tif (i < {count}) {{"]
        for name, t, at in zip("abc", self.inputs, offsets):
            base = f"(global const {t} *)(in + {at})"
            lines.append(f"\t\t{t}{n} {name} = " + (f"vload{n}(i, {base});" if n else f"({base})[i];"))
        m = self.size * self.per_element
        base = f"(global {self.output} *)(out + {out})"
        value = self.expression.replace("$", n)
        lines.append("\t\t" + (f"vstore{m}({value}, i, {base});" if m > 1 else f"({base})[i] = {value};"))
        return "\n".join(lines + ["\t}"]), count

    def judge(self, bytes_):
        count = len(self.data) * self.per_element
        got = struct.unpack(f"<{count}{form(self.output)}", bytes_)
        got = [got[k:k + self.per_element] for k in range(0, count, self.per_element)]
        worst, bad = 0, []
        for inputs, results in zip(self.data, got):
            want = self.want(*inputs)
            for g, w in zip(results, want if isinstance(want, tuple) else (want,)):
                if w is None:
                    continue
                if self.output in FLOATS:
                    off = ulps_between(self.output, g, w)
                    wrong = off > (self.ulps or 0)
                    worst = max(worst, off)
                else:
                    wrong = g != w
                if wrong:
                    bad.append(f"{self.label}{inputs} is {g!r}, not {w:.17g}")
        return bad, worst


def run(hpvm_run, folder, name, cases):
    data, bodies, out, places, items = bytearray(), [], 0, [], 1
    for case in cases:
        offsets = []
        for k, t in enumerate(case.inputs):
            data.extend(bytes(-len(data) % 64))
            offsets.append(len(data))
            data.extend(struct.pack(f"<{len(case.data)}{form(t)}", *(row[k] for row in case.data)))
        body, count = case.source(offsets, out)
        bodies.append(body)
        size = len(case.data) * case.per_element * SIZE[case.output]
        places.append((out, size))
        out += size + -size % 64
        items = max(items, count)
    # Several functions, since the time of compiling grows faster than a function.
    parts = [bodies[k:k + 40] for k in range(0, len(bodies), 40)]
    text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    for k, part in enumerate(parts):
        text += f"__attribute__((noinline)) void part{k}(global const char *in, global char *out, size_t i)\n{{\n" + "\n".join(part) + "\n}\n"
    text += f"kernel void {name}(global const char *in, global char *out)\n{{\n"
    text += "".join(f"\tpart{k}(in, out, get_global_id(0));\n" for k in range(len(parts))) + "}\n"
    with open(f"{folder}/{name}.cl", "w", encoding="ascii") as f:
        f.write(text)
    with open(f"{folder}/{name}.in", "wb") as f:
        f.write(data)
    with open(f"{folder}/{name}.yaml", "w", encoding="ascii") as f:
        f.write(f"args:\n  in: {{raw: {name}.in, type: i8}}\n  out: {{zeros: {out}, type: i8, save: {name}.out}}\n")
    done = subprocess.run([hpvm_run, "--kernel", name, "--global", str(items), "--block", "64", "--args", f"{folder}/{name}.yaml",
                           f"{folder}/{name}.cl"], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        sys.exit(f"{name}: exit status {done.returncode}\n{done.stderr[:4000]}")
    with open(f"{folder}/{name}.out", "rb") as f:
        result = f.read()
    failures = 0
    for case, (at, size) in zip(cases, places):
        bad, worst = case.judge(result[at:at + size])
        if bad:
            failures += 1
            print(f"FAIL: {name}: {len(bad)} of {len(case.data) * case.per_element} wrong (worst {worst:.3g} ulp), {case.output} of {case.inputs}, size {case.size}: {bad[0]}")
    print(f"{name}: {len(cases)} cases, {sum(len(c.data) for c in cases)} values, {failures} failed")
    return failures


# --- values --------------------------------------------------------------------------------------------------------------


def some_integers(t):
    low, high = limits(t)
    values = {low, low + 1, high, high - 1, high // 2, high // 2 + 1, 0, 1, 2, 3, 7, 100, low // 2}
    values |= {clip(t, v) for v in (-1, -2, -7, -100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**24 + 1,
                                    2**53 + 1, 2**63 - 513)}
    values |= {random.randint(low, high) for _ in range(8)}
    return sorted(values)


def least_of(t):
    return 2.0 ** (FLOATS[t][3] - FLOATS[t][1] + 1)


def greatest_of(t):
    return (2 - 2.0 ** (1 - FLOATS[t][1])) * 2.0 ** FLOATS[t][2]


def some_floats(t, more=30):
    _, p, most, least = FLOATS[t]
    values = [0.0, least_of(t), 3 * least_of(t), 2.0**least, 2.0**least - least_of(t), greatest_of(t), 2.0**most, INF, 1.0, 1 + 2.0 ** (1 - p),
              1 - 2.0**-p, 0.5, 0.25, 1.5, 2.0, 2.5, 3.0, 3.5, 10.0, 100.0, 127.5, 2.0 ** (p - 1) + 1, 2.0 ** (p - 1) - 0.5, 2.0**p,
              rounded(t, Fraction(exact.PI)), rounded(t, Fraction(exact.PI / 2)), rounded(t, Fraction(1, 3))]
    values += [rounded(t, Fraction(random.uniform(1, 2)) * Fraction(2) ** random.randint(least - 5, most)) for _ in range(more)]
    values += [rounded(t, Fraction(random.uniform(0, 8))) for _ in range(more)]
    return values + [-v for v in values] + [NAN]


def pairs(values, most=500):
    all_of = list(itertools.product(values, values))
    return all_of if len(all_of) <= most else random.sample(all_of, most)


def each(values):
    return [(v,) for v in values]


def sizes():
    return itertools.cycle(SIZES)


# --- categories ----------------------------------------------------------------------------------------------------------


def integer_cases():
    size = sizes()
    for t in INTEGERS:
        yield from integer_cases_of(t, size)


def integer_cases_of(t, size):
    _, bits, signed = INTEGERS[t]
    u, values = unsigned(t), some_integers(t)
    two, triples = pairs(values), [tuple(random.choice(values) for _ in range(3)) for _ in range(200)]
    mask = (1 << bits) - 1

    def case(name, count, want, data=None, output=t, inputs=None):
        data = data or (each(values), two, triples)[count - 1]
        return Case(name, output, f"{name}({', '.join('abc'[:count])})", inputs or (t,) * count, data, want, size=next(size))

    yield case("abs", 1, abs, output=u)
    yield case("popcount", 1, lambda a: bin(a & mask).count("1"))
    yield case("clz", 1, lambda a: bits - (a & mask).bit_length())
    yield case("ctz", 1, lambda a: bits if a == 0 else (a & -a).bit_length() - 1)
    yield case("abs_diff", 2, lambda a, b: abs(a - b), output=u)
    yield case("add_sat", 2, lambda a, b: clip(t, a + b))
    yield case("sub_sat", 2, lambda a, b: clip(t, a - b))
    yield case("hadd", 2, lambda a, b: (a + b) >> 1)
    yield case("rhadd", 2, lambda a, b: (a + b + 1) >> 1)
    yield case("max", 2, max)
    yield case("min", 2, min)
    yield case("mul_hi", 2, lambda a, b: (a * b) >> bits)
    yield case("mad_hi", 3, lambda a, b, c: wrap(t, ((a * b) >> bits) + c))
    yield case("mad_sat", 3, lambda a, b, c: clip(t, a * b + c))
    yield case("rotate", 2, lambda a, b: wrap(t, (a & mask) << b % bits | (a & mask) >> (-b % bits)))
    yield case("clamp", 3, lambda a, b, c: min(max(a, b), c), data=[(a, min(b, c), max(b, c)) for a, b, c in triples])
    yield case("bit_reverse", 1, lambda a: wrap(t, int(f"{a & mask:0{bits}b}"[::-1], 2)))
    for offset, width in ((0, bits), (0, 0), (3, 0), (0, 5), (3, 4), (bits - 1, 1), (2, bits - 2)):
        field = (1 << width) - 1
        label = f"({offset}, {width})"
        yield Case("bitfield_insert" + label, t, f"bitfield_insert(a, b, {offset}, {width})", (t, t), two,
                   lambda a, b, field=field, offset=offset: wrap(t, a & ~(field << offset) | (b & field) << offset), size=next(size))
        yield Case("bitfield_extract_unsigned" + label, u, f"bitfield_extract_unsigned(a, {offset}, {width})", (t,), each(values),
                   lambda a, field=field, offset=offset: (a & mask) >> offset & field, size=next(size))
        yield Case("bitfield_extract_signed" + label, t.lstrip("u"), f"bitfield_extract_signed(a, {offset}, {width})", (t,), each(values),
                   lambda a, field=field, offset=offset: ((a & mask) >> offset & field) - (((a & mask) >> offset & field & ~(field >> 1)) << 1),
                   size=next(size))
    if bits < 64:
        wide = {"char": "short", "short": "int", "int": "long"}[t.lstrip("u")]
        yield case("upsample", 2, lambda a, b: a << bits | b, output=wide if signed else "u" + wide, inputs=(t, u),
                   data=[(a, b & mask) for a, b in two])
    if bits == 32:
        small = [v for v in (0, 1, 5, 4095, 4096, 2**23 - 1, 2**22, -1, -77, -(2**23)) if signed or v >= 0] + ([] if signed else [2**24 - 1])
        yield case("mul24", 2, lambda a, b: wrap(t, a * b), data=pairs(small))
        yield case("mad24", 3, lambda a, b, c: wrap(t, a * b + c), data=[(a, b, c) for (a, b), c in zip(pairs(small), itertools.cycle(values))])


def packed_cases():
    """cl_khr_integer_dot_product."""
    words = [(a, b, c) for a, b in pairs(some_integers("uint"), 200) for c in (0, 7, 2**31 - 1, -(2**31))]
    for kind, result in (("uu", "uint"), ("ss", "int"), ("us", "int"), ("su", "int")):
        def product(a, b, kind=kind):
            return sum((wrap("char" if kind[0] == "s" else "uchar", a >> k)) * wrap("char" if kind[1] == "s" else "uchar", b >> k) for k in (0, 8, 16, 24))
        yield Case("dot_4x8packed_" + kind, result, f"dot_4x8packed_{kind}_{result}(a, b)", ("uint", "uint"), [w[:2] for w in words], product)
        yield Case("dot_acc_sat_4x8packed_" + kind, result, f"dot_acc_sat_4x8packed_{kind}_{result}(a, b, c)", ("uint", "uint", result),
                   [(a, b, wrap(result, c)) for a, b, c in words], lambda a, b, c, product=product, result=result: clip(result, product(a, b) + c))


def convert_cases():
    size = sizes()
    for s, t in itertools.product(INTEGERS, INTEGERS):
        yield Case(f"convert_{t}_sat", t, f"convert_{t}$_sat(a)", (s,), each(some_integers(s)), lambda a, t=t: clip(t, a), size=next(size))
        yield Case(f"convert_{t}", t, f"convert_{t}$(a)", (s,), each(some_integers(s)), lambda a, t=t: wrap(t, a), size=next(size))
    to_integer = {"": math.trunc, "_rtz": math.trunc, "_rte": round, "_rtp": math.ceil, "_rtn": math.floor}
    for s, t in itertools.product(FLOATS, INTEGERS):
        values = some_floats(s, 6)
        for power in (7, 8, 15, 16, 31, 32, 63, 64):
            for near in (2**power, 2**power - 1, 2**power + 1, Fraction(2**power) - Fraction(1, 2), Fraction(2**power) + Fraction(1, 2)):
                values += [rounded(s, near), -rounded(s, near)]
        low, high = limits(t)
        for mode, whole in to_integer.items():
            def sat(a, whole=whole, t=t):
                return 0 if a != a else limits(t)[a > 0] if abs(a) == INF else clip(t, whole(Fraction(a)))
            yield Case(f"convert_{t}_sat{mode}", t, f"convert_{t}$_sat{mode}(a)", (s,), each(values), sat, size=next(size))
            inside = [v for v in values if v == v and abs(v) != INF and low <= whole(Fraction(v)) <= high]
            yield Case(f"convert_{t}{mode}", t, f"convert_{t}${mode}(a)", (s,), each(inside), lambda a, whole=whole: whole(Fraction(a)), size=next(size))
    for s, t in itertools.product([*INTEGERS, *FLOATS], FLOATS):
        values = some_integers(s) if s in INTEGERS else some_floats(s, 10)
        p = FLOATS[t][1]
        if s in FLOATS:
            for base in (1.0, 1.5, 2.0**FLOATS[t][3], least_of(t), greatest_of(t)):
                for part in (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4)):
                    e = max(math.frexp(base)[1] - 1, FLOATS[t][3])
                    near = rounded(s, Fraction(base) + part * Fraction(2) ** (e - p + 1))
                    values += [near, -near]
        for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
            def want(a, mode=mode, t=t):
                if a != a or (isinstance(a, float) and (a == 0 or abs(a) == INF)):
                    return a
                got = rounded(t, Fraction(a), mode[1:] or "rte")
                return got
            yield Case(f"convert_{t}{mode}", t, f"convert_{t}${mode}(a)", (s,), each(values), want, ulps=0, size=next(size))


def half_cases():
    """vload_half and vstore_half, whose results are in memory as shorts."""
    size = sizes()
    every = [(b,) for b in list(range(0, 0x7C01, 61)) + [0x7C00, 0x8000, 0x83FF, 0xFC00, 0xFBFF, 1, 0x3FF, 0x400]]
    for n in (1, 3, 4, 16):
        m = "" if n == 1 else str(n)
        for a in ("", "a")[:n]:
            expression = f"({{ half h[16]; for (int k = 0; k < {n}; k++) h[k] = as_half({'a' if n == 1 else 'a[k]'}); vload{a}_half{m}(0, h); }})"
            yield Case(f"vload{a}_half{m}", "float", expression, ("short",), [(wrap("short", b),) for b, in every],
                       lambda b: of_bits("half", b & 65535), ulps=0, size=n)
    for s, mode in itertools.product(("float", "double"), ("", "_rte", "_rtz", "_rtp", "_rtn")):
        values = [v for v in some_floats(s) if v == v]
        for b in (0x3C00, 1, 0x3FF, 0x400, 0x7BFF, 0x1234):
            x, up = Fraction(of_bits("half", b)), of_bits("half", b + 1)
            step = (Fraction(up) - x) if up != INF else Fraction(32)
            for part in (Fraction(1, 2), Fraction(1, 2) + Fraction(1, 4096), Fraction(1, 2) - Fraction(1, 4096), Fraction(1, 2) + Fraction(1, 2**20)):
                values += [rounded(s, x + part * step), -rounded(s, x + part * step)]
        if s == "double":
            values += [1 + 2.0**-11 + 2.0**-40, -1 - 2.0**-11 - 2.0**-40, 2.0**-25 + 2.0**-70]
        for a in ("", "a"):
            n = next(size)
            n = 2 if a and n == 1 else n
            m = "" if n == 1 else str(n)
            expression = f"({{ half h[16]; vstore{a}_half{m}{mode}(a, 0, h); short{m} r; for (int k = 0; k < {n}; k++) " + \
                ("r" if n == 1 else "r[k]") + " = as_short(h[k]); r; })"

            def want(x, mode=mode):
                h = x if x == 0 or abs(x) == INF else rounded("half", Fraction(x), mode[1:] or "rte")
                return wrap("short", bits_of("half", h))
            yield Case(f"vstore{a}_half{m}{mode}", "short", expression, (s,), each(values), want, size=n)


def choose(t, a, b, c):
    return of_bits(t, bits_of(t, a) & ~bits_of(t, c) & (1 << SIZE[t] * 8) - 1 | bits_of(t, b) & bits_of(t, c))


def relational_cases():
    size = sizes()
    tests = {
        "isnan": lambda t: lambda a: a != a,
        "isinf": lambda t: lambda a: abs(a) == INF,
        "isfinite": lambda t: lambda a: a - a == 0,
        "isnormal": lambda t: lambda a: 2.0 ** FLOATS[t][3] <= abs(a) < INF,
        "signbit": lambda t: lambda a: math.copysign(1, a) < 0,
    }
    compare = {
        "isequal": lambda a, b: a == b, "isnotequal": lambda a, b: a != b, "isgreater": lambda a, b: a > b,
        "isgreaterequal": lambda a, b: a >= b, "isless": lambda a, b: a < b, "islessequal": lambda a, b: a <= b,
        "islessgreater": lambda a, b: a < b or a > b, "isordered": lambda a, b: a == a and b == b,
        "isunordered": lambda a, b: a != a or b != b,
    }
    for t in FLOATS:
        values = some_floats(t, 5)
        values = values[:-1] + [NAN]
        two = pairs(values, 300) + [(NAN, NAN), (NAN, 1.0), (1.0, NAN), (0.0, -0.0)]
        for name, made in list(tests.items()) + [(k, (lambda f: lambda t: f)(f)) for k, f in compare.items()]:
            f, count = made(t), 1 if name in tests else 2
            for n in (1, next(size)):
                yield Case(name, "int" if n == 1 else INT_OF[t], f"{name}({', '.join('ab'[:count])})", (t,) * count,
                           each(values) if count == 1 else two, (lambda f, n: lambda *x: (1 if n == 1 else -1) * bool(f(*x)))(f, n), size=n)
    for t in [*INTEGERS, *FLOATS]:
        values = some_integers(t) if t in INTEGERS else [v for v in some_floats(t, 5) if v == v]
        data = [tuple(random.choice(values) for _ in range(3)) for _ in range(150)]
        yield Case("bitselect", t, "bitselect(a, b, c)", (t,) * 3, [d for d in data if t in INTEGERS or choose(t, *d) == choose(t, *d)],
                   (lambda t: lambda *x: choose(t, *x))(t), ulps=0, size=next(size))
        signed = INT_OF.get(t, t.lstrip("u"))
        for c in (signed, "u" + signed):
            conditions = some_integers(c)
            rows = [(x, y, random.choice(conditions)) for x, y, _ in data]
            for n in (1, 3):
                def want(x, y, k, n=n, c=c):
                    return y if (k != 0 if n == 1 else k & 1 << SIZE[c] * 8 - 1) else x
                yield Case(f"select with {c}", t, "select(a, b, c)", (t, t, c), rows, want, ulps=0, size=n)
    for t in ("char", "short", "int", "long"):
        values = each(some_integers(t))
        yield Case("any", "int", "any(a)", (t,), values, lambda a: int(a < 0))
        yield Case("all", "int", "all(a)", (t,), values, lambda a: int(a < 0))
        yield Case("any and all of 3", "int", f"(int2)(any(({t}3)(a, b, c)), all(({t}3)(a, b, c)))", (t,) * 3,
                   [tuple(random.choice((-1, 0, 1)) for _ in range(3)) for _ in range(40)],
                   lambda *x: (int(min(x) < 0), int(max(x) < 0)), per_element=2)
        u, high = "u" + t, limits("u" + t)[1]
        yield Case("shuffle", t, f"shuffle(({t}4)(a, a + 1, a + 2, a + 3), ({u}2)(b, b / 3))", (t, u),
                   [(k, random.randint(0, high)) for k in range(60)], lambda a, b: (a + b % 4, a + b // 3 % 4), per_element=2)
        yield Case("shuffle2", t, f"shuffle2(({t}4)(a, a + 1, a + 2, a + 3), ({t}4)(a + 4, a + 5, a + 6, a + 7), ({u}4)(b, b / 3, b / 5, 7))",
                   (t, u), [(k, random.randint(0, high)) for k in range(60)],
                   lambda a, b: (a + b % 8, a + b // 3 % 8, a + b // 5 % 8, a + 7), per_element=4)


def fmax(a, b):
    return b if a != a or (b == b and a < b) else a


def fmin(a, b):
    return b if a != a or (b == b and b < a) else a


def finite_or(special, function):
    return lambda *x: special(*x) if any(v - v != 0 for v in x) else function(*(Fraction(v) for v in x))


def whole_number(function):
    def computed(a):
        return a if a == 0 or a - a != 0 else math.copysign(float(function(Fraction(a))), a)
    return computed


def half_away(q):
    return math.floor(abs(q) + Fraction(1, 2)) * (1 if q > 0 else -1)


def remainder_of(a, b):
    if a != a or b != b or abs(a) == INF or b == 0:
        return NAN, 0
    if abs(b) == INF:
        return a, 0
    q = round(Fraction(a) / Fraction(b))
    rest = Fraction(a) - q * Fraction(b)
    return (float(rest) if rest else math.copysign(0.0, a)), q


def fma_of(t):
    def computed(a, b, c):
        if any(v - v != 0 for v in (a, b, c)):
            product = NAN if a != a or b != b or {abs(a), abs(b)} == {0.0, INF} else \
                math.copysign(INF, math.copysign(1, a) * math.copysign(1, b)) if INF in (abs(a), abs(b)) else 0.0
            return product + c
        q = Fraction(a) * Fraction(b) + Fraction(c)
        if q == 0:
            sign = math.copysign(1, a) * math.copysign(1, b)
            return math.copysign(0.0, sign) if a * b == 0 == c and sign == math.copysign(1, c) else 0.0
        result = rounded(t, q)
        return result
    return computed


def neighbour(t):
    def computed(a, b):
        if a != a or b != b:
            return NAN
        if a == b:
            return b
        if a == 0:
            return math.copysign(least_of(t), b)
        bits = bits_of(t, a)
        return of_bits(t, bits + (1 if (a < b) == (a > 0) else -1))
    return computed


def exact_cases():
    """Functions that are exact or rounded once."""
    size = sizes()
    for t in FLOATS:
        yield from exact_cases_of(t, size)
    for t in FLOATS:
        small = [rounded(t, Fraction(random.uniform(-4, 4))) for _ in range(40)]
        three = [tuple(random.choice(small) for _ in range(3)) for _ in range(100)]
        yield Case("clamp", t, "clamp(a, b, c)", (t,) * 3, [(a, min(b, c), max(b, c)) for a, b, c in three], lambda a, b, c: min(max(a, b), c),
                   ulps=0, size=next(size))
        # A sum cancels, so that its error is that of its greatest term: 64 is added, and one ULP is that of 32 in the precision of t.
        yield Case("mix", "double", "64 + convert_double$(mix(a, b, c))", (t,) * 3, three,
                   lambda a, b, c: 64 + Fraction(a) + (Fraction(b) - Fraction(a)) * Fraction(c), ulps=2 ** (53 - FLOATS[t][1] + 1), size=next(size))


def exact_cases_of(t, size):
    values = some_floats(t, 12)
    p, most, least = FLOATS[t][1:]
    # Multiples of a subnormal, whose remainder is a zero with a sign.
    zero = [(s * a, b) for a in (3 * 2.0**least, 1024 * least_of(t), greatest_of(t), rounded(t, Fraction(8.995612020051231e-274)) or 1.0) for b in (least_of(t), -least_of(t)) for s in (1, -1)]
    two, three = pairs(values, 400) + zero, [tuple(random.choice(values) for _ in range(3)) for _ in range(250)]

    def case(name, data, want, count=None, output=t, ulps=0, inputs=None, expression=None, n=None, per_element=1):
        count = count or len(data[0])
        return Case(name, output, expression or f"{name}({', '.join('abc'[:count])})", inputs or (t,) * count, data, want, ulps=ulps,
                    size=n or next(size), per_element=per_element)

    for name, f in (("ceil", math.ceil), ("floor", math.floor), ("trunc", math.trunc), ("rint", round), ("round", half_away)):
        yield case(name, each(values), whole_number(f))
    yield case("fabs", each(values), abs)
    yield case("sqrt", each(values), lambda a: a if a == 0 or a in (INF,) else NAN if not a > 0 else D(a).sqrt(), ulps=0.5)
    yield case("logb", each(values), lambda a: abs(a) if a - a != 0 else -INF if a == 0 else float(math.frexp(a)[1] - 1))
    yield case("ilogb", each([v for v in values if v - v == 0 and v]), lambda a: math.frexp(a)[1] - 1, output="int")
    yield case("ilogb of special values", [(INF,), (-INF,), (0.0,), (-0.0,), (NAN,)],
               lambda a: 2**31 - 1 if a == a and a else None, output="int", expression="ilogb(a)", n=1)
    yield case("ilogb is a named value", [(0.0,), (NAN,)], lambda a: 1, output="int",
               expression="ilogb(a) == (a == 0 ? FP_ILOGB0 : FP_ILOGBNAN)", n=1)
    yield case("copysign", two, lambda a, b: None if a != a or b != b else math.copysign(a, b))
    yield case("fmax", two, lambda a, b: fmax(a, b) or None)
    yield case("fmin", two, lambda a, b: fmin(a, b) or None)
    yield case("maxmag", two, lambda a, b: (a if abs(a) > abs(b) else b if abs(b) > abs(a) else fmax(a, b)) or None)
    yield case("minmag", two, lambda a, b: (a if abs(a) < abs(b) else b if abs(b) < abs(a) else fmin(a, b)) or None)
    yield case("fdim", two, lambda a, b: NAN if a != a or b != b else 0.0 if a <= b else INF if INF in (a, -b) else
               rounded(t, Fraction(a) - Fraction(b)))
    yield case("fmod", two, lambda a, b: NAN if a != a or b != b or abs(a) == INF or b == 0 else
               a if abs(b) == INF else math.fmod(a, b))
    yield case("remainder", two, lambda a, b: remainder_of(a, b)[0])
    yield case("nextafter", two, neighbour(t))
    yield case("fma", three, fma_of(t))
    yield case("sign", each(values), lambda a: 0.0 if a != a else a if a == 0 else math.copysign(1, a))
    yield case("step", two, lambda a, b: None if a != a or b != b else 0.0 if b < a else 1.0)
    yield case("degrees", each(values), lambda a: a if a - a != 0 or a == 0 else Fraction(a) * 180 / Fraction(exact.PI), ulps=2)
    yield case("radians", each(values), lambda a: a if a - a != 0 or a == 0 else Fraction(a) * Fraction(exact.PI) / 180, ulps=2)
    ints = [-(2**31), 2**31 - 1, 0, 1, -1, 5, -5, 24, -30, 149, -149, 1000, -1074, -2000, 2100]
    yield case("ldexp", [(a, random.choice(ints)) for a in values * 2], lambda a, k: a if a - a != 0 or a == 0 else
               rounded(t, Fraction(a) * Fraction(2) ** max(min(k, 5000), -5000)) or math.copysign(0.0, a), inputs=(t, "int"))
    # Results through a pointer: both are elements of one vector, an integer as a float.
    out = f"({{ {t} p; {t} v = NAME(a, &p); ({t}2)(v, p); }})"
    number = f"({{ int p; {t} v = NAME; ({t}2)(v, p); }})"

    def fraction(a):
        if a != a:
            return NAN, NAN
        if abs(a) == INF or a == 0:
            return math.copysign(0.0, a), a
        rest = Fraction(a) - math.floor(Fraction(a))
        return min(rounded(t, rest), 1 - 2.0**-p) if rest else 0.0, math.copysign(float(math.floor(Fraction(a))), a)
    yield case("fract", each(values), fraction, expression=out.replace("NAME", "fract"), n=1, per_element=2)
    yield case("modf", each(values), lambda a: (NAN, NAN) if a != a else (math.copysign(0.0, a), a) if abs(a) == INF else math.modf(a),
               expression=out.replace("NAME", "modf"), n=1, per_element=2)
    yield case("frexp", each(values), lambda a: (a, 0.0) if a - a != 0 or a == 0 else tuple(map(float, math.frexp(a))),
               expression=number.replace("NAME", "frexp(a, &p)"), n=1, per_element=2)

    def quotient(a, b):
        rest, q = remainder_of(a, b)
        low = abs(q) & 127
        return (rest, float(-low or 0.0) if q < 0 else float(low)) if rest == rest else (rest, 0.0)
    yield case("remquo", two, quotient, expression=number.replace("NAME", "remquo(a, b, &p)"), n=1, per_element=2)


def math_cases():
    size = sizes()
    for t in FLOATS:
        values = some_floats(t)
        for name in exact.UNARY:
            own = values
            if name in ("acos", "asin", "acospi", "asinpi", "atanh"):
                own = values + [rounded(t, Fraction(random.uniform(-1, 1))) for _ in range(40)]
            if name in ("cospi", "sinpi", "tanpi"):
                own = values + [k / 4 for k in range(-20, 21)] + [1000.5, 1001.5, -1000.5, -1001.5]
            if name == "tgamma":
                own = values + [-0.5, -1.0, -1.5, -2.0, -30.25, 30.0, 170.5, 34.5]
            if name == "cbrt":  # the errors of a C library are 2.3 to 2.7 ULP
                own = values + [4.4729930719137565, 2.715501922140727, 2.9509369944078686e+115][:3 if t == "double" else 2]
            own = [rounded(t, Fraction(v)) if v and v - v == 0 else v for v in own]
            yield Case(name, t, f"{name}(a)", (t,), each(own), exact.unary(name), ulps=ULPS[name, t], size=next(size))
        two = pairs(values, 500) + [tuple(rounded(t, Fraction(random.uniform(-9, 9))) for _ in range(2)) for _ in range(100)]
        special = list(itertools.product((0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 0.5, -3.0, 2.0, 3.0, -2.0), repeat=2))
        for name, want in (("pow", exact.pow_), ("powr", exact.powr), ("atan2", exact.atan2), ("atan2pi", exact.atan2pi), ("hypot", exact.hypot)):
            yield Case(name, t, f"{name}(a, b)", (t, t), two + special, want, ulps=ULPS[name, t], size=next(size))
        ints = [-(2**31), 2**31 - 1, 0, 1, -1, 2, -2, 3, -3, 5, 7, -10, 100, 101, -1001]
        rows = [(random.choice(values), n) for n in ints for _ in range(12)] + \
            list(itertools.product((0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 8.0, -8.0), ints))
        yield Case("pown", t, "pown(a, b)", (t, "int"), rows, lambda a, n: exact.pow_(a, float(n)), ulps=ULPS["pown", t], size=next(size))
        yield Case("rootn", t, "rootn(a, b)", (t, "int"), rows, exact.rootn, ulps=ULPS["rootn", t], size=next(size))
        yield Case("sincos", t, f"({{ {t} c; {t} s = sincos(a, &c); ({t}2)(s, c); }})", (t,), each(values),
                   lambda a: (exact.unary("sin")(a), exact.unary("cos")(a)), ulps=1, per_element=2)
        gammas = [v for v in values if v > 0 or abs(v) == INF or v != v or v == math.floor(v)] + [-0.5, -1.5, -2.5, -3.25]

        def gamma(a):
            value = a if a != a else exact.lgamma(a)
            sign = 0 if a == 0 else None if a != a or abs(a) == INF else 1 if a > 0 else 0 if a == math.floor(a) else -1 if math.floor(a) % 2 else 1
            return value, value if sign is None else float(sign)
        # The bound of lgamma is undefined; near its zeros the error is absolute.
        rows = each(g for g in gammas if gamma(g)[1] == gamma(g)[1] and g > -INF and not 0.9 < g < 2.1 or g in (1, 2, 0))
        yield Case("lgamma_r", t, f"({{ int g; {t} v = lgamma_r(a, &g); ({t}2)(v, a == INFINITY ? a : g); }})", (t,), rows, gamma, ulps=4, per_element=2)
        yield Case("lgamma", t, "lgamma(a)", (t,), rows, lambda a: gamma(a)[0], ulps=4, size=next(size))
    values = some_floats("float")
    for prefix, name in itertools.product(("native_", "half_"), ("cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin", "tan")):
        yield Case(prefix + name, "float", f"{prefix}{name}(a)", ("float",), each(values), exact.unary(name), ulps=0.51, size=next(size))
    for prefix in ("native_", "half_"):
        yield Case(prefix + "recip", "float", f"{prefix}recip(a)", ("float",), each(values),
                   lambda a: math.copysign(INF, a) if a == 0 else 1 / a if a - a != 0 else 1 / Fraction(a), ulps=0.5)
        yield Case(prefix + "sqrt", "float", f"{prefix}sqrt(a)", ("float",), each(values),
                   lambda a: a if a == 0 or a == INF else NAN if not a > 0 else D(a).sqrt(), ulps=0.5)
        yield Case(prefix + "powr", "float", f"{prefix}powr(a, b)", ("float", "float"), pairs(values, 300), exact.powr, ulps=0.51)
        yield Case(prefix + "divide", "float", f"{prefix}divide(a, b)", ("float", "float"), pairs([v for v in values if v - v == 0 and v], 300),
                   lambda a, b: Fraction(a) / Fraction(b), ulps=0.5)
    for t in FLOATS:
        rows = [tuple(rounded(t, Fraction(random.uniform(*r))) for r in ((-1, 0), (1, 2), (-2, 3))) for _ in range(50)]

        def smooth(low, high, x):
            q = min(max((Fraction(x) - Fraction(low)) / (Fraction(high) - Fraction(low)), 0), 1)
            return 64 + q * q * (3 - 2 * q)
        yield Case("smoothstep", "double", "64 + convert_double$(smoothstep(a, b, c))", (t,) * 3, rows, smooth, ulps=2 ** (53 - FLOATS[t][1]), size=next(size))


# What OpenCL C 7.4 allows where that is below 3 or large; 3 otherwise, as a C library is better than the table.
ULPS = {(name, t): 0.501 if t == "half" else 16 if name == "tgamma" else 1 if name == "cbrt" else 2 if name in ("rsqrt", "log1p") else 3
        for name in [*exact.UNARY, "pow", "powr", "atan2", "atan2pi", "hypot", "pown", "rootn"] for t in FLOATS}


def geometric_cases():
    for t, n in itertools.product(FLOATS, (2, 3, 4)):
        p, most = FLOATS[t][1:3]
        scale = [Fraction(2) ** random.choice((0, 0, 0, most - 3, -most + 3)) for _ in range(60)]
        rows = [(rounded(t, s * Fraction(random.uniform(-1, 1))), rounded(t, s * Fraction(random.uniform(-1, 1)))) for s in scale]
        vector = f"({t}{n})(a, b{', a / 2' if n > 2 else ''}{', -b' if n > 3 else ''})"

        def parts(a, b, n=n, t=t):
            return [Fraction(a), Fraction(b), rounded_part(t, a), -Fraction(b)][:n]

        def length(a, b, parts=parts):
            return root(sum(x * x for x in parts(a, b)))
        yield Case(f"length of {n}", t, f"length({vector})", (t, t), rows, length, ulps=2)
        yield Case(f"distance of {n}", t, f"distance({vector}, ({t}{n})(0))", (t, t), rows, length, ulps=2)
        yield Case(f"normalize of {n}", t, f"normalize({vector})", (t, t), rows,
                   lambda a, b, parts=parts, length=length: tuple(x / Fraction(length(a, b)) if x else 0.0 for x in parts(a, b)),
                   ulps=3, per_element=n)
        yield Case(f"normalize of {n}, infinite or zero", t, f"normalize({vector})", (t, t), [(INF, 2.0), (1.0, -INF), (0.0, 0.0), (NAN, 1.0)],
                   lambda a, b, n=n: normalized([a, b, a / 2, -b][:n]), ulps=1, per_element=n)
        yield Case(f"length of {n}, infinite or NaN", t, f"length({vector})", (t, t), [(INF, NAN), (NAN, INF), (NAN, 1.0), (0.0, 0.0), (-INF, 1.0)],
                   lambda a, b: INF if INF in (abs(a), abs(b)) else NAN if a != a or b != b else 0.0)
        near = [(rounded(t, Fraction(random.uniform(1, 2))), rounded(t, Fraction(random.uniform(1, 2)))) for _ in range(40)]
        yield Case(f"dot of {n}", t, f"dot({vector}, ({t}{n})(a))", (t, t), near, lambda a, b, parts=parts: sum(x * Fraction(a) for x in parts(a, b)), ulps=16)
        if n >= 3:
            rest = ", 9" if n > 3 else ""
            # Small integers, so that products and sums are exact.
            yield Case(f"cross of {n}", t, f"cross(({t}{n})(a, b, 5{rest}), ({t}{n})(1, 2, 3{rest}))", (t, t),
                       [(float(a), float(b)) for a in range(-3, 4) for b in range(-3, 4)],
                       lambda a, b, n=n: tuple(w or None for w in (b * 3 - 10, 5 - a * 3, a * 2 - b)) + (0.0,) * (n - 3), per_element=n)


def normalized(x):
    """NaN if there is one; of infinities, the direction that they have."""
    if any(v != v for v in x):
        return (None,) * len(x)
    if INF in map(abs, x):
        length = root(Fraction(sum(abs(v) == INF for v in x)))
        return tuple(D(1).copy_sign(D(v)) / length if abs(v) == INF else math.copysign(0.0, v) for v in x)
    return (None,) * len(x) if any(x) else tuple(x)


def rounded_part(t, a):
    return Fraction(rounded(t, Fraction(a) / 2))


def root(q):
    return (D(q.numerator) / D(q.denominator)).sqrt() or 0.0


CATEGORIES = {"integers": integer_cases, "packed": packed_cases, "conversions": convert_cases, "halves": half_cases, "relational": relational_cases,
              "exact_math": exact_cases, "maths": math_cases, "geometric": geometric_cases}

if __name__ == "__main__":
    failed = 0
    for category in sys.argv[3:] or CATEGORIES:
        failed += run(sys.argv[1], sys.argv[2], category, list(CATEGORIES[category]()))
    sys.exit(failed != 0)
