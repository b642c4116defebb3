#!/usr/bin/env python3
"""fuzz.py -- random tensor programs: hpvm-import and hpvm-run against NumPy.

    fuzz.py IMPORT RUN [--seed N] [--programs N] [--jobs N] [--minutes N] [--keep FOLDER] [--operator NAME]

Program N of a seed is always the same. Each is written as an ONNX model, imported once, and run in one or three worlds (other
extents, other elements; program.py). In each world,

- every tensor must be what NumPy computes in long double from the operands that hpvm-run had, rounded once;
- every tensor that NumPy computes as a backend would (in binary32, or in binary64 for f64, from its own operands) must be within
  the bound;
- a program whose operators are single rows of tensor.def is also run as these rows: equal to the bit, with equal bounds.

No command may crash, use more than 4 GiB, or run for a minute. A failing program is made smaller and kept in FOLDER
(tensor-fuzz-failed) with its model, inputs and commands. Needs NumPy; status 77 without.
"""
import argparse
import json
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
try:
    import numpy as np
except ImportError:
    print("this Python has no NumPy")
    sys.exit(77)

from elements import REALS, loaded, native_work, quantum, save
from elementwise import OPERATORS
import composed  # noqa: F401: adds operators
import movement  # noqa: F401
from program import Program, Value, random_program, stored

LIMIT_BYTES, LIMIT_SECONDS = 4 << 30, 60
# Operators whose zeros may have any sign.
ANY_ZERO = {"Celu", "CumSum", "Resize"}  # they add to 0


class Failure(Exception):
    """KIND says what is wrong, OP and VALUE where; WORLD may be None."""
    def __init__(self, kind, text, node=None, world=None, value=None):
        super().__init__(text)
        self.kind, self.node, self.world, self.value = kind, node, world, value

    def key(self):
        return self.kind, self.node and self.node.op


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES))


def call(folder, *command):
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LIMIT_SECONDS,
                              preexec_fn=limited)
    except subprocess.TimeoutExpired:
        raise Failure("timeout", " ".join(command))
    text = done.stderr.decode(errors="replace").strip()
    if done.returncode < 0 or done.returncode > 125:
        raise Failure("crash", "%s: %d: %s" % (" ".join(command), done.returncode, text))
    return done.returncode, text


# --- one program

def run_model(tools, program, folder, world, arguments, file, npz):
    """Run FILE in WORLD; return its tensors by name, with bounds."""
    status, text = call(folder, tools[1], "--root", "Model", "--args", arguments, file, "--save", "*", "--save-to", npz, "--save-bounds",
                        "-Wno-tensor-overwritten")
    if status:
        raise Failure("run", "exit status %d: %s" % (status, text), named_in(program, text), world)
    with np.load(os.path.join(folder, npz)) as saved:
        return {name: saved[name] for name in saved}


def named_in(program, text):
    """The first node that a message names."""
    return next((n for n in program.nodes if "'%s'" % n.name in text or "/%s'" % n.name in text or text.find(" %s needs" % n.name) >= 0), None)


def compare_exact(node, value, got, wanted, coarse, bound, world):
    """GOT must be WANTED, a long double, rounded once. COARSE is the same in binary64, to estimate the reference's own error."""
    def fail(text):
        raise Failure("value", "%s (%s), %s: %s" % (node.name, node.op, value.name, text), node, world, value)
    if value.kind not in REALS:
        same = (got == wanted) | (bound > 0)
        if not same.all():
            at = np.unravel_index(np.argmin(same), same.shape)
            fail("element %s is %s, not %s" % (tuple(map(int, at)), got[at], wanted[at]))
        return
    with np.errstate(all="ignore"):
        right = stored(value.kind, wanted)
        slack = 16 * np.abs(wanted - coarse) + np.abs(wanted) * np.longdouble(2) ** -49 + quantum(value.kind, wanted) / 2
        if value.kind == "f64":
            slack = slack + bound
        if node.op == "DFT":  # the angles are binary64
            slack = slack + 1e-13
        off = np.abs(got.astype(np.longdouble) - wanted)
        good = (got == right) | (np.isnan(got) & np.isnan(wanted)) | (off <= slack) | \
            (np.isnan(slack) & ~np.isnan(wanted) & ~np.isnan(got)) | np.isinf(right) & (np.abs(wanted - coarse) > 0) | \
            (value.kind == "f64") & np.isinf(bound)  # what overflows on the way
        if node.op not in ANY_ZERO:
            good &= (got != 0) | (wanted != 0) | (np.signbit(got) == np.signbit(right))
    if not good.all():
        at = np.unravel_index(np.argmin(good), good.shape)
        fail("element %s is %r, not %r" % (tuple(map(int, at)), float(got[at]), float(wanted[at])))


def compare_native(node, value, got, native, bound, world):
    with np.errstate(all="ignore"):
        a, b = got.astype(np.longdouble), native.astype(np.longdouble)
        good = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= bound) | np.isinf(bound)
    if not good.all():
        at = np.unravel_index(np.argmin(good), good.shape)
        raise Failure("bound", "%s (%s), %s: element %s is %r, and %r in native arithmetic, with the bound %r" % (
            node.name, node.op, value.name, tuple(map(int, at)), got[at].item(), native[at].item(), float(bound[at])), node, world, value)


def check_world(program, world, saved, folder):
    exact = {v.name: v.arrays[world] for v in program.inputs + program.constants}
    native = dict(exact)
    for node in program.nodes:
        operands = [o and exact[o.name] for o in node.operands]
        real = next((o.kind for o in [*node.outputs, *[p for p in node.operands if p is not None]] if o.kind in REALS), "f32")
        work = native_work(real)
        wanted, coarse = node.compute(np.longdouble, operands), node.compute(np.float64, operands)
        backend = node.compute(work, [o and native[o.name] for o in node.operands]) if all(
            o is None or o.name in native for o in node.operands) else None
        for i, value in enumerate(node.outputs):
            exact[value.name] = stored(value.kind, wanted[i])
            same_shape = backend and backend[i].shape == exact[value.name].shape
            if same_shape:
                native[value.name] = stored(value.kind, backend[i])
            if value.name not in saved:
                path = os.path.join(folder, value.name + ".npy")
                if not os.path.exists(path):
                    continue
                array, bound = np.load(path), np.full(value.shape(world), np.inf)
                array = array.reshape(value.shape(world)) if array.size == exact[value.name].size else array
            else:
                array, bound = saved[value.name], saved[value.name + ".bound"]
            got = loaded(value.kind, array)
            if got is None or got.shape != exact[value.name].shape:
                raise Failure("shape", "%s (%s), %s: %s %s, not %s %s" % (node.name, node.op, value.name, array.dtype, array.shape, value.kind,
                                                                          exact[value.name].shape), node, world, value)
            compare_exact(node, value, got, wanted[i], coarse[i], bound, world)
            exact[value.name] = got
            if same_shape:
                compare_native(node, value, got, native[value.name], bound, world)


def check(tools, program, folder):
    with open(os.path.join(folder, "model.onnx"), "wb") as stream:
        stream.write(program.model())
    status, text = call(folder, tools[0], "model.onnx", "-o", "model.bc", "--root", "Model")
    if status or text:
        raise Failure("import", "exit status %d: %s" % (status, text), named_in(program, text))
    rows = program.rows()
    for world in range(program.worlds):
        for value in program.used(program.inputs + (program.constants if rows else [])):
            save(os.path.join(folder, value.name + ".npy"), value.kind, value.arrays[world])
        saved = run_model(tools, program, folder, world, "model.bc.yaml", "model.bc", "saved.npz")
        check_world(program, world, saved, folder)
        if rows:
            check_rows(tools, program, folder, world, rows, saved)


def check_rows(tools, program, folder, world, rows, saved):
    text, inputs = rows
    with open(os.path.join(folder, "rows.ll"), "w") as stream:
        stream.write(text)
    with open(os.path.join(folder, "rows.yaml"), "w") as stream:
        stream.write("args: [%s]\n" % ", ".join("{tensor: %s.npy}" % v.name for v in inputs))
    direct = run_model(tools, program, folder, world, "rows.yaml", "rows.ll", "rows.npz")
    for node in program.nodes:
        for name in (node.outputs[0].name, node.outputs[0].name + ".bound"):
            if name in saved and (name not in direct or direct[name].tobytes() != saved[name].tobytes()):
                raise Failure("rows", "%s (%s): %s of the model is not that of its rows" % (node.name, node.op, name), node, world)


# --- a failing program, smaller

def cut(program, keep, world, given):
    """The nodes of PROGRAM that KEEP has, in one WORLD; values of other nodes are inputs with the arrays GIVEN."""
    small = Program.__new__(Program)
    small.seed, small.opset, small.worlds = program.seed, program.opset, 1
    small.nodes = [n for n in program.nodes if n in keep]
    made = {v.name for n in small.nodes for v in n.outputs}
    wanted = {o.name: o for n in small.nodes for o in n.operands if o is not None and o.name not in made}
    small.constants = [Value(v.name, v.kind, v.dims, [v.arrays[world]]) for v in program.constants if v.name in wanted]
    constants = {v.name for v in small.constants}
    small.inputs = [Value(v.name, v.kind, v.dims, [given.get(name, v.arrays[world])]) for name, v in wanted.items() if name not in constants]
    for v in small.inputs:
        v.dims = [d if isinstance(d, int) else type(d)((d.extents[world],), d.name) for d in v.dims]
    small.values = small.inputs + [v for n in small.nodes for v in n.outputs]
    return small


def fails(tools, program, key):
    folder = tempfile.mkdtemp(prefix="tensor-fuzz-")
    try:
        check(tools, program, folder)
    except Failure as failure:
        return failure.key() == key
    finally:
        shutil.rmtree(folder)
    return False


def smaller(tools, program, failure):
    """PROGRAM with as few nodes as fail in the same way."""
    world = failure.world or 0
    keep = list(program.nodes)
    best = None
    for node in list(keep)[::-1]:
        trial = [n for n in keep if n is not node]
        if not trial:
            continue
        small = cut(program, trial, world, {})
        if fails(tools, small, failure.key()):
            keep, best = trial, small
    return best or program


def keep_failure(tools, program, failure, folder, number):
    path = os.path.join(folder, "%d" % number)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    small = smaller(tools, program, failure)
    try:
        check(tools, small, path)
    except Failure as again:
        failure = again
    with open(os.path.join(path, "README"), "w") as stream:
        stream.write("%s\nhpvm-import model.onnx -o model.bc --root Model && hpvm-run --root Model --args model.bc.yaml model.bc\n%s\n" % (
            failure, "\n".join("%s = %s(%s) %s" % (" ".join(v.name for v in n.outputs), n.op, ", ".join(o.name if o else "" for o in n.operands),
                                                  {k: v[1] for k, v in n.attributes.items()}) for n in small.nodes)))
    return failure


def one(job):
    tools, number, keep, operators = job
    table = [o for o in OPERATORS if not operators or o[0] in operators]
    folder = tempfile.mkdtemp(prefix="tensor-fuzz-")
    try:
        program = random_program(number, table)
        if not program.nodes:
            return number, None, []
        try:
            check(tools, program, folder)
        except Failure as failure:
            failure = keep_failure(tools, program, failure, keep, number) if keep else failure
            return number, "%s: %s" % (failure.kind, failure), []
        return number, None, [n.op for n in program.nodes]
    except Exception as error:  # of this script
        import traceback
        return number, "script: %r %s" % (error, traceback.format_exc().splitlines()[-3:-1]), []
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", nargs=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--programs", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--keep", default="tensor-fuzz-failed")
    parser.add_argument("--operator", action="append")
    options = parser.parse_args()
    tools = [os.path.abspath(t) for t in options.tools]
    end = time.time() + 60 * options.minutes if options.minutes else None
    counts, failed, done = {}, 0, 0
    with multiprocessing.Pool(options.jobs) as pool:
        jobs = ((tools, options.seed + i, options.keep, options.operator) for i in range(options.programs))
        for number, failure, ops in pool.imap(one, jobs, 4):
            done += 1
            if failure:
                failed += 1
                print("FAIL: program %d: %s" % (number, failure), flush=True)
            for op in ops:
                counts[op] = counts.get(op, 0) + 1
            if end and time.time() > end:
                break
    print("seed %d: %d programs, %d nodes of %d operators, %d failed" % (options.seed, done, sum(counts.values()), len(counts), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
