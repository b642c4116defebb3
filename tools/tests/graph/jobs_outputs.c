//: options --width 8 -j 3 --stats
//: stderr by profile (--sem edge-value): reference: 1999, from instance (3999), the last in reference order; strict: an error; hpvm-1.0-cpu: 1999, without a warning; hpvm-1.0-gpu: the value of the instance that runs last: 0, 1, 2, 3 ...
//: stderr , 3 threads
//: out 0 1999
// Outputs are compared in the order of instances.
#include "pair.h"

FIRST(i / 2)
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	if (value != 1999)
		p[0] = (int)i;
	__hpvm__return(1, value);
}
PAIR_OF(First, n, Second, n, 1)
MAIN(4000)
