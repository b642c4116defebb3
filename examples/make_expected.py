#!/usr/bin/env python3
"""Computes examples/NAME/expected.npy with NumPy, without running any of the programs.

    make_expected.py [NAME...]      all of them if none is named

Inputs, sizes and strides are those of the programs and must change together with them. Floats are
computed in binary64 and rounded once. Nothing is random and nothing depends on the machine, so the
files only change when an example does."""

import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def bits(stream, count):
    """example_bits() of common.h for elements 0 to count-1."""
    index = np.arange(1, count + 1, dtype=np.uint64)
    z = (np.uint64(stream << 32) + index) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def uniform(stream, count):
    """example_uniform() of common.h; exact, so that binary64 has the same values."""
    return (bits(stream, count) >> np.uint64(40)).astype(np.float64) / 2**24


def float32(value):
    """The value of a float literal or sum in the program, as binary64."""
    return np.asarray(value, dtype=np.float32).astype(np.float64)


def summary(result, stride):
    """What example_compare_summary() of common.h expects."""
    flat = np.asarray(result, dtype=np.float64).ravel()
    sums = [flat.sum(), (flat * flat).sum(), (flat * (np.arange(flat.size) % 7)).sum()]
    return np.concatenate([sums, flat[::stride]]).astype(np.float32)


def matmul():
    n = 256
    a, b = uniform(1, n * n).reshape(n, n), uniform(2, n * n).reshape(n, n)
    return summary(a @ b, 17)


def stencil():
    grid = uniform(1, 64**3).reshape(64, 64, 64)
    inner = (slice(1, -1),) * 3
    for _ in range(8):
        around = sum(np.roll(grid, way, axis)[inner] for axis in range(3) for way in (1, -1))
        after = grid.copy()
        after[inner] = float32(0.4) * grid[inner] + float32(0.1) * around
        grid = after
    return summary(grid, 67)


def spmv():
    rows, columns = 16384, 12000
    length = ((bits(1, rows) >> np.uint64(33)) % np.uint64(48)).astype(np.int64)
    length[4::5] = 0
    entries = int(length.sum())
    row = np.repeat(np.arange(rows), length)
    column = ((bits(2, entries) >> np.uint64(33)) % np.uint64(columns)).astype(np.int64)
    value = uniform(3, entries) - 0.25
    product = value * uniform(4, columns)[column]
    return summary(np.bincount(row, weights=product, minlength=rows), 5)


def lbm():
    height, width, omega, drift = 96, 192, float32(1.25), float32(0.0008)
    step_x = [0, 1, 0, -1, 0, 1, -1, -1, 1]
    step_y = [0, 0, 1, 0, -1, 1, 1, -1, -1]
    opposite = [0, 3, 4, 1, 2, 7, 8, 5, 6]
    weight = float32([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
    y, x = np.mgrid[:height, :width]
    solid = (y == 0) | (y == height - 1)
    for row, column, radius in ((30, 40, 10), (62, 88, 13), (28, 140, 8)):
        solid |= (y - row) ** 2 + (x - column) ** 2 <= radius**2
    f = weight[:, None, None] * (1 + uniform(1, height * width).reshape(height, width) / 16)
    for _ in range(40):
        pulled = np.empty_like(f)
        for q in range(9):
            move = ((step_y[q], step_x[q]), (0, 1))
            pulled[q] = np.where(np.roll(solid, *move), f[opposite[q]], np.roll(f[q], *move))
        density = pulled.sum(axis=0)
        ux = np.tensordot(step_x, pulled, 1) / density + drift
        uy = np.tensordot(step_y, pulled, 1) / density
        for q in range(9):
            along = 3 * (step_x[q] * ux + step_y[q] * uy)
            speed = 1.5 * (ux * ux + uy * uy)
            rest = weight[q] * density * (1 + along + along * along / 2 - speed)
            f[q] = np.where(solid, f[q], pulled[q] + omega * (rest - pulled[q]))
    return summary(f, 41)


def window(image, radius, mode):
    """Every offset within radius: (row offset, column offset, shifted image). MODE is np.pad's."""
    height, width = image.shape[:2]
    border = [(radius, radius)] * 2 + [(0, 0)] * (image.ndim - 2)
    padded = np.pad(image, border, mode=mode)
    for row in range(2 * radius + 1):
        for column in range(2 * radius + 1):
            shifted = padded[row : row + height, column : column + width]
            yield row - radius, column - radius, shifted


def camera():
    height, width, black, white = 240, 320, 64, 1023
    gain = float32([1.9, 1.0, 1.6])
    matrix = float32([[1.55, -0.40, -0.15], [-0.20, 1.45, -0.25], [0.05, -0.55, 1.50]])
    y, x = np.mgrid[:height, :width]

    noise = (bits(1, height * width) >> np.uint64(33)).astype(np.int64).reshape(height, width) & 127
    raw = ((3 * y + 2 * x) & 255) + noise + 40
    raw += np.where((y - 90) ** 2 + (x - 200) ** 2 < 70**2, 450 + y, 0)
    raw = np.minimum(raw, white)

    colour = (y & 1) + (x & 1)
    plane = np.maximum(raw - black, 0) / (white - black) * gain[colour]
    own = colour[:, :, None] == np.arange(3)
    total = sum(part for _, _, part in window(plane[:, :, None] * own, 1, "constant"))
    count = sum(part for _, _, part in window(own.astype(float), 1, "constant"))
    rgb = np.where(own, plane[:, :, None], total / count)

    total, weights = 0, 0
    there = window(np.ones((height, width)), 1, "constant")
    for (_, _, other), (_, _, present) in zip(window(rgb, 1, "edge"), there):
        weight = present / (1 + 40 * ((other - rgb) ** 2).sum(axis=2))
        total = total + weight[:, :, None] * other
        weights = weights + weight
    final = (total / weights[:, :, None]) @ matrix.T

    grey = np.minimum(final @ [0.2126, 0.7152, 0.0722], 1)[:, :, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        above = np.where(final > 1, (1 - grey) / (final - grey), 1)
        below = np.where(final < 0, grey / (grey - final), 1)
    keep = np.minimum(above, below).min(axis=2, keepdims=True)
    fitted = np.maximum(grey + keep * (final - grey), 0)
    screen = np.floor(np.minimum(fitted ** (1 / 2.2), 1) * 255 + 0.5)
    return summary(screen / 255, 59)


def edges():
    height, width, frames = 240, 320, 6
    y, x = np.mgrid[:height, :width]
    binomial = [1, 4, 6, 4, 1]
    maps = []
    for t in range(frames):
        noise = (bits(1 + t, height * width) >> np.uint64(33)).astype(np.int64) & 15
        frame = 40 + x // 8 + noise.reshape(height, width)
        square = (y >= 40 + 4 * t) & (y < 120 + 4 * t) & (x >= 50 + 7 * t) & (x < 130 + 7 * t)
        frame += 70 * square
        frame += 90 * ((y - 120 - 5 * t) ** 2 + (x - 210 + 9 * t) ** 2 < 60**2)

        near = window(frame, 2, "edge")
        total = sum(binomial[r + 2] * binomial[c + 2] * part for r, c, part in near)
        smooth = (total + 128) // 256
        near = {(r, c): part for r, c, part in window(smooth, 1, "edge")}
        laplacian = 9 * smooth - sum(near.values())
        down = sum((2 - abs(c)) * r * part for (r, c), part in near.items())
        right = sum((2 - abs(r)) * c * part for (r, c), part in near.items())
        gradient = np.abs(down) + np.abs(right)
        sign = {(r, c): part < 0 for r, c, part in window(laplacian, 1, "edge")}
        crossing = (sign[0, 0] != sign[1, 0]) | (sign[0, 0] != sign[0, 1])
        maps.append(crossing & (8 * gradient > gradient.max()))
    return np.packbits(np.array(maps))


def histogram():
    b = bits(1, 1024 * 768)
    pixels = sum((b >> np.uint64(shift)) & np.uint64(255) for shift in (0, 8, 16)) // np.uint64(3)
    bins = np.bincount(pixels.astype(np.int64), minlength=256)
    return np.concatenate([bins, np.cumsum(bins)]).astype(np.int32)


def transpose():
    return summary(uniform(1, 512 * 384).reshape(512, 384).T, 61)


ALL = [matmul, stencil, spmv, lbm, camera, edges, histogram, transpose]


def main(names):
    makers = {maker.__name__: maker for maker in ALL}
    unknown = [name for name in names if name not in makers]
    if unknown:
        sys.exit("make_expected.py: no example " + ", ".join(unknown))
    for name in names or makers:
        path = os.path.join(HERE, name, "expected.npy")
        np.save(path, makers[name]())
        print(f"{path}: {os.path.getsize(path)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
