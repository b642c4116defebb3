/* ir/kernel/ptx/reflect.c -- __nvvm_reflect(), by which libdevice asks for properties of the compilation.
 *
 * Clauses:   K4.
 * Source:    "NVPTX Usage" of LLVM: unknown properties are 0.
 * Not here:  the functions of libdevice (ir/kernel/library/). */
#include <stdlib.h>
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

/* Return the text that VALUE, the address of a constant string, points to; NULL if it is none. */
static const char *text_at(LLVMValueRef value, size_t *length)
{
	LLVMValueRef initial;

	while (LLVMIsAConstantExpr(value) || LLVMIsAAddrSpaceCastInst(value))
		value = LLVMGetOperand(value, 0);
	initial = LLVMIsAGlobalVariable(value) ? LLVMGetInitializer(value) : NULL;
	return initial && LLVMIsConstantString(initial) ? LLVMGetAsString(initial, length) : NULL;
}

/* Return ten times the number of the architecture (sm_75: 750) that FUNCTION is compiled for. */
static uint64_t architecture(LLVMValueRef function)
{
	static const char name[] = "target-cpu";
	enum { USUAL = 750 };
	LLVMAttributeRef cpu = LLVMGetStringAttributeAtIndex(
		function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, sizeof(name) - 1);
	unsigned length;
	const char *text = cpu ? LLVMGetStringAttributeValue(cpu, &length) : "";

	return strncmp(text, "sm_", 3) ? USUAL : 10 * strtoull(text + 3, NULL, 10);
}

static uint64_t flag(LLVMModuleRef module, const char *name)
{
	LLVMMetadataRef found = LLVMGetModuleFlag(module, name, strlen(name));
	LLVMValueRef value =
		found ? LLVMMetadataAsValue(LLVMGetModuleContext(module), found) : NULL;

	if (value && LLVMIsAValueAsMetadata(value))
		value = LLVMGetOperand(value, 0);
	return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

bool hr_ptx_reflect(const hr_ptx *p, LLVMValueRef call, const char *name)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	uint64_t value = 0;
	const char *text;
	size_t length = 0;

	if (strcmp(name, "__nvvm_reflect") != 0 && strncmp(name, "llvm.nvvm.reflect", 17) != 0)
		return false;
	text = text_at(LLVMGetOperand(call, 0), &length);
	if (!text)
		return false;
	length = strnlen(text, length);
	if (length == 10 && !strncmp(text, "__CUDA_FTZ", length))
		value = flag(p->module, "nvvm-reflect-ftz");
	else if (length == 11 && !strncmp(text, "__CUDA_ARCH", length))
		value = architecture(function);
	LLVMReplaceAllUsesWith(call, hr_ptx_int(LLVMTypeOf(call), value));
	LLVMInstructionEraseFromParent(call);
	return true;
}
