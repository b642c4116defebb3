#!/bin/sh
# run-growth.sh -- the quick part of growth.py: cost grows as the work grows, at small sizes.
#
# Environment: HPVM_RUN, CLANG, LLVM_BINDIR, PYTHON3, srcdir (the source tree).
set -u
src=${srcdir:-$(dirname "$0")/..} python=${PYTHON3:-python3}
for program in "${CLANG:-clang}" "$python" "${LLVM_BINDIR:+$LLVM_BINDIR/}llvm-as"; do
	if ! command -v "$program" >/dev/null; then
		echo "no $program; skipping"
		exit 77
	fi
done
SRC=$(cd "$src/bench" && pwd) exec "$python" -B "$src/bench/growth.py" --quick --rounds 1
