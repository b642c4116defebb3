#!/usr/bin/env python3
"""warps.py KERNEL -- write the file of arguments of a kernel of warps.cu or subgroups.cl, with the results that it must
have: each array of 4-byte integers is computed here as the languages define it."""
import sys

W = 32


def wrap(x):
    return (x + (1 << 31)) % (1 << 32) - (1 << 31)


def warp(t, n=64):
    """The work-items of t's warp."""
    first = t // W * W
    return list(range(first, min(first + W, n)))


def mask(t, condition, n=64):
    return wrap(sum(1 << i % W for i in warp(t, n) if condition(i)))


def up(t, by, width=W):
    return t - by if t % width >= by else t


def down(t, by, width=W):
    return t + by if t % width + by < width else t


def xor(t, by, width=W):
    other = t // W * W + (t % W ^ by)
    return other if other % W <= t % W // width * width + width - 1 else t


def shuffles(t):
    v = lambda i: 3 * i
    return [v(t // W * W + 5), v(t // 8 * 8 + (t + 7) % 8), v(up(t, 2)), v(up(t, 3, 16)), v(down(t, 4)),
            v(down(t, 4, 8)), v(xor(t, 5)), v(xor(t, 9, 8)), (t // W * W + 3) * 2, xor(t, 1), down(t, 1),
            xor(t, 2) if t % 2 else 100 * xor(t, 4)]


def votes(t):
    return [mask(t, lambda i: i % 3 == 0), int(40 in warp(t)), int(t >= W), 1, mask(t, lambda i: i % 5 == t % 5),
            -1, 0, 1 if t // W else 0, mask(t, lambda i: i % W < 10 and i % 2) if t % W < 10 else 0,
            mask(t, lambda i: i % 3 == t % 3), mask(t, lambda i: i % 4 == t % 4)]


def registers(t):
    own = 1 << t % W
    return [t % W, t // W, 2, W, wrap(own), wrap(own - 1), wrap(2 * own - 1), wrap(-2 * own), wrap(-own)]


def reductions(t):
    all = [7 * i % 13 - 6 for i in warp(t)]
    low = [7 * i % 13 - 6 for i in warp(t) if i % W < 16]
    bits = [i * i % 256 for i in warp(t)]
    either, both, odd = 0, -1, 0
    for b in bits:
        either, both, odd = either | b, both & b, odd ^ b
    return [sum(all), min(all), max(all), both, either, odd, sum(low) if t % W < 16 else 0,
            min(i * 9 % 31 for i in warp(t)), max(i * 9 % 31 for i in warp(t))]


def partial(t):
    """40 work-items: the second warp has 8 lanes."""
    here = warp(t, 40)
    return [mask(t, lambda i: True, 40), down(t, 1) if down(t, 1) in here else -1, int(t >= W), len(here)]


def counts(t):
    return [22, 1, 0]


def groups(t, n=64):
    tile = t // 8 * 8
    return [n, t, t - tile, sum(range(tile, tile + 8)), tile, t ^ 1, int(tile == 40), int(tile >= 8),
            wrap(sum(1 << i for i in range(8) if (tile + i) % 3 == 0)), t // 8, 8, sum(i for i in warp(t) if i % 2),
            16 if t % 2 else -1, len([i for i in warp(t) if i % 2 and i < t]) if t % 2 else -1]


def subgroups(t):
    here = warp(t)
    before = [i for i in here if i < t]
    return [W, W, 2, t // W, t % W, sum(here), min(here), max(here), sum(before), sum(before) + t,
            max(before, default=-2147483648), here[5] * 2, int(40 in here), int(t >= W)]


def shuffled(t):
    here = warp(t)
    tile = t // 8 * 8
    odd = [i for i in here if i % 2 == t % 2]
    before = [i for i in odd if i < t]
    return [here[(t + 3) % W], here[t % W ^ 7], up(t, 2) if t % W >= 2 else -9, down(t, 2) if t % W < 30 else -9,
            here[(t + 5) % W], tile + (t + 3) % 8, mask(t, lambda i: i % 3 == 0),
            len([i for i in here if i % 3 == 0]), sum(range(tile, tile + 8)), max(range(tile, tile + 8)),
            sum(odd), sum(before), int(any(i == 41 for i in odd)), odd[0], here[9], int(t == here[0])]


def main():
    name = sys.argv[1]
    n = 40 if name == "partial" else 64
    rows = [globals()[name](t) for t in range(n)]
    width = len(rows[0])
    values = ", ".join(str(v) for row in rows for v in row)
    print("args:\n  - {zeros: %d, type: i32, expect: {values: [%s], type: i32}}" % (n * width, values))


main()
