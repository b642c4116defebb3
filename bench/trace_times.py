"""bench/trace_times.py -- statistics of many short times on a shared machine.

Other processes slow a shared machine by a tenth or a half for some milliseconds, often most of the
time, and never speed it up. So the undisturbed time of a stretch is estimated by the fastest of
many stretches with the same work; means and medians would show how often the machine was disturbed.

A ratio has an interval: that of ratios computed from rounds drawn at random, with repetition, from
the measured ones (95 % of such draws).
"""
import math, random, statistics

FASTEST = 50 # one in this many counts
DRAWS = 200
BEYOND = 0.025 # of the draws, on each side


def mean_of_fastest(stretches):
    """Return the mean of the fastest stretches: one in FASTEST, at least one."""
    return statistics.fmean(sorted(stretches)[:max(1, len(stretches) // FASTEST)])


class Times:
    """Nanoseconds of stretches, by form: a list for each round. Stretches of a round have the same
    work; or with STEPS, each has different work, equal only to that of the same number in other
    rounds."""

    def __init__(self, forms, steps):
        self.forms, self.steps = forms, steps
        self.rounds = {form: [] for form in forms}

    def add(self, form, stretches):
        self.rounds[form].append(stretches)

    def undisturbed(self, form, draw=None):
        """Return the undisturbed time of one stretch, or of one of all steps. DRAW: numbers of rounds."""
        rounds = self.rounds[form]
        drawn = rounds if draw is None else [rounds[number] for number in draw]
        if self.steps:
            return sum(map(mean_of_fastest, zip(*drawn)))
        return mean_of_fastest([time for stretches in drawn for time in stretches])


class Ratio:
    """The ratio of a form to the first one, with its interval."""

    def __init__(self, times, form):
        first, count = times.forms[0], len(times.rounds[form])
        source = random.Random(1)
        draws = [[source.randrange(count) for _ in range(count)] for _ in range(DRAWS)]
        found = sorted(times.undisturbed(form, draw) / times.undisturbed(first, draw) for draw in draws)
        out = int(BEYOND * DRAWS)
        self.value = times.undisturbed(form) / times.undisturbed(first)
        self.low, self.high = found[out], found[-1 - out]

    @classmethod
    def of_rounds(cls, ratios):
        """Return the median, and its interval for any distribution: the ratios at ranks that a sign
        test gives."""
        self, ordered = cls.__new__(cls), sorted(ratios)
        out = max(0, math.floor(len(ordered) / 2 - 0.98 * math.sqrt(len(ordered))))
        self.value, self.low, self.high = statistics.median(ordered), ordered[out], ordered[-1 - out]
        return self

    def verdict(self, target):
        if self.high <= target:
            return "met"
        return "missed" if self.low > target else "not told apart"

    def __str__(self):
        return "%.3f (%.3f to %.3f)" % (self.value, self.low, self.high)
