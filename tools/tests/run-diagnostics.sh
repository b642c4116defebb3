#!/bin/sh
# run-diagnostics.sh -- diagnostics as text (source lines, colours), JSON and SARIF, in files and on
# standard error, on every way to end; --explain. Uses PYTHON3 or python3 if available.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
here=$(cd "$srcdir" && pwd)/tools/tests
graph=$here/graph
python=${PYTHON3:-python3}
command -v "$python" >/dev/null || python=

same() { # WHAT; compares $work/a with $work/b
	cmp -s "$work/a" "$work/b" || fail "$1: $(diff "$work/a" "$work/b")"
}

checks() { # FORM FILE LINE...: FILE is well-formed, with these diagnostics and this end
	[ -n "$python" ] || return 0
	form=$1 file=$2
	shift 2
	printf '%s\n' "$@" >"$work/b"
	"$python" "$here/check-diagnostics.py" "$form" "$file" >"$work/a" 2>"$work/why" ||
		fail "$form: $(cat "$work/why")"
	same "$form"
}

json_ends() { # STATUS OUTCOME: of the last run
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	case $(tail -n 1 "$work/stderr") in
	'{"kind":"outcome","outcome":"'$2'","exit":'$1,*'}') ;;
	*) fail "the last line does not say $2" ;;
	esac
}

mkdir "$work/src" "$work/elsewhere"
cat >"$work/src/divide.c" <<'END'
#include "graph.h"
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 100 / ((int)i - 3);	/* größer */
}
ROOT_OF(Leaf)
MAIN(5)
END
(cd "$work/src" && srcdir=$(cd "$here/../.." && pwd) && compile divide.c ../divide.bc -I"$graph") || exit 99
compile "$graph/zero_extent.c" "$work/warning.bc"
compile "$graph/exit_status.c" "$work/good.bc"
cat >"$work/good.c" <<'END'
int main(int argc, char **argv) { return argc - 1; }
END
compile "$work/good.c" "$work/good.bc"

# --- the source line: found by the directory of debug info, by the working directory, and not at
# all
excerpt='    5 |         p[i] = 100 / ((int)i - 3);      /* größer */
      |                    ^'
last_lines() { sed -n '2,3p' "$work/stderr" >"$work/a"; printf '%s\n' "$excerpt" >"$work/b"; }
run "$work/divide.bc"; expect 121 'divide.c:5:13: error: division by zero [div-by-zero] (H4)' \
	'  in function ' '  at node Root/Leaf, instance (3), execution 0'
last_lines; same 'source line'
mv "$work/src/divide.c" "$work/elsewhere"
run "$work/divide.bc"; expect 121 '[div-by-zero]'
if grep -q '|' "$work/stderr"; then fail 'a source line of nowhere'; fi
(cd "$work/elsewhere" && "$HPVM_RUN" ../divide.bc >/dev/null 2>"$work/stderr")
last_lines; same 'source line in the working directory'
mv "$work/elsewhere/divide.c" "$work/src"
printf 'one line\n' >"$work/elsewhere/divide.c"
rm -f "$work/elsewhere/divide.c"

# --- colours: on request, and on a terminal
escape=$(printf '\033')
run "$work/divide.bc"
if grep -qF "$escape" "$work/stderr"; then fail 'colours in a file'; fi
run --color always "$work/divide.bc"; expect 121 "${escape}[1;31merror:" "${escape}[1;32m^" 'division by zero'
run --color maybe "$work/divide.bc"; expect 124 '--color takes auto, always, never'
if command -v script >/dev/null; then
	for colours in yes no; do
		count=$((count + 1)) label="on a terminal, $colours"
		none=; [ $colours = yes ] || none=1
		NO_COLOR=$none TERM=xterm script -qec "'$HPVM_RUN' '$work/divide.bc'" /dev/null \
			>"$work/stderr" 2>&1 </dev/null
		grep -qF "${escape}[1;31m" "$work/stderr" && found=yes || found=no
		[ $found = $colours ] || fail "colours: $found"
	done
fi

# --- JSON
run --diagnostics=json "$work/divide.bc"; json_ends 121 trap
checks json "$work/stderr" div-by-zero 'trap 121'
for text in '"file":"divide.c"' '"line":5,"column":13' '"function":"Leaf"' '"node":"Root/Leaf"' \
	'"instance":[3]' '"execution":0' '"clause":"H4"'; do
	grep -qF -- "$text" "$work/stderr" || fail "lacks $text"
done
run --diagnostics=json "$work/warning.bc"; checks json "$work/stderr" zero-extent 'ok 0'
run --diagnostics=json -Werror=zero-extent "$work/warning.bc"
checks json "$work/stderr" zero-extent 'trap 121'
run --diagnostics=json "$work/good.bc" -- a b c; json_ends 3 ok
checks json "$work/stderr" 'ok 3'
run --diagnostics=json --print-graph "$work/divide.bc"; json_ends 0 ok
run --diagnostics=json --step-limit 10 "$work/divide.bc"; json_ends 122 limit
name=$(printf '%s/a"\\\001\377\303\244.bc' "$work")
run --diagnostics=json "$name"; json_ends 120 reject
checks json "$work/stderr" unreadable-file 'reject 120'
grep -qF 'a\"\\\u0001\ufffdä.bc' "$work/stderr" || fail 'escapes'
run --diagnostics=xml "$work/good.bc"; expect 124 '--diagnostics takes text, json, sarif'

# --- the other place of a race
"$CLANG" -w -g -O1 "-I$srcdir/src" -emit-llvm -c "$graph/check_race_neighbour.c" -o "$work/race.bc" ||
	fail 'check_race_neighbour.c does not compile'
write=$(grep -n 'p\[i + 1\] =' "$graph/check_race_neighbour.c" | cut -d: -f1)
run --check=race "$work/race.bc"; expect 121 "check_race_neighbour.c:$write:" ': note: the other access' \
	"  at node Root/Leaf, instance (0), execution 0"
run --check=race --diagnostics=json "$work/race.bc"; checks json "$work/stderr" data-race 'trap 121'
for text in '"related":[{"what":"the other access"' "\"line\":$write" '"instance":[0],"execution":0,"value":"' \
	'"execution":0,"count":' ',"value":"' ',"object":"byte 4 of argument 0 ' '"origin":"tracked at '; do
	grep -qF -- "$text" "$work/stderr" || fail "lacks $text"
done
run --check=race --diagnostics=sarif --diagnostics-output "$work/log.sarif" "$work/race.bc"
checks sarif "$work/log.sarif" data-race 'trap 121'
grep -qF '"relatedLocations":[{"id":1,"message":{"text":"the other access"},"physicalLocation"' "$work/log.sarif" ||
	fail 'lacks relatedLocations'
for text in '"occurrenceCount":' '"object":"byte 4 of argument 0 ' '"origin":"tracked at '; do
	grep -qF -- "$text" "$work/log.sarif" || fail "the log lacks $text"
done
run --schedules 2 --diagnostics=json "$work/race.bc"; checks json "$work/stderr" order-dependent 'trap 121'
for text in '"related":[{"what":"the last write in the other order"' ',"object":"element 2 (byte 8) of argument 0 ' '"origin":"tracked at '; do
	grep -qF -- "$text" "$work/stderr" || fail "lacks $text"
done
! grep -q '"object":"[^"]*tracked' "$work/stderr" || fail 'the origin is in the object'
facts() { # the report has these fields; ID is repeated for each report
	compile "$graph/$1.c" "$work/facts.bc"
	id=$2 options=$3
	shift 3
	# shellcheck disable=SC2086
	run $options --diagnostics=json "$work/facts.bc"; checks json "$work/stderr" $id 'trap 121'
	for text; do grep "\"id\":\"${id%% *}\"" "$work/stderr" | grep -qF -- "$text" || fail "lacks $text"; done
}
facts check_write_through_in write-through-in --check=attributes '"count":4' '"value":"' '"object":"byte 0 of argument 0' \
	'"origin":"tracked at ' '"fix":"__hpvm__attributes('
facts check_use_after_free_before use-after-free '' '"value":"1"' '"object":"byte 0 of argument 0' '"origin":"tracked at '
facts keep_going_bounds out-of-bounds --keep-going '"count":6' '"value":"1"' '"object":"argument 0'
facts keep_going div-by-zero --keep-going '"count":2'
facts order_count 'order-dependent order-dependent' '--check=order --keep-going --sem edge-value=schedule' '"count":3' '"related":[{"what":"the last write in the other order"'
facts memory_stale_count 'stale-host-read stale-host-read' '--memory split --keep-going' '"count":12' '"count":3'
facts memory_stale_count_writers 'stale-host-read stale-host-read' '--check=memory,race --keep-going' '"count":6' '"count":4' '"related":[{"what":"the write"'
run --memory split --keep-going --diagnostics=sarif --diagnostics-output "$work/log.sarif" "$work/facts.bc"
checks sarif "$work/log.sarif" stale-host-read 'trap 121'
grep -qF '"occurrenceCount":10' "$work/log.sarif" || fail 'the log lacks the count of stale-host-read'
facts check_uninit_object uninitialised --check=uninit '"origin":"byte 8 of an object of 32 bytes'
facts check_misaligned misaligned '' '"value":"1"' '"object":"byte 4 of argument 0'

# --- a separate file: standard error stays the same
run --diagnostics=json --diagnostics-output "$work/log.json" "$work/divide.bc"; expect 121 '[div-by-zero]'
checks json "$work/log.json" div-by-zero 'trap 121'
run --diagnostics-output "$work/log.txt" --color always "$work/divide.bc"; expect 121
tail -n 1 "$work/log.txt" | grep -qx 'hpvm-run: trap or failed check (exit 121)' || fail 'last line of the file'
if grep -qF "$escape" "$work/log.txt"; then fail 'colours in the file'; fi
run --diagnostics-output "$work/nowhere/x" "$work/good.bc"; expect 124 'No such file'
run --diagnostics-output "$work/nowhere/x" --list-diagnostics; expect 0

# --- SARIF
run --diagnostics=sarif --diagnostics-output "$work/log.sarif" "$work/divide.bc"; expect 121 '[div-by-zero]'
checks sarif "$work/log.sarif" div-by-zero 'trap 121'
for text in '"uri":"divide.c"' '"startLine":5,"startColumn":13' '"fullyQualifiedName":"Root/Leaf"' \
	'größer' '"instance":[3]' '"exitCode":121'; do
	grep -qF -- "$text" "$work/log.sarif" || fail "lacks $text"
done
run --diagnostics=sarif "$work/divide.bc"
tail -n 1 "$work/stderr" >"$work/line.sarif"
checks sarif "$work/line.sarif" div-by-zero 'trap 121'
run --diagnostics=sarif "$work/good.bc" -- a; tail -n 1 "$work/stderr" >"$work/line.sarif"
checks sarif "$work/line.sarif" 'ok 1'
run --keep-going --diagnostics=sarif --diagnostics-output "$work/log.sarif" \
	-Werror=zero-extent "$work/warning.bc"
checks sarif "$work/log.sarif" zero-extent 'trap 121'
run --diagnostics=sarif --diagnostics-output /dev/stdout "$work/good.bc"
case $status in 0 | 124) ;; *) fail 'a log in a pipe' ;; esac
mkfifo "$work/pipe"
cat "$work/pipe" >/dev/null &
run --diagnostics=sarif --diagnostics-output "$work/pipe" "$work/good.bc"; expect 124 'Illegal seek'
wait

# --- exits without an outcome: the log in a file is still complete
cat >"$work/leave.c" <<'END'
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	const char *way = argv[1];

	__hpvm__init();
	llvm_hpvm_untrack_mem(&argc);    /* a warning */
	if (strcmp(way, "_exit") == 0)
		_exit(5);
	if (strcmp(way, "kill") == 0)
		kill(getpid(), 9);
	if (strcmp(way, "abort") == 0)
		abort();
	if (strcmp(way, "heap") == 0) {
		char *p = malloc(40);

		memset(p - 16, 0x41, 64);
		free(p);
		free(p);
		abort();
	}
	if (strcmp(way, "fork") == 0 && fork() == 0) {
		llvm_hpvm_untrack_mem(&argc);
		exit(0);
	}
	wait(NULL);
	llvm_hpvm_untrack_mem(argv);
	__hpvm__cleanup();
	return 0;
}
END
compile "$work/leave.c" "$work/leave.bc" -Wno-everything -include signal.h
leave() { # the ids and the end in the file
	way=$1
	shift
	run --diagnostics=sarif --diagnostics-output "$work/log.sarif" "$work/leave.bc" -- "$way"
	checks sarif "$work/log.sarif" "$@"
}
leave _exit untrack-unknown 'unknown unknown'
leave kill untrack-unknown 'unknown unknown'
leave abort untrack-unknown program-died 'trap 121'
leave heap untrack-unknown program-died 'trap 121'
leave fork untrack-unknown untrack-unknown 'ok 0'
[ "$(grep -c '\[untrack-unknown\]' "$work/stderr")" -eq 3 ] || fail 'what the fork said is lost'
run --diagnostics=json "$work/leave.bc" -- heap; json_ends 121 trap
run --diagnostics=json "$work/leave.bc" -- abort; json_ends 121 trap

# --- Ctrl-C
label='Ctrl-C with JSON' count=$((count + 1))
printf 'int puts(const char *); int fflush(void *);\nint main(void) { puts("begins"); fflush(0); for (;;) __asm__ volatile(""); }\n' \
	>"$work/endless.c"
compile "$work/endless.c" "$work/endless.bc"
"$HPVM_RUN" --diagnostics=json "$work/endless.bc" >"$work/stdout" 2>"$work/stderr" </dev/null &
interrupt $! "$work/stdout"
json_ends 122 limit
checks json "$work/stderr" interrupted 'limit 122'

# --- --explain: every diagnostic, clauses, and unknown names
run --explain list; expect 0
awk '{ print $1 }' "$work/stdout" >"$work/a"
"$HPVM_RUN" --list-diagnostics | awk '{ print $1 }' >"$work/b"
same '--explain list'
for name in $(cat "$work/b"); do
	run --explain "$name"; expect 0; prints "$name: " 'Example' 'Fix  '
	[ "$(wc -l <"$work/stdout")" -ge 8 ] || fail 'too short'
done
for clause in $("$HPVM_RUN" --list-diagnostics | awk '{ print $3 }' | grep -v '^-$' | sort -u); do
	run --explain "$clause"; expect 0; prints "$clause  " 'Diagnostics: '
done
run --explain T; expect 0; prints 'T  Every tensor operation returns a new tensor'
run --explain T7; expect 0; prints 'T7  Fusing'
run --explain '[div-by-zero]'; expect 0; prints 'div-by-zero: error, clause H4'
run --explain zero-extent; expect 0; prints 'when it is made an error'
run --explain nothing; expect 124 "unknown diagnostic or clause 'nothing'"
run --explain ''; expect 124 "unknown diagnostic or clause ''"
near() { # NAME ID; "" for none
	run --explain "$1"; expect 124 "clause '$1'${2:+; did you mean '$2'?}; list them with --explain list"
}
near datarace data-race
near DATA_RACE data-race
near uninitialized uninitialised
near '[out-of-bound]' out-of-bounds
near race data-race
near divergence barrier-divergence
near M99 ''
near nothing ''
near "$(printf '%0100d' 0)" ''
run -Werror=datarace x.bc; expect 124 "-Werror=datarace: unknown diagnostic; did you mean 'data-race'?"
run -Wno-zero-extend x.bc; expect 124 "did you mean 'zero-extent'?"
finish
