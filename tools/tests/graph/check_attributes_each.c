//: options --check=attributes
//: exit 121
//: stderr [read-through-out] (M5)
//: stderr byte 0 of argument 0 ('p') of 'Root/Second' (tracked at
//: stderr tools/tests/graph/check_attributes_each.c:22)
//: stderr read before any write of an argument that is declared only `out`
//: no-stderr partial-out
// A one-to-one edge carries the size.
#include "pair.h"

FIRST(i)
void Second(int *p, size_t bytes, long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	if (value == 0)
		for (size_t i = 0; i < bytes / sizeof *p; i++)
			p[i] += 1;
	__hpvm__return(1, 1l);
}
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
