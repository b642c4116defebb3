/* suite.h -- shared by the programs of the suite: short names, and host code around one launch. */
#ifndef SUITE_H
#define SUITE_H

#include <hpvm.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACKED __attribute__((packed))

/* Begin a node function without pointers, or with one that is read and written. */
#define NODE()                                                                                     \
	__hpvm__hint(CPU_TARGET);                                                                  \
	__hpvm__attributes(0, 0)
#define NODE_INOUT(pointer)                                                                        \
	__hpvm__hint(CPU_TARGET);                                                                  \
	__hpvm__attributes(1, pointer, 1, pointer)

/* Index of the running instance. */
#define X() __hpvm__getNodeInstanceID_x(__hpvm__getNode())

/* Bind inputs 0 to n-1 of the parent to the same inputs of CHILD. */
#define BIND_IN(child, n)                                                                          \
	do {                                                                                       \
		if ((n) > 0)                                                                       \
			__hpvm__bindIn(child, 0, 0, 0);                                            \
		if ((n) > 1)                                                                       \
			__hpvm__bindIn(child, 1, 1, 0);                                            \
		if ((n) > 2)                                                                       \
			__hpvm__bindIn(child, 2, 2, 0);                                            \
		if ((n) > 3)                                                                       \
			__hpvm__bindIn(child, 3, 3, 0);                                            \
	} while (0)

/* The calls of the runtime around one launch of ROOT. */
#define RUN(root, arguments)                                                                       \
	do {                                                                                       \
		__hpvm__init();                                                                    \
		__hpvm__wait(__hpvm__launch(0, root, arguments));                                  \
		__hpvm__cleanup();                                                                 \
	} while (0)

/* The same with an array that the graph uses. */
#define RUN_ON(root, arguments, array)                                                             \
	do {                                                                                       \
		__hpvm__init();                                                                    \
		llvm_hpvm_track_mem(array, sizeof(array));                                         \
		__hpvm__wait(__hpvm__launch(0, root, arguments));                                  \
		llvm_hpvm_request_mem(array, sizeof(array));                                       \
		llvm_hpvm_untrack_mem(array);                                                      \
		__hpvm__cleanup();                                                                 \
	} while (0)

static inline void print_longs(const long *values, int count)
{
	for (int i = 0; i < count; i++)
		printf("%s%ld", i ? " " : "", values[i]);
	putchar('\n');
}

#endif
