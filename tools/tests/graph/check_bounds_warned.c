//: options -Wout-of-bounds
//: runs -O0:interp -O2:jit
//: stderr warning: out-of-bounds read of 4 bytes at 0x
//: stderr at the end of argument 0 ('p') of 'Root/Leaf' (64 bytes, tracked with 256 bytes at
//: stderr (4 times) [out-of-bounds] (M6)
//: no-stderr instance (17)
//: out 0 0
#include "graph.h"

/* A warning, which does not stop the program, has a count as well. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i == 0)
		p[0] = 9;
	else
		p[i & 15] = p[i];
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, 64, 20, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %ld\n", data[0], arguments.result[0]);
	return 0;
}
