//: options --check=all
//: exit 0
//: stderr warning: pointer argument 0 ('p') of 'Root'
//: stderr launched at
//: stderr untracked_memory_part.c:27
//: stderr the argument has 256 bytes, of which 64 are tracked
//: stderr untracked_memory_part.c:25
//: stderr [untracked-memory] (M7)
//: out 1
// A number of elements where bytes were meant; two adjacent objects are as good as one.
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
	llvm_hpvm_track_mem(data, sizeof data / sizeof *data);

	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	llvm_hpvm_track_mem(data, 100);
	llvm_hpvm_track_mem(data + 25, sizeof data - 100);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	printf("%d\n", data[0] - 1);
	__hpvm__cleanup();
	return 0;
}
