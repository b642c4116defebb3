#!/usr/bin/env python3
"""interp/tests/races.py -- reports about generated races are the same at every width.

Generates COUNT graphs, each with one kind of race, or a similar access that is none. Some 20 of them
form a program, which runs with each checker and each pair of checkers at widths 1, 8, 64 and 512 and
with -j 1 and -j 4. Findings are warnings, so that all are reported, with instances and counts; a part
of the graphs also runs alone, so that the first error ends the run. Everything that hpvm-run says
must be what it says at width 1, apart from addresses. With the race checker the output, which shows
the resulting bytes, must be the same as well.

The race checker is also compared with what the generator knows: which graphs race.

Arguments: COUNT (default 1000), the first seed (default 1).
Environment: HPVM_RUN, CLANG, srcdir (the source tree). Exit status 1: something differs.
"""
import itertools, os, random, re, subprocess, sys, tempfile

RUN = os.path.abspath(os.environ.get("HPVM_RUN", "./hpvm-run"))
CLANG = os.environ.get("CLANG") or "clang"
SRC = os.environ.get("srcdir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
CHECKERS = ["race", "uninit", "order", "bounds"]
SETS = CHECKERS + [",".join(pair) for pair in itertools.combinations(CHECKERS, 2)]
WIDTHS = [["--width", "8"], ["--width", "64"], ["--width", "512"], ["--width", "64", "-j4"],
          ["--width", "512", "-j4"]]
TOGETHER, ALONE = 20, 3  # graphs of a program, and those of them that also run alone
IDS = ["data-race", "uninitialised", "order-dependent", "out-of-bounds", "div-by-zero"]
BYTES = 8192  # of each buffer

HEAD = """#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef int int4 __attribute__((vector_size(16), aligned(4)));
typedef short short8 __attribute__((vector_size(16), aligned(2)));
struct __attribute__((packed)) arguments { char *p; size_t p_bytes; char *q; size_t q_bytes; };
"""
GRAPH = """
void leaf%(n)d(char *p, size_t p_bytes, char *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *node = __hpvm__getNode();
	long i = %(index)s;
%(body)s
	__hpvm__return(0);
}
void %(outer)s(char *p, size_t p_bytes, char *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *node = __hpvm__createNodeND(%(grid)s, leaf%(n)d%(extents)s);
	for (int k = 0; k < 0; k++) ;
	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}
"""
GROUPS = """
void root%(n)d(char *p, size_t p_bytes, char *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *node = __hpvm__createNodeND(1, group%(n)d, (size_t)%(groups)d);
	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}
"""
MAIN = """
static void launch(int number, void *root, int fill, int defined)
{
	char *p = malloc(%(bytes)d), *q = malloc(%(bytes)d);
	struct arguments arguments = {p, %(bytes)d, q, %(bytes)d};
	unsigned sum = 0;

	memset(p, fill, defined);
	memset(q, 0, %(bytes)d);
	llvm_hpvm_track_mem(p, %(bytes)d);
	llvm_hpvm_track_mem(q, %(bytes)d);
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(p, %(bytes)d);
	llvm_hpvm_request_mem(q, %(bytes)d);
	for (int i = 0; i < %(bytes)d; i++)
		sum = sum * 31 + (unsigned char)q[i] + (i < defined ? 7 * (unsigned char)p[i] : 0);
	printf("%%d: %%u\\n", number, sum);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	free(p);
	free(q);
}

int main(int argc, char **argv)
{
	int only = argc > 1 ? atoi(argv[1]) : -1;

	__hpvm__init();
%(launches)s
	__hpvm__cleanup();
	return 0;
}
"""
TYPES = {1: "signed char", 2: "short", 4: "int", 8: "long"}


def guard(i, text):
    return "\tif (i == %d) { %s }\n" % (i, text)


class Graph:
    """One graph: its C code, and whether it races (None: the generator does not know)."""

    def __init__(self, n, rng):
        self.n, self.rng = n, rng
        self.count = rng.choice([40, 300, 600, 1000])
        self.groups = 0
        self.fill = rng.choice([0, 7])
        self.defined = BYTES
        self.first, self.second = self.pair()
        kinds = [self.write_write] * 4 + [self.read_write] * 3 + [
            self.many, self.partial, self.block, self.vector, self.atomic, self.atomic_mixed,
            self.barrier, self.groups_barrier, self.neighbour, self.uninit, self.uninit_divisor,
            self.outside, self.loop, self.clean]
        kind = rng.choice(kinds)
        self.name = kind.__name__
        self.races = None
        self.body = kind()
        if rng.random() < .5:
            self.body += "\t((int *)q)[i] = (int)i;\n"

    def pair(self):
        """Two instances: in one batch, or in several."""
        near = self.rng.random() < .5
        a = self.rng.randrange(self.count - 9)
        b = a + self.rng.randrange(1, 8) if near else self.rng.randrange(self.count)
        if a == b:
            b = a + 1
        return min(a, b), max(a, b)

    def value(self, bytes):
        """The value that memory holds before, or another."""
        old = int.from_bytes(bytes * [self.fill], "little")
        return self.rng.choice([old, old, 5, 9])

    def address(self, bytes):
        at = 8 * self.rng.randrange(100)
        return "*(volatile %s *)(p + %d)" % (TYPES[bytes], at + 4096)

    def write_write(self):
        bytes = self.rng.choice([1, 2, 4, 8])
        x, y = self.value(bytes), self.value(bytes)
        at = self.address(bytes)
        self.races = x != y
        if self.rng.random() < .5:
            return "\tif (i == %d || i == %d) %s = i == %d ? %d : %d;\n" % (
                self.first, self.second, at, self.first, x, y)
        return guard(self.first, "%s = %d;" % (at, x)) + guard(self.second, "%s = %d;" % (at, y))

    def read_write(self):
        bytes = self.rng.choice([1, 2, 4, 8])
        at, self.races = self.address(bytes), True
        read = guard(self.rng.choice([self.first, self.second]), "q[4096] = (char)%s;" % at)
        writer = self.first if str(self.second) in read.split(")")[0] else self.second
        write = guard(writer, "%s = %d;" % (at, self.value(bytes)))
        return read + write if self.rng.random() < .5 else write + read

    def many(self):
        every, x, y = self.rng.choice([2, 3, 7, 50]), self.value(4), self.value(4)
        at = self.address(4)
        return "\tif (i %% %d == 1) %s = i > %d ? %d : %d;\n" % (every, at, self.first, x, y)

    def partial(self):
        big, small = self.rng.choice([(8, 4), (8, 2), (8, 1), (4, 2), (4, 1), (2, 1), (4, 4), (8, 8)])
        x, y = self.value(big), self.value(small)
        base = 4096 + 8 * self.rng.randrange(100)
        shift = self.rng.randrange(big)
        parts = [guard(self.first, "*(volatile %s *)(p + %d) = %d;" % (TYPES[big], base, x)),
                 guard(self.second, "typedef %s part __attribute__((aligned(1)));"
                       " *(volatile part *)(p + %d) = %d;" % (TYPES[small], base + shift, y))]
        self.rng.shuffle(parts)
        return "".join(parts)

    def block(self):
        bytes, at = self.rng.choice([3, 8, 16, 40, 100]), 4096 + self.rng.randrange(64)
        ways = ["memset(p + %d, %d, %d);" % (at, self.rng.choice([self.fill, 3]), bytes),
                "memcpy(p + %d, p + 1024, %d);" % (at, bytes),
                "memcpy(q + 4096, p + %d, %d);" % (at, bytes),
                "p[%d] = %d;" % (at + bytes // 2, self.value(1)),
                "memmove(p + %d, p + %d, %d);" % (at, at + 2, bytes)]
        return guard(self.first, self.rng.choice(ways)) + guard(self.second, self.rng.choice(ways))

    def vector(self):
        kind, lanes = self.rng.choice([("int4", 4), ("short8", 8)])
        at = 4096 + 4 * self.rng.randrange(64)
        x, y = self.rng.choice([self.fill, 3]), self.rng.choice([self.fill, 3])
        make = "%s v = {%s}; *(volatile %s *)(p + %d) = v;"
        return (guard(self.first, make % (kind, ", ".join([str(x)] * lanes), kind, at)) +
                guard(self.second, make % (kind, ", ".join([str(y)] * lanes), kind,
                                           at + self.rng.choice([0, 0, 4, 8]))))

    def atomic(self):
        self.races = False
        how = self.rng.choice(["add", "max", "or"])
        return "\t__hpvm__atomic_%s((int *)p + 1024 + i %% %d, (int)i);\n" % (
            how, self.rng.choice([1, 3, 17]))

    def atomic_mixed(self):
        self.races = True
        return ("\t__hpvm__atomic_add((int *)p + 1024, 1);\n" +
                guard(self.first, self.rng.choice(["((volatile int *)p)[1024] = 3;",
                                                   "q[4096] = (char)((volatile int *)p)[1024];"])))

    def barrier(self):
        self.count = self.rng.choice([64, 300])
        self.first, self.second = self.pair()
        at = self.address(4)
        write = guard(self.first, "%s = 5;" % at)
        read = guard(self.second, "q[4096] = (char)%s;" % at)
        self.races = self.rng.random() < .5
        middle = "\t__hpvm__barrier();\n"
        return middle + write + read if self.races else write + middle + read

    def groups_barrier(self):
        self.count, self.groups = self.rng.choice([(16, 20), (64, 5), (100, 3)])
        a, b = self.rng.randrange(self.groups), self.rng.randrange(self.groups)
        x, y = self.value(4), self.value(4)
        group = "__hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node))"
        at = self.address(4)
        return ("\tlong g = %s;\n\tif (i == 3 && g == %d) %s = %d;\n\t__hpvm__barrier();\n"
                "\tif (i == 9 && g == %d) %s = %d;\n" % (group, a, at, x, b, at, y))

    def neighbour(self):
        far = self.rng.choice([1, 3, 40])
        self.races = far < self.count
        return ("\t((volatile int *)p)[i] = (int)i;\n"
                "\tif (i + %d < %d) ((int *)q)[1024 + i] = ((volatile int *)p)[i + %d];\n"
                % (far, self.count, far))

    def uninit(self):
        """A value that may be uninitialised decides a branch; instances may write it in time."""
        self.defined = 4096
        at = 4096 + 4 * self.rng.randrange(100)
        parts = [guard(self.first, "*(volatile int *)(p + %d) = 5;" % at),
                 guard(self.second, "if (*(volatile int *)(p + %d) == 3) q[4096] = 1;" % at)]
        self.rng.shuffle(parts)
        if self.rng.random() < .5:
            self.first, self.second = self.second, self.first
        return "".join(parts)

    def uninit_divisor(self):
        return ("\tvolatile int zero[2];\n" +
                guard(self.first, "q[4096] = (char)(100 / (zero[1] | 1));"))

    def outside(self):
        return guard(self.first, "p[%d] = 1;" % (BYTES + self.rng.randrange(4))) \
            if self.rng.random() < .5 else guard(self.second, "q[4096] = ((volatile char *)p)[-1];")

    def loop(self):
        at = 1024 + self.rng.randrange(64)
        return ("\tfor (int k = 0; k < 3; k++)\n\t\tif (i == %d + k || i == %d)\n"
                "\t\t\t((volatile int *)p)[%d + k] = k == 1 ? %d : (int)i;\n"
                % (self.first, self.second, at, self.value(4)))

    def clean(self):
        self.races = False
        return "\t((int *)p)[i] += 3;\n"

    def code(self):
        inner = "group%d" % self.n if self.groups else "root%d" % self.n
        text = GRAPH % {"n": self.n, "body": self.body, "outer": inner, "grid": "1",
                        "index": "__hpvm__getNodeInstanceID_x(node)",
                        "extents": ", (size_t)%d" % self.count}
        return text + (GROUPS % {"n": self.n, "groups": self.groups} if self.groups else "")

    def launch(self):
        return "\tif (only < 0 || only == %d) launch(%d, (void *)root%d, %d, %d);" % (
            self.n, self.n, self.n, self.fill, self.defined)


def say(bitcode, options, arguments=()):
    done = subprocess.run([RUN, *options, bitcode, *(["--", *arguments] if arguments else [])],
                          capture_output=True, text=True, errors="replace", timeout=300)
    return done.returncode, done.stdout, re.sub("0x[0-9a-f]*", "ADDRESS", done.stderr)


class Test:
    def __init__(self, folder):
        self.folder, self.runs, self.failed = folder, 0, 0

    def fail(self, text):
        self.failed += 1
        print(text)

    def compare(self, bitcode, source, checks, options, arguments=()):
        options = ["--check=none," + checks, *options]
        right = say(bitcode, ["--width", "1", *options], arguments)
        if right[0] not in (0, 121):
            self.fail("%s: exit status %d: %s" % (" ".join(options), *right[::2]))
        for width in WIDTHS:
            got = say(bitcode, [*width, *options], arguments)
            self.runs += 1
            same = got == right if "race" in checks else (got[0], got[2]) == (right[0], right[2])
            if same:
                continue
            self.fail("%s %s %s %s: not as at width 1 (kept as %s)"
                      % (" ".join(options), " ".join(width), bitcode, " ".join(arguments), source))
            lines = [set((said[1] + said[2]).splitlines()) for said in (right, got)]
            for sign, some in (("-", lines[0] - lines[1]), ("+", lines[1] - lines[0])):
                for line in sorted(some)[:4]:
                    print("  " + sign + line[:300])
        return right

    def expect(self, graph, bitcode):
        """The race checker alone finds what the generator has put in."""
        if graph.races is None:
            return
        said = say(bitcode, ["--check=none,race"], [str(graph.n)])
        if ("[data-race]" in said[2]) != graph.races:
            self.fail("graph %d (%s) of %s: %s" % (graph.n, graph.name, bitcode,
                                                  "no race" if graph.races else "a race"))

    def program(self, seed, count):
        rng = random.Random(seed)
        graphs = [Graph(n, rng) for n in range(count)]
        source = os.path.join(self.folder, "races%d.c" % seed)
        bitcode = source[:-1] + "bc"
        launches = "\n".join(graph.launch() for graph in graphs)
        with open(source, "w") as file:
            file.write(HEAD + "".join(graph.code() for graph in graphs) +
                       MAIN % {"bytes": BYTES, "launches": launches})
        subprocess.run([CLANG, "-w", "-g", rng.choice(["-O0", "-O1", "-O2"]), "-I" + SRC + "/src",
                        "-emit-llvm", "-c", source, "-o", bitcode], check=True)
        warn = ["-W" + name for name in IDS]
        for checks in SETS:
            self.compare(bitcode, source, checks, warn)
        for graph in rng.sample(graphs, min(ALONE, count)):
            for checks in rng.sample(SETS, 2) + ["race"]:
                self.compare(bitcode, source, checks, [], [str(graph.n)])
        for graph in graphs:
            self.expect(graph, bitcode)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = tempfile.mkdtemp(prefix="races")
    test = Test(folder)
    for at in range(0, count, TOGETHER):
        test.program(seed + at // TOGETHER, min(TOGETHER, count - at))
    print("%d graphs from seed %d: %d runs compared with width 1, %d differ"
          % (count, seed, test.runs, test.failed))
    if not test.failed:
        subprocess.run(["rm", "-rf", folder])
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(main())
