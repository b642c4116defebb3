/* backends/opencl/device/opencl.c -- the opencl backend: runs leaves as kernels of a device through
 * the ICD loader.
 *
 * Not here:  the implementation (module.c). */
#include "backends/opencl/device/opencl.h"

static int open_opencl(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	return ocl_module_open(host, false, state, text);
}

static const hr_backend_option options[OCL_OPTIONS] = {
	[OCL_OPTION_device] =
		{.name = "device",
		 .variable = "HPVM_OPENCL_DEVICE",
		 .argument = "NAME",
		 .help = "which device, by any part of its name; otherwise the first"},
	[OCL_OPTION_memory] = {.name = "memory",
			       .variable = "HPVM_OPENCL_MEMORY",
			       .kind = HR_OPTION_CHOICE,
			       .argument = "own|staged|mapped",
			       .help = "copy or map memory that the device could share"},
	[OCL_OPTION_tasks] = {.name = "tasks",
			      .variable = "HPVM_OPENCL_TASKS",
			      .kind = HR_OPTION_CHOICE,
			      .argument = "0|1",
			      .preset = "0",
			      .help = "1: leaves that share no memory run at the same time"},
	[OCL_OPTION_group] = {.name = "group",
			      .variable = "HPVM_OPENCL_GROUP",
			      .argument = "X[,Y[,Z]]",
			      .accepts = hr_group_accepts,
			      .help = "size of work-groups, in place of what measuring finds"},
};

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "opencl",
	.summary = "leaves as kernels on an OpenCL device",
	.open = open_opencl,
	OCL_MODULE_CALLS,
	.options = options,
	.option_count = OCL_OPTIONS,
	.takes = HR_TAKES_GROUPS | HR_TAKES_CHAINS | HR_TAKES_LIBERTIES | HR_TAKES_SHARED |
		 HR_TAKES_VARIABLES,
	.accuracy = ocl_accuracy,
	.accuracy_count = OCL_ACCURACY_COUNT,
	.emitter = &ocl_emitter,
};
