// S2: `pop` gives a struct with one field for every output of the root, by output index, that the host owns.
//: positive
//: out 6 1.5 12 | 8 2 16
#include "pipe.h"

void Leaf(long n)
{
	NODE();
	__hpvm__return(3, (int)(2 * n), (double)n / 2, 4 * n);
}
/* Output 0 of the root is output 0 of the leaf, 1 is 1, 2 is 2; bound in another order. */
void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindOut(node, 2, 2, 1);
	__hpvm__bindOut(node, 0, 0, 1);
	__hpvm__bindOut(node, 1, 1, 1);
}

int main(void)
{
	struct PACKED result { int i; double d; long l; } *first, *second;
	long launched = 0;
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 3);
	push_long(graph, 4);
	first = __hpvm__pop(graph);
	second = __hpvm__pop(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	/* They outlive the graph. */
	printf("%d %g %ld | %d %g %ld\n", first->i, first->d, first->l, second->i, second->d,
	       second->l);
	free(first);
	free(second);
	return 0;
}
