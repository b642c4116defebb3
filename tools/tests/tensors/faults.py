#!/usr/bin/env python3
"""faults.py -- faulty shapes and attributes of operators: each gets a diagnostic that names the node and what is wrong.

    faults.py IMPORT RUN [--runs N]

Each fault is a node with operands of given shapes. It is tried in three forms:

- all extents are numbers, and elements that matter are constants: all faults in one model, which hpvm-import refuses, with a
  message for each node;
- extents are symbols, so that a fault of shapes shows when the program runs;
- elements that matter are inputs as well.

Every form must be refused: by hpvm-import (status 120, or 123 if a value must be known), or by hpvm-run before or at the node
(120 or 121). The message names the node, and has all WORDS of the fault, such as the extents that do not fit. --runs N tries the
second and third form of N faults only, spread over the table. Needs no packages.
"""
import argparse
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from onnx_file import attribute, field, model, node, tensor, value

TYPES = {"f32": (1, "f", "<f4"), "u8": (2, "B", "|u1"), "i8": (3, "b", "|i1"), "i32": (6, "i", "<i4"), "i64": (7, "q", "<i8"),
         "bool": (9, "?", "|b1"), "f64": (11, "d", "<f8"), "u32": (12, "I", "<u4")}
FAULTS, RUNS = [], set()


def fault(op, operands, words, outputs=1, opset=18, only_runs=False, **attributes):
    """OPERANDS: "f32 2,3" a tensor; "i64 2 = 1,2" one whose elements matter; "" an omitted one. WORDS, separated by blanks, are in the
    message; shapes, (2, 3), only if they are numbers. ONLY_RUNS: elements are wrong, which is seen when the program runs."""
    if only_runs:
        RUNS.add(len(FAULTS))
    FAULTS.append((op, operands, re.findall(r"\([^)]*\)|\S+", words), outputs, opset, attributes))


# --- shapes that are not broadcast, types that differ

for op in "Add Sub Mul Div Pow Max Min Sum Mean PRelu Less Greater Equal LessOrEqual".split():
    fault(op, ["f32 2,3", "f32 4"], "3 4")
    if op != "PRelu":
        fault(op, ["f32 2,3", "f32 3,3"], "2 3")
for op in "And Or Xor".split():
    fault(op, ["bool 2,3", "bool 2,4"], "3 4")
    fault(op, ["f32 2,3", "f32 2,3"], "f32 bool")
fault("BitwiseAnd", ["i32 2", "i32 3"], "2 3")
fault("BitwiseOr", ["f32 2", "f32 2"], "f32")
fault("Where", ["bool 2,3", "f32 2,3", "f32 2,4"], "3 4")
fault("Where", ["f32 2,3", "f32 2,3", "f32 2,3"], "f32 bool")
fault("Mod", ["i32 5", "i32 4"], "5 4")
fault("Mod", ["f32 5", "f32 5"], "fmod")
for op in "Add Sub Mul Div Max Min Equal".split():
    fault(op, ["f32 2", "i64 2"], "f32 i64")
for op in "Sqrt Exp Log Sin Erf Sigmoid Floor".split():
    fault(op, ["i64 2,3"], "i64")
fault("Not", ["f32 2"], "f32")
fault("BitwiseNot", ["f32 2"], "f32")
fault("Sum", ["f32 2", "f32 2", "f32 3"], "2 3")
fault("Max", ["f32 2", ""], "operand")
fault("Min", ["f32 2", "", "f32 2"], "operand")
fault("BitShift", ["u32 2", "u32 2"], "direction UP", direction="UP")
fault("Expand", ["f32 2,3", "i64 2 = 2,4"], "3 4")
fault("Expand", ["f32 2,3", "i64 2 = 2,-1"], "-1")
fault("Clip", ["f32 2", "f32 2"], "(2)")
fault("Clip", ["f32 2", "i64"], "f32 i64")

# --- axes

for op in "Softmax LogSoftmax Hardmax ArgMax ArgMin LpNormalization Flatten".split():
    for axis in (3, -4):
        fault(op, ["f32 2,3"], "%d" % axis, axis=axis)
for op in "ReduceSum ReduceMax ReduceMin ReduceProd ReduceMean ReduceL1 ReduceL2 ReduceLogSum ReduceSumSquare ReduceLogSumExp".split():
    fault(op, ["f32 2,3", "i64 1 = 2"], "2")
    fault(op, ["f32 2,3", "i64 2 = 1,-1"], "axis 1")
for op in "Concat Gather GatherElements".split():
    for axis in (2, -3):
        fault(op, ["f32 2,3"] + (["i64 1,1 = 0"] if op != "Concat" else ["f32 2,3"]), "%d" % axis, axis=axis)
fault("ScatterElements", ["f32 2,3", "i64 1,1 = 0", "f32 1,1"], "2", axis=2)
for axis in (2, -3):
    fault("CumSum", ["f32 2,3", "i64 = %d" % axis], "%d" % axis)
    fault("TopK", ["f32 2,3", "i64 1 = 1"], "%d" % axis, 2, axis=axis)
    fault("Split", ["f32 2,3"], "%d" % axis, 2, axis=axis, num_outputs=2)
    fault("Compress", ["f32 2,3", "bool 2"], "%d" % axis, axis=axis)
    fault("Unique", ["f32 2,3"], "%d" % axis, axis=axis)
    fault("Squeeze", ["f32 2,1", "i64 1 = %d" % axis], "%d" % axis)
    fault("Slice", ["f32 2,3", "i64 1 = 0", "i64 1 = 1", "i64 1 = %d" % axis], "%d" % axis)
    fault("Pad", ["f32 2,3", "i64 2 = 1,1", "", "i64 1 = %d" % axis], "%d" % axis)
fault("Unsqueeze", ["f32 2,3", "i64 1 = 3"], "3")
fault("Unsqueeze", ["f32 2,3", "i64 2 = 0,0"], "0")
fault("Squeeze", ["f32 2,3", "i64 1 = 1"], "3")
fault("Squeeze", ["f32 1,1,3", "i64 2 = 0,0"], "0")
fault("Slice", ["f32 2,3", "i64 2 = 0,0", "i64 2 = 1,1", "i64 2 = 1,1"], "1")
fault("OneHot", ["i64 2", "i64 = 3", "f32 2"], "3", axis=3)
fault("LayerNormalization", ["f32 2,3", "f32 3"], "2", axis=2)
fault("QuantizeLinear", ["f32 2,3", "f32 3", "u8 3"], "2", axis=2)
fault("DequantizeLinear", ["u8 2,3", "f32 3", "u8 3"], "5", axis=5)
fault("CenterCropPad", ["f32 2,3", "i64 1 = 2"], "4", axes=[4])

# --- movement

fault("Transpose", ["f32 2,3"], "perm", perm=[0, 0])
fault("Transpose", ["f32 2,3"], "perm", perm=[0])
fault("Transpose", ["f32 2,3"], "perm 2", perm=[0, 2])
fault("Reshape", ["f32 2,3", "i64 2 = 4,2"], "(2, 3) (4, 2)")
fault("Reshape", ["f32 2,3", "i64 2 = -1,-1"], "-1")
fault("Reshape", ["f32 2,3", "i64 2 = -2,3"], "-2")
fault("Reshape", ["f32 2,3", "i64 2 = 4,-1"], "4")
fault("Reshape", ["f32 2,3", "i64 3 = 2,3,0"], "0")
fault("Reshape", ["f32 2,3", "f32 2"], "f32")
fault("Concat", ["f32 2,3", "f32 2,4"], "3 4", axis=0)
fault("Concat", ["f32 2,3", "f32 2"], "(2)", axis=0)
fault("Concat", ["f32 2,3", "i64 2,3"], "f32 i64", axis=0)
fault("Concat", ["f32 2,3", ""], "operand", axis=0)
fault("Split", ["f32 4,3", "i64 2 = 1,2"], "(4, 3)", 2)
fault("Split", ["f32 4,3", "i64 2 = 5,-1"], "negative", 2)
fault("Split", ["f32 4,3", "i64 3 = 1,1,2"], "3 2", 2)
fault("Split", ["f32 4,3"], "4 6", 6, num_outputs=6)
fault("Split", ["f32 4,3"], "2 3", 2, num_outputs=3)
fault("Tile", ["f32 2,3", "i64 2 = 2,-1"], "negative")
fault("Tile", ["f32 2,3", "i64 3 = 1,1,1"], "3")
fault("Pad", ["f32 2,3", "i64 3 = 1,1,1"], "3")
fault("Pad", ["f32 0,3", "i64 4 = 1,1,0,0"], "0", mode="reflect")
fault("Pad", ["f32 2,3", "i64 4 = -2,0,-1,0"], "2")
fault("Pad", ["f32 2,3", "i64 4 = 0,0,0,0"], "mode around", mode="around")
fault("Slice", ["f32 2,3", "i64 1 = 0", "i64 1 = 1", "i64 1 = 0", "i64 1 = 0"], "step")
fault("Slice", ["f32 2,3", "i64 1 = 0", "i64 2 = 1,1"], "1 2")
fault("ReverseSequence", ["f32 2,3", "i64 2 = 4,1"], "4 3", only_runs=True, batch_axis=0, time_axis=1)
fault("ReverseSequence", ["f32 2,3", "i64 3 = 1,1,1"], "2 3", batch_axis=0, time_axis=1)
fault("DepthToSpace", ["f32 1,6,2,2"], "6", blocksize=2)
fault("DepthToSpace", ["f32 4,2,2"], "(4, 2, 2)", blocksize=2)
fault("SpaceToDepth", ["f32 1,1,3,2"], "3", blocksize=2)
fault("SpaceToDepth", ["f32 1,1,2,2"], "0", blocksize=0)
fault("Trilu", ["f32 3"], "(3)")
fault("EyeLike", ["f32 3"], "(3)")
fault("CenterCropPad", ["f32 2,3", "i64 2 = 2,-1"], "negative")
fault("CenterCropPad", ["f32 2,3", "i64 1 = 2"], "(1)")
fault("Range", ["i64 = 0", "i64 = 4", "i64 = 0"], "0")
fault("Range", ["i64 1 = 0,0", "i64 = 4", "i64 = 1"], "(2)")
fault("ConstantOfShape", ["i64 2 = 2,-3"], "-3")
fault("ConstantOfShape", ["f32 2"], "f32")

# --- chosen by data

fault("Gather", ["f32 2,3", "i64 2 = 0,2"], "2")
fault("Gather", ["f32 2,3", "i64 1 = -3"], "-3")
fault("Gather", ["f32 2,3", "f32 1"], "f32")
fault("Gather", ["f32", "i64 1 = 0"], "()")
fault("GatherElements", ["f32 2,3", "i64 3,3 = 0"], "3 2", axis=1)
fault("GatherElements", ["f32 2,3", "i64 2 = 0,0"], "(2)")
fault("GatherND", ["f32 2,3", "i64 1,3 = 0,0,0"], "3")
fault("GatherND", ["f32 2,3", "i64 1,2 = 0,3"], "3", only_runs=True)
fault("ScatterElements", ["f32 2,3", "i64 1,2 = 0,0", "f32 1,3"], "2 3")
fault("ScatterElements", ["f32 2,3", "i64 1,1 = 5", "f32 1,1"], "5", only_runs=True)
fault("ScatterND", ["f32 2,3", "i64 1,1 = 0", "f32 1,4"], "3 4")
fault("ScatterND", ["f32 2,3", "i64 1,1 = 7", "f32 1,3"], "7", only_runs=True)
fault("ScatterND", ["f32 2,3", "i64 1,1 = 0", "f32 1,3"], "reduction mean", reduction="mean")
fault("Compress", ["f32 2,3", "bool 2,3"], "(2, 3)", axis=0)
fault("Compress", ["f32 2,3", "bool 4"], "4", axis=0)
fault("TopK", ["f32 2,3", "i64 1 = 4"], "K", 2, axis=1)
fault("TopK", ["f32 2,3", "i64 2 = 1,1"], "(2)", 2, axis=1)
fault("OneHot", ["i64 2 = 0,1", "i64 = 3", "f32 3"], "3")
fault("OneHot", ["i64 2 = 0,1", "i64 = -2", "f32 2"], "depth")
fault("NonMaxSuppression", ["f32 1,4,3", "f32 1,1,4"], "3")
fault("NonMaxSuppression", ["f32 1,4,4", "f32 1,1,5"], "4 5")

# --- products

fault("MatMul", ["f32 2,3", "f32 4,2"], "3 4")
fault("MatMul", ["f32 2,2,3", "f32 3,3,2"], "2 3")
fault("MatMul", ["f32", "f32 2,2"], "rank 0")
fault("MatMul", ["f32 3", "f32 4"], "3 4")
fault("MatMulInteger", ["u8 2,3", "u8 4,2"], "3 4")
fault("Gemm", ["f32 2,3", "f32 4,2"], "3 4")
fault("Gemm", ["f32 2,3", "f32 3,4"], "2 3", transA=1)
fault("Gemm", ["f32 1,2,3", "f32 3,4"], "(1, 2, 3)")
fault("Gemm", ["f32 3", "f32 3,4"], "(3)")
fault("Gemm", ["f32 2,3", "f32 3,4", "f32 3"], "3 4")
fault("Einsum", ["f32 2,3", "f32 4,2"], "3 4", equation="ij,jk->ik")
fault("Einsum", ["f32 2,3"], "ijk", equation="ijk->i")
fault("Einsum", ["f32 2,3"], "ij->z", equation="ij->z")
fault("Det", ["f32 2,3"], "2 3")

# --- windows

fault("Conv", ["f32 1,3,4,4", "f32 2,2,1,1"], "3 2")
fault("Conv", ["f32 1,3,4,4", "f32 4,1,1,1"], "3", group=2)
fault("Conv", ["f32 1,2,4,4", "f32 3,1,1,1"], "3 2", group=2)
fault("Conv", ["f32 1,2,4,4", "f32 2,2,3,3"], "2", kernel_shape=[2, 2])
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1", "f32 3"], "3 2")
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1"], "strides 0", strides=[0, 1])
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1"], "dilations -1", dilations=[-1, 1])
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1"], "pads", pads=[1, 1])
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1"], "strides", strides=[1])
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1"], "group 0", group=0)
fault("Conv", ["f32 1,2,2,2", "f32 2,2,3,3"], "3 2")
fault("Conv", ["f32 1,2,4", "f32 2,2,1,1"], "(2, 2, 1, 1)")
fault("Conv", ["f32 1,2", "f32 2,2"], "(1, 2)")
fault("Conv", ["f32 1,2,4,4", "f32 2,2,1,1"], "auto_pad SAME", auto_pad="SAME")
fault("ConvTranspose", ["f32 1,3,4,4", "f32 2,2,1,1"], "3 2")
fault("ConvTranspose", ["f32 1,2,4,4", "f32 2,2,1,1"], "output_padding", output_padding=[1, 0])
fault("ConvTranspose", ["f32 1,3,4,4", "f32 3,2,1,1"], "3", group=2)
for op in "MaxPool AveragePool LpPool".split():
    fault(op, ["f32 1,2,4,4"], "kernel_shape", kernel_shape=[2])
    fault(op, ["f32 1,2,4,4"], "kernel_shape", kernel_shape=[0, 2])
    fault(op, ["f32 1,2,4,4"], "5 4", kernel_shape=[5, 2])
    fault(op, ["f32 1,2,4,4"], "pads 2", kernel_shape=[2, 2], pads=[2, 0, 0, 0])
    fault(op, ["f32 1,2,4,4"], "strides", kernel_shape=[2, 2], strides=[1, 0])
fault("MaxPool", ["f32 1,2,4,4"], "storage_order 3", kernel_shape=[2, 2], storage_order=3)
fault("LpPool", ["f32 1,2,4,4"], "p", kernel_shape=[2, 2], p=0)
fault("GlobalAveragePool", ["f32 2"], "(2)")
fault("GlobalMaxPool", ["f32 2"], "(2)")
fault("Resize", ["f32 1,1,2,2", "", "f32 3 = 1,1,2"], "3")
fault("Resize", ["f32 1,1,2,2", "", "", "i64 4 = 1,1,-2,2"], "-2")
fault("GridSample", ["f32 1,1,2,2", "f32 1,2,2,3"], "3")
fault("RoiAlign", ["f32 1,1,4,4", "f32 2,3", "i64 2 = 0,0"], "3", output_height=1, output_width=1)

# --- normalisations, quantised numbers

for op, rest in (("BatchNormalization", 4), ("InstanceNormalization", 2)):
    for bad in range(rest):
        fault(op, ["f32 2,3,4"] + ["f32 5" if i == bad else "f32 3" for i in range(rest)], "3 5")
fault("LayerNormalization", ["f32 2,3", "f32 4"], "3 4")
fault("LayerNormalization", ["f32 2,3", "f32 3", "f32 4"], "3 4")
fault("RMSNormalization", ["f32 2,3", "f32 4"], "3 4", opset=23)
fault("GroupNormalization", ["f32 1,3,4", "f32 3", "f32 3"], "3 2", opset=21, num_groups=2)
fault("GroupNormalization", ["f32 1,4,4", "f32 3", "f32 4"], "4 3", opset=21, num_groups=2)
fault("LRN", ["f32 1,3,4,4"], "size", size=0)
fault("QuantizeLinear", ["f32 2,3", "f32 2", "u8 2"], "3 2", axis=1)
fault("DequantizeLinear", ["u8 2,3", "f32 2", "u8 2"], "3 2", axis=1)
fault("QuantizeLinear", ["f32 2,3", "f32", "i32"], "i32")

# --- layers

fault("RNN", ["f32 2,1,3", "f32 1,4,5", "f32 1,4,4"], "3 5", hidden_size=4)
fault("RNN", ["f32 2,1,3", "f32 1,4,3", "f32 1,4,4"], "4 5", hidden_size=5)
fault("RNN", ["f32 2,1,3", "f32 1,4,3", "f32 1,4,4"], "direction", hidden_size=4, direction="up")
fault("RNN", ["f32 2,1,3", "f32 1,4,3", "f32 1,4,4"], "layout 2", hidden_size=4, layout=2)
fault("LSTM", ["f32 2,1,3", "f32 1,15,3", "f32 1,16,4"], "15 16", hidden_size=4)
fault("LSTM", ["f32 2,1,3", "f32 1,16,3", "f32 1,16,5"], "4 5", hidden_size=4)
fault("LSTM", ["f32 2,1,3", "f32 1,16,3", "f32 1,16,4", "f32 1,30"], "30 32", hidden_size=4)
fault("GRU", ["f32 2,1,3", "f32 1,12,3", "f32 1,12,4", "", "i32 1 = 3"], "sequence", hidden_size=4)
fault("GRU", ["f32 2,1,3", "f32 1,12,3", "f32 1,12,4", "", "i32 1 = -1"], "sequence", hidden_size=4)
fault("GRU", ["f32 2,1,3", "f32 1,12,3", "f32 1,12,4", "", "i32 2 = 1,1"], "1 2", hidden_size=4)
fault("Attention", ["f32 1,2,3,4", "f32 1,2,3,5", "f32 1,2,3,4"], "4 5", opset=23)
fault("Attention", ["f32 1,3,2,4", "f32 1,2,2,4", "f32 1,2,2,4"], "3 2", opset=23)
fault("Attention", ["f32 1,2,4", "f32 1,2,4", "f32 1,2,4"], "q_num_heads", opset=23)
fault("RotaryEmbedding", ["f32 1,2,3,4", "f32 5,2", "f32 5,3", "i64 1,3 = 0,1,2"], "2 3", opset=23)

# --- signals, losses

for op in "HannWindow HammingWindow BlackmanWindow".split():
    fault(op, ["i64 = -1"], "size")
fault("DFT", ["f32 1,4,3", "i64 = 2"], "3", opset=18, axis=1)
fault("DFT", ["f32 1,4,1", "i64 = 0"], "0", opset=18, axis=1)
fault("DFT", ["f32 1,4,1", "i64 = -3"], "length", opset=18, axis=1)
fault("STFT", ["f32 1,8,1", "i64 = 0", "", "i64 = 4"], "step")
fault("MelWeightMatrix", ["i64 = 0", "i64 = 8", "i64 = 8000", "f32 = 0", "f32 = 4000"], "0")
fault("NegativeLogLikelihoodLoss", ["f32 2,3", "i64 2 = 0,-1"], "-1")
fault("NegativeLogLikelihoodLoss", ["f32 2,3", "i64 3 = 0,0,0"], "2 3")
fault("SoftmaxCrossEntropyLoss", ["f32 2,3", "i64 2 = 0,3"], "3")
fault("SoftmaxCrossEntropyLoss", ["f32 2,3", "i64 2 = 0,1", "f32 4"], "3 4")
fault("NegativeLogLikelihoodLoss", ["f32 2,3", "i64 2 = 0,1"], "reduction all", reduction="all")

# --- attributes

fault("ReduceSum", ["f32 2,3"], "keepdims 7", keepdims=7)
fault("ArgMax", ["f32 2,3"], "keepdims 2", keepdims=2)
fault("ReduceMean", ["f32 2,3"], "keepdims -1", keepdims=-1)
fault("Gelu", ["f32 2"], "approximate sin", opset=20, approximate="sin")
fault("Cast", ["f32 2"], "99", to=99)
fault("Softmax", ["f32 2,3"], "axes", axes=1)
fault("Gemm", ["f32 2,3", "f32 3,4"], "transC", transC=1)
fault("TopK", ["f32 2,3", "i64 1 = 1"], "k", 2, k=1)
fault("LeakyRelu", ["f32 2"], "alpha", alpha=1)
fault("CumSum", ["f32 2,3", "i64 = 0"], "exclusive 5", exclusive=5)
fault("Shape", ["f32 2,3"], "begin", begin=1)
fault("Relu", ["f32 2", "f32 2"], "2 operands")
fault("Add", ["f32 2"], "1 operand")


# --- as models

def operand(text):
    """(type, dims, elements or None); None: omitted."""
    if not text:
        return None
    what, _, elements = text.partition("=")
    kind, *dims = what.split()
    dims = [int(d) for d in dims[0].split(",")] if dims else []
    numbers = [float(e) if kind[0] == "f" else int(e) for e in elements.split(",")] if elements else None
    size = 1
    for d in dims:
        size *= d
    return kind, dims if numbers is None or len(numbers) in (1, size) else [len(numbers)], numbers and (numbers * size)[:max(size, len(numbers))] if numbers else None


def attributes_of(said):
    for name, what in said.items():
        kind = "f" if isinstance(what, float) else "i" if isinstance(what, int) else "s" if isinstance(what, str) else "ints"
        yield attribute(name, kind, what)


def parts_of(number, symbolic, late):
    """The node of a fault with its inputs, weights, and arrays for the inputs. LATE: elements that matter are inputs."""
    op, operands, _, outputs, _, attributes = FAULTS[number]
    label, names, inputs, weights, arrays = "fault%d" % number, [], [], [], {}
    for i, text in enumerate(operands):
        found = operand(text)
        names.append("%s_x%d" % (label, i) if found else "")
        if not found:
            continue
        kind, dims, numbers = found
        if numbers is not None and not late:
            weights.append(tensor(names[-1], dims, TYPES[kind][0], struct.pack("<%d%s" % (len(numbers), TYPES[kind][1]), *numbers)))
            continue
        sizes = ["%s_%d_%d" % (label, i, k) for k in range(len(dims))] if symbolic and numbers is None else dims
        inputs.append(value(names[-1], sizes, TYPES[kind][0]))
        arrays[names[-1]] = kind, dims, numbers
    made = node(op, names, ["%s_y%d" % (label, i) for i in range(outputs)], list(attributes_of(attributes)), label)
    return made, inputs, weights, arrays


def write_model(path, numbers, symbolic=False, late=False):
    parts = [parts_of(n, symbolic, late) for n in numbers]
    with open(path, "wb") as stream:
        stream.write(model([p[0] for p in parts], sum((p[1] for p in parts), []), [open_output(n) for n in numbers],
                           sum((p[2] for p in parts), []), FAULTS[numbers[0]][4], ir=11))
    return {name: array for p in parts for name, array in p[3].items()}


def open_output(number):
    """An output without a declared type."""
    return field(1, "fault%d_y0" % number)


def save(path, array):
    kind, shape, numbers = array
    size = 1
    for d in shape:
        size *= d
    numbers = numbers or [0 if kind != "bool" else True] * size
    head = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (TYPES[kind][2], "".join("%d, " % d for d in shape))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(path, "wb") as stream:
        stream.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<%d%s" % (size, TYPES[kind][1]), *numbers[:size]))


# --- the trial

class Trial:
    def __init__(self, tools, folder):
        self.tools, self.folder, self.failed, self.count = [os.path.abspath(t) for t in tools], folder, 0, 0

    def call(self, *command):
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
        return done.returncode, done.stderr.decode(errors="replace")

    def judge(self, number, form, status, text):
        """TEXT must name the node and have the words."""
        op, operands, words, *_ = FAULTS[number]
        words = [w for w in words if form == "fixed" or w[0] != "(" and status != 123]  # 123: an extent must be known
        self.count += 1
        said = " ".join(line for line in text.splitlines() if re.search(r"\bfault%d\b" % number, line))
        missing = [w for w in words if not re.search(r"(?<![\w.])%s(?!\w)" % re.escape(w) if w[-1].isalnum() else re.escape(w), said)]
        if status not in (120, 121, 123) or not said or missing:
            self.failed += 1
            print("FAIL: fault %d, %s: %s(%s)%s: status %d, %s: %s" % (
                number, form, op, "; ".join(operands), " %s" % FAULTS[number][5] if FAULTS[number][5] else "", status,
                "without %s" % ", ".join(missing) if missing and said else "the node is not named",
                said or (text if form != "fixed" else "no message")))

    def together(self):
        """All faults of an operator set in one model."""
        for opset in sorted({f[4] for f in FAULTS}):
            numbers = [n for n, f in enumerate(FAULTS) if f[4] == opset and n not in RUNS]
            write_model(os.path.join(self.folder, "model.onnx"), numbers)
            status, text = self.call(self.tools[0], "model.onnx", "-o", "model.bc")
            for number in numbers:
                self.judge(number, "fixed", status, text)

    def alone(self, number, form, symbolic, late):
        arrays = write_model(os.path.join(self.folder, "model.onnx"), [number], symbolic, late)
        status, text = self.call(self.tools[0], "model.onnx", "-o", "model.bc", "--root", "Model")
        if not status:
            for name, array in arrays.items():
                save(os.path.join(self.folder, name + ".npy"), array)
            status, text = self.call(self.tools[1], "--root", "Model", "--args", "model.bc.yaml", "model.bc")
        self.judge(number, form, status, text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tools", nargs=2)
    parser.add_argument("--runs", type=int)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="tensor-faults-")
    try:
        trial = Trial(options.tools, folder)
        trial.together()
        every = max(1, len(FAULTS) // options.runs) if options.runs else 1
        for number in range(0, len(FAULTS), every):
            trial.alone(number, "symbolic", True, False)
            if any("=" in text for text in FAULTS[number][1]):
                trial.alone(number, "late", True, True)
    finally:
        shutil.rmtree(folder)
    print("%d faults in %d forms, %d failed" % (len(FAULTS), trial.count, trial.failed))
    return 1 if trial.failed or len(FAULTS) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
