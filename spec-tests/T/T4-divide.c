// T4: `group.convolution(…, mode, groups)`: a number of groups that does not divide the channels.
//: negative
//: exit trap
//: diagnostic tensor-shape error node Root/Leaf
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_group_convolution(x, w, 0, 0, 1, 1, 1, 3))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 2, 1, 2, 3, 4), TENSOR(3, 1, 1, 1, 1, 10, 100));
	__hpvm__cleanup();
	return 0;
}
