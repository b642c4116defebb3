#!/bin/sh
# run-kernel-openmp.sh -- target regions of OpenMP (docs/kernels.md), compiled for NVPTX and AMDGPU without a runtime for the device.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
source=$srcdir/tools/tests/kernels/target.c
region() { # FUNCTION OPTION...
	name=$("$HPVM_RUN" --list-kernels "$work/target.bc" | grep -o "_${1}_l[0-9]*" | head -n 1)
	shift
	run --kernel "${name#_}" --args "$work/args.yaml" "$@" "$work/target.bc"
	label="$target: $label"
}

compiled=0
for target in 'sm_70 -O0' 'gfx90a -O1 -mllvm -openmp-opt-disable' 'sm_70 -O2'; do
	set -- $target
	"$CLANG" -fopenmp --offload-arch="$@" -g -nogpulib -nocudalib -fno-discard-value-names -Wno-unused-command-line-argument \
		--offload-device-only -emit-llvm -c "$source" -o "$work/target.bc" 2>/dev/null || continue
	compiled=$((compiled + 1))
	ways=--check=all
	[ $compiled -gt 1 ] || ways='--check=all --width=8 -j4'
	for way in $ways; do
		args "args: [null, 100, {range: 100, type: f32, expect: {values: [$(seq -s, 0 3 297)], type: f32}}, 1073741824, {range: 100, type: f32}]"
		region saxpy --grid 2 --block 64 "$way"; clean
		args 'args: [null, 100, {zeros: 1, type: f64, expect: 4950}, {range: 100, type: f64}]'
		region sum --grid 2 --block 64 "$way"; clean
		args 'args: [null, 5, 7, {zeros: 35, type: f32, print: true}]'
		region collapse --grid 2 --block 64 "$way"; clean
		prints "argument 'a': 0 1 2 3 4 5 6 10 11 12 13 14 15 16 20 21"
		args 'args: [null, {zeros: 52, type: i32, print: true}]'
		region ids --grid 2 --block 20 "$way"; clean
		prints "$(yes 2022 | head -n 20 | paste -sd' ') 0 0 0"
	done
	# At -O2, LLVM lets all threads run the main thread's code, with loads that race.
	case $target in
	*-O2) continue ;;
	esac
	args 'args: [null, {zeros: 20, type: i32, print: true}, 20]'
	region generic --grid 1 --block 128 --check=all; clean
	prints "argument 'a': 50916 9 10 11 12 13 9 10 11 12"
	args "args: [null, 6, {zeros: 36, type: f32, expect: {values: [$(for i in 0 1 2 3 4 5; do seq -s, $i $((i + 5)); done | paste -sd,)], type: f32}}]"
	region rows --grid 2 --block 128 --check=all; clean
	args 'args: [null, 40, {zeros: 41, type: i32}]'
	region race --grid 1 --block 64 --check=race; expect 121 'target.c:84:8' '[data-race]'
	args 'args: [null, 41, {zeros: 41, type: i32}]'
	region race --grid 1 --block 64; expect 121 'target.c:84:10' '[out-of-bounds]'
done
[ $compiled -gt 0 ] || { echo 'no clang compiles target regions' >&2; exit 77; }

# A schedule that the runtime does not have.
cat >"$work/dynamic.c" <<-'END'
	void dynamic(int *a, int n)
	{
	#pragma omp target teams map(tofrom : a[0 : n])
	#pragma omp parallel for schedule(dynamic)
		for (int i = 0; i < n; i++)
			a[i] = i;
	}
END
"$CLANG" -fopenmp --offload-arch=sm_70 -O1 -nogpulib -nocudalib --offload-device-only -emit-llvm -c "$work/dynamic.c" -o "$work/target.bc" || exit 99
args 'args: [null, {zeros: 8, type: i32}, 8]'
region dynamic --grid 1 --block 64; expect 123 'needs what hpvm-run does not have: __kmpc_dispatch_' '[kernel-needs]'
finish
