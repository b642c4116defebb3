#!/bin/sh
# run-docs.sh -- what is written about the tool is what it does: options, diagnostics, choices.
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

# Long options: --help, the manual page's tags, what getopt_long() is given.
"$HPVM_RUN" --help | grep -o -e '--[a-z][a-z-]*' >"$work/a"
sed -n 's/^\.It .*Fl -\([a-z][a-z-]*\).*/--\1/p' "$srcdir/tools/run/hpvm-run.1" >"$work/b"
same 'long options in --help and hpvm-run.1'
sed -n 's/^	{"\([a-z-]*\)", .*_argument.*/--\1/p' "$srcdir/tools/session/options.c" >"$work/b"
same 'long options in --help and options.c'

# Short options.
"$HPVM_RUN" --help | grep -o '^  -[A-Za-z]' | tr -d ' ' >"$work/a"
sed -n 's/^\.It Fl \([A-Za-z]\)\( .*\)*$/-\1/p' "$srcdir/tools/run/hpvm-run.1" >"$work/b"
same 'short options in --help and hpvm-run.1'

# Exit codes.
for code in 120 121 122 123 124; do
	count=$((count + 1)) label="exit code $code"
	grep -q "^\.It $code$" "$srcdir/tools/run/hpvm-run.1" || fail 'is not in hpvm-run.1'
	"$HPVM_RUN" --help | grep -q " $code  " || fail 'is not in --help'
done

# Diagnostics: a section for each, and its clause and usual severity in the line below.
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
finish
