//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/Group/Second' (0) in 'Root/Group' (0)
//: stderr nothing orders the instances of their parent
// Second is ordered after First of the same group, but not after Second of an earlier group.
#include "graph.h"

void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	(void)i;
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	LEAF_BEGIN
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(__hpvm__getNode()));

	if (group == 0)
		p[40 + i] = 1;
	else
		p[4 * group + i] = p[40 + i];
}
void Group(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *a = __hpvm__createNodeND(1, First, (size_t)4);
	void *b = __hpvm__createNodeND(1, Second, (size_t)4);

	__hpvm__bindIn(a, 0, 0, 0);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindIn(b, 0, 0, 0);
	__hpvm__edge(a, b, 1, 0, 1, 0);
}
ROOT_OF(Group)
MAIN(3)
