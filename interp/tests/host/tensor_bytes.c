//: exit 121
//: stderr 'initTensorData': the tensor has 8 bytes, but 4 are given
//: stderr [tensor-misuse]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	initTensorData(x, &x, 4);
	__hpvm__cleanup();
	return 0;
}
