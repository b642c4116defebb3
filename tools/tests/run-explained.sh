#!/bin/sh
# run-explained.sh -- the examples of docs/diagnostics.md are correct: each is completed to a
# program by its frame (explained.frames), compiled and run, and must end with the diagnostic that
# it explains and, for an error, with the exit status of its section. Arguments: names (default:
# all).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
srcdir=$(cd "$srcdir" && pwd)
frames=$srcdir/tools/tests/explained.frames
page=$srcdir/docs/diagnostics.md
case $HPVM_RUN in /*) ;; *) HPVM_RUN=$PWD/$HPVM_RUN ;; esac
ulimit -s 8192 || exit 99
mkdir "$work/bin" "$work/files"
cp "$srcdir/tools/tests/graph/graph.h" "$srcdir/tools/tests/graph/stream.h" "$work/files"

# Extract the example of section ID: $work/part has the text, $work/part.NAME the text after the
# comment "/* in NAME".
example() { # ID
	rm -f "$work"/part*
	: >"$work/part"
	awk -v id="$1" -v out="$work/part" '
		/^### / { here = $2 == id }
		/^```/ { if (here) { inside = !inside; if (inside) print substr($0, 4) >(out "-language") } next }
		!here || !inside { next }
		match($0, /^\/\* in [A-Za-z]+/) { out_now = out "." substr($0, 7, RLENGTH - 6); next }
		{ print >(out_now == "" ? out : out_now) }' "$page"
	read -r language <"$work/part-language" || language=
}

# Print the frame of ID, without its title.
frame() { # ID
	awk -v id="$1" '
		/^=== / { if (!titles) { here = 0; titles = 1 }
			if ($2 == "file") here = ("file " $3) == id
			else for (i = 2; i <= NF; i++) if ($i == id) here = 1
			if (here) found = 1; next }
		{ titles = 0 }
		here && !/^# --- / { print }
		END { exit !found }' "$frames"
}

setting() { # KEY
	sed -n "s/^--- $1 *//p" "$work/frame"
}

# Print the frame with the example inserted.
fill() {
	grep -v '^--- ' "$work/frame" | awk -v part="$work/part" '
		/^@[A-Za-z]*$/ { file = $0 == "@" ? part : part "." substr($0, 2)
			while ((getline line <file) > 0) print line
			close(file); next }
		{ print }'
}

# Every part of the example must have a place in the frame.
check_places() {
	for file in "$work"/part "$work"/part.*; do
		place=@${file#"$work"/part}
		[ ! -s "$file" ] || grep -qx "$(echo "$place" | tr -d .)" "$work/frame" ||
			fail "the frame has no place for ${file##*/}"
	done
}

translate() { # FILE OUTPUT
	case $1 in
	*.cc) "${CLANGXX:-clang++}" -w -g "$flags" -I"$work/files" -I"$srcdir/src" -emit-llvm -c "$1" -o "$2" ;;
	*) "$CLANG" -w -g "$flags" -I"$work/files" -I"$srcdir/src" -emit-llvm -c "$1" -o "$2" ;;
	esac 2>"$work/stderr"
}

# Make the files that examples in shell use, and provide the compiler and the tool under the names
# they use.
prepare() {
	flags=-O1
	for file in $(sed -n 's/^=== file //p' "$frames"); do
		frame "file $file" >"$work/files/$file" || exit 99
		case $file in
		*.c) translate "$work/files/$file" "$work/files/${file%.c}.bc" || fail "$file does not compile" ;;
		esac
	done
	printf '#!/bin/sh\nexec "%s" $WERROR "$@"\n' "$HPVM_RUN" >"$work/bin/hpvm-run"
	compiler=$(command -v "$CLANG")
	# A compiler cache as compiler would search PATH for the compiler, find this script, and
	# name bitcode like objects: disable the cache.
	printf '#!/bin/sh\nPATH="%s" CCACHE_DISABLE=1 exec "%s" -w -I"%s" -I"%s" "$@"\n' "$PATH" "$compiler" "$work/files" "$srcdir/src" \
		>"$work/bin/clang-19"
	chmod +x "$work/bin/hpvm-run" "$work/bin/clang-19"
}

run_shell() { # ID
	rm -rf "$work/there"
	cp -r "$work/files" "$work/there"
	WERROR=-Werror=$1
	export WERROR
	(cd "$work/there" && PATH=$work/bin:$PATH timeout 60 sh -e "$work/part") >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

run_program() { # ID SUFFIX
	check_places
	fill >"$work/program.$2"
	program=$work/program.$2
	if [ "$2" != ll ]; then
		translate "$program" "$work/program.bc" || { fail 'does not compile'; return 1; }
		program=$work/program.bc
	fi
	# shellcheck disable=SC2046
	timeout 60 "$HPVM_RUN" -Werror="$1" $(setting options) "$program" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

run_root() { # ID
	fill >"$work/program.c"
	translate "$work/program.c" "$work/program.bc" || { fail 'does not compile'; return 1; }
	"$HPVM_RUN" --root Root --args "$work/part" "$work/program.bc" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

check() { # ID
	example "$1"
	frame "$1" >"$work/frame" || { fail 'has no frame'; return; }
	[ -z "$(setting except)" ] || return
	flags=$(setting flags)
	flags=${flags:--O1}
	case $language in
	sh) run_shell "$1" ;;
	c) run_program "$1" c || return ;;
	cpp) run_program "$1" cc || return ;;
	llvm) run_program "$1" ll || return ;;
	yaml) run_root "$1" || return ;;
	*) fail "no example in a language that can be run: '$language'"; return ;;
	esac
	expected=$(sed -n "/^### $1\$/,/^### /s/^\*\*.* exit \([0-9]*\)\.\$/\1/p" "$page")
	[ -n "$expected" ] || { fail 'the section says no exit status'; return; }
	expect "$expected" "[$1]"
}

: >"$work/stderr"
label=files
prepare
[ $# -gt 0 ] || set -- $(sed -n 's/^X([a-z0-9_]*, "\([a-z0-9-]*\)".*/\1/p' "$srcdir/src/diag/diag.def")
for name; do
	count=$((count + 1)) label=$name
	: >"$work/stderr"
	check "$name"
done
finish
