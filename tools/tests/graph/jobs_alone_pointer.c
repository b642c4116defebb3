//: options --width 8 -j 3 --stats
//: stderr , 1 thread: it calls through pointers
//: no-stderr 3 threads
//: out 0 0
// The function behind a pointer is unknown in advance.
#include "graph.h"

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const which[2])(void) = {one, two};

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (p[i & 63] == 7)
		p[0] = which[i & 1]();
}
ROOT_OF(Leaf)
MAIN(4000)
