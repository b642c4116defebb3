//: options --check=all
//: out 3 0
// Executions that the host waits for are ordered.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += 1;
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 4, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int k = 0; k < 3; k++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %ld\n", data[0], arguments.result[0]);
	return 0;
}
