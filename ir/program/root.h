/* ir/program/root.h -- the value that a pointer is based on, and locals whose addresses the code
 * does not show everywhere; private to ir/.
 *
 * A pointer is *based on* another value if it was computed from it by address arithmetic, casts,
 * and selects and phis of which all operands are based on the same value. That value is its
 * *root*. */
#ifndef HR_ROOT_H
#define HR_ROOT_H

#include <stdbool.h>

#include <llvm-c/Types.h>

#include "ir/program/program.h"

/* Return the root of POINTER: an alloca, a global variable, a parameter, or another value whose
 * object the function does not show, such as a loaded pointer. The definition of the root dominates
 * that of POINTER. The code of PROGRAM must not change between the first call and hr_roots_forget(); without PROGRAM,
 * NULL, nothing is remembered. */
LLVMValueRef hr_root_of(const hr_program *program, LLVMValueRef pointer);
/* PROGRAM ends. */
void hr_roots_forget(const hr_program *program);

/* Return true if VALUE, a pointer, reaches a place that does not show its root: memory, a call, a
 * return, a select or phi of several roots, an operand of a block copy. Pointers computed from
 * VALUE by arithmetic do not count. */
bool hr_root_is_lost(LLVMValueRef value);

/* The same for VALUE and all pointers that are computed from it, here and in functions that are
 * called; but operands of a block copy do not count. */
bool hr_root_may_be_lost(LLVMValueRef value);

/* Return true if FUNCTION can run in a leaf. Require hr_program_lock(). */
bool hr_root_in_leaves(hr_program *program, const hr_function *function);
/* Return true if FUNCTION can run in a leaf, and if in such functions the address of some local
 * variable reaches a place that does not show its root, so that a pointer of unknown root may be
 * based on a local variable. Require hr_program_lock(). */
bool hr_root_needs_checks(hr_program *program, const hr_function *function);

#endif
