/* backends/case/reduce.h -- generates smaller variants of a case, one change at a time.
 *
 * A *variant* differs from a case by one step of one reduction (hr_reduction). The caller numbers
 * the steps from 0 until there are no more, and keeps the variants that still reproduce the
 * finding. Everything is deterministic. */
#ifndef HR_REDUCE_H
#define HR_REDUCE_H

#include <stdio.h>

#include "backends/case/case.h"

typedef enum hr_reduction {
	HR_REDUCE_EARLIER, /* removes grids that run before */
	HR_REDUCE_LEVELS,  /* removes nodes above the leaf */
	HR_REDUCE_GRID,
	HR_REDUCE_SHAPES, /* shrinks tensors */
	HR_REDUCE_MEMORY, /* shrinks memory */
	HR_REDUCE_CONTENTS,
	HR_REDUCE_NUMBERS,
	HR_REDUCE_CODE,
	HR_REDUCTIONS
} hr_reduction;

/* Return the name of REDUCTION, for example "grid". */
const char *hr_reduce_word(hr_reduction reduction);

typedef enum hr_reduced {
	HR_REDUCE_MADE, /* *VARIANT is a new case; the caller frees it */
	HR_REDUCE_SAME, /* the step changes nothing, or has no valid result */
	HR_REDUCE_END,  /* there are no more steps */
} hr_reduced;

hr_reduced hr_reduce_step(const hr_case *from, hr_reduction reduction, unsigned step,
			  hr_case *variant) HR_MUST_CHECK;

/* --- reduce_code.c: reduces the leaf's instructions ---------------------------------------- */

hr_reduced hr_reduce_code(hr_case *variant, unsigned step) HR_MUST_CHECK;
/* Return the number of instructions of the leaf and its callees, except debug intrinsics and HPVM's
 * hints. */
unsigned hr_reduce_count(const hr_case *of);
/* Print the leaf and its callees as LLVM assembly. */
void hr_reduce_print(const hr_case *of, FILE *stream);

#endif
