// S2: Pop with nothing in flight: `pop-without-push`; after `wait` nothing is (S5).
//: negative
//: exit trap
//: diagnostic pop-without-push error
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
	__hpvm__wait(graph);
	pop_long(graph);
	__hpvm__cleanup();
	return 0;
}
