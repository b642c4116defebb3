// G7: Replication: 0 to 3 dimensions.
//: positive
//: out 1 4 6 24
#include "suite.h"

static int counts[4];

#define COUNTER(name, place)                                                                       \
	void name(int *p, size_t bytes)                                                            \
	{                                                                                          \
		NODE_INOUT(p);                                                                     \
		__hpvm__atomic_inc(p + place);                                                     \
	}
COUNTER(Zero, 0)
COUNTER(One, 1)
COUNTER(Two, 2)
COUNTER(Three, 3)

void Root(int *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	void *zero = __hpvm__createNodeND(0, Zero);
	void *one = __hpvm__createNodeND(1, One, n);
	void *two = __hpvm__createNodeND(2, Two, n - 2, n - 1);
	void *three = __hpvm__createNodeND(3, Three, n - 2, n - 1, n);
	BIND_IN(zero, 2);
	BIND_IN(one, 2);
	BIND_IN(two, 2);
	BIND_IN(three, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes, n; } arguments = {counts, sizeof counts, 4};

	RUN_ON(Root, &arguments, counts);
	printf("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
	return 0;
}
