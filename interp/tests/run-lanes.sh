#!/bin/sh
# run-lanes.sh [PROGRAMS] [FIRST] [OPTION...] -- random leaves write the same bytes at every width
# and instruction set, and a requested instruction set is the one that runs.
#
# The OPTIONs are those of lanes/compare.py. `make check-lanes` runs 60 programs, examples and
# spec-tests.
#
# Environment: HPVM_RUN, CLANG (a clang), srcdir (the source tree), LANE_ALL (not only --quick).
# Each program has five leaves.
set -u
programs=${1:-${LANE_PROGRAMS:-4}} first=${2:-1}
[ $# -lt 2 ] || shift
[ $# -lt 1 ] || shift
run=${HPVM_RUN:-./hpvm-run} clang=${CLANG:-clang} src=${srcdir:-$(dirname "$0")/../..}
python=${PYTHON3:-python3}
if ! command -v "$clang" >/dev/null; then
	echo "no $clang; skipping"
	exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
trap 'exit 99' INT TERM
failed=0

# The requested set runs if the processor has it.
expect_set() {
	"$run" --width 64 --stats "$folder/p.bc" 2>&1 | grep -q "width 64 ($2)" && return
	echo "HPVM_RUN_ISA='$1': --stats does not say 'width 64 ($2)'"
	failed=1
}
best=base
if [ "$(uname -m)" = x86_64 ] && [ -r /proc/cpuinfo ]; then
	grep -q ' avx2 ' /proc/cpuinfo && best=v3
	grep -q ' avx512vl ' /proc/cpuinfo && best=v4
fi
"$python" "$src/interp/tests/lanes/generate.py" "$first" 5 >"$folder/p.c" &&
	"$clang" -w -O1 -I"$src/src" -emit-llvm -c "$folder/p.c" -o "$folder/p.bc" || exit 99
expect_set '' $best
for set in base v3 v4; do
	case $set$best in
	v4v3 | v[34]base) continue ;;
	esac
	HPVM_RUN_ISA=$set
	export HPVM_RUN_ISA
	expect_set $set $set
done
unset HPVM_RUN_ISA

# Host code that launches a leaf of 600 instances, which computes a number for each.
host() {
	cat <<-END
		void Root(unsigned *out, size_t bytes)
		{
			__hpvm__attributes(1, out, 1, out);
			void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)600);

			__hpvm__bindIn(leaf, 0, 0, 0);
			__hpvm__bindIn(leaf, 1, 1, 0);
		}
		int main(void)
		{
			static unsigned out[600];
			struct __attribute__((packed)) { unsigned *out; size_t bytes; } args = {out, sizeof(out)};

			__hpvm__init();
			llvm_hpvm_track_mem(out, sizeof(out));
			__hpvm__wait(__hpvm__launch(0, Root, &args));
			llvm_hpvm_request_mem(out, sizeof(out));
			printf("%u %u\n", out[1], out[599]);
			return 0;
		}
	END
}

# A block that is never reached.
{
	printf '#include <hpvm.h>\n#include <stdio.h>\nvoid Leaf(unsigned *out, size_t bytes);\n'
	host
} >"$folder/host.c"
"$clang" -w -O1 -I"$src/src" -emit-llvm -c "$folder/host.c" -o "$folder/host.bc" || exit 99
for width in 1 8 64; do
	"$run" --stats --width $width "$folder/host.bc" "$src/interp/tests/lanes/unreached.ll" >"$folder/out" 2>&1
	if ! grep -q '^10 608$' "$folder/out" || { [ $width != 1 ] && ! grep -q "width $width (" "$folder/out"; }; then
		echo "unreached.ll: not '10 608' at width $width: $(cat "$folder/out")"
		failed=1
	fi
done

# Code that lanes cannot run together runs at width 1, and --stats prints the reason.
expect_narrow() { # NAME BODY REASON
	cat >"$folder/$1.c" <<-END
		#include <hpvm.h>
		#include <stdarg.h>
		#include <stdio.h>
		#include <stdlib.h>
		static _Thread_local unsigned mine;
		static unsigned __attribute__((noinline)) mind(unsigned value)
		{
			*(volatile unsigned *)&mine = value;
			return value;
		}
		unsigned (*volatile minding)(unsigned) = mind;
		static unsigned __attribute__((noinline)) sum(int count, ...)
		{
			unsigned all = 0;
			va_list list;

			va_start(list, count);
			for (int i = 0; i < count; i++)
				all = all * 3 + va_arg(list, unsigned);
			va_end(list);
			return all;
		}
		unsigned (*volatile pointer)(int, ...) = sum;
		void Leaf(unsigned *out, size_t bytes)
		{
			__hpvm__attributes(1, out, 1, out);
			long lane = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

			out[lane] = $2;
		}
	END
	host >>"$folder/$1.c"
	"$clang" -w -O1 -I"$src/src" -emit-llvm -c "$folder/$1.c" -o "$folder/$1.bc" || exit 99
	"$run" --stats "$folder/$1.bc" >"$folder/out" 2>&1
	if ! grep -q "width 1: $3\$" "$folder/out" || ! grep -q '^14 1808$' "$folder/out"; then
		echo "$1: not '14 1808' at width 1 because of $3: $(cat "$folder/out")"
		failed=1
	fi
}
expect_narrow variadic 'sum(2, (unsigned)lane + 2u, 5u)' 'a call with variadic arguments'
expect_narrow pointed 'pointer(2, (unsigned)lane + 2u, 5u)' \
	'a call through a pointer with variadic arguments'
# Instances of a batch alternate on one thread, so each would find the thread-local values of the
# others.
expect_narrow kept 'mind((unsigned)lane * 3u + 11u)' \
	'it uses thread-local variables'
expect_narrow pointed_at 'minding((unsigned)lane * 3u + 11u)' 'it uses thread-local variables'
expect_narrow seeded '(srand((unsigned)lane), rand() - (srand((unsigned)lane), rand())) + lane * 3u + 11u' \
	'it calls C functions that may keep state'

# Step counts are the same at every width: --step-limit and traces rely on it.
counted() { # BITCODE WIDTH
	"$run" --stats --width "$2" "$1" 2>&1 >/dev/null | awk '/^ *[A-Za-z0-9_]+\// { print $1, $2, $3 }'
}
for source in p.c parameters.c conditions.c; do
	[ $source = p.c ] && path=$folder/p.c || path=$src/interp/tests/lanes/$source
	"$clang" -w -O1 -I"$src/src" -emit-llvm -c "$path" -o "$folder/counted.bc" || exit 99
	counted "$folder/counted.bc" 1 >"$folder/expected"
	for width in 16 512; do
		counted "$folder/counted.bc" $width >"$folder/out"
		[ "$(wc -l <"$folder/out")" -ge 5 ] && cmp -s "$folder/expected" "$folder/out" && continue
		echo "$source: width $width counts otherwise than width 1: $(diff "$folder/expected" "$folder/out")"
		failed=1
	done
done

# Leaves whose neighbours in memory lie along any dimension.
reports() { # BITCODE MACRO...: compile reports.c
	bitcode=$1
	shift
	"$clang" -w -O1 -I"$src/src" "$@" -emit-llvm -c "$src/interp/tests/lanes/reports.c" -o "$bitcode" || exit 99
}
banded() { # STATEMENTS [OPTION...]: the leaf reports what it does at width 1, and counts its operations if it completes
	reports "$folder/reports.bc" -DREPORTS="$1"
	shift
	for width in 1 64 512 '64 -j 2'; do
		"$run" --stats --width $width "$@" "$folder/reports.bc" >"$folder/said" 2>&1
		status=$?
		sed '/^node /d; /^Root/d; s/0x[0-9a-f]*/0x/g' "$folder/said" >"$folder/out"
		echo "exit $status" >>"$folder/out"
		[ $status -ne 0 ] || awk '$1 == "Root/Leaf" { print $1, $2, $3 }' "$folder/said" >>"$folder/out"
		[ "$width" = 1 ] && cp "$folder/out" "$folder/expected"
		[ "$width" = 1 ] || grep -q ' along x' "$folder/said" || echo 'it does not run in bands' >>"$folder/out"
		cmp -s "$folder/expected" "$folder/out" && continue
		echo "reports.c: width $width differs from width 1: $(diff "$folder/expected" "$folder/out")"
		failed=1
	done
}
# One lane of the first tile was checked at length, and another one fails.
banded 'if (x == 50 && y == 0) __builtin_trap();'
# Two lanes of a tile report, and an instance of a later tile that comes between them.
banded 'if (x == 1 && y == 0) out[10000] = 1; if (y == 60 && x == 7) out[10001] = 3; if (x == 50 && y == 0) out[10002] = 5;' \
	-Wout-of-bounds
expect_stats() { # TEXT OPTION...: --stats says TEXT of the leaf
	text=$1
	shift
	"$run" --stats "$@" "$folder/reports.bc" 2>&1 | grep -q "Root/Leaf .*$text\$" && return
	echo "reports.c: --stats does not say '$text'"
	failed=1
}
reports "$folder/reports.bc" -DSIDE=40 -DGRIDS='{40, 250}'
expect_stats 'along x, 1 thread: it has few instances along this dimension' --width 512 -j 2
# The dimension is found anew for a grid that has other dimensions than the first one.
reports "$folder/reports.bc" -DAT='x * SIDE + y' -DGRIDS='{SIDE, 1}, {SIDE, SIDE}'
expect_stats 'width 64 ([a-z0-9]*)' --width 64
SRC=$src HPVM_RUN=$run CLANG=$clang "$python" "$src/interp/tests/lanes/bands.py" "$first" $((programs * 2)) || failed=1
HPVM_RUN=$run CLANG=$clang "$python" "$src/interp/tests/lanes/merged.py" "$first" $((programs * 2)) || failed=1

quick=--quick
[ "${LANE_ALL:-}" ] && quick=
"$python" "$src/interp/tests/lanes/compare.py" --programs "$programs" --first "$first" $quick "$@" || failed=1
exit $failed
