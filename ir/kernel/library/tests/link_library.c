/* ir/kernel/library/tests/link_library.c -- links the device functions of a language into a module and prints the names
 * that stay undefined: link-library opencl|cuda FILE [RESULT.ll] */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "ir/kernel/library/library.h"
#include "ir/load/read.h"

int main(int argc, char **argv)
{
	hr_diags *diags = hr_diags_new(stderr);
	LLVMContextRef context = LLVMContextCreate();
	hr_status status;
	void *module;
	char *why = NULL;

	if (argc < 3)
		return HR_EXIT_USAGE;
	status = hr_read_module(argv[2], context, diags, &module);
	if (status == HR_OK) {
		bool opencl = !strcmp(argv[1], "opencl");

		status = hr_kernel_link_library(module, opencl ? HR_KERNEL_OPENCL : HR_KERNEL_CUDA,
						diags);
		for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
			size_t length;

			if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) &&
			    !LLVMGetStringAttributeAtIndex(
				    f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				    HR_KERNEL_C_FUNCTION, strlen(HR_KERNEL_C_FUNCTION)))
				puts(LLVMGetValueName2(f, &length));
		}
		if (argc > 3 && LLVMPrintModuleToFile(module, argv[3], &why))
			fprintf(stderr, "%s\n", why);
		LLVMDisposeModule(module);
	}
	LLVMContextDispose(context);
	hr_diags_free(diags);
	return hr_exit_code(status);
}
