#!/usr/bin/env python3
"""torch_values.py -- save all values of a PyTorch program, and its ONNX model with the same names, for hpvm-diff --against.

    from torch_values import save
    save(module, (input,), 'net.onnx', 'net.npz')

    torch_values.py FILE.pt2 NET.onnx NET.npz INPUT.npy...       # a program saved by torch.export.save()

The nodes of an exported program have names, which torch.onnx.export() gives to the values of the model as long as it does not
optimise. Needs the packages torch, onnx and onnxscript."""
import sys

import numpy
import torch

import archive


class Recorder(torch.fx.Interpreter):
    """Runs a graph and keeps the tensors that its nodes compute."""

    def __init__(self, module):
        super().__init__(module)
        self.arrays = {}

    def run_node(self, n):
        result = super().run_node(n)
        if isinstance(result, torch.Tensor) and n.op == 'call_function':
            self.arrays[n.name] = archive.as_numpy(result)
        return result


def save_program(program, inputs, model, run):
    """Save the exported PROGRAM as the ONNX file MODEL, and its values for INPUTS as the archive RUN."""
    exported = torch.onnx.export(program, (), dynamo=True, optimize=False)
    exported.save(model)
    # the exporter decomposes the program first; values have the names of that graph
    program = exported.exported_program
    recorder = Recorder(program.graph_module)
    constants = {**program.state_dict, **program.constants}
    signature = program.graph_signature
    given = iter(inputs)
    operands = []
    for spec in signature.input_specs:
        if spec.kind == torch.export.graph_signature.InputKind.USER_INPUT:
            value = next(given)
            recorder.arrays[spec.arg.name] = archive.as_numpy(value)
            operands.append(value)
        else:
            operands.append(constants[spec.target])
    with torch.no_grad():
        recorder.run(*operands)
    archive.write(run, recorder.arrays)


def save(module, inputs, model, run, **options):
    """The same for a module; OPTIONS are those of torch.export.export(), as dynamic_shapes."""
    save_program(torch.export.export(module.eval(), tuple(inputs), **options), inputs, model, run)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    inputs = [torch.from_numpy(numpy.load(path)) for path in sys.argv[4:]]
    save_program(torch.export.load(sys.argv[1]), inputs, sys.argv[2], sys.argv[3])


if __name__ == '__main__':
    main()
