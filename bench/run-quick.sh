#!/bin/sh
# run-quick.sh -- the kernels of the comparisons have the same results in every way: those of HPVM clang's at width 1 and in batches,
# OpenCL's at width 1, in batches, and with all checks.
#
# Environment: HPVM_RUN, CLANG, PYTHON3, srcdir (the source tree).
set -u
src=${srcdir:-$(dirname "$0")/..} python=${PYTHON3:-python3}
for program in "${CLANG:-clang}" "$python"; do
	if ! command -v "$program" >/dev/null; then
		echo "no $program; skipping"
		exit 77
	fi
done
SRC=$(cd "$src/bench" && pwd)
export SRC
"$python" -B "$src/bench/kernels.py" --quick && exec "$python" -B "$src/bench/cl.py" --quick
