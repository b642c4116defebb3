/* A symbol that only a leaf's function uses is resolved before anything runs. */
//: exit 120
//: stderr undefined symbol 'nobody_defines_this'
//: stderr in function 'of_leaf'
#include <hpvm.h>
#include <stdio.h>

int nobody_defines_this(int x);
__attribute__((noinline)) static int of_leaf(int x) { return nobody_defines_this(x) + 1; }

void Leaf(int x)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	__hpvm__return(1, of_leaf(x));
}

void Root(int x)
{
	void *leaf = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		int x, result;
	} arguments = {3, 0};

	puts("began");
	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
