//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a write of 1 and a write of 0
//: stderr by 'Root/Leaf' (0)
//: stderr both access byte 0 of argument 0 ('p') of 'Root/Leaf' (tracked at 
//: stderr (3 times)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[0] = (int)i;
}
ROOT_OF(Leaf)
MAIN(4)
