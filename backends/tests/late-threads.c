/* late-threads.c -- the program of run-late.sh: host threads launch a graph of two leaves at once, each on
 * memory of its own; leaves of even threads take long. With `stream`, one thread pushes to a stream; with
 * `fault`, it writes to a null pointer instead. */
#include <hpvm.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 3000, THREADS = 4, ROUNDS = 6 };

struct __attribute__((packed)) arguments {
	long *memory; size_t bytes; long number, microseconds;
	size_t result;
};

static long memory[THREADS][COUNT];
static int streams, faults;

void Add(long *memory, size_t bytes, long number, long microseconds)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, memory, 1, memory);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	memory[i] += number;
	__hpvm__return(1, bytes);
}

#define GRAPH(streaming) \
	void *first = __hpvm__createNodeND(1, Add, (size_t)COUNT); \
	void *second = __hpvm__createNodeND(1, Add, (size_t)COUNT); \
	__hpvm__bindIn(first, 0, 0, streaming); \
	__hpvm__bindIn(first, 1, 1, streaming); \
	__hpvm__bindIn(first, 2, 2, streaming); \
	__hpvm__bindIn(first, 3, 3, streaming); \
	__hpvm__bindIn(second, 0, 0, streaming); \
	__hpvm__edge(first, second, 0, 0, 1, streaming); \
	__hpvm__bindIn(second, 2, 2, streaming); \
	__hpvm__bindIn(second, 3, 3, streaming); \
	__hpvm__bindOut(second, 0, 0, streaming);

void Root(long *memory, size_t bytes, long number, long microseconds)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, memory, 1, memory);
	GRAPH(0)
}

void Stream(long *memory, size_t bytes, long number, long microseconds)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, memory, 1, memory);
	GRAPH(1)
}

static void *run(void *data)
{
	long *mine = data, number = (mine - memory[0]) / COUNT;
	struct arguments arguments = {mine, sizeof memory[0], 0, number % 2 ? 500 : 20000, 0};
	void *stream;

	if (faults && number == 1) {
		usleep(10000);
		*(volatile int *)8 = 1;
	}
	llvm_hpvm_track_mem(mine, sizeof memory[0]);
	if (streams && number == 1) {
		stream = __hpvm__launch(1, Stream, &arguments);
		for (long i = 0; i < ROUNDS; i++) {
			arguments.number = number * 100 + i;
			__hpvm__push(stream, &arguments);
			free(__hpvm__pop(stream));
		}
		__hpvm__wait(stream);
	}
	for (long i = 0; i < ROUNDS && !(streams && number == 1); i++) {
		arguments.number = number * 100 + i;
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	}
	llvm_hpvm_request_mem(mine, sizeof memory[0]);
	llvm_hpvm_untrack_mem(mine);
	return NULL;
}

int main(int count, char **values)
{
	pthread_t threads[THREADS];
	int wrong = 0;

	streams = count > 1 && strcmp(values[1], "stream") == 0;
	faults = count > 1 && !streams;
	__hpvm__init();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, run, memory[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	__hpvm__cleanup();
	for (int t = 0; t < THREADS; t++)
		for (int i = 0; i < COUNT; i++)
			wrong += memory[t][i] != 2 * ROUNDS * (t * 100) + ROUNDS * (ROUNDS - 1);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
