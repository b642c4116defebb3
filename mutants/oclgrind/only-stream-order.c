// Two executions of a stream in flight, and one buffer for both.
//: expect data-race
#include "only.h"

void First(int *p, size_t bytes)
{
	LEAF(CPU_TARGET, 1, 1);
	p[i] = (int)i + 1;
	__hpvm__return(1, bytes);
}
void Second(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(1, (long)p[0]);
}
void Root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(1, First, (size_t)8);
	void *second = __hpvm__createNodeND(0, Second);

	__hpvm__bindIn(first, 0, 0, 1);
	__hpvm__bindIn(first, 1, 1, 1);
	__hpvm__bindIn(second, 0, 0, 1);
	__hpvm__edge(first, second, 1, 0, 1, 1);
	__hpvm__bindOut(second, 0, 0, 1);
}

int main(void)
{
	struct arguments arguments = {data, sizeof data};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	graph = __hpvm__launch(1, Root, &arguments);
	__hpvm__push(graph, &arguments);
	__hpvm__push(graph, &arguments);
	free(__hpvm__pop(graph));
	free(__hpvm__pop(graph));
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
