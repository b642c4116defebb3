// T6: `softmax` over C for every (n, h, w).
//: positive
//: out (1, 2, 1, 3): 0.5 1 0.25 0.5 0 0.75
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_softmax(x))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 3, 3, 1000, 0, 3, 0, logf(3)), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
