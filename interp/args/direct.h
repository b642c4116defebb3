/* interp/args/direct.h -- launch a root without host code, with arguments from a file
 * (docs/args.md). */
#ifndef HR_DIRECT_H
#define HR_DIRECT_H

#include "interp/run/run.h"
#include "interp/tensor/array.h"

/* Launch the root node function ROOT with the arguments in FILE, wait, then save and compare
 * results as FILE requests. Installs nothing and prints nothing except diagnostics and the results
 * that FILE lists for printing (on standard output). FILE may be NULL: there are no arguments. */
hr_status hr_launch_direct(hr_run *run, const char *root, const char *file) HR_MUST_CHECK;

/* Set *DIMS to the shapes of the tensors that FILE passes to ROOT, one for each input, with rank 0
 * for an input that is no tensor. Set *FUNCTION to the root. The caller frees *DIMS with
 * hr_free(). */
hr_status hr_direct_dims(hr_run *run, const char *root, const char *file,
			 const hr_function **function, hr_dims **dims) HR_MUST_CHECK;

#endif
