#!/bin/sh
# run-options.sh -- the command line: usage errors, information about the tool, printing, several
# files, Ctrl-C, closed streams.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
graph=$srcdir/tools/tests/graph

# --- usage errors
run; expect 124 'no input file'
run --no-such-option x.bc; expect 124 "unknown option '--no-such-option'"
run --st x.bc; expect 124 "ambiguous option '--st': step-limit, stack-limit, stats"
run -x x.bc; expect 124 "unknown option '-x'"
run --stats=3 x.bc; expect 124 "'--stats=3' takes no value"
run x.bc --root; expect 124 "'--root' needs a value"
run x.bc -o; expect 124 "'-o' needs a value"
run --root Root x.bc; expect 124 '--root needs --args FILE'
run --args a.yaml x.bc; expect 120 'a.yaml:0: No such file'
run --root R --args a.yaml x.bc -- 3; expect 124 'no host code'
run --print-graph=svg x.bc; expect 124 '--print-graph takes text, dot, yaml'
run --host native x.bc; expect 124 '--host takes jit, interp'
run --progress yes x.bc; expect 124 '--progress takes auto, always, never'
run --width 4 x.bc; expect 124 '--width is auto, 1, or'
run --width ' 64' x.bc; expect 124 '--width is auto, 1, or'
run --width +64 x.bc; expect 124 '--width is auto, 1, or'
HPVM_RUN_ISA=v9
export HPVM_RUN_ISA
run x.bc; expect 124 "HPVM_RUN_ISA is 'v9', but this processor supports"
unset HPVM_RUN_ISA
run -j 0 x.bc; expect 124 "--jobs takes a number from 1 to 1024, not '0'"
run --jobs=2000 x.bc; expect 124 "--jobs takes a number from 1 to 1024, not '2000'"
run --width wide x.bc; expect 124 '--width is auto, 1, or'
run --schedule sideways x.bc; expect 124 '--schedule takes'
run --schedules none x.bc; expect 124 '--schedules takes a number'
run --schedules 0 x.bc; expect 124 "--schedules takes a number from 1 to 1M, not '0'"
run --seed x x.bc; expect 124 'is not a seed'
run --check=luck x.bc; expect 124 '--check takes'
run --schedule random x.bc; expect 124 '--schedule takes'
run --schedule random: x.bc; expect 124 '--schedule takes'
run --schedule random:1x x.bc; expect 124 'is not a seed'
for number in '' 0 -1 x 1x 1e 1e20 99999999999999999999 18446744073709551615K 1.5 1KB; do
	run --step-limit "$number" x.bc; expect 124 '--step-limit'
done
run --stack-limit 1 x.bc; expect 124 "--stack-limit takes a number from 4K to 64T, not '1'"
run --sem nothing x.bc; expect 124 'unknown profile'
run --sem fmuladd=thrice x.bc; expect 124 'no such value'
run --sem stream-capacity=0 x.bc; expect 124 'number of at least 1'
run -Wno-such-thing x.bc; expect 124 'unknown diagnostic'
run -Werror=no-such-thing x.bc; expect 124 'unknown diagnostic'
run -o out x.bc; expect 124 '-o needs'

# --- information about the tool
run --help; expect 0; prints 'Usage: hpvm-run' 'Exit status'
run --version; expect 0; prints 'hpvm-run ' 'LLVM '
run --list-diagnostics; expect 0; prints 'div-by-zero' 'trap or failed check'
run -W no-such-port --list-diagnostics; expect 0; prints 'no-such-port             warning'
run -Wno-no-such-port --list-diagnostics; expect 0; prints 'no-such-port             off'
run -Werror=zero-extent --list-diagnostics; expect 0
grep -q '^zero-extent  *error ' "$work/stdout" || fail 'severity was not changed'
if [ -w /dev/full ]; then
	label='--help >/dev/full'
	"$HPVM_RUN" --help >/dev/full 2>"$work/stderr"
	status=$?
	expect 124 'No space left'
fi

# --- rules that all commands share
build=$(dirname "$HPVM_RUN") ours=$HPVM_RUN
wrong_use() { # TEXT...: status 124, a message, and a line that names --help
	expect 124 "$@"
	[ "$(wc -l <"$work/stderr")" -eq 2 ] || fail 'standard error is not two lines'
	head -n 1 "$work/stderr" | grep -q "^hpvm-$tool: " || fail 'the message does not begin with the command'
	tail -n 1 "$work/stderr" | grep -qx "hpvm-$tool: wrong use; see hpvm-$tool --help (exit 124)" || fail 'the last line is another'
	[ ! -s "$work/stdout" ] || fail 'something is on standard output'
}
for tool in diff import opt reduce run spec trace; do
	HPVM_RUN=$build/hpvm-$tool lib_tool=hpvm-$tool
	[ -x "$HPVM_RUN" ] || [ $tool != import ] || continue # not built without protobuf-c
	run --help; expect 0; prints "Usage: hpvm-$tool" 'Exit status'
	[ ! -s "$work/stderr" ] || fail 'something is on standard error'
	grep -q ' $' "$work/stdout" && fail 'blanks at the end of a line'
	[ "$(wc -L <"$work/stdout")" -le 104 ] || fail 'a line is too long'
	mv "$work/stdout" "$work/help"
	run -h; expect 0
	cmp -s "$work/help" "$work/stdout" || fail '-h prints another text than --help'
	run --vers; expect 0; prints "hpvm-$tool "
	run --version extra -h; expect 0; prints "hpvm-$tool "
	if [ -w /dev/full ]; then
		label="hpvm-$tool --help >/dev/full"
		"$HPVM_RUN" --help >/dev/full 2>"$work/stderr"
		status=$?
		: >"$work/stdout"
		wrong_use 'standard output: No space left'
	fi
	run --no-such-option; wrong_use "unknown option '--no-such-option'"
	run --hlep x; wrong_use "unknown option '--hlep'; did you mean '--help'?"
	run --ouptut=x x; wrong_use "unknown option '--ouptut'; did you mean '--output'?"
	run -Z; wrong_use "unknown option '-Z'"
	run - -; wrong_use 'standard input (-) is given more than once'
	case $tool in
	diff) run --tap; wrong_use "only hpvm-spec has the option '--tap'" ;;
	*) run --bisect; wrong_use "only hpvm-diff has the option '--bisect'" ;;
	esac
	sed -n 's/^  \(-[A-Za-z], \)*\(--[a-z-]*\)\(.\{0,2\}\).*/\2;\3/p' "$work/help" >"$work/options"
	while IFS=';' read -r option argument; do
		case $argument in
		'' | '  ') run "$option=3"; wrong_use "'$option=3' takes no value" ;;
		'['*) ;;
		*) run x "$option"; wrong_use "'$option' needs a value" ;;
		esac
	done <"$work/options"
	[ "$(wc -l <"$work/options")" -ge 5 ] || fail 'hardly any option was tried'
	[ $tool = spec ] || { run; wrong_use 'no '; }
done
HPVM_RUN=$ours tool=run lib_tool=hpvm-run

# --- options that exclude each other, that are repeated, that have been renamed
run --print-graph --emit opencl x.bc; wrong_use '--print-graph and --emit cannot be combined'
run --list-diagnostics --list-backends; wrong_use '--list-diagnostics and --list-backends cannot be combined'
run --backends; expect 0 'hpvm-run: warning: --backends is the old spelling of --list-backends'; prints 'cpu '
mv "$work/stdout" "$work/old"
run --list-backends; expect 0
cmp -s "$work/old" "$work/stdout" || fail '--backends and --list-backends differ'
[ ! -s "$work/stderr" ] || fail 'something is on standard error'
HPVM_RUN=$build/hpvm-diff
run --list-backends; expect 0
cmp -s "$work/old" "$work/stdout" || fail 'hpvm-diff lists other backends'
HPVM_RUN=$ours
run --trace - x.bc; wrong_use '--trace cannot write to standard output'
run --diagnostics-output=- x.bc; wrong_use '--diagnostics-output cannot write to standard output'
run --root Root --args - -; wrong_use 'standard input (-) is given more than once'

# --- did you mean
run --host intrep x.bc; wrong_use "--host takes jit, interp, not 'intrep'; did you mean 'interp'?"
run --check=race,bonds x.bc; wrong_use "--check takes bounds, " "not 'bonds'; did you mean 'bounds'?"
run --schedule revers x.bc; wrong_use "did you mean 'reverse'?"
run --trace-level node,instanse x.bc; wrong_use "did you mean 'instance'?"
run --emit openlc:Leaf x.bc; wrong_use "not 'openlc'; did you mean 'opencl'?"
run --sem strickt x.bc; wrong_use "unknown profile" "did you mean 'strict'?"
run --sem fmulad=fused x.bc; wrong_use "unknown choice; did you mean 'fmuladd'?"
run --sem fmuladd=fuzed x.bc; wrong_use "no such value; did you mean 'fused'?"
run --passes wraper-api x.bc; wrong_use "did you mean 'wrapper-api'?"

# --- printing
compile "$graph/edge_one_to_one.c" "$work/pair.bc"
compile "$graph/stream.c" "$work/stream.bc"
run --print-graph "$work/pair.bc"; expect 0; prints 'Root: internal' 'one-to-one' 'First [n]: leaf'
run --print-graph=dot "$work/pair.bc"; expect 0; prints 'digraph' '->'
run --print-graph=yaml "$work/pair.bc"; expect 0; prints 'graph: "Root"'
run --print-code=Second "$work/pair.bc"; expect 0; prints Second
if grep -q First "$work/stdout"; then fail 'more than one function was printed'; fi
run --print-code "$work/pair.bc"; expect 0; prints First Second main
run --print-code=nothing "$work/pair.bc"; expect 120 '[no-such-function]'
run --print-code=Root "$work/pair.bc"; expect 123 '[unsupported-feature]'
run --print-graph -o "$work/graph.txt" "$work/stream.bc"; expect 0
[ ! -s "$work/stdout" ] || fail 'something was printed'
grep -q 'Twice' "$work/graph.txt" || fail 'the file lacks the graph'
run --print-graph=dot --print-graph=text -o - "$work/stream.bc"; expect 0
cmp -s "$work/stdout" "$work/graph.txt" || fail '-o - is not standard output, or the last form does not count'
run --print-graph --output "$work/nowhere/graph.txt" "$work/stream.bc"; expect 124 'No such file'
if [ -w /dev/full ]; then
	run --print-graph -o /dev/full "$work/stream.bc"; expect 124 '/dev/full' 'No space left'
fi
# a failure leaves an existing file unchanged, and creates none
echo precious >"$work/keep"
for what in --print-code=nothing --print-code=Root '--emit opencl:Nobody' '--emit ptx:Nobody'; do
	# shellcheck disable=SC2086
	run $what -o "$work/keep" "$work/pair.bc"
	[ $status -ge 120 ] || fail "exit status $status"
	[ "$(cat "$work/keep")" = precious ] || fail 'the file that was there is lost'
	# shellcheck disable=SC2086
	run $what -o "$work/none" "$work/pair.bc"
	[ ! -e "$work/none" ] || fail 'a file without contents is left'
done
run --print-code=Second -o "$work/keep" "$work/pair.bc"; expect 0
if grep -q precious "$work/keep" || ! grep -q Second "$work/keep"; then fail 'the file was not replaced'; fi

# names that are misspelt
run --map Frist=cpu "$work/pair.bc"; expect 120 '[no-such-node]' "did you mean 'First'?"
run --map Root/Secnd=cpu "$work/pair.bc"; expect 120 "did you mean 'Root/Second'?"
run --emit opencl:Secod "$work/pair.bc"; expect 120 "did you mean 'Second'?"
run --print-code=Seconde "$work/pair.bc"; expect 120 '[no-such-function]' "did you mean 'Second'?"
run --backend cpuu "$work/pair.bc"; expect 120 '[no-backend]' "did you mean 'cpu'?"

# --- standard input
feed() { # like run, with standard input from FILE
	count=$((count + 1)) label="$2 ... <$1" from=$1 tool=$2
	shift 2
	timeout 60 "$build/$tool" "$@" <"$from" >"$work/stdout" 2>"$work/stderr"
	status=$?
}
run --print-graph "$work/pair.bc"; expect 0
mv "$work/stdout" "$work/graph.txt"
feed "$work/pair.bc" hpvm-run --print-graph -; expect 0
cmp -s "$work/stdout" "$work/graph.txt" || fail 'the graph of - is another'
feed "$work/pair.bc" hpvm-opt - -o -; expect 0
mv "$work/stdout" "$work/written.bc"
run --print-graph "$work/written.bc"; expect 0
cmp -s "$work/stdout" "$work/graph.txt" || fail 'what hpvm-opt writes to - is another program'
# An output is also written on a small stack.
count=$((count + 1)) label='hpvm-opt on 64 KiB'
(ulimit -s 64 && "${HPVM_RUN%run}opt" "$work/pair.bc" -o "$work/small.bc" >"$work/stdout" 2>"$work/stderr")
status=$?
expect 0
# /dev/shm contains files like any other folder.
if shared=$(mktemp -d /dev/shm/hpvm-XXXXXX 2>/dev/null); then
	for what in new old; do
		feed "$work/pair.bc" hpvm-opt - -o "$shared/written.bc"; expect 0
		cmp -s "$shared/written.bc" "$work/written.bc" || fail "the $what file in /dev/shm is another program"
	done
	ln "$shared/written.bc" "$shared/other" # the file is replaced, as everywhere
	feed "$work/pair.bc" hpvm-opt - -o "$shared/written.bc"; expect 0
	[ "$(stat -c %h "$shared/other")" -eq 1 ] || fail 'a file in /dev/shm is written in place'
	rm -rf "$shared"
fi
run "$work/pair.bc"; expect 0
mv "$work/stdout" "$work/printed"
feed "$work/pair.bc" hpvm-run -; expect 0
cmp -s "$work/stdout" "$work/printed" || fail 'the program of - prints something else'
feed "$work/pair.bc" hpvm-diff -o - -; expect 0; prints 'Root/First' '2 same'
run --trace "$work/pair.hrt" "$work/pair.bc"; expect 0
"$build/hpvm-trace" query "$work/pair.hrt" >"$work/events" || fail 'no events'
feed "$work/pair.hrt" hpvm-trace query -; expect 0
cmp -s "$work/stdout" "$work/events" || fail 'the events of - are others'
count=$((count + 1)) label='a trace from a pipe'
# shellcheck disable=SC2002
cat "$work/pair.hrt" | "$build/hpvm-trace" query -o - - | cmp -s - "$work/events" || fail 'the events of a pipe are others'

# --- several files
cat >"$work/one.c" <<'END'
int two(int argc, char **argv);
int main(int argc, char **argv) { return two(argc, argv); }
END
cat >"$work/two.c" <<'END'
#include <stdio.h>
int two(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		printf("[%s]", argv[i]);
	return argc;
}
END
compile "$work/one.c" "$work/one.bc"
compile "$work/two.c" "$work/two.bc"
run "$work/one.bc" "$work/two.bc" -- a --b ''; expect 4; prints '[a][--b][]'
run "$work/one.bc" --host interp "$work/two.bc"; expect 1
for host in jit interp; do
	run --host $host "$work/one.bc"
	expect 120 '[unresolved-symbol]' "'two'" "one.c:2:42: error: undefined" "in function 'main'"
done
run "$work/two.bc"; expect 120 '[no-main]'
run "$work/one.bc" "$work/one.bc" "$work/two.bc"; expect 120 '[link-failed]'
# Many files are linked in parts. A message names the file nevertheless.
many=
for number in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40; do
	echo "define i32 @f$number() { ret i32 0 }" >"$work/many$number.ll"
	many="$many $work/many$number.ll"
done
run "$work/one.bc" $many "$work/two.bc" -- a; expect 2; prints '[a]'
run "$work/one.bc" $many "$work/many33.ll" "$work/two.bc"; expect 120 '[link-failed]' "many33.ll" "'f33'"
# ... also if one of them cannot be read twice.
cp "$work/many33.ll" "$work/twice.ll"
cat "$work/one.bc" | "$HPVM_RUN" - $many "$work/twice.ll" "$work/two.bc" >"$work/stdout" 2>"$work/stderr"
status=$?
expect 120 '[link-failed]' "twice.ll" "'f33'"
run -lno-such-library "$work/one.bc" "$work/two.bc"; expect 120 '[library-not-found]'

# --- Ctrl-C in a leaf that runs for a long time
cat >"$work/long.c" <<'END'
#include "graph.h"
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (volatile int k = 0; k >= 0; k = k & 1023)
		p[i] = k;
}
ROOT_OF(Leaf)
__attribute__((constructor)) static void begin(void)
{
	puts("begins");
	fflush(stdout);
}
MAIN(4)
END
compile "$work/long.c" "$work/long.bc" -I"$graph"
for host in jit interp; do
	label="Ctrl-C, $host"
	timeout -s KILL 120 "$HPVM_RUN" --host $host "$work/long.bc" >"$work/stdout" \
		2>"$work/stderr" </dev/null &
	interrupt $! "$work/stdout"
	count=$((count + 1))
	expect 122 '[interrupted]'
done

# --- the progress line: only on a terminal, and removed at the end
cat >"$work/slow.c" <<'END'
#include "graph.h"
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (volatile int k = 0; k < 40000; k++)
		p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(4000)
END
compile "$work/slow.c" "$work/slow.bc" -I"$graph"
run "$work/slow.bc"; expect 0
[ ! -s "$work/stderr" ] || fail 'something is on standard error'
if command -v script >/dev/null; then
	erase=$(printf '\r\033[K')
	count=$((count + 1)) label='progress on a terminal'
	script -qec "'$HPVM_RUN' '$work/slow.bc'" /dev/null >"$work/stderr" 2>&1 </dev/null
	status=$?
	grep -qF "Root/Leaf" "$work/stderr" || fail 'no progress line'
	grep -qF "/4000 (" "$work/stderr" || fail 'no count in the progress line'
	grep -qF "${erase}3999 0" "$work/stderr" || fail 'the line was not taken away'
	script -qec "'$HPVM_RUN' --progress never '$work/slow.bc'" /dev/null >"$work/stderr" 2>&1 \
		</dev/null
	if grep -qF "Root/Leaf" "$work/stderr"; then fail 'a progress line that was not wanted'; fi
fi

# --- closed streams
label='closed streams'
"$HPVM_RUN" "$work/two.bc" >&- 2>&- <&-
[ $? -eq 120 ] || fail 'exit status'
"$HPVM_RUN" "$work/one.bc" "$work/two.bc" 2>&- -- x >/dev/null
[ $? -eq 2 ] || fail 'exit status'
finish
