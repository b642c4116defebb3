"""mutants/program.py -- the text of a program together with its mutations.

A generator writes a correct C program. Where the program could be wrong, it writes both texts, the
correct one and the wrong one, with the expected diagnostic and the reason why it is wrong.
Invariant: without a mutation a program is correct; with a mutation it has exactly that error.
"""
import dataclasses, re

OPEN, RIGHT, WRONG, CLOSE = "\x01", "\x02", "\x03", "\x04"
CHOICE = re.compile("%s(\\d+)%s([^%s-%s]*)%s([^%s-%s]*)%s"
                    % (OPEN, RIGHT, OPEN, CLOSE, WRONG, OPEN, CLOSE, CLOSE))


@dataclasses.dataclass
class Mutation:
    """KIND is a row of the judge's table. EXPECT: one of these must be reported, and nothing that
    is neither here nor in ALSO (consequences of the same error). NEEDS: the name of the pass that
    can find it. WHY: the reason why the program is wrong."""
    kind: str
    expect: frozenset
    also: frozenset
    needs: str
    why: str
    number: int

    def __call__(self, right, wrong):
        """Return the text at one place; a mutation may change several places."""
        return "%s%d%s%s%s%s%s" % (OPEN, self.number, RIGHT, right, WRONG, wrong, CLOSE)


class Program:
    """A generated program: its text with choices, its mutations, and the passes under which it is
    clean (names of judge.PASSES)."""

    def __init__(self, rng, family):
        self.rng, self.family = rng, family
        self.mutations, self.text, self.passes = [], "", ["check"]
        self.features, self.withdrawn = set(), set()

    def mutation(self, kind, expect, why, also=(), needs="check"):
        expect = frozenset([expect] if isinstance(expect, str) else expect)
        made = Mutation(kind, expect, frozenset(also), needs, why, len(self.mutations))
        self.mutations.append(made)
        return made

    def render(self, chosen=None):
        """Return the C text, with the mutation CHOSEN or none."""
        def pick(match):
            wrong = chosen is not None and int(match[1]) == chosen.number
            return match[3] if wrong else match[2]

        text, count = self.text, 1
        while count:
            text, count = CHOICE.subn(pick, text)
        assert not re.search("[%s-%s]" % (OPEN, CLOSE), text)
        return text

    def withdraw(self, mutation):
        """Withdraw a mutation that has no effect in this program."""
        self.withdrawn.add(mutation.number)

    def usable(self):
        """Return the mutations whose places are in the text."""
        present = {int(number) for number in re.findall(OPEN + "(\\d+)" + RIGHT, self.text)}
        return [m for m in self.mutations if m.number in present - self.withdrawn]

