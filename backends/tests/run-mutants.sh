#!/bin/sh
# run-mutants.sh -- every miscompilation of the backend `mutant` (mutant/) is effective: it changes
# the output of a small program, which otherwise equals the interpreter's; and hpvm-diff finds it,
# and names the right node.
# MUTANTS_REDUCED: names of those that hpvm-reduce must make smaller, or `all` (make
# check-miscompilations).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
modules=backends/tests/.libs
here=$srcdir/backends/tests/mutant
diff=${HPVM_DIFF:-./hpvm-diff} reduce=${HPVM_REDUCE:-./hpvm-reduce}
reduced=${MUTANTS_REDUCED:-drop-store stale-input}
[ -x "$diff" ] || { echo "no $diff" >&2; exit 99; }
[ -f "$modules/backend-mutant.so" ] || { echo "no $modules/backend-mutant.so" >&2; exit 99; }

# Every name has a case, and every case a name.
MUTANT=list MUTANT_LIST=$work/list "$HPVM_RUN" --list-backends --backend-path $modules >/dev/null 2>&1
sort "$work/list" >"$work/names"
sed -n 's/^\([a-z-]*\) -O.*/\1/p' "$here/cases" | sort >"$work/cases"
label=cases
: >"$work/stderr"
cmp -s "$work/names" "$work/cases" || fail "$(diff "$work/names" "$work/cases")"
[ "$(wc -l <"$work/names")" -ge 40 ] || fail "there are only $(wc -l <"$work/names")"

# found NAME: finds a difference in one node, none in the other, and none without the error
found() {
	wrong=First right=Second
	[ "$1" != stale-code ] || wrong=Second right=First
	MUTANT_UNIT=$wrong
	export MUTANT_UNIT
	differ 121
	grep -q "^Root/$right .* same\$" "$work/stdout" || fail "$1: Root/$right is blamed: $(cat "$work/stdout")"
	! grep -q "^Root/$wrong .* same\$" "$work/stdout" || fail "$1: Root/$wrong is not blamed"
	grep -q "error: backend 'mutant'.*'Root/$wrong'.*\[backend-" "$work/stderr" || fail "$1: no diagnostic"
	[ "$(grep -c '\[[a-z-]*\]$' "$work/stderr")" -eq 1 ] || fail "$1: more than one diagnostic"
	[ "$1" != double-store ] || expect 121 '[backend-fault]' 'between outputs'
	# hpvm-reduce runs each unit in a process of its own, where no code of another unit is kept.
	[ "$1" = stale-code ] || case " $reduced " in *" all "* | *" $1 "*) reduces "$1" ;; esac
	unset MUTANT MUTANT_UNIT
	differ 0
}

# reduces NAME: the case that is written reproduces the difference, and so does a smaller one
reduces() {
	count=$((count + 1)) label="hpvm-reduce $1" kept=$work/cases/Root.$wrong.mutant
	rm -rf "$work/cases"
	timeout 60 "$diff" -j 1 --backend-path $modules --backends mutant --cases "$work/cases" "$work/$1.bc" \
		>/dev/null 2>"$work/stderr" </dev/null
	[ -d "$kept" ] || { fail 'no case'; return; }
	MUTANT= "$HPVM_RUN" -q --check=all "$kept" >/dev/null 2>"$work/stderr" || fail 'the case has errors of its own'
	timeout 300 "$reduce" -q -j 1 --backend-path $modules "$kept" >/dev/null 2>"$work/stderr" </dev/null ||
		fail "exit status $?"
	! grep -q warning: "$work/stderr" || fail 'it warns'
	for fill in 0 17 203; do
		MALLOC_PERTURB_=$fill timeout 60 "$diff" -j 1 --backend-path $modules -o "$work/table" "$kept-reduced" \
			>/dev/null 2>"$work/stderr" </dev/null
		[ $? -eq 121 ] || fail "the reduced case does not show it: $(cat "$work/table")"
	done
	[ "$(wc -c <"$kept-reduced/leaf.bc")" -le "$(wc -c <"$kept/leaf.bc")" ] || fail 'it is larger'
}

differ() { # EXIT-STATUS of hpvm-diff
	count=$((count + 1)) label="hpvm-diff $name"
	timeout 60 "$diff" -j 1 $where --backend-path $modules --backends mutant -o "$work/table" "$work/$name.bc" \
		>/dev/null 2>"$work/stderr" </dev/null
	status=$?
	cp "$work/table" "$work/stdout"
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
}

while read -r name level body; do
	case $name in '#'* | '') continue ;; esac
	# Each worker builds its unit alone, so only one process for all keeps the code of another unit.
	where=
	[ "$name" != stale-code ] || where=--in-process
	case $name in *-stream) program=stream.c ;; *) program=program.c ;; esac
	compile "$here/$program" "$work/$name.bc" "$level" "-DBODY=$body"
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
	found "$name"
done <"$here/cases"
finish
