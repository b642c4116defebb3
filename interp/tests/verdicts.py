#!/usr/bin/env python3
"""interp/tests/verdicts.py -- what is reported of undefined behaviour, with --check=all: the same in leaves
and in interpreted host code, at every width.

The tables in verdicts/ name sources of poison, what decides on a value, ways from one to the other, and
whole functions (programs.txt), or their bodies (all other files). Each source is tried with a branch, each sink and each way with an overflow. Where the
value is frozen, or dropped, nothing may be reported; where it is uninitialised instead of poison, the
sink is tried as well. A body that is marked as missed gets another verdict than it should: it is an error if it
gets the right one, so that the mark is removed. A leaf of 600 instances must report instance 77, which alone is undefined.

Arguments: patterns of names (default: all), and --all: at widths 1, 8, 512 and the default one, with
-j 1 and -j 4; otherwise at the default width only.
Environment: HPVM_RUN, srcdir (the source tree). Exit status 1: something else is reported.
"""
import concurrent.futures, os, re, subprocess, sys, tempfile

RUN = os.path.abspath(os.environ.get("HPVM_RUN", "./hpvm-run"))
HERE = os.path.join(os.environ.get("srcdir", "."), "interp/tests/verdicts")
OVERFLOW = "  %p = add nsw i32 2147483647, %k\n"
BRANCH = """  %decision = icmp eq i32 %decided, 7
  br i1 %decision, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
"""
UNWRITTEN = """  %place = alloca i32
  %skip = icmp eq i32 %k, 1
  br i1 %skip, label %read, label %write
write:
  store i32 3, ptr %place
  br label %read
read:
  %p = load i32, ptr %place
"""
PERSONALITY = "declare i32 @__gxx_personality_v0(...)\n"


def text_of(name):
    with open(os.path.join(HERE, name)) as file:
        return file.read()


def table(name):
    """Yield name, words of what is expected, body, and what follows ";; module"."""
    for part in re.split(r"^;; (?!module$)", text_of(name), flags=re.M)[1:]:
        head, rest = part.split("\n", 1)
        body, _, module = rest.partition(";; module\n")
        title, expected = head.split(":")
        yield title, expected.split(), body, module


def guarded(body):
    """Return BODY, in which a run of lines that begin with "?" is executed where %k is 1, with the words %isk and
    %k64 defined, and with a return at its end."""
    parts = re.split(r"((?:^\?.*\n)+)", body, flags=re.M)
    for i in range(1, len(parts), 2):
        parts[i] = (f"  br i1 %isk, label %bad{i}, label %good{i}\nbad{i}:\n" + parts[i].replace("?", "  ") +
                    f"  br label %good{i}\ngood{i}:\n")
    body = "".join(parts)
    if "%k64" in body:
        body = "  %k64 = zext i32 %k to i64\n" + body
    if "%isk" in body:
        body = "  %isk = icmp eq i32 %k, 1\n" + body
    ends = re.match(r"  (ret|br|switch|unreachable|indirectbr|resume|callbr)\b|\s+\]", body.splitlines()[-1] if body else "")
    return body if ends else body + "  ret i32 0\n"


def function(body):
    invokes = "invoke" in body
    head = " personality ptr @__gxx_personality_v0" if invokes else ""
    return f"define i32 @t(i32 %k){head} {{\nentry:\n{body}}}\n" + (PERSONALITY if invokes else "")


def frozen(body, value, result):
    return body + f"  {result} = freeze i32 {value}\n"


def programs():
    """Yield the name, what is expected (None: nothing), and the text of each program."""
    for name, (expected,), body, _ in table("sources.txt"):
        yield f"source {name}", expected, function(body + BRANCH.replace("%decided", "%p"))
        yield (f"source {name}, frozen", None,
               function(frozen(body, "%p", "%frozen") + BRANCH.replace("%decided", "%frozen")))
        yield f"source {name}, dropped", None, function(body + "  %dropped = add i32 %p, 1\n  ret i32 3\n")
    for name, (poison, undefined), body, _ in table("sinks.txt"):
        yield f"sink {name}", poison, function(OVERFLOW + body)
        yield (f"sink {name}, frozen", None,
               function(frozen(OVERFLOW.replace("%p", "%o"), "%o", "%p") + body))
        if undefined != "-":
            yield f"sink {name}, uninitialised", undefined, function(UNWRITTEN + body)
    for name, (expected,), body, module in table("routes.txt"):
        yield f"way {name}", expected, function(OVERFLOW + body + BRANCH.replace("%decided", "%q")) + module
        if name != "cmpxchg_cmp":  # the comparand decides
            yield (f"way {name}, frozen", None,
                   function(frozen(OVERFLOW + body, "%q", "%frozen") + BRANCH.replace("%decided", "%frozen")) + module)
    for name, (expected,), body, _ in table("programs.txt"):
        yield f"program {name}", None if expected == "nothing" else expected, body
    for file in "control.txt", "calls.txt", "objects.txt", "values.txt", "vectors.txt":
        for name, (expected, *missed), body, module in table(file):
            yield (f"{file[:-4]} {name}" + ", missed" * bool(missed), None if expected == "nothing" else expected,
                   function(guarded(body)) + module)


def said(file, options):
    """Return exit status, ids and instance of what is reported, and all of it."""
    try:
        run = subprocess.run([RUN, "--check=all", "--step-limit", "100M"] + options + [file],
                             capture_output=True, text=True, errors="replace", timeout=300)
    except subprocess.TimeoutExpired:
        return "no end", [], None, ""
    ids = re.findall(r"(?:error|warning): .*\[([a-z0-9-]+)\]", run.stderr)
    ids = [id for id in ids if id != "orders-not-compared"]
    instance = re.search(r"instance \((\d+)\)", run.stderr)
    return run.returncode, ids, instance and instance.group(1), run.stderr


def faults(work, number, expected, text, runs):
    """Return what is wrong in the runs of one program."""
    wrong = []
    for kind in "leaf", "host":
        file = os.path.join(work, f"{number}-{kind}.ll")
        with open(file, "w") as out:
            out.write(text_of("common.ll") + text + text_of(f"{kind}.ll"))
        for options in runs if kind == "leaf" else [["--host", "interp"]]:
            status, ids, instance, report = said(file, options)
            right = status == 0 and not ids
            if expected:
                right = (status == (122 if expected == "stack-overflow" else 121) and ids[:1] == [expected] and
                         instance == ("77" if kind == "leaf" else None))
            if not right:
                wrong.append(f"{kind} {' '.join(options)}: exit status {status}, {ids or 'nothing'} "
                             f"of instance {instance}, expected {expected or 'nothing'}\n{report}")
        os.unlink(file)
    return wrong


def main():
    patterns = [a for a in sys.argv[1:] if not a.startswith("--")]
    runs = [[]]
    if "--all" in sys.argv:
        runs = [["--width", w, "-j", j] for w in ("1", "8", "auto", "512") for j in "14"]
    todo = [p for p in programs() if not patterns or any(re.search(x, p[0]) for x in patterns)]
    failed = known = 0
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda p: faults(work, p[0], p[1][1], p[1][2], runs), enumerate(todo))
        for (name, _, _), wrong in zip(todo, results):
            if name.endswith(", missed"):
                known += 1
                crashes = [one for one in wrong if re.search("exit status (-|no end|12[5-9]|1[3-9]|2)", one)]
                wrong = crashes or [] if wrong else ["has the right verdict now"]
            failed += bool(wrong)
            for one in wrong:
                print(f"FAIL: {name}: {one}")
    print(f"verdicts.py: {len(todo)} programs, {failed} wrong, {known} known to be missed")
    return 1 if failed or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
