"""NPY files without NumPy, and the comparison of real numbers that were rounded after each operation."""
import ast
import math
import struct

LETTERS = {"f": {2: "e", 4: "f", 8: "d"}, "i": {1: "b", 2: "h", 4: "i", 8: "q"}, "u": {1: "B", 2: "H", 4: "I"}, "b": {1: "?"}}


def parts(data):
    """Return type ("f4", "bf16"), shape and the bytes of the elements of an NPY file."""
    length = struct.unpack_from("<H", data, 8)[0]
    head = ast.literal_eval(data[10:10 + length].decode())
    kind = head["descr"][1:]
    return "bf16" if kind == "V2" else kind, head["shape"], data[10 + length:]


def elements(kind, body):
    """Return the elements as numbers."""
    if kind == "bf16":
        body, kind = b"".join(b"\0\0" + body[i:i + 2] for i in range(0, len(body), 2)), "f4"
    size = int(kind[1:])
    return struct.unpack("<%d%s" % (len(body) // size, LETTERS[kind[0]][size]), body)


def array(data):
    """Return type, shape and elements of an NPY file."""
    kind, shape, body = parts(data)
    return kind, shape, elements(kind, body)


def agree(kind, got, expected):
    """Return whether elements of KIND agree: integers exactly."""
    error = {"f4": 3e-6, "f2": 2 ** -10, "bf16": 2 ** -7}.get(kind, 0)
    most = max([abs(x) for x in expected if math.isfinite(x)], default=0)
    for one, other in zip(got, expected):
        if one != other and not (one != one and other != other) and not abs(one - other) <= error * most:
            return False
    return True
