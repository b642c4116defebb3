# lib.sh -- shared by the test scripts; each sources it first.
#
# Uses HPVM_RUN, CLANG, srcdir. Provides work (a temporary folder), expect, finish.
: "${srcdir:=.}" "${HPVM_RUN:=./hpvm-run}" "${CLANG:=clang}"
[ -x "$HPVM_RUN" ] || { echo "no $HPVM_RUN" >&2; exit 99; }
work=$(mktemp -d) || exit 99
lib_plain=
trap 'rm -rf "$work" ${lib_plain:+"$lib_plain"}' EXIT
failures=0 count=0

fail() { # WHAT
	failures=$((failures + 1))
	echo "FAIL: $label: $1"
	sed 's/^/    stderr: /' "$work/stderr"
}

run() { # ARGUMENT...
	count=$((count + 1)) label=$*
	timeout 60 "$HPVM_RUN" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null
	status=$?
}

# The last run must have this exit status, and all these texts on standard error; the last line must
# name the outcome.
expect() { # STATUS TEXT...
	[ $status -eq "$1" ] || fail "exit status $status, expected $1"
	case $1 in
	120) ending='rejected graph or file (exit 120)' ;;
	121) ending='trap or failed check (exit 121)' ;;
	122) ending='limit reached (exit 122)' ;;
	123) ending='unsupported (exit 123)' ;;
	124) ending="see ${lib_tool:-hpvm-run} --help (exit 124)" ;;
	*) ending= ;;
	esac
	[ -z "$ending" ] || case $(tail -n 1 "$work/stderr") in
	*"$ending") ;;
	*) fail "the last line does not end with '$ending'" ;;
	esac
	shift
	for text; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
}

# The last run must have succeeded, with nothing on standard error.
clean() {
	expect 0
	[ ! -s "$work/stderr" ] || fail "it is not silent: $(head -n 2 "$work/stderr")"
}

# Standard output of the last run must have all these texts.
prints() { # TEXT...
	for text; do
		grep -qF -- "$text" "$work/stdout" || fail "standard output lacks '$text'"
	done
}

# Run COMMAND, at most eight times, until standard error has a line that matches PATTERN: for events
# that a busy machine does not produce each time.
until_said() { # PATTERN COMMAND...
	pattern=$1 tries=0
	shift
	while [ $tries -lt 8 ]; do
		tries=$((tries + 1))
		"$@"
		[ $status -eq 0 ] || break
		! grep -Eq -- "$pattern" "$work/stderr" || break
	done
}

# Send Ctrl-C to PROCESS half a second after FILE is not empty. Set status like run.
interrupt() { # PROCESS FILE
	tries=0
	until [ -s "$2" ] || [ $tries -ge 600 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	[ -s "$2" ] || fail 'it does not come to where it is to be interrupted'
	sleep 0.5
	kill -INT "$1"
	wait "$1"
	status=$?
}

# Run a program that hangs, and kill it when the trace contains the begin of this grid.
kill_hung() { # TRACE PROGRAM EXECUTION NODE
	"$HPVM_RUN" --trace "$1" "$2" >"$work/stdout" 2>"$work/stderr" &
	hung=$! tries=0
	until "$HPVM_TRACE" query --execution "$3" "$1" 2>/dev/null | grep -q ",begin-grid,$4,$3,"; do
		tries=$((tries + 1))
		[ $tries -lt 200 ] || fail 'what has begun when a run hangs is not in the file'
		[ $tries -lt 200 ] || break
		sleep 0.1
	done
	kill -9 $hung
	wait $hung 2>/dev/null
}

# Set preload to LIBRARY's name for LD_PRELOAD. That variable separates names by spaces and colons,
# so a library with such a name is copied to a folder below /tmp.
preloadable() { # LIBRARY
	preload=$1
	case $1 in
	*[[:space:]:]*)
		[ -n "$lib_plain" ] || lib_plain=$(TMPDIR=/tmp mktemp -d) || exit 99
		cp "$1" "$lib_plain" || exit 99
		preload=$lib_plain/${1##*/}
		;;
	esac
}

compile() { # SOURCE BITCODE [FLAG...]
	source=$1 bitcode=$2
	shift 2
	"$CLANG" -w -g -O1 -fno-discard-value-names -I"$srcdir/src" "$@" -emit-llvm -c "$source" \
		-o "$bitcode" || exit 99
}

# Damage TRACE in COUNT ways, which follow from SEED, and read the rest with the fuzz target for traces.
damaged() { # TRACE COUNT SEED
	count=$((count + 1)) label="damaged traces of ${1##*/}"
	rm -rf "$work/damaged" && mkdir "$work/damaged" && cp "$1" "$work/damaged" || exit 99
	fuzz_trace=$(cd "$(dirname "$FUZZ_TRACE")" && pwd)/${FUZZ_TRACE##*/}
	(cd "$work" && "$fuzz_trace" -runs="$2" -seed="$3" -max_len=1000000 damaged) >"$work/stdout" 2>"$work/stderr" ||
		fail "status $?: $(cat "$work/stdout")"
}

# Make the backend of docs/backends.md with another name and an error, in $work/wrong.
wrong() { # NAME SED
	mkdir -p "$work/wrong"
	sed -e "s/\.name = \"clang\"/.name = \"$1\"/" -e "$2" "$srcdir/examples/backend/backend-clang.c" \
		>"$work/wrong/$1.c"
	cmp -s "$work/wrong/$1.c" "$srcdir/examples/backend/backend-clang.c" && fail "$1 has no mistake"
	${CC:-cc} -w -shared -fPIC -I"$srcdir/backends" -DBACKEND_INCLUDE="\"$(cd "$srcdir/backends" && pwd)\"" \
		-o "$work/wrong/backend-$1.so" "$work/wrong/$1.c" -ldl || exit 99
}

# Kernels: the file of arguments, and a run with it.
args() { # TEXT: the file of arguments
	printf '%s\n' "$1" >"$work/args.yaml"
}
kernel() { # NAME OPTION... FILE
	name=$1
	shift
	run --kernel "$name" --args "$work/args.yaml" "$@"
}

# Return true if CLANG, for example clang-19, is installed and hpvm-run reads what it writes.
readable_clang() { # CLANG
	llvm=$("$HPVM_RUN" --version 2>/dev/null | sed -n 's/.*LLVM \([0-9]*\).*/\1/p' | head -n 1)
	command -v "$1" >/dev/null && [ "${1#clang-}" -le "$llvm" ]
}

need_clang() {
	command -v "$CLANG" >/dev/null || { echo "no clang" >&2; exit 77; }
}

# Keep what CLANG makes of a kernel's source, so that many runs of one file cost one compilation.
compile_once() {
	LIB_CLANG=$CLANG LIB_COMPILED=$work/compiled
	export LIB_CLANG LIB_COMPILED
	mkdir "$LIB_COMPILED" || exit 99
	cat >"$work/compile-once" <<-'END' || exit 99
		#!/bin/sh
		key= last= source= output=
		for word; do
			case $last in
			-o) output=$word ;;
			-isystem) ;;
			*) key="$key $word" ;;
			esac
			case $word in *.cl | *.cu | *.hip) source=$word ;; esac
			last=$word
		done
		[ "$source" ] || exec "$LIB_CLANG" "$@"
		kept=$LIB_COMPILED/$({ echo "$LIB_CLANG$key"; cat "$source"; } | cksum | tr ' ' -).bc
		if [ ! -f "$kept" ]; then
			"$LIB_CLANG" "$@" || exit
			mv "$output" "$kept.$$" && mv "$kept.$$" "$kept" || exit
		fi
		cp "$kept" "$output"
	END
	chmod +x "$work/compile-once"
	CLANG=$work/compile-once
	export CLANG
}

finish() {
	echo "$count runs, $failures failures"
	[ $failures -eq 0 ]
}
