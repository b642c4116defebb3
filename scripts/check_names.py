#!/usr/bin/env python3
"""check_names.py [FOLDER] -- names in the C files of the source tree; part of check-style.sh, which says what is checked.

FOLDER (default: .) is the root of the source tree. Prints a line for each fault; the exit status is 1 if there are any. The
program then puts a fault of each kind into the text of a file and exits with status 1 if one of them is not found.
Exceptions are in scripts/style-exceptions.
"""
import bisect
import collections
import fnmatch
import os
import re
import sys

# Words that this project used once for what the field calls otherwise. None of them is a part of an identifier again.
RETIRED = {
    "crew": "thread pool", "gate": "access check", "gates": "access check", "gated": "checked", "taint": "definedness",
    "tainted": "undefined", "doubt": "unstable", "doubts": "unstable", "doubtful": "unstable", "anywhere": "gather",
    "onward": "prefetch", "bear": "inherit", "born": "inherit", "unserved": "unused",
}
RETIRED_PREFIXES = {
    "hr_wide": "hr_lane", "hr_held": "hr_deferred", "hr_kept": "hr_resident", "hr_trial": "hr_speculation",
    "hr_tell": "hr_emit_event", "hr_told": "hr_event", "hr_spare": "hr_standby", "passed_on": "pass_through",
}

TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')|(?P<name>[A-Za-z_]\w*)", re.S)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|_Alignas\s*\([^()]*\)")


class Document:
    """A README or a page of docs/: all of it is a comment."""

    def __init__(self, path, text):
        self.path, self.lines, self.comments = path, [], [(0, text)]
        self.lines = [m.start() for m in re.finditer("\n", text)]

    def line(self, at):
        return bisect.bisect_left(self.lines, at) + 1


class File:
    """A C file: its code without comments and strings, and its comments with the lines that they begin in."""

    def __init__(self, path, text):
        self.path, self.comments, self.names, self.texts = path, [], set(), set()
        self.lines = [m.start() for m in re.finditer("\n", text)]

        def code(match):
            if match["comment"] is not None:
                self.comments.append((match.start(), match[0]))
                return " " + "\n" * match[0].count("\n")
            if match["string"] is not None:
                self.texts |= set(re.findall(r"[A-Za-z_]\w*", match["string"]))
                return '""'
            self.names.add(match["name"])
            return match["name"]

        self.code = TOKEN.sub(code, text)

    def line(self, at):
        return bisect.bisect_left(self.lines, at) + 1


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def listed(root, path):
    """Lines of a file of exceptions: kind and pattern, without comments."""
    rows = [line.split("#")[0].split() for line in read(os.path.join(root, path)).splitlines()]
    return [(row[0], row[1]) for row in rows if row]


# --- types: two definitions of one name in different files


OURS = re.compile(r"(src|ir|interp|backends|traces|tools)/|[^/]*$")


def type_definitions(file):
    """Name, line and text of every struct, union, enum with a body, and of every typedef."""
    code = ATTRIBUTE.sub(" ", file.code.replace("\\\n", " \n"))
    for match in re.finditer(r"\b(struct|union|enum)\s+(\w+)\s*\{", code):
        yield match[2], code.count("\n", 0, match.start()) + 1, None
    for match in re.finditer(r"\btypedef\b", code):
        depth, at = 0, match.end()
        while at < len(code) and (depth or code[at] != ";"):
            depth += (code[at] in "{([") - (code[at] in "})]")
            at += 1
        text = " ".join(code[match.end():at].split())
        body = re.sub(r"\{.*\}", "{}", text)
        pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", body)
        plain = re.sub(r"\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)\s*$", "", body).strip()
        if "##" in text or not (pointer or re.search(r"(\w+)$", plain)):
            continue    # a macro makes the name
        name = pointer[1] if pointer else re.search(r"(\w+)$", plain)[1]
        if re.match(r"(struct|union|enum) (\w+)( \{\})? \2$", plain):
            continue    # the tag is counted
        yield name, code.count("\n", 0, match.start()) + 1, text


def check_types(files):
    at = collections.defaultdict(list)
    for file in files:
        if not OURS.match(file.path) or file.path == "src/heterocc.h":
            continue    # programs for themselves; a header of another language than hpvm.h's
        for name, line, text in type_definitions(file):
            at[name].append((file.path, line, text))
    for name, places in sorted(at.items()):
        texts = {text for _, _, text in places}
        alike = len(texts) == 1 and None not in texts
        if len({path for path, _, _ in places}) > 1 and not alike:
            yield "several types are named %s: %s" % (name, ", ".join("%s:%d" % place[:2] for place in places))


# --- comments: files and functions that they name


FILE_NAME = re.compile(r"(?<![\w</.*$-])[\w.*-]*[\w*](?:/[\w.*-]*[\w*])*\.(?:c|h|def|sh|py|md|mk)\b(?![\w(/.-])")


def check_comments(files, paths, names, exceptions):
    bases = {os.path.basename(path) for path in paths}
    folders = {os.path.dirname(path) for path in paths}
    prefixes = {name[:end] for name in names for end in (name.rfind("_") + 1,) if end}
    prefixes |= {name[:match.end()] for name in names for match in re.finditer("_", name)}
    accepted = {kind: [pattern for k, pattern in exceptions if k == kind] for kind in ("file", "name")}

    def is_accepted(kind, word):
        return any(fnmatch.fnmatchcase(word, pattern) for pattern in accepted[kind])

    def is_file(word, here):
        if "*" in word:
            return any(fnmatch.fnmatchcase(path, "*" + word) for path in paths)
        if "/" not in word:
            return word in bases
        place = os.path.normpath(os.path.join(here, word))
        return word in paths or place in paths or any(path.endswith("/" + word) for path in paths)

    for file in files:
        here = os.path.dirname(file.path)
        for begin, comment in file.comments:
            for match in FILE_NAME.finditer(comment):
                word = match[0]
                if not is_file(word, here) and not is_accepted("file", word):
                    yield "%s:%d: there is no file %s" % (file.path, file.line(begin + match.start()), word)
            if file.path.endswith((".md", "README")):
                continue
            for match in re.finditer(r"(?<![\w.>-])([A-Za-z_]\w*)\(\)|(?<![\w>-])((?:hr|HR)_\w+)(\*?)", comment):
                word = match[1] or match[2]
                known = word in names or (word + "_" in prefixes if match[3] and not word.endswith("_") else False)
                known = known or (word.endswith("_") and word in prefixes) or any(match[3] and n.startswith(word) for n in names)
                if not known and not is_accepted("name", word):
                    yield "%s:%d: there is no %s" % (file.path, file.line(begin + match.start()), match[0])


# --- retired words


def check_words(files, exceptions):
    accepted = [pattern for kind, pattern in exceptions if kind == "word"]
    for file in files:
        for name in sorted(file.names):
            parts = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower().split("_")
            instead = next((RETIRED[part] for part in parts if part in RETIRED), None)
            instead = instead or next((to for word, to in RETIRED_PREFIXES.items() if name.lower().startswith(word)), None)
            if instead and not any(fnmatch.fnmatchcase(name, pattern) for pattern in accepted):
                yield "%s: the name %s has a word of its own for what is called %s" % (file.path, name, instead)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    listing = [line.strip() for line in sys.stdin if line.strip()]
    paths = set()
    for folder, inner, found in os.walk(root):
        inner[:] = [name for name in inner if name not in (".git", ".libs", ".deps", "autom4te.cache")]
        paths |= {os.path.relpath(os.path.join(folder, name), root) for name in found}
    included = set()
    tables = sorted(path for path in paths if re.match(r"(src|ir|interp|backends|traces|tools)/.*\.def$", path))
    files = [File(path, read(os.path.join(root, path))) for path in listing + tables]
    names = set().union(*(file.names | file.texts for file in files))    # texts: functions of generated code, variables of the environment
    for path in sorted(paths - {"scripts/check_names.py"}):    # what comments name may be in a program or a script
        if path.endswith((".sh", ".py", ".mk", ".ac", ".am", ".proto")) or "/tests/" in path and path.endswith((".c", ".h", ".cc", ".cpp")):
            names |= set(re.findall(r"[A-Za-z_]\w*", read(os.path.join(root, path))))
    for path in ("src/hpvm.h", "src/tensorUtils.h"):
        names |= set(re.findall(r"[A-Za-z_]\w*", read(os.path.join(root, path))))
    for file in files:    # headers of the system
        included |= set(re.findall(r"#\s*include <(?:[\w.-]+/)*([\w.-]+)>", file.code))
    paths |= {"/" + name for name in included}
    exceptions = listed(root, "scripts/style-exceptions")

    documents = [Document(path, read(os.path.join(root, path))) for path in sorted(paths)
                 if re.match(r"(src|ir|interp|backends|traces|tools|scripts|docs)/(.*/)?(README|[\w-]+\.md)$", path)]

    faults = [*check_types(files), *check_comments(files + documents, paths, names, exceptions), *check_words(files, exceptions)]
    print("\n".join(faults) if faults else "%d files, %d names" % (len(files), len(names)))

    # The checks are able to fail.
    last, other = files[0], files[1]
    seeded = {
        "a type of another file": [*check_types([File("a.c", "typedef struct same { int i; } same;"),
                                                 File("b.c", "struct same { long l; };")])],
        "a typedef of another file": [*check_types([File("a.c", "typedef int (*same)(void);"), File("b.c", "typedef long same;")])],
        "a file that is not there": [*check_comments([File(last.path, "/* see interp/no_such_file.c */")], paths, names, exceptions)],
        "a file that is not there, in a document": [*check_comments([Document("docs/a.md", "`no_such_file.c`")], paths, names, exceptions)],
        "a function that is not there": [*check_comments([File(last.path, "// a_function_that_is_missing() does")], paths, names, exceptions)],
        "a name that is not there": [*check_comments([File(other.path, "/* hr_no_such_name */")], paths, names, exceptions)],
        "a retired word": [*check_words([File(last.path, "int crew_size;")], exceptions)],
        "a retired prefix": [*check_words([File(last.path, "void hr_wide_run(void);")], exceptions)],
    }
    missed = [what for what, found in seeded.items() if len(found) != 1]
    for what in missed:
        print("not noticed: " + what)
    return 1 if faults or missed else 0


sys.exit(main())
