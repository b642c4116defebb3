#!/bin/sh
# run.sh -- every clause has its tests, and they pass in a few variants (`make check-spec`: in all
# variants).
#
# Uses HPVM_RUN, CLANG, srcdir.
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang}"
spec=$(dirname "$HPVM_RUN")/hpvm-spec
[ -x "$spec" ] || { echo "no $spec" >&2; exit 99; }
command -v "$CLANG" >/dev/null || { echo "no clang" >&2; exit 77; }
"$spec" --coverage "$srcdir/spec-tests" || exit 1
exec "$spec" --quick -j 2 --variant '--width 1' --variant '--width 8' --run "$HPVM_RUN" --clang "$CLANG" "$srcdir/spec-tests"
