/* backends/opencl/device/module.c -- the callbacks that the modules opencl and fpga share: a
 * device, and leaves built for it.
 *
 * Invariant: results are equal to the interpreter's bit by bit, except functions whose accuracy
 *            OpenCL leaves open.
 * Owns:      the device, built units.
 * Clauses:   N1, M3.
 * Not here:  translation (backends/opencl/translate/kernel.c), compiling (build.c), memory
 *            (buffers.c), grids (run.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"

int ocl_module_open(const hr_backend_host *host, bool sequential, void **state,
		    char text[HR_BACKEND_TEXT])
{
	ocl_device *device = hr_alloc_zero(sizeof(*device));

	device->host = host;
	device->target.sequential = sequential;
	if (!ocl_device_open(device, text)) {
		hr_free(device);
		return 1;
	}
	*state = device;
	return 0;
}

void ocl_module_close(void *state)
{
	ocl_device_close(state);
	hr_free(state);
}

uint32_t ocl_module_devices(void *state, hr_device *list, uint32_t room)
{
	const ocl_device *device = state;

	if (room > 0)
		snprintf(list[0].name, HR_BACKEND_TEXT, "%.60s: %.100s, driver %.36s%s%s%s",
			 device->platform_name, device->name, device->driver,
			 device->target.fp64 ? "" : ", no double",
			 device->denormals ? "" : ", float without denormals",
			 device->target.sequential && !device->pipes ? ", no pipes" : "");
	return 1 + ocl_device_others(device, room > 0 ? list + 1 : list, room > 0 ? room - 1 : 0);
}

static hr_unit_refusal translated(const ocl_device *device, const hr_unit *unit, ocl_source *source,
				  char text[HR_BACKEND_TEXT])
{
	ocl_translate(unit, &device->target, false, source);
	if (source->refusal != HR_TAKEN)
		memcpy(text, source->text, HR_BACKEND_TEXT);
	return source->refusal;
}

hr_unit_refusal ocl_module_admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	hr_unit_refusal refusal;
	ocl_source source;

	refusal = translated(state, unit, &source, text);
	ocl_source_free(&source);
	return refusal;
}

void ocl_module_release(void *built)
{
	ocl_kernel *self = built;

	if (self->inputs)
		clReleaseMemObject(self->inputs);
	if (self->outputs)
		clReleaseMemObject(self->outputs);
	ocl_piped_free(self->piped);
	ocl_release_variants(self);
	if (self->queue)
		clReleaseCommandQueue(self->queue);
	hr_free((void *)(uintptr_t)self->ports);
	hr_group_choice_free(self->choice);
	ocl_source_free(&self->source);
	hr_free(self);
}

static void describe(ocl_kernel *self, const hr_unit *unit)
{
	hr_unit_port *ports = hr_alloc_array(unit->input_count + 1, sizeof(*ports));

	if (unit->input_count)
		memcpy(ports, unit->inputs, unit->input_count * sizeof(*ports));
	self->ports = ports;
	self->input_count = unit->input_count;
	self->input_stride = unit->input_stride;
	self->output_stride = unit->output_stride;
	self->dims = unit->dims[0];
	for (uint32_t i = 0; i < unit->input_count; i++)
		self->varies |= unit->inputs[i].flags & HR_PORT_VARIES;
}

hr_unit_refusal ocl_module_build(void *state, const hr_unit *unit, void **built,
				 char text[HR_BACKEND_TEXT])
{
	ocl_kernel *self = hr_alloc_zero(sizeof(*self));
	hr_unit_refusal refusal;

	self->device = state;
	describe(self, unit);
	refusal = translated(state, unit, &self->source, text);
	if (refusal == HR_TAKEN && !ocl_device_start(state, text))
		refusal = HR_REFUSES_DEVICE;
	if (refusal == HR_TAKEN && !(self->queue = ocl_device_queue(state))) {
		snprintf(text, HR_BACKEND_TEXT, "it cannot create another queue");
		refusal = HR_REFUSES_DEVICE;
	}
	if (refusal == HR_TAKEN)
		refusal = ocl_build(self, unit, self->source.constants ? OCL_CONSTANTS : 0, text);
	if (refusal == HR_TAKEN && self->device->target.sequential)
		self->piped = ocl_piped_build(self, unit, text);
	if (refusal == HR_TAKEN)
		*built = self;
	else
		ocl_module_release(self);
	return refusal;
}

/* OpenCL 1.2, section 7.4, full profile. */
const hr_backend_accuracy ocl_accuracy[OCL_ACCURACY_COUNT] = {
	{"/", 2.5f, 0},
#define ACCURACY_NEAR(f, d)                f, d
#define ACCURACY_EXACT(b)                  0, 0
#define ACCURACY_AS(b)                     0, 0
#define ACCURACY_PARTS(b, f)               f, f
#define ACCURACY_LACKS(why)                0, 0
#define MATH(name, signature, opencl, ...) {#name, ACCURACY_##opencl},
#include "src/arith/cfunction.def"
};
