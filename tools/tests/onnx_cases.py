#!/usr/bin/env python3
"""Run ONNX's own test cases of operators, from the Python package onnx, on hpvm-import and hpvm-run.

    onnx_cases.py IMPORT RUN [--backend NAME] [CASE...]

Every case whose model is imported must give the package's result: an element must be within its
error bound of the package's, which itself may be off by as much. Models that are refused by name
are counted, by whether they have only operators of operator.def and values of FP32. Prints a line for
each case that fails, then counts, and the ratio of bounds to errors: the median over cases of the
element that uses most of its bound, and over all elements with an error. ONNX_REFUSED=1 lists refused
models.
The table of operators is compared with the package's schemas, if it is as new.
Status 1: a case fails, too few were imported, the first median is above 100, or the table differs.
77: the package is missing.
"""
import glob
import os
import re
import statistics
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnx.defs
    import onnx.numpy_helper
except ImportError:
    print("this Python has no onnx")
    sys.exit(77)

# Cases that the package has as files of arrays.
FOLDERS = ("pytorch-converted", "pytorch-operator", "simple")
LEAST_CASES = 120
IMPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "import")


def table():
    """The rows of operator.def: for each operator its handler, arities by version, and attributes."""
    rows = {}
    with open(os.path.join(IMPORT, "operator.def")) as stream:
        for kind, arguments in re.findall(r"^(OPERATOR|TAKES|ATTRIBUTE)\((.*)\)$", stream.read(), re.M):
            name, *rest = arguments.split(", ")
            rows.setdefault(name, {"OPERATOR": [], "TAKES": [], "ATTRIBUTE": []})[kind].append(rest)
    return rows


def newest_known():
    with open(os.path.join(IMPORT, "import.h")) as stream:
        return int(re.search("IMPORT_NEWEST_OPSET = ([0-9]+)", stream.read()).group(1))


def number(text, newest):
    return {"NEWEST": newest, "MANY": 2**31 - 1}.get(text) or int(text)


def check_table(newest):
    """Return what differs between the table and the package's schemas up to operator set NEWEST."""
    rows, wrong = table(), []
    for schema in onnx.defs.get_all_schemas_with_history():
        since = schema.since_version
        if schema.domain or schema.name not in rows or since > newest:
            continue
        row = rows[schema.name]
        takes = [number(n, newest) for n in [r for r in row["TAKES"] if int(r[0]) <= since][-1][1:]]
        if takes != [schema.min_input, schema.max_input, schema.max_output]:
            wrong.append("%s-%d takes %s" % (schema.name, since, takes))
        has = {r[0]: (r[1], r[4] == "true") for r in row["ATTRIBUTE"] if int(r[2]) <= since <= number(r[3], newest)}
        if has != {n: (str(a.type).split(".")[-1], a.required) for n, a in schema.attributes.items()}:
            wrong.append("%s-%d has %s" % (schema.name, since, has))
    return wrong


def tensor(path):
    with open(path, "rb") as stream:
        return onnx.numpy_helper.to_array(onnx.load_tensor_from_string(stream.read()))


def stored_cases(operators):
    data = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data")
    for folder in FOLDERS:
        for case in sorted(glob.glob(os.path.join(data, folder, "*"))):
            with open(os.path.join(case, "model.onnx"), "rb") as stream:
                model = stream.read()
            if not {node.op_type for node in onnx.load_model_from_string(model).graph.node} <= operators:
                continue
            files = os.path.join(case, "test_data_set_0", "%s_%d.pb")
            try:
                inputs = [tensor(files % ("input", i)) for i in
                          range(len(glob.glob(os.path.join(case, "test_data_set_0", "input_*"))))]
                outputs = [tensor(files % ("output", i)) for i in
                           range(len(glob.glob(os.path.join(case, "test_data_set_0", "output_*"))))]
            except Exception:  # sequences and the like are not tensors
                continue
            yield os.path.basename(case), model, inputs, outputs


def computed_cases(operators):
    from onnx.backend.test.case.node import collect_testcases
    for case in collect_testcases(None):
        if {node.op_type for node in case.model.graph.node} <= operators:
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
        raise Refused(done.stderr.split("model.onnx': ")[1].split(" [not-imported]")[0])
    if done.returncode:
        raise RuntimeError("import: %d: %s" % (done.returncode, done.stderr))


def is_fp32(inputs, outputs):
    return all(np.asarray(a).dtype == np.float32 for a in [*inputs, *outputs])


def place_inputs(folder, model, inputs):
    """Write the files that graph.bc.yaml names, from the model."""
    graph = onnx.load_model_from_string(model).graph
    names = [i.name for i in graph.input if i.name not in {w.name for w in graph.initializer}]
    for name, array in zip(names, inputs):
        name = re.sub("^[-.]|[^A-Za-z0-9_.-]", "_", name)
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
    imported = refused = possible = failed = 0
    ratios = []
    if onnx.defs.onnx_opset_version() >= newest_known():
        for line in check_table(newest_known()):
            failed += 1
            print("FAIL: operator.def: " + line)
    for name, model, inputs, outputs in [*stored_cases(set(table())), *computed_cases(set(table()))]:
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
                possible += is_fp32(inputs, outputs)
                if os.environ.get("ONNX_REFUSED"):
                    print("refused: %s: %s" % (name, why))
            except Exception as error:
                failed += 1
                print("FAIL: %s: %s" % (name, str(error)[:300]))
    median = statistics.median([min(case) for case in ratios if case] or [0])
    print("%d imported, %d refused, of which %d have only FP32, %d failed; bounds are %.0f times the error in the median, over all elements %.0f"
          % (imported, refused, possible, failed, median, statistics.median(sum(ratios, []) or [0])))
    return 1 if failed or (imported < LEAST_CASES and not rest) or median > 100 else 0


if __name__ == "__main__":
    sys.exit(main())
