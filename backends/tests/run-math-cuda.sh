#!/bin/sh
# run-math-cuda.sh -- each function of the C library's math.h in a separate leaf: which functions
# the cuda backend accepts, how it implements them, and which it refuses, is as docs/cuda.md says;
# accepted functions have the interpreter's results on the emulator.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
PYTHON3=${PYTHON3:-python3}

# In other locales sort and join disagree on the order of names.
LC_ALL=C
export LC_ALL

printf '#define _GNU_SOURCE\n#include <math.h>\n' | "$CLANG" -E -P -x c - >"$work/math.h" || exit 99
"$PYTHON3" "$srcdir/backends/tests/math_leaves.py" "$work/math.h" >"$work/math.c" || exit 99
"$CLANG" -w -O1 -fno-builtin -I"$srcdir/src" -emit-llvm -c "$work/math.c" -o "$work/math.bc" || exit 99
sed -n 's/^void L_\([a-z0-9_]*\)(.*/\1/p' "$work/math.c" | sort >"$work/names"
count=$((count + 1)) label=math.h
[ "$(wc -l <"$work/names")" -gt 150 ] || fail "only $(wc -l <"$work/names") functions"

# --- the functions in docs/cuda.md
rows() { # PATTERN WHERE: prints NAME WHERE, also for functions of floats
	grep "^| $1" "$srcdir/docs/cuda.md" | sed 's/^[^`]*//; s/ |$//' | tr -d '`' | tr ' ' '\n' |
		sed "s/\(.*\)_r\$/\1_r $2\n\1f_r $2/; t; s/.*/& $2\n&f $2/"
}
{
	rows instructions exact
	rows 'our code, with the exact result' exact
	rows 'libdevice; our code' near
	rows 'our code |' own
	rows 'refused: the' refused
	sed -n 's/^\(.*l\|nexttoward.*\|.*l_r\)$/\1 refused/p' "$work/names" | grep -v '^ceil '
} | sort -u >"$work/page"
join -v 1 "$work/names" "$work/page" >"$work/missing"
# Functions of a later C library.
[ ! -s "$work/missing" ] || sed 's/$/ refused/' "$work/missing" >>"$work/page"
sort -u "$work/page" -o "$work/page"

# --- the functions that are accepted
emit() { # prints the PTX of all, which takes a while
	count=$((count + 1)) label="--emit ptx, libdevice ${HPVM_LIBDEVICE:-as found}"
	timeout 500 "$HPVM_RUN" --emit ptx "$work/math.bc" >"$work/stdout" 2>"$work/stderr"
	status=$?
}
emitted() { # FILE: prints the names that are accepted
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
assembles() { # PTX: checks that ptxas accepts it, if installed
	[ -z "$ptxas" ] || "$ptxas" -arch=sm_75 -o /dev/null "$1" >"$work/stderr" 2>&1 || fail 'ptxas does not take it'
}
assembles "$work/own.ptx"
grep -v ' refused$' "$work/page" | sed 's/ .*//' | join - "$work/names" | sort -u >"$work/right"
cmp -s "$work/taken" "$work/right" || fail "taken, and not by the page, or otherwise: $(comm -3 "$work/taken" "$work/right" | tr '\n' ' ')"

# The code of a function differs with libdevice if and only if it is libdevice's.
each() { # FILE FOLDER: writes a file for each kernel's code, without names
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

# --- results
HPVM_LIBDEVICE=/nowhere
export HPVM_LIBDEVICE
count=$((count + 1)) label=hpvm-diff
timeout 500 "$HPVM_DIFF" --backend-path backends/tests/.libs --backends emulated "$work/math.bc" >"$work/stdout" 2>"$work/stderr" ||
	fail "$(grep -v ' same$' "$work/stdout")"
[ "$(grep -Ec ' (same|bounded: .*)$' "$work/stdout")" -ge 140 ] || fail "$(grep -v ' same$' "$work/stdout")"
finish
