//: options --check=all -Wno-untracked-memory
//: out 7
// An untracked host variable may directly follow a tracked one; a pointer to it is correct.
#include "graph.h"

static struct {
	int *where;
} table[1];
static int near_by[4] = {1, 2, 3, 4}, beside[4] = {7, 7, 7, 7};

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = table[0].where[i];
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, 16, 4, {0}};

	__hpvm__init();
	table[0].where = beside;
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(near_by, sizeof near_by);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	printf("%d\n", data[3]);
	__hpvm__cleanup();
	return 0;
}
