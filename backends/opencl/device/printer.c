/* backends/opencl/device/printer.c -- the modules opencl and fpga in a build without OpenCL: they
 * print units for --emit.
 *
 * Not here: the modules that run units (opencl.c, fpga.c). */
#include "backends/opencl/translate/source.h"

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "opencl",
	.summary = "leaves as OpenCL C; hpvm-run was built without OpenCL",
	.emitter = &ocl_emitter,
};

const hr_backend hr_backend_module_fpga = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "fpga",
	.summary = "leaves as OpenCL C of one work-item; hpvm-run was built without OpenCL",
	.emitter = &ocl_fpga_emitter,
};
