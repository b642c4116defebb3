#!/bin/sh
# run-modules.sh -- hpvm-run --list-backends: every module is a line of output, however faulty it
# is.
. "${srcdir:-.}/tools/tests/lib.sh"
modules=backends/tests/.libs
[ -d "$modules" ] || { echo "no $modules" >&2; exit 99; }

lists() { # LINE: a whole line of output
	grep -qxF -- "$1" "$work/stdout" || fail "no line '$1' in: $(cat "$work/stdout")"
}

printf 'no shared object\n' >"$work/backend-text.so"
cp "$modules/backend-wrong.so" "$work/backend-two.so"
run --list-backends --backend-path "$modules" --backend-path "$work"
expect 0
lists 'closes     unavailable: it crashed while loading (SIGABRT)'
lists 'crashes    unavailable: it crashed while loading (SIGSEGV)'
lists 'exits      unavailable: it ended the process while loading (exit 3)'
lists "lacks      unavailable: its symbol 'hr_backend_module' lacks callbacks"
lists "misnamed   unavailable: it calls itself 'wrong'"
lists 'out        unavailable: there is no driver'
lists "symbol     unavailable: it has no symbol 'hr_backend_module'"
lists 'version    unavailable: it was built for version 99 of the interface; this is version 2'
lists 'wrong      ready'
lists '           device: the second device'
lists "two        unavailable: it calls itself 'wrong'"
prints 'text       unavailable: cannot load it: ' 'backend-text.so'
[ ! -s "$work/stderr" ] || fail 'something is on standard error'

# The first directory takes precedence.
mkdir "$work/first"
cp "$modules/backend-version.so" "$work/first/backend-wrong.so"
run --list-backends --backend-path "$work/first:$modules"
expect 0
lists 'wrong      unavailable: it was built for version 99 of the interface; this is version 2'
finish
