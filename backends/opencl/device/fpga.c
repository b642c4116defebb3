/* backends/opencl/device/fpga.c -- the fpga backend: runs each leaf as a kernel of a single
 * work-item that contains the loops over all instances.
 *
 * Tools for FPGAs turn loops into pipelines, so a grid becomes loops
 * (backends/opencl/translate/sequential.c). Everything else is shared with the opencl backend. The
 * device is an accelerator, or the one that the option `device` names.
 * Clauses:   N1.
 * Not here:  the implementation (module.c). */
#include "backends/opencl/device/opencl.h"

static int open_fpga(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	return ocl_module_open(host, true, state, text);
}

static const hr_backend_option options[OCL_OPTION_group] = {
	[OCL_OPTION_device] =
		{.name = "device",
		 .variable = "HPVM_FPGA_DEVICE",
		 .argument = "NAME",
		 .help = "which device, by any part of its name; otherwise the first accelerator, or the first"},
	[OCL_OPTION_memory] = {.name = "memory",
			       .variable = "HPVM_OPENCL_MEMORY",
			       .kind = HR_OPTION_CHOICE,
			       .argument = "own|staged|mapped",
			       .help = "copy or map memory that the device could share"},
	[OCL_OPTION_tasks] = {.name = "tasks",
			      .variable = "HPVM_FPGA_TASKS",
			      .kind = HR_OPTION_CHOICE,
			      .argument = "0|1",
			      .preset = "0",
			      .help = "1: leaves that share no memory run at the same time"},
};

/* backend-fpga.so is a link to backend-opencl.so, where this table goes before that of opencl. */
const hr_backend hr_backend_module_fpga = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "fpga",
	.summary = "leaves as loops: one work-item of an OpenCL device runs all instances",
	.open = open_fpga,
	OCL_MODULE_CALLS,
	.options = options,
	.option_count = OCL_OPTION_group,
	.takes = HR_TAKES_CHAINS | HR_TAKES_LIBERTIES | HR_TAKES_SHARED | HR_TAKES_VARIABLES |
		 HR_TAKES_STAGES,
	.accuracy = ocl_accuracy,
	.accuracy_count = OCL_ACCURACY_COUNT,
	.emitter = &ocl_fpga_emitter,
};
