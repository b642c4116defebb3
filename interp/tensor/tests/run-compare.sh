#!/bin/sh
# run-compare.sh -- the reference operations of tensors against NumPy (compare.py), if Python has
# NumPy.
: "${srcdir:=.}" "${PYTHON3:=python3}"
for python in "$PYTHON3" /usr/bin/python3 python3; do
	"$python" -c 'import numpy' 2>/dev/null || continue
	exec "$python" "$srcdir/interp/tensor/tests/compare.py" interp/tensor/operate-file "$@"
done
echo "no Python with NumPy" >&2
exit 77
