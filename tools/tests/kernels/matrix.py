# matrix.py FOLDER         write matrix.cu, which multiplies matrices by mma and loads them by ldmatrix, and its arguments
# matrix.py FOLDER RESULT  compare what the kernel wrote with products in integers and fractions
#
# Which lane has which element is from the PTX ISA, "Warp-level matrix instructions", for each shape on its own.
import random
import struct
import sys
from fractions import Fraction

LANES = 32

# name: shape, D, A and B, C, and for each register of A and B the row and column of its first element, as functions of
# g = lane / 4 and t = lane % 4; elements of one register have neighbouring columns of A, and rows of B.
PRODUCTS = {
    "m16n8k4.row.col.f32.tf32.tf32.f32": ([(0, 0), (8, 0)], [0], 1),
    "m16n8k8.row.col.f32.tf32.tf32.f32": ([(0, 0), (8, 0), (0, 4), (8, 4)], [0, 4], 1),
    "m16n8k8.row.col.f32.f16.f16.f32": ([(0, 0), (8, 0)], [0], 2),
    "m16n8k16.row.col.f32.f16.f16.f32": ([(0, 0), (8, 0), (0, 8), (8, 8)], [0, 8], 2),
    "m16n8k8.row.col.f32.bf16.bf16.f32": ([(0, 0), (8, 0)], [0], 2),
    "m16n8k16.row.col.f32.bf16.bf16.f32": ([(0, 0), (8, 0), (0, 8), (8, 8)], [0, 8], 2),
    "m16n8k8.row.col.f16.f16.f16.f16": ([(0, 0), (8, 0)], [0], 2),
    "m16n8k16.row.col.f16.f16.f16.f16": ([(0, 0), (8, 0), (0, 8), (8, 8)], [0, 8], 2),
    "m16n8k16.row.col.s32.s8.s8.s32": ([(0, 0), (8, 0)], [0], 4),
    "m16n8k32.row.col.s32.u8.s8.s32": ([(0, 0), (8, 0), (0, 16), (8, 16)], [0, 16], 4),
    "m16n8k32.row.col.satfinite.s32.s8.u8.s32": ([(0, 0), (8, 0), (0, 16), (8, 16)], [0, 16], 4),
}
LOADS = [(count, trans) for count in (1, 2, 4) for trans in ("", ".trans")]


def types(name):
    words = name.split(".")
    return words[-4], words[-3], words[-2]


def decode(kind, bits):
    if kind == "s8":
        return bits - 256 if bits >= 128 else bits
    if kind == "u8":
        return bits
    if kind == "s32":
        return bits - (1 << 32) if bits >> 31 else bits
    if kind == "f16":
        return Fraction(struct.unpack("<e", struct.pack("<H", bits))[0])
    if kind == "bf16":
        bits <<= 16
    if kind == "tf32":
        bits &= 0xFFFFE000
    return Fraction(struct.unpack("<f", struct.pack("<I", bits))[0])


def some(kind, rng):
    if kind in ("s8", "u8"):
        return rng.choice([0, 1, 127, 128, 255, rng.randrange(256)])
    if kind == "s32":
        return rng.choice([0, 0x7FFFFFFF, 0x80000000, rng.randrange(1 << 32)])
    value = rng.choice([0.0, -0.0, 1.0, rng.uniform(-2, 2), rng.uniform(-2, 2) * 2.0 ** rng.randrange(-6, 6)])
    if kind == "f16":
        return struct.unpack("<H", struct.pack("<e", value))[0]
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits >> 16 if kind == "bf16" else bits


def registers(name, rng):
    """Return registers of A, B and C, each a list for each lane, and the matrices that they hold."""
    first, rows, each = PRODUCTS[name]
    d, a, b = types(name)
    depth = int(name.split("k")[1].split(".")[0])
    A = [[some(a, rng) for _ in range(depth)] for _ in range(16)]
    B = [[some(b, rng) for _ in range(8)] for _ in range(depth)]
    C = [[some(d, rng) for _ in range(8)] for _ in range(16)]
    bits = 32 // each

    def pack(elements, width):
        return sum(e << (width * n) for n, e in enumerate(elements))

    ra, rb, rc = [], [], []
    for lane in range(LANES):
        g, t = divmod(lane, 4)
        ra.append([pack([A[g + r][each * t + c + n] for n in range(each)], bits) for r, c in first])
        rb.append([pack([B[each * t + r + n][g] for n in range(each)], bits) for r in rows])
        values = [C[g + r][2 * t + c] for r in (0, 8) for c in (0, 1)]
        rc.append([pack(values[n:n + 2], 16) for n in (0, 2)] if d == "f16" else values)
    return ra, rb, rc, A, B, C


def expected(name, A, B, C):
    """Return the sums, exact, by row and column."""
    d, a, b = types(name)
    sums = [[decode(d, C[r][c]) + sum(decode(a, A[r][k]) * decode(b, B[k][c]) for k in range(len(B)))
             for c in range(8)] for r in range(16)]
    if "satfinite" in name:
        sums = [[max(-(1 << 31), min((1 << 31) - 1, s)) for s in row] for row in sums]
    return sums


def matches(kind, bits, exact):
    if kind == "s32":
        return bits == exact % (1 << 32)
    if kind == "f16":
        try:
            want = struct.unpack("<H", struct.pack("<e", float(exact)))[0]
        except OverflowError:
            want = 0x7C00 if exact > 0 else 0xFC00
        return bits == want or (exact == 0 and bits & 0x7FFF == 0)
    want = struct.unpack("<I", struct.pack("<f", float(exact)))[0]
    return bits == want or (exact == 0 and bits << 1 & 0xFFFFFFFF == 0)


def source():
    text = ["extern \"C\" __global__ void matrix(unsigned *o, const unsigned *x, const unsigned short *m)",
            "{", "\tunsigned lane = threadIdx.x, d0, d1, d2, d3;", "\t__shared__ __align__(16) unsigned short s[8 * 32];"]
    at = out = 0
    for name, (first, rows, each) in PRODUCTS.items():
        half = types(name)[0] == "f16"
        count = 2 if half else 4
        sizes = [len(first), len(rows), count]
        inputs = []
        for size in sizes:
            inputs.append([f'"r"(x[{at} + {n} * 32 + lane])' for n in range(size)])
            at += size * LANES
        number = count
        lists = []
        for one in inputs:
            lists.append("{" + ", ".join(f"%{number + n}" for n in range(len(one))) + "}")
            number += len(one)
        result = "{" + ", ".join(f"%{n}" for n in range(count)) + "}"
        outputs = ", ".join(f'"=r"(d{n})' for n in range(count))
        text.append(f'\tasm volatile("mma.sync.aligned.{name} {result}, {", ".join(lists)};" : {outputs} : '
                    + ", ".join(i for one in inputs for i in one) + ");")
        for n in range(count):
            text.append(f"\to[{out} + {n} * 32 + lane] = d{n};")
        out += count * LANES
    text.append("\tfor (unsigned n = lane; n < 256; n += 32) s[n] = m[n];\n\t__syncthreads();")
    for count, trans in LOADS:
        # lanes whose address is not needed have one that is none
        text.append(f"\tunsigned short *row{count}{trans[1:]} = lane < {8 * count} ? &s[8 * lane] : &s[0];")
        result = "{" + ", ".join(f"%{n}" for n in range(count)) + "}"
        outputs = ", ".join(f'"=r"(d{n})' for n in range(count))
        text.append(f'\tasm volatile("ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {result}, [%{count}];" : {outputs} : '
                    f'"l"((__attribute__((address_space(3))) unsigned short *)row{count}{trans[1:]}) : "memory");')
        for n in range(count):
            text.append(f"\to[{out} + {n} * 32 + lane] = d{n};")
        out += count * LANES
    return "\n".join(text + ["}", ""]), out


def inputs():
    rng = random.Random(11)
    words, cases = [], []
    for name in PRODUCTS:
        ra, rb, rc, A, B, C = registers(name, rng)
        for group in ra, rb, rc:
            words += [group[lane][n] for n in range(len(group[0])) for lane in range(LANES)]
        cases.append((name, expected(name, A, B, C)))
    return words, cases, [rng.randrange(1 << 16) for _ in range(256)]


def main():
    folder = sys.argv[1]
    words, cases, halves = inputs()
    text, size = source()
    if len(sys.argv) == 2:
        with open(f"{folder}/matrix.cu", "w") as file:
            file.write(text)
        with open(f"{folder}/matrix.yaml", "w") as file:
            file.write(f"args:\n  - {{zeros: {size}, type: i32, save: result.raw}}\n  - {{values: ["
                       + ", ".join(str(decode("s32", w)) for w in words) + "], type: i32}\n  - {values: ["
                       + ", ".join(str(h - 65536 if h >> 15 else h) for h in halves) + "], type: i16}\n")
        return 0
    with open(sys.argv[2], "rb") as file:
        got = struct.unpack(f"<{size}I", file.read())
    wrong = at = seen = 0

    def compare(ok, what):
        nonlocal wrong, seen
        seen += 1
        wrong += not ok
        if not ok and wrong < 10:
            print(what)

    for name, sums in cases:
        kind = types(name)[0]
        for lane in range(LANES):
            g, t = divmod(lane, 4)
            for n in range(4):
                if kind == "f16":
                    bits = got[at + n // 2 * LANES + lane] >> (16 * (n % 2)) & 0xFFFF
                else:
                    bits = got[at + n * LANES + lane]
                exact = sums[g + 8 * (n // 2)][2 * t + n % 2]
                compare(matches(kind, bits, exact), f"{name}, lane {lane}, element {n}: {bits:#x}, not {float(exact)}")
        at += (2 if kind == "f16" else 4) * LANES
    for count, trans in LOADS:
        for n in range(count):
            for lane in range(LANES):
                g, t = divmod(lane, 4)
                places = [(2 * t, g), (2 * t + 1, g)] if trans else [(g, 2 * t), (g, 2 * t + 1)]
                want = sum(halves[64 * n + 8 * r + c] << (16 * i) for i, (r, c) in enumerate(places))
                compare(got[at + n * LANES + lane] == want, f"ldmatrix x{count}{trans}, lane {lane}, matrix {n}")
        at += count * LANES
    print(f"{seen} results, {wrong} wrong")
    return 1 if wrong or seen < 1000 else 0


sys.exit(main())
