//: options --width 8 -j 3 --stats --check=none
//: stderr width 1: it uses thread-local variables
//: no-stderr 3 threads
//: out 0 0
// Each thread has its own copy.
#include "graph.h"

static volatile _Thread_local int mine;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	mine = (int)i;
	p[0] = mine - (int)i;
}
ROOT_OF(Leaf)
MAIN(4000)
