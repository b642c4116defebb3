#!/bin/sh
# run-trace.sh -- hpvm-run --trace and hpvm-trace: what is recorded, that it is the same at every
# width, the exports, and invalid files.
. "${srcdir:-.}/tools/tests/lib.sh"
: "${HPVM_TRACE:=./hpvm-trace}" "${FUZZ_TRACE:=./tools/fuzz/fuzz-trace}"
[ -x "$HPVM_TRACE" ] || { echo "no $HPVM_TRACE" >&2; exit 99; }
need_clang
compile "$srcdir/tools/tests/trace/chain.c" "$work/chain.bc"
compile "$srcdir/tools/tests/graph/stream.c" "$work/stream.bc"
compile "$srcdir/tools/tests/trace/chain.c" "$work/long.bc" -DTIMES=3000
compile "$srcdir/tools/tests/trace/outputs.c" "$work/outputs.bc"

show() { # ARGUMENT...
	count=$((count + 1)) label="hpvm-trace $*"
	timeout 60 env PATH="${search:-$PATH}" "$HPVM_TRACE" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

gives() { # STATUS TEXT-ON-STDERR...
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	shift
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}

lines() { # NUMBER
	[ "$(wc -l <"$work/stdout")" -eq "$1" ] || fail "$(wc -l <"$work/stdout") lines, expected $1"
}

# --- recorded events
run --trace "$work/a.hrt" "$work/chain.bc"; expect 0
[ "$(cat "$work/stdout")" = "307
307
307" ] || fail 'the program prints something else'
show info "$work/a.hrt"; gives 0
prints 'clock       wall and operations' 'levels      graph, node, memory' \
	'nodes       6, of which 4 are leaves' 'edges       4' 'events      84 in 1 block,'
show query "$work/a.hrt"; gives 0; lines 85
show query --kind begin-grid --execution 1 "$work/a.hrt"; gives 0; lines 7
prints ',begin-grid,Root/Add,1,0,,8,' ',begin-grid,Root/Group/Leaf,1,1,,4,'
show query --kind edge --node Root/Show --limit 3 "$work/a.hrt"; gives 0; lines 4
prints ',Root/Add,0,0,8,,object 1 + 0: 128 bytes #' ',Root/Add,1,1,8,,128,' ',Root/Add,2,2,8,,7,'
show query --kind bind --node Root/Group --execution 1 "$work/a.hrt"; gives 0; lines 5
prints ',bind,Root/Group/Leaf,1,0,,1,Root/Group,0,0,8,,object 1 + 0,' \
	',bind,Root/Group/Leaf,1,0,,1,Root/Group,1,1,8,,128,'

# an execution takes time even if events of nodes are not recorded
run --trace "$work/o.hrt" --trace-level graph "$work/chain.bc"; expect 0
show query --kind begin-execution,end-execution "$work/o.hrt"; gives 0; lines 7
awk -F, 'NR > 1 { if ($5 == "end-execution" && $2 <= begun) exit 1; begun = $2 }' "$work/stdout" ||
	fail 'an execution ends when it begins'

# outputs that are passed upwards: of each instance of an internal node, and of the root
run --trace "$work/o.hrt" --trace-buffers hash "$work/outputs.bc"; expect 0
show query --kind bind-out "$work/o.hrt"; gives 0; lines 31
prints ',bind-out,Root/Outer/Middle/Leaf,0,1,,1,,1,1,8,,32,,,,,,Root/Outer/Middle' \
	',bind-out,Root/Outer/Middle,0,2,,1,,2,2,4,,72,,,,,,Root/Outer' \
	',bind-out,Root/Outer,0,0,,1,,0,0,8,,object 1 + 0: 32 bytes #'
show query --format json --kind bind-out --node Root/Outer/Middle/Leaf --limit 1 "$work/o.hrt"; gives 0
prints '"kind":"bind-out","node":"Root/Outer/Middle/Leaf"' '"to":"Root/Outer/Middle","output":0,"input":0,'
run --trace "$work/p.hrt" --trace-buffers none "$work/outputs.bc"; expect 0
show diff "$work/o.hrt" "$work/p.hrt"; gives 1
show query --kind bind-out "$work/p.hrt"; prints ',bind-out,Root/Outer,0,0,,1,,0,0,8,,object 1 + 0,,,'
show query --format json --kind track "$work/a.hrt"; gives 0; lines 1
prints '"kind":"track","bytes":128,"object":1,"text":"at ' 'chain.c:'
show query --node Root/Group "$work/a.hrt"; gives 0; lines 31
show query --from 1000000 "$work/a.hrt"; gives 0; lines 1
show stat "$work/a.hrt"; gives 0
grep -Eq '^Root/Make +3 +24 +72 +72 ' "$work/stdout" || fail 'the row of Root/Make is wrong'
# The number of operations of a leaf depends on the compiler: a graph has those of its leaf, and
# none of its own.
awk '$1 == "Root/Group" && $2 == 3 && $3 == 6 && $5 == 0 { group = $4 }
	$1 == "Root/Group/Leaf" && $2 == 6 && $3 == 24 && $4 == $5 { leaf = $4 }
	END { exit !(group >= 24 && group == leaf) }' "$work/stdout" || fail 'the row of Root/Group is wrong'
prints '3 executions, critical path'

# --- text that is not UTF-8 can be read again, and is valid text for other programs
run --trace "$work/u.hrt" "$work/chain.bc" -- "$(printf 'a\377b\177c\302\205d')"
[ $status -eq 0 ] || fail "exit status $status"
show info "$work/u.hrt"; gives 0
prints "chain.bc a$(printf '\357\277\275')b$(printf '\177c\302\205')d"

# --- streams
run --trace "$work/s.hrt" "$work/stream.bc"
[ $status -eq 0 ] || fail "exit status $status"
show query --kind push,pop "$work/s.hrt"; gives 0
pushes=$(grep -c ,push, "$work/stdout") pops=$(grep -c ,pop, "$work/stdout")
{ [ "$pushes" -gt 0 ] && [ "$pushes" -eq "$pops" ]; } || fail "$pushes pushes and $pops pops"

# --- levels and filters
run --trace "$work/g.hrt" --trace-level graph "$work/chain.bc"; expect 0
show query "$work/g.hrt"; gives 0; lines 7
run --trace "$work/n.hrt" --trace-node Root/Group --trace-executions 1-2 "$work/chain.bc"; expect 0
show query --kind end-grid "$work/n.hrt"; gives 0; lines 7
run --trace "$work/i.hrt" --trace-level instance --width 1 "$work/chain.bc"; expect 0
show query --kind end-batch --node Root/Add "$work/i.hrt"; gives 0; lines 25
run --trace "$work/i2.hrt" --trace-level instance --trace-instances 2-3 --width 1 "$work/chain.bc"; expect 0
show query --kind end-batch --node Root/Add "$work/i2.hrt"; gives 0; lines 7
run --trace "$work/i2.hrt" --trace-level instance --trace-instances 5 --width 8 "$work/chain.bc"; expect 0
show query --kind begin-batch,end-batch --node Root/Group "$work/i2.hrt"; gives 0; lines 1
show query --kind begin-batch --node Root/Add "$work/i2.hrt"; gives 0; lines 4; prints ',begin-batch,Root/Add,0,0,0,8,'
run --trace "$work/w.hrt" --trace-level instance --width 8 "$work/chain.bc"; expect 0
show query --kind end-batch --node Root/Add "$work/w.hrt"; gives 0; lines 4

# --- a run that hangs and is killed: its events until then can be read
compile "$srcdir/tools/tests/trace/hangs.c" "$work/hangs.bc"
count=$((count + 1)) label='a run that hangs and is killed'
kill_hung "$work/k.hrt" "$work/hangs.bc" 3 Root/Leaf
show query --kind begin-grid,end-grid "$work/k.hrt"; gives 2 'it has no end: the run crashed'; lines 8
show info "$work/k.hrt"; gives 2; prints 'events      23 in '
show stat "$work/k.hrt"; gives 2 'it has no end: the run crashed'
prints '3 executions and 1 that did not end, ' 'not ended: Root/Leaf, execution 3, since '
show export --format html "$work/k.hrt"; gives 2 'it has no end: the run crashed'
grep -q '"damage":"it has no end: the run crashed"' "$work/stdout" || fail 'the page does not say that the run died'
grep -q '^{"node":1,"execution":3,"parent":[0-9]*,"since":[0-9]*,"lane":[0-9]*}\]' "$work/stdout" ||
	fail 'the page does not have the grid that did not end'
show export --format chrome "$work/k.hrt"; gives 2
[ "$(grep -c '"ph":"X".*"name":"Root/Leaf"' "$work/stdout")" -eq 4 ] || fail 'not all grids are in the Chrome trace'
grep -q '"execution":3,.*"ended":false' "$work/stdout" || fail 'the Chrome trace does not say what did not end'

# --- a run that died before its first block was written: every command reports that there is
# nothing
head -c $((16 + $(od -An -tu4 -j12 -N4 "$work/a.hrt"))) "$work/a.hrt" >"$work/none.hrt"
for command in info stat query 'export --format chrome' 'export --format html'; do
	# shellcheck disable=SC2086
	show $command "$work/none.hrt"; gives 2 'it has no end: the run crashed; 0 events can be read'
done

# Check the waiting time of NODE, which has no incoming edges: from the last order until its grids
# begin. Compare with stat.
waits_since_order() { # NODE FILE
	show query "$2"; gives 0
	expected=$(awk -F, -v node="$1" '$5 == "order" { since = $2 } $5 == "begin-grid" && $6 == node { sum += $2 - since }
		END { printf "%.3f", sum * 1e-6 }' "$work/stdout")
	show stat "$2"; gives 0
	[ "$(awk -v node="$1" '$1 == node { print $9 }' "$work/stdout")" = "$expected" ] || fail "$1 waits other than $expected ms"
}

# --- several orders of an execution are distinguished
run --check=order --schedules 3 --trace "$work/orders.hrt" "$work/chain.bc"; expect 0
show info "$work/orders.hrt"; gives 0; prints 'orders      up to 3 of each execution'
show stat "$work/orders.hrt"; gives 0
prints 'the table contains all of them): 3 in order reference, 3 in order reverse, 3 in order depth-first'
prints ', critical path of order depth-first '
for order in reference reverse depth-first; do
	show query --kind begin-grid --node Root/Make --execution 1 "$work/orders.hrt"; gives 0; lines 4
	[ "$(grep -c ",begin-grid,Root/Make,1,.*,$order\$" "$work/stdout")" -eq 1 ] || fail "no grid is in order $order"
	show query --format json --kind order --execution 1 "$work/orders.hrt"; gives 0; lines 3
	prints "\"execution\":1,\"count\":1,\"word\":\"$order\",\"order\":\"$order\"}"
done
show query --kind begin-execution,end-execution "$work/orders.hrt"; gives 0
! grep -q 'reverse$' "$work/stdout" || fail 'the end of an execution is in one of its orders'
show export --format chrome "$work/orders.hrt"; gives 0
for order in reference reverse depth-first; do # six grids each
	[ "$(grep -c "\"cat\":\"grid\".*\"order\":\"$order\"" "$work/stdout")" -ge 18 ] || fail "grids have no order $order"
	[ "$(grep -c "\"ph\":\"i\".*\"name\":\"order $order\"" "$work/stdout")" -eq 3 ] || fail "order $order does not begin"
done
# the only order of a run is recorded, too, however it is requested
for order in reverse random:7; do
	run --schedule $order --trace "$work/one.hrt" "$work/chain.bc"; expect 0
	show info "$work/one.hrt"; gives 0; prints "order       $order"
	show query --kind begin-grid "$work/one.hrt"; gives 0; prints ",$order"
	show export --format chrome "$work/one.hrt"; gives 0; prints "\"order\":\"$order\""
	show export --format html "$work/one.hrt"; gives 0; prints "\"order\":\"$order\""
done
waits_since_order Root/Make "$work/orders.hrt"
waits_since_order Root/Group "$work/orders.hrt"
at=$("$HPVM_TRACE" query --kind begin-grid "$work/orders.hrt" | awk -F, '$NF == "reverse" { at = $2 } END { print at / 1e6 }')
show export --format html --from "$at" "$work/orders.hrt"; gives 0
show query --from "$at" --limit 1 "$work/orders.hrt"; gives 0; prints ',reverse'
show stat --from "$at" "$work/orders.hrt"; gives 0; prints 'in several orders' ': 1 in order reverse, 1 in order depth-first'
show stat --to 0 "$work/orders.hrt"; gives 0
! grep -q 'in several orders' "$work/stdout" || fail 'what ran before the first execution ran several times'
each=': 1 in order reference, 1 in order reverse, 1 in order depth-first'
show stat --execution 1 "$work/orders.hrt"; gives 0; prints "$each"
run --check=order --schedules 3 --trace-node Root/Add --trace "$work/some.hrt" "$work/chain.bc"; expect 0
show query --kind order "$work/some.hrt"; gives 0; lines 10
show query --kind begin-grid "$work/some.hrt"; gives 0; lines 10; prints ',depth-first'
run --check=order --schedules 3 --trace-executions 1-1 --trace "$work/some.hrt" "$work/chain.bc"; expect 0
show query --kind order "$work/some.hrt"; gives 0; lines 4
# executions of a stream share them
run --check=order --schedules 3 --trace-executions 1-1 --trace "$work/some.hrt" "$work/stream.bc"
show query --format json --kind order "$work/some.hrt"; gives 0; lines 3
prints '"execution":1,"count":1,"word":"reverse","order":"reverse"}'
show stat "$work/some.hrt"; gives 0; prints "$each"
run --check=order --schedules 3 --trace "$work/orders.hrt" "$work/stream.bc"
show query --kind begin-grid --node Root/Twice --execution 2 "$work/orders.hrt"; gives 0; lines 4; prints ',depth-first'
show query --kind order --execution 2 "$work/orders.hrt"; gives 0; lines 4
show stat --execution 2 "$work/orders.hrt"; gives 0; prints "$each"
show info "$work/a.hrt"; ! grep -q orders "$work/stdout" || fail 'info names orders where there is one'
# a speculative run in batches is undone and repeated
compile "$srcdir/tools/tests/trace/race.c" "$work/race.bc"
run --check=race,uninit --trace "$work/again.hrt" "$work/race.bc"; [ $status -eq 121 ] || fail "exit status $status"
show query --kind order "$work/again.hrt"; gives 0; lines 3; prints ',in batches,,reference,' ',,,reference,'
waits_since_order Root/Leaf "$work/again.hrt"
show stat "$work/again.hrt"; prints 'executions that ran in several orders'
show stat "$work/a.hrt"; grep -q ', critical path [0-9]' "$work/stdout" || fail 'the critical path has an order'

# --- events that are noted first and written later are the same as those written at once
compile "$srcdir/tools/tests/trace/notes.c" "$work/notes.bc"
for options in '--keep-going' '--keep-going --trace-level graph' '--keep-going --trace-level instance --width 1'; do
	for form in told noted; do
		all=
		[ $form = noted ] || all='--trace-executions 0-1000000000'
		run $options $all --trace "$work/$form.hrt" "$work/notes.bc"; expect 121
		show query "$work/$form.hrt"; gives 0
		cut -d, -f1,3- "$work/stdout" | sed "s,0x[0-9a-f]*,ADDRESS," >"$work/$form.csv"
	done
	cmp "$work/told.csv" "$work/noted.csv" || fail "$options: the events differ"
	[ "$(wc -l <"$work/noted.csv")" -gt 16000 ] || fail "$options: there are too few events"
done
compile "$srcdir/tools/tests/trace/notes.c" "$work/notes-hang.bc" -DHANGS=777
kill_hung "$work/k.hrt" "$work/notes-hang.bc" 777 Root/Make

# --- a run that dies in host code, by a fault or by Ctrl-C: all events are recorded, and the cause
# of death
for signal in 6:121:program-died 11:121:program-died 2:122:interrupted 15:122:interrupted; do
	rest=${signal#*:}
	run --keep-going --trace "$work/d.hrt" "$work/notes.bc" -- "${signal%%:*}"; expect "${rest%:*}"
	show query --kind push,diagnostic "$work/d.hrt"; gives 0
	[ "$(grep -c ,push, "$work/stdout")" -eq 4000 ] || fail "$signal: pushes are missing"
	grep -q ",diagnostic,.*,${rest#*:}," "$work/stdout" || fail "$signal: what it died of is missing"
done

# --- the readable part of a trace of a run that died can be exported to a file; without events no
# file is made
for what in 'export --format html' 'export --format chrome' 'export --format dot' query stat; do
	show $what "$work/k.hrt"; gives 2 'it has no end: the run crashed'
	cp "$work/stdout" "$work/printed"
	show $what -o "$work/k.out" "$work/k.hrt"; gives 2 'it has no end: the run crashed'
	cmp -s "$work/printed" "$work/k.out" || fail 'the file is not what is printed'
done
rm -f "$work/k.out"
show query -o "$work/k.out" --node Nowhere "$work/k.hrt"; gives 124
[ ! -e "$work/k.out" ] || fail 'a file was made for nothing'
echo old >"$work/k.out"
show query -o "$work/k.out" --node Nowhere "$work/k.hrt"; gives 124
[ "$(cat "$work/k.out")" = old ] || fail 'the old file is gone'
show query -o /dev/stdout --limit 2 "$work/a.hrt"; gives 0; lines 3
# writing needs no memory, except with a sanitizer
if (ulimit -v 400000 && "$HPVM_TRACE" --version) >/dev/null 2>&1; then
	(
		ulimit -v 400000
		"$HPVM_TRACE" query -o "$work/k.out" --format json "$work/noted.hrt"
	) || fail 'a query into a file does not do with 400 MB'
fi

# --- operations as the clock: the same bytes at every width, on any number of threads
for program in chain stream; do
	for options in '--width 8' '--width 64' '-j 3' '--host interp' '--stats'; do
		host=--host=jit
		[ "$options" = '--host interp' ] && host=--host=interp
		run $host --width 1 --trace "$work/1.hrt" --trace-clock operations "$work/$program.bc"
		[ $status -eq 0 ] || fail "exit status $status"
		run $host $options --trace "$work/2.hrt" --trace-clock operations "$work/$program.bc"
		cmp -s "$work/1.hrt" "$work/2.hrt" || fail 'the trace differs from that of --width 1'
	done
done
run --trace "$work/2.hrt" --trace-clock operations --trace-level instance "$work/chain.bc"; expect 0
run --trace "$work/1.hrt" --trace-clock operations --trace-level instance -j 2 "$work/chain.bc"; expect 0
cmp -s "$work/1.hrt" "$work/2.hrt" || fail 'the traces of instances differ'

# --- buffers that edges point to
run --trace "$work/t.hrt" --trace-buffers none "$work/chain.bc"; expect 0
show query --kind edge --node Root/Show --limit 1 "$work/t.hrt"; prints ',object 1 + 0,'
run --trace "$work/t.hrt" --trace-buffers hash "$work/chain.bc"; expect 0
show query --kind bind --node Root/Group/Leaf --limit 1 "$work/t.hrt"; prints ',object 1 + 0: 128 bytes #'
run --trace "$work/t.hrt" --trace-buffers whole "$work/chain.bc"; expect 0
show query --format json --kind edge --node Root/Show --execution 0 --limit 1 "$work/t.hrt"; gives 0
prints '"value":"object 1 + 0: 128 bytes #' '"content":"0100000000000000030000000000000005000000' \
	' [1 3 5 7 9 11 13 15 ...]"' '"type":"i64","elements":["1","3","5","7","9",'
[ "$(grep -o '"content":"[0-9a-f]*"' "$work/stdout" | wc -c)" -eq 269 ] || fail 'the buffer is not whole'
run --trace "$work/t.hrt" --trace-buffers whole:16 "$work/chain.bc"; expect 0
show query --format json --kind edge --node Root/Show --execution 0 --limit 1 "$work/t.hrt"; gives 0
prints '"content":"01000000000000000300000000000000"' ' [1 3]"' '"elements":["1","3"]'
# if no code loads or stores elements, they are bytes
run --trace "$work/t.hrt" --trace-buffers whole:9 "$work/chain.bc"; expect 0
show query --kind bind --node Root/Make --execution 1 --limit 1 "$work/t.hrt"; gives 0
prints ': 128 bytes #' ' [01 00 00 00 00 00 00 00 ...]'
run --trace "$work/t.hrt" --trace-clock operations "$work/chain.bc"; expect 0
show query --kind edge --node Root/Show --limit 1 "$work/t.hrt"; prints ',object 1 + 0,'
run --trace "$work/t.hrt" --trace-clock operations --trace-buffers hash "$work/chain.bc"; expect 0
run --trace "$work/t2.hrt" --trace-clock operations --trace-buffers hash --width 1 "$work/chain.bc"; expect 0
cmp -s "$work/t.hrt" "$work/t2.hrt" || fail 'the hashes differ between widths'
run --trace "$work/t2.hrt" --trace-clock operations --trace-buffers hash "$work/chain.bc" -- 4
show diff "$work/t.hrt" "$work/t2.hrt"; gives 1
compile "$srcdir/tools/tests/trace/gone.c" "$work/gone.bc"
run --trace "$work/t.hrt" --trace-buffers whole "$work/gone.bc"; expect 0; prints 1048577
show query --kind edge "$work/t.hrt"; gives 0; prints ',object 1 + 0,'

# --- diff
show diff "$work/a.hrt" "$work/a.hrt"; gives 0; prints 'the same 84 events'
run --width 8 --trace "$work/b.hrt" "$work/chain.bc"; expect 0
show diff --operations "$work/a.hrt" "$work/b.hrt"; gives 0; prints 'the same 84 events'
run --trace "$work/c.hrt" "$work/chain.bc" -- 4
[ $status -eq 0 ] || fail "exit status $status"
show diff "$work/a.hrt" "$work/c.hrt"; gives 1
prints 'event 58 differs: other instances' 'begin-grid Root/Make, execution 2, 8 instances' \
	'begin-grid Root/Make, execution 2, 4 instances'
show diff "$work/a.hrt" "$work/s.hrt"; gives 1
show diff "$work/g.hrt" "$work/a.hrt"; gives 1; prints 'event 0 differs: another kind of event'

# --- diagnostics are in the trace
compile "$srcdir/tools/tests/graph/assert_in_leaf.c" "$work/fails.bc" -I"$srcdir/tools/tests/graph"
run --trace "$work/d.hrt" "$work/fails.bc"
[ $status -eq 121 ] || fail "exit status $status"
show query --kind diagnostic "$work/d.hrt"; gives 0; lines 2; prints 'assertion-failed'

# --- exports
if command -v python3 >/dev/null; then
	chrome() { # what the export must contain
		show export --format chrome -o "$work/chrome.json" "$1"; gives 0
		shift
		python3 "$srcdir/tools/tests/check-chrome.py" "$work/chrome.json" >"$work/stdout" 2>"$work/stderr" ||
			fail 'the Chrome trace is wrong'
		prints "$@"
	}
	run --schedule depth-first --trace "$work/f.hrt" "$work/chain.bc"; expect 0
	chrome "$work/a.hrt" 'slices 18, arrows 12,'
	chrome "$work/i.hrt"
	chrome "$work/s.hrt" ', counts '
	chrome "$work/f.hrt" 'asynchronous '
	run --backend cpu --trace "$work/o.hrt" --trace-clock operations "$work/chain.bc"; expect 0
	chrome "$work/o.hrt" 'slices 24, '
	chrome "$work/orders.hrt"
	for order in reference reverse depth-first; do
		grep -q "\"name\":\"order $order\"" "$work/chrome.json" || fail "the Chrome trace has no order $order"
	done
fi
show export --format chrome --execution 1-2 -o "$work/chrome.json" "$work/a.hrt"; gives 0
python3 "$srcdir/tools/tests/check-chrome.py" "$work/chrome.json" >"$work/stdout" 2>"$work/stderr" || fail 'a part of a trace'
prints 'slices 12, arrows 8,'
show stat --execution 1 "$work/a.hrt"; gives 0; prints '1 execution,'
show stat --to 0 "$work/a.hrt"; gives 0; prints '0 executions,'
run --trace "$work/p.hrt" --trace-clock operations "$work/chain.bc"; expect 0
middle=$("$HPVM_TRACE" query --kind end-execution --limit 1 "$work/p.hrt" | sed -n '2s/^[0-9]*,,\([0-9]*\),.*/\1/p')
middle=$(awk "BEGIN { printf \"%.6f\", ($middle + 1) / 1e6 }")
show query --to $middle --kind begin-execution "$work/p.hrt"; gives 0; lines 3
show stat --from $middle "$work/p.hrt"; gives 0; prints '2 executions,'
show export --format html --from $middle -o "$work/part.html" "$work/p.hrt"; gives 0

# nodes within a node on the critical path have a share of its time, also if its grids are on
# several threads
show stat "$work/p.hrt"; gives 0
[ "$(awk '$1 == "Root/Group" { print $NF }' "$work/stdout")" = "$(awk '$1 == "Root/Group/Leaf" { print $NF }' "$work/stdout")" ] ||
	fail 'the leaf has another share of the critical path than the graph that has nothing else'
for threads in 1 3; do
	run --trace "$work/q.hrt" --trace-clock operations -j $threads "$work/outputs.bc"; expect 0
	show stat "$work/q.hrt"; gives 0
	[ "$(awk '/^Root/ { print $NF }' "$work/stdout")" = '100.0%
100.0%
100.0%' ] || fail 'the shares of the critical path are wrong'
done

# grids that cross a border are cut: 11 operations of a grid of 31, which contains three grids, two
# of them cut
run --trace "$work/p.hrt" --trace-clock operations "$work/outputs.bc"; expect 0
show stat --from 0.000007 --to 0.000018 "$work/p.hrt"; gives 0
[ "$(awk '/^Root/ { print $1, $2, $4 }' "$work/stdout")" = 'Root/Outer 1 11
Root/Outer/Middle 2 11
Root/Outer/Middle/Leaf 3 11' ] || fail 'grids are not cut'
prints '1 execution,'
show stat --from 0.000012 --to 0.000014 "$work/p.hrt"; gives 0; prints 'Middle/Leaf          1            1              2 '
show export --format chrome --from 0.000007 --to 0.000018 -o "$work/chrome.json" "$work/p.hrt"; gives 0
python3 "$srcdir/tools/tests/check-chrome.py" "$work/chrome.json" >"$work/stdout" 2>"$work/stderr" || fail 'a part of a trace'
prints 'slices 6,'
show export --format html --from 0.000007 --to 0.000018 -o "$work/part.html" "$work/p.hrt"; gives 0

# the page contains source lines wherever it is made: debug information has the directory in which a
# file was compiled
mkdir -p "$work/far/away"
cp "$srcdir/tools/tests/trace/chain.c" "$work/far/away/named.c"
(cd "$work/far" && $CLANG -O1 -g -w -I"$OLDPWD/$srcdir/src" -I"$srcdir/src" -emit-llvm -c away/named.c -o named.bc) || exit 99
run --trace "$work/far.hrt" "$work/far/named.bc"; expect 0
show export --format html -o "$work/far.html" "$work/far.hrt"; gives 0
grep -q '"file":"away/named.c","lines":\[\[' "$work/far.html" || fail 'the page lacks its source'
show stat --execution 2-1 "$work/a.hrt"; gives 124 "--execution takes N or FIRST-LAST, not '2-1'"
compile "$srcdir/tools/tests/trace/names.c" "$work/names.bc"
run --trace "$work/names.hrt" "$work/names.bc"; expect 0
show export --format dot -o "$work/names.dot" "$work/names.hrt"; gives 0
show export --format chrome -o "$work/names.json" "$work/names.hrt"; gives 0
show export --format html -o "$work/names.html" "$work/names.hrt"; gives 0
show query --format csv -o "$work/names.csv" "$work/names.hrt"; gives 0
show query --format json -o "$work/names.jsonl" "$work/names.hrt"; gives 0
run --print-graph=dot -o "$work/names-graph.dot" "$work/names.bc"; expect 0
run --emit=opencl "$work/names.bc"; expect 0
[ "$(grep -c '\*/' "$work/stdout")" -eq 1 ] || fail 'the name ends the comment'
"${PYTHON3:-python3}" - "$work/names" >"$work/stderr" 2>&1 <<'END' || fail 'an export is not well-formed'
import csv, json, sys
name = 'a"b\\c</script>*/\n,{}<>|%s\'d\t'
path = 'Root/m' + name + '/' + name
read = lambda what: open(sys.argv[1] + what, encoding='utf-8', newline='')
rows = list(csv.reader(read('.csv')))
assert {len(row) for row in rows} == {len(rows[0])} and any(path in row for row in rows), rows
assert any(json.loads(line).get('node') == path for line in read('.jsonl'))
assert any(event.get('name') == path for event in json.load(read('.json'))['traceEvents'])
page = read('.html').read()
assert page.count('<script') == page.count('</script'), 'the page has another script'
END
if command -v dot >/dev/null; then
	for graph in names names-graph; do
		dot -Tsvg "$work/$graph.dot" >"$work/a.svg" 2>"$work/stderr" && [ ! -s "$work/stderr" ] || fail "dot complains of $graph"
	done
fi
show export --format dot -o "$work/a.dot" "$work/a.hrt"; gives 0
grep -q 'n2 -> n3 .*12 values' "$work/a.dot" || grep -q 'Add.n24 instances' "$work/a.dot" || fail 'the graph lacks Add'
if command -v dot >/dev/null; then
	dot -Tsvg "$work/a.dot" >"$work/a.svg" 2>"$work/stderr" && [ ! -s "$work/stderr" ] || fail 'dot complains'
fi
run --schedule depth-first --trace "$work/f.hrt" "$work/chain.bc"; expect 0
show export --format chrome "$work/f.hrt"; gives 0
show stat "$work/f.hrt"; gives 0

# --- filters of the recording are reported
run --trace "$work/l.hrt" --trace-node Root/Group --trace-executions 1-2 "$work/chain.bc"; expect 0
show info "$work/l.hrt"; gives 0; prints 'only        nodes whose path begins with Root/Group, executions 1-2'
show stat "$work/l.hrt"; gives 0
prints '2 executions, critical path not recorded' 'recorded only nodes whose path begins with Root/Group, executions 1-2'
show export --format html "$work/l.hrt"; gives 0
prints '"only":"nodes whose path begins with Root/Group, executions 1-2"' '{"path":"Root/Make","recorded":false' \
	'{"path":"Root/Group/Leaf","recorded":true' '"critical":0'
run --trace "$work/l.hrt" --trace-level graph "$work/chain.bc"; expect 0
show info "$work/l.hrt"; gives 0; ! grep -q ^only "$work/stdout" || fail 'nothing is left out of the level'
show stat "$work/l.hrt"; gives 0; prints 'critical path not recorded'
show export --format html "$work/l.hrt"; gives 0; prints '{"path":"Root/Make","recorded":false'
run --trace "$work/l.hrt" --trace-level instance --trace-instances 3-3 "$work/chain.bc"; expect 0
show info "$work/l.hrt"; gives 0; prints 'only        batches of instances 3-3'

# --- usage errors
run --trace "$work/nope.hrt" --trace-node Root/Nope "$work/chain.bc"; expect 124 "unknown node 'Root/Nope'; the root is Root"
[ ! -e "$work/nope.hrt" ] || fail 'a trace of nothing is there'
for options in '--trace-level graph' '--trace-node Root' '--trace-executions 1' '--trace-clock wall' '--trace-buffers hash'; do
	run $options "$work/chain.bc"; expect 124 'need --trace FILE'
done
run --trace "$work/none/x.hrt" "$work/chain.bc"; expect 124 'No such file'
# Two runs do not write one trace: the file stays that of the first.
if command -v flock >/dev/null; then
	cp "$work/chain.hrt" "$work/taken.hrt" 2>/dev/null || run --trace "$work/taken.hrt" "$work/chain.bc"
	cp "$work/taken.hrt" "$work/taken.copy"
	exec 8>>"$work/taken.hrt"
	flock -x 8
	run --trace "$work/taken.hrt" "$work/chain.bc"; expect 124 'Device or resource busy'
	cmp -s "$work/taken.hrt" "$work/taken.copy" || fail 'the trace of another run is changed'
	exec 8>&-
	run --trace "$work/taken.hrt" "$work/chain.bc"; expect 0
fi
run --trace-level much x.bc; expect 124 '--trace-level takes graph, node, instance, memory'
run --trace-buffers some x.bc; expect 124 '--trace-buffers takes none, hash, whole'
run --trace-buffers whole:0 x.bc; expect 124 'whole:BYTES with at most 524288'
run --trace-buffers hash:9 x.bc; expect 124 'whole:BYTES'
run --trace-clock sun x.bc; expect 124 '--trace-clock takes wall, operations'
run --trace x --trace-instances 3 x.bc; expect 124 '--trace-instances needs --trace-level instance'
run --trace-executions 3-2 x.bc; expect 124 '--trace-executions takes'
run --trace x --trace-clock operations --trace-level instance --width 8 x.bc; expect 124 'needs --width 1'
show; gives 124 'no command'
show look "$work/a.hrt"; gives 124 "unknown command 'look'"
show stat; gives 124 'stat takes one file'
show diff "$work/a.hrt"; gives 124 'diff takes two files'
show export "$work/a.hrt"; gives 124 'export takes --format'
show query --kind nothing "$work/a.hrt"; gives 124 "unknown kind of event 'nothing'; the kinds are begin-execution"
show query --kind begin-gird "$work/a.hrt"; gives 124 "did you mean 'begin-grid'?"
show exprot "$work/a.hrt"; gives 124 "unknown command 'exprot'; did you mean 'export'?"
show query --node Rot "$work/a.hrt"; gives 124 "has no node 'Rot'; did you mean 'Root'?"
show query --node X "$work/a.hrt"; gives 124 "has no node 'X'; the root is Root"
show query --from soon "$work/a.hrt"; gives 124 "--from takes a number, not 'soon'"
show query --limit 0 "$work/a.hrt"; gives 124 "--limit takes a number from 1, such as 500, 1e9 or 10M, not '0'"
show query --from 5 --to 3 "$work/a.hrt"; gives 124 '--from is later than --to'
show stat -o /dev/full "$work/a.hrt"; gives 124 'No space left'
echo old >"$work/kept"
show diff -o "$work/kept" "$work/a.hrt" /nowhere.hrt; gives 2 # a failure leaves files unchanged
[ "$(cat "$work/kept")" = old ] || fail 'the old file is gone'
show diff -o "$work/unmade" "$work/a.hrt" /nowhere.hrt; gives 2
[ ! -e "$work/unmade" ] || fail 'an empty file is there'
show stat -o "$work/kept" "$work/a.hrt"; gives 0
! grep -q old "$work/kept" && [ -s "$work/kept" ] || fail 'the file is not replaced'

# --- a file that cannot grow
count=$((count + 1)) label='a file that cannot grow'
(
	trap '' XFSZ
	ulimit -f 8
	"$HPVM_RUN" --trace "$work/f.hrt" --trace-level instance --width 1 "$work/long.bc"
) >"$work/stdout" 2>"$work/stderr"
status=$?
expect 0 'the trace is incomplete: File too large [trace-lost]'
show info "$work/f.hrt"; gives 2 'can be read'

# --- invalid files
show info "$work/missing.hrt"; gives 2 'No such file'
: >"$work/x.hrt"; show info "$work/x.hrt"; gives 2 'it is empty'
show info "$work/chain.bc"; gives 2 'it is not a trace of hpvm-run'
show info "$work"; gives 2
head -c 40 "$work/a.hrt" >"$work/x.hrt"; show info "$work/x.hrt"; gives 2 'truncated in its header'
size=$(wc -c <"$work/a.hrt")
head -c $((size - 20)) "$work/a.hrt" >"$work/x.hrt"
show query "$work/x.hrt"; lines 85; gives 2 '84 events can be read'
head -c $((size - 400)) "$work/a.hrt" >"$work/x.hrt"
show stat "$work/x.hrt"; gives 2 'events can be read'
if command -v python3 >/dev/null; then
	# 10 GB, nearly all of it holes: counting blocks must not read them
	python3 - "$work/a.hrt" "$work/large.hrt" <<'PYTHON'
import struct, sys
data = open(sys.argv[1], "rb").read()
begins = 16 + struct.unpack_from("<I", data, 12)[0]
block = list(struct.unpack_from("<4I6Q", data, begins))
with open(sys.argv[2], "wb") as out:
    out.write(data[:begins])
    offset, entries, step, events = begins, [], 10 ** 10 // 80000, block[3]
    for i in range(80000):
        block[2], block[4] = step - 64, i * events
        entries.append(struct.pack("<Q4I6Q", offset, *block))
        offset += step
    out.seek(offset)
    index = b"".join(entries)
    out.write(struct.pack("<4I6Q", 0x58444954, len(index), len(index), 0, 80000 * events, 0, 0, 0, 0, 0))
    out.write(index + struct.pack("<Q", offset) + b"HPVMRUNE")
PYTHON
	before=$(date +%s)
	show info "$work/large.hrt"; gives 0; prints 'events      6720000 in 80000 blocks' ' 1000576'
	[ $(($(date +%s) - before)) -le 5 ] || fail 'it takes long to open a large file'
	show query --limit 1 "$work/large.hrt"; gives 2 'block 0 is damaged: it does not match the index'
	rm "$work/large.hrt"
fi
damaged "$work/a.hrt" "${DAMAGED:-10000}" 1
run --trace "$work/i.hrt" --trace-level instance,memory --trace-buffers whole:4096 "$work/outputs.bc"; expect 0
damaged "$work/i.hrt" "${DAMAGED:-1000}" 3
finish
