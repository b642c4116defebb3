#!/bin/sh
# run-checked.sh -- checkers report exactly the same for batches as at width 1.
#
# Every program of checked/, and those of tools/tests/graph about checkers, runs at several widths
# with --check=all. Some run with fewer checks (--check=uninit, --check=bounds ...) as well, and
# those that begin with "//: race" with --check=race. Output, reports and exit status are compared
# with those at width 1, except for addresses.
# Programs that begin with "//: lanes" must have run in batches of each width, those named race_ must
# race, and those named refused_ must be refused. These and those named trap_ also run without
# checks, at the automatic width, and on three threads.
#
# Environment: HPVM_RUN, CLANG (a clang), srcdir (the source tree). Arguments: programs (default:
# all).
set -u
run=${HPVM_RUN:-./hpvm-run} clang=${CLANG:-clang} src=${srcdir:-$(dirname "$0")/../..}
if ! command -v "$clang" >/dev/null; then
	echo "no $clang; skipping"
	exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0 count=0

look() { # OUT OPTION...: output, status and reports of $bitcode
	out=$1
	shift
	timeout 120 "$run" "$@" "$bitcode" >"$folder/stdout" 2>"$folder/stderr"
	echo "status $?" >"$folder/status"
	sed 's/0x[0-9a-f]*/ADDRESS/g' "$folder/stdout" "$folder/status" "$folder/stderr" >"$folder/$out"
}

is_batched() { # WIDTH CHECK
	timeout 120 "$run" --stats --check="$2" --width "$1" "$bitcode" 2>&1 |
		grep -q "/\(Leaf\|Second\) .*width $1 ("
}

compare() { # SOURCE LEVEL
	checks=all batched=all options='8 64 256'
	case $1 in # racing programs have the bytes of width 1 only in the order of width 1
	*clean_call*) checks='all uninit bounds bounds,race,attributes' batched=bounds ;; # checks that run in batches
	*bounds_call*) checks='all bounds bounds,race,attributes' batched=bounds ;;
	*uninit* | *clean*) checks='all uninit' ;;
	*bounds_rows*) checks='all bounds' ;; # accesses take a faster path with this check alone
	*/check_blocks_near.c | */check_blocks_stranger.c) # their bytes are addresses, which differ between runs
		checks=bounds,race,attributes,uninit ;;
	*/bounds_text.c) options="$options -j3" ;; # C functions are checked under the lock of the pool
	*/refused_* | */trap_*) checks='all bounds none' batched=none options="$options auto -j3" ;;
	esac
	! head -1 "$1" | grep -q '^//: race' || checks="$checks race" # their bytes are the same despite the race
	for check in $checks; do
		look expected --width 1 --check=$check
		case $check,$1 in
		all,*/race_equal.c) ;;
		all,*/race_*) grep -q 'data-race\]' "$folder/expected" || {
			echo "$1 -O$2: no race at width 1"
			failed=1
		} ;;
		*/refused_*) grep -Eq '\[(unsupported-instruction|query-dimension)\]' "$folder/expected" || {
			echo "$1 -O$2: nothing is refused at width 1"
			failed=1
		} ;;
		esac
		for option in $options; do
			count=$((count + 1))
			case $option in
			-*) look got $option --width 64 --check=$check ;;
			*) look got --width $option --check=$check ;;
			esac
			cmp -s "$folder/expected" "$folder/got" && continue
			echo "$1 -O$2 --check=$check: width $option is not as width 1"
			diff "$folder/expected" "$folder/got" | head -10
			failed=1
		done
	done
	case $1 in
	*/race_old_value.c | */clean_equal_writes.c)
		"$run" --stats --check=race --width 64 -Wdata-race "$bitcode" 2>&1 |
			grep -q '/Leaf .*width 1: in batches there was' || {
			echo "$1 -O$2: --stats does not say why it was repeated at width 1"
			failed=1
		} ;;
	esac
	head -1 "$1" | grep -q '^//: lanes' || return
	for width in 8 64 256; do
		is_batched $width $batched && continue
		echo "$1 -O$2 --check=$batched: --stats does not say that it ran at width $width"
		failed=1
	done
}

[ $# -gt 0 ] || set -- "$src"/interp/tests/checked/*.c "$src"/tools/tests/graph/check_*.c
for source in "$@"; do
	for level in 0 2; do
		bitcode=$folder/p.bc
		"$clang" -w -g -O$level -I"$src/src" -emit-llvm -c "$source" -o "$bitcode" || exit 99
		compare "$source" $level
	done
done
[ $failed = 0 ] && echo "$count runs agree with width 1"
exit $failed
