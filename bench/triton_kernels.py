#!/usr/bin/env python3
"""bench/triton_kernels.py -- kernels of Triton in hpvm-run and in Triton's interpreter, as ratios within one run.

The kernels are those of tools/tests/kernels/triton, as Triton compiles them without a GPU. Each round runs every
kernel in both, in turn; the least processor time of the rounds counts: for hpvm-run that of the whole command, on
one thread; for the interpreter (TRITON_INTERPRET=1) that of the launch alone. Results are compared.

Options: --rounds N. Environment: HPVM_RUN; Triton and NumPy must be importable, PyTorch is not needed.
Exit status 1: a result is wrong or a run failed.
"""
import argparse, os, resource, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = os.path.abspath(os.environ.get("HPVM_RUN", "hpvm-run"))
sys.path.insert(0, os.path.join(HERE, "../tools/tests/kernels/triton"))
N, ROWS, COLUMNS, SIDE = 1 << 20, 1823, 781, 512

# Name: kernel, block, types of the arguments, grid, sizes of the arrays, integers, tolerance. The last array of
# "add" and "dot", and the first of "softmax", is the result.
F, H = "fp32", "fp16"
BENCHES = {
    "add": ("add", 1024, dict(x=F, y=F, z=F), (N // 1024,), (N, N, N), (N,), 2, 0),
    "softmax": ("softmax", 1024, dict(out=F, x=F), (ROWS,), (ROWS * COLUMNS,) * 2, (COLUMNS,), 0, 1e-6),
    "dot, blocks of 32": ("dot", 32, dict(a=H, b=H, c=F), (SIDE // 32,) * 2, (SIDE * SIDE,) * 3, (SIDE,) * 3, 2, 1e-2),
    "dot, blocks of 128": ("dot", 128, dict(a=H, b=H, c=F), (SIDE // 128,) * 2, (SIDE * SIDE,) * 3, (SIDE,) * 3, 2,
                           1e-2),
}


def arrays_of(bench):
    """Return the arguments that are arrays, with equal values each time."""
    import numpy
    random, (_, _, types, _, sizes, _, result, _) = numpy.random.default_rng(1), bench
    kinds = [numpy.float16 if t == H else numpy.float32 for t in types.values()]
    return [numpy.zeros(size, kind) if i == result else random.random(size).astype(kind)
            for i, (kind, size) in enumerate(zip(kinds, sizes))]


class Tensor:
    """What Triton's interpreter wants of a tensor of PyTorch."""

    def __init__(self, array):
        self.array, self.dtype = array, str(array.dtype)

    def data_ptr(self):
        return self.array.ctypes.data

    def untyped_storage(self):
        return self

    cpu = untyped_storage

    def storage_offset(self):
        return 0

    def size(self):
        return self.array.size

    def stride(self):
        return 1

    def new_empty(self, *_, **__):
        return Tensor(self.array)

    def set_(self, storage, *_):
        self.array = storage.array

    def copy_(self, other):
        assert other.array is self.array


def interpret(bench, file):
    """Run in Triton's interpreter, save the result to FILE, and print the processor time."""
    import kernels, numpy
    name, block, _, grid, _, integers, result, _ = bench
    arrays = arrays_of(bench)
    begin = time.process_time()
    getattr(kernels, name)[grid](*map(Tensor, arrays), *integers, BLOCK=block)
    print(time.process_time() - begin)
    numpy.save(file, arrays[result])


def compile_to(bench, folder):
    """Compile for sm_80; print the bytes of shared memory."""
    import kernels, triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    kernel, (_, block, types, *_) = getattr(kernels, bench[0]), bench
    place = {a: (kernel.arg_names.index(a),) for a in kernel.arg_names}
    signature = {a: "*" + types[a] if a in types else "i32" for a in kernel.arg_names}
    source = ASTSource(kernel, {**signature, "BLOCK": "constexpr"}, {place["BLOCK"]: block},
                       {place[a]: [["tt.divisibility", 16]] for a in types})
    made = triton.compile(source, target=GPUTarget("cuda", 80, 32))
    with open(os.path.join(folder, "kernel.ll"), "w") as file:
        file.write(made.asm["llir"])
    print(made.metadata.shared)


def child(how, name, path, **environment):
    done = subprocess.run([sys.executable, os.path.abspath(__file__), how, name, path], check=True, text=True,
                          stdout=subprocess.PIPE, env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **environment})
    return float(done.stdout)


def hpvm_run(bench, shared, folder):
    import numpy
    name, _, _, grid, _, integers, result, _ = bench
    lines = []
    for i, array in enumerate(arrays_of(bench)):
        file = os.path.join(folder, "%d.npy" % i)
        numpy.save(file, array)
        lines.append("{npy: %s, save: %s}" % (file, os.path.join(folder, "result.npy"))
                     if i == result else "{npy: %s}" % file)
    with open(os.path.join(folder, "args.yaml"), "w") as file:
        file.write("args: [%s]\n" % ", ".join(lines + [str(n) for n in integers]))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([RUN, "-j1", "--kernel", name, "--grid", ",".join(map(str, grid)), "--shared", str(shared), "--args",
                    os.path.join(folder, "args.yaml"), os.path.join(folder, "kernel.ll")], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds, wrong = parser.parse_args().rounds, 0
    import numpy
    print("| kernel | hpvm-run, s | Triton's interpreter, s | times faster |\n|---|---:|---:|---:|")
    for name, bench in BENCHES.items():
        with tempfile.TemporaryDirectory() as folder:
            shared, took = child("compile", name, folder), ([], [])
            for _ in range(rounds):
                took[0].append(hpvm_run(bench, int(shared), folder))
                took[1].append(child("interpret", name, os.path.join(folder, "other.npy"), TRITON_INTERPRET="1"))
            ours, theirs = (numpy.load(os.path.join(folder, f)).reshape(-1) for f in ("result.npy", "other.npy"))
            if not numpy.allclose(ours, theirs, rtol=1e-5, atol=bench[-1]):
                print("bench/triton_kernels.py: %s: wrong result" % name, file=sys.stderr)
                wrong = 1
            ours, theirs = map(min, took)
            print("| %s | %.2f | %.2f | %.3g |" % (name, ours, theirs, theirs / ours), flush=True)
    return wrong


if __name__ == "__main__":
    if sys.argv[1:2] == ["interpret"]:
        interpret(BENCHES[sys.argv[2]], sys.argv[3])
    elif sys.argv[1:2] == ["compile"]:
        compile_to(BENCHES[sys.argv[2]], sys.argv[3])
    else:
        sys.exit(main())
