/* weights.c -- weights that the host changes between launches, in every possible way. */
#include <stdio.h>
#include <tensorUtils.h>

struct __attribute__((packed)) arguments {
	void *x;
	size_t x_bytes;
	void *w;
	size_t w_bytes;
	void *result;
	size_t result_bytes;
};

void Leaf(void *x, size_t x_bytes, void *w, size_t w_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, w, 0);
	void *result = __hpvm__tensor_convolution(x, w, 1, 1, 1, 1);

	__hpvm__return(2, result, (size_t)0);
}

void Root(void *x, size_t x_bytes, void *w, size_t w_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, w, 0);
	void *node = __hpvm__createNodeND(0, (void *)Leaf);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
	__hpvm__bindOut(node, 0, 0, 0);
	__hpvm__bindOut(node, 1, 1, 0);
}

#ifndef LARGE
#define LARGE 1
#endif
enum { CHANNELS = 16 * LARGE, SIZE = 8 * LARGE, WEIGHTS = CHANNELS * CHANNELS * 9, VALUES = CHANNELS * SIZE * SIZE };

static void *make(size_t n, size_t h, float value)
{
	static float values[WEIGHTS + VALUES];
	void *tensor = create4DTensor(0, 0, n, CHANNELS, h, h);

	for (size_t i = 0; i < n * CHANNELS * h * h; i++)
		values[i] = value;
	initTensorData(tensor, values, n * CHANNELS * h * h * sizeof(float));
	return tensor;
}

static void show(void *x, void *w)
{
	struct arguments arguments = {x, 0, w, 0, 0, 0};
	struct Tensor *result;

	__hpvm__wait(__hpvm__launch(0, (void *)Root, &arguments));
	result = (struct Tensor *)arguments.result;
	hpvm_request_tensor(result, 0);
	printf("%g\n", ((float *)result->host_data)[SIZE + 1]);
	freeTensor(result);
}

int main(void)
{
	static float values[WEIGHTS];
	void *x = make(1, SIZE, 1), *w = make(CHANNELS, 3, 1), *other = make(CHANNELS, 3, 2);
	struct Tensor *seen = (struct Tensor *)w;

	__hpvm__init();
	show(x, w);
	show(x, w);
	show(x, other);
	for (int i = 0; i < WEIGHTS; i++)
		values[i] = 3;
	initTensorData(w, values, sizeof(values));
	show(x, w);
	tensorCopy(other, w);
	show(x, w);
	hpvm_request_tensor(w, 0);
	for (int i = 0; i < WEIGHTS; i++)
		((float *)seen->host_data)[i] = 4;
	show(x, w);
	freeTensor(w);
	show(x, make(CHANNELS, 3, 5));
	__hpvm__cleanup();
	return 0;
}
