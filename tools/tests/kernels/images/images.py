"""images.py HPVM_RUN FOLDER PROGRAM CATEGORY -- runs the kernels of a section of images.cl, compiled as PROGRAM, and compares what they
read and write with the formulas of the OpenCL specification (8.2 addressing and filtering, 8.3 conversion rules), which
are computed here exactly and rounded once."""
import itertools
import math
import random
import struct
import subprocess
import sys
from fractions import Fraction

random.seed(3)
HPVM_RUN, FOLDER, PROGRAM, CATEGORY = sys.argv[1:]

# order: the channels in memory, the data types that it goes with
ANY = "SNORM_INT8 SNORM_INT16 UNORM_INT8 UNORM_INT16 HALF_FLOAT FLOAT".split()
BYTES = ["SNORM_INT8", "UNORM_INT8"]
PACKED = ["UNORM_SHORT_565", "UNORM_SHORT_555", "UNORM_INT_101010"]
ORDERS = {"R": ("r", ANY), "A": ("a", ANY), "RG": ("rg", ANY), "RA": ("ra", ANY), "RGB": ("rgb", PACKED), "RGBA": ("rgba", ANY + ["UNORM_INT_101010_2"]),
          "BGRA": ("bgra", BYTES), "ARGB": ("argb", BYTES), "INTENSITY": ("r", ANY), "LUMINANCE": ("r", ANY), "Rx": ("r", ANY), "RGx": ("rg", ANY),
          "RGBx": ("rgb", PACKED), "sRGB": ("rgb", ["UNORM_INT8"]), "sRGBx": ("rgb", ["UNORM_INT8"]), "sRGBA": ("rgba", ["UNORM_INT8"]),
          "sBGRA": ("bgra", ["UNORM_INT8"]), "ABGR": ("abgr", BYTES)}
NUMBERS = {name: 0x10B0 + i for i, name in enumerate("R A RG RA RGB RGBA BGRA ARGB INTENSITY LUMINANCE Rx RGx RGBx DEPTH _ sRGB sRGBx sRGBA sBGRA ABGR".split())}
FORMS = {"SNORM_INT8": "b", "SNORM_INT16": "h", "UNORM_INT8": "B", "UNORM_INT16": "H", "HALF_FLOAT": "e", "FLOAT": "f", "UNORM_SHORT_565": "H",
         "UNORM_SHORT_555": "H", "UNORM_INT_101010": "I", "UNORM_INT_101010_2": "I", "SIGNED_INT8": "b", "SIGNED_INT16": "h", "SIGNED_INT32": "i",
         "UNSIGNED_INT8": "B", "UNSIGNED_INT16": "H", "UNSIGNED_INT32": "I"}
PARTS = {"UNORM_SHORT_565": (5, 6, 5), "UNORM_SHORT_555": (5, 5, 5), "UNORM_INT_101010": (10, 10, 10), "UNORM_INT_101010_2": (10, 10, 10, 2)}
failures, cases, values = [], 0, 0


def single(x):
    """The binary32 number next to the Fraction x."""
    if not isinstance(x, (Fraction, int)):
        return struct.unpack("<f", struct.pack("<f", x))[0]
    if x == 0:
        return 0.0
    exponent = abs(x).numerator.bit_length() - abs(x).denominator.bit_length()
    exponent -= Fraction(2) ** exponent > abs(x)
    unit = Fraction(2) ** (max(exponent, -126) - 23)
    return float(round(x / unit) * unit)


def run(kernel, arguments, items, outputs):
    """Run KERNEL with the lines ARGUMENTS of a file; return the bytes of the files OUTPUTS."""
    with open(f"{FOLDER}/images.yaml", "w") as file:
        file.write("args:\n" + "".join(f"  {a}\n" for a in arguments))
    sizes = ",".join(map(str, items))
    done = subprocess.run([HPVM_RUN, "--kernel", kernel, "--global", sizes, "--block", "1", "--check=all", "--args", f"{FOLDER}/images.yaml", PROGRAM],
                          capture_output=True, text=True, check=False)
    if done.returncode or done.stderr:
        failures.append(f"{kernel}: exit status {done.returncode}, {done.stderr}")
        return None
    return [open(f"{FOLDER}/{name}", "rb").read() for name in outputs]


def is_near(number, exact):
    """Whether NUMBER is EXACT rounded to binary32, where a sum in binary64 may turn a tie."""
    wanted = single(exact)
    return number == wanted or abs(Fraction(number) - exact) * 2 <= abs(Fraction(number) - Fraction(wanted)) * (1 + Fraction(1, 1 << 20))


def same(what, got, expected, filtered=False):
    global cases, values
    cases += 1
    values += len(expected)
    if len(got) != len(expected):
        failures.append(f"{what}: {len(got)} values")
    wrong = [i for i, (g, e) in enumerate(zip(got, expected)) if (not is_near(g, e) if filtered else g != e and (g == g or e == e))]
    if wrong:
        i = wrong[0]
        failures.append(f"{what}: value {i} is {got[i]!r}, expected {expected[i]!r}, {len(wrong)} of {len(expected)} differ")


def write(name, form, numbers):
    with open(f"{FOLDER}/{name}", "wb") as file:
        file.write(struct.pack(f"<{len(numbers)}{form}", *numbers))


def numbers_in(data, form):
    return list(struct.unpack(f"<{len(data) // struct.calcsize(form)}{form}", data))


# --- formats

def colour(order, channels, one):
    """The channels of a texel, in the order of memory, as r, g, b, a."""
    names = ORDERS[order][0]
    by_name = dict(zip(names, channels))
    if order == "INTENSITY":
        return [channels[0]] * 4
    if order == "LUMINANCE":
        return [channels[0]] * 3 + [one]
    return [by_name.get(c, one if c == "a" else 0) for c in "rgba"]


def channels_of(type_, raw):
    """The channels that the numbers RAW of a texel in memory are."""
    if type_ in PARTS:
        parts, x, result = PARTS[type_], raw[0], []
        for bits in reversed(parts):
            result.insert(0, single(Fraction(x & (1 << bits) - 1, (1 << bits) - 1)))
            x >>= bits
        return result
    if "NORM" in type_:
        most = {"SNORM_INT8": 127, "SNORM_INT16": 32767, "UNORM_INT8": 255, "UNORM_INT16": 65535}[type_]
        return [single(max(Fraction(-1), Fraction(x, most))) for x in raw]
    return list(raw)


def decoded(order, type_, raw):
    c = colour(order, channels_of(type_, raw), 1)
    if order[0] == "s":
        c[:3] = [single(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4) for v in c[:3]]
    return c


def encoded(order, type_, c):
    """The numbers of a texel in memory for the colour C."""
    if order[0] == "s":
        c = [single(0 if not v > 0 else 1 if v >= 1 else 12.92 * v if v < 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055) for v in c[:3]] + [c[3]]
    channels = [c["rgba".index(n)] for n in ORDERS[order][0]]
    if type_ in ("HALF_FLOAT", "FLOAT"):
        return channels

    def scaled(v, most, least):
        return 0 if v != v else most if v >= 1 else least if v <= -1 else max(least, round(Fraction(v) * most))
    if type_ in PARTS:
        x = 0
        for v, bits in zip(channels, PARTS[type_]):
            x = x << bits | scaled(v, (1 << bits) - 1, 0)
        return [x]
    most = {"SNORM_INT8": 127, "SNORM_INT16": 32767, "UNORM_INT8": 255, "UNORM_INT16": 65535}[type_]
    return [scaled(v, most, -most if type_[0] == "S" else 0) for v in channels]


def in_groups(items, size):
    items = list(items)
    while len(items) % size:
        items.append(items[-1])
    return zip(*[iter(items)] * size)


def image(name, order, type_, source, more="", sizes="width: COUNT"):
    return f"{name}: {{{source}, image: {{{sizes}, order: {order}, type: {type_}}}{more}}}"


def random_raw(type_):
    form = FORMS[type_]
    if form in "ef":
        return random.choice((0.0, 1.0, -0.5, random.uniform(-2, 2), 65504.0)) if form == "e" else single(random.uniform(-9, 9))
    low, high = (0, (1 << 8 * struct.calcsize(form)) - 1) if form.isupper() else (-(1 << 8 * struct.calcsize(form) - 1), (1 << 8 * struct.calcsize(form) - 1) - 1)
    return random.choice((low, high, low + 1, 0, 1, random.randint(low, high), random.randint(low, high)))


def count_of(order, type_):
    return 1 if type_ in PARTS else len(ORDERS[order][0])


def formats(kernel, all_formats, form, colours):
    """Read texels of each of the formats, and write colours to it."""
    count = 24
    for eight in in_groups(all_formats, 8):
        expected, lines = [None] * 8, []
        for k, (order, type_) in enumerate(eight):
            raw = [[random_raw(type_) for _ in range(count_of(order, type_))] for _ in range(count)]
            write(f"in{k}", FORMS[type_], [x for texel in raw for x in texel])
            raw = [numbers_in(struct.pack(f"<{len(t)}{FORMS[type_]}", *t), FORMS[type_]) for t in raw]
            expected[k] = [decoded(order, type_, t) if form in "ef" else colour(order, t, 1) for t in raw]
            lines.append(image("abcdefgh"[k], order, type_, f"raw: in{k}", sizes=f"width: {count}"))
        got = run(f"read_{kernel}", lines + [f"o: {{alloc: {8 * 4 * count * struct.calcsize(form)}, save: out}}"], [count], ["out"])
        if got:
            # Half precision rounds the value once more, if that is not exact.
            flat = [x for i in range(count) for k in range(8) for x in expected[k][i]]
            if form == "e":
                flat = [numbers_in(struct.pack("<e", x), "e")[0] for x in flat]
            same(f"read {eight}", numbers_in(got[0], form), flat)
        write("colours", form, [x for c in colours for x in c])
        lines = ["v: {raw: colours}"] + [
            image("abcdefgh"[k], order, type_, f"alloc: {len(colours) * count_of(order, type_) * struct.calcsize(FORMS[type_])}", f", save: out{k}",
                  f"width: {len(colours)}") for k, (order, type_) in enumerate(eight)]
        got = run(f"write_{kernel}", lines, [len(colours)], [f"out{k}" for k in range(8)])
        for k, (order, type_) in enumerate(eight):
            if not got:
                break
            if form in "ef":
                flat = [x for c in colours for x in encoded(order, type_, c)]
            else:
                size = 8 * struct.calcsize(FORMS[type_])
                low, high = (0, (1 << size) - 1) if FORMS[type_].isupper() else (-(1 << size - 1), (1 << size - 1) - 1)
                flat = [min(max(c["rgba".index(n)], low), high) for c in colours for n in ORDERS[order][0]]
            if FORMS[type_] in "ef":
                flat = [numbers_in(struct.pack("<" + FORMS[type_], x), FORMS[type_])[0] for x in flat]
            same(f"write {order} {type_}", numbers_in(got[k], FORMS[type_]), flat)


def float_formats():
    colours = [[single(x) for x in c] for c in (
        (0, 0, 0, 0), (1, 1, 1, 1), (-1, -2, 2, 0.5), (0.5, 0.25, 0.75, 0.1), (0.002, 0.0031308, 0.04, 0.9), (math.nan, 0.1, 1.5, -0.3),
        *[[random.uniform(-0.2, 1.2) for _ in range(4)] for _ in range(20)], *[[(n + 0.5) / 255 for _ in range(4)] for n in (0, 1, 2, 126, 127)])]
    formats("float", [(o, t) for o, (_, types) in ORDERS.items() for t in types], "f", colours)
    halves = [[numbers_in(struct.pack("<e", x), "e")[0] for x in c] for c in colours]
    formats("half", [("RGBA", "HALF_FLOAT"), ("RG", "UNORM_INT8"), ("BGRA", "SNORM_INT8"), ("RGB", "UNORM_SHORT_565")], "e", halves)


def int_formats():
    for kernel, start, form, limits in (("int", "SIGNED_INT", "i", (-1 << 31, (1 << 31) - 1)), ("uint", "UNSIGNED_INT", "I", (0, (1 << 32) - 1))):
        colours = [[random.choice((*limits, 0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, random.randint(*limits))) for _ in range(4)] for _ in range(40)]
        wide = [(o, start + n) for o in ("R", "A", "RG", "RA", "RGBA", "Rx", "RGx") for n in ("8", "16", "32")]
        formats(kernel, wide + [(o, start + "8") for o in ("BGRA", "ARGB", "ABGR")], form, colours)


# --- addressing and filtering (8.2)

def locate(s, size, normalized, mode, linear):
    """The texels in one dimension, and their weights; -1 or SIZE is the border."""
    s = Fraction(s)

    def fold(i):
        if mode == "clamp-to-edge":
            return min(max(i, 0), size - 1)
        return min(max(i, -1), size) if mode == "clamp" else i
    if mode == "repeat":
        u = (s - math.floor(s)) * size
    elif mode == "mirrored-repeat":
        u = abs(s - 2 * round(s / 2)) * size
    else:
        u = s * size if normalized else s
    if not linear:
        i = math.floor(u)
        if mode == "repeat":
            return [(i - size if i > size - 1 else i, 1)]
        return [(min(i, size - 1) if mode == "mirrored-repeat" else fold(i), 1)]
    i = math.floor(u - Fraction(1, 2))
    a = u - Fraction(1, 2) - i
    if mode == "repeat":
        return [(i + size if i < 0 else i, 1 - a), (i + 1 - size if i + 1 > size - 1 else i + 1, a)]
    if mode == "mirrored-repeat":
        return [(max(i, 0), 1 - a), (min(i + 1, size - 1), a)]
    return [(fold(i), 1 - a), (fold(i + 1), a)]


SAMPLERS = [(n, m, f) for n in (True, False) for m in ("none", "clamp", "clamp-to-edge") for f in ("nearest", "linear")] + [
    (True, m, f) for m in ("repeat", "mirrored-repeat") for f in ("nearest", "linear")]


def coordinate(size, normalized, mode, array):
    """A coordinate; with the mode none, inside, so that filtering stays inside as well."""
    if array:
        return single(random.choice((0, 0.5, 1.5, -1, size - 1, size, 7.25)))
    if mode == "none":
        x = random.choice((0.5, size - 0.5, random.uniform(0.5, size - 0.5)))
    else:
        x = random.choice((0, size, 0.5, -0.5, -1, size + 1, 1.0, random.uniform(-2 * size, 3 * size), random.uniform(0, size), -1e-6, 1e9))
    return single(x / size if normalized else x)


def sample(kind, suffix, sizes, array, order, type_, samplers, items=20):
    depth = "depth" in kind
    channels, form = (1 if depth else 4), FORMS[type_]
    count = math.prod(sizes)
    raw = [random_raw(type_) for _ in range(count * channels)]
    write("texels", form, raw)
    raw = numbers_in(struct.pack(f"<{len(raw)}{form}", *raw), form)
    wide = {1: 1, 2: 2, 3: 4}[len(sizes)]
    at, expected = [], []
    border = [0, 0, 0, 1] if order in ("R", "DEPTH") else [0] * 4
    for _ in range(items):
        for normalized, mode, filter_ in samplers:
            place = [coordinate(size, normalized, mode, array and d == len(sizes) - 1) for d, size in enumerate(sizes)]
            if any(abs(x) < 1e-3 and x for x in place) and mode == "none":
                place = [0.5 / s if normalized else 0.5 for s in sizes]
            at += place + [0.0] * (wide - len(place))
            ways = [[(min(max(round(Fraction(x)), 0), size - 1), 1)] if array and d == len(sizes) - 1 else locate(x, size, normalized, mode, filter_ == "linear")
                    for d, (x, size) in enumerate(zip(place, sizes))]
            total = [Fraction(0)] * 4
            for corner in itertools.product(*ways):
                weight = math.prod(w for _, w in corner)
                index, inside, pitch = 0, True, 1
                for (i, _), size in zip(corner, sizes):
                    inside &= 0 <= i < size
                    index += i * pitch
                    pitch *= size
                if weight == 0 and not inside:
                    continue
                c = colour("R", [raw[index]], 1) if depth and inside else decoded(order, type_, raw[4 * index:4 * index + 4]) if inside and suffix == "f" else (
                    raw[4 * index:4 * index + 4] if inside else border)
                total = [t + weight * Fraction(x) for t, x in zip(total, c)]
            expected.append(total)
    write("at", "f", at)
    names = "width height depth".split()
    where = ", ".join(f"{'array' if array and d == len(sizes) - 1 else names[d]}: {s}" for d, s in enumerate(sizes))
    out_form = {"f": "f", "i": "i", "ui": "I"}[suffix]
    lines = [image("image", order, type_, "raw: texels", sizes=where)]
    lines += [f"{n}: {{sampler: {{normalized: {str(s[0]).lower()}, address: {s[1]}, filter: {s[2]}}}}}" for n, s in zip("abcd", samplers)]
    lines += ["at: {raw: at}", f"o: {{alloc: {4 * items * channels * 4}, save: out}}"]
    got = run(f"sample_{kind}_{suffix}", lines, [items], ["out"])
    if got:
        same(f"{kind} {suffix} {order} {type_} {samplers}", numbers_in(got[0], out_form), [x for total in expected for x in total[:channels]], suffix == "f")


def sampling():
    for four in in_groups(SAMPLERS, 4):
        sample("image1d", "f", [5], False, "RGBA", "FLOAT", four)
        sample("image1d_array", "f", [4, 3], True, "RGBA", "UNORM_INT8", four)
        sample("image2d", "f", [4, 3], False, "RGBA", "FLOAT", four)
        sample("image2d", "f", [1, 7], False, "RGBA", "SNORM_INT16", four)
        sample("image2d_array", "f", [3, 5, 2], True, "RGBA", "HALF_FLOAT", four)
        sample("image2d_depth", "f", [4, 3], False, "DEPTH", "FLOAT", four)
        sample("image2d_array_depth", "f", [2, 3, 4], True, "DEPTH", "FLOAT", four)
        sample("image3d", "f", [3, 2, 4], False, "RGBA", "FLOAT", four)
    nearest = [s for s in SAMPLERS if s[2] == "nearest"]
    for four in in_groups(nearest, 4):
        sample("image2d", "i", [4, 3], False, "RGBA", "SIGNED_INT16", four)
        sample("image3d", "ui", [3, 2, 4], False, "RGBA", "UNSIGNED_INT32", four)


# --- each kind of image

def kinds():
    for kind, shape, sizes in (("image1d", [6], []), ("image1d_buffer", [6], []), ("image1d_array", [3, 5], [3]), ("image2d", [3, 4], [3, 4, 3]),
                               ("image2d_array", [2, 3, 4], [3, 4, 3, 2]), ("image2d_depth", [3, 4], [3, 4, 3]), ("image3d", [2, 3, 4], [3, 2, 4, 3, 2, 0]),
                               ("image2d_array_depth", [2, 3, 4], [3, 4, 3, 2])):
        channels = 1 if "depth" in kind else 4
        whole = str(shape + [4] if channels == 4 else shape)
        count = math.prod(shape) * channels
        lines = [f"a: {{range: {count}, type: f32, shape: {whole}}}", f"b: {{alloc: {4 * count}, type: f32, image: {{{sizes_of(kind, shape)}}}, save: b}}",
                 f"c: {{zeros: {whole}, type: f32, save: c}}", "sizes: {zeros: 16, type: i32, save: sizes}"]
        if channels == 4:
            lines[1] = lines[1].replace("}, save", ", order: RGBA}, save")
        got = run(f"copy_{kind}", lines, [*reversed(shape), 1, 1][:3], ["b", "c", "sizes"])
        if got:
            same(f"{kind} written", numbers_in(got[0], "f"), [2.0 * i for i in range(count)])
            same(f"{kind} read and written", numbers_in(got[1], "f"), [float(i) for i in range(count)])
            order = NUMBERS["DEPTH" if channels == 1 else "RGBA"]
            same(f"{kind} sizes", numbers_in(got[2], "i"), [shape[-1]] * 3 + [order, 0x10DE] + sizes + [0] * (11 - len(sizes)))


def sizes_of(kind, shape):
    names = ["width", "height", "depth"]
    if "array" in kind:
        names[len(shape) - 1] = "array"
    return ", ".join(f"{n}: {s}" for n, s in zip(names, reversed(shape)))


{"floats": float_formats, "ints": int_formats, "sampling": sampling, "kinds": kinds}[CATEGORY]()
for text in failures[:20]:
    print("FAIL:", text)
print(f"{CATEGORY}: {cases} cases, {values} values, {len(failures)} failed")
