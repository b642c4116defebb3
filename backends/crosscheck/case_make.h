/* backends/crosscheck/case_make.h -- a case of the grid under way in a cross-check. */
#ifndef HR_CASE_MAKE_H
#define HR_CASE_MAKE_H

#include "backends/case/case.h"
#include "backends/crosscheck/crosscheck_grid.h"

/* Fills SELF, which the caller has initialised, with the grid that GOT has run, from the memory
 * before it, but not with code. False: *why says what no case can hold. */
bool hr_case_note(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		  const cross_got *got, const hr_offload_grid *grid, const char **why)
	HR_MUST_CHECK;
/* Likewise with the code of its leaf and of those of earlier grids, which it may have. */
bool hr_case_make(hr_case *self, const hr_crosscheck *check, const cross_leaf *leaf,
		  const cross_got *got, const hr_offload_grid *grid, const char **why)
	HR_MUST_CHECK;

#endif
