//: options --check=attributes
//: exit 121
//: stderr [write-through-in] (M5)
//: stderr check_write_through_in.c:20)
//: stderr write to an argument that is declared `in`
//: stderr the written value is 0
//: stderr declare __hpvm__attributes(1, p, 1, p)
//: stderr (4 times)
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 0);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = (int)i;
}
ROOT_OF(Leaf)
MAIN(4)
