# toolkit.sh -- makes a CUDA toolkit of toolkit.py in $work/toolkit; sourced after
# backends/tests/device.sh.
mkdir -p "$work/toolkit/bin"
for tool in ptxas fatbinary; do
	printf '#!/bin/sh\nexec "%s" "%s" %s "$@"\n' "$PYTHON3" "$(cd "$srcdir" && pwd)/backends/tests/toolkit.py" $tool >"$work/toolkit/bin/$tool"
	chmod +x "$work/toolkit/bin/$tool"
done
