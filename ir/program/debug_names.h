/* ir/program/debug_names.h -- what the source calls values, from debug information; private to
 * ir/. */
#ifndef HR_DEBUG_NAMES_H
#define HR_DEBUG_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Types.h>

#include "src/base/arena.h"

/* A variable of FUNCTION itself, not of what was inlined there, and where debug information says it
 * is: VALUE is it, or an alloca that holds it. NAME is borrowed from LLVM, of LENGTH bytes. */
typedef void hr_debug_name(void *context, LLVMValueRef value, const char *name, size_t length);

/* Calls VISIT for those that the entry block tells of and that belong to no inner scope, in order:
 * parameters come first, as a compiler writes them. */
void hr_debug_names(LLVMValueRef function, hr_debug_name *visit, void *context);

/* The variable that VALUE, an instruction, is, in the source or else in the IR; in ARENA. NULL: it
 * has no name. Slow: it looks through the function. */
const char *hr_variable_name(hr_arena *arena, LLVMValueRef value);

/* Before and after a series of calls: older LLVMs tell of variables only in a form that MODULE has
 * to be brought into. */
bool hr_debug_names_begin(LLVMModuleRef module);
void hr_debug_names_end(LLVMModuleRef module, bool changed);

#endif
