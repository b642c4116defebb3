/* ir/llvm/passes.c -- LLVM's passes on a program's module.
 *
 * Not here:  passes on units of backends (backends/unit/unit.c). */
#include "ir/llvm/passes.h"

#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "src/base/status.h"

void hr_run_passes(void *module, const char *passes)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);

	LLVMDisposePassBuilderOptions(options);
	if (error)
		hr_bug("%s: %s", passes, LLVMGetErrorMessage(error));
}

void hr_mark_inline(void *function)
{
	static const char *const names[] = {"noinline", "optnone", "alwaysinline"};
	const LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	unsigned kind = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
		LLVMRemoveEnumAttributeAtIndex(function, whole, kind);
	}
	LLVMAddAttributeAtIndex(function, whole, LLVMCreateEnumAttribute(context, kind, 0));
}
