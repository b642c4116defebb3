/* interp/memory/c_heap.h -- functions of the C library that allocate or free memory. */
#ifndef HR_C_HEAP_H
#define HR_C_HEAP_H

#include "ir/code/code.h"
#include "src/arith/cfunction.h"

/* Return the row that describes how a CALL of NAME allocates or frees memory, or NULL if it does
 * neither. The row's `heap` is HR_HEAP_UNKNOWN if the call may do either. ROW is the function's row
 * in src/arith/cfunction.def, or NULL. PROCESS is true if NAME resolves to the function of the
 * process, or to the runtime's replacement for it. */
const hr_cfunction *hr_c_heap_find(const char *name, const hr_cfunction *row, const hr_call *call,
				   bool process);

#endif
