//: options --check=uninit --keep-going
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr a divisor is uninitialised
//: stderr the address of a read is uninitialised
//: stderr the address of a write is uninitialised
//: stderr an argument of 'toupper' is uninitialised
//: stderr the size of a copied block is uninitialised
#include <ctype.h>

#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	unsigned some[8];

	p[20] = 7 / (int)(some[0] | 1);
	p[21] = p[some[1] & 3];
	p[some[2] & 3] = (int)i;
	p[22] = toupper((int)(some[3] & 1));
	memmove(p + 8, p, some[4] & 7);
}
ROOT_OF(Leaf)
MAIN(1)
