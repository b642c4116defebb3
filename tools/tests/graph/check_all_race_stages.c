//: options --check=all
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/
// The second order, which is not checked, does not make the checker forget the executions in flight.
#include "race_stream.h"

int main(void)
{
	void *graph = begin();

	for (long i = 1; i <= 3; i++)
		push(graph, data);
	return end(graph, 3);
}
