#!/bin/sh
# mutants/quick.sh -- twenty programs and twenty mutants; `make check-mutants` runs 500 of each.
#
# Uses HPVM_RUN, CLANG, PYTHON3, srcdir.
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang}" "${PYTHON3:=python3}"
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
export HPVM_RUN CLANG
command -v "$CLANG" >/dev/null || { echo "no clang" >&2; exit 77; }
command -v "$PYTHON3" >/dev/null || { echo "no Python 3" >&2; exit 77; }
exec "$PYTHON3" -B "$srcdir/mutants/judge.py" 20 --seed quick
