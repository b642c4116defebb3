//: lanes
// A function called lane by lane reads a dead variable; the same read was valid in earlier lanes.
#include "checked.h"

__attribute__((noinline)) static int *made(int *alive, int value, int depth)
{
	int own[64] = {value};
	int *volatile last = own + 60;

	return depth ? made(value == 301 ? last : alive, value, depth - 1) : alive;
}

__attribute__((noinline)) static int read(const int *from, int depth)
{
	return depth ? read(from, depth - 1) + 1 : *from;
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int own = (int)i;

	q[i] = read(made(&own, p[i], 3), 2);
}
