//: exit 121
//: stderr is freed by freeBatchMemory()
//: stderr [tensor-misuse]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	struct Tensor *y = run(x);
	freeBatchMemory();
	hpvm_request_tensor(y, 0);
	__hpvm__cleanup();
	return 0;
}
