// T6: `batchnorm(x, gamma, beta, mean, variance, epsilon)`, inference form.
//: positive
//: out (1, 2, 1, 2): 7 8 16 17
#include "tensors.h"

/* gamma, beta, mean and variance are all 3: y = 3 (x - 3) / 2 + 3 */
GRAPH_OF(__hpvm__tensor_batchnorm(x, w, w, w, w, 1.0))

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 2, 1, 2, 17. / 3, 19. / 3, 35. / 3, 37. / 3),
		    TENSOR(1, 2, 1, 1, 3, 3));
	__hpvm__cleanup();
	return 0;
}
