//: runs -O0:interp -O0:jit -O1:jit -O2:jit -O3:interp
//: out 0 3 6 9
/* Loops over a constant number of children, with tables of functions and numbers, are unrolled. */
#include "graph.h"

#define STAGE(name, change)                                                                        \
	void name(int *p, size_t bytes)                                                            \
	{                                                                                          \
		LEAF_BEGIN                                                                         \
		p[i] change;                                                                       \
		__hpvm__return(1, bytes);                                                          \
	}
STAGE(Add, += 1)
STAGE(Triple, *= 3)
STAGE(Subtract, -= 2)

enum { STAGES = 3 };

void Root(int *p, size_t bytes, size_t n)
{
	static void (*const stages[])(int *, size_t) = {Add, Triple, Subtract};
	const int order[] = {2, 0, 1};
	void *nodes[STAGES];

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	for (int i = 0; i < STAGES; i++)
		nodes[i] = __hpvm__createNodeND(1, stages[order[i]], n);
	for (int i = 0; i < STAGES; i++) {
		__hpvm__bindIn(nodes[i], 0, 0, 0);
		if (i == 0)
			__hpvm__bindIn(nodes[i], 1, 1, 0);
		else
			__hpvm__edge(nodes[i - 1], nodes[i], 1, 0, 1, 0);
	}
	__hpvm__bindOut(nodes[STAGES - 1], 0, 0, 0);
}

int main(void)
{
	struct arguments arguments = {data, sizeof data, 4, {0}};

	for (int i = 0; i < 4; i++)
		data[i] = i + 1;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d %d %d\n", data[0], data[1], data[2], data[3]);
	return 0;
}
