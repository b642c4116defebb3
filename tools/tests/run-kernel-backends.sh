#!/bin/sh
# run-kernel-backends.sh -- kernels of OpenCL C and CUDA on backends: hpvm-run --backend, hpvm-diff,
# cases, hpvm-reduce (docs/kernels.md).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
unset MUTANT
tests=$srcdir/tools/tests/kernels
build=$(dirname "$HPVM_RUN")
modules=backends/tests/.libs
[ -f "$modules/backend-mutant.so" ] || { echo "no $modules/backend-mutant.so" >&2; exit 99; }

with() { # TOOL ARGUMENT...
	lib_tool=$1 saved=$HPVM_RUN
	HPVM_RUN=$build/$1
	shift
	run "$@"
	HPVM_RUN=$saved
}
# The backends that can be used here.
"$HPVM_RUN" --list-backends >"$work/backends"
backends=
for name in cpu opencl; do
	grep -q "^$name  *ready" "$work/backends" && backends=$backends${backends:+,}$name
done

# A kernel runs on each backend without a warning, has the expected result there, and each leaf the same
# one as in the interpreter. Only devices refuse the nodes that allocate shared memory.
runs() { # NAME OPTION... FILE
	name=$1
	shift
	for backend in $(echo $backends | tr , ' '); do
		with hpvm-run --kernel "$name" --args "$work/args.yaml" --backend $backend "$@"; expect 0
		[ -s "$work/stderr" ] && fail "it is not silent on $backend"
		with hpvm-diff -q --kernel "$name" --args "$work/args.yaml" --backends $backend "$@"; expect 0
		grep -q ' same$' "$work/stdout" || fail "nothing is compared on $backend"
		grep -q refused "$work/stdout" && fail "a node is refused on $backend"
	done
	with hpvm-diff -q --kernel "$name" --args "$work/args.yaml" --backends $backends "$@"; expect 0
	grep '/[^ ]*  *[a-z]*  ' "$work/stdout" | grep -v '\.shared' | grep -vq ' same$' && fail "$(cat "$work/stdout")"
}

cat >"$work/more.cl" <<'END'
typedef struct pair { char tag; int first; long second; float4 four; } pair;
__constant int table[4] = {1, 10, 100, 1000};
__kernel void sum(__global const int *in, __global int *out)
{
	__local int part[64];
	int i = get_local_id(0);

	part[i] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int n = 32; n > 0; n /= 2) {
		if (i < n)
			part[i] += part[i + n];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (i == 0)
		out[get_group_id(0)] = part[0];
}
__kernel void mix(__global int *o, pair p, __global const pair *q, float3 v)
{
	int i = get_global_id(0);

	atomic_add(o + 4, i);
	o[i] = p.first + (int)p.second + (int)p.four.z + q[0].first + table[i] + (int)v.y;
}
__kernel void inside(__global int *a, __global int *b) { b[get_global_id(0)] = a[0] + a[-1]; }
END
cat >"$work/k.cu" <<'END'
__constant__ int table[2] = {5, 7};
__device__ int twice(int x) { return 2 * x; }
template <typename T> __global__ void rev(T *a, int n)
{
	__shared__ T s[64];
	int i = threadIdx.x;

	s[i] = a[blockIdx.x * blockDim.x + i];
	__syncthreads();
	a[blockIdx.x * blockDim.x + i] = twice(s[blockDim.x - 1 - i]) + table[i & 1] * n;
}
template __global__ void rev<int>(int *, int);
END
args 'args: {in: {range: 256, type: i32}, out: {zeros: 4, type: i32, expect: [2016, 6112, 10208, 14304]}}'
runs sum --grid 4 --block 64 "$work/more.cl"
args 'args: {in: {range: 64, type: i32}, out: {zeros: 1, type: i32, expect: 2016}}'
runs sum --grid 1 --block 64 "$work/more.cl"
args 'args: {a: {range: 64, type: i32, at: 4}, b: {zeros: 4, type: i32, expect: 1}}'
runs inside --grid 2 --block 2 "$work/more.cl"
args 'args: {a: {range: 16, type: i32, expect: [19, 19, 15, 15, 11, 11, 7, 7, 35, 35, 31, 31, 27, 27, 23, 23]}, n: 1}'
runs _Z3revIiEvPT_i --grid 2 --block 8 "$work/k.cu"
args 'args: {a: {range: 10, type: f32}, b: {values: [1,1,1,1,1,1,1,1,1,1], type: f32}, c: {zeros: 10, type: f32, expect: [1,2,3,4,5,6,7,8,9,10]}, n: 10}'
runs vadd --grid 4 --block 4 "$tests/vadd.cl"
runs vadd --global 10 --block 4 "$tests/vadd.cl"
args 'args: {a: {range: 16, type: i32, expect: [7,6,5,4,3,2,1,0,15,14,13,12,11,10,9,8]}, t: 32, n: 8}'
runs rev --grid 2 --block 8 "$tests/local.cl"
args 'args: [{zeros: 1024, type: f32}, {zeros: 1024, type: f32}, {alloc: 4096, type: f32, expect: 0}, 32]'
runs matmul --global 32,32 "$tests/matmul.cl"

# Other compilers, levels and targets.
for each in clang-19:0 clang-22:3; do
	clang=${each%:*}
	command -v $clang >/dev/null || continue
	for target in spir64 nvptx64 x86_64; do
		spaces=
		[ $target = x86_64 ] && spaces='-Xclang -ffake-address-space-map'
		for name in sum rev; do
			file=$work/more.cl
			args 'args: {in: {range: 256, type: i32}, out: {zeros: 4, type: i32, expect: [2016, 6112, 10208, 14304]}}'
			[ $name = rev ] && file=$tests/local.cl &&
				args 'args: {a: {range: 256, type: i32}, t: 256, n: 64}'
			# shellcheck disable=SC2086
			$clang -x cl -cl-std=CL3.0 -target $target-unknown-unknown $spaces -Xclang \
				-finclude-default-header -g -O${each#*:} -emit-llvm -c "$file" -o "$work/k.bc" || continue
			runs $name --grid 4 --block 64 "$work/k.bc"
		done
	done
done

# A backend that is not there, and what hpvm-diff says of wrong launches.
args 'args: {a: {zeros: 64, type: i32}}'
if ! grep -q '^cuda  *ready' "$work/backends"; then
	with hpvm-diff -q --kernel none --grid 1 --block 1 --backends cuda "$tests/ids.cl"; expect 123 "backend 'cuda' is unavailable" '[backend-out]'
	with hpvm-run --kernel none --grid 1 --block 1 --backend cuda "$tests/ids.cl"; expect 123 "backend 'cuda' is unavailable"
fi
with hpvm-diff --kernel none --block 1 "$tests/ids.cl"; expect 124 '--kernel needs --grid X[,Y,Z]'
with hpvm-diff --kernel none --grid 1 "$tests/ids.cl"; expect 124 '--block X[,Y,Z] is missing'
with hpvm-diff --grid 1 "$tests/ids.cl"; expect 124 '--grid needs --kernel'
with hpvm-diff --kernel nne --grid 1 --block 1 "$tests/ids.cl"; expect 120 "did you mean 'none'? [no-such-kernel]"
with hpvm-diff --kernel race --grid 1 --block 64 "$tests/bad.cl"; expect 120 "argument 'a' (ptr addrspace(1)) is missing"
with hpvm-diff --kernel rac --grid 1 --block 64 "$work/none.cl"; expect 120 '[kernel-source]'

# A wrong result: the report, the case, the case again, the smaller case.
cat >"$work/m.cl" <<'END'
__kernel void f(__global const int *a, __global int *b, int n)
{
	__local int t[16];
	int i = get_global_id(0);

	t[get_local_id(0)] = a[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (i < n)
		b[i] = t[get_local_id(0) ^ 1] / 3 + n;
}
END
args 'args: {a: {range: 64, type: i32}, b: {zeros: 64, type: i32}, n: 60}'
MUTANT=invert-branch
export MUTANT
with hpvm-diff -q -j 1 --kernel f --grid 4 --block 16 --args "$work/args.yaml" --backends mutant --backend-path $modules \
	--cases "$work/cases" "$work/m.cl"
expect 121 "m.cl:9:" "at kernel 'f', work-item (0, 0, 0) in group (0, 0, 0)" '[backend-differs]'
grep -q 'does not reproduce' "$work/stdout" && fail 'the case does not show it'
for case in "$work/cases"/*; do break; done
with hpvm-diff -q --backend-path $modules "$case"; expect 121 "at kernel 'f', work-item (0, 0, 0)" '[backend-differs]'
with hpvm-run --backend-path $modules "$case"; [ $status -eq 0 ] || fail "exit status $status"
grep -q "replayed 16 instances of 'f.launch/f.group/f': they end without an error" "$work/stderr" || fail 'it is not replayed'
with hpvm-reduce -q -j 1 --backend-path $modules "$case" -o "$work/small"; [ $status -eq 0 ] || fail "exit status $status"
prints 'after: 1 instances'
with hpvm-diff -q --backend-path $modules "$work/small"; expect 121 '[backend-differs]'
unset MUTANT
with hpvm-diff -q --backend-path $modules "$work/small"; expect 0; prints ' same'
finish
