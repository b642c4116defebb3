//: options --check=all
//: exit 121
//: stderr [out-of-bounds] (M6)
//: no-stderr partial-out
// An error ended the execution before everything was written: that is not a second error.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	for (size_t i = 0; i < bytes / sizeof *p; i++)
		p[i + 1] = 1;
}
ROOT_OF(Leaf)
MAIN(1)
