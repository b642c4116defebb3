"""bench/scale_page.py -- format the measurements of scale.py: tables, limits, a page and a plot. Not
here: measuring."""
import html, math, os

START, SECONDS, BYTES, GROWTH = 0.060, 5, 1e9, 1.25
PAGE = """# How cost grows

Written by `make bench-scale SCALE_OPTIONS="--write FOLDER"`.

%s

![Seconds over size, one line for each form of graph](scale.svg)

%s

## What is measured

- Processor time is that of `hpvm-run` and of the standby process that waits while it reads a file, user and system. Wall time
  includes other programs that ran on the machine; the least of several runs counts for each column.
- The first instance notes the time as it starts, by a call of `clock_gettime`. Wall time counts from before `hpvm-run` is
  started, so the system's start of a process and the dynamic linker are in it, and so is all compiling of host code. `hpvm-run --version`
  shows what of it is the start alone: most is relocating LLVM's shared library, and nothing here can change that.
- The modules have about 100 kB: five functions of the host beside `main`, and as many leaves as it takes, each with a function that it
  calls. `--host jit` compiles the host's six functions, with the code generator's optimiser unless clang ran with `-O0`.
- Loading ends with a validated graph. Running is one launch, which lowers the leaves and prepares every node.
- Graphs come as bitcode. A hierarchy has up to ten children below each internal node. Instances run one by one (`--width 1`).
- Memory is the peak of `hpvm-run`; the standby process shares what it has with it.
- The exponent is that of size in the last factor of ten: 1 is linear, and what a run costs anyway makes it less.
"""


class Results:
    def __init__(self, clock):
        self.clock, self.start, self.floor, self.growth = clock, [], None, {}

    def exponent(self, title, column):
        """The exponent between the largest size and a tenth of it, which is two rows above."""
        rows = self.growth[title]
        (size, *before), (larger, *after) = rows[max(0, len(rows) - 3)][:3], rows[-1][:3]
        return math.log(after[column] / before[column]) / math.log(larger / size) \
            if larger > size else None

    def judged(self, wall, cpu):
        return wall if self.clock == "wall" else cpu

    def limits(self):
        """Yield (text, met)."""
        for flags, how, _, wall, cpu in self.start:
            took = self.judged(wall, cpu)
            yield ("first instance within 60 ms, %s, %s: %.0f ms" % (flags, how, 1e3 * took),
                   took < START)
        for title, rows in self.growth.items():
            size, _, cpu, wall, memory = rows[-1]
            took, exponent = self.judged(wall, cpu), self.exponent(title, 1)
            yield ("%d, %s: within 5 s and 1 GB: %.2f s, %.0f MB" % (
                size, title, took, memory / 1e6), took < SECONDS and memory < BYTES)
            if exponent:
                yield "%s: linear: exponent %.2f" % (title, exponent), exponent < GROWTH

    def missed(self):
        return [words for words, met in self.limits() if not met]

    def tables(self):
        yield "Start of `hpvm-run` to the first instance, ms", [
            ["module", "run by", "kB", "wall", "processor"],
            *([flags, how, "%.0f" % (size / 1e3), "%.1f" % (1e3 * wall), "%.1f" % (1e3 * cpu)]
              for flags, how, size, wall, cpu in self.start),
            ["none", "`--version`, to its end", "", *("%.1f" % (1e3 * t) for t in self.floor)]]
        for title, rows in self.growth.items():
            exponent = self.exponent(title, 1)
            yield title[0].upper() + title[1:] + (
                ": exponent %.2f" % exponent if exponent else ""), [
                ["size", "load, s", "load and run, s", "wall, s", "for one, µs", "peak, MB"],
                *([str(size), "%.3f" % load, "%.3f" % cpu, "%.3f" % wall,
                   "%.2f" % (1e6 * cpu / size), "%.0f" % (memory / 1e6)]
                  for size, load, cpu, wall, memory in rows)]

    def words(self):
        parts = []
        for title, rows in self.tables():
            lines = ["| %s |" % " | ".join(row) for row in rows]
            lines.insert(1, "|" + "---|" * len(rows[0]))
            parts.append("## %s\n\n%s\n" % (title, "\n".join(lines)))
        parts.append("## Limits, by %s time\n\n" % self.clock + "\n".join(
            "- %s: %s" % ("met" if met else "MISSED", words) for words, met in self.limits()))
        return "\n".join(parts)


# --- the plot ---------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 900, 560, 70, 240, 50, 60
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#555555"]


def text(x, y, words, anchor="start", extra=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>' % (
        x, y, anchor, extra, html.escape(words))


def line(points, colour, extra=""):
    return '<polyline fill="none" stroke="%s" points="%s"%s/>' % (
        colour, " ".join("%.1f,%.1f" % point for point in points), extra)


def decade(value):
    return "%d" % 10 ** value if 0 <= value < 4 else "10%s" % "".join(
        "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(c)] if c != "-" else "⁻" for c in str(value))


def plot(results):
    points = [(row[0], row[2]) for rows in results.growth.values() for row in rows]
    x_low = math.floor(math.log10(min(p[0] for p in points)))
    x_high = math.ceil(math.log10(max(p[0] for p in points)))
    y_low = math.floor(math.log10(min(p[1] for p in points)))
    y_high = math.ceil(math.log10(max(p[1] for p in points)))
    x_scale = (WIDTH - LEFT - RIGHT) / (x_high - x_low)
    y_scale = (HEIGHT - TOP - BOTTOM) / (y_high - y_low)

    def place(size, seconds):
        return (LEFT + x_scale * (math.log10(size) - x_low),
                HEIGHT - BOTTOM - y_scale * (math.log10(seconds) - y_low))

    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-size="13" '
             'font-family="sans-serif">' % (WIDTH, HEIGHT),
             '<rect width="100%" height="100%" fill="#fff"/>',
             text(LEFT, 26, "Processor seconds to load and run a graph", extra=' font-size="16"'),
             text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, "nodes, edges, instances", "middle")]
    for x in range(x_low, x_high + 1):
        ends = [place(10 ** x, 10.0 ** y) for y in (y_low, y_high)]
        parts += [line(ends, "#ddd"), text(ends[0][0], ends[0][1] + 20, decade(x), "middle")]
    for y in range(y_low, y_high + 1):
        ends = [place(10 ** x, 10.0 ** y) for x in (x_low, x_high)]
        parts += [line(ends, "#ddd"), text(LEFT - 10, ends[0][1] + 4, "%g" % 10.0 ** y, "end")]
    ends = [(10.0 ** x, 1e-5 * 10.0 ** x) for x in (y_low + 5, y_high + 5)]
    ends = [end for end in ends if end[0] <= 10 ** x_high]
    parts.append(line([place(*end) for end in ends], "#000", ' stroke-dasharray="6 5"'))
    key = WIDTH - RIGHT + 20
    for i, (title, rows) in enumerate(results.growth.items()):
        colour, y = COLOURS[i % len(COLOURS)], TOP + 20 + 24 * i
        parts += [line([place(row[0], row[2]) for row in rows], colour, ' stroke-width="2"'),
                  line([(key, y - 4), (key + 22, y - 4)], colour, ' stroke-width="2"'),
                  text(key + 28, y, title)]
        parts += ['<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"><title>%s</title></circle>' % (
            *place(row[0], row[2]), colour, html.escape("%s, %d: %.3f s" % (title, row[0], row[2])))
            for row in rows]
    y = TOP + 20 + 24 * len(results.growth)
    parts += [line([(key, y - 4), (key + 22, y - 4)], "#000", ' stroke-dasharray="6 5"'),
              text(key + 28, y, "linear: 10 µs for each")]
    return "\n".join([*parts, "</svg>", ""])


def write(folder, results, facts):
    for name, words in (("scale.md", PAGE % (facts, results.words())), ("scale.svg", plot(results))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(words)
