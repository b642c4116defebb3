//: options --schedules 4 --check=all -Werror=tensor-overwritten
//: out 0 2
//: out 0 2
/* Executions repeated in other orders overwrite no tensor, although each ends in place. */
#define OPERATION __hpvm__tensor_relu(__hpvm__tensor_pool_max(x, 1, 1, 0, 0, 1, 1))
#include "tensors.h"
static void print(struct Tensor *t)
{
	hpvm_request_tensor(t, 0);
	printf("%g %g\n", ((float *)t->host_data)[0], ((float *)t->host_data)[1]);
}
int main(void)
{
	struct Tensor *x = make(-1, 2);

	__hpvm__init();
	print(run(x));
	print(run(x));
	__hpvm__cleanup();
	return 0;
}
