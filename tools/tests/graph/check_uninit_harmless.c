//: options --check=bounds,attributes,race,barrier,memory,order,uninit
//: runs -O0:interp -O0:jit -O1:jit -O2:interp
//: out 9 0
#include "graph.h"

/* Padding, bit-fields, selects and short circuits use undefined bits without any effect. */
struct padded { char c; double d; short s; };
struct bits { unsigned a : 3, b : 7, c : 22; };

static int chosen(int which, int a, int b)
{
	return which ? a : b;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct padded one, two, *in = (struct padded *)(void *)(p + 16);
	struct bits some;
	int unused[4], sum;
	unsigned char mixed[4];

	one.c = 1;
	one.d = 2;
	one.s = 3;
	two = one;
	*in = two;
	some.a = 5;
	some.b = 2;
	unused[1] = 1;
	sum = chosen(1, unused[1], unused[2]);
	if (i < 0 && unused[3])
		sum++;
	sum += unused[0] & 0;
	mixed[0] = 1;
	if (mixed[0] != 1 && mixed[1])
		sum++;
	if (some.a != 5 || some.b != 2)
		sum++;
	p[0] = sum + two.s + some.a;
}
ROOT_OF(Leaf)
MAIN(1)
