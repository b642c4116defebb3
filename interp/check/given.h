/* interp/check/given.h -- which memory leaves have allocated with C functions. */
#ifndef HR_CHECK_GIVEN_H
#define HR_CHECK_GIVEN_H

#include "interp/check/checker.h"

/* Return true if ADDRESS lies in memory that an observed leaf of EXECUTION allocated with a C
 * function, in any order of instances, and that has not been returned to C. */
bool hr_check_given(hr_checker *checker, const hr_plan *plan, uint64_t execution, uint64_t address);

#endif
