/* ir/program/uses.h -- what the code of a graph's leaves refers to besides its arguments. */
#ifndef HR_USES_H
#define HR_USES_H

#include "ir/graph/graph.h"
#include "ir/program/program.h"
#include "src/base/vec.h"

typedef struct hr_uses {
	HR_VEC(uint32_t) globals; /* ids, ascending: neither constant nor thread-local; owns */
	bool calls_out;           /* a leaf calls a function that the program does not define */
	/* names of these functions, borrowed from the module; owns the list */
	HR_VEC(const char *) outside;
	bool thread_local_; /* a leaf uses a thread-local global */
	/* an address may be used other than for an access or a call: compared, calculated with,
	 * stored in memory */
	bool addresses;
} hr_uses;

/* Find the uses from the leaves' functions through calls, operands and tables of addresses. */
void hr_uses_find(const hr_program *program, const hr_graph *graph, hr_uses *uses);
void hr_uses_free(hr_uses *uses);

/* Return true if direct calls lead from another function that FUNCTION calls back to FUNCTION; false also where too many
 * functions would have to be searched. */
bool hr_calls_lead_back(const hr_program *program, const hr_function *function);

#endif
