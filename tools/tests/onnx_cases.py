#!/usr/bin/env python3
"""Run ONNX's own test cases of operators, from the Python package onnx, on hpvm-import and hpvm-run.

    onnx_cases.py IMPORT RUN [--backend NAME] [CASE...]

Every case whose values have types of tensors (X1) is imported and run, or refused by name: its result must have the package's
types and shapes; integers must be equal, and a real element be within its error bound of the package's, which itself may be off
by as much. Inputs whose values must be known at import are fixed (--fix). Prints a line for each case that fails, then counts,
and the ratio of bounds to errors: the median over cases of the element that uses most of its bound, and over all elements with
an error. ONNX_REFUSED=1 lists refused models.
The tables of operators, operator.def and onnx.def, are compared with the package's schemas, if it is as new.
Status 1: a case fails, too few were imported, the first median is above 100, or a table differs.
77: the package is missing.
"""
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

try:
    import ml_dtypes
    import numpy as np
    import onnx
    import onnx.defs
    import onnx.numpy_helper
except ImportError:
    print("this Python has no onnx")
    sys.exit(77)

# Cases that the package has as files of arrays.
FOLDERS = ("pytorch-converted", "pytorch-operator", "simple")
LEAST_CASES = 1700
TYPES = {getattr(onnx.TensorProto, name) for name in
         "FLOAT UINT8 INT8 UINT16 INT16 INT32 INT64 BOOL FLOAT16 DOUBLE UINT32 BFLOAT16".split()}
# Results that the package has with so many digits only.
ROUNDED = {"test_averagepool_2d_ceil_last_window_starts_on_pad": 1e-4, "test_roialign_aligned_false": 1e-4,
           "test_roialign_aligned_true": 1e-4}
IMPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "import")
KINDS = {"f": "FLOAT", "i": "INT", "s": "STRING", "t": "TENSOR", "g": "GRAPH", "F": "FLOATS", "I": "INTS", "S": "STRINGS",
         "p": "SPARSE_TENSOR"}


# --- the tables

def number(text, newest):
    return {"NEWEST": newest, "MANY": 2**31 - 1}.get(text) or int(text)


def operator_def(newest):
    """The signature of a schema in operator.def: (least, most, outputs), {attribute: (type, required)}; None: unknown."""
    rows = {}
    with open(os.path.join(IMPORT, "operator.def")) as stream:
        for kind, arguments in re.findall(r"^(OPERATOR|TAKES|ATTRIBUTE)\((.*)\)$", stream.read(), re.M):
            name, *rest = arguments.split(", ")
            rows.setdefault(name, {"OPERATOR": [], "TAKES": [], "ATTRIBUTE": []})[kind].append(rest)

    def find(schema):
        row, since = rows.get(schema.name), schema.since_version
        if not row or schema.domain:
            return None
        takes = [r for r in row["TAKES"] if int(r[0]) <= since][-1][1:]
        return [number(n, newest) for n in takes], {r[0]: (r[1], r[4] == "true") for r in row["ATTRIBUTE"]
                                                    if int(r[2]) <= since <= number(r[3], newest)}
    return find


def onnx_def(newest):
    """The same in onnx.def."""
    rows = {}
    with open(os.path.join(IMPORT, "onnx", "onnx.def")) as stream:
        for kind, arguments in re.findall(r"^(FORM|GONE)\(((?:.|\n )*)\)$", stream.read(), re.M):
            name, since, *takes = re.sub('".*', "", arguments, flags=re.S).strip().strip(",").split(", ")
            attributes = re.findall(r"(\w+):(\w)(!?)", "".join(re.findall('"([^"]*)"', arguments)))
            rows.setdefault(name, []).append((int(since), kind, [number(n, newest) for n in takes],
                                              {a: (KINDS[t], r == "!") for a, t, r in attributes}))

    def find(schema):
        forms = [f for f in rows.get(schema.name, []) if f[0] <= schema.since_version]
        return (forms[-1][2:] if forms[-1][1] == "FORM" else ("gone",)) if forms else None
    return find


def check_table(name, find, newest):
    """Return what differs between a table and the package's schemas up to operator set NEWEST."""
    wrong = []
    for schema in onnx.defs.get_all_schemas_with_history():
        row = find(schema) if schema.domain in ("", "ai.onnx.preview", "ai.onnx.preview.training") else None
        if schema.since_version > newest or not row or row == ("gone",) and schema.deprecated:
            continue
        right = ([schema.min_input, schema.max_input, schema.max_output],
                 {n: (str(a.type).split(".")[-1], a.required) for n, a in schema.attributes.items()})
        if tuple(row) != right:
            wrong.append("%s: %s-%d has %s, not %s" % (name, schema.name, schema.since_version, row, right))
    return wrong


def newest_known():
    with open(os.path.join(IMPORT, "import.h")) as stream:
        return int(re.search("IMPORT_NEWEST_OPSET = ([0-9]+)", stream.read()).group(1))


# --- cases

def tensor(path):
    with open(path, "rb") as stream:
        return onnx.numpy_helper.to_array(onnx.load_tensor_from_string(stream.read()))


def stored_cases():
    data = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data")
    for folder in FOLDERS:
        for case in sorted(glob.glob(os.path.join(data, folder, "*"))):
            with open(os.path.join(case, "model.onnx"), "rb") as stream:
                model = onnx.load_model_from_string(stream.read())
            files = os.path.join(case, "test_data_set_0", "%s_%d.pb")
            try:
                inputs = [tensor(files % ("input", i)) for i in
                          range(len(glob.glob(os.path.join(case, "test_data_set_0", "input_*"))))]
                outputs = [tensor(files % ("output", i)) for i in
                           range(len(glob.glob(os.path.join(case, "test_data_set_0", "output_*"))))]
            except Exception:  # sequences and the like are not tensors
                continue
            yield os.path.basename(case), model, inputs, outputs


def as_array(value):
    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def computed_cases():
    from onnx.backend.test.case.node import collect_testcases
    for case in collect_testcases(None):
        for inputs, outputs in (case.data_sets or [])[:1]:
            yield case.name, case.model, [as_array(a) for a in inputs], [as_array(a) for a in outputs]


def has_tensors(model):
    return all(v.type.HasField("tensor_type") and v.type.tensor_type.elem_type in TYPES
               for v in [*model.graph.input, *model.graph.output])


# --- a case

class Refused(Exception):
    pass


def import_model(tool, folder, model, arrays):
    """Import the model; integers are fixed if it must know values. Write the other inputs' files."""
    path = os.path.join(folder, "model.onnx")
    with open(path, "wb") as stream:
        stream.write(model.SerializeToString())
    command = [tool, path, "-o", os.path.join(folder, "graph.bc"), "--root", "Model"]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if done.returncode == 123 and ("at import" in done.stderr or "--fix" in done.stderr):
        for i, (name, array) in enumerate(arrays):
            if array.dtype.kind in "iub" and array.ndim < 2:
                np.save(os.path.join(folder, "fixed%d.npy" % i), array)
                command += ["--fix", "%s=%s" % (name, os.path.join(folder, "fixed%d.npy" % i))]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if done.returncode == 123 and "[not-imported]" in done.stderr:
        raise Refused(done.stderr.split("model.onnx': ")[1].split(" [not-imported]")[0])
    if done.returncode:
        raise RuntimeError("import: %d: %s" % (done.returncode, done.stderr))


def run(tool, options, folder, arrays):
    """Return the values of the outputs and, without OPTIONS, their bounds; a backend has none."""
    path = os.path.join(folder, "graph.bc.yaml")
    with open(path) as stream:
        text = stream.read()
    files = {json.loads(name): file for name, file in re.findall(r'^  ("(?:[^"\\]|\\.)*"): \{tensor: ([^,}]*)', text, re.M)}
    for name, array in arrays:  # a graph of HPVM's operations has other names for its inputs, but the same files
        file = files.get(name, re.sub("^[-.]|[^A-Za-z0-9_.-]", "_", name) + ".npy")
        np.save(os.path.join(folder, file), np.ascontiguousarray(array).reshape(array.shape))
    saved = re.findall("save: ([^,}]*)", text)
    if not options:
        text = re.sub("save: ([^,}]*)", r"save: \1, bounds: bounds-\1", text)
    with open(path, "w") as stream:
        stream.write(text)
    done = subprocess.run([tool, *options, "--root", "Model", "--args", "graph.bc.yaml", "graph.bc", "-Wno-backend-refuses",
                           "-Wno-tensor-overwritten"], cwd=folder, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RuntimeError("run: %d: %s" % (done.returncode, done.stderr))
    return [(np.load(os.path.join(folder, file)), None if options else np.load(os.path.join(folder, "bounds-" + file)))
            for file in saved]


def compare(got, bound, right, ratios, rounded):
    right = np.asarray(right)
    got = got.view(ml_dtypes.bfloat16) if got.dtype == "V2" else got
    if got.shape != right.shape or got.dtype != right.dtype:
        raise RuntimeError("%s of shape %s, not %s of shape %s" % (got.dtype, got.shape, right.dtype, right.shape))
    if got.dtype.kind in "iub":
        # where it hangs on a real value, an integer may be uncertain
        if not ((got == right) | (bound > 0)).all():
            raise RuntimeError("%d integers differ" % (got != right).sum())
        return
    got, right = got.astype(float), right.astype(float)
    if not (np.isnan(got) == np.isnan(right)).all():
        raise RuntimeError("NaN in other places")
    with np.errstate(invalid="ignore"):
        off = np.where(got == right, 0, np.abs(got - right))
    if not (off <= 2 * bound.astype(float) + rounded)[~np.isnan(got)].all():  # both sides have errors
        raise RuntimeError("off by %g where %g is the bound" % (np.nanmax(off), bound.flat[np.nanargmax(off)]))
    ratios.append(list((bound[off > 0] / off[off > 0]).ravel()))


def main():
    arguments = [os.path.abspath(a) for a in sys.argv[1:3]]
    rest, options = sys.argv[3:], []
    if rest[:1] == ["--backend"]:
        options, rest = rest[:2], rest[2:]
    imported = refused = others = failed = 0
    ratios, newest = [], newest_known()
    if onnx.defs.onnx_opset_version() >= newest:
        for line in check_table("operator.def", operator_def(newest), newest) + check_table("onnx.def", onnx_def(newest), newest):
            failed += 1
            print("FAIL: " + line)
    for name, model, inputs, outputs in [*stored_cases(), *computed_cases()]:
        if rest and name not in rest:
            continue
        if not has_tensors(model):
            others += 1
            continue
        with tempfile.TemporaryDirectory() as folder:
            weights = {w.name for w in model.graph.initializer}
            names = [i.name for i in model.graph.input if i.name not in weights or len(inputs) == len(model.graph.input)]
            arrays = [(n, np.asarray(a)) for n, a in zip(names, inputs)]
            try:
                import_model(arguments[0], folder, model, arrays)
                values = run(arguments[1], options, folder, arrays)
                if options:
                    values = [(v, b) for (v, _), (_, b) in zip(values, run(arguments[1], [], folder, arrays))]
                imported += 1
                if len(values) != len(outputs):
                    raise RuntimeError("%d outputs, not %d" % (len(values), len(outputs)))
                for (value, bound), right in zip(values, outputs):
                    compare(value, bound, right, ratios, ROUNDED.get(name, 0))
            except Refused as why:
                refused += 1
                if os.environ.get("ONNX_REFUSED"):
                    print("refused: %s: %s" % (name, why))
            except Exception as error:
                failed += 1
                print("FAIL: %s: %s" % (name, str(error)[:300]))
    median = statistics.median([min(case) for case in ratios if case] or [0])
    print("%d imported, %d refused, %d with values of other types, %d failed; bounds are %.0f times the error in the median, over all elements %.0f"
          % (imported, refused, others, failed, median, statistics.median(sum(ratios, []) or [0])))
    return 1 if failed or (imported < LEAST_CASES and not rest) or median > 100 else 0


if __name__ == "__main__":
    sys.exit(main())
