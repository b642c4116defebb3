/* ir/llvm/function.h -- parts of a function for another one, which LLVM cannot change in place. Values are LLVMValueRef. */
#ifndef HR_LLVM_FUNCTION_H
#define HR_LLVM_FUNCTION_H

/* Give the function TO the attributes that FROM has at INDEX: of a parameter, the result, or the function. */
void hr_copy_attributes(void *from, void *to, unsigned index);
/* Give TO the metadata of FROM. */
void hr_copy_metadata(void *from, void *to);
/* Move the body of FROM, with its place in the source, to TO. Uses of the parameters stay those of FROM. */
void hr_move_body(void *from, void *to);

#endif
