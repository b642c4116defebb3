/* backends/shared/edit.h -- changes of LLVM IR that its C interface has no function for.
 *
 * Shared by the extraction of units and by modules that use LLVM. */
#ifndef HR_EDIT_H
#define HR_EDIT_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "src/base/vec.h"

typedef HR_VEC(LLVMValueRef) hr_instructions;

/* Adds all of MODULE, function by function, in the order of the code; who changes it has a list
 * that stays. */
void hr_edit_list(LLVMModuleRef module, hr_instructions *all);

/* The instruction after which INSTRUCTION's block ends: everything behind it goes, and the block
 * has no terminator then. Phis of blocks that it no longer leads to are mended. */
void hr_edit_cut_after(LLVMValueRef instruction);
/* What stands behind INSTRUCTION becomes a block of its own, which is returned; the old one has no
 * terminator then. */
LLVMBasicBlockRef hr_edit_split_after(LLVMValueRef instruction, const char *name);
/* Moves all blocks of FROM to TO, in which parameter i of FROM is parameter i of TO. FROM goes when
 * nothing else uses it. */
void hr_edit_move_body(LLVMValueRef from, LLVMValueRef to);
/* Gives parameter AS of TO the attributes that PARAMETER of FROM has. */
void hr_edit_copy_marks(LLVMValueRef from, unsigned parameter, LLVMValueRef to, unsigned as);
/* Takes away what belongs to a machine, a debugger, or an optimiser's licence, but for the flags of
 * fast arithmetic in KEPT. */
void hr_edit_strip_function(LLVMValueRef function, LLVMFastMathFlags kept);
/* A call of the function NAME, which is declared if it is not yet. At most HR_EDIT_ARGUMENTS
 * arguments. */
enum { HR_EDIT_ARGUMENTS = 10 };
LLVMValueRef hr_edit_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
			  LLVMTypeRef result, LLVMValueRef *arguments, unsigned count);
/* A call of the intrinsic NAME, which LLVM is known to have; TYPES are those that its name goes on
 * with. */
LLVMValueRef hr_edit_intrinsic(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
			       LLVMTypeRef *types, unsigned type_count, LLVMValueRef *operands,
			       unsigned count);
/* By way of others, too. */
bool hr_edit_calls_itself(LLVMValueRef function);
/* A fresh declaration of a function or variable instead of OLD, which goes with its body and all
 * its marks (`dso_local` can only be lost this way). */
LLVMValueRef hr_edit_declare_anew(LLVMModuleRef module, LLVMValueRef old);

#endif
