#!/usr/bin/env python3
"""faults.py [option]... -- plant one fault each in random programs (planted.py), and count those that hpvm-run finds.

	--count N        faults to plant (default 500), from --first SEED (default 0) on
	--jobs N         batches that run at the same time (default 0: one for each processor)
	--batch N        programs that are compiled together (default 25)
	--missed SHARE   percentage that may be missed (default 1)
	--keep FOLDER    where programs are kept whose fault is missed, or has another name (default: faults-missed)
	--only SEED      one program, alone, compiled as in its batch

Each program runs with --check=all as leaves, at width 1, 8 and the default one, and as interpreted host code. Its fault is
found if the run ends with exit status 121 and the first error has one of the names that the fault may have; it is
misnamed if the first error has another one, and missed if there is none. A program whose fault is not reached, because it
returns before, does not count. Seeds determine everything.

Environment: HPVM_RUN, CLANG, srcdir. Exit status 1: too many faults are missed or misnamed, or a run crashed.
"""
import argparse, collections, concurrent.futures, os, random, re, shutil, sys, tempfile, threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import compare  # noqa: E402
import generate  # noqa: E402
import planted  # noqa: E402

VARIANTS = {
    "width 1": ("leaves", ["--width", "1", "--check=all"]),
    "width 8": ("leaves", ["--width", "8", "--check=all"]),
    "leaves": ("leaves", ["--check=all"]),
    "host": ("host", ["--host", "interp", "--check=all"]),
}
compare.VARIANTS.update(VARIANTS)
LEVELS = {"-O0": 0, "-O1": 1, "-O2": 2, "-O3": 2}
LIMIT = 120


def how_of(block, clangs):
    how = compare.How(clangs, block, 0, False, "c")
    rng = random.Random("faults %d" % block)
    how.level, how.split = rng.choice(list(LEVELS)), False
    how.extras = rng.choice([[], ["-g"], ["-fno-inline"], ["-fno-strict-aliasing", "-g"]])
    return how


def unit_of(seed, level):
    """Return the program of SEED with its fault, and the fault."""
    rng = random.Random("fault %d" % seed)
    unit = generate.Unit(seed)
    while unit.fast:
        seed += 10000
        unit = generate.Unit(seed + rng.randrange(14))
    return unit, planted.plant(unit, rng, level)


class Campaign:
    def __init__(self, options):
        self.options, self.lock = options, threading.Lock()
        self.clangs = [compare.CLANG]
        self.found = collections.Counter()   # (variant, what)
        self.kinds = collections.Counter()   # (kind, what)
        self.planted, self.reached, self.crashed = 0, 0, 0

    def batch(self, block):
        """Run the programs of the batch numbered BLOCK."""
        size = self.options.batch
        first = max(block * size, self.options.first)
        seeds = range(first, min((block + 1) * size, self.options.first + self.options.count))
        how = how_of(block, self.clangs)
        made = [(seed, *unit_of(seed, LEVELS[how.level])) for seed in seeds]
        units = [unit for _, unit, _ in made]
        units[0].items.insert(0, planted.HELPERS.strip())
        with tempfile.TemporaryDirectory() as folder:
            build = compare.Build(folder, generate.whole(units), how)
            reached = build.compile("reached", "-O0", "-DNATIVE", "-DREACHED", build.source, "-lm")
            for seed, unit, fault in made:
                self.program(build, reached, seed, unit, fault)

    def program(self, build, reached, seed, unit, fault):
        status, said, _ = compare.run([reached, unit.name], LIMIT)
        with self.lock:
            self.planted += 1
            self.reached += "reached" in said
        if "reached" not in said:
            return
        for variant in VARIANTS:
            status, _, said = compare.run(build.command(variant, [unit.name]), LIMIT)
            ids = re.findall(r"error: .*\[([a-z0-9-]+)\]", said)
            what = "found"
            if status is None or status < 0 or status > 124 or not {"program-died", "bad-access"}.isdisjoint(ids[:1]) and ids[0] not in fault.ids:
                what = "crash"
            elif status != 121 or not ids:
                what = "missed"
            elif ids[0] not in fault.ids:
                what = "misnamed"
            with self.lock:
                self.found[variant, what] += 1
                self.kinds[fault.kind, what] += 1
            if what != "found":
                self.keep(build, seed, unit, fault, variant, what, status, ids, said)

    def keep(self, build, seed, unit, fault, variant, what, status, ids, said):
        folder = os.path.join(self.options.keep, str(seed))
        os.makedirs(folder, exist_ok=True)
        shutil.copy(build.source, os.path.join(folder, "program.c"))
        with open(os.path.join(folder, "said-" + variant.replace(" ", "-")), "w") as file:
            file.write("%s\n%s\n%s\n" % (fault.body, build.how.options(), " ".join(build.command(variant, [unit.name]))) + said[:10000])
        with self.lock:
            print("seed %d, %s, %s, %s: %s (exit status %s%s), for %s: %s" % (
                seed, " ".join(build.how.options()[:-1]), fault.kind + ", " + fault.route, variant, what, status, " [%s]" % ids[0] if ids else "",
                " or ".join(fault.ids), fault.body.replace("@", unit.name)), flush=True)

    def all(self):
        size = self.options.batch
        blocks = range(self.options.first // size, (self.options.first + self.options.count + size - 1) // size)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs or os.cpu_count()) as pool:
            for future in [pool.submit(self.batch, block) for block in blocks]:
                future.result()
        return self.summary()

    def summary(self):
        whats = ["found", "misnamed", "missed", "crash"]
        print("%-16s%s" % ("", "".join("%10s" % w for w in whats)))
        for title, counts in [(k, self.kinds) for k in sorted({k for k, _ in self.kinds})] + [(v, self.found) for v in VARIANTS]:
            print("%-16s%s" % (title, "".join("%10d" % counts[title, w] for w in whats)))
        total = {w: sum(self.found[v, w] for v in VARIANTS) for w in whats}
        runs = sum(total.values())
        print("%d faults of seeds %d to %d, %d reached: of %d runs %s" % (
            self.planted, self.options.first, self.options.first + self.options.count - 1, self.reached, runs,
            ", ".join("%d %s" % (total[w], w) for w in whats)))
        return 1 if not runs or total["crash"] or (total["missed"] + total["misnamed"]) * 100 > self.options.missed * runs else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--missed", type=float, default=1)
    parser.add_argument("--keep", default="faults-missed")
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    if options.only is not None:
        options.first, options.count = options.only, 1
    options.keep = os.path.abspath(options.keep)
    sys.exit(Campaign(options).all())


if __name__ == "__main__":
    main()
