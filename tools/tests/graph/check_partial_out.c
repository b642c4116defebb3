//: options --check=attributes
//: stderr warning
//: stderr [partial-out] (M5)
//: stderr check_partial_out.c:20)
//: stderr is declared only `out`, but 4 of its 256 bytes were not written
//: stderr the first unwritten byte is byte 252 of the argument
//: stderr declare __hpvm__attributes(1, p, 1, p)
//: out 1 0
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = 1;
}
ROOT_OF(Leaf)
MAIN(63)
