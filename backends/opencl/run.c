/* backends/opencl/run.c -- a grid on the device.
 *
 * Invariant: when a run is over, all it has written can be read.
 * Owns:      buffers for images.
 * Clauses:   N1, M3.
 * Not here:  memory that pointers point to (device.c). */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "opencl.h"

typedef struct launch {
	ocl_kernel *kernel;
	const hr_unit_grid *grid;
	uint64_t instances;
	uint64_t local;              /* bytes of a group */
	cl_uint next;                /* argument */
	cl_int status;
} launch;

static void set(launch *self, size_t bytes, const void *value)
{
	if (self->status == CL_SUCCESS)
		self->status = clSetKernelArg(self->kernel->kernel, self->next, bytes, value);
	self->next++;
}

static void set_number(launch *self, uint64_t value)
{
	cl_ulong number = value;

	set(self, sizeof(number), &number);
}

/* --- images ---------------------------------------------------------------------------------------------- */

static bool reserve(launch *self, cl_mem *buffer, uint64_t *room, uint64_t bytes)
{
	if (bytes <= *room)
		return true;
	if (*buffer)
		clReleaseMemObject(*buffer);
	*room = 0;
	*buffer = clCreateBuffer(self->kernel->device->context, CL_MEM_READ_WRITE, bytes + 64, NULL,
				 &self->status);
	if (*buffer)
		*room = bytes;
	return *buffer != NULL;
}

static void set_inputs(launch *self)
{
	ocl_kernel *kernel = self->kernel;
	uint64_t images = kernel->varies ? self->instances : 1;
	uint64_t bytes = images * kernel->input_stride - 16;

	if (!reserve(self, &kernel->inputs, &kernel->input_room, bytes + 16))
		return;
	self->status = clEnqueueWriteBuffer(kernel->device->queue, kernel->inputs, CL_TRUE, 0, bytes,
					    self->grid->inputs, 0, NULL, NULL);
	set(self, sizeof(cl_mem), &kernel->inputs);
	set_number(self, kernel->varies ? kernel->input_stride : 0);
}

/* What no instance stores stays zero. */
static void set_outputs(launch *self)
{
	ocl_kernel *kernel = self->kernel;
	uint64_t bytes = self->instances * kernel->output_stride;
	static const cl_ulong zero;

	if (!reserve(self, &kernel->outputs, &kernel->output_room, bytes))
		return;
	self->status = clEnqueueFillBuffer(kernel->device->queue, kernel->outputs, &zero, sizeof(zero), 0,
					   (bytes + 7) & ~UINT64_C(7), 0, NULL, NULL);
	set(self, sizeof(cl_mem), &kernel->outputs);
}

static void read_outputs(launch *self)
{
	ocl_kernel *kernel = self->kernel;

	if (self->status == CL_SUCCESS && self->grid->outputs && kernel->outputs)
		self->status = clEnqueueReadBuffer(kernel->device->queue, kernel->outputs, CL_TRUE, 0,
						   self->instances * kernel->output_stride,
						   self->grid->outputs, 0, NULL, NULL);
}

/* --- arguments --------------------------------------------------------------------------------------------- */

static void set_buffer(launch *self, uint32_t input)
{
	const hr_unit_port *port = &self->kernel->ports[input];
	uint64_t address, offset = 0;
	cl_mem buffer;

	memcpy(&address, self->grid->inputs + port->offset, sizeof(address));
	buffer = ocl_buffer_at(self->kernel->device, address, &offset);
	set(self, sizeof(cl_mem), buffer ? &buffer : NULL);
	set_number(self, offset);
}

static void set_local(launch *self, const ocl_argument *what)
{
	uint64_t bytes = what->bytes;

	if (what->input != OCL_NO_INPUT)
		memcpy(&bytes, self->grid->inputs + self->kernel->ports[what->input].offset, sizeof(bytes));
	self->local += bytes;
	set(self, bytes ? bytes : 1, NULL);
}

static uint64_t first_instance(const hr_unit_grid *grid)
{
	const int64_t *extent = grid->levels[0].extent;

	return (uint64_t)((grid->begin[0] * extent[1] + grid->begin[1]) * extent[2] + grid->begin[2]);
}

static void set_arguments(launch *self)
{
	const hr_unit_grid *grid = self->grid;
	const ocl_source *source = &self->kernel->source;

	for (uint32_t i = 0; i < source->argument_count && self->status == CL_SUCCESS; i++) {
		const ocl_argument *at = &source->arguments[i];
		const hr_unit_port *port =
			at->input == OCL_NO_INPUT ? NULL : &self->kernel->ports[at->input];

		switch (at->kind) {
		case OCL_VALUE: set(self, port->bytes, grid->inputs + port->offset); break;
		case OCL_BUFFER: set_buffer(self, at->input); break;
		case OCL_INPUTS: set_inputs(self); break;
		case OCL_OUTPUTS: set_outputs(self); break;
		case OCL_FIRST: set_number(self, first_instance(grid)); break;
		case OCL_END: set_number(self, (uint64_t)grid->end[at->dim]); break;
		case OCL_EXTENT: set_number(self, (uint64_t)grid->levels[at->level].extent[at->dim]); break;
		case OCL_ID: set_number(self, (uint64_t)grid->levels[at->level].id[at->dim]); break;
		case OCL_BEGIN: set_number(self, (uint64_t)grid->begin[at->dim]); break;
		case OCL_INNER: set_number(self, (uint64_t)grid->inner[at->dim]); break;
		case OCL_SHARED: set_local(self, at); break;
		}
	}
}

/* --- the grid -------------------------------------------------------------------------------------------------- */

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Each instance of the node is a work-group, and the leaf's its work-items. */
static hr_grid_end enqueue_groups(launch *self, char text[HR_BACKEND_TEXT])
{
	ocl_kernel *kernel = self->kernel;
	size_t global[3], local[3], items = 1;
	bool fits = self->local <= kernel->device->local_bytes;

	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = kernel->source.order[k], g = kernel->source.group_order[k];

		local[k] = (size_t)self->grid->inner[d];
		global[k] = local[k] * (size_t)(self->grid->end[g] - self->grid->begin[g]);
		fits = fits && local[k] <= kernel->device->most_side[k] &&
		       !__builtin_mul_overflow(items, local[k], &items);
	}
	if (!fits || items > kernel->most_items) {
		snprintf(text, HR_BACKEND_TEXT, "a group of %zu instances with %llu bytes is too large", items,
			 (unsigned long long)self->local);
		return HR_GRID_REFUSED;
	}
	self->status = clEnqueueNDRangeKernel(kernel->device->queue, kernel->kernel, 3, NULL, global, local, 0,
					      NULL, NULL);
	if (self->status == CL_SUCCESS)
		self->status = clFinish(kernel->device->queue);
	return HR_GRID_DONE;
}

static hr_grid_end enqueue(launch *self, char text[HR_BACKEND_TEXT])
{
	ocl_kernel *kernel = self->kernel;
	static const size_t one[3] = {1, 1, 1};
	cl_command_queue queue = kernel->device->queue;
	size_t offset[3], count[3], global[3], local[3];
	bool sized;
	double begun;

	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = kernel->source.order[k];

		offset[k] = (size_t)self->grid->begin[d];
		count[k] = (size_t)(self->grid->end[d] - self->grid->begin[d]);
	}
	if (kernel->source.groups)
		return enqueue_groups(self, text);
	if (kernel->device->target.sequential) {
		self->status = clEnqueueNDRangeKernel(queue, kernel->kernel, 3, NULL, one, one, 0, NULL, NULL);
		if (self->status == CL_SUCCESS)
			self->status = clFinish(queue);
		return HR_GRID_DONE;
	}
	if (kernel->source.barriers) { /* all instances meet: they are one group */
		if (self->instances > kernel->most_items || count[0] > kernel->device->most_side[0] ||
		    count[1] > kernel->device->most_side[1] || count[2] > kernel->device->most_side[2]) {
			snprintf(text, HR_BACKEND_TEXT, "%llu instances that meet at barriers, of %zu at most",
				 (unsigned long long)self->instances, kernel->most_items);
			return HR_GRID_REFUSED;
		}
		memcpy(global, count, sizeof(global));
		memcpy(local, count, sizeof(local));
		sized = true;
	} else {
		sized = ocl_choose_size(kernel, count, global, local);
	}
	begun = now();
	self->status = clEnqueueNDRangeKernel(queue, kernel->kernel, 3, offset, global, sized ? local : NULL, 0,
					      NULL, NULL);
	if (self->status == CL_SUCCESS)
		self->status = clFinish(queue);
	if (!kernel->source.barriers)
		ocl_note_cost(kernel, now() - begun, self->instances);
	return HR_GRID_DONE;
}

hr_grid_end ocl_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	launch self = {.kernel = built, .grid = grid, .instances = 1, .status = CL_SUCCESS};
	hr_grid_end end = HR_GRID_DONE;
	char words[64];

	if (*grid->stop)
		return HR_GRID_STOPPED;
	for (unsigned d = 0; d < 3; d++)
		self.instances *= (uint64_t)(grid->end[d] - grid->begin[d]);
	set_arguments(&self);
	if (self.status == CL_SUCCESS)
		end = enqueue(&self, text);
	if (end != HR_GRID_DONE)
		return end;
	read_outputs(&self);
	if (self.status == CL_SUCCESS)
		return *grid->stop ? HR_GRID_STOPPED : HR_GRID_DONE;
	if (ocl_is_memory_error(self.status))
		return HR_GRID_NO_MEMORY;
	snprintf(text, HR_BACKEND_TEXT, "%s", ocl_error(self.status, words));
	return HR_GRID_FAILED;
}
