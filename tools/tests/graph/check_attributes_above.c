//: options --check=attributes --keep-going
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr byte 0 of argument 0 ('a') of 'Root/Group/Leaf' (tracked at
//: stderr write to an argument that is declared `in`
//: stderr the written value is 5
//: stderr declared by 'Root' for its argument 2 ('b')
//: stderr help: declare __hpvm__attributes(3, a, b, c, 2, b, c)
//: stderr [write-through-in] (M5)
//: stderr byte 0 of argument 2 ('b') of 'Root/Group/Leaf' (tracked at
//: stderr read from an argument that is declared neither `in` nor `out`
//: stderr declared by 'Root/Group' for its argument 2 ('d')
//: stderr help: declare __hpvm__attributes(1, d, 1, e)
//: stderr [read-through-out] (M5)
//: stderr argument 4 ('c') of 'Root'
//: stderr is declared only `out`, but 4 of its 8 bytes were not written [partial-out] (M5)
//: stderr the first unwritten byte is byte 4 of the argument
//: stderr help: if the old contents matter, declare __hpvm__attributes(3, a, b, c, 2, b, c)
// Attributes of internal nodes differ from those of the leaves below, which use the pointers.
#include "graph.h"

void Leaf(int *a, size_t a_bytes, int *b, size_t b_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 1, a);
	a[0] = b[0] + 5;
}

void Group(int *e, size_t e_bytes, int *d, size_t d_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, e);
	void *node = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}

/* Only half of it, as it declares. */
void Half(int *c, size_t c_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, c, 1, c);
	c[0] = 1;
	c[0]++;
}

void Root(int *a, size_t a_bytes, int *b, size_t b_bytes, int *c, size_t c_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, b, 1, c);
	void *group = __hpvm__createNodeND(0, Group), *half = __hpvm__createNodeND(0, Half);

	__hpvm__bindIn(group, 2, 0, 0);
	__hpvm__bindIn(group, 3, 1, 0);
	__hpvm__bindIn(group, 0, 2, 0);
	__hpvm__bindIn(group, 1, 3, 0);
	__hpvm__bindIn(half, 4, 0, 0);
	__hpvm__bindIn(half, 5, 1, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		int *a;
		size_t a_bytes;
		int *b;
		size_t b_bytes;
		int *c;
		size_t c_bytes;
	} arguments = {data, 4, data + 1, 4, data + 2, 8};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
