#!/bin/sh
# run-bounds.sh -- checks that hpvm-diff permits exactly the differences that follow from the
# roundings that a program or a backend permits. With -ffast-math random leaves of floats agree on
# the cpu backend; errors are still found.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
PYTHON3=${PYTHON3:-python3}
CC=${CC:-cc}
graph=$srcdir/tools/tests/graph
modules=backends/tests/.libs
plain=$HPVM_RUN
HPVM_RUN=${HPVM_DIFF:-./hpvm-diff}
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
permitted='--sem fast-math=permitted'

ends() { # STATUS TEXT...: the expected end of hpvm-diff
	[ $status -eq "$1" ] || fail "exit status $status, expected $1: $(cat "$work/stdout")"
	shift
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}

# leaf FILE FLAGS BODY: Leaf with floats p[40], out[4], double d[40]; i is the instance of 4
leaf() {
	cat >"$work/$1.c" <<IN
#include "graph.h"
#include <math.h>
static float p0[40], o0[4];
static double d0[40];
static __attribute__((noinline)) float again(float x, int n) { return n > 0 ? again(x * 1.1f, n - 1) + again(x, n - 2) : x; }
void Leaf(float *p, size_t p_bytes, double *d, size_t d_bytes, float *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, d, 2, d, out);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	float s = 0;
	$3;
}
void Root(float *p, size_t p_bytes, double *d, size_t d_bytes, float *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, d, 2, d, out);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)4);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindIn(leaf, 5, 5, 0);
}
int main(void)
{
	struct __attribute__((packed)) { void *p; size_t a; void *d; size_t b; void *o; size_t c, x; } z = {
		p0, sizeof p0, d0, sizeof d0, o0, sizeof o0, 0};
	for (int i = 0; i < 40; i++)
		d0[i] = p0[i] = 1.0f / (float)(i + 3);
	__hpvm__init();
	llvm_hpvm_track_mem(p0, sizeof p0);
	llvm_hpvm_track_mem(d0, sizeof d0);
	llvm_hpvm_track_mem(o0, sizeof o0);
	__hpvm__wait(__hpvm__launch(0, Root, &z));
	llvm_hpvm_request_mem(o0, sizeof o0);
	llvm_hpvm_request_mem(d0, sizeof d0);
	llvm_hpvm_untrack_mem(p0);
	llvm_hpvm_untrack_mem(d0);
	llvm_hpvm_untrack_mem(o0);
	__hpvm__cleanup();
	printf("%.9g\n", o0[3]);
	return 0;
}
IN
	# shellcheck disable=SC2086
	compile "$work/$1.c" "$work/$1.bc" -I"$graph" $2
}
sum='for (int k = 0; k < 40; k++) s += p[k]; out[i] = s'
leaf exact -O1 "$sum"
leaf fast '-O1 -ffast-math' "$sum"
leaf vectors '-O2 -ffast-math' "$sum"

# --- the program permits other roundings, and says so to backends
run "$work/fast.bc"; ends 0; prints ' same'
run $permitted "$work/exact.bc"; ends 0; prints ' same'
for name in fast vectors; do
	run $permitted "$work/$name.bc"; ends 0
	! grep -q 'differs\|accuracy' "$work/stdout" || fail "$(cat "$work/stdout")"
done
grep -q 'ULP  bounded: [0-9]* ULP allowed' "$work/stdout" || fail "is not bounded: $(cat "$work/stdout")"
run $permitted --json "$work/vectors.bc"; ends 0; prints '"verdict":"bounded"' '"within":4,"off-ulp":' '"share":0.' '"allowed-ulp":'
run $permitted --junit "$work/junit" "$work/vectors.bc"
grep -q 'failures="0" errors="0" skipped="1"' "$work/junit" || fail "$(cat "$work/junit")"
"$plain" -q "$work/vectors.bc" >"$work/expected" 2>/dev/null
count=$((count + 1)) label='hpvm-run --backend cpu'
"$plain" -q --backend cpu "$work/vectors.bc" >"$work/stdout" 2>"$work/stderr"
cmp -s "$work/stdout" "$work/expected" || fail 'flags are used that nobody permitted'

# --- but errors are not covered
wrong short 's/here\[0\] < of->end\[0\];/here[0] < of->end[0] - 1;/'
wrong upward 's/"\tfor (here\[0\]/"\t__builtin_ia32_ldmxcsr(0x5f80);\\n" &/'  # rounds upwards
wrong flush 's/"\tfor (here\[0\]/"\t__builtin_ia32_ldmxcsr(0x9fc0);\\n" &/'   # flushes subnormals
run $permitted --backends short --backend-path "$work/wrong" --cases "$work/cases" "$work/fast.bc"
ends 121 'is 0 instead of' ' ULP are allowed; 1 of 4 elements differ' '[backend-differs]'; prints ' ULP allowed'
run --backend-path "$work/wrong" "$work/cases/Root.Leaf.short"; ends 121 ' ULP are allowed; 1 of 4 elements differ'
if [ "$(uname -m)" = x86_64 ]; then
	leaf tiny '-O1 -ffast-math -mno-daz-ftz' 'for (int k = 0; k < 40; k++) s += p[k] * 1e-20f * 1e-20f; out[i] = s'
	run $permitted --backends upward --backend-path "$work/wrong" "$work/fast.bc"; ends 0; prints ' bounded: '
	run $permitted --backends upward --backend-path "$work/wrong" "$work/exact.bc"; ends 121
	run $permitted --backends flush --backend-path "$work/wrong" "$work/tiny.bc"; ends 121 'instead of' 'allowed'

	# --- a backend declares other roundings
	wrong summing 's/"\tfor (here\[0\]/"\t__builtin_ia32_ldmxcsr(0x5f80);\\n" &/
s/\.memory = &memory,/& .takes = HR_TAKES_REASSOCIATION,/'
	run --backends summing --backend-path "$work/wrong" "$work/exact.bc"; ends 0; prints ' bounded: '

	# --- a result without a bound is reported as such, with the reason
	unbounded() { # NAME REASON BODY
		leaf "$1" '-O1 -ffast-math -ffp-contract=off' "$3"
		run $permitted --backends upward --backend-path "$work/wrong" "$work/$1.bc"; ends 0
		grep -Eq " accuracy: $2( |\$)" "$work/stdout" || fail "$(cat "$work/stdout")"
		run $permitted --backends upward --backend-path "$work/wrong" --json "$work/$1.bc"; prints '"verdict":"accuracy"'
	}
	unbounded half 'it has floats of type half \(line 12\)' "$sum; _Float16 h = s; out[i] = s + h"
	unbounded long 'it has floats of type x86_fp80 \(line 12\)' "$sum; long double l = s; out[i] = l * l * l"
	unbounded vector 'it has vectors that cannot be split, <4 x float> \(line 12\)' \
		"$sum; typedef float v4 __attribute__((vector_size(16))); v4 v = {s, 1, 2, s}; volatile v4 *a = &v; out[i] = (*a)[i]"
	unbounded again 'it calls itself' "$sum; out[i] = again(s, (int)i)"

	# --- selections between floats have a bound
	leaf chosen '-O1 -ffast-math' "$sum; out[i] = s > 1 ? fmaxf(s, p[i]) : p[i] / s"
	run $permitted --backends upward --backend-path "$work/wrong" "$work/chosen.bc"; ends 0; prints ' bounded: '
	"$plain" -q "$work/exact.bc" >"$work/value" 2>/dev/null
	leaf decides '-O1 -ffast-math' "$sum; if (s > $(cat "$work/value")f) for (int k = 0; k < 9; k++) out[i] += 1 / p[k]"
	run $permitted --backends upward --backend-path "$work/wrong" "$work/decides.bc"
	ends 0; prints ' accuracy: a comparison in line 12 depends on rounding'
	leaf apart '-O1 -ffast-math' "$sum; if (s > 1) out[i] = 1; else out[i] = s"
	run $permitted --backends upward --backend-path "$work/wrong" "$work/apart.bc"; ends 0; prints ' same'
fi

# --- sums by atomics: in another order, and with one term missing
cat >"$work/atomic.ll" <<'IN'
declare ptr @llvm.hpvm.createNode1D(ptr, i64)
declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)
declare ptr @llvm.hpvm.getNode()
declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)
define void @Root(ptr %p, i64 %b) {
  %c = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 400)
  call void @llvm.hpvm.bind.input(ptr %c, i32 0, i32 0, i1 false)
  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 1, i1 false)
  ret void
}
define void @Leaf(ptr %p, i64 %b) {
  %h = call ptr @llvm.hpvm.getNode()
  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %h)
  %t = trunc i64 %x to i32
  %i = add i32 %t, 3
  %f = sitofp i32 %i to float
  %r = fdiv float 1.0, %f
  %o = atomicrmw fadd ptr %p, float %r monotonic
  ret void
}
IN
printf 'args: [{zeros: 24, type: f32, at: 0}, 96]\n' >"$work/atomic.yaml"
backward='s/for (here\[0\] = of->begin\[0\]; here\[0\] < of->end\[0\]; here\[0\]++)/for (here[0] = of->end[0] - 1; here[0] >= of->begin[0]; here[0]--)/
s/unit->features & HR_UNIT_ATOMICS/0/'
wrong backward "$backward"
wrong lost "$backward
s/>= of->begin\[0\];/> of->begin[0];/"
run --backends backward --backend-path "$work/wrong" --root Root --args "$work/atomic.yaml" "$work/atomic.ll"
ends 0; prints ' bounded: '
run --backends lost --backend-path "$work/wrong" --root Root --args "$work/atomic.yaml" "$work/atomic.ll"
ends 121 ' ULP are allowed'

# --- the smallest error: doubles that are rounded to floats
leaf doubles '-O1 -ffast-math' 'double t = 0; for (int k = 0; k < 40; k++) t += p[k] * 1.1; d[i] = t'
MUTANT=double-as-float
export MUTANT
run $permitted --backends mutant --backend-path $modules "$work/doubles.bc"; ends 121 ' ULP are allowed' '[backend-differs]'
unset MUTANT

# --- functions on a device
if "$plain" --list-backends 2>/dev/null | grep -q 'opencl  *ready'; then
	leaf functions -O1 'for (int k = 0; k < 40; k++) s += sinf(p[k] * (i + 1)) * expf(p[k]) + powf(p[k], 1.5f); out[i] = s'
	run --backends opencl "$work/functions.bc"; ends 0
	grep -Eq ' (bounded|same)' "$work/stdout" || fail "$(cat "$work/stdout")"
fi

# --- random leaves
for seed in 1 3 4 15; do
	"$PYTHON3" "$srcdir/backends/tests/floats.py" $seed >"$work/floats.c" || exit 99
	for level in -O1 -O2; do
		compile "$work/floats.c" "$work/floats.bc" -I"$graph" -ffast-math $level
		run $permitted "$work/floats.bc"; ends 0
		run "$work/floats.bc"; ends 0; prints '3 same'
	done
done
finish
