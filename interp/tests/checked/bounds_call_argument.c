//: lanes
// A function that is called lane by lane receives both arguments and reads the second beyond the end of the first.
#include <stdlib.h>

static int both[2][600], given;
#define malloc(bytes) both[given++]
#define free(memory) ((void)0)
#include "checked.h"

typedef struct place {
	long at[5];
} place;

__attribute__((noinline)) static int element(const int *from, place all)
{
	long *volatile first = all.at;

	return from[first[1]];
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	place all = {{0, i}}, other = {{0, i == 301 ? N + i : i}};

	q[i] = 1;
	q[i] = element(p, all) + element(q, all) + element(p, other);
}
