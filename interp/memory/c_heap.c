/* interp/memory/c_heap.c -- tells which calls give a leaf memory of the C library or take it back.
 *
 * A function without a row in src/arith/cfunction.def may allocate or free without notice
 * (asprintf, functions of a library).
 *
 * Owns:     nothing.
 * Clauses:  M6.
 * Not here: which functions do (src/arith/cfunction.def), the blocks that were given
 *           (interp/check/blocks.c). */
#include "interp/memory/c_heap.h"

#include <string.h>

static const hr_cfunction unknown = {.heap = HR_HEAP_UNKNOWN};

static bool is_of_the_kind(const hr_cfunction *row, const hr_call *call)
{
	const bool takes = row->heap == HR_HEAP_FREE || row->heap == HR_HEAP_FREE_ALIGNED;

	if (call->arg_count != hr_cfunction_parameters(row) || call->variadic)
		return false;
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (call->args[i].con != HR_C_I64)
			return false;
	if (takes || row->heap == HR_HEAP_POSIX)
		return call->result_count == !takes && (takes || call->results[0].con == HR_C_I32);
	return call->result_count == 1 && call->results[0].con == HR_C_I64;
}

const hr_cfunction *hr_c_heap_find(const char *name, const hr_cfunction *row, const hr_call *call,
				   bool process)
{
	if (row && row->heap)
		return is_of_the_kind(row, call) && process ? row : &unknown;
	return row || strncmp(name, "llvm.", 5) == 0 ? NULL : &unknown;
}
