#!/usr/bin/env python3
# templates.py [--all] TOOLKIT -- say how many templates of inline assembly in the headers of TOOLKIT/include hpvm-run knows,
# and which instructions it does not.
#
# Sources of kernels include the headers below; clang expands their macros for several architectures. Each asm statement of the
# text becomes a kernel of its own with operands of the types that its constraints say, and --list-kernels says what it needs.
# With --all, each template is listed that is not known.
#
# Environment: CLANG, HPVM_RUN; KEEP, a file for the kernels.
import collections
import os
import re
import subprocess
import sys
import tempfile

HEADERS = """cub/cub.cuh thrust/device_vector.h thrust/sort.h thrust/scan.h thrust/reduce.h curand_kernel.h cooperative_groups.h
cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h cuda_fp16.h cuda_bf16.h cuda_fp8.h cuda_fp6.h
cuda_fp4.h mma.h cuda_pipeline.h cuda_awbarrier.h cuda/atomic cuda/barrier cuda/pipeline cuda/semaphore cuda/latch cuda/ptx
cuda/annotated_ptr cuda/std/atomic cuda/std/complex cuda/std/bit cuda/std/cmath cuda/cmath""".split()
TYPES = {"r": "i32", "l": "i64", "h": "i16", "f": "float", "d": "double", "b": "i8", "n": "i32", "q": "i128", "C": "ptr"}
STRING = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')
ARCHITECTURES = ("sm_60", "sm_75", "sm_80", "sm_90")


def expand(clang, toolkit, header, arch, folder):
    """Return the text of HEADER, with its macros expanded."""
    source = os.path.join(folder, "one.cu")
    with open(source, "w") as file:
        file.write("#include <%s>\n" % header)
    done = subprocess.run([clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=" + arch, "--cuda-path=" + toolkit,
                           "-std=c++17", "-w", "-Wno-unknown-cuda-version", "-P", "-E", source], capture_output=True, text=True)
    return done.stdout


def literal(text, at):
    """Return the adjacent string literals at AT as one, and where they end."""
    parts, found = [], False
    while True:
        m = STRING.match(text, at)
        if not m:
            return ("".join(parts) if found else None), at
        parts.append(m.group(1).encode().decode("unicode_escape"))
        found, at = True, m.end()


def operands(text, at):
    """Read the sections behind the template; return the lists of (name, constraint) for outputs and inputs, or None."""
    sections, end = [[]], at
    depth = 1
    while depth:
        c = text[end]
        if c == '"':
            before = re.search(r"\[(\w+)\]\s*$", text[at:end])
            constraint, end = literal(text, end)
            if depth == 1:
                sections[-1].append((before.group(1) if before else None, constraint))
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == ":" and depth == 1:
            if text[end + 1] == ":":
                sections.append([])
                end += 1
            sections.append([])
        end += 1
    return sections[1:]


def statements(text):
    for m in re.finditer(r"\b(?:asm|__asm__|__asm)\b\s*(?:volatile|__volatile__)?\s*\(", text):
        template, at = literal(text, m.end())
        # an assembler's name of a declaration is no template
        if template is not None and template.strip() and not re.fullmatch(r"\w+", template):
            sections = operands(text, at)
            sections += [[]] * (3 - len(sections))
            yield template, tuple(sections[0]), tuple(sections[1])


def function(number, template, outputs, inputs):
    """Return a kernel in LLVM IR that has the statement; None: an operand of a kind that PTX does not have."""
    names, constraints, arguments, results = [], [], [], []
    tied = []
    for name, c in outputs:
        kind = c.strip("=+&")
        if kind not in TYPES or kind == "n":
            return None
        names.append(name)
        constraints.append("=" + kind)
        results.append(TYPES[kind])
        if c.startswith("+"):
            tied.append((len(names) - 1, TYPES[kind]))
    for name, c in inputs:
        names.append(name)
        kind = c.strip("&")
        if kind.isdigit():
            constraints.append(kind)
            arguments.append((results[int(kind)], "poison"))
        elif kind in TYPES:
            constraints.append(kind)
            arguments.append((TYPES[kind], "4" if kind == "n" else "null" if kind == "C" else "%p" + str(len(arguments))))
        else:
            return None
    for n, kind in tied:
        constraints.append(str(n))
        arguments.append((kind, "%p" + str(len(arguments))))

    def operand(m):
        if m.group(0) == "%%":
            return "%"
        what = m.group(2) if m.group(2) is not None else m.group(1)
        return "$" + str(names.index(what) if m.group(2) is not None else int(what))

    body = re.sub(r"%%|%(\d+)|%\[(\w+)\]", operand, template.replace("$", "$$"))
    quoted = "".join(c if c.isprintable() and c not in '"\\' else "\\%02X" % ord(c) for c in body)
    result = "void" if not results else results[0] if len(results) == 1 else "{ %s }" % ", ".join(results)
    parameters = ", ".join("%s %s" % a for a in arguments if a[1].startswith("%"))
    return 'define ptx_kernel void @k%d(%s) {\n  %scall %s asm sideeffect "%s", "%s"(%s)\n  ret void\n}\n' % (
        number, parameters, "" if not results else "%r = ", result, quoted, ",".join(constraints),
        ", ".join("%s %s" % a for a in arguments))


def main():
    every = "--all" in sys.argv
    toolkit = [a for a in sys.argv[1:] if not a.startswith("--")][0]
    clang, run = os.environ.get("CLANG", "clang"), os.environ.get("HPVM_RUN", "./hpvm-run")
    found, odd = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for header in HEADERS:
            for arch in ARCHITECTURES:
                for s in statements(expand(clang, toolkit, header, arch, folder)):
                    found.setdefault(s, header)
        kernels, module = [], ['target triple = "nvptx64-nvidia-cuda"\n']
        for s in found:
            text = function(len(kernels), *s)
            if text:
                kernels.append(s)
                module.append(text)
            else:
                odd.append(s)
        path = os.environ.get("KEEP") or os.path.join(folder, "all.ll")
        with open(path, "w") as file:
            file.write("".join(module))
        listed = subprocess.run([run, "--list-kernels", path], capture_output=True, text=True)
    if listed.returncode:
        sys.exit(listed.stderr[:2000])
    needs, current = collections.Counter(), -1
    unknown = collections.defaultdict(list)
    for line in listed.stdout.splitlines():
        if line.startswith("kernel k"):
            current = int(line[8:])
        elif line.startswith("  needs"):
            unknown[current].append(line.split("'", 1)[1].rsplit("'", 1)[0])
    for number, what in unknown.items():
        needs.update(sorted({re.sub(r"^PTX instruction '?", "", w).strip("'") for w in what})[:1])
        if every:
            print("%s: %r: %s" % (found[kernels[number]], kernels[number][0], ", ".join(what)))
    for name, count in needs.most_common():
        print("%5d  %s" % (count, name))
    for s in odd:
        print("not understood: %r" % (s,))
    total = len(kernels) + len(odd)
    print("%d of %d templates are known (%.1f %%)" % (len(kernels) - len(unknown), total, 100 * (len(kernels) - len(unknown)) / max(total, 1)))


main()
