/* ir/program/recursion.h -- calls that lead back to their function. */
#ifndef HR_RECURSION_H
#define HR_RECURSION_H

#include "ir/program/program.h"

/* Return true if direct calls lead from another function that FUNCTION calls back to FUNCTION; false also where too many
 * functions would have to be searched. */
bool hr_calls_lead_back(const hr_program *program, const hr_function *function);

#endif
