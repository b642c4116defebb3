/* residual.cpp -- a residual network for handwritten digits of 8 by 8 pixels: the result of a node
 * is used by two paths, which are added again.
 *
 *   images -> convolution -> add -> relu
 *          -+-> convolution -> add -> relu -> convolution -> add -> add -> relu
 *           +---------------------------------------------------------^
 *          -> pool.max
 *          -+-> convolution -> add -> relu -> convolution -> add -> add -> relu
 *           +-> convolution of 1 by 1 --------------------------------^
 *          -> pool.mean -> mul -> add -> softmax
 *
 * There is a node for each operation; ../digits.h has the host code. Argument: the directory of the
 * files. */
#include "../digits.h"

#ifndef EXAMPLE_DATA
#define EXAMPLE_DATA "examples/residual"
#endif

extern "C" { /* keeps the names unmangled for --root and --map */
BINARY(Convolution, __hpvm__tensor_convolution(x, w, 1, 1, 1, 1))
BINARY(Projection, __hpvm__tensor_convolution(x, w, 0, 0, 1, 1))
BINARY(Product, __hpvm__tensor_mul(x, w))
BINARY(Add, __hpvm__tensor_add(x, w))
UNARY(Relu, __hpvm__tensor_relu(x))
UNARY(Pool, __hpvm__tensor_pool_max(x, 2, 2, 0, 0, 2, 2))
UNARY(Mean, __hpvm__tensor_pool_mean(x, 4, 4, 0, 0, 4, 4))
UNARY(Softmax, __hpvm__tensor_softmax(x))

/* A convolution of 3 by 3, or another operation, with weights NUMBER of the root, followed by the
 * addition of its bias. */
#define LAYER(function, conv, bias, number)                                                        \
	void *conv = NODE(function), *bias = NODE(Add);                                            \
	FROM_ROOT(number, conv, 1);                                                                \
	FROM_NODE(conv, bias, 0);                                                                  \
	FROM_ROOT((number) + 1, bias, 1)
#define AFTER(function, node, source)                                                              \
	void *node = NODE(function);                                                               \
	FROM_NODE(source, node, 0)

void Root(TENSOR_INPUT(images), TENSOR_INPUT(c0), TENSOR_INPUT(b0), TENSOR_INPUT(c1), TENSOR_INPUT(b1),
	  TENSOR_INPUT(c2), TENSOR_INPUT(b2), TENSOR_INPUT(c3), TENSOR_INPUT(b3), TENSOR_INPUT(c4), TENSOR_INPUT(b4),
	  TENSOR_INPUT(projection), TENSOR_INPUT(fc), TENSOR_INPUT(bias))
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(14, images, c0, b0, c1, b1, c2, b2, c3, b3, c4, b4, projection, fc, bias, 0);

	LAYER(Convolution, conv0, bias0, 1);
	FROM_ROOT(0, conv0, 0);
	AFTER(Relu, relu0, bias0);

	LAYER(Convolution, conv1, bias1, 3);
	FROM_NODE(relu0, conv1, 0);
	AFTER(Relu, relu1, bias1);
	LAYER(Convolution, conv2, bias2, 5);
	FROM_NODE(relu1, conv2, 0);
	AFTER(Add, sum1, bias2);
	FROM_NODE(relu0, sum1, 1);
	AFTER(Relu, relu2, sum1);
	AFTER(Pool, pool, relu2);

	LAYER(Convolution, conv3, bias3, 7);
	FROM_NODE(pool, conv3, 0);
	AFTER(Relu, relu3, bias3);
	LAYER(Convolution, conv4, bias4, 9);
	FROM_NODE(relu3, conv4, 0);
	AFTER(Projection, skip, pool);
	FROM_ROOT(11, skip, 1);
	AFTER(Add, sum2, bias4);
	FROM_NODE(skip, sum2, 1);
	AFTER(Relu, relu4, sum2);
	AFTER(Mean, mean, relu4);

	LAYER(Product, product, bias5, 12);
	FROM_NODE(mean, product, 0);
	AFTER(Softmax, softmax, bias5);
	RESULT(softmax);
}
} /* extern "C" */

static const size_t shapes[13][4] = {
	{16, 1, 3, 3}, {1, 16, 1, 1}, {16, 16, 3, 3}, {1, 16, 1, 1}, {16, 16, 3, 3}, {1, 16, 1, 1}, {32, 16, 3, 3},
	{1, 32, 1, 1}, {32, 32, 3, 3}, {1, 32, 1, 1}, {32, 16, 1, 1}, {1, 1, 32, 10}, {1, 10, 1, 1},
};

int main(int argc, char **argv)
{
	return digits<13>{"residual", shapes, argc > 1 ? argv[1] : EXAMPLE_DATA}.run(Root);
}
