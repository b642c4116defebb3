/* tools/run/kernel_source.h -- compiles kernels in OpenCL C and CUDA C++. */
#ifndef HR_KERNEL_SOURCE_H
#define HR_KERNEL_SOURCE_H

#include "tools/session/options.h"

/* Replace each source among the files by what clang makes of it. Return 0, or the exit status after
 * a message. */
int tool_compile_kernels(tool_options *options) HR_MUST_CHECK;

#endif
