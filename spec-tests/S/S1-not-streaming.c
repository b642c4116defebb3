// S1: A graph launched with isStream=1 runs once for each `push`; one launched without takes none: `not-streaming`.
//: negative
//: exit trap
//: diagnostic not-streaming error
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
	struct PACKED { long n, result; } arguments = {2, 0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(0, Root, &arguments);
	push_long(graph, 3);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
