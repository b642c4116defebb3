/* tensorUtils.h -- HPVM-C: what host code of networks uses besides hpvm.h: struct Tensor, files of
 * weights and labels, accuracies. For C and C++.
 *
 * Files are raw: float32 values or labels without a header. A file that cannot be read ends the
 * program. The caller owns all results: tensors are freed with freeTensor(), labels with free().
 *
 * Not here: operations and making tensors (hpvm.h). */
#ifndef TENSOR_UTILS_H
#define TENSOR_UTILS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__cplusplus) && defined(__has_include)
#if __has_include(<bits/stdc++.h>)
#include <bits/stdc++.h> /* network programs use the standard library without including it */
#endif
#endif

#include "hpvm.h"

enum Tensor_type_t { float_type = 0, double_type = 1, half_type = 2, int_type = 3 };
enum Tensor_format_t { nchw = 0, nhwc = 1 };
/* Network programs write hint(hpvm::DEVICE), and -DDEVICE=CPU_TARGET chooses another target: a
 * macro without a namespace. As a place of hpvm_request_tensor() it is a device, as all numbers but
 * 0. */
#ifndef DEVICE
#define DEVICE GPU_TARGET
#endif
enum data_location_t { HOST = 0 };

struct Dimension {
	int num_dims;
	size_t *dim_sizes;
};

/* What a handle points to. host_data may be read after hpvm_request_tensor(tensor, 0). */
struct Tensor {
	int data_type;
	int cur_type;
	int data_format;
	int data_placement; /* 0: host, 1: device */
	void *tensor_desc, *filter_desc, *tensor_half_desc, *filter_half_desc;
	void *host_data, *gpu_data, *gpu_half_data;
	size_t num_elems;
	size_t size_in_bytes;
	struct Dimension dims;
};

/* ---- Files ---- */

/* Return COUNT values of BYTES each, after skipping START values. */
static inline void *hpvm_read_values_(const char *path, size_t start, size_t count, size_t bytes)
{
	FILE *file = fopen(path, "rb");
	void *values = malloc(count * bytes + 1);

	if (!file || !values || fseek(file, (long)(start * bytes), SEEK_SET) != 0 ||
	    fread(values, bytes, count, file) != count) {
		fprintf(stderr, "%s: %s\n", path,
			file ? "it contains too few values" : "the file cannot be opened");
		abort();
	}
	fclose(file);
	return values;
}

static inline void *hpvm_read_tensor_(const char *path, int type, int format, size_t start,
				      size_t n, size_t c, size_t h, size_t w)
{
	static const size_t sizes[] = {4, 8, 2, 1};
	size_t bytes = type >= 0 && type < 4 ? sizes[type] : 4, each = c * h * w;
	void *values = hpvm_read_values_(path, start * each, n * each, bytes);
	void *tensor = create4DTensor(type, format, n, c, h, w);

	initTensorData(tensor, values, n * each * bytes);
	free(values);
	return tensor;
}

/* readTrainedWeights(path, type, n, c, h, w): returns a tensor of that shape. */
static inline void *readTrainedWeights(const char *path, int type, long n, long c, long h, long w)
{
	return hpvm_read_tensor_(path, type, 0, 0, (size_t)n, (size_t)c, (size_t)h, (size_t)w);
}

/* readInputBatch(path, format, start, end, c, h, w): returns images START to END - 1 of a file of
 * images of shape (c, h, w). */
static inline void *readInputBatch(const char *path, int format, long start, long end, long c,
				   long h, long w)
{
	return hpvm_read_tensor_(path, 0, format, (size_t)start, (size_t)(end - start), (size_t)c,
				 (size_t)h, (size_t)w);
}

/* The same into an existing input tensor with that many images. */
static inline void copyInputBatch(const char *path, long start, long end, long c, long h, long w,
				  void *tensor)
{
	size_t each = (size_t)(c * h * w), count = (size_t)(end - start) * each;
	void *values = hpvm_read_values_(path, (size_t)start * each, count, 4);

	initTensorData(tensor, values, count * 4);
	free(values);
}

/* readLabels(path, count): returns bytes; readLabels3(path, count): returns 32-bit numbers. */
static inline uint8_t *readLabels(const char *path, int count)
{
	return (uint8_t *)hpvm_read_values_(path, 0, (size_t)count, 1);
}

static inline uint32_t *readLabels3(const char *path, int count)
{
	return (uint32_t *)hpvm_read_values_(path, 0, (size_t)count, 4);
}

/* readLabelsBatch3(path, start, end): returns labels START to END - 1. */
static inline uint32_t *readLabelsBatch3(const char *path, int start, int end)
{
	return (uint32_t *)hpvm_read_values_(path, (size_t)start, (size_t)(end - start), 4);
}

/* ---- Values ---- */

/* Return the values of a tensor of float32, which is requested first. */
static inline float *hpvm_host_values_(void *tensor)
{
	hpvm_request_tensor(tensor, 0);
	return (float *)((struct Tensor *)tensor)->host_data;
}

/* fillTensorWithVal(tensor, value): sets all values; fillTensorWithOnes(tensor): to 1;
 * fillTensorVals(tensor): to 1, 2, 3 and so on. */
static inline void fillTensorWithVal(void *tensor, float value)
{
	const size_t count = ((struct Tensor *)tensor)->num_elems;
	float *values = (float *)malloc(count * sizeof(float) + 1);

	if (!values)
		abort();
	for (size_t i = 0; i < count; i++)
		values[i] = value;
	initTensorData(tensor, values, count * sizeof(float));
	free(values);
}

static inline void fillTensorWithOnes(void *tensor)
{
	fillTensorWithVal(tensor, 1.0f);
}

static inline void fillTensorVals(void *tensor)
{
	const size_t count = ((struct Tensor *)tensor)->num_elems;
	float *values = (float *)malloc(count * sizeof(float) + 1);

	if (!values)
		abort();
	for (size_t i = 0; i < count; i++)
		values[i] = (float)(i + 1);
	initTensorData(tensor, values, count * sizeof(float));
	free(values);
}

/* printTensorDims(tensor) and printTensorValues(tensor): write them to standard output. */
static inline void printTensorDims(void *tensor)
{
	const struct Dimension *dims = &((struct Tensor *)tensor)->dims;

	printf("Num_elems = %zu\n", ((struct Tensor *)tensor)->num_elems);
	for (int i = 0; i < dims->num_dims; i++)
		printf("dim[%d] = %zu\n", i, dims->dim_sizes[i]);
}

static inline void printTensorValues(void *tensor)
{
	const size_t count = ((struct Tensor *)tensor)->num_elems;
	const float *values = hpvm_host_values_(tensor);

	for (size_t i = 0; i < count; i++)
		printf("%f,", (double)values[i]);
	printf("\n");
}

/* compareTensors(a, b): returns true if both have the same number of values, and these are
 * equal. */
static inline int compareTensors(void *a, void *b)
{
	const size_t count = ((struct Tensor *)a)->num_elems;
	const float *left = hpvm_host_values_(a), *right = hpvm_host_values_(b);

	if (count != ((struct Tensor *)b)->num_elems)
		return 0;
	for (size_t i = 0; i < count; i++)
		if (left[i] != right[i])
			return 0;
	return 1;
}

/* ---- Accuracy ---- */

/* dumpFinalAccuracy(accuracy): writes the number to the file final_accuracy. */
static inline void dumpFinalAccuracy(float accuracy)
{
	FILE *file = fopen("final_accuracy", "w");

	if (!file || fprintf(file, "%f", (double)accuracy) < 0 || fclose(file) != 0) {
		fprintf(stderr, "final_accuracy: the file cannot be written\n");
		abort();
	}
}

/* computeTop5Accuracy(labels, count, result, classes): returns and prints the percentage of the
 * first COUNT rows of CLASSES values in which fewer than five values are greater than that of the
 * label. */
static inline float computeTop5Accuracy(const uint8_t *labels, int count, void *result,
					unsigned classes)
{
	const float *values = hpvm_host_values_(result);
	int right = 0;
	float accuracy;

	for (int i = 0; i < count; i++, values += classes) {
		unsigned greater = 0;

		for (unsigned k = 0; k < classes; k++)
			greater += values[k] > values[labels[i]];
		right += greater < 5;
	}
	accuracy = count ? (float)right / (float)count * 100.0f : 0.0f;
	printf("****** Accuracy = %f\n\n", (double)accuracy);
	return accuracy;
}

/* computeAccuracy3(labels, result): returns and prints the percentage of rows (n, classes, ...)
 * whose largest value, the first of equal ones, is at the label. The result must have been
 * requested. */
static inline float computeAccuracy3(uint32_t *labels, void *result)
{
	const struct Tensor *tensor = (const struct Tensor *)result;
	const float *values = (const float *)tensor->host_data;
	size_t rows = tensor->dims.dim_sizes[0], classes = tensor->dims.dim_sizes[1], right = 0;
	float accuracy;

	for (size_t i = 0; i < rows; i++) {
		size_t best = 0;

		for (size_t k = 1; k < classes; k++)
			if (values[i * classes + k] > values[i * classes + best])
				best = k;
		right += best == labels[i];
	}
	accuracy = rows ? (float)right / (float)rows * 100.0f : 0.0f;
	printf("****** Accuracy = %f\n\n", (double)accuracy);
	return accuracy;
}

#endif
