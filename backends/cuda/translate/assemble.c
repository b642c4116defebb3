/* backends/cuda/translate/assemble.c -- compiles LLVM IR for NVPTX to PTX.
 *
 * Owns:      nothing. */
#include <stdio.h>

#include "backends/cuda/translate/cuda_translate.h"

LLVMMemoryBufferRef cuda_assemble(LLVMModuleRef module, const cuda_target *target,
				  char text[HR_BACKEND_TEXT])
{
	LLVMTargetMachineRef machine = cuda_open_machine(target, text);
	LLVMMemoryBufferRef ptx = NULL;
	char *error = NULL;

	if (!machine)
		return NULL;
	if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMAssemblyFile, &error, &ptx)) {
		snprintf(text, HR_BACKEND_TEXT, "%s", error);
		LLVMDisposeMessage(error);
		ptx = NULL;
	}
	LLVMDisposeTargetMachine(machine);
	return ptx;
}
