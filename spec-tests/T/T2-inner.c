// T2: `mul(x, w)`: k must agree (`tensor-shape`).
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_mul(x, w))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 1, 2, 1, 2), TENSOR(1, 1, 3, 1, 1, 0, 0));
	__hpvm__cleanup();
	return 0;
}
