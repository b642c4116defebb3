#!/bin/sh
# run-onnx-programs.sh -- hpvm-import on ONNX models as tensor programs, and hpvm-run at several shapes
# (onnx_programs.py).
. "${srcdir:-.}/tools/tests/lib.sh"
import=${HPVM_IMPORT:-./hpvm-import}
[ -x "$import" ] || { echo 'hpvm-import is not built'; exit 77; }
python=$(command -v python3) || { echo 'no python3'; exit 77; }
mkdir "$work/programs"
"$python" -B "$srcdir/tools/tests/onnx_programs.py" "$(realpath "$import")" "$(realpath "$HPVM_RUN")" "$work/programs"
