/* backends/opencl/device/piped.c -- runs a chain on a device with pipes: a kernel for each leaf,
 * each in a separate queue.
 *
 * OpenCL does not guarantee that two kernels run at the same time, so a pipe can hold all packets
 * of a grid, and the writing kernel is enqueued before the reading one: running one after the other
 * then works, too. If that takes too much memory, or the device has no such pipe, the chain is a
 * single kernel.
 * Invariant: pipes are empty between grids.
 * Owns:      pipes, and kernels and queues of stages.
 * Clauses:   E1, E2.
 * Not here:  the source (backends/opencl/translate/stages.c), checks of overlapping memory
 *            (run.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"

enum { MOST_PACKETS = 1 << 20 };

/* Declared here because the installed headers and loader may be older than OpenCL 2.0. */
typedef cl_mem(CL_API_CALL *create_pipe)(cl_context, cl_mem_flags, cl_uint bytes, cl_uint packets,
					 const intptr_t *, cl_int *);

struct ocl_piped {
	ocl_stages stages;
	create_pipe create;
	cl_program program;
	cl_kernel *kernels; /* by stage, like the next; owned */
	cl_command_queue *queues;
	cl_mem *pipes;   /* owned */
	uint32_t *bytes; /* size of their packets */
	uint32_t pipe_count;
	cl_uint room; /* capacity in packets; 0: pipes have not been created yet */
	bool failed;  /* the device cannot create pipes of that size */
};

/* Let the stages' arguments refer to inputs of the chain. Return false if an argument does not
 * correspond to one. */
static bool number_inputs(ocl_piped *self, const hr_unit *unit)
{
	bool known = true;

	for (uint32_t i = 0; i < self->stages.count; i++)
		for (uint32_t k = 0; k < self->stages.sources[i].argument_count; k++) {
			ocl_argument *at = &self->stages.sources[i].arguments[k];
			const hr_unit_stage *of = &unit->stages[i];
			int32_t input;

			known &= at->kind != OCL_INPUTS && at->kind != OCL_OUTPUTS &&
				 at->kind != OCL_SHARED;
			if (at->kind != OCL_VALUE && at->kind != OCL_BUFFER)
				continue;
			input = at->input == OCL_NO_INPUT ? HR_UNIT_NO_INPUT
							  : of->inputs[at->input];
			known &= input != HR_UNIT_NO_INPUT &&
				 unit->inputs[input].bytes == of->unit->inputs[at->input].bytes;
			at->input = (uint32_t)input;
		}
	return known;
}

static void free_pipes(ocl_piped *self)
{
	for (uint32_t i = 0; i < self->pipe_count; i++) {
		if (self->pipes[i])
			clReleaseMemObject(self->pipes[i]);
		self->pipes[i] = NULL;
	}
	self->room = 0;
}

void ocl_piped_free(ocl_piped *self)
{
	if (!self)
		return;
	free_pipes(self);
	for (uint32_t i = 0; i < self->stages.count; i++) {
		if (self->kernels[i])
			clReleaseKernel(self->kernels[i]);
		if (self->queues[i])
			clReleaseCommandQueue(self->queues[i]);
	}
	if (self->program)
		clReleaseProgram(self->program);
	hr_free(self->kernels);
	hr_free(self->queues);
	hr_free(self->pipes);
	hr_free(self->bytes);
	ocl_stages_free(&self->stages);
	hr_free(self);
}

static bool make_kernels(ocl_piped *self, const ocl_kernel *kernel, char why[HR_BACKEND_TEXT])
{
	cl_int status = CL_SUCCESS;
	char words[64];
	bool cached;

	self->program = ocl_find_program(kernel, NULL, self->stages.code, OCL_STAGES, &cached, why);
	for (uint32_t i = 0; i < self->stages.count && self->program; i++) {
		self->kernels[i] =
			clCreateKernel(self->program, self->stages.sources[i].kernel, &status);
		self->queues[i] = self->kernels[i] ? ocl_device_queue(kernel->device) : NULL;
		if (self->queues[i])
			continue;
		snprintf(why, HR_BACKEND_TEXT, "%s",
			 self->kernels[i] ? "it cannot create another queue"
					  : ocl_error(status, words));
		return false;
	}
	return self->program != NULL;
}

static bool build(ocl_piped *self, const ocl_kernel *kernel, const hr_unit *unit,
		  char why[HR_BACKEND_TEXT])
{
	self->pipe_count = unit->pipe_count;
	self->kernels = hr_alloc_zero((unit->stage_count + 1) * sizeof(*self->kernels));
	self->queues = hr_alloc_zero((unit->stage_count + 1) * sizeof(*self->queues));
	self->pipes = hr_alloc_zero((unit->pipe_count + 1) * sizeof(*self->pipes));
	self->bytes = hr_alloc_zero((unit->pipe_count + 1) * sizeof(*self->bytes));
	for (uint32_t i = 0; i < unit->pipe_count; i++)
		self->bytes[i] =
			unit->stages[unit->pipes[i].to].unit->inputs[unit->pipes[i].input].bytes;
	if (!ocl_translate_stages(unit, &kernel->device->target, &self->stages)) {
		snprintf(why, HR_BACKEND_TEXT, "%s", self->stages.why);
		return false;
	}
	if (!number_inputs(self, unit)) {
		snprintf(
			why, HR_BACKEND_TEXT,
			"a leaf gets, over an edge, a value that is the same for all instances and is not an input");
		return false;
	}
	*(void **)&self->create = dlsym(RTLD_DEFAULT, "clCreatePipe");
	if (!self->create) {
		snprintf(why, HR_BACKEND_TEXT, "the OpenCL loader has no clCreatePipe");
		return false;
	}
	return make_kernels(self, kernel, why);
}

ocl_piped *ocl_piped_build(const ocl_kernel *kernel, const hr_unit *unit,
			   char text[HR_BACKEND_TEXT])
{
	size_t used = strlen(text);
	const char *comma = used ? ", " : "";
	char why[HR_BACKEND_TEXT] = "";
	ocl_piped *self;

	if (!kernel->device->pipes || unit->bytes <= offsetof(hr_unit, stages) ||
	    !unit->stage_count)
		return NULL;
	self = hr_alloc_zero(sizeof(*self));
	if (build(self, kernel, unit, why)) {
		snprintf(text + used, HR_BACKEND_TEXT - used,
			 "%s%u kernels with %u pipes, for grids that these have room for", comma,
			 self->stages.count, self->pipe_count);
		return self;
	}
	snprintf(text + used, HR_BACKEND_TEXT - used, "%swithout pipes: %s", comma, why);
	ocl_piped_free(self);
	return NULL;
}

/* --- grids ------------------------------------------------------------------------------------ */

bool ocl_piped_reserve(ocl_piped *self, const ocl_kernel *kernel, uint64_t packets)
{
	cl_int status;

	if (packets <= self->room)
		return true;
	if (packets > MOST_PACKETS || self->failed)
		return false;
	free_pipes(self);
	for (uint32_t i = 0; i < self->pipe_count; i++)
		if (!(self->pipes[i] = self->create(
			      kernel->device->context, CL_MEM_HOST_NO_ACCESS | CL_MEM_READ_WRITE,
			      self->bytes[i], (cl_uint)packets, NULL, &status)))
			self->failed = true;
	if (self->failed)
		free_pipes(self);
	else
		self->room = (cl_uint)packets;
	return !self->failed;
}

cl_mem ocl_piped_pipe(const ocl_piped *self, uint32_t number)
{
	return self->pipes[number];
}

uint32_t ocl_piped_stage(const ocl_piped *self, uint32_t number, const ocl_source **source,
			 cl_kernel *kernel)
{
	if (number < self->stages.count) {
		*source = &self->stages.sources[number];
		*kernel = self->kernels[number];
	}
	return number < self->stages.count;
}

/* Enqueue all stages after BEGIN, an event of the chain's queue. */
static cl_int enqueue_stages(const ocl_piped *self, cl_event begin, cl_event *done, cl_uint *count)
{
	static const size_t one[3] = {1, 1, 1};
	cl_int status = CL_SUCCESS;

	for (uint32_t i = 0; i < self->stages.count && status == CL_SUCCESS; i++) {
		status = clEnqueueNDRangeKernel(self->queues[i], self->kernels[i], 3, NULL, one,
						one, 1, &begin, &done[*count]);
		if (status == CL_SUCCESS) {
			++*count;
			status = clFlush(self->queues[i]);
		}
	}
	return status;
}

cl_int ocl_piped_enqueue(ocl_piped *self, const ocl_kernel *kernel, cl_uint waits,
			 const cl_event *before, cl_event *end)
{
	cl_event begin, *done = hr_alloc_array(self->stages.count + 1, sizeof(*done));
	cl_int status = clEnqueueMarkerWithWaitList(kernel->queue, waits, before, &begin);
	cl_uint count = 0;

	if (status == CL_SUCCESS) {
		status = clFlush(kernel->queue);
		if (status == CL_SUCCESS)
			status = enqueue_stages(self, begin, done, &count);
		clReleaseEvent(begin);
	}
	if (status == CL_SUCCESS)
		status = clEnqueueMarkerWithWaitList(kernel->queue, count, done, end);
	else if (count) /* on failure, wait for the stages that were enqueued */
		clWaitForEvents(count, done);
	for (cl_uint i = 0; i < count; i++)
		clReleaseEvent(done[i]);
	hr_free(done);
	if (status != CL_SUCCESS)
		free_pipes(self);
	return status;
}
