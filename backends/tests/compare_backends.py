#!/usr/bin/env python3
"""compare_backends.py [--programs N] [--first SEED] [--jobs N] [--backend NAME] [--path FOLDERS]
-- checks that programs print the same on a backend as interpreted.

Programs of five random leaves (leaves.py), compiled at -O0, -O1 or -O2 depending on the seed,
run on one thread and on three. Text and exit status must be equal to the interpreter's, and
hpvm-diff must find no difference.

Environment: HPVM_RUN, HPVM_DIFF, CLANG, srcdir. Exit status 1: there is a difference.
"""
import argparse, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../interp/tests/lanes"))
import compare  # noqa: E402

DIFF = os.environ.get("HPVM_DIFF", "./hpvm-diff")


class Backends(compare.Comparison):
    generator, seeds = os.path.join(HERE, "leaves.py"), os.devnull

    def __init__(self, options):
        super().__init__(options)
        self.taken = self.nodes = 0

    def output(self, program, *options, command=compare.RUN):
        done = subprocess.run([command, "--stats", "--progress", "never", *options, program],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=compare.TIMEOUT)
        return (done.returncode, done.stdout), done.stderr.decode(errors="replace")

    def everywhere(self, what, program, arguments=()):
        expected, said = self.output(program)
        if expected[0] != 0:
            self.say("%s: fails interpreted: %s" % (what, said), True)
        backend = ["--backend", self.options.backend, "--backend-path", self.options.path]
        for options in (["-j1"], ["-j3"]):
            got, said = self.output(program, *backend, *options)
            if got != expected:
                self.say("%s: %s is not as interpreted:\n  %s\n  %s\n%s" % (
                    what, " ".join(options), expected, got, said), True)
            if options == ["-j1"]:
                with self.lock:
                    self.taken += len(re.findall(r"  backend \w+", said))
                    self.nodes += len(re.findall(r"  (?:backend \w+|not on \w+)", said))
        for units in ([], ["--leaves"]):
            with tempfile.NamedTemporaryFile() as table:
                got, said = self.output(program, "--backends", self.options.backend, *backend[2:],
                                        *units, "-o", table.name, command=DIFF)
                if got[0] != 0:
                    self.say("%s: hpvm-diff %s:\n%s\n%s" % (what, " ".join(units), said,
                                                            table.read().decode()), True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--path", default="backends/.libs")
    options = parser.parse_args()
    options.widths, options.quick, options.examples, options.spec = [], True, None, None
    comparison = Backends(options)
    status = comparison.compare()
    print("%d of %d nodes ran on '%s'" % (comparison.taken, comparison.nodes, options.backend))
    sys.exit(status if comparison.taken else 1)


main()
