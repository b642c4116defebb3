/* backends/shared/edit.h -- transformations of LLVM IR that LLVM's C interface has no function for.
 *
 * Shared by the construction of units and by modules that use LLVM. */
#ifndef HR_EDIT_H
#define HR_EDIT_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "src/base/vec.h"

typedef HR_VEC(LLVMValueRef) hr_instructions;

/* Append all instructions of MODULE to ALL, function by function, in code order. The list stays
 * valid while the caller adds instructions to the module. */
void hr_edit_list(LLVMModuleRef module, hr_instructions *all);

/* End INSTRUCTION's block after INSTRUCTION: delete everything behind it, so that the block has no
 * terminator. Phis in the former successors are updated. */
void hr_edit_cut_after(LLVMValueRef instruction);
/* Move the instructions behind INSTRUCTION into a new block and return it. The old block is left
 * without a terminator. */
LLVMBasicBlockRef hr_edit_split_after(LLVMValueRef instruction, const char *name);
/* Move all blocks of FROM to TO; parameter i of FROM becomes parameter i of TO. FROM is deleted if
 * nothing else uses it. */
void hr_edit_move_body(LLVMValueRef from, LLVMValueRef to);
/* Copy the attributes of parameter PARAMETER of FROM to parameter AS of TO. */
void hr_edit_copy_marks(LLVMValueRef from, unsigned parameter, LLVMValueRef to, unsigned as);
/* Remove attributes and metadata that concern the target machine, debuggers or optimisations, and
 * all fast-math flags except those in KEPT. */
void hr_edit_strip_function(LLVMValueRef function, LLVMFastMathFlags kept);
/* Build a call of the function NAME, which is declared if necessary. At most HR_EDIT_ARGUMENTS
 * arguments. */
enum { HR_EDIT_ARGUMENTS = 10 };
LLVMValueRef hr_edit_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
			  LLVMTypeRef result, LLVMValueRef *arguments, unsigned count);
/* Build a call of the intrinsic NAME, which LLVM must have. TYPES are its overloaded types. */
LLVMValueRef hr_edit_intrinsic(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
			       LLVMTypeRef *types, unsigned type_count, LLVMValueRef *operands,
			       unsigned count);
/* Return true if FUNCTION calls itself, directly or through other functions. */
bool hr_edit_calls_itself(LLVMValueRef function);
/* Replace the function or variable OLD by a new declaration and return it. OLD is deleted with its
 * body and all its attributes. (`dso_local` can be removed in no other way.) */
LLVMValueRef hr_edit_declare_anew(LLVMModuleRef module, LLVMValueRef old);

#endif
