/* backends/crosscheck/stored.h -- what types of values a unit stores, and so how its results are
 * compared. */
#ifndef HR_STORED_H
#define HR_STORED_H

#include "backends/backend.h"
#include "backends/crosscheck/compare.h"

/* Kinds of values, as bits. */
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
	HR_STORED_OTHER = 512, /* blocks of bytes, and numbers of other sizes */
};

typedef struct hr_stored_set {
	unsigned kinds;
	unsigned computed; /* floats among them that may come from arithmetic */
} hr_stored_set;

typedef struct hr_stored {
	hr_stored_set *inputs; /* by input: through that pointer; owned */
	hr_stored_set outputs;
	hr_stored_set elsewhere; /* through pointers that come from somewhere else */
	bool sums_floats;        /* by atomic operations */
	bool chooses_zeros;      /* minnum, maxnum and their like are called, or flags say so */
} hr_stored;

void hr_stored_find(const hr_unit *unit, hr_stored *stored);
void hr_stored_free(hr_stored *stored);
hr_stored_set hr_stored_join(hr_stored_set a, hr_stored_set b);
/* For memory that SET is stored to: elements of its type if that is one, otherwise of its
 * smallest. */
hr_compare_rule hr_stored_rule(const hr_stored *stored, hr_stored_set set);
/* For an output of the unit. */
hr_compare_rule hr_stored_output_rule(const hr_stored *stored, const hr_unit_port *port);

#endif
