#!/usr/bin/env python3
"""stablehlo_cases.py IMPORT RUN CASES FOLDER -- functions that jax.export wrote: each is imported once and run with each set of
arguments. Integers are what jax computes; real numbers differ by what rounding after each operation makes. FOLDER is empty. Prints what is
wrong. Exit status 1: something is."""
import ast
import glob
import math
import os
import re
import struct
import subprocess
import sys
import zipfile

tools, cases, folder = sys.argv[1:3], sys.argv[3], sys.argv[4]
failures = count = 0


def fail(label, text):
    global failures
    failures += 1
    print("FAIL: %s: %s" % (label, text))


def call(*arguments):
    done = subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return done.returncode, done.stderr.decode(errors="replace")


def array(data):
    """Return type, shape and elements of an NPY file."""
    length = struct.unpack_from("<H", data, 8)[0]
    head = ast.literal_eval(data[10:10 + length].decode())
    kind = head["descr"]
    body, size = data[10 + length:], int(kind[2:])
    if kind.endswith("V2"):
        wide = b"".join(b"\0\0" + body[i:i + 2] for i in range(0, len(body), 2))
        return "bf16", head["shape"], struct.unpack("<%df" % (len(wide) // 4), wide)
    letters = {"f": {2: "e", 4: "f", 8: "d"}, "i": {1: "b", 2: "h", 4: "i", 8: "q"}, "u": {1: "B", 2: "H", 4: "I"}, "b": {1: "?"}}
    return kind[1:], head["shape"], struct.unpack("<%d%s" % (len(body) // size, letters[kind[1]][size]), body)


def agree(kind, got, expected):
    error = {"f4": 3e-6, "f2": 2 ** -10, "bf16": 2 ** -7}.get(kind, 0)
    most = max([abs(x) for x in expected if math.isfinite(x)], default=0)
    for one, other in zip(got, expected):
        if one != other and not (one != one and other != other) and not abs(one - other) <= error * most:
            return False
    return True


def compare(label, number, expected):
    path = "%s/result%d.npy" % (folder, number)
    with open(path, "rb") as stream:
        got = array(stream.read())
    os.remove(path)
    if got[:2] != expected[:2]:
        fail(label, "result %d is %s %s, expected %s %s" % ((number,) + got[:2] + expected[:2]))
    elif not agree(*got[:1], got[2], expected[2]):
        fail(label, "result %d is %s, expected %s" % (number, got[2][:9], expected[2][:9]))


def run(label, path):
    with zipfile.ZipFile(path) as archive:
        files = {name[:-4]: archive.read(name) for name in archive.namelist()}
    for name, data in files.items():
        if name.startswith("arg"):
            with open("%s/%s.npy" % (folder, name), "wb") as stream:
                stream.write(data)
    status, said = call(tools[1], "--root", "Model", "--args", "m.bc.yaml", "m.bc")
    if status or said:
        return fail(label, "run: %d: %s" % (status, said))
    for name, data in files.items():
        if name.startswith("result"):
            compare(label, int(name[6:]), array(data))


for model in sorted(glob.glob(cases + "/*.mlir")):
    name = os.path.basename(model)[:-5]
    status, said = call(tools[0], os.path.abspath(model), "-o", "m.bc", "--root", "Model")
    if status or said:
        fail(name, "import: %d: %s" % (status, said))
        continue
    for path in sorted(glob.glob("%s/%s.[0-9].npz" % (cases, name))):
        count += 1
        run(re.sub(r".*/|\.npz", "", path), path)
if count < 40:
    fail("all", "only %d cases were found" % count)
print("%d runs, %d failures" % (count, failures))
sys.exit(failures != 0)
