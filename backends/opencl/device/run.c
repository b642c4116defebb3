/* backends/opencl/device/run.c -- runs a grid on the device.
 *
 * Invariant: when run() returns, everything that the grid has written can be read, unless run()
 *            need not wait for the grid.
 * Owns:      buffers for images.
 * Clauses:   N1, M3.
 * Not here:  memory that pointers point to (buffers.c). */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backends/opencl/device/opencl.h"

/* The target of a pointer argument. */
typedef struct argument_place {
	uint32_t input, symbol; /* from the argument */
	ocl_buffer *buffer;     /* NULL for a null pointer */
	uint64_t offset;
	bool fixed;   /* may be placed in constant memory */
	bool written; /* possibly written */
	cl_mem part;  /* a sub-buffer that begins at OFFSET; owned */
} argument_place;

typedef struct ocl_launching {
	ocl_kernel *kernel;
	const hr_unit_grid *grid;
	uint64_t instances;
	HR_VEC(argument_place) places;         /* for the pointer arguments, in order */
	size_t offset[3], global[3], local[3]; /* in the device's dimensions */
	bool sized;                            /* `local` is set; otherwise the device chooses it */
	bool part;                             /* OCL_PART */
	bool stays;                            /* run() does not wait for it */
	bool piped;                            /* the stages are run instead of the kernel */
	ocl_variant *variant;
	cl_kernel target; /* the kernel whose arguments are being set */
	cl_uint next;     /* number of the next argument */
	cl_int status;
} ocl_launching;

static void set(ocl_launching *self, size_t bytes, const void *value)
{
	if (self->status == CL_SUCCESS)
		self->status = clSetKernelArg(self->target, self->next, bytes, value);
	self->next++;
}

static void set_number(ocl_launching *self, uint64_t value)
{
	cl_ulong number = value;

	set(self, sizeof(number), &number);
}

/* --- images ----------------------------------------------------------------------------------- */

static bool reserve(ocl_launching *self, cl_mem *buffer, uint64_t *room, uint64_t bytes)
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

static void set_inputs(ocl_launching *self)
{
	ocl_kernel *kernel = self->kernel;
	uint64_t images = kernel->varies ? self->instances : 1;
	uint64_t bytes = images * kernel->input_stride - 16;

	if (!reserve(self, &kernel->inputs, &kernel->input_room, bytes + 16))
		return;
	self->status = clEnqueueWriteBuffer(kernel->queue, kernel->inputs, CL_TRUE, 0, bytes,
					    self->grid->inputs, 0, NULL, NULL);
	set(self, sizeof(cl_mem), &kernel->inputs);
	set_number(self, kernel->varies ? kernel->input_stride : 0);
}

/* Outputs that no instance stores stay zero. */
static void set_outputs(ocl_launching *self)
{
	ocl_kernel *kernel = self->kernel;
	uint64_t bytes = self->instances * kernel->output_stride;
	static const cl_ulong zero;

	if (!reserve(self, &kernel->outputs, &kernel->output_room, bytes))
		return;
	self->status = clEnqueueFillBuffer(kernel->queue, kernel->outputs, &zero, sizeof(zero), 0,
					   (bytes + 7) & ~UINT64_C(7), 0, NULL, NULL);
	set(self, sizeof(cl_mem), &kernel->outputs);
}

static void read_outputs(ocl_launching *self)
{
	ocl_kernel *kernel = self->kernel;

	if (self->status == CL_SUCCESS && self->grid->outputs && kernel->outputs)
		self->status = clEnqueueReadBuffer(kernel->queue, kernel->outputs, CL_TRUE, 0,
						   self->instances * kernel->output_stride,
						   self->grid->outputs, 0, NULL, NULL);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* Return the target of a pointer argument; NULL if it was not looked up. */
static const argument_place *place_of(const ocl_launching *self, const ocl_argument *what)
{
	for (size_t i = 0; i < self->places.count; i++)
		if (self->places.data[i].input == what->input &&
		    (what->input != OCL_NO_INPUT || self->places.data[i].symbol == what->symbol))
			return &self->places.data[i];
	return NULL;
}

static void set_buffer(ocl_launching *self, const ocl_argument *what)
{
	const argument_place *at = place_of(self, what);
	cl_mem memory = at->part ? at->part : at->buffer ? at->buffer->memory : NULL;

	set(self, sizeof(cl_mem), memory ? &memory : NULL);
	set_number(self, at->part ? 0 : at->offset);
}

static uint64_t local_bytes(const ocl_launching *self, const ocl_argument *what)
{
	return hr_local_size_value(&what->size, self->kernel->ports, self->grid->inputs);
}

static void set_local(ocl_launching *self, const ocl_argument *what)
{
	uint64_t bytes = local_bytes(self, what);

	set(self, bytes ? bytes : 1, NULL);
}

static uint64_t first_instance(const hr_unit_grid *grid)
{
	const int64_t *extent = grid->levels[0].extent;

	return (uint64_t)((grid->begin[0] * extent[1] + grid->begin[1]) * extent[2] +
			  grid->begin[2]);
}

static void set_pipe(ocl_launching *self, const ocl_argument *what)
{
	cl_mem pipe = ocl_piped_pipe(self->kernel->piped, what->input);

	set(self, sizeof(pipe), &pipe);
}

static void set_arguments_of(ocl_launching *self, const ocl_source *source, cl_kernel target)
{
	const hr_unit_grid *grid = self->grid;

	self->target = target;
	self->next = 0;
	for (uint32_t i = 0; i < source->argument_count && self->status == CL_SUCCESS; i++) {
		const ocl_argument *at = &source->arguments[i];
		const hr_unit_port *port =
			at->kind != OCL_VALUE ? NULL : &self->kernel->ports[at->input];

		switch (at->kind) {
		case OCL_VALUE: set(self, port->bytes, grid->inputs + port->offset); break;
		case OCL_BUFFER: set_buffer(self, at); break;
		case OCL_INPUTS: set_inputs(self); break;
		case OCL_OUTPUTS: set_outputs(self); break;
		case OCL_FIRST: set_number(self, first_instance(grid)); break;
		case OCL_END: set_number(self, (uint64_t)grid->end[at->dim]); break;
		case OCL_EXTENT:
			set_number(self, (uint64_t)grid->levels[at->level].extent[at->dim]);
			break;
		case OCL_ID: set_number(self, (uint64_t)grid->levels[at->level].id[at->dim]); break;
		case OCL_BEGIN: set_number(self, (uint64_t)grid->begin[at->dim]); break;
		case OCL_SHARED: set_local(self, at); break;
		case OCL_PIPE: set_pipe(self, at); break;
		}
	}
}

static void set_arguments(ocl_launching *self)
{
	const ocl_source *source;
	cl_kernel target;

	if (!self->piped)
		set_arguments_of(self, &self->kernel->source, self->variant->kernel);
	for (uint32_t i = 0;
	     self->piped && ocl_piped_stage(self->kernel->piped, i, &source, &target); i++)
		set_arguments_of(self, source, target);
}

/* --- choice of the variant ----------------------------------------------------------------- */

static void add_place(ocl_launching *self, const ocl_argument *at)
{
	argument_place made = {.input = at->input, .symbol = at->symbol, .fixed = at->fixed};
	const hr_unit_port *port =
		at->input == OCL_NO_INPUT ? NULL : &self->kernel->ports[at->input];
	uint64_t address;

	if (port)
		memcpy(&address, self->grid->inputs + port->offset, sizeof(address));
	else
		address = self->grid->variables[at->symbol];
	made.buffer = ocl_buffer_at(self->kernel->device, address, &made.offset);
	made.written = !port || port->flags & HR_PORT_OUT || !(port->flags & HR_PORT_IN);
	HR_PUSH(&self->places, made);
}

static void add_places(ocl_launching *self, const ocl_source *source)
{
	for (uint32_t i = 0; i < source->argument_count; i++)
		if (source->arguments[i].kind == OCL_BUFFER &&
		    !place_of(self, &source->arguments[i]))
			add_place(self, &source->arguments[i]);
}

/* A stage may have pointer arguments that the whole chain does not need. */
static void find_places(ocl_launching *self)
{
	const ocl_source *source;
	cl_kernel target;

	add_places(self, &self->kernel->source);
	for (uint32_t i = 0;
	     self->kernel->piped && ocl_piped_stage(self->kernel->piped, i, &source, &target); i++)
		add_places(self, source);
}

/* Return true if no other argument is in the same buffer. Overlapping memory must not be accessed
 * through two sub-buffers. */
static bool is_alone(const ocl_launching *self, size_t which)
{
	for (size_t i = 0; i < self->places.count; i++)
		if (i != which && self->places.data[i].buffer == self->places.data[which].buffer)
			return false;
	return true;
}

/* Return true if the stages may run at the same time: memory that one writes is not used by
 * another, and there are pipes. */
static bool has_stages(const ocl_launching *self)
{
	if (!self->kernel->piped)
		return false;
	for (size_t i = 0; i < self->places.count; i++)
		if (self->places.data[i].buffer && self->places.data[i].written &&
		    !is_alone(self, i))
			return false;
	return ocl_piped_reserve(self->kernel->piped, self->kernel, self->instances);
}

/* Create sub-buffers that begin where pointers point to. Return true if this is not possible for
 * some pointer. */
static bool has_offsets(ocl_launching *self)
{
	uint64_t alignment = self->kernel->device->alignment;
	bool left = false;

	for (size_t i = 0; i < self->places.count; i++) {
		argument_place *at = &self->places.data[i];
		cl_buffer_region region = {at->offset,
					   at->offset ? at->buffer->bytes - at->offset : 0};
		cl_int status;

		if (at->offset && at->offset % alignment == 0 && is_alone(self, i))
			at->part =
				clCreateSubBuffer(at->buffer->memory, CL_MEM_READ_WRITE,
						  CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
		left |= at->offset && !at->part;
	}
	return left;
}

/* Return true if everything that may be in constant memory fits and is not written. */
static bool has_constants(const ocl_launching *self)
{
	const ocl_device *device = self->kernel->device;
	uint64_t bytes = 0;
	cl_uint count = 0;

	for (size_t i = 0; i < self->places.count; i++) {
		const argument_place *at = &self->places.data[i];

		if (!at->fixed)
			continue;
		if (!at->buffer || !is_alone(self, i))
			return false;
		bytes += at->buffer->bytes;
		count++;
	}
	return count > 0 && count <= device->constant_count && bytes <= device->constant_bytes;
}

static hr_grid_end find_variant(ocl_launching *self, char text[HR_BACKEND_TEXT])
{
	ocl_kernel *kernel = self->kernel;
	unsigned which = (self->part && kernel->source.parts ? OCL_PART : 0) |
			 (kernel->source.constants && has_constants(self) ? OCL_CONSTANTS : 0) |
			 (has_offsets(self) && kernel->source.offsets ? OCL_OFFSETS : 0);

	self->variant = &kernel->variants[which];
	if (!self->variant->kernel && ocl_build(kernel, NULL, which, text) != HR_TAKEN)
		return HR_GRID_FAILED;
	return HR_GRID_DONE;
}

/* A variant that is compiled later may have a smaller limit of work-groups than the first one, for
 * which `local` was chosen. The device then chooses, unless instances meet at barriers. */
static hr_grid_end fit_variant(ocl_launching *self, char text[HR_BACKEND_TEXT])
{
	size_t items = self->local[0] * self->local[1] * self->local[2];

	if (!self->sized || items <= self->variant->most_items)
		return HR_GRID_DONE;
	self->sized = false;
	if (!self->kernel->source.groups && !self->kernel->source.barriers)
		return HR_GRID_DONE;
	snprintf(text, HR_BACKEND_TEXT,
		 "a group of %zu instances is too large for this launch: at most %zu are possible",
		 items, self->variant->most_items);
	return HR_GRID_REFUSED;
}

/* --- running a grid ------------------------------------------------------------------------ */

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Each instance of the node is a work-group; the leaf's instances are its work-items. */
static hr_grid_end shape_groups(ocl_launching *self, char text[HR_BACKEND_TEXT])
{
	ocl_kernel *kernel = self->kernel;
	const ocl_source *source = &kernel->source;
	uint64_t bytes = 0;
	size_t items = 1;
	bool fits;

	for (uint32_t i = 0; i < source->argument_count; i++)
		if (source->arguments[i].kind == OCL_SHARED)
			bytes += local_bytes(self, &source->arguments[i]);
	fits = bytes <= kernel->device->local_bytes;
	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = source->order[k], g = source->group_order[k];

		self->local[k] = (size_t)self->grid->inner[d];
		self->global[k] =
			self->local[k] * (size_t)(self->grid->end[g] - self->grid->begin[g]);
		fits &= self->local[k] <= kernel->device->limits.most_side[k];
		fits &= !__builtin_mul_overflow(items, self->local[k], &items);
	}
	self->sized = true;
	if (fits && items <= kernel->most_items)
		return HR_GRID_DONE;
	snprintf(text, HR_BACKEND_TEXT, "a group of %zu instances with %llu bytes is too large",
		 items, (unsigned long long)bytes);
	return HR_GRID_REFUSED;
}

/* All instances meet at barriers: they are one work-group. */
static hr_grid_end shape_meeting(ocl_launching *self, const size_t count[3],
				 char text[HR_BACKEND_TEXT])
{
	ocl_kernel *kernel = self->kernel;
	const size_t *most = kernel->device->limits.most_side;

	memcpy(self->global, count, sizeof(self->global));
	memcpy(self->local, count, sizeof(self->local));
	self->sized = true;
	if (self->instances <= kernel->most_items && count[0] <= most[0] && count[1] <= most[1] &&
	    count[2] <= most[2])
		return HR_GRID_DONE;
	snprintf(text, HR_BACKEND_TEXT, "%llu instances meet at a barrier; at most %zu can",
		 (unsigned long long)self->instances, kernel->most_items);
	return HR_GRID_REFUSED;
}

static hr_grid_end shape(ocl_launching *self, char text[HR_BACKEND_TEXT])
{
	ocl_kernel *kernel = self->kernel;
	const hr_unit_grid *grid = self->grid;
	size_t count[3];

	for (unsigned d = 0; d < 3; d++)
		self->part |= grid->begin[d] != 0 || grid->end[d] != grid->levels[0].extent[d];
	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = kernel->source.order[k];

		self->offset[k] = kernel->source.groups ? 0 : (size_t)grid->begin[d];
		count[k] = (size_t)(grid->end[d] - grid->begin[d]);
	}
	if (kernel->source.groups)
		return shape_groups(self, text);
	if (kernel->source.barriers)
		return shape_meeting(self, count, text);
	if (kernel->device->target.sequential) {
		for (unsigned k = 0; k < 3; k++)
			self->offset[k] = 0, self->global[k] = self->local[k] = 1;
		self->sized = true;
		return HR_GRID_DONE;
	}
	self->sized = ocl_choose_size(kernel, count, self->global, self->local);
	self->part |= memcmp(self->global, count, sizeof(count)) != 0;
	return HR_GRID_DONE;
}

static size_t find_uses(const ocl_launching *self, ocl_use *uses)
{
	size_t count = 0, same;

	for (size_t i = 0; i < self->places.count; i++) {
		const argument_place *at = &self->places.data[i];

		for (same = 0; same < count && uses[same].buffer != at->buffer; same++)
			;
		if (!at->buffer)
			continue;
		if (same == count)
			uses[count++] = (ocl_use){.buffer = at->buffer};
		uses[same].written |= at->written;
	}
	return count;
}

/* Enqueue the kernel after the copies to its memory, and after launches that use the same memory;
 * others may still be running. */
static void enqueue_kernel(ocl_launching *self, const ocl_use *uses, size_t count, cl_event *event)
{
	ocl_kernel *kernel = self->kernel;
	cl_event *before = hr_alloc_array(OCL_MOST_TASKS + count, sizeof(cl_event));
	cl_uint waits = ocl_tasks_before(kernel->device, uses, count, before);

	ocl_buffers_before(kernel->device, uses, count, before, &waits);
	if (self->piped)
		self->status = ocl_piped_enqueue(kernel->piped, kernel, waits,
						 waits ? before : NULL, event);
	else
		self->status = clEnqueueNDRangeKernel(
			kernel->queue, self->variant->kernel, 3, self->part ? self->offset : NULL,
			self->global, self->sized ? self->local : NULL, waits,
			waits ? before : NULL, event);
	for (cl_uint i = 0; i < waits; i++)
		clReleaseEvent(before[i]);
	hr_free(before);
}

/* If a copy fails, a kernel that waits for it does not run; only the kernel's event shows this. */
static void finish(ocl_launching *self, cl_event kernel)
{
	cl_int end = CL_COMPLETE, status = clFinish(self->kernel->queue);

	clGetEventInfo(kernel, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(end), &end, NULL);
	clReleaseEvent(kernel);
	if (self->status == CL_SUCCESS)
		self->status = end < 0 ? end : status;
}

static void enqueue(ocl_launching *self)
{
	ocl_device *device = self->kernel->device;
	cl_command_queue queue = self->kernel->queue;
	ocl_use *uses = hr_alloc_array(self->places.count + 1, sizeof(*uses));
	size_t count = find_uses(self, uses);
	cl_event event = NULL;

	self->status = ocl_buffers_begin(device, queue, uses, count);
	if (self->status == CL_SUCCESS)
		enqueue_kernel(self, uses, count, &event);
	if (self->status == CL_SUCCESS && self->stays) {
		ocl_tasks_add(device, event, uses, count);
		self->status = clFlush(queue);
	} else if (self->status == CL_SUCCESS) {
		self->status = ocl_buffers_show(device, queue, uses, count);
		finish(self, event);
	}
	ocl_buffers_end(device, queue, uses, count);
	hr_free(uses);
}

/* Return true if the launch is to be measured. If not, and tasks are enabled, it is not waited for
 * if it only writes memory. */
static bool is_measured(ocl_launching *self)
{
	ocl_kernel *kernel = self->kernel;
	bool measured = kernel->choice && (!kernel->device->stays ||
					   hr_group_is_measured(kernel->choice, self->instances));

	for (uint32_t i = 0; i < kernel->source.argument_count; i++)
		if (kernel->source.arguments[i].kind == OCL_OUTPUTS)
			return measured;
	self->stays = kernel->device->stays && self->grid->stay && !measured;
	return measured;
}

static hr_grid_end run(ocl_launching *self, char text[HR_BACKEND_TEXT])
{
	hr_grid_end end;
	double begun;
	char words[64];
	bool measured;

	end = shape(self, text);
	begun = now();
	if (end == HR_GRID_DONE) {
		find_places(self);
		self->piped = has_stages(self);
	}
	if (end == HR_GRID_DONE && !self->piped)
		end = find_variant(self, text);
	if (end == HR_GRID_DONE && !self->piped)
		end = fit_variant(self, text);
	if (end != HR_GRID_DONE)
		return end;
	measured = is_measured(self);
	set_arguments(self);
	if (self->status == CL_SUCCESS)
		enqueue(self);
	if (self->status == CL_SUCCESS && measured)
		hr_group_note(self->kernel->choice, now() - begun, self->instances);
	read_outputs(self);
	if (self->status == CL_SUCCESS)
		return *self->grid->stop ? HR_GRID_STOPPED : HR_GRID_DONE;
	if (ocl_is_memory_error(self->status))
		return HR_GRID_NO_MEMORY;
	snprintf(text, HR_BACKEND_TEXT, "%s", ocl_error(self->status, words));
	return HR_GRID_FAILED;
}

hr_grid_end ocl_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	ocl_launching self = {.kernel = built, .grid = grid, .instances = 1, .status = CL_SUCCESS};
	hr_grid_end end;

	if (*grid->stop)
		return HR_GRID_STOPPED;
	for (unsigned d = 0; d < 3; d++)
		self.instances *= (uint64_t)(grid->end[d] - grid->begin[d]);
	end = run(&self, text);
	for (size_t i = 0; i < self.places.count; i++)
		if (self.places.data[i].part)
			clReleaseMemObject(self.places.data[i].part);
	HR_VEC_FREE(&self.places);
	return end;
}
