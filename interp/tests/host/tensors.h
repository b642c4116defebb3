/* tensors.h -- a graph of one leaf that returns a tensor and receives another. */
#include <tensorUtils.h>

#ifdef __cplusplus
using namespace hpvm;
#endif

struct __attribute__((packed)) arguments {
	void *x;
	size_t x_bytes;
	void *result;
	size_t result_bytes;
};

#ifndef OPERATION
#define OPERATION __hpvm__tensor_relu(__hpvm__tensor_pool_max(x, 1, 1, 0, 0, 1, 1))
#endif

void Leaf(void *x, size_t x_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(1, x, 0);
	void *result = OPERATION;

	__hpvm__return(2, result, (size_t)0);
}

void Root(void *x, size_t x_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, x, 0);
	void *node = __hpvm__createNodeND(0, (void *)Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindOut(node, 0, 0, 0);
	__hpvm__bindOut(node, 1, 1, 0);
}

static struct Tensor *make(float a, float b)
{
	float values[] = {a, b};
	void *tensor = create4DTensor(float_type, nchw, 1, 1, 1, 2);

	initTensorData(tensor, values, sizeof(values));
	return (struct Tensor *)tensor;
}

static struct Tensor *run(void *x)
{
	struct arguments arguments = {x, 0, 0, 0};

	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	return (struct Tensor *)arguments.result;
}
