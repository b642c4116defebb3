//: options --check=bounds
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr at the end of argument 0 ('p') of 'Root/Second' (4 bytes
//: stderr at node Root/Second, instance (0)
// Each instance has its own size, which stays the same after the barrier.
#include "pair.h"

void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__return(2, (size_t)(i + 1) * sizeof *p, i);
}
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	p[i] = (int)value;
	__hpvm__barrier();
	p[1] = 1;
	__hpvm__return(1, 1l);
}
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
