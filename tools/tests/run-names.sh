#!/bin/sh
# run-names.sh -- names with unusual characters, in every output of every tool (hostile_names.py).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
python=${PYTHON3:-python3}
$python -c 'import yaml' 2>/dev/null && dot -V 2>/dev/null || { echo 'PyYAML or Graphviz is not installed' >&2; exit 77; }
modules=backends/tests/.libs
[ -f $modules/backend-mutant.so ] || { echo "no $modules/backend-mutant.so" >&2; exit 99; }
CLANG=$CLANG $python -B "$srcdir/tools/tests/hostile_names.py" "$(dirname "$HPVM_RUN")" "$work/names" $modules
