//: exit 121
//: stderr is freed by freeTensor()
//: stderr [tensor-misuse]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	freeTensor(x);
	freeTensor(x);
	__hpvm__cleanup();
	return 0;
}
