//: options --check=bounds
//: exit 121
//: stderr [out-of-bounds] (M6)
//: stderr 4 bytes before argument 0 ('p') of 'Root/Leaf'
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i - 1] = 1;
}
ROOT_OF(Leaf)
MAIN(4)
