#!/bin/sh
# run-oclgrind.sh -- the opencl and fpga modules on Oclgrind, a second device that checks each
# access: results are the interpreter's, and Oclgrind finds no errors in kernels or in calls of
# OpenCL. Skipped if it is not installed.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"

mkdir "$work/vendors"
for library in ${OCLGRIND_ICD:-/usr/lib/oclgrind/liboclgrind-rt-icd.so /usr/lib/*/oclgrind/liboclgrind-rt-icd.so \
	/usr/lib/*/liboclgrind-rt-icd.so /usr/local/lib/liboclgrind-rt-icd.so}; do
	[ -f "$library" ] && echo "$library" >"$work/vendors/oclgrind.icd" && break
done
if [ ! -f "$work/vendors/oclgrind.icd" ]; then
	echo 'Oclgrind is not installed'
	exit 77
fi
OCL_ICD_VENDORS=$work/vendors OCLGRIND_LOG=$work/log
OCLGRIND_CHECK_API=1 OCLGRIND_DATA_RACES=1 OCLGRIND_UNINITIALIZED=1
export OCL_ICD_VENDORS OCLGRIND_LOG OCLGRIND_CHECK_API OCLGRIND_DATA_RACES OCLGRIND_UNINITIALIZED
run --list-backends
# No module, or a loader that does not find it.
if ! grep -q 'device: Oclgrind: ' "$work/stdout"; then
	cat "$work/stdout"
	exit 77
fi

clean() { # BACKEND PROGRAM [ARGUMENT...]
	on=$1 program=$2
	shift 2
	count=$((count + 1)) label="$on: ${program##*/}"
	: >"$OCLGRIND_LOG"
	timeout 300 "$HPVM_DIFF" --backends "$on" "$program" "$@" >"$work/stdout" 2>"$work/stderr" || fail "$(cat "$work/stdout")"
	grep -q ' same$' "$work/stdout" || fail "nothing is compared: $(cat "$work/stdout")"
	[ ! -s "$OCLGRIND_LOG" ] || fail "$(head -n 20 "$OCLGRIND_LOG")"
}

for name in chain fixed hints loops one pipes places tiles; do
	compile "$srcdir/backends/tests/opencl/$name.c" "$work/$name.bc"
	for on in opencl fpga; do
		clean $on "$work/$name.bc"
	done
done
for name in barrier_in_loop edge_all_to_all; do
	compile "$graph/$name.c" "$work/$name.bc"
	clean opencl "$work/$name.bc"
done
for group in 64 5,3,2; do
	HPVM_OPENCL_GROUP=$group
	export HPVM_OPENCL_GROUP
	clean opencl "$work/places.bc"
done
unset HPVM_OPENCL_GROUP

# --- two platforms, if PoCL is installed, too: the name selects one
if [ -f /etc/OpenCL/vendors/pocl.icd ]; then
	cp /etc/OpenCL/vendors/pocl.icd "$work/vendors"
	for name in oclgrind portable; do
		HPVM_OPENCL_DEVICE=$name HPVM_FPGA_DEVICE=oclgrind
		export HPVM_OPENCL_DEVICE HPVM_FPGA_DEVICE
		run --list-backends
		grep -A1 '^opencl' "$work/stdout" | grep -iq "device: $name" || fail "opencl is not on $name"
		grep -A1 '^fpga' "$work/stdout" | grep -q 'device: Oclgrind' || fail 'fpga is not on Oclgrind'
		[ $name = oclgrind ] || clean opencl,fpga "$work/chain.bc"
	done
	unset HPVM_OPENCL_DEVICE HPVM_FPGA_DEVICE
	rm "$work/vendors/pocl.icd"
fi

# --- a stream, whose stages run one after the other there; with fewer rounds, because Oclgrind is
# slow
"$CLANG" -w -O1 -DROUNDS=20 -I"$srcdir/src" -emit-llvm -c "$srcdir/backends/tests/opencl/flow.c" -o "$work/flow.bc" || exit 99
"$HPVM_RUN" "$work/flow.bc" >"$work/expected" 2>/dev/null
run -Wno-stream-capacity --stats -j 1 --backend opencl "$work/flow.bc"
expect 0 'stream Flow: 40 pushes, at most 8 in flight'
! grep -q 'not on opencl' "$work/stderr" || fail 'a stage is interpreted'
cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"

# --- Oclgrind does check: instances that add to one place are a race, but not one after the other
compile "$srcdir/backends/tests/opencl/order.c" "$work/order.bc"
clean fpga "$work/order.bc"
label='a race'
timeout 60 "$HPVM_RUN" --backend opencl "$work/order.bc" >/dev/null 2>"$work/stderr"
grep -q 'data race' "$OCLGRIND_LOG" || fail 'Oclgrind does not look for races'
finish
