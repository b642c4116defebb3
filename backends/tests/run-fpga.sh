#!/bin/sh
# run-fpga.sh -- leaves as kernels of a single work-item: the source, and results on the available
# device.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"

# --- source; needs no device
run --emit fpga "$srcdir/backends/tests/opencl/emit.ll"
expect 0
cmp -s "$work/stdout" "$srcdir/backends/tests/opencl/fpga.cl" ||
	fail "another text: $(diff "$srcdir/backends/tests/opencl/fpga.cl" "$work/stdout")"
run --emit fpga:Blur "$srcdir/backends/tests/opencl/emit.ll"; expect 0
prints 'reqd_work_group_size(1, 1, 1)' 'while (x < x_end) {'
compile "$graph/barrier_in_loop.c" "$work/barrier_in_loop.bc"
run --emit fpga "$work/barrier_in_loop.bc"; expect 123 '[not-translated]' ': unsupported barrier: instances run'
prints 'not translated: unsupported barrier: instances run sequentially'
for wrong in fpga: fpgax fpg; do
	run --emit $wrong "$srcdir/backends/tests/opencl/emit.ll"; expect 124 '--emit'
done

# --- chains as kernels connected by pipes: the source is OpenCL C 2.0, and 3.0 with pipes; compiled
# for this machine its kernels compute what the leaves compute, whatever the capacity of pipes
compile "$srcdir/backends/tests/opencl/pipes.c" "$work/pipes.bc"
run --emit fpga:Chain "$work/pipes.bc"; expect 0
cp "$work/stdout" "$work/pipes.cl"
opencl() { "$CLANG" -x cl -Wall -Wno-unused-command-line-argument "$@" -c "$work/pipes.cl" -o "$work/pipes.o" 2>"$work/stderr"; }
for options in -cl-std=CL2.0 '-cl-std=CL3.0 -Xclang -cl-ext=+__opencl_c_pipes,+__opencl_c_generic_address_space'; do
	opencl $options && [ ! -s "$work/stderr" ] || fail "$options: $(cat "$work/stderr")"
done
for options in -cl-std=CL1.2 '-cl-std=CL3.0 -Xclang -cl-ext=-__opencl_c_pipes'; do
	! opencl $options || fail "$options: compiled without pipes"
	grep -q 'error: "pipes need OpenCL C 2.0, or 3.0 with __opencl_c_pipes"' "$work/stderr" || fail "$options: no reason"
done
if [ "$(uname -m)" = x86_64 ] && opencl -cl-std=CL2.0 -O1 &&
	${CC:-cc} -O1 -o "$work/pipes" "$srcdir/backends/tests/opencl/pipes_host.c" "$work/pipes.o" -lpthread; then
	"$HPVM_RUN" "$work/pipes.bc" >"$work/expected" 2>/dev/null
	[ "$(wc -l <"$work/expected")" -eq 63 ] || fail 'the program prints nothing'
	for room in 1 2 63; do
		timeout 60 "$work/pipes" $room >"$work/stdout" || fail "pipes of $room packets: exit status $?"
		cmp -s "$work/stdout" "$work/expected" || fail "pipes of $room packets: $(diff "$work/expected" "$work/stdout")"
	done
else
	[ "$(uname -m)" != x86_64 ] || fail 'the kernels cannot be compiled for this machine'
fi
# pipes cannot be used: one kernel, or none, and the reason
compile "$srcdir/backends/tests/opencl/one.c" "$work/one.bc"
run --emit fpga:Chain "$work/one.bc"; expect 0
prints 'Chain: one kernel, without pipes: Chain/First and Chain/Second share memory that one of them may write' \
	'void Chain('
run --emit fpga:All "$work/one.bc"
expect 123 '[not-translated]' "'All'" 'its leaves do not form a chain: an edge between its leaves is all-to-all'
run --emit opencl:Apart "$work/one.bc"
expect 123 '[not-translated]' 'its leaves do not form a chain: no edges connect all of its leaves'
run --emit opencl:Chain "$work/one.bc"; expect 0; prints '__kernel void Chain('
run --emit opencl:transpose_tile examples/transpose/transpose.bc; expect 0
prints '__kernel void transpose_tile(' '__local '
run --emit fpga:transpose_tile examples/transpose/transpose.bc
expect 123 '[not-translated]' 'its leaves do not form a chain: '

# --- on a device
"$HPVM_RUN" --list-backends >"$work/backends" 2>&1
if ! grep -q 'fpga  *ready' "$work/backends"; then
	grep fpga "$work/backends" || echo 'the fpga backend is not built'
	finish
	exit
fi

same() { # PROGRAM [OPTION...]: prints the same as interpreted, and a leaf runs there
	program=$1
	shift
	"$HPVM_RUN" "$program" $arguments >"$work/expected" 2>/dev/null
	run --stats "$@" "$program" $arguments
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF -- 'backend fpga' "$work/stderr" || fail 'nothing runs there'
}

for name in edges histogram spmv stencil; do
	arguments="-- $srcdir/examples/$name"
	same "examples/$name/$name.bc" --backend fpga
	! grep -q 'not on' "$work/stderr" || fail 'a leaf is interpreted'
done
arguments=
for name in edge_all_to_all edge_one_to_one stream; do
	compile "$graph/$name.c" "$work/$name.bc"
	same "$work/$name.bc" --backend fpga
done
same "$work/edge_one_to_one.bc" --backend fpga --worker
run --backend fpga "$work/barrier_in_loop.bc"
expect 0 '[backend-refuses]' 'instances run sequentially'

# --- hints, and two backends for the same device
compile "$srcdir/backends/tests/opencl/hints.c" "$work/hints.bc"
same "$work/hints.bc" --backend hint
grep -q 'First.*backend fpga' "$work/stderr" || fail 'First is not on fpga'
grep -q 'Second.*backend opencl' "$work/stderr" || fail 'Second is not on opencl'
if grep -q '^cuda  *unavailable' "$work/backends"; then # a preferred backend cannot be used
	grep -q 'Second.*backend opencl.*, cuda is unavailable: ' "$work/stderr" || fail 'nobody says that cuda is out'
fi
mkdir "$work/vendors" # none can be used
OCL_ICD_VENDORS=$work/vendors run --stats --backend hint "$work/hints.bc"
expect 0 "no backend for the hint of 'Root/First' is available, so it is interpreted: fpga is unavailable: there is no OpenCL platform" \
	"no backend for the hint of 'Root/Second' is available" '[hint-unserved]' 'not on hint: fpga is unavailable'
[ "$(grep -c 'hint-unserved' "$work/stderr")" -eq 2 ] || fail 'it is not said once for each leaf'
cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"

# --- reference order: sums of floats in a leaf, by atomics or not, depend on nothing else
compile "$srcdir/backends/tests/opencl/order.c" "$work/order.bc"
same "$work/order.bc" --backend fpga
grep -q '^[1-9]' "$work/stdout" || fail 'no number'

# --- random leaves
random_leaves fpga 2 8

# --- a device without pipes reports that, and a chain is one kernel there
if grep -A1 '^opencl' "$work/backends" | grep -q 'Portable Computing Language'; then
	grep -A1 '^fpga ' "$work/backends" | grep -q ', no pipes' || fail 'PoCL has pipes'
	! grep -A1 '^opencl ' "$work/backends" | grep -q 'no pipes' || fail 'who does not want pipes is told'
fi
same "$work/pipes.bc" --backend fpga
grep -q 'backend fpga, in Chain' "$work/stderr" || fail 'the chain is not one'

# --- a device with pipes has a kernel for each leaf, and all run at the same time, or one after the
# other
device=$work/pipes_device.so kernels='backend fpga, built in .* ms, 3 kernels with 6 pipes, for grids that these have room for'
if grep -A1 '^opencl' "$work/backends" | grep -q 'Portable' && [ "$(uname -m)" = x86_64 ] &&
	${CC:-cc} -shared -fPIC -o "$device" "$srcdir/backends/tests/opencl/pipes_device.c" -ldl -lpthread 2>/dev/null; then
	preloadable "$device"
	piped() { # DEVICE PROGRAM [OPTION...]: prints the same as interpreted
		label="device '$1', $2"
		"$HPVM_RUN" "$2" >"$work/expected" 2>/dev/null
		PIPES_DEVICE=$1 LD_PRELOAD=$preload
		export PIPES_DEVICE LD_PRELOAD CLANG
		shift
		program=$1
		shift
		run --stats --backend fpga "$@" "$program"
		unset PIPES_DEVICE LD_PRELOAD
		expect 0 'backend fpga, in Chain'
		cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	}
	piped 2 "$work/pipes.bc"; expect 0 'piped: 3 kernels, 3 at once, 0 objects left'
	grep -q "$kernels" "$work/stderr" || fail 'nobody speaks of pipes'
	piped 3 "$work/pipes.bc"; expect 0 'piped: 3 kernels, 3 at once, 0 objects left'
	piped 'in turn' "$work/pipes.bc"; expect 0 'piped: 3 kernels, 1 at once, 0 objects left'
	# pipes of at most 10 packets, or no pipes: one kernel
	piped small "$work/pipes.bc"
	! grep -q '^piped:' "$work/stderr" || fail 'there is room for 63 packets'
	piped none "$work/pipes.bc"
	! grep -q '^piped:\|pipes' "$work/stderr" || fail 'OpenCL 3.0 without pipes has some'
	# three grids one after the other, with pointers into buffers
	compile "$srcdir/backends/tests/opencl/pipes.c" "$work/thrice.bc" -DINSIDE=3 -DLAUNCHES=3
	piped 2 "$work/thrice.bc"; expect 0 'piped: 9 kernels, 3 at once, 0 objects left'
	HPVM_FPGA_TASKS=1 piped 2 "$work/thrice.bc"
	# a leaf writes what another one reads, so that concurrent execution would show: one kernel
	compile "$srcdir/backends/tests/opencl/pipes.c" "$work/common.bc" -DCOMMON
	piped 2 "$work/common.bc"
	! grep -q '^piped:' "$work/stderr" || fail 'leaves run side by side on the same memory'
	# the reason why a chain is one kernel
	compiler=$CLANG CLANG=false
	piped 2 "$work/pipes.bc"; expect 0 'without pipes: its compiler failed (-11)'
	CLANG=$compiler
	piped 2 "$work/one.bc"
	grep -q 'without pipes: .*share memory that one of them may write' "$work/stderr" || fail 'nobody says why'
	label=
fi

# --- choice of the device: an accelerator, if there is one
if ${CC:-cc} -shared -fPIC -o "$work/faults.so" "$srcdir/backends/tests/opencl/faults.c" -ldl 2>/dev/null; then
	preloadable "$work/faults.so"
	OPENCL_FAULT=accelerator LD_PRELOAD=$preload
	export OPENCL_FAULT LD_PRELOAD
	run --list-backends
	unset OPENCL_FAULT LD_PRELOAD
	grep -A1 '^fpga ' "$work/stdout" | grep -q 'device: Other: ' || fail 'fpga is not on the accelerator'
	! grep -A1 '^opencl ' "$work/stdout" | grep -q 'device: Other: ' || fail 'opencl is'
fi
HPVM_FPGA_DEVICE=nobody run --list-backends
prints 'fpga       unavailable: none of ' "matches 'nobody' (option 'device')" 'opencl     ready'
finish
