"""bench/growth_programs.py -- the programs of growth.py, each of a size that is asked for.

Each function gets a Folder and a size, and returns what follows the options of hpvm-run on its
command line. Not here: which sizes and options are measured (growth.py), graphs of nodes and edges
alone (scale.py).
"""
import os, random, struct, subprocess

import scale

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
CLANG = os.environ.get("CLANG") or "clang"
IMPORT = os.environ.get("HPVM_IMPORT", "hpvm-import")
ONNX = os.path.join(SRC, "..", "tools", "import", "file")

HEAD = """#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#define CPU __hpvm__hint(CPU_TARGET)
#define ID __hpvm__getNodeInstanceID_x(__hpvm__getNode())
"""
POINTER = "long *a, size_t n, long k"
BINDS = "".join(" __hpvm__bindIn(c, %d, %d, 0);" % (i, i) for i in range(3))


class Folder:
    """A temporary folder; makes bitcode in it."""

    def __init__(self, path):
        self.path = path

    def file(self, name, content, mode="w"):
        path = os.path.join(self.path, name)
        with open(path, mode) as file:
            file.write(content)
        return path

    def compiled(self, name, text, *flags):
        source = self.file(name + ".c", text)
        path = os.path.join(self.path, name + ".bc")
        subprocess.run([CLANG, *(flags or ["-O1"]), "-w", "-I", os.path.join(SRC, "..", "src"),
                        "-emit-llvm", "-c", source, "-o", path], check=True)
        return path


def main_of(body):
    return "int main(void)\n{\n\t__hpvm__init();\n%s\n\t__hpvm__cleanup();\n}\n" % body


def launch(arguments, values, call="root"):
    return ("struct __attribute__((packed)) { %s } A = { %s }; "
            "__hpvm__wait(__hpvm__launch(0, (void *)%s, &A));" % (arguments, values, call))


def with_array(bytes_, call="root"):
    return ("long *a = calloc(1, %s); llvm_hpvm_track_mem(a, %s); %s llvm_hpvm_request_mem(a, %s); "
            "printf(\"%%ld\\n\", a[0]); llvm_hpvm_untrack_mem(a);" % (
                bytes_, bytes_, launch("long *a; size_t n; long k;", "a, %s, 3" % bytes_, call),
                bytes_))


def leaf_over_array(body, instances, bytes_, before=""):
    """Return a program: INSTANCES of a leaf of BODY share an array of BYTES."""
    return HEAD + before + (
        "void leaf(%s) { CPU; __hpvm__attributes(1, a, 1, a); long i = ID; %s __hpvm__return(0); }\n"
        "void root(%s) { CPU; __hpvm__attributes(1, a, 1, a); "
        "void *c = __hpvm__createNodeND(1, leaf, (size_t)%d);%s }\n" % (
            POINTER, body, POINTER, instances, BINDS)) + main_of(with_array(bytes_))


# --- graphs ---------------------------------------------------------------------------------------

def graph_of(shape):
    def make(folder, n):
        arguments = folder.file("graph.yaml", "args: [5]\n")
        return ["--root", "Root", "--args", arguments, scale.graph_file(folder.path, shape, n)]
    return make


def memory_chain(barrier, one_to_one):
    """A chain of leaves that use one array."""
    def make(folder, n):
        parts = [HEAD, "void leaf(%s) { CPU; __hpvm__attributes(1, a, 1, a); a[ID] += k; %s"
                 " a[ID] ^= 3; __hpvm__return(1, k + 1); }\n"
                 "void root(%s) { CPU; __hpvm__attributes(1, a, 1, a);\n" % (
                     POINTER, "__hpvm__barrier();" if barrier else "", POINTER)]
        for i in range(n):
            parts.append("void *n%d = __hpvm__createNodeND(1, leaf, (size_t)2); "
                         "__hpvm__bindIn(n%d, 0, 0, 0); __hpvm__bindIn(n%d, 1, 1, 0);" % (i, i, i))
            parts.append("__hpvm__edge(n%d, n%d, %d, 0, 2, 0);\n" % (i - 1, i, not one_to_one)
                         if i else "__hpvm__bindIn(n0, 2, 2, 0);\n")
        return [folder.compiled("chain", "".join(parts) + "}\n" + main_of(with_array(16)))]
    return make


def fan_in(folder, n):
    """A leaf of N arguments, each from a node of its own."""
    parts = [HEAD, "void leaf(%s) { CPU; __hpvm__attributes(0, 0); __hpvm__return(1, %s); }\n" % (
        ", ".join("long x%d" % i for i in range(n)), " + ".join("x%d" % i for i in range(n))),
             "void one(long k) { CPU; __hpvm__attributes(0, 0); __hpvm__return(1, k + 1); }\n"
             "void root(long k) { CPU; __hpvm__attributes(0, 0);"
             " void *s = __hpvm__createNodeND(0, leaf);\n"]
    parts += ["void *n%d = __hpvm__createNodeND(0, one); __hpvm__bindIn(n%d, 0, 0, 0);"
              " __hpvm__edge(n%d, s, 1, 0, %d, 0);\n" % (i, i, i, i) for i in range(n)]
    parts += ["__hpvm__bindOut(s, 0, 0, 0); }\n", main_of(launch("long k, r;", "1, 0"))]
    return [folder.compiled("fan_in", "".join(parts))]


def outputs(folder, n):
    """A leaf of N outputs, and N binds of them."""
    parts = [HEAD, "void leaf(long k) { CPU; __hpvm__attributes(0, 0); __hpvm__return(%d, %s); }\n"
             "void root(long k) { CPU; __hpvm__attributes(0, 0);"
             " void *c = __hpvm__createNodeND(0, leaf); __hpvm__bindIn(c, 0, 0, 0);\n" % (
                 n, ", ".join("k + %d" % i for i in range(n)))]
    parts += ["__hpvm__bindOut(c, %d, %d, 0);\n" % (i, i) for i in range(n)]
    parts += ["}\n", main_of(launch("long k, r[%d];" % n, "1, {0}"))]
    return [folder.compiled("outputs", "".join(parts))]


def binds(folder, n):
    """A root of N inputs, each bound to its own node."""
    inputs = ", ".join("long x%d" % i for i in range(n))
    parts = [HEAD, "void one(long k) { CPU; __hpvm__attributes(0, 0); __hpvm__return(1, k + 1); }\n"
             "void root(%s) { CPU; __hpvm__attributes(0, 0);\n" % inputs]
    parts += ["void *n%d = __hpvm__createNodeND(0, one); __hpvm__bindIn(n%d, %d, 0, 0);"
              " __hpvm__bindOut(n%d, 0, %d, 0);\n" % (i, i, i, i, i) for i in range(n)]
    parts += ["}\n", main_of(launch("long x[%d], r[%d];" % (n, n), "{1}, {0}"))]
    return [folder.compiled("binds", "".join(parts))]


def nesting(folder, n):
    """N internal nodes, one in another; the outermost has ten instances."""
    parts = [HEAD, "void n0(long k) { CPU; __hpvm__attributes(0, 0); __hpvm__return(1, k + 1); }\n"]
    for i in range(1, n + 1):
        parts.append("void n%d(long k) { CPU; __hpvm__attributes(0, 0); "
                     "void *c = __hpvm__createNodeND(%s); __hpvm__bindIn(c, 0, 0, 0); %s }\n" % (
                         i, "1, n%d, (size_t)10" % (i - 1) if i == n else "0, n%d" % (i - 1),
                         "" if i == n else "__hpvm__bindOut(c, 0, 0, 0);"))
    return [folder.compiled("nesting", "".join(parts) + main_of(launch("long k;", "1", "n%d" % n)))]


def groups(body):
    """N groups of 8 instances."""
    def make(folder, n):
        text = HEAD + (
            "void leaf(%s) { CPU; __hpvm__attributes(1, a, 1, a); void *p = "
            "__hpvm__getParentNode(__hpvm__getNode()); "
            "long i = 8 * __hpvm__getNodeInstanceID_x(p) + ID; %s __hpvm__return(0); }\n"
            "void group(%s) { CPU; __hpvm__attributes(1, a, 1, a);"
            " void *c = __hpvm__createNodeND(1, leaf, (size_t)8);%s }\n"
            "void root(%s) { CPU; __hpvm__attributes(1, a, 1, a);"
            " void *c = __hpvm__createNodeND(1, group, (size_t)%d);%s }\n" % (
                POINTER, body, POINTER, BINDS, POINTER, n, BINDS))
        return [folder.compiled("groups", text + main_of(with_array(64 * n)))]
    return make


# --- memory ---------------------------------------------------------------------------------------

def instances_of(body, before=""):
    def make(folder, n):
        return [folder.compiled("leaf", leaf_over_array(body, n, 8 * n, before))]
    return make


def tracked(folder, n):
    """N tracked objects, and a hundred launches at most."""
    body = ("long **p = malloc(%d * sizeof *p); for (int i = 0; i < %d; i++) { p[i] = calloc(4, 8); "
            "llvm_hpvm_track_mem(p[i], 32); } for (int i = 0; i < %d; i += 1 + %d / 100) { %s "
            "llvm_hpvm_request_mem(p[i], 32); } for (int i = 0; i < %d; i++) "
            "llvm_hpvm_untrack_mem(p[i]);" % (
                n, n, n, n, launch("long *a; size_t n; long k;", "p[i], 32, i"), n))
    text = leaf_over_array("a[i] += k;", 4, 32)
    return [folder.compiled("tracked", text[:text.index("int main")] + main_of(body))]


def regions(folder, n):
    """N tracked objects that pointers in memory lead to."""
    body = ("long **p = malloc(%d * sizeof *p); llvm_hpvm_track_mem(p, %d * sizeof *p); "
            "for (int i = 0; i < %d; i++) { p[i] = calloc(4, 8); llvm_hpvm_track_mem(p[i], 32); } %s"
            % (n, n, n, launch("void *a; size_t n; long k;", "p, %d, 3" % (8 * n))))
    text = leaf_over_array("((long **)a)[i][1] += k;", n, 8 * n)
    return [folder.compiled("regions", text[:text.index("int main")] + main_of(body))]


# --- host code --------------------------------------------------------------------------------------

def launches(folder, n):
    text = leaf_over_array("a[i] += k;", 4, 32)
    body = ("long *a = calloc(4, 8); llvm_hpvm_track_mem(a, 32); for (int i = 0; i < %d; i++) { %s } "
            "llvm_hpvm_untrack_mem(a);" % (n, launch("long *a; size_t n; long k;", "a, 32, i")))
    return [folder.compiled("launches", text[:text.index("int main")] + main_of(body))]


def stream(ahead):
    """N items, AHEAD of them in flight."""
    def make(folder, n):
        text = HEAD + (
            "void l1(long k) { CPU; __hpvm__attributes(0, 0); __hpvm__return(1, k + 1); }\n"
            "void l2(long k) { CPU; __hpvm__attributes(0, 0); __hpvm__return(1, k * 2); }\n"
            "void root(long k) { CPU; __hpvm__attributes(0, 0);"
            " void *a = __hpvm__createNodeND(0, l1), *b = __hpvm__createNodeND(0, l2);"
            " __hpvm__bindIn(a, 0, 0, 1); __hpvm__edge(a, b, 0, 0, 0, 1);"
            " __hpvm__bindOut(b, 0, 0, 1); }\n")
        body = ("struct __attribute__((packed)) { long k; } A = { 0 }; void *g = "
                "__hpvm__launch(1, (void *)root, &A); long s = 0; for (long i = 0; i < %d + %d; i++) "
                "{ A.k = i; if (i < %d) __hpvm__push(g, &A); if (i < %d) continue; "
                "struct { long r; } *o = __hpvm__pop(g); s += o->r; free(o); } __hpvm__wait(g);"
                % (n, ahead, n, ahead))
        return [folder.compiled("stream", text + main_of(body))]
    return make


def heap(folder, n):
    body = ("long **p = malloc(%d * sizeof *p); for (int i = 0; i < %d; i++) p[i] = malloc(16); "
            "for (int i = 0; i < %d; i++) free(p[i]);" % (n, n, n))
    return [folder.compiled("heap", HEAD + main_of(body))]


def modules(folder, n):
    """N files, linked."""
    parts = ["long f%d(long);" % i for i in range(n)]
    body = "a[i] = " + " + ".join("f%d(i)" % i for i in range(n)) + ";"
    paths = [folder.compiled("main", leaf_over_array(body, 2, 16, "\n".join(parts) + "\n"))]
    one = folder.compiled("module", "long f(long x) { return x; }\n")
    with open(one, "rb") as file:
        assert file.read(2)
    for i in range(n):
        paths.append(os.path.join(folder.path, "module%d.ll" % i))
        folder.file("module%d.ll" % i,
                    "define i64 @f%d(i64 %%x) {\n  %%y = add i64 %%x, %d\n  ret i64 %%y\n}\n" % (i, i))
    return paths


def findings(folder, n):
    """N places that read uninitialised memory."""
    body = "long *q = __hpvm__malloc(%d); " % (8 * n)
    body += "".join("if (q[%d] == 1)\n a[0]++;\n" % i for i in range(n))
    return [folder.compiled("findings", leaf_over_array(body, 1, 8), "-O0")]


# --- leaves ---------------------------------------------------------------------------------------

def leaf_of(kind):
    """A large leaf; the same text is what clang compiles for comparison."""
    def make(folder, n):
        before = ""
        if kind == "statements":
            body = " ".join("s = s * %d + (a[i] ^ %d);" % (2 * j + 1, j) for j in range(n))
        elif kind == "blocks":
            body = " ".join("if (s & %d) s = s * %d + a[i]; else s ^= %d;" % (
                1 << j % 20, 2 * j + 1, j) for j in range(n))
        elif kind == "calls":
            before = "".join("static __attribute__((noinline)) long f%d(long x) "
                             "{ return x * %d + 1; }\n" % (j, j) for j in range(n))
            body = " ".join("s = f%d(s);" % j for j in range(n))
        else:
            before = "".join("volatile long g%d = %d;\n" % (j, j) for j in range(n))
            body = "s = " + " + ".join("g%d" % j for j in range(n)) + ";"
        return [folder.compiled(kind, leaf_over_array("long s = k; %s a[i] = s;" % body, 4, 32,
                                                      before))]
    return make


def leaves(folder, n):
    """A chain of N leaf functions."""
    arguments = folder.file("graph.yaml", "args: [5]\n")
    path = scale.graph_file(folder.path, scale.functions, n)
    return ["--root", "Root", "--args", arguments, path]


def encoded(kind, text, rows):
    """Return the bytes of protobuf's TEXT, with (SHAPE) in it for ROWS by 3 floats."""
    shape = ("type { tensor_type { elem_type: 1 shape { dim { %s } "
             "dim { dim_value: 3 } } } }" % rows)
    return subprocess.run(
        [os.environ.get("PROTOC", "protoc"), "--proto_path=" + ONNX, "--encode=onnx." + kind,
         os.path.join(ONNX, "onnx.proto")], check=True, stdout=subprocess.PIPE,
        input=text.replace("(SHAPE)", shape).encode()).stdout


def model(folder, text, rows):
    """Write the ONNX model of TEXT. Return its path."""
    return folder.file("tensors.onnx", encoded("ModelProto", text, rows), "wb")


def chain(folder, n, operation, rows):
    """Write a model of N operations, one after the other."""
    nodes = "".join('node { op_type: "%s" input: "x%d" output: "x%d" }\n' % (operation, i, i + 1)
                    for i in range(n))
    return model(folder, (
        'ir_version: 7 opset_import { version: 13 } graph { name: "g" input { name: "x0" (SHAPE) }\n'
        '%s output { name: "x%d" (SHAPE) } }') % (nodes, n), rows)


def array(folder, name, descr, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header = header.ljust(117) + "\n"
    folder.file(name, b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data,
                "wb")


def imported(folder, path):
    """Import the model, and write its input x0. Return the arguments of hpvm-run."""
    made = os.path.join(folder.path, "tensors.bc")
    subprocess.run([IMPORT, path, "-o", made], check=True)
    numbers = random.Random(1)
    array(folder, "x0.npy", "<f4", (2, 3),
          struct.pack("<6f", *(numbers.uniform(-1, 1) for _ in range(6))))
    return ["--root", "g", "--args", made + ".yaml", made]


def tensors(folder, n):
    """A chain of N operations on a tensor."""
    return imported(folder, chain(folder, n, "Relu", "dim_value: 2"))


def tensor_program(folder, n):
    """The same of a tensor program, whose shapes are known when it runs."""
    return imported(folder, chain(folder, n, "Erf", 'dim_param: "rows"'))


def tensor_import(folder, n):
    """Its import."""
    return ["-o", os.path.join(folder.path, "tensors.bc"),
            chain(folder, n, "Erf", 'dim_param: "rows"')]


def tensor_loop(folder, n):
    """N iterations of a Loop."""
    rows, scalar = "dim_value: 2", "type { tensor_type { elem_type: %d shape { } } }"
    body = encoded("GraphProto", (
        'node { op_type: "Identity" input: "c" output: "d" } '
        'node { op_type: "Tanh" input: "s" output: "t" } '
        'name: "b" input { name: "i" %s } input { name: "c" %s } input { name: "s" (SHAPE) } '
        'output { name: "d" %s } output { name: "t" (SHAPE) }')
                   % (scalar % 7, scalar % 9, scalar % 9), rows)
    path = model(folder, (
        'ir_version: 7 opset_import { version: 13 } graph { name: "g" input { name: "x0" (SHAPE) } '
        'input { name: "n" %s } node { op_type: "Loop" input: "n" input: "" input: "x0" output: "y" '
        'attribute { name: "body" type: 5 g: "%s" } } output { name: "y" (SHAPE) } }')
                 % (scalar % 7, "".join("\\%03o" % byte for byte in body)), rows)
    array(folder, "n.npy", "<i8", "()", struct.pack("<q", n))
    return imported(folder, path)


MODELS = tensors, tensor_program, tensor_import, tensor_loop  # need hpvm-import
