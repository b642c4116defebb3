/* ir/kernel/amdgcn/amdgcn_private.h -- shared by the parts of ir/kernel/amdgcn/. */
#ifndef HR_AMDGCN_PRIVATE_H
#define HR_AMDGCN_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

/* Where code is built: before CALL, of the intrinsic llvm.amdgcn.NAME. */
typedef struct hr_amdgcn {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef i1, i32, i64, f64;
	LLVMValueRef call;
	const char *name;
	bool inlines; /* functions were made that the pass always-inline has to inline */
} hr_amdgcn;

enum { HR_AMDGCN_OPERANDS = 8 };

/* Return the name behind WORD if NAME begins with WORD, which a point or the end follows; else NULL. */
const char *hr_amdgcn_after(const char *name, const char *word);
LLVMValueRef hr_amdgcn_operand(const hr_amdgcn *a, unsigned i);
/* Build a call of the function NAME, which is declared if it is missing. */
LLVMValueRef hr_amdgcn_call(const hr_amdgcn *a, const char *name, LLVMTypeRef result,
			    const LLVMValueRef *arguments, unsigned count);
/* Return the bits of TYPE, or 0 if a value of it cannot be an integer of as many bits. */
unsigned hr_amdgcn_bits(const hr_amdgcn *a, LLVMTypeRef type);
/* Return VALUE, of a type with bits, as TYPE: bits stay, and are extended with zeros or cut off. */
LLVMValueRef hr_amdgcn_as(const hr_amdgcn *a, LLVMValueRef value, LLVMTypeRef type);

/* Return what stands for the call, whose result is a's; NULL: it stays. A store has a value as well, which is not used. */
LLVMValueRef hr_amdgcn_lanes(hr_amdgcn *a);
LLVMValueRef hr_amdgcn_matrix(hr_amdgcn *a);
LLVMValueRef hr_amdgcn_buffer(hr_amdgcn *a);

#endif
