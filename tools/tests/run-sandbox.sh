#!/bin/sh
# run-sandbox.sh -- --sandbox: hostile programs (sandbox/hostile.txt) and files do not get what they
# want, ordinary programs run as without it, wrong use, and walls.
#
# Arguments: names of hostile programs (default: all of them, and the rest). LEVELS: of the compiler.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
: "${CLANGXX:=clang++}" "${LEVELS:=-O1}"
srcdir=$(cd "$srcdir" && pwd)
case $HPVM_RUN in /*) ;; *) HPVM_RUN=$PWD/$HPVM_RUN ;; esac
here=$srcdir/tools/tests/sandbox
ulimit -s 8192 || exit 99
cd "$work" || exit 99
mkdir readable
echo text >readable/file
ln -s /etc/passwd readable/link

# --- hostile programs ---
# Standard error has one of WORDS, and nothing shows that the program got what it wanted.
refused() { # STATUSES WORDS
	case "|$1|" in
	*"|$status|"*) ;;
	*) fail "exit status $status, expected $1" ;;
	esac
	[ "$2" = - ] || grep -qE -- "$2" stderr || fail "standard error lacks $2"
	! grep -aq ESCAPED stdout || fail 'the program got what it wanted'
	! [ -e readable/made ] && ! [ -e made ] || fail 'the program has made a file'
}

try() { # NAME WHERE STATUSES WORDS
	case $1 in
	cxx-*) compiler=$CLANGXX suffix=cc ;;
	*) compiler=$CLANG suffix=c ;;
	esac
	{ echo '#include "hostile.h"' && cat body; } >program.$suffix
	flag=
	[ "$2" = host ] || flag=-DLEAF
	for level in $LEVELS; do
		"$compiler" -w "$level" -g $flag -I"$here" -I"$srcdir/tools/tests/graph" -I"$srcdir/src" \
			-emit-llvm -c program.$suffix -o program.bc || { label="$*" && fail 'does not compile'; continue; }
		count=$((count + 1)) label="$1 as $2 $level"
		timeout 100 "$HPVM_RUN" --sandbox --time-limit 10 --progress never program.bc -- readable >stdout 2>stderr </dev/null
		status=$?
		refused "$3" "$4"
	done
}

grep '^===' "$here/hostile.txt" >titles
while read -r _ name where statuses words; do
	case " $* " in
	'  ' | *" $name "*) ;;
	*) continue ;;
	esac
	awk -v name="$name" '/^===/ { here = $2 == name; next } here' "$here/hostile.txt" >body
	case $where in
	both)
		try "$name" host "$statuses" "$words"
		try "$name" leaf "$statuses" "$words"
		;;
	*) try "$name" "$where" "$statuses" "$words" ;;
	esac
done <titles
[ $# -eq 0 ] || { finish; exit; }

# --- ordinary programs: the same output and exit status as without ---
same() { # NAME PROGRAM ARGUMENT...
	label="$1 in the sandbox" program=$2
	shift 2
	count=$((count + 1))
	timeout 100 "$HPVM_RUN" --host interp --progress never "$program" -- "$@" >plain 2>"$work/stderr" </dev/null
	wanted=$?
	timeout 100 "$HPVM_RUN" --sandbox --progress never "$program" -- "$@" >stdout 2>"$work/stderr" </dev/null
	status=$?
	[ $status -eq $wanted ] || fail "exit status $status, not $wanted"
	cmp -s plain stdout || fail 'another output'
}

for example in first hetero histogram lbm lenet matmul residual spmv stencil transpose; do
	for source in "$srcdir/examples/$example/$example".c*; do
		compiler=$CLANG
		[ "${source##*.}" = c ] || compiler=$CLANGXX
		"$compiler" -w -O1 -g -I"$srcdir/src" -emit-llvm -c "$source" -o "$example.bc" || exit 99
		same "$example" "$example.bc" "$srcdir/examples/$example" "$srcdir/examples/lenet"
	done
done
for name in abort assert big_stack byval_neighbours callbacks clean_start divide exit exit_now gives_up large_globals many_functions reached recursion rounding_named structors tensor_direct tensor_instances tensor_orders tensor_wrappers variadic; do
	"$CLANG" -w -O1 -I"$srcdir/src" -emit-llvm -c "$srcdir/interp/tests/host/$name.c" -o "$name.bc" || exit 99
	same "$name" "$name.bc" one two
done

# Calls of C functions from frames of many depths.
cat >vector.cc <<'END'
#include <cstdio>
#include <vector>
int main() { std::vector<int> list; for (int i = 0; i < 100; i++) list.push_back(i); std::printf("%d\n", list[99]); }
END
"$CLANGXX" -w -O0 -emit-llvm -c vector.cc -o vector.bc || exit 99
same vector vector.bc

# Functions that qsort() calls, also for local arrays of leaves, and within one another.
cat >sort.c <<'END'
#include <stdlib.h>
#include "graph.h"
static int down(const void *a, const void *b)
{
	return *(const int *)b - *(const int *)a;
}
static int up(const void *a, const void *b)
{
	int both[2] = {*(const int *)a, *(const int *)b};

	qsort(both, 2, sizeof(int), down);
	return both[0] == both[1] ? 0 : both[0] == *(const int *)a ? 1 : -1;
}
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int local[8];

	for (int k = 0; k < 8; k++)
		local[k] = (k * 5) % 8;
	qsort(local, 8, sizeof(int), i % 2 ? up : down);
	p[i] = 100 * local[i] + local[0];
}
ROOT_OF(Leaf)
MAIN(8)
END
for level in -O0 -O1 -O2; do
	"$CLANG" -w "$level" -I"$srcdir/src" -I"$srcdir/tools/tests/graph" -emit-llvm -c sort.c -o sort.bc || exit 99
	same "sort $level" sort.bc
	[ $status -eq 0 ] || fail "exit status $status"
done

# The messages of a fault are the same, too, but for the source line.
"$CLANG" -w -O1 -g -DFAULT -I"$srcdir/src" -emit-llvm -c "$srcdir/examples/first/first.c" -o faulty.bc || exit 99
run --sandbox faulty.bc
expect 121 '[out-of-bounds]'

# --- modules that no compiler makes ---
module() { # STATUS WORD, the module
	cat >module.ll
	run --sandbox module.ll
	expect "$1" "$2"
}
for list in global_ctors global_dtors; do
	module 123 '[unsupported-feature]' <<END
declare void @abort()
@llvm.$list = appending global [1 x {i32, ptr, ptr}] [{i32, ptr, ptr} {i32 1, ptr @abort, ptr null}]
define i32 @main() {
	ret i32 0
}
END
done
for kind in global constant 'thread_local global'; do
	module 122 '[memory-limit]' <<END
@huge = $kind [18446744073709551615 x i8] zeroinitializer
define i8 @main() {
	%value = load volatile i8, ptr @huge
	ret i8 %value
}
END
done

# --- wrong use ---
for options in '--host jit' '--backend cpu' '--map Root=cpu' '--worker' '-l m' '-L .' --keep-going --check=none '--memory split' \
	--print-graph --print-code '--emit opencl'; do
	# shellcheck disable=SC2086
	run --sandbox $options first.bc
	expect 124 'sandbox'
done
run --sandbox --host interp -j 4 --check=race,uninit first.bc
expect 0

# --- limits ---
cat >loop.c <<'END'
volatile int zero;
int main(void) { while (!zero); return 0; }
END
"$CLANG" -w -O1 -emit-llvm -c loop.c -o loop.bc || exit 99
run --sandbox --time-limit 0.5 loop.bc
expect 122 '[time-limit]' '0.5 seconds'
run --time-limit 0.5 --host interp loop.bc
expect 122 '[time-limit]'
run --time-limit 0.5 --host jit loop.bc
expect 122 '[time-limit]'
run --sandbox --step-limit 1e6 loop.bc
expect 122 '[step-limit]'

# --- hostile files ---
cat >copy.c <<'END'
#include "graph.h"
void Leaf(int *p, size_t bytes) { LEAF_BEGIN p[i]++; }
ROOT_OF(Leaf)
END
"$CLANG" -w -O1 -I"$srcdir/src" -I"$srcdir/tools/tests/graph" -emit-llvm -c copy.c -o readable/copy.bc || exit 99
printf '\1\0\0\0\2\0\0\0' >readable/two.bin
arguments() { # FILE, or a whole item
	printf 'args:\n  - %s\n  - 8\n  - 2\n' "$1" >readable/arguments.yaml
	run --sandbox --root Root --args readable/arguments.yaml readable/copy.bc
}
arguments '{raw: two.bin, type: i32}'
expect 0
for file in /etc/passwd ../../../../../../etc/passwd link; do
	arguments "{raw: $file, type: u8}"
	expect 120 '[bad-args-file]' 'the folder of this file'
done
arguments '{raw: two.bin, type: i32, save: ../made}'
expect 120 '[bad-args-file]' "the sandbox writes no files: remove 'save'"
arguments '{raw: two.bin, type: i32, save: two.bin}'
[ $status -ne 0 ] || fail 'a file was overwritten'
[ "$(wc -c <readable/two.bin)" -eq 8 ] && [ "$(od -An -tu1 -N1 readable/two.bin | tr -d ' ')" = 1 ] || fail 'a file was overwritten'

# A case whose files are elsewhere; and source lines, which debug information can name in any file.
mkdir case
cp readable/copy.bc readable/two.bin case
for name in ../readable/copy.bc /etc/passwd; do
	printf 'case:\n  files:\n    - {name: %s, bytes: %d}\nprogram: [copy.bc]\nroot: Root\nargs: []\n' "$name" "$(wc -c <readable/copy.bc)" >case/case.yaml
	run --sandbox case
	expect 120 '[malformed-file]' 'not in the folder of the case'
	printf 'case:\n  files: []\nprogram: [%s]\nroot: Root\nargs: []\n' "$name" >case/case.yaml
	run case
	expect 120 '[malformed-file]' 'not in the folder of the case'
done
cat >lines.c <<'END'
#include "graph.h"
#line 1 "/etc/passwd"
void Leaf(int *p, size_t bytes) { LEAF_BEGIN p[i + 64]++; }
ROOT_OF(Leaf)
MAIN(8)
END
"$CLANG" -w -O1 -g -I"$srcdir/src" -I"$srcdir/tools/tests/graph" -emit-llvm -c lines.c -o lines.bc || exit 99
run --sandbox lines.bc
expect 121 '[out-of-bounds]' '/etc/passwd:1:'
! grep -qF "$(head -n 1 /etc/passwd)" "$work/stderr" || fail 'a line of another file is shown'
if [ -x "${HPVM_RUN%run}trace" ]; then
	run --trace lines.hrt --sandbox lines.bc
	"${HPVM_RUN%run}trace" export --format html lines.hrt -o lines.html || fail 'no page'
	! grep -qF "$(head -n 1 /etc/passwd)" lines.html || fail 'a page shows another file'
fi

# A model whose weights are said to lie in another file.
if [ -x "${HPVM_RUN%run}import" ] && command -v python3 >/dev/null; then
	python3 - <<'END' || exit 99
def field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data
where = field(1, b"location") + field(2, b"../../../etc/passwd")
weight = b"\x08\x01\x10\x01" + field(8, b"w") + field(13, where) + b"\x70\x01"
graph = field(2, b"g") + field(5, weight) + field(12, field(1, b"w"))
open("outside.onnx", "wb").write(b"\x08\x08" + field(7, graph) + field(8, b"\x10\x0d"))
END
	count=$((count + 1)) label='a model with weights elsewhere'
	"${HPVM_RUN%run}import" -o made.ll outside.onnx >stdout 2>"$work/stderr"
	status=$?
	[ $status -ne 0 ] || fail 'the model is imported'
	grep -qF 'which leads out of the model' "$work/stderr" || fail 'another reason'
fi

# --- the walls are there, where this kernel has them ---
run --sandbox -Werror=sandbox-partial first.bc
grep -qF '[sandbox-partial]' "$work/stderr" || expect 0
finish
