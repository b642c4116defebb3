#!/bin/sh
# run-passes.sh -- passes on graphs: the nodes after a pass, and that results are bit-identical;
# hpvm-opt.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
opt=${HPVM_OPT:-./hpvm-opt} here=$srcdir/tools/tests/passes
passes='fuse-tensor-nodes wrapper-api fuse-tensor-nodes,wrapper-api wrapper-api,fuse-tensor-nodes'

nodes() { # print "Root/Leaf Root/Leaf#2" for each root, one line each, in order
	sed -n 's/^ *path: "\(.*\)"$/\1/p' "$work/stdout" | grep / | sort -u |
		awk -F/ '{ root = $(NF - 1); sub(/#.*/, "", root); $0 = root "/" $NF; if (!seen[$0]++) all[root] = all[root] " " $0 }
			END { for (root in all) print substr(all[root], 2) }' | sort
}

optimise() { # IN OUT [OPTION...]
	in=$1 out=$2
	shift 2
	count=$((count + 1)) label="hpvm-opt $*"
	timeout 60 "$opt" "$@" "$in" -o "$out" >"$work/stdout" 2>"$work/stderr"
	status=$?
	case $* in
	*wrapper-api,fuse*) grep -qF -- '--passes: fuse-tensor-nodes does not fuse wrappers; name it before wrapper-api' "$work/stderr" ||
		fail 'nothing says that nothing is fused' ;;
	*) [ ! -s "$work/stderr" ] || fail "standard error is not empty" ;;
	esac
	[ $status -eq 0 ] || fail "exit status $status"
}

for level in -O0 -O2; do
	"$CLANG" -w -g "$level" -I"$srcdir/src" -emit-llvm -c "$here/patterns.c" -o "$work/patterns.bc" || exit 99
	run -Wno-tensor-overwritten "$work/patterns.bc"; expect 0
	cp "$work/stdout" "$work/expected"
	for list in $passes; do
		run -Wno-tensor-overwritten --passes "$list" "$work/patterns.bc"; expect 0
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		optimise "$work/patterns.bc" "$work/changed.bc" --passes="$list"
		for host in jit interp; do
			run -Wno-tensor-overwritten --host $host "$work/changed.bc"; expect 0
			cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		done
	done
	run --passes=fuse-tensor-nodes --print-graph=yaml "$work/patterns.bc"; expect 0
	nodes >"$work/nodes"
	cmp -s "$work/nodes" "$here/nodes.fused" || fail "nodes: $(diff "$here/nodes.fused" "$work/nodes")"
done

# A second run of the pass changes nothing, and the module's text stays the same.
optimise "$work/patterns.bc" "$work/once.ll" -S --passes fuse-tensor-nodes
optimise "$work/once.ll" "$work/twice.ll" -S --passes fuse-tensor-nodes,fuse-tensor-nodes
optimise "$work/once.ll" "$work/none.ll" -S
sed -e /^source_filename/d -e '/^; ModuleID/d' "$work/none.ll" >"$work/none"
sed -e /^source_filename/d -e '/^; ModuleID/d' "$work/twice.ll" >"$work/twice"
cmp -s "$work/none" "$work/twice" || fail "$(diff "$work/none" "$work/twice" | head -n 20)"
! grep -q '@Conv(' "$work/once.ll" && fail 'a function is gone that others use'
! grep -q 'define.*@Clip(' "$work/once.ll" || fail 'a function is there that nobody uses'
grep -q '__hpvm__node_id(i32 noundef 7)\|__hpvm__node_id(i32 7)' "$work/once.ll" || fail 'no node_id'

# Wrappers: a pattern becomes one call, every other operation has its own, with numbers in
# topological order.
optimise "$work/patterns.bc" "$work/wrapped.ll" -S --passes fuse-tensor-nodes,wrapper-api
body() { # its calls of wrappers
	awk -v name="@\"$1\"(" 'index($0, "define") == 1 { inside = index($0, name) } /^}/ { inside = 0 } inside && /@wrapper_/ { print }' \
		"$work/wrapped.ll"
}
calls() { # one call for each TEXT, which must be part of it
	function=$1
	shift
	[ "$(body "$function" | wc -l)" -eq $# ] || fail "$function: $(body "$function")"
	for text; do
		body "$function" | grep -qF -- "$text" || fail "$function lacks '$text': $(body "$function")"
	done
}
calls Conv+Add+Tanh+Max_wrapper_1 \
	'i32 1, i32 1, i32 1, i32 1, i32 0, i32 2, i32 2, i32 0, i32 0, i32 2, i32 2, i32 0, float'
calls Conv+Add+Clip_wrapper_1 'i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 2, float'
calls Conv+Add+Mean_wrapper_1 'i32 1, i32 3, i32 2, i32 1, i32 0, i32 2, i32 1, i32 -1, float'
calls Mul+Add+Relu_wrapper_1 '@wrapper_FCLayer'
calls Conv+Add+Sigmoid+Min_wrapper_1 '@wrapper_ConvLayer2' '@wrapper_tensorSigmoid' '@wrapper_tensorPooling'
for alone in Group_wrapper_1:GroupConvolution Add_wrapper_2:Add Soft_wrapper_3:Softmax; do
	grep -q "define.*@${alone%:*}(" "$work/wrapped.ll" && grep -q "@wrapper_tensor${alone#*:}" "$work/wrapped.ll" ||
		fail "no $alone"
done
grep -q '@Elsewhere(' "$work/wrapped.ll" || fail 'another target is wrapped'

# Intrinsics, as in HPVM 1.0.
legacy=$srcdir/ir/tests/legacy/tensors.ll
optimise "$legacy" "$work/legacy.bc" --passes fuse-tensor-nodes,wrapper-api
run --print-graph "$work/legacy.bc"; expect 0
prints 'conv_cloned+add_cloned_wrapper_1: leaf, hint tensor' 'relu_cloned: leaf, hint cudnn' \
	'edge conv_cloned+add_cloned_wrapper_1.0 ==> relu_cloned.0 (t1), all-to-all'
optimise "$legacy" "$work/modern.bc"
run --print-graph "$work/modern.bc"; cp "$work/stdout" "$work/modern"
run --print-graph "$legacy"
cmp -s "$work/stdout" "$work/modern" || fail 'another graph'

# Networks: the number of remaining nodes, and the output.
"$HPVM_RUN" --list-backends >"$work/backends"
onednn=$(grep 'onednn  *ready' "$work/backends")
[ -n "$onednn" ] || grep onednn "$work/backends" || echo 'the onednn backend is not built: networks run in the golden model alone'
network() { # NAME NODES
	[ -f "examples/$1/$1.bc" ] || return
	optimise "examples/$1/$1.bc" "$work/$1.bc" --passes fuse-tensor-nodes,wrapper-api
	run --print-graph "$work/$1.bc"; prints "graph of $2 nodes"
	run "examples/$1/$1.bc" -- "$srcdir/examples/$1"; expect 0
	cp "$work/stdout" "$work/expected"
	run "$work/$1.bc" -- "$srcdir/examples/$1"; expect 0
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	[ -n "$onednn" ] || return
	run --backend onednn --stats "$work/$1.bc" -- "$srcdir/examples/$1"; expect 0 'backend onednn'
	HPVM_RUN=${HPVM_DIFF:-./hpvm-diff} run --backends onednn "$work/$1.bc" -- "$srcdir/examples/$1"
	expect 0
	tail -n 1 "$work/stdout" | grep -Eq '^([0-9]+ same, )?[0-9]+ bounded$' || fail "$(tail -n 1 "$work/stdout")"
}
network lenet 6
network residual 12
network mobilenet 19

# Grids as loops: the output stays the same, and the leaves that changed are reported.
for level in -O0 -O1 -O2; do
	"$CLANG" -w -g "$level" -I"$srcdir/src" -emit-llvm -c "$here/sequential.c" -o "$work/grids.bc" || exit 99
	run -Wno-edge-value-ambiguous "$work/grids.bc"; expect 0
	cp "$work/stdout" "$work/expected"
	for list in sequentialise sequentialise-all; do
		for schedule in reference reverse; do
			run --passes=$list --schedule $schedule "$work/grids.bc"
			expect 0 "'Stays/Meet' is not sequentialised: its instances meet at a barrier" \
				"'Stays/Own' is not sequentialised: a one-to-one edge gives each of its instances a separate value" \
				"'Stays/Late' is not sequentialised: it continues after its return"
			[ "$(grep -c not-sequentialised "$work/stderr")" -eq 3 ] || fail 'other leaves are named'
			[ $list$schedule = sequentialisereverse ] ||   # in that order Sum differs
				cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		done
	done
	count=$((count + 1)) label='hpvm-opt sequentialise'
	"$opt" -Wno-not-sequentialised --passes=sequentialise "$work/grids.bc" -o "$work/loops.bc" || fail "exit status $?"
	run --print-graph "$work/loops.bc"; expect 0
	prints '    Ask_sequential: leaf, hint fpga' '    Sum [n]: leaf, hint cpu' 'edge Next_sequential.0 ==> Next_sequential.1.1 (bytes), all-to-all' \
		'  Meet [6]: leaf, hint fpga' 'bind in 2 (n) -> Count_sequential.2 (n), streaming'
	for backend in interp fpga; do
		! "$HPVM_RUN" --list-backends | grep -q 'fpga  *ready' && [ $backend = fpga ] && continue
		run -Wno-edge-value-ambiguous -Wno-backend-refuses --backend $backend "$work/loops.bc"; expect 0
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	done
done
# A grid without instances: no iterations, whatever the other extents are.
for level in -O0 -O2; do
	for test in G7-zero G7-zero-product; do
		"$CLANG" -w "$level" -I"$srcdir/src" -I"$srcdir/spec-tests" -emit-llvm -c "$srcdir/spec-tests/G/$test.c" \
			-o "$work/none.bc" || exit 99
		optimise "$work/none.bc" "$work/loops.bc" --passes=sequentialise-all
		run --print-graph "$work/loops.bc"; prints 'Leaf_sequential: leaf'
		for host in jit interp; do
			run --host $host "$work/loops.bc"; expect 0
			[ "$(cat "$work/stdout")" = 0 ] || fail "prints $(cat "$work/stdout")"
		done
	done
done
# G7's condition on extents becomes an assumption, which the interpreter checks. An extent of 0
# means what --sem selects when the pass runs.
for level in -O0 -O2; do
	for test in G7-negative G7-product G7-zero-one; do
		"$CLANG" -w "$level" -I"$srcdir/src" -I"$srcdir/spec-tests" -emit-llvm -c "$srcdir/spec-tests/G/$test.c" \
			-o "$work/none.bc" || exit 99
		sem=--sem=zero-extent=$([ $test = G7-zero-one ] && echo one || echo none)
		run $sem "$work/none.bc"
		[ $test = G7-zero-one ] || expect 121 '[extent-invalid]'
		cp "$work/stdout" "$work/expected"
		optimise "$work/none.bc" "$work/loops.bc" --passes=sequentialise-all $sem
		run --print-graph "$work/loops.bc"; prints 'Leaf_sequential: leaf'
		run "$work/loops.bc"
		[ $test = G7-zero-one ] || expect 121 '[assume-failed]' "in function 'Leaf_sequential'"
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
		run --passes=sequentialise-all $sem "$work/none.bc"
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	done
	[ "$(cat "$work/expected")" = 1 ] || fail "prints $(cat "$work/expected")"
	run --passes=sequentialise-all "$work/none.bc"; expect 0
	[ "$(cat "$work/stdout")" = 0 ] || fail "prints $(cat "$work/stdout")"
done
run --passes=sequentialise-all --emit fpga "$work/grids.bc"; expect 0 # no assumption is left
! grep -q 'smul_over\|assume' "$work/stdout" || fail 'kernels compute what nobody wants'

run -Werror=not-sequentialised --passes=sequentialise "$work/grids.bc"; expect 123 '[not-sequentialised]'
for graph in "$srcdir"/ir/tests/legacy/*.ll; do # intrinsics
	"$HPVM_RUN" --print-graph "$graph" >"$work/before" 2>/dev/null && grep -q '\[' "$work/before" || continue
	count=$((count + 1)) label="sequentialise-all of ${graph##*/}"
	"$opt" -Wno-not-sequentialised --passes=sequentialise-all "$graph" -o "$work/legacy.bc" 2>"$work/stderr" ||
		fail "exit status $?"
	run --print-graph "$work/legacy.bc"; expect 0
	legacy_grids="$legacy_grids $(grep -c '_sequential.*: leaf' "$work/stdout")"
done
case "$legacy_grids" in *[1-9]*) ;; *) fail 'no leaf of HPVM 1.0 has loops' ;; esac
for name in histogram camera; do
	[ -f "examples/$name/$name.bc" ] || continue
	run "examples/$name/$name.bc" -- "$srcdir/examples/$name"; expect 0
	cp "$work/stdout" "$work/expected"
	run --passes=sequentialise-all "examples/$name/$name.bc" -- "$srcdir/examples/$name"; expect 0
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
done

# Usage errors, and invalid files.
run --passes fuse "$work/patterns.bc"; expect 124 "--passes: unknown pass 'fuse'; the passes are fuse-tensor-nodes, wrapper-api, sequentialise, sequentialise-all; did you mean 'fuse-tensor-nodes'?"
run --passes fuse-tensor-nodes, "$work/patterns.bc"; expect 124
for wrong in '' "$work/patterns.bc" "-o $work/x" "--passes x -o $work/x $work/patterns.bc" \
	"-o $work/none/x $work/patterns.bc" "--nonsense -o $work/x $work/patterns.bc" "--sem x=y -o $work/x $work/patterns.bc"; do
	count=$((count + 1)) label="hpvm-opt $wrong"
	# shellcheck disable=SC2086
	"$opt" $wrong >"$work/stdout" 2>"$work/stderr"
	status=$?
	[ $status -eq 124 ] && tail -n 1 "$work/stderr" | grep -q '^hpvm-opt: wrong use; see hpvm-opt --help (exit 124)$' ||
		fail "exit status $status"
done
count=$((count + 1)) label='hpvm-opt of a file that is none'
"$opt" -o "$work/x" "$here/patterns.c" >"$work/stdout" 2>"$work/stderr"
status=$?
expect 120
finish
