/* interp/host/host_structors.h -- constructors and destructors of the module: llvm.global_ctors,
 * _dtors. */
#ifndef HR_HOST_STRUCTORS_H
#define HR_HOST_STRUCTORS_H

#include <llvm-c/Core.h>

#include "src/base/vec.h"

typedef struct hr_structor {
	uint64_t priority;
	LLVMValueRef function;
	const char *name; /* of the function; owned by the list */
} hr_structor;

typedef HR_VEC(hr_structor) hr_structors;

/* In the order in which they run: constructors by priority, then as the module lists them;
 * destructors exactly the other way round. */
hr_structors hr_host_constructors(LLVMModuleRef module);
hr_structors hr_host_destructors(LLVMModuleRef module);
/* errno and the floating-point environment as a new process has them: to be called right before the
 * first constructor, for loading and compiling have left their traces. */
void hr_host_clean_state(void);
void hr_structors_free(hr_structors *structors);

#endif
