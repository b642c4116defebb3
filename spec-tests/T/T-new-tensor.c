// T: Every operation gives a new tensor.
//: positive
//: out (1, 1, 1, 2): 0 2
//: out (1, 1, 1, 2): -1 2
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_pool_max(x, 1, 1, 0, 0, 1, 1))

void Other(void *x, size_t x_bytes, void *w, size_t w_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, w, 0);
	__hpvm__return(2, __hpvm__tensor_relu(__hpvm__tensor_pool_min(x, 1, 1, 0, 0, 1, 1)), (size_t)0);
}
void OtherRoot(void *x, size_t x_bytes, void *w, size_t w_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, w, 0);
	void *leaf = __hpvm__createNodeND(0, Other);

	BIND_IN(leaf, 4);
	__hpvm__bindOut(leaf, 0, 0, 0);
	__hpvm__bindOut(leaf, 1, 1, 0);
}

int main(void)
{
	void *x = TENSOR(1, 1, 1, 2, -1, 2), *w = TENSOR(1, 1, 2, 1, 1, 1);

	__hpvm__init();
	RUN_TENSORS(OtherRoot, x, w);
	RUN_TENSORS(Root, x, w);
	__hpvm__cleanup();
	return 0;
}
