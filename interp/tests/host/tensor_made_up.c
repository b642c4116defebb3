//: exit 121
//: stderr is not a tensor
//: stderr [tensor-handle]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	run(&x);
	__hpvm__cleanup();
	return 0;
}
