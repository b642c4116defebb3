#!/usr/bin/env python3
"""poison_lanes.py [COUNT [SEED]] -- in batches, nsw and nuw are tested for each lane as at width 1.

Each program is a leaf whose instances do one add, sub, mul or shl with nsw, nuw or both, on integers
of one width. An operand is an array, the same for all instances, or grows with the number of the
instance. Values lie near the ends of what the width can hold. The result decides a branch. In half of
the programs only even instances do the operation, while the values of odd ones would break its
promise.

Every program runs in two forms: no instance breaks the promise, and nothing is said; or some do, and
the report names the first of them, which Python's integers tell. Both at several widths, with
--check=poison and --check=all, and with the same words.

COUNT programs of each operation; seeds are printed. Environment: HPVM_RUN, CLANG, srcdir.
"""
import os, random, re, subprocess, sys, tempfile

RUN = os.environ.get("HPVM_RUN", "./hpvm-run")
CLANG = os.environ.get("CLANG") or "clang"
SRC = os.environ.get("srcdir", ".")
INSTANCES = 600  # two batches of 512 lanes, of which the second is not full
WIDTHS = ["1", "8", "64", "512"]
CHECKS = ["poison", "all"]
BITS = [7, 8, 16, 24, 32, 47, 64]
FLAGS = [["nsw"], ["nuw"], ["nuw", "nsw"]]
FORMS = ["array array", "array same", "same array", "array number", "number array",
         "number same", "same number", "number number", "same same"]
COMPUTE = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
           "shl": lambda a, b: a << b}
TRIES = 400


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def breaks(op, flags, bits, a, b):
    """Return true if A op B, numbers without a sign, break a promise; a shift by too much is another
    one."""
    if op == "shl":
        if b >= bits:
            return False
        parts = {"nsw": (signed(a, bits), b), "nuw": (a, b)}
    else:
        parts = {"nsw": (signed(a, bits), signed(b, bits)), "nuw": (a, b)}
    for flag in flags:
        result = COMPUTE[op](*parts[flag])
        low = -(1 << (bits - 1)) if flag == "nsw" else 0
        if not low <= result < low + (1 << bits):
            return True
    return False


def some_value(r, bits):
    """Return a number of BITS near an end of a range, or a small one, or any."""
    near = r.choice([0, 1 << (bits - 1), 1 << bits, 1 << bits // 2, r.randrange(1 << bits)])
    return (near + r.choice([-3, -2, -1, 0, 1, 2])) % (1 << bits)


class Case:
    def __init__(self, r, op):
        self.op, self.bits, self.flags = op, r.choice(BITS), r.choice(FLAGS)
        self.form, self.every_other = r.choice(FORMS).split(), r.random() < .5
        self.lines = [None, None]  # step and first value of numbers that grow
        self.operands = [self.values(r, kind, side) for side, kind in enumerate(self.form)]
        self.breaking = [self.breaks_at(i) for i in range(INSTANCES)]

    def values(self, r, kind, side):
        if self.op == "shl" and side == 1:
            any_value = lambda: r.randrange(self.bits)
        else:
            any_value = lambda: some_value(r, self.bits)
        if kind == "array":
            return [any_value() for _ in range(INSTANCES)]
        first = any_value()
        if kind == "same":
            return [first] * INSTANCES
        if self.op == "shl" and side == 1:  # few amounts, so that none is too large
            return [i & 3 for i in range(INSTANCES)]
        step, first = r.choice([1, 3, -1, 2]), r.choice([first, 0, (1 << (self.bits - 1)) - 400])
        self.lines[side] = step, first
        return [(first + i * step) % (1 << self.bits) for i in range(INSTANCES)]

    def breaks_at(self, i):
        return breaks(self.op, self.flags, self.bits, self.operands[0][i], self.operands[1][i])

    def runs(self, i):
        return not self.every_other or i % 2 == 0

    def first_break(self):
        return next((i for i in range(INSTANCES) if self.breaking[i] and self.runs(i)), None)

    def keep(self, r, spared):
        """Change arrays so that of the instances that run only those in SPARED may break the promise.
        Return false if that cannot be done."""
        for i in range(INSTANCES):
            wanted = i in spared or not self.runs(i)
            for _ in range(TRIES if self.breaking[i] != wanted else 0):
                for side, kind in enumerate(self.form):
                    if kind == "array":
                        self.operands[side][i] = (r.randrange(self.bits) if self.op == "shl" and side
                                                  else some_value(r, self.bits))
                self.breaking[i] = self.breaks_at(i)
                if self.breaking[i] == wanted:
                    break
            if self.breaking[i] and i not in spared and self.runs(i):
                return False
        return True

    def operand(self, side):
        """Return IR that defines %a or %b."""
        name, kind = "ab"[side], self.form[side]
        bits, values = self.bits, self.operands[side]
        if kind == "number":
            if self.op == "shl" and side == 1:
                return "  %%n%s = and i64 %%i, 3\n" % name + self.narrow("%b", "%nb")
            return ("  %%s%s = mul i64 %%i, %d\n  %%n%s = add i64 %%s%s, %d\n"
                    % (name, self.lines[side][0], name, name, signed(self.lines[side][1], 64)) +
                    self.narrow("%" + name, "%n" + name))
        index = "%i" if kind == "array" else "0"
        return ("  %%p%s = getelementptr i64, ptr @%s, i64 %s\n  %%l%s = load i64, ptr %%p%s\n"
                % (name, name, index, name, name) + self.narrow("%" + name, "%l" + name))

    def narrow(self, to, value):
        if self.bits == 64:
            return "  %s = add i64 %s, 0\n" % (to, value)
        return "  %s = trunc i64 %s to i%d\n" % (to, value, self.bits)

    def text(self):
        arrays = "".join("@%s = global [%d x i64] [%s]\n" % (
            "ab"[side], INSTANCES, ", ".join("i64 %d" % signed(v, 64) for v in values))
            for side, values in enumerate(self.operands))
        skip = ("  %o = and i64 %i, 1\n  %odd = icmp eq i64 %o, 1\n"
                "  br i1 %odd, label %no, label %do\ndo:\n") if self.every_other else ""
        return (arrays + "define i32 @t(i64 %i) {\n" + self.operand(0) + self.operand(1) + skip +
                "  %%v = %s %s i%d %%a, %%b\n  %%c = icmp eq i%d %%v, 77\n" % (
                    self.op, " ".join(self.flags), self.bits, self.bits) +
                "  br i1 %c, label %yes, label %no\nyes:\n  ret i32 1\nno:\n  ret i32 0\n}\n")

    def __str__(self):
        return "%s %s i%d %s%s" % (self.op, " ".join(self.flags), self.bits, ", ".join(self.form),
                                   ", even instances" if self.every_other else "")


def look(folder, width, check):
    done = subprocess.run(
        [RUN, "--width", width, "--check=" + check, os.path.join(folder, "leaf.bc"),
         os.path.join(folder, "t.ll"), "--", str(INSTANCES)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, re.sub("0x[0-9a-f]*", "ADDRESS", done.stdout.decode())


def judge(folder, case, check):
    """Return what is wrong, or None."""
    with open(os.path.join(folder, "t.ll"), "w") as file:
        file.write(case.text())
    first, expected = case.first_break(), None
    for width in WIDTHS:
        status, said = look(folder, width, check)
        expected = expected or said
        if status != (0 if first is None else 121):
            return "width %s: status %d, the first to break is %s\n%s" % (width, status, first, said)
        if first is not None and ("instance (%d)" % first not in said or "overflowed" not in said):
            return "width %s: not about instance %d\n%s" % (width, first, said)
        if said != expected:
            return "width %s is not as width 1\n%s%s" % (width, expected, said)
    return None


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    r, failed, runs = random.Random(seed), False, {"kept": 0, "broken": 0}
    print("seed", seed)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([CLANG, "-w", "-O1", "-g", "-I" + os.path.join(SRC, "src"), "-emit-llvm", "-c",
                        os.path.join(SRC, "interp/tests/poison_lanes.c"), "-o",
                        os.path.join(folder, "leaf.bc")], check=True)
        for n in range(4 * count):
            case = Case(r, list(COMPUTE)[n % 4])
            spared = set() if n % 8 < 4 else {r.randrange(INSTANCES) for _ in range(3)}
            if not case.keep(r, spared) and not spared:
                continue  # for example all instances do the same, which breaks the promise
            wrong = judge(folder, case, CHECKS[n // 8 % 2])
            runs["kept" if case.first_break() is None else "broken"] += 1
            if wrong:
                print("%s: %s" % (case, wrong))
                failed = True
    print(runs)
    # all that is tested has happened
    return 1 if failed or min(runs.values()) < count // 2 else 0


sys.exit(main())
