// T6: `tanh`; `sigmoid`.
//: positive
//: out (1, 1, 1, 3): 0.5 0.731059 0.6817
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_sigmoid(__hpvm__tensor_tanh(x)))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 1, 3, 0, INFINITY, 1), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
