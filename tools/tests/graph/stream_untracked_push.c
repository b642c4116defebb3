//: out 1
//: stderr does not point to tracked memory [untracked-memory] (M7)
#include "graph.h"

/* At a push the memory must be tracked. */
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0]++;
	__hpvm__return(1, bytes);
}

void Root(int *p, size_t bytes)
{
	void *leaf;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	leaf = __hpvm__createNodeND(0, Leaf);
	__hpvm__bindIn(leaf, 0, 0, 1);
	__hpvm__bindIn(leaf, 1, 1, 1);
	__hpvm__bindOut(leaf, 0, 0, 1);
}

int main(void)
{
	struct arguments arguments = {data, sizeof(data), 0, {0}};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &arguments);
	for (int i = 0; i < 1; i++) {
		__hpvm__push(graph, &arguments);
		free(__hpvm__pop(graph));
	}
	__hpvm__wait(graph);
	__hpvm__cleanup();
	printf("%d\n", data[0]);
	return 0;
}
