/* ir/program/elements.h -- what memory that a pointer input leads to is used as. Pointers have no
 * such type. */
#ifndef HR_ELEMENTS_H
#define HR_ELEMENTS_H

#include "ir/program/program.h"

/* "float", "i32" ...: the type that NODE's code loads and stores most often through INPUT, or that
 * of a child that gets it from there; NULL: it does not, or other things than numbers. */
const char *hr_elements_of(const hr_program *program, const hr_node *node, unsigned input);

#endif
