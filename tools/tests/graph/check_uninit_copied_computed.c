//: options --check=uninit
//: runs -O0:interp -O1:interp -O1:jit
//: exit 121
//: stderr a result is uninitialised
//: stderr byte 24 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: stderr the value comes from
//: no-stderr byte 16 of argument 0
#include "graph.h"

/* A computed value is not padding, although it is copied with initialised bytes. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *object = __hpvm__malloc(16), *other = __hpvm__malloc(16);

	object[0] = object[1] = object[3] = (int)i;
	object[2] = 3 * other[2] + 1;
	memcpy(p + 4, object, 16);
}
ROOT_OF(Leaf)
MAIN(1)
