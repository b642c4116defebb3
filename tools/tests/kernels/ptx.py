# ptx.py FOLDER [RESULT.npy] -- write FOLDER/ptx.cu, a kernel of PTX instructions, and its arguments, FOLDER/ptx.yaml; or compare
# the results of a run with those that the PTX ISA gives, computed with Python's integers and fractions.
import math
import random
import struct
import sys
from fractions import Fraction

M = 0xFFFFFFFF


def s32(x):
    return x - (1 << 32) if x >> 31 else x


def s64(x):
    return x - (1 << 64) if x >> 63 else x


def f32(bits):
    return struct.unpack("<f", struct.pack("<I", bits & M))[0]


def f64(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def bits64(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def widest(fraction_bits, most_exponent, least_exponent):
    """Return a function that rounds a fraction to a format: nearest, zero, minus, plus."""
    def rounded(x, mode, negative_zero=False):
        if x == 0:
            return (0, negative_zero)
        negative, x = x < 0, abs(x)
        exponent = 0
        while Fraction(2) ** (exponent + 1) <= x:
            exponent += 1
        while Fraction(2) ** exponent > x:
            exponent -= 1
        exponent = max(exponent, least_exponent)
        unit = Fraction(2) ** (exponent - fraction_bits)
        whole, rest = divmod(x, unit)
        up = {"n": rest * 2 > unit or (rest * 2 == unit and whole % 2), "z": False,
              "m": negative and rest > 0, "p": not negative and rest > 0}[mode]
        value = (whole + up) * unit
        if value >= Fraction(2) ** (most_exponent + 1):
            limit = mode == "z" or (mode == "m" and not negative) or (mode == "p" and negative)
            value = (2 - Fraction(2) ** -fraction_bits) * Fraction(2) ** most_exponent if limit else math.inf
        return (value, negative)
    return rounded


single = widest(23, 127, -126)


def bits32(x, mode="n", negative_zero=False):
    value, negative = single(Fraction(x), mode, negative_zero)
    bits = struct.unpack("<I", struct.pack("<f", float(value)))[0]
    return bits | (negative << 31)


def finite(bits):
    return bits >> 23 & 0xFF != 0xFF


def flush(bits):
    return bits & 0x80000000 if bits >> 23 & 0xFF == 0 else bits


def exact(operation, mode="n", ftz=False, sat=False):
    """Return the oracle of an operation on fractions; None where an operand is no number."""
    def oracle(*x):
        x = [flush(v) for v in x] if ftz else x
        if not all(map(finite, x)):
            return None
        try:
            value = operation(*[Fraction(f32(v)) for v in x])
        except (ZeroDivisionError, ValueError):
            return None
        if value == 0:  # the sign of a zero has rules of its own
            return None
        bits = bits32(value, mode)
        if sat:
            bits = bits32(min(max(Fraction(f32(bits)), Fraction(0)), Fraction(1))) if finite(bits) else None
        return flush(bits) if ftz and bits is not None else bits
    return oracle


def to_integer(bits, mode, low, high):
    x = f32(bits)
    if x != x:
        return 0
    if math.isinf(x):
        return high if x > 0 else low
    x = {"n": round, "z": math.trunc, "m": math.floor, "p": math.ceil}[mode](x)
    return min(max(x, low), high)


def bfe(a, b, c, signed):
    position, length = b & 255, c & 255
    value = 0
    for i in range(32):
        if i < length and position + i <= 31:
            value |= (a >> (position + i) & 1) << i
        elif signed and length:
            value |= (a >> min(position + length - 1, 31) & 1) << i
    return value


def bfi(a, b, c, d):
    position, length = c & 255, d & 255
    for i in range(32):
        if i < length and position + i <= 31:
            b = b & ~(1 << (position + i)) | (a >> i & 1) << (position + i)
    return b


def prmt(a, b, s, mode=None):
    data = (b << 32 | a).to_bytes(8, "little")
    out = 0
    for i in range(4):
        n = s & 3
        pick = {None: s >> 4 * i & 7, "f4e": n + i, "b4e": (n - i) % 8, "rc8": n, "ecl": max(n, i), "ecr": min(n, i),
                "rc16": (n & 1) * 2 + (i & 1)}[mode]
        byte = data[pick]
        if mode is None and s >> 4 * i & 8:
            byte = 255 if byte & 128 else 0
        out |= byte << 8 * i
    return out


def bytes_of(x, signed):
    return struct.unpack("<4b" if signed else "<4B", struct.pack("<I", x))


def bfind(a, signed, shift):
    if signed and a >> 31:
        a ^= M
    if not a:
        return M
    return 31 - (a.bit_length() - 1) if shift else a.bit_length() - 1


def f16(bits):
    return struct.unpack("<e", struct.pack("<H", bits & 0xFFFF))[0]


def h16(x):
    return struct.unpack("<H", struct.pack("<e", x))[0]


def limit(pick, nan):
    def oracle(a, b):
        x, y = f32(a), f32(b)
        if x != x or y != y:
            return None if nan or (x != x and y != y) else (b if x != x else a)
        if x == y:
            return (a | b) if pick is min else (a & b)
        return a if pick(x, y) == x else b
    return oracle


# (assembly with results %0 and operands %1, %2, %3; oracle of three 32-bit words, None: any result)
CASES = [
    ("add.s32 %0, %1, %2;", lambda a, b, c: a + b),
    ("sub.u32 %0, %1, %2;", lambda a, b, c: a - b),
    ("add.sat.s32 %0, %1, %2;", lambda a, b, c: min(max(s32(a) + s32(b), -2**31), 2**31 - 1)),
    ("sub.sat.s32 %0, %1, %2;", lambda a, b, c: min(max(s32(a) - s32(b), -2**31), 2**31 - 1)),
    ("mul.lo.s32 %0, %1, %2;", lambda a, b, c: a * b),
    ("mul.hi.u32 %0, %1, %2;", lambda a, b, c: a * b >> 32),
    ("mul.hi.s32 %0, %1, %2;", lambda a, b, c: s32(a) * s32(b) >> 32),
    ("mad.lo.u32 %0, %1, %2, %3;", lambda a, b, c: a * b + c),
    ("mad.hi.s32 %0, %1, %2, %3;", lambda a, b, c: (s32(a) * s32(b) >> 32) + c),
    ("mul24.lo.s32 %0, %1, %2;", lambda a, b, c: (s32(a << 8 & M) >> 8) * (s32(b << 8 & M) >> 8)),
    ("mul24.hi.u32 %0, %1, %2;", lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 16),
    ("mad24.lo.u32 %0, %1, %2, %3;", lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) + c),
    ("sad.s32 %0, %1, %2, %3;", lambda a, b, c: abs(s32(a) - s32(b)) + c),
    ("sad.u32 %0, %1, %2, %3;", lambda a, b, c: abs(a - b) + c),
    ("min.s32 %0, %1, %2;", lambda a, b, c: min(s32(a), s32(b))),
    ("max.u32 %0, %1, %2;", lambda a, b, c: max(a, b)),
    ("abs.s32 %0, %1;", lambda a, b, c: abs(s32(a))),
    ("neg.s32 %0, %1;", lambda a, b, c: -a),
    ("and.b32 %0, %1, %2;", lambda a, b, c: a & b),
    ("or.b32 %0, %1, 0x0F0F0F0F;", lambda a, b, c: a | 0x0F0F0F0F),
    ("xor.b32 %0, %1, -1;", lambda a, b, c: a ^ M),
    ("not.b32 %0, %1;", lambda a, b, c: ~a),
    ("cnot.b32 %0, %1;", lambda a, b, c: not a),
    ("shl.b32 %0, %1, %3;", lambda a, b, c: a << c if c < 32 else 0),
    ("shr.u32 %0, %1, %3;", lambda a, b, c: a >> c if c < 32 else 0),
    ("shr.s32 %0, %1, %3;", lambda a, b, c: s32(a) >> min(c, 31)),
    ("shr.b32 %0, %1, 40;", lambda a, b, c: 0),
    ("shf.l.wrap.b32 %0, %1, %2, %3;", lambda a, b, c: ((b << 32 | a) << (c & 31)) >> 32),
    ("shf.r.wrap.b32 %0, %1, %2, %3;", lambda a, b, c: (b << 32 | a) >> (c & 31)),
    ("shf.l.clamp.b32 %0, %1, %2, %3;", lambda a, b, c: ((b << 32 | a) << min(c, 32)) >> 32),
    ("shf.r.clamp.b32 %0, %1, %2, %3;", lambda a, b, c: (b << 32 | a) >> min(c, 32)),
    ("lop3.b32 %0, %1, %2, %3, 0x96;", lambda a, b, c: a ^ b ^ c),
    ("lop3.b32 %0, %1, %2, %3, 0xE8;", lambda a, b, c: a & b | a & c | b & c),
    ("lop3.b32 %0, %1, %2, %3, 0x1C;", lambda a, b, c: (~a & b & ~c) | (~a & b & c) | (a & ~b & ~c)),
    ("prmt.b32 %0, %1, %2, %3;", prmt),
    ("bfe.u32 %0, %1, %2, %3;", lambda a, b, c: bfe(a, b, c, False)),
    ("bfe.s32 %0, %1, %2, %3;", lambda a, b, c: bfe(a, b, c, True)),
    ("bfe.s32 %0, %1, 7, 9;", lambda a, b, c: bfe(a, 7, 9, True)),
    ("bfi.b32 %0, %1, %2, %3, 11;", lambda a, b, c: bfi(a, b, c, 11)),
    ("bfi.b32 %0, %1, %2, 5, %3;", lambda a, b, c: bfi(a, b, 5, c)),
    ("popc.b32 %0, %1;", lambda a, b, c: bin(a).count("1")),
    ("clz.b32 %0, %1;", lambda a, b, c: 32 - a.bit_length()),
    ("brev.b32 %0, %1;", lambda a, b, c: int(f"{a:032b}"[::-1], 2)),
    ("bfind.u32 %0, %1;", lambda a, b, c: bfind(a, False, False)),
    ("bfind.s32 %0, %1;", lambda a, b, c: bfind(a, True, False)),
    ("bfind.shiftamt.u32 %0, %1;", lambda a, b, c: bfind(a, False, True)),
    ("dp4a.u32.u32 %0, %1, %2, %3;", lambda a, b, c: sum(x * y for x, y in zip(bytes_of(a, 0), bytes_of(b, 0))) + c),
    ("dp4a.s32.s32 %0, %1, %2, %3;", lambda a, b, c: sum(x * y for x, y in zip(bytes_of(a, 1), bytes_of(b, 1))) + c),
    ("dp4a.u32.s32 %0, %1, %2, %3;", lambda a, b, c: sum(x * y for x, y in zip(bytes_of(a, 0), bytes_of(b, 1))) + c),
    # carries: the upper words of sums and products of 64 bits
    ("{ .reg .u32 lo; add.cc.u32 lo, %1, %2; addc.u32 %0, %3, 5; }", lambda a, b, c: c + 5 + (a + b >> 32)),
    ("{ .reg .u32 lo; sub.cc.u32 lo, %1, %2; subc.u32 %0, %3, 5; }", lambda a, b, c: c - 5 - (a < b)),
    ("{ .reg .u32 lo; mad.lo.cc.u32 lo, %1, %2, %3; madc.hi.u32 %0, %1, %2, 0; }", lambda a, b, c: a * b + c >> 32),
    ("{ .reg .u32 lo, mid; add.cc.u32 lo, %1, %2; addc.cc.u32 mid, %2, %3; addc.u32 %0, 0, 0; }",
     lambda a, b, c: (b << 32 | a) + (c << 32 | b) >> 64),
    # predicates, selections, comparisons
    ("{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.b32 %0, %2, %3, p; }", lambda a, b, c: b if s32(a) < s32(b) else c),
    ("{\n\t.reg .pred p, q;\n\tsetp.hi.u32 p|q, %1, %2;\n\tselp.u32 %0, 1, 2, q; // the other\n}",
     lambda a, b, c: 2 if a > b else 1),
    ("{ .reg .pred p; setp.ge.u32 p, %1, %2; mov.u32 %0, 7; @p mov.b32 %0, %1; @!p add.u32 %0, %0, %3; }",
     lambda a, b, c: a if a >= b else 7 + c),
    ("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; setp.lt.and.s32 q, %1, %2, !p; selp.u32 %0, 1, 0, q; }",
     lambda a, b, c: s32(a) < s32(b) and a == 0),
    ("{ .reg .pred p<3>; setp.eq.u32 p0, %1, %1; setp.gt.or.u32 p2, %1, %2, p0; selp.u32 %0, 1, 0, p2; }",
     lambda a, b, c: 1),
    ("{ .reg .pred p, q; setp.eq.u32 p, %1, %2; setp.lt.u32 q, %2, %3; xor.pred p, p, q; not.pred p, p; selp.u32 %0, 1, 0, p; }",
     lambda a, b, c: (a == b) == (b < c)),
    ("slct.u32.s32 %0, %1, %2, %3;", lambda a, b, c: a if s32(c) >= 0 else b),
    ("set.lt.u32.s32 %0, %1, %2;", lambda a, b, c: M if s32(a) < s32(b) else 0),
    ("set.ge.f32.u32 %0, %1, %2;", lambda a, b, c: 0x3F800000 if a >= b else 0),
    ("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", lambda a, b, c: not f32(a) >= f32(b)),
    ("{ .reg .pred p; setp.le.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", lambda a, b, c: f32(a) <= f32(b)),
    ("{ .reg .pred p; setp.nan.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }",
     lambda a, b, c: f32(a) != f32(a) or f32(b) != f32(b)),
    ("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p; }",
     lambda a, b, c: a >> 23 & 255 == 0 and a & 0x7FFFFF != 0),
    # pairs
    ("{ .reg .u64 w; mul.wide.u32 w, %1, %2; mov.b64 {_, %0}, w; }", lambda a, b, c: a * b >> 32),
    ("{ .reg .s64 w; .reg .u32 l, h; mad.wide.s32 w, %1, %2, 9; mov.b64 {l, h}, w; xor.b32 %0, l, h; }",
     lambda a, b, c: (s32(a) * s32(b) + 9 & M) ^ (s32(a) * s32(b) + 9 >> 32)),
    ("{ .reg .b64 w; mov.b64 w, {%1, %2}; shr.u64 w, w, 20; cvt.u32.u64 %0, w; }", lambda a, b, c: (b << 32 | a) >> 20),
    ("{ .reg .b16 l, h; mov.b32 {l, h}, %1; mov.b32 %0, {h, l}; }", lambda a, b, c: a >> 16 | a << 16),
    ("{ .reg .b64 w, v; mov.b64 w, {%1, %2}; popc.b64 %0, w; }", lambda a, b, c: bin(b << 32 | a).count("1")),
    ("{ .reg .b64 w; .reg .u32 r; mov.b64 w, {%1, %2}; bfe.s64 w, w, 24, 20; cvt.u32.u64 %0, w; }",
     lambda a, b, c: ((b << 32 | a) >> 24 & 0xFFFFF) | (0xFFF00000 if (b << 32 | a) >> 43 & 1 else 0)),
    # conversions
    ("cvt.u32.u8 %0, %1;", lambda a, b, c: a & 255),
    ("cvt.s32.s8 %0, %1;", lambda a, b, c: (a & 255) - (a & 128) * 2),
    ("cvt.sat.u8.s32 %0, %1;", lambda a, b, c: min(max(s32(a), 0), 255)),
    ("cvt.sat.s16.s32 %0, %1;", lambda a, b, c: min(max(s32(a), -32768), 32767)),
    ("cvt.rzi.s32.f32 %0, %1;", lambda a, b, c: to_integer(a, "z", -2**31, 2**31 - 1)),
    ("cvt.rni.u32.f32 %0, %1;", lambda a, b, c: to_integer(a, "n", 0, M)),
    ("cvt.rmi.s32.f32 %0, %1;", lambda a, b, c: to_integer(a, "m", -2**31, 2**31 - 1)),
    ("cvt.rpi.s32.f32 %0, %1;", lambda a, b, c: to_integer(a, "p", -2**31, 2**31 - 1)),
    ("cvt.rn.f32.s32 %0, %1;", lambda a, b, c: bits32(s32(a))),
    ("cvt.rz.f32.u32 %0, %1;", lambda a, b, c: bits32(a, "z")),
    ("cvt.rp.f32.s32 %0, %1;", lambda a, b, c: bits32(s32(a), "p")),
    ("{ .reg .b64 w; .reg .f64 d; mov.b64 d, {%1, %2}; cvt.rm.f32.f64 %0, d; }",
     lambda a, b, c: bits32(f64(b << 32 | a), "m") if 1e-30 < abs(f64(b << 32 | a)) < 1e30 else None),
    ("{ .reg .b16 h; .reg .b32 d; cvt.u16.u32 h, %1; cvt.f32.f16 %0, h; }",
     lambda a, b, c: None if f16(a) != f16(a) else bits32(f16(a), "n", a >> 15 & 1) if not math.isinf(f16(a))
     else 0x7F800000 | (a & 0x8000) << 16),
    ("{ .reg .b16 h; cvt.rn.f16.f32 h, %1; cvt.u32.u16 %0, h; }",
     lambda a, b, c: h16(f32(a)) if abs(f32(a)) < 65504 else None),
    ("cvt.rn.f16x2.f32 %0, %1, %2;",
     lambda a, b, c: h16(f32(a)) << 16 | h16(f32(b)) if abs(f32(a)) < 65504 and abs(f32(b)) < 65504 else None),
    ("cvt.rna.tf32.f32 %0, %1;", lambda a, b, c: a + 0x1000 & ~0x1FFF if a >> 23 & 255 < 254 else None),
    # floating point
    ("add.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x + y)(a, b)),
    ("add.rz.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x + y, "z")(a, b)),
    ("sub.rm.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x - y, "m")(a, b)),
    ("mul.rp.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x * y, "p")(a, b)),
    ("mul.ftz.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x * y, "n", True)(a, b)),
    ("fma.rn.f32 %0, %1, %2, %3;", lambda a, b, c: exact(lambda x, y, z: x * y + z)(a, b, c)),
    ("fma.rm.f32 %0, %1, %2, %3;", lambda a, b, c: exact(lambda x, y, z: x * y + z, "m")(a, b, c)),
    ("fma.rn.sat.f32 %0, %1, %2, 0f3F000000;",
     lambda a, b, c: exact(lambda x, y: x * y + Fraction(1, 2), sat=True)(a, b)),
    ("div.rn.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x / y)(a, b)),
    ("div.full.ftz.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x / y, "n", True)(a, b)),
    ("div.rp.f32 %0, %1, %2;", lambda a, b, c: exact(lambda x, y: x / y, "p")(a, b)),
    ("rcp.approx.ftz.f32 %0, %1;", lambda a, b, c: exact(lambda x: 1 / x, "n", True)(a)),
    ("sqrt.rn.f32 %0, %1;", lambda a, b, c: bits32(math.sqrt(f32(a))) if finite(a) and 0 < f32(a) < 1e18 else None),
    ("ex2.approx.f32 %0, %1;", lambda a, b, c: bits32(2.0 ** f32(a)) if finite(a) and abs(f32(a)) < 100 else None),
    ("lg2.approx.f32 %0, %1;", lambda a, b, c: bits32(math.log2(f32(a))) if finite(a) and f32(a) > 0 else None),
    ("neg.f32 %0, %1;", lambda a, b, c: a ^ 0x80000000 if finite(a) else None),
    ("abs.ftz.f32 %0, %1;", lambda a, b, c: flush(a & 0x7FFFFFFF) if finite(a) else None),
    ("min.f32 %0, %1, %2;", lambda a, b, c: limit(min, False)(a, b)),
    ("max.f32 %0, %1, %2;", lambda a, b, c: limit(max, False)(a, b)),
    ("max.NaN.f32 %0, %1, %2;", lambda a, b, c: limit(max, True)(a, b)),
    ("copysign.f32 %0, %1, %2;", lambda a, b, c: b & 0x7FFFFFFF | a & 0x80000000),
    ("cvt.rni.f32.f32 %0, %1;",
     lambda a, b, c: bits32(round(f32(a)), "n", a >> 31) if finite(a) else None),
    ("cvt.sat.f32.f32 %0, %1;", lambda a, b, c: bits32(min(max(f32(a), 0), 1)) if f32(a) > 0 else 0),
    ("fma.rn.f16x2 %0, %1, %2, %3;", lambda a, b, c: halves(a, b, c)),
    # special registers
    ("mov.u32 %0, %%ntid.x;", lambda a, b, c: THREADS),
    ("mov.u32 %0, %%ctaid.y;", lambda a, b, c: 0),
    # hexadecimal, octal and decimal numbers, comments, empty statements
    ("/* a */ add.u32 %0, %1, 010; ; add.u32 %0, %0, 0x1fU; // end", lambda a, b, c: a + 8 + 31),
    ("{ .reg .f32 f; mov.f32 f, 0.5; add.f32 %0, f, 1.0; }", lambda a, b, c: 0x3FC00000),
]


def lanes(count, signed, x):
    """Return the parts of a word as numbers."""
    bits = 32 // count
    parts = [x >> n * bits & (1 << bits) - 1 for n in range(count)]
    return [v - (1 << bits) if signed and v >> bits - 1 else v for v in parts]


def video(count, operation, signed, sat=False, add=False):
    """d = {operation of each lane}, or with ADD their sum and c."""
    bits = 32 // count

    def oracle(a, b, c):
        out = c if add else 0
        for n, (x, y) in enumerate(zip(lanes(count, signed, a), lanes(count, signed, b))):
            value = operation(x, y)
            if sat:
                value = min(max(value, -(1 << bits - 1) if signed else 0), (1 << bits - signed) - 1)
            out += value if add else (value & (1 << bits) - 1) << n * bits
        return out
    return oracle


def mean(x, y):
    return (x + y + (x + y >= 0)) >> 1


def compared(a, b, test):
    out = 0
    for shift in (0, 16):
        out |= (0x3C00 if test(f16(a >> shift), f16(b >> shift)) else 0) << shift
    return out


VIDEO = {"vadd": int.__add__, "vsub": int.__sub__, "vavrg": mean, "vabsdiff": lambda x, y: abs(x - y), "vmin": min, "vmax": max}
for count in (2, 4):
    for name, operation in VIDEO.items():
        for kind in "us":
            types = f".{kind}32.{kind}32.{kind}32"
            CASES.append((f"{name}{count}{types} %0, %1, %2, %3;", video(count, operation, kind == "s")))
            if name != "vavrg":
                CASES.append((f"{name}{count}{types}.sat %0, %1, %2, %3;", video(count, operation, kind == "s", True)))
    CASES += [(f"vabsdiff{count}.u32.u32.u32.add %0, %1, %2, %3;", video(count, lambda x, y: abs(x - y), False, add=True)),
              (f"vset{count}.u32.u32.lt %0, %1, %2, %3;", video(count, lambda x, y: x < y, False)),
              (f"vset{count}.s32.s32.ge %0, %1, %2, %3;", video(count, lambda x, y: x >= y, True))]
CASES += [
    ("vadd.u32.u32.u32.add %0, %1, %2, %3;", lambda a, b, c: a + b + c),
    ("vshl.u32.u32.u32.clamp.add %0, %1, %3, %2;", lambda a, b, c: (a << min(c, 32)) + b),
    ("vshr.u32.u32.u32.clamp.add %0, %1, %3, %2;", lambda a, b, c: (a >> min(c, 32)) + b),
    ("vshr.u32.u32.u32.wrap.add %0, %1, %3, %2;", lambda a, b, c: (a >> (c & 31)) + b),
    ("dp2a.lo.s32.s32 %0, %1, %2, %3;",
     lambda a, b, c: c + sum(x * y for x, y in zip(lanes(2, True, a), lanes(4, True, b)))),
    ("dp2a.hi.u32.s32 %0, %1, %2, %3;",
     lambda a, b, c: c + sum(x * y for x, y in zip(lanes(2, False, a), lanes(4, True, b)[2:]))),
    ("dp4a.u32.s32 %0, %1, %2, %3;",
     lambda a, b, c: c + sum(x * y for x, y in zip(lanes(4, False, a), lanes(4, True, b)))),
    ("add.u16x2 %0, %1, %2;", video(2, int.__add__, False)),
    ("max.s16x2 %0, %1, %2;", video(2, max, True)),
    ("min.u16x2 %0, %1, %2;", video(2, min, False)),
    ("min.s16x2.relu %0, %1, %2;", video(2, lambda x, y: max(min(x, y), 0), True)),
    ("set.lt.f16x2.f16x2 %0, %1, %2;", lambda a, b, c: compared(a, b, lambda x, y: x < y)),
    ("set.neu.f16x2.f16x2 %0, %1, %2;", lambda a, b, c: compared(a, b, lambda x, y: x != y)),
    ("set.le.u32.f16x2 %0, %1, %2;", lambda a, b, c: compared(a, b, lambda x, y: x <= y) // 0x3C00 * 0xFFFF),
    ("{ .reg .pred p, q; setp.gt.f16x2 p|q, %1, %2; selp.u32 %0, 2, 0, q; @p add.u32 %0, %0, 1; }",
     lambda a, b, c: (f16(a) > f16(b)) + 2 * (f16(a >> 16) > f16(b >> 16))),
    # types without a space before them, and packed constants
    ("{ .reg.f32 f; .reg.b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 f, {0, hi}; mov.b32 %0, f; }", lambda a, b, c: a & 0xFFFF0000),
    # integers to 16 bits in other roundings
    ("{ .reg .b16 h; cvt.rz.f16.u32 h, %1; mov.b32 %0, {h, 0}; }", lambda a, b, c: half_of(a, "z")),
    ("{ .reg .b16 h; cvt.rm.f16.s32 h, %1; mov.b32 %0, {h, 0}; }", lambda a, b, c: half_of(s32(a), "m")),
    ("{ .reg .b16 h; cvt.rp.f16.s32 h, %1; mov.b32 %0, {h, 0}; }", lambda a, b, c: half_of(s32(a), "p")),
    ("fence.acquire.gpu; fence.release.cta; fence.proxy.async; mov.u32 %0, 7;", lambda a, b, c: 7),
]


def half_of(x, mode):
    value, _ = widest(10, 15, -14)(Fraction(x), mode)
    if value in (math.inf, -math.inf) or abs(value) == math.inf:
        return 0x7C00 | (x < 0) << 15
    return h16(float(value)) | (x < 0) << 15


for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"):
    CASES.append((f"prmt.b32.{mode} %0, %1, %2, %3;", lambda a, b, c, mode=mode: prmt(a, b, c, mode)))


def halves(a, b, c):
    out = 0
    for shift in (0, 16):
        x, y, z = (f16(v >> shift) for v in (a, b, c))
        if not all(map(math.isfinite, (x, y, z))):
            return None
        value = Fraction(x) * Fraction(y) + Fraction(z)
        rounded, negative = widest(10, 15, -14)(value, "n")
        if value == 0 or rounded == math.inf:
            return None
        out |= (h16(float(rounded)) | negative << 15) << shift
    return out


random.seed(5)
EDGES = [0, 1, 31, 32, 33, 0x7FFFFFFF, 0x80000000, M, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000, 0x00000001, 0x80000001,
         0x007FFFFF, 0x00800000, 0x40490FDB, 0x3EAAAAAB, 0xC2F6E979, 0x4B7FFFFF, 0x5012, 0x76543210, 0xFEDCBA98, 0x3C003C01]
INPUTS = [(a, b, random.choice(EDGES)) for a in EDGES for b in random.sample(EDGES, 4)]
INPUTS += [tuple(random.choice((random.getrandbits(32), random.getrandbits(5), 0x3F000000 + random.getrandbits(24)))
                 for _ in "abc") for _ in range(160)]
THREADS = len(INPUTS)

with open(sys.argv[1] + "/ptx.cu", "w") as file:
    file.write("extern \"C\" __global__ void ptx(unsigned *o, const unsigned *x)\n{\n\tint i = threadIdx.x;\n"
               "\tunsigned a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2], r;\n")
    for n, (text, _) in enumerate(CASES):
        quoted = text.replace("\n", "\\n").replace("\t", "\\t")
        file.write(f"\tasm volatile(\"{quoted}\" : \"=r\"(r) : \"r\"(a), \"r\"(b), \"r\"(c));\n"
                   f"\to[{n} * {THREADS} + i] = r;\n")
    file.write("}\n")


def write_words(name, words):
    with open(sys.argv[1] + "/" + name, "wb") as file:
        header = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({len(words)},), }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(words)}I", *words))


write_words("x.npy", [word for row in INPUTS for word in row])
write_words("o.npy", [0] * (len(CASES) * THREADS))
with open(sys.argv[1] + "/ptx.yaml", "w") as file:
    file.write("args: [{npy: o.npy, save: result.npy}, {npy: x.npy}]\n")

if len(sys.argv) > 2:  # the results of a run
    with open(sys.argv[2], "rb") as file:
        data = file.read()
    got = struct.unpack(f"<{len(CASES) * THREADS}I", data[-4 * len(CASES) * THREADS:])
    wrong = checked = 0
    for n, (text, oracle) in enumerate(CASES):
        for i, row in enumerate(INPUTS):
            want = oracle(*row)
            if want is None:
                continue
            checked += 1
            if int(want) & M != got[n * THREADS + i]:
                wrong += 1
                if wrong < 40:
                    print(f"{text!r} of {', '.join(map(hex, row))}: {got[n * THREADS + i]:#x}, not {int(want) & M:#x}")
    print(f"{checked} results, {wrong} wrong")
    sys.exit(wrong > 0 or checked < len(CASES) * THREADS // 2)
