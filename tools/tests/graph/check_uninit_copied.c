//: options --check=uninit
//: runs -O0:interp -O1:jit
//: exit 121
//: stderr a result is uninitialised
//: stderr byte 8 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: stderr tools/tests/graph/check_uninit_copied.c:22)
//: stderr (14 times)
//: no-stderr byte 0 of argument
#include "graph.h"

/* Only values that are stored at the end count: the first two elements are overwritten. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *object = __hpvm__malloc(64);

	for (long k = 0; k < 16; k++)
		p[k] = object[k] + 1;
	p[0] = p[1] = (int)i;
}
ROOT_OF(Leaf)
MAIN(1)
