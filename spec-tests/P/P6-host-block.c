// P6: Heap and globals of interpreted host code are objects as well.
//: negative
//: hosts interp
//: exit trap
//: diagnostic out-of-bounds error function get
#include "suite.h"
#include <stdlib.h>

static __attribute__((noinline)) long get(const long *p, long k) { return p[k]; }

int main(void)
{
	long *p = malloc(4 * sizeof(long)), *q = malloc(4 * sizeof(long));

	for (int i = 0; i < 4; i++)
		p[i] = q[i] = i;
	return (int)get(p, q - p);               /* an element of another block */
}
