/* tools/session/kernel_options.h -- options for kernels of other languages. */
#ifndef HR_KERNEL_OPTIONS_H
#define HR_KERNEL_OPTIONS_H

#include "tools/session/options.h"

/* Handlers of the options; data is tool_options. */
bool tool_read_grid(const char *text, void *data);
bool tool_read_block(const char *text, void *data);
bool tool_read_global(const char *text, void *data);
bool tool_read_offset(const char *text, void *data);
/* Check the options for kernels; false after tool_wrong(). */
bool tool_check_kernel(const tool_options *options) HR_MUST_CHECK;
/* Set the launch from the options. */
void tool_set_kernel(tool_options *options);
/* Return true if FILE is source of a kernel, and if it is in CUDA C++. */
bool tool_is_kernel_source(const char *file);
bool tool_is_opencl_source(const char *file);
bool tool_is_hip_source(const char *file);

#endif
