//: exit 121
//: stderr [query-dimension] (N3)
//: stderr dimension y of 'Root/Leaf'
//: stderr which has 1 dimensions
//: stderr by profile (--sem query-dimension): reference: this error; strict: this error; hpvm-1.0-cpu: the extent is 1; hpvm-1.0-gpu: the extent is 1
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)__hpvm__getNumNodeInstances_y(__hpvm__getNode());
}
ROOT_OF(Leaf)
MAIN(8)
