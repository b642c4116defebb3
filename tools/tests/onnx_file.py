"""onnx_file.py -- writes ONNX models without the package onnx: protobuf messages as bytes."""
import struct

FLOAT, INT32, INT64, BOOL, DOUBLE = 1, 6, 7, 9, 11
# AttributeProto: the number of the field and the type, by the kind of the value
KINDS = {"f": (2, 1), "i": (3, 2), "s": (4, 3), "t": (5, 4), "g": (6, 5), "floats": (7, 6), "ints": (8, 7), "strings": (9, 8),
         "sparse_tensor": (22, 11)}


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """One field: of text, bytes or a message if VALUE is str or bytes, else a number."""
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def attribute(name, kind, value, kind_said=None):
    number, said = KINDS[kind]
    values = value if isinstance(value, list) else [value]
    said = KINDS[kind_said][1] if kind_said else said
    return field(1, name) + b"".join(field(number, v) for v in values) + field(20, said)


def node(op, inputs, outputs, attributes=(), name="", domain=""):
    return (b"".join(field(1, i) for i in inputs) + b"".join(field(2, o) for o in outputs) + (field(3, name) if name else b"") +
            field(4, op) + b"".join(field(5, a) for a in attributes) + (field(7, domain) if domain else b""))


def tensor(name, dims, kind, values=b"", external=None):
    """VALUES are bytes, or numbers of KIND. EXTERNAL: the keys of data in another file."""
    if not isinstance(values, bytes):
        values = struct.pack("<%d%s" % (len(values), {FLOAT: "f", INT32: "i", INT64: "q", BOOL: "?", DOUBLE: "d"}[kind]), *values)
    out = b"".join(field(1, d) for d in dims) + field(2, kind) + field(8, name)
    if external is None:
        return out + field(9, values)
    return out + b"".join(field(13, field(1, key) + field(2, value)) for key, value in external) + field(14, 1)


def value(name, dims, kind=FLOAT):
    shape = b"".join(field(1, field(1, d) if isinstance(d, int) else field(2, d)) for d in dims)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def graph(nodes, inputs, outputs, weights=(), name="Net"):
    return (b"".join(field(1, n) for n in nodes) + field(2, name) + b"".join(field(5, w) for w in weights) +
            b"".join(field(11, i) for i in inputs) + b"".join(field(12, o) for o in outputs))


def function(name, inputs, outputs, nodes, attributes=(), domain="own", opset=17):
    """ATTRIBUTES are names."""
    return (field(1, name) + b"".join(field(4, i) for i in inputs) + b"".join(field(5, o) for o in outputs) +
            b"".join(field(6, a) for a in attributes) + b"".join(field(7, n) for n in nodes) +
            field(9, field(1, "") + field(2, opset)) + field(10, domain))


def reference(name, to, kind):
    """An attribute of a node in a function that is the function's attribute TO."""
    return field(1, name) + field(20, KINDS[kind][1]) + field(21, to)


def model(nodes, inputs, outputs, weights=(), opset=17, name="Net", ir=8, imports=None, functions=()):
    """IMPORTS: (domain, version) instead of OPSET; a domain of None is omitted."""
    imports = [("", opset)] if imports is None else imports
    return ((field(1, ir) if ir is not None else b"") + field(7, graph(nodes, inputs, outputs, weights, name)) +
            b"".join(field(8, (b"" if d is None else field(1, d)) + field(2, v)) for d, v in imports) +
            b"".join(field(25, f) for f in functions))
