#!/bin/sh
# run-headers.sh -- compares our declarations of NVIDIA's libraries with NVIDIA's headers. Skipped
# if these are not installed.
: "${srcdir:=.}" "${CC:=cc}"
for home in "$CUDA_HOME" "$CUDA_PATH" /usr/local/cuda; do
	[ -n "$home" ] && [ -f "$home/include/cuda.h" ] && break
	home=
done
[ -n "$home" ] || { echo 'no cuda.h: nothing to compare with'; exit 77; }
# Older headers lack some of the names.
version=$(sed -n 's/^#define CUDA_VERSION \([0-9]*\)/\1/p' "$home/include/cuda.h")
[ "$version" -ge 12080 ] || { echo "the cuda.h found is of CUDA $version, 12080 is required"; exit 77; }
nvidia=$srcdir/backends/nvidia cudnn=$srcdir/backends/cudnn
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

check() { # ROOT OF .def FILES, SOURCE
	# shellcheck disable=SC2086
	$CC -std=gnu11 -fsyntax-only -I"$1" -I"$srcdir" \
		-isystem "$home/include" "$2" >"$work/messages" 2>&1
}

# The comparison must be able to fail.
notices() { # SOURCE MISTAKE FILE...
	source=$1 mistake=$2
	shift 2
	rm -rf "$work/backends"
	mkdir -p "$work/backends/nvidia" "$work/backends/cudnn"
	for file; do
		sed "$mistake" "$file" >"$work/${file#"$srcdir/"}"
	done
	! check "$work" "$source" && grep -q 'static assertion\|static_assert' "$work/messages" ||
		{ echo "a mistake goes unnoticed: $mistake"; exit 1; }
}

check "$srcdir" "$nvidia/tests/headers.c" || { cat "$work/messages"; exit 1; }
for mistake in 's/cuMemAlloc_v2, (nv_address \*address, size_t/cuMemAlloc_v2, (nv_address *address, unsigned/' \
	's/cuMemFree_v2/cuMemFree/' 's/\(CUDA_ERROR_ILLEGAL_ADDRESS, \)700/\1701/'; do
	notices "$nvidia/tests/headers.c" "$mistake" "$nvidia"/*.def "$nvidia/driver.h"
done
[ -f "$home/include/cudnn.h" ] && [ -f "$home/include/cublasLt.h" ] ||
	{ echo 'no cudnn.h or cublasLt.h: the driver alone was compared'; exit 0; }
check "$srcdir" "$cudnn/tests/headers.c" || { cat "$work/messages"; exit 1; }
for mistake in 's/int n, int c/int n, long c/' 's/uint64_t columns, int64_t/uint64_t columns, int/' \
	's/\(CUDNN_HEUR_MODE_A, \)3/\12/' 's/size_t workspace_bytes;/size_t workspace_bytes, more;/'; do
	notices "$cudnn/tests/headers.c" "$mistake" "$cudnn"/*.def "$cudnn/cudnn_api.h"
done
