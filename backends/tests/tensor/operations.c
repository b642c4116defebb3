/* operations.c -- every tensor operation, in separate nodes and several in one node, on shapes that
 * are easy to get wrong.
 *
 * Prints a sum of each result, which is the same for all backends except for the last digits. With
 * an argument, the results include those of grids that a backend refuses: NaN, no elements, both
 * operands broadcast. */
#include <math.h>
#include <stdio.h>

#include "nodes.h"

NODE(Add, __hpvm__tensor_add(x, w))
NODE(Mul, __hpvm__tensor_mul(x, w))
NODE(Convolution, __hpvm__tensor_convolution(x, w, 1, 0, 2, 1))
NODE(Padded, __hpvm__tensor_convolution(x, w, 9, 7, 3, 4))
NODE(Grouped, __hpvm__tensor_group_convolution(x, w, 1, 1, 1, 2, 1, 2))
NODE(Depthwise, __hpvm__tensor_group_convolution(x, w, 1, 1, 1, 1, 1, 8))
NODE(Relu, __hpvm__tensor_relu(x))
NODE(Clipped, __hpvm__tensor_clipped_relu(x))
NODE(Tanh, __hpvm__tensor_tanh(x))
NODE(Sigmoid, __hpvm__tensor_sigmoid(x))
NODE(Softmax, __hpvm__tensor_softmax(x))
NODE(Batchnorm, __hpvm__tensor_batchnorm(x, w, b, m, v, 1e-5))
NODE(Max, __hpvm__tensor_pool_max(x, 3, 2, 1, 1, 2, 2))
NODE(Min, __hpvm__tensor_pool_min(x, 3, 2, 2, 1, 1, 2))
NODE(Mean, __hpvm__tensor_pool_mean(x, 3, 3, 1, 2, 2, 1))
NODE(Layer, __hpvm__tensor_pool_max(__hpvm__tensor_relu(__hpvm__tensor_add(__hpvm__tensor_convolution(x, w, 1, 1, 1, 1), b)),
				    2, 2, 0, 0, 2, 2))
NODE(Smooth, __hpvm__tensor_pool_mean(__hpvm__tensor_tanh(__hpvm__tensor_add(b, __hpvm__tensor_convolution(x, w, 1, 1, 1, 1))),
				      2, 2, 1, 1, 2, 2))
NODE(Residual, __hpvm__tensor_clipped_relu(__hpvm__tensor_add(__hpvm__tensor_convolution(x, w, 1, 1, 1, 1), b)))
NODE(Dense, __hpvm__tensor_sigmoid(__hpvm__tensor_add(__hpvm__tensor_mul(x, w), b)))
NODE(Wrapped, wrapper_ConvLayer2("1", x, w, b, 1, 1, 1, 1, 2, 2, 2, 0, 0, 2, 2, 2, 0, 0))

/* A result that two later operations use. */
NODE(Shared, ({ void *c = __hpvm__tensor_convolution(x, w, 1, 1, 1, 1);
		__hpvm__tensor_add(__hpvm__tensor_relu(c), __hpvm__tensor_tanh(c)); }))
NODE(Deep, __hpvm__tensor_softmax(__hpvm__tensor_mul(__hpvm__tensor_pool_mean(
	__hpvm__tensor_batchnorm(__hpvm__tensor_relu(x), w, b, m, v, 1e-3), 2, 2, 0, 0, 2, 2), v)))

static void *make(size_t n, size_t c, size_t h, size_t w, double scale, double offset)
{
	static unsigned long state = 1;
	size_t count = n * c * h * w;
	float *values = (float *)malloc(count * sizeof(float) + 1);
	void *tensor = create4DTensor(0, 0, n, c, h, w);

	for (size_t i = 0; i < count; i++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		values[i] = (float)(((double)(state >> 40) / (1 << 23) - 1) * scale + offset);
	}
	initTensorData(tensor, values, count * sizeof(float));
	free(values);
	return tensor;
}

static void show(const char *name, root *root, void *x, void *w, void *b, void *m, void *v)
{
	struct arguments arguments = {{{x, 0}, {w, 0}, {b, 0}, {m, 0}, {v, 0}}, {0, 0}};
	struct Tensor *result;
	double sum = 0;

	__hpvm__wait(__hpvm__launch(0, (void *)root, &arguments));
	result = (struct Tensor *)arguments.out.tensor;
	hpvm_request_tensor(result, 0);
	for (size_t i = 0; i < result->num_elems; i++)
		sum += ((float *)result->host_data)[i];
	printf("%-12s %.3f\n", name, sum != sum ? NAN : sum); /* a NaN has any sign */
}

#define SHOW(name, x, w, b, m, v) show(#name, name##_root, x, w, b, m, v)
#define ONE(name, x) SHOW(name, x, none, none, none, none)
#define TWO(name, x, w) SHOW(name, x, w, none, none, none)

static void all(void *none)
{
	void *image = make(2, 8, 9, 7, 2, 0);

	TWO(Add, image, make(1, 8, 1, 1, 1, 0));
	TWO(Add, image, make(2, 1, 9, 1, 1, 0));
	TWO(Add, make(1, 1, 1, 1, 1, 0), image);
	TWO(Add, image, image);
	TWO(Mul, image, make(1, 1, 504, 10, 1, 0));
	TWO(Mul, make(1, 1, 1, 3, 1, 0), make(1, 1, 3, 1, 1, 0));
	TWO(Convolution, image, make(5, 8, 3, 3, 1, 0));
	TWO(Convolution, image, make(16, 8, 1, 1, 1, 0));
	TWO(Convolution, make(1, 3, 40, 33, 1, 0), make(16, 3, 7, 5, 1, 0));
	TWO(Padded, image, make(4, 8, 3, 3, 1, 0));
	TWO(Grouped, image, make(6, 4, 3, 3, 1, 0));
	TWO(Depthwise, image, make(8, 1, 3, 3, 1, 0));
	TWO(Depthwise, image, make(16, 1, 3, 3, 1, 0));
	ONE(Relu, image);
	ONE(Clipped, make(2, 3, 4, 5, 20, 0));
	ONE(Tanh, make(2, 3, 4, 5, 5, 0));
	ONE(Sigmoid, make(2, 3, 4, 5, 20, 0));
	ONE(Softmax, make(3, 10, 1, 1, 8, 0));
	ONE(Softmax, make(2, 5, 3, 4, 8, 0));
	SHOW(Batchnorm, image, make(1, 8, 1, 1, 1, 0), make(1, 8, 1, 1, 1, 0), make(1, 8, 1, 1, 1, 0),
	     make(1, 8, 1, 1, .5, 1));
	ONE(Max, image);
	ONE(Min, image);
	ONE(Mean, image);
	SHOW(Layer, image, make(16, 8, 3, 3, 1, 0), make(1, 16, 1, 1, 1, 0), none, none);
	SHOW(Layer, make(5, 8, 6, 6, 1, 0), make(16, 8, 3, 3, 1, 0), make(1, 16, 1, 1, 1, 0), none, none);
	SHOW(Smooth, image, make(5, 8, 3, 3, .1, 0), make(1, 5, 1, 1, 1, 0), none, none);
	SHOW(Residual, image, make(8, 8, 3, 3, 1, 0), image, none, none);
	SHOW(Residual, image, make(8, 8, 3, 3, 1, 0), make(1, 1, 1, 7, 1, 0), none, none);
	SHOW(Residual, image, make(1, 8, 3, 3, 1, 0), make(1, 4, 1, 1, 1, 0), none, none);
	SHOW(Dense, image, make(1, 1, 504, 12, .1, 0), make(1, 12, 1, 1, 1, 0), none, none);
	SHOW(Dense, image, make(1, 1, 504, 12, .1, 0), make(2, 12, 1, 1, 1, 0), none, none);
	SHOW(Wrapped, image, make(16, 8, 3, 3, 1, 0), make(1, 16, 1, 1, 1, 0), none, none);
	TWO(Shared, image, make(8, 8, 3, 3, .1, 0));
	SHOW(Deep, make(2, 8, 2, 2, 1, 0), make(1, 8, 1, 1, 1, 0), make(1, 8, 1, 1, 1, 0), make(1, 8, 1, 1, 1, 0),
	     make(1, 8, 1, 1, .5, 1));
}

/* What oneDNN lacks or computes differently. */
static void odd(void *none)
{
	void *wrong = make(1, 1, 2, 2, 1, 0);

	((float *)((struct Tensor *)wrong)->host_data)[2] = NAN;
	ONE(Relu, wrong);
	((float *)((struct Tensor *)wrong)->host_data)[2] = INFINITY;
	ONE(Max, wrong);
	((float *)((struct Tensor *)wrong)->host_data)[1] = -INFINITY;
	ONE(Sigmoid, wrong);
	((float *)((struct Tensor *)wrong)->host_data)[0] = NAN;
	ONE(Mean, wrong);
	TWO(Convolution, wrong, make(3, 1, 2, 2, 1, 0));
	TWO(Add, make(2, 1, 4, 1, 1, 0), make(1, 3, 1, 5, 1, 0));
	ONE(Tanh, make(0, 3, 4, 5, 5, 0));
	TWO(Convolution, make(2, 0, 4, 5, 1, 0), make(3, 0, 2, 2, 1, 0));
	SHOW(Batchnorm, make(1, 2, 1, 1, 1, 0), make(1, 2, 1, 1, 1, 0), make(1, 2, 1, 1, 1, 0),
	     make(1, 2, 1, 1, 1, 0), make(1, 2, 1, 1, .5, -1));
}

int main(int argc, char **argv)
{
	__hpvm__init();
	void *none = make(1, 1, 1, 1, 1, 0);

	if (argc > 1)
		odd(none);
	else
		all(none);
	__hpvm__cleanup();
	return 0;
}
