#!/bin/sh
# run-threads.sh -- programs with several host threads: what is printed hangs on the program and the options, not on
# which thread comes first. THREADS_TIMES: how often each run is repeated (default 4).
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
: "${THREADS_TIMES:=4}"
compile "$srcdir/interp/tests/host/host_threads.cc" "$work/threads.bc"

# Times and the numbers of executions in flight are the only things that may differ.
said() {
	cat "$work/stdout"
	sed -E 's/ +[0-9]+\.[0-9]+ +[0-9]+\.[0-9]+%/ time/; s/, at most .*//; s/built in [0-9.]+ ms/built/' "$work/stderr"
}

for options in '' --check=all '--check=all --host interp' --check=none '--width 8' '--schedule random:7'; do
	for jobs in 1 4; do
		# shellcheck disable=SC2086
		run --stats -j $jobs $options "$work/threads.bc" -- 6
		expect 0
		said >"$work/first"
		for repeated in $(seq 2 "$THREADS_TIMES"); do
			# shellcheck disable=SC2086
			run --stats -j $jobs $options "$work/threads.bc" -- 6
			said | cmp -s - "$work/first" || fail "run $repeated differs: $(said | diff "$work/first" -)"
		done
	done
done

# Graphs are listed in the program's order, and not in that of their launches.
run --stats "$work/threads.bc" -- 2
[ "$(sed -n 's/^\(R[123]\) .*/\1/p' "$work/stderr" | tr '\n' ' ')" = 'R1 R2 R3 ' ] || fail 'the graphs are not in order'

# What is reported at the end is in the order of the source.
cat >"$work/findings.cc" <<'END'
#include <hpvm.h>
#include <thread>
using namespace hpvm;
#define LEAF(N) \
extern "C" void Leaf##N(long *a, size_t bytes) { __hpvm__hint(CPU_TARGET); __hpvm__attributes(1, a, 1, a); \
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode()); \
	a[i+N+1] = i; __hpvm__return(1, bytes); } \
extern "C" void Root##N(long *a, size_t bytes) { __hpvm__hint(CPU_TARGET); __hpvm__attributes(1, a, 1, a); \
	void *leaf = __hpvm__createNodeND(1, Leaf##N, (size_t)8); \
	__hpvm__bindIn(leaf, 0, 0, 0); __hpvm__bindIn(leaf, 1, 1, 0); __hpvm__bindOut(leaf, 0, 0, 0); }
LEAF(0)
LEAF(1)
LEAF(2)
LEAF(3)
static long memory[4][8];
struct __attribute__((packed)) arguments { long *a; size_t bytes, result; };
static void launch(int i)
{
	arguments a = {memory[i], sizeof memory[i], 0};
	void *roots[] = {(void *)Root0, (void *)Root1, (void *)Root2, (void *)Root3};
	llvm_hpvm_track_mem(a.a, a.bytes);
	for (int k = 0; k < 3; k++) {
		__hpvm__wait(__hpvm__launch(0, roots[i], &a)); }
}
int main()
{
	std::thread threads[4];
	__hpvm__init();
	for (int i = 0; i < 4; i++)
		threads[i] = std::thread(launch, i);
	for (auto &thread : threads)
		thread.join();
	__hpvm__cleanup();
}
END
compile "$work/findings.cc" "$work/findings.bc"
for options in '' --check=all; do
	for repeated in $(seq 1 "$THREADS_TIMES"); do
		# shellcheck disable=SC2086
		run --keep-going $options "$work/findings.bc"
		expect 121 '[out-of-bounds]'
		sed -n 's/0x[0-9a-f]*//; s/.*findings.cc:\([0-9]*\):.* error: .*/\1/p' "$work/stderr" >"$work/lines"
		[ "$(wc -l <"$work/lines")" -ge 4 ] || fail 'there are not four errors'
		sort -n "$work/lines" | cmp -s - "$work/lines" || fail "run $repeated: the order is $(tr '\n' ' ' <"$work/lines")"
	done
done

# Ctrl-C stops all threads, and is reported once.
cat >"$work/endless.cc" <<'END'
#include <hpvm.h>
#include <cstdio>
#include <thread>
using namespace hpvm;
extern "C" void Leaf(long *a, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, a);
	for (volatile long k = 0; k >= 0; k = (k + 1) & 1023)
		*a = k;
	__hpvm__return(1, bytes);
}
extern "C" void Root(long *a, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, a);
	void *leaf = __hpvm__createNodeND(0, Leaf);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}
static long memory[4];
struct __attribute__((packed)) arguments { long *a; size_t bytes, result; };
static void launch(int i)
{
	arguments a = {&memory[i], sizeof(long), 0};
	llvm_hpvm_track_mem(a.a, a.bytes);
	__hpvm__wait(__hpvm__launch(0, (void *)Root, &a));
}
int main()
{
	std::thread threads[4];
	__hpvm__init();
	for (int i = 0; i < 4; i++)
		threads[i] = std::thread(launch, i);
	puts("begins");
	fflush(stdout);
	for (auto &thread : threads)
		thread.join();
	__hpvm__cleanup();
}
END
compile "$work/endless.cc" "$work/endless.bc"
for options in '--host jit' '--host jit --check=none'; do
	label="Ctrl-C, $options"
	: >"$work/stdout"
	# shellcheck disable=SC2086
	timeout -s KILL 120 "$HPVM_RUN" $options "$work/endless.bc" >"$work/stdout" 2>"$work/stderr" </dev/null &
	interrupt $! "$work/stdout"
	count=$((count + 1))
	expect 122 '[interrupted]'
	[ "$(grep -c '\[interrupted\]' "$work/stderr")" -eq 1 ] || fail 'it is reported more than once'
done
finish
