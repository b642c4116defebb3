//: exit 121
//: stderr [unreachable] (H4)
//: stderr instance (1), execution 0
#include "graph.h"

/* In a called function, so that the compiler cannot draw conclusions for the caller. */
__attribute__((noinline, optnone)) static void never(void)
{
	__builtin_unreachable();
}

static int two(void)
{
	return 2;
}

static volatile int number;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	switch (number + i) {
	case 0:
		p[i] = 1;
		break;
	case 2:
		p[i] = two();
		break;
	default:
		never();
	}
}
ROOT_OF(Leaf)
MAIN(8)
