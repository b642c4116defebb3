#!/bin/sh
# run-opencl.sh -- leaves as OpenCL C: the source, and results on a device: examples, random leaves,
# barriers; the cache of binaries; refusals.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
CC=${CC:-cc}

# --- source; needs no device
run --emit opencl "$srcdir/backends/tests/opencl/emit.ll"
expect 0
cmp -s "$work/stdout" "$srcdir/backends/tests/opencl/emit.cl" ||
	fail "another text: $(diff "$srcdir/backends/tests/opencl/emit.cl" "$work/stdout")"
run --emit opencl:Blur -o "$work/blur.cl" "$srcdir/backends/tests/opencl/emit.ll"; expect 0
grep -q '__kernel void Blur' "$work/blur.cl" || fail 'no kernel'
! grep -q Count "$work/blur.cl" || fail 'another leaf, too'
run --emit opencl:Wide "$srcdir/backends/tests/opencl/emit.ll"
expect 123 '[not-translated]' 'unsupported type: x86_fp80: %a = load x86_fp80'
run --emit opencl:Nobody "$srcdir/backends/tests/opencl/emit.ll"; expect 120 '[no-such-node]'
for wrong in cuda opencl: openclx; do
	run --emit $wrong "$srcdir/backends/tests/opencl/emit.ll"; expect 124 '--emit'
done
compile "$graph/edge_one_to_one.c" "$work/edge.bc"
run --emit opencl "$work/edge.bc"; expect 0; prints '// edge_one_to_one.c:'
compile "$srcdir/backends/tests/opencl/shared.c" "$work/shared.bc"
for form in opencl fpga; do # the whole program is one text
	run --emit $form -o "$work/shared.cl" "$work/shared.bc"; expect 0
	"$CLANG" -x cl -cl-std=CL1.2 -w -fsyntax-only "$work/shared.cl" 2>"$work/stderr" || fail 'it does not compile'
	for kernel in First Second; do
		grep -q "void $kernel(" "$work/shared.cl" || fail "no kernel $kernel"
	done
done
run --emit opencl "$work/shared.bc"; expect 0; prints '__kernel void Tile(__global float' '__local float *' '__kernel void Turn('
! grep -q 'not translated' "$work/stdout" || fail 'what groups allocate is not part of them'

# --- on a device
"$HPVM_RUN" --list-backends >"$work/backends" 2>&1
if ! grep -q 'opencl  *ready' "$work/backends"; then
	grep opencl "$work/backends" || echo 'the opencl backend is not built'
	finish
	exit
fi

same() { # PROGRAM WHO [OPTION...]: prints the same as interpreted; WHO is in --stats
	program=$1 who=$2
	shift 2
	"$HPVM_RUN" "$program" $arguments >"$work/expected" 2>/dev/null
	run --stats --backend opencl "$@" "$program" $arguments
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF -- "$who" "$work/stderr" || fail "--stats lacks '$who'"
}

for name in camera histogram matmul spmv; do
	arguments="-- $srcdir/examples/$name"
	same "examples/$name/$name.bc" 'backend opencl'
	! grep -q 'not on' "$work/stderr" || fail 'a leaf is interpreted'
done
arguments=
# --- by their hints, examples reproduce their expected results
for name in camera histogram lbm matmul spmv stencil transpose; do
	run --stats --backend hint "examples/$name/$name.bc" -- "$srcdir/examples/$name"; expect 0 'backend '
	! grep -q 'not on\|hint-unserved' "$work/stderr" || fail 'a leaf is not where its hint says'
	grep -q ': ok (' "$work/stdout" || fail 'nobody says that it is right'
done

for name in barrier_in_loop edge_all_to_all edge_one_to_one stream; do
	compile "$graph/$name.c" "$work/$name.bc"
	same "$work/$name.bc" 'backend opencl'
done
same "$work/edge_one_to_one.bc" 'backend opencl' --worker
same "$work/shared.bc" 'backend opencl, in Root/Tile'

# --- loops
for O in 0 1 3; do
	"$CLANG" -w -O$O -fno-vectorize -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/opencl/loops.c" -o "$work/loops.bc" || exit 99
	label="-O$O"
	for on in opencl fpga; do
		same "$work/loops.bc" "backend $on" --backend $on
	done
done

# --- addresses
for O in 0 1 3; do
	"$CLANG" -w -O$O -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/opencl/steps.c" -o "$work/steps.bc" || exit 99
	label="-O$O"
	for on in opencl fpga; do
		same "$work/steps.bc" "backend $on" --backend $on
		! grep -q 'not on' "$work/stderr" || fail 'a leaf is interpreted'
	done
done

compile "$srcdir/backends/tests/opencl/entries.c" "$work/entries.bc"
same "$work/entries.bc" 'backend opencl'
! grep -q 'not on' "$work/stderr" || fail 'a loop with two entries is refused'

# --- random leaves
random_leaves opencl 1 7
"$PYTHON3" "$srcdir/backends/tests/leaves.py" 216 5 >"$work/sum.c" || exit 99
label='leaves with the sum of a vector in the index of an increment'
grep -q 'atomic_inc(&count\[.*__builtin_reduce_add' "$work/sum.c" || fail 'there are none'
"$CLANG" -w -fsyntax-only -I"$srcdir/src" "$work/sum.c" 2>"$work/stderr" || fail 'clang does not take them'

# --- the backend's threads are separate from the program's: a stream that no other thread feeds
compile "$graph/jobs_stream.c" "$work/stream.bc"
run --backend opencl --width 8 "$work/stream.bc"
expect 121 "at push 4 of 'Root'" '[stream-capacity]' '[pop-without-push]'
prints 15

# --- the cache of binaries
files() { find "$work/cache" -name 'opencl-*' | wc -l; }
arguments="-- $srcdir/examples/histogram"
same examples/histogram/histogram.bc 'backend opencl' --cache-dir "$work/cache"
made=$(files)
[ "$made" -eq 3 ] || fail "$made files are in the cache"
for file in "$work"/cache/opencl-*; do # truncated
	head -c 3000 "$file" >"$work/cut" && cp "$work/cut" "$file"
	break
done
same examples/histogram/histogram.bc 'backend opencl' --cache-dir "$work/cache"
[ "$(files)" -eq "$made" ] || fail 'the cache grows'
arguments=

# --- nodes whose instances are work-groups
for name in matmul transpose; do
	arguments="-- $srcdir/examples/$name"
	same "examples/$name/$name.bc" 'backend opencl, in '
	timeout 300 "$HPVM_DIFF" --backends opencl "examples/$name/$name.bc" $arguments >"$work/stdout" 2>"$work/stderr" ||
		fail "hpvm-diff: $(cat "$work/stdout")"
	grep -Eq '(group|tile) .* same$' "$work/stdout" || fail 'hpvm-diff compares no node'
done
arguments=

# --- of several leaves: values of one-to-one edges are variables; at all-to-all edges the group
# meets
for O in 0 2; do
	"$CLANG" -w -O$O -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/opencl/tiles.c" -o "$work/tiles.bc" || exit 99
	label="-O$O"
	same "$work/tiles.bc" 'not as one on opencl: unsupported instruction: its leaf is not a work-group'
	expect 0 'it has sibling leaves with other grids'
	[ "$(grep -c 'backend opencl, in Root/Tiles$' "$work/stderr")" -eq 4 ] || fail 'the tiles are not one'
	run --emit opencl:Tiles "$work/tiles.bc"; expect 0
	[ "$(grep -c 'barrier(' "$work/stdout")" -eq 1 ] || fail "$(grep -c 'barrier(' "$work/stdout") barriers, not one"
done
timeout 300 "$HPVM_DIFF" --backends opencl "$work/tiles.bc" >"$work/stdout" 2>"$work/stderr" || fail "hpvm-diff: $(cat "$work/stdout")"
prints '4 within, 3 same, 1 refused'

# --- groups in nested nodes
compile "$srcdir/backends/tests/opencl/nests.c" "$work/nests.bc"
for rows in 1 5 150; do
	arguments="-- $rows"
	same "$work/nests.bc" 'backend opencl, in Root/Plane'
	grep -q 'backend opencl, in Root/Outer' "$work/stderr" || fail 'the nest is several launches'
done
arguments=

# --- a device that shares the program's memory copies nothing; with separate memory, contents stay
# on the device: three leaves in two executions; with one leaf interpreted; with workers nothing
# stays
compile "$srcdir/backends/tests/opencl/chain.c" "$work/chain.bc"
same "$work/chain.bc" 'backend opencl'
if grep -A1 '^opencl' "$work/backends" | grep -q 'Portable'; then
	! grep -q 'copied to devices' "$work/stderr" || fail 'PoCL has memory of its own'
fi
same "$work/chain.bc" 'backend opencl' --map Second=interp
same "$work/chain.bc" 'backend opencl' --map Second=cpu
HPVM_OPENCL_MEMORY=own
export HPVM_OPENCL_MEMORY
same "$work/chain.bc" 'copied to devices: 32768 bytes, back: 32768'
same "$work/chain.bc" 'copied to devices: 65536 bytes, back: 65536' --map Second=interp
same "$work/chain.bc" 'copied to devices: 65536 bytes, back: 65536' --map Second=cpu
unset HPVM_OPENCL_MEMORY
same "$work/chain.bc" 'copied to devices: 98304 bytes, back: 98304' --worker

# --- pointers into buffers, and groups that extend beyond the grid
compile "$srcdir/backends/tests/opencl/places.c" "$work/places.bc"
for memory in own mapped ''; do
	for group in '' 64 8,8 5,3,2 4096; do
		label="groups '$group'" HPVM_OPENCL_GROUP=$group HPVM_OPENCL_MEMORY=$memory
		export HPVM_OPENCL_GROUP HPVM_OPENCL_MEMORY
		same "$work/places.bc" 'backend opencl'
		! grep -q 'not on' "$work/stderr" || fail 'a leaf is interpreted'
	done
done
unset HPVM_OPENCL_GROUP HPVM_OPENCL_MEMORY
for wrong in 0 8x 1,2,3,4 -1; do
	HPVM_OPENCL_GROUP=$wrong run --list-backends; prints "opencl     unavailable: HPVM_OPENCL_GROUP takes a size X[,Y[,Z]], not '$wrong'"
done
for wrong in 100000 18446744073709551617; do
	HPVM_OPENCL_GROUP=$wrong run --list-backends; prints "opencl     unavailable: the option group=$wrong is not a work-group size"
done

HPVM_OPENCL_TASKS=yes run --list-backends; prints "opencl     unavailable: HPVM_OPENCL_TASKS takes 0, 1, not 'yes'"
HPVM_FPGA_TASKS=2 run --list-backends; prints "fpga       unavailable: HPVM_FPGA_TASKS takes 0, 1, not '2'" 'opencl     ready'
HPVM_OPENCL_TASKS='' HPVM_FPGA_TASKS=0 run --list-backends; prints 'fpga       ready' 'opencl     ready'
HPVM_OPENCL_MEMORY=mine run --list-backends; prints "opencl     unavailable: HPVM_OPENCL_MEMORY takes own, staged, mapped, not 'mine'"

# --- staged copies in several parts, of which the last is short, and with pointers into buffers
compile "$srcdir/backends/tests/opencl/parts.c" "$work/parts.bc"
HPVM_OPENCL_MEMORY=staged
export HPVM_OPENCL_MEMORY
for on in opencl fpga; do
	same "$work/parts.bc" "backend $on" --backend $on
	expect 0 'copied to devices: 29600000 bytes, back: 14800000'
done
same "$work/parts.bc" 'backend opencl' --worker
HPVM_OPENCL_TASKS=1 same "$work/parts.bc" 'backend opencl'
same "$work/chain.bc" 'copied to devices: 32768 bytes, back: 32768'
unset HPVM_OPENCL_MEMORY

# --- constant memory: for what is only read, by all instances at the same places, if it is not
# written otherwise and not too large
compile "$srcdir/backends/tests/opencl/fixed.c" "$work/fixed.bc"
run --emit opencl "$work/fixed.bc"; expect 0; prints 'HPVM_FIXED float *weights' '__global float *from'
for what in one written many; do
	arguments="-- $what" label=$what
	rm -rf "$work/cache"
	same "$work/fixed.bc" 'backend opencl' --cache-dir "$work/cache"
	# the variant with constants is compiled first; only one of the others needs another variant
	made=$(grep -La DHPVM_CONSTANTS "$work"/cache/opencl-* | wc -l)
	[ "$made" -eq $([ $what = one ] && echo 0 || echo 1) ] || fail "$made variants without constants"
done
arguments=

# --- leaves connected by one-to-one edges are one kernel; others are not, for a reason that is
# reported
compile "$srcdir/backends/tests/opencl/one.c" "$work/one.bc"
for on in opencl fpga; do
	same "$work/one.bc" "not as one on $on: an edge between its leaves is all-to-all" --backend $on
	expect 0 "not as one on $on: no edges connect all of its leaves"
	[ "$(grep -c "backend $on, in Chain" "$work/stderr")" -eq 3 ] || fail 'the chain is not one'
done
HPVM_OPENCL_MEMORY=own same "$work/one.bc" 'backend opencl, in Chain'
run --backend opencl --worker --stats "$work/one.bc"; expect 0 # leaf by leaf
cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
timeout 300 "$HPVM_DIFF" --backends opencl "$work/one.bc" >"$work/stdout" 2>"$work/stderr" || fail "hpvm-diff: $(cat "$work/stdout")"
prints '3 within, 5 same'

# --- more instances at a barrier than a work-group can have: reported, and interpreted; in groups,
# the leaf is launched for each
# Shared memory whose size allocation nodes compute.
compile "$srcdir/backends/tests/opencl/computed.c" "$work/computed.bc"
for instances in 1 48 100; do
	arguments="-- $instances"
	same "$work/computed.bc" 'backend opencl, in Root/Group'
done
arguments=
compile "$srcdir/backends/tests/opencl/large.c" "$work/large.bc"
arguments='-- 64'
same "$work/large.bc" 'backend opencl, in Root/Group'
! grep -q 'not on' "$work/stderr" || fail 'a leaf is refused'
arguments='-- 32768'
same "$work/large.bc" 'not on opencl: backend-refuses: 32768 instances meet at a barrier; at most '
expect 0 '[backend-refuses]' 'not on opencl: a group of 32768 instances with 0 bytes is too large'
grep -q 'Root/Group/Work .* backend opencl' "$work/stderr" || fail 'the leaf of large groups is interpreted'
arguments=

# --- failures
if $CC -shared -fPIC -o "$work/faults.so" "$srcdir/backends/tests/opencl/faults.c" -ldl 2>/dev/null; then
	preloadable "$work/faults.so"
	fault() { # FAULT ARGUMENT...
		OPENCL_FAULT=$1 LD_PRELOAD=$preload
		export OPENCL_FAULT LD_PRELOAD
		shift
		run "$@"
		unset OPENCL_FAULT LD_PRELOAD
	}
	leaf=$work/edge_all_to_all.bc
	fault platforms --list-backends; prints 'opencl     unavailable: there is no OpenCL platform'
	fault devices --list-backends; prints 'opencl     unavailable: no device on '
	fault denormals --list-backends; prints ', float without denormals'
	fault nothing --list-backends
	! grep -q denormals "$work/stdout" || fail 'a device that has denormals is said to lack them'
	fault two --list-backends; prints 'opencl     ready' 'device: Other: ' ", not used (option 'device' selects one)"
	HPVM_OPENCL_DEVICE=other:
	export HPVM_OPENCL_DEVICE
	fault two --list-backends; prints 'device: Other:' ", not used (option 'device' selects one)"
	grep -A1 '^opencl' "$work/stdout" | grep -q 'device: Other: .*, driver' || fail 'another is first'
	HPVM_OPENCL_DEVICE=nobody
	fault two --list-backends; prints "none of 2 OpenCL devices matches 'nobody' (option 'device'): " '; Other: '
	unset HPVM_OPENCL_DEVICE
	fault memory --backend opencl "$leaf"; expect 122 '[device-memory]' opencl
	fault lost --backend opencl "$leaf"; expect 123 '[backend-failed]' 'the device is gone (-2)'
	fault lost --worker --backend opencl "$leaf"; expect 0 '[worker-failed]' 'the device is gone'
	fault hangs --worker --backend-time-limit 2 --backend opencl "$leaf"; expect 0 '[worker-hung]'
	# messages of the device's compiler, with the instruction and the source line
	"$CLANG" -w -g -O1 -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/opencl/chain.c" -o "$work/debug.bc" || exit 99
	line=$(grep -n '^LEAF(First' "$srcdir/backends/tests/opencl/chain.c" | cut -d: -f1)
	OPENCL_FAULT_TEXT=' * 3u'
	export OPENCL_FAULT_TEXT
	fault compiler --stats --backend opencl "$work/debug.bc"
	expect 0 "[backend-refuses]" "compilation failed: error:" 'of the OpenCL C: ' "chain.c:$line)"
	grep -q 'Second .*backend opencl' "$work/stderr" || fail 'the other leaves do not run there'
	fault compiler --stats --backend opencl "$work/chain.bc" # no line without debug information
	expect 0 "[backend-refuses]" "compilation failed: error:" 'of the OpenCL C: '
	unset OPENCL_FAULT_TEXT
	# a variant that is compiled later has smaller work-groups than the first: the device
	# chooses, or instances that meet are refused
	OPENCL_FAULT_TEXT=HPVM_OFFSETS HPVM_OPENCL_GROUP=64
	export OPENCL_FAULT_TEXT HPVM_OPENCL_GROUP
	"$HPVM_RUN" "$work/places.bc" >"$work/expected" 2>/dev/null
	fault smaller --stats --backend opencl "$work/places.bc"; expect 0 'backend opencl'
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	unset HPVM_OPENCL_GROUP
	"$HPVM_RUN" "$work/tiles.bc" >"$work/expected" 2>/dev/null
	fault smaller --stats --backend opencl "$work/tiles.bc"
	expect 0 'a group of 16 instances is too large for this launch: at most 8 are possible'
	grep -q 'Root/Tiles/Load .*backend opencl' "$work/stderr" || fail 'leaves of large groups do not run there'
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	unset OPENCL_FAULT_TEXT
	# with tasks, launches are not waited for: events order those that share memory, and copies
	# continue meanwhile
	compile "$srcdir/backends/tests/opencl/tasks.c" "$work/tasks.bc"
	"$HPVM_RUN" "$work/tasks.bc" >"$work/expected" 2>/dev/null
	for on in opencl fpga; do
		for tasks in 1 0; do
			HPVM_OPENCL_TASKS=$tasks HPVM_FPGA_TASKS=$tasks HPVM_OPENCL_MEMORY=own
			export HPVM_OPENCL_TASKS HPVM_FPGA_TASKS HPVM_OPENCL_MEMORY
			fault tasks --backend $on "$work/tasks.bc"
			cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
			got=$(sed -n 's/^launch: //p' "$work/stderr" | sed 's/ waits for /-/' | tr '\n' ' ')
			# copies are not waited for: kernels come after the copies that they need
			if [ $tasks = 1 ]; then
				first='copy Left-1 copy Right-1 Both-4 copy Reader-3 ' once='Left-0 Right-0 Both-2 Reader-1 '
			else
				first='copy Left-1 finish copy Right-1 finish Both-2 finish copy Reader-2 finish '
				once='Left-0 finish Right-0 finish Both-0 finish Reader-0 finish '
			fi
			[ "$got" = "$first$once$once" ] || fail "launches: $got"
		done
	done
	# memory shared with the program: each launch is waited for once
	if grep -A1 '^opencl' "$work/backends" | grep -q 'Portable'; then
		unset HPVM_OPENCL_TASKS HPVM_OPENCL_MEMORY
		fault tasks --backend opencl "$work/tasks.bc"
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		got=$(sed -n 's/^launch: //p' "$work/stderr" | sed 's/ waits for /-/' | tr '\n' ' ')
		once='Left-0 finish Right-0 finish Both-0 finish Reader-0 finish '
		[ "$got" = "$once$once$once" ] || fail "launches: $got"
		# if memory is not coherent, or the driver makes copies, it is mapped after each
		# launch
		for copies in 0 1; do
			if [ $copies = 1 ]; then
				fault copies --backend opencl "$work/tasks.bc"
			else
				HPVM_OPENCL_MEMORY=mapped
				export HPVM_OPENCL_MEMORY
				fault tasks --backend opencl "$work/tasks.bc"
				unset HPVM_OPENCL_MEMORY
			fi
			cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
			got=$(sed -n 's/^launch: //p' "$work/stderr" | sed 's/ waits for /-/' | tr '\n' ' ')
			once='Left-0 map finish Right-0 map finish Both-0 map finish Reader-0 map finish '
			[ "$got" = "$once$once$once" ] || fail "launches: $got"
		done
		# And when it ends, once for each buffer that they write.
		HPVM_OPENCL_TASKS=1 HPVM_OPENCL_MEMORY=mapped
		export HPVM_OPENCL_TASKS HPVM_OPENCL_MEMORY
		fault tasks --backend opencl "$work/tasks.bc"
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		got=$(sed -n 's/^launch: //p' "$work/stderr" | sed 's/ waits for /-/' | tr '\n' ' ')
		once='Left-0 Right-0 Both-2 Reader-1 map and wait map and wait map and wait '
		[ "$got" = "$once$once$once" ] || fail "launches: $got"
		HPVM_OPENCL_MEMORY=own
		export HPVM_OPENCL_MEMORY
	fi
	# copies in parts: two of 3.5 MiB for each of four launches, or as a whole
	for memory in own staged; do
		HPVM_OPENCL_MEMORY=$memory HPVM_OPENCL_TASKS=0
		export HPVM_OPENCL_MEMORY HPVM_OPENCL_TASKS
		fault tasks --backend opencl "$work/parts.bc"; expect 0
		copies=$(grep -c '^launch: copy$' "$work/stderr")
		[ "$copies" -eq $([ $memory = own ] && echo 8 || echo 32) ] || fail "$memory: $copies copies"
		fault counts --backend opencl "$work/parts.bc"; expect 0 'alive: 0'
	done
	HPVM_OPENCL_MEMORY=own HPVM_OPENCL_TASKS=1
	fault late --backend opencl "$work/tasks.bc"; expect 123 '[backend-failed]' 'out of resources (-5)'
	HPVM_OPENCL_TASKS=0 # a kernel that does not run because a copy it waits for has failed
	fault late --backend opencl "$work/tasks.bc"; expect 122 '[device-memory]'
	HPVM_OPENCL_TASKS=1
	for name in chain one places tiles; do
		same "$work/$name.bc" 'backend opencl'
		run --backend opencl "$work/$name.bc" # --stats waits
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	done
	unset HPVM_OPENCL_TASKS HPVM_FPGA_TASKS HPVM_OPENCL_MEMORY
	# a stream's stages run concurrently, several executions at once; with one thread one after
	# the other
	flow=$work/flow.bc
	compile "$srcdir/backends/tests/opencl/flow.c" "$flow"
	"$HPVM_RUN" "$flow" >"$work/expected" 2>/dev/null
	for on in '' mapped own; do
		HPVM_OPENCL_MEMORY=$on
		export HPVM_OPENCL_MEMORY
		until_said 'at once: [23]$' \
			fault counts -Wno-stream-capacity --stats --trace "$work/flow.hrt" -j 2 --backend opencl "$flow"
		expect 0 'stream Flow: 40 pushes, at most 8 in flight, 3 threads' 'launches: 120,'
		grep -Eq 'at once: [23]$' "$work/stderr" || fail 'one launch after the other'
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		"${HPVM_TRACE:-./hpvm-trace}" query "$work/flow.hrt" >"$work/flow.csv" || fail 'the trace cannot be read'
		awk -F, '$5 == "begin-unit" { at[$6] = $7; for (node in at) if (at[node] != $7) found = 1 }
			$5 == "end-unit" { delete at[$6] }
			END { exit !found }' "$work/flow.csv" || fail 'the trace has one execution at a time'
		fault counts -Wno-stream-capacity --stats -j 1 --backend opencl "$flow"
		expect 0 'launches: 120, at once: 1'
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	done
	grep -q 'copied to devices: 10240 bytes' "$work/stderr" || fail 'a stage copies what the one before has left'
	unset HPVM_OPENCL_MEMORY
	# by the device's clock: stages run concurrently with copies to other buffers, and with
	# tasks two leaves of a node run concurrently
	if [ "$(getconf _NPROCESSORS_ONLN)" -gt 1 ] && grep -A1 '^opencl' "$work/backends" | grep -q 'Portable'; then
		compile "$srcdir/backends/tests/opencl/tasks.c" "$work/long.bc" -DROUNDS=5000
		HPVM_OPENCL_MEMORY=own
		export HPVM_OPENCL_MEMORY
		for on in opencl fpga; do
			until_said 'beside each other: [1-9].*, [1-9][0-9]* copies' \
				fault times -Wno-stream-capacity -j 2 --backend $on "$flow"
			expect 0 'beside each other: '
			! grep -Eq 'beside each other: 0|, 0 copies' "$work/stderr" || fail "$(cat "$work/stderr")"
			fault times -Wno-stream-capacity -j 1 --backend $on "$flow"
			expect 0 'beside each other: 0 kernels, 0 copies and kernels'
			for tasks in 0 1; do
				HPVM_OPENCL_TASKS=$tasks HPVM_FPGA_TASKS=$tasks
				export HPVM_OPENCL_TASKS HPVM_FPGA_TASKS
				[ $tasks = 0 ] && often=. || often='beside each other: [1-9]'
				until_said "$often" fault times --backend $on "$work/long.bc"
				expect 0 'beside each other: '
				beside=$(sed -n 's/^beside each other: \([0-9]*\) kernels.*/\1/p' "$work/stderr")
				[ $tasks = $((beside > 0)) ] || fail "tasks $tasks: $beside kernels beside each other"
			done
			unset HPVM_OPENCL_TASKS HPVM_FPGA_TASKS
		done
		unset HPVM_OPENCL_MEMORY
	fi
	# three executions: one launch of the chain, two of each of the other nodes; leaf by leaf
	# two more
	fault counts --backend opencl "$work/one.bc"; expect 0 'launches: 15,'
	fault counts --map Chain/Third=interp --backend opencl "$work/one.bc"; expect 0 'launches: 18,'
	# 10,000 launches leave nothing behind and have no more objects at once than 100, for all
	# kinds of memory, waited for or not
	compile "$srcdir/backends/tests/opencl/launches.c" "$work/launches.bc"
	sanitizing=${ASAN_OPTIONS-}
	# Its quarantine would grow, too.
	ASAN_OPTIONS=$sanitizing:quarantine_size_mb=1:thread_local_quarantine_size_kb=64
	export ASAN_OPTIONS
	for on in opencl fpga; do
		for memory in '' own mapped staged; do
			for tasks in 0 1; do
				HPVM_OPENCL_TASKS=$tasks HPVM_FPGA_TASKS=$tasks HPVM_OPENCL_MEMORY=$memory
				export HPVM_OPENCL_TASKS HPVM_FPGA_TASKS HPVM_OPENCL_MEMORY
				label="$on, memory '$memory', tasks $tasks" bytes=256
				# Smaller copies are not staged.
				[ "$memory" != staged ] || bytes=65536
				fault counts --backend $on "$work/launches.bc" -- 100 $bytes; expect 0 'launches: 100,'
				alive=$(grep 'alive:' "$work/stderr")
				fault counts --backend $on "$work/launches.bc" -- 10000 $bytes; expect 0 "$alive" 'alive: 0,' 'launches: 10000,'
				! grep -q 'pages more' "$work/stdout" || fail "$(cat "$work/stdout")"
			done
		done
	done
	unset HPVM_OPENCL_TASKS HPVM_FPGA_TASKS HPVM_OPENCL_MEMORY
	ASAN_OPTIONS=$sanitizing label=
fi

# --- variables of the program are arguments; the size of a library's variables is not known
for O in 0 3; do
	"$CLANG" -w -O$O -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/opencl/variables.c" -o "$work/variables.bc" || exit 99
	for on in opencl fpga; do
		for memory in own mapped ''; do
			label="-O$O, memory '$memory'" HPVM_OPENCL_MEMORY=$memory
			export HPVM_OPENCL_MEMORY
			same "$work/variables.bc" "backend $on" --backend $on
			! grep -q 'not on' "$work/stderr" || fail 'a leaf is interpreted'
		done
		unset HPVM_OPENCL_MEMORY
		same "$work/variables.bc" "backend $on" --backend $on --worker
		HPVM_OPENCL_TASKS=1 HPVM_FPGA_TASKS=1 run --backend $on "$work/variables.bc"
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	done
	same "$work/variables.bc" 'backend opencl' --map Second=interp
	same "$work/variables.bc" 'backend opencl' --map First=cpu
done
timeout 300 "$HPVM_DIFF" --backends opencl,fpga "$work/variables.bc" >"$work/stdout" 2>"$work/stderr" || fail "hpvm-diff: $(cat "$work/stdout")"
prints '4 same'
run --emit opencl:First "$work/variables.bc"; expect 0; prints '__global uint *counter, ulong counter_at'
sed 's/^enum { COUNT = 96 };/&\nextern int optind;/; s/return value + (int)shift;/return value + optind;/' \
	"$srcdir/backends/tests/opencl/variables.c" >"$work/library.c"
compile "$work/library.c" "$work/library.bc"
same "$work/library.bc" "not on opencl: unsupported variable outside the leaf: 'optind' is a variable of a library"
sed 's/weigh(int value, int by)/&;\nint sum;\nstatic __attribute__((noinline)) int weigh(int value, int by)/; s/return __builtin_popcount/sum = value; &/' \
	"$srcdir/backends/tests/opencl/pipes.c" >"$work/summed.c"
compile "$work/summed.c" "$work/summed.bc"
run --emit fpga:Chain "$work/summed.bc"; expect 0
prints "Chain: one kernel, without pipes: Chain/Read: unsupported variable outside the leaf: 'sum', in one of several kernels"

# --- a leaf that overwrites the stack of its thread, and the variables of the thread behind it
compile "$srcdir/backends/tests/leaf_smash.c" "$work/smash.bc"
for jobs in 1 4; do
	run --backend opencl -j $jobs "$work/smash.bc"; expect 121 '[backend-crashed]' "backend 'opencl'" 'it has overwritten the stack of hpvm-run'
done
run --worker --backend opencl "$work/smash.bc"; expect 121 '[worker-crashed]' '[out-of-bounds]'

# --- choice of the device
HPVM_OPENCL_DEVICE=nobody run --list-backends
prints 'opencl     unavailable: none of ' "matches 'nobody' (option 'device')"
mkdir "$work/vendors"
OCL_ICD_VENDORS=$work/vendors run --list-backends
prints 'opencl     unavailable: there is no OpenCL platform'
finish
