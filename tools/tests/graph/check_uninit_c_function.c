//: options --check=all
//: runs -O0:interp -O0:jit
//: out 42 0
#include "graph.h"

/* A C function writes to an address that it is passed. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	char text[16];
	char *end;
	int value;

	snprintf(text, sizeof(text), "%d apples", 42 + (int)i);
	value = (int)strtol(text, &end, 10);
	if (*end == ' ')
		p[i] = value;
}
ROOT_OF(Leaf)
MAIN(1)
