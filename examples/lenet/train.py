#!/usr/bin/env python3
"""Trains the network of lenet.cpp on the handwritten digits of scikit-learn, and writes its data
files.

    train.py [FOLDER]

Needs scikit-learn, only for the digits. Writes raw float32 weights (NAME.bin), the images and
labels of the digits that the network was not trained on (images.bin, labels.bin: uint32), and
NumPy's results for these in binary64 (expected.bin), and prints how many of them are recognised
correctly. The result is the same in every run.
"""
import os
import sys

import numpy as np
from sklearn.datasets import load_digits

TEST = 200
EPOCHS = 60
BATCH = 32
RATE = 0.002


def columns(x):
    """3x3 windows with padding 1: (n, c, h, w) to (n, h, w, c * 9)."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    seen = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    n, c, h, w = x.shape
    return seen.transpose(0, 2, 3, 1, 4, 5).reshape(n, h, w, c * 9)


def back_columns(g, shape):
    """The gradient of columns()."""
    n, c, h, w = shape
    g = g.reshape(n, h, w, c, 3, 3)
    padded = np.zeros((n, c, h + 2, w + 2))
    for r in range(3):
        for s in range(3):
            padded[:, :, r:r + h, s:s + w] += g[:, :, :, :, r, s].transpose(0, 3, 1, 2)
    return padded[:, :, 1:-1, 1:-1]


def pool(x):
    """The maxima of 2x2 windows, and their positions."""
    n, c, h, w = x.shape
    parts = x.reshape(n, c, h // 2, 2, w // 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(n, c, h // 2, w // 2, 4)
    return parts.max(-1), parts.argmax(-1)


def back_pool(g, where, shape):
    n, c, h, w = shape
    parts = np.zeros(g.shape + (4,))
    np.put_along_axis(parts, where[..., None], g[..., None], -1)
    return parts.reshape(n, c, h // 2, w // 2, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(shape)


def forward(p, x):
    """All values that back() needs; the last one is the softmax."""
    k1 = columns(x)
    a1 = np.tanh((k1 @ p["conv1"].reshape(6, -1).T + p["bias1"]).transpose(0, 3, 1, 2))
    m1, w1 = pool(a1)
    k2 = columns(m1)
    z2 = (k2 @ p["conv2"].reshape(16, -1).T + p["bias2"]).transpose(0, 3, 1, 2)
    m2, w2 = pool(np.maximum(z2, 0))
    flat = m2.reshape(len(x), -1)
    a3 = np.tanh(flat @ p["fc3"] + p["bias3"])
    z4 = a3 @ p["fc4"] + p["bias4"]
    e = np.exp(z4 - z4.max(1, keepdims=True))
    return k1, a1, m1, w1, k2, z2, w2, flat, a3, e / e.sum(1, keepdims=True)


def back(p, x, y):
    k1, a1, m1, w1, k2, z2, w2, flat, a3, out = forward(p, x)
    g = out.copy()
    g[np.arange(len(x)), y] -= 1
    g /= len(x)
    grads = {"fc4": a3.T @ g, "bias4": g.sum(0)}
    g = g @ p["fc4"].T * (1 - a3 ** 2)
    grads.update(fc3=flat.T @ g, bias3=g.sum(0))
    g = back_pool((g @ p["fc3"].T).reshape(len(x), 16, 2, 2), w2, z2.shape) * (z2 > 0)
    g = g.transpose(0, 2, 3, 1)
    grads.update(conv2=np.einsum("nhwk,nhwc->kc", g, k2).reshape(16, 6, 3, 3), bias2=g.sum((0, 1, 2)))
    g = back_pool(back_columns(g @ p["conv2"].reshape(16, -1), m1.shape), w1, a1.shape) * (1 - a1 ** 2)
    g = g.transpose(0, 2, 3, 1)
    grads.update(conv1=np.einsum("nhwk,nhwc->kc", g, k1).reshape(6, 1, 3, 3), bias1=g.sum((0, 1, 2)))
    return grads


def train(x, y, random):
    def start(*shape, inputs):
        return random.standard_normal(shape) / np.sqrt(inputs)

    p = {"conv1": start(6, 1, 3, 3, inputs=9), "bias1": np.zeros(6),
         "conv2": start(16, 6, 3, 3, inputs=54), "bias2": np.zeros(16),
         "fc3": start(64, 32, inputs=64), "bias3": np.zeros(32),
         "fc4": start(32, 10, inputs=32), "bias4": np.zeros(10)}
    mean = {k: np.zeros_like(v) for k, v in p.items()}
    square = {k: np.zeros_like(v) for k, v in p.items()}
    step = 0
    for _ in range(EPOCHS):
        order = random.permutation(len(x))
        for i in range(0, len(x) - BATCH + 1, BATCH):
            batch = order[i:i + BATCH]
            step += 1
            for k, g in back(p, x[batch], y[batch]).items():  # Adam
                mean[k] = 0.9 * mean[k] + 0.1 * g
                square[k] = 0.999 * square[k] + 0.001 * g * g
                p[k] -= RATE * (mean[k] / (1 - 0.9 ** step)) / (np.sqrt(square[k] / (1 - 0.999 ** step)) + 1e-8)
    return p


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "."
    digits = load_digits()
    random = np.random.default_rng(1)
    order = random.permutation(len(digits.target))
    x = (digits.images[order] / 16).reshape(-1, 1, 8, 8)
    y = digits.target[order]
    p = train(x[TEST:], y[TEST:], random)
    p = {k: v.astype(np.float32) for k, v in p.items()}
    for name, values in p.items():
        values.tofile(os.path.join(folder, name + ".bin"))
    x[:TEST].astype(np.float32).tofile(os.path.join(folder, "images.bin"))
    y[:TEST].astype(np.uint32).tofile(os.path.join(folder, "labels.bin"))
    wide = {k: v.astype(np.float64) for k, v in p.items()}
    out = forward(wide, x[:TEST].astype(np.float32).astype(np.float64))[-1]
    out.astype(np.float32).tofile(os.path.join(folder, "expected.bin"))
    right = (out.argmax(1) == y[:TEST]).sum()
    print("%d of %d right: %.2f" % (right, TEST, 100 * right / TEST))


if __name__ == "__main__":
    main()
