// S5: `wait` ends a streaming graph: no push after it.
//: negative
//: exit trap
//: diagnostic push-after-wait error
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
	long launched = 0;
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &launched);
	push_long(graph, 1);
	pop_long(graph);
	__hpvm__wait(graph);
	push_long(graph, 2);
	__hpvm__cleanup();
	return 0;
}
