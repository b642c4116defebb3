/* ir/kernel/print_format.h -- the format of a device's printf(): reads one conversion at a time (K7).
 *
 * Not here:  arguments, and the call that is made of both (print.c). */
#ifndef HR_PRINT_FORMAT_H
#define HR_PRINT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

/* Bits of an integer, or of a floating-point number where OpenCL C's vectors have it. */
typedef enum hr_print_size {
	HR_PRINT_PLAIN,  /* int, double */
	HR_PRINT_CHAR,   /* hh */
	HR_PRINT_SHORT,  /* h: short, half */
	HR_PRINT_SINGLE, /* hl, of vectors: int, float */
	HR_PRINT_LONG    /* l, ll, z, j, t: long, double */
} hr_print_size;

typedef struct hr_print_conversion {
	const char *text; /* "%-8.*v4hlf"; borrows the format */
	size_t length;    /* of the whole */
	size_t front;     /* of '%', flags, width and precision: "%-8.*" */
	size_t back;      /* of the rest: "v4hlf" */
	unsigned stars;   /* widths and precisions that are arguments */
	unsigned lanes;   /* of a vector; 0: a scalar */
	hr_print_size size;
	char letter; /* '%': no argument is printed */
} hr_print_conversion;

/* Read the conversion at TEXT, which begins with '%'. VECTORS: the language has them (OpenCL C).
 * Return NULL, or what is wrong with it, a static text; then length is what was read. */
const char *hr_print_read(const char *text, bool vectors, hr_print_conversion *conversion);

/* Return true if it prints a floating-point number. */
bool hr_print_is_float(const hr_print_conversion *conversion);
/* Return true if it prints an integer with a sign. */
bool hr_print_is_signed(const hr_print_conversion *conversion);

#endif
