#!/bin/sh
# run-resident.sh -- memory that is resident on a device: how many bytes are copied, and what a host
# sees that does not request it.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
"$HPVM_RUN" --list-backends >"$work/backends" 2>&1
grep -q 'opencl  *ready' "$work/backends" || { grep opencl "$work/backends"; exit 77; }
HPVM_OPENCL_MEMORY=own
export HPVM_OPENCL_MEMORY
compile "$srcdir/backends/tests/opencl/stay.c" "$work/stay.bc"

# THERE BACK OPTIONS... -- ARGUMENTS...: the results are the interpreter's, and that many bytes are
# copied.
stay() {
	there=$1 back=$2
	shift 2
	"$HPVM_RUN" "$work/stay.bc" $(echo "$*" | sed 's/.*-- /-- /') >"$work/expected" 2>/dev/null
	run --stats --backend opencl "$@"
	expect 0
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF "copied to devices: $there bytes, back: $back" "$work/stderr" || fail "not $there and $back bytes"
}

# Three launches on memory that is not accessed in between: the inputs are copied once, and what is
# requested is copied back.
stay 32768 16384 "$work/stay.bc" -- again
# Pages at the ends also contain other objects: what is written there is copied back each time.
stay 32768 24576 "$work/stay.bc" -- again unaligned
# Requested before each of three launches, and after: both arrays must be copied to the device
# again; twice as many launches would not.
stay 98304 49152 "$work/stay.bc" -- request
# The output is the next input.
stay 32768 32768 "$work/stay.bc" -- swap
# The host requests nothing, and still sees correct contents, compiled and interpreted.
stay 98304 49152 "$work/stay.bc" -- touch
stay 98304 49152 --host interp "$work/stay.bc" -- touch
stay 65736 49152 "$work/stay.bc" -- touch unaligned
# Memory that is freed while it is tracked has no effect on others.
stay 81920 16384 "$work/stay.bc" -- lost
stay 81920 16384 --check=none "$work/stay.bc" -- lost
# System calls access it, too.
stay 65536 32768 "$work/stay.bc" -- files
# Each of six executions of a stream finds its frame there, and so does the second stage.
stay 32768 32768 "$work/stay.bc" -- stream
# With a backend in a separate process nothing is resident.
stay 98304 49152 --worker "$work/stay.bc" -- again
finish
