#!/bin/sh
# run-poison-lanes.sh -- in batches, promises about wrapping are tested for each lane as at width 1 (poison_lanes.py).
#
# Environment: HPVM_RUN, CLANG (a clang), PYTHON3, srcdir (the source tree).
clang=${CLANG:-clang} python=${PYTHON3:-python3} src=${srcdir:-$(dirname "$0")/../..}
if ! command -v "$clang" >/dev/null || ! command -v "$python" >/dev/null; then
	echo "no $clang or no $python; skipping"
	exit 77
fi
CLANG=$clang srcdir=$src exec "$python" "$src/interp/tests/poison_lanes.py" 10 1
