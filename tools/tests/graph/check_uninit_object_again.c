//: options --check=uninit
//: exit 121
//: stderr [uninitialised]
//: stderr an object of 1000000 bytes, allocated by 'Root/Leaf' (0) at
//: stderr execution 6
#include "graph.h"

/* Objects of consecutive executions: writes of an earlier execution do not initialise a later
 * object, even at the same address. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int *object = __hpvm__malloc(1000000);

	if (p[8] != 6)
		for (int at = 0; at < 250000; at += 1000)
			object[at] = at;
	p[8]++;
	p[i] = object[249000];
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 1, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int k = 0; k < 8; k++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	for (int at = 0; at < 9; at++)
		if (data[at])
			__builtin_printf("%d %d\n", at, data[at]);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
