#!/bin/sh
# formatted-files.sh [FOLDER] -- the C files of the source tree in FOLDER (default: .) that have the format of .clang-format, a line each.
#
# Not listed: generated files, and programs under test (folders named tests, spec-tests/, mutants/), whose lines are numbered in
# what tests expect.
cd "${1:-.}" || exit 1
find src ir interp backends traces tools examples bench -name tests -prune -o -type f -name '*.[ch]' ! -name '*.pb-c.[ch]' \
	! -name viewer_files.c ! -name "*_bytes.c" ! -name args_module.h -print | LC_ALL=C sort
