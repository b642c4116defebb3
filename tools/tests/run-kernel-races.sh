#!/bin/sh
# run-kernel-races.sh -- races of kernels through their buffers, whose sizes no argument gives (K6).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
compile_once
tests=$srcdir/tools/tests/kernels

shift_by() { # OUT SIZES...
	printf 'args: [{range: 65, type: i32}, %s, %s]\n' "$number" "$1" >"$work/args.yaml"
	shift
	run --kernel shift --check=race "$@" --args "$work/args.yaml" "$tests/races.cl"
}
race='a read of 0 and a write of 0 are not ordered'

# Two arguments in one object race, within a group and between groups; two objects do not. The
# integer behind a pointer is not its size.
for sizes in '--grid 1' '--grid 8' '--grid 64'; do
	groups=${sizes#--grid }
	sizes="$sizes --block $((64 / groups))"
	for number in 64 4611686018427387904; do
		# shellcheck disable=SC2086
		shift_by '{of: 0, at: 4}' $sizes; expect 121 "$race" '[data-race]'
	done
	number=64
	# shellcheck disable=SC2086
	shift_by '{zeros: 64, type: i32, expect: {range: 64, type: i32}}' $sizes; expect 0
	number=0
	# shellcheck disable=SC2086
	shift_by 'null' $sizes; expect 0
done

# What no work-item can write costs nothing to check: minutes if every group were compared with every
# other one.
cat >"$work/args.yaml" <<'END'
args: [{zeros: 262144, type: f32}, {zeros: 262144, type: f32}, {zeros: 262144, type: f32}, 512]
END
run --kernel product --check=all --grid 32,32 --block 16,16 --args "$work/args.yaml" "$tests/races.cl"
expect 0
[ -s "$work/stderr" ] && fail 'it is not silent'

finish
