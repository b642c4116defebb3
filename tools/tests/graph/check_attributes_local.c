//: options --check=attributes
//: out 3 0
// Memory of an allocation node stays on the device: without `in` and `out` nothing is lost there.
#include "graph.h"

void Allocate(size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	__hpvm__return(2, __hpvm__malloc(bytes), bytes);
}
void Turn(int *p, size_t bytes, int *tile, size_t tile_bytes)
{
	LEAF_BEGIN
	tile[3 - i] = (int)i;
	__hpvm__barrier();
	p[i] = tile[i];
}
void Root(int *p, size_t bytes, size_t tile_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *allocate = __hpvm__createNodeND(0, Allocate);
	void *turn = __hpvm__createNodeND(1, Turn, 4);

	__hpvm__bindIn(allocate, 2, 0, 0);
	__hpvm__bindIn(turn, 0, 0, 0);
	__hpvm__bindIn(turn, 1, 1, 0);
	__hpvm__edge(allocate, turn, 1, 0, 2, 0);
	__hpvm__edge(allocate, turn, 1, 1, 3, 0);
}
MAIN(16)
