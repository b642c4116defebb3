#!/usr/bin/env python3
"""hostile_names.py TOOLS FOLDER BACKENDS -- names with every unusual character, through all outputs of the tools.

TOOLS is the directory of hpvm-run and the others, FOLDER an empty folder, BACKENDS the directory of the mock
backend `mutant`. A module has a leaf, a parameter and an argument for each name of NAMES, and debug info with unusual
file names. Each output is read back by a parser of its format: it must be valid, and must have all names, as far as
the format can represent them. Prints what is wrong. Exit status 1: something is.
"""
import csv, glob, html.parser, io, json, os, re, subprocess, sys
import xml.etree.ElementTree

NAMES = [
    b'quote"inside', b"apostrophe'inside", b"back\\slash", b"ends in a backslash\\", b"two\nlines", b"return\rback", b"a\ttab",
    b"*/ int f(void); /*", b"// comment", b"trigraph??/", b"#include </etc/passwd>", b"</script><script>alert(1)</script>",
    b"<!-- open", b"--> closed", b"<b>&amp;&#0;</b>", b"]]>", b"%s%n%d%99999999d", b"\x1b[31mred\x1b]0;title\x07", b"\x9b31m", b"\xc2\x9b31m",
    b"\x7fdelete", b"\xff\xfeinvalid", b"\xc0\xaf overlong", b"\xed\xa0\x80 surrogate", "é 日本語 \U0001f600".encode(),
    "\u202ereversed\u202c".encode(), "\u2066isolated".encode(), "line\u2028separator\u0085next".encode(), "\ufeffmark\u200bnothing".encode(), b"${HOME} $(touch owned) `touch owned`",
    b"; rm -rf owned", b"--help", b"..", b"../../owned", b"/etc/passwd", b"a/b", b"{a|b} <port> \\N \\l", b"key: value #", b"- null",
    b"!tag &anchor *alias", b"@at", b"int", b"kernel", b"  spaces  ", b"=1+1", b"a,b;c", b"x" * 1000, b".hidden", b"con", b"\\u0041\\x41",
]
SAVED = NAMES[::2]  # in cases of hpvm-diff, each of which it runs again
UNTYPED = 1 << 40


def quoted(name):
    return '"%s"' % "".join("\\%02X" % c if c < 32 or c >= 127 or c in b'"\\' else chr(c) for c in name)


UNREADABLE = "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"


def shown(name):
    """The name as people see it: what cannot be read, as escapes."""
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    text, at = "", 0
    while at < len(name):
        for size in (1, 2, 3, 4):
            try:
                text += re.sub(UNREADABLE, lambda c: named.get(c.group(), ("\\x%02x" if ord(c.group()) < 256 else "\\u%04x") % ord(c.group())),
                               name[at:at + size].decode())
                at += size
                break
            except UnicodeDecodeError:
                continue
        else:
            text += "\\x%02x" % name[at]
            at += 1
    return text


def exact(name):
    """The name in formats that can represent every character; what is not UTF-8 becomes U+FFFD for each byte."""
    text, at = "", 0
    while at < len(name):
        sizes = [size for size in (1, 2, 3, 4) if is_text(name[at:at + size])]
        text += name[at:at + sizes[0]].decode() if sizes else "\ufffd"
        at += sizes[0] if sizes else 1
    return text


def is_text(name):
    try:
        return bool(name.decode())
    except UnicodeDecodeError:
        return False


LEAF = """define void @%(name)s(ptr %%%(name)s, i64 %%size) !dbg !%(at)d {
  call void @__hpvm__hint(i32 1), !dbg !%(where)d
  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %%%(name)s, i32 1, ptr %%%(name)s), !dbg !%(where)d
  %%address = getelementptr i64, ptr %%%(name)s, i64 %(index)d, !dbg !%(where)d
  store i64 %(value)d, ptr %%address, !dbg !%(where)d
  call void (i32, ...) @__hpvm__return(i32 1, i64 %%size), !dbg !%(where)d
  ret void, !dbg !%(where)d
}
"""
HEAD = """target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@d = global [%(count)d x i64] zeroinitializer
@format = private constant [5 x i8] c"%%ld\\0A\\00"
declare void @__hpvm__hint(i32)
declare void @__hpvm__attributes(i32, ...)
declare void @__hpvm__return(i32, ...)
declare ptr @__hpvm__createNodeND(i32, ...)
declare void @__hpvm__bindIn(ptr, i32, i32, i32)
declare ptr @__hpvm__edge(ptr, ptr, i32, i32, i32, i32)
declare void @__hpvm__init()
declare void @__hpvm__cleanup()
declare ptr @__hpvm__launch(i32, ...)
declare void @__hpvm__wait(ptr)
declare void @llvm_hpvm_track_mem(ptr, i64)
declare void @llvm_hpvm_untrack_mem(ptr)
declare void @llvm_hpvm_request_mem(ptr, i64)
declare i32 @printf(ptr, ...)
define i32 @main() {
  %%args = alloca <{ ptr, i64 }>
  store ptr @d, ptr %%args
  %%size = getelementptr i8, ptr %%args, i64 8
  store i64 %(bytes)d, ptr %%size
  call void @__hpvm__init()
  call void @llvm_hpvm_track_mem(ptr @d, i64 %(bytes)d)
  %%g = call ptr (i32, ...) @__hpvm__launch(i32 0, ptr @%(root)s, ptr %%args)
  call void @__hpvm__wait(ptr %%g)
  call void @llvm_hpvm_request_mem(ptr @d, i64 %(bytes)d)
  call void @llvm_hpvm_untrack_mem(ptr @d)
  call void @__hpvm__cleanup()
  %%last = getelementptr i64, ptr @d, i64 %(last)d
  %%r = load i64, ptr %%last
  %%p = call i32 (ptr, ...) @printf(ptr @format, i64 %%r)
  ret i32 0
}
"""


def module(wild, names=NAMES):
    """A chain of leaves with the names; leaf i writes i + 1 to element i, or WILD elements further."""
    count, root = len(names), quoted(b'root "\x1b[1m */\n')
    text = HEAD % {"count": count, "bytes": 8 * count, "last": count - 1, "root": root}
    text += "define void @%s(ptr %%out, i64 %%size) {\n  call void @__hpvm__hint(i32 1)\n" % root
    text += "  call void (i32, ...) @__hpvm__attributes(i32 1, ptr %out, i32 1, ptr %out)\n"
    for i, name in enumerate(names):
        text += "  %%n%d = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @%s)\n" % (i, quoted(name))
        text += "  call void @__hpvm__bindIn(ptr %%n%d, i32 0, i32 0, i32 0)\n" % i
        if i == 0:
            text += "  call void @__hpvm__bindIn(ptr %n0, i32 1, i32 1, i32 0)\n"
        else:
            text += "  %%e%d = call ptr @__hpvm__edge(ptr %%n%d, ptr %%n%d, i32 1, i32 0, i32 1, i32 0)\n" % (i, i - 1, i)
    text += "  ret void\n}\n"
    for i, name in enumerate(names):
        text += LEAF % {"name": quoted(name), "number": i, "index": i + wild, "value": i + 1, "at": 10 + 3 * i, "where": 11 + 3 * i}
    text += "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1, !2}\n"
    text += '!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang", emissionKind: FullDebug)\n'
    text += '!1 = !{i32 2, !"Debug Info Version", i32 3}\n!2 = !{i32 7, !"Dwarf Version", i32 5}\n'
    text += '!3 = !DIFile(filename: "main.c", directory: "/nowhere")\n!4 = !DISubroutineType(types: !5)\n!5 = !{null}\n'
    for i, name in enumerate(names):
        text += "!%d = distinct !DISubprogram(name: %s, scope: !%d, file: !%d, line: %d, type: !4, unit: !0, spFlags: DISPFlagDefinition)\n" % (
            10 + 3 * i, quoted(name), 12 + 3 * i, 12 + 3 * i, i + 1)
        text += "!%d = !DILocation(line: %d, column: 3, scope: !%d)\n" % (11 + 3 * i, i + 1, 10 + 3 * i)
        text += "!%d = !DIFile(filename: %s, directory: %s)\n" % (12 + 3 * i, quoted(name), quoted(name))
    return text


class Test:
    def __init__(self, tools, folder, backends):
        self.tools, self.folder, self.backends = tools, folder, backends
        self.failures, self.runs = 0, 0
        self.label = ""

    def wrong(self, what):
        self.failures += 1
        print("%s: %s" % (self.label, what))

    def run(self, tool, *options, status=0, environment=None):
        """Run a tool and return standard output and standard error as bytes."""
        self.label = " ".join([tool, *options]).replace(self.folder + "/", "")[:200]
        self.runs += 1
        done = subprocess.run([os.path.join(self.tools, tool), *options], stdin=subprocess.DEVNULL, capture_output=True, timeout=300,
                              env={**os.environ, "HPVM_RUN_COLUMNS": "100", **(environment or {})}, cwd=self.folder)
        if done.returncode != status:
            self.wrong("exit status %d, expected %d: %s" % (done.returncode, status, ascii(done.stderr[-400:].decode(errors="replace"))))
        return done.stdout, done.stderr

    # --- readers: each takes bytes ---

    def plain(self, data, colour=False):
        """Text for people has lines of valid UTF-8, with no character that moves a terminal's cursor or hides text."""
        if colour:
            data = re.sub(rb"\x1b\[[0-9;]*[mK]", b"", data)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            return self.wrong("not UTF-8: %s" % error)
        bad = re.search("(?![\n\t])" + UNREADABLE, text)
        if bad:
            self.wrong("has the character U+%04X in %s" % (ord(bad.group()), ascii(text[max(0, bad.start() - 40):bad.end() + 20])))
        return text

    def lacks(self, found, of=shown):
        lost = [name for name, text in ((name, of(name)) for name in NAMES) if not any(text in other for other in found)]
        if lost:
            self.wrong("lacks %d names: %s" % (len(lost), ascii(lost[:4])[:300]))

    def json(self, data):
        try:
            return json.loads(data.decode())
        except ValueError as error:
            self.wrong("not JSON: %s" % error)
            return {}

    def json_lines(self, data):
        return [self.json(line) for line in data.split(b"\n") if line]

    def xml(self, data):
        try:
            return xml.etree.ElementTree.fromstring(data)
        except xml.etree.ElementTree.ParseError as error:
            self.wrong("not XML: %s" % error)

    def dot(self, data):
        done = subprocess.run(["dot", "-Tsvg"], input=data, capture_output=True)
        if done.returncode or done.stderr:
            return self.wrong("dot: %s" % ascii(done.stderr[:300]))
        tree = self.xml(done.stdout)
        return [] if tree is None else [(element.text or "").replace("\xa0", " ") for element in tree.iter("{http://www.w3.org/2000/svg}text")]

    def compiles(self, data, suffix, *command):
        path = os.path.join(self.folder, "compiled." + suffix)
        with open(path, "wb") as file:
            file.write(data)
        done = subprocess.run([*command, path], capture_output=True, cwd=self.folder)
        if done.returncode or done.stderr:
            self.wrong("%s: %s" % (command[0], ascii(done.stderr[:400].decode(errors="replace"))))


def strings(value):
    """All strings of a value of JSON or YAML, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in [str(key), *strings(inner)]]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return []


def graphs(test, good):
    import yaml
    out, _ = test.run("hpvm-run", good)
    if out != b"%d\n" % len(NAMES):
        test.wrong("prints %s" % ascii(out))
    text = test.plain(test.run("hpvm-run", "--print-graph", good)[0])
    out, _ = test.run("hpvm-run", "--print-graph=dot", good)
    test.lacks(test.dot(out) or [])
    out, _ = test.run("hpvm-run", "--print-graph=yaml", good)
    try:
        test.lacks(strings(yaml.safe_load(out.decode())))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        test.wrong("not YAML: %s" % str(error)[:200])
    test.plain(test.run("hpvm-run", "--print-code", good)[0])
    test.plain(test.run("hpvm-run", "--stats", good)[1])
    for passes in ("fuse-tensor-nodes", "sequentialise-all"):
        path = os.path.join(test.folder, passes + ".ll")
        test.run("hpvm-opt", "--passes", passes, "-S", good, "-o", path)
        out, _ = test.run("hpvm-run", path)
        if out != b"%d\n" % len(NAMES):
            test.wrong("prints %s" % ascii(out))


def emitted(test, good):
    clang = os.environ.get("CLANG") or "clang"
    out, said = test.run("hpvm-run", "--emit", "opencl", good)
    test.plain(out)
    test.plain(said)
    test.compiles(out, "cl", clang, "-w", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-trigraphs")
    out, said = test.run("hpvm-run", "--emit", "fpga", good)
    test.plain(out)
    out, said = test.run("hpvm-run", "--emit", "header", good)
    test.plain(out)
    for language in ("c", "c++"):
        test.compiles(out, "h", clang, "-x", language, "-Wall", "-Wno-pragma-once-outside-header", "-trigraphs", "-fsyntax-only")
    out, said = test.run("hpvm-run", "--emit", "llvm", good)
    test.compiles(out, "ll", clang, "-Wno-override-module", "--target=nvptx64-nvidia-cuda", "-nocudalib", "-x", "ir", "-S", "-o", os.devnull)
    out, said = test.run("hpvm-run", "--emit", "ptx", good)
    test.plain(out)
    test.plain(said)


def diagnostics(test, bad):
    keep = ["--keep-going", "--check=bounds"]
    test.plain(test.run("hpvm-run", *keep, bad, status=121)[1])
    test.plain(test.run("hpvm-run", *keep, "--color=always", bad, status=121)[1], colour=True)
    records = test.json_lines(test.run("hpvm-run", *keep, "--diagnostics", "json", bad, status=121)[1])
    test.lacks([text for record in records for text in strings(record)], exact)
    sarif = test.json(test.run("hpvm-run", *keep, "--diagnostics", "sarif", bad, status=121)[1])
    test.lacks(strings(sarif), exact)
    for text in strings(sarif):
        if text.startswith("file:") and re.search("[^!-~]", text):
            test.wrong("has the address %s" % ascii(text[:100]))
    path = os.path.join(test.folder, "findings.json")
    test.plain(test.run("hpvm-run", *keep, "--diagnostics", "json", "--diagnostics-output", path, bad, status=121)[1])


def traces(test, good, bad):
    path = os.path.join(test.folder, "trace")
    test.run("hpvm-run", "--trace", path, "--trace-level", "graph,node,instance,memory", "--trace-buffers", "whole", good)
    for command in (["info"], ["stat"], ["query"]):
        test.plain(test.run("hpvm-trace", *command, path)[0])
    test.plain(test.run("hpvm-trace", "query", "--format", "csv", path)[0])
    rows = list(csv.reader(io.StringIO(test.run("hpvm-trace", "export", "--format", "csv", path)[0].decode(errors="replace"), newline="")))
    if len({len(row) for row in rows}) != 1:
        test.wrong("has rows of %s fields" % sorted({len(row) for row in rows}))
    test.lacks([re.sub("[\n\t]", lambda c: {"\n": "\\n", "\t": "\\t"}[c.group()], text) for row in rows for text in row],
               lambda name: shown(exact(name).encode()))
    records = test.json_lines(test.run("hpvm-trace", "query", "--format", "json", path)[0])
    test.lacks([text for record in records for text in strings(record)], exact)
    test.lacks(strings(test.json(test.run("hpvm-trace", "export", "--format", "chrome", path)[0])), exact)
    test.lacks(test.dot(test.run("hpvm-trace", "export", "--format", "dot", path)[0]) or [], lambda name: shown(exact(name).encode()))
    page(test, test.run("hpvm-trace", "export", "--format", "html", path)[0])
    other = os.path.join(test.folder, "other")
    test.run("hpvm-run", "--trace", other, "--keep-going", bad, status=121)
    test.plain(test.run("hpvm-trace", "diff", path, other, status=1)[0])


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.scripts, self.tags, self.inside = [], [], None

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.inside = dict(attributes) if tag == "script" else None

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.scripts.append((self.inside, data))


def page(test, data):
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return test.wrong("not UTF-8: %s" % error)
    parser = Page()
    parser.feed(text)
    if "alert(1)</script>" in text or "b" in parser.tags:
        test.wrong("a name became a tag")
    found = []
    for attributes, script in parser.scripts:
        if attributes.get("type") == "application/json":
            found += strings(test.json(script.encode()))
    if not found:
        for attributes, script in parser.scripts:
            for match in re.findall(r'"(?:[^"\\]|\\.)*"', script):
                try:
                    found.append(json.loads(match))
                except ValueError:
                    pass
    test.lacks(found, exact)


def differences(test, good):
    import yaml
    cases, junit = os.path.join(test.folder, "cases"), os.path.join(test.folder, "junit.xml")
    mutant = {"MUTANT": "drop-store"}
    options = ["--backend-path", test.backends, "--backends", "mutant"]
    some = os.path.join(test.folder, "some.ll")
    with open(some, "w") as file:
        file.write(module(0, SAVED))
    out, said = test.run("hpvm-diff", *options, "--junit", junit, good, status=121, environment=mutant)
    test.plain(out)
    test.plain(said)
    with open(junit, "rb") as file:
        tree = test.xml(file.read())
    if tree is not None:
        values = [value for element in tree.iter() for value in [*element.attrib.values(), element.text or ""]]
        test.lacks(values)
    test.lacks(strings(test.json(test.run("hpvm-diff", *options, "--json", good, status=121, environment=mutant)[0])), exact)
    test.plain(test.run("hpvm-diff", *options, "--bisect", some, status=121, environment=mutant)[0])
    test.plain(test.run("hpvm-diff", *options, "--cases", cases, some, status=121, environment=mutant)[0])
    for path in glob.glob(os.path.join(glob.escape(cases), "**"), recursive=True):
        name = os.path.relpath(path, cases)
        if re.search("[^A-Za-z0-9_.#+/-]", name) or len(os.path.basename(name)) > 120:
            test.wrong("makes the file %s" % ascii(name[:100]))
    found = sorted(os.listdir(cases)) if os.path.isdir(cases) else []
    if len(found) != len(SAVED):
        test.wrong("saves %d cases of %d" % (len(found), len(SAVED)))
    for case in found[::3]:
        for path in glob.glob(os.path.join(glob.escape(cases), case, "*.yaml")):
            with open(path, "rb") as file:
                try:
                    yaml.safe_load(file.read().decode())
                except (yaml.YAMLError, UnicodeDecodeError) as error:
                    test.wrong("%s: not YAML: %s" % (case, str(error)[:200]))
        out, said = test.run("hpvm-diff", "--backend-path", test.backends, os.path.join(cases, case), status=121, environment=mutant)
        test.plain(out)
        test.plain(said)


def field(number, value):
    """A field of Protocol Buffers: a number, or bytes."""
    def varint(n):
        return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def model(texts):
    """An ONNX model: a chain of Relu, whose nodes and values have the names TEXTS."""
    def value(name):
        return field(1, name) + field(2, field(1, field(1, 1) + field(2, field(1, field(1, 2)) + field(1, field(1, 3)))))
    nodes = b"".join(field(1, field(1, texts[i]) + field(2, texts[i + 1]) + field(3, texts[i]) + field(4, b"Relu")) for i in range(len(texts) - 1))
    graph = nodes + field(2, texts[0]) + field(11, value(texts[0])) + field(12, value(texts[-1]))
    return field(1, 8) + field(7, graph) + field(8, field(2, 17))


def imported(test):
    import yaml
    texts = [name for name in NAMES if is_text(name)]
    for number, name in enumerate([texts[0], *texts[4:6], b"../../owned", texts[12], b"Relu_0", b"__hpvm__hint", b"llvm.trap"]):
        path, out = os.path.join(test.folder, "model.onnx"), os.path.join(test.folder, "model%d.bc" % number)
        with open(path, "wb") as file:
            file.write(model([name, *texts]) if name not in texts else model([name, *[text for text in texts if text != name]]))
        said = b"".join(test.run("hpvm-import", path, "-o", out))
        test.plain(said)
        if not os.path.exists(out):
            continue
        with open(out[:-3] + ".yaml" if os.path.exists(out[:-3] + ".yaml") else out + ".yaml", "rb") as file:
            text = file.read()
        test.plain(text)
        try:
            yaml.safe_load(text.decode())
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            test.wrong("not YAML: %s" % str(error)[:200])
        test.plain(test.run("hpvm-run", "--print-graph", out)[0])


def main():
    tools, folder, backends = map(os.path.abspath, sys.argv[1:4])
    test = Test(tools, folder, backends)
    os.makedirs(folder, exist_ok=True)
    good, bad = os.path.join(folder, "good.ll"), os.path.join(folder, "bad.ll")
    for path, wild in ((good, 0), (bad, UNTYPED)):
        with open(path, "w") as file:
            file.write(module(wild))
    graphs(test, good)
    emitted(test, good)
    diagnostics(test, bad)
    traces(test, good, bad)
    differences(test, good)
    imported(test)
    print("%d names, %d runs, %d failures" % (len(NAMES), test.runs, test.failures))
    for path in ("owned", "../owned", "../../owned"):
        if os.path.exists(os.path.join(folder, path)):
            print("a name was carried out: %s" % path)
            test.failures += 1
    return test.failures > 0


sys.exit(main())
