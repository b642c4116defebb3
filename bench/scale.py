#!/usr/bin/env python3
"""bench/scale.py -- how cost grows with a graph, and the time to the first instance.

Generates modules and graphs of many sizes, which is not measured, and runs each ROUNDS times; the
minimum counts. Processor time is that of hpvm-run and of the standby process that waits while it
reads, user and system. Environment: HPVM_RUN, CLANG, LLVM_BINDIR (of llvm-as); SRC is this folder.
--write FOLDER (scale.md and scale.svg there), --rounds N, --largest N (nodes), --clock
processor|wall (for judging limits: wall if nothing else runs), --judge (exit status 1 when one is
missed).
"""
import argparse, math, os, platform, random, resource, subprocess, sys, tempfile, time
import scale_page

SRC = os.environ.get("SRC", os.path.dirname(os.path.abspath(__file__)))
RUN = os.environ.get("HPVM_RUN", "hpvm-run")
CLANG = os.environ.get("CLANG", "clang-19")
AS = os.path.join(os.environ.get("LLVM_BINDIR", ""), "llvm-as")
MODULE_BYTES = 100 * 1000

# --- graphs: Root passes a number to its first child and returns its last child's result ------

HEAD = """%one = type <{ i64 }>
declare ptr @llvm.hpvm.createNode(ptr)
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)
"""


def leaf(name):
    return ("define %%one @%s(i64 %%n) {\n  %%m = add i64 %%n, 1\n"
            "  %%r = insertvalue %%one poison, i64 %%m, 0\n  ret %%one %%r\n}\n" % name)


def internal(name, functions, edges, ports=1):
    """Return a node with one child for each of FUNCTIONS, and PORTS edges for each pair in EDGES."""
    lines = ["define %%one @%s(i64 %%n) {" % name]
    lines += ["  %%n%d = call ptr @llvm.hpvm.createNode(ptr @%s)" % child
              for child in enumerate(functions)]
    lines += ["  call ptr @llvm.hpvm.createEdge(ptr %%n%d, ptr %%n%d, i1 0, i32 %d, i32 %d, i1 0)"
              % (source, sink, port, port) for source, sink in edges for port in range(ports)]
    lines += ["  call void @llvm.hpvm.bind.input(ptr %%n0, i32 0, i32 %d, i1 0)" % port
              for port in range(ports)]
    lines += ["  call void @llvm.hpvm.bind.output(ptr %%n%d, i32 0, i32 0, i1 0)"
              % (len(functions) - 1), "  ret %one poison", "}", ""]
    return "\n".join(lines)


def steps(count):
    return zip(range(count - 1), range(1, count))


def chain(nodes):
    return leaf("Leaf") + internal("Root", ["Leaf"] * nodes, steps(nodes))


def fan(nodes):
    return leaf("Leaf") + internal("Root", ["Leaf"] * nodes, ((0, i) for i in range(1, nodes)))


def functions(nodes):
    names = ["Leaf%d" % i for i in range(nodes)]
    return "".join(map(leaf, names)) + internal("Root", names, steps(nodes))


def hierarchy(nodes):
    """Up to ten children below each internal node; each of these nodes has its own function."""
    parts = [leaf("Leaf")]

    def make(count, name):
        if count == 1:
            return "Leaf"
        children = min(10, count - 1)
        below = [make((count - 1 + i) // children, "%s_%d" % (name, i)) for i in range(children)]
        parts.append(internal(name, below, steps(children)))
        return name

    make(nodes, "Root")
    return "".join(parts)


def edges(count):
    """101 nodes in a chain, with the same number of edges in each link."""
    ports = count // 100
    node = ("%%all = type <{ %s }>\ndefine %%all @Wide(%s) {\n  ret %%all zeroinitializer\n}\n" % (
        ", ".join(["i64"] * ports), ", ".join("i64 %%p%d" % i for i in range(ports))))
    return node + internal("Root", ["Wide"] * 101, steps(101), ports)


def instances(count):
    return leaf("Leaf") + internal("Root", ["Leaf"], ()).replace(
        "createNode(ptr @Leaf)", "createNode1D(ptr @Leaf, i64 %d)" % count)


# --- modules of C: leaves, the functions they call, and host code that launches them ----------

C_HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include "hpvm.h"
static long nanoseconds(int clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000L + now.tv_nsec;
}
static long of_children(void)
{
	struct rusage all;
	getrusage(RUSAGE_CHILDREN, &all);
	return (all.ru_utime.tv_sec + all.ru_stime.tv_sec) * 1000000000L +
	       (all.ru_utime.tv_usec + all.ru_stime.tv_usec) * 1000L;
}
"""
C_WORK = """int %(name)s(int *a, int n)
{
	int sum = %(a)d;
	for (int i = 0; i < n; i++) {
		if (a[i] %% %(b)d == 1)
			sum += a[i] * %(c)d;
		else if (a[i] > %(d)d)
			a[i] = sum ^= a[i] >> %(e)d;
		else
			sum += a[(i + %(e)d) %% n] - sum / %(b)d;
	}
	return sum;
}
"""
C_PARAMETERS = "int *data, size_t bytes, long *first, size_t first_bytes, long x"
C_LEAF = """void Leaf%(i)d(""" + C_PARAMETERS + """)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, data, first, 2, data, first);
	if (!first[0]) {
		first[0] = nanoseconds(CLOCK_MONOTONIC);
		first[1] = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) + of_children();
	}
	data[0] += aux%(i)d(data, (int)(bytes / sizeof(int)));
	__hpvm__return(1, x + 1);
}
"""
C_MAIN = """int main(void)
{
	int data[64];
	long first[2] = {0}, sum;
	struct __attribute__((packed)) {
		int *data;
		size_t bytes;
		long *first;
		size_t first_bytes;
		long x, result;
	} arguments = {data, sizeof(data), first, sizeof(first), 3, 0};
	for (int i = 0; i < 64; i++)
		data[i] = i * 37;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof(data));
	llvm_hpvm_track_mem(first, sizeof(first));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	sum = arguments.result%s;
	llvm_hpvm_untrack_mem(data);
	llvm_hpvm_untrack_mem(first);
	__hpvm__cleanup();
	printf("argument 'first': %%ld %%ld\\n", first[0], first[1]);
	return sum == 0;
}
"""
C_ARGUMENTS = """args:
  - {zeros: 64, type: i32}
  - auto
  - {zeros: 2, type: i64, print: true}
  - auto
  - 3
"""


def c_module(leaves, host=5):
    numbers = random.Random(1)

    def work(name):
        return C_WORK % {"name": name, **{k: numbers.randint(3, 99) for k in "abcd"},
                         "e": numbers.randint(1, 9)}

    parts = [C_HEAD, *(work("host%d" % i) for i in range(host))]
    for i in range(leaves):
        parts += [work("aux%d" % i), C_LEAF % {"i": i}]
    parts.append("void Root(%s)\n{\n\t__hpvm__hint(CPU_TARGET);\n"
                 "\t__hpvm__attributes(2, data, first, 2, data, first);\n" % C_PARAMETERS)
    for i in range(leaves):
        parts.append("\tvoid *n%d = __hpvm__createNodeND(0, Leaf%d);\n" % (i, i))
        parts += ["\t__hpvm__bindIn(n%d, %d, %d, 0);\n" % (i, p, p) for p in range(5 - (i > 0))]
        if i:
            parts.append("\t__hpvm__edge(n%d, n%d, 1, 0, 4, 0);\n" % (i - 1, i))
    parts.append("\t__hpvm__bindOut(n%d, 0, 0, 0);\n}\n" % (leaves - 1))
    return "".join(parts) + C_MAIN % "".join(" + host%d(data, 64)" % i for i in range(host))


def compiled(folder, flags):
    """Return a module of MODULE_BYTES or slightly more."""
    path = os.path.join(folder, "module%s.bc" % "".join(flags))
    leaves, size = 10, 0
    while size < MODULE_BYTES:
        with open(path + ".c", "w", encoding="utf-8") as file:
            file.write(c_module(leaves))
        subprocess.run([CLANG, *flags, "-I", os.path.join(SRC, "..", "src"), "-emit-llvm", "-c",
                        path + ".c", "-o", path], check=True)
        before, size = size, os.path.getsize(path)
        leaves += max(1, int((MODULE_BYTES - size) / ((size - before) / 10)) if before else 10)
    return path, size


# --- measuring --------------------------------------------------------------------------------------

class Cost:
    """Return wall and processor seconds of one command, and the peak memory of its largest process in
    bytes."""

    def __init__(self, command):
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.started, self.output = start, process.stdout.read().decode()
        errors = process.stderr.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = 0
        self.wall, self.cpu = time.monotonic() - start, used.ru_utime + used.ru_stime
        self.memory = used.ru_maxrss * 1024
        if status:
            sys.exit("%s: status %d: %s" % (" ".join(command), status, errors))


def least(commands, rounds, measures):
    """Return for each command the minimum of each measure."""
    found = [[math.inf] * len(measures) for _ in commands]
    for _ in range(rounds):
        for command, best in zip(commands, found):
            cost = Cost(command)
            best[:] = [min(b, measure(cost)) for b, measure in zip(best, measures)]
    return found


def first_instance(cost):
    return [float(n) * 1e-9 for n in cost.output.split(":")[1].split()[:2]]


def measure_start(folder, rounds):
    arguments = os.path.join(folder, "start.yaml")
    with open(arguments, "w", encoding="utf-8") as file:
        file.write(C_ARGUMENTS)
    names, commands, sizes = [], [], []
    for flags in (["-O1"], ["-O1", "-g"], ["-O0", "-g"]):
        path, size = compiled(folder, flags)
        for options in (["--root", "Root", "--args", arguments], ["--host", "interp"],
                        ["--host", "jit"]):
            names.append(("`clang %s`" % " ".join(flags), "`%s`" % " ".join(options[:2])))
            commands.append([RUN, *options, path])
            sizes.append(size)
    found = least(commands, rounds, [lambda cost: first_instance(cost)[0] - cost.started,
                                     lambda cost: first_instance(cost)[1]])
    floor = least([[RUN, "--version"]], rounds, [lambda c: c.wall, lambda c: c.cpu])[0]
    return [(*name, size, *times) for name, size, times in zip(names, sizes, found)], floor


def graph_file(folder, shape, size):
    path = os.path.join(folder, "%s%d.ll" % (shape.__name__, size))
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD + shape(size))
    subprocess.run([AS, path, "-o", path[:-3] + ".bc"], check=True)
    os.unlink(path)
    return path[:-3] + ".bc"


def measure_growth(folder, shape, sizes, rounds, options=()):
    """Return (size, load, load and run, wall of both, bytes) for each size."""
    arguments, rows = os.path.join(folder, "graph.yaml"), []
    with open(arguments, "w", encoding="utf-8") as file:
        file.write("args: [5]\n")
    for size in sizes:
        path = graph_file(folder, shape, size)
        (load, *_), (cpu, wall, memory) = least(
            [[RUN, "--print-code=" + {functions: "Leaf0", edges: "Wide"}.get(shape, "Leaf"), path],
             [RUN, *options, "--root", "Root", "--args", arguments, path]], rounds,
            [lambda c: c.cpu, lambda c: c.wall, lambda c: c.memory])
        rows.append((size, load, cpu, wall, memory))
        os.unlink(path)
        print("%-10s %9d: %.3f s to load, %.3f s in all (wall %.3f s), %.0f MB" % (
            shape.__name__, size, load, cpu, wall, memory / 1e6), flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--write", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--largest", type=int, default=100000)
    parser.add_argument("--clock", choices=("processor", "wall"), default="processor")
    parser.add_argument("--judge", action="store_true")
    options = parser.parse_args()
    nodes = [n for n in (1000, 3000, 10000, 30000, 100000) if n <= options.largest]
    results = scale_page.Results(options.clock)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        results.start, results.floor = measure_start(folder, 2 * options.rounds)
        for title, shape, sizes, more in (
                ("chain", chain, nodes, ()), ("fan-out", fan, nodes, ()),
                ("a function for each node", functions, nodes, ()),
                ("hierarchy", hierarchy, nodes, ()), ("edges between 101 nodes", edges, nodes, ()),
                ("instances of a node, width 1", instances, [100 * n for n in nodes],
                 ("--width", "1"))):
            results.growth[title] = measure_growth(folder, shape, sizes, options.rounds, more)
    print(results.words())
    if options.write:
        machine = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                        if line.startswith("model name")), platform.machine())
        version = subprocess.run([RUN, "--version"], stdout=subprocess.PIPE, check=True).stdout
        scale_page.write(options.write, results, "%s; Linux %s; %s; least of %d runs" % (
            machine, platform.release(), version.decode().split("\n")[0], options.rounds))
    return 1 if options.judge and results.missed() else 0


if __name__ == "__main__":
    sys.exit(main())
