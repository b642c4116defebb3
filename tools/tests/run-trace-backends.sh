#!/bin/sh
# run-trace-backends.sh -- the contents of traces about backends, workers, cross-checks, places of
# memory, and findings.
. "${srcdir:-.}/tools/tests/lib.sh"
: "${HPVM_TRACE:=./hpvm-trace}" "${HPVM_DIFF:=./hpvm-diff}" "${FUZZ_TRACE:=./tools/fuzz/fuzz-trace}"
for program in "$HPVM_TRACE" "$HPVM_DIFF"; do
	[ -x "$program" ] || { echo "no $program" >&2; exit 99; }
done
need_clang
CC=${CC:-cc}
modules=backends/tests/.libs
[ -f "$modules/backend-rogue.so" ] || { echo "no $modules/backend-rogue.so" >&2; exit 99; }
compile "$srcdir/tools/tests/trace/chain.c" "$work/chain.bc"
compile "$srcdir/backends/tests/worker.c" "$work/worker.bc"
compile "$srcdir/tools/tests/graph/memory_moves.c" "$work/moves.bc"

# Print rows of a trace from the kind on, without build times, the destinations of outputs, and the
# order.
rows() { # FILE KIND...
	count=$((count + 1)) label="$*" file=$1
	timeout 60 "$HPVM_TRACE" query --kind "$2" "$file" 2>"$work/stderr" |
		sed -n 's/^[0-9]*,[0-9]*,[0-9]*,[0-9]*,//p' | sed "s/,[0-9]*\(,[^,]*\),[^,]*,[^,]*\$/,\1/" >"$work/stdout"
}

# --- backends: builds, refusals, and runs
run --backend cpu --trace "$work/c.hrt" "$work/chain.bc"; expect 0
rows "$work/c.hrt" build
prints 'build,Root,,,,,,,,,,,unsupported argument: instances of Root/Add may return different values,cpu,refused,,' \
	'build,Root/Make,,,,,,,,,,,,cpu,taken,,' 'build,Root/Group,,,,,,,,,,,,cpu,taken,,'
rows "$work/c.hrt" begin-unit,end-unit
[ "$(wc -l <"$work/stdout")" -eq 24 ] || fail "$(wc -l <"$work/stdout") events of units, expected 24"
prints 'begin-unit,Root/Make,0,0,0,8,,,,,,,,cpu,,,' 'end-unit,Root/Add,2,0,0,8,,,,,,,,cpu,done,,' \
	'begin-unit,Root/Group,1,0,0,2,,,,,,,Leaf,cpu,,,'
# a graph that a backend runs as a whole is one unit, which counts as a grid of its root
compile "$srcdir/tools/tests/graph/stream.c" "$work/whole.bc"
run --backend cpu --trace "$work/whole.hrt" "$work/whole.bc"; expect 0
rows "$work/whole.hrt" begin-grid; [ ! -s "$work/stdout" ] || fail 'the graph does not run as one unit'
units=$("$HPVM_TRACE" query --kind end-unit "$work/whole.hrt" | grep -c ,cpu,done,)
[ "$units" -gt 0 ] || fail 'there is no unit'
"$HPVM_TRACE" stat "$work/whole.hrt" >"$work/stdout" 2>"$work/stderr"
grep -Eq "^Root +$units +$units .* cpu\$" "$work/stdout" || fail "the row of the root does not have its $units units"
! grep -q 'critical path 0.000' "$work/stdout" || fail 'the critical path is empty'
run --backend cpu --keep-going --trace "$work/k.hrt" "$work/chain.bc"
[ $status -eq 0 ] || fail "exit status $status"
rows "$work/k.hrt" build
prints 'build,Root/Make,,,,,,,,,,,instances continue after errors (--keep-going),cpu,refused,,'

# --- workers: copies, and how they end
ROGUE=crashes "$HPVM_RUN" --worker --backend-path $modules --map Fill=remote --trace "$work/w.hrt" \
	"$work/worker.bc" >/dev/null 2>&1 || fail "exit status $?"
rows "$work/w.hrt" worker,copy,end-unit,diagnostic
prints 'worker,,,,,,,,,,,,a separate process with its own memory,remote,started,,' \
	'copy,,,,0,,,,,1200,1,,,remote,to device,,' \
	'worker,,,,,,,,,,,,SIGSEGV: access to 0x8,remote,crashed,,' \
	',remote: worker-crashed: SIGSEGV: access to 0x8,remote,returned to the interpreter,,' \
	'diagnostic,,,,,,,,,,,,worker-crashed,,,,"severity=warning; message='
ROGUE=crashes "$HPVM_RUN" --worker --backend-path $modules --map Fill=remote --map Add=remote --trace "$work/w5.hrt" \
	"$work/worker.bc" >/dev/null 2>&1 || fail "exit status $?"
rows "$work/w5.hrt" worker
prints ',remote,started,,' ',SIGSEGV: access to 0x8,remote,crashed,,' ',its previous process has ended,remote,restarted,,'
ROGUE=loops "$HPVM_RUN" --worker --backend-time-limit 0.2 --backend-path $modules --map Fill=rogue \
	--trace "$work/w2.hrt" "$work/worker.bc" >/dev/null 2>&1 || fail "exit status $?"
rows "$work/w2.hrt" worker
prints 'worker,,,,,,,,,,,,a fork of this process for each grid,rogue,started,,' ',rogue,hung,,'
ROGUE=writes-behind "$HPVM_RUN" --worker --backend-path $modules --map Fill=rogue --trace "$work/w3.hrt" \
	"$work/worker.bc" >/dev/null 2>&1 || fail "exit status $?"
rows "$work/w3.hrt" worker
prints ',it wrote beyond the output images,rogue,garbage,,'
ROGUE=build-crashes "$HPVM_RUN" --worker --backend-path $modules --map Fill=rogue --trace "$work/w4.hrt" \
	"$work/worker.bc" >/dev/null 2>&1 || fail "exit status $?"
rows "$work/w4.hrt" build,worker
prints 'build,Root/Fill,,,,,,,,,,,SIGILL' ',rogue,crashed,,'

# --- places of memory
run --memory split --trace "$work/m.hrt" "$work/moves.bc"
rows "$work/m.hrt" copy,move
grep -q '^copy,,,,0,,,,,[0-9]*,[0-9]*,,,device,to device,,' "$work/stdout" || fail 'nothing is copied'
timeout 60 "$HPVM_TRACE" stat "$work/m.hrt" >"$work/stat" || fail 'stat'
grep -Eq 'bytes copied to devices and [1-9][0-9]* back' "$work/stat" || fail 'stat counts no copies'
awk '$1 ~ /Device/ && $11 > 0 { found = 1 } END { exit !found }' "$work/stat" || fail 'no node has what it copied'
grep -q '^move,,,,,,,,,[0-9]*,[0-9]*,,Device[/A-Za-z]*,device,,,' "$work/stdout" || fail 'nothing moves'
grep -q '^move,,,,,,,,,[0-9]*,[0-9]*,,requestMemory,host,,,' "$work/stdout" || fail 'nothing comes back'

# --- cross-checks
timeout 60 "$HPVM_DIFF" --trace "$work/d.hrt" "$work/chain.bc" >"$work/stdout" 2>"$work/stderr" ||
	fail "hpvm-diff: exit status $?"
rows "$work/d.hrt" verdict
prints 'verdict,Root/Make,,,,,,,,,,,,cpu,same,,grids=3; instances=24; bytes compared=576; mismatches=0'
rows "$work/d.hrt" begin-unit
[ "$(wc -l <"$work/stdout")" -eq 12 ] || fail "$(wc -l <"$work/stdout") units, expected 12"
timeout 60 "$HPVM_DIFF" --bisect --trace "$work/d.hrt" "$work/chain.bc" >/dev/null 2>"$work/stderr"
[ $? -eq 124 ] || fail '--bisect goes with --trace'
if $CC --version >/dev/null 2>&1; then
	sed -e 's/\.name = "clang"/.name = "short"/' \
		-e 's/here\[0\] < of->end\[0\];/here[0] < of->end[0] - 1;/' \
		"$srcdir/examples/backend/backend-clang.c" >"$work/short.c"
	$CC -w -shared -fPIC -DBACKEND_INCLUDE="\"$(cd "$srcdir/backends" && pwd)\"" -I"$srcdir/backends" \
		-o "$work/backend-short.so" "$work/short.c" -ldl || exit 99
	export CLANG
	timeout 60 "$HPVM_DIFF" --backends short --backend-path "$work" --trace "$work/d2.hrt" \
		"$work/chain.bc" >"$work/stdout" 2>"$work/stderr"
	[ $? -eq 121 ] || fail 'the wrong backend is not found'
	rows "$work/d2.hrt" difference,verdict,diagnostic
	timeout 60 "$HPVM_TRACE" query --kind difference,bind "$work/d2.hrt" >"$work/inputs"
	grep -q "; input 0 'p'=object 1 + 0: 128 bytes #[0-9a-f]\{16\}; input 1 'bytes'=128" "$work/inputs" ||
		fail 'what the first argument leads to is an address'
	grep -q "place=element 7 (byte 56) of .* (tracked at [^;]*[0-9]); expected=" "$work/inputs" || fail 'the place in memory is told otherwise'
	hash=$("$HPVM_TRACE" query --kind edge --node Root/Show --execution 0 --limit 1 "$work/d2.hrt" | sed -n 's/.*\(#[0-9a-f]*\).*/\1/p')
	grep -q "^[^,]*,[^,]*,[^,]*,[^,]*,difference,Root/Show,0,.*; input 0 'p'=object 1 + 0: 128 bytes $hash;" "$work/inputs" ||
		fail "the hash is not that of the edge, $hash"
	prints 'difference,Root/Make,0,0,' ',short,,,what=differs; place=output 0; expected=14; got=0; element=7' \
		'; instance=(7); ' "; input 1 'bytes'=128" ',Root/Show,,,,,,,,,,,,short,differs,,' \
		"diagnostic,,,,,,,,,,,,backend-differs" "line="
	timeout 60 "$HPVM_TRACE" query --format json --kind difference "$work/d2.hrt" >"$work/stdout"
	prints '"by":"short"' '"details":{"what":"differs","place":"output 0","expected":"14","got":"0",'
fi

# --- damage
for file in c w d2 m; do
	[ -f "$work/$file.hrt" ] || continue
	damaged "$work/$file.hrt" "${DAMAGED:-1000}" 2
done
finish
