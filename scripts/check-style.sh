#!/bin/sh
# check-style.sh -- the C files of the tree have one format and names that can be trusted:
#
#   format    is what clang-format 19 makes of each file with .clang-format; without that version this part is skipped (status 77)
#   types     no two of different files share a name
#   comments  name files, functions and hr_ names that exist, and documents files
#   words     that the field calls otherwise are no part of an identifier (the list is in check_names.py)
#
# scripts/style-exceptions lists what is let pass, scripts/formatted-files.sh which files are looked at. Each check is tried on a fault.
# `scripts/check-style.sh --fix` formats the files.
#
# Environment: srcdir (default: .), PYTHON3, CLANG_FORMAT (default: clang-format-19).
: "${srcdir:=.}" "${PYTHON3:=python3}" "${CLANG_FORMAT:=clang-format-19}"
scripts=$srcdir/scripts
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0 skipped=0
fail() { echo "check-style: $*"; failed=1; }

sh "$scripts/formatted-files.sh" "$srcdir" >"$work/files" && [ -s "$work/files" ] || { echo 'no C files are found'; exit 99; }

# The files of a list, in a folder, that clang-format would change.
unformatted() { # FOLDER LIST
	(cd "$1" && xargs "$CLANG_FORMAT" --dry-run -Werror) <"$2" 2>"$work/messages" && return 0
	sed -n 's/^\(.*\):[0-9]*:[0-9]*: error: code should be clang-formatted.*/\1/p' "$work/messages" | sort -u
	grep -q 'should be clang-formatted' "$work/messages" || cat "$work/messages"
}

if ! "$CLANG_FORMAT" --version 2>/dev/null | grep -q 'version 19\.'; then
	echo "check-style: the format is not checked: $CLANG_FORMAT is no clang-format 19"
	skipped=1
elif [ "$1" = --fix ]; then
	(cd "$srcdir" && xargs "$CLANG_FORMAT" -i) <"$work/files"
	exit
else
	unformatted "$srcdir" "$work/files" >"$work/unformatted"
	if [ -s "$work/unformatted" ]; then
		fail 'the format of these files is not that of clang-format 19 (check-style.sh --fix changes it):'
		cat "$work/unformatted"
	fi
	mkdir "$work/tree"
	cp "$srcdir/.clang-format" "$work/tree"
	printf 'int f(int a)\n{\n\treturn a;\n}\n' >"$work/tree/right.c"
	printf 'int f(int a) {\n  return a; }\n' >"$work/tree/wrong.c"
	printf 'right.c\nwrong.c\n' >"$work/two"
	[ "$(unformatted "$work/tree" "$work/two")" = wrong.c ] || fail 'a wrong format is not noticed'
fi

"$PYTHON3" "$scripts/check_names.py" "$srcdir" <"$work/files" || fail 'names'
[ $failed = 0 ] || exit 1
[ $skipped = 0 ] || exit 77
