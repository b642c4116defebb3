/* backends/cuda/emulator/image.c -- makes the image that the emulated driver gets instead of PTX:
 * bitcode.
 *
 * Replaces backends/cuda/translate/assemble.c, which is not built into this module. */
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitWriter.h>

#include "backends/cuda/translate/cuda_code.h"

LLVMMemoryBufferRef cuda_assemble(LLVMModuleRef module, const cuda_target *target,
				  char text[HR_BACKEND_TEXT])
{
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module), image;
	uint64_t bytes = LLVMGetBufferSize(bitcode);
	char *both = malloc(bytes + sizeof(bytes));

	(void)target, (void)text;
	memcpy(both, &bytes, sizeof(bytes));
	memcpy(both + sizeof(bytes), LLVMGetBufferStart(bitcode), bytes);
	image = LLVMCreateMemoryBufferWithMemoryRangeCopy(both, bytes + sizeof(bytes), "image");
	free(both);
	LLVMDisposeMemoryBuffer(bitcode);
	return image;
}
