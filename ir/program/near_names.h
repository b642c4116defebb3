/* ir/program/near_names.h -- names that users give and a program does not have. */
#ifndef HR_NEAR_NAMES_H
#define HR_NEAR_NAMES_H

#include "ir/program/program.h"
#include "src/diag/near.h"

/* "; did you mean 'Root/Leaf'?", in TEXT, or "": the path or function of a node that NAME, which is
 * none, resembles. */
const char *hr_program_near_node(const hr_program *program, const char *name,
				 char text[HR_NEAR_TEXT]);
/* Report that NAME is no node, or no function. */
hr_status hr_program_no_node(const hr_program *program, hr_diags *diags, const char *name);
hr_status hr_program_no_function(const hr_program *program, hr_diags *diags, const char *name);

#endif
