//: options --check=memory
//: out 1
//: stderr pointer argument 0
//: stderr [untracked-memory] (M7)
// With the checker, a pointer without its size is also checked.
#include "graph.h"

struct __attribute__((packed)) bare {
	int *p;
};

void Leaf(int *p)
{
	LEAF_BEGIN
	p[i] = 1;
}
void Root(int *p)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, 1);

	__hpvm__bindIn(node, 0, 0, 0);
}

int main(void)
{
	struct bare arguments = {data};

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	printf("%d\n", data[0]);
	return 0;
}
