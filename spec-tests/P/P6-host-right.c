// P6: Heap and globals of interpreted host code are objects as well.
//: positive
//: out 6 7
#include "suite.h"
#include <stdlib.h>

static long first[4];
static __attribute__((noinline)) long *last(long *p, long n) { return p + n - 1; }

int main(void)
{
	long *p = malloc(4 * sizeof(long));

	for (int i = 0; i < 4; i++)
		p[i] = first[i] = 2 * i;
	++*last(first, 4);
	printf("%ld %ld\n", *last(p, 4), *last(first, 4));
	free(p);
	return 0;
}
