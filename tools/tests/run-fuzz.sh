#!/bin/sh
# run-fuzz.sh -- the fuzz targets on their corpora (tools/fuzz/corpus), and on a few mutations of them; `make check-fuzz` runs more.
#
# Environment: FUZZ_RUNS mutations of each corpus (default: 20), FUZZ_SEED (default: 1), FUZZ_FOLDER (default: ./tools/fuzz).
. "${srcdir:-.}/tools/tests/lib.sh"
: "${FUZZ_RUNS:=20}" "${FUZZ_SEED:=1}" "${FUZZ_FOLDER:=./tools/fuzz}"
programs=$(cd "$FUZZ_FOLDER" && pwd)
corpora=$(cd "$srcdir/tools/fuzz/corpus" && pwd)
cd "$work" || exit 99
for corpus in "$corpora"/*; do
	name=${corpus##*/} program=$programs/fuzz-${corpus##*/}
	[ "$name" != onnx ] || [ -x "$program" ] || continue
	mkdir "$name"
	cp "$corpus"/* "$name"
	count=$((count + 1)) label="fuzz-$name"
	timeout 300 "$program" -runs="$FUZZ_RUNS" -seed="$FUZZ_SEED" "$name" >"$work/stdout" 2>"$work/stderr"
	status=$?
	[ $status -eq 0 ] || fail "exit status $status"
	[ $status -eq 0 ] || ! cp crash-* leak-* timeout-* oom-* "$OLDPWD" 2>/dev/null || echo "the input is in $OLDPWD"
done
[ $count -ge 11 ] || { label='corpora'; fail 'targets are missing'; }
finish
