#!/bin/sh
# run-locals.sh [LEAVES [SEED]] -- local variables are objects (P6): an access outside of one is found, whatever way
# its address went, with the same report at every width, and one inside of it is not.
#
# The leaves are those of locals.py, compiled without and with optimisation.
#
# Environment: HPVM_RUN, CLANG (a clang), PYTHON3, srcdir (the source tree).
set -u
run=${HPVM_RUN:-./hpvm-run} clang=${CLANG:-clang} src=${srcdir:-$(dirname "$0")/../..}
python=${PYTHON3:-python3} leaves=${1:-4} seed=${2:-1}
if ! command -v "$clang" >/dev/null; then
	echo "no $clang; skipping"
	exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0 count=0

"$python" "$src/interp/tests/locals.py" "$seed" "$leaves" >"$folder/p.c" || exit 99

look() { # WIDTH LEAF OFFSET: output, reports and status
	timeout 120 "$run" --width "$1" "$folder/p.bc" -- "$2" "$3" </dev/null >"$folder/said" 2>&1
	status=$?
	{ sed 's/0x[0-9a-f]*/ADDRESS/g' "$folder/said"; echo "status $status"; } >"$folder/width$1"
}

wrong() { # WHAT
	echo "seed $seed, -O$level, leaf $leaf ($way, $access), offset $offset: $1"
	cat "$folder/width1"
	failed=1
}

try() { # OFFSET yes|no: whether an access there is right
	offset=$1
	count=$((count + 1))
	for width in 1 8 64 512; do
		look $width "$leaf" "$offset"
		cmp -s "$folder/width1" "$folder/width$width" || {
			wrong "width $width is not as width 1"
			cat "$folder/width$width"
		}
	done
	if [ "$2" = yes ]; then
		grep -q '^status 0$' "$folder/width1" || wrong "a right access is reported"
	elif ! grep -q 'out-of-bounds\]' "$folder/width1"; then
		wrong "it is missed"
	else
		case $way in
		integer*) ;;
		*) grep -q "variable 'a' of 'leaf$leaf'" "$folder/width1" || wrong "the report is not about 'a'" ;;
		esac
	fi
}

for level in 0 2; do
	"$clang" -w -g -O$level -I"$src/src" -emit-llvm -c "$folder/p.c" -o "$folder/p.bc" || exit 99
	sed -n 's,^/\* leaf \([0-9]*\): bytes \([0-9]*\) step \([0-9]*\) align \([0-9]*\) way \([a-z_]*\) access \([a-z_]*\).*,\1 \2 \3 \4 \5 \6,p' \
		"$folder/p.c" >"$folder/leaves"
	while read -r leaf bytes step align way access; do
		last=$(((bytes - step) / align * align))
		try 0 yes
		try $last yes
		try $((last + align)) no
		try -$align no
		case $way in
		integer*) ;; # which may come to another variable
		*)
			try $((bytes + 64)) no
			try b no
			try c no
			;;
		esac
	done <"$folder/leaves"
done
echo "$count accesses at 4 widths"
exit $failed
