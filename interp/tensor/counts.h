/* interp/tensor/counts.h -- what leaves return as tensors, counted for --stats. */
#ifndef HR_COUNTS_H
#define HR_COUNTS_H

#include "interp/run/run.h"

/* Of all executions of a leaf. */
typedef struct hr_counts {
	uint64_t elements, bytes;
	uint64_t unbounded; /* elements whose bound is infinite */
	/* The largest of the other bounds of a tensor as a part of its largest magnitude, of all its tensors; 0 if
	 * they are exact, or a backend has computed them. */
	double bound;
} hr_counts;

/* Count the tensors in OUTPUTS, the image of LEAF. */
void hr_counts_add(hr_run *run, const hr_node *leaf, const uint8_t *outputs);
hr_counts hr_counts_of(hr_run *run, const hr_node *leaf);

/* The counts of a run, which its hr_tensors own. */
typedef struct hr_all_counts hr_all_counts;
hr_all_counts *hr_all_counts_new(void);
void hr_all_counts_free(hr_all_counts *counts); /* may be NULL */

#endif
