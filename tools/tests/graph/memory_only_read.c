//: options --memory split
//: out 3
// A device that only reads leaves the host's copy valid.
#include "memory.h"

void Reader(int *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 0);
	__hpvm__return(1, (size_t)p[0]);
}
ROOT_OF(Reader)

int main(void)
{
	data[0] = 3;
	begin();
	RUN(Root);
	printf("%d\n", data[0]);
	return end();
}
