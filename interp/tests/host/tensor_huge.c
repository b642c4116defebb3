//: exit 122
//: stderr at node Root/Leaf
//: stderr tensor.convolution
//: stderr [memory-limit]
//: last (exit 122)
#define OPERATION __hpvm__tensor_convolution(x, x, 1000000000, 1000000000, 1, 1)
#include "tensors.h"
int main(void)
{
	__hpvm__init();
	run(make(1, 2));
	__hpvm__cleanup();
	return 0;
}
