#!/bin/sh
# run-diff.sh -- hpvm-diff: its report in every form, its exit status, and what it finds in backends that are wrong.
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
report() { # the whole of standard output, from standard input
	sed 's/  *$//' >"$work/expected"
	sed 's/  *$//' "$work/stdout" | cmp -s - "$work/expected" || fail "reports $(cat "$work/stdout")"
}

# --- wrong use
run; ends 124 'hpvm-diff: wrong use: no input file; see hpvm-diff --help (exit 124)'
run x.bc --junit; ends 124 "'--junit' needs a value"
run --print-graph x.bc; ends 124 'only hpvm-run'
run --map Leaf=cpu x.bc; ends 124 '--backends says which'
for option in --check=race '--schedule reverse' '--memory split' --keep-going; do
	run $option x.bc; ends 124 'use hpvm-run'
done
run "$work/no.bc"; ends 120 '[unreadable-file]' 'hpvm-diff: rejected graph or file (exit 120)'
run --help; ends 0; prints 'Usage: hpvm-diff' 'Exit status'
run --version; ends 0; prints 'hpvm-diff '
for option in $("$HPVM_RUN" --help | grep -o -e '^  --[a-z]*'); do
	grep -q "Fl .*-${option#--}" "$srcdir/tools/hpvm-diff.1" || fail "hpvm-diff.1 lacks $option"
done

# --- nothing differs
compile "$graph/edge_one_to_one.c" "$work/one.bc"
run "$work/one.bc"; ends 0
report <<'OUT'
node         backend     instances bytes compared  mismatches        worst  verdict
Root/First   cpu                 4            288           0            -  same
Root/Second  cpu                 4            256           0            -  same
2 same
OUT
run --json "$work/one.bc" -o "$work/report"; ends 0
[ ! -s "$work/stdout" ] || fail '-o leaves something for standard output'
grep -q '^{"node":"Root/First","function":"First","backend":"cpu","verdict":"same","grids":1,"instances":4,"bytes":288,"mismatches":0},$' "$work/report" ||
	fail "no row in $(cat "$work/report")"
grep -q '^{"node":"Root/Second".*],"findings":0}$' "$work/report" || fail 'no last row'
run --backends cpu,abacus "$work/one.bc"; ends 120 '[no-backend]'
compile "$graph/barrier_in_loop.c" "$work/barrier.bc"
run "$work/barrier.bc"; ends 0; prints '1 same'
compile "$graph/stream.c" "$work/stream.bc"
run "$work/stream.bc"; ends 0; prints 'same'
compile "$graph/div_by_zero.c" "$work/trap.bc"
run "$work/trap.bc"; ends 121 '[div-by-zero]'; prints '1 not run'
! grep -qF '[backend-' "$work/stderr" || fail 'a backend is blamed for what the program does'

# --- backends that are wrong: the one of docs/backends.md, with a mistake
mkdir "$work/wrong"
wrong() { # NAME SED
	sed -e "s/\.name = \"clang\"/.name = \"$1\"/" -e "$2" "$srcdir/examples/backend/backend-clang.c" \
		>"$work/wrong/$1.c"
	cmp -s "$work/wrong/$1.c" "$srcdir/examples/backend/backend-clang.c" && fail "$1 has no mistake"
	$CC -w -shared -fPIC -I"$srcdir/backends" -DBACKEND_INCLUDE="\"$(cd "$srcdir/backends" && pwd)\"" \
		-o "$work/wrong/backend-$1.so" "$work/wrong/$1.c" -ldl || exit 99
}
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
ends 121 'sum.c:13:9: error: ' "backend 'short' does not do what 'Root/Sum' means: element 39 (byte 156) of argument 2 ('out') of 'Root/Sum'" \
	'is 0 instead of 0.0253097' '1 of 40 elements differ [backend-differs]' 'at node Root/Sum, instance (39), execution 0' \
	'0.0253098' 'hpvm-diff: trap or failed check (exit 121)'
prints 'Root/Sum  right              40           6560           0            -  same' \
	'Root/Sum  short              40           6560           1' '1 same, 1 differs'
grep -q '<testsuite name=".*sum.bc" tests="2" failures="1" skipped="0">' "$work/junit" || fail 'no suite'
grep -q '<testcase classname="short" name="Root/Sum"><failure message="differs: element 39' "$work/junit" ||
	fail 'no failure'
[ "$(uname -m)" = x86_64 ] || finish
run --backends upward --backend-path "$work/wrong" --json "$work/sum.bc"
ends 121 ' ULP; '
prints '"verdict":"differs"' '"worst-ulp":' '"first":"element ' '"line":13' '"findings":1'
finish
