#!/bin/sh
# run-kernel-print.sh -- printf() of kernels: what is printed, in which order, and what does not fit its format (K7).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

same() { # FILE: the output is what the file has
	cmp -s "$1" "$work/stdout" || fail "the output differs: $(diff "$1" "$work/stdout" | head -3)"
}
ways='--width=1 --width=8 --width=512 -j1 -j4 --check=all --check=race'

# --- OpenCL C
for i in 0 1 2 3; do
	x=$((i + 1))
	cat <<-END
		$i $((-i))|    1|2    |00003|+4|ff|FF|10|0xff|4294967295
		abc|   ab||z|1.500000e+00|1E+10|1.00|0x1.8p+0|-1|65535|     7|2.2|100%
		-1 18446744073709551615 10000000000 4611686018427387904
		$(printf '%f,%f,%f,%f|%4.1f,%4.1f,%4.1f,%4.1f' $x -$((x * 25))e-1 $((x * 3)) $((x * 4)) $x -$((x * 25))e-1 $((x * 3)) $((x * 4)))|1,ff|5,6,fffffff9|1.500000,2.500000
		200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200|-2,-2,-2,-2,-2,-2,-2,-2|-1,1099511627776|1.500000,1.500000,1.500000,1.500000|1   ,-2  |
		$(if [ $((i % 2)) = 1 ]; then echo odd $((i + 10)); else printf 'even %x' $((i + 10)); fi)
	END
done >"$work/expected"
args 'args: {a: {zeros: 4, type: i32, expect: [0,0,0,0]}, text: {zeros: 8, type: u8}}'
for way in $ways; do
	kernel all --global 4 --block 2 "$way" "$tests/print.cl"; expect 0; same "$work/expected"
done
run --list-kernels "$tests/print.cl"; expect 0
grep -q needs "$work/stdout" && fail 'printf is missing'
for clang in clang-14 clang-19 clang-22; do
	command -v $clang >/dev/null || continue
	for target in spir64 x86_64; do
		spaces=
		[ $target = x86_64 ] && spaces='-Xclang -ffake-address-space-map'
		for level in 0 1 3; do
			# shellcheck disable=SC2086
			$clang -w -x cl -cl-std=CL3.0 -target $target-unknown-unknown $spaces -Xclang \
				-finclude-default-header -O$level -emit-llvm -c "$tests/print.cl" -o "$work/print.bc" || continue
			args 'args: [{zeros: 4, type: i32, expect: [0,0,0,0]}, {zeros: 8, type: u8}]'
			kernel all --global 4 --block 2 "$work/print.bc"
			label="$clang -O$level $target: $label"
			expect 0; same "$work/expected"
		done
	done
done

# --- CUDA
for g in 0 1; do
	for i in 0 1; do
		letter=A
		[ $i = 1 ] && letter=B
		cat <<-END
			from $i of $g: 1.500000 $letter 3 -4 text  2.50
			7%
			plain
			say $i
			$(printf 'and %x' $((i + 10)))
		END
	done
done >"$work/expected"
args 'args: [{zeros: 4, type: i32, expect: [108,108,108,108]}, [7, 2.5]]'
for way in $ways; do
	kernel all --grid 2 --block 2 "$way" "$tests/print.cu"; expect 0; same "$work/expected"
done
for clang in clang-19 clang-22; do
	command -v $clang >/dev/null || continue
	for level in 0 1 3; do
		$clang -w -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version -O$level \
			-include "$srcdir/ir/kernel/library/cuda/hpvm_cuda.h" -emit-llvm -c "$tests/print.cu" -o "$work/print.bc" || continue
		kernel all --grid 2 --block 2 "$work/print.bc"
		label="$clang -O$level: $label"
		expect 0; same "$work/expected"
	done
done
args 'args: [{zeros: 4, type: i32}]'
kernel wrong --grid 1 --block 1 "$tests/print.cu"; expect 0 'print.cu:' "argument 1 is of type 'double', which '%d' does not print [printf-argument]"
kernel wrong --grid 1 --block 1 --sem strict "$tests/print.cu"; expect 120 '[printf-argument]'
kernel vectors --grid 1 --block 1 "$tests/print.cu"; expect 120 "'%v': there is no such conversion [printf-format]"
args 'args: [{zeros: 4, type: i32}, {zeros: 4, type: u8}]'
kernel opaque --grid 1 --block 1 "$tests/print.cu"; expect 123 'a printf whose format is not constant [kernel-needs]'
# What another kernel of the file needs does not matter.
args 'args: [{zeros: 4, type: i32, expect: [0,1,2,3]}]'
kernel quiet --grid 1 --block 4 --check=all "$tests/print.cu"; expect 0

# --- what does not fit
fits_not() { # KERNEL STATUS LINE TEXT...
	name=$1 status_wanted=$2 line=$3
	shift 3
	kernel "$name" --global 1 --block 1 --check=all "$tests/print_bad.cl"
	expect "$status_wanted" "print_bad.cl:$line:" "$@"
}
args 'args: [{values: [1, 5, 1, 1], type: i32}]'
fits_not wide 0 1 "argument 1 is of type 'i64', which '%d' does not print [printf-argument]" 'the format is "%d\n"'
fits_not real 0 2 "argument 1 is of type 'i32', which '%f' does not print [printf-argument]"
fits_not more 0 3 '2 arguments, but the format prints 1 [printf-argument]'
fits_not element 0 4 "argument 1 is of type '<2 x i16>', which '%v2hld' does not print [printf-argument]"
fits_not less 120 5 "'%d' has no argument [printf-format]"
fits_not unknown 120 6 "'%y': there is no such conversion [printf-format]" 'the format is "x\n%y"'
fits_not five 120 7 'a vector has 2, 3, 4, 8 or 16 elements [printf-format]'
fits_not vector 120 8 "argument 1 is of type '<4 x i32>', and '%d' prints a scalar [printf-format]"
fits_not scalar 120 9 "argument 1 is of type 'i32', and '%v4hld' prints a vector of 4 elements [printf-format]"
fits_not stores 120 10 "a device's printf has no conversion 'n' [printf-format]"
fits_not ends 120 11 'the conversion has no end [printf-format]'
fits_not undefined 121 12 "an argument of 'printf' is uninitialised" '[uninitialised]'
fits_not endless 121 13 '[out-of-bounds]'
fits_not nowhere 121 14 '[bad-access]'
finish
