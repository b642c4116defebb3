// G9: Pointers may travel on edges; `strict` reports `edge-carries-pointer`.
//: negative
//: options --sem strict
//: exit reject
//: diagnostic edge-carries-pointer error
//: stderr reference, hpvm-1.0-cpu, hpvm-1.0-gpu: the sink receives the pointer; strict: this error
#include "suite.h"

static long data[1];

void First(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = 4;
	__hpvm__return(2, p, bytes);
}
void Second(long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] += 1;
}

void Root(long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *first = __hpvm__createNodeND(0, First);
	void *second = __hpvm__createNodeND(0, Second);

	BIND_IN(first, 2);
	__hpvm__edge(first, second, 0, 0, 0, 0);
	__hpvm__edge(first, second, 0, 1, 1, 0);
}

int main(void)
{
	struct PACKED { long *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
