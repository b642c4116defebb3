#!/usr/bin/env python3
"""stablehlo_cases.py IMPORT RUN CASES FOLDER -- functions that jax.export wrote: each is imported once and run with each set of
arguments. Integers are what jax computes; real numbers differ by what rounding after each operation makes. FOLDER is empty. Prints what is
wrong. Exit status 1: something is."""
import glob
import os
import re
import subprocess
import sys
import zipfile

from arrays import agree, array

tools, cases, folder = sys.argv[1:3], sys.argv[3], sys.argv[4]
failures = count = 0


def fail(label, text):
    global failures
    failures += 1
    print("FAIL: %s: %s" % (label, text))


def call(*arguments):
    done = subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return done.returncode, done.stderr.decode(errors="replace")


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
