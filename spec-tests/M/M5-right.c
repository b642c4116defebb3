// M5: `in`, `out`: the one is read, the other written, whole, and read only afterwards.
//: positive
//: needs --check=attributes
//: out 4 6 8
#include "suite.h"

static long from[3] = {1, 2, 3}, to[3];

void Leaf(long *from, size_t from_bytes, long *to, size_t to_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, to);
	long i = X();

	to[i] = from[i] + 1;
	to[i] *= 2;
}
void Root(long *from, size_t from_bytes, long *to, size_t to_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, to);
	void *node = __hpvm__createNodeND(1, Leaf, 3);

	BIND_IN(node, 4);
}

int main(void)
{
	struct PACKED { long *a; size_t a_bytes; long *b; size_t b_bytes; } arguments = {
		from, sizeof from, to, sizeof to};

	__hpvm__init();
	llvm_hpvm_track_mem(from, sizeof from);
	llvm_hpvm_track_mem(to, sizeof to);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(to, sizeof to);
	llvm_hpvm_untrack_mem(from);
	llvm_hpvm_untrack_mem(to);
	__hpvm__cleanup();
	print_longs(to, 3);
	return 0;
}
