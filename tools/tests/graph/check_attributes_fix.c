//: options --check=attributes --keep-going
//: exit 121
//: stderr [write-through-in] (M5)
//: stderr [read-through-out] (M5)
//: stderr of 'Root/Leaf' (tracked at 
//: stderr write to an argument that is declared `in`
//: stderr the written value is 0
//: stderr help: declare __hpvm__attributes(4, a, b, c, d, 3, a, c, d)
//: stderr read before any write of an argument that is declared only `out`
//: stderr but 4 of its 8 bytes were not written
//: stderr the first unwritten byte is byte 4 of the argument (tracked at
//: stderr help: if the old contents matter, declare __hpvm__attributes(4, a, b, c, d, 3, a, c, d)
// One line of attributes fixes all errors: a is written, c is read, d is written in part.
#include "graph.h"

void Leaf(int *a, size_t a_bytes, int *b, size_t b_bytes, int *c, size_t c_bytes, int *d,
	  size_t d_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 2, c, d);
	a[0] = b[0] + c[0];
	c[0] = a[0];
	d[0] = 1;
}

void Root(int *a, size_t a_bytes, int *b, size_t b_bytes, int *c, size_t c_bytes, int *d,
	  size_t d_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 2, c, d);
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
	__hpvm__bindIn(node, 4, 4, 0);
	__hpvm__bindIn(node, 5, 5, 0);
	__hpvm__bindIn(node, 6, 6, 0);
	__hpvm__bindIn(node, 7, 7, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		struct __attribute__((packed)) {
			int *p;
			size_t bytes;
		} array[4];
	} all;

	__hpvm__init();
	for (int i = 0; i < 4; i++) {
		all.array[i].p = data + 16 * i;
		all.array[i].bytes = 8;
		llvm_hpvm_track_mem(data + 16 * i, 8);
	}
	__hpvm__wait(__hpvm__launch(0, Root, &all));
	__hpvm__cleanup();
	return 0;
}
