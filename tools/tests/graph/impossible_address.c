//: exit 121
//: stderr write at an impossible address: the address is not canonical [bad-access] (M6)
//: no-stderr (nil)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	*(volatile int *)(0x7123456789abcdef & ~3ul) = (int)i;
}
ROOT_OF(Leaf)
MAIN(8)
