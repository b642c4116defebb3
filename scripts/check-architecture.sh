#!/bin/sh
# check-architecture.sh [--print] -- check that folders depend on one another as docs/architecture.md shows,
# without a circle.
#
# A folder depends on another if one of its files includes a header from there, or uses a function or variable that is
# defined there. Includes come from the sources, uses from the symbol tables of the objects, so this runs in a build
# directory after `make`. It also checks that each folder has a row in the table of
# that document, that no folder has more than 30 sources, and that no two headers have the same name.
# --print prints the arrows in the form of the picture.
#
# Environment: srcdir (default: .). Exit status 77: there are no objects.
: "${srcdir:=.}" "${NM:=nm}"
LC_ALL=C
export LC_ALL
most=30
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "check-architecture: $*"; failed=1; }

# --- sources: our code without tests, generated files, and the headers that are for programs in CUDA
(cd "$srcdir" && find src ir interp backends traces tools -name tests -prune -o -type f \( -name '*.[ch]' -o -name '*.def' \) \
	! -name 'test_*' ! -path 'ir/kernel/library/cuda/*' ! -name '*.pb-c.[ch]' ! -name viewer_files.c ! -name "*_bytes.c" ! -name args_module.h ! -name explain_text.def -print) |
	sort >"$work/sources"

# --- includes
(cd "$srcdir" && xargs grep -H '^#[[:space:]]*include "' <"$work/sources") |
	sed -n 's|^\([^:]*\):#[[:space:]]*include "\([^"]*/[^"/]*\)".*|\1 \2|p' >"$work/included"

# --- symbols: "OBJECT: NAME TYPE ...". pthread_create() belongs to C; interp/host/crash_thread.c replaces it.
find src ir interp backends traces tools -name tests -prune -o -type f -name '*.o' ! -name '*_test_*' ! -name 'test_*' -print |
	sort >"$work/objects"
[ -s "$work/objects" ] || { echo 'no objects: run make first'; exit 77; }
xargs "$NM" -A -P <"$work/objects" 2>/dev/null | grep -v ': pthread_create ' >"$work/symbols"

awk '
	function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
	# An object is named after its source, with the target as prefix if the target has separate flags.
	function source(object,    place, name) {
		if (object in from) return from[object]
		place = folder(object); name = substr(object, length(place) + 2)
		sub(/\/\.libs$/, "", place); sub(/\.o:$/, "", name)
		if (!((place "/" name ".c") in known)) sub(/^[^-]*-/, "", name)
		from[object] = place "/" name ".c"
		return from[object]
	}
	function note(from, to, what,    a, b) {
		a = folder(from); b = folder(to)
		if (a != b && !((a, b) in first)) { first[a, b] = 1; print a, b, from, what }
	}
	pass == "sources" { known[$1] = 1; next }
	pass == "includes" { if ($2 in known) note($1, $2, "includes " $2); next }
	{ file = source($1) }
	!(file in known) { next }
	# A name that several files define is local to each module: it does not count as a dependence.
	pass == "definitions" {
		if ($3 ~ /^[TDBRC]$/) {
			if (!($2 in at)) at[$2] = file
			else if (at[$2] != file) at[$2] = "several"
		}
		next
	}
	$3 == "U" && ($2 in at) && at[$2] != "several" && at[$2] != file { note(file, at[$2], "uses " $2) }
' pass=sources "$work/sources" pass=includes "$work/included" pass=definitions "$work/symbols" pass=uses "$work/symbols" |
	sort >"$work/arrows"

sed 's|/[^/]*$||; s|/\.libs$||' "$work/objects" | sort -u >"$work/built"

if [ "$1" = --print ]; then
	awk '{ if ($1 != from) { if (from) print line; from = $1; line = $1 ":" } line = line " " $2 } END { print line }' "$work/arrows"
	exit 0
fi

# --- the picture: lines "folder: folder folder ..." between ```arrows and ```
picture() { # FILE
	sed -n '/^```arrows$/,/^```$/{/^```/d;p;}' "$1" | awk '{ from = $1; sub(/:$/, "", from); for (i = 2; i <= NF; i++) print from, $i }' | sort
}
circle() { # FILE OF PAIRS; true when there is one
	! tsort "$1" >/dev/null 2>"$work/circle"
}
compare() { # PICTURE
	picture "$1" >"$work/picture"
	[ -s "$work/picture" ] || { echo "no arrows in $1"; return 1; }
	cut -d' ' -f1,2 "$work/arrows" >"$work/found"
	comm -23 "$work/found" "$work/picture" >"$work/new"
	# Parts that are not built here (a backend without its library) have no symbols.
	comm -13 "$work/found" "$work/picture" | awk 'NR == FNR { built[$1] = 1; next } $1 in built' "$work/built" - >"$work/gone"
	while read -r user used; do
		echo "new arrow $user -> $used: $(awk -v a="$user" -v b="$used" '$1 == a && $2 == b { $1 = $2 = ""; print; exit }' "$work/arrows")"
	done <"$work/new"
	sed 's/^/the picture has an arrow that is no more: /' "$work/gone"
	if circle "$work/found"; then
		echo 'folders depend on one another in a circle:'
		cat "$work/circle"
		return 1
	fi
	[ ! -s "$work/new" ] && [ ! -s "$work/gone" ]
}
compare "$srcdir/docs/architecture.md" || fail 'docs/architecture.md and the code differ'

# --- the table: a row for each folder that has sources
sed 's|/[^/]*$||' "$work/sources" | sort -u >"$work/folders"
sed -n 's/^| `\([a-z0-9_\/]*\)` |.*/\1/p' "$srcdir/docs/architecture.md" | sort -u >"$work/rows"
comm -23 "$work/folders" "$work/rows" >"$work/unlisted"
[ ! -s "$work/unlisted" ] || fail "the table of docs/architecture.md has no row for $(tr '\n' ' ' <"$work/unlisted")"

# --- the check can fail: without an arrow of the picture, and with an arrow that closes a circle
if [ $failed = 0 ]; then
	read -r from to <"$work/picture"
	sed "s|^\($from:.*\) $to\( .*\)\{0,1\}$|\1\2|" "$srcdir/docs/architecture.md" >"$work/less.md"
	compare "$work/less.md" >/dev/null && fail 'a new arrow is not noticed'
	cp "$work/found" "$work/closed"
	echo "$to $from" >>"$work/closed"
	circle "$work/closed" || fail 'a circle is not noticed'
fi

# --- sizes and names
sed -n 's|/[^/]*\.[ch]$||p' "$work/sources" | sort | uniq -c |
	awk -v most=$most '$1 > most { print "check-architecture: " $2 " has " $1 " sources; the most is " most; bad = 1 } END { exit bad }' || failed=1
sed -n 's|.*/\([^/]*\.h\)$|\1|p' "$work/sources" | sort | uniq -d >"$work/twice"
[ ! -s "$work/twice" ] || fail "several headers are named $(tr '\n' ' ' <"$work/twice")"
exit $failed
