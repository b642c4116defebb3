/* mutant.c -- a backend with a deliberate error, selected by name.
 *
 * It behaves like the cpu backend, except for the error that the environment variable MUTANT names:
 * a miscompilation of backends/tests/mutant/rewrite.c, or an error in running grids, listed below.
 * MUTANT_UNIT restricts the error to one node function, or to those whose name it begins, before an
 * underscore. MUTANT_GRAPHS: the backend also accepts
 * whole nodes. MUTANT=list makes open() list all names. An error occurs in every grid, so that it
 * can be reproduced. */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "backends/tests/mutant/mutant.h"

/* The compiler's flags rename cpu.c's `hr_backend_module` to `cpu_module`. */
#undef hr_backend_module
extern const hr_backend cpu_module;   /* hr_backend_module of cpu.c */

/* Outputs or inputs of the previous grid. In memory shared by processes, because each grid may run
 * in a different one. */
typedef struct kept {
	size_t count, grids;
	uint8_t bytes[65536];
} kept;

typedef struct mutant_unit {
	void *built;
	char *name;
	uint32_t stride, level_count, input_stride;
	int varies;
	/* Offsets of the first pointer that is written, and of its size; both 0: none. */
	uint32_t target, target_size;
	uint32_t source;               /* offset of a pointer that is only read */
	int has_target, has_source;
	uint32_t numbers[2];           /* offsets of the last two integers that are no sizes; both 0: none */
	kept *kept;
	struct mutant_unit *stale;     /* the unit whose code is run instead; NULL: its own code */
} mutant_unit;

typedef struct mutant_state {
	void *cpu;
	mutant_unit *first;            /* the unit that was built first */
	uint32_t first_inputs;
} mutant_state;

/* --- names ------------------------------------------------------------------------------------------------ */

static const char *const grid_names[] = {
	"few-instances", "many-instances", "neighbour-output", "stale-code", "stale-output", "stale-input",
	"flaky", "writes-input", "lost-tail", "byte-swapped", "misordered-stream", "coarse-floats",
	"swapped-numbers",
};

static const char *chosen(void)
{
	const char *name = getenv("MUTANT");

	return name ? name : "";
}

static int concerns(const char *unit)
{
	const char *only = getenv("MUTANT_UNIT");
	size_t length = only ? strlen(only) : 0;

	return chosen()[0] && (!length || strcmp(only, unit) == 0 ||
			       (strncmp(only, unit, length) == 0 && unit[length] == '_'));
}

static int is(const mutant_unit *self, const char *name)
{
	return concerns(self->name) && strcmp(chosen(), name) == 0;
}

static int is_grid_name(const char *name)
{
	for (size_t i = 0; i < sizeof(grid_names) / sizeof(grid_names[0]); i++)
		if (strcmp(grid_names[i], name) == 0)
			return 1;
	return 0;
}

static int say_names(char text[HR_BACKEND_TEXT])
{
	const char *file = getenv("MUTANT_LIST");
	FILE *list = file ? fopen(file, "w") : NULL;
	const char *name;

	for (size_t i = 0; list && i < sizeof(grid_names) / sizeof(grid_names[0]); i++)
		fprintf(list, "%s\n", grid_names[i]);
	for (unsigned i = 0; list && (name = mutant_rewrite_name(i)) != NULL; i++)
		fprintf(list, "%s\n", name);
	if (list)
		fclose(list);
	snprintf(text, HR_BACKEND_TEXT, "its names are in MUTANT_LIST");
	return 1;
}

/* --- the module --------------------------------------------------------------------------------------------- */

static int open_mutant(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	mutant_state *self;

	if (strcmp(chosen(), "list") == 0)
		return say_names(text);
	self = calloc(1, sizeof(*self));
	*state = self;
	return cpu_module.open(host, &self->cpu, text);
}

static void close_mutant(void *state)
{
	cpu_module.close(((mutant_state *)state)->cpu);
	free(state);
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	return cpu_module.devices(((mutant_state *)state)->cpu, list, room);
}

/* Errors are made in leaves, unless MUTANT_GRAPHS is set. */
static hr_unit_refusal admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	if (unit->features & HR_UNIT_GRAPH && !getenv("MUTANT_GRAPHS"))
		return HR_REFUSES_SIZE;
	return cpu_module.admit(((mutant_state *)state)->cpu, unit, text);
}

static void find_pointers(mutant_unit *self, const hr_unit *unit)
{
	for (uint32_t i = unit->input_count; i-- > 0;) {
		const hr_unit_port *port = &unit->inputs[i];

		if (port->kind == HR_UNIT_INTEGER && !self->numbers[0] && i &&
		    !(port[-1].flags & HR_PORT_SIZED))
			self->numbers[!self->numbers[1]] = port->offset;
		if (port->kind != HR_UNIT_POINTER || !(port->flags & HR_PORT_SIZED))
			continue;
		if ((port->flags & (HR_PORT_IN | HR_PORT_OUT)) == HR_PORT_IN) {
			self->has_source = 1;
			self->source = port->offset;
		} else {
			self->has_target = 1;
			self->target = port->offset;
			self->target_size = port[1].offset;
		}
	}
}

/* Memory shared by all processes of the backend. */
static void *share(size_t bytes)
{
	int file = memfd_create("hpvm-mutant", MFD_CLOEXEC);
	void *memory = ftruncate(file, (off_t)bytes) == 0
			       ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
			       : NULL;

	close(file);
	return memory;
}

static mutant_unit *describe(const hr_unit *unit)
{
	mutant_unit *self = calloc(1, sizeof(*self));

	self->name = strdup(unit->name);
	self->kept = share(sizeof(*self->kept));
	self->stride = unit->output_stride;
	self->input_stride = unit->input_stride;
	self->level_count = unit->level_count;
	for (uint32_t i = 0; i < unit->input_count; i++)
		self->varies |= (unit->inputs[i].flags & HR_PORT_VARIES) != 0;
	find_pointers(self, unit);
	return self;
}

static hr_unit_refusal build_code(mutant_state *state, const hr_unit *unit, mutant_unit *self,
				  char text[HR_BACKEND_TEXT])
{
	hr_unit changed = *unit;
	hr_unit_refusal refusal;
	void *bitcode = NULL;
	bool known = true;

	if (concerns(unit->name) && !is_grid_name(chosen())) {
		bitcode = mutant_rewrite(unit, chosen(), &changed.bitcode_bytes, &known, text);
		if (!bitcode && !known)
			snprintf(text, HR_BACKEND_TEXT, "no mutation is called '%s'", chosen());
		if (!bitcode)
			return HR_REFUSES_COMPILER;
		changed.bitcode = bitcode;
	}
	refusal = cpu_module.build(state->cpu, &changed, &self->built, text);
	free(bitcode);
	return refusal;
}

static void release(void *built)
{
	mutant_unit *self = built;

	if (self->built)
		cpu_module.release(self->built);
	munmap(self->kept, sizeof(*self->kept));
	free(self->name);
	free(self);
}

static hr_unit_refusal build(void *data, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT])
{
	mutant_state *state = data;
	mutant_unit *self = describe(unit);
	hr_unit_refusal refusal = build_code(state, unit, self, text);

	if (refusal != HR_TAKEN) {
		release(self);
		return refusal;
	}
	if (!state->first) {
		state->first = self;
		state->first_inputs = unit->input_count;
	} else if (is(self, "stale-code") && state->first_inputs == unit->input_count) {
		self->stale = state->first;
	}
	*built = self;
	return HR_TAKEN;
}

/* --- grids ---------------------------------------------------------------------------------------------------- */

static size_t instances(const hr_unit_grid *grid)
{
	size_t count = 1;

	for (unsigned d = 0; d < 3; d++)
		count *= (size_t)(grid->end[d] - grid->begin[d]);
	return count;
}

static hr_grid_end run_code(const mutant_unit *self, const hr_unit_grid *grid,
			    char text[HR_BACKEND_TEXT])
{
	return cpu_module.run(self->stale ? self->stale->built : self->built, grid, text);
}

/* Run the box one instance longer or shorter, in the last dimension with several instances. */
static hr_grid_end run_resized(const mutant_unit *self, const hr_unit_grid *grid, int by,
			       char text[HR_BACKEND_TEXT])
{
	hr_unit_grid other = *grid;
	size_t bytes = instances(grid) * self->stride;
	uint8_t *outputs = NULL;
	unsigned d = 0;
	hr_grid_end end;

	while (d < 2 && grid->end[d] - grid->begin[d] == 1)
		d++;
	other.end[d] += by;
	if (instances(&other) == 0)
		return HR_GRID_DONE;
	if (grid->outputs) {
		outputs = calloc(2, bytes + 64);
		other.outputs = outputs;
	}
	end = run_code(self, &other, text);
	if (outputs)
		memcpy(grid->outputs, outputs, bytes);
	free(outputs);
	return end;
}

/* Exchange BYTES with what was kept, if that has the same size. */
static void exchange(mutant_unit *self, uint8_t *bytes, size_t count)
{
	kept *old = self->kept;

	if (count > sizeof(old->bytes))
		return;
	for (size_t i = 0; i < count; i++) {
		uint8_t byte = bytes[i];

		if (old->count == count)
			bytes[i] = old->bytes[i];
		old->bytes[i] = byte;
	}
	old->count = count;
}

static uint8_t *target(const mutant_unit *self, const hr_unit_grid *grid, uint64_t *bytes)
{
	uint8_t *memory = NULL;

	*bytes = 0;
	if (self->has_target) {
		memcpy(&memory, grid->inputs + self->target, sizeof(memory));
		memcpy(bytes, grid->inputs + self->target_size, sizeof(*bytes));
	}
	return *bytes ? memory : NULL;
}

static void spoil_outputs(mutant_unit *self, const hr_unit_grid *grid)
{
	size_t bytes = grid->outputs ? instances(grid) * self->stride : 0;

	if (is(self, "neighbour-output") && bytes > self->stride)
		memmove(grid->outputs + self->stride, grid->outputs, bytes - self->stride);
	if (is(self, "stale-output") && bytes)
		exchange(self, grid->outputs, bytes);
}

static void spoil_memory(mutant_unit *self, const hr_unit_grid *grid)
{
	struct timespec now;
	uint64_t bytes;
	uint8_t *memory;

	if (is(self, "writes-input") && self->has_source) {
		memcpy(&memory, grid->inputs + self->source, sizeof(memory));
		memory[0] ^= 0x55;
	}
	memory = target(self, grid, &bytes);
	if (!memory)
		return;
	if (is(self, "flaky")) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		memory[(uint64_t)now.tv_nsec / 64 % bytes] ^= (uint8_t)(now.tv_nsec | 1);
	}
	if (is(self, "lost-tail"))
		memset(memory + bytes - (bytes < 4 ? bytes : 4), 0, bytes < 4 ? bytes : 4);
	for (uint64_t i = 0; is(self, "coarse-floats") && i + 4 <= bytes; i += 4)
		memset(memory + i, 0, 1); /* the last eight bits */
	for (uint64_t i = 0; is(self, "byte-swapped") && i + 4 <= bytes; i += 4) {
		uint32_t word;

		memcpy(&word, memory + i, 4);
		word = __builtin_bswap32(word);
		memcpy(memory + i, &word, 4);
	}
}

static hr_grid_end run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	mutant_unit *self = built;
	hr_unit_grid other = *grid;
	uint8_t *inputs = NULL;
	hr_grid_end end;

	if (is(self, "few-instances"))
		return run_resized(self, grid, -1, text);
	if (is(self, "many-instances"))
		return run_resized(self, grid, 1, text);
	if (is(self, "stale-input") || is(self, "misordered-stream")) {
		size_t bytes = (self->varies ? instances(grid) : 1) * self->input_stride - 16;

		inputs = malloc(bytes);
		memcpy(inputs, grid->inputs, bytes);
		exchange(self, inputs, bytes);
		/* Each second item is replaced by the one before. */
		if (is(self, "stale-input") || self->kept->grids++ % 2)
			other.inputs = inputs;
	}
	if (is(self, "swapped-numbers") && self->numbers[0]) {
		inputs = malloc(self->input_stride);
		memcpy(inputs, grid->inputs, self->input_stride - 16);
		memcpy(inputs + self->numbers[0], grid->inputs + self->numbers[1], 8);
		memcpy(inputs + self->numbers[1], grid->inputs + self->numbers[0], 8);
		other.inputs = inputs;
	}
	end = run_code(self, &other, text);
	free(inputs);
	if (end == HR_GRID_DONE) {
		spoil_outputs(self, grid);
		spoil_memory(self, grid);
	}
	return end;
}

const hr_backend hr_backend_module;
const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "mutant",
	.summary = "the cpu backend with a mistake (MUTANT)",
	.open = open_mutant,
	.close = close_mutant,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
};
