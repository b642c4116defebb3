# ptxas.sh -- sets ptxas to the program that hpvm-run uses (docs/cuda.md) if it runs, otherwise to
# the empty string.
ptxas=${CUDA_HOME:-$CUDA_PATH}
if [ -n "$ptxas" ]; then # if the user names a toolkit, no other is used
	ptxas=$ptxas/bin/ptxas
else
	for ptxas in /usr/local/cuda/bin/ptxas /opt/cuda/bin/ptxas /usr/lib/cuda/bin/ptxas /usr/lib/nvidia-cuda-toolkit/bin/ptxas \
		"$(command -v ptxas)"; do
		[ ! -x "$ptxas" ] || break
	done
fi
"${ptxas:-false}" --version >/dev/null 2>&1 || ptxas=
