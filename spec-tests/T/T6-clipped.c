// T6: `relu`; `clipped.relu` to [0, 6].
//: positive
//: out (1, 1, 1, 4): 0 3 6 nan
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_clipped_relu(__hpvm__tensor_relu(x)))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 1, 4, -1, 3, 7, NAN), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
