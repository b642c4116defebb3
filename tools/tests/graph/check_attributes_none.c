//: options --check=attributes --keep-going
//: exit 121
//: stderr of 'Root/Leaf' (tracked at
//: stderr read from an argument that is declared neither `in` nor `out`
//: stderr help: declare __hpvm__attributes(1, a, 1, b)
//: stderr [read-through-out] (M5)
//: stderr write to an argument that is declared neither `in` nor `out`
//: stderr the written value is 0
//: stderr [write-through-in] (M5)
// Pointers of a leaf without attributes.
#include "graph.h"

void Leaf(int *a, size_t a_bytes, int *b, size_t b_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	b[0] = a[0];
}

void Root(int *a, size_t a_bytes, int *b, size_t b_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, b);
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		int *a;
		size_t a_bytes;
		int *b;
		size_t b_bytes;
	} arguments = {data, 4, data + 1, 4};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
