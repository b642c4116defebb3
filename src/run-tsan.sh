#!/bin/sh
# run-tsan.sh -- tests the biased lock (src/base/own_lock.c) under ThreadSanitizer, which reports missing synchronisation.
# Environment: CC. Exit status 77: ThreadSanitizer or Check is not available.
: "${srcdir:=.}" "${CC:=cc}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
libraries=$(pkg-config --cflags --libs check 2>/dev/null) || { echo 'no Check'; exit 77; }

build() { # PROGRAM SOURCE...
	program=$1
	shift
	# shellcheck disable=SC2086
	$CC -std=gnu11 -g -O1 -w -fsanitize=thread -I"$srcdir" "$@" -o "$program" $libraries -lpthread
}

echo 'int main(void) { return 0; }' >"$work/empty.c"
build "$work/empty" "$work/empty.c" 2>/dev/null && timeout 60 "$work/empty" >/dev/null 2>&1 ||
	{ echo 'no ThreadSanitizer'; exit 77; }
build "$work/lock" "$srcdir/src/base/test_own_lock.c" "$srcdir/src/base/own_lock.c" || exit 99
CK_FORK=no TSAN_OPTIONS=halt_on_error=1 timeout 120 "$work/lock" || exit 1
# The test must fail with a lock that does not wait for its owner.
sed 's/while (atomic_load_explicit(&self->inside, memory_order_acquire)) {/while (0) {/' "$srcdir/src/base/own_lock.c" >"$work/wrong.c"
build "$work/wrong" "$srcdir/src/base/test_own_lock.c" "$work/wrong.c" || exit 99
if CK_FORK=no TSAN_OPTIONS=halt_on_error=1 timeout 120 "$work/wrong" >"$work/out" 2>&1; then
	echo 'a wrong lock is not found out'
	exit 1
fi
