//: out 104 48 96
//: out before: 0
//: out 0 2, 4 elements of 1
//: out first: 0 2
//: out second: 3 0
//: out copy: 3 0
//: out double: 8 bytes of 2
/* Tensors as programs see them: layout, results after a request, lifetimes over launches. */
#include "tensors.h"
#include <stddef.h>

static void print(const char *what, struct Tensor *t)
{
	hpvm_request_tensor(t, 0);
	printf("%s: %g %g\n", what, ((float *)t->host_data)[0], ((float *)t->host_data)[1]);
}

int main(void)
{
	struct Tensor *x = make(-1, 2), *first, *second, *other, *wide;

	printf("%zu %zu %zu\n", sizeof(struct Tensor), offsetof(struct Tensor, host_data),
	       offsetof(struct Tensor, dims.dim_sizes));
	__hpvm__init();
	llvm_hpvm_initTensorRt(0);
	startMemTracking();
	first = run(x);
	printf("before: %d\n", first->host_data != NULL);
	hpvm_request_tensor(first, 0);
	printf("%g %g, %d elements of %zu\n", ((float *)first->host_data)[0],
	       ((float *)first->host_data)[1], first->dims.num_dims, first->dims.dim_sizes[0]);
	second = run(make(3, -4));
	llvm_hpvm_invokeRtControl(second, "", 0, 1);
	print("first", first);
	print("second", second);
	other = create4DTensor(float_type, nchw, 1, 1, 1, 2);
	tensorCopy(second, other);
	freeTensor(second);
	print("copy", other);
	freeBatchMemory();
	wide = create2DTensor(double_type, 1, 1);
	printf("double: %zu bytes of %d\n", wide->size_in_bytes, wide->dims.num_dims);
	freeTensor(x);
	llvm_hpvm_cleanupTensorRt();
	__hpvm__cleanup();
	return 0;
}
