/* jobs_groups.h -- GROUPS instances of a parent, each with LEAVES instances of Leaf, which returns
 * a value to the root. */
#ifndef JOBS_GROUPS_H
#define JOBS_GROUPS_H

#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 60, LEAVES = 16, SLOW = 20 };

static int data[GROUPS * LEAVES];

struct __attribute__((packed)) arguments {
	int *p;
	size_t bytes;
	long result;
};

#define LEAF_BEGIN                                                                                 \
	__hpvm__hint(CPU_TARGET);                                                                  \
	__hpvm__attributes(1, p, 1, p);                                                            \
	void *self = __hpvm__getNode();                                                            \
	long i = __hpvm__getNodeInstanceID_x(self);                                                \
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));                     \
	int *own = p + group * LEAVES;

static void __attribute__((noinline)) wait_long(int *p)
{
	for (int k = 0; k < 200000; k++)
		*(volatile int *)p |= 0;
}

/* Each instance reads what another has written, in alternation. */
#define MEETING_LEAF                                                                               \
	void Leaf(int *p, size_t bytes)                                                            \
	{                                                                                          \
		LEAF_BEGIN                                                                         \
		for (int round = 0; round < 5; round++) {                                          \
			own[i] = own[i] * 3 + (int)(i + group);                                    \
			__hpvm__barrier();                                                         \
			int next = own[(i + 3) % LEAVES];                                          \
			__hpvm__barrier();                                                         \
			own[i] += next % 1000;                                                     \
		}                                                                                  \
		__hpvm__return(1, 7l);                                                             \
	}

#define NODES(leaves)                                                                              \
	void Group(int *p, size_t bytes)                                                           \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, p, 1, p);                                                    \
		void *node = __hpvm__createNodeND(1, Leaf, (size_t)(leaves));                      \
                                                                                                   \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindIn(node, 1, 1, 0);                                                     \
		__hpvm__bindOut(node, 0, 0, 0);                                                    \
	}                                                                                          \
	void Root(int *p, size_t bytes)                                                            \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, p, 1, p);                                                    \
		void *node = __hpvm__createNodeND(1, Group, (size_t)GROUPS);                       \
                                                                                                   \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindIn(node, 1, 1, 0);                                                     \
		__hpvm__bindOut(node, 0, 0, 0);                                                    \
	}                                                                                          \
	int main(void)                                                                             \
	{                                                                                          \
		struct arguments arguments = {data, sizeof data, 0};                               \
		long sum = 0;                                                                      \
                                                                                                   \
		__hpvm__init();                                                                    \
		llvm_hpvm_track_mem(data, sizeof data);                                            \
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));                                 \
		llvm_hpvm_request_mem(data, sizeof data);                                          \
		llvm_hpvm_untrack_mem(data);                                                       \
		__hpvm__cleanup();                                                                 \
		for (int i = 0; i < GROUPS * LEAVES; i++)                                          \
			sum = sum * 31 % 1000003 + data[i];                                        \
		printf("%ld %ld\n", sum, arguments.result);                                        \
		return 0;                                                                          \
	}
#endif
