#!/bin/sh
# run-soak.sh -- the quick part of soak.py: what a process has does not grow with what it does.
#
# Environment: HPVM_RUN, CLANG, PYTHON3, srcdir (the source tree).
set -u
src=${srcdir:-$(dirname "$0")/..} python=${PYTHON3:-python3}
build=$(cd "$(dirname "$HPVM_RUN")" && pwd)
for program in "${CLANG:-clang}" "$python"; do
	if ! command -v "$program" >/dev/null; then
		echo "no $program; skipping"
		exit 77
	fi
done
if nm -D "$build/.libs/libhpvm-run.so" 2>/dev/null | grep -q '__[at]san_init'; then
	echo 'a sanitizer keeps freed memory; skipping'
	exit 77
fi
SRC=$(cd "$src/bench" && pwd) SOAK=$build/bench/soak/soak BACKENDS=$build/backends/.libs \
	MOCKS=$build/backends/tests/.libs exec "$python" -B "$src/bench/soak/soak.py" --quick
