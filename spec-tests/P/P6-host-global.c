// P6: Heap and globals of interpreted host code are objects as well.
//: negative
//: hosts interp
//: exit trap
//: diagnostic out-of-bounds error function set
#include "suite.h"

static long first[4], second[4];
static __attribute__((noinline)) void set(long *p, long k) { p[k] = 1; }

int main(void)
{
	set(first, 3);
	set(first, &second[1] - first);
	return (int)(first[0] + second[0]);
}
