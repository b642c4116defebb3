/* ir/load/read.h -- reads one file of LLVM IR into a module, whatever is in the file.
 *
 * hr_read_module() and hr_read_bytes() fork: where a file is refused, it is a copy of the calling
 * process that returns, and the caller waits for it and ends as it does. To be called by processes
 * of one thread. The functions with `_here` do all in the calling process, on any thread: a file
 * that crashes LLVM's reader crashes that process. */
#ifndef HR_READ_H
#define HR_READ_H

#include "src/diag/diag.h"

/* Read bitcode or assembly, detected by content, into CONTEXT (an LLVMContextRef). LLVM's verifier
 * accepts the module; the caller owns *module (an LLVMModuleRef). PATH is the name in
 * diagnostics. */
hr_status hr_read_module(const char *path, void *context, hr_diags *diags, void **module)
	HR_MUST_CHECK;
/* The same for BYTES, which must be followed by a byte 0. */
hr_status hr_read_bytes(const char *path, const char *bytes, size_t size, void *context,
			hr_diags *diags, void **module) HR_MUST_CHECK;

hr_status hr_read_module_here(const char *path, void *context, hr_diags *diags, void **module)
	HR_MUST_CHECK;
hr_status hr_read_bytes_here(const char *path, const char *bytes, size_t size, void *context,
			     hr_diags *diags, void **module) HR_MUST_CHECK;

#endif
