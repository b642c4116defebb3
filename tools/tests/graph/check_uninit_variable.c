//: options --check=uninit
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr a result is uninitialised
//: stderr byte 4 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: stderr tools/tests/graph/check_uninit_variable.c:22)
//: stderr the value comes from
//: stderr byte 0 of 'last' of 'Leaf', read at
#include "graph.h"

/* A scalar that only one path through the leaf writes. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int last;

	if (i == 0)
		last = 5;
	p[i] = last;
}
ROOT_OF(Leaf)
MAIN(3)
