//: lanes
// Functions called lane by lane share variables with the leaf and with one another.
#include "checked.h"

typedef struct words {
	long word[5];
	int *at;
} words;

/* Writes variables of its caller and of the leaf, and stores pointers to both. */
__attribute__((noinline)) static int *down(int **outer, int *cell, int depth)
{
	int own[3] = {depth, *cell, **outer};
	int *mine = own + depth % 3;

	if (!depth)
		return *outer;
	*cell += own[1];
	**outer += 1;
	return down(depth & 1 ? outer : &cell, mine, depth - 1) == cell ? cell : *outer;
}

__attribute__((noinline)) static words changed(words all, int k)
{
	words copy = all;

	all.word[k % 5] ^= copy.word[(k + 1) % 5];
	*all.at += (int)all.word[k % 5];
	return k & 1 ? all : copy;
}

__attribute__((noinline)) static int add(int *to, const int *from)
{
	return *to += *from;
}

__attribute__((noinline)) static int take(int *to, const int *from)
{
	return *to -= *from;
}

static int (*const ways[2])(int *, const int *) = {add, take};

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	int own[4] = {p[i], 2, 3, 4}, *outer = own + 1;
	words all = {{i, 1, 2, 3, p[i]}, own + 2};

	for (int k = 0; k < 2 + (p[i] & 1); k++) {
		all = changed(all, p[i] + k);
		*down(&outer, own + 3, k + 2) += 5;
		own[k] = ways[(p[i] + k) & 1](own + k, p + i) + add(outer, &own[3]);
	}
	q[i] = own[0];
	add(q + i, own + 1);
	q[i] += own[2] + own[3] + (int)all.word[p[i] % 5];
}
