/* slices.c -- batches of images that are large enough to be computed some at a time: each kind of
 * operand, and one that is both operand and filter. */
#include <stdio.h>

#include "nodes.h"

enum { BATCH = 7, CHANNELS = 8, SIZE = 72 };

NODE(Layer, __hpvm__tensor_pool_max(__hpvm__tensor_relu(__hpvm__tensor_add(__hpvm__tensor_convolution(x, w, 1, 1, 1, 1), b)),
				    2, 2, 0, 0, 2, 2))
NODE(Residual, __hpvm__tensor_relu(__hpvm__tensor_add(__hpvm__tensor_convolution(x, w, 1, 1, 1, 1), x)))
NODE(Batchnorm, __hpvm__tensor_tanh(__hpvm__tensor_batchnorm(x, v, b, m, v, 1e-5)))
NODE(Mean, __hpvm__tensor_softmax(__hpvm__tensor_pool_mean(x, 3, 3, 1, 1, 2, 2)))
NODE(Broadcast, __hpvm__tensor_add(x, b))
NODE(Itself, __hpvm__tensor_convolution(x, x, 0, 0, 1, 1))

static void *make(size_t n, size_t c, size_t h, double scale, double offset)
{
	static float values[(BATCH + 1) * CHANNELS * SIZE * SIZE];
	static unsigned long state = 1;
	size_t count = n * c * h * h;
	void *tensor = create4DTensor(0, 0, n, c, h, h);

	for (size_t i = 0; i < count; i++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		values[i] = (float)(((double)(state >> 40) / (1 << 23) - 1) * scale + offset);
	}
	initTensorData(tensor, values, count * sizeof(float));
	return tensor;
}

static void show(root *of, struct arguments *arguments)
{
	struct Tensor *result;
	double sum = 0;

	__hpvm__wait(__hpvm__launch(0, (void *)of, arguments));
	result = (struct Tensor *)arguments->out.tensor;
	hpvm_request_tensor(result, 0);
	for (size_t i = 0; i < result->num_elems; i++)
		sum += ((float *)result->host_data)[i] * (1 + i % 7);
	printf("%.4g\n", sum);
}

int main(void)
{
	struct arguments given = {{{make(BATCH, CHANNELS, SIZE, 1, 0), 0},
				   {make(CHANNELS, CHANNELS, 3, .1, 0), 0},
				   {make(1, CHANNELS, 1, 1, 0), 0},
				   {make(1, CHANNELS, 1, .1, 0), 0},
				   {make(1, CHANNELS, 1, .1, 1), 0}},
				  {0, 0}};

	__hpvm__init();
	show(Layer_root, &given);
	show(Residual_root, &given);
	show(Batchnorm_root, &given);
	show(Mean_root, &given);
	show(Broadcast_root, &given);
	given.in[0].tensor = make(CHANNELS, CHANNELS, SIZE, 1, 0);
	show(Itself_root, &given);
	__hpvm__cleanup();
	return 0;
}
