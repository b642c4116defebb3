// T2: `mul(x, w)`: x as (dim0, product of the rest), w as (k, last dim), result (m, n, 1, 1).
//: positive
//: out (2, 2, 1, 1): 4 6 12 14
#include "tensors.h"

GRAPH_OF(__hpvm__tensor_mul(x, w))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(2, 2, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8),
		    TENSOR(1, 1, 4, 2, 1, 0, 0, 1, 1, 0, 0, 1));
	__hpvm__cleanup();
	return 0;
}
