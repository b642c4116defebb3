// T5: Padding never counts: a window that may hold nothing else has no value.
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_pool_max(x, 2, 2, 2, 2, 2, 2))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 2, 2, 1, 2, 3, 4), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
