#!/bin/sh
# run-hints.sh -- what a new user meets: names in graphs, pictures, crashes of host code with their line,
# files of the wrong kind, arguments in the wrong place, outputs that would overwrite inputs.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
programs=$srcdir/tools/tests/layout
build=$(dirname "$HPVM_RUN")

compile() { # PROGRAM OPTION...
	program=$1
	shift
	"$CLANG" -I"$srcdir/src" -w -emit-llvm -c "$@" "$programs/$program.c" -o "$work/$program.bc" || exit 99
}

# Parameters have their names at every level, whether or not the function uses them.
for level in -O0 -O1 -O2; do
	compile unused $level -g
	run --print-graph "$work/unused.bc"
	prints 'in 2 width: i32' 'in 3 rows: i64' 'in 1 bytes: i64' 'bind in 2 (width) -> Group.2 (width)'
	[ "$(grep -c ' width: i32' "$work/stdout")" -eq 2 ] || fail 'a parameter has no name'
done

# The picture has every edge.
if command -v dot >/dev/null; then
	run --print-graph=dot "$work/unused.bc"
	dot -Tsvg "$work/stdout" >"$work/picture" 2>"$work/stderr"
	count=$((count + 1)) label='picture of unused.c'
	! grep -q lost "$work/stderr" || fail 'Graphviz lost an edge'
	# A double line has one more pair of colours with "invis" in it.
	[ "$(grep -c 'class="edge"' "$work/picture")" -eq "$(grep -- '->' "$work/stdout" | grep -vc style=invis)" ] ||
		fail 'the picture lacks edges'
fi

# Crashes of compiled host code name the line; none is said to be one of hpvm-run.
for level in -O0 -O2; do
	compile crash $level -g
	run "$work/crash.bc"
	expect 121 'layout/crash.c:10: error: the program under test crashed: SIGSEGV in host code: write to'
	run "$work/crash.bc" -- 1
	expect 121 'layout/crash.c:21: error: the program under test crashed: SIGSEGV'
	run "$work/crash.bc" -- 1 2
	expect 121 'layout/crash.c:23: error: the program under test crashed: SIGABRT: abort() was called'
	run "$work/crash.bc" -- 1 2 3
	expect 121 'layout/crash.c:24: error: the program under test crashed: SIGSEGV'
done
compile crash -O1
run "$work/crash.bc" -- 1 2 3
expect 121 'error: the program under test crashed: SIGSEGV in host code' "in function 'main'" \
	'help: compile the program with -g to get the lines and variables of its source'
run -q --check=all "$work/crash.bc" -- 1 2 3
[ "$(grep -c 'compile the program with -g' "$work/stderr")" -eq 1 ] || fail 'the hint for -g is not given once'
compile crash -O1 -g
run "$work/crash.bc" -- 1 2 3
! grep -q 'compile the program with -g' "$work/stderr" || fail 'the hint for -g is given in spite of -g'
run "$programs/ports.ll"
! grep -q 'compile the program with -g' "$work/stderr" || fail 'the hint for -g is given for IR of no compiler'
compile crash -O1
compile objects -O1 -DKIND=0 -DSMALL -I"$programs"
run -Wno-launch-layout "$work/objects.bc"
! grep -q 'internal error' "$work/stderr" || fail 'the fault of the program is said to be one of hpvm-run'

# Files and arguments.
run "$programs/crash.c"
expect 120 'it is source code [not-bitcode]' 'help: compile it with clang -O1 -g -c -emit-llvm'
run "$work/crash.bc" 100
expect 120 "cannot read '100'" 'help: arguments of the program come after --'

# Assembly of a newer LLVM: constants are read, and a word that this one does not know is named.
printf 'define i32 @main() {\n  %%a = fadd float f0x3F800000, 1.0\n  %%b = fcmp oeq float %%a, f0x40000000\n  %%c = zext i1 %%b to i32\n  ret i32 %%c\n}\n' >"$work/new.ll"
run "$work/new.ll"
expect 1
printf 'define i32 @main() nosuchattribute(3) {\n  ret i32 0\n}\n' >"$work/new.ll"
run "$work/new.ll"
expect 120 'is malformed' "has no attribute 'nosuchattribute'"

# No tool overwrites its input.
cp "$work/crash.bc" "$work/copy.bc"
ln -s copy.bc "$work/link.bc"
untouched() { # STATUS
	expect 124 "would overwrite the input"
	cmp -s "$work/crash.bc" "$work/copy.bc" || fail 'the input was changed'
}
run --print-graph -o "$work/copy.bc" "$work/copy.bc"
untouched
run --print-graph -o "$work/link.bc" "$work/copy.bc"
untouched
run --trace "$work/copy.bc" "$work/copy.bc"
untouched
run --diagnostics-output "$work/copy.bc" "$work/copy.bc"
untouched
for tool in opt diff; do
	label="hpvm-$tool -o" count=$((count + 1))
	"$build/hpvm-$tool" -o "$work/copy.bc" "$work/copy.bc" >"$work/stdout" 2>"$work/stderr"
	status=$?
	lib_tool=hpvm-$tool untouched
done
compile popped -O1 -DPOPPED=fits -I"$programs"
run --trace "$work/p.trace" "$work/popped.bc"
expect 0
cp "$work/p.trace" "$work/kept"
label='hpvm-trace -o' count=$((count + 1))
"$build/hpvm-trace" query -o "$work/p.trace" "$work/p.trace" >"$work/stdout" 2>"$work/stderr"
status=$?
lib_tool=hpvm-trace
expect 124 'would overwrite the input'
cmp -s "$work/kept" "$work/p.trace" || fail 'the trace was changed'
lib_tool=

# A trace with several threads says what runs on one.
run -j 2 --trace "$work/p.trace" "$work/popped.bc"
expect 0 'warning: --jobs for instances of internal nodes has no effect: --trace records them in reference order'
finish
