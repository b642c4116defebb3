/* backends/crosscheck/case_make.h -- makes a case of the current grid of a cross-check. */
#ifndef HR_CASE_MAKE_H
#define HR_CASE_MAKE_H

#include "backends/case/case.h"
#include "backends/crosscheck/crosscheck_grid.h"

/* Fill SELF, which the caller has initialised, with the grid that GOT ran and the memory before it,
 * but without code. Return false, with the reason in *WHY, if a case cannot represent the grid. */
bool hr_case_note(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		  const cross_got *got, const hr_offload_grid *grid, const char **why)
	HR_MUST_CHECK;
/* Like hr_case_note(), but also store the code of the leaf, and of the leaves of earlier grids that
 * SELF may have. */
bool hr_case_make(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		  const cross_got *got, const hr_offload_grid *grid, const char **why)
	HR_MUST_CHECK;

#endif
