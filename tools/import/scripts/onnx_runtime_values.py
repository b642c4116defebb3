#!/usr/bin/env python3
"""onnx_runtime_values.py -- run an ONNX model in ONNX Runtime and save all its values, for hpvm-diff --against.

    onnx_runtime_values.py MODEL.onnx RUN.npz [NAME=FILE.npy]... [NAME=N]...

NAME=FILE.npy gives an input; an input without a file gets random values (small integers for integers), the same in each run.
NAME=N is the size of a dimension that has a name (default: 2). Optimisations are off, so that every node of the model runs as
it is. Needs the packages onnx and onnxruntime."""
import ctypes
import os
import sys
import tempfile

import numpy
import onnx
import onnxruntime

import archive

TYPES = {'tensor(float)': 'f4', 'tensor(double)': 'f8', 'tensor(float16)': 'f2', 'tensor(int8)': 'i1', 'tensor(uint8)': 'u1',
         'tensor(int16)': 'i2', 'tensor(uint16)': 'u2', 'tensor(int32)': 'i4', 'tensor(uint32)': 'u4', 'tensor(int64)': 'i8',
         'tensor(bool)': '?'}


def with_all_values(model):
    """Make every value that a node of the graph computes an output."""
    outputs = {output.name for output in model.graph.output}
    for node in model.graph.node:
        if node.op_type == 'Constant':
            continue
        for name in node.output:
            if name and name not in outputs:
                model.graph.output.append(onnx.ValueInfoProto(name=name))
                outputs.add(name)


def session_of(path):
    """Return a session of the model with all values as outputs. Its weights may lie in files beside it."""
    model = onnx.load(path, load_external_data=False)
    with_all_values(model)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(os.path.abspath(path)), suffix='.onnx') as file:
        file.write(model.SerializeToString())
        file.flush()
        return onnxruntime.InferenceSession(file.name, options, providers=['CPUExecutionProvider'])


def input_of(value, given, random):
    """Return the array for an input of the session."""
    if value.name in given and given[value.name].endswith('.npy'):
        return numpy.load(given[value.name])
    if value.type not in TYPES:
        sys.exit(f'{value.name}: an input of type {value.type} needs a file')
    shape = [size if isinstance(size, int) else int(given.get(size, 2)) for size in value.shape]
    kind = TYPES[value.type]
    if kind[0] == 'f':
        return random.standard_normal(shape).astype(kind)
    return random.integers(0, 2, shape).astype(kind)


def array_of(value):
    """Return a value of the session as an array; None if it is no tensor."""
    if not value.is_tensor():
        return None
    if value.data_type() != 'tensor(bfloat16)':
        return value.numpy()
    shape = value.shape()
    count = int(numpy.prod(shape, dtype=numpy.int64))
    return numpy.frombuffer(ctypes.string_at(value.data_ptr(), 2 * count), 'V2').reshape(shape)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    given = dict(word.split('=', 1) for word in sys.argv[3:])
    session = session_of(sys.argv[1])
    random = numpy.random.default_rng(0)
    arrays = {value.name: input_of(value, given, random) for value in session.get_inputs()}
    feeds = {name: onnxruntime.OrtValue.ortvalue_from_numpy(array) for name, array in arrays.items()}
    names = [output.name for output in session.get_outputs()]
    for name, value in zip(names, session.run_with_ort_values(names, feeds)):
        array = array_of(value)
        if array is not None:
            arrays[name] = array
    archive.write(sys.argv[2], arrays)


main()
