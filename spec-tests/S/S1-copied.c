// S1: A push takes the packed argument struct of H2 without the result: the host may use the struct again at once.
//: positive
//: out 3 1 2
#include "pipe.h"

void Increment(long n)
{
	NODE();
	__hpvm__return(1, n + 1);
}
void Same(long n)
{
	NODE();
	__hpvm__return(1, n);
}
PIPELINE(Increment, Same)

int main(void)
{
	struct PACKED { long n; } item = {2};
	long results[3];
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	__hpvm__push(graph, &item);
	item.n = 0;
	__hpvm__push(graph, &item);
	item.n = 1;
	__hpvm__push(graph, &item);
	item.n = 50;
	for (int i = 0; i < 3; i++)
		results[i] = pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	print_longs(results, 3);
	return 0;
}
