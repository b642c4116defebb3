// S4: `push` blocks while the pipeline is full: where nobody can pop any more it ends, and never hangs.
//: negative
//: options --sem stream-capacity=2
//: exit trap
//: diagnostic stream-full error
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
	for (long i = 0; i < 3; i++)
		push_long(graph, i);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
