/* interp/engine/closure.h -- C function pointers for interpreted functions. */
#ifndef HR_CLOSURE_H
#define HR_CLOSURE_H

#include "interp/memory/image.h"

/* NULL: no executable memory, or a result type without convention (*why). Owned by the caller. */
hr_closure *hr_closure_new(hr_run *run, hr_function *function, hr_closure *next, const char **why);
uint64_t hr_closure_address(const hr_closure *closure);
void hr_closure_free(hr_closure *closure); /* with all after it */

#endif
