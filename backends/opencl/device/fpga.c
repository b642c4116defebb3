/* backends/opencl/device/fpga.c -- the fpga backend: runs each leaf as a kernel of a single
 * work-item that contains the loops over all instances.
 *
 * Tools for FPGAs turn loops into pipelines, so a grid becomes loops
 * (backends/opencl/translate/sequential.c). Everything else is shared with the opencl backend. The
 * device is an accelerator, or the one that HPVM_FPGA_DEVICE names.
 * Clauses:   N1.
 * Not here:  the implementation (module.c). */
#include "backends/opencl/device/opencl.h"

static int open_fpga(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	return ocl_module_open(host, true, state, text);
}

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "fpga",
	.summary = "leaves as loops: one work-item of an OpenCL device runs all instances",
	.open = open_fpga,
	OCL_MODULE_CALLS,
	.takes = HR_TAKES_CHAINS | HR_TAKES_LIBERTIES | HR_TAKES_SHARED | HR_TAKES_VARIABLES |
		 HR_TAKES_STAGES,
	.accuracy = ocl_accuracy,
	.accuracy_count = OCL_ACCURACY_COUNT,
};
