// S4: One element in each buffer, a thread for each child of the root: two stages take five pushes without a pop.
//: positive
//: out 15
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
	long launched = 0, sum = 0;
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	for (long i = 0; i < 5; i++)
		push_long(graph, i);
	for (long i = 0; i < 5; i++)
		sum += pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	printf("%ld\n", sum);
	return 0;
}
