#!/bin/sh
# run-docs.sh -- the documents agree with the tools: options, diagnostics, choices.
. "${srcdir:-.}/tools/tests/lib.sh"
: >"$work/stderr"

same() { # WHAT; compares $work/a with $work/b
	count=$((count + 1)) label=$1
	sort -u "$work/a" >"$work/a.sorted"
	sort -u "$work/b" >"$work/b.sorted"
	cmp -s "$work/a.sorted" "$work/b.sorted" ||
		fail "$(diff "$work/a.sorted" "$work/b.sorted" | grep '^[<>]')"
	[ -s "$work/a.sorted" ] || fail 'nothing was compared'
}

# Options and the spelling of their arguments: --help, which options.def generates, and the manual
# pages.
build=$(dirname "$HPVM_RUN")
for tool in diff import opt reduce run spec trace; do
	[ -x "$build/hpvm-$tool" ] || [ $tool != import ] || continue # not built without protobuf-c
	"$build/hpvm-$tool" --help | awk -f "$srcdir/tools/tests/options.awk" >"$work/a"
	awk -v manual=1 -f "$srcdir/tools/tests/options.awk" "$srcdir/tools/$tool/hpvm-$tool.1" >"$work/b"
	same "options in --help and hpvm-$tool.1"
	sort "$work/b" | uniq -d | grep -q . && fail 'an option stands in the manual twice'
done

# Exit codes.
for code in 120 121 122 123 124; do
	count=$((count + 1)) label="exit code $code"
	grep -q "^\.It $code$" "$srcdir/tools/run/hpvm-run.1" || fail 'is not in hpvm-run.1'
	"$HPVM_RUN" --help | grep -q " $code  " || fail 'is not in --help'
done

# Diagnostics: a section for each, with its clause and default severity in the next line.
"$HPVM_RUN" --list-diagnostics | awk '{ print $1, $2, $3 }' >"$work/a"
awk '/^### / { name = $2; getline; getline
	severity = $1; clause = $2; gsub(/[*,.]/, "", severity); gsub(/[.,*]/, "", clause)
	print name, severity, (clause ~ /^[A-Z][0-9]+$/ ? clause : "-") }' \
	"$srcdir/docs/diagnostics.md" >"$work/b"
same 'diagnostics in --list-diagnostics and docs/diagnostics.md'

# Choices and their values.
sed -n -e 's/^CHOICE([a-z_0-9]*, "\([a-z-]*\)".*/\1/p' \
	-e 's/^VALUE([a-z_0-9]*, [a-z_0-9]*, "\([a-z-]*\)".*/\1/p' "$srcdir/src/diag/sem.def" |
	sed '/^$/d' >"$work/a"
sed -n 's/^| *`\([a-z-]*\)` *| *`\([a-z-]*\)`.*/\1\n\2/p; s/^| *| *`\([a-z-]*\)`.*/\1/p' \
	"$srcdir/docs/semantics-choices.md" | grep -v '^stream-capacity$\|^unbounded$\|^clip-max$' >"$work/b"
same 'choices in sem.def and docs/semantics-choices.md'

# The license: its name in the README and in each manual page, and its full text where the README
# refers to it.
for file in "$srcdir/README.md" "$srcdir/configure.ac" "$srcdir"/tools/*/hpvm-*.1; do
	count=$((count + 1)) label=$file
	grep -qE 'Apache License 2.0 with LLVM exceptions|Apache-2.0 WITH LLVM-exception' "$file" ||
		fail 'does not name the license'
done
count=$((count + 1)) label=LICENSE
grep -q 'END OF TERMS AND CONDITIONS' "$srcdir/LICENSE" && grep -q 'LLVM Exceptions to the Apache 2.0 License' "$srcdir/LICENSE" ||
	fail 'lacks the terms or the exceptions'
finish
