/* ir/kernel/space.c -- questions where a generic pointer points (K2): __to_global and its relatives, get_fence,
 * isspacep of NVPTX and llvm.amdgcn.is.* become code with __hpvm__space.
 *
 * Clauses:   K2, K4.
 * Not here:  accesses in a wrong space (interp/check/access/space.c). */
#include <string.h>

#include "ir/kernel/kernel_private.h"

static const struct {
	const char *name;
	hr_memory_kind kind;
} questions[] = {
	{"__to_global", HR_MEMORY_GLOBAL},
	{"__to_local", HR_MEMORY_SHARED},
	{"__to_private", HR_MEMORY_PRIVATE},
	{"get_fence", HR_MEMORY_SHARED},
	{"llvm.nvvm.isspacep.global", HR_MEMORY_GLOBAL},
	{"llvm.nvvm.isspacep.shared", HR_MEMORY_SHARED},
	{"llvm.nvvm.isspacep.shared.cluster", HR_MEMORY_SHARED},
	{"llvm.nvvm.isspacep.const", HR_MEMORY_CONSTANT},
	{"llvm.nvvm.isspacep.local", HR_MEMORY_PRIVATE},
	{"llvm.amdgcn.is.shared", HR_MEMORY_SHARED},
	{"llvm.amdgcn.is.private", HR_MEMORY_PRIVATE},
};

static hr_memory_kind asked(LLVMValueRef call)
{
	size_t length;
	const char *name =
		hr_kernel_plain_name(LLVMGetValueName(LLVMGetCalledValue(call)), &length);

	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		if (strlen(questions[i].name) == length &&
		    !strncmp(questions[i].name, name, length))
			return questions[i].kind;
	return HR_MEMORY_ANY;
}

LLVMValueRef hr_kernel_space(hr_kernel *k, LLVMBuilderRef b, LLVMValueRef call)
{
	enum { LOCAL_FENCE = 1, GLOBAL_FENCE = 2 }; /* CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE */
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef pointer = LLVMGetOperand(call, 0), given = pointer, kind, is;

	if (LLVMTypeOf(given) != k->ptr)
		given = LLVMBuildAddrSpaceCast(b, given, k->ptr, "");
	kind = hr_kernel_call(k, b, "__hpvm__space", k->i32, &given, 1, false);
	is = LLVMBuildICmp(b, LLVMIntEQ, kind, LLVMConstInt(k->i32, asked(call), false), "");
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return LLVMBuildSelect(b, is, LLVMBuildAddrSpaceCast(b, pointer, type, ""),
				       LLVMConstNull(type), "");
	if (LLVMGetIntTypeWidth(type) == 1)
		return is;
	return LLVMBuildSelect(b, is, LLVMConstInt(type, LOCAL_FENCE, false),
			       LLVMConstInt(type, GLOBAL_FENCE, false), "");
}
