#!/bin/sh
# run-diff.sh -- hpvm-diff: its report in every form, its exit status, and its findings in backends
# that compute wrong results.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
CC=${CC:-cc}
$CC --version >/dev/null 2>&1 || { echo "no $CC" >&2; exit 77; }
HPVM_RUN=${HPVM_DIFF:-./hpvm-diff}
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
graph=$srcdir/tools/tests/graph
export CLANG

ends() { # STATUS TEXT...; of hpvm-diff
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	shift
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}
prints() { # one blank matches several
	for text; do
		tr -s ' ' <"$work/stdout" | grep -qF -- "$(printf '%s' "$text" | tr -s ' ')" ||
			fail "standard output lacks '$text'"
	done
}
report() { # the whole of standard output, compared with standard input
	sed 's/  *$//' >"$work/expected"
	sed 's/  *$//' "$work/stdout" | cmp -s - "$work/expected" || fail "reports $(cat "$work/stdout")"
}

# --- usage errors
run; ends 124 'hpvm-diff: no input file' 'hpvm-diff: wrong use; see hpvm-diff --help (exit 124)'
run x.bc --junit; ends 124 "'--junit' needs a value"
run --print-graph x.bc; ends 124 'only hpvm-run'
run --backend cpu x.bc; ends 124 "only hpvm-run has the option '--backend'" 'every backend of --backends'
run --map Leaf=cpu x.bc; ends 124 'every backend of --backends'
for option in --check=race '--schedule reverse' '--memory split' --keep-going; do
	run $option x.bc; ends 124 'use hpvm-run'
done
run "$work/no.bc"; ends 120 '[unreadable-file]' 'hpvm-diff: rejected graph or file (exit 120)'
run --bisect -; ends 124 'it cannot be standard input (-)'
run --help; ends 0; prints 'Usage: hpvm-diff' 'Exit status'
run --version; ends 0; prints 'hpvm-diff '

# --- no difference
compile "$graph/edge_one_to_one.c" "$work/one.bc"
run "$work/one.bc"; ends 0
report <<'OUT'
node         backend  instances  bytes  mismatches  worst  verdict
Root/First   cpu              4    288           0      -  same
Root/Second  cpu              4    256           0      -  same
2 same
OUT
run --leaves --json "$work/one.bc" -o "$work/report"; ends 0
[ ! -s "$work/stdout" ] || fail '-o leaves something for standard output'
echo old >"$work/kept"
run -o "$work/kept" /nowhere.bc # a report that is never made leaves the file unchanged
[ $status -ne 0 ] && [ "$(cat "$work/kept")" = old ] || fail 'the old file is gone'
run -o "$work/unmade" --junit "$work/unmade.xml" --nonsense "$work/one.bc"
run -o "$work/unmade" /nowhere.bc
[ ! -e "$work/unmade" ] && [ ! -e "$work/unmade.xml" ] || fail 'an empty file is there'
grep -q '^{"node":"Root/First","function":"First","backend":"cpu","verdict":"same","grids":1,"instances":4,"bytes":288,"mismatches":0},$' "$work/report" ||
	fail "no row in $(cat "$work/report")"
grep -q '^{"node":"Root/Second".*],"findings":0}$' "$work/report" || fail 'no last row'
run --backends cpu,abacus --json --junit "$work/junit" "$work/one.bc"; ends 120 '[no-backend]'
prints '"golden":"unknown backend '"'abacus'" '"rows":[]'
grep -q 'tests="1" failures="0" errors="1" skipped="0">' "$work/junit" || fail "junit: $(cat "$work/junit")"

# --- modules that cannot be used: the others are still compared
run --backends cpu,version,crashes,symbol --backend-path backends/tests/.libs --junit "$work/junit" "$work/one.bc"
ends 123 "backend 'version' is unavailable" "backend 'crashes' is unavailable" "backend 'symbol' is unavailable"
prints 'Root/First   cpu                 4            288           0            -  same' '2 same, 6 out' \
	'out: it was built for version 99 of the interface; this is version 3' 'out: it crashed while loading (SIGSEGV)'
grep -q 'tests="8" failures="0" errors="6" skipped="0">' "$work/junit" || fail "junit: $(cat "$work/junit")"
grep -q '<testcase classname="version" name="Root/First"><error message="out: it was built for version 99' "$work/junit" || fail 'no error'
run --backends version --backend-path backends/tests/.libs --json "$work/one.bc"; ends 123 '[backend-out]'
prints '"backend":"version","verdict":"out","why":"it was built for version 99' '"findings":2}'
grep -qx '5 8' "$work/stderr" || fail 'the program does not run'
compile "$graph/barrier_in_loop.c" "$work/barrier.bc"
run "$work/barrier.bc"; ends 0; prints '1 same'
compile "$graph/stream.c" "$work/stream.bc"
run "$work/stream.bc"; ends 0; prints 'same'
compile "$graph/div_by_zero.c" "$work/trap.bc"
run --junit "$work/junit" --json "$work/trap.bc"; ends 121 '[div-by-zero]'; prints '"verdict":"not run"' '"golden":"division by zero'
grep -q 'failures="0" errors="1" skipped="1">' "$work/junit" || fail "junit: $(cat "$work/junit")"
grep -q '<testcase classname="interp" name="the golden run"><error message="division by zero.*\[div-by-zero\]"/>' "$work/junit" ||
	fail "junit: $(cat "$work/junit")"
run --junit "$work/junit" "$work/no.bc"; ends 120 '[unreadable-file]'
grep -q 'tests="1" failures="0" errors="1" skipped="0">' "$work/junit" || fail "junit: $(cat "$work/junit")"
! grep -qF '[backend-' "$work/stderr" || fail 'a backend is blamed for what the program does'

# --- the examples
for program in examples/*/*.bc; do
	[ -f "$program" ] || continue
	run "$program" -- "$srcdir/examples/$(basename "$program" .bc)"
	ends 0
	! grep -q 'differs\|crashed\|order' "$work/stdout" || fail "$(cat "$work/stdout")"
done

# --- backends that compute wrong results
wrong right 's/ a whole backend/ the same backend/'
wrong short 's/here\[0\] < of->end\[0\];/here[0] < of->end[0] - 1;/'
wrong upward 's/"\tfor (here\[0\]/"\t__builtin_ia32_ldmxcsr(0x5f80);\\n" &/' # rounds up
cat >"$work/sum.c" <<'IN'
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 40 };
void Sum(float *in, size_t in_bytes, float *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	size_t i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	float sum = 0;
	for (size_t k = 0; k < N; k++)
		sum += in[i * N + k];
	out[i] = sum;
	__hpvm__return(1, out_bytes);
}
void Root(float *in, size_t in_bytes, float *out, size_t out_bytes)
{
	void *leaf = __hpvm__createNodeND(1, Sum, (size_t)N);
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	for (int i = 0; i < 4; i++)
		__hpvm__bindIn(leaf, i, i, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}
int main(void)
{
	static float in[N * N], out[N];
	struct __attribute__((packed)) { float *a; size_t b; float *c; size_t d, e; } arguments =
		{in, sizeof in, out, sizeof out, 0};
	for (int i = 0; i < N * N; i++)
		in[i] = 1.0f / (float)(i + 1);
	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof in);
	llvm_hpvm_track_mem(out, sizeof out);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(out, sizeof out);
	printf("%g\n", out[N - 1]);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	return 0;
}
IN
compile "$work/sum.c" "$work/sum.bc" -O2
run --backends right,short --backend-path "$work/wrong" --junit "$work/junit" "$work/sum.bc"
ends 121 'sum.c:13:9: error: ' "backend 'short' computes 'Root/Sum' differently: element 39 (byte 156) of argument 2 ('out') of 'Root/Sum'" \
	'is 0 instead of 0.0253097' '1 of 40 elements differ [backend-differs]' 'at node Root/Sum, instance (39), execution 0' \
	'0.0253098' 'hpvm-diff: trap or failed check (exit 121)'
prints 'Root/Sum  right              40           6560           0            -  same' \
	'Root/Sum  short              40           6560           1' '1 same, 1 differs'
grep -q '<testsuite name=".*sum.bc" tests="2" failures="1" errors="0" skipped="0">' "$work/junit" || fail 'no suite'
grep -q '<testcase classname="short" name="Root/Sum"><failure message="differs: element 39' "$work/junit" ||
	fail 'no failure'

# Each verdict must be explained.
sed -n 's/^	V(HR_VERDICT_[A-Z_]*, "\(.*\)").*/\1/p' "$srcdir/backends/crosscheck/crosscheck.h" >"$work/verdicts"
[ "$(wc -l <"$work/verdicts")" -gt 12 ] || fail 'no verdicts'
while read -r verdict; do
	grep -Eq "^\.It (.* )?$verdict( .*)?\$" "$srcdir/tools/diff/hpvm-diff.1" || fail "hpvm-diff.1 lacks $verdict"
done <"$work/verdicts"

# --- cases
run --backends short --backend-path "$work/wrong" --cases "$work/cases" "$work/sum.bc"
ends 121; prints "differs ($work/cases/Root.Sum.short)"
# A relative name is one in the folder where hpvm-diff began.
echo '#include <unistd.h>
__attribute__((constructor)) static void leave(void) { if (chdir("/") != 0) _exit(9); }' >"$work/leave.c"
compile "$work/leave.c" "$work/leave.bc"
tool=$(cd "$(dirname "$HPVM_RUN")" && pwd)/$(basename "$HPVM_RUN")
(
	cd "$work" || exit 99
	"$tool" -q --backends short --backend-path "$work/wrong" --cases beside "$work/sum.bc" "$work/leave.bc" >"$work/stdout" 2>"$work/stderr"
)
[ -f "$work/beside/Root.Sum.short/case.yaml" ] || fail "no case: $(cat "$work/stdout" "$work/stderr")"
case=$work/cases/Root.Sum.short
run --backend-path "$work/wrong" "$case"
ends 121 "backend 'short' computes 'Case/Sum' differently: element 39 (byte 156) of argument 2 ('out') of 'Case/Sum'" \
	'sum.c:13:9' 'is 0 instead of 0.0253097' 'instance (39), execution 0'
run "$case" --backends cpu; ends 0
run --root Case "$case"; ends 124 'has its own root'
"$(dirname "$HPVM_RUN")/hpvm-run" --stats "$case" >"$work/stdout" 2>"$work/stderr" || fail 'hpvm-run does not replay it'
grep -q '^Case/Sum  *40 ' "$work/stderr" || fail 'other instances run'
grep -qF "hpvm-run: replayed 40 instances of 'Root/Sum': they end without an error" "$work/stderr" || fail 'it says nothing'
grep -qF "backend 'short' was 'differs'" "$work/stderr" || fail 'it says no verdict'
"$(dirname "$HPVM_RUN")/hpvm-run" -q "$case" >"$work/stdout" 2>"$work/stderr"
[ ! -s "$work/stderr" ] || fail '-q says something'
# Memory is an array of the type that the code stores, for NumPy.
[ "$(dd if="$case/memory0.npy" bs=1 skip=1 count=5 2>/dev/null)" = NUMPY ] && grep -qa "'descr': '<f4'" "$case/memory0.npy" ||
	fail 'memory0.npy is no array of floats'
grep -q '^  - {npy: memory1.npy, at: 0}$' "$case/case.yaml" || fail "arguments: $(cat "$case/case.yaml")"
# Damaged cases.
for damage in 'truncate -s 60 memory0.npy' 'rm memory0.npy' 'truncate -s 100 leaf.bc' 'truncate -s 40 case.yaml' 'truncate -s 0 case.yaml' \
	'sed -i s/root:/rout:/ case.yaml'; do
	rm -rf "$work/damaged"; cp -r "$case" "$work/damaged"
	(cd "$work/damaged" && $damage)
	run --backend-path "$work/wrong" "$work/damaged"; ends 120 '[malformed-file]' 'case.yaml'
	"$(dirname "$HPVM_RUN")/hpvm-run" "$work/damaged" >"$work/stdout" 2>"$work/stderr"
	[ $? -eq 120 ] || fail "hpvm-run: exit status $? after $damage"
	"$(dirname "$HPVM_RUN")/hpvm-reduce" --backend-path "$work/wrong" "$work/damaged" >"$work/stdout" 2>"$work/stderr"
	code=$?
	[ $code -eq 120 ] || [ "${damage#sed}" != "$damage" ] || fail "hpvm-reduce: exit status $code after $damage"
done
for command in hpvm-run hpvm-diff; do
	count=$((count + 1)) label="$command --diagnostics json of a damaged case"
	"$(dirname "$HPVM_RUN")/$command" --diagnostics json "$work/damaged" >"$work/stdout" 2>"$work/stderr"
	[ $? -eq 120 ] || fail 'another exit status'
	grep -q '^{"kind":"diagnostic","id":"malformed-file"' "$work/stderr" || fail 'no diagnostic as JSON'
	grep -q '^{"kind":"outcome","outcome":"reject"' "$work/stderr" || fail 'no outcome as JSON'
	! grep -v '^{' "$work/stderr" || fail 'something is no JSON'
done
run --json "$work/damaged"; ends 120 '[malformed-file]'; prints '"golden"' 'malformed'
# Nodes above the leaf, with one instance each; inputs from one-to-one edges.
cat >"$work/deep.ll" <<'IN'
declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.getNode()
declare ptr @llvm.hpvm.getParentNode(ptr)
declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)
declare i64 @llvm.hpvm.getNodeInstanceID.y(ptr)
define void @Root(ptr %p, i64 %b) {
  %c = call ptr @llvm.hpvm.createNode2D(ptr @Group, i64 3, i64 2)
  call void @llvm.hpvm.bind.input(ptr %c, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 1, i1 false)
  ret void
}
define void @Group(ptr %p, i64 %b) {
  %c = call ptr @llvm.hpvm.createNode1D(ptr @First, i64 4)
  %d = call ptr @llvm.hpvm.createNode1D(ptr @Second, i64 4)
  call void @llvm.hpvm.bind.input(ptr %d, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %d, i32 1, i32 1, i1 false)
  call ptr @llvm.hpvm.createEdge(ptr %c, ptr %d, i1 false, i32 0, i32 2, i1 false)
  ret void
}
define {i32} @First() {
  %h = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %h)
  %t = trunc i64 %x to i32
  %m = mul i32 %t, 100
  %r = insertvalue {i32} poison, i32 %m, 0
  ret {i32} %r
}
define void @Second(ptr %p, i64 %b, i32 %v) {
  %h = call ptr @llvm.hpvm.getNode()
  %u = call ptr @llvm.hpvm.getParentNode(ptr %h)
  %z = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %h)
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %u)
  %y = call i64 @llvm.hpvm.getNodeInstanceID.y(ptr %u)
  %g = mul i64 %x, 2
  %k = add i64 %g, %y
  %q = mul i64 %k, 4
  %n = add i64 %q, %z
  %a = getelementptr i32, ptr %p, i64 %n
  %w = trunc i64 %n to i32
  %s = sub i32 %v, %w
  %late = icmp eq i64 %k, 3
  br i1 %late, label %then, label %end
then:
  store i32 %s, ptr %a, align 4
  br label %end
end:
  ret void
}
IN
printf 'args: [{zeros: 24, type: i32, at: 0}, 96]\n' >"$work/deep.yaml"
MUTANT=swapped-sub MUTANT_UNIT=Second
export MUTANT MUTANT_UNIT
run --backends mutant --backend-path backends/tests/.libs --cases "$work/cases" --root Root --args "$work/deep.yaml" "$work/deep.ll"
ends 121 "element 12 (byte 48) of argument 0 ('p') of 'Root/Group/Second'" 'is 12 instead of -12' 'instance (0) in Root/Group (1, 1)'
prints '1 same, 1 differs'
grep -qx 'pin: \[\[1, 1, 0\]\]' "$work/cases/Root.Group.Second.mutant/case.yaml" || fail 'no pin'
run --backend-path backends/tests/.libs "$work/cases/Root.Group.Second.mutant"
ends 121 "element 12 (byte 48) of argument 0 ('p') of 'Case/Case.1/Second'" 'is 12 instead of -12' 'instance (0) in Case/Case.1 (1, 1)'
prints 'Case/Case.1/Second     mutant              4 '
unset MUTANT MUTANT_UNIT

# Leaves whose paths differ in a slash only have cases of their own.
cat >"$work/dots.c" <<'IN'
#include <hpvm.h>
void B(int *a, size_t n)
{
	__hpvm__attributes(1, a, 1, a);
	a[0] = 1;
	__hpvm__return(1, n);
}
void dotted(int *a, size_t n) __asm__("A.B");
void dotted(int *a, size_t n)
{
	__hpvm__attributes(1, a, 1, a);
	a[0] += 3;
	__hpvm__return(1, n);
}
void A(int *a, size_t n)
{
	void *b = __hpvm__createNodeND(0, B);

	__hpvm__attributes(1, a, 1, a);
	__hpvm__bindIn(b, 0, 0, 0);
	__hpvm__bindIn(b, 1, 1, 0);
	__hpvm__bindOut(b, 0, 0, 0);
}
void Root(int *a, size_t n)
{
	void *first = __hpvm__createNodeND(0, A), *second = __hpvm__createNodeND(0, dotted);

	__hpvm__attributes(1, a, 1, a);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}
IN
printf 'args: [{zeros: 1, type: i32}, 4]\n' >"$work/dots.yaml"
"$CLANG" -w -O1 -I"$srcdir/src" -emit-llvm -c "$work/dots.c" -o "$work/dots.bc" || exit 99
MUTANT=drop-store
export MUTANT
run --backends mutant --backend-path backends/tests/.libs --cases "$work/dots" --root Root --args "$work/dots.yaml" "$work/dots.bc"
ends 121; prints '2 differs'
unset MUTANT
[ "$(ls "$work/dots" | wc -l)" -eq 2 ] || fail "cases: $(ls "$work/dots")"

# --- backends that keep state between grids, and grids that are skipped
level=$(sed -n 's/^stale-input \(-O[0-9]\) .*/\1/p' "$srcdir/backends/tests/mutant/cases")
body=$(sed -n 's/^stale-input -O[0-9] //p' "$srcdir/backends/tests/mutant/cases")
compile "$srcdir/backends/tests/mutant/program.c" "$work/stale.bc" "$level" "-DBODY=$body"
run --in-process "$work/stale.bc"; ends 0
MUTANT=stale-input
export MUTANT
run --in-process --backends mutant --backend-path backends/tests/.libs "$work/stale.bc"
ends 121 "'Root/First'" '[backend-differs]'
unset MUTANT
if [ -f examples/transpose/transpose.bc ]; then
	run --leaves --sample 8 examples/transpose/transpose.bc -- "$srcdir/examples/transpose"
	ends 0; prints 'same: 60 of 768 grids'
	run --leaves --sample-after 0.000001 examples/transpose/transpose.bc -- "$srcdir/examples/transpose"
	ends 0; prints 'same: 11 of 768 grids, sampled from grid 1 on (--sample-after=0 compares all)'
	run --leaves --json --sample-after 0.000001 examples/transpose/transpose.bc -- "$srcdir/examples/transpose"
	ends 0; prints '"grids-left-out":757,"sampled-from":1'
	run --leaves --sample-after 0 examples/transpose/transpose.bc -- "$srcdir/examples/transpose"
	ends 0
	! grep -q ' of 768 grids' "$work/stdout" || fail 'grids are left out'
fi
run --backends cpu,cpu x.bc; ends 124 "--backends names 'cpu' twice"
run --backends '' x.bc; ends 124 '--backends names no backend'
run --junit /nonexistent/x.xml x.bc; ends 124 '/nonexistent/x.xml'
run --bisect --json x.bc; ends 124 '--bisect cannot be combined with --json'
run --bisect --junit "$work/b.xml" x.bc; ends 124 '--bisect cannot be combined with --json'
run --time-limit 1 x.bc; ends 124 '--time-limit limits the runs of --bisect'
printf 'define i32 @main() {\n  br label %%a\na:\n  br label %%a\n}\n' >"$work/endless.ll"
run --bisect --time-limit 1 "$work/endless.ll"; ends 122; prints 'does not end in the interpreter within 1 seconds (--time-limit)'
run --sample 8 --sample-after 1 x.bc; ends 124 '--sample cannot be combined with --sample-after'
run --bisect --sample-after 1 x.bc; ends 124 '--bisect cannot be combined with'
run --sample 0 x.bc; ends 124 '--sample takes a number'
run --sample 8x x.bc; ends 124 '--sample takes a number'
run --sample ' 8' x.bc; ends 124 '--sample takes a number'

# --- results that depend on the order of atomics: indices do, sums and extrema do not, also of one
# object
cat >"$work/append.c" <<'IN'
#include "graph.h"
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int at = __hpvm__atomic_add(&p[0], 1);

	p[1 + (at < 38 ? at : 38)] = (int)i;
	__hpvm__atomic_max(&p[40], (int)i * 3);
}
ROOT_OF(Leaf)
MAIN(38)
IN
compile "$work/append.c" "$work/append.bc" -I"$graph"
run "$work/append.bc"; ends 0
! grep -q 'differs' "$work/stdout" || fail "$(cat "$work/stdout")"
MUTANT=double-atomic
export MUTANT
run --backends mutant --backend-path backends/tests/.libs "$work/append.bc"
ends 121 "element 0 (byte 0) of argument" ' is 76 instead of 38' '1 of 2 elements differ' "'Root/Leaf'"
unset MUTANT
# The order of a backend that runs backwards, without and with an error.
backward='s/for (here\[0\] = of->begin\[0\]; here\[0\] < of->end\[0\]; here\[0\]++)/for (here[0] = of->end[0] - 1; here[0] >= of->begin[0]; here[0]--)/
s/unit->features & HR_UNIT_ATOMICS/0/'
wrong backward "$backward"
run --backends backward --backend-path "$work/wrong" "$work/append.bc"; ends 0; prints ' order'
wrong lost "$backward
s/>= of->begin\[0\];/> of->begin[0];/"
run --backends lost --backend-path "$work/wrong" "$work/append.bc"; ends 121 ' is 37 instead of 38'

# --- wrong results of whole nodes: with one of their leaves, or only as a whole; in sequence, or as
# a chain
MUTANT_GRAPHS=1
export MUTANT MUTANT_GRAPHS
body=$(sed -n 's/^lost-tail -O[0-9] //p' "$srcdir/backends/tests/mutant/cases")
compile "$srcdir/backends/tests/mutant/program.c" "$work/tail.bc" -O1 "-DBODY=$body"
run -j 1 "$work/tail.bc"; ends 0
report <<'OUT'
node         backend  instances  bytes  mismatches  worst  verdict
Root         cpu              2   2240           0      -  same
Root/First   cpu              -      -           -      -  within: Root
Root/Second  cpu              -      -           -      -  within: Root
2 within, 1 same
OUT
run --leaves "$work/tail.bc"; ends 0; prints 'Root/First   cpu                80 ' '2 same'
for threads in 1 2; do
	run -j $threads --backends cpu "$work/tail.bc"; ends 0; prints ' same' 'within: Root'
	MUTANT=lost-tail MUTANT_UNIT=Root
	export MUTANT_UNIT
	run -j $threads --backends mutant --backend-path backends/tests/.libs "$work/tail.bc"
	ends 121 "'Root' differently: element"
	[ "$(grep -c '\[backend-differs\]' "$work/stderr")" -eq 1 ] || fail 'not one diagnostic'
	prints '2 same, 1 differs' 'Root  '
	# A node that is wrong only as a whole is a separate case, and can be reduced.
	rm -rf "$work/whole"
	run -j $threads --backends mutant --backend-path backends/tests/.libs --cases "$work/whole" "$work/tail.bc"
	ends 121; prints "differs ($work/whole/Root.mutant)"
	[ "$(ls "$work/whole")" = Root.mutant ] || fail 'there are other cases'
	"$(dirname "$HPVM_RUN")/hpvm-run" --check=all "$work/whole/Root.mutant" >"$work/stdout" 2>"$work/stderr" ||
		fail 'the case has errors of its own'
	grep -qF "replayed 1 instances of 'Root'" "$work/stderr" || fail 'another grid runs'
	run -j $threads --backend-path backends/tests/.libs "$work/whole/Root.mutant"; ends 121 "'Case/Root' differently: element 79"
	count=$((count + 1)) label='hpvm-reduce of a whole node'
	"$(dirname "$HPVM_RUN")/hpvm-reduce" -j $threads --backend-path backends/tests/.libs "$work/whole/Root.mutant" \
		>"$work/stdout" 2>"$work/stderr" || fail 'it is not made smaller'
	! grep -q warning: "$work/stderr" || fail 'it warns'
	left=$(sed -n 's/^after: .* memory, \([0-9]*\) instructions$/\1/p' "$work/stdout")
	[ "$left" -lt 40 ] || fail "leaves $(cat "$work/stdout")"
	run -j $threads --backend-path backends/tests/.libs "$work/whole/Root.mutant-reduced"
	ends 121 "'Case/Root' differently: element"
	unset MUTANT_UNIT
	MUTANT=lost-tail
	run -j $threads --backends mutant --backend-path backends/tests/.libs "$work/tail.bc"
	ends 121 "'Root/First' differently: element"
	! grep -q "'Root' means" "$work/stderr" || fail 'the node is blamed, too'
	prints 'differs: one of its leaves does' 'Root/First '
done
unset MUTANT MUTANT_GRAPHS
compile "$srcdir/backends/tests/streams.c" "$work/streams.bc" -DROUNDS=5
run "$work/streams.bc" -- 3
[ $status -eq 0 ] || fail "exit status $status"
prints 'within: Root' ' same'

# --- uninitialised values, of a leaf and of a leaf in a node
for name in M6-uninitialised-constant M6-uninitialised-constant-branch; do
	run "$srcdir/spec-tests/M/$name.ll"
	prints 'root/leaf  cpu '
	! grep -q '\[backend-' "$work/stderr" || fail 'the backend is blamed'
	! grep -q 'differs' "$work/stdout" || fail "reports $(cat "$work/stdout")"
	! grep -q ' undefined' "$work/stdout" || undefined=yes
done
[ "${undefined:-}" = yes ] || fail 'nothing is undefined'

# --- errors of the program that explain a difference: a race, a write through `in`; but not one elsewhere
cat >"$work/faults.c" <<'IN'
#include "graph.h"
void Leaf(int *p, size_t bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, IN, OUT);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	STATEMENT;
}
void Root(int *p, size_t bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)40);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}
int main(void)
{
	static int other[64];
	struct __attribute__((packed)) { int *p; size_t bytes; int *q; size_t q_bytes; } arguments =
		{data, sizeof data, other, sizeof other};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(other, sizeof other);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(other);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
IN
MUTANT=few-instances
export MUTANT
fault() { # IN OUT STATEMENT
	compile "$work/faults.c" "$work/faults.bc" -I"$graph" -O1 "-DIN=$1" "-DOUT=$2" "-DSTATEMENT=$3"
	run --leaves --backends mutant --backend-path backends/tests/.libs "$work/faults.bc"
}
fault 'p, q' '2, p, q' 'p[0]++, q[i] = p[i] + 1'; ends 0
prints 'undefined: its instances race; see hpvm-run --check=race'
fault 'p, q' '1, q' 'p[i] = (int)i + 1'; ends 0
prints 'undefined: it writes to an argument that is declared `in`; see hpvm-run --check=attributes'
fault 'p, q' '1, q' 'q[i] = (int)i + 1'; ends 121 "'Root/Leaf' differently: element 39"
fault 'p, q' '1, q' 'q[i] = (int)i + 1, p[0] = i ? p[0] : 0'; prints 'undefined: its instances race'
fault 'p, q' '1, q' 'q[i] = (int)i + 1; if (i == 5) p[0] = 7'
ends 121 "'Root/Leaf' differently: element 39"
unset MUTANT

# --- memory that leaves allocate: other addresses, the same objects
cat >"$work/objects.c" <<'IN'
#include "graph.h"
void Leaf(int *p, size_t bytes, int **made, size_t made_bytes)
{
	LEAF_BEGIN
	int *object = __hpvm__malloc(8 + 4 * i), **link = __hpvm__malloc(8);

	object[0] = p[i] * 3;
	object[1] = 7;
	*link = object;
	made[i] = (int *)link;
	p[i] = object[1] + (int)i;
}
void Root(int *p, size_t bytes, int **made, size_t made_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, made, 2, p, made);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)40);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}
int main(void)
{
	static int *made[40];
	struct __attribute__((packed)) { int *p; size_t bytes; int **made; size_t made_bytes; } arguments =
		{data, sizeof data, made, sizeof made};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(made, sizeof made);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(made);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
IN
compile "$work/objects.c" "$work/objects.bc" -I"$graph" -O1
for options in '-j 1' '-j 2' --in-process; do
	run $options "$work/objects.bc"; ends 0; prints 'Root/Leaf  cpu ' '1 same'
done
MUTANT=narrow-store
export MUTANT
run --trace "$work/objects.hrt" --backends mutant --backend-path backends/tests/.libs "$work/objects.bc"
ends 121 "of the object of " 'bytes from allocation number' '[backend-differs]'
unset MUTANT
"${HPVM_TRACE:-./hpvm-trace}" query --kind difference "$work/objects.hrt" >"$work/stdout" || fail 'no query'
prints ',difference,Root/Leaf,0,' ',mutant,,,what=differs; place=element ' ' from allocation number ' '; expected='

# --- programs that fail as a whole
run --bisect "$work/sum.bc"; ends 0; prints 'the program gives the same result on cpu as in the interpreter'
run --bisect --backends short --backend-path "$work/wrong" "$work/sum.bc"
ends 121; prints 'gives a wrong result with 1 node on short:' '  Root/Sum'
compile "$srcdir/backends/tests/mutant/program.c" "$work/two.bc" '-DBODY=out[i] = in[i] - (int)i'
MUTANT=swapped-sub
export MUTANT
run --bisect --backends mutant --backend-path backends/tests/.libs "$work/two.bc"
ends 121; prints 'gives a wrong result with 1 node on mutant:' '  Root/First'
run --bisect --backend-time-limit 20 --backends mutant --backend-path backends/tests/.libs "$work/two.bc"
ends 121; prints 'gives a wrong result with 1 node on mutant:' '  Root/First'
run --bisect --in-process --backends mutant --backend-path backends/tests/.libs "$work/two.bc"
ends 121; prints 'gives a wrong result with 1 node on mutant:' '  Root/First'
unset MUTANT
for ROGUE in crashes loops; do # which is reported, and does not end the search
	export ROGUE
	run --bisect --backend-time-limit 2 --backends rogue --backend-path backends/tests/.libs "$work/sum.bc"
	ends 121; prints 'gives a wrong result with 1 node on rogue:' '  Root/Sum'
done
ROGUE=crashes
run --in-process --backends rogue --backend-path backends/tests/.libs "$work/sum.bc"
ends 121 "in code of backend 'rogue'"
unset ROGUE
run --bisect --step-limit 10 "$work/sum.bc"
ends 122; prints 'does not end normally in the interpreter: hpvm-run ends with exit status 122'
run --bisect --backends cpu,short x.bc; ends 124 'one backend'
run --bisect --backend-path "$work/wrong" "$case"; ends 124 '--bisect takes a program'
run --bisect --backends abacus "$work/sum.bc"; ends 120 '[no-backend]'
run --bisect --backends version --backend-path backends/tests/.libs "$work/sum.bc"; ends 123 '[backend-out]'
run --in-process --backend-time-limit 5 "$work/sum.bc"; ends 124 'cannot be combined with --in-process'

# A program that leaves its folder takes no report and no temporary file with it.
mkdir "$work/begin" "$work/elsewhere" "$work/begin/temporary"
cat >"$work/leaves.c" <<END
#include <stdio.h>
#include <unistd.h>
int main(void) { return chdir("$work/elsewhere") || puts("gone") < 0; }
END
compile "$work/leaves.c" "$work/leaves.bc"
tool=$(cd "$(dirname "$HPVM_RUN")" && pwd)/${HPVM_RUN##*/}
count=$((count + 1)) label='relative names, and a program that changes its folder'
(cd "$work/begin" && TMPDIR=temporary timeout 60 "$tool" --json -o report --junit junit "$work/leaves.bc") >"$work/stdout" \
	2>"$work/stderr" </dev/null
status=$?
ends 0 gone
[ "$(cd "$work" && find begin elsewhere | sort | tr '\n' ' ')" = 'begin begin/junit begin/report begin/temporary elsewhere ' ] ||
	fail "$(cd "$work" && find begin elsewhere | tr '\n' ' ')"

[ "$(uname -m)" = x86_64 ] || finish
run --backends upward --backend-path "$work/wrong" --json "$work/sum.bc"
ends 121 ' ULP; '
prints '"verdict":"differs"' '"worst-ulp":' '"first":"element ' '"line":13' '"findings":1'
finish
