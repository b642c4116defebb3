#!/usr/bin/env python3
"""docs/trace_pictures.py [FOLDER] -- makes the pictures of docs/traces.md from the examples.

A pipeline with a bottleneck (examples/edges), a race (examples/histogram without its atomic operation), a wrong backend
(examples/backend, which leaves out the last instance of each row). Environment: HPVM_RUN, HPVM_DIFF, HPVM_TRACE, CLANG,
CLANGXX, CC. Exit status 77: there is no browser.
"""
import collections
import os
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "traces", "viewer"))
import browser  # noqa: E402

RUN, DIFF, TRACE = (os.environ.get(name, default) for name, default in (
    ("HPVM_RUN", "hpvm-run"), ("HPVM_DIFF", "hpvm-diff"), ("HPVM_TRACE", "hpvm-trace")))
CLANG, CLANGXX, CC = (os.environ.get(name, default) for name, default in (
    ("CLANG", "clang"), ("CLANGXX", "clang++"), ("CC", "cc")))
WIDTH, HEIGHT = 1180, 780
ENVIRONMENT = {**os.environ, "CLANG": CLANG}


def call(folder, *command, check=True):
    subprocess.run(command, check=check, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def example(folder, name, suffix, *changes):
    """Compiles an example in which texts are others; its data are in a folder of its name."""
    with open(f"{ROOT}/examples/{name}/{name}{suffix}", encoding="utf-8") as file:
        text = file.read()
    for old, new in (('"../common.h"', f'"{ROOT}/examples/common.h"'), *changes):
        if old not in text:
            sys.exit(f"examples/{name} has no '{old}' any more")
        text = text.replace(old, new)
    with open(f"{folder}/{name}{suffix}", "w", encoding="utf-8") as file:
        file.write(text)
    if not os.path.exists(f"{folder}/{name}"):
        os.symlink(f"{ROOT}/examples/{name}", f"{folder}/{name}")
    call(folder, CLANGXX if suffix == ".cpp" else CLANG, "-w", "-O1", "-g", f"-I{ROOT}/src", "-emit-llvm", "-c",
         name + suffix, "-o", name + ".bc")


def pipeline(folder, trace):
    """By operations, which every machine counts alike."""
    example(folder, "edges", ".cpp")
    call(folder, RUN, "--trace", trace, "--trace-clock", "operations", "edges.bc", "--", "edges")


def race(folder, trace):
    example(folder, "histogram", ".c", ("__hpvm__atomic_add(&bins[pixels[i]], 1)", "bins[pixels[i]]++"))
    call(folder, RUN, "--check=race", "--trace", trace, "histogram.bc", "--", "histogram", check=False)


def wrong_backend(folder, trace):
    with open(f"{ROOT}/examples/backend/backend-clang.c", encoding="utf-8") as file:
        text = file.read()
    changed = text.replace('.name = "clang"', '.name = "short"').replace("here[0] < of->end[0];", "here[0] < of->end[0] - 1;")
    with open(f"{folder}/short.c", "w", encoding="utf-8") as file:
        file.write(changed)
    call(folder, CC, "-w", "-shared", "-fPIC", f'-DBACKEND_INCLUDE="{ROOT}/backends"', f"-I{ROOT}/backends",
         "-o", "backend-short.so", "short.c", "-ldl")
    example(folder, "edges", ".cpp")
    call(folder, DIFF, "--backends", "short", "--backend-path", ".", "--trace", trace, "edges.bc", "--", "edges", check=False)


def unfiltered(kind, line, above, step):
    """A line of a PNG without its filter."""
    for i, value in enumerate(line):
        left, up = line[i - step] if i >= step else 0, above[i]
        corner = above[i - step] if i >= step else 0
        if kind == 4:
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        line[i] = value + (0, left, up, (left + up) // 2, near if kind == 4 else 0)[kind] & 255
    return line


def pixels(png):
    """Lines of (red, green, blue) of what Chromium writes: 8 bits a channel, not interlaced."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    at, packed = 8, b""
    while at < len(png):
        size = struct.unpack(">I", png[at:at + 4])[0]
        packed += png[at + 8:at + 8 + size] if png[at + 4:at + 8] == b"IDAT" else b""
        at += size + 12
    data, step = zlib.decompress(packed), 4 if kind == 6 else 3
    above, lines = bytearray(width * step), []
    for row in range(height):
        begin = row * (width * step + 1)
        above = unfiltered(data[begin], bytearray(data[begin + 1:begin + 1 + width * step]), above, step)
        lines.append(list(zip(above[0::step], above[1::step], above[2::step])))
    return lines


def smaller(path):
    """The same picture with the 256 colours that it has most of; others become the nearest of them."""
    with open(path, "rb") as file:
        lines = pixels(file.read())
    counts = collections.Counter(pixel for line in lines for pixel in line)
    palette = [colour for colour, _ in counts.most_common(256)]
    index = {colour: i for i, colour in enumerate(palette)}
    for colour in counts:
        if colour not in index:
            index[colour] = min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(palette[i], colour)))
    data = b"".join(b"\0" + bytes(index[pixel] for pixel in line) for line in lines)

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 3, 0, 0, 0)) +
                   chunk(b"PLTE", bytes(channel for colour in palette for channel in colour)) +
                   chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def main():
    target = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "docs"))
    missing = browser.need()
    if missing:
        print(missing)
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder, browser.Browser(WIDTH, HEIGHT) as page:
        for name, make in (("trace-pipeline", pipeline), ("trace-race", race), ("trace-backend", wrong_backend)):
            make(folder, f"{name}.hrt")
            call(folder, TRACE, "export", "--format", "html", "-o", f"{name}.html", f"{name}.hrt")
            page.open(f"{folder}/{name}.html")
            page.js("hpvmTrace.showTip(null)")
            page.picture(f"{target}/{name}.png")
            smaller(f"{target}/{name}.png")
            print(f"{name}.png: {os.path.getsize(f'{target}/{name}.png')} bytes")


main()
