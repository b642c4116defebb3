#!/bin/sh
# run-cpu.sh -- leaves on the cpu backend have the interpreter's results: examples, random leaves,
# barriers; the cache; refusals.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
graph=$srcdir/tools/tests/graph
PYTHON3=${PYTHON3:-python3}

run --list-backends
expect 0
prints 'cpu        ready'

# same PROGRAM WHO [OPTION...] [-- ARGUMENT]: checks that it prints the same as interpreted, and WHO
# is in --stats
same() {
	program=$1 who=$2
	shift 2
	"$HPVM_RUN" "$program" $arguments >"$work/expected" 2>/dev/null
	run --stats --backend cpu "$@" "$program" $arguments
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF -- "$who" "$work/stderr" || fail "--stats lacks '$who'"
	! grep -q '\[backend-' "$work/stderr" || fail 'something is refused'
}

for name in camera edges histogram lbm matmul spmv stencil transpose; do
	arguments="-- $srcdir/examples/$name"
	same "examples/$name/$name.bc" 'backend cpu' -j 1
	same "examples/$name/$name.bc" 'backend cpu' -j 3
	! grep -q 'not on' "$work/stderr" || fail 'a leaf is interpreted'
done
arguments=
for name in barrier_in_loop check_race_barrier edge_all_to_all edge_one_to_one nested stream; do
	[ -f "$graph/$name.c" ] || continue
	compile "$graph/$name.c" "$work/$name.bc" -w
	for options in '' '--host interp' '-j 4'; do
		"$HPVM_RUN" "$work/$name.bc" >"$work/expected" 2>/dev/null
		run --backend cpu $options "$work/$name.bc"
		[ $status -eq 0 ] || fail "exit status $status"
		cmp -s "$work/stdout" "$work/expected" || fail 'prints something else'
	done
done

# Values that live across barriers.
for level in 0 1 2; do
	compile "$srcdir/backends/tests/barriers.c" "$work/barriers.bc" -O$level
	same "$work/barriers.bc" 'backend cpu' -j 1
	same "$work/barriers.bc" 'backend cpu' -j 4
done

# Functions that only a failing check reaches: the leaf runs on the backend, and an instance that
# calls one is an outcome.
cat >"$work/traps.c" <<'END'
#include <assert.h>
#include "graph.h"
static __attribute__((noinline)) int value_at(const int *p, long i)
{
	assert(i < LIMIT);
	return p[i];
}
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = value_at(p, i) + (int)i + 1;
	if (p[i] < 0)
		__builtin_trap();
}
ROOT_OF(Leaf)
MAIN(9)
END
for level in 0 1 2; do
	compile "$work/traps.c" "$work/traps.bc" -I"$graph" -O$level -DLIMIT=9
	same "$work/traps.bc" 'backend cpu' -j 1
	same "$work/traps.bc" 'backend cpu' --worker
	compile "$work/traps.c" "$work/traps.bc" -I"$graph" -O$level -DLIMIT=5
	run --backend cpu "$work/traps.bc"
	expect 121 "instance (5) ends in a call of '__assert_fail' [instance-trapped]"
	run --backend cpu --worker "$work/traps.bc"
	expect 121 "instance (5) ends in a call of '__assert_fail' [instance-trapped]"
done
count=$((count + 1)) label='hpvm-diff of a leaf that asserts'
"${HPVM_DIFF:-./hpvm-diff}" --backends cpu "$work/traps.bc" >"$work/stdout" 2>"$work/stderr" && fail 'no failure is reported'
prints 'same: an instance traps, as in the interpreter'
cat >"$work/process.c" <<'END'
#include "graph.h"
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
	if (i == 9)
		exit(3);
}
ROOT_OF(Leaf)
MAIN(9)
END
compile "$work/process.c" "$work/process.bc" -I"$graph"
run --backend cpu "$work/process.bc"; expect 0 '[backend-refuses]' "unavailable function: 'exit'"

# An alias of a function that the leaf does not need, as C++ compilers make for constructors.
cat >"$work/alias.c" <<'END'
#include "graph.h"
static __attribute__((noinline)) int one(int x) { return x + 1; }
int other(int) __attribute__((alias("one")));
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i;
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, (size_t)other(39), {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d\n", data[39]);
	return 0;
}
END
for options in -O0 '-O0 -g' '-O2 -g'; do
	compile "$work/alias.c" "$work/alias.bc" $options -I"$graph"
	same "$work/alias.bc" 'backend cpu'
done

# Random leaves; calls through pointers are refused.
for seed in 3 4 6 8; do
	"$PYTHON3" "$srcdir/interp/tests/lanes/generate.py" $seed 5 >"$work/random.c" || exit 99
	"$CLANG" -w -O$((seed % 3)) -I"$srcdir/src" -emit-llvm -c "$work/random.c" -o "$work/random.bc" ||
		exit 99
	"$HPVM_RUN" "$work/random.bc" >"$work/expected" 2>&1
	run --backend cpu -q "$work/random.bc"
	[ $status -eq 0 ] || fail "seed $seed: exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "seed $seed prints something else"
done

# --- objects that a leaf allocates
compile "$srcdir/spec-tests/M/M1-each-instance.c" "$work/malloc.bc" -I"$srcdir/spec-tests"
same "$work/malloc.bc" 'backend cpu' -j 1
same "$work/malloc.bc" 'backend cpu' -j 3

# --- the backend's threads are separate from the program's: a stream that no other thread feeds
compile "$graph/jobs_stream.c" "$work/stream.bc"
run --backend cpu -j 3 --width 8 "$work/stream.bc"
expect 121 "at push 4 of 'Root'" '[stream-capacity]' '[pop-without-push]'
prints 15

# --- the cache
files() { find "$work/cache" -type f | wc -l; }
arguments="-- $srcdir/examples/histogram"
same examples/histogram/histogram.bc 'backend cpu' --cache-dir "$work/cache"
made=$(files)
[ "$made" -eq 3 ] || fail "$made files are in the cache"
! grep -q 'from the cache' "$work/stderr" || fail 'an empty cache has something'
same examples/histogram/histogram.bc 'backend cpu' --cache-dir "$work/cache"
[ "$(grep -c 'backend cpu, built in .*, from the cache' "$work/stderr")" -eq 3 ] || fail 'the cache is not told'
[ "$(files)" -eq "$made" ] || fail 'the cache grows'
for file in "$work"/cache/*.o; do # truncated, changed, empty
	head -c 3000 "$file" >"$work/cut" && cp "$work/cut" "$file"
	break
done
same examples/histogram/histogram.bc 'backend cpu' --cache-dir "$work/cache"
# Entries that others could have changed are ignored, and replaced: each writable by others, a link, with two names, a pipe.
ignored() {
	same examples/histogram/histogram.bc 'backend cpu' --cache-dir "$work/cache"
	! grep -q 'from the cache' "$work/stderr" || fail "an entry is used: $1"
	for file in "$work"/cache/*.o; do
		[ -f "$file" ] && [ ! -L "$file" ] && [ -z "$(find "$file" -perm /022)" ] || fail "an entry is not replaced: $1"
	done
}
chmod o+w "$work"/cache/*.o; ignored 'writable by others'
for file in "$work"/cache/*.o; do mv "$file" "$file.away"; ln -s "$file.away" "$file"; done; ignored 'links'
rm "$work"/cache/*.away
for file in "$work"/cache/*.o; do ln "$file" "$file.away"; done; ignored 'two names'
rm "$work"/cache/*.away
for file in "$work"/cache/*.o; do rm "$file"; mkfifo "$file"; done; ignored 'pipes'
for file in "$work"/cache/*.o; do truncate -s 300G "$file" 2>/dev/null; done; ignored 'sparse'
if [ "$(id -u)" -eq 0 ]; then
	chown 65534 "$work"/cache/*.o; ignored 'of another user'
fi
for file in "$work"/cache/*.o; do printf 'x' | dd of="$file" bs=1 seek=4000 conv=notrunc 2>/dev/null; done
same examples/histogram/histogram.bc 'backend cpu' --cache-dir "$work/cache"
rm -rf "$work/cache"
for i in 1 2 3; do
	"$HPVM_RUN" --backend cpu --cache-dir "$work/cache" examples/histogram/histogram.bc $arguments \
		>"$work/out.$i" 2>&1 &
done
wait
for i in 1 2 3; do cmp -s "$work/out.1" "$work/out.$i" || fail 'processes that share a cache differ'; done
[ "$(files)" -eq "$made" ] || fail 'something is left in the cache'
arguments=

# --- errors in the program
cat >"$work/wild.c" <<'END'
#include <hpvm.h>
#include "graph.h"
#include <stdio.h>
#ifdef DIVERGES
#define BODY if (__hpvm__getNodeInstanceID_x(__hpvm__getNode()) > 3) __hpvm__barrier()
#elif defined PRINTS
#define BODY printf("%d\n", 1)
#else
#define BODY *(volatile int *)64 = 1
#endif
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	BODY;
	__hpvm__return(1, bytes);
}
void Root(int *p, size_t bytes)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)300);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}
int main(void)
{
	static int memory[4];
	struct __attribute__((packed)) { int *p; size_t bytes, out; } arguments = {memory, 16, 0};

	__hpvm__init();
	llvm_hpvm_track_mem(memory, 16);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	return arguments.out != 16;
}
END
compile "$work/wild.c" "$work/wild.bc" -I"$graph"
run --backend cpu -j 1 "$work/wild.bc"; expect 121 '[backend-crashed]' 'access to 0x40: close to the null pointer'
run --backend cpu -j 4 "$work/wild.bc"; expect 121
run --backend hint "$work/wild.bc"; expect 121 '[backend-crashed]'
# A leaf that overwrites the stack of its callers: nothing can return there.
compile "$srcdir/backends/tests/leaf_smash.c" "$work/smash.bc"
for options in '-j 1' '-j 4' '--stats'; do
	run --backend cpu $options "$work/smash.bc"; expect 121 '[backend-crashed]' 'it has overwritten the stack of hpvm-run' 'at node Root'
done
run --worker --backend cpu "$work/smash.bc"; expect 121 '[out-of-bounds]' # the worker died, and the interpreter finds it
compile "$work/wild.c" "$work/apart.bc" -I"$graph" -DDIVERGES
run --backend cpu "$work/apart.bc"; expect 121 '[barrier-divergence]'
compile "$work/wild.c" "$work/prints.bc" -I"$graph" -DPRINTS
run --backend cpu "$work/prints.bc"; expect 0 '[backend-refuses]' "unavailable function: 'printf'"

# --- --backend auto: leaves that prove costly; which backend is faster depends on the machine
run --stats --backend auto examples/lbm/lbm.bc -- "$srcdir/examples/lbm"
[ $status -eq 0 ] || fail "exit status $status"
grep -q 'lbm_cell.*built in' "$work/stderr" || fail 'lbm is not tried'
run --stats --backend auto examples/matmul/matmul.bc -- "$srcdir/examples/matmul"
[ $status -eq 0 ] || fail "exit status $status"
grep -q 'matmul_cell.*width .*cpu' "$work/stderr" || fail 'matmul is not tried'
cat >"$work/costly.c" <<'END'
#include "graph.h"
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	unsigned x = (unsigned)i;

	for (int k = 0; k < 300; k++)
		x = x * 1664525u + 1013904223u;
	if (i < 64)
		p[i] += (int)(x >> 8);
}
ROOT_OF(Leaf)
int main(int argc, char **argv)
{
	struct arguments arguments = {data, sizeof data, 20000, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int i = 0; i < atoi(argv[1]); i++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d\n", data[0], data[63]);
	return 0;
}
END
compile "$work/costly.c" "$work/costly.bc" -I"$graph"
"$HPVM_RUN" "$work/costly.bc" -- 150 >"$work/expected" 2>/dev/null
ready=$("$HPVM_RUN" --list-backends 2>/dev/null | grep -c '^opencl  *ready')
run --stats --backend auto "$work/costly.bc" -- 150
expect 0 'built in' ' ns on cpu' ' ns interpreted'
cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
grep -q 'Root/Leaf .*backend [a-z]*, built in .*, an instance took [0-9.e+]* ns on cpu' "$work/stderr" ||
	grep -q 'Root/Leaf .*not on cpu' "$work/stderr" || fail 'the choice is not told'
for launches in 2000 20000 100000; do # from which number a device pays depends on the machine
	run --stats --backend auto "$work/costly.bc" -- $launches
	expect 0 ' ns on cpu'
	grep -q ' ns on cpu, .*[0-9] ns on opencl' "$work/stderr" && break
done
[ "$ready" -eq 0 ] || grep -q ' ns on cpu, .*[0-9] ns on opencl' "$work/stderr" || fail 'the device is not measured'
run --stats --backend auto "$work/edge_all_to_all.bc"
! grep -q 'backend cpu' "$work/stderr" || fail 'a few instances are costly'
finish
