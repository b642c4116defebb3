#!/bin/sh
# run-host-objects.sh [FUNCTIONS [SEED]] -- interpreted host code is checked like leaves (P6): an access outside of a
# local variable, a global or a block of the heap is found, whatever way its address went, and one inside is not.
#
# The functions are those of host_objects.py, compiled as C and as C++, without and with optimisation. Every
# second one makes right accesses in the same places first, of which the checkers remember the objects.
#
# Environment: HPVM_RUN, CLANG, CLANGXX (a clang), PYTHON3, srcdir (the source tree).
set -u
run=${HPVM_RUN:-./hpvm-run} src=${srcdir:-$(dirname "$0")/../..} python=${PYTHON3:-python3}
functions=${1:-${HOST_OBJECTS:-12}} seed=${2:-1}
CLANG=${CLANG:-clang} CLANGXX=${CLANGXX:-clang++}
for tool in "$CLANG" "$CLANGXX"; do
	command -v "$tool" >/dev/null || { echo "no $tool; skipping"; exit 77; }
done
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0 count=0

look() { # FUNCTION OFFSET
	timeout 120 "$run" --host interp "$folder/p.bc" -- "$1" "$2" $((($1 % 2) * 9)) </dev/null >"$folder/said" 2>&1
	echo "status $?" >>"$folder/said"
	count=$((count + 1))
}

wrong() { # WHAT
	echo "seed $seed, $language -O$level, function $function ($kind, $way, $access), offset $offset: $1"
	cat "$folder/said"
	failed=1
}

try() { # OFFSET ID: what must be reported; none: the access is right
	offset=$1
	look "$function" "$offset"
	if [ "$2" = none ]; then
		grep -q '^status 0$' "$folder/said" || wrong "a right access is reported"
	else
		grep -q "$2\\]" "$folder/said" || wrong "it is missed"
	fi
}

for language in c c++; do
	[ $language = c ] && compiler=$CLANG || compiler=$CLANGXX
	"$python" "$src/interp/tests/host_objects.py" "$seed" "$functions" $language >"$folder/p.txt" || exit 99
	sed -n 's,^/\* function \([0-9]*\): bytes \([0-9]*\) step \([0-9]*\) align \([0-9]*\) kind \([a-z_]*\) way \([a-z_]*\) access \([a-z_]*\).*,\1 \2 \3 \4 \5 \6 \7,p' \
		"$folder/p.txt" >"$folder/functions"
	for level in 0 1 2; do
		"$compiler" -x $language -w -g -O$level -fno-builtin -emit-llvm -c "$folder/p.txt" -o "$folder/p.bc" || exit 99
		while read -r function bytes step align kind way access; do
			last=$(((bytes - step) / align * align))
			try 0 none
			try $last none
			try $((last + align)) out-of-bounds
			try -$align out-of-bounds
			case $way in
			integer*) ;; # which may come to another object
			*) try $((bytes + 64)) out-of-bounds ;;
			esac
			case $kind in
			stack* | global) ;;
			*)
				try gone use-after-free
				try twice use-after-free
				;;
			esac
		done <"$folder/functions"
	done
done
echo "$count accesses"
exit $failed
