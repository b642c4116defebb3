/* interp/direct.h -- launching a root without host code, with arguments from a file (docs/args.md). */
#ifndef HR_DIRECT_H
#define HR_DIRECT_H

#include "run.h"

/* Launches the root node function ROOT with the arguments that FILE describes, waits, saves and
 * compares what FILE asks for. Installs nothing and prints nothing but diagnostics and what FILE says
 * is to be printed (on standard output). */
hr_status hr_launch_direct(hr_run *run, const char *root, const char *file) HR_MUST_CHECK;

#endif
