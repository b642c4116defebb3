/* ir/program/elements.h -- the element type of memory that a pointer input points to, which opaque
 * pointers do not have. */
#ifndef HR_ELEMENTS_H
#define HR_ELEMENTS_H

#include "ir/program/program.h"

/* Return "float", "i32" ...: the type that NODE's code, or a child that receives the pointer, most
 * often loads and stores through INPUT. NULL if there is none, or it is not a number. */
const char *hr_elements_of(const hr_program *program, const hr_node *node, unsigned input);

#endif
