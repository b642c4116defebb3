#!/bin/sh
# run-kernels.sh -- --kernel and --list-kernels: kernels of OpenCL C and CUDA (docs/kernels.md).
#
# Kernels are compiled here by every clang of 19 and 22 that is installed, for several targets, at several
# levels; the tool itself compiles .cl files.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

ways='--width=1 --width=8 --width=512 -j1 -j4 --schedule=reverse --schedule=depth-first'

# --- correct kernels: silent with all checkers, in every way
args 'args: {a: {range: 10, type: f32}, b: {values: [1,1,1,1,1,1,1,1,1,1], type: f32}, c: {zeros: 10, type: f32, expect: [1,2,3,4,5,6,7,8,9,10]}, n: 10}'
for way in --check=all $ways; do
	kernel vadd --grid 4 --block 4 "$way" "$tests/vadd.cl"; expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
	kernel vadd --global 10 --block 4 "$way" "$tests/vadd.cl"; expect 0
done
args 'args: {a: {range: 16, type: i32, expect: [7,6,5,4,3,2,1,0,15,14,13,12,11,10,9,8]}, t: 32, n: 8}'
for way in --check=all $ways; do
	kernel rev --grid 2 --block 8 "$way" "$tests/local.cl"; expect 0
done
args 'args: [{zeros: 1024, type: f32}, {zeros: 1024, type: f32}, {alloc: 4096, type: f32, expect: 0}, 32]'
kernel matmul --global 32,32 --check=all "$tests/matmul.cl"; expect 0
[ -s "$work/stderr" ] && fail 'it is not silent'

# Three dimensions, smaller last groups, an offset: what each work-item is told.
uneven="argument 'a': 232 232 232 232 132 232 232 232 232 132 232 232 232 232 132 212 212 212 212 112"
args 'args: {a: {zeros: 60, type: i32, print: true}}'
for way in --check=all $ways; do
	kernel ids --global 5,4,3 --block 2,3,2 --offset 1,2,3 "$way" "$tests/ids.cl"
	expect 0; prints "$uneven"
done
kernel dims --global 4 --block 2 "$tests/ids.cl"; expect 0
prints "argument 'a': 106006 106006 10106006 10106006"
run --kernel none --grid 4 --block 2 "$tests/ids.cl"; expect 0
args 'args: {s: [1, 2.5, 3, [4,5,6]], o: {zeros: 4, type: f32, expect: 15.5}, v: [1,2,3,4]}'
kernel st --global 4 --block 2 --check=all "$tests/ids.cl"; expect 0

# --- other compilers, levels and targets
# LLVM 19 gives no access to the debug records that have the names of parameters.
names=
case $("$HPVM_RUN" --version) in *'with LLVM 19'*) names=-fno-discard-value-names ;; esac
for clang in clang-19 clang-22; do
	readable_clang $clang || continue
	for target in spir64 nvptx64 x86_64; do
		spaces=
		[ $target = x86_64 ] && spaces='-Xclang -ffake-address-space-map'
		for level in 0 1 2 3; do
			# shellcheck disable=SC2086
			$clang -x cl -cl-std=CL3.0 -target $target-unknown-unknown $spaces -Xclang \
				-finclude-default-header $names -g -O$level -emit-llvm -c "$tests/ids.cl" -o "$work/ids.bc" || continue
			args 'args: {a: {zeros: 60, type: i32, print: true}}'
			kernel ids --global 5,4,3 --block 2,3,2 --check=all "$work/ids.bc"
			label="$clang -O$level $target: $label"
			expect 0; prints "$uneven"
			args 'args: {s: [1, 2.5, 3, [4,5,6]], o: {zeros: 4, type: f32, expect: 15.5}, v: [1,2,3,4]}'
			kernel st --global 4 --block 2 "$work/ids.bc"
			label="$clang -O$level $target: $label"
			expect 0
		done
	done
done

# --- faults, each at its line, in every way
args 'args: {a: {zeros: 64, type: i32}}'
for way in "" --width=1 --width=8 -j1 -j4; do
	# shellcheck disable=SC2086
	{
		kernel race --grid 1 --block 64 --check=all $way "$tests/bad.cl"; expect 121 'bad.cl:2' '[data-race]'
		kernel divbar --grid 1 --block 64 --check=all $way "$tests/bad.cl"; expect 121 'bad.cl:3:107' '[barrier-divergence]'
		kernel oob --grid 1 --block 64 --check=all $way "$tests/bad.cl"; expect 121 'bad.cl:4:73' '[out-of-bounds]'
		kernel uninit --grid 1 --block 64 --check=all $way "$tests/bad.cl"; expect 121 'bad.cl:5:142' '[uninitialised]'
		kernel groups --grid 4 --block 16 --check=all $way "$tests/more.cl"; expect 121 'more.cl:25' '[data-race]'
		kernel fresh --grid 4 --block 16 --check=all $way "$tests/more.cl"; expect 121 'more.cl:23' '[uninitialised]'
	}
done

# --- shared memory: in called functions, at its end, for a million groups
args 'args: {a: {zeros: 32, type: i32, expect: 220}, n: 16}'
kernel total --grid 2 --block 16 --check=all "$tests/more.cl"; expect 0
args 'args: {a: {zeros: 32, type: i32}, n: 17}'
kernel total --grid 2 --block 16 "$tests/more.cl"; expect 121 'more.cl:2' '[out-of-bounds]' "shared variable 'l' of group (0, 0, 0)"
args 'args: {a: {zeros: 32, type: i32}, n: 1}'
kernel beyond --grid 2 --block 16 "$tests/more.cl"; expect 121 'more.cl:16' '[out-of-bounds]' "shared variable 'l' of group (0, 0, 0)"
args 'args: {a: {zeros: 100000, type: i32, expect: 1}}'
count=$((count + 1)) label='shared memory of 100000 groups'
(ulimit -v 4000000; exec "$HPVM_RUN" --kernel many --args "$work/args.yaml" --grid 100000 --block 2 "$tests/more.cl") \
	>"$work/stdout" 2>"$work/stderr"
status=$?
expect 0

# --- CUDA
for clang in clang-19 clang-22; do
	readable_clang $clang || continue
	for level in 1 2; do
		$clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -Wno-unknown-cuda-version -fdeclspec \
			-include "$tests/cuda.h" -O$level -g -emit-llvm -c "$tests/bad.cu" -o "$work/bad.bc" || continue
		args 'args: [{zeros: 64, type: i32}]'
		kernel race --grid 1 --block 64 --check=race "$work/bad.bc"; expect 121 'bad.cu:2' '[data-race]'
		kernel warprace --grid 1 --block 64 --check=race "$work/bad.bc"; expect 121 'bad.cu:3' '[data-race]'
		kernel divbar --grid 1 --block 64 --sem ended-at-barrier=error "$work/bad.bc"; expect 121 'bad.cu:4' '[barrier-divergence]'
		kernel uninit --grid 1 --block 64 --check=uninit "$work/bad.bc"; expect 121 'bad.cu:5' '[uninitialised]'
		kernel oob --grid 1 --block 64 "$work/bad.bc"; expect 121 'bad.cu:6' '[out-of-bounds]'
		args 'args: [{zeros: 256, type: i32, expect: {values: ['"$(seq -s, 127 -2 1 | sed 's/.*/&,&,&,&/')"'], type: i32}}]'
		kernel good --grid 4 --block 64 --shared 256 --check=all "$work/bad.bc"; expect 0
		kernel good --grid 4 --block 64 --shared 252 "$work/bad.bc"; expect 121 '[out-of-bounds]'
		kernel good --grid 4 --block 64 "$work/bad.bc"; expect 124 "--shared BYTES is missing: kernel 'good' uses dynamic shared memory"
		kernel oob --grid 1 --block 64 --shared 4 "$work/bad.bc"; expect 124 "kernel 'oob' uses no dynamic shared memory"
		kernel bounded --grid 1 --block 65 "$work/bad.bc"; expect 124 "kernel 'bounded' allows at most 64 work-items in a group"
		run --list-kernels "$work/bad.bc"; expect 0
		prints 'kernel good' "shared memory 'd': as many bytes as --shared says" 'allows groups of at most 64,1,1'
	done
done
# An integer after a pointer is not its size.
cat >"$work/long.cl" <<-'END'
	__kernel void lng(__global int *o, long n) { if (get_global_id(0) < n) o[get_global_id(0)] = 1; }
	__kernel void last(__global int *o, __local int *t)
	{
		t[get_local_id(0)] = get_local_id(0);
		barrier(CLK_LOCAL_MEM_FENCE);
		o[get_group_id(0)] = t[get_local_size(0) - 1];
	}
END
for way in --check=all --memory=split $ways; do
	args 'args: {o: {zeros: 8, type: i32, expect: [1,1,1,1,0,0,0,0]}, n: 4}'
	kernel lng --grid 2 --block 4 "$way" "$work/long.cl"; expect 0
	args 'args: {o: {zeros: 8, type: i32, expect: [1,1,1,1,1,1,1,1]}, n: 100}'
	kernel lng --grid 2 --block 4 "$way" "$work/long.cl"; expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
	args 'args: {o: {zeros: 4, type: i32, expect: [7,7,7,7]}, t: 32}'
	kernel last --grid 4 --block 8 "$way" "$work/long.cl"; expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
done
args 'args: [{range: 64, type: i32}]'
for way in --width=1 --width=8 --width=512; do
	kernel race --grid 1 --block 64 --check=race "$way" "$tests/bad.cu"; expect 121 'bad.cu:2' '[data-race]'
	kernel divbar --grid 1 --block 64 --sem ended-at-barrier=error "$way" "$tests/bad.cu"; expect 121 'bad.cu:4' '[barrier-divergence]'
	kernel uninit --grid 1 --block 64 --check=uninit "$way" "$tests/bad.cu"; expect 121 'bad.cu:5' '[uninitialised]'
	kernel oob --grid 1 --block 64 "$way" "$tests/bad.cu"; expect 121 'bad.cu:6' '[out-of-bounds]'
done
# Kernels of C++, found by their plain name if it is the only one, with functions of libdevice.
cat >"$work/plain.cu" <<-'END'
	__global__ void one(float *a, int n)
	{
		int i = blockIdx.x * blockDim.x + threadIdx.x;

		if (i < n)
			a[i] = sqrtf(a[i]) + fmaxf(a[i], 2.f);
		atomicAdd(a + n, 1.f);
	}
	__global__ void two(int *a) { *a = 1; }
	__global__ void two(float *a) { *a = 1; }
END
args 'args: {a: {values: [1, 4, 9, 0], type: f32, expect: [3, 6, 12, 8]}, n: 3}'
kernel one --grid 2 --block 4 "$work/plain.cu"; expect 0
[ -s "$work/stderr" ] && fail 'it is not silent'
args 'args: [{zeros: 1, type: f32, expect: [1]}]'
kernel two --grid 1 --block 1 "$work/plain.cu"; expect 120 '[no-such-kernel]'
kernel _Z3twoPf --grid 1 --block 1 "$work/plain.cu"; expect 0
run --list-kernels "$work/plain.cu"; expect 0
grep -q "argument 0 'a': pointer to generic memory" "$work/stdout" || fail 'no generic pointer'
grep -q needs "$work/stdout" && fail 'a function of libdevice is missing'

# --- wrong use
args 'args: {a: {zeros: 64, type: i32}}'
kernel rac --grid 1 --block 64 "$tests/bad.cl"; expect 120 "has no kernel 'rac'; did you mean 'race'? [no-such-kernel]"
kernel race --grid 1 "$tests/bad.cl"; expect 124 '--block X[,Y,Z] is missing'
kernel race --block 64 "$tests/bad.cl"; expect 124 '--kernel needs --grid X[,Y,Z]'
kernel race --grid 1 --global 64 --block 64 "$tests/bad.cl"; expect 124 'give one of them'
kernel race --root race --grid 1 --block 64 "$tests/bad.cl"; expect 124 '--kernel and --root'
kernel race --grid 1 --block 64 --sandbox "$tests/bad.cl"; expect 124 '--sandbox runs no compiler'
kernel matmul --grid 1 --block 8,8 "$tests/matmul.cl"; expect 124 "kernel 'matmul' requires groups of 16,16,1 work-items"
run --kernel race --grid 1 --block 64 "$tests/bad.cl"; expect 120 "error: argument 'a' (ptr addrspace(1)) is missing [bad-args-file]" 'help: give arguments in a file, with --args FILE'
kernel race --grid 1 --block 64 "$tests/bad.cl" -- x; expect 124 'arguments after --'
for sizes in 0 1,2,3,4 1, -1 x 99999999999999999999 1.5 ''; do
	kernel race --grid "$sizes" --block 64 "$tests/bad.cl"; expect 124 '--grid is X, X,Y or X,Y,Z'
	kernel race --grid 1 --block "$sizes" "$tests/bad.cl"; expect 124 '--block is X, X,Y or X,Y,Z'
done
kernel race --grid 4294967296 --block 9223372036854775807 "$tests/bad.cl"; expect 124 'does not fit 64 bits'
for option in --grid=1 --block=1 --global=1 --offset=1 --shared=1; do
	run "$option" "$tests/bad.cl"; expect 124 'needs --kernel'
done
args 'args: {q: {zeros: 64, type: i32}}'
kernel race --grid 1 --block 64 "$tests/bad.cl"; expect 120 "'race' has no parameter 'q'"
args 'args: [1.5]'
kernel race --grid 1 --block 64 "$tests/bad.cl"; expect 120 '[bad-args-file]'

# --- what is refused: never a C function of the same name
args 'args: {a: {zeros: 64, type: u8}}'
kernel process --grid 1 --block 1 "$tests/refused.cl"; expect 123 "kernel 'process' needs what hpvm-run does not have: strlen [kernel-needs]"
run --list-kernels "$tests/refused.cl"; expect 0; prints "needs 'strlen', which hpvm-run does not have"
echo '__kernel void k(__global int *a) { a[0] = nothing; }' >"$work/wrong.cl"
run --kernel k --grid 1 --block 1 "$work/wrong.cl"; expect 120 "use of undeclared identifier 'nothing'" '[kernel-source]'
echo '__kernel void k(__global int *a) { a[0] = get_enqueued_local_size(0); }' >"$work/new.cl"
run --kernel k --grid 1 --block 1 --cl-std=CL1.2 "$work/new.cl"; expect 120 '[kernel-source]'
args 'args: {a: {zeros: 1, type: i32, expect: 3}}'
kernel k --grid 1 --block 3 --check=none "$work/new.cl"; expect 0

# --- lists and graphs
run --list-kernels "$tests/matmul.cl"; expect 0
prints 'kernel matmul' "argument 0 'A': pointer to global memory" "argument 3 'n': i32" "shared memory 'As': 1024 bytes" \
	'requires groups of 16,16,1'
run --list-kernels "$tests/local.cl"; expect 0; prints "argument 1 't': local memory, given by its size in bytes"
run --print-graph "$tests/matmul.cl"; expect 0; prints 'kernel matmul'
run --print-graph --kernel matmul --grid 2,3 "$tests/matmul.cl"; expect 0; prints 'matmul.launch' 'As.shared'
compile "$srcdir/tools/tests/direct/roots.c" "$work/roots.bc"
run --list-kernels "$work/roots.bc"; expect 120 '[no-such-kernel]'
run "$tests/vadd.cl"; expect 123 '[target-mismatch]' 'help: run one of its kernels with --kernel'
finish
