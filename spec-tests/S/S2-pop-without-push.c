// S2: Pop with nothing in flight: `pop-without-push`, not a hang.
//: negative
//: exit trap
//: diagnostic pop-without-push error
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
	pop_long(graph);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
