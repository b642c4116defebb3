// T6: `batchnorm(x, gamma, beta, mean, variance, epsilon)`: a value for each channel.
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_batchnorm(x, w, w, w, w, 1.0))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 2, 1, 2, 3, 4), TENSOR(1, 3, 1, 1, 3, 3, 3));
	__hpvm__cleanup();
	return 0;
}
