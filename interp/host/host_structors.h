/* interp/host/host_structors.h -- constructors and destructors of the module: llvm.global_ctors,
 * _dtors. */
#ifndef HR_HOST_STRUCTORS_H
#define HR_HOST_STRUCTORS_H

#include <llvm-c/Core.h>

#include "src/base/vec.h"

typedef struct hr_structor {
	uint64_t priority;
	LLVMValueRef function;
	const char *name; /* name of the function; owned by the list */
} hr_structor;

typedef HR_VEC(hr_structor) hr_structors;

/* Return the list in the order in which it runs: constructors by priority, then in the order of the
 * module; destructors in exactly the reverse order. */
hr_structors hr_host_constructors(LLVMModuleRef module);
hr_structors hr_host_destructors(LLVMModuleRef module);
/* Reset errno and the floating-point environment to those of a new process. Call it directly before
 * the first constructor, since loading and compiling change them. */
void hr_host_clean_state(void);
void hr_structors_free(hr_structors *structors);

#endif
