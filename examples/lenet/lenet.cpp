/* lenet.cpp -- a small LeNet for handwritten digits of 8 by 8 pixels, in the style of HPVM-C
 * networks.
 *
 *	images -> convolution -> add -> tanh -> pool.max -> convolution -> add -> relu -> pool.max
 *	       -> mul -> add -> tanh -> mul -> add -> softmax
 *
 * There is a node for each operation. The weights, the images that the network was not trained on,
 * and NumPy's results for these are raw files written by train.py. Argument: the directory of the
 * files. */
#include <cmath>
#include <hpvm.h>
#include <string>
#include <tensorUtils.h>

using namespace hpvm;

#ifndef EXAMPLE_DATA
#define EXAMPLE_DATA "examples/lenet"
#endif

/* Nodes with one tensor, and with a second tensor for the weights. */
#define UNARY(name, operation)                                                                     \
	void name(void *x, size_t x_bytes)                                                         \
	{                                                                                          \
		__hpvm__hint(TENSOR_TARGET);                                                       \
		__hpvm__attributes(1, x, 0);                                                       \
		void *result = operation;                                                          \
		__hpvm__return(2, result, (size_t)0);                                              \
	}
#define BINARY(name, operation)                                                                    \
	void name(void *x, size_t x_bytes, void *w, size_t w_bytes)                                \
	{                                                                                          \
		__hpvm__hint(TENSOR_TARGET);                                                       \
		__hpvm__attributes(2, x, w, 0);                                                    \
		void *result = operation;                                                          \
		__hpvm__return(2, result, (size_t)0);                                              \
	}
extern "C" { /* keeps the names unmangled for --root and --map */
BINARY(Convolution, __hpvm__tensor_convolution(x, w, 1, 1, 1, 1))
BINARY(Product, __hpvm__tensor_mul(x, w))
BINARY(Bias, __hpvm__tensor_add(x, w))
UNARY(Tanh, __hpvm__tensor_tanh(x))
UNARY(Relu, __hpvm__tensor_relu(x))
UNARY(Pool, __hpvm__tensor_pool_max(x, 2, 2, 0, 0, 2, 2))
UNARY(Softmax, __hpvm__tensor_softmax(x))


/* The inputs of the root are the images, then the weights in the order of their use. */
#define WEIGHTS(node, input)                                                                       \
	__hpvm__bindIn(node, input, 2, 0);                                                         \
	__hpvm__bindIn(node, input + 1, 3, 0)
#define AFTER(source, node)                                                                        \
	__hpvm__edge(source, node, 1, 0, 0, 0);                                                    \
	__hpvm__edge(source, node, 1, 1, 1, 0)

void Root(void *images, size_t images_bytes, void *w1, size_t w1_bytes, void *b1, size_t b1_bytes,
	  void *w2, size_t w2_bytes, void *b2, size_t b2_bytes, void *w3, size_t w3_bytes, void *b3,
	  size_t b3_bytes, void *w4, size_t w4_bytes, void *b4, size_t b4_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(9, images, w1, b1, w2, b2, w3, b3, w4, b4, 0);
	void *conv1 = __hpvm__createNodeND(0, (void *)Convolution);
	void *bias1 = __hpvm__createNodeND(0, (void *)Bias);
	void *tanh1 = __hpvm__createNodeND(0, (void *)Tanh);
	void *pool1 = __hpvm__createNodeND(0, (void *)Pool);
	void *conv2 = __hpvm__createNodeND(0, (void *)Convolution);
	void *bias2 = __hpvm__createNodeND(0, (void *)Bias);
	void *relu2 = __hpvm__createNodeND(0, (void *)Relu);
	void *pool2 = __hpvm__createNodeND(0, (void *)Pool);
	void *fc3 = __hpvm__createNodeND(0, (void *)Product);
	void *bias3 = __hpvm__createNodeND(0, (void *)Bias);
	void *tanh3 = __hpvm__createNodeND(0, (void *)Tanh);
	void *fc4 = __hpvm__createNodeND(0, (void *)Product);
	void *bias4 = __hpvm__createNodeND(0, (void *)Bias);
	void *softmax = __hpvm__createNodeND(0, (void *)Softmax);

	__hpvm__bindIn(conv1, 0, 0, 0);
	__hpvm__bindIn(conv1, 1, 1, 0);
	WEIGHTS(conv1, 2);
	AFTER(conv1, bias1);
	WEIGHTS(bias1, 4);
	AFTER(bias1, tanh1);
	AFTER(tanh1, pool1);
	AFTER(pool1, conv2);
	WEIGHTS(conv2, 6);
	AFTER(conv2, bias2);
	WEIGHTS(bias2, 8);
	AFTER(bias2, relu2);
	AFTER(relu2, pool2);
	AFTER(pool2, fc3);
	WEIGHTS(fc3, 10);
	AFTER(fc3, bias3);
	WEIGHTS(bias3, 12);
	AFTER(bias3, tanh3);
	AFTER(tanh3, fc4);
	WEIGHTS(fc4, 14);
	AFTER(fc4, bias4);
	WEIGHTS(bias4, 16);
	AFTER(bias4, softmax);
	__hpvm__bindOut(softmax, 0, 0, 0);
	__hpvm__bindOut(softmax, 1, 1, 0);
}

} /* extern "C" */

struct tensor_pair {
	void *tensor;
	size_t bytes;
};

struct __attribute__((packed)) RootIn {
	tensor_pair images, w1, b1, w2, b2, w3, b3, w4, b4;
	tensor_pair result;
};

enum { IMAGES = 200, BATCH = 50, CLASSES = 10 };

/* The largest difference from NumPy's result. */
static float difference(const float *values, const float *expected)
{
	float largest = 0;

	for (int i = 0; i < BATCH * CLASSES; i++)
		if (!(std::fabs(values[i] - expected[i]) <= largest))
			largest = std::fabs(values[i] - expected[i]);
	return largest;
}

static tensor_pair weights(const std::string &directory, const char *name, long n, long c, long h,
			   long w)
{
	std::string path = directory + "/" + name + ".bin";

	return {readTrainedWeights(path.c_str(), 0, n, c, h, w), 0};
}

int main(int argc, char **argv)
{
	std::string directory = argc > 1 ? argv[1] : EXAMPLE_DATA;
	std::string images = directory + "/images.bin", labels = directory + "/labels.bin";
	std::string expected = directory + "/expected.bin";
	RootIn *args = static_cast<RootIn *>(malloc(sizeof(RootIn)));
	float accuracy = 0, largest = 0;

	args->w1 = weights(directory, "conv1", 6, 1, 3, 3);
	args->b1 = weights(directory, "bias1", 1, 6, 1, 1);
	args->w2 = weights(directory, "conv2", 16, 6, 3, 3);
	args->b2 = weights(directory, "bias2", 1, 16, 1, 1);
	args->w3 = weights(directory, "fc3", 1, 1, 64, 32);
	args->b3 = weights(directory, "bias3", 1, 32, 1, 1);
	args->w4 = weights(directory, "fc4", 1, 1, 32, 10);
	args->b4 = weights(directory, "bias4", 1, 10, 1, 1);
	__hpvm__init();
	startMemTracking();
	for (int start = 0; start < IMAGES; start += BATCH) {
		args->images = {readInputBatch(images.c_str(), nchw, start, start + BATCH, 1, 8, 8), 0};
		void *graph = __hpvm__launch(0, Root, (void *)args);
		__hpvm__wait(graph);
		void *result = args->result.tensor;
		hpvm_request_tensor(result, 0);

		uint32_t *right = readLabelsBatch3(labels.c_str(), start, start + BATCH);
		float *wanted = static_cast<float *>(hpvm_read_values_(
			expected.c_str(), start * CLASSES, BATCH * CLASSES, sizeof(float)));

		accuracy += computeAccuracy3(right, result) * BATCH / IMAGES;
		float *values = static_cast<float *>(static_cast<Tensor *>(result)->host_data);
		largest = std::fmax(largest, difference(values, wanted));
		free(right);
		free(wanted);
		freeBatchMemory();
	}
	__hpvm__cleanup();
	free(args);
	printf("lenet: %.2f %% of %d digits, at most %.1e from NumPy\n", accuracy, IMAGES, largest);
	return accuracy > 98 && largest < 2e-6f ? 0 : 1;
}
