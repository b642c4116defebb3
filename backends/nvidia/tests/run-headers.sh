#!/bin/sh
# run-headers.sh -- our declarations of NVIDIA's libraries are NVIDIA's own. Skipped where there are no headers of them.
: "${srcdir:=.}" "${CC:=cc}"
for home in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda; do
	[ -n "$home" ] && [ -f "$home/include/cuda.h" ] && break
	home=
done
[ -n "$home" ] || { echo 'no cuda.h: nothing to compare with'; exit 77; }
# Older headers lack some of the names.
version=$(sed -n 's/^#define CUDA_VERSION \([0-9]*\)/\1/p' "$home/include/cuda.h")
[ "$version" -ge 12080 ] || { echo "the cuda.h found is of CUDA $version, 12080 is the least"; exit 77; }
folder=$srcdir/backends/nvidia
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

check() { # FOLDER OF .def FILES
	# shellcheck disable=SC2086
	$CC -std=gnu11 -fsyntax-only -I"$1" -I"$folder" -I"$srcdir/backends" -I"$srcdir/src" \
		-isystem "$home/include" "$folder/tests/headers.c" >"$work/messages" 2>&1
}

check "$folder" || { cat "$work/messages"; exit 1; }
# The comparison is able to fail: a parameter, a symbol, a number that are wrong.
for mistake in 's/cuMemAlloc_v2, (nv_address \*address, size_t/cuMemAlloc_v2, (nv_address *address, unsigned/' \
	's/cuMemFree_v2/cuMemFree/' 's/\(CUDA_ERROR_ILLEGAL_ADDRESS, \)700/\1701/'; do
	for file in driver.def results.def values.def; do
		sed "$mistake" "$folder/$file" >"$work/$file"
	done
	cp "$folder/driver.h" "$work/driver.h"
	! check "$work" && grep -q 'static assertion\|static_assert' "$work/messages" ||
		{ echo "a mistake goes unnoticed: $mistake"; exit 1; }
done
