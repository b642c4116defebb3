/* interp/args/direct.h -- launching a root without host code, with arguments from a file
 * (docs/args.md). */
#ifndef HR_DIRECT_H
#define HR_DIRECT_H

#include "interp/run/run.h"
#include "interp/tensor/array.h"

/* Launches the root node function ROOT with the arguments that FILE describes, waits, saves and
 * compares what FILE asks for. Installs nothing and prints nothing but diagnostics and what FILE
 * says is to be printed (on standard output). */
hr_status hr_launch_direct(hr_run *run, const char *root, const char *file) HR_MUST_CHECK;

/* The shapes of the tensors that FILE gives as arguments of ROOT, one for each input, rank 0 where
 * it is none. *FUNCTION: the root's. The caller frees *DIMS with hr_free(). */
hr_status hr_direct_dims(hr_run *run, const char *root, const char *file,
			 const hr_function **function, hr_dims **dims) HR_MUST_CHECK;

#endif
