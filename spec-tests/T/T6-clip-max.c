// T6: `clipped.relu` to [0, 6] unless `--sem clip-max` says otherwise.
//: positive
//: options --sem clip-max=2.5
//: out (1, 1, 1, 4): 0 1 2.5 2.5
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_clipped_relu(x))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 1, 4, -1, 1, 3, 7), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
