// T3: `convolution(x, f, vpad, hpad, vstride, hstride)`: cross-correlation, output floor((in + 2·pad − k)/stride) + 1.
//: positive
//: out (1, 1, 2, 2): 4 18 36 77
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_convolution(x, w, 1, 1, 2, 2))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9),
		    TENSOR(1, 1, 2, 2, 1, 2, 3, 4));
	__hpvm__cleanup();
	return 0;
}
