/* Instances that race for one word. */
#include <stddef.h>

#include "hpvm.h"

void Leaf(int *sum, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, sum, 1, sum);
	sum[0] += (int)__hpvm__getNodeInstanceID_x(__hpvm__getNode());
}

void Root(int *sum, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, sum, 1, sum);
	void *leaf = __hpvm__createNodeND(1, Leaf, n);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

int main(void)
{
	int sum = 0;
	struct __attribute__((packed)) {
		int *sum;
		size_t bytes, n;
	} args = {&sum, sizeof(sum), 64};

	__hpvm__init();
	llvm_hpvm_track_mem(&sum, sizeof(sum));
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(&sum, sizeof(sum));
	llvm_hpvm_untrack_mem(&sum);
	__hpvm__cleanup();
	return 0;
}
