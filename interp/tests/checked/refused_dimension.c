//: lanes. Some instances query a dimension that their common parent does not have.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;

	q[i] = 1;
	if (p[i] % 50 == 49)
		q[i] = (int)__hpvm__getNodeInstanceID_x(__hpvm__getParentNode(__hpvm__getNode()));
}
