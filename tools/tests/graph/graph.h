/* graph.h -- shared by the test programs: a root with one replicated leaf, and host code. */
#ifndef GRAPH_H
#define GRAPH_H

#include <hpvm.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int data[64];

struct __attribute__((packed)) arguments {
	int *p;
	size_t bytes, n;
	long result[4];
};

/* ROOT(p, bytes, n): n instances of LEAF(p, bytes). */
#define NAMED_ROOT_OF(root, leaf)                                                                  \
	void root(int *p, size_t bytes, size_t n)                                                  \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, p, 1, p);                                                    \
		void *node = __hpvm__createNodeND(1, leaf, n);                                     \
                                                                                                   \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindIn(node, 1, 1, 0);                                                     \
	}
#define ROOT_OF(leaf) NAMED_ROOT_OF(Root, leaf)

/* Run Root once over `data`, with N instances. */
#define MAIN(count)                                                                                \
	int main(void)                                                                             \
	{                                                                                          \
		struct arguments arguments = {data, sizeof data, count, {0}};                      \
                                                                                                   \
		__hpvm__init();                                                                    \
		llvm_hpvm_track_mem(data, sizeof data);                                            \
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));                                 \
		llvm_hpvm_request_mem(data, sizeof data);                                          \
		llvm_hpvm_untrack_mem(data);                                                       \
		__hpvm__cleanup();                                                                 \
		printf("%d %ld\n", data[0], arguments.result[0]);                                  \
		return 0;                                                                          \
	}

#define LEAF_BEGIN                                                                                 \
	__hpvm__hint(CPU_TARGET);                                                                  \
	__hpvm__attributes(1, p, 1, p);                                                            \
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

#endif
