// S6: Nesting works in streams as anywhere: memory that a leaf allocates lives for one execution (M1).
//: positive
//: out 6 15
#include "pipe.h"

void Allocate(long n)
{
	NODE();
	__hpvm__return(3, __hpvm__malloc(24), (size_t)24, n);
}
void Fill(long *p, size_t bytes, long n)
{
	NODE_INOUT(p);
	p[X()] = n + X();
	__hpvm__return(2, p, bytes);
}
void Sum(long *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__return(1, p[0] + p[1] + p[2]);
}
void Stage(long n)
{
	NODE();
	void *allocate = __hpvm__createNodeND(0, Allocate);
	void *fill = __hpvm__createNodeND(1, Fill, 3);
	void *sum = __hpvm__createNodeND(0, Sum);

	__hpvm__bindIn(allocate, 0, 0, 1);
	__hpvm__edge(allocate, fill, 1, 0, 0, 1);
	__hpvm__edge(allocate, fill, 1, 1, 1, 1);
	__hpvm__edge(allocate, fill, 1, 2, 2, 1);
	__hpvm__edge(fill, sum, 1, 0, 0, 1);
	__hpvm__edge(fill, sum, 1, 1, 1, 1);
	__hpvm__bindOut(sum, 0, 0, 1);
}
void Same(long n)
{
	NODE();
	__hpvm__return(1, n);
}
PIPELINE(Stage, Same)

int main(void)
{
	long launched = 0, results[2];
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 1);
	push_long(graph, 4);
	results[0] = pop_long(graph);
	results[1] = pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	print_longs(results, 2);
	return 0;
}
