#!/usr/bin/env python3
"""onnx_programs.py IMPORT RUN FOLDER -- ONNX models as tensor programs: one import, several shapes; functions, subgraphs,
symbolic dimensions, constants of all types; and models that are refused or invalid, with node and shapes. FOLDER is empty. Prints
what is wrong. Exit status 1: something is."""
import math
import os
import struct
import subprocess
import sys

from onnx_file import (BOOL, DOUBLE, FLOAT, INT32, INT64, attribute, field, function, graph, model, node, reference, tensor,
                       value)

tools = sys.argv[1:3]
os.chdir(sys.argv[3])
failures = count = 0
INT8, UINT8, FLOAT16, BFLOAT16 = 3, 2, 10, 16
FORMATS = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q", "|i1": "b", "|u1": "B", "|b1": "?", "<f2": "e"}


def fail(label, text):
    global failures
    failures += 1
    print("FAIL: %s: %s" % (label, text))


def call(*arguments):
    global count
    count += 1
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


# --- arrays: (type, shape, flat list)

def save(path, array):
    kind, shape, values = array
    head = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (kind, "".join("%d, " % d for d in shape))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as stream:
        stream.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
                     struct.pack("<%d%s" % (len(values), FORMATS[kind]), *values))


def load(path):
    with open(path, "rb") as stream:
        data = stream.read()
    length = struct.unpack("<H", data[8:10])[0]
    head = eval(data[10:10 + length])  # a dictionary, of hpvm-run
    letter = FORMATS[head["descr"]]
    body = data[10 + length:]
    return head["descr"], head["shape"], list(struct.unpack("<%d%s" % (len(body) // struct.calcsize(letter), letter), body))


def f4(shape, values):
    return "<f4", tuple(shape), list(values)


def i8(shape, values):
    return "<i8", tuple(shape), list(values)


def close(a, b):
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-6 * max(abs(a), abs(b))


# --- models that run

def imported(label, data, *options):
    with open("model.onnx", "wb") as stream:
        stream.write(data)
    status, _, said = call(tools[0], "model.onnx", "-o", "graph.bc", "--root", "Model", *options)
    if status or said:
        fail(label, "import: %d: %s" % (status, said))
    return not status


def runs(label, inputs, **expected):
    """The imported model, with INPUTS by name, gives the outputs EXPECTED."""
    for name, array in inputs.items():
        save(name + ".npy", array)
    status, _, said = call(tools[1], "--root", "Model", "--args", "graph.bc.yaml", "graph.bc")
    if status:
        return fail(label, "run: %d: %s" % (status, said))
    for name, right in expected.items():
        got = load(name + ".npy")
        if got[:2] != right[:2] or len(got[2]) != len(right[2]) or not all(map(close, got[2], right[2])):
            fail(label, "%s is %s, not %s" % (name, got, right))


def needs(label, inputs, *texts):
    """Inputs that do not meet what the model needs are an error before it runs."""
    for name, array in inputs.items():
        save(name + ".npy", array)
    status, _, said = call(tools[1], "--root", "Model", "--args", "graph.bc.yaml", "graph.bc")
    if status not in (120, 121):
        fail(label, "exit status %d: %s" % (status, said))
    for text in texts:
        if text not in said:
            fail(label, "'%s' is missing in: %s" % (text, said))


def refused(label, data, status, *texts):
    with open("model.onnx", "wb") as stream:
        stream.write(data)
    got, _, said = call(tools[0], "model.onnx", "-o", "refused.bc")
    if got != status:
        fail(label, "exit status %d, expected %d: %s" % (got, status, said))
    for text in texts:
        if text not in said:
            fail(label, "'%s' is missing in: %s" % (text, said))
    if os.path.exists("refused.bc"):
        fail(label, "a graph is written")
        os.remove("refused.bc")


X, Y = [value("x", ["n", 3])], [value("y", ["n", 3])]


def ints(name, *values):
    return attribute(name, "ints", list(values))


def constant(name, *values):
    return tensor(name, [len(values)], INT64, values)


# --- shapes

# One import, several shapes: the reshape to (n, 3 * m) follows from the input.
shaped = model([node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["n"]), node("Concat", ["n", "rest"], ["to"],
                                                                                     [attribute("axis", "i", 0)]),
                node("Reshape", ["x", "to"], ["y"]), node("ReduceMean", ["y"], ["z"], [ints("axes", 1)])],
               [value("x", ["n", 3, "m"])], [value("y", ["n", "k"]), value("z", ["n", 1])],
               [constant("zero", 0), constant("rest", -1)])
if imported("shapes", shaped):
    for n, m in (1, 2), (2, 1), (3, 4), (2, 0):
        values = list(range(n * 3 * m))
        rows = [values[i * 3 * m:(i + 1) * 3 * m] for i in range(n)]
        runs("shapes %d, %d" % (n, m), {"x": f4([n, 3, m], values)}, y=f4([n, 3 * m], values),
             z=f4([n, 1], [sum(row) / len(row) if row else float("nan") for row in rows]))

# Equal names of dimensions are one extent.
if imported("one name", model([node("Add", ["x", "b"], ["y"], name="sum")], [value("x", ["n", 3]), value("b", ["n", 3])], Y)):
    runs("one name", {"x": f4([2, 3], range(6)), "b": f4([2, 3], range(6))}, y=f4([2, 3], range(0, 12, 2)))
    needs("one name", {"x": f4([2, 3], range(6)), "b": f4([1, 3], range(3))}, "axis 0 of input b, (1, 3), must be n, which is 2")

# A product needs equal extents, which are known when it runs.
product = model([node("MatMul", ["x", "w"], ["y"], name="product")], [value("x", ["n", "k"]), value("w", ["l", "m"])],
                [value("y", ["n", "m"])])
if imported("product", product):
    runs("product", {"x": f4([1, 2], [1, 2]), "w": f4([2, 2], [1, 2, 3, 4])}, y=f4([1, 2], [7, 10]))
    needs("product", {"x": f4([1, 2], [1, 2]), "w": f4([3, 1], [1, 2, 3])}, "product")

# --batch sets the first dimension, under its name everywhere.
if imported("batch", model([node("Add", ["x", "b"], ["y"])], [value("x", ["n", 3]), value("b", ["n", 3])], Y), "--batch", "2"):
    runs("batch", {"x": f4([2, 3], range(6)), "b": f4([2, 3], range(6))}, y=f4([2, 3], range(0, 12, 2)))

# An input whose value decides the rank is fixed.
ranks = model([node("Reshape", ["x", "to"], ["y"], name="view")], X + [value("to", ["r"], INT64)], [value("y", ["k"])])
refused("rank not known", ranks, 123, "'view' (Reshape, opset 17)", "--fix")
save("to.npy", i8([1], [-1]))
if imported("rank fixed", ranks, "--fix", "to=to.npy"):
    runs("rank fixed", {"x": f4([2, 3], range(6))}, y=f4([6], range(6)))

# --- types

for kind, letter, code, extra in ((INT8, "|i1", "b", [-3, 4]), (UINT8, "|u1", "B", [3, 255]), (INT32, "<i4", "i", [-3, 4]),
                                  (DOUBLE, "<f8", "d", [0.5, -1]), (FLOAT16, "<f2", "e", [0.5, -2])):
    weights = [tensor("w", [2], kind, struct.pack("<2" + code, *extra))]
    if imported("type %d" % kind, model([node("Add", ["x", "w"], ["y"])], [value("x", ["n"], kind)], [value("y", ["n"], kind)],
                                        weights)):
        runs("type %d" % kind, {"x": (letter, (2,), [1, 0])}, y=(letter, (2,), [extra[0] + 1, extra[1]]))
# a bool of another byte than 1, and typed fields
raw = [tensor("b", [3], BOOL, b"\x00\x07\x01"), field(1, 3) + field(2, INT8) + b"".join(field(5, v) for v in (1, 255, 2)) +
       field(8, "c")]
if imported("bytes", model([node("Cast", ["b"], ["d"], [attribute("to", "i", INT64)]), node("Cast", ["c"], ["e"], [attribute("to", "i", INT64)]),
                            node("Add", ["d", "e"], ["f"]), node("Add", ["f", "x"], ["y"])],
                           [value("x", [3], INT64)], [value("y", [3], INT64)], raw)):
    runs("bytes", {"x": i8([3], [0, 0, 0])}, y=i8([3], [1, 0, 3]))

# --- bounds: what other runtimes compute of the same definition is within them


def within(label, data, inputs, other):
    """The output y differs from OTHER, which is computed in single precision, by no more than its bound."""
    if not imported(label, data):
        return
    with open("graph.bc.yaml") as stream:
        text = stream.read()
    with open("bounds.yaml", "w") as stream:
        stream.write(text.replace("save: y.npy", "save: y.npy, bounds: bound.npy"))
    for name, array in inputs.items():
        save(name + ".npy", array)
    status, _, said = call(tools[1], "--root", "Model", "--args", "bounds.yaml", "graph.bc")
    got, bound = load("y.npy")[2], load("bound.npy")[2]
    if status or got == other or not all(abs(a - b) <= c for a, b, c in zip(got, other, bound)):
        fail(label, "%d: %s, other %s, bounds %s: %s" % (status, got, other, bound, said))


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


small = [single(-0.01142 - 0.0001 * i) for i in range(3)]
for op in "Elu", "Selu", "Celu":  # e^x - 1, where e^x is rounded
    factor = single(1.67326319217681884765625) * single(1.05070102214813232421875) if op == "Selu" else 1
    within(op, model([node(op, ["x"], ["y"])], X, Y), {"x": f4([1, 3], small)},
           [single(factor * (single(math.exp(v)) - 1)) for v in small])
# x * factor + (bias - mean * factor): what is known before the run is computed then
norm = [tensor(name, [1], FLOAT, [number]) for name, number in (("s", 1.1), ("b", 0.3), ("m", 7.7), ("v", 0.9))]
factor = single(single(1.1) / single(math.sqrt(single(single(0.9) + single(1e-5)))))
summand = single(single(0.3) - single(single(7.7) * factor))
near = [single(7.43 + 0.001 * i) for i in range(3)]
within("BatchNormalization", model([node("BatchNormalization", ["x", "s", "b", "m", "v"], ["y"])], [value("x", ["n", 1, "k"])], [value("y", ["n", 1, "k"])], norm),
       {"x": f4([1, 1, 3], near)}, [single(single(v * factor) + summand) for v in near])

# --- functions

own = function("Scaled", ["a", "b"], ["c"], [node("Constant", [], ["s"], [reference("value_float", "scale", "f")]),
                                             node("Mul", ["a", "s"], ["t"]), node("Max", ["t", "b"], ["c"])], ["scale"])
calls = [node("Scaled", ["x", "x"], ["m"], [attribute("scale", "f", 2.0)], name="first", domain="own"),
         node("Scaled", ["m", "x"], ["y"], [attribute("scale", "f", -1.0)], name="second", domain="own")]
if imported("functions", model(calls, X, Y, functions=[own], imports=[("", 17), ("own", 1)])):
    runs("functions", {"x": f4([1, 3], [1, -2, 0])}, y=f4([1, 3], [1, 2, 0]))
refused("function's node", model([node("Twice", ["x"], ["y"], name="outer", domain="own")], X, Y, imports=[("", 17), ("own", 1)],
                                 functions=[function("Twice", ["a"], ["b"], [node("Softmax", ["a"], ["b"], [attribute("axis", "i", 5)], name="inner")])]),
        120, "'outer/inner' (Softmax, opset 17)", "axis 5")
refused("no such function", model([node("Other", ["x"], ["y"], domain="own")], X, Y), 123, "domain 'own'")
endless = function("Again", ["a"], ["b"], [node("Again", ["a"], ["b"], domain="own")])
refused("a function that calls itself", model([node("Again", ["x"], ["y"], domain="own")], X, Y, functions=[endless]), 120, "Again",
        "the function calls itself")

# --- subgraphs

then = graph([node("Add", ["x", "x"], ["a"])], [], [value("a", ["n", 3])])
els = graph([node("Neg", ["x"], ["b"])], [], [value("b", ["n", 3])])
branch = [node("ReduceSum", ["x"], ["s"], [attribute("keepdims", "i", 0)]), node("Greater", ["s", "zero"], ["c"]),
          node("If", ["c"], ["y"], [attribute("then_branch", "g", then), attribute("else_branch", "g", els)])]
if imported("If", model(branch, X, Y, [tensor("zero", [], FLOAT, [0])])):
    runs("If, true", {"x": f4([1, 3], [1, 2, 3])}, y=f4([1, 3], [2, 4, 6]))
    runs("If, false", {"x": f4([2, 3], [-1, -2, -3] * 2)}, y=f4([2, 3], [1, 2, 3] * 2))
# a branch that is known: ranks may differ
ranks = [node("Squeeze", ["x", "one"], ["a"])], [node("Identity", ["x"], ["b"])]
known = node("If", ["c"], ["y"], [attribute("then_branch", "g", graph(ranks[0], [], [value("a", ["n"])])),
                                  attribute("else_branch", "g", graph(ranks[1], [], [value("b", ["n", 1])]))], name="known")
if imported("If known", model([known], [value("x", ["n", 1])], [value("y", ["n"])], [constant("one", 1), tensor("c", [], BOOL, [True])])):
    runs("If known", {"x": f4([2, 1], [1, 2])}, y=f4([2], [1, 2]))
either = node("If", ["c"], ["y"], [attribute("then_branch", "g", then), attribute("else_branch", "g", els)], name="either")
refused("If with two truth values", model([either], X + [value("c", [2], BOOL)], Y), 120, "'either' (If, opset 17)", "bool (2)")
refused("If with an integer", model([either], X + [value("c", [], INT64)], Y), 120, "'either' (If, opset 17)", "i64 ()")
refused("If of two ranks", model([known], [value("x", ["n", 1]), value("c", [], BOOL)], [value("y", ["n"])], [constant("one", 1)]),
        123, "'known' (If, opset 17)", "f32 (n)", "f32 (n, 1)")

# A state that grows: its extent is a symbol of the body.
body = graph([node("Concat", ["state", "x"], ["next"], [attribute("axis", "i", 0)]), node("Identity", ["cond"], ["on"]),
              node("ReduceSum", ["state"], ["scan"], [attribute("keepdims", "i", 0)])],
             [value("i", [], INT64), value("cond", [], BOOL), value("state", ["k", 3])],
             [value("on", [], BOOL), value("next", ["l", 3]), value("scan", [])])
loop = model([node("Loop", ["trips", "", "x"], ["y", "z"], [attribute("body", "g", body)])],
             X + [value("trips", [], INT64)], [value("y", ["m", 3]), value("z", ["t"])])
if imported("Loop", loop):
    runs("Loop", {"x": f4([1, 3], [1, 2, 3]), "trips": i8([], [2])}, y=f4([3, 3], [1, 2, 3] * 3), z=f4([2], [6, 12]))
    runs("Loop of no iterations", {"x": f4([1, 3], [1, 2, 3]), "trips": i8([], [0])}, y=f4([1, 3], [1, 2, 3]), z=f4([0], []))

# Operators in bodies are named with the iteration, and inside of another body.
inner = graph([node("Gather", ["table", "i"], ["row"], name="pick")], [], [value("row", ["k"])])
other = graph([node("Identity", ["state"], ["same"], name="keep")], [], [value("same", ["k"])])
outer = graph([node("Greater", ["i", "none"], ["later"]),
               node("If", ["later"], ["part"], [attribute("then_branch", "g", inner), attribute("else_branch", "g", other)], name="choose"),
               node("Add", ["state", "part"], ["next"], name="sum"), node("Identity", ["cond"], ["on"])],
              [value("i", [], INT64), value("cond", [], BOOL), value("state", [3])], [value("on", [], BOOL), value("next", [3])])
walk = model([node("Loop", ["trips", "", "x"], ["y"], [attribute("body", "g", outer)], name="walk")],
             [value("x", [3]), value("trips", [], INT64), value("table", ["n", 3])], [value("y", [3])], [tensor("none", [], INT64, [0])])
if imported("parts", walk):
    rows = {"x": f4([3], [1, 2, 3]), "table": f4([2, 3], range(6)), "trips": i8([], [2])}
    runs("parts", rows, y=f4([3], [5, 8, 11]))
    status, _, said = call(tools[1], "--root", "Model", "--args", "graph.bc.yaml", "graph.bc", "--save", "row", "--save", "next", "--save-to", "saved")
    if status or sorted(os.listdir("saved")) != ["next#2.npy", "next.npy", "row.npy"] or load("saved/next.npy")[2] != [2, 4, 6]:
        fail("parts", "saved %s: %s" % (os.listdir("saved"), said))
    needs("parts", dict(rows, trips=i8([], [3])), "in 'Model/walk/body/choose/then_branch/pick' (Gather, iteration 2) is undefined: index 2")

sums = graph([node("Add", ["state", "part"], ["next"]), node("Identity", ["next"], ["out"])], [value("state", [3]), value("part", [3])],
             [value("next", [3]), value("out", [3])])
scan = model([node("Scan", ["start", "x"], ["last", "y"], [attribute("body", "g", sums), attribute("num_scan_inputs", "i", 1),
                                                          ints("scan_input_directions", 1), ints("scan_output_directions", 1)])],
             X, [value("last", [3]), value("y", ["n", 3])], [tensor("start", [3], FLOAT, [0, 0, 10])])
if imported("Scan", scan):
    runs("Scan", {"x": f4([2, 3], [1, 2, 3, 4, 5, 6])}, last=f4([3], [5, 7, 19]), y=f4([2, 3], [5, 7, 19, 4, 5, 16]))

# The parts of SplitToSequence that SequenceAt takes: of extent 1, of one size, of several sizes.


def parts_of(label, attributes, split, position, **expected):
    nodes = [node("SplitToSequence", ["x"] + ["k"] * (split is not None), ["s"], attributes, name="cut"), node("SequenceAt", ["s", "i"], ["y"], name="take")]
    weights = [tensor("i", [], INT64, [position])] + ([] if split is None else [split])
    if imported(label, model(nodes, X, [value("y", ["a"] * len(expected["y"][1]))], weights)):
        runs(label, {"x": f4([4, 3], range(12))}, **expected)


parts_of("unbind", [attribute("keepdims", "i", 0)], None, 1, y=f4([3], [3, 4, 5]))
parts_of("unbind from the end", [attribute("keepdims", "i", 0), attribute("axis", "i", 1)], None, -1, y=f4([4], [2, 5, 8, 11]))
parts_of("parts of 1", [], None, -1, y=f4([1, 3], [9, 10, 11]))
parts_of("parts of 3", [], tensor("k", [], INT64, [3]), 1, y=f4([1, 3], [9, 10, 11]))
parts_of("two sizes", [attribute("axis", "i", -1)], constant("k", 1, 2), 1, y=f4([4, 2], [1, 2, 4, 5, 7, 8, 10, 11]))
cut = node("SplitToSequence", ["x"], ["s"], name="cut")
refused("a sequence as operand", model([cut, node("Relu", ["s"], ["y"], name="relu")], X, Y), 123, "'relu' (Relu, opset 17): its operand 0 is a sequence")
refused("a sequence as output", model([cut, node("Relu", ["x"], ["y"])], X, Y + [value("s", [])]), 123, "'s' (output): sequences are not supported")
refused("a position", model([cut, node("SequenceAt", ["s", "i"], ["y"], name="take")], [value("x", [2, 3])], Y, [tensor("i", [], INT64, [2])]), 120,
        "'take' (SequenceAt, opset 17)", "the position is not in the sequence")

# What an iteration makes lives until the next one: 2,000 have no more memory than 2, which would be 100 MB more.
body = graph([node("Add", ["state", "x"], ["sum"]), node("Tanh", ["sum"], ["next"]), node("Identity", ["cond"], ["on"])],
             [value("i", [], INT64), value("cond", [], BOOL), value("state", [2048])], [value("on", [], BOOL), value("next", [2048])])
if imported("long Loop", model([node("Loop", ["trips", "", "x"], ["y"], [attribute("body", "g", body)])],
                               [value("x", [2048]), value("trips", [], INT64)], [value("y", [2048])])):
    peaks = []
    for trips in 2, 2000:
        save("x.npy", f4([2048], [0.5] * 2048))
        save("trips.npy", i8([], [trips]))
        with subprocess.Popen((tools[1], "--root", "Model", "--args", "graph.bc.yaml", "graph.bc")) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = status
        count += 1
        peaks.append(used.ru_maxrss)
        if status:
            fail("long Loop", "status %d" % status)
    if peaks[1] > peaks[0] + 50000:
        fail("long Loop", "2,000 iterations use %d KB, and 2 %d" % (peaks[1], peaks[0]))

# A file of weights is the one that the module names by its content.
if imported("weights", model([node("Add", ["x", "w"], ["y"])], X, Y, [tensor("w", [9, 3], FLOAT, list(range(27)))])):
    inputs = {"x": f4([9, 3], [1] * 27)}
    runs("weights", inputs, y=f4([9, 3], list(range(1, 28))))
    path = "graph.bc.weights/" + os.listdir("graph.bc.weights")[0]
    with open(path, "rb") as stream:
        whole = stream.read()
    for label, data, text in (("damaged weights", whole[:50] + bytes([whole[50] ^ 1]) + whole[51:], "not the one that its name says"),
                              ("short weights", whole[:50], "not the one that its name says"),
                              ("missing weights", None, "No such file"), ("weights in a pipe", os.mkfifo, "it is not a file")):
        os.remove(path)
        if data is os.mkfifo:
            os.mkfifo(path)
        elif data:
            with open(path, "wb") as stream:
                stream.write(data)
        needs(label, inputs, text, "[unreadable-file]")
        if data is None:
            open(path, "w").close()
    os.remove(path)

# --- what is refused by name: all of it at once

refused("all at once", model([node("RandomNormalLike", ["x"], ["r"], name="noise"), node("StringNormalizer", ["x"], ["t"], name="text"),
                              node("Concat", ["r", "t"], ["y"], [attribute("axis", "i", 0)])], X, Y), 123,
        "'noise' (RandomNormalLike, opset 17): random numbers", "'text' (StringNormalizer, opset 17): strings")
refused("opset 29", model([node("Relu", ["x"], ["y"])], X, Y, opset=29), 123, "operator set is 29", "28")
refused("a newer operator", model([node("Gelu", ["x"], ["y"])], X, Y), 120, "'y' (Gelu, opset 17)", "before operator set 20")
refused("an older form", model([node("Upsample", ["x"], ["y"], [attribute("scales", "floats", [1.0, 2.0])])], X, Y), 120,
        "'y' (Upsample, opset 17)", "from operator set 10 on")
refused("sequence", model([node("SequenceConstruct", ["x"], ["s"]), node("SequenceAt", ["s", "x"], ["y"])], X, Y), 123, "sequences")
refused("type of an input", model([node("Identity", ["x"], ["y"])], [value("x", ["n"], 8)], [value("y", ["n"], 8)]), 123, "'x' (input)", "STRING")

# --- what is invalid: node and shapes

for label, nodes, texts in (
        ("shapes of Add", [node("Add", ["x", "w"], ["y"], name="sum")], ["'sum' (Add, opset 17)", "3", "4"]),
        ("shapes of MatMul", [node("MatMul", ["x", "w"], ["y"], name="product")], ["'product' (MatMul, opset 17)", "(n, 3)", "is 4"]),
        ("types of Add", [node("Add", ["x", "i"], ["y"], name="sum")], ["'sum' (Add, opset 17)", "f32", "i64"]),
        ("And of reals", [node("And", ["x", "x"], ["y"], name="both")], ["'both' (And, opset 17)", "f32 (n, 3)"]),
        ("axis of Concat", [node("Concat", ["x", "x"], ["y"], [attribute("axis", "i", 2)], name="join")], ["'join' (Concat, opset 17)", "axis 2"]),
        ("parts of Concat", [node("Concat", ["x", "w"], ["y"], [attribute("axis", "i", 0)], name="join")], ["'join' (Concat, opset 17)", "(n, 3)", "(4)"]),
        ("permutation", [node("Transpose", ["x"], ["y"], [ints("perm", 0, 0)], name="turn")], ["'turn' (Transpose, opset 17)"]),
        ("kernel_shape", [node("Conv", ["p", "k"], ["y"], [ints("kernel_shape", 3, 3)], name="conv")], ["'conv' (Conv, opset 17)", "3,3", "(1, 1, 2, 2)"]),
        ("channels", [node("Conv", ["p", "l"], ["y"], name="conv")], ["'conv' (Conv, opset 17)"]),
        ("pads of a window", [node("MaxPool", ["p"], ["y"], [ints("kernel_shape", 2, 2), ints("pads", 1, 1)], name="pool")],
         ["'pool' (MaxPool, opset 17)", "'pads' has 2 numbers, but 4 are required"]),
        ("auto_pad", [node("MaxPool", ["p"], ["y"], [ints("kernel_shape", 2, 2), attribute("auto_pad", "s", "SAME")], name="pool")],
         ["'pool' (MaxPool, opset 17)", "'auto_pad' is 'SAME'", "SAME_UPPER"]),
        ("sizes of Split", [node("Split", ["x", "i"], ["y", "z"], [attribute("axis", "i", 1)], name="cut")], ["'cut' (Split, opset 17)"]),
        ("Reshape", [node("Reshape", ["w", "five"], ["y"], name="view")], ["'view' (Reshape, opset 17)", "(4)"]),
        ("Gemm of a vector", [node("Gemm", ["w", "x"], ["y"], name="gemm")], ["'gemm' (Gemm, opset 17)", "f32 (4)"]),
        ("equation", [node("Einsum", ["x", "x"], ["y"], [attribute("equation", "s", "ij,jkl->i")], name="ein")], ["'ein' (Einsum, opset 17)", "ij,jkl->i"]),
        ("attribute twice", [node("Softmax", ["x"], ["y"], [attribute("axis", "i", 0)] * 2, name="soft")], ["'soft' (Softmax, opset 17)", "two attributes 'axis'"]),
        ("attribute's name", [node("Softmax", ["x"], ["y"], [attribute("axes", "i", 0)], name="soft")], ["'soft' (Softmax, opset 17)", "no attribute 'axes'"]),
        ("attribute's type", [node("Softmax", ["x"], ["y"], [ints("axis", 0)], name="soft")], ["'soft' (Softmax, opset 17)", "a list of integers"]),
        ("older attribute", [node("ReduceSum", ["x"], ["y"], [ints("axes", 0)], name="sum")], ["'sum' (ReduceSum, opset 17)", "in 1 to 12"]),
        ("operand", [node("MatMul", ["x", ""], ["y"], name="product")], ["'product' (MatMul, opset 17)", "operand 1"]),
        ("operands", [node("Relu", ["x", "x"], ["y"], name="relu")], ["'relu' (Relu, opset 17)", "2 operands"]),
        ("order", [node("Relu", ["t"], ["y"], name="early"), node("Relu", ["x"], ["t"], name="late")], ["'early' (Relu, opset 17)", "not in order"]),
        ("name twice", [node("Relu", ["x"], ["y"], name="one"), node("Tanh", ["x"], ["y"], name="two")], ["'two' (Tanh, opset 17)", "'one' (Relu)"]),
        ("in a branch", [node("If", ["t"], ["y"], [attribute("then_branch", "g", graph([node("Add", ["x", "w"], ["a"], name="sum")], [], [value("a", [3])])),
                                                   attribute("else_branch", "g", graph([node("Relu", ["x"], ["b"])], [], [value("b", [3])]))], name="choice")],
         ["/sum' (Add, opset 17)"])):
    inputs = X + [value("p", [1, 1, 4, 4]), value("t", [], BOOL)]
    if label == "order":
        inputs = X
    weights = [tensor("w", [4], FLOAT, [0] * 4), constant("i", 2, 2), constant("five", 5), tensor("k", [1, 1, 2, 2], FLOAT, [0] * 4),
               tensor("l", [1, 2, 1, 1], FLOAT, [0] * 2)]
    refused(label, model(nodes, inputs, [value("y", [])][:1], weights), 120, *texts)

# --- what operators require of values, known at import or when the program runs

N3 = [value("x", ["n", 3])]


def requires(label, op, attributes, good, bad, text, outputs=("y",)):
    """Operand k of OP, an input or a weight, has the values GOOD, or BAD ones, which are refused with TEXT."""
    nodes = [node(op, ["x", "k"], list(outputs), attributes, name="one")]
    results = [value("y", ["p", "q"])]
    if imported(label, model(nodes, N3 + [value("k", [len(good)], INT64)], results, opset=18)):
        rows = {"x": f4([2, 3], range(6)), "k": i8([len(good)], good)}
        runs(label, rows)
        needs(label, dict(rows, k=i8([len(bad)], bad)), "Model/one", text)
    refused(label, model(nodes, N3, results, [constant("k", *bad)], opset=18), 120, "'one' (" + op, text)


requires("negative repeats", "Tile", [], [2, 2], [2, -1], "a number of repeats is negative or too large")
requires("too many repeats", "Tile", [], [0, 1], [1, 2**62], "a number of repeats is negative or too large")
requires("K", "TopK", [attribute("axis", "i", 1)], [3], [4], "K is negative or more than the axis has", ("y", "i"))
requires("negative K", "TopK", [attribute("axis", "i", 1)], [0], [-1], "K is negative or more than the axis has", ("y", "i"))
requires("sizes", "Split", [attribute("axis", "i", 1)], [1, 2], [4, -1], "a size is negative", ("y", "z"))

# A letter that stands twice in an operand needs equal extents.
square = model([node("Einsum", ["x"], ["y"], [attribute("equation", "s", "ii->i")], name="diagonal")], [value("x", ["a", "b"])],
               [value("y", ["a"])])
if imported("diagonal", square):
    runs("diagonal", {"x": f4([2, 2], [1, 2, 3, 4])}, y=f4([2], [1, 4]))
    needs("diagonal", {"x": f4([3, 2], range(6))}, "diagonal needs a = b", "a is 3", "b is 2")

# The root may have the name of a node; handles are no untracked memory; long names of inputs differ at their ends.
same = model([node("Add", ["x", "x"], ["y"], name="Model")], X, Y)
if imported("root and node", same):
    runs("root and node", {"x": f4([1, 3], [1, 2, 3])}, y=f4([1, 3], [2, 4, 6]))
    status, _, said = call(tools[1], "--check=all", "--root", "Model", "--args", "graph.bc.yaml", "graph.bc")
    if status or said:
        fail("checks", "%d: %s" % (status, said))
imported("long names", model([node("Sub", ["x" * 1024 + "1", "x" * 1024 + "2"], ["y"])],
                             [value("x" * 1024 + "1", ["n", 3]), value("x" * 1024 + "2", ["n", 3])], Y))

# Names are data in a library's code and header, too. The compiler says what it thinks of them.
bad = ["*/ int x; /*", 'a"b\\n', '%s\n"; abort(); //', "//*/ ??/"]
with open("model.onnx", "wb") as stream:
    stream.write(model([node("Relu", [bad[0]], [bad[1]], name=bad[2]), node("Neg", [bad[1]], [bad[3]])], [value(bad[0], ["n", 3])],
                       [value(bad[3], ["n", 3])]))
status, _, said = call(tools[0], "--emit=library", "model.onnx", "-o", "a b.so", "--root", "ral")
if status or said:
    fail("names of a library", "%d: %s" % (status, said))
with open("ral.h", "w") as stream:
    stream.write("typedef struct ral ral;\ntypedef struct ral_tensor ral_tensor;\ntypedef int ral_run;\n")
status, _, said = call("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-I.", "-fsyntax-only", "-x", "c", "a b.h")
if status or said:
    fail("header of a library", "%d: %s" % (status, said))

# Constants that are in files, which are gone.
if imported("weights", model([node("Mul", ["x", "w"], ["y"], name="scale")], [value("x", ["n", 20])], [value("y", ["n", 20])],
                             [tensor("w", [20], FLOAT, [1] * 20)])):
    for weights in os.listdir("graph.bc.weights"):
        os.remove("graph.bc.weights/" + weights)
    needs("weights", {"x": f4([1, 20], [0] * 20)}, "Model/scale", "cannot read 'graph.bc.weights/", "[unreadable-file]")

# Operands of an operation that an operator is made of are not taken for those of the operator.
refused("operands", model([node("Gemm", ["x", "w", "c"], ["y"], name="gemm")], X, Y,
                          [tensor("w", [3, 4], FLOAT, [0] * 12), tensor("c", [3], FLOAT, [0] * 3)]), 120,
        "'gemm' (Gemm, opset 17): axis 1 is 4 in operand 0, f32 (n, 4)", "its own are f32 (n, 3), f32 (3, 4), f32 (3)")

# A value for an input that is none.
save("none.npy", f4([1], [1]))
with open("model.onnx", "wb") as stream:
    stream.write(model([node("Relu", ["x"], ["y"])], X, Y))
status, _, said = call(tools[0], "model.onnx", "-o", "graph.bc", "--fix", "nope=none.npy")
if status != 123 or "'nope' (--fix): the model has no such input" not in said:
    fail("fixed", "%d: %s" % (status, said))

# An index that is found when the program runs.
if imported("index", model([node("Gather", ["x", "k"], ["y"], name="row")], X + [value("k", [1], INT64)], [value("y", [1, 3])])):
    runs("index", {"x": f4([2, 3], range(6)), "k": i8([1], [-1])}, y=f4([1, 3], [3, 4, 5]))
    needs("index", {"x": f4([2, 3], range(6)), "k": i8([1], [2])}, "'Model/row'", "index 2", "[tensor-index]")

# Two errors of two nodes are both reported.
refused("two nodes", model([node("Softmax", ["x"], ["s"], [attribute("axis", "i", 9)], name="one"),
                            node("Concat", ["x", "x"], ["c"], [attribute("axis", "i", 9)], name="two"), node("Add", ["s", "c"], ["y"])], X, Y),
        120, "'one' (Softmax", "'two' (Concat")

print("%d runs, %d failures" % (count, failures))
sys.exit(1 if failures or count < 60 else 0)
