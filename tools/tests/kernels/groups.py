# groups.py NAME [BLOCK] -- print the arguments of kernel NAME of groups.cu, with the results that the CUDA C++ Programming Guide gives.
import sys

name = sys.argv[1]
N = 64


def s32(x):
    x &= 0xFFFFFFFF
    return x - (1 << 32) if x >> 31 else x


def fold(values, f):
    """Combine in the order of ranks."""
    result = values[0]
    for v in values[1:]:
        result = f(result, v)
    return result


def tree(values, f):
    """Combine neighbours, then neighbouring pairs, and so on."""
    while len(values) > 1:
        values = [f(*values[i:i + 2]) if i + 1 < len(values) else values[i] for i in range(0, len(values), 2)]
    return values[0]


def bits(values):
    return sum(1 << n for n, v in enumerate(values) if v)


def blocks(x, y, z):
    out = []
    for block in range(2):
        for i in range(N):
            out += [sum(range(N)) if i == 0 else 0, i % x + 10 * (i // x % y) + 100 * (i // x // y), 3 * N,
                    block * N + i + 2000 + 100000]
    return out


def tile(n):
    out = []
    for i in range(N):
        t = list(range(i // n * n, i // n * n + n))
        r = i - t[0]
        down = t[r + 2] if r + 2 < n else i
        up = t[r - 1] if r else i
        same = len({v // 8 for v in t}) == 1
        row = [r + 100 * n + 10000 * (i // n) + 1000000 * (N // n),
               t[3] + 100 * up + 10000 * down + 1000000 * t[r ^ 1],
               int(5 in t) + 10 * int(all(v < 40 for v in t)),
               bits([v % 3 == 0 for v in t]), bits([v // 3 == i // 3 for v in t]),
               (bits([1] * n) if same else 0) + same,
               sum(t) + max(t),
               t[0] + 7 + 100 * fold(t, int.__and__) + 10000 * fold(t, int.__or__) + 1000000 * fold(t, int.__xor__),
               sum(t[:r + 1]) + 10000 * sum(t[:r]),
               max(v ^ 5 for v in t[:r + 1]) + 1000 * (min([v ^ 5 for v in t[:r]] + [0x7FFFFFFF]) & 255),
               int((t[1] + .5) * 2) + 3000 * t[1] + 1000000 * t[1],
               2 * t[0] + 1, tree([v % 10 for v in t], lambda a, b: (a * 3 + b) % 1009), 0, 0, 0]
        out += row
    return out


def nested():
    out = []
    for i in range(N):
        out += [i % 32 // 4 + 800 + 10000 * (i % 4), sum(range(i, i + 8)) if i % 8 == 0 else 8 + i % 8]
    return out


def about(group, i, rank, count):
    return len(group) + 100 * group.index(i) + 10000 * rank + 100000 * count


def partitions():
    out = []
    for i in range(N):
        warp = list(range(i // 32 * 32, i // 32 * 32 + 32))
        half = [v for v in warp if (v % 3 == 0) == (i % 3 == 0)]
        five = [v for v in warp if v * 7 % 5 == i * 7 % 5]
        labels = list(dict.fromkeys(v * 7 % 5 for v in warp))
        r, h = five.index(i), half.index(i)
        three = half[h // 4 * 4:h // 4 * 4 + 4]
        out += [about(half, i, 0 if i % 3 == 0 else 1, 2),
                about(five, i, labels.index(i * 7 % 5), 5),
                sum(half) + 10000 * sum(five[:r + 1]),
                bits([v & 4 for v in half]),
                five[2] + 100 * (five[r - 2] if r >= 2 else i) + 10000 * (five[r + 1] if r + 1 < len(five) else i),
                bits([v // 4 == i // 4 for v in half]) + 100000 * (3 in five) + 1000000 * (3 not in five),
                about(three, i, h // 4, (len(half) + 3) // 4),
                sum(three[:three.index(i)])]
    return out


def buffer(values):
    return "{zeros: %d, type: i32, expect: %s}" % (len(values), [s32(v) for v in values])


if name == "blocks":
    arguments = [buffer(blocks(*map(int, sys.argv[2].split(","))))]
elif name.startswith("tiles"):
    arguments = [buffer(tile(int(name[5:])))]
elif name == "aggregated":
    arguments = ["{zeros: 1, type: i32, expect: 42}", "{zeros: 64, type: i32, expect: %s}" % ([1] * 42 + [0] * 22)]
elif name == "copies":
    out = [3 * (63 - i) + 3 * (64 + i // 32 * 32 + 31 - i % 32) for i in range(N)]
    out[0] += 1000
    arguments = ["{range: [0, 420, 3], type: i32}", buffer(out)]
else:
    arguments = [buffer({"nested": nested, "partitions": partitions}[name]())]
print("args: [%s]" % ", ".join(arguments))
