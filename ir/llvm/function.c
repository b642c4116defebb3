/* ir/llvm/function.c -- parts of a function for another one: attributes, metadata, the body. */
#include "ir/llvm/function.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "src/base/alloc.h"

void hr_copy_attributes(void *from, void *to, unsigned index)
{
	unsigned count = LLVMGetAttributeCountAtIndex(from, index);
	LLVMAttributeRef *all = hr_alloc_array(count + 1, sizeof(LLVMAttributeRef));

	LLVMGetAttributesAtIndex(from, index, all);
	for (unsigned i = 0; i < count; i++)
		LLVMAddAttributeAtIndex(to, index, all[i]);
	hr_free(all);
}

void hr_copy_metadata(void *from, void *to)
{
	size_t count;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(from, &count);

	for (unsigned i = 0; i < count; i++)
		LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, i),
				      LLVMValueMetadataEntriesGetMetadata(all, i));
	LLVMDisposeValueMetadataEntries(all);
}

void hr_move_body(void *from, void *to)
{
	LLVMMetadataRef place = LLVMGetSubprogram(from);
	LLVMBasicBlockRef block;

	LLVMSetSubprogram(from, NULL);
	LLVMSetSubprogram(to, place);
	while ((block = LLVMGetFirstBasicBlock(from)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(to, block);
	}
}
