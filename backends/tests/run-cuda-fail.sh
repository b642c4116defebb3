#!/bin/sh
# run-cuda-fail.sh -- the cuda backend when the driver fails: every call in turn returns an error
# from a mock that checks the driver's rules (backends/nvidia/mock). The program must end properly,
# and no rule may be broken.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
. "$srcdir/backends/tests/device.sh"
. "$srcdir/backends/tests/mock.sh"
compile "$srcdir/backends/tests/opencl/chain.c" "$work/chain.bc"
compile "$srcdir/backends/tests/cuda/again.c" "$work/again.bc"

# --- every call, and in longer programs the first and the last call of each function
right=0 said=0
: >"$work/called"
: >"$work/failed"
# FAILURES PROGRAM [ARGUMENT...]: checks that it ends properly if the mock fails these calls.
ends() {
	failing=$1
	shift
	rm -f "$work/log"
	HPVM_MOCK_LOG=$work/log HPVM_MOCK_FAIL=$failing run --backend cuda "$@"
	label="$failing $label"
	case $status in
	0 | "$right" | 122 | 123) ;;
	*) fail "exit status $status" ;;
	esac
	! grep -q 'breaks the rule' "$work/stderr" || fail 'a rule is broken'
	! grep -q "backend 'device'" "$work/stderr" || fail 'nobody says which'
	said=$((said + $(grep -c 'error\|warning' "$work/stderr")))
	# Only called after failures.
	sed -n 's/^[0-9][0-9]* \(cuGetError[A-Za-z]*\).*/\1/p' "$work/log" >>"$work/called"
	note_failed
}
note_failed() { # records which functions have failed
	awk '/^[0-9]+ cu/ { name = $2 } /^    (= |error .* sticks)/ { print name }' "$work/log" >>"$work/failed"
}
# PROGRAM [ARGUMENT...]: lists the functions that it calls in the file functions; results may be
# wrong, as the mock computes nothing.
record() {
	rm -f "$work/log"
	HPVM_MOCK_LOG=$work/log run --backend cuda "$@"
	right=$status
	[ $status -le 1 ] || fail "exit status $status"
	sed -n 's/^[0-9][0-9]* \(cu[A-Za-z0-9_]*\).*/\1/p' "$work/log" >"$work/functions"
	cat "$work/functions" >>"$work/called"
}
record "$work/chain.bc"
calls=$(grep -c . "$work/functions")
[ "$calls" -gt 60 ] || fail "only $calls calls"
for code in 999 719; do # an unspecific error, and a sticky one
	said=0 call=1
	while [ $call -le "$calls" ]; do
		ends "*:$call=$code" "$work/chain.bc"
		call=$((call + 1))
	done
	[ $said -gt 45 ] || fail "of error $code little is said: $said"
done
each() { # PROGRAM [ARGUMENT...]
	record "$@"
	for which in $(sort "$work/functions" | uniq -c | awk '{ print $2 ":1"; if ($1 > 1) print $2 ":" $1 }'); do
		for code in 2 701 719; do # exhausted memory, a launch that is too large
			ends "$which=$code" "$@"
		done
	done
	ends cuStreamQuery:1=999 "$@"
	grep -q 'a kernel launched earlier: .*(CUDA_ERROR_UNKNOWN)' "$work/stderr" || fail 'nobody says what'
	ends cuStreamQuery:1=999,cuStreamQuery:2=999 "$@"
	ends cuStreamQuery:1=999,cuStreamQuery:2=999,cuStreamSynchronize:1=999,cuStreamSynchronize:2=999 "$@"
}
each examples/histogram/histogram.bc -- "$srcdir/examples/histogram"
HPVM_CUDA_GRAPHS=always
export HPVM_CUDA_GRAPHS
each "$work/again.bc" -- 8
unset HPVM_CUDA_GRAPHS
# Copies concurrent with launches: their events fail, one by one.
compile "$srcdir/backends/tests/cuda/overlap.c" "$work/overlap.bc"
HPVM_MOCK=pageable=slow HPVM_MOCK_LEAKS=yes
export HPVM_MOCK HPVM_MOCK_LEAKS
record "$work/overlap.bc" -- 3
for function in cuEventCreate cuEventRecord cuStreamWaitEvent cuEventSynchronize cuEventDestroy_v2 cuMemcpyHtoDAsync_v2 cuMemcpyDtoHAsync_v2; do
	calls=$(grep -c "^$function\$" "$work/functions") call=1
	while [ $call -le "$calls" ]; do
		for code in 999 2 719; do
			ends "$function:$call=$code" "$work/overlap.bc" -- 3
		done
		call=$((call + 1))
	done
done
# A copy that no launch follows, because there is no room for another operand of the leaf: it must
# be waited for before its memory is freed.
compile "$srcdir/backends/tests/cuda/two.c" "$work/two.bc"
for code in 0 999 719; do
	rm -f "$work/log"
	count=$((count + 1)) label="cuMemAlloc_v2:2=2,cuEventSynchronize:1=$code hpvm-diff two.bc"
	HPVM_MOCK_LOG=$work/log HPVM_MOCK_FAIL=${label%% *} timeout 60 "$HPVM_DIFF" --in-process --backends cuda "$work/two.bc" \
		>"$work/stdout" 2>"$work/stderr"
	status=$?
	case $code in
	0) expect 121 "backend 'cuda' failed on 'Root/Sum': it is out of memory [backend-fault]" ;;
	*) expect 121 "backend 'cuda' failed on 'Root/Sum': a copy: the mock was asked for this error" '[backend-fault]' ;;
	esac
	! grep -q 'breaks the rule' "$work/stderr" || fail 'a rule is broken'
	sed -n 's/^[0-9][0-9]* \(cuEvent[A-Za-z0-9_]*\).*/\1/p' "$work/log" >>"$work/called"
	note_failed
done
unset HPVM_MOCK HPVM_MOCK_LEAKS
# More shared memory than the default, outputs of instances, and texts of errors.
compile "$srcdir/backends/tests/cuda/wide.c" "$work/wide.bc"
record "$work/wide.bc"
for which in cuFuncSetAttribute:1 cuMemsetD8Async:1; do
	leaf=Group what='shared memory'
	[ $which = cuFuncSetAttribute:1 ] || leaf=Make what=outputs
	ends $which=2 "$work/wide.bc"
	expect 122 "backend 'cuda' is out of memory for 'Root/$leaf' [device-memory]"
	ends $which=701 "$work/wide.bc"
	expect 123 "backend 'cuda' failed on 'Root/$leaf': $what: " '(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) [backend-failed]'
	ends $which=719 "$work/wide.bc"
	expect 123 "backend 'cuda' failed on 'Root/$leaf': $what: " 'everything on the device is lost'
done
for which in cuGetErrorName cuGetErrorString; do
	ends "cuFuncSetAttribute:1=701,$which:1=1" "$work/wide.bc"
	expect 123 "backend 'cuda' failed on 'Root/Group': shared memory: " '[backend-failed]'
done
# Images supplied by the user: their failures are reported, and the kernels are compiled.
. "$srcdir/backends/tests/toolkit.sh"
CUDA_HOME=$work/toolkit run --emit fatbin -o "$work/chain.fatbin" "$work/chain.bc"; expect 0
HPVM_CUDA_IMAGES=$work/chain.fatbin HPVM_MOCK_LEAKS=yes
export HPVM_CUDA_IMAGES HPVM_MOCK_LEAKS
record "$work/chain.bc"
for function in cuModuleLoadDataEx cuModuleGetGlobal_v2 cuMemcpyDtoH_v2 cuModuleGetFunction cuFuncGetAttribute cuModuleUnload; do
	grep -q "^$function\$" "$work/functions" || fail "$function is not called"
	for code in 2 500 999 719; do
		ends $function:1=$code "$work/chain.bc"
		[ $function != cuModuleUnload ] || continue
		why='because no image matches: '
		[ $code -ne 719 ] || why="no device: $work/chain.fatbin: .* everything on the device is lost, "
		grep -q "$why" "$work/stderr" || fail 'nobody says so'
		[ $status -eq "$right" ] || fail 'the leaf is neither compiled nor interpreted'
	done
done
unset HPVM_CUDA_IMAGES HPVM_MOCK_LEAKS
# A launch that is not waited for: its failure is reported with the driver's text, for the backend
# and not for another leaf.
for code in 700 719; do
	ends "cuLaunchKernel:1=$code" "$work/again.bc" -- 3
	expect 123 '[backend-failed]' "backend 'cuda' failed on 'an execution': a kernel launched earlier: " \
		'; everything on the device is lost, and this process cannot use it any more'
	[ "$(grep -c '(CUDA_ERROR' "$work/stderr")" -eq 1 ] || fail 'another leaf gets its words'
	ends "cuLaunchKernel:1=$code" examples/histogram/histogram.bc -- "$srcdir/examples/histogram"
	expect 123 "backend 'cuda' failed on 'an execution': a kernel launched earlier: "
	[ "$(grep -c 'error:' "$work/stderr")" -eq 1 ] || fail 'it is told twice'
	# The same as a warning, after which the program continues, and reports that its results are
	# wrong.
	right=1
	for program in "$work/again.bc -- 3" "$work/overlap.bc -- 3" "examples/histogram/histogram.bc -- $srcdir/examples/histogram"; do
		# shellcheck disable=SC2086
		ends "cuLaunchKernel:1=$code" -Wbackend-failed $program
		grep -q "warning: backend 'cuda' failed on 'an execution': a kernel launched earlier: .*\[backend-failed\]" \
			"$work/stderr" || fail 'it is not told'
		[ "$(grep -c "failed on 'an execution'" "$work/stderr")" -eq 1 ] || fail 'as a warning it is told twice'
		! grep -q 'no memory left' "$work/stderr" || fail 'a device that is lost is said to be full'
	done
done
# --- a kernel that never ends, nor does a call that waits for it
HPVM_MOCK=endless=hpvm_Sum; export HPVM_MOCK
run --backend cuda --worker --backend-time-limit 1 "$work/two.bc"
expect 0 "backend 'cuda' timed out on 'Root/Sum', which is interpreted instead: it was not done after 1 second [worker-hung]"
prints '1 0'
# PROGRAM [ARGUMENT...]: SIGTERM ends it after the wait for the kernel, as it ends every program.
stopped() {
	count=$((count + 1)) label="HPVM_MOCK=$HPVM_MOCK $*" tries=0
	: >"$work/log"
	HPVM_MOCK_LOG=$work/log timeout --foreground -k 30 60 "$HPVM_RUN" --backend cuda "$@" >"$work/stdout" 2>"$work/stderr" &
	waiting=$!
	until [ "$(grep -c ' cuStreamQuery ' "$work/log")" -ge 100 ] || [ $tries -ge 300 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	kill $waiting
	wait $waiting
	status=$?
	expect 122 '[interrupted]'
	[ "$(grep -c 'error:' "$work/stderr")" -eq 1 ] || fail 'more is said'
	! grep -q 'breaks the rule' "$work/stderr" || fail 'a rule is broken'
}
for more in '' ',pageable=slow'; do
	HPVM_MOCK=endless=hpvm_Sum$more
	stopped "$work/two.bc"
	stopped --stats "$work/two.bc"
	for leaf in Half Whole; do
		HPVM_MOCK=endless=hpvm_$leaf$more
		stopped "$work/overlap.bc" -- 3
	done
	HPVM_MOCK=endless=hpvm_Third$more
	HPVM_CUDA_GRAPHS=always stopped "$work/again.bc" -- 8
	stopped --stats "$work/again.bc" -- 8
	HPVM_MOCK=endless=hpvm_Make$more
	stopped "$work/wide.bc"
done
unset HPVM_MOCK

count=$((count + 1)) label='functions that are called, and never failed'
sort -u "$work/called" >"$work/functions"
sort -u "$work/failed" | comm -23 "$work/functions" - >"$work/stderr"
[ ! -s "$work/stderr" ] || fail 'they are untried'
count=$((count + 1)) label='functions that the sources call, and no program here does'
sed -n 's/^X(\([a-z_]*\), \(cu[A-Za-z0-9_]*\).*/\1 \2/p' "$srcdir/backends/nvidia/driver.def" >"$work/rows"
[ "$(grep -c . "$work/rows")" -eq "$(grep -c '^X(' "$srcdir/backends/nvidia/driver.def")" ] || fail 'rows are not understood'
while read -r field symbol; do
	! grep -qE "(->|\\.)$field\\(" "$srcdir"/backends/cuda/*/*.c "$srcdir"/backends/nvidia/*.c || echo "$symbol"
done <"$work/rows" | sort >"$work/made"
[ "$(grep -c . "$work/made")" -gt 40 ] || fail 'few calls are found'
comm -23 "$work/made" "$work/functions" >"$work/stderr"
[ ! -s "$work/stderr" ] || fail 'nobody tries them'
finish

