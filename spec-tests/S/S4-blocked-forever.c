// S4: It warns `stream-capacity` when HPVM 1.0 (one element in each buffer, a thread for each child of the root) would have blocked forever.
//: negative
//: out 100
//: diagnostic stream-capacity warning
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
	for (long i = 0; i < 100; i++)
		push_long(graph, 0);
	for (long i = 0; i < 100; i++)
		sum += pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	printf("%ld\n", sum);
	return 0;
}
