/* ir/program/near_names.h -- suggestions for names of nodes and functions that a program does not
 * have. */
#ifndef HR_NEAR_NAMES_H
#define HR_NEAR_NAMES_H

#include "ir/program/program.h"
#include "src/diag/near.h"

/* Return TEXT: "; did you mean 'Root/Leaf'?" with the path or function of a node that is similar to
 * the unknown NAME, or "". */
const char *hr_program_near_node(const hr_program *program, const char *name,
				 char text[HR_NEAR_TEXT]);
/* Report that NAME is not a node, or not a function. */
hr_status hr_program_no_node(const hr_program *program, hr_diags *diags, const char *name);
hr_status hr_program_no_function(const hr_program *program, hr_diags *diags, const char *name);

#endif
