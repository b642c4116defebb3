# amdgpu.py FOLDER         write lanes.hip, with instructions of AMDGPU between lanes, and products.hip, with MFMA, and their arguments
# amdgpu.py FOLDER RESULT  compare what kernel lanes64, lanes32 or products wrote to RESULT.raw with this file's own results
#
# Which lane holds which element of a product is that of AMD's "matrix instruction calculator": for each shape lists of rows, columns and
# depths, written down on their own.
import random
import struct
import sys
from fractions import Fraction

WAVE = 64
rng = random.Random(5)
X = [rng.randrange(1 << 32) for _ in range(WAVE)]
Y = [rng.randrange(1 << 32) for _ in range(WAVE)]
TO = [rng.randrange(WAVE) for _ in range(WAVE)]


def row(lane):
    return lane & ~15


# DPP: control, what lane it reads or None, by lane and the lanes of a wave
DPP = {
    0x1B: lambda l, n: l & ~3 | 3 - (l & 3),
    0x101: lambda l, n: l + 1 if l % 16 < 15 else None,
    0x104: lambda l, n: l + 4 if l % 16 < 12 else None,
    0x112: lambda l, n: l - 2 if l % 16 > 1 else None,
    0x11F: lambda l, n: l - 15 if l % 16 == 15 else None,
    0x123: lambda l, n: row(l) + (l - 3) % 16,
    0x140: lambda l, n: row(l) + 15 - l % 16,
    0x141: lambda l, n: (l & ~7) + 7 - l % 8,
}
DPP64 = {
    0x130: lambda l, n: l + 1 if l < n - 1 else None,
    0x134: lambda l, n: (l + 1) % n,
    0x138: lambda l, n: l - 1 if l else None,
    0x13C: lambda l, n: (l - 1) % n,
    0x142: lambda l, n: row(l) - 1 if l > 15 else None,
    0x143: lambda l, n: 31 if l > 31 else None,
    0x155: lambda l, n: row(l) + 5,
}
DPP32 = {
    0x153: lambda l, n: row(l) + 3,
    0x167: lambda l, n: row(l) + (l % 16 ^ 7),
}


def cases(n, active):
    """Yield the expression and the results of the lanes ACTIVE of a wave of N: lists by lane, None where nothing is expected."""
    s32 = lambda v: v - (1 << 32) if v >> 31 else v
    on = lambda l: l is not None and l < n and l in active
    lanes = range(n)
    yield "__builtin_amdgcn_readfirstlane(x)", [X[min(active)]] * n
    yield "__builtin_amdgcn_readlane(x, 5)", [X[5]] * n
    yield "__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 7))", [l + 7 for l in lanes]
    yield "__builtin_amdgcn_mbcnt_hi(0x0f0f0f0f, __builtin_amdgcn_mbcnt_lo(0x33333333, 0))", [
        bin((0x0F0F0F0F << 32 | 0x33333333) & (1 << l) - 1).count("1") for l in lanes]
    votes = sum(1 << l for l in active if X[l] & 1)
    yield f"__builtin_amdgcn_ballot_w{n}(x & 1)", [votes & 0xFFFFFFFF] * n
    if n == 64:
        yield "(__builtin_amdgcn_ballot_w64(x & 1) >> 32)", [votes >> 32] * n
        yield "__builtin_amdgcn_uicmp(x, y, 36)", [sum(1 << l for l in active if X[l] < Y[l]) & 0xFFFFFFFF] * n
        yield "(__builtin_amdgcn_sicmp((int)x, (int)y, 38) >> 32)", [sum(1 << l for l in active if s32(X[l]) > s32(Y[l])) >> 32] * n
        yield "__builtin_amdgcn_fcmpf((float)x, (float)y, 4)", [
            sum(1 << l for l in active if struct.pack("f", X[l]) != struct.pack("f", Y[l]) and X[l] < Y[l]) & 0xFFFFFFFF] * n
    yield "__builtin_amdgcn_ds_bpermute((lane ^ 3) << 2, x)", [X[l ^ 3] if on(l ^ 3) else None for l in lanes]
    permuted = [0] * n
    for l in sorted(active):
        permuted[TO[l] % n] = X[l]
    yield "__builtin_amdgcn_ds_permute(to << 2, x)", permuted
    for offset, source in ((0x041F, lambda l: l ^ 1), (0x7C1F, lambda l: l ^ 31), (0x0018 | 5 << 5, lambda l: l & 0x38 | 5), (0x80B1, lambda l: l ^ 1)):
        yield f"__builtin_amdgcn_ds_swizzle(x, {offset:#x})", [X[source(l)] if on(source(l)) else None for l in lanes]
    for control, source in {**DPP, **(DPP64 if n == 64 else DPP32)}.items():
        read = [source(l, n) for l in lanes]
        yield f"__builtin_amdgcn_update_dpp(y, x, {control:#x}, 15, 15, false)", [X[read[l]] if on(read[l]) else Y[l] for l in lanes]
        yield f"__builtin_amdgcn_update_dpp(y, x, {control:#x}, 15, 15, true)", [X[read[l]] if on(read[l]) else 0 for l in lanes]
        yield f"__builtin_amdgcn_update_dpp(y, x, {control:#x}, 10, 6, true)", [
            (X[read[l]] if on(read[l]) else 0) if 10 >> l // 16 & 1 and 6 >> l // 4 % 4 & 1 else Y[l] for l in lanes]
    if n == 32:
        for name, flip in ("permlane16", 0), ("permlanex16", 16):
            source = [row(l) ^ flip | (0x89ABCDEF01234567 >> 4 * (l % 16) & 15) for l in lanes]
            yield f"__builtin_amdgcn_{name}(y, x, 0x01234567, 0x89abcdef, false, false)", [X[s] if on(s) else Y[l] for l, s in enumerate(source)]
            yield f"__builtin_amdgcn_{name}(y, x, 0x01234567, 0x89abcdef, false, true)", [X[s] if on(s) else 0 for l, s in enumerate(source)]
        yield "__builtin_amdgcn_mov_dpp8(x, 0x53977)", [X[l & ~7 | 0x53977 >> 3 * (l % 8) & 7] if on(l & ~7 | 0x53977 >> 3 * (l % 8) & 7) else 0 for l in lanes]
    yield "__builtin_amdgcn_ubfe(x, 5, 9)", [v >> 5 & 511 for v in X]
    yield "__builtin_amdgcn_sbfe((int)x, 5, 9)", [((v >> 5 & 511) ^ 256) - 256 & 0xFFFFFFFF for v in X]
    yield "__builtin_amdgcn_perm(x, y, 0x0c0d0a03)", [0xFF << 16 | (0xFF00 if X[l] >> 15 & 1 else 0) | Y[l] >> 24 for l in lanes]
    yield "__builtin_amdgcn_alignbyte(x, y, 3)", [(X[l] << 32 | Y[l]) >> 24 & 0xFFFFFFFF for l in lanes]
    yield "__builtin_amdgcn_sad_u8(x, y, 9)", [9 + sum(abs((X[l] >> b & 255) - (Y[l] >> b & 255)) for b in (0, 8, 16, 24)) for l in lanes]
    yield "__builtin_amdgcn_lerp(x, y, 0x010001)", [
        sum((X[l] >> b & 255) + (Y[l] >> b & 255) + (0x010001 >> b & 1) >> 1 << b for b in (0, 8, 16, 24)) for l in lanes]
    byte = lambda v, b: ((v >> b & 255) ^ 128) - 128
    if n == 64:
        yield "__builtin_amdgcn_sdot4(x, y, 1, false)", [
            1 + sum(byte(X[l], b) * byte(Y[l], b) for b in (0, 8, 16, 24)) & 0xFFFFFFFF for l in lanes]
    yield "__builtin_amdgcn_udot4(x, y, 0, false)", [sum((X[l] >> b & 255) * (Y[l] >> b & 255) for b in (0, 8, 16, 24)) for l in lanes]


PARTS = {64: [range(64), range(3, 50)], 32: [range(32), range(3, 21)]}


def lanes_source():
    text = ["#define KERNEL extern \"C\" __attribute__((global)) void",
            "typedef unsigned long long wide;"]
    for n, parts in PARTS.items():
        guard = "#ifdef __gfx942__" if n == 64 else "#ifdef __gfx1100__"
        text += [guard, f"KERNEL lanes{n}(unsigned *o, const unsigned *in)", "{",
                 "\tunsigned lane = __builtin_amdgcn_workitem_id_x(), x = in[lane], y = in[64 + lane], to = in[128 + lane];"]
        at = 0
        for part in parts:
            text.append(f"\tif (lane >= {part[0]} && lane <= {part[-1]}) {{")
            for expression, _ in cases(n, part):
                text.append(f"\t\to[{at} + lane] = (unsigned){expression};")
                at += n
            text.append("\t}")
        # values that are not 32 bits
        text += ["\tdouble d = (wide)x << 20 | y; wide w = (wide)x << 32 | y;",
                 f"\to[{at} + lane] = __builtin_bit_cast(wide, __builtin_amdgcn_ballot_w{n}(d > 0) ? d : 0) == 0;"]
        text += ["}", "#endif"]
    return "\n".join(text + [""])


def compare_lanes(n, got):
    at = wrong = seen = 0
    for part in PARTS[n]:
        for expression, want in cases(n, part):
            for lane in part:
                if want[lane] is None or "bpermute" in expression and want[lane] is None:
                    continue
                seen += 1
                if got[at + lane] != want[lane]:
                    wrong += 1
                    if wrong < 10:
                        print(f"{expression}, lane {lane} of {part}: {got[at + lane]:#x}, not {want[lane]:#x}")
            at += n
    print(f"{seen} results, {wrong} wrong")
    return wrong or seen < 1000


# --- products: m, depth, blocks, element, elements of A in a lane, what the elements of A, B and of C, D are in C -----------------
V = lambda t, n: f"{t} __attribute__((ext_vector_type({n})))" if n > 1 else t
PRODUCTS = {
    "f32_32x32x1f32": (32, 1, 2, "f32", 1, "float"), "f32_16x16x1f32": (16, 1, 4, "f32", 1, "float"),
    "f32_4x4x1f32": (4, 1, 16, "f32", 1, "float"), "f32_32x32x2f32": (32, 2, 1, "f32", 1, "float"),
    "f32_16x16x4f32": (16, 4, 1, "f32", 1, "float"), "f32_32x32x4f16": (32, 4, 2, "f16", 4, "_Float16"),
    "f32_16x16x4f16": (16, 4, 4, "f16", 4, "_Float16"), "f32_4x4x4f16": (4, 4, 16, "f16", 4, "_Float16"),
    "f32_32x32x8f16": (32, 8, 1, "f16", 4, "_Float16"), "f32_16x16x16f16": (16, 16, 1, "f16", 4, "_Float16"),
    "f32_32x32x4bf16_1k": (32, 4, 2, "bf16", 4, "short"), "f32_16x16x4bf16_1k": (16, 4, 4, "bf16", 4, "short"),
    "f32_4x4x4bf16_1k": (4, 4, 16, "bf16", 4, "short"), "f32_32x32x8bf16_1k": (32, 8, 1, "bf16", 4, "short"),
    "f32_16x16x16bf16_1k": (16, 16, 1, "bf16", 4, "short"), "i32_32x32x4i8": (32, 4, 2, "i8", 4, "int"),
    "i32_16x16x4i8": (16, 4, 4, "i8", 4, "int"), "i32_4x4x4i8": (4, 4, 16, "i8", 4, "int"),
    "i32_32x32x16_i8": (32, 16, 1, "i8", 8, "long"), "i32_16x16x32_i8": (16, 32, 1, "i8", 8, "long"),
    "f64_16x16x4f64": (16, 4, 1, "f64", 1, "double"), "f64_4x4x4f64": (4, 4, 4, "f64", 1, "double"),
}
WIDTH = {"f32": 32, "f16": 16, "bf16": 16, "i8": 8, "f64": 64}


def some(kind):
    """Return the bits of an element and its value; those of doubles are such that sums are exact."""
    if kind == "i8":
        v = rng.choice([-128, 127, rng.randrange(-128, 128)])
        return v & 255, v
    if kind == "f64":
        v = rng.randrange(-1 << 20, 1 << 20) / 1024
        return struct.unpack("<Q", struct.pack("<d", v))[0], Fraction(v)
    v = rng.choice([0.0, 1.0, rng.uniform(-2, 2), rng.uniform(-2, 2) * 2.0 ** rng.randrange(-6, 6)])
    if kind == "f16":
        b = struct.unpack("<H", struct.pack("<e", v))[0]
        return b, Fraction(struct.unpack("<e", struct.pack("<H", b))[0])
    b = struct.unpack("<I", struct.pack("<f", v))[0]
    if kind == "bf16":
        b &= 0xFFFF0000
    value = Fraction(struct.unpack("<f", struct.pack("<I", b))[0])
    return b >> 16 if kind == "bf16" else b, value


def depth_at(lane, n, m, blocks, each):
    """Return block and depth of element N of a lane's A or B."""
    part = lane // m
    if blocks == 1:
        return 0, part * each + n
    if m == 4 and blocks == 4:
        return part % 4, part // 4
    return part, n


def place_of_d(lane, i, m, blocks):
    """Return block, row and column of element I of a lane's D."""
    if m == 32:
        return i // 16, 8 * (i % 16 // 4) + 4 * (lane // 32) + i % 4, lane % 32
    if m == 16 and blocks == 4:
        return i // 4, 4 * (lane // 16) + i % 4, lane % 16
    if m == 16 and blocks == 1:
        return 0, 4 * (lane // 16) + i, lane % 16
    if m == 4 and blocks == 16:
        return lane // 4, i, lane % 4
    return lane // 4 % 4, lane // 16, lane % 4


def products():
    """Yield name, and for each product words of A, B and C by lane, and the expected D by lane and element."""
    for name, (m, depth, blocks, kind, each, _) in PRODUCTS.items():
        A = [[[some(kind) for _ in range(depth)] for _ in range(m)] for _ in range(blocks)]
        B = [[[some(kind) for _ in range(depth)] for _ in range(m)] for _ in range(blocks)]
        out = m * m * blocks // 64
        result = kind if kind == "f64" else "i32" if kind == "i8" else "f32"
        C = [[[(lambda v: (v & 0xFFFFFFFF, v))(rng.randrange(-1 << 31, 1 << 31)) if kind == "i8" else some(result)
               for _ in range(m)] for _ in range(m)] for _ in range(blocks)]
        a, b, c, d = [], [], [], []
        for lane in range(64):
            bits = [0, 0]
            for n in range(each):
                block, k = depth_at(lane, n, m, blocks, each)
                for side, M in enumerate((A, B)):
                    bits[side] |= M[block][lane % m][k][0] << WIDTH[kind] * n
            a.append(bits[0]), b.append(bits[1])
            places = []
            for i in range(out):
                block, r, col = place_of_d(lane, i, m, blocks)
                if kind == "f64" and m == 16:
                    r = lane // 16 + 4 * i
                places.append((block, r, col))
            c.append([C[x][y][z][0] for x, y, z in places])
            d.append([C[x][y][z][1] + sum(A[x][y][k][1] * B[x][z][k][1] for k in range(depth)) for x, y, z in places])
        yield name, a, b, c, d, result, out, WIDTH[kind] * each


def products_source():
    text = ["extern \"C\" __attribute__((global)) void products(unsigned *o, const unsigned *in)", "{",
            "\tunsigned lane = __builtin_amdgcn_workitem_id_x();"]
    words, at, to = [], 0, 0
    for name, a, b, c, d, result, out, width in products():
        m, depth, blocks, kind, each, element = PRODUCTS[name]
        ab = V(element, width // 8 // {"float": 4, "_Float16": 2, "short": 2, "int": 4, "long": 8, "double": 8}[element])
        size = 2 if result == "f64" else 1
        cd = V({"f32": "float", "i32": "int", "f64": "double"}[result], out)
        n = width // 32
        for words_of_lane, count in ((a, n), (b, n)):
            for w in words_of_lane:
                words += [w >> 32 * i & 0xFFFFFFFF for i in range(count)]
        for values in c:
            for v in values:
                words += [v >> 32 * i & 0xFFFFFFFF for i in range(size)]
        text += ["\t{", f"\t\ttypedef {ab.split(' ')[0]} ab{ab[len(ab.split(' ')[0]):]}; typedef {cd.split(' ')[0]} cd{cd[len(cd.split(' ')[0]):]};",
                 "\t\tab a, b; cd c;",
                 f"\t\t__builtin_memcpy(&a, in + {at} + {n} * lane, sizeof(a));",
                 f"\t\t__builtin_memcpy(&b, in + {at + 64 * n} + {n} * lane, sizeof(b));",
                 f"\t\t__builtin_memcpy(&c, in + {at + 128 * n} + {out * size} * lane, sizeof(c));",
                 f"\t\tc = __builtin_amdgcn_mfma_{name}(a, b, c, 0, 0, 0);",
                 f"\t\t__builtin_memcpy(o + {to} + {out * size} * lane, &c, sizeof(c));", "\t}"]
        at += 128 * n + 64 * out * size
        to += 64 * out * size
    return "\n".join(text + ["}", ""]), words, to


def compare_products(got):
    at = wrong = seen = 0
    for name, _, _, _, d, result, out, _ in products():
        for lane in range(64):
            for i in range(out):
                exact = d[lane][i]
                if result == "f64":
                    bits, want = got[at] | got[at + 1] << 32, struct.unpack("<Q", struct.pack("<d", float(exact)))[0]
                elif result == "i32":
                    bits, want = got[at], int(exact) & 0xFFFFFFFF
                else:
                    bits, want = got[at], struct.unpack("<I", struct.pack("<f", float(exact)))[0]
                at += 2 if result == "f64" else 1
                seen += 1
                if bits != want and not (exact == 0 and bits << 1 & 0xFFFFFFFF == 0):
                    wrong += 1
                    if wrong < 10:
                        print(f"{name}, lane {lane}, element {i}: {bits:#x}, not {float(exact)}")
    print(f"{seen} results, {wrong} wrong")
    return wrong or seen < 1000


def main():
    folder = sys.argv[1]
    if len(sys.argv) == 2:
        text, words, size = products_source()
        signed = lambda v: v - (1 << 32) if v >> 31 else v
        arguments = "args: [{zeros: %d, type: i32, save: %s.raw}, {values: [%s], type: i32}]\n"
        for name, content in ("lanes.hip", lanes_source()), ("products.hip", text):
            with open(f"{folder}/{name}", "w") as file:
                file.write(content)
        for name, values, zeros in (("lanes64", X + Y + TO, 20000), ("lanes32", X + Y + TO, 20000), ("products", words, size)):
            with open(f"{folder}/{name}.yaml", "w") as file:
                file.write(arguments % (zeros, name, ", ".join(str(signed(v)) for v in values)))
        return 0
    with open(f"{folder}/{sys.argv[2]}.raw", "rb") as file:
        got = [w for (w,) in struct.iter_unpack("<I", file.read())]
    if sys.argv[2] == "products":
        products_source()
        rng.seed(5)
        for _ in range(2 * WAVE):
            rng.randrange(1 << 32)
        for _ in range(WAVE):
            rng.randrange(WAVE)
        return compare_products(got)
    return compare_lanes(int(sys.argv[2][-2:]), got)


sys.exit(main())
