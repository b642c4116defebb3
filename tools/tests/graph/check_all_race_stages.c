//: options --check=all
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/
// The second order, which is not checked, leaves the checker's executions in flight as they are.
#include "race_stream.h"

int main(void)
{
	void *graph = begin();

	for (long i = 1; i <= 3; i++)
		push(graph, data);
	return end(graph, 3);
}
