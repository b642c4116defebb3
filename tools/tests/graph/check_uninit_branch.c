//: options --check=uninit
//: runs -O0:interp -O0:jit -O1:jit
//: exit 121
//: stderr [uninitialised] (M6)
//: stderr a branch depends on an uninitialised value
//: stderr the value comes from byte 4 of 'own' of 'Leaf'
//: stderr by 'Root/Leaf' (1)
//: stderr (2 times)
#include "graph.h"

/* Only instance 0 reads what it wrote. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int own[4];

	own[0] = 1;
	if (own[i] > 3)
		p[i] = 7;
}
ROOT_OF(Leaf)
MAIN(3)
