/* examples/common.h -- host code shared by the examples: inputs, NPY files, comparison.
 *
 * Inputs are a pure function of (stream, index), so that make_expected.py can compute the same
 * inputs without running a program; the two must change together.
 * Define EXAMPLE_NAME before including this file, and EXAMPLE_DATA to change the default directory.
 *
 * Not here: anything that a node function calls. */
#ifndef EXAMPLE_COMMON_H
#define EXAMPLE_COMMON_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Edges and binds refer to inputs by number, and a pointer is always followed by its size, so node
 * functions have parameters that their code does not use. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#ifndef EXAMPLE_DATA
#define EXAMPLE_DATA "examples/" EXAMPLE_NAME
#endif

/* ---- Command line: [directory of expected.npy] [size], in any order ---- */

static inline bool example_is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789")] == '\0';
}

/* The directory of the expected data; borrowed from argv. */
static inline const char *example_directory(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!example_is_number(argv[i]))
			return argv[i];
	return EXAMPLE_DATA;
}

/* The size argument, or DEFAULT_SIZE if there is none or it is 0. */
static inline size_t example_size(int argc, char **argv, size_t default_size)
{
	for (int i = 1; i < argc; i++)
		if (example_is_number(argv[i]) && strtoul(argv[i], NULL, 10) > 0)
			return strtoul(argv[i], NULL, 10);
	return default_size;
}

/* ---- Inputs ---- */

/* 64 random bits for element INDEX of STREAM: splitmix64, which can be computed for any element. */
static inline uint64_t example_bits(uint64_t stream, uint64_t index)
{
	uint64_t z = ((stream << 32) + index + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* The same as a float in [0, 1), from 24 bits, so that it is exact. */
static inline float example_uniform(uint64_t stream, uint64_t index)
{
	return (float)(example_bits(stream, index) >> 40) * (1.0f / 16777216.0f);
}

/* calloc() that ends the program if memory is exhausted. The caller owns the result. */
static inline void *example_alloc(size_t bytes)
{
	void *data = calloc(bytes ? bytes : 1, 1);

	if (!data) {
		fprintf(stderr, EXAMPLE_NAME ": no memory for %zu bytes\n", bytes);
		exit(1);
	}
	return data;
}

/* ---- Arrays of numbers, and NPY files of them ---- */

enum example_type { EXAMPLE_FLOAT32, EXAMPLE_INT32, EXAMPLE_UINT8 };

/* An array. Whether DATA is owned depends on the function that returned it. */
struct example_array {
	enum example_type type;
	size_t count;
	const void *data;
};

static inline struct example_array example_view(enum example_type type, const void *data,
						size_t count)
{
	struct example_array view = {type, count, data};

	return view;
}

static inline double example_at(struct example_array array, size_t index)
{
	switch (array.type) {
	case EXAMPLE_FLOAT32: return (double)((const float *)array.data)[index];
	case EXAMPLE_INT32: return (double)((const int32_t *)array.data)[index];
	case EXAMPLE_UINT8: break;
	}
	return (double)((const uint8_t *)array.data)[index];
}

/* Parses the dictionary in an NPY header. Returns false if the array is not of one of the three
 * types in C order. */
static inline bool example_npy_header(const char *header, struct example_array *array,
				      size_t *element_size)
{
	const char *shape = strstr(header, "'shape': (");

	if (strstr(header, "'descr': '<f4'"))
		array->type = EXAMPLE_FLOAT32;
	else if (strstr(header, "'descr': '<i4'"))
		array->type = EXAMPLE_INT32;
	else if (strstr(header, "'descr': '|u1'"))
		array->type = EXAMPLE_UINT8;
	else
		return false;
	if (!shape || !strstr(header, "'fortran_order': False"))
		return false;
	*element_size = array->type == EXAMPLE_UINT8 ? 1 : 4;
	array->count = 1;
	for (shape += strlen("'shape': ("); *shape && *shape != ')';) {
		char *end;
		unsigned long extent = strtoul(shape, &end, 10);

		if (end == shape || extent > (1UL << 24))
			return false;
		array->count *= extent;
		if (array->count > (1UL << 24)) /* larger than any example; prevents overflow */
			return false;
		shape = end + strspn(end, ", ");
	}
	return true;
}

/* Reads an NPY v1.0 file that is open for reading. The caller owns array->data. */
static inline bool example_npy_read(FILE *file, struct example_array *array)
{
	unsigned char fixed[10];
	char header[4096];
	size_t length, element_size;
	void *data;

	if (fread(fixed, 1, 10, file) != 10 || memcmp(fixed, "\x93NUMPY\x01\x00", 8) != 0)
		return false;
	length = (size_t)fixed[8] | (size_t)fixed[9] << 8;
	if (length >= sizeof header || fread(header, 1, length, file) != length)
		return false;
	header[length] = '\0';
	if (!example_npy_header(header, array, &element_size))
		return false;
	data = example_alloc(array->count * element_size);
	if (fread(data, element_size, array->count, file) != array->count) {
		free(data);
		return false;
	}
	array->data = data;
	return true;
}

/* Reads DIRECTORY/expected.npy. Prints a message on failure. The caller owns array->data. */
static inline bool example_load(const char *directory, struct example_array *array)
{
	char path[4096];
	FILE *file;
	bool ok;

	snprintf(path, sizeof path, "%s/expected.npy", directory);
	file = fopen(path, "rb");
	if (!file) {
		fprintf(stderr, EXAMPLE_NAME ": cannot open %s\n", path);
		return false;
	}
	ok = example_npy_read(file, array);
	fclose(file);
	if (!ok)
		fprintf(stderr, EXAMPLE_NAME ": %s is no NPY v1.0 file of f4, i4 or u1\n", path);
	return ok;
}

/* ---- Comparison ---- */

/* The largest error among the compared elements: |got - want| / max(1, |want|). The error is
 * infinite for a NaN, and if two arrays have different sizes. */
struct example_error {
	double error, got, want;
	size_t index;
	bool misfit;
};

static inline struct example_error example_misfit(void)
{
	struct example_error error = {HUGE_VAL, 0, 0, 0, true};

	return error;
}

static inline void example_compare_one(struct example_error *worst, size_t index, double got,
				       double want)
{
	double error = fabs(got - want) / fmax(1.0, fabs(want));

	if (error != error)
		error = HUGE_VAL;
	if (error > worst->error) {
		worst->error = error;
		worst->got = got;
		worst->want = want;
		worst->index = index;
	}
}

/* Compares all elements of GOT with those of WANT; the counts must be equal. */
static inline struct example_error example_compare(struct example_array got,
						   struct example_array want)
{
	struct example_error worst = {0, 0, 0, 0, false};

	if (got.count != want.count)
		return example_misfit();
	for (size_t i = 0; i < got.count; i++)
		example_compare_one(&worst, i, example_at(got, i), example_at(want, i));
	return worst;
}

/* Compares GOT with what summary() of make_expected.py stored: the sum, the sum of squares, the sum
 * in which element i counts (i mod 7) times, then every STRIDE-th element. A wrong sum is reported
 * as the element after the last. */
static inline struct example_error example_compare_summary(struct example_array got,
							   struct example_array want, size_t stride)
{
	struct example_error worst = {0, 0, 0, 0, false};
	double sum = 0, squares = 0, weighted = 0;

	if (want.count != 3 + (got.count + stride - 1) / stride)
		return example_misfit();
	for (size_t i = 0; i < got.count; i++) {
		double value = example_at(got, i);

		sum += value;
		squares += value * value;
		weighted += value * (double)(i % 7);
	}
	for (size_t i = 0; i < got.count; i += stride)
		example_compare_one(&worst, i, example_at(got, i),
				    example_at(want, 3 + i / stride));
	example_compare_one(&worst, got.count, sum, example_at(want, 0));
	example_compare_one(&worst, got.count, squares, example_at(want, 1));
	example_compare_one(&worst, got.count, weighted, example_at(want, 2));
	return worst;
}

/* Writes the program's line of output for TITLE to LINE, and returns its exit status. NUMPY may be
 * NULL if there was nothing to compare with. */
static inline int example_verdict(char *line, size_t room, const char *title,
				  const struct example_error *plain,
				  const struct example_error *numpy, double tolerance)
{
	const struct example_error *bad = NULL;
	char versus_numpy[64] = "no NumPy data for this size";

	if (numpy)
		snprintf(versus_numpy, sizeof versus_numpy, "%.2g vs NumPy", numpy->error);
	if (numpy && !(numpy->error <= tolerance))
		bad = numpy;
	if (!(plain->error <= tolerance))
		bad = plain;
	if (!bad) {
		snprintf(line, room, "%s: ok (max error %.2g vs C, %s)", title, plain->error,
			 versus_numpy);
		return 0;
	}
	if (bad->misfit)
		snprintf(line, room,
			 "%s: WRONG: the expected data is for another number of elements", title);
	else
		snprintf(line, room,
			 "%s: WRONG: element %zu is %.9g, %s has %.9g (max error %.2g vs C, %s)",
			 title, bad->index, bad->got, bad == plain ? "C" : "NumPy", bad->want,
			 plain->error, versus_numpy);
	return 1;
}

/* Like example_verdict(), and prints the line. */
static inline int example_report(const char *title, const struct example_error *plain,
				 const struct example_error *numpy, double tolerance)
{
	char line[256];
	int status = example_verdict(line, sizeof line, title, plain, numpy, tolerance);

	puts(line);
	return status;
}

#endif
