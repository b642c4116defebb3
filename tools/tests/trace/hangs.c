/* A leaf that never ends, after a few launches of another that does. */
#include <stddef.h>

#include "hpvm.h"

void Leaf(int *flag, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, flag, 1, flag);
	while (*(volatile int *)flag)
		;
}

void Root(int *flag, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	void *leaf = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

int main(void)
{
	int flag = 0;
	struct {
		int *flag;
		size_t bytes;
	} args = {&flag, sizeof(flag)};

	__hpvm__init();
	llvm_hpvm_track_mem(&flag, sizeof(flag));
	for (int i = 0; i < 4; i++) {
		flag = i == 3;
		__hpvm__wait(__hpvm__launch(0, Root, &args));
	}
	__hpvm__cleanup();
	return 0;
}
