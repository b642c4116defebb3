//: options --width 16
//: runs -O0:interp -O1:jit -O2:jit
//: out 7 1 1
// Values that a batch has loaded do not change when the batch writes to the same place.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int before = p[i];

	p[i] = 7;
	p[32 + i] = before + 1;
}

ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 32, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d %d\n", data[0], data[32], data[63]);
	return 0;
}
