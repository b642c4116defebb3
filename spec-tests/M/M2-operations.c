// M2: Atomics work on `i32`, return the old value, wrap; `min` and `max` are signed.
//: positive
//: out old: 7 10 4 4 -3 -3 12 8 9 -5 2147483647 -2147483648
//: out new: 10 4 4 -3 -3 12 8 9 -5 2147483647 -2147483648 2147483647
#include "suite.h"

static int data[25];

/* Cell 24 is worked on; what was there before and after goes to the others. */
#define DO(call)                                                                                   \
	do {                                                                                       \
		p[k] = call;                                                                       \
		p[12 + k] = *at;                                                                   \
		k++;                                                                               \
	} while (0)

void Leaf(int *p, size_t bytes)
{
	NODE_INOUT(p);
	int *at = p + 24, k = 0;

	*at = 7;
	DO(__hpvm__atomic_add(at, 3));
	DO(__hpvm__atomic_sub(at, 6));
	DO(__hpvm__atomic_min(at, 9));
	DO(__hpvm__atomic_min(at, -3));
	DO(__hpvm__atomic_max(at, -9));
	DO(__hpvm__atomic_xchg(at, 12));
	DO(__hpvm__atomic_and(at, 10));
	DO(__hpvm__atomic_or(at, 9));
	DO(__hpvm__atomic_xor(at, -14));
	DO(__hpvm__atomic_max(at, INT_MAX));
	DO(__hpvm__atomic_inc(at));
	DO(__hpvm__atomic_dec(at));
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(0, Leaf);

	BIND_IN(node, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	printf("old:");
	for (int i = 0; i < 24; i++)
		printf("%s %d", i == 12 ? "\nnew:" : "", data[i]);
	putchar('\n');
	return 0;
}
