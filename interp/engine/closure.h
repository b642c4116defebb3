/* interp/engine/closure.h -- C function pointers to interpreted functions. */
#ifndef HR_CLOSURE_H
#define HR_CLOSURE_H

#include "interp/memory/image.h"

/* Return a closure, owned by the caller. Return NULL and set *why if there is no executable
 * memory. A call from C to a function whose result has no calling convention is refused when it is
 * made: a root's address, for example, is only passed to launch. */
hr_closure *hr_closure_new(hr_run *run, hr_function *function, hr_closure *next, const char **why);
uint64_t hr_closure_address(const hr_closure *closure);
void hr_closure_free(hr_closure *closure); /* and all closures linked after it */

#endif
