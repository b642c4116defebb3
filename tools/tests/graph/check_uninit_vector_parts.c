//: options --check=uninit --keep-going
//: runs -O0:interp -O1:interp -O1:jit -O2:jit
//: exit 121
//: stderr a result is uninitialised
//: stderr byte 16 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: stderr byte 40 of argument 0 ('p') of 'Root/Leaf' (tracked at
//: no-stderr byte 32 of argument 0
#include "graph.h"

/* Vectors whose values matter: the first is uninitialised, a part of the second was computed. */
typedef int four __attribute__((ext_vector_type(4)));

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	four *object = __hpvm__malloc(32), *to = (four *)(void *)p;

	(void)i;
	((int *)object)[4] = ((int *)object)[5] = ((int *)object)[7] = 1;
	to[1] = object[0];
	to[2] = object[1] * 3;
}
ROOT_OF(Leaf)
MAIN(1)
