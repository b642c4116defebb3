/* tensors.h -- shared by the programs of chapter T: a graph of one leaf with two operands. */
#ifndef TENSORS_H
#define TENSORS_H

#include "suite.h"
#include <math.h>
#include <tensorUtils.h>

struct PACKED tensor_arguments {
	void *x;
	size_t x_bytes;
	void *w;
	size_t w_bytes;
	void *result;
	size_t result_bytes;
};

/* Leaf returns OPERATION, an expression of x and w. */
#define GRAPH_OF(operation)                                                                        \
	void Leaf(void *x, size_t x_bytes, void *w, size_t w_bytes)                                \
	{                                                                                          \
		__hpvm__hint(TENSOR_TARGET);                                                       \
		__hpvm__attributes(2, x, w, 0);                                                    \
		void *result = operation;                                                          \
                                                                                                   \
		__hpvm__return(2, result, (size_t)0);                                              \
	}                                                                                          \
	void Root(void *x, size_t x_bytes, void *w, size_t w_bytes)                                \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(2, x, w, 0);                                                    \
		void *leaf = __hpvm__createNodeND(0, Leaf);                                        \
                                                                                                   \
		BIND_IN(leaf, 4);                                                                  \
		__hpvm__bindOut(leaf, 0, 0, 0);                                                    \
		__hpvm__bindOut(leaf, 1, 1, 0);                                                    \
	}

/* A tensor of N, C, H, W with the given values. */
#define TENSOR(n, c, h, w, ...)                                                                    \
	make_tensor(create4DTensor(float_type, nchw, n, c, h, w), (const float[]){__VA_ARGS__},    \
		    (size_t)(n) * (c) * (h) * (w))

static inline void *make_tensor(void *tensor, const float *values, size_t count)
{
	initTensorData(tensor, (void *)values, count * sizeof(float));
	return tensor;
}

/* "(1, 2, 1, 1): 3 4" */
static inline void print_tensor(void *handle)
{
	struct Tensor *tensor = handle;

	hpvm_request_tensor(handle, 0);
	for (int i = 0; i < tensor->dims.num_dims; i++)
		printf("%s%zu", i ? ", " : "(", tensor->dims.dim_sizes[i]);
	printf("):");
	for (size_t i = 0; i < tensor->num_elems; i++)
		if (isnan(((float *)tensor->host_data)[i]))
			printf(" nan");
		else
			printf(" %g", ((float *)tensor->host_data)[i]);
	putchar('\n');
}

/* Run ROOT on X and W; print the result. */
#define RUN_TENSORS(root, x, w)                                                                    \
	do {                                                                                       \
		struct tensor_arguments arguments_ = {x, 0, w, 0, NULL, 0};                        \
                                                                                                   \
		__hpvm__wait(__hpvm__launch(0, root, &arguments_));                                \
		print_tensor(arguments_.result);                                                   \
	} while (0)

#endif
