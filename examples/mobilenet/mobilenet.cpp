/* mobilenet.cpp -- a network similar to MobileNet for handwritten digits of 8 by 8 pixels:
 * convolutions of each channel separately and of 1 by 1, each followed by a batchnorm and an
 * activation.
 *
 *	images -> convolution -> batchnorm -> relu
 *	       -> twice (group.convolution -> batchnorm -> clipped.relu
 *	                 -> convolution of 1 by 1 -> batchnorm -> relu)
 *	       -> pool.mean -> mul -> add -> softmax
 *
 * There is a node for each operation; ../digits.h has the host code. Argument: the directory of the
 * files. */
#include "../digits.h"

#ifndef EXAMPLE_DATA
#define EXAMPLE_DATA "examples/mobilenet"
#endif

extern "C" { /* keeps the names unmangled for --root and --map */
BINARY(Convolution, __hpvm__tensor_convolution(x, w, 1, 1, 1, 1))
BINARY(Depthwise1, __hpvm__tensor_group_convolution(x, w, 1, 1, 1, 1, 1, 16))
BINARY(Depthwise2, __hpvm__tensor_group_convolution(x, w, 1, 1, 2, 2, 1, 32))
BINARY(Pointwise, __hpvm__tensor_convolution(x, w, 0, 0, 1, 1))
BATCHNORM(Norm)
BINARY(Product, __hpvm__tensor_mul(x, w))
BINARY(Add, __hpvm__tensor_add(x, w))
UNARY(Relu, __hpvm__tensor_relu(x))
UNARY(Clip, __hpvm__tensor_clipped_relu(x))
UNARY(Mean, __hpvm__tensor_pool_mean(x, 4, 4, 0, 0, 4, 4))
UNARY(Softmax, __hpvm__tensor_softmax(x))

/* A convolution with filter NUMBER of the root, followed by a batchnorm and an activation, whose
 * weights follow that filter. */
#define LAYER(function, activation, conv, norm, end, number)                                       \
	void *conv = NODE(function), *norm = NODE(Norm), *end = NODE(activation);                  \
	FROM_ROOT(number, conv, 1);                                                                \
	FROM_NODE(conv, norm, 0);                                                                  \
	FROM_ROOT((number) + 1, norm, 1);                                                          \
	FROM_ROOT((number) + 2, norm, 2);                                                          \
	FROM_ROOT((number) + 3, norm, 3);                                                          \
	FROM_ROOT((number) + 4, norm, 4);                                                          \
	FROM_NODE(norm, end, 0)
#define LAYER_INPUTS(l)                                                                            \
	TENSOR_INPUT(filter##l), TENSOR_INPUT(gamma##l), TENSOR_INPUT(beta##l), TENSOR_INPUT(mean##l),     \
		TENSOR_INPUT(variance##l)
#define LAYER_NAMES(l) filter##l, gamma##l, beta##l, mean##l, variance##l

void Root(TENSOR_INPUT(images), LAYER_INPUTS(0), LAYER_INPUTS(1), LAYER_INPUTS(2), LAYER_INPUTS(3), LAYER_INPUTS(4),
	  TENSOR_INPUT(fc), TENSOR_INPUT(bias))
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(28, images, LAYER_NAMES(0), LAYER_NAMES(1), LAYER_NAMES(2), LAYER_NAMES(3), LAYER_NAMES(4),
			   fc, bias, 0);
	LAYER(Convolution, Relu, conv0, norm0, relu0, 1);
	LAYER(Depthwise1, Clip, conv1, norm1, clip1, 6);
	LAYER(Pointwise, Relu, conv2, norm2, relu2, 11);
	LAYER(Depthwise2, Clip, conv3, norm3, clip3, 16);
	LAYER(Pointwise, Relu, conv4, norm4, relu4, 21);
	void *mean = NODE(Mean), *product = NODE(Product), *sum = NODE(Add), *softmax = NODE(Softmax);

	FROM_ROOT(0, conv0, 0);
	FROM_NODE(relu0, conv1, 0);
	FROM_NODE(clip1, conv2, 0);
	FROM_NODE(relu2, conv3, 0);
	FROM_NODE(clip3, conv4, 0);
	FROM_NODE(relu4, mean, 0);
	FROM_NODE(mean, product, 0);
	FROM_ROOT(26, product, 1);
	FROM_NODE(product, sum, 0);
	FROM_ROOT(27, sum, 1);
	FROM_NODE(sum, softmax, 0);
	RESULT(softmax);
}
} /* extern "C" */

#define ROWS(c) {1, c, 1, 1}, {1, c, 1, 1}, {1, c, 1, 1}, {1, c, 1, 1}
static const size_t shapes[27][4] = {
	{16, 1, 3, 3}, ROWS(16), {16, 1, 3, 3}, ROWS(16), {32, 16, 1, 1}, ROWS(32),
	{32, 1, 3, 3}, ROWS(32), {64, 32, 1, 1}, ROWS(64), {1, 1, 64, 10}, {1, 10, 1, 1},
};

int main(int argc, char **argv)
{
	return digits<27>{"mobilenet", shapes, argc > 1 ? argv[1] : EXAMPLE_DATA}.run(Root);
}
