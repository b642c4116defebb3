/* backends/shared/context.h -- contexts of LLVM whose errors do not end the process. */
#ifndef HR_CONTEXT_H
#define HR_CONTEXT_H

#include <llvm-c/Types.h>

/* Return a new context, owned by the caller. An error that LLVM reports there (LLVM would print it and call exit(1)) is
 * kept. */
LLVMContextRef hr_context_new(void);
void hr_context_free(LLVMContextRef context);
/* Return the text of the first error, valid as long as the context; NULL if there was none. */
const char *hr_context_error(LLVMContextRef context);

#endif
