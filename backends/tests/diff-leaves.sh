#!/bin/sh
# diff-leaves.sh -- hpvm-diff of random leaves on OpenCL devices. Not part of `make check`, because
# each leaf takes some seconds.
# Arguments: the number of leaves, five in a program; names of backends, separated by commas; the
# first seed.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
leaves=${1:-500} backends=${2:-opencl,fpga} seed=${3:-1}
: >"$work/rows"
while [ $count -lt "$leaves" ]; do
	diff_leaves "$backends" "$seed" 5
	sed '1d; $d' "$work/stdout" >>"$work/rows"
	count=$((count + 5)) seed=$((seed + 1))
done
awk '{ verdict[$2 ": " $7 $8]++ } END { for (what in verdict) print what ", " verdict[what] }' "$work/rows" | sort
finish
