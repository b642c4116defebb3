#!/bin/sh
# run-cuda.sh -- the cuda backend without a device: the results of kernels, on this machine
# (backends/cuda/emulator); the calls of the driver, with a mock that checks its rules
# (backends/nvidia/mock). Failures of the driver: run-cuda-fail.sh.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
HPVM_LIBDEVICE=/nowhere # its functions need a device
export HPVM_LIBDEVICE
modules=backends/tests/.libs
mock=$(pwd)/backends/nvidia/.libs/nvidia-mock.so

"$HPVM_RUN" --list-backends >"$work/backends" 2>&1
if grep -q 'cuda .*makes no code for NVIDIA' "$work/backends"; then
	echo 'LLVM has no NVPTX'
	finish
	exit
fi

# --- results of kernels
same() { # PROGRAM [ARGUMENT...]: hpvm-diff finds no difference, and nothing is refused
	program=$1
	shift
	count=$((count + 1)) label="$program $block"
	timeout 300 "$HPVM_DIFF" --backend-path "$modules" --backends emulated "$program" "$@" >"$work/stdout" 2>"$work/stderr" ||
		fail "hpvm-diff: $(cat "$work/stdout")"
	grep -q ' same$' "$work/stdout" || fail 'nothing is compared'
	! grep -q 'refused' "$work/stdout" || fail "refused: $(cat "$work/stdout")"
}

block=
for name in histogram matmul spmv transpose; do
	same "examples/$name/$name.bc" -- "$srcdir/examples/$name"
done
for name in barrier_in_loop edge_all_to_all edge_one_to_one; do
	compile "$graph/$name.c" "$work/$name.bc"
	same "$work/$name.bc"
done
for name in loops entries places fixed; do
	compile "$srcdir/backends/tests/opencl/$name.c" "$work/$name.bc"
done
same "$work/loops.bc"
same "$work/entries.bc"
for what in one written many; do # overlapping pointers, and others
	same "$work/fixed.bc" -- $what
done
for block in '' 64 8,8 5,3,2 1024; do # threads beyond the end of grids
	HPVM_CUDA_BLOCK=$block
	export HPVM_CUDA_BLOCK
	same "$work/places.bc"
done
unset HPVM_CUDA_BLOCK
random_leaves() { # SEED...
	for seed; do
		"$PYTHON3" "$srcdir/backends/tests/leaves.py" $seed 4 |
			sed 's/\bsinf(/floorf(/g;s/\bexpf(/ceilf(/g;s/\bcos(/trunc(/g;s/long double/double/g' >"$work/random.c" ||
			exit 99
		"$CLANG" -w -O$((seed % 3)) -I"$srcdir/src" -emit-llvm -c "$work/random.c" -o "$work/random.bc" || exit 99
		count=$((count + 1)) label="seed $seed"
		timeout 300 "$HPVM_DIFF" --backend-path "$modules" --backends emulated "$work/random.bc" >"$work/stdout" 2>"$work/stderr" ||
			fail "$(cat "$work/stdout")"
		grep -q ' same$' "$work/stdout" || fail 'nothing is compared'
	done
}
random_leaves 1 2 3 4 5 6

# --- memory shared by groups, whose size allocation nodes compute
compile "$srcdir/backends/tests/opencl/computed.c" "$work/computed.bc"
for instances in 1 48 100; do
	same "$work/computed.bc" -- $instances
done
run --backend-path "$modules" --backend emulated --stats "$work/computed.bc"; expect 0
grep -q 'Root/Group .* backend emulated, built' "$work/stderr" || fail 'groups are no blocks'

# --- groups in nested nodes: one launch if possible
compile "$srcdir/backends/tests/opencl/nests.c" "$work/nests.bc"
for rows in 1 5 150; do
	same "$work/nests.bc" -- $rows
	grep -q '^3 within, 2 same' "$work/stdout" || fail "$(cat "$work/stdout")"
done
run "$work/nests.bc" -- 1 1300
cp "$work/stdout" "$work/expected"
run --backend-path "$modules" --backend emulated --stats "$work/nests.bc" -- 1 1300
expect 0 'not on emulated: a block of 1300x1x1 threads with 5200 bytes is too large' \
	'1300 instances meet at a barrier; at most 1024 can'
grep -q 'Root/Outer .* backend emulated, built' "$work/stderr" || fail 'the other nest is interpreted'
cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"

# --- constants that contain addresses of others
for level in 0 2; do
	compile "$srcdir/backends/tests/cuda/tables.c" "$work/tables.bc" -O$level
	same "$work/tables.bc"
	grep -q '^1 same' "$work/stdout" || fail "$(cat "$work/stdout")"
done

# --- chains: as one kernel; launches that are not waited for, one by one and as graphs
compile "$srcdir/backends/tests/opencl/one.c" "$work/one.bc"
same "$work/one.bc"
grep -q '^3 within, 5 same' "$work/stdout" || fail "$(cat "$work/stdout")"
compile "$srcdir/backends/tests/cuda/again.c" "$work/again.bc"
for arguments in '9 1' '5 70'; do # more launches than a graph has
	# shellcheck disable=SC2086
	run "$work/again.bc" -- $arguments
	cp "$work/stdout" "$work/expected"
	for graphs in never short always; do
		# shellcheck disable=SC2086
		HPVM_CUDA_GRAPHS=$graphs run --backend-path "$modules" --backend emulated "$work/again.bc" -- $arguments
		expect 0
		cmp -s "$work/stdout" "$work/expected" || fail "with graphs $graphs it prints $(cat "$work/stdout")"
	done
done

# --- our math functions: within the permitted errors
cat >"$work/numbers.c" <<'END'
#define _GNU_SOURCE
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
enum { N = 512 };
void Doubles(double *p, long bytes, double *q, long more)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, q);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	double x = p[i], y = x * 0.01 + 1.5, *r = q + 32 * i;
	r[0] = sin(x), r[1] = cos(x), r[2] = tan(x), r[3] = exp(y), r[4] = exp2(x), r[5] = expm1(y), r[6] = log(y), r[7] = log2(y);
	r[8] = log10(y), r[9] = log1p(y), r[10] = pow(y, x * 0.1), r[11] = cbrt(x), r[12] = hypot(x, y), r[13] = atan(x);
	r[14] = atan2(x, y), r[15] = asin(x * 0.019), r[16] = acos(x * 0.019), r[17] = sinh(y), r[18] = cosh(y), r[19] = tanh(y);
	r[20] = asinh(x), r[21] = acosh(y + 1), r[22] = atanh(x * 0.019), r[23] = erf(y), r[24] = erfc(y), r[25] = tgamma(y);
	r[26] = fmod(x, y), r[27] = sin(x * 1e9);
	r[28] = nan("1"), r[29] = drem(x, 0.7);
}
void Floats(float *p, long bytes, float *q, long more)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, q);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	float x = p[i], y = x * 0.01f + 1.5f, *r = q + 16 * i;
	r[0] = sinf(x), r[1] = cosf(x), r[2] = tanf(x), r[3] = expf(y), r[4] = logf(y), r[5] = powf(y, x * 0.1f), r[6] = atan2f(x, y);
	r[7] = tanhf(x), r[8] = erff(y), r[9] = cbrtf(x), r[10] = log1pf(y), r[11] = fmodf(x, y), r[12] = roundf(x), r[13] = ldexpf(x, 3);
	r[14] = lgammaf(x), r[15] = nanf("");
}
void Root(double *p, long bytes, double *q, long more, float *f, long bytes_f, float *g, long more_g)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, f, 2, q, g);
	void *doubles = __hpvm__createNodeND(1, Doubles, (long)N), *floats = __hpvm__createNodeND(1, Floats, (long)N);
	__hpvm__bindIn(doubles, 0, 0, 0);
	__hpvm__bindIn(doubles, 1, 1, 0);
	__hpvm__bindIn(doubles, 2, 2, 0);
	__hpvm__bindIn(doubles, 3, 3, 0);
	__hpvm__bindIn(floats, 4, 0, 0);
	__hpvm__bindIn(floats, 5, 1, 0);
	__hpvm__bindIn(floats, 6, 2, 0);
	__hpvm__bindIn(floats, 7, 3, 0);
}
int main(void)
{
	static double p[N], q[32 * N];
	static float f[N], g[16 * N];
	struct __attribute__((packed)) {
		double *p; long bytes; double *q; long more; float *f; long bytes_f; float *g; long more_g;
	} args = {p, sizeof p, q, sizeof q, f, sizeof f, g, sizeof g};

	for (int i = 0; i < N; i++)
		f[i] = p[i] = (i - N / 2) * 0.2;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	llvm_hpvm_track_mem(q, sizeof q);
	llvm_hpvm_track_mem(f, sizeof f);
	llvm_hpvm_track_mem(g, sizeof g);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(q, sizeof q);
	llvm_hpvm_request_mem(g, sizeof g);
	printf("%g %g\n", q[40], (double)g[20]);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(q);
	llvm_hpvm_untrack_mem(f);
	llvm_hpvm_untrack_mem(g);
	__hpvm__cleanup();
	return 0;
}
END
compile "$work/numbers.c" "$work/numbers.bc" -fno-math-errno
count=$((count + 1)) label='functions of numbers'
timeout 300 "$HPVM_DIFF" --backend-path "$modules" --backends emulated "$work/numbers.bc" >"$work/stdout" 2>"$work/stderr" ||
	fail "hpvm-diff: $(cat "$work/stdout")"
[ "$(grep -Ec '^Root/.* (same|bounded: .*)$' "$work/stdout")" -eq 2 ] || fail "$(cat "$work/stdout")"

# Functions with a second result that C stores: printed results are rounded or exact.
cat >"$work/stored.c" <<'END'
#define _GNU_SOURCE
#include <hpvm.h>
#include <math.h>
#include <stdio.h>
enum { N = 64, EACH = 10 };
void Leaf(double *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	double *r = p + EACH * __hpvm__getNodeInstanceID_x(__hpvm__getNode()), x = r[0], sine, cosine;
	float single_sine, single_cosine;
	int low, low_single, sign, sign_single;
	sincos(x, &sine, &cosine);
	sincosf((float)x, &single_sine, &single_cosine);
	r[1] = remquo(x * 7, 1.3, &low), r[2] = low, r[3] = remquof((float)x * 9, 1.7f, &low_single), r[4] = low_single;
	r[5] = rint(sine * 1e9) + rint(cosine * 1e9), r[6] = rint(single_sine * 1e3) + rint(single_cosine * 1e3);
	r[7] = rint(lgamma_r(x, &sign) * 1e6) + rint(lgamma(x + 9) * 1e6);
	r[8] = rint(lgammaf_r((float)x, &sign_single) * 1e3f), r[9] = sign + 10 * sign_single;
}
void Root(double *p, long bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)N);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
int main(void)
{
	static double p[EACH * N];
	struct __attribute__((packed)) { double *p; long bytes; } args = {p, sizeof p};

	for (int i = 0; i < N; i++)
		p[EACH * i] = (i - N / 2) * 0.37 + 0.011;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof p);
	for (int i = 0; i < EACH * N; i++)
		printf("%.17g%c", p[i], i % EACH == EACH - 1 ? '\n' : ' ');
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
END
compile "$work/stored.c" "$work/stored.bc" -fno-math-errno
run "$work/stored.bc"; expect 0
cp "$work/stdout" "$work/expected"
run --stats --backend-path "$modules" --backend emulated "$work/stored.bc"; expect 0
cmp "$work/stdout" "$work/expected" >"$work/compared" 2>&1 || fail "$(cat "$work/compared")"
grep -q 'Root/Leaf .*backend emulated' "$work/stderr" || fail 'it is interpreted'

# Their errors have a bound, too; but not if they decide an integer.
for flags in -O0 -O1 '-O1 -fno-builtin' '-O1 -fno-math-errno' '-O1 -DUNSURE'; do
	# shellcheck disable=SC2086
	"$CLANG" -w $flags -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/cuda/stored.c" -o "$work/seconds.bc" || exit 99
	count=$((count + 1)) label="second results, $flags"
	timeout 300 "$HPVM_DIFF" --backend-path "$modules" --backends emulated "$work/seconds.bc" >"$work/stdout" 2>"$work/stderr" ||
		fail "hpvm-diff: $(cat "$work/stdout")"
	case $flags in
	*UNSURE) prints 'accuracy: a comparison depends on rounding' ;;
	*) prints ' bounded: ' ;;
	esac
done

# --- the cache: its contents are used, but only if valid
files() { find "$work/cache" -name 'cuda-*' | wc -l; }
cached() { # FILES FROM: that many files are there then, and that many leaves came from the cache
	run --stats --backend-path "$modules" --backend emulated --cache-dir "$work/cache" examples/histogram/histogram.bc -- \
		"$srcdir/examples/histogram"
	expect 0; prints 'histogram 1024x768: ok'
	[ "$(files)" -eq $1 ] || fail "$(files) files are in the cache"
	[ "$(grep -c 'from the cache' "$work/stderr")" -eq $2 ] || fail 'another number of leaves comes from the cache'
}
cached 3 0
cached 3 3
for file in "$work"/cache/cuda-*; do # truncated
	head -c 3000 "$file" >"$work/cut" && cp "$work/cut" "$file"
	break
done
cached 3 2
echo one >"$work/libdevice.bc" # leaves that do not use the library could still have different code
cp "$work/libdevice.bc" "$work/same.bc"
HPVM_LIBDEVICE=$work/libdevice.bc
cached 6 0
HPVM_LIBDEVICE=$work/same.bc
cached 6 3
echo two >"$work/same.bc"
cached 9 0
HPVM_LIBDEVICE=/nowhere

# --- refusals
for wrong in 0 8x 1,2,3,4 -1; do
	HPVM_CUDA_BLOCK=$wrong run --backend-path "$modules" --list-backends
	prints "emulated   unavailable: HPVM_CUDA_BLOCK takes a size X[,Y[,Z]], not '$wrong'"
done
HPVM_CUDA_BLOCK=100000 run --backend-path "$modules" --list-backends
prints "emulated   unavailable: the option block=100000 is not a block size: X[,Y[,Z]], 1024 threads at most"
run --backend-path "$modules" --backend-option emulated.block=8x "$work/large.bc"
expect 124 "--backend-option emulated.block takes a size X[,Y[,Z]], not '8x'"
HPVM_CUDA_GRAPHS=often run --backend-path "$modules" --list-backends
prints "emulated   unavailable: HPVM_CUDA_GRAPHS takes short, always, never, not 'often'"
HPVM_CUDA_DEVICE=nothing run --backend-path "$modules" --list-backends
prints "emulated   unavailable: none of 1 NVIDIA devices matches 'nothing' (option 'device')"
compile "$srcdir/backends/tests/opencl/large.c" "$work/large.bc"
run --backend-path "$modules" --stats --backend emulated "$work/large.bc" -- 32768
expect 0 '[backend-refuses]' '32768x1x1 instances for each instance of the node' 'need too many blocks' '32768 instances meet at a barrier; at most 1024 can'
grep -q 'Root/Group/Work .* backend emulated' "$work/stderr" || fail 'the leaf of large groups is interpreted'
run "$work/large.bc" -- 3000
cp "$work/stdout" "$work/expected"
for block in '' 128 100; do # groups of several blocks
	HPVM_CUDA_BLOCK=$block run --backend-path "$modules" --stats --backend emulated "$work/large.bc" -- 3000
	expect 0
	grep -q 'Root/Group .* backend emulated, built' "$work/stderr" || fail 'groups are several launches'
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
done

# --- without a driver, and with one that cannot be used
HPVM_CUDA_DRIVER=/nowhere/libcuda.so run --list-backends; prints 'cuda       unavailable: the CUDA driver: cannot load /nowhere/libcuda.so'
if [ ! -f "$mock" ]; then
	echo 'the mock of the driver is not built'
	finish
	exit
fi
HPVM_CUDA_DRIVER=$mock
export HPVM_CUDA_DRIVER
run --list-backends; prints 'cuda       ready' 'device: Recording mock 0, compute capability 9.0, driver of CUDA 13.0, without libdevice'
for capability in 60 75 89 120; do
	HPVM_MOCK=capability=$capability run --list-backends
	prints "device: Recording mock 0, compute capability $((capability / 10)).$((capability % 10)), driver of CUDA 13.0,"
done
HPVM_MOCK=devices=0 run --list-backends; prints 'cuda       unavailable: no NVIDIA device'
HPVM_MOCK=driver=11000 run --list-backends; prints 'cuda       unavailable: the CUDA driver is too old: it is for CUDA 11.0'
HPVM_MOCK=capability=52 run --list-backends; prints 'has compute capability 5.2; at least 6.0 is required'
for capability in 60 70 75 90 120; do
	HPVM_MOCK=capability=$capability run --backend cuda "$work/edge_one_to_one.bc"
	[ $status -eq 0 ] || [ $status -eq 1 ] || fail "exit status $status"
	! grep -q 'error\|warning' "$work/stderr" || fail 'something is said'
done
HPVM_MOCK=memory=100000 run --backend cuda examples/matmul/matmul.bc -- "$srcdir/examples/matmul"; expect 122 '[device-memory]' cuda

# Kernels may use all registers; if blocks could then have too few threads, they are compiled again
# for the block size.
for threads in 1024 32; do # a tile has 64
	rm -f "$work/log"
	HPVM_MOCK_LEAKS=yes HPVM_MOCK=threads=$threads HPVM_MOCK_LOG=$work/log run --backend cuda examples/transpose/transpose.bc -- \
		"$srcdir/examples/transpose"
	[ $status -le 1 ] || fail "exit status $status"
	! grep -q 'error:\|warning:\|breaks the rule' "$work/stderr" || fail 'something is said'
	[ "$(grep -c ' cuLaunchKernel ' "$work/log")" -ge 1 ] || fail 'nothing is launched'
	[ "$(grep -c ' cuLinkComplete ' "$work/log")" -eq $((threads == 32 ? 2 : 1)) ] || fail 'it is not compiled anew'
done

compile "$srcdir/backends/tests/opencl/chain.c" "$work/chain.bc"

# --- the number of launches for nested nodes
rm -f "$work/log"
HPVM_MOCK_LOG=$work/log run --backend cuda "$work/nests.bc"; expect 0
[ "$(grep -c ' cuLaunchKernel ' "$work/log")" -eq 2 ] || fail "$(grep -c ' cuLaunchKernel ' "$work/log") launches of 2"

# --- the number of driver calls: launches of a chain are not waited for, and become graphs
calls() { # FUNCTION
	sed -n 's/^[0-9][0-9]* \(cu[A-Za-z0-9_]*\).*/\1/p' "$work/log" | grep -c "^$1\$"
}
again() { # GRAPHS ROUNDS [OPTION...]: its calls are in the log
	rm -f "$work/log"
	graphs=$1 rounds=$2
	shift 2
	HPVM_CUDA_GRAPHS=$graphs HPVM_MOCK_LOG=$work/log run --backend cuda "$@" "$work/again.bc" -- $rounds
	expect 0
}
again never 20
[ "$(calls cuLaunchKernel)" -eq 60 ] || fail "$(calls cuLaunchKernel) launches of 60"
before=$(calls 'cu.*')
again never 40
each=$((($(calls 'cu.*') - before) / 20))
[ $each -le 14 ] || fail "$each calls for three launches and a copy"
again always 40
# In the first round compiling waits, too.
[ "$(calls cuLaunchKernel)" -eq 9 ] || fail "$(calls cuLaunchKernel) launches beside graphs"
[ "$(calls cuGraphLaunch)" -eq 37 ] || fail "$(calls cuGraphLaunch) graphs of 37"
[ "$(calls cuGraphInstantiateWithFlags)" -eq 1 ] || fail 'the graph is made again'
[ "$(calls cuGraphExecKernelNodeSetParams)" -eq 37 ] || fail 'one of three kernels has another argument'
before=$(calls 'cu.*')
again always 60
each=$((($(calls 'cu.*') - before) / 20))
[ $each -le 13 ] || fail "$each calls for three launches and a copy, with graphs"
again always 20 --stats # measures the time of kernels
[ "$(calls cuLaunchKernel)" -eq 60 ] || fail 'times are told of launches that nobody waits for'
HPVM_MOCK_FAIL='cuLaunchKernel:2=719' run --backend cuda "$work/again.bc"
expect 123 '[backend-failed]' 'this process cannot use it any more'

# --- copies concurrent with launches: events order those that are related, and nothing else waits
compile "$srcdir/backends/tests/cuda/overlap.c" "$work/overlap.bc"
for graphs in never always; do
	for pageable in at-once slow; do
		rm -f "$work/log"
		HPVM_CUDA_GRAPHS=$graphs HPVM_MOCK_LEAKS=yes HPVM_MOCK=pageable=$pageable HPVM_MOCK_LOG=$work/log \
			run --backend cuda "$work/overlap.bc" -- 10
		expect 0
		! grep -q 'error:\|breaks the rule' "$work/stderr" || fail 'something is said'
		# since the last wait of the host: what was launched, copied to the device
		# concurrently, copied back after an event
		awk '$2 ~ /^cu(StreamSynchronize|StreamQuery|EventSynchronize)$/ { launched = ordered = 0 }
			$2 ~ /^cu(Launch|GraphLaunch)/ { launched = 1 }
			$2 == "cuStreamWaitEvent" { ordered = 1 }
			$2 ~ /^cuMemcpyHtoDAsync/ && launched { beside++ }
			$2 ~ /^cuMemcpyDtoHAsync/ && launched && ordered { behind++ }
			END { print beside + 0, behind + 0 }' "$work/log" >"$work/counts"
		read -r beside behind <"$work/counts"
		[ $beside -ge 9 ] || fail "$beside copies are begun while launches are under way, of 9"
		[ $behind -ge 9 ] || fail "$behind copies come back behind an event, of 9"
	done
done
for example in edges camera; do # concurrent executions of a stream
	for pageable in at-once slow; do
		HPVM_MOCK_LEAKS=yes HPVM_MOCK=pageable=$pageable run -j 4 --backend cuda examples/$example/$example.bc -- "$srcdir/examples/$example"
		[ $status -le 1 ] || fail "exit status $status"
		! grep -q 'error:\|warning:\|breaks the rule' "$work/stderr" || fail 'something is said'
	done
done

# --- sticky errors: the device is lost for the process; with workers, another process follows
for code in 700 719 721 810; do
	HPVM_MOCK_FAIL="cuLaunchKernel:1=$code" run --stats --backend cuda "$work/chain.bc"
	expect 123 '[backend-failed]' 'a launch: ' '; everything on the device is lost, and this process cannot use it any more'
done
rm -f "$work/log"
HPVM_MOCK_LOG=$work/log HPVM_MOCK_FAIL='cuLaunchKernel:2=700' run --worker --backend cuda "$work/chain.bc"
expect 0 '[worker-failed]' 'this process cannot use it any more'
[ "$(grep -c 'worker-failed' "$work/stderr")" -eq 2 ] || fail 'the second launch fails in each of two processes, and the third has one'
[ "$(grep -c ' cuInit ' "$work/log")" -eq 4 ] || fail 'a trial and three workers'
! grep -q ' cuDevicePrimaryCtxReset' "$work/log" || fail 'the context is reset'
[ "$(sed '1,/error 700 sticks/d' "$work/log" | grep -c ' cuLaunchKernel ')" -ge 1 ] || fail 'nothing is launched afterwards'
finish
