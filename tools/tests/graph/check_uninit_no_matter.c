//: options --check=all
//: runs -O0:interp -O0:jit -O1:jit -O2:interp
//: out 23 0
#include "graph.h"

/* Results that are the same whatever the undefined bits are. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	unsigned own[4], zero = (unsigned)i, sum = 0, some;
	int unit = 1 - (int)i;

	own[0] = 1;
	some = own[1 + i];
	sum += 1 + zero * some;
	sum += 1 + (some & zero);
	sum += 1 + (zero << (some & 7));
	sum += 1 + some * 256 % 256;
	sum += 1 + ((some | 15) % 16) / 16;
	sum += 1 + (some >> 16) / 65536;
	sum += (some | ~zero) == ~zero;
	sum += (some | 64) > 63;
	sum += (some % 8 < 8) + (some * 8 & 7);
	sum += (some & 15) < 16 ? 12 : 0;
	sum += 1 + (unsigned)((int)some % unit);
	sum += 1 + zero / (some | 1);
	p[0] = (int)sum;
}
ROOT_OF(Leaf)
MAIN(1)
