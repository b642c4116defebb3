//: hosts jit
//: exit 121
//: stderr [runtime-order]
//: stderr in function 'main'
//: stderr Leaf
//: last trap or failed check (exit 121)
#include <hpvm.h>
__attribute__((noinline)) void Leaf(int *values, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, values, 1, values);
	values[0] = (int)bytes;
	__hpvm__return(0);
}
void Root(int *values, size_t bytes)
{
	void *leaf = __hpvm__createNodeND(0, Leaf);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}
struct __attribute__((packed)) arguments { int *values; size_t bytes; };
int main(void)
{
	int value = 0;
	struct arguments arguments = {&value, sizeof(value)};
	__hpvm__init();
	Leaf(&value, sizeof(value));
	void *graph = __hpvm__launch(0, Root, &arguments);
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return value;
}
