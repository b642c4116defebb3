//: options --schedules 2
//: exit 121
//: stderr element 0 (byte 0) of argument 0 ('p') of 'Root' (tracked at
//: stderr [order-dependent] (N4)
// Both arrays differ; the first argument is reported, although it is at a higher address.
#include "graph.h"

void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	p[0] = q[0] = (int)__hpvm__getNodeInstanceID_x(__hpvm__getNode());
}
void Root(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *node = __hpvm__createNodeND(1, Leaf, 4);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		int *p;
		size_t p_bytes;
		int *q;
		size_t q_bytes;
	} arguments = {data + 32, 16, data, 16};

	__hpvm__init();
	llvm_hpvm_track_mem(data, 16);
	llvm_hpvm_track_mem(data + 32, 16);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
