// S5: Results not popped are dropped with `stream-unpopped`.
//: negative
//: out 2
//: diagnostic stream-unpopped warning
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
	push_long(graph, 2);
	printf("%ld\n", pop_long(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
