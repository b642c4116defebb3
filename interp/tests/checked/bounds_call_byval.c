//: lanes
// No object is alive behind a structure that is passed by value.
#include "checked.h"

typedef struct words {
	long word[5];
} words;

__attribute__((noinline)) static int word_of(words all, int k)
{
	long *volatile first = all.word;

	return (int)first[k];
}

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	words all = {{i, 1, 2, 3, 4}};

	q[i] = word_of(all, p[i] == 301 ? 7 : p[i] % 5);
}
