/* pair.h -- a root with two leaves and one edge between them. */
#ifndef PAIR_H
#define PAIR_H

#include "graph.h"

/* First returns `bytes` and a value; the edge is from FIRST's output 1 to SECOND's input 2. */
#define PAIR_OF(first, first_count, second, second_count, all_to_all)                             \
	void Root(int *p, size_t bytes, size_t n)                                                  \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, p, 1, p);                                                    \
		void *a = __hpvm__createNodeND(1, first, first_count);                             \
		void *b = __hpvm__createNodeND(1, second, second_count);                           \
                                                                                                   \
		__hpvm__bindIn(a, 0, 0, 0);                                                        \
		__hpvm__bindIn(a, 1, 1, 0);                                                        \
		__hpvm__bindIn(b, 0, 0, 0);                                                        \
		__hpvm__edge(a, b, all_to_all, 0, 1, 0);                                           \
		__hpvm__edge(a, b, all_to_all, 1, 2, 0);                                           \
		__hpvm__bindOut(b, 0, 0, 0);                                                       \
	}

#define FIRST(value)                                                                               \
	void First(int *p, size_t bytes)                                                           \
	{                                                                                          \
		LEAF_BEGIN                                                                         \
		(void)i;                                                                           \
		__hpvm__return(2, bytes, (long)(value));                                           \
	}
#define SECOND                                                                                     \
	void Second(int *p, size_t bytes, long value)                                              \
	{                                                                                          \
		LEAF_BEGIN                                                                         \
		p[i] = (int)value;                                                                 \
		__hpvm__return(1, value);                                                          \
	}

#endif
