/* backends/opencl/device/opencl.c -- the opencl backend: runs leaves as kernels of a device through
 * the ICD loader.
 *
 * Not here:  the implementation (module.c). */
#include "backends/opencl/device/opencl.h"

static int open_opencl(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	return ocl_module_open(host, false, state, text);
}

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "opencl",
	.summary = "leaves as kernels on an OpenCL device",
	.open = open_opencl,
	OCL_MODULE_CALLS,
	.takes = HR_TAKES_GROUPS | HR_TAKES_CHAINS | HR_TAKES_LIBERTIES | HR_TAKES_SHARED |
		 HR_TAKES_VARIABLES,
	.accuracy = ocl_accuracy,
	.accuracy_count = OCL_ACCURACY_COUNT,
};
