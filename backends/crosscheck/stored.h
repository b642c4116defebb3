/* backends/crosscheck/stored.h -- finds the types of the values that a unit stores, which decide
 * how its results are compared. */
#ifndef HR_STORED_H
#define HR_STORED_H

#include "backends/backend.h"
#include "backends/crosscheck/compare.h"

/* Kinds of stored values, a set of bits. */
enum {
	HR_STORED_I8 = 1,
	HR_STORED_I16 = 2,
	HR_STORED_I32 = 4,
	HR_STORED_I64 = 8,
	HR_STORED_F16 = 16,
	HR_STORED_B16 = 32,
	HR_STORED_F32 = 64,
	HR_STORED_F64 = 128,
	HR_STORED_POINTER = 256,
	HR_STORED_OTHER = 512, /* blocks of bytes, and integers of other sizes */
};

typedef struct hr_stored_set {
	unsigned kinds;
	unsigned computed; /* those floats among them that may be results of arithmetic */
} hr_stored_set;

typedef struct hr_stored {
	hr_stored_set *inputs; /* by input: values stored through that pointer; owned */
	hr_stored_set outputs;
	hr_stored_set elsewhere; /* values stored through all other pointers */
	bool sums_floats;        /* an atomic operation adds floats */
	/* It calls minnum, maxnum or the like, or instructions have flag nsz. */
	bool chooses_zeros;
} hr_stored;

void hr_stored_find(const hr_unit *unit, hr_stored *stored);
void hr_stored_free(hr_stored *stored);
hr_stored_set hr_stored_join(hr_stored_set a, hr_stored_set b);
/* Return the rule for memory that the values SET are stored to. The elements have the type of these
 * values if there is only one, otherwise the smallest of the types. */
hr_compare_rule hr_stored_rule(const hr_stored *stored, hr_stored_set set);
/* Return the rule for an output of the unit. */
hr_compare_rule hr_stored_output_rule(const hr_stored *stored, const hr_unit_port *port);

#endif
