// S4: It warns `stream-capacity` when HPVM 1.0 would have blocked forever, at which push: two stages never take a sixth.
//: negative
//: out 21
//: diagnostic stream-capacity warning
//: stderr at push 6 of
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
	for (long i = 0; i < 6; i++)
		push_long(graph, i);
	for (long i = 0; i < 6; i++)
		sum += pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	printf("%ld\n", sum);
	return 0;
}
