//: options --check=all
//: out 1 2
//: stderr 'tensor.relu' in 'Root/Leaf' overwrites what the host ('hpvm_request_tensor') reads afterwards
//: stderr [tensor-overwritten]
#define OPERATION __hpvm__tensor_relu(x)
#include "tensors.h"
int main(void)
{
	struct Tensor *x = make(1, 2);

	__hpvm__init();
	run(x);
	hpvm_request_tensor(x, 0);
	printf("%g %g\n", ((float *)x->host_data)[0], ((float *)x->host_data)[1]);
	__hpvm__cleanup();
	return 0;
}
