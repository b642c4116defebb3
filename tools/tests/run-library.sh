#!/bin/sh
# run-library.sh -- models as libraries: the example, functions that JAX exported (library_cases.py), each device,
# and what is refused.
#
# Environment: LIBRARY_CASES: which functions; all if it is empty.
. "${srcdir:-.}/tools/tests/lib.sh"
import=${HPVM_IMPORT:-./hpvm-import}
[ -x "$import" ] || { echo 'hpvm-import is not built'; exit 77; }
tree=$(cd "$srcdir" && pwd)
build=$(cd "$(dirname "$HPVM_RUN")" && pwd)
export LD_LIBRARY_PATH="$build/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
sanitizers=
if nm -D "$build/.libs/libhpvm-ral.so" | grep -q __asan_init; then sanitizers=-fsanitize=address,undefined; fi
cp "$tree/examples/library/network.mlir" "$tree/examples/library/rows.c" "$work"

count=$((count + 1)) label='libhpvm-ral is whole'
: >"$work/stderr"
missing=$(nm -D --undefined-only "$build/.libs/libhpvm-ral.so" | grep ' hr_')
[ -z "$missing" ] || fail "RAL_ROWS in tools/ral/local.mk lacks the object of $missing"

import() { # ARGUMENT...
	count=$((count + 1)) label="hpvm-import $*"
	"$import" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}
rows() { # DEVICE NUMBER...: the example
	count=$((count + 1)) label="rows on $1"
	device=$1
	shift
	RAL_DEVICE=$device timeout 60 "$work/rows" "$@" >"$work/stdout" 2>"$work/stderr"
	status=$?
}
same() { # the last run printed what the network computes
	clean
	prints '1.72067 2.39394 0.594833' '2.70996 1.7608 0.99809'
}

# --- the example
import --emit=library "$work/network.mlir" -o "$work/network.so"
clean
for kind in h c so kernels.bc; do
	[ -s "$work/network.$kind" ] || fail "no network.$kind"
done
count=$((count + 1)) label='the example compiles'
${CC:-cc} -Wall -Wextra -Werror $sanitizers -I"$tree/src" "$work/rows.c" "$work/network.so" -o "$work/rows" -L"$build/.libs" -lhpvm-ral \
	2>"$work/stderr" || fail 'it does not'
if [ -n "$sanitizers" ]; then export ASAN_OPTIONS="detect_odr_violation=0:${ASAN_OPTIONS:-}"; fi
mkdir "$work/backends" # as in a build tree
ln -s "$build/backends/.libs" "$work/backends/.libs"
for device in '' cpu cpu:3 hpvm hpvm:check=all hpvm:check=all:width=1 hpvm:backend=cpu; do
	rows "$device" 1 2 3 4 5 6 7 8
	same
done
rows cpu
clean
[ ! -s "$work/stdout" ] || fail 'no rows give output'
rows gpu 1 2 3 4
expect 1 "RAL_DEVICE: there is no device 'gpu'; it is cpu[:THREADS] or hpvm[:OPTION[=VALUE]]..."
rows cpu:0 1 2 3 4
expect 1 "'cpu:0' is not cpu:THREADS, 1 to 1024"
rows hpvm:chek=all 1 2 3 4
expect 1 "unknown option '--chek'; did you mean '--check'?"

# --- a library whose files are gone
mv "$work/network.weights" "$work/elsewhere"
rows cpu 1 2 3 4
expect 1 "the values of a constant are missing: '" 'No such file or directory'
mv "$work/elsewhere" "$work/network.weights"
for file in "$work"/network.weights/*; do printf x >"$file"; done
rows cpu 1 2 3 4
expect 1 'is too short'
import --emit=library "$work/network.mlir" -o "$work/network.so"
mv "$work/network.kernels.bc" "$work/elsewhere"
rows hpvm 1 2 3 4
expect 1 'network.kernels.bc'

# --- wrong use
lib_tool=hpvm-import
import --emit=library "$work/network.mlir"
expect 124 '--emit=library needs -o NAME.so'
import --emit=library "$work/network.mlir" -o "$work/network.bc"
expect 124 '--emit=library needs -o NAME.so'
import --emit=opencl "$work/network.mlir" -o "$work/network.so"
expect 124 '--emit=opencl: hpvm-import emits a library'
count=$((count + 1)) label='no compiler'
CC=/none/such "$import" --emit=library "$work/network.mlir" -o "$work/network.so" >"$work/stdout" 2>"$work/stderr"
status=$?
expect 123 "network.c': the compiler '/none/such': No such file or directory; set CC" '[not-translated]'
count=$((count + 1)) label='a compiler that fails'
CC='cc -none-such' "$import" --emit=library "$work/network.mlir" -o "$work/network.so" >"$work/stdout" 2>"$work/stderr"
status=$?
expect 120 "network.c' does not compile" "the compiler is 'cc'" '[kernel-source]'
import --emit=library "$work/network.mlir" -o "$work/none/network.so"
expect 120 'cannot write'

# --- functions that JAX exported
python=$(command -v python3) || finish
mkdir "$work/cases"
count=$((count + 1)) label='functions of JAX'
"$python" -B "$tree/tools/tests/library_cases.py" "$import" "$build/.libs/libhpvm-ral.so" "$tree/tools/tests/stablehlo" "$work/cases" \
	${LIBRARY_CASES-control dyn_loop dyn_transformer convert dyn_sort scan_rnn half} >"$work/stderr" 2>&1 || fail 'some differ'
finish
