#!/bin/sh
# run-late.sh -- host threads that launch at once on a backend whose grids run late (late.c): each waits for its own
# grids, and for no others.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
modules=backends/tests/.libs
[ -f "$modules/backend-late.so" ] || { echo "no $modules/backend-late.so" >&2; exit 99; }
compile "$srcdir/backends/tests/late-threads.c" "$work/late.bc"

for arguments in '' stream; do
	for options in '--backend late' '--backend late --check=none' '--map Add=late --host interp' '--backend late -j 4' \
		'--backend late --stats'; do
		# shellcheck disable=SC2086
		run --backend-path $modules $options "$work/late.bc" -- $arguments
		expect 0
		prints '0 wrong'
	done
done
# The fault of one thread is not the backend's that another thread runs.
for options in '' --check=none; do
	run --backend late --backend-path $modules $options "$work/late.bc" -- fault
	expect 121 'SIGSEGV in host code'
done
finish
