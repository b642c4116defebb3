#!/usr/bin/env python3
"""ir/tests/legacy_graph.py -- independently reads the graph that assembly of HPVM 1.0 describes.

Prints what hpvm-run --print-graph must print for a FILE, and shares no code with it: the text is
read line by line, so that expectations do not come from the code under test.

It reads calls of llvm.hpvm.createNode*, createEdge, bind.input, bind.output and launch, attributes of
parameters, packed results and named metadata with hints. Extents are constants or parameters.
"""
import re
import sys

HINTS = {"hpvm_hint_cpu": "cpu", "hpvm_hint_gpu": "gpu", "hpvm_hint_cpu_gpu": "cpu-or-gpu",
         "hpvm_hint_cudnn": "cudnn", "hpvm_hint_promise": "tensor"}
NAME = r'@("[^"]*"|[\w.]+)'
CREATE = re.compile(r"%([\w.]+) = (?:tail )?call [^@]*@llvm\.hpvm\.createNode(\dD)?\((.*)\)")
CALL = re.compile(r"call [^@]*@llvm\.hpvm\.(createEdge|bind\.input|bind\.output)\((.*)\)")


def parts(text):
    """Return the parts of TEXT between commas that are outside of brackets."""
    depth, start, found = 0, 0, []
    for i, c in enumerate(text):
        depth += (c in "([{<") - (c in ")]}>")
        if c == "," and not depth:
            found.append(text[start:i].strip())
            start = i + 1
    return [part for part in found + [text[start:].strip()] if part]


def shown(kind):
    return "ptr" if kind.endswith("*") else kind


def name_in(text):
    return re.search(NAME, text)[1].strip('"')


def last(operand):
    """Return n or 3 for `i64 %n` or `i32 3`."""
    return operand.split()[-1].lstrip("%")


class Function:
    def __init__(self, name, result, parameters, structs):
        self.name, self.lines, self.children, self.edges, self.binds, self.hints = (
            name, [], {}, [], [], [])
        self.inputs = []
        for text in parts(parameters):
            words = re.match(r"(.*?[*\w>])((?:\s+(?:in|out|inout|nocapture|noalias|readonly|align \d+))*)"
                             r"(?:\s+%([\w.]+))?$", text)
            marks = words[2].split()
            self.inputs.append((words[3] or "", shown(words[1]),
                                "in" in marks or "inout" in marks,
                                "out" in marks or "inout" in marks))
        body = structs.get(result, result)
        self.outputs = ([shown(kind) for kind in parts(body[2:-2])] if body.startswith("<{") else
                        [] if body == "void" else [shown(body)])

    def read(self, line):
        self.lines.append(line)
        made = CREATE.search(line)
        if made:
            operands = parts(made[3])
            self.children[made[1]] = (name_in(operands[0]),
                                      [last(extent) for extent in operands[1:]])
            return
        call = CALL.search(line)
        if call and call[1] == "createEdge":
            self.edges.append([last(operand) for operand in parts(call[2])])
        elif call:
            self.binds.append((call[1], [last(operand) for operand in parts(call[2])]))

    def kind(self):
        if self.children:
            return "internal"
        if self.is_allocation():
            return "allocation"
        waits = any("@llvm.hpvm.barrier" in line for line in self.lines)
        return "leaf, barriers" if waits else "leaf"

    def is_allocation(self):
        """Return true if it only calls hpvm.malloc once and returns its results."""
        what = [line for line in self.lines if not line.endswith(":")]
        return any("@llvm.hpvm.malloc" in line for line in what) and all(
            re.search(r"@llvm\.hpvm\.malloc|insertvalue|^ret ", line) for line in what)


def read(path):
    functions, structs, metadata, launched, now = {}, {}, {}, [], None
    for line in open(path):
        line = line.split(";")[0].strip()
        begun = re.match(r"define (?:\w+ )*?(%[\w.]+|<\{.*\}>|void|i\d+|float|double) " + NAME +
                         r"\((.*)\)[^)]*\{$", line)
        struct = re.match(r"(%[\w.]+) = type (.*)", line)
        named = re.match(r"!(\w+) = (?:distinct )?!\{(.*)\}", line)
        if re.search(r"call .*@llvm\.hpvm\.launch\(", line):
            launched.append(name_in(line.split("@llvm.hpvm.launch(")[1]))
        if begun:
            name = begun[2].strip('"')
            now = functions[name] = Function(name, begun[1], begun[3], structs)
        elif struct:
            structs[struct[1]] = struct[2]
        elif named:
            metadata[named[1]] = named[2]
        elif line == "}":
            now = None
        elif now and line:
            now.read(line)
    for key, hint in HINTS.items():
        for number in re.findall(r"!(\d+)", metadata.get(key, "")):
            functions[name_in(metadata[number])].hints.append(hint)
    return functions, launched


def note(port):
    return " (%s)" % port if port else ""


def size(functions, name):
    return 1 + sum(size(functions, child) for child, _ in functions[name].children.values())


def show(functions, name, extents, indent):
    self = functions[name]
    yield "%s%s%s: %s%s" % (indent, name, " [%s]" % " x ".join(extents) if extents else "", self.kind(),
                            "".join(", hint " + hint for hint in self.hints))
    indent += "  "
    for i, (port, of, is_in, is_out) in enumerate(self.inputs):
        yield "%sin %d%s: %s%s%s" % (indent, i, port and " " + port, of, " in" * is_in, " out" * is_out)
    for i, of in enumerate(self.outputs):
        yield "%sout %d: %s" % (indent, i, of)
    child = {handle: functions[made[0]] for handle, made in self.children.items()}
    for source, sink, every, port, to, streaming in self.edges:
        yield "%sedge %s.%s %s %s.%s%s, %s%s" % (
            indent, child[source].name, port, "==>" if every == "true" else "-->",
            child[sink].name, to, note(child[sink].inputs[int(to)][0]),
            "all-to-all" if every == "true" else "one-to-one",
            ", streaming" if streaming == "true" else "")
    for way in ("bind.input", "bind.output"):
        for call, (handle, port, to, streaming) in self.binds:
            if call != way:
                continue
            stream = ", streaming" if streaming == "true" else ""
            if way == "bind.input":
                yield "%sbind in %s%s -> %s.%s%s%s" % (
                    indent, port, note(self.inputs[int(port)][0]), child[handle].name, to,
                    note(child[handle].inputs[int(to)][0]), stream)
            else:
                yield "%sbind out %s.%s -> %s%s" % (indent, child[handle].name, port, to, stream)
    for inner, dims in self.children.values():
        yield from show(functions, inner, dims, indent)


def main():
    functions, launched = read(sys.argv[1])
    for root in dict.fromkeys(launched):
        nodes = size(functions, root)
        print("graph of %d node%s" % (nodes, "" if nodes == 1 else "s"))
        print("\n".join(show(functions, root, [], "")))


main()
