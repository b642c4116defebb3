/* tools/session/kernel_source.h -- loads the program, and compiles kernels before. */
#ifndef HR_KERNEL_SOURCE_H
#define HR_KERNEL_SOURCE_H

#include "src/base/status.h"

/* Compile the sources among the files, and load the program. Return 0, or the exit status after a
 * report or message. */
int tool_load_program(void) HR_MUST_CHECK;

#endif
