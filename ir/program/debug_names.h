/* ir/program/debug_names.h -- names of values in the source, from debug information; private to
 * ir/. */
#ifndef HR_DEBUG_NAMES_H
#define HR_DEBUG_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Types.h>

#include "src/base/arena.h"

/* Called for a variable of FUNCTION itself, not of a function inlined there. VALUE is its value, or
 * an alloca that holds it. NAME, of LENGTH bytes, is borrowed from LLVM. */
typedef void hr_debug_name(void *context, LLVMValueRef value, const char *name, size_t length);

/* Call VISIT, in order, for the variables that the entry block describes and that belong to no
 * inner scope. Parameters come first, as compilers emit them. */
void hr_debug_names(LLVMValueRef function, hr_debug_name *visit, void *context);

/* The same for the parameters of FUNCTION that its description lists, whether or not code uses them:
 * optimised code describes only those that it uses. Calls VISIT for none if FUNCTION passes them
 * otherwise than the source declares them. */
void hr_debug_parameters(LLVMValueRef function, hr_debug_name *visit, void *context);

/* Return the name of the variable that VALUE, an instruction, holds, in the source or else in the
 * IR; in ARENA. NULL if it has no name. Slow: it searches the function. */
const char *hr_variable_name(hr_arena *arena, LLVMValueRef value);

/* Return true if a compiler made MODULE without debug information. */
bool hr_debug_missing(LLVMModuleRef module);

/* Call before and after a series of calls: older LLVMs describe variables only in a form that
 * MODULE must be converted to. */
bool hr_debug_names_begin(LLVMModuleRef module);
void hr_debug_names_end(LLVMModuleRef module, bool changed);

#endif
