#!/bin/sh
# run-kernel-amdgpu.sh -- kernels for AMDGPU (docs/kernels.md): HIP and OpenCL C, by every clang of 19 and 22 that is installed.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
tests=$srcdir/tools/tests/kernels

ways='--check=all --width=1 --width=8 -j4 --schedule=reverse'
uneven="argument 'a': 232 232 232 232 132 232 232 232 232 132 232 232 232 232 132 212 212 212 212 112"

compiled=0
for clang in clang-19 clang-22; do
	command -v $clang >/dev/null || continue
	for level in 0 1 3; do
		$clang -x hip --cuda-device-only --offload-arch=gfx942 -nogpuinc -nogpulib -O$level -g -emit-llvm -c "$tests/hip.hip" \
			-o "$work/hip.bc" 2>/dev/null || continue
		compiled=$((compiled + 1))
		for way in $ways; do
			args 'args: [{zeros: 128, type: f32, expect: {values: ['"$(seq -s, 324 -3 135),$(seq -s, 516 -3 348)"',0,0,0,0,0,0,0], type: f32}}, {range: 128, type: f32}, [7, [1, 2, 3, 4, 5]], 121]'
			kernel reverse --grid 2 --block 64 "$way" "$work/hip.bc"; label="$clang -O$level: $label"; expect 0
			[ -s "$work/stderr" ] && fail 'it is not silent'
			args 'args: [{zeros: 48, type: i32, print: true}]'
			kernel ids --grid 1,2,2 --block 3,2,2 "$way" "$work/hip.bc"; label="$clang -O$level: $label"; expect 0
			prints '2000 2001 2002 2010 2011 2012 2020 2021 2022 2030 2031 2032 2100'
		done
		# each: sqrt(x) + x^2 + mantissa + exponent + log(gamma(x)) / log(6)
		args 'args: [{values: [4, 8], type: f32, expect: {values: [22.5, 76.08641027], tolerance: {rel: 1.0e-7}}}]'
		kernel functions --grid 1 --block 2 "$work/hip.bc"; expect 0
		args 'args: [{zeros: 64, type: i32}]'
		kernel race --grid 1 --block 64 --check=race "$work/hip.bc"; expect 121 'hip.hip:51' '[data-race]'
		kernel outside --grid 1 --block 64 "$work/hip.bc"; expect 121 'hip.hip:64' '[out-of-bounds]'
		kernel lanes --grid 1 --block 64 "$work/hip.bc"
		expect 123 "kernel 'lanes' needs what hpvm-run does not have: llvm.amdgcn.s.getreg"
		kernel race --grid 1 --block 1025 "$work/hip.bc"; expect 124 "kernel 'race' allows at most 1024 work-items in a group"
		args 'args: [{zeros: 64, type: f32}]'
		kernel no_barrier --grid 1 --block 64 --check=race "$work/hip.bc"; expect 121 'hip.hip:5' '[data-race]'
		run --list-kernels "$work/hip.bc"; expect 0
		prints 'kernel reverse' 'structure of 24 bytes' "shared memory 't': 256 bytes" "needs 'llvm.amdgcn.s.getreg"
	done
	for level in 0 1 3; do
		$clang -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O$level -g -Xclang -finclude-default-header \
			-emit-llvm -c "$tests/ids.cl" -o "$work/ids.bc" || continue
		for way in $ways; do
			args 'args: {a: {zeros: 60, type: i32, print: true}}'
			kernel ids --global 5,4,3 --block 2,3,2 --offset 1,2,3 "$way" "$work/ids.bc"
			label="$clang -O$level: $label"; expect 0; prints "$uneven"
		done
		args 'args: [[1, 2.5, 3, [4,5,6]], {zeros: 4, type: f32, expect: 15.5}, [1,2,3,4]]'
		kernel st --global 4 --block 2 --check=all "$work/ids.bc"; label="$clang -O$level: $label"; expect 0
	done
	$clang -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O1 -g -Xclang -finclude-default-header \
		-emit-llvm -c "$tests/bad.cl" -o "$work/bad.bc" || continue
	args 'args: {a: {zeros: 64, type: i32}}'
	kernel race --grid 1 --block 64 --check=all "$work/bad.bc"; expect 121 'bad.cl:2' '[data-race]'
	kernel oob --grid 1 --block 64 --check=all "$work/bad.bc"; expect 121 'bad.cl:4:73' '[out-of-bounds]'
	kernel uninit --grid 1 --block 64 --check=all "$work/bad.bc"; expect 121 'bad.cl:5:142' '[uninitialised]'
	cat >"$work/pointers.cl" <<-'END'
		__kernel void k(__global float *o, __constant float *c)
		{
			int i = get_global_id(0);
			float whole, part = fract(o[i], &whole);
			float4 v = vload4(0, o), w = vload4(0, c);

			o[i] = whole + part * 2 + dot(v - v, w) + c[i];
		}
	END
	$clang -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O1 -g -Xclang -finclude-default-header \
		-emit-llvm -c "$work/pointers.cl" -o "$work/pointers.bc" || continue
	args 'args: [{values: [1.5, 2.25, 3, 4.75], type: f32, expect: [3, 4.5, 6, 9.5]}, {values: [1, 2, 3, 4], type: f32}]'
	kernel k --global 4 --block 1 --check=none "$work/pointers.bc"; label="$clang: $label"; expect 0
done
[ $compiled -gt 0 ] || fail 'no clang compiles HIP'

# Instructions between lanes, and products of matrices.
compile_hip() { # ARCHITECTURE SOURCE OUTPUT OPTION...
	architecture=$1 source=$2 output=$3
	shift 3
	"$CLANG" -x hip --cuda-device-only --offload-arch="$architecture" -nogpuinc -nogpulib -O1 -g -emit-llvm -c "$source" -o "$output" "$@"
}
lanes() { # KERNEL BLOCK WAY...
	name=$1 block=$2
	shift 2
	for way; do
		rm -f "$work/$name.raw"
		run --kernel "$name" --grid 1 --block "$block" "$way" --args "$work/$name.yaml" "$work/$name.bc"; clean
		"$PYTHON3" -B "$tests/amdgpu.py" "$work" "$name" >"$work/stderr" || fail 'wrong results'
	done
}
if command -v "${PYTHON3:=python3}" >/dev/null; then
	"$PYTHON3" -B "$tests/amdgpu.py" "$work" || exit 99
	compile_hip gfx942 "$work/lanes.hip" "$work/lanes64.bc" || exit 99
	compile_hip gfx1100 "$work/lanes.hip" "$work/lanes32.bc" || exit 99
	compile_hip gfx942 "$work/products.hip" "$work/products.bc" || exit 99
	lanes lanes64 64 --width=1 --width=8 --schedule=reverse
	lanes lanes32 32 --width=1 -j4
	lanes products 64 --check=all -j4
fi

# A program of HIP, compiled by hpvm-run with headers of its own.
compile_once
program() { # KERNEL OPTION...
	name=$1
	shift
	run --kernel "$name" --args "$work/args.yaml" "$@" "$tests/program.hip"
}
for way in --check=all -j4; do
	args 'args: [{range: 1000, type: f32}, {zeros: 1, type: f32, expect: 499500}, 1000]'
	program reduce --grid 4 --block 256 "$way"; clean
	args 'args: [{range: 600, type: f32}, {zeros: 600, type: f32, print: true}, 20, 30]'
	program transpose --grid 2,2 --block 16,16 "$way"; clean; prints ': 0 20 40 60 80 100'
	args 'args: [{range: 1000, type: u32}, {zeros: 16, type: u32, expect: [63, 63, 63, 63, 63, 63, 63, 63, 62, 62, 62, 62, 62, 62, 62, 62]}, 1000]'
	program histogram --grid 3 --block 64 --shared 64 "$way"; clean
	args 'args: [{range: 128, type: i32, print: true}]'
	program scan --grid 1 --block 128 "$way"; clean; prints ' 1891 1953 2016 64 129 195'
	args 'args: [[1, 2, 3, 4], {zeros: 64, type: f64, print: true}, {zeros: 64, type: u64, print: true}]'
	program say --grid 1 --block 64 "$way"; clean
	prints 'block 0 of 1: 6.000000 done' "'o': 1048591.877639770" "'m': 12297829382473034484 "
	args 'args: [{range: 8, type: i32}, {zeros: 8, type: i32}, {zeros: 1, type: i32, expect: 28}]'
	program last --grid 8 --block 64 "$way"; clean
done
finish
