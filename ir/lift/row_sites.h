/* ir/lift/row_sites.h -- the calls of operations of tensor programs in a leaf's code (X1), with what the front
 * end says of their types. */
#ifndef HR_ROW_SITES_H
#define HR_ROW_SITES_H

#include "ir/program/program.h"

enum { HR_SITE_OPERANDS = 64 };

/* One call. A type is "f32 4", "wide f32 2" (the element's type, and the rank), "none" for an operand that is
 * omitted, or NULL if it is not known. All is borrowed for the call of the visitor. */
typedef struct hr_row_site {
	const char *text; /* "sum axes=1 keep=1"; NULL: it is no constant */
	unsigned count;   /* operands; those from HR_SITE_OPERANDS on are not listed */
	const char *operands[HR_SITE_OPERANDS], *result;
} hr_row_site;

/* Call SEE for each call of LEAF, in the order of its code. */
void hr_row_sites_visit(const hr_program *program, const hr_node *leaf,
			void (*see)(void *data, const hr_row_site *site), void *data);

#endif
