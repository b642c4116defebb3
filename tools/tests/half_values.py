# half_values.py -- arguments of kernel 'all' of kernels/half.cu with what exact arithmetic, rounded once, gives: half and bfloat16.
import math
import random
import sys
from fractions import Fraction

COUNT = 24  # results of one work-item


class Kind:
    def __init__(self, digits, exponent_bits):
        self.digits, self.bias = digits, (1 << (exponent_bits - 1)) - 1
        self.inf = ((1 << exponent_bits) - 1) << (digits - 1)

    def value(self, bits):
        """Return the number as a Fraction, or a float that is none."""
        sign, rest = -1 if bits & 0x8000 else 1, bits & 0x7fff
        if rest >= self.inf:
            return math.nan if rest > self.inf else sign * math.inf
        exponent, fraction = rest >> (self.digits - 1), rest & ((1 << (self.digits - 1)) - 1)
        if exponent:
            fraction += 1 << (self.digits - 1)
        return sign * Fraction(fraction) * Fraction(2) ** (max(exponent, 1) - self.bias - self.digits + 1)

    def round(self, x, zero=0, mode="rn"):
        """Return the bits of X; ZERO is the sign bit of a result that is 0."""
        if isinstance(x, float):
            if math.isnan(x):
                return None
            if math.isinf(x):
                return self.inf | (0x8000 if x < 0 else 0)
            x = Fraction(x)
        if x == 0:
            return zero
        sign, x = (0x8000, -x) if x < 0 else (0, x)
        exponent = max(math.floor(math.log2(x)) - 1, -self.bias - 1)
        while x >= Fraction(2) ** (exponent + 1):
            exponent += 1
        exponent = max(exponent, 1 - self.bias)
        scaled = x / Fraction(2) ** (exponent - self.digits + 1)
        whole = scaled.numerator // scaled.denominator
        rest = scaled - whole
        up = {"rn": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1), "rz": False,
              "ru": rest > 0 and not sign, "rd": rest > 0 and sign != 0}[mode]
        bits = whole + up + ((exponent + self.bias - 1) << (self.digits - 1))
        if bits >= self.inf:
            bits = self.inf if mode == "rn" or up else self.inf - 1
        return sign | bits


HALF, BFLOAT = Kind(11, 5), Kind(8, 8)


def single(x):
    import struct
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def plain(x):
    return not isinstance(x, float)


def results(a, b, c):
    out = []
    for kind in (HALF, BFLOAT):
        x, y, z = kind.value(a), kind.value(b), kind.value(c)
        signs = [(bits & 0x8000) for bits in (a, b, c)]
        if not (plain(x) and plain(y) and plain(z)):
            return None
        product = signs[0] ^ signs[1]
        row = [kind.round(x + y, signs[0] & signs[1]), kind.round(x - y, signs[0] & (signs[1] ^ 0x8000)),
               kind.round(x * y, product), kind.round(x / y, product) if y else None,
               kind.round(x * y + z, product & signs[2])]
        root = None if x < 0 else kind.round(math.sqrt(x), signs[0])
        if kind is HALF:
            row += [root, kind.round(math.exp(x)) if x < 20 else None, int(x < y), int(x == y), None if x == y else a if x > y else b,
                    None if x == y else a if x < y else b]
            stretched = single(single(float(x)) * single(1.0001))
            up, down, nearest = (HALF.round(Fraction(stretched), signs[0], mode) for mode in ("ru", "rd", "rz"))
            row += [nearest]
            whole = int(x) & 0xffff
        else:
            stretched = single(single(float(x)) * single(1.01))
            row += [root, int(x < y), kind.round(stretched, signs[0])]
        out += row
    return out + [whole, HALF.round(Fraction(a * 7 - 30000)), up, down]


def main():
    rng = random.Random(1)
    special = [0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0xfbff, 0x3c00, 0x3c01, 0xbc00, 0x3f80, 0x0080, 0x007f, 0x7f7f & 0x7bff]
    inputs, expected = [], []
    while len(inputs) < int(sys.argv[1]):
        near = rng.randrange(0x10000)
        one = [rng.choice(special) if rng.random() < .2 else rng.randrange(0x10000) if rng.random() < .5 else
               (near + rng.randrange(-0x500, 0x500)) & 0xffff for _ in range(3)]
        row = results(*one)
        if row:
            inputs.append(one)
            expected.append(row)
    if len(sys.argv) > 2:  # the file of the results: compare
        import struct
        data = open(sys.argv[2], "rb").read()
        got = struct.unpack("<%dH" % (len(data) // 2), data[:])
        wrong = [(i, k, inputs[i], got[i * COUNT + k], row[k]) for i, row in enumerate(expected) for k in range(COUNT)
                 if row[k] is not None and row[k] != got[i * COUNT + k]]
        for i, k, one, found, wanted in wrong[:5]:
            print("result %d of %s: %04x, expected %04x" % (k, " ".join("%04x" % bits for bits in one), found, wanted))
        print("%d results, %d wrong" % (sum(w is not None for row in expected for w in row), len(wrong)))
        return len(wrong) > 0
    columns = ["{values: [%s], type: u16}" % ", ".join(str(one[i]) for one in inputs) for i in range(3)]
    print("args: [%s, {zeros: %d, type: u16, save: half.out}, %d]" % (", ".join(columns), COUNT * len(inputs), len(inputs)))
    return 0


sys.exit(main())
