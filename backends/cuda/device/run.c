/* backends/cuda/device/run.c -- runs a grid on the device.
 *
 * Each built unit has a stream, so that several can run at the same time if several threads of
 * hpvm-run use them. A grid that is too large for one launch is divided into several launches, one
 * after the other in the stream. Grids that run() need not wait for, and that need nothing from the
 * host, are added to the chain (chain.c). Launches are ordered by events (launch_order.c) after the
 * copies to their memory, and after launches of the chain that use the same memory.
 * Invariant: when run() returns, everything that the grid has written can be read, unless run()
 *            need not wait for the grid.
 * Owns:      memory for images, streams.
 * Clauses:   N1, M3.
 * Not here:  memory that pointers point to (memory.c). */
#include <stdio.h>
#include <string.h>

#include "backends/cuda/device/cuda.h"

/* Instances of a launch in one dimension: kernels use 32-bit counters. */
#define MOST_SIDE INT32_MAX

typedef struct cuda_launching {
	cuda_kernel *kernel;
	cuda_device *device;
	const nv_driver *driver;
	const hr_unit_grid *grid;
	cuda_variant *variant;
	uint64_t instances;
	uint64_t *values;         /* values of arguments; borrowed */
	void **parameters;        /* pointers to the values; borrowed */
	uint32_t block[3];        /* in the device's dimensions, like the next three */
	int64_t begin[3], end[3]; /* of all launches together, in the node's dimensions */
	int64_t step[3];          /* maximum number of instances of one launch */
	uint32_t dims[3];         /* by dimension of the device: dimension of the node */
	uint32_t chunks[3];       /* blocks for each instance of a node of groups */
	uint32_t shared;          /* bytes of shared memory */
	bool stays;               /* run() does not wait for it */
	uint32_t block_count;     /* length of the kernel's `blocks` */
	uint64_t number;          /* number of the last launch in the chain; 0: none */
	const char *what;         /* the operation that failed */
} cuda_launching;

/* --- images ----------------------------------------------------------------------------------- */

static nv_result reserve(cuda_launching *self, nv_address *memory, uint64_t *room, uint64_t bytes)
{
	nv_result result;

	if (bytes <= *room)
		return NV_SUCCESS;
	if (*room)
		self->driver->release(*memory);
	*room = 0;
	result = self->driver->allocate(memory, bytes);
	if (result == NV_SUCCESS)
		*room = bytes;
	return result;
}

static nv_result put_inputs(cuda_launching *self)
{
	cuda_kernel *kernel = self->kernel;
	uint64_t images = kernel->varies ? self->instances : 1;
	/* Without the padding of the last image. */
	uint64_t bytes = images * kernel->description.input_stride - 16;
	nv_result result;

	self->what = "memory for inputs";
	result = reserve(self, &kernel->inputs, &kernel->input_room, bytes + 16);
	if (result != NV_SUCCESS || !bytes)
		return result;
	self->what = "a copy of inputs";
	return self->driver->to_device_async(kernel->inputs, self->grid->inputs, bytes,
					     kernel->stream);
}

/* Outputs that no instance stores stay zero. */
static nv_result clear_outputs(cuda_launching *self)
{
	cuda_kernel *kernel = self->kernel;
	uint64_t bytes = self->instances * kernel->description.output_stride;
	nv_result result;

	self->what = "memory for outputs";
	result = reserve(self, &kernel->outputs, &kernel->output_room, bytes);
	if (result != NV_SUCCESS)
		return result;
	self->what = "outputs";
	return self->driver->set_bytes_async(kernel->outputs, 0, bytes, kernel->stream);
}

static bool stores(const cuda_launching *self)
{
	for (uint32_t i = 0; i < self->variant->code.argument_count; i++)
		if (self->variant->code.arguments[i].kind == CUDA_OUTPUTS)
			return self->grid->outputs != NULL;
	return false;
}

static nv_result read_outputs(cuda_launching *self)
{
	nv_result result;

	if (!stores(self))
		return NV_SUCCESS;
	self->what = "a copy of outputs";
	result = self->driver->to_host_async(
		self->grid->outputs, self->kernel->outputs,
		self->instances * self->kernel->description.output_stride, self->kernel->stream);
	return result == NV_SUCCESS ? self->driver->stream_wait(self->kernel->stream) : result;
}

/* --- choice of the variant ----------------------------------------------------------------- */

/* Return true if pointer arguments point to overlapping memory of which some is written. */
static bool overlaps(const cuda_launching *self)
{
	const hr_unit *unit = &self->kernel->description;
	hr_device_block *ranges = self->kernel->ranges;
	uint32_t count = 0;

	for (uint32_t i = 0; i < unit->input_count; i++) {
		const hr_unit_port *port = &unit->inputs[i];
		hr_device_block at = {.bytes = UINT64_MAX / 2};

		if (port->kind != HR_UNIT_POINTER)
			continue;
		memcpy(&at.base, self->grid->inputs + port->offset, sizeof(at.base));
		if (port->flags & HR_PORT_SIZED)
			memcpy(&at.bytes, self->grid->inputs + unit->inputs[i + 1].offset,
			       sizeof(at.bytes));
		for (uint32_t k = 0; k < count; k++)
			if (at.base < ranges[k].base + ranges[k].bytes &&
			    ranges[k].base < at.base + at.bytes)
				return true;
		ranges[count++] = at;
	}
	return false;
}

static bool find_variant(cuda_launching *self, char text[HR_BACKEND_TEXT])
{
	unsigned which = overlaps(self) ? CUDA_OVERLAPPING : CUDA_DISJOINT;
	cuda_source source;

	self->variant = &self->kernel->variants[which];
	if (!cuda_is_built(self->variant))
		return hr_is_taken(cuda_build(self->kernel, which, &source, text));
	return cuda_load(self->kernel, self->variant, text);
}

/* --- arguments -------------------------------------------------------------------------------- */

static uint64_t first_instance(const hr_unit_grid *grid)
{
	const int64_t *extent = grid->levels[0].extent;

	return (uint64_t)((grid->begin[0] * extent[1] + grid->begin[1]) * extent[2] +
			  grid->begin[2]);
}

static nv_result set_argument(cuda_launching *self, const cuda_argument *at, uint64_t *value)
{
	const hr_unit_grid *grid = self->grid;
	nv_result result = NV_SUCCESS;

	switch (at->kind) {
	case CUDA_VALUE:
		memcpy(value, grid->inputs + self->kernel->description.inputs[at->input].offset,
		       at->bytes);
		break;
	case CUDA_INPUTS:
		result = put_inputs(self);
		*value = self->kernel->inputs;
		break;
	case CUDA_OUTPUTS:
		result = clear_outputs(self);
		*value = self->kernel->outputs;
		break;
	case CUDA_FIRST: *value = first_instance(grid); break;
	case CUDA_INNER: *value = (uint64_t)grid->inner[at->dim]; break;
	case CUDA_CHUNKS: *value = self->chunks[at->dim]; break;
	case CUDA_EXTENT: *value = (uint64_t)grid->levels[at->level].extent[at->dim]; break;
	case CUDA_ID: *value = (uint64_t)grid->levels[at->level].id[at->dim]; break;
	case CUDA_BEGIN:
	case CUDA_COUNT: break; /* set for each launch */
	}
	return result;
}

static nv_result set_arguments(cuda_launching *self)
{
	const cuda_code *code = &self->variant->code;
	nv_result result = NV_SUCCESS;

	for (uint32_t i = 0; i < code->argument_count && result == NV_SUCCESS; i++) {
		self->parameters[i] = &self->values[i];
		self->values[i] = 0;
		result = set_argument(self, &code->arguments[i], &self->values[i]);
	}
	return result;
}

/* Set the arguments of the launch of instances from BEGIN to END. */
static void set_box(cuda_launching *self, const int64_t begin[3], const int64_t end[3])
{
	const cuda_code *code = &self->variant->code;

	for (uint32_t i = 0; i < code->argument_count; i++) {
		const cuda_argument *at = &code->arguments[i];

		if (at->kind == CUDA_BEGIN)
			self->values[i] = (uint64_t)begin[at->dim];
		else if (at->kind == CUDA_COUNT)
			self->values[i] = (uint64_t)(end[at->dim] - begin[at->dim]);
	}
}

/* --- shapes ----------------------------------------------------------------------------------- */

static uint64_t shared_bytes(const cuda_launching *self)
{
	const cuda_code *code = &self->variant->code;
	uint64_t all = 0;

	for (uint32_t i = 0; i < code->local_count; i++) {
		uint64_t bytes = hr_local_size_value(
			&code->locals[i], self->kernel->description.inputs, self->grid->inputs);

		if (bytes > UINT32_MAX)
			return UINT64_MAX;
		all += (bytes + CUDA_LOCAL_ALIGNMENT - 1) & ~(uint64_t)(CUDA_LOCAL_ALIGNMENT - 1);
	}
	return all;
}

static bool fits(const cuda_launching *self, const uint64_t side[3], uint64_t *threads)
{
	*threads = 1;
	for (unsigned k = 0; k < 3; k++)
		if (side[k] > self->device->limits.most_side[k] ||
		    __builtin_mul_overflow(*threads, side[k], threads))
			return false;
	return *threads <= self->variant->most_threads;
}

/* Return the number of threads of a block if the program determines it, otherwise 1. */
static uint64_t block_threads(const cuda_launching *self)
{
	const cuda_code *code = &self->variant->code;
	const hr_unit_grid *grid = self->grid;
	uint64_t threads = 1;

	for (unsigned d = 0; d < 3; d++) {
		uint64_t side = 1;

		if (code->groups && !code->spread)
			side = (uint64_t)grid->inner[d];
		else if (code->barriers)
			side = (uint64_t)(grid->end[d] - grid->begin[d]);
		if (__builtin_mul_overflow(threads, side, &threads))
			return UINT64_MAX;
	}
	return threads;
}

/* If the kernel uses too many registers for a block of THREADS threads, compile it again with that
 * limit. */
static bool make_room(cuda_launching *self, uint64_t threads, char text[HR_BACKEND_TEXT])
{
	cuda_device *device = self->device;

	if (threads <= self->variant->most_threads || threads > device->limits.most_items ||
	    threads <= self->variant->bound)
		return true;
	if (!cuda_catch_up(device, text))
		return false;
	cuda_chain_forget(&device->chain);
	return hr_is_taken(cuda_rebuild(self->kernel, self->variant, (uint32_t)threads, text));
}

/* Each instance of the node is a block; the leaf's instances are its threads. */
static hr_grid_end shape_groups(cuda_launching *self, char text[HR_BACKEND_TEXT])
{
	const cuda_code *code = &self->variant->code;
	uint64_t side[3], threads, shared = shared_bytes(self);

	for (unsigned k = 0; k < 3; k++) {
		side[k] = (uint64_t)self->grid->inner[code->order[k]];
		self->dims[k] = code->group_order[k];
		self->step[k] = self->device->most_blocks[k];
	}
	if (fits(self, side, &threads) && shared <= self->device->most_shared_bytes) {
		for (unsigned k = 0; k < 3; k++)
			self->block[k] = (uint32_t)side[k], self->chunks[k] = 1;
		self->shared = (uint32_t)shared;
		return HR_GRID_DONE;
	}
	snprintf(text, HR_BACKEND_TEXT,
		 "a block of %llux%llux%llu threads with %llu bytes is too large",
		 (unsigned long long)side[0], (unsigned long long)side[1],
		 (unsigned long long)side[2], (unsigned long long)shared);
	return HR_GRID_REFUSED;
}

/* All instances meet at barriers: they are one block. */
static hr_grid_end shape_meeting(cuda_launching *self, char text[HR_BACKEND_TEXT])
{
	uint64_t side[3], threads;

	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = self->variant->code.order[k];

		side[k] = (uint64_t)(self->end[d] - self->begin[d]);
		self->dims[k] = d;
		self->step[k] = (int64_t)side[k];
		self->block[k] = (uint32_t)side[k];
	}
	if (fits(self, side, &threads))
		return HR_GRID_DONE;
	snprintf(text, HR_BACKEND_TEXT, "%llu instances meet at a barrier; at most %u can",
		 (unsigned long long)self->instances, self->variant->most_threads);
	return HR_GRID_REFUSED;
}

/* Block sizes in the device's dimensions. The first is used until another proves faster. */
static const size_t lines[][3] = {{256, 1, 1}, {128, 1, 1}, {512, 1, 1}, {64, 1, 1}, {1024, 1, 1}};
static const size_t areas[][3] = {{32, 8, 1},  {16, 16, 1}, {64, 4, 1}, {128, 1, 1},
				  {256, 1, 1}, {32, 4, 1},  {32, 32, 1}};

static const size_t *choose_block(cuda_launching *self, const size_t count[3], uint32_t dims)
{
	cuda_kernel *kernel = self->kernel;
	hr_group_limits limits = self->device->limits;

	limits.most_items = self->variant->most_threads;
	if (!kernel->choice && dims > 1)
		kernel->choice = hr_group_choice_new(areas, sizeof(areas) / sizeof(areas[0]), 0);
	else if (!kernel->choice)
		kernel->choice = hr_group_choice_new(lines, sizeof(lines) / sizeof(lines[0]), 0);
	return *self->device->group ? self->device->group
				    : hr_group_choose(kernel->choice, &limits, count);
}

/* Set the block size and the number of blocks for COUNT threads, in the device's dimensions. DIMS
 * is the number of dimensions of the leaf. */
static void set_block(cuda_launching *self, const size_t count[3], uint32_t dims)
{
	const size_t *side = choose_block(self, count, dims);
	size_t threads = 1;

	for (unsigned k = 0; k < 3; k++) {
		size_t wanted = k < dims ? side[k] : 1;

		wanted = wanted < count[k] ? wanted : count[k];
		while (wanted > 1 && threads * wanted > self->variant->most_threads)
			wanted /= 2;
		threads *= wanted;
		self->block[k] = (uint32_t)wanted;
	}
}

static hr_grid_end shape_threads(cuda_launching *self)
{
	const cuda_code *code = &self->variant->code;
	size_t count[3];

	for (unsigned k = 0; k < 3; k++)
		count[k] = (size_t)(self->end[code->order[k]] - self->begin[code->order[k]]);
	set_block(self, count, self->kernel->description.dims[0]);
	for (unsigned k = 0; k < 3; k++) {
		uint64_t most = (uint64_t)self->device->most_blocks[k] * self->block[k];

		self->dims[k] = code->order[k];
		most = most < MOST_SIDE ? most : MOST_SIDE;
		self->step[k] = (int64_t)(most / self->block[k] * self->block[k]);
	}
	return HR_GRID_DONE;
}

/* Each instance of the node is several blocks. */
static hr_grid_end shape_spread(cuda_launching *self, char text[HR_BACKEND_TEXT])
{
	const cuda_code *code = &self->variant->code;
	bool fits = true;
	size_t count[3];

	for (unsigned k = 0; k < 3; k++)
		count[k] = (size_t)self->grid->inner[code->order[k]];
	set_block(self, count, self->kernel->description.inner_dims);
	for (unsigned k = 0; k < 3; k++) {
		size_t chunks = (count[k] + self->block[k] - 1) / self->block[k];

		fits &= count[k] <= MOST_SIDE - self->block[k] &&
			chunks <= self->device->most_blocks[k];
		self->chunks[k] = (uint32_t)chunks;
		self->dims[k] = code->group_order[k];
		self->step[k] = fits ? (int64_t)(self->device->most_blocks[k] / chunks) : 0;
	}
	if (fits)
		return HR_GRID_DONE;
	snprintf(text, HR_BACKEND_TEXT,
		 "%zux%zux%zu instances for each instance of the node need too many blocks",
		 count[0], count[1], count[2]);
	return HR_GRID_REFUSED;
}

static hr_grid_end shape(cuda_launching *self, char text[HR_BACKEND_TEXT])
{
	memcpy(self->begin, self->grid->begin, sizeof(self->begin));
	memcpy(self->end, self->grid->end, sizeof(self->end));
	if (self->variant->code.spread)
		return shape_spread(self, text);
	if (self->variant->code.groups)
		return shape_groups(self, text);
	return self->variant->code.barriers ? shape_meeting(self, text) : shape_threads(self);
}

/* --- launches --------------------------------------------------------------------------------- */

/* A block may use more shared memory than the default only after it was requested. */
static nv_result allow_shared(cuda_launching *self)
{
	nv_result result;

	if (self->shared <= self->variant->shared_bytes)
		return NV_SUCCESS;
	self->what = "shared memory";
	result = self->driver->function_set(self->variant->function,
					    NV_FUNCTION_DYNAMIC_SHARED_BYTES, (int)self->shared);
	if (result == NV_SUCCESS)
		self->variant->shared_bytes = self->shared;
	return result;
}

static nv_result launch_box(cuda_launching *self, const int64_t begin[3], const int64_t end[3])
{
	nv_kernel_node what = {.function = self->variant->function, .dynamic_bytes = self->shared};
	bool whole = self->variant->code.groups;

	set_box(self, begin, end);
	for (unsigned k = 0; k < 3; k++) {
		int64_t count = end[self->dims[k]] - begin[self->dims[k]], each = self->block[k];

		what.grid[k] =
			(uint32_t)(whole ? count * self->chunks[k] : (count + each - 1) / each);
		what.block[k] = self->block[k];
	}
	self->what = "a launch";
	if (self->stays)
		return cuda_chain_add(&self->device->chain, &what, self->values,
				      self->variant->code.argument_count, self->grid->stop,
				      &self->number);
	return self->driver->launch(what.function, what.grid[0], what.grid[1], what.grid[2],
				    what.block[0], what.block[1], what.block[2], what.dynamic_bytes,
				    self->kernel->stream, self->parameters, NULL);
}

/* Divide the box along the device's dimensions K - 1 and lower. */
static nv_result launch_parts(cuda_launching *self, unsigned k, int64_t begin[3], int64_t end[3])
{
	nv_result result = NV_SUCCESS;
	uint32_t d;

	if (k == 0)
		return launch_box(self, begin, end);
	d = self->dims[k - 1];
	for (int64_t at = self->begin[d]; at < self->end[d] && result == NV_SUCCESS; at = end[d]) {
		begin[d] = at;
		end[d] = self->end[d] - at > self->step[k - 1] ? at + self->step[k - 1]
							       : self->end[d];
		result = launch_parts(self, k - 1, begin, end);
	}
	return result;
}

static nv_result launch_all(cuda_launching *self)
{
	int64_t begin[3], end[3];
	nv_result result = allow_shared(self);

	memcpy(begin, self->begin, sizeof(begin));
	memcpy(end, self->end, sizeof(end));
	return result == NV_SUCCESS ? launch_parts(self, 3, begin, end) : result;
}

/* --- running a grid ------------------------------------------------------------------------ */

static nv_result make_stream(cuda_launching *self)
{
	cuda_kernel *kernel = self->kernel;
	nv_result result;

	if (kernel->started)
		return NV_SUCCESS;
	self->what = "a stream";
	result = self->driver->stream_create(&kernel->stream, NV_STREAM_NON_BLOCKING);
	kernel->started = result == NV_SUCCESS;
	return result;
}

static hr_grid_end failed(cuda_launching *self, nv_result result, char text[HR_BACKEND_TEXT])
{
	char what[120];

	if (result == NV_NOT_READY) {
		cuda_note_hang(self->device, text);
		return HR_GRID_STOPPED;
	}
	/* Running work uses the grid's memory. */
	if (!nv_is_sticky(result) && self->kernel->started)
		cuda_let_end(self->device, self->kernel->stream);
	snprintf(what, sizeof(what), "%s%s", self->what,
		 cuda_chain_is_behind(&self->device->chain) ? ", or a kernel launched before it"
							    : "");
	cuda_note_error(self->device, result, what, text);
	return nv_is_memory_error(result) ? HR_GRID_NO_MEMORY : HR_GRID_FAILED;
}

/* Return true if run() need not wait: nothing is copied from or to the host, and nothing is
 * measured. */
static bool may_stay(const cuda_launching *self)
{
	return self->grid->stay && !self->variant->code.images && !stores(self);
}

/* Find the device blocks that the unit's pointers point to. */
static void find_blocks(cuda_launching *self)
{
	const hr_unit *unit = &self->kernel->description;
	cuda_block **blocks = self->kernel->blocks, *found;
	uint64_t address;
	uint32_t k;

	for (uint32_t i = 0; i < unit->input_count; i++) {
		if (unit->inputs[i].kind != HR_UNIT_POINTER)
			continue;
		memcpy(&address, self->grid->inputs + unit->inputs[i].offset, sizeof(address));
		found = cuda_block_at(self->device, address);
		for (k = 0; k < self->block_count && blocks[k] != found; k++)
			continue;
		if (found && k == self->block_count)
			blocks[self->block_count++] = found;
	}
}

/* Launch after ordering. Successful launches are recorded even if a later one fails. */
static nv_result launch_in_order(cuda_launching *self)
{
	nv_result result;

	find_blocks(self);
	self->what = "its order among copies and launches";
	result = cuda_order_launch(self->device, self->kernel->blocks, self->block_count,
				   self->stays ? NULL : self->kernel->stream);
	if (result == NV_SUCCESS)
		result = set_arguments(self);
	if (result == NV_SUCCESS)
		result = launch_all(self);
	if (self->number)
		cuda_order_chained(self->device, self->kernel->blocks, self->block_count,
				   self->number);
	return result;
}

/* Launch, and wait unless the grid stays. */
static nv_result launch_and_wait(cuda_launching *self, bool measured)
{
	uint64_t begun = cuda_clock();
	nv_result result = launch_in_order(self);

	if (result == NV_SUCCESS && !self->stays)
		result = cuda_wait(self->driver, self->kernel->stream, self->grid->stop);
	if (result == NV_SUCCESS && !self->stays)
		cuda_order_ended(self->device, self->kernel->blocks, self->block_count);
	if (result == NV_SUCCESS && measured)
		hr_group_note(self->kernel->choice, (double)(cuda_clock() - begun),
			      self->instances);
	return result == NV_SUCCESS && !self->stays ? read_outputs(self) : result;
}

static hr_grid_end run(cuda_launching *self, char text[HR_BACKEND_TEXT])
{
	nv_result result = NV_SUCCESS;
	hr_grid_end end;
	bool measured;

	if (!find_variant(self, text) || !make_room(self, block_threads(self), text))
		return HR_GRID_FAILED;
	end = shape(self, text);
	if (end != HR_GRID_DONE)
		return end;
	measured =
		self->kernel->choice && hr_group_is_measured(self->kernel->choice, self->instances);
	self->stays = may_stay(self) && !measured;
	if (measured && !cuda_catch_up(self->device, text)) /* only this grid must be measured */
		return *self->grid->stop ? HR_GRID_STOPPED : HR_GRID_FAILED;
	if (!self->stays)
		result = make_stream(self);
	if (result == NV_SUCCESS)
		result = launch_and_wait(self, measured);
	if (result != NV_SUCCESS)
		return failed(self, result, text);
	return *self->grid->stop ? HR_GRID_STOPPED : HR_GRID_DONE;
}

hr_grid_end cuda_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	cuda_kernel *kernel = built;
	uint64_t values[CUDA_MOST_ARGUMENTS];
	void *parameters[CUDA_MOST_ARGUMENTS];
	cuda_launching self = {.kernel = kernel,
			       .device = kernel->device,
			       .driver = &kernel->device->driver,
			       .grid = grid,
			       .instances = 1,
			       .values = values,
			       .parameters = parameters,
			       .what = ""};

	if (*grid->stop)
		return HR_GRID_STOPPED;
	for (unsigned d = 0; d < 3; d++)
		self.instances *= (uint64_t)(grid->end[d] - grid->begin[d]);
	if (!cuda_enter(kernel->device, text))
		return HR_GRID_FAILED;
	return run(&self, text);
}
