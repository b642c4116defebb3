#!/usr/bin/env python3
"""check-watch.py ROWS COLUMNS STATUS TEXT COMMAND... -- run the command on a terminal of that size and
emulate its screen.

While it runs, TEXT must appear in the lower half at some time, below a line that begins with
"hpvm-run" (unless TEXT is empty). Afterwards nothing of that may be left, the program's own output
must be there, and the whole screen must scroll again."""
import fcntl, os, pty, re, select, struct, sys, termios


class Screen:
    """The part of a terminal that is needed. Anything else is an error."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.lines = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.saved, self.top, self.bottom = (0, 0), 0, rows - 1
        self.rest = ""

    def down(self):
        if self.row == self.bottom:
            del self.lines[self.top]
            self.lines.insert(self.bottom, [" "] * self.columns)
        elif self.row < self.rows - 1:
            self.row += 1

    def control(self, numbers, letter):
        first = int(numbers.split(";")[0] or 1)
        if letter == "A":
            self.row = max(self.top if self.row >= self.top else 0, self.row - first)
        elif letter == "H":
            self.row, self.column = (int(n or 1) - 1 for n in numbers.split(";"))
            assert self.row < self.rows, "row %d" % self.row
        elif letter == "K":
            self.lines[self.row][self.column:] = [" "] * (self.columns - self.column)
        elif letter == "J":
            for row in range(self.row, self.rows):
                self.lines[row] = [" "] * self.columns
        elif letter == "m":
            pass  # colours
        elif letter == "r":
            self.top, self.bottom = 0, self.rows - 1
            if numbers:
                self.top, self.bottom = (int(n) - 1 for n in numbers.split(";"))
            assert 0 <= self.top < self.bottom < self.rows, numbers
            self.row = self.column = 0
        else:
            raise AssertionError("control %r %r" % (numbers, letter))

    def write(self, text):
        text = self.rest + text
        self.rest = ""
        for match in re.finditer(r"\033\[([0-9;]*)([A-Za-z])|\033([78])|(\033\[?[0-9;]*$)|(.)", text, re.S):
            numbers, letter, save, rest, plain = match.groups()
            if letter:
                self.control(numbers, letter)
            elif save == "7":
                self.saved = self.row, self.column
            elif save == "8":
                self.row, self.column = self.saved
            elif rest:
                self.rest = rest
            elif plain == "\n":
                self.down()
            elif plain == "\r":
                self.column = 0
            else:
                if self.column == self.columns:
                    self.column = 0
                    self.down()
                self.lines[self.row][self.column] = plain
                self.column += 1

    def text(self, first=0):
        return ["".join(line).rstrip() for line in self.lines[first:]]


def main():
    rows, columns, status, wanted = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.execvp(sys.argv[5], sys.argv[5:])
    screen, seen = Screen(rows, columns), 0
    while select.select([terminal], [], [], 60)[0]:
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not data:
            break
        screen.write(data.decode(errors="replace"))
        lower = "\n".join(screen.text(rows // 2))
        seen += bool(wanted) and wanted in lower and "hpvm-run " in lower
    _, ended = os.waitpid(child, 0)
    left = [line for line in screen.text() if line]
    print("seen %d times; left: %s" % (seen, left))
    assert os.WEXITSTATUS(ended) == status, "exit status %d" % os.WEXITSTATUS(ended)
    assert not wanted or seen >= 2, "it is not drawn"
    assert not any(line.startswith("node ") or "in flight" in line for line in left), "something is left"
    assert (screen.top, screen.bottom) == (0, rows - 1), "not everything scrolls"
    assert left, "the program's output is gone"


main()
