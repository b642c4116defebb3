#!/usr/bin/env python3
"""Trains the networks of residual/ and mobilenet/ on the handwritten digits of scikit-learn, and
writes their data files.

    train_digits.py [FOLDER]            writes FOLDER/residual/weights.bin, expected.bin,
                                        and the same for mobilenet
    train_digits.py --check [FOLDER]    trains nothing: checks that expected.bin has PyTorch's
                                        results for the weights

Needs PyTorch, and scikit-learn for the digits. The digits that no network is trained on are
those of lenet/images.bin, which lenet/train.py has selected. Weights are raw float32, one after
the other in the order of the program's inputs; expected.bin contains PyTorch's results for these
digits in binary64.
"""
import os
import sys

import numpy as np
import torch
from torch import nn

EPOCHS, BATCH, RATE = 40, 32, 0.003


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.c0, self.c1, self.c2 = nn.Conv2d(1, 16, 3, padding=1), nn.Conv2d(16, 16, 3, padding=1), nn.Conv2d(16, 16, 3, padding=1)
        self.c3, self.c4 = nn.Conv2d(16, 32, 3, padding=1), nn.Conv2d(32, 32, 3, padding=1)
        self.skip, self.fc = nn.Conv2d(16, 32, 1, bias=False), nn.Linear(32, 10)

    def forward(self, x):
        x = self.c0(x).relu()
        x = (self.c2(self.c1(x).relu()) + x).relu()
        x = nn.functional.max_pool2d(x, 2)
        x = (self.c4(self.c3(x).relu()) + self.skip(x)).relu()
        return self.fc(x.mean((2, 3)))

    def weights(self):
        for c in self.c0, self.c1, self.c2, self.c3, self.c4:
            yield from (c.weight, c.bias)
        yield from (self.skip.weight, self.fc.weight.t(), self.fc.bias)


class Mobile(nn.Module):
    def __init__(self):
        super().__init__()
        self.convolutions = nn.ModuleList([
            nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.Conv2d(16, 16, 3, padding=1, groups=16, bias=False),
            nn.Conv2d(16, 32, 1, bias=False), nn.Conv2d(32, 32, 3, padding=1, stride=2, groups=32, bias=False),
            nn.Conv2d(32, 64, 1, bias=False)])
        self.norms = nn.ModuleList([nn.BatchNorm2d(c.out_channels) for c in self.convolutions])
        self.fc = nn.Linear(64, 10)

    def forward(self, x):
        for i, (c, n) in enumerate(zip(self.convolutions, self.norms)):
            x = nn.functional.hardtanh(n(c(x)), 0, 6) if i in (1, 3) else n(c(x)).relu()
        return self.fc(x.mean((2, 3)))

    def weights(self):
        for c, n in zip(self.convolutions, self.norms):
            yield from (c.weight, n.weight, n.bias, n.running_mean, n.running_var)
        yield from (self.fc.weight.t(), self.fc.bias)


def held_out(folder):
    images = np.fromfile(os.path.join(folder, "lenet", "images.bin"), "f4").reshape(-1, 1, 8, 8)
    return images, np.fromfile(os.path.join(folder, "lenet", "labels.bin"), "u4")


def training_digits(test):
    """All other digits, selected as in lenet/train.py."""
    from sklearn.datasets import load_digits
    digits = load_digits()
    order = np.random.default_rng(1).permutation(len(digits.target))
    images = (digits.images[order] / 16).reshape(-1, 1, 8, 8).astype("f4")
    assert (images[:len(test)] == test).all(), "images.bin has other digits"
    return torch.from_numpy(images[len(test):]), torch.from_numpy(digits.target[order][len(test):])


def train(net, x, y):
    torch.manual_seed(1)
    for parameter in net.parameters():
        if parameter.dim() > 1:
            nn.init.kaiming_uniform_(parameter, nonlinearity="relu")
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, EPOCHS)
    for _ in range(EPOCHS):
        net.train()
        for part in torch.randperm(len(x)).split(BATCH):
            optimiser.zero_grad()
            nn.functional.cross_entropy(net(x[part]), y[part]).backward()
            optimiser.step()
        schedule.step()


def expected(net, images):
    net.double().eval()
    with torch.no_grad():
        return net(torch.from_numpy(images).double()).softmax(1).numpy().astype("f4")


def load(net, path):
    values, at = torch.from_numpy(np.fromfile(path, "f4")), 0
    with torch.no_grad():
        for weight in net.weights():
            weight.copy_(values[at:at + weight.numel()].reshape(weight.shape))
            at += weight.numel()
    assert at == len(values), "weights.bin has another size"


def main():
    check = sys.argv[1:2] == ["--check"]
    folder = (sys.argv[2:] if check else sys.argv[1:]) or [os.path.dirname(os.path.abspath(__file__))]
    folder = folder[0]
    images, labels = held_out(folder)
    torch.set_num_threads(1)
    for name, net in ("residual", Residual()), ("mobilenet", Mobile()):
        here = os.path.join(folder, name)
        if check:
            load(net, os.path.join(here, "weights.bin"))
        else:
            train(net, *training_digits(images))
            np.concatenate([w.detach().numpy().ravel() for w in net.weights()]).astype("f4").tofile(
                os.path.join(here, "weights.bin"))
        result = expected(net, images)
        path = os.path.join(here, "expected.bin")
        if check:
            off = abs(result - np.fromfile(path, "f4").reshape(result.shape)).max()
            print("%s: expected.bin is %.1e from PyTorch" % (name, off))
            if not off < 1e-6:
                return 1
        else:
            result.tofile(path)
        print("%s: %.2f %% of %d digits" % (name, 100 * (result.argmax(1) == labels).mean(), len(labels)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
