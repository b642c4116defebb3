// T: HPVM 1.0 overwrites its first operand: a consumer that the graph orders before that reads the same there.
//: positive
//: out (1, 1, 1, 2): -2 4
#include "tensors.h"

void First(void *x, size_t x_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(1, x, 0);
	__hpvm__return(2, __hpvm__tensor_pool_max(x, 1, 1, 0, 0, 1, 1), (size_t)0);
}
void Sum(void *x, size_t x_bytes, void *y, size_t y_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, y, 0);
	__hpvm__return(2, __hpvm__tensor_add(x, y), (size_t)0);
}
void Root(void *x, size_t x_bytes, void *w, size_t w_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, w, 0);
	void *first = __hpvm__createNodeND(0, First), *sum = __hpvm__createNodeND(0, Sum);

	BIND_IN(first, 2);
	BIND_IN(sum, 2);
	__hpvm__edge(first, sum, 0, 0, 2, 0);
	__hpvm__edge(first, sum, 0, 1, 3, 0);
	__hpvm__bindOut(sum, 0, 0, 0);
	__hpvm__bindOut(sum, 1, 1, 0);
}

int main(void)
{
	__hpvm__init();
	RUN_TENSORS(Root, TENSOR(1, 1, 1, 2, -1, 2), TENSOR(1, 1, 1, 1, 0));
	__hpvm__cleanup();
	return 0;
}
