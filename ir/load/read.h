/* ir/load/read.h -- one file of LLVM IR into a module, whatever is in the file.
 *
 * These fork: where a file is refused, it is a copy of the calling process that returns, and the
 * caller waits for it and ends as it does. To be called by processes of one thread. */
#ifndef HR_READ_H
#define HR_READ_H

#include "src/diag/diag.h"

/* Reads bitcode or assembly, by content, into CONTEXT (an LLVMContextRef). The module is valid for
 * LLVM's verifier; the caller owns *module (an LLVMModuleRef). PATH is what diagnostics say. */
hr_status hr_read_module(const char *path, void *context, hr_diags *diags, void **module)
	HR_MUST_CHECK;
/* The same for BYTES; the byte after them must be there and be 0. */
hr_status hr_read_bytes(const char *path, const char *bytes, size_t size, void *context,
			hr_diags *diags, void **module) HR_MUST_CHECK;

#endif
