#!/bin/sh
# run-resources.sh -- what the system does not give: memory, files larger than a limit, a full disk. Each end is a
# documented one, no result is wrong, and an output that cannot be written is exit status 124.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
real=$HPVM_RUN diff=${HPVM_DIFF:-./hpvm-diff}
graph=$srcdir/tools/tests/graph
compile "$srcdir/tools/tests/limits/small.c" "$work/small.bc" -I"$graph"

# limited OPTION VALUE COMMAND...: run under a limit of the shell's ulimit
limited() {
	option=$1 value=$2
	shift 2
	count=$((count + 1)) label="ulimit $option $value; $*"
	(ulimit -c 0; ulimit "$option" "$value"; exec timeout 60 "$@") >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}
! nm "$real" 2>/dev/null | grep -q '__asan_init\|__tsan_init' || { echo 'a sanitizer needs address space'; exit 77; }

# --- address space: the shadow of memory does not fit
limited -v 300000 "$real" --check=all "$work/small.bc"
[ $status -eq 0 ] || expect 122 '[memory-limit]'
for limit in 60000 100000 150000 200000 250000 350000 400000; do
	limited -v $limit "$real" "$work/small.bc"
	case $status in
	0) prints 42 ;;
	122) expect 122 '[memory-limit]' ;;
	1 | 127) grep -q 'loading shared libraries\|cannot allocate\|failed to map' "$work/stderr" || fail "exit status $status" ;;
	*) fail "exit status $status" ;;
	esac
done

# --- the size of files: the memory of workers counts
limited -f 10 "$real" --worker --backend cpu "$work/small.bc"
expect 0 '[worker-lost]'; prints 42
limited -f 10 "$diff" --backends cpu "$work/small.bc"
expect 123 '[worker-lost]'; prints 'not compared'
grep -qx 42 "$work/stderr" || fail 'the golden result is not right'
limited -f 0 "$real" --trace "$work/trace" "$work/small.bc"
[ $status -ne 153 ] || fail 'it ended by SIGXFSZ'

# --- descriptors
limited -n 4 "$real" "$work/small.bc"
expect 122 '[system-limit]' 'Too many open files'

# --- a fatal error of LLVM
cat >"$work/fatal.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
int LLVMLinkModules2(void *to, void *from)
{
	void (*fail)(const char *, _Bool) = (void (*)(const char *, _Bool))dlsym(RTLD_DEFAULT, "_ZN4llvm18report_fatal_errorEPKcb");

	(void)to, (void)from;
	fail("a planted error", 0);
	return 1;
}
C
echo 'int more;' >"$work/more.c"
compile "$work/more.c" "$work/more.bc"
"$CLANG" -shared -fPIC -o "$work/fatal.so" "$work/fatal.c"
preloadable "$work/fatal.so"
LD_PRELOAD=$preload; export LD_PRELOAD
run "$work/small.bc" "$work/more.bc"
unset LD_PRELOAD
expect 123 '[llvm-failed]' 'a planted error'

# --- a full disk
if [ -w /dev/full ]; then
	HPVM_RUN=$diff lib_tool=hpvm-diff
	run -o /dev/full --backends cpu "$work/small.bc"; expect 124 '/dev/full: No space left on device'
	run --junit /dev/full --backends cpu "$work/small.bc"; expect 124 '/dev/full: No space left on device'
	count=$((count + 1)) label='hpvm-diff >/dev/full'
	"$diff" --backends cpu "$work/small.bc" >/dev/full 2>"$work/stderr"
	status=$?
	expect 124 'standard output: No space left on device'
	HPVM_RUN=$real lib_tool=
	for format in text json; do
		run --diagnostics-output /dev/full --diagnostics=$format -Wno-such-diagnostic "$work/small.bc"
		run --diagnostics-output /dev/full --step-limit 1 "$work/small.bc"
		[ $status -eq 124 ] || fail "exit status $status, expected 124"
		grep -q '/dev/full: No space left on device (exit 124)' "$work/stderr" || fail 'the loss is not said'
	done
fi
finish
