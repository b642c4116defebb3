// T1: `add(x, b)`: equal rank; a dimension of size 1 broadcasts.
//: positive
//: out (1, 2, 1, 3): 11 12 13 24 25 26
//: out (2, 1, 1, 2): 11 21 12 22
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_add(x, w))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 3, 1, 2, 3, 4, 5, 6), TENSOR(1, 2, 1, 1, 10, 20));
	RUN_TENSORS(Root, TENSOR(2, 1, 1, 1, 1, 2), TENSOR(1, 1, 1, 2, 10, 20));
	__hpvm__cleanup();
	return 0;
}
