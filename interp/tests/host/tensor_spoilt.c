//: exit 121
//: stderr operand 0 of 'tensor.pool.max' is invalid
//: stderr [tensor-type]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	x->dims.num_dims = 3;
	run(x);
	__hpvm__cleanup();
	return 0;
}
