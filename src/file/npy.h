/* src/file/npy.h -- arrays in NumPy's file format: versions 1 to 3, C order, little-endian.
 *
 * Elements are bool, i1 to i8, u1 to u8, f2, f4, f8, and V2, which is bfloat16 as the Python package
 * ml_dtypes writes it. Everything else is refused by name. */
#ifndef HR_NPY_H
#define HR_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hr_npy_kind {
	HR_NPY_BOOL,
	HR_NPY_INT,
	HR_NPY_UINT,
	HR_NPY_FLOAT,
	HR_NPY_BF16
} hr_npy_kind;

enum { HR_NPY_DIMS = 32 };
enum { HR_NPY_HEADER = 1024 }; /* 32 dimensions of 20 digits need less than 800 */

typedef struct hr_npy {
	hr_npy_kind kind;
	unsigned bytes; /* size of an element: 1, 2, 4 or 8 */
	unsigned dims;  /* 0: a scalar, which is one element */
	uint64_t shape[HR_NPY_DIMS];
	uint64_t count; /* product of shape */
	uint8_t *data;  /* count * bytes; owned by the array's owner: hr_free() */
} hr_npy;

/* All functions below return false on an error; *why is then a static text, or one that is valid
 * until the next call of strerror(), and nothing else is changed. */

/* Read the header of a file whose first SIZE bytes are at FILE. array->data is unchanged; *offset
 * is the beginning of the data. */
bool hr_npy_header(const uint8_t *file, size_t size, hr_npy *array, size_t *offset,
		   const char **why) __attribute__((warn_unused_result));
bool hr_npy_read(const char *path, hr_npy *array, const char **why)
	__attribute__((warn_unused_result));
/* The same for a file of SIZE bytes in memory at FILE, which is freed or belongs to the array. */
bool hr_npy_take(uint8_t *file, size_t size, hr_npy *array, const char **why)
	__attribute__((warn_unused_result));
bool hr_npy_write(const char *path, const hr_npy *array, const char **why)
	__attribute__((warn_unused_result));
/* Write what precedes the data in a file to HEAD. Return its size. */
size_t hr_npy_make_header(const hr_npy *array, char head[HR_NPY_HEADER]);

/* Set count from shape. Return false if the array does not fit into memory. */
bool hr_npy_measure(hr_npy *array) __attribute__((warn_unused_result));

#endif
