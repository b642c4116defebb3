//: options --check=race
//: out done
// Each execution has its own buffer.
#include "race_stream.h"

int main(void)
{
	void *graph = begin();

	for (long i = 0; i < 3; i++)
		push(graph, data + 16 * i);
	return end(graph, 3);
}
