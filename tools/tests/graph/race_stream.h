/* race_stream.h -- a pipeline of two stages over a buffer that is passed with each push. */
#ifndef RACE_STREAM_H
#define RACE_STREAM_H

#include "graph.h"

struct __attribute__((packed)) item {
	int *p;
	size_t bytes;
};

void Fill(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0] += 1;
	__hpvm__return(1, bytes);
}
void Use(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(1, (long)p[0]);
}
void Root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(0, Fill), *b = __hpvm__createNodeND(0, Use);

	__hpvm__bindIn(a, 0, 0, 1);
	__hpvm__bindIn(a, 1, 1, 1);
	__hpvm__bindIn(b, 0, 0, 1);
	__hpvm__edge(a, b, 0, 0, 1, 1);
	__hpvm__bindOut(b, 0, 0, 1);
}

static void *begin(void)
{
	struct item item = {data, sizeof data / 4};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	return __hpvm__launch(1, Root, &item);
}

static void push(void *graph, int *p)
{
	struct item item = {p, sizeof data / 4};

	__hpvm__push(graph, &item);
}

static int end(void *graph, int results)
{
	while (results--)
		free(__hpvm__pop(graph));
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	puts("done");
	return 0;
}

#endif
