#!/usr/bin/env python3
"""compare.py [--programs N] [--first SEED] [--widths A,B...] [--jobs N] [--examples FOLDER] [--spec DIR]
-- the same bytes at every width and instruction set.

It compiles the programs of this folder (*.c) at -O0, -O1 and -O2 without unrolling or vectorising
loops; then programs of five random leaves (generate.py), first those of the file `seeds`, which
once failed. The seed determines -O0, -O1 or -O2. All programs run at width 1, then at every width
with every instruction set of the processor, and on three threads. Output and exit status must equal
those of width 1. --examples: the same with the examples whose bitcode is in FOLDER; --spec: the
spec-tests in DIR, which check their own results. --quick: only the set base at one width.

Environment: HPVM_RUN, CLANG, srcdir. Exit status 1: something differs.
"""
import argparse, concurrent.futures, os, re, subprocess, sys, tempfile, threading

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = os.environ.get("HPVM_RUN", "./hpvm-run")
CLANG = os.environ.get("CLANG") or "clang"
SOURCE = os.environ.get("srcdir") or os.path.join(HERE, "../../..")
LEAVES, TIMEOUT = 5, 600
WIDTHS = [8, 16, 32, 50, 64, 96, 256, 512]


def instruction_sets():
    """The instruction sets that interp/lanes/build/lane_code.c chooses from, the best last."""
    try:
        flags = re.search(r"^flags\s*:(.*)$", open("/proc/cpuinfo").read(), re.M)[1].split()
    except (OSError, TypeError):
        flags = []
    return (["base"] + ["v3"] * ("avx2" in flags) + ["v4"] * ("avx512vl" in flags))


def run(command, instructions=None):
    environment = dict(os.environ, **({"HPVM_RUN_ISA": instructions} if instructions else {}))
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=TIMEOUT, env=environment)
    except subprocess.TimeoutExpired as late:
        return -1, (late.stdout or b"") + b"\nlonger than %d s\n" % TIMEOUT
    return done.returncode, done.stdout


class Comparison:
    generator, seeds = os.path.join(HERE, "generate.py"), os.path.join(HERE, "seeds")

    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.done, self.all, self.failed = 0, 0, []
        self.variants = [(s, w) for s in instruction_sets() for w in options.widths
                         if not options.quick or s != "base" or w == 64]

    def say(self, text, failed=False):
        with self.lock:
            if sys.stderr.isatty():
                sys.stderr.write("\r\033[K")
            print(text, flush=True)
            if failed:
                self.failed.append(text)

    def one_done(self):
        with self.lock:
            self.done += 1
            text = "%d of %d compared, %d differ" % (self.done, self.all, len(self.failed))
            if sys.stderr.isatty():
                sys.stderr.write("\r\033[K" + text)
            elif self.done % 10 == 0:
                sys.stderr.write(text + "\n")

    def everywhere(self, what, program, arguments=()):
        """Run PROGRAM in all variants."""
        rest = [program, *(["--", *arguments] if arguments else [])]
        expected = run([RUN, "--progress", "never", "--width", "1", *rest])
        if expected[0] != 0:
            self.say("%s: fails at width 1: %s" % (what, expected[1].decode(errors="replace")), True)
        best = self.variants[-1][0]
        for instructions, width, *jobs in self.variants + [
                (best, 8, "-j3"), (best, 64, "-j3", "--check=none"), (best, "auto", "-j3")]:
            options = ["--width", str(width), *jobs]
            got = run([RUN, "--progress", "never", *options, *rest], instructions)
            if got != expected:
                self.say("%s: HPVM_RUN_ISA=%s %s differs from width 1:\n  %s\n  %s" % (
                    what, instructions, " ".join(options), expected, got), True)

    def leaves(self, seed, *how):
        level = "-O%d" % (seed % 3)
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, "p.c"), os.path.join(folder, "p.bc")
            with open(source, "w") as file:
                subprocess.run([sys.executable, self.generator, str(seed), str(LEAVES), *how], stdout=file, check=True)
            subprocess.run([CLANG, "-w", level, "-I" + os.path.join(SOURCE, "src"), "-emit-llvm",
                            "-c", source, "-o", program], check=True)
            self.everywhere("seed %d %s" % (seed, level), program)
        self.one_done()

    def fixed(self, source, level):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "p.bc")
            subprocess.run([CLANG, "-w", level, "-fno-unroll-loops", "-fno-vectorize",
                            "-I" + os.path.join(SOURCE, "src"), "-emit-llvm", "-c", source, "-o", program],
                           check=True)
            self.everywhere("%s %s" % (os.path.basename(source), level), program)
        self.one_done()

    def example(self, program):
        name = os.path.basename(program)[:-3]
        self.everywhere("example " + name, program, [os.path.join(SOURCE, "examples", name)])
        self.one_done()

    def spec(self, instructions, width):
        spec = os.path.join(os.path.dirname(RUN), "hpvm-spec")
        status, text = run([spec, "--quick", "-j", "1", "--variant", "--width %d" % width, "--run",
                            RUN, "--clang", CLANG, self.options.spec], instructions)
        if status != 0:
            self.say("spec-tests at width %d with HPVM_RUN_ISA=%s:\n%s" % (
                width, instructions, text.decode(errors="replace")), True)
        self.one_done()

    def compare(self):
        options = self.options
        seeds = [int(line.split()[0]) for line in open(self.seeds) if line.strip()]
        tasks = [(self.fixed, os.path.join(HERE, file), level)
                 for file in sorted(os.listdir(HERE)) if file.endswith(".c") for level in ("-O0", "-O1", "-O2")]
        tasks += [(self.leaves, seed) for seed in seeds]
        tasks += [(self.leaves, seed, "parameters")
                  for seed in range(options.first, options.first + options.programs)]
        if options.examples:
            tasks += [(self.example, os.path.join(folder, file))
                      for folder, _, files in sorted(os.walk(options.examples))
                      for file in sorted(files) if file.endswith(".bc")]
        if options.spec:
            tasks += [(self.spec, *variant) for variant in [("base", 1)] + self.variants]
        self.all = len(tasks)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for future in [pool.submit(*task) for task in tasks]:
                future.result()
        self.say("%d leaves from seed %d on, %d that once differed%s%s: %s" % (
            LEAVES * options.programs, options.first, LEAVES * len(seeds),
            ", examples" if options.examples else "", ", spec-tests" if options.spec else "",
            "%d differences" % len(self.failed) if self.failed else "all agree"))
        return 1 if self.failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=60)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--widths", type=lambda text: [int(w) for w in text.split(",")],
                        default=WIDTHS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--examples")
    parser.add_argument("--spec")
    parser.add_argument("--quick", action="store_true")
    sys.exit(Comparison(parser.parse_args()).compare())


if __name__ == "__main__":
    main()
