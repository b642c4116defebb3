#!/bin/sh
# run-worker.sh -- hpvm-run --worker: whatever a backend does, the program prints what it prints
# interpreted, and a warning names the node and the error.
. "${srcdir:-.}/tools/tests/lib.sh"
need_clang
modules=backends/tests/.libs
[ -f "$modules/backend-rogue.so" ] || { echo "no $modules/backend-rogue.so" >&2; exit 99; }
compile "$srcdir/backends/tests/worker.c" "$work/worker.bc"
run "$work/worker.bc"; expect 0
cp "$work/stdout" "$work/expected"

# wrong BACKEND MISDEED ID TEXT...: a finding at node Root/Fill, with the interpreter's output and
# no other message
wrong() {
	backend=$1 id=$3
	ROGUE=$2
	export ROGUE
	shift 3
	run --worker --backend-time-limit 1 --backend-path $modules --map "Fill=$backend" --stats "$work/worker.bc"
	label="$ROGUE: $label"
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
	plain=${id#?}
	for text in "$id" "backend '$backend'" "'Root/Fill'" 'at node Root' "not on $backend: ${plain%?}" "$@"; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
	[ "$(grep -c '\[[a-z-]*\]$' "$work/stderr")" -eq 1 ] || fail 'there is more than one diagnostic'
}

# built BACKEND MISDEED ID TEXT: the same while the unit is built
built() {
	backend=$1 id=$3 text=$4
	ROGUE=$2
	export ROGUE
	run --worker --backend-time-limit 1 --backend-path $modules --map "Fill=$backend" --stats "$work/worker.bc"
	label="$ROGUE: $label"
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
	for text in "$id" "backend '$backend'" "'Root/Fill'" "not on $backend" "$text"; do
		grep -qF -- "$text" "$work/stderr" || fail "standard error lacks '$text'"
	done
	[ "$(grep -c '\[[a-z-]*\]$' "$work/stderr")" -eq 1 ] || fail 'there is more than one diagnostic'
}

for backend in rogue remote; do
	wrong $backend crashes '[worker-crashed]' 'SIGSEGV: access to 0x8'
	wrong $backend exits '[worker-crashed]' 'it ended its process (exit 3)'
	wrong $backend corrupts '[worker-crashed]' SIG
	wrong $backend loops '[worker-hung]' 'it was not done after 1 second'
	wrong $backend spins '[worker-hung]' 'it was not done after 1 second'
	wrong $backend nonsense '[worker-garbage]' 'it returned 77, which is not a valid result of a grid'
	wrong $backend writes-text '[worker-garbage]' 'it wrote beyond the end of a text buffer'
	wrong $backend writes-behind '[worker-garbage]' 'it wrote beyond the output images'
	wrong $backend writes-before '[worker-garbage]' 'it wrote before the output images'
	wrong $backend writes-between '[worker-garbage]' 'it wrote between outputs'
	wrong $backend parts '[worker-diverged]' 'some have gone'
	wrong $backend starves '[worker-failed]' 'it is out of memory'
	wrong $backend fails '[worker-failed]' 'the device is gone'
	built $backend build-crashes '[worker-crashed]' SIGILL
	built $backend build-loops '[worker-hung]' 'it was not done after 1 second'
	built $backend build-nonsense '[worker-garbage]' 'it returned -3, which is not a refusal reason'
	built $backend build-nothing '[worker-garbage]' 'it took a unit but built nothing'
	built $backend build-exits '[worker-crashed]' 'it ended its process (exit 4)'
	built $backend admits-nonsense '[worker-garbage]' 'it returned 1234'
done
wrong rogue writes-input '[worker-garbage]' 'which is read-only for it'
built rogue release-crashes '[worker-crashed]' SIGABRT
wrong remote allocate-crashes '[worker-crashed]' 'SIGSEGV: access to 0x8'
wrong remote write-crashes '[worker-crashed]' 'SIGSEGV: access to 0x8'
wrong remote write-fails '[worker-failed]' 'cannot copy memory'
wrong remote read-loops '[worker-hung]' 'it was not done after 1 second'

# Both leaves: the second finds a new process, in which its unit is built again.
ROGUE=crashes; export ROGUE
for backend in rogue remote; do
	run --worker --backend-path $modules --backend $backend "$work/worker.bc"
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
	[ "$(grep -c '\[worker-crashed\]' "$work/stderr")" -eq 2 ] || fail 'not both leaves crash'
	run --worker -Werror=worker-crashed --backend-path $modules --backend $backend "$work/worker.bc"
	expect 123 '[worker-crashed]'
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
done

# No unit is built in the process of the program, which ends if this backend does that there.
ROGUE=build-here; export ROGUE
run --worker --backend-path $modules --backend rogue "$work/worker.bc"; expect 0
! grep -q '\[worker-' "$work/stderr" || fail 'a worker has gone wrong'

# A build that fails after the first one says why.
ROGUE_FILE=$work/builds; export ROGUE_FILE
wrong rogue builds-once '[worker-failed]' 'cannot build the unit again: it builds no more'

# If the backend cannot be opened again, the second leaf is interpreted.
ROGUE=crashes ROGUE_OPENS=2 ROGUE_FILE=$work/opens
export ROGUE ROGUE_OPENS ROGUE_FILE
run --worker --backend-path $modules --backend remote "$work/worker.bc"
expect 0 "'Root/Fill'" '[worker-crashed]' "'Root/Add'" 'it opens no more' '[worker-lost]'
cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
unset ROGUE_OPENS

# Killed from outside, which is not an error of the backend.
for backend in rogue remote; do
	ROGUE=sleeps ROGUE_FILE=$work/number.$backend
	export ROGUE ROGUE_FILE
	( for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ -s "$ROGUE_FILE" ] && kill -9 "$(cat "$ROGUE_FILE")" && break
		sleep 0.2
	done ) &
	wrong_limit='--backend-time-limit 20'
	run --worker $wrong_limit --backend-path $modules --map Fill=$backend --stats "$work/worker.bc"
	wait
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
	grep -qF "'Root/Fill', which is interpreted instead: SIGKILL [worker-crashed]" "$work/stderr" ||
		fail 'SIGKILL is not said'
done

# The folder of compiled code is gone when the program has ended, also after SIGKILL.
ROGUE=loops ROGUE_FILE=$work/number.cache
export ROGUE ROGUE_FILE
mkdir "$work/temporary" || exit 99
for signal in KILL TERM; do
	count=$((count + 1)) label="the cache after $signal"
	rm -f "$ROGUE_FILE"
	TMPDIR=$work/temporary "$HPVM_RUN" --worker --backend-path $modules --map Fill=rogue "$work/worker.bc" \
		>"$work/stdout" 2>"$work/stderr" </dev/null &
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ -s "$ROGUE_FILE" ] && break
		sleep 0.2
	done
	ls -d "$work"/temporary/hpvm-worker-* >/dev/null 2>&1 || fail 'there is no folder'
	kill -$signal $!
	wait $! 2>/dev/null
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		ls -d "$work"/temporary/* >/dev/null 2>&1 || break
		sleep 0.2
	done
	! ls -d "$work"/temporary/* 2>/dev/null || fail 'something is left'
done
unset ROGUE
count=$((count + 1)) label='the cache after an ordinary end'
TMPDIR=$work/temporary "$HPVM_RUN" --worker --stats --backend cpu "$work/worker.bc" >"$work/stdout" 2>"$work/stderr"
cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
! ls -d "$work"/temporary/* 2>/dev/null || fail 'something is left'

# Ctrl-C reaches a backend that checks for it, and kills one that does not.
for misdeed in stops loops; do
	ROGUE=$misdeed ROGUE_FILE=$work/number.$misdeed
	export ROGUE ROGUE_FILE
	count=$((count + 1)) label="Ctrl-C: $misdeed"
	"$HPVM_RUN" --worker --backend-path $modules --map Fill=rogue "$work/worker.bc" \
		>"$work/stdout" 2>"$work/stderr" </dev/null &
	interrupt $! "$ROGUE_FILE"
	expect 122 '[interrupted]'
done

# Correct backends, in workers.
unset ROGUE
same() { # PROGRAM WHO [OPTION...] [-- ARGUMENT...]: prints the same as interpreted
	program=$1 who=$2
	shift 2
	"$HPVM_RUN" "$program" $arguments >"$work/expected" 2>/dev/null
	run --worker --stats "$@" "$program" $arguments
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(diff "$work/expected" "$work/stdout")"
	grep -qF -- "$who" "$work/stderr" || fail "--stats lacks '$who'"
	! grep -q '\[worker-' "$work/stderr" || fail 'a worker has gone wrong'
}

arguments=
same "$work/worker.bc" 'backend cpu' --backend cpu -j 1
same "$work/worker.bc" 'backend cpu' --backend cpu -j 3 --host interp
for name in camera edges histogram spmv stencil; do
	arguments="-- $srcdir/examples/$name"
	same "examples/$name/$name.bc" 'backend cpu' --backend cpu
done
arguments=
CC=${CC:-cc}
$CC -shared -fPIC -I"$srcdir/backends" -DBACKEND_INCLUDE="\"$(cd "$srcdir/backends" && pwd)\"" \
	-o "$work/backend-clang.so" "$srcdir/examples/backend/backend-clang.c" -ldl || exit 99
same "$work/worker.bc" 'backend clang' --backend-path "$work" --backend clang

# A program that forks: a process and the memory that it shares with a worker belong to one of the two.
cat >"$work/forks.c" <<'C'
#include <hpvm.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/wait.h>
void Square(int *numbers, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, numbers, 1, numbers);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	numbers[i] = numbers[i] * 3;
	__hpvm__return(1, bytes);
}
void Root(int *numbers, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, numbers, 1, numbers);
	void *square = __hpvm__createNodeND(1, Square, n);
	__hpvm__bindIn(square, 0, 0, 0);
	__hpvm__bindIn(square, 1, 1, 0);
	__hpvm__bindOut(square, 0, 0, 0);
}
struct __attribute__((packed)) arguments { int *numbers; size_t bytes, n, result; };
static int numbers[4096];
static int once(int seed){
	struct arguments arguments = {numbers, sizeof(numbers), 4096, 0};
	void *graph; int bad=0;
	for (int i=0;i<4096;i++) numbers[i]=seed+i;
	llvm_hpvm_track_mem(numbers, sizeof(numbers));
	graph = __hpvm__launch(0, Root, (void *)&arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(numbers, sizeof(numbers));
	for (int i = 0; i < 4096; i++) bad += numbers[i] != (seed+i)*3;
	llvm_hpvm_untrack_mem(numbers);
	return bad;
}
int main(int argc, char **argv)
{
	__hpvm__init();
	if (once(0))
		return 1;
	pid_t p = fork();
	int bad = 0, bad_child = 0;
	if (argc > 1) { /* the child lives on */
		if (!p) {
			alarm(30);
			pause();
		}
		printf("%d\n", p);
		int bad = once(1);

		__hpvm__cleanup();
		return bad;
	}
	for (int k=0;k<40;k++) { int b = once(p ? 1000*k : -777*k-5); bad += b; }
	if (!p)
		_exit(bad != 0);
	waitpid(p, &bad_child, 0);
	printf("%d %d\n", bad, bad_child);
	__hpvm__cleanup();
	return 0;
}
C
compile "$work/forks.c" "$work/forks.bc" -I"$srcdir/src"
for backend in cpu rogue remote; do # the last two compute nothing
	[ $backend = cpu ] || { ROGUE=fails; export ROGUE; }
	run --worker --backend-path $modules --backend $backend "$work/forks.bc"; expect 0
	[ "$(cat "$work/stdout")" = '0 0' ] || fail "$backend: prints $(cat "$work/stdout")"
	! grep -q 'worker-garbage\|worker-crashed' "$work/stderr" || fail "$backend: a worker has gone wrong"
	unset ROGUE
done

# A child that lives on keeps neither the run nor its temporary files.
mkdir "$work/left"
TMPDIR=$work/left
export TMPDIR
run --worker --backend cpu "$work/forks.bc" -- on; expect 0
unset TMPDIR
kill "$(cat "$work/stdout")" || fail 'the run has waited for the child'
[ -z "$(ls "$work/left")" ] || fail "temporary files are left: $(ls "$work/left")"

# A program that forks while another of its threads waits for a build: the child can launch, too.
cat >"$work/forking.c" <<'C'
#include "graph.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
void Fill(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i;
}
ROOT_OF(Fill)
static void *launch(void *memory)
{
	struct arguments arguments = {memory, 4096, 8, {0}};

	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	return 0;
}
int main(void)
{
	static int here[1024], there[1024];
	pthread_t thread;
	int status;
	pid_t pid;

	__hpvm__init();
	llvm_hpvm_track_mem(here, sizeof(here));
	llvm_hpvm_track_mem(there, sizeof(there));
	pthread_create(&thread, 0, launch, here);
	usleep(400 * 1000);
	pid = fork();
	if (!pid) {
		alarm(10);
		launch(there);
		llvm_hpvm_request_mem(there, sizeof(there));
		_exit(0);
	}
	waitpid(pid, &status, 0);
	pthread_join(thread, 0);
	printf("%s\n", WIFSIGNALED(status) ? "hangs" : "ends");
	__hpvm__cleanup();
	return 0;
}
C
compile "$work/forking.c" "$work/forking.bc" -I"$srcdir/src" -I"$srcdir/tools/tests/graph"
ROGUE=build-pauses; export ROGUE
run --check=none --worker --backend-path $modules --backend rogue "$work/forking.bc"; expect 0
[ "$(cat "$work/stdout")" = ends ] || fail 'the child hangs'
unset ROGUE

arguments=
# Memory that the program shares with its child processes, and lent memory that the leaf does not
# use.
cat >"$work/shared.c" <<'C'
#include "graph.h"
#include <sys/mman.h>
void Fill(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += (int)i;
}
ROOT_OF(Fill)
int main(void)
{
	char *memory = mmap(NULL, 8 * 4096, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | SHARING, -1, 0);
	struct arguments arguments = {(int *)memory, 4096, 8, {0}};
	int sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(memory, 4096);
	if (LENT)
		llvm_hpvm_track_mem(memory + 5 * 4096, 4096);
	for (int i = 0; i < 3; i++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(memory, 4096);
	for (int i = 0; i < 8 * 4096; i++)
		sum += memory[i];
	printf("%d\n", sum);
	llvm_hpvm_untrack_mem(memory);
	if (LENT)
		llvm_hpvm_untrack_mem(memory + 5 * 4096);
	__hpvm__cleanup();
	return 0;
}
C
for sharing in MAP_SHARED MAP_PRIVATE; do
	for lent in 0 1; do
		compile "$work/shared.c" "$work/shared.bc" -I"$srcdir/tools/tests/graph" -DSHARING=$sharing -DLENT=$lent
		ROGUE=writes-far; export ROGUE
		run --worker --backend-path $modules --backend rogue "$work/shared.bc"
		[ $status -eq 0 ] || fail "$sharing: exit status $status"
		if [ $lent -eq 1 ]; then
			[ "$(cat "$work/stdout")" = 84 ] || fail "$sharing: prints $(cat "$work/stdout")"
			grep -qF '[worker-' "$work/stderr" || fail "$sharing: nothing is found"
		else # nothing is left of the rogue's grids
			[ "$(cat "$work/stdout")" = 0 ] || fail "$sharing: prints $(cat "$work/stdout")"
		fi
		count=$((count + 1)) label="hpvm-diff $sharing"
		"${HPVM_DIFF:-./hpvm-diff}" --backends rogue --backend-path $modules "$work/shared.bc" >"$work/table" 2>"$work/stderr"
		[ $? -eq 121 ] || fail 'nothing is found'
		grep -qx 84 "$work/stderr" || fail 'the golden result is harmed'
		unset ROGUE
		same "$work/shared.bc" 'backend cpu' --backend cpu
	done
done

# Memory of the program that the grid does not use: next to the grid's memory, on the same page, in
# the same variable.
cat >"$work/near.c" <<'C'
#include "graph.h"
#include <stdlib.h>
#include <string.h>
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] += 1;
}
void Root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, 16l);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
static struct { int given[16], between[16], lent[16]; } memory;
static int apart[5000];
int main(void)
{
	struct __attribute__((packed)) { int *p; size_t bytes; } z;
	char *heap = memset(aligned_alloc(4096, 8192), 0, 8192), *gone = malloc(90000), *volatile kept = malloc(1);
	int *given = HEAP ? (int *)heap : memory.given;
	z.p = given, z.bytes = 64;
	__hpvm__init();
	llvm_hpvm_track_mem(given, 64);
	llvm_hpvm_track_mem(HEAP ? (int *)(heap + 1000) : memory.lent, 64);
	llvm_hpvm_track_mem(gone, 90000);
	*kept = 1;
	for (int i = 0; i < 3; i++) {
		given[0] = i;
		if (i == 1)
			free(gone);
		apart[100 * i] = i;
		__hpvm__wait(__hpvm__launch(0, Root, &z));
	}
	llvm_hpvm_request_mem(given, 64);
	printf("%d %d %d %d\n", given[0], given[15], memory.between[1] + memory.lent[1] + heap[1000], apart[200]);
	llvm_hpvm_untrack_mem(given);
	__hpvm__cleanup();
	return 0;
}
C
strays() { # TEXT: the message of hpvm-run --worker and of hpvm-diff
	"$HPVM_RUN" -q "$work/near.bc" >"$work/expected" 2>/dev/null
	run --worker --backend-path $modules --backend rogue "$work/near.bc"
	label="$ROGUE $ROGUE_OFFSET: $label"
	expect 0 '[worker-garbage]' 'memory of the program that the grid cannot reach' "$1"
	cmp -s "$work/stdout" "$work/expected" || fail "prints $(cat "$work/stdout")"
	count=$((count + 1)) label="hpvm-diff $ROGUE $ROGUE_OFFSET"
	"${HPVM_DIFF:-./hpvm-diff}" --backends rogue --backend-path $modules -o "$work/table" "$work/near.bc" \
		>"$work/stdout" 2>"$work/stderr"
	status=$?
	expect 121 '[backend-fault]' 'memory of the program that the grid cannot reach' "$1"
	grep -qxF "$(cat "$work/expected")" "$work/stderr" || fail 'the golden result is harmed'
	grep -q '^Root/Leaf .* garbage' "$work/table" || fail "says $(cat "$work/table")"
}
compile "$work/near.c" "$work/near.bc" -I"$srcdir/tools/tests/graph" -DHEAP=0
ROGUE=writes-at; export ROGUE ROGUE_OFFSET
ROGUE_OFFSET=64; strays "('memory')"
ROGUE_OFFSET=131; strays "('memory')"
# Memory that the host has freed without untracking it may be reused.
ROGUE=allocates
run --worker --backend-path $modules --backend rogue "$work/near.bc"
expect 0; ! grep -q '\[worker-' "$work/stderr" || fail 'a worker has gone wrong'
unset ROGUE
same "$work/near.bc" 'backend cpu' --backend cpu
compile "$work/near.c" "$work/near.bc" -I"$srcdir/tools/tests/graph" -DHEAP=1
ROGUE=writes-at; export ROGUE
ROGUE_OFFSET=1003; strays '(tracked at '
unset ROGUE ROGUE_OFFSET
same "$work/near.bc" 'backend cpu' --backend cpu
# Processes that stay alive see the program's present memory, and report no stray write.
count=$((count + 1)) label='hpvm-diff near.bc'
"${HPVM_DIFF:-./hpvm-diff}" -o "$work/table" "$work/near.bc" >"$work/stdout" 2>"$work/stderr"
[ $? -eq 0 ] && grep -q ' same$' "$work/table" || fail "says $(cat "$work/table")"

# Programs that would leave state in the other process.
cat >"$work/behind.c" <<'C'
#include "graph.h"
#ifdef ALLOCATES
#define BODY int *made = __hpvm__malloc(16); *made = i; p[i] = *made
#elif defined FOLLOWS
#define BODY **(int **)&p[16] = 5
#else
#define BODY p[i] = *q
#endif
void Leaf(int *p, size_t bytes, int *q)
{
	LEAF_BEGIN
	BODY;
}
void Root(int *p, size_t bytes, size_t n, int *q)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 3, 2, 0);
}
int main(void)
{
	struct __attribute__((packed)) { int *p; size_t bytes, n; int *q; } arguments = {data, sizeof data, 4, malloc(64)};

	*arguments.q = 9;
	*(int **)&data[16] = arguments.q;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d\n", data[0], *arguments.q);
	return 0;
}
C
for case in ALLOCATES:'memory that a worker allocates' FOLLOWS:'writes through pointers that are in no argument' \
	UNSIZED:'is a pointer to memory of unknown size'; do
	compile "$work/behind.c" "$work/behind.bc" -I"$srcdir/tools/tests/graph" -D"${case%%:*}"
	"$HPVM_RUN" -q "$work/behind.bc" >"$work/expected" 2>/dev/null
	run --worker --backend cpu "$work/behind.bc"
	[ $status -eq 0 ] || fail "exit status $status"
	cmp -s "$work/stdout" "$work/expected" || fail "${case%%:*}: prints $(cat "$work/stdout")"
	grep -F '[backend-refuses]' "$work/stderr" | grep -qF "${case#*:}" || fail "${case%%:*} is not refused"
done
run --backend-time-limit ever "$work/worker.bc"; expect 124 '--backend-time-limit takes a number of seconds'
run --worker --backend abacus "$work/worker.bc"; expect 120 '[no-backend]' 'no backend-abacus.so'
finish
