// T5: `pool.min(x, winH, winW, vpad, hpad, vstride, hstride)`: floor size; padding never counts; NaN propagates.
//: positive
//: out (1, 1, 2, 2): 1 -2 -4 nan
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_pool_min(x, 2, 2, 1, 1, 2, 2))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 3, 3, 1, -2, 3, -4, 5, -6, 7, -8, NAN), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
