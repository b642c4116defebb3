#!/usr/bin/env python3
"""import_models.py IMPORT RUN FOLDER -- what public models show: models that are imported and give the right values, and
models that are refused, with the reason. FOLDER is empty. Prints what is wrong. Exit status 1: something is."""
import os
import random
import subprocess
import sys

from onnx_file import BOOL, DOUBLE, FLOAT, INT32, INT64, attribute, field, model, node, tensor, value

tools = sys.argv[1:3]
os.chdir(sys.argv[3])
failures = count = 0


def fail(label, text):
    global failures
    failures += 1
    print("FAIL: %s: %s" % (label, text))


def write(path, data):
    with open(path, "wb") as stream:
        stream.write(data)


def call(*arguments, fed=None):
    global count
    count += 1
    done = subprocess.run(arguments, input=fed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stderr.decode(errors="replace")


def runs(label, data, values, expected, root="Net", *options):
    """The model is imported in silence; with VALUES for its inputs, in order, the outputs are EXPECTED."""
    write("model.onnx", data)
    status, said = call(tools[0], "model.onnx", "-o", "graph.bc", "--batch", "2", *options)
    if status or said:
        return fail(label, "import: %d: %s" % (status, said))
    with open("graph.bc.yaml") as stream:
        lines = stream.read().split("\n")
    values, expected = list(values), list(expected)
    for i, line in enumerate(lines):
        if ".npy" in line and "graph.bc.weights/" not in line and line.startswith("  t"):
            at = line.index("{tensor: ") + 9
            lines[i] = line[:at] + "{values: %s}" % values.pop(0) + line[line.index(".npy", at) + 4:]
        elif line.startswith("  - {tensor: "):
            lines[i] = line.rstrip("}") + ", expect: %s, tolerance: {rel: 1.0e-6}}" % expected.pop(0)
    with open("args.yaml", "w") as stream:
        stream.write("\n".join(lines))
    if values or expected:
        return fail(label, "other inputs or outputs: %s" % lines)
    status, said = call(tools[1], "--root", root, "--args", "args.yaml", "graph.bc", "-Wno-tensor-overwritten")
    if status:
        fail(label, "run: %d: %s" % (status, said))


def refused(label, data, status, *texts, without=(), path="model.onnx"):
    """The model is refused with STATUS and all TEXTS; what was written before is gone or whole, and hpvm-import never crashes."""
    if data is not None:
        write("model.onnx", data)
    got, said = call(tools[0], path, "-o", "refused.bc")
    if got != status:
        fail(label, "exit status %d, expected %d: %s" % (got, status, said))
    for text in texts:
        if text not in said:
            fail(label, "'%s' is missing in: %s" % (text, said))
    for text in without:
        if text in said:
            fail(label, "'%s' is in: %s" % (text, said))
    if os.path.exists("refused.bc"):
        fail(label, "a graph is written")
        os.remove("refused.bc")


X, Y = [value("x", [2, 3])], [value("y", [2, 3])]
XS, POSITIVE = ["[[-1, 2, -3], [4, 0, 6]]"], ["[[0, 2, 0], [4, 0, 6]]"]
RELU = node("Relu", ["x"], ["y"])


def small(nodes, weights=(), **more):
    return model(nodes, X, Y, weights, **more)


# --- versions ---
SOFTMAX = node("Softmax", ["x"], ["y"])  # of the last dimension; before opset 13, of all after the first
runs("opset 13 of ai.onnx", model([SOFTMAX], [value("x", [1, 2, 1])], [value("y", [1, 2, 1])], imports=[("ai.onnx", 13)]), ["[[[5], [7]]]"], ["[[[1], [1]]]"])
runs("opset 12", model([SOFTMAX], [value("x", [1, 2, 1])], [value("y", [1, 2, 1])], opset=12), ["[[[5], [5]]]"], ["[[[0.5], [0.5]]]"])
runs("a domain without name", small([RELU], imports=[(None, 13), ("ai.onnx.ml", 3)]), XS, POSITIVE)
runs("a node of ai.onnx", small([node("Relu", ["x"], ["y"], domain="ai.onnx")]), XS, POSITIVE)
runs("no opset before IR version 3", small([node("Relu", ["x"], ["y"], [attribute("consumed_inputs", "ints", [0])])], imports=[], ir=2), XS,
     POSITIVE)
refused("opset 99", small([RELU], opset=99), 123, "its operator set is 99; the newest known is 28")
refused("opset 0", small([RELU], opset=0), 120, "opset_import has the version 0")
refused("a negative opset", small([RELU], opset=-1), 120, "opset_import has the version -1")
refused("no opset", small([RELU], imports=[]), 120, "opset_import has no entry for the domain '' (ai.onnx)")
refused("another domain alone", small([RELU], imports=[("com.example", 1)]), 120, "opset_import has no entry")
refused("two opsets", small([RELU], imports=[("", 12), ("", 13)]), 120, "several entries")
refused("two names of one domain", small([RELU], imports=[("", 13), ("ai.onnx", 13)]), 120, "several entries")
refused("IR version 99", small([RELU], ir=99), 123, "its ir_version is 99; the newest known is 14")
refused("no IR version", small([RELU], ir=None), 120, "it has no ir_version")
refused("an operator of later", small([node("ConstantOfShape", ["x"], ["y"])], opset=8), 120, "no such operator before operator set 9")

# --- what no output depends on ---
runs("a dead node", small([node("Erf", ["x"], ["dead"]), RELU]), XS, POSITIVE)
runs("an unused initializer of 5 dimensions", small([RELU], [tensor("w", [1, 1, 1, 1, 2], FLOAT, [1, 2])]), XS, POSITIVE)
runs("an unused initializer of DOUBLE", small([RELU], [tensor("w", [1], DOUBLE, [1])]), XS, POSITIVE)
runs("an unused initializer of INT32", small([RELU], [tensor("w", [1], INT32, [1])]), XS, POSITIVE)
runs("an unused initializer of a future type", small([RELU], [tensor("w", [1], 77, b"?")]), XS, POSITIVE)
runs("an unused input", model([RELU], X + [value("unused", ["a", "b", "c", "d", "e"], DOUBLE)], Y), XS, POSITIVE)
runs("an unused output", small([node("Dropout", ["x"], ["y", "mask"])]), XS, XS)

# --- constants ---
runs("value_float", small([node("Constant", [], ["c"], [attribute("value_float", "f", 2.0)]), node("Add", ["x", "c"], ["y"])]), XS,
     ["[[1, 4, -1], [6, 2, 8]]"])
runs("value_floats", small([node("Constant", [], ["c"], [attribute("value_floats", "floats", [1.0, 2.0, 3.0])]),
                            node("Add", ["x", "c"], ["y"])]), XS, ["[[0, 4, 0], [5, 2, 9]]"])
runs("value_ints", model([node("Constant", [], ["s"], [attribute("value_ints", "ints", [3, 2])]), node("Reshape", ["x", "s"], ["y"])], X,
                         [value("y", [3, 2])]), XS, ["[[-1, 2], [-3, 4], [0, 6]]"])
refused("sparse_value", small([node("Constant", [], ["c"], [attribute("sparse_value", "sparse_tensor", b"")], name="s"),
                               node("Add", ["x", "c"], ["y"])]), 123, "'s' (Constant, opset 17): constants with the attribute 'sparse_value' are not supported")
refused("value_string", small([node("Constant", [], ["c"], [attribute("value_string", "s", "a")]), node("Add", ["x", "c"], ["y"])]), 123,
        "constants with the attribute 'value_string' are not supported")
refused("two values", small([node("Constant", [], ["c"], [attribute("value_int", "i", 1), attribute("value_float", "f", 1.0)]),
                             node("Add", ["x", "c"], ["y"])]), 120, "it has 2 attributes, but must have one")
refused("an integer among floats", small([node("Constant", [], ["c"], [attribute("value_int", "i", 1)]), node("Add", ["x", "c"], ["y"])]), 120,
        "'y' (Add, opset 17): operand 1 is i64 (), but must have the type of operand 0, f32")
refused("a used initializer of DOUBLE", small([node("Add", ["x", "w"], ["y"])], [tensor("w", [1], DOUBLE, [1])]), 120,
        "'y' (Add, opset 17): operand 1 is f64 (1), but must have the type of operand 0, f32")

# --- inference ---
FALSE, TRUE = tensor("t", [], BOOL, [0]), tensor("t", [], BOOL, [1])
RATIO, NONE = tensor("r", [], FLOAT, [0.5]), tensor("r", [], FLOAT, [0.0])
DROP = node("Dropout", ["x", "r", "t"], ["y"])
runs("training_mode false", small([DROP], [RATIO, FALSE]), XS, XS)
runs("training_mode false, no ratio", small([node("Dropout", ["x", "", "t"], ["y"])], [FALSE]), XS, XS)
runs("a ratio of 0", small([DROP], [NONE, TRUE]), XS, XS)
refused("training_mode true", small([DROP], [RATIO, TRUE]), 123, "training_mode is not supported: its result is random")
runs("Dropout-6 of a test", small([node("Dropout", ["x"], ["y"], [attribute("is_test", "i", 1)])], opset=6), XS, XS)
refused("Dropout-6", small([node("Dropout", ["x"], ["y"])], opset=6), 123, "(Dropout, opset 6): its form before operator set 7 is not supported")
NORM = [tensor(name, [3], FLOAT, [k, k, k]) for name, k in (("g", 2), ("b", 1), ("m", 0), ("v", 1))]


def norm(*attributes, outputs=("y",), **more):
    return small([node("BatchNormalization", ["x", "g", "b", "m", "v"], list(outputs), [attribute("epsilon", "f", 0.0), *attributes])], NORM,
                 **more)


NORMED = ["[[-1, 5, -5], [9, 1, 13]]"]
runs("BatchNormalization-6 of a test", norm(attribute("is_test", "i", 1), opset=6), XS, NORMED)
runs("BatchNormalization-15", norm(attribute("training_mode", "i", 0), opset=15), XS, NORMED)
runs("BatchNormalization, omitted outputs", norm(outputs=("y", "", "")), XS, NORMED)
refused("BatchNormalization-6", norm(opset=6), 123, "its form before operator set 7 is not supported")
refused("BatchNormalization-7 with statistics", norm(outputs=("y", "mean"), opset=7), 123, "it has outputs of training, but is not supported")
refused("spatial", norm(attribute("spatial", "i", 0), opset=8), 123, "spatial=0 is not supported")
MOST = 3.4028234663852886e+38
runs("Clip-6 with default bounds", small([node("Clip", ["x"], ["y"])], opset=6), XS, XS)
runs("Clip-6 with the largest bound", small([node("Clip", ["x"], ["y"], [attribute("min", "f", 0.0), attribute("max", "f", MOST)])], opset=6),
     XS, POSITIVE)
runs("Clip-13 with absent bounds", small([node("Clip", ["x", "", ""], ["y"])], opset=13), XS, XS)
runs("Clip-13 with one bound", small([node("Clip", ["x", "z", ""], ["y"])], [tensor("z", [], FLOAT, [0])], opset=13), XS, POSITIVE)

# --- means of the plane ---
PLANE = [value("x", ["n", 2, 1, 2])]
PIXELS, MEANS = ["[[[[1, 3]], [[5, 7]]], [[[0, 1]], [[-1, 1]]]]"], ["[2, 6, 0.5, 0]"]


def mean(shape, opset, axes, keep=None, op="ReduceMean"):
    attributes = [] if keep is None else [attribute("keepdims", "i", keep)]
    if opset < 18 and axes is not None:
        attributes.append(attribute("axes", "ints", axes))
    weights = [tensor("a", [len(axes)], INT64, axes)] if opset >= 18 and axes is not None else []
    return model([node(op, ["x"] + (["a"] if weights else []), ["y"], attributes)], PLANE, [value("y", shape)], weights, opset=opset)


for opset in (1, 11, 13, 18, 28):
    runs("ReduceMean, opset %d" % opset, mean(["n", 2, 1, 1], opset, [2, 3]), PIXELS, MEANS)
    runs("ReduceMean of negative axes, opset %d" % opset, mean(["n", 2], opset, [-1, -2], 0), PIXELS, MEANS)
runs("ReduceMax", mean(["n", 2, 1, 1], 18, [2, 3], op="ReduceMax"), PIXELS, ["[3, 7, 1, 1]"])
runs("ReduceMin of a row", mean(["n", 2, 1], 13, [3], 0, op="ReduceMin"), PIXELS, ["[1, 5, 0, -1]"])
runs("no axes and noop_with_empty_axes", model([node("ReduceMean", ["x"], ["y"], [attribute("noop_with_empty_axes", "i", 1)])], X, Y, opset=18),
     XS, XS)
runs("a mean of channels of an input", mean([2, 1, 1, 2], 13, [1]), PIXELS, ["[[[[3, 5]]], [[[-0.5, 1]]]]"])
runs("a mean of all", mean([], 13, None, 0), PIXELS, ["2.125"])
runs("a mean of rows and columns of a matrix", model([node("ReduceMean", ["x"], ["y"], [attribute("axes", "ints", [0, 1])])], X, [value("y", [1, 1])],
                                                     opset=13), XS, ["[[1.3333333]]"])
refused("an axis twice", mean([2, 2, 1, 1], 13, [3, -1]), 120, "it has axis 3 twice")
refused("an axis out of range", mean([2, 2, 1, 1], 18, [4]), 120, "there is no axis 4 among 4")

# --- shapes that are computed ---
ZERO, MINUS, ONE = (tensor(name, [1], INT64, [k]) for name, k in (("zero", 0), ("minus", -1), ("one", 1)))
runs("view(x.size(0), -1)", model([
    node("Shape", ["x"], ["s"]), node("Gather", ["s", "i"], ["n"], [attribute("axis", "i", 0)]), node("Unsqueeze", ["n", "zero"], ["u"]),
    node("Concat", ["u", "minus"], ["to"], [attribute("axis", "i", 0)]), node("Reshape", ["x", "to"], ["y"])], PLANE,
    [value("y", ["n", 4])], [tensor("i", [], INT64, [0]), ZERO, MINUS]), PIXELS, ["[[1, 3, 5, 7], [0, 1, -1, 1]]"])
runs("Slice, Cast and Mul of a shape", model([
    node("Shape", ["x"], ["s"]), node("Slice", ["s", "one", "end"], ["t"]), node("Cast", ["t"], ["t32"], [attribute("to", "i", INT32)]),
    node("Cast", ["t32"], ["t64"], [attribute("to", "i", INT64)]), node("Gather", ["t64", "zero"], ["c"]), node("Gather", ["t64", "last"], ["w"]),
    node("Mul", ["c", "w"], ["all"]), node("Concat", ["minus", "all"], ["to"], [attribute("axis", "i", -1)]),
    node("Reshape", ["x", "to"], ["y"])], PLANE, [value("y", ["n", 4])],
    [ONE, MINUS, ZERO, tensor("end", [1], INT64, [2**63 - 1]), tensor("last", [1], INT64, [-1])]), PIXELS, ["[[1, 3, 5, 7], [0, 1, -1, 1]]"])
runs("Shape with an end, and Size", model([
    node("Shape", ["x"], ["s"], [attribute("end", "i", -3)]), node("Size", ["x"], ["size"]), node("Div", ["size", "s"], ["rest"]),
    node("Concat", ["s", "rest"], ["to"], [attribute("axis", "i", 0)]), node("Reshape", ["x", "to"], ["y"])], PLANE, [value("y", ["n", 4])]),
    PIXELS, ["[[1, 3, 5, 7], [0, 1, -1, 1]]"])
refused("a quotient by 0", small([node("Constant", [], ["a"], [attribute("value_ints", "ints", [1])]), node("Div", ["a", "zero"], ["s"]),
                                  node("Reshape", ["x", "s"], ["y"])], [ZERO]), 120, "'y' (Reshape, opset 17): operand 0, f32 (2, 3), cannot be reshaped to")
refused("an index out of range", small([node("Shape", ["x"], ["s"]), node("Gather", ["s", "i"], ["to"]), node("Reshape", ["x", "to"], ["y"])],
                                       [tensor("i", [1], INT64, [2])]), 120, "it has the index 2 into 2 elements")

# --- invalid models ---
refused("an unknown attribute", small([node("Softmax", ["x"], ["y"], [attribute("axes", "i", 0)], name="soft")]), 120,
        "'soft' (Softmax, opset 17): it has no attribute 'axes'")
refused("a list for an integer", small([node("Softmax", ["x"], ["y"], [attribute("axis", "ints", [0])])]), 120,
        "its attribute 'axis' is a list of integers, but must be an integer")
refused("a value of another type than said", small([node("Softmax", ["x"], ["y"], [attribute("axis", "f", 1.0, "i")])]), 120,
        "its attribute 'axis' has values of several types")
refused("an attribute twice", small([node("Softmax", ["x"], ["y"], [attribute("axis", "i", 0), attribute("axis", "i", 1)])]), 120,
        "it has two attributes 'axis'")
refused("a missing attribute", small([node("MaxPool", ["x"], ["y"])]), 120, "it lacks its attribute 'kernel_shape'")
refused("a missing operand", small([node("Add", ["x"], ["y"])]), 120, "it has 1 operand, but takes 2")
refused("an omitted operand", small([node("Add", ["x", ""], ["y"])]), 120, "it lacks operand 1, counted from 0")
refused("an operand too much", small([node("Relu", ["x", "x"], ["y"])]), 120, "it has 2 operands, but takes 1")
refused("an output too much", small([node("Relu", ["x"], ["y", "z"])]), 120, "it has 2 outputs, but at most 1 are possible")
refused("a value made twice", small([node("Relu", ["x"], ["y"]), node("Tanh", ["x"], ["y"], name="second")]), 120,
        "'second' (Tanh, opset 17): its output 'y' is also made by node 0, 'y' (Relu)")
refused("an output that is an input", small([node("Relu", ["x"], ["x"]), RELU]), 120, "its output 'x' is also the name of an input")
refused("an output that is an initializer", small([node("Relu", ["x"], ["y"])], [tensor("y", [1], FLOAT, [1])]), 120,
        "its output 'y' is also the name of an initializer")
refused("two initializers", small([RELU], [tensor("w", [1], FLOAT, [1])] * 2), 120, "'w' (initializer): the name is also that of an initializer")
refused("two inputs", model([RELU], X + X, Y), 120, "'x' (input): the name is also that of an input")
refused("an unknown name", small([node("Relu", ["nobody"], ["y"])]), 120, "nothing gives its operand 'nobody'")
refused("an output that nothing gives", small([node("Relu", ["x"], ["z"])]), 120, "'y' (output): no node produces it")
refused("a cycle", small([node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"]), node("Relu", ["b"], ["y"])]), 120,
        "its operand 'b' is made by node 1, 'b' (Relu), which is not before it")
refused("a node of itself", small([node("Add", ["x", "y"], ["y"])]), 120, "which is not before it")
refused("another type of the output", model([RELU], X, [value("y", [2, 3], INT64)]), 120,
        "'y' (output): it is f32 (2, 3), but the file declares elements of INT64")
refused("another shape of the output", model([RELU], X, [value("y", [3, 2])]), 120, "'y' (output): it is f32 (2, 3), but the file declares (3, 2)")
refused("no output", model([RELU], X, []), 120, "it has no outputs")
refused("an output of INT64", model([RELU], [value("x", [2, 3], INT64)], Y), 120, "'y' (output): it is i64 (2, 3), but the file declares elements of FLOAT")
refused("everything at once", small([node("Bernoulli", ["x"], ["a"], name="first"), node("Bernoulli", ["a"], ["b"]), node("ImageDecoder", ["b"], ["c"], name="c1"),
                                     node("Softmax", ["c"], ["y"], [attribute("axes", "i", 0)], name="soft")], opset=22), 120,
        "'first' (Bernoulli, opset 22): random numbers are not supported; 1 more node has it", "'c1' (ImageDecoder, opset 22)",
        "'soft' (Softmax, opset 22)")
runs("an output that is an input of the graph", model([RELU], X, Y + [value("x", [2, 3])]), XS, POSITIVE + XS)

# --- data in other files ---
os.makedirs("models/parts", exist_ok=True)
WEIGHTS = b"\0" * 8 + b"\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40"  # 1 2 3 from offset 8 on
write("model.onnx.data", WEIGHTS)
write("models/parts/w.bin", WEIGHTS)


def external(*keys, dims=(3,), kind=FLOAT):
    return small([node("Add", ["x", "w"], ["y"])], [tensor("w", list(dims), kind, external=keys)])


SUMS = ["[[0, 4, 0], [5, 2, 9]]"]
runs("external data", external(("location", "model.onnx.data"), ("offset", "8"), ("length", "12")), XS, SUMS)
runs("external data without a length", external(("location", "./model.onnx.data"), ("offset", "8")), XS, SUMS)
runs("external data in a folder", external(("location", "models/parts/w.bin"), ("offset", "8")), XS, SUMS)
LOCATION = ("location", "model.onnx.data")
os.symlink("model.onnx.data", "link")
os.symlink("models", "linked")
os.mkfifo("pipe")
for label, status, text, keys in (
        ("a file that is absent", 120, "its data is in 'none', which cannot be read: No such file", [("location", "none")]),
        ("a file that is too short", 120, "it needs 12 bytes at offset 9 of 'model.onnx.data', which has 20 bytes", [LOCATION, ("offset", "9")]),
        ("an offset behind the end", 120, "it needs 12 bytes at offset 21", [LOCATION, ("offset", "21")]),
        ("an offset at the end of the numbers", 120, "at offset 18446744073709551615", [LOCATION, ("offset", str(2**64 - 1))]),
        ("an offset that overflows", 120, "the offset of its external data, 18446744073709551616, is too large", [LOCATION, ("offset", str(2**64))]),
        ("a negative offset", 120, "the offset of its external data, '-8', is not a number", [LOCATION, ("offset", "-8")]),
        ("an empty length", 120, "the length of its external data, '', is not a number", [LOCATION, ("length", "")]),
        ("another length", 120, "it needs 12 bytes, but its external data has 8", [LOCATION, ("length", "8")]),
        ("no location", 120, "its external data has no location", [("offset", "8")]),
        ("two locations", 120, "has the key 'location' twice", [LOCATION, LOCATION]),
        ("an unknown key", 123, "the key 'compression' of its external data is not supported", [LOCATION, ("compression", "zstd")]),
        ("an absolute path", 120, "which is not relative to the model's folder", [("location", "/etc/passwd")]),
        ("an empty path", 120, "which is not relative to the model's folder", [("location", "")]),
        ("a path that leads out", 120, "which leads out of the model's folder", [("location", "models/../../x")]),
        ("the folder above", 120, "which leads out of the model's folder", [("location", "..")]),
        ("a folder", 120, "which is not a file", [("location", "models")]),
        ("a folder as a file", 120, "cannot be read: Not a directory", [("location", "model.onnx.data/x")]),
        ("a pipe", 120, "which is not a file", [("location", "pipe")]),
        ("a device of names", 120, "which is not relative", [("location", "//etc/passwd")]),
        ("a symbolic link", 123, "where 'link' is a symbolic link", [("location", "link")]),
        ("a symbolic link on the way", 123, "where 'linked' is a symbolic link", [("location", "linked/parts/w.bin")])):
    refused(label, external(*keys), status, "'w' (initializer)", text)
refused("more bytes than there are", external(LOCATION, dims=(1 << 30, 1 << 30)), 120, "it needs 4611686018427387904 bytes at offset 0")
refused("more bytes than a number", external(LOCATION, dims=(1 << 62, 1 << 62)), 123, "it is too large")
write("models/in.onnx", external(("location", "parts/w.bin"), ("offset", "8")))
if call(tools[0], "models/in.onnx", "-o", "in.bc")[0]:
    fail("a model in a folder", "it is not imported")
write("model.onnx", external(LOCATION, ("offset", "8")))
with open("model.onnx", "rb") as stream:
    status, said = call(tools[0], "-", "-o", "fed.bc", fed=stream.read())
if status != 123 or "the model is read from standard input, which has no folder" not in said:
    fail("external data of standard input", said)
write("data.onnx", small([node("Add", ["x", "w"], ["y"])], [tensor("w", [3], FLOAT, external=[LOCATION]) + field(9, b"\0" * 12)]))
refused("data in two places", None, 120, "it has data in two places", path="data.onnx")

# --- files of inputs ---
def numbers(shape, kind="<f4", size=4):
    count = 1
    for n in shape:
        count *= n
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (kind, tuple(shape))
    return b"\x93NUMPY\1\0" + (118).to_bytes(2, "little") + header.ljust(117).encode() + b"\n" + bytes(size * count)


def file_is(label, status, text, data):
    write("b.npy", data)
    got, said = call(tools[1], "--root", "Net", "--args", "two.bc.yaml", "two.bc")
    if got != status or text not in said:
        fail(label, "exit status %d, expected %d and '%s': %s" % (got, status, text, said))


write("model.onnx", model([node("Add", ["a", "b"], ["y"])], [value("a", [2, 3]), value("b", [2, 3])], Y))
call(tools[0], "model.onnx", "-o", "two.bc")
write("a.npy", numbers([2, 3]))
file_is("a file of the shape", 0, "", numbers([2, 3]))
file_is("a file of the other order", 120, "b.npy has the shape (3, 2), but must have (2, 3)", numbers([3, 2]))
file_is("a file of one dimension", 120, "b.npy has the shape (6,), but must have (2, 3)", numbers([6]))
file_is("a file of four dimensions", 120, "b.npy has the shape (2, 3, 1, 1), but must have (2, 3)", numbers([2, 3, 1, 1]))
file_is("a file of more values", 120, "b.npy has the shape (4, 3), but must have (2, 3)", numbers([4, 3]))
file_is("a file of f64", 120, "the elements of a tensor must have type f32, not f64 as in b.npy", numbers([2, 3], "<f8", 8))
file_is("a file of integers", 120, "must have type f32, not i64 as in b.npy", numbers([2, 3], "<i8", 8))
file_is("a file of text", 120, "'b.npy'", b"1 2 3 4 5 6")
write("model.onnx", model([RELU], [value("x", [1, 3, 4, 5])], [value("y", [1, 3, 4, 5])]))
call(tools[0], "model.onnx", "-o", "two.bc")
write("x.npy", numbers([1, 4, 5, 3]))
file_is("channels last", 120, "x.npy has the shape (1, 4, 5, 3), but must have (1, 3, 4, 5)", numbers([1]))

# --- names ---
random.seed(5)
NAMES = [b'a"b', b'"', b"\\", b"a\\00b", b"\n", b"a\nb: {c", b"\xff\xfe", b"../../x", b"..", ".", b"/etc/x", b"-rf", b"a" * 5000, b"a" * 5001,
         b"a b", b"a_b", b"a/b", b"@main", b"main", b"llvm.trap", b"__hpvm__init", b"Relu_0", b"Relu_1", b"int", b"define", b"\x01main",
         b"% x }", b"null", b"true", b"1", b"#", b"'", b"{", b"x: y", b"$(touch owned)", "\u20ac".encode(), b"\x7f", b"graph.main",
         b'x"() { ret void } define void @"y', b"%s%n"]
NAMES += [bytes(random.choice(range(1, 256)) for _ in range(random.randint(1, 20))) for _ in range(20)]
# each is the name of an input, of a result, and of the graph
names = [n if isinstance(n, bytes) else n.encode() for n in NAMES]
nodes = [node("Relu", [n], [n + b"'"], name=n) for n in names]
data = model(nodes, [value(n, [1]) for n in names], [value(n + b"'", [1]) for n in names])
runs("many names", data, ["[-1]"] * len(names), ["[0]"] * len(names))
with open("graph.bc.yaml", encoding="utf-8") as stream:
    text = stream.read()
files = [part.split(".npy")[0] for part in text.replace("save: ", "tensor: ").split("tensor: ") if ".npy" in part]
if len(files) != len(set(files)) or len(files) != 2 * len(names):
    fail("many names", "files: %s" % files)
for name in files:
    if name[0] in "-." or len(name) > 220 or set(name) - set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."):
        fail("many names", "the file '%s'" % name)
taken = (b"main", b"Relu_0", b"llvm.trap", b"__hpvm__init")
for n in names:
    runs("graph %r" % n[:40], small([RELU], name=n), XS, POSITIVE, b"graph." + n if n in taken else n)
    runs("root %r" % n[:40], small([RELU]), XS, POSITIVE, b"graph." + n if n in taken else n, "--root", n)
for label, data in (("input", model([node("Relu", ["a\0b"], ["y"])], [value("a\0b", [2, 3])], Y)), ("graph", small([RELU], name="a\0b")),
                    ("attribute", small([node("Softmax", ["x"], ["y"], [attribute("axis\0", "i", 1)])])),
                    ("node", small([node("Relu", ["x"], ["y"], name="\0")])),
                    ("operator", small([node("Relu\0Tanh", ["x"], ["y"])]))):
    refused("a zero byte in the name of the %s" % label, data, 120, "a name in it contains a zero byte")
if os.path.exists("owned"):
    fail("names", "a command has run")

print("%d runs, %d failures" % (count, failures))
sys.exit(failures != 0)
