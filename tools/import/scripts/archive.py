"""archive.py -- write tensors by name as hpvm-diff --against reads them: as numpy.savez does, for any name, with bfloat16 as V2."""
import zipfile

import numpy


def as_numpy(tensor):
    """Return a torch tensor as an array."""
    import torch

    tensor = tensor.detach().cpu().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view('V2')
    return tensor.numpy()


def write(path, arrays):
    """Write the dictionary ARRAYS to the file PATH."""
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(name + '.npy', 'w', force_zip64=True) as file:
                numpy.lib.format.write_array(file, numpy.asarray(array, order='C'), allow_pickle=False)
