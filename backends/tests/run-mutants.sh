#!/bin/sh
# run-mutants.sh -- every miscompilation of the backend `mutant` (mutant/) is one: it changes what a small program
# prints, which without it is what the interpreter prints.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
modules=backends/tests/.libs
here=$srcdir/backends/tests/mutant
[ -f "$modules/backend-mutant.so" ] || { echo "no $modules/backend-mutant.so" >&2; exit 99; }

# All names have a case, and no case has another name.
MUTANT=list MUTANT_LIST=$work/list "$HPVM_RUN" --backends --backend-path $modules >/dev/null 2>&1
sort "$work/list" >"$work/names"
sed -n 's/^\([a-z-]*\) -O.*/\1/p' "$here/cases" | sort >"$work/cases"
label=cases
: >"$work/stderr"
cmp -s "$work/names" "$work/cases" || fail "$(diff "$work/names" "$work/cases")"
[ "$(wc -l <"$work/names")" -ge 40 ] || fail "there are only $(wc -l <"$work/names")"

while read -r name level body; do
	case $name in '#'* | '') continue ;; esac
	compile "$here/program.c" "$work/$name.bc" "$level" "-DBODY=$body"
	unset MUTANT
	run "$work/$name.bc"; expect 0
	cp "$work/stdout" "$work/expected"
	run --backend mutant --backend-path $modules -j 1 "$work/$name.bc"; expect 0
	cmp -s "$work/stdout" "$work/expected" || fail "$name: differs without a mistake"
	! grep -q '\[backend-refuses\]' "$work/stderr" || fail "$name: a leaf is refused"
	MUTANT=$name
	export MUTANT
	run --backend mutant --backend-path $modules -j 1 "$work/$name.bc"; expect 0
	! cmp -s "$work/stdout" "$work/expected" || fail "$name: changes nothing"
	! grep -q '\[backend-refuses\]' "$work/stderr" || fail "$name: a leaf is refused"
done <"$here/cases"
finish
