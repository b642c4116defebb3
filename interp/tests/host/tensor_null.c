//: exit 121
//: stderr operand 0 of 'tensor.pool.max' is not a valid tensor: (nil) is null
//: stderr [tensor-handle]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	run(NULL);
	__hpvm__cleanup();
	return 0;
}
