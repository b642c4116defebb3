//: exit 121
//: stderr 'create2DTensor': unknown data type
//: stderr [tensor-misuse]
//: last (exit 121)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	create2DTensor(7, 1, 1);
	__hpvm__cleanup();
	return 0;
}
