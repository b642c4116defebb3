#!/usr/bin/env python3
"""steady.py [--all] [--list] [PATTERN]... -- every tool, when the system does not give what it asks for, and when a signal
ends it: {tool x limit}, {tool x place} and {tool x signal x moment}.

Each end is a documented one; a lack of resources decides no verdict: what could be looked at has the ordinary result, and
the rest is said; what is written is whole or not there; no process, temporary file or shared memory is left.

Uses HPVM_RUN, CLANG and srcdir; the other tools lie beside hpvm-run. Without --all, a sample is run. PATTERN is a regular
expression: only cases whose name it matches run. prepare() says what the commands are; LIMITS and PLACES, what is scarce.
"""
import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

RUN = os.path.abspath(os.environ.get("HPVM_RUN", "./hpvm-run"))
BUILD = os.path.dirname(RUN)
SOURCE = os.path.abspath(os.environ.get("srcdir", "."))
CLANG = os.environ.get("CLANG", "clang")
MODULES = os.path.join(os.getcwd(), "backends/tests/.libs")
DOCUMENTED = {120: "rejected graph or file", 121: "trap or failed check", 122: "limit reached",
              123: "unsupported", 124: ""}
# What no end may say.
FORBIDDEN = re.compile(rb"internal error|bad_alloc|terminate called|Assertion|LLVM ERROR|stack smashing|Please report|PLEASE submit"
                       rb"|AddressSanitizer|core dumped|corrupted|double free")
# The loader of the system could not load the tool.
UNLOADED = re.compile(rb"loading shared libraries|cannot allocate memory in static TLS|failed to map|[Cc]annot allocate memory"
                      rb"|cannot run|cannot execute|Too many open files|error while loading|Resource temporarily")
SECONDS = 60


class Command:
    """NAME: what it is called. WORDS: the command. STATUS: its ordinary exit status. OUTPUTS: files that it writes. WRONG: a
    regular expression that its output never matches. WRONG_STATUS: exit statuses that would be a wrong verdict."""

    def __init__(self, name, words, status=0, outputs=(), wrong=None, wrong_status=(), same=True, environment=None,
                 settled=None, spoken=True, others=()):
        self.name, self.words, self.status, self.outputs = name, words, status, outputs
        self.wrong, self.wrong_status, self.same = wrong, wrong_status, same
        self.environment, self.settled = environment or {}, settled
        # LLVM inside an OpenCL driver prints errors of its own and exits, which is backend-crashed.
        self.spoken, self.others = spoken, others  # its messages are text; further documented exit statuses
        self.seconds = self.stdout = None
        self.whole = {}  # contents of outputs


def prepare(work):
    """Compile the programs. Return the commands."""
    def path(name):
        return os.path.join(work, name)

    def compile_to(name, source, *flags):
        subprocess.run([CLANG, "-w", "-g", "-O1", "-fno-discard-value-names", "-I" + os.path.join(SOURCE, "src"),
                        "-I" + os.path.join(SOURCE, "tools/tests/graph"), *flags, "-emit-llvm", "-c", source, "-o", path(name)],
                       check=True)
        return path(name)

    def tool(name):
        return os.path.join(BUILD, name)

    programs = os.path.join(SOURCE, "tools/tests/limits")
    small, uninit = (compile_to(name + ".bc", os.path.join(programs, name + ".c")) for name in ("small", "uninit"))
    text = compile_to("small.ll", os.path.join(programs, "small.c"), "-S")
    wrong = compile_to("wrong.bc", os.path.join(SOURCE, "backends/tests/mutant/program.c"), "-DBODY=out[i] = in[i] ^ 0x55")
    worker = compile_to("worker.bc", os.path.join(SOURCE, "backends/tests/worker.c"))
    mutant = {"MUTANT": "wrong-fold"}
    subprocess.run([tool("hpvm-diff"), "-q", "-j", "1", "--backends", "mutant", "--backend-path", MODULES, "--cases", path("cases"),
                    wrong], env=dict(os.environ, **mutant), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    cases = sorted(os.listdir(path("cases")))
    case = os.path.join(path("cases"), cases[0])
    subprocess.run([RUN, "--trace", path("trace"), small], stdout=subprocess.DEVNULL, check=True)
    spec = os.path.join(work, "spec")
    os.makedirs(os.path.join(spec, "E"))
    for name in ("clauses", "suite.h", "E/E2-own-value.c", "E/E3-ambiguous.c"):
        shutil.copy(os.path.join(SOURCE, "spec-tests", name), os.path.join(spec, name))
    out = "{out}/"
    diff_word = rb"\bdiffers\b|\bhung\b|\bcrashed\b|wrote outside"
    commands = [
        Command("run", [RUN, small]),
        Command("run-text", [RUN, text]),
        Command("run-interp", [RUN, "--host", "interp", small]),
        Command("run-checks", [RUN, "--check=all", small]),
        Command("run-sandbox", [RUN, "--sandbox", small]),
        Command("run-cpu", [RUN, "--backend", "cpu", small]),
        Command("run-worker", [RUN, "--worker", "--backend", "cpu", small]),
        Command("run-remote", [RUN, "--worker", "--backend-path", MODULES, "--map", "Fill=remote", worker]),
        Command("run-opencl", [RUN, "--backend", "opencl", small], spoken=False, others=(121,)),
        Command("run-trace", [RUN, "--trace", out + "trace", small], outputs=("trace",), same=False),
        Command("run-sarif", [RUN, "--diagnostics=sarif", small], spoken=False),
        Command("run-error", [RUN, "--diagnostics-output", out + "errors", "--diagnostics=sarif", "--step-limit", "1",
                              small], status=122),
        Command("run-graph", [RUN, "--print-graph", "-o", out + "graph", small], outputs=("graph",)),
        Command("run-emit", [RUN, "--emit", "opencl:Fill", "-o", out + "fill.cl", small], outputs=("fill.cl",)),
        Command("opt", [tool("hpvm-opt"), "-o", out + "small.bc", small], outputs=("small.bc",)),
        Command("diff", [tool("hpvm-diff"), "--backends", "cpu", "--junit", out + "junit.xml", small], outputs=("junit.xml",),
                wrong=diff_word + rb"|\bundefined\b", wrong_status=(121,)),
        Command("diff-leaves", [tool("hpvm-diff"), "--leaves", "--backends", "cpu", small], wrong=diff_word + rb"|\bundefined\b",
                wrong_status=(121,)),
        Command("diff-undefined", [tool("hpvm-diff"), "--leaves", "--backends", "mutant", "--backend-path", MODULES, uninit],
                environment=mutant, same=False, settled=rb"undefined"),
        Command("diff-mutant", [tool("hpvm-diff"), "-j", "1", "--backends", "mutant", "--backend-path", MODULES, "--cases",
                                out + "cases", wrong], status=121, environment=mutant, same=False, settled=rb"differs"),
        Command("diff-bisect", [tool("hpvm-diff"), "--bisect", "--backends", "mutant", "--backend-path", MODULES, wrong],
                status=121, environment=mutant, settled=rb"First", same=False, wrong=rb"'Root/Second'|Second.*differs"),
        Command("reduce", [tool("hpvm-reduce"), "-q", "--backend-path", MODULES, case, "-o", out + "reduced"],
                environment=mutant, same=False, wrong=rb"does not get the verdict|contains errors|does not reproduce",
                wrong_status=(121,)),
        Command("spec", [tool("hpvm-spec"), "-j", "2", "--quick", "-I", os.path.join(SOURCE, "src"), "--clang", CLANG, "--junit",
                         out + "junit.xml", spec], outputs=("junit.xml",), same=False,
                wrong_status=(1,), others=(2,), spoken=False),  # clang asks for bug reports
        Command("trace-stat", [tool("hpvm-trace"), "stat", path("trace")], same=False),
        Command("trace-export", [tool("hpvm-trace"), "export", "--format", "chrome", "-o", out + "trace.json", path("trace")],
                outputs=("trace.json",)),
        Command("trace-html", [tool("hpvm-trace"), "export", "--format", "html", "-o", out + "trace.html", path("trace")],
                outputs=("trace.html",)),
    ]
    commands += launches(work)
    if os.path.exists(tool("hpvm-import")) and shutil.which(os.environ.get("PROTOC", "protoc")):
        commands += imports(work, tool)
    return commands


def launches(work):
    """A list of launches of a kernel."""
    source, steps = os.path.join(work, "square.cl"), os.path.join(work, "square.yaml")
    with open(source, "w") as file:
        file.write("__kernel void square(__global float *a) { a[get_global_id(0)] *= a[get_global_id(0)]; }\n")
    with open(steps, "w") as file:
        file.write("buffers:\n  a: {range: 8, type: f32}\nlaunches:\n  - {kernel: square, grid: 1, block: 8, args: [a]}\n"
                   "  - {check: a, expect: [0, 1, 4, 9, 16, 25, 36, 49]}\n")
    return [Command("run-launches", [RUN, "--check=all", "--args", steps, source], spoken=False, others=(1, 2))]  # clang's own words


def imports(work, tool):
    """Models of both formats, and tensor programs with files of weights and arrays."""
    def path(name):
        return os.path.join(work, name)

    def model(name, text):
        with open(path(name), "wb") as file:
            subprocess.run([os.environ.get("PROTOC", "protoc"), "--proto_path=" + os.path.join(SOURCE, "tools/import/file"),
                            "--encode=onnx.ModelProto", os.path.join(SOURCE, "tools/import/file/onnx.proto")], stdout=file,
                           input=text.encode(), check=True)
        return path(name)

    small, program = model("model.onnx", MODEL % ("Add", 4, "float_data: 1 " * 4, 4)), \
        model("program.onnx", MODEL % ("Max", 20, "float_data: -1 " * 20, 20))
    module = os.path.join(SOURCE, "tools/tests/stablehlo/shifts.mlir")
    subprocess.run([tool("hpvm-import"), "-o", path("program.bc"), "--root", "Program", program], check=True)
    with open(path("given.yaml"), "w") as file:
        file.write("args: [{tensor: {values: %s}}]\n" % list(range(20)))
    run = ["--root", "Program", "--args", path("given.yaml"), path("program.bc")]
    subprocess.run([RUN, "--save", "*", "--save-to", path("values.npz"), *run], check=True)
    out = "{out}/"
    return [
        Command("import", [tool("hpvm-import"), "-o", out + "model.bc", small], outputs=("model.bc",), same=False),
        Command("import-program", [tool("hpvm-import"), "-o", out + "model.bc", program], outputs=("model.bc",), same=False),
        Command("import-stablehlo", [tool("hpvm-import"), "-o", out + "model.bc", module], outputs=("model.bc",), same=False),
        Command("import-shapes", [tool("hpvm-import"), "--explain-shapes", program]),
        Command("run-program", [RUN, *run]),
        Command("run-program-sandbox", [RUN, "--sandbox", *run]),
        Command("run-save", [RUN, "--save", "*", "--save-to", out + "values.npz", *run], outputs=("values.npz",)),
        Command("diff-values", [tool("hpvm-diff"), "--against", path("values.npz"), *run], wrong=rb"\bdiffers\b|other shape|other type",
                wrong_status=(121,)),
    ]


MODEL = """
ir_version: 8 opset_import { version: 13 }
graph {
  name: "small"
  node { op_type: "Relu" input: "x" output: "y" }
  node { op_type: "%s" input: "y" input: "w" output: "z" }
  initializer { name: "w" dims: %d data_type: 1 %s }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: %d } } } } }
  output { name: "z" type { tensor_type { elem_type: 1 } } }
}
"""

# --- what is scarce --------------------------------------------------------------------------------


def limit(kind, value):
    def apply():
        resource.setrlimit(kind, (value, value))
    return apply


MIB = 1 << 20
# name: (function in the child, is in the sample)
LIMITS = {}
for mib in (40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 260, 300, 340, 380, 420, 460, 500, 600, 700, 800, 1000, 1500, 3000):
    LIMITS[f"as-{mib}M"] = (limit(resource.RLIMIT_AS, mib * MIB), mib in (140, 240, 380))
for mib in (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 400, 600, 1000):
    LIMITS[f"data-{mib}M"] = (limit(resource.RLIMIT_DATA, mib * MIB), mib in (4, 32, 128))
for kib in (128, 192, 256, 384, 512, 768, 1024, 2048, 4096):
    LIMITS[f"stack-{kib}K"] = (limit(resource.RLIMIT_STACK, kib * 1024), kib in (128, 256))
LIMITS["stack-unlimited"] = (limit(resource.RLIMIT_STACK, resource.RLIM_INFINITY), False)
for size in (0, 1, 100, 1000, 4096, 10240, 65536, 262144, MIB):
    LIMITS[f"fsize-{size}"] = (limit(resource.RLIMIT_FSIZE, size), size in (0, 1000, 65536))
for files in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 32):
    LIMITS[f"nofile-{files}"] = (limit(resource.RLIMIT_NOFILE, files), files in (4, 6, 8, 12))


def nobody(processes):
    def apply():
        os.setgroups([])
        os.setgid(65534)
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
        os.setuid(65534)
    return apply


def closed(*files):
    def apply():
        for file in files:
            os.close(file)
    return apply


if os.geteuid() == 0:
    for processes in (1, 2, 3, 4, 5, 6, 8):
        LIMITS[f"nproc-{processes}"] = (nobody(processes), processes in (1, 2, 4))
LIMITS["umask-0777"] = (lambda: os.umask(0o777), False)
LIMITS["closed-stdin"] = (closed(0), False)
LIMITS["closed-stdout"] = (closed(1), True)
LIMITS["closed-stderr"] = (closed(2), True)
LIMITS["closed-both"] = (closed(1, 2), False)
LIMITS["closed-all"] = (closed(0, 1, 2), True)

# Commands of the shell that change what the file system has, before the tool runs in a name space of its own.
PLACES = {
    "no-proc": ("mount -t tmpfs none /proc", True),
    "no-shm": ("umount -l /dev/shm 2>/dev/null; mount -t tmpfs -o ro none /dev/shm 2>/dev/null || :", False),
    "no-dev": ("mount -t tmpfs none /dev", True),
    "no-proc-no-dev": ("mount -t tmpfs none /proc; mount -t tmpfs none /dev", False),
    "full-tmp": ('mount -t tmpfs -o size=4k none "$TMPDIR"; dd if=/dev/zero of="$TMPDIR/full" bs=4k count=1 2>/dev/null', True),
    "small-tmp": ('mount -t tmpfs -o size=16k none "$TMPDIR"', False),
    "read-only-tmp": ('mount -t tmpfs -o ro none "$TMPDIR"', True),
    "full-out": ('mount -t tmpfs -o size=4k none "$STEADY_OUT"; dd if=/dev/zero of="$STEADY_OUT/full" bs=4k count=1 2>/dev/null', True),
    "small-out": ('mount -t tmpfs -o size=8k none "$STEADY_OUT"', False),
    "read-only-out": ('mount -t tmpfs -o ro none "$STEADY_OUT"', False),
    "no-tmp": ('TMPDIR=/nowhere; export TMPDIR', True),
    "full-stdout": ("exec >/dev/full", True),
    "full-stderr": ("exec 2>/dev/full", True),
    "full-both": ("exec >/dev/full 2>/dev/full", False),
    "no-home": ("unset HOME", False),
    "no-environment": ('exec env -i TMPDIR="$TMPDIR" STEADY_MARK="$STEADY_MARK" MUTANT="$MUTANT" "$@"', False),
    "locale-turkish": ("LC_ALL=tr_TR.UTF-8; export LC_ALL", False),
    "locale-unknown": ("LC_ALL=xx_YY; LANG=; export LC_ALL LANG", False),
}
UNSHARED = {name for name, (command, _) in PLACES.items() if "mount" in command}

SIGNALS = ("INT", "TERM", "HUP", "QUIT", "PIPE", "XFSZ", "XCPU", "ALRM", "USR1", "STOP", "KILL")
MOMENTS = (0.02, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9)


# --- running ---------------------------------------------------------------------------------------


class Outcome:
    def __init__(self, status, stdout, stderr, late):
        self.status, self.stdout, self.stderr, self.late = status, stdout, stderr, late


def processes_with(mark):
    """Return the processes, other than zombies, whose environment has MARK."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if mark not in file.read():
                    continue
            with open(f"/proc/{name}/stat", "rb") as file:
                state = file.read().rsplit(b") ", 1)[1][:1]
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().replace(b"\0", b" ")
        except OSError:
            continue
        if state not in (b"Z", b"X"):
            found.append((int(name), words.decode("utf-8", "replace")))
    return found


def shared_memory():
    """Return the names of shared memory that may be of these tools; other processes make some, too."""
    names = os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []
    return {name for name in names if re.search(r"hpvm|pocl|worker", name)}


class Steady:
    def __init__(self, work):
        self.work, self.runs, self.failures = work, 0, 0
        self.temporary, self.out = os.path.join(work, "tmp"), os.path.join(work, "out")

    def fresh(self):
        for folder in (self.temporary, self.out):
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder)
            os.chmod(folder, 0o777)

    def start(self, command, setup=None, place=None):
        """Start COMMAND. Return (process, mark)."""
        self.fresh()
        mark = f"STEADY_MARK={self.work}/{self.runs}"
        environment = dict(os.environ, TMPDIR=self.temporary, STEADY_OUT=self.out, **command.environment)
        environment.pop("LD_LIBRARY_PATH", None)
        environment.update([mark.split("=", 1)])
        words = [word.replace("{out}", self.out) for word in command.words]
        if place:
            words = ["sh", "-c", place + '\nexec "$@"', "sh"] + words
        if place and "mount" in place:
            words = ["unshare", "-m"] + words
        stdout, stderr = (open(os.path.join(self.work, name), "wb") for name in ("stdout", "stderr"))

        def child():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if setup:
                setup()
        with stdout, stderr:
            process = self.popen(words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, env=environment,
                                       preexec_fn=child, start_new_session=True, cwd=os.getcwd())
        return process, mark.encode()

    @staticmethod
    def popen(*words, **options):
        """Start a process; while processes of an earlier run are ending, a limit of processes may not allow it."""
        for attempt in range(50):
            try:
                return subprocess.Popen(*words, **options)
            except BlockingIOError:  # the previous process of that user has not been reaped yet
                time.sleep(0.1)
        raise SystemExit("no process can be started")

    def outcome(self, process):
        late = False
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            late = True
            process.kill()
            status = process.wait()
        texts = []
        for name in ("stdout", "stderr"):
            with open(os.path.join(self.work, name), "rb") as file:
                texts.append(file.read())
        return Outcome(status, *texts, late)

    def fail(self, label, outcome, text):
        self.failures += 1
        print(f"FAIL: {label}: {text}")
        for name, said in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
            for line in said[-600:].decode("utf-8", "replace").splitlines()[-4:]:
                print(f"    {name}: {line[:220]}")
        sys.stdout.flush()

    def nothing_left(self, label, outcome, mark, temporary=True):
        for attempt in range(20):
            left = processes_with(mark)
            if not left:
                break
            time.sleep(0.1)
        if left:
            self.fail(label, outcome, f"processes are left: {left}")
            for number, _ in left:
                os.kill(number, signal.SIGKILL)
        if temporary and os.listdir(self.temporary):
            self.fail(label, outcome, f"temporary files are left: {sorted(os.listdir(self.temporary))}")
        hidden = [name for _, _, names in os.walk(self.out) for name in names if name.startswith(".")]
        if temporary and hidden:
            self.fail(label, outcome, f"temporary files are left beside outputs: {hidden}")
        shared = shared_memory() - self.shared
        if shared:
            self.fail(label, outcome, f"shared memory is left: {sorted(shared)}")
            self.shared |= shared

    shared = shared_memory()

    def whole(self, label, command, outcome, ended):
        """Outputs are whole, or not there."""
        for name in command.outputs:
            path = os.path.join(self.out, name)
            if not os.path.exists(path):
                if ended and outcome.status == command.status:
                    self.fail(label, outcome, f"'{name}' is not written, and the exit status is {outcome.status}")
                continue
            if name == "trace":
                continue  # is written while the program runs; its reader ends at what is incomplete
            if name == "values.npz" and outcome.status != command.status:
                continue  # has what was computed until then
            with open(path, "rb") as file:
                contents = file.read()
            if name.endswith(".xml"):
                self.well_formed(label, outcome, path)
            elif command.same and contents != command.whole[name]:
                self.fail(label, outcome, f"'{name}' is written in part: {len(contents)} of {len(command.whole[name])} bytes")
            elif len(contents) == 0:
                self.fail(label, outcome, f"'{name}' is empty")

    def well_formed(self, label, outcome, path):
        try:
            xml.etree.ElementTree.parse(path)
        except xml.etree.ElementTree.ParseError as error:
            self.fail(label, outcome, f"'{os.path.basename(path)}' is written in part: {error}")

    def documented(self, label, command, outcome, spoken, lost):
        """The exit status is documented, and the verdict is right or said impossible. SPOKEN: standard error can be
        written; LOST: standard output cannot."""
        status, said = outcome.status, outcome.stderr
        if outcome.late:
            return self.fail(label, outcome, f"is not over after {SECONDS} s")
        if command.spoken and (FORBIDDEN.search(said) or FORBIDDEN.search(outcome.stdout)):
            return self.fail(label, outcome, f"exit status {status}, with a text that no end has")
        if status in (1, 126, 127) and (UNLOADED.search(said) or not spoken):
            return None  # the tool has not begun
        if command.wrong and (command.wrong.search if hasattr(command.wrong, "search") else
                              lambda text: re.search(command.wrong, text))(outcome.stdout + said):
            return self.fail(label, outcome, f"exit status {status}, and a verdict that the lack has decided")
        if status in command.wrong_status and status != command.status:
            return self.fail(label, outcome, f"exit status {status} is a verdict that the lack has decided")
        if status == command.status:
            if command.same and not lost and outcome.stdout != command.stdout:
                return self.fail(label, outcome, f"exit status {status}, but prints something else")
            if command.settled and not lost and not re.search(command.settled, outcome.stdout + said):
                if not re.search(rb"warning|not compared|could not", outcome.stdout + said):
                    return self.fail(label, outcome, "the verdict is another one, and nothing is said")
            return None
        if status not in DOCUMENTED and status not in command.others:
            return self.fail(label, outcome, f"exit status {status} is not documented")
        if status == 121 and command.status != 121 and 121 not in command.others:
            return self.fail(label, outcome, "exit status 121 is a finding that the lack has decided")
        if status == 120 and command.name.startswith(("run", "diff", "opt")) and re.search(rb"not-bitcode|malformed|not valid|invalid|newer-file", said):
            return self.fail(label, outcome, "a file that is well is called wrong")
        if spoken and not (said + outcome.stdout).strip():
            return self.fail(label, outcome, f"exit status {status} without a word")
        return None

    def ordinary(self, command):
        begun = time.monotonic()
        process, mark = self.start(command)
        outcome = self.outcome(process)
        command.seconds, command.stdout = time.monotonic() - begun, outcome.stdout
        self.runs += 1
        if outcome.status != command.status:
            self.fail(command.name, outcome, f"exit status {outcome.status} without any limit, not {command.status}")
            return False
        if command.settled and not re.search(command.settled, outcome.stdout + outcome.stderr):
            self.fail(command.name, outcome, f"does not say '{command.settled.decode()}' without any limit")
        for name in command.outputs:
            with open(os.path.join(self.out, name), "rb") as file:
                command.whole[name] = file.read()
        self.nothing_left(command.name, outcome, mark)
        return True

    def limited(self, command, name, setup=None, place=None):
        label = f"{command.name} {name}"
        process, mark = self.start(command, setup, place)
        outcome = self.outcome(process)
        self.runs += 1
        spoken = name not in ("closed-stderr", "closed-both", "closed-all", "full-stderr", "full-both") and "fsize" not in name
        lost = name in ("closed-stdout", "closed-both", "closed-all", "full-stdout", "full-both")
        if "fsize" in name:
            lost = True  # standard output is a file
        self.documented(label, command, outcome, spoken, lost)
        self.whole(label, command, outcome, not (place and "$STEADY_OUT" in place))
        self.nothing_left(label, outcome, mark)

    def signalled(self, command, name, moment):
        label = f"{command.name} SIG{name} at {moment}"
        number = getattr(signal, "SIG" + name)
        process, mark = self.start(command)
        time.sleep(command.seconds * moment)
        process.send_signal(number)
        if name == "STOP":
            time.sleep(0.05)
            process.send_signal(signal.SIGCONT)
        outcome = self.outcome(process)
        self.runs += 1
        if outcome.late:
            self.fail(label, outcome, f"is not over {SECONDS} s after it")
        elif outcome.status not in (-number, command.status, 122, *command.others)[name == "STOP":]:
            self.fail(label, outcome, f"exit status {outcome.status}")
        elif command.spoken and FORBIDDEN.search(outcome.stderr):
            self.fail(label, outcome, f"exit status {outcome.status}, with a text that no end has")
        if name != "KILL":
            self.whole(label, command, outcome, False)
        self.nothing_left(label, outcome, mark, name != "KILL")


def can_unshare():
    return subprocess.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt"], check=False, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--part", default="0/1", help="I/N: every Nth case, from the Ith on")
    parser.add_argument("patterns", nargs="*")
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    work = tempfile.mkdtemp(prefix="steady-")
    os.chmod(work, 0o755)
    steady = Steady(work)
    try:
        commands = {command.name: command for command in prepare(work) if steady.ordinary(command)}
        unshare = can_unshare()
        if not unshare:
            print("not tried: what needs a name space of its own")
        cases = []
        for command in commands.values():
            for name, (setup, sample) in LIMITS.items():
                cases.append((f"{command.name} {name}", sample, lambda c=command, n=name, s=setup: steady.limited(c, n, s)))
            for name, (place, sample) in PLACES.items():
                if name not in UNSHARED or unshare:
                    cases.append((f"{command.name} {name}", sample, lambda c=command, n=name, p=place: steady.limited(c, n, None, p)))
            for name in SIGNALS:
                for moment in MOMENTS:
                    cases.append((f"{command.name} SIG{name} at {moment}", moment == 0.45,
                                  lambda c=command, n=name, m=moment: steady.signalled(c, n, m)))
        cases = [case for case in cases if not given.patterns or any(re.search(pattern, case[0]) for pattern in given.patterns)]
        if not given.all and not given.patterns:
            sampled = [case for case in cases if case[1]]
            cases = sampled[::max(1, len(sampled) // 150)]
        for index, (name, _, run) in enumerate(cases):
            if index % parts != part:
                continue
            if given.list:
                print(name)
            else:
                run()
        print(f"{steady.runs} runs, {steady.failures} failures")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return steady.failures != 0


if __name__ == "__main__":
    sys.exit(main())
