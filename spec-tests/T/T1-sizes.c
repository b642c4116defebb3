// T1: `add(x, b)`: a dimension that is not 1 must agree.
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
//: stderr 'tensor.add' of (1, 2, 1, 3) and (1, 1, 1, 2) in 'Root/Leaf': dimension 3 is 3 in one and 2 in the other
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_add(x, w))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 3, 1, 2, 3, 4, 5, 6), TENSOR(1, 1, 1, 2, 10, 20));
	__hpvm__cleanup();
	return 0;
}
