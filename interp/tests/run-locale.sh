#!/bin/sh
# run-locale.sh -- a program may set a locale whose decimal point is a comma. Only the program's own
# numbers use the comma: compiled code of backends, cases, statistics and JSON use points.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang

# The Turkish locale, in which the lower case of I is not i either. It is created here if it is not
# installed.
if ! locale -a 2>/dev/null | grep -qi '^tr_TR\.utf-*8$'; then
	LOCPATH=$work/locales
	export LOCPATH
	mkdir "$LOCPATH"
	localedef -i tr_TR -f UTF-8 "$LOCPATH/tr_TR.UTF-8" >/dev/null 2>&1
	[ -d "$LOCPATH/tr_TR.UTF-8" ] || { echo 'no Turkish locale, and none can be made'; exit 77; }
fi
LC_ALL=tr_TR.UTF-8
export LC_ALL
compile "$srcdir/interp/tests/locale.c" "$work/locale.bc"

for host in jit interp; do
	run --host $host --stats "$work/locale.bc"
	expect 0
	prints '0,75 1,5'
	! grep -q '[0-9],[0-9]' "$work/stderr" || fail 'a comma in the statistics'
done

for backend in cpu opencl fpga "opencl --worker"; do
	"$HPVM_RUN" --backends | grep -q "^${backend% *}  *ready" || continue
	run --backend $backend --stats "$work/locale.bc" # --worker is a separate word
	expect 0 "backend ${backend% *}"
	prints '0,75 1,5'
	! grep -q '[0-9],[0-9] ' "$work/stderr" || fail 'a comma in the statistics'
done

# A backend that computes wrong results, its case, and the table in JSON.
diff=$(dirname "$HPVM_RUN")/hpvm-diff
wrong short 's/here\[0\] < of->end\[0\];/here[0] < of->end[0] - 1;/'
count=$((count + 1)) label='hpvm-diff --cases'
"$diff" -q --json --backend-path "$work/wrong" --backends short --backend-time-limit 7.5 --cases "$work/cases" "$work/locale.bc" \
	>"$work/stdout" 2>"$work/stderr"
status=$?
[ $status -eq 121 ] || fail "exit status $status, expected 121"
grep -q '"first":.*0\.75' "$work/stdout" || fail "the difference has no 0.75: $(cat "$work/stdout")"
grep -q '1,5\|0,75' "$work/stdout" && ! grep -q '^0,75 1,5$' "$work/stdout" && fail 'a comma in JSON'
for case in "$work/cases"/*; do break; done
grep -q '0x1\.8p+0' "$case/case.yaml" || fail "the case lacks the number 1.5: $(cat "$case/case.yaml")"
run --stats "$case"
expect 0
finish
