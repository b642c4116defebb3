#!/bin/sh
# run-verdicts.sh -- what is reported of undefined behaviour, in leaves and in interpreted host code (verdicts.py).
#
# Environment: HPVM_RUN, PYTHON3, srcdir (the source tree), VERDICTS (options of verdicts.py, such as --all).
python=${PYTHON3:-python3} src=${srcdir:-$(dirname "$0")/../..}
if ! command -v "$python" >/dev/null; then
	echo "no $python; skipping"
	exit 77
fi
srcdir=$src exec "$python" "$src/interp/tests/verdicts.py" $VERDICTS
