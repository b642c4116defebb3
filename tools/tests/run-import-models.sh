#!/bin/sh
# run-import-models.sh -- hpvm-import on what public models contain, and on invalid models
# (import_models.py).
. "${srcdir:-.}/tools/tests/lib.sh"
import=${HPVM_IMPORT:-./hpvm-import}
[ -x "$import" ] || { echo 'hpvm-import is not built'; exit 77; }
python=$(command -v python3) || { echo 'no python3'; exit 77; }
mkdir "$work/models"
"$python" -B "$srcdir/tools/tests/import_models.py" "$(realpath "$import")" "$(realpath "$HPVM_RUN")" "$work/models"
