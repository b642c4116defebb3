//: exit 121
//: stderr is of type half [tensor-type]
//: stderr [tensor-type]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	run(create4DTensor(half_type, nchw, 1, 1, 1, 1));
	__hpvm__cleanup();
	return 0;
}
