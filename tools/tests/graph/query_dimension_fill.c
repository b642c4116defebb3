//: options --sem hpvm-1.0-cpu
//: out 10 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	void *self = __hpvm__getNode();

	p[i] = 10 * (int)__hpvm__getNumNodeInstances_y(self) +
	       (int)__hpvm__getNodeInstanceID_z(self);
}
ROOT_OF(Leaf)
MAIN(8)
