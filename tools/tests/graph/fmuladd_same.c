//: options --sem strict
//: out 1 0
/* Both roundings give the same result: nothing depends on the choice. */
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	double half = 0.5 * i;

	p[i] = (int)((float)i * 2.0f + 1.0f + (float)(half * 0.0 + 0.0));
}
ROOT_OF(Leaf)
MAIN(4)
