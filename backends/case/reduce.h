/* backends/case/reduce.h -- smaller variants of a case, one change at a time.
 *
 * A *variant* differs from a case by one step of a *way* to make it smaller. Who asks numbers the
 * steps from 0 until there are no more, and keeps the variants that still show what the case is
 * for. Everything is deterministic. */
#ifndef HR_REDUCE_H
#define HR_REDUCE_H

#include "backends/case/case.h"

typedef enum hr_reduction {
	HR_REDUCE_EARLIER, /* grids that run before */
	HR_REDUCE_LEVELS,  /* nodes above the leaf */
	HR_REDUCE_GRID,
	HR_REDUCE_SHAPES, /* of tensors */
	HR_REDUCE_MEMORY, /* its size */
	HR_REDUCE_CONTENTS,
	HR_REDUCE_NUMBERS,
	HR_REDUCE_CODE,
	HR_REDUCTIONS
} hr_reduction;

const char *hr_reduce_word(hr_reduction reduction); /* "grid" */

typedef enum hr_reduced {
	HR_REDUCE_MADE, /* *variant is one; the caller frees it */
	HR_REDUCE_SAME, /* the step changes nothing, or makes nothing valid */
	HR_REDUCE_END,  /* there are no more steps */
} hr_reduced;

hr_reduced hr_reduce_step(const hr_case *from, hr_reduction reduction, unsigned step,
			  hr_case *variant) HR_MUST_CHECK;

/* --- reduce_code.c: the leaf's instructions --------------------------------------------------- */

hr_reduced hr_reduce_code(hr_case *variant, unsigned step) HR_MUST_CHECK;
/* Instructions of the leaf and what it calls, those of debuggers and hints to HPVM apart. */
unsigned hr_reduce_count(const hr_case *of);

#endif
