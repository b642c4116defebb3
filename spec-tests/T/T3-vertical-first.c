// T3: `convolution(x, f, vpad, hpad, vstride, hstride)`: vertical before horizontal.
//: positive
//: out (1, 1, 1, 4): 1 2 3 4
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_convolution(x, w, 0, 0, 3, 1))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 2, 4, 1, 2, 3, 4, 5, 6, 7, 8), TENSOR(1, 1, 1, 1, 1));
	__hpvm__cleanup();
	return 0;
}
