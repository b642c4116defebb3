//: options --check=uninit --keep-going
//: runs -O1:jit -O1:interp
//: exit 121
//: stderr a branch depends on an uninitialised value
//: stderr the value comes from
//: stderr the address of a read is uninitialised
//: stderr a divisor is uninitialised
//: stderr a result is uninitialised
//: stderr byte 80 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: stderr the value comes from 'limit' of 'Leaf', an undefined constant at
//: stderr check_uninit_constant.c:26:2
// Optimised code has no memory for a variable, but an undefined constant.
#include "graph.h"

static int wanted(int value)
{
	return value == 7;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int limit, at, by, last;

	/* Nothing is set because nothing is needed. */
	for (long k = 0; k < i; k++)
		if (wanted(p[k])) {
			limit = p[k + 1];
			at = p[k + 2];
			by = p[k + 3];
			last = p[k + 4];
		}
	if (limit > 5)
		p[16] = 3;
	p[17] = p[at & 3];
	p[18] = 5 / (by | 1);
	p[20] = last;
}
ROOT_OF(Leaf)
MAIN(2)
