#!/bin/sh
# run-tensor-fuzz.sh -- random tensor programs against NumPy (tensors/fuzz.py), if a Python has it, and faulty shapes and
# attributes (tensors/faults.py). With arguments: those of fuzz.py, and all faults in all forms.
: "${srcdir:=.}" "${PYTHON3:=python3}"
import=${HPVM_IMPORT:-./hpvm-import} run=${HPVM_RUN:-./hpvm-run}
[ -x "$import" ] || { echo 'hpvm-import is not built'; exit 77; }
"$PYTHON3" -c '' 2>/dev/null || { echo 'no Python'; exit 77; }
[ $# -gt 0 ] && runs= || { runs=40; set -- --programs 30 --jobs 1 --keep "${TMPDIR:-/tmp}/tensor-fuzz-failed"; }
"$PYTHON3" -B "$srcdir/tools/tests/tensors/faults.py" "$import" "$run" ${runs:+--runs "$runs"} || exit
for python in "$PYTHON3" /usr/bin/python3 python3; do
	"$python" -c 'import numpy' 2>/dev/null || continue
	exec "$python" -B "$srcdir/tools/tests/tensors/fuzz.py" "$import" "$run" "$@"
done
echo 'no Python with NumPy: no random programs'
