#!/usr/bin/env python3
"""library_cases.py IMPORT RAL CASES FOLDER [CASE...] -- functions that jax.export wrote, as libraries: each is compiled once and called, over
libhpvm-ral (the file RAL), with each set of arguments. Integers are what jax computes; real numbers differ by what rounding after each
operation makes. FOLDER is empty. Prints what is wrong. Exit status 1: something is."""
import ctypes
import glob
import os
import subprocess
import sys
import zipfile

from arrays import agree, elements, parts

TYPES = [None, "f2", "bf16", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "b1"]
command, library, cases, folder = sys.argv[1:5]
failures = count = 0
ral = ctypes.CDLL(os.path.abspath(library), mode=ctypes.RTLD_GLOBAL)
for name, result in (("open", ctypes.c_void_p), ("tensor_new", ctypes.c_void_p), ("error", ctypes.c_char_p), ("extent", ctypes.c_int64),
                     ("bytes", ctypes.c_size_t)):
    getattr(ral, "ral_" + name).restype = result


def pointer(value):
    return ctypes.c_void_p(value)


def fail(label, text):
    global failures
    failures += 1
    print("FAIL: %s: %s" % (label, text))


def tensor(context, data):
    kind, shape, body = parts(data)
    made = ral.ral_tensor_new(context, TYPES.index(kind), len(shape), (ctypes.c_int64 * 8)(*shape), body)
    assert made, ral.ral_error(context)
    return made


def read(context, value):
    """Return type, shape and elements of a tensor."""
    size = ral.ral_bytes(pointer(value))
    body = ctypes.create_string_buffer(size)
    status = ral.ral_read(context, pointer(value), body, ctypes.c_size_t(size))
    assert status == 0, ral.ral_error(context)
    kind = TYPES[ral.ral_type_of(pointer(value))]
    shape = tuple(ral.ral_extent(pointer(value), i) for i in range(ral.ral_rank(pointer(value))))
    return kind, shape, elements(kind, body.raw)


def run(label, program, path):
    with zipfile.ZipFile(path) as archive:
        files = {name[:-4]: archive.read(name) for name in archive.namelist()}
    context = pointer(ral.ral_open(None))
    assert context, ral.ral_error(None)
    count_in = sum(name.startswith("arg") for name in files)
    inputs = (ctypes.c_void_p * 64)(*[tensor(context, files["arg%d" % i]) for i in range(count_in)])
    outputs = (ctypes.c_void_p * 64)()
    for again in range(2):
        if program.Model_run(context, inputs, outputs):
            fail(label, ral.ral_error(context).decode())
            break
        for name, data in files.items():
            if name.startswith("result"):
                kind, shape, body = parts(data)
                got = read(context, outputs[int(name[6:])])
                expected = elements(kind, body)
                if got[:2] != (kind, tuple(shape)) or not agree(kind, got[2], expected):
                    fail(label, "%s is %s, expected %s" % (name, got[:2] + got[2][:9:], (kind, shape) + expected[:9]))
    ral.ral_close(context)


for model in sorted(glob.glob(cases + "/*.mlir")):
    name = os.path.basename(model)[:-5]
    if len(sys.argv) > 5 and name not in sys.argv[5:]:
        continue
    output = "%s/%s.so" % (folder, name)
    done = subprocess.run([command, "--emit=library", os.path.abspath(model), "-o", output, "--root", "Model"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=300)
    if done.returncode or done.stdout:
        fail(name, "%d: %s" % (done.returncode, done.stdout.decode(errors="replace")))
        continue
    program = ctypes.CDLL(os.path.abspath(output))
    for path in sorted(glob.glob("%s/%s.[0-9].npz" % (cases, name))):
        count += 1
        run(os.path.basename(path)[:-4], program, path)
print("%d runs, %d failures" % (count, failures))
sys.exit(failures != 0 or count == 0)
