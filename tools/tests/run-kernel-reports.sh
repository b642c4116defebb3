#!/bin/sh
# run-kernel-reports.sh -- reports about kernels name the kernel, the work-item and its group, x first
# (docs/kernels.md, docs/diagnostics-json.md).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once

cat >"$work/k.cl" <<'END'
__kernel void store(__global int *a)
{
	if (get_global_id(0) == 5 && get_global_id(1) == 2 && get_global_id(2) == 1)
		a[64] = 1;
}
__kernel void race(__global int *a)
{
	__local int part[8];
	int i = get_local_id(0);

	part[i] = i;
	a[get_global_id(0)] = part[i ^ 1];
}
__kernel void group(__global int *a, __local int *part)
{
	part[get_local_id(0)] = 0;
	if (get_group_id(0) == 1 && get_local_id(0) == 2)
		a[0] = part[get_local_size(0)];
}
__kernel void fresh(__global int *a)
{
	__local int part[8];

	if (a[get_global_id(0)] == 5)
		part[get_local_id(0)] = 5;
	if (a[get_global_id(0)] == 0 && get_group_id(0) == 1)
		a[get_global_id(0)] = part[get_local_id(0)] + 1;
}
__kernel void diverge(__global int *a)
{
	if (get_local_id(1) == 1)
		barrier(CLK_LOCAL_MEM_FENCE);
	a[0] = 0;
}
__kernel void between(__global int *a) { a[0] += get_group_id(0); }
END
cat >"$work/k.cu" <<'END'
__global__ void race(int *a)
{
	__shared__ int part[8];

	part[threadIdx.x] = threadIdx.x;
	a[threadIdx.x] = part[threadIdx.x ^ 1];
}
__global__ void between(int *a) { a[0] += blockIdx.x; }
template <typename T> __global__ void store(T *a) { if (threadIdx.y == 1) a[64 + threadIdx.y] = 1; }
template __global__ void store<int>(int *);
END
echo 'args: {a: {zeros: 64, type: i32}}' >"$work/a.yaml"
echo 'args: {a: {zeros: 64, type: i32}, part: 32}' >"$work/part.yaml"
kernel() { # FILE ARGUMENTS NAME OPTION...
	file=$work/$1 arguments=$work/$2.yaml name=$3
	shift 3
	run --kernel "$name" --args "$arguments" "$@" "$file"
}

for way in '' --width=1 --width=8 --jobs=2 --check=all --host=interp; do
	# x comes first, of the work-item and of the group
	kernel k.cl a store --global 8,4,2 --block 4,2,1 $way
	expect 121 "at kernel 'store', work-item (1, 0, 0) in group (1, 1, 1)" \
		"note: the access lies at the end of tracked memory (256 bytes, tracked as argument 'a'"
	kernel k.cl a diverge --grid 1 --block 2,2 $way
	expect 121 "at kernel 'diverge', work-item" 'note: work-item (0, 1, 0) waits at'
	kernel k.cu a _Z5storeIiEvPT_ --grid 2 --block 1,2 $way
	expect 121 "at kernel '_Z5storeIiEvPT_', thread (0, 1, 0) in block (0, 0, 0)"
	kernel k.cl part group --grid 2 --block 8 $way
	expect 121 "work-item (2, 0, 0) in group (1, 0, 0)" "lies at the end of shared variable 'part' of group (1, 0, 0) (32 bytes)"
	grep -q 'instance\|launch/' "$work/stderr" && fail 'it speaks of instances'
done
kernel k.cl a race --grid 2 --block 8 --check=race
expect 121 "of shared variable 'part' of group (0, 0, 0)" 'by work-item (0, 0, 0) in group (0, 0, 0)' \
	'only barriers order the work-items of one group'
kernel k.cu a race --grid 2 --block 8 --check=race
expect 121 "of shared variable 'part' of block (0, 0, 0)" 'by thread (0, 0, 0) in block (0, 0, 0)' \
	'only barriers order the threads of one block'
kernel k.cl a between --grid 2 --block 1 --check=race
expect 121 'nothing orders the groups of one launch' 'in group (1, 0, 0)' 'in group (0, 0, 0)'
kernel k.cu a between --grid 2 --block 1 --check=race
expect 121 'nothing orders the blocks of one launch'
kernel k.cl a fresh --grid 2 --block 8 --check=uninit
expect 121 "byte 0 of shared variable 'part' of group (1, 0, 0)"

# Other forms have the numbers of the graph, z first, and those of the kernel.
kernel k.cl a store --global 8,4,2 --block 4,2,1 --diagnostics=json
grep -qF '"instance":[0,0,1],"kernel":{"name":"store","item":[1,0,0],"group":[1,1,1]},"ancestors":[{"node":"store.launch/store.group","instance":[1,1,1]}]' \
	"$work/stderr" || fail 'JSON lacks the kernel'
kernel k.cl a store --global 8,4,2 --block 4,2,1 --diagnostics=sarif
grep -qF '"instance":[0,0,1],"kernel":{"name":"store","item":[1,0,0],"group":[1,1,1]}' "$work/stderr" ||
	fail 'SARIF lacks the kernel'


finish
