/* digits.h -- code shared by the networks for handwritten digits: nodes with a single operation,
 * and the run over the digits of lenet that no network was trained on.
 *
 * The weights of a network are stored one after the other in weights.bin, in the order of the
 * root's inputs after the images. PyTorch's binary64 results for the digits are in expected.bin.
 * train_digits.py wrote both files. */
#ifndef EXAMPLES_DIGITS_H
#define EXAMPLES_DIGITS_H

#include <cmath>
#include <hpvm.h>
#include <string>
#include <tensorUtils.h>

using namespace hpvm;

#define LEAF_BEGIN(count, ...)                                                                     \
	__hpvm__hint(TENSOR_TARGET);                                                               \
	__hpvm__attributes(count, __VA_ARGS__, 0)
#define TENSOR_INPUT(name) void *name, size_t name##_bytes
/* Nodes with one tensor, with one tensor and weights, and with the four rows of a batchnorm. */
#define UNARY(name, operation)                                                                     \
	void name(TENSOR_INPUT(x))                                                                 \
	{                                                                                          \
		LEAF_BEGIN(1, x);                                                                  \
		__hpvm__return(2, operation, (size_t)0);                                           \
	}
#define BINARY(name, operation)                                                                    \
	void name(TENSOR_INPUT(x), TENSOR_INPUT(w))                                                \
	{                                                                                          \
		LEAF_BEGIN(2, x, w);                                                               \
		__hpvm__return(2, operation, (size_t)0);                                           \
	}
#define BATCHNORM(name)                                                                            \
	void name(TENSOR_INPUT(x), TENSOR_INPUT(gamma), TENSOR_INPUT(beta), TENSOR_INPUT(mean),    \
		  TENSOR_INPUT(variance))                                                          \
	{                                                                                          \
		LEAF_BEGIN(5, x, gamma, beta, mean, variance);                                     \
		__hpvm__return(2, __hpvm__tensor_batchnorm(x, gamma, beta, mean, variance, 1e-5),  \
			       (size_t)0);                                                         \
	}

#define NODE(function) __hpvm__createNodeND(0, (void *)(function))
/* Bind input NUMBER of the root, or connect the result of SOURCE, to input PORT of NODE. */
#define FROM_ROOT(number, node, port)                                                              \
	__hpvm__bindIn(node, 2 * (number), 2 * (port), 0);                                         \
	__hpvm__bindIn(node, 2 * (number) + 1, 2 * (port) + 1, 0)
#define FROM_NODE(source, node, port)                                                              \
	__hpvm__edge(source, node, 1, 0, 2 * (port), 0);                                           \
	__hpvm__edge(source, node, 1, 1, 2 * (port) + 1, 0)
#define RESULT(node)                                                                               \
	__hpvm__bindOut(node, 0, 0, 0);                                                            \
	__hpvm__bindOut(node, 1, 1, 0)

enum { IMAGES = 200, BATCH = 50, CLASSES = 10 };

struct tensor_pair {
	void *tensor;
	size_t bytes;
};

/* N, C, H, W of each weight. */
template <size_t COUNT> struct digits {
	const char *name;
	const size_t (&shapes)[COUNT][4];
	std::string directory;

	struct __attribute__((packed)) arguments {
		tensor_pair images, weights[COUNT], result;
	};

	void read_weights(arguments *args) const
	{
		std::string path = directory + "/weights.bin";
		size_t start = 0;

		for (size_t i = 0; i < COUNT; i++) {
			const size_t *s = shapes[i];
			size_t count = s[0] * s[1] * s[2] * s[3];
			void *values = hpvm_read_values_(path.c_str(), start, count, sizeof(float));
			void *tensor = create4DTensor(float_type, nchw, s[0], s[1], s[2], s[3]);

			initTensorData(tensor, values, count * sizeof(float));
			free(values);
			args->weights[i] = {tensor, 0};
			start += count;
		}
	}

	/* The largest difference from PyTorch's result. */
	float difference(const Tensor *result, size_t start) const
	{
		std::string path = directory + "/expected.bin";
		const float *values = static_cast<const float *>(result->host_data);
		float *expected = static_cast<float *>(hpvm_read_values_(
			path.c_str(), start * CLASSES, BATCH * CLASSES, sizeof(float)));
		float largest = 0;

		for (int i = 0; i < BATCH * CLASSES; i++)
			if (!(std::fabs(values[i] - expected[i]) <= largest))
				largest = std::fabs(values[i] - expected[i]);
		free(expected);
		return largest;
	}

	template <typename ROOT> int run(ROOT root) const
	{
		std::string data = directory + "/../lenet", images = data + "/images.bin";
		std::string labels = data + "/labels.bin";
		arguments *args = static_cast<arguments *>(malloc(sizeof(arguments)));
		float accuracy = 0, largest = 0;

		read_weights(args);
		__hpvm__init();
		startMemTracking();
		for (int start = 0; start < IMAGES; start += BATCH) {
			args->images = {
				readInputBatch(images.c_str(), nchw, start, start + BATCH, 1, 8, 8),
				0};
			void *graph = __hpvm__launch(0, (void *)root, (void *)args);
			__hpvm__wait(graph);
			void *result = args->result.tensor;
			hpvm_request_tensor(result, 0);

			uint32_t *right = readLabelsBatch3(labels.c_str(), start, start + BATCH);

			accuracy += computeAccuracy3(right, result) * BATCH / IMAGES;
			largest = std::fmax(
				largest, difference(static_cast<Tensor *>(result), (size_t)start));
			free(right);
			freeBatchMemory();
		}
		__hpvm__cleanup();
		free(args);
		printf("%s: %.2f %% of %d digits, at most %.1e from PyTorch\n", name, accuracy,
		       IMAGES, largest);
		return accuracy > 97 && largest < 5e-6f ? 0 : 1;
	}
};

#endif
