// T4: `group.convolution(…, mode, groups)`: any number of groups that divides the channels.
//: positive
//: out (1, 4, 1, 2): 1 2 10 20 300 400 3000 4000
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_group_convolution(x, w, 0, 0, 1, 1, 1, 2))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 2, 1, 2, 3, 4), TENSOR(4, 1, 1, 1, 1, 10, 100, 1000));
	__hpvm__cleanup();
	return 0;
}
