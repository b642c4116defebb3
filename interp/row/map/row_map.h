/* interp/row/map/row_map.h -- one block of elements of a map. */
#ifndef HR_ROW_MAP_H
#define HR_ROW_MAP_H

#include "interp/row/row_private.h"

/* For what some formulas do not use. */
#define HR_MAP_UNUSED __attribute__((unused))

enum { HR_MAP_BLOCK = 256, HR_MAP_OPERANDS = 3 };

/* Elements as real numbers or as integers. */
typedef union hr_map_numbers {
	double real[HR_MAP_BLOCK];
	int64_t integer[HR_MAP_BLOCK];
} hr_map_numbers;

typedef struct hr_map_block {
	const hr_row_unit *unit; /* of the result, if it is real */
	hr_elem from, elem;      /* of operand 0; of the result */
	/* mod: the sign is the dividend's; cast: saturate; is_inf: +1 counts 1, -1 counts 2 */
	unsigned option;
	unsigned count;
	hr_map_numbers in[HR_MAP_OPERANDS], out;
	/* The errors of operands, with what flushing them may change; of an integer 0 or infinite.
	 * Unset if EXACT: all are 0. */
	double error[HR_MAP_OPERANDS][HR_MAP_BLOCK];
	bool exact;
	/* The error of each result, with the roundings of a backend; 0 before. */
	double out_error[HR_MAP_BLOCK];
} hr_map_block;

/* Compute a block: set `out` and `out_error`. */
typedef void hr_map_function(hr_map_block *block);

/* Return the function of ROW for operands that are real, or integers or bool; NULL if there is none. */
hr_map_function *hr_map_of_reals(hr_row row);
hr_map_function *hr_map_of_integers(hr_row row);
/* The functions of `cast`, of `widen` and `narrow`, and of `where`, by types of operands or result. */
hr_map_function *hr_map_cast(hr_elem from, hr_elem to);
hr_map_function *hr_map_same(hr_elem elem);
hr_map_function *hr_map_power_to_integer(void);
hr_map_function *hr_map_where(hr_elem elem);
/* Return X raised to Y, wrapped; 0 for a fraction. */
int64_t hr_map_integer_power(int64_t x, int64_t y);

#endif
