/* pipe.h -- host code that pushes a stream of numbers, and a pipeline of two nodes. */
#ifndef PIPE_H
#define PIPE_H

#include "suite.h"

static inline void push_long(void *graph, long value)
{
	struct PACKED { long value; } item = {value};

	__hpvm__push(graph, &item);
}

static inline long pop_long(void *graph)
{
	long *result = __hpvm__pop(graph), value = *result;

	free(result);
	return value;
}

/* Root(n) = second(first(n)), two leaves with one input and one output. */
#define PIPELINE(first, second)                                                                    \
	void Root(long n)                                                                          \
	{                                                                                          \
		NODE();                                                                            \
		void *a = __hpvm__createNodeND(0, first);                                          \
		void *b = __hpvm__createNodeND(0, second);                                         \
                                                                                                   \
		__hpvm__bindIn(a, 0, 0, 1);                                                        \
		__hpvm__edge(a, b, 0, 0, 0, 1);                                                    \
		__hpvm__bindOut(b, 0, 0, 1);                                                       \
	}

#endif
