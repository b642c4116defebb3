"""bench/kernels_page.py -- format the measurements of kernels.py: tables, targets, a page and a plot.

A ratio is a peer's time for an instance divided by the lane engine's. Not here: measuring.
"""
import html, math, os

WIDE = "wide"
LEAST_OF_V3 = 2 / 3  # of the targets for processors with AVX-512
# Means over kernels: title, and whether columns are numbered by x.
MEANS = [("geometric mean", False), ("geometric mean, columns by x", True)]
PAGE = """# Speeds of twelve kernels

Written by `make bench-kernels BENCH_OPTIONS="--write FOLDER"`; a ratio holds for one run on one machine.

%s

![Ratios, one row for each kernel](bench.svg)

## %s

%s

## %s

%s
%s
## Targets

%s

## What is measured

- A kernel is one source of a leaf's body (`bench/kernels/`). Macros make three things of it: an HPVM leaf, an OpenCL kernel, and
  a C function that calls it in loops over the grid's dimensions. clang is free with that loop: it may unroll it, turn it round or make vector
  code of it, but not change results: contraction of products and sums is off for all. No `errno` from mathematical functions, for all.
- Columns are neighbours in memory. The last dimension of the HPVM grid numbers them, as the innermost of nested loops would; in rows
  titled *columns by x* the first one does, as in OpenCL and CUDA. The other programs are the same in both.
- Time is that of whole launches, from launch to the end of the last instance, on one thread, taken inside the program. For `hpvm-run` that
  is with bounds checks on, as always, and with translating the leaf on its first launch. PoCL has compiled the kernel before.
- Each round runs every program once, in turn; medians count.
- Oclgrind and lli get fewer instances of the same work, for they are slow: fewer rows, planes or numbers. All are
  compared for an instance.
- Every result is compared with that of `clang -O0`, byte by byte. PoCL and Oclgrind may differ by 1e-4 (Black-Scholes) and 1e-5 (n-body),
  for OpenCL leaves the last bits of `exp`, `log`, roots and quotients open. One wrong result, and there is no table.
- The matrix multiply by tiles has barriers and local memory (an allocation node). In C it is the loop over the instances of a group between each
  two barriers, with arrays for what an instance keeps.
- An atomic operation of a leaf is an atomic operation in C (relaxed)%s.
- `lli` interprets what clang -O1 made of the same loop, without atomic operations, of which it knows none.
- `--check=all` is measured where the engine has checkers at that width.
"""


def mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def quotient(a, b):
    return a / b if a and b else None


def number(value):
    return "-" if value is None else "%.3g" % value if value < 999.5 else "%.0f" % value


class Results:
    """Times by kernel and peer (short names), and why some are missing."""

    def __init__(self, kernels, peers, mean_targets, less):
        """LESS is true if the lane engine uses at most x86-64-v3."""
        self.kernels, self.peers, self.mean_targets = kernels, peers, mean_targets
        self.less = less
        self.times, self.notes = {}, {}

    def add(self, kernel, times, notes):
        self.times[kernel.name], self.notes[kernel.name] = times, notes

    def ratio(self, kernel, short):
        times = self.times[kernel.name]
        return times[short] / times[WIDE] if short in times and WIDE in times else None

    def mean(self, short, by_x=False):
        """Return the mean over the kernels whose columns are numbered by the last dimension, or over
        those BY_X."""
        found = (self.ratio(k, short) for k in self.kernels if k.by_x == by_x)
        return mean(ratio for ratio in found if ratio)

    def tables(self):
        """Yield (title, rows of texts) of each table."""
        others = [peer for peer in self.peers if peer.short != WIDE]
        yield ("Nanoseconds for an instance", [["", *(peer.title for peer in self.peers)]] + [
            [k.title, *(number(self.times[k.name].get(p.short)) for p in self.peers)]
            for k in self.kernels])
        yield ("Relative to the time of the lane engine", [["", *(peer.title for peer in others)]] + [
            [k.title, *(number(self.ratio(k, peer.short)) for peer in others)]
            for k in self.kernels] + [
            [title, *(number(self.mean(peer.short, by_x)) for peer in others)]
            for title, by_x in MEANS if any(k.by_x == by_x for k in self.kernels)])

    def targets(self):
        """Yield (text, met or not or not measured, measured value)."""
        promised = [(k.title, limit, what, self.ratio(k, short)) for k in self.kernels
                    for what, short, limit in (("clang -O2", "O2", k.native),
                                               ("Oclgrind", "oclgrind", k.oclgrind)) if limit]
        if self.mean_targets:
            promised += [("geometric mean", self.mean_targets[0], "clang -O2", self.mean("O2")),
                         ("geometric mean", self.mean_targets[1], "Oclgrind",
                          self.mean("oclgrind"))]
        if any(peer.short == "v3" for peer in self.peers):
            promised += [(k.title + ", x86-64-v3", k.native * LEAST_OF_V3, "clang -O2",
                          quotient(self.ratio(k, "O2"), self.ratio(k, "v3")))
                         for k in self.kernels if k.native]
            if self.mean_targets:
                promised += [("geometric mean, x86-64-v3", self.mean_targets[0] * LEAST_OF_V3,
                              "clang -O2", quotient(self.mean("O2"), self.mean("v3")))]
        for title, limit, what, got in promised:
            if self.less:
                title, limit = title + ", x86-64-v3", limit * LEAST_OF_V3
            word = "not measured" if got is None else "met" if got >= limit else "MISSED"
            speed = ("%s times as fast as" % number(limit) if limit >= 1 else
                     "at most %s times slower than" % number(1 / limit))
            yield "%s: %s %s" % (title, speed, what), word, got

    def gaps(self):
        """Return the reasons of dashes, each once."""
        reasons = {}
        for k in self.kernels:
            for peer in self.peers:
                if peer.short in self.notes[k.name]:
                    reason = "%s: %s" % (peer.title, self.notes[k.name][peer.short])
                    reasons.setdefault(reason, []).append(k.title)
        for reason, titles in reasons.items():
            yield reason + (" (%s)" % "; ".join(titles) if len(titles) < len(self.kernels) else "")

    def plain(self):
        """Return the time of histogram's C loop without atomic operations."""
        return self.times.get("histogram", {}).get("plain")


def columns(rows):
    """Return the lines of a table for a terminal; heads are broken at spaces."""
    heads = [text.split() for text in rows[0]]
    widths = [max([9, *map(len, head)]) for head in heads]
    widths[0] = max(len(row[0]) for row in rows)
    for line in range(max(map(len, heads))):
        yield "  ".join((head[line] if line < len(head) else "").rjust(width)
                        for head, width in zip(heads, widths)).rstrip()
    for row in rows[1:]:
        yield "  ".join([row[0].ljust(widths[0]),
                         *(text.rjust(width) for text, width in zip(row[1:], widths[1:]))])


def show(results):
    """Print everything; return the number of missed targets."""
    for title, rows in results.tables():
        print("\n%s" % title, *columns(rows), sep="\n")
    if results.plain():
        print("\nhistogram with plain increments, clang -O2: %s ns" % number(results.plain()))
    for gap in results.gaps():
        print("not measured: " + gap)
    judged = list(results.targets())
    for text, word, got in judged:
        print("%-12s  %s (%s)" % (word, text, number(got)))
    return sum(word == "MISSED" for _, word, _ in judged)


def markdown(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|---|" + "---:|" * (len(rows[0]) - 1))
    return "\n".join(lines)


def page(results, facts):
    (first, times), (second, ratios) = results.tables()
    gaps = "".join("\nNot measured: %s.\n" % gap for gap in results.gaps())
    judged = [["target", "", "measured"]] + [
        [text, word, number(got)] for text, word, got in results.targets()]
    plain = results.plain()
    return PAGE % (
        "\n".join("- %s: %s" % fact for fact in facts), second,
        markdown(ratios) + "\n\nAbove 1, the lane engine is faster.", first, markdown(times),
        gaps, markdown(judged),
        "; with plain increments clang -O2 takes %s ns in the histogram" % number(plain)
        if plain else "")


# The plot: a row for each kernel, a mark for each peer, on a logarithmic axis.
LEFT, RIGHT, TOP, ROW = 280, 40, 92, 36
WIDTH = 1050
MARKS = [("#767676", "circle"), ("#d55e00", "square"), ("#56b4e9", "triangle"),
         ("#0072b2", "circle"), ("#003c71", "diamond"), ("#009e73", "square"),
         ("#cc79a7", "triangle"), ("#e69f00", "diamond"),
         ("#8b4513", "circle"), ("#000000", "square")]


def mark(x, y, style, title):
    colour, shape = style
    points = {"square": [(-5, -5), (5, -5), (5, 5), (-5, 5)],
              "triangle": [(0, -6), (6, 5), (-6, 5)],
              "diamond": [(0, -7), (6, 0), (0, 7), (-6, 0)]}.get(shape)
    inner = "<title>%s</title>" % html.escape(title)
    paint = 'fill="%s" stroke="#fff" stroke-width="0.8"' % colour
    if not points:
        return '<circle cx="%.1f" cy="%.1f" r="5.5" %s>%s</circle>' % (x, y, paint, inner)
    return '<polygon points="%s" %s>%s</polygon>' % (
        " ".join("%.1f,%.1f" % (x + dx, y + dy) for dx, dy in points), paint, inner)


def text(x, y, words, anchor="start", extra=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>' % (
        x, y, anchor, extra, html.escape(words))


def grid(low, high, place, bottom):
    """Lines at powers of ten, and at 1, where a peer is as fast as the lane engine."""
    for power in range(low, high + 1):
        x = place(10 ** power)
        yield '<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s" stroke-width="%s"/>' % (
            x, x, TOP - 8, bottom, "#000" if power == 0 else "#ddd", 1.5 if power == 0 else 1)
        yield text(x, bottom + 18, "%g" % 10 ** power, "middle")
    yield text(place(1) - 8, bottom + 40, "← peer is faster", "end")
    yield text(place(1) + 8, bottom + 40, "lane engine is faster →")


def legend(peers, styles):
    x, y = LEFT, 50
    for peer in peers:
        width = 30 + 7.2 * len(peer.title)
        if x + width > WIDTH - RIGHT:
            x, y = LEFT, y + 20
        yield mark(x, y - 4, styles[peer.short], peer.title)
        yield text(x + 12, y, peer.title)
        x += width


def plot(results):
    peers = [p for p in results.peers if p.short != WIDE and
             any(results.ratio(k, p.short) for k in results.kernels)]
    rows = [(k.title, lambda short, k=k: results.ratio(k, short)) for k in results.kernels]
    rows += [(title, lambda short, by_x=by_x: results.mean(short, by_x))
             for title, by_x in MEANS if any(k.by_x == by_x for k in results.kernels)]
    every = [row(p.short) for _, row in rows for p in peers if row(p.short)] + [1]
    low, high = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)))
    scale = (WIDTH - LEFT - RIGHT) / max(1, high - low)
    styles = dict(zip((p.short for p in peers), MARKS))
    bottom = TOP + ROW * len(rows)

    def place(ratio):
        return LEFT + scale * (math.log10(ratio) - low)

    wide = next(p.title for p in results.peers if p.short == WIDE)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-size="13" '
             'font-family="sans-serif">' % (WIDTH, bottom + 52),
             '<rect width="100%" height="100%" fill="#fff"/>',
             text(LEFT, 24, "Time for an instance, in times of that of %s" % wide,
                  extra=' font-size="16"'),
             *legend(peers, styles), *grid(low, high, place, bottom)]
    for i, (title, row) in enumerate(rows):
        y = TOP + ROW * (i + 0.5)
        bold = ' font-weight="bold"' if i >= len(results.kernels) else ""
        parts.append(text(LEFT - 14, y + 4, title, "end", bold))
        parts.append('<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#eee"/>' % (
            LEFT, WIDTH - RIGHT, y, y))
        shown = [(j, p, row(p.short)) for j, p in enumerate(peers) if row(p.short)]
        for j, p, ratio in reversed(shown):  # slightly apart, because some are equally fast
            parts.append(mark(place(ratio), y + 3 * (j - (len(peers) - 1) / 2), styles[p.short],
                              "%s, %s: %s" % (title, p.title, number(ratio))))
    return "\n".join([*parts, "</svg>", ""])


def write(folder, results, facts):
    for name, words in (("bench.md", page(results, facts)), ("bench.svg", plot(results))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(words)
