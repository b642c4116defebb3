#!/bin/sh
# run-reduce.sh -- hpvm-reduce: cases of backends that compute wrong results become small and still
# show the finding.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
build=$(dirname "$HPVM_RUN")
diff=$build/hpvm-diff
HPVM_RUN=$build/hpvm-reduce
modules=backends/tests/.libs
here=$srcdir/backends/tests/mutant
[ -f "$modules/backend-mutant.so" ] || { echo "no $modules/backend-mutant.so" >&2; exit 99; }

ends() { # STATUS TEXT...
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	shift
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}

run; ends 124 'no case'
run a b; ends 124 "unexpected case 'b'"
run "$work"; ends 124 'is not a case'
run --nothing x; ends 124 'unknown option'
run --time-limit none x; ends 124 '--time-limit takes a number of seconds'
run --help; ends 0; prints 'Usage: hpvm-reduce'
run --version; ends 0; prints 'hpvm-reduce '
run -o - "$work"; ends 124
run --backend-time-limit 0 "$work"; ends 124

# Its folder is created in TMPDIR, before the case is read.
mkdir "$work/no-case"
echo 'x: 1' >"$work/no-case/case.yaml"
run "$work/no-case"; ends 120 'this is not a case of hpvm-diff'
given=${TMPDIR-/tmp} TMPDIR=$work/none
export TMPDIR
run "$work/no-case"; ends 123 'a folder for temporary files (TMPDIR): No such file or directory'
TMPDIR=$given

# At most INSTANCES instances and INSTRUCTIONS instructions may be left of the case of NAME.
reduces() {
	level=$(sed -n "s/^$1 \(-O[0-9]\) .*/\1/p" "$here/cases")
	body=$(sed -n "s/^$1 -O[0-9] //p" "$here/cases")
	compile "$here/program.c" "$work/$1.bc" "$level" "-DBODY=$body"
	MUTANT=$1
	export MUTANT
	"$diff" -q -j 1 --backends mutant --backend-path $modules --cases "$work/$1" "$work/$1.bc" \
		>"$work/table" 2>/dev/null
	[ $? -eq 121 ] || { label=$1; fail "is not found: $(cat "$work/table")"; return; }
	for case in "$work/$1"/*; do break; done
	count=$((count + 1)) label="hpvm-reduce $1"
	timeout 200 "$HPVM_RUN" -j 1 --backend-path $modules "$case" -o "$work/$1.small" >"$work/stdout" \
		2>"$work/stderr" </dev/null
	status=$?
	ends 0
	left=$(sed -n 's/^after: \([0-9]*\) instances, [0-9]* bytes of memory, \([0-9]*\) instructions$/\1 \2/p' \
		"$work/stdout")
	[ "${left% *}" -le "$2" ] && [ "${left#* }" -le "$3" ] || fail "leaves $(cat "$work/stdout")"
	prints "left: '" " on backend 'mutant', verdict " 'define '
	grep -q '^define ' "$work/$1.small/leaf.ll" || fail 'the case has no leaf.ll'
	# The case names the folder of its backend.
	count=$((count + 1)) label="hpvm-diff $1.small without --backend-path"
	"$diff" -q -j 1 "$work/$1.small" >"$work/stdout" 2>"$work/stderr"
	[ $? -eq 121 ] || fail 'does not find the backend'
	count=$((count + 1)) label="hpvm-diff $1.small"
	"$diff" -q -j 1 --backend-path $modules "$work/$1.small" >"$work/stdout" 2>"$work/stderr"
	status=$?
	ends 121
	unset MUTANT
	"$build/hpvm-run" -q --check=all "$work/$1.small" >"$work/stdout" 2>"$work/stderr" ||
		fail 'what is left has errors'
}
reduces wrong-fold 2 5
reduces no-barrier 4 14
reduces few-instances 4 6
# A system that prevents reading says nothing of the case.
count=$((count + 1)) label='ulimit -n 5'
(ulimit -n 5; exec timeout 60 "$HPVM_RUN" "$work/wrong-fold.small") >"$work/stdout" 2>"$work/stderr" </dev/null
status=$?
ends 123 '[system-limit]' 'Too many open files'
cp -r "$work/wrong-fold.small" "$work/nowhere"
sed '/backend-path/d' "$work/wrong-fold.small/case.yaml" >"$work/nowhere/case.yaml"
run "$work/nowhere"
ends 120 "the case is for backend 'mutant': no backend-mutant.so in"
sed 's/backend: "mutant"/backend: "version"/' "$work/wrong-fold.small/case.yaml" >"$work/version.yaml"
cp -r "$work/wrong-fold.small" "$work/version" && cp "$work/version.yaml" "$work/version/case.yaml"
run --backend-path $modules "$work/version"
ends 123 "the case is for backend 'version': it was built for version 99"
# A case that a stranger has written: its parts do not fit together.
hostile() { # TEXT COMMAND
	rm -rf "$work/hostile"
	cp -r "$work/wrong-fold.small" "$work/hostile"
	sed -i '/^  - {name: /d; s/^  files:.*/  files: []/' "$work/hostile/case.yaml"
	(cd "$work/hostile" && eval "$2") || exit 99
	run --backend-path $modules "$work/hostile"; label="$2"
	ends 120 "$1"
}
hostile 'leaf.bc does not have the leaf that case.yaml names' 'sed -i "s/^  leaf: .*/  leaf: \"nobody\"/" case.yaml'
hostile 'as many parameters as case.yaml has arguments' 'echo "  - 1" >>case.yaml'
hostile 'no extents of grids' 'sed -i "s/^  levels: .*/  levels: [[0], []]/" case.yaml'
hostile 'no extents of grids' 'sed -i "s/^  levels: .*/  levels: [[0x7fffffffffffffff, 2], []]/" case.yaml'
hostile '[malformed-file]' 'printf "BC\300\336 and nothing else" >leaf.bc'
hostile '[not-bitcode]' 'echo nothing >leaf.bc'
# When it is killed, no process of it is left.
compile "$srcdir/backends/tests/worker.c" "$work/worker.bc"
ROGUE=loops
export ROGUE
"$diff" -q --backend-time-limit 1 --backends rogue --backend-path $modules --cases "$work/loops" "$work/worker.bc" >/dev/null 2>&1
count=$((count + 1)) label='hpvm-reduce, killed'
TRIALS_OF=$work "$HPVM_RUN" -q --backend-path $modules --backend-time-limit 30 "$work/loops/Root.Fill.rogue" >/dev/null \
	2>"$work/stderr" </dev/null &
number=$!
marked() { grep -alF "TRIALS_OF=$work" /proc/[0-9]*/environ 2>/dev/null; }
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ "$(marked | wc -l)" -lt 3 ] || break      # itself, hpvm-diff, the backend's process
	sleep 0.5
done
[ "$(marked | wc -l)" -ge 3 ] || fail 'no trial has begun'
kill -9 $number; wait $number 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10; do
	[ -n "$(marked)" ] || break
	sleep 0.2
done
[ -z "$(marked)" ] || { fail "$(marked) still run"; marked | cut -d/ -f3 | xargs kill -9; }
unset ROGUE
run --backend-time-limit soon x; ends 124 '--backend-time-limit takes a number of seconds'
run --backend-path $modules "$work/wrong-fold.small"
ends 121 "backend 'mutant' does not get the verdict 'differs' for 'First'"
finish
