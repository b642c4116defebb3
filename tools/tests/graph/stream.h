/* stream.h -- a streaming graph of one leaf that doubles a number. */
#ifndef STREAM_H
#define STREAM_H

#include "graph.h"

struct __attribute__((packed)) item {
	long value;
};
struct __attribute__((packed)) result {
	long value;
};

void Twice(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	__hpvm__return(1, 2 * value);
}

void Root(long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	void *node = __hpvm__createNodeND(0, Twice);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindOut(node, 0, 0, 1);
}

static void push(void *graph, long value)
{
	struct item item = {value};

	__hpvm__push(graph, &item);
}

static long pop(void *graph)
{
	struct result *result = __hpvm__pop(graph);
	long value = result->value;

	free(result);
	return value;
}

#endif
