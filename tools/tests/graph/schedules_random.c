//: options --schedules 5 --seed 7
//: exit 121
//: stderr in the order reference and
//: stderr in the order random:7
// In ascending or descending order, a neighbour ran before all instances, or before none.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int before = __hpvm__atomic_xchg(p, (int)i + 1) - 1;

	if (before >= 0 && before != i - 1 && before != i + 1)
		__hpvm__atomic_add(p + 1, 1);
	if (__hpvm__atomic_add(p + 2, 1) == 31) {
		p[0] = 0;
		p[2] = 0;
	}
}
ROOT_OF(Leaf)
MAIN(32)
