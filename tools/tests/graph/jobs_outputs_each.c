//: options --width 8 -j 3 --stats
//: stderr , 3 threads
//: no-stderr 1 thread
//: out 0 3999
// Instance i of the second leaf receives what instance i of the first returned.
#include "pair.h"

FIRST(i * 3)
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	if (value != i * 3)
		p[0] = (int)i;
	__hpvm__return(1, value / 3);
}
PAIR_OF(First, n, Second, n, 0)
MAIN(4000)
