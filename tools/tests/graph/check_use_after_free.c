//: options --check=bounds
//: exit 121
//: stderr [use-after-free] (M6)
//: stderr the object was allocated by 'Root/Leaf' at
//: stderr in execution 0, which has ended
//: stderr execution 1
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int **kept = (int **)(void *)(p + 8), *q;

	if (!*kept)
		*kept = __hpvm__malloc(16);
	q = *kept;
	q[i] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 1, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int k = 0; k < 2; k++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
