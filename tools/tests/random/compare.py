#!/usr/bin/env python3
"""compare.py [option]... -- run random programs (generate.py) natively and in every engine, and compare.

	--count N       programs to run (default 140), from --first SEED (default 0) on
	--jobs N        batches that run at the same time (default 0: one for each processor)
	--minutes M     start no batch after M minutes; the summary says how many programs have run
	--keep FOLDER   where failing programs are kept (default: random-failed)
	--clangs LIST   compilers, separated by commas (default: $CLANG and every clang-N from 19 on that is
	                installed and not newer)
	--no-reduce     do not make failing programs smaller
	--reduce-limit SECONDS
	                time for each of the two ways of making a program smaller (default 120)
	--language c++  programs in C++ (default: c)
	--only SEED     one program, alone, compiled as in its batch
	--judge FILE HOW VARIANT WORD
	                for cvise: exit status 0 if FILE is free of undefined behaviour that can be seen and shows
	                the failure WORD in VARIANT

Some 26 programs form a batch, which is compiled once and runs once for each variant (VARIANTS); its compiler,
level and options follow from the seeds, so the same seeds give the same comparisons. What a batch prints natively
is expected of each variant, without a warning or an error. Natively means: by the same clang at -O0, where
undefined behaviour ends the program; programs with fast-math are compiled to LLVM text first, and natively from
there, without the flags. A failing program is run alone, kept with the command that repeats it, and made smaller: first statements
are left out while the failure stays, then cvise works on it where it is installed.

Environment: HPVM_RUN, CLANG, srcdir. Exit status 1: a program failed.
"""
import argparse, collections, concurrent.futures, json, os, random, re, shutil, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import generate  # noqa: E402

RUN = os.path.abspath(os.environ.get("HPVM_RUN", "./hpvm-run"))
CLANG = os.environ.get("CLANG") or "clang"
SOURCE = os.path.abspath(os.environ.get("srcdir") or os.path.join(HERE, "../../.."))
BLOCK, BATCH = 140, 26  # a block in C has 10 programs with fast-math, which form a batch of their own
NATIVE_LIMIT, BATCH_LIMIT, ALONE_LIMIT, BUILD_LIMIT = 20, 300, 60, 300
REDUCED_ALIKE = 4  # programs reduced that fail alike
TRAPS = ["-fsanitize=undefined", "-fsanitize-trap=undefined", "-fno-sanitize=function,alignment"]
EXTRAS = ["-g", "-fno-inline", "-fno-strict-aliasing", "-fwrapv", "-fno-vectorize -fno-slp-vectorize",
          "-fno-unroll-loops", "-fno-discard-value-names", "-fno-builtin", "-g -gline-tables-only", "-fno-optimize-sibling-calls"]
WIDTHS = [8, 16, 32, 50, 96, 256, 512]
CHECKERS = ["none", "bounds", "attributes", "race", "barrier", "memory", "order", "uninit", "bounds,uninit", "race,order"]

# Name: which of the two programs runs (leaves of graphs, or host code), and options. @W: a width, @C: checkers.
VARIANTS = {
    "default": ("leaves", []),
    "width 1": ("leaves", ["--width", "1", "--host", "interp"]),
    "another width": ("leaves", ["--width", "@W", "-j", "3", "--host", "interp", "--check=@C"]),
    "checked": ("leaves", ["--check=all", "--host", "interp"]),
    "checked, width 1": ("leaves", ["--check=all", "--width", "1", "--host", "interp"]),
    "host": ("host", ["--host", "interp"]),
    "host, checked": ("host", ["--host", "interp", "--check=all"]),
    "cpu": ("leaves", ["--stats", "--host", "interp", "--backend", "cpu"]),
    "opencl": ("leaves", ["--stats", "--host", "interp", "--backend", "opencl"]),
    "ptx": ("leaves", ["--emit", "ptx", "-o", os.devnull]),
}
OPENCL_PROGRAMS = 2  # of a batch: each takes a second to build
PTX_BATCHES = 4  # one of so many


def run(command, limit, environment=None):
    """Return exit status (None: out of time), output and messages."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit,
                              env=dict(os.environ, **(environment or {})))
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


class Invalid(Exception):
    """The program does not compile, or has undefined behaviour: a fault of the generator."""


class How:
    """How a batch is compiled: everything that follows from its number."""

    def __init__(self, clangs, block, batch, fast, language):
        rng = random.Random("batch %d %d" % (block, batch))
        self.clang = clangs[(block + batch) % len(clangs)]
        self.level = "-O" + rng.choice("0011222333sz")
        self.extras = " ".join(rng.sample(EXTRAS, rng.choice([0, 0, 1, 2]))).split()
        self.fast, self.width = fast, rng.choice(WIDTHS)
        self.split = fast or rng.random() < 0.2  # leaves and functions in separate modules
        self.ptx = rng.randrange(PTX_BATCHES) == 0
        self.isa = rng.choice(["base", "v3", ""])
        self.checker = rng.choice(CHECKERS)
        self.language = language
        if language == "c++":
            self.clang = re.sub("clang(?=[^/]*$)", "clang++", self.clang)

    @staticmethod
    def read(text):
        how = How.__new__(How)
        how.__dict__ = json.loads(text)
        return how

    def text(self):
        return json.dumps(self.__dict__)

    def options(self):
        return [self.level, *self.extras, "-ffp-contract=off"]


FLAGS = re.compile(r"\b(f(?:add|sub|mul|div|rem|neg|cmp|ptrunc|pext)|call|select|phi)((?: (?:fast|reassoc|nnan|ninf|nsz|arcp|contract|afn))+) ")


ATTRIBUTES = re.compile(r'"(?:no-infs|no-nans|no-signed-zeros|approx-func|unsafe)-fp-math"="true" ?')


def exact_line(line):
    """Return a line of LLVM text without fast-math flags and attributes; text in other strings stays."""
    return ATTRIBUTES.sub("", line) if '"' in line else FLAGS.sub(r"\1 ", line)


class Build:
    """The programs of a source, in FOLDER, each compiled when it is first needed."""

    def __init__(self, folder, text, how):
        self.folder, self.how, self.made = folder, how, {}
        self.source = os.path.join(folder, "p.cc" if how.language == "c++" else "p.c")
        with open(self.source, "w") as file:
            file.write(text)

    def compile(self, to, *options):
        to = os.path.join(self.folder, to)
        command = [self.how.clang, "-w", *(["-std=c++17"] if self.how.language == "c++" and to.endswith(".bc") else []), "-I" + os.path.join(SOURCE, "src"), *options, "-o", to]
        status, _, said = run(command, BUILD_LIMIT)
        if status != 0:
            raise Invalid("%s: %s" % (" ".join(command), said[:2000] if status is not None else "out of time"))
        return to

    def make(self, what):
        if what not in self.made:
            self.made[what] = getattr(self, "make_" + what)()
        return self.made[what]

    def bitcode(self, name, *options):
        return self.compile(name + ".bc", *options, "-emit-llvm", "-c", self.source)

    def functions_options(self):
        return [*self.how.options(), "-DPART=1", *(["-ffast-math"] if self.how.fast else [])]

    def make_functions(self):
        return [self.bitcode("functions", *self.functions_options())]

    def make_leaves(self):
        if self.how.split:
            return [self.bitcode("leaves", *self.how.options(), "-DPART=2"), *self.make("functions")]
        return [self.bitcode("leaves", *self.how.options())]

    def make_host(self):
        if self.how.split:
            return [self.bitcode("host", *self.how.options(), "-DPART=2", "-DNATIVE"), *self.make("functions")]
        return [self.bitcode("host", *self.how.options(), "-DNATIVE")]

    def make_exact(self):
        """The functions as LLVM text without fast-math flags: natively, LLVM would use what these allow, such as
        dropping a rounding to float, even at -O0."""
        path = self.compile("exact.ll", *self.functions_options(), "-S", "-emit-llvm", self.source)
        with open(path) as file:
            lines = [exact_line(line) for line in file]
        with open(path, "w") as file:
            file.writelines(lines)
        return path

    def make_native(self):
        if self.how.fast:
            host, *_ = self.make("host")
            return self.compile("native", "-O0", "-ffp-contract=off", host, self.make("exact"), "-lm")
        return self.compile("native", "-O0", "-ffp-contract=off", "-DNATIVE", "-ftrivial-auto-var-init=pattern", *TRAPS, self.source, "-lm")

    def expected(self):
        if "expected" not in self.made:
            status, output, _ = run([self.make("native")], NATIVE_LIMIT)
            if status != 0:
                raise Invalid("natively: " + ("out of time" if status is None else "exit status %d after '%s'" % (
                    status, output.splitlines()[-1] if output else "")))
            self.made["expected"] = output
        return self.made["expected"]

    def command(self, variant, names=()):
        what, options = VARIANTS[variant]
        return [RUN, "--progress", "never", *[o.replace("@W", str(self.how.width)).replace("@C", self.how.checker) for o in options], *self.make(what),
                *(["--", *names] if names else [])]

    def judge(self, variant, names=(), limit=BATCH_LIMIT):
        """Return a word for the failure of VARIANT, or None, and what it printed. NAMES: programs to run."""
        status, output, said = run(self.command(variant, names), limit, {"HPVM_RUN_ISA": self.how.isa} if "width" in variant else None)
        expected = "".join(line + "\n" for line in self.expected().splitlines() if not names or line.split()[0] in names)
        found = next((id for id in re.findall(r"(?:error|warning): .*\[([a-z0-9-]+)\]", said) if id != "backend-refuses"), None)
        if status is None:
            return "out of time", said
        if variant == "ptx":
            return (None if status == 0 or status == 123 and "[not-translated]" in said else "status %d" % status), said
        if status != 0:
            return "status %d%s" % (status, " [%s]" % found if found else ""), said
        if output != expected:
            return "differs", said + output
        if found or (said and "--stats" not in VARIANTS[variant][1]):
            return "says [%s]" % (found or said[:40]), said
        return None, said


class Campaign:
    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.begun = time.time()
        self.programs = collections.Counter()  # (kind, level)
        self.clangs, self.runs = collections.Counter(), collections.Counter()
        self.offloaded, self.failures, self.reduced = collections.Counter(), [], collections.Counter()
        self.variants = self.at_hand()
        self.kinds = list(generate.LANGUAGES[options.language][0])

    def at_hand(self):
        """The variants whose backends work here. PoCL 3.1 computes wrongly in work-groups of several work-items
        that take different paths (docs/backends.md), so it gets one for each group."""
        said = run([RUN, "--list-backends"], 60)[1]
        if re.search(r"^opencl +ready\n +device: Portable Computing Language.* driver 3\.1", said, re.M):
            VARIANTS["opencl"][1].extend(["--backend-option", "opencl.group=1"])
        return [v for v in VARIANTS if v not in ("cpu", "opencl") or re.search(r"^%s +ready" % v, said, re.M)]

    def say(self, text):
        with self.lock:
            print(text, flush=True)

    def batches(self):
        """Yield (How, seeds) of every batch."""
        first, end = self.options.first, self.options.first + self.options.count
        for block in range(first // BLOCK, (end + BLOCK - 1) // BLOCK):
            seeds = range(block * BLOCK, (block + 1) * BLOCK)
            fast = [s for s in seeds if self.kinds[s % len(self.kinds)] == "fast"]
            plain = [s for s in seeds if s not in fast]
            parts = [plain[k:k + BATCH] for k in range(0, len(plain), BATCH)] + [fast]
            for number, part in enumerate(parts):
                part = [s for s in part if first <= s < end]
                if part:
                    yield How(self.options.clangs, block, number, part[0] in fast, self.options.language), part

    def batch(self, how, seeds):
        if self.options.minutes and time.time() - self.begun > self.options.minutes * 60:
            return
        units = [generate.Unit(seed, self.options.language) for seed in seeds]
        with tempfile.TemporaryDirectory() as folder:
            build = Build(folder, generate.whole(units), how)
            try:
                build.expected()
                for variant in self.variants:
                    self.variant(build, units, variant)
            except Invalid as fault:
                self.invalid(units, how, fault)
        with self.lock:
            self.clangs[how.clang] += len(units)
            for unit in units:
                self.programs[unit.kind, how.level] += 1
            done = sum(self.programs.values())
            text = "%d of %d programs, %d failures, %d s" % (done, self.options.count, len(self.failures), time.time() - self.begun)
            print(text, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)

    def variant(self, build, units, variant):
        some = units
        if variant == "ptx" and not build.how.ptx:
            return
        if variant == "opencl":
            some = [unit for unit in units if unit.seed // 14 % (BATCH // OPENCL_PROGRAMS) == unit.seed % 14][:OPENCL_PROGRAMS]
            if not some:
                return
        names = [unit.name for unit in some] if some is not units else []
        word, said = build.judge(variant, names)
        with self.lock:
            self.runs[variant] += len(some)
            self.offloaded[variant] += len(re.findall(r"  backend \w+", said))
        if not word:
            return
        alone = 0
        for unit in some:
            word_alone, said_alone = build.judge(variant, [unit.name], ALONE_LIMIT)
            if word_alone:
                alone += 1
                self.failure(unit, build.how, variant, word_alone, said_alone)
        if not alone:  # only together
            self.keep(units, build.how, variant, "together: " + word, said)

    def invalid(self, units, how, fault):
        """Find out which programs are invalid."""
        found = 0
        for unit in units:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    build = Build(folder, generate.whole([unit]), how)
                    build.expected()
                    build.make("leaves")
                    build.make("host")
                except Invalid as fault:
                    found += 1
                    self.keep([unit], how, "native", "invalid", str(fault))
        if not found:
            self.keep(units, how, "native", "invalid together", str(fault))

    def keep(self, units, how, variant, word, said):
        """Keep what failed, and return its folder."""
        folder = os.path.join(self.options.keep, "%s-%s" % (units[0].name, re.sub("[^a-z0-9]+", "-", variant)))
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "program.c"), "w") as file:
            file.write(generate.whole(units))
        with open(os.path.join(folder, "said"), "w") as file:
            file.write("%s %s (%s), %s: %s\n%s\n" % (" ".join(u.name for u in units), units[0].kind, " ".join([how.clang, *how.options()]), variant, word,
                                                   how.text()))
            file.write("compare.py --language %s --clangs %s --only %d\n" % (how.language, ",".join(self.options.clangs), units[0].seed))
            file.write(" ".join(VARIANTS.get(variant, ("", []))[1]).replace("@W", str(how.width)).replace("@C", how.checker) + "\n" + said[:20000])
        self.say("%s, %s, %s, %s: %s (%s)" % (units[0].name if len(units) == 1 else "%s and %d more" % (units[0].name, len(units) - 1), units[0].kind,
                                           " ".join([os.path.basename(how.clang), how.level, *how.extras]), variant, word, folder))
        with self.lock:
            self.failures.append((variant, word, units[0].name))
        return folder

    def failure(self, unit, how, variant, word, said):
        folder = self.keep([unit], how, variant, word, said)
        with self.lock:
            self.reduced[unit.name] += 1
            self.reduced[word] += 1
            if self.options.no_reduce or self.reduced[unit.name] > 1 or self.reduced[word] > REDUCED_ALIKE:
                return
        self.reduce(unit, how, variant, word, os.path.join(folder, "reduced.c"))

    def reduce(self, unit, how, variant, word, path):
        without, end = set(), time.time() + self.options.reduce_limit

        def shows(without):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    return Build(folder, generate.whole([unit], without), how).judge(variant, (), ALONE_LIMIT)[0] == word
                except Invalid:
                    return False

        before = -1
        while len(without) > before:
            before = len(without)
            for _, number in unit.sizes():
                if number not in without and time.time() < end and shows(without | {number}):
                    without.add(number)
        with open(path, "w") as file:
            file.write(generate.whole([unit], without))
        if shutil.which("cvise"):
            self.cvise(path, how, variant, word)
        self.say("%s: reduced to %d bytes" % (path, os.path.getsize(path)))

    def cvise(self, path, how, variant, word):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "judge.sh")
            with open(script, "w") as file:
                file.write("#!/bin/sh\nexport HPVM_RUN='%s' srcdir='%s'\nexec '%s' -B '%s' --judge %s '%s' '%s' '%s'\n" % (
                    RUN, SOURCE, sys.executable, os.path.abspath(__file__), os.path.basename(path), how.text(), variant, word))
            os.chmod(script, 0o755)
            shutil.copy(path, folder)
            subprocess.run(["timeout", str(self.options.reduce_limit), "cvise", "--n", "1", "--timeout", str(ALONE_LIMIT), script, os.path.basename(path)],
                           cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            shutil.copy(os.path.join(folder, os.path.basename(path)), path)

    def summary(self):
        done = sum(self.programs.values())
        levels = sorted({level for _, level in self.programs})
        print("%-10s%s%8s" % ("kind", "".join("%7s" % level for level in levels), "all"))
        for kind in self.kinds:
            counts = [self.programs[kind, level] for level in levels]
            print("%-10s%s%8d" % (kind, "".join("%7d" % c for c in counts), sum(counts)))
        print("compilers: " + ", ".join("%s %d" % (os.path.basename(c), n) for c, n in sorted(self.clangs.items())))
        print("compared:  " + ", ".join("%s %d%s" % (v, self.runs[v], " (%d on it)" % self.offloaded[v] if v in ("cpu", "opencl") else "") for v in self.variants))
        words = collections.Counter((variant, re.sub("together: ", "", word)) for variant, word, _ in self.failures)
        for (variant, word), count in sorted(words.items()):
            print("failed:    %s: %s: %d programs" % (variant, word, count))
        last = self.options.first + self.options.count - 1
        print("%d programs of seeds %d to %d, %d comparisons with native code: %d different, %d reports, %d others; %d s" % (
            done, self.options.first, last, sum(self.runs.values()),
            sum("differs" in word for _, word, _ in self.failures), sum("[" in word for _, word, _ in self.failures),
            sum("differs" not in word and "[" not in word for _, word, _ in self.failures), time.time() - self.begun))

    def all(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs or os.cpu_count()) as pool:
            for future in [pool.submit(self.batch, *each) for each in self.batches()]:
                future.result()
        self.summary()
        return 1 if self.failures or not self.programs else 0


def judge(path, how, variant, word):
    """Return 0 if the program at PATH shows WORD, and nothing undefined can be seen in it."""
    how = How.read(how)
    with open(path) as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder, text, how)
        try:
            outputs = {build.expected()} if not how.fast else set()
            for name, options in (("zero", ["-O0", "-ftrivial-auto-var-init=zero"]), ("two", ["-O2", "-Werror=return-type", "-Werror=uninitialized"]),
                                  ("ubsan", ["-O1", *TRAPS])):
                status, output, _ = run([build.compile(name, *options, "-ffp-contract=off", "-DNATIVE", build.source, "-lm")], NATIVE_LIMIT)
                if status != 0:
                    return 1
                if not how.fast:
                    outputs.add(output)
            return 0 if len(outputs) <= 1 and build.judge(variant, (), ALONE_LIMIT)[0] == word else 1
        except Invalid:
            return 1


def clangs():
    """$CLANG, and all clang-N from 19 up to its version."""
    version = re.search(r"version (\d+)", run([CLANG, "--version"], 60)[1])
    found = ["clang-%d" % n for n in range(19, int(version[1])) if shutil.which("clang-%d" % n)] if version else []
    return [CLANG] + found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=BLOCK)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--language", default="c", choices=generate.LANGUAGES)
    parser.add_argument("--only", type=int)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--keep", default="random-failed")
    parser.add_argument("--clangs", type=lambda text: text.split(","))
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--reduce-limit", type=int, default=120)
    parser.add_argument("--judge", nargs=4)
    options = parser.parse_args()
    if options.judge:
        sys.exit(judge(*options.judge))
    options.clangs = options.clangs or clangs()
    options.keep = os.path.abspath(options.keep)
    if options.only is not None:
        options.first, options.count = options.only, 1
    print("seeds %d to %d, %s" % (options.first, options.first + options.count - 1, " ".join(options.clangs)), flush=True)
    sys.exit(Campaign(options).all())


if __name__ == "__main__":
    main()
