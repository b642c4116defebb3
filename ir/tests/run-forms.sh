#!/bin/sh
# ir/tests/run-forms.sh -- one program in three forms, compiled by every installed clang, gives one graph.
#
# The forms are forms/program.c at -O0 to -O3, as C and as C++; forms/intrinsics.ll; forms/mixed.ll. In addition,
# forms/helper.c must be rejected (G10) at each level, without debug information. Parameter names are not
# compared, because clang may drop them. A clang newer than the LLVM in use may write files that
# its reader cannot read; then a diagnostic suffices.
srcdir=${srcdir:-.}
show=./ir/show-graph
forms=$srcdir/ir/tests/forms
work=${TMPDIR:-/tmp}/hr-forms.$$
failed=0

mkdir "$work" || exit 99
trap 'rm -rf "$work"' EXIT

# Writes the graphs of file $1 to $2, without parts that may differ between compilers.
graph() {
	"$show" "$1" >"$work/raw" 2>"$work/messages" || return $?
	sed -e '/^ *function: /d' -e 's/name: "[^"]*", //' "$work/raw" >"$2"
}

compare() {
	if ! cmp -s "$work/expected" "$work/got"; then
		echo "FAIL: $1 is another graph"
		diff "$work/expected" "$work/got"
		failed=1
	fi
}

if ! graph "$forms/intrinsics.ll" "$work/expected"; then
	cat "$work/messages"
	exit 1
fi
if graph "$forms/mixed.ll" "$work/got"; then
	compare mixed.ll
else
	cat "$work/messages"
	failed=1
fi

count=0
for clang in "$CLANG" clang-14 clang-15 clang-16 clang-17 clang-18 clang-19 clang-20 clang-21 clang-22; do
	command -v "${clang:-none}" >/dev/null 2>&1 || continue
	for language in c c++; do
		for level in 0 1 2 3; do
			what="$clang -x $language -O$level"
			"$clang" -x $language -O$level -c -emit-llvm -I"$srcdir/src" \
				"$forms/program.c" -o "$work/program.bc" || { failed=1; continue; }
			graph "$work/program.bc" "$work/got"
			status=$?
			if [ $status = 0 ]; then
				compare "$what"
				count=$((count + 1))
			elif [ $status = 120 ] && grep -qF '[newer-file]' "$work/messages"; then
				echo "$what: newer than our LLVM"
			else
				echo "FAIL: $what"
				cat "$work/messages"
				failed=1
			fi
			for helper in query atomic; do
				"$clang" -x $language -O$level -c -emit-llvm -I"$srcdir/src" \
					-DHELPER_$helper "$forms/helper.c" -o "$work/helper.bc" || { failed=1; continue; }
				graph "$work/helper.bc" "$work/got"
				status=$?
				[ $status = 120 ] && grep -qE '\[(newer-file|intrinsic-outside-node)\]' "$work/messages" && continue
				echo "FAIL: $what, $helper in a helper: $status"
				cat "$work/messages"
				failed=1
			done
		done
	done
done
echo "$count graphs compared"
[ $count -gt 0 ] || { [ $failed = 0 ] && exit 77; }
exit $failed
