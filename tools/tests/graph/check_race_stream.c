//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/
//: stderr in execution 0
//: stderr a stream orders only executions of the same node and nodes that edges connect
// Both stages use the buffer; executions in flight together are not ordered by their edge.
#include "race_stream.h"

int main(void)
{
	void *graph = begin();

	for (long i = 1; i <= 3; i++)
		push(graph, data);
	return end(graph, 3);
}
