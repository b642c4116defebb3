//: options --check=race
//: out done
// The host pops each result before it pushes again.
#include "race_stream.h"

int main(void)
{
	void *graph = begin();

	for (long i = 1; i <= 3; i++) {
		push(graph, data);
		free(__hpvm__pop(graph));
	}
	return end(graph, 0);
}
