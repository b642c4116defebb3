// T1: `add(x, b)`: equal rank.
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_add(x, w))

int main(void)
{
	static const float values[] = {10, 20};

	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 1, 1, 2),
		    make_tensor(create2DTensor(float_type, 1, 2), values, 2));
	__hpvm__cleanup();
	return 0;
}
