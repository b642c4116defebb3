// N2: Each instance of an internal node has its own instance of the child graph.
//: negative
//: exit trap
//: diagnostic data-race error
//: checked order-dependent
//: needs --check=race
#include "suite.h"

static long data[4], sums[4];

/* Groups of two: the edge orders Take after what Give does in the same group, and nothing of another. */
void Give(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *node = __hpvm__getNode();

	p[2 * __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node)) +
	  __hpvm__getNodeInstanceID_x(node)] = 1;
	__hpvm__return(1, bytes);
}
void Take(long *p, size_t bytes, long *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 1, q);
	long group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(__hpvm__getNode()));

	for (int i = 0; i < 4; i++)
		q[group] += p[i];
}
void Group(long *p, size_t bytes, long *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *give = __hpvm__createNodeND(1, Give, 2);
	void *take = __hpvm__createNodeND(0, Take);

	BIND_IN(give, 2);
	__hpvm__bindIn(take, 0, 0, 0);
	__hpvm__edge(give, take, 1, 0, 1, 0);
	__hpvm__bindIn(take, 2, 2, 0);
	__hpvm__bindIn(take, 3, 3, 0);
}
void Root(long *p, size_t bytes, long *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 2, p, q);
	void *group = __hpvm__createNodeND(1, Group, 2);

	BIND_IN(group, 4);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; long *q; size_t q_bytes; } arguments = {
		data, sizeof data, sums, sizeof sums};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(sums, sizeof sums);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
