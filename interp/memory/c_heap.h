/* interp/memory/c_heap.h -- functions of the C library that give memory, or take it back. */
#ifndef HR_C_HEAP_H
#define HR_C_HEAP_H

#include "ir/code/code.h"
#include "src/arith/cfunction.h"

/* The row of a CALL of NAME, whose row is ROW, as one that gives memory or takes it; NULL: it does
 * neither. Its `heap` is HR_HEAP_UNKNOWN if it may. PROCESS: NAME is what the process has under it,
 * or stands in for it. */
const hr_cfunction *hr_c_heap_find(const char *name, const hr_cfunction *row, const hr_call *call,
				   bool process);

#endif
