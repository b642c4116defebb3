#!/bin/sh
# run-kernel-warps.sh -- collectives of warps (W1 to W4): values against those that warps.py computes, lanes that do not
# meet, and races between lanes, in both engines, compiled by every clang of 19 and 22 at several levels.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels
python=${PYTHON3:-python3}
command -v "$python" >/dev/null || exit 77

kernel() { # NAME OPTION... FILE
	name=$1
	shift
	run --kernel "$name" --grid 1 --block "${block:-64}" --args "$work/args.yaml" "$@"
}
silent() {
	expect 0
	[ -s "$work/stderr" ] && fail 'it is not silent'
}
ways='--check=all --width=1 --width=32 --width=64 --width=8 -j4 --schedules=3 --schedule=reverse --schedule=random:1'

# --- values
right() { # FILE KERNEL...
	file=$1
	shift
	for k; do
		block=64
		[ "$k" = partial ] && block=40
		"$python" "$tests/warps.py" "$k" >"$work/args.yaml" || exit 99
		for way in $ways; do
			kernel "$k" "$way" "$file"; silent
		done
	done
	block=64
}
right "$tests/warps.cu" shuffles votes registers reductions partial counts
"$python" "$tests/warps.py" shuffles >"$work/shuffles.yaml"
for clang in clang-19 clang-22; do
	command -v $clang >/dev/null || continue
	for level in 0 2 3; do
		$clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -Wno-unknown-cuda-version \
			-include "$srcdir/ir/kernel/library/cuda/hpvm_cuda.h" -O$level -g -emit-llvm -c "$tests/warps.cu" \
			-o "$work/warps.bc" || continue
		for k in shuffles votes reductions partial counts; do
			block=64
			[ "$k" = partial ] && block=40
			"$python" "$tests/warps.py" "$k" >"$work/args.yaml"
			kernel "$k" --check=all "$work/warps.bc"; label="$clang -O$level: $label"; silent
			kernel "$k" --width=1 "$work/warps.bc"; label="$clang -O$level: $label"; silent
		done
		block=64
		echo 'args: [{range: 64, type: i32}]' >"$work/args.yaml"
		kernel ended "$work/warps.bc"; label="$clang -O$level: $label"
		expect 121 'warps.cu:168:19: error: lane 0 waits at a shuffle for lane 3 of its warp, which has completed [warp-divergence] (W2)'
	done
done

# --- lanes that do not meet, each at its line
echo 'args: [{range: 64, type: i32}]' >"$work/args.yaml"
for way in --check=all --width=1 --width=64 --schedules=3; do
	kernel ended "$way" "$tests/warps.cu"
	expect 121 'warps.cu:168:19: error: lane 0 waits at a shuffle for lane 3 of its warp, which has completed' \
		'has completed at ' 'warps.cu:169:1'
	kernel elsewhere "$way" "$tests/warps.cu"
	expect 121 'warps.cu:176:20: error: lane 0 waits at a vote for lane 1 of its warp, which waits at another collective' \
		'warps.cu:174:20'
	kernel not_in_mask "$way" "$tests/warps.cu"
	expect 121 'warps.cu:181:19: error: lane 0 is not in its own mask 0xfffffffe of a vote [warp-divergence]'
	kernel other_mask "$way" "$tests/warps.cu"
	expect 121 'warps.cu:186:19: error: lane 0 waits at a vote for lane 2 of its warp, which waits there with another mask'
	kernel at_barrier "$way" "$tests/warps.cu"
	expect 121 'warps.cu:194:3: error: lane 0 waits at a barrier of the warp for lane 5 of its warp, which waits at a barrier' \
		'warps.cu:192:3'
	kernel dropped "$way" "$tests/warps.cu"; silent
done
for way in --check=poison --check=all --check=poison,race; do
	kernel missed $way "$tests/warps.cu"
	expect 121 'warps.cu:204:9' '[poison-used]' 'value of a lane that takes no part in the collective' 'warps.cu:202:11'
done
kernel missed "$tests/warps.cu"; expect 0
kernel ended --keep-going "$tests/warps.cu"; expect 121 '[warp-divergence]'
kernel active "$tests/warps.cu"; silent
for way in --check=order --check=all --schedules=3; do
	kernel active "$way" "$tests/warps.cu"; expect 121 'warps.cu:224:17' '[order-dependent]'
done

# --- races between lanes
for way in --check=race --check=all --check=race,uninit; do
	kernel unordered $way "$tests/warps.cu"; expect 121 'warps.cu:123:9' 'warps.cu:124:7' '[data-race]'
	kernel crossed $way "$tests/warps.cu"; expect 121 'warps.cu:135:9' 'warps.cu:133:7' '[data-race]'
	kernel shuffled $way "$tests/warps.cu"; expect 121 'warps.cu:146:9' 'warps.cu:144:7' '[data-race]'
	kernel tiles $way "$tests/warps.cu"; silent
done
echo 'args: [{range: 64, type: i32, expect: {values: ['"$(yes 496, | head -32 | tr -d '\n')$(yes 1520, | head -32 | tr -d '\n' | sed 's/,$//')"'], type: i32}}]' >"$work/args.yaml"
for way in $ways --check=race; do
	kernel ordered "$way" "$tests/warps.cu"; silent
done

# --- other sizes of warps
echo 'args: [{zeros: 64, type: i32, print: true}]' >"$work/args.yaml"
for size in 1 2 7 8 31 32; do
	for way in --width=1 --check=all ''; do
		# shellcheck disable=SC2086
		kernel sizes --warp $size $way "$tests/warps.cu"; silent
		prints "argument 'a': $(seq 0 63 | awk -v w=$size '{ n = int($1 / w) * w + w > 64 ? 64 - int($1 / w) * w : w; printf "%s%d", (NR > 1 ? " " : ""), 100 * ($1 % w) + n }')"
	done
done
kernel sizes --warp 33 "$tests/warps.cu"; expect 124 '--warp: warps of CUDA have at most 32 lanes'
for size in 0 65 -1 x; do
	kernel sizes --warp $size "$tests/warps.cu"; expect 124 '--warp'
done
run --warp 8 "$tests/warps.cu"; expect 124 '--warp needs --kernel'

finish
