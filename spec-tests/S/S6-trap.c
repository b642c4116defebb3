// S6: Replication works in streams as anywhere: what is wrong is said with instance and execution.
//: negative
//: exit trap
//: diagnostic div-by-zero error node Root/Leaf instance (2) execution 1
#include "pipe.h"

/* The second push makes instance 2 divide by zero. */
void Leaf(long n)
{
	NODE();
	__hpvm__return(1, (long)(n / (n - X()) > 2000));
}
void Root(long n)
{
	NODE();
	void *node = __hpvm__createNodeND(1, Leaf, 3);

	__hpvm__bindIn(node, 0, 0, 1);
	__hpvm__bindOut(node, 0, 0, 1);
}

int main(void)
{
	long launched = 0;
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 1000);
	push_long(graph, 2);
	push_long(graph, 1000);
	for (int i = 0; i < 3; i++)
		pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
