// Functions that are chosen at load time: a structure is passed by value through a table, and a promise of one call is
// none of another.
//: out 42 -2 8
#include <stdio.h>

struct words {
	long word[5];
};

__attribute__((target_clones("avx2", "default"))) long third(struct words all)
{
	return all.word[2];
}

__attribute__((target_clones("avx2", "default"))) int or_minus(int *p, int k)
{
	return p ? *p + k : -k;
}

long (*volatile table[])(struct words) = {third};

__attribute__((noinline)) void fill(int *x)
{
	*x = 7;
}

int main(int argc, char **argv)
{
	struct words all = {{1, 2, 42, 3, argc}};
	int *volatile none = NULL;
	int x;

	fill(&x);
	printf("%ld %d ", table[0](all), or_minus(none, argc + 1));
	printf("%d\n", or_minus(&x, 1));
	return 0;
}
