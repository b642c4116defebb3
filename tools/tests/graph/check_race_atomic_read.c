//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr an atomic access of 0 and a read of 0
// One instance reads plainly what all read atomically, where other instances read other elements.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i < 8) {
		p[16 + i] = __atomic_load_n(p, __ATOMIC_SEQ_CST);
		p[32 + i] = *(volatile int *)(p + (i == 6 ? 0 : 48 + i));
	} else {
		__hpvm__atomic_add(p, 1);
	}
}
ROOT_OF(Leaf)
MAIN(9)
