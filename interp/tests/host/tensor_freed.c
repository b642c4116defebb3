//: exit 121
//: stderr operand 0 of 'tensor.pool.max' is
//: stderr [tensor-handle]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	freeTensor(x);
	run(x);
	__hpvm__cleanup();
	return 0;
}
