/* interp/values/against.h -- values of a run compared with those of another runtime, by name (hpvm-diff --against).
 *
 * The reference is computed leaf by leaf. After each leaf its outputs are compared with the other
 * runtime's, and then replaced by those, as exact: so each leaf is judged with the other runtime's own
 * inputs, and an error is not counted again further on. A value that the other runtime does not give
 * keeps its bound, which the leaves that follow take into account. */
#ifndef HR_AGAINST_H
#define HR_AGAINST_H

#include "interp/run/run.h"
#include "interp/tensor/array.h"
#include "interp/values/values.h"
#include "src/file/npz.h"

typedef enum hr_against_verdict {
	HR_AGAINST_SAME,    /* every element is equal */
	HR_AGAINST_WITHIN,  /* every element is within its bound */
	HR_AGAINST_DIFFERS, /* some are not */
	HR_AGAINST_TYPE,    /* other type */
	HR_AGAINST_SHAPE,   /* other shape */
	HR_AGAINST_MISSING, /* the other runtime does not give it */
	HR_AGAINST_VERDICTS
} hr_against_verdict;

enum { HR_AGAINST_TEXT = 40 };

/* One value of one execution. */
typedef struct hr_against_row {
	const hr_value *value;
	uint64_t execution; /* from 1: how often the value has been computed */
	hr_against_verdict verdict;
	const char *type, *other_type; /* "f32" */
	hr_dims shape;
	unsigned other_rank;
	uint64_t other_shape[HR_NPY_DIMS];
	uint64_t count, differing; /* elements */
	uint64_t
		unbounded; /* that are not equal, and whose bound is infinite: they may have any value */
	/* Of those that are not equal, the one whose error is the largest multiple of its bound, and this multiple
	 * (infinite if the bound is 0); of DIFFERS, the first that is outside of it. */
	double share;
	uint64_t first;                                      /* flat index */
	char ours[HR_AGAINST_TEXT], theirs[HR_AGAINST_TEXT]; /* its values */
	double bound;
} hr_against_row;

typedef struct hr_against hr_against;

/* Observe RUN from now on. OTHER is borrowed and has the values NAME, of a second execution NAME#2, and so on. */
hr_against *hr_against_new(hr_run *run, const hr_npz *other);
void hr_against_free(hr_against *against);
/* Return the rows so far, in the order of execution. */
const hr_against_row *hr_against_rows(const hr_against *against, size_t *count);
/* Return the next array of OTHER, from *I on, that no value has; NULL if there is none. Moves *I behind it. */
const char *hr_against_unknown(const hr_against *against, size_t *i);
/* Return HR_TRAP if some value differs, or the status of an array that could not be read. Reports no-such-value if nothing
 * was compared because OTHER, which is not empty, has other names. */
hr_status hr_against_status(const hr_against *against);
/* Write the position of an element, "(0, 3, 1)", to TEXT and return it. */
const char *hr_against_index(const hr_dims *shape, uint64_t flat, char text[HR_DIMS_TEXT]);

static inline bool hr_against_is_finding(hr_against_verdict verdict)
{
	return verdict == HR_AGAINST_DIFFERS || verdict == HR_AGAINST_TYPE ||
	       verdict == HR_AGAINST_SHAPE;
}

#endif
