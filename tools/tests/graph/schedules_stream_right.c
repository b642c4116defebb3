//: options --check=order
//: out 2
//: out 4
//: out 6
#include "stream.h"

int main(void)
{
	struct item item = {0};
	void *graph;

	__hpvm__init();
	graph = __hpvm__launch(1, Root, &item);
	for (long i = 1; i <= 3; i++)
		push(graph, i);
	for (long i = 1; i <= 3; i++)
		printf("%ld\n", pop(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
