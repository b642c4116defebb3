//: options --check=uninit --keep-going
//: runs -O0:interp -O0:jit -O2:jit
//: exit 121
//: stderr error: a branch depends on an uninitialised value
//: stderr the value comes from byte 4 of argument 0 ('p') of 'Root/Leaf' (
//: stderr a branch depends on an uninitialised value
//: stderr the value comes from byte 8 of argument 0 ('p') of 'Root/Leaf' (
//: stderr a result is uninitialised
//: stderr byte 48 of argument 0 ('p') of 'Root/Leaf' (
//: stderr the value comes from byte 12 of argument 0 ('p') of 'Root/Leaf' (
//: stderr which the host has not written since the allocation
//: stderr (4 times) [uninitialised]
//: no-stderr memory that is not tracked
//: no-stderr of an object
#include "graph.h"

/* Bytes that the host did not write are copied to variables, objects, and memory of the host. */
struct part { int a, b, c, d; };
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct part own = *(struct part *)(void *)p, *object = __hpvm__malloc(16);
	int word;

	if (own.b > 5)
		p[16 + i] = 1;
	*object = own;
	memcpy(&word, &object->c, 4);
	if (word > 5)
		p[16 + i] = 2;
	memcpy(&p[12 + i % 4], &p[3], 4);
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(128);
	struct arguments arguments = {block, 128, 4, {0}};

	block[0] = 1;
	for (int k = 12; k < 32; k++)
		block[k] = k;
	__hpvm__init();
	llvm_hpvm_track_mem(block, 128);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(block, 128);
	llvm_hpvm_untrack_mem(block);
	__hpvm__cleanup();
	return 0;
}
