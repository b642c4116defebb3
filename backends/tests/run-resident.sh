#!/bin/sh
# run-resident.sh -- memory that stays on a device: how many bytes go where, and what a host finds that does not ask for it.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
"$HPVM_RUN" --list-backends >"$work/backends" 2>&1
grep -q 'opencl  *ready' "$work/backends" || { grep opencl "$work/backends"; exit 77; }
HPVM_OPENCL_MEMORY=own
export HPVM_OPENCL_MEMORY
compile "$srcdir/backends/tests/opencl/stay.c" "$work/stay.bc"

stay() { # THERE BACK OPTIONS... -- ARGUMENTS...: as interpreted, and so many bytes move
	there=$1 back=$2
	shift 2
	"$HPVM_RUN" "$work/stay.bc" $(echo "$*" | sed 's/.*-- /-- /') >"$work/expected" 2>/dev/null
	run --stats --backend opencl "$@"
	expect 0
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF "copied to devices: $there bytes, back: $back" "$work/stderr" || fail "not $there and $back bytes"
}

# Three launches on what nobody touches: the inputs go there once, and what is requested comes back.
stay 32768 16384 "$work/stay.bc" -- again
# Pages at the ends belong to others, too: what is written there comes back each time.
stay 32768 24576 "$work/stay.bc" -- again unaligned
# Requested before each of three launches, and after: both arrays have to go there again, twice as many launches do not.
stay 98304 49152 "$work/stay.bc" -- request
# One is the other's input.
stay 32768 32768 "$work/stay.bc" -- swap
# The host asks for nothing, and finds all the same what it should, compiled and interpreted.
stay 98304 49152 "$work/stay.bc" -- touch
stay 98304 49152 --host interp "$work/stay.bc" -- touch
stay 65736 49152 "$work/stay.bc" -- touch unaligned
# Memory that is freed while it is tracked takes nothing with it.
stay 81920 16384 "$work/stay.bc" -- lost
stay 81920 16384 --check=none "$work/stay.bc" -- lost
# The system gets at it, too.
stay 65536 32768 "$work/stay.bc" -- files
# Each of six executions of a stream finds its frame there, and so does the second stage.
stay 32768 32768 "$work/stay.bc" -- stream
# Nothing stays of a backend in a process of its own.
stay 98304 49152 --worker "$work/stay.bc" -- again
finish
