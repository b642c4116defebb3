#!/bin/sh
# run-math-cuda.sh -- each function of the C library's math.h in a leaf of its own: what the cuda backend takes, where it has that from and
# what it refuses, is what docs/cuda.md says; and what is taken gives, on the emulator, what the interpreter gives.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
PYTHON3=${PYTHON3:-python3}

# sort and join agree on an order of names only where a space counts.
LC_ALL=C
export LC_ALL

printf '#define _GNU_SOURCE\n#include <math.h>\n' | "$CLANG" -E -P -x c - >"$work/math.h" || exit 99
"$PYTHON3" "$srcdir/backends/tests/math_leaves.py" "$work/math.h" >"$work/math.c" || exit 99
"$CLANG" -w -O1 -fno-builtin -I"$srcdir/src" -emit-llvm -c "$work/math.c" -o "$work/math.bc" || exit 99
sed -n 's/^void L_\([a-z0-9_]*\)(.*/\1/p' "$work/math.c" | sort >"$work/names"
count=$((count + 1)) label=math.h
[ "$(wc -l <"$work/names")" -gt 150 ] || fail "only $(wc -l <"$work/names") functions"

# --- what the page says
rows() { # PATTERN WHERE: NAME WHERE, also of floats
	grep "^| $1" "$srcdir/docs/cuda.md" | sed 's/^[^`]*//; s/ |$//' | tr -d '`' | tr ' ' '\n' |
		sed "s/\(.*\)_r\$/\1_r $2\n\1f_r $2/; t; s/.*/& $2\n&f $2/"
}
{
	rows instructions exact
	rows 'ours, the one' exact
	rows "libdevice's; ours" near
	rows 'ours |' own
	rows 'refused: the' refused
	sed -n 's/^\(.*l\|nexttoward.*\|.*l_r\)$/\1 refused/p' "$work/names" | grep -v '^ceil '
} | sort -u >"$work/page"
join -v 1 "$work/names" "$work/page" >"$work/missing"
[ ! -s "$work/missing" ] || sed 's/$/ refused/' "$work/missing" >>"$work/page" # of a later library
sort -u "$work/page" -o "$work/page"

# --- what happens
emit() { # standard output: PTX of all; it takes a while
	count=$((count + 1)) label="--emit ptx, libdevice ${HPVM_LIBDEVICE:-as found}"
	timeout 500 "$HPVM_RUN" --emit ptx "$work/math.bc" >"$work/stdout" 2>"$work/stderr"
	status=$?
}
emitted() { # FILE: the names that are taken
	sed -n 's/.*\.entry hpvm_L_\([a-z0-9_]*\)(.*/\1/p' "$1" | sort
}
HPVM_LIBDEVICE=/nowhere
export HPVM_LIBDEVICE
emit
if grep -q 'makes no code for NVIDIA' "$work/stderr"; then
	echo 'LLVM has no NVPTX'
	finish
	exit
fi
expect 0
cp "$work/stdout" "$work/own.ptx"
emitted "$work/own.ptx" >"$work/taken"
if grep -q "not translated: .*'sin'" "$work/own.ptx"; then
	echo 'hpvm-run was built without clang: it has no functions of its own'
	finish
	exit
fi
for made in $(sed -n 's/^\.extern \.func .*) \([A-Za-z_0-9]*\)$/\1/p' "$work/own.ptx"); do
	fail "the kernels call '$made', which no card has"
done
. "$srcdir/backends/tests/ptxas.sh"
assembles() { # PTX: ptxas, where there is one, takes it
	[ -z "$ptxas" ] || "$ptxas" -arch=sm_75 -o /dev/null "$1" >"$work/stderr" 2>&1 || fail 'ptxas does not take it'
}
assembles "$work/own.ptx"
grep -v ' refused$' "$work/page" | sed 's/ .*//' | join - "$work/names" | sort -u >"$work/right"
cmp -s "$work/taken" "$work/right" || fail "taken, and not by the page, or otherwise: $(comm -3 "$work/taken" "$work/right" | tr '\n' ' ')"

# What libdevice gives is other code than ours, and nothing else is.
each() { # FILE FOLDER: a file for each kernel's code, without names
	mkdir -p "$2"
	awk -v folder="$2" '/\.entry hpvm_L_/ { name = $0; sub(/.*hpvm_L_/, "", name); sub(/\(.*/, "", name) }
		name && /^\t[a-z@]/ { gsub(/[%$][A-Za-z_0-9]+|__local_depot[0-9]+|hpvm_[a-z0-9_]+|[A-Z][A-Z_0-9]*/, ""); print >(folder "/" name) } /^}/ { name = "" }' "$1"
}
unset HPVM_LIBDEVICE
emit; expect 0
assembles "$work/stdout"
each "$work/own.ptx" "$work/own"
each "$work/stdout" "$work/theirs"
diff -rq "$work/own" "$work/theirs" | sed -n 's|.*/own/\([^ ]*\) .*|\1|p' | sort >"$work/theirs.names"
if [ -s "$work/theirs.names" ]; then
	sed -n 's/ near$//p' "$work/page" | join - "$work/names" | sort -u >"$work/right"
	cmp -s "$work/theirs.names" "$work/right" ||
		fail "of libdevice, and not by the page, or otherwise: $(comm -3 "$work/theirs.names" "$work/right" | tr '\n' ' ')"
else
	echo 'no libdevice: all functions are ours'
fi

# --- what they give
HPVM_LIBDEVICE=/nowhere
export HPVM_LIBDEVICE
count=$((count + 1)) label=hpvm-diff
timeout 500 "$HPVM_DIFF" --backend-path backends/tests/.libs --backends emulated "$work/math.bc" >"$work/stdout" 2>"$work/stderr" ||
	fail "$(grep -v ' same$' "$work/stdout")"
[ "$(grep -Ec ' (same|bounded: .*)$' "$work/stdout")" -ge 140 ] || fail "$(grep -v ' same$' "$work/stdout")"
finish
