#!/usr/bin/env python3
"""Run ONNX's own test cases of operators, from the Python package onnx, on hpvm-import and hpvm-run.

    onnx_cases.py IMPORT RUN [--backend NAME] [CASE...]

Every case whose model is imported must give the package's result: an element must be within its
error bound of the package's, which itself may be off by as much. Models that are refused by name
are not counted. Prints a line for each case that fails, then counts, and the ratio of bounds to
errors: the median over cases of the element that uses most of its bound, and over all elements with
an error. ONNX_REFUSED=1 lists refused models.
Status 1: a case fails, too few were imported, or the first median is above 100. 77: the package is
missing.
"""
import glob
import os
import statistics
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnx.numpy_helper
except ImportError:
    print("this Python has no onnx")
    sys.exit(77)

# Cases that the package has as files of arrays, and operators whose cases it computes.
FOLDERS = ("pytorch-converted", "pytorch-operator", "simple")
OPERATORS = ("Add", "AveragePool", "BatchNormalization", "Clip", "Conv", "Dropout", "Flatten", "Gemm", "GlobalAveragePool",
             "GlobalMaxPool", "Identity", "MatMul", "MaxPool", "Relu", "Reshape", "Sigmoid", "Softmax", "Squeeze", "Sum", "Tanh", "Transpose",
             "Unsqueeze")
LEAST_CASES = 60


def tensor(path):
    with open(path, "rb") as stream:
        return onnx.numpy_helper.to_array(onnx.load_tensor_from_string(stream.read()))


def stored_cases():
    data = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data")
    for folder in FOLDERS:
        for case in sorted(glob.glob(os.path.join(data, folder, "*"))):
            with open(os.path.join(case, "model.onnx"), "rb") as stream:
                model = stream.read()
            files = os.path.join(case, "test_data_set_0", "%s_%d.pb")
            try:
                inputs = [tensor(files % ("input", i)) for i in
                          range(len(glob.glob(os.path.join(case, "test_data_set_0", "input_*"))))]
                outputs = [tensor(files % ("output", i)) for i in
                           range(len(glob.glob(os.path.join(case, "test_data_set_0", "output_*"))))]
            except Exception:  # sequences and the like are not tensors
                continue
            yield os.path.basename(case), model, inputs, outputs


def computed_cases():
    from onnx.backend.test.case.node import collect_testcases
    for case in collect_testcases(None):
        if {node.op_type for node in case.model.graph.node} <= {*OPERATORS, "Constant"}:
            for inputs, outputs in (case.data_sets or [])[:1]:
                yield case.name, case.model.SerializeToString(), list(inputs), list(outputs)


class Refused(Exception):
    pass


def import_model(tool, folder, model):
    path = os.path.join(folder, "model.onnx")
    with open(path, "wb") as stream:
        stream.write(model)
    done = subprocess.run([tool, path, "-o", os.path.join(folder, "graph.bc"), "--root", "Model"], stderr=subprocess.PIPE,
                          text=True)
    if done.returncode == 123 and "[not-imported]" in done.stderr:
        raise Refused(done.stderr.split(" cannot be imported: ")[1].split(" [not-imported]")[0])
    if done.returncode:
        raise RuntimeError("import: %d: %s" % (done.returncode, done.stderr))


def place_inputs(folder, model, inputs):
    """Write the files that graph.bc.yaml names, from the model."""
    graph = onnx.load_model_from_string(model).graph
    names = [i.name for i in graph.input if i.name not in {w.name for w in graph.initializer}]
    for name, array in zip(names, inputs):
        name = "".join(c if c.isalnum() or c in "_-." else "_" for c in name)
        np.save(os.path.join(folder, name + ".npy"), np.ascontiguousarray(np.asarray(array, np.float32)).reshape(np.shape(array)))


def run(tool, options, folder):
    """Return the values of the output and, without OPTIONS, their bounds; a backend has none."""
    path = os.path.join(folder, "graph.bc.yaml")
    text = open(path).read().replace(", bounds: bounds.npy", "")
    with open(path, "w") as stream:
        stream.write(text if options else text.replace(".npy}\n  - {}", ".npy, bounds: bounds.npy}\n  - {}"))
    done = subprocess.run([tool, *options, "--root", "Model", "--args", "graph.bc.yaml", "graph.bc", "-Wno-backend-refuses",
                           "-Wno-tensor-overwritten"], cwd=folder, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError("run: %d: %s" % (done.returncode, done.stderr))
    name = text.split("save: ")[1].split("}")[0].split(",")[0]
    return np.load(os.path.join(folder, name)), None if options else np.load(os.path.join(folder, "bounds.npy"))


def compare(got, bound, right, ratios):
    right = np.asarray(right, np.float32)
    if got.shape != right.shape:
        raise RuntimeError("of shape %s, not %s" % (got.shape, right.shape))
    if not (np.isnan(got) == np.isnan(right)).all():
        raise RuntimeError("NaN in other places")
    off = np.where(got == right, 0, np.abs(got.astype(float) - right))
    if not (off <= 2 * bound.astype(float))[~np.isnan(got)].all():  # both sides have errors
        raise RuntimeError("off by %g where %g is the bound" % (np.nanmax(off), bound.flat[np.nanargmax(off)]))
    ratios.append(list((bound[off > 0] / off[off > 0]).ravel()))


def main():
    arguments = [os.path.abspath(a) for a in sys.argv[1:3]]
    rest, options = sys.argv[3:], []
    if rest[:1] == ["--backend"]:
        options, rest = rest[:2], rest[2:]
    imported = refused = failed = 0
    ratios = []
    for name, model, inputs, outputs in [*stored_cases(), *computed_cases()]:
        if rest and name not in rest:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                import_model(arguments[0], folder, model)
                place_inputs(folder, model, inputs)
                if len(outputs) != 1:
                    continue
                values, bounds = run(arguments[1], options, folder)
                imported += 1
                if options:
                    bounds = run(arguments[1], [], folder)[1]
                compare(values, bounds, outputs[0], ratios)
            except Refused as why:
                refused += 1
                if os.environ.get("ONNX_REFUSED"):
                    print("refused: %s: %s" % (name, why))
            except Exception as error:
                failed += 1
                print("FAIL: %s: %s" % (name, str(error)[:300]))
    median = statistics.median([min(case) for case in ratios if case] or [0])
    print("%d imported, %d refused, %d failed; bounds are %.0f times the error in the median, over all elements %.0f"
          % (imported, refused, failed, median, statistics.median(sum(ratios, []) or [0])))
    return 1 if failed or (imported < LEAST_CASES and not rest) or median > 100 else 0


if __name__ == "__main__":
    sys.exit(main())
