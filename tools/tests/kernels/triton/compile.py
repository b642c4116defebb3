# compile.py FOLDER [ARCHITECTURE] -- compile the kernels of kernels.py to FOLDER/NAME.ll, for sm_80 or what ARCHITECTURE says: 75, gfx942; no GPU is needed.
import os
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kernels

F, I = "*fp32", "*i32"
JOBS = {
    "add": (dict(x=F, y=F, z=F, n="i32"), dict(BLOCK=256)),
    "no_mask": (dict(x=F, y=F, n="i32"), dict(BLOCK=256)),
    "transpose": (dict(x=F, y=F, m="i32", n="i32"), dict(ROWS=16, COLUMNS=16)),
    "functions": (dict(x=F, y=F, n="i32"), dict(BLOCK=128)),
    "count": (dict(x=I, bins=I, n="i32"), dict(BLOCK=128)),
    "dot": (dict(a="*fp16", b="*fp16", c=F, n="i32", m="i32", k="i32"), dict(BLOCK=32)),
    "softmax": (dict(out=F, x=F, n="i32"), dict(BLOCK=256)),
}
for name, (types, constants) in JOBS.items():
    kernel = getattr(kernels, name)
    place = {argument: (kernel.arg_names.index(argument),) for argument in kernel.arg_names}
    aligned = {place[a]: [["tt.divisibility", 16]] for a, t in types.items() if t.startswith("*")}
    source = ASTSource(kernel, {**types, **{c: "constexpr" for c in constants}},
                       {place[c]: value for c, value in constants.items()}, aligned)
    architecture = sys.argv[2] if len(sys.argv) > 2 else "80"
    if architecture.startswith("gfx"):
        target = GPUTarget("hip", architecture, 64 if architecture.startswith("gfx9") else 32)
    else:
        target = GPUTarget("cuda", int(architecture), 32)
    made = triton.compile(source, target=target)
    with open(os.path.join(sys.argv[1], name + ".ll"), "w") as file:
        file.write(f"; {name} of kernels.py; shared memory: {made.metadata.shared} bytes\n")
        text = made.asm["llir"].replace(os.path.dirname(os.path.abspath(__file__)), ".")
        file.write(text.replace(os.path.dirname(triton.__file__), "triton"))
