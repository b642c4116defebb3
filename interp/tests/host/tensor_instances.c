//: options --width 8
//: out 7 0
//: stderr [edge-value-ambiguous]
/* Every instance of a replicated leaf creates a tensor; the host gets one, the others are freed. */
#include <hpvm.h>
#define INSTANCE __hpvm__getNodeInstanceID_x(__hpvm__getNode())
/* Strides differ between instances, and so do the shapes of the unused tensors. */
#define OPERATION                                                                                  \
	__hpvm__tensor_pool_max(x, 1, 1, 0, 0, 1, INSTANCE % 2 ? 1 : 2) == x                        \
		? 0                                                                                \
		: __hpvm__tensor_relu(__hpvm__tensor_pool_min(x, 1, 1, 0, 0, 1, 1))
#define Root Unused
#include "tensors.h"
#undef Root

void Root(void *x, size_t x_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, x, 0);
	void *node = __hpvm__createNodeND(1, (void *)Leaf, (size_t)11);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 0);
	__hpvm__bindOut(node, 1, 1, 0);
}
int main(void)
{
	struct arguments arguments = {make(7, -2), 0, 0, 0};
	struct Tensor *result;

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	result = arguments.result;
	hpvm_request_tensor(result, 0);
	printf("%g %g\n", ((float *)result->host_data)[0], ((float *)result->host_data)[1]);
	__hpvm__cleanup();
	return 0;
}
