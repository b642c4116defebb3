// T3: `convolution(x, f, ...)`: the filter has the channels of the input.
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_convolution(x, w, 0, 0, 1, 1))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 1, 2, 1, 2), TENSOR(1, 2, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
