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
lists 'version    unavailable: it was built for version 99 of the interface; this is version 3'
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
lists 'wrong      unavailable: it was built for version 99 of the interface; this is version 3'

# --- several modules in one file: the symbol of its name goes before hr_backend_module, wherever the link points from
mkdir "$work/linked"
[ -h backends/.libs/backend-fpga.so ] || fail 'backend-fpga.so is no link'
ln -s "$(pwd)/backends/.libs/backend-opencl.so" "$work/linked/backend-fpga.so"
ln -s "$(pwd)/backends/.libs/backend-opencl.so" "$work/linked/backend-another.so"
run --list-backends --backend-path "$work/linked"; expect 0
prints "another    unavailable: it calls itself 'opencl'"
grep -q '^fpga       ready' "$work/stdout" || grep -q '^fpga       unavailable: .*OpenCL' "$work/stdout" || fail "fpga: $(cat "$work/stdout")"
! grep -q "fpga .* it calls itself" "$work/stdout" || fail 'fpga is opencl'

# --- a module that prints units, and runs none
emit=$srcdir/backends/tests/opencl/emit.ll
run --list-backends --backend-path "$modules"
lists 'emits      unavailable: it runs nothing: it prints units (--emit)'
lists '           option: fail=never|begin|unit|end (default never): where it fails'
run --emit names --backend-path "$modules" "$emit"; expect 0
lists 'Blur of Root/Blur'
run --emit names:Blur --backend-path "$modules" "$emit"; expect 0
[ "$(cat "$work/stdout")" = 'Blur of Root/Blur' ] || fail "prints $(cat "$work/stdout")"
run --emit list:Blur --emit-arch new --backend-path "$modules" "$emit"; expect 0
[ "$(cat "$work/stdout")" = "new:
Blur of Root/Blur" ] || fail "prints $(cat "$work/stdout")"
run --emit list:Blur --backend-option emits.arch=old --backend-path "$modules" "$emit"; expect 0; lists 'old:'
# --emit and --backend-option read tables of modules, and open none.
export WRONG_OPENED="$work/opened"
run --emit list:Blur --backend-option emits.arch=old --backend-path "$modules" "$emit"; expect 0; lists 'old:'
[ ! -e "$work/opened" ] || fail "--emit opened a module"
run --list-backends --backend-path "$modules"; expect 0
[ -e "$work/opened" ] || fail "--list-backends opened no module"
unset WRONG_OPENED
run --emit names --emit-arch new --backend-path "$modules" "$emit"; expect 124 "--emit-arch is for --emit of code for an architecture, and 'names' is none"
run --emit list --emit-arch a,b --backend-path "$modules" "$emit"; expect 124 '--emit list takes one architecture, not several'
run --emit nams --backend-path "$modules" "$emit"; expect 124 "--emit takes " "names" "not 'nams'; did you mean 'names'?"
run --emit names --backend-option emits.fail=uni --backend-path "$modules" "$emit"
expect 124 "--backend-option emits.fail takes never, begin, unit, end, not 'uni'; did you mean 'unit'?"
run --emit names --backend-option emits.fail=unit --backend-path "$modules" "$emit"
expect 123 '[not-translated]' "refused by the backend: it was told to"
lists "# Root/Wide: not translated: refused by the backend: it was told to"
run --emit list --backend-option emits.fail=unit --backend-path "$modules" "$emit"; expect 123 '[left-out]' '[no-image]' 'no leaf could be translated'
run --emit list --backend-option emits.fail=begin --backend-path "$modules" "$emit"; expect 123 '[no-image]' 'it does not begin'
run --emit list --backend-option emits.fail=end -o "$work/list" --backend-path "$modules" "$emit"; expect 123 '[no-image]' 'it does not end'
[ ! -e "$work/list" ] || fail 'a file is there though it failed'
run --backend emits --backend-path "$modules" "$emit"; expect 123 '[backend-out]' 'it runs nothing'
finish
