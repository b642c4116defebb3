// --check=none disables the checks before it, and bounds, which are enabled by default.
//: options --check=race,none
//: out 0 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *q = __hpvm__malloc(16);
	volatile int *past = q + 4;

	*past = (int)i;
	p[i] = 0;
}
ROOT_OF(Leaf)
MAIN(5)
