/* ir/program/uses.h -- what the code of a graph's leaves refers to beyond its arguments. */
#ifndef HR_USES_H
#define HR_USES_H

#include "ir/graph/graph.h"
#include "ir/program/program.h"
#include "src/base/vec.h"

typedef struct hr_uses {
	HR_VEC(uint32_t) globals;     /* ids, ascending: neither constant nor thread-local; owns */
	bool calls_out;               /* some function that the program does not define */
	HR_VEC(const char *) outside; /* their names, the module's; owns the list */
	bool thread_local_;           /* some thread-local global */
	/* some function may do more with an address than go there: compare it, calculate with it,
	 * keep it in memory */
	bool addresses;
} hr_uses;

/* Found from the leaves' functions through calls, operands and tables of addresses. */
void hr_uses_find(const hr_program *program, const hr_graph *graph, hr_uses *uses);
void hr_uses_free(hr_uses *uses);

#endif
