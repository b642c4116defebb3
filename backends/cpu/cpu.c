/* backends/cpu/cpu.c -- the cpu backend: compiles leaves for this machine and runs them on several
 * threads.
 *
 * A grid is divided into more boxes than there are threads, and the threads take one box after the
 * other. If instances meet at barriers, this is done for each region, and all boxes must continue
 * with the same region. The cost of grids is measured, so that a small grid runs on one thread.
 * Invariant: results are equal to the interpreter's bit by bit, for programs with defined
 *            behaviour.
 * Owns:      the machine, the threads, built units.
 * Clauses:   N1, M3.
 * Not here:  code generation (cpu_kernel.c, cpu_code.c). */
#include "backends/cpu/cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <llvm-c/BitReader.h>

#include "backends/shared/context.h"
#include "src/arith/cfunction.h"

enum {
	/* Estimate of nanoseconds per instance before a measurement. */
	FIRST_GUESS = 100,
	/* A grid of this many nanoseconds is worth several threads. */
	WORTH_THREADS = 50 * 1000,
	BOXES_PER_THREAD = 8,
	/* One of this many small grids is timed, because reading the clock can take longer than the
	 * grid. */
	TIMED_EACH = 16,
	/* Minimum of instances of a box in the innermost dimension. */
	LEAST_INNER = 64,
};

typedef struct backend {
	const hr_backend_host *host;
	cpu_machine machine;
	cpu_pool *pool;
	uint32_t threads;
} backend;

typedef struct built {
	backend *owner;
	cpu_shape shape;
	cpu_code *code;
	cpu_region **regions; /* owned */
	uint32_t level_count;
	bool graph;       /* an instance contains loops */
	double cost;      /* nanoseconds per instance */
	uint64_t runs;    /* number of small grids */
	uint8_t *context; /* owned */
	size_t context_bytes;
} built;

/* --- the machine ------------------------------------------------------------------------------ */

static int open_cpu(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	backend *self = hr_alloc_zero(sizeof(*self));
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	self->host = host;
	if (cpu_machine_open(&self->machine, text) != 0) {
		hr_free(self);
		return 1;
	}
	self->threads = host->threads ? host->threads : processors > 0 ? (uint32_t)processors : 1;
	self->pool = cpu_pool_new(self->threads);
	*state = self;
	return 0;
}

static void close_cpu(void *state)
{
	backend *self = state;

	cpu_pool_free(self->pool);
	cpu_machine_close(&self->machine);
	hr_free(self);
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	const backend *self = state;

	if (room > 0)
		snprintf(list[0].name, HR_BACKEND_TEXT, "%s, %u thread%s", self->machine.name,
			 self->threads, self->threads == 1 ? "" : "s");
	return 1;
}

/* --- which units are accepted -------------------------------------------------------------- */

/* Return true if instances may call NAME: the function may run concurrently and in any order. */
static bool may_call(const char *name, char text[HR_BACKEND_TEXT])
{
	hr_cfunction_reason why = hr_cfunction_why_not_native(hr_cfunction_find(name));

	if (why != HR_WHY_NO_REASON)
		snprintf(text, HR_BACKEND_TEXT, "'%s': %s", name, hr_cfunction_reason_text(why));
	return why == HR_WHY_NO_REASON;
}

static hr_unit_refusal admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	const backend *self = state;

	if (unit->features & HR_UNIT_CALLS)
		for (uint32_t i = 0; i < unit->symbol_count; i++)
			if (unit->functions[i] && !may_call(unit->symbols[i], text))
				return HR_REFUSES_CALL;
	if (unit->triple[0] && strncmp(unit->triple, self->machine.triple,
				       strcspn(self->machine.triple, "-") + 1) != 0) {
		snprintf(text, HR_BACKEND_TEXT, "%s", unit->triple);
		return HR_REFUSES_TARGET;
	}
	return HR_TAKEN;
}

/* --- building --------------------------------------------------------------------------------- */

static hr_unit_refusal set_machine(const backend *self, LLVMModuleRef module,
				   char text[HR_BACKEND_TEXT])
{
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(self->machine.target);
	char *ours = LLVMCopyStringRepOfTargetData(layout);
	const char *theirs = LLVMGetDataLayoutStr(module);
	hr_unit_refusal refusal = HR_TAKEN;

	if (theirs[0] && strcmp(theirs, ours) != 0) {
		snprintf(text, HR_BACKEND_TEXT, "its data layout is %s", theirs);
		refusal = HR_REFUSES_TARGET;
	}
	LLVMSetDataLayout(module, ours);
	LLVMSetTarget(module, self->machine.triple);
	LLVMDisposeMessage(ours);
	LLVMDisposeTargetData(layout);
	return refusal;
}

static bool starts(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Return true if CALL names a rounding mode other than to nearest. LLVM compiles such an operation for
 * the mode that is set, which is to nearest here. */
static bool rounds_otherwise(LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
		unsigned length;
		const char *mode = LLVMGetMDString(LLVMGetOperand(call, i), &length);

		if (mode && length > strlen("round.") && starts(mode, "round.") &&
		    strncmp(mode, "round.tonearest", length) &&
		    strncmp(mode, "round.dynamic", length))
			return true;
	}
	return false;
}

/* The threads that run instances keep the default floating-point environment. */
static hr_unit_refusal check_environment(LLVMModuleRef module, char text[HR_BACKEND_TEXT])
{
	static const char *const changes[] = {"llvm.set.rounding", "llvm.set.fp", "llvm.reset.fp"};
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		size_t length;
		const char *name = LLVMGetValueName2(f, &length);

		if (!LLVMGetFirstUse(f))
			continue;
		for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++)
			if (starts(name, changes[i])) {
				snprintf(text, HR_BACKEND_TEXT,
					 "'%s': it changes the floating-point environment", name);
				return HR_REFUSES_CALL;
			}
		if (!starts(name, "llvm.experimental.constrained.") &&
		    !starts(name, "llvm.fptrunc.round"))
			continue;
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
			if (rounds_otherwise(LLVMGetUser(use))) {
				snprintf(text, HR_BACKEND_TEXT,
					 "'%s' with a rounding mode other than to nearest", name);
				return HR_REFUSES_INSTRUCTION;
			}
	}
	return HR_TAKEN;
}

static hr_unit_refusal make_object(backend *self, const hr_unit *unit, cpu_shape *shape,
				   LLVMMemoryBufferRef *object, char text[HR_BACKEND_TEXT])
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRange(
		unit->bitcode, unit->bitcode_bytes, "unit", 0);
	hr_unit_refusal refusal = HR_REFUSES_COMPILER;
	LLVMModuleRef module;

	if (LLVMParseBitcodeInContext2(context, bitcode, &module)) {
		snprintf(text, HR_BACKEND_TEXT, "cannot read its bitcode");
	} else {
		refusal = set_machine(self, module, text);
		if (refusal == HR_TAKEN)
			refusal = check_environment(module, text);
		if (refusal == HR_TAKEN)
			refusal = cpu_kernel_make(module, unit, shape, text);
		if (refusal == HR_TAKEN) {
			*object = cpu_compile(&self->machine, module, text);
			refusal = *object ? HR_TAKEN : HR_REFUSES_COMPILER;
			if (*object && hr_context_error(context)) {
				snprintf(text, HR_BACKEND_TEXT, "%s", hr_context_error(context));
				LLVMDisposeMemoryBuffer(*object);
				refusal = HR_REFUSES_COMPILER;
			}
		}
		LLVMDisposeModule(module);
	}
	LLVMDisposeMemoryBuffer(bitcode);
	hr_context_free(context);
	return refusal;
}

static void release(void *unit)
{
	built *self = unit;

	if (self->code)
		cpu_unload(self->code);
	hr_free(self->regions);
	free(self->context);
	hr_free(self);
}

static hr_unit_refusal build(void *state, const hr_unit *unit, void **result,
			     char text[HR_BACKEND_TEXT])
{
	backend *owner = state;
	const char *cache = owner->host->cache;
	built *self = hr_alloc_zero(sizeof(*self));
	hr_unit_refusal refusal = HR_TAKEN;
	LLVMMemoryBufferRef object;
	bool cached;

	self->owner = owner;
	self->level_count = unit->level_count;
	self->graph = unit->features & HR_UNIT_GRAPH;
	self->cost = FIRST_GUESS;
	object = cache ? cpu_cache_read(cache, &owner->machine, unit, &self->shape) : NULL;
	cached = object != NULL;
	if (!object) {
		refusal = make_object(owner, unit, &self->shape, &object, text);
		if (refusal == HR_TAKEN && cache)
			cpu_cache_write(cache, &owner->machine, unit, &self->shape, object);
	}
	if (refusal == HR_TAKEN) {
		uint32_t count = self->shape.regions.region_count;

		self->regions = hr_alloc_array(count, sizeof(*self->regions));
		self->code = cpu_load(object, owner->host, count, self->regions, text);
		refusal = self->code ? HR_TAKEN : HR_REFUSES_COMPILER;
	}
	if (refusal == HR_TAKEN && cached)
		snprintf(text, HR_BACKEND_TEXT, "from the cache");
	if (refusal == HR_TAKEN)
		*result = self;
	else
		release(self);
	return refusal;
}

/* --- dividing a grid into boxes ------------------------------------------------------------ */

typedef struct pass {
	const built *unit;
	const hr_unit_grid *grid;
	cpu_region *region;
	cpu_task whole;
	int64_t parts[3]; /* number of boxes in each dimension */
	/* Atomic: smallest and largest next region of all instances. */
	int32_t least, most;
} pass;

/* Divide the grid into more boxes than there are threads, so that no thread waits long, and an
 * interrupt by the user is noticed soon. */
static uint32_t cut(pass *self, uint32_t wanted)
{
	const uint32_t *order = self->unit->shape.order;
	uint64_t boxes = 1;

	for (unsigned k = 0; k < 3; k++) {
		uint32_t d = order[k];
		int64_t length = self->whole.end[d] - self->whole.begin[d];
		int64_t most = k == 2 && !self->unit->graph
				       ? (length + LEAST_INNER - 1) / LEAST_INNER
				       : length;
		int64_t parts = (int64_t)((wanted + boxes - 1) / boxes);

		self->parts[d] = parts < most ? parts : most;
		boxes *= (uint64_t)self->parts[d];
	}
	return (uint32_t)boxes;
}

static void narrow(const pass *self, uint32_t number, cpu_task *task)
{
	int64_t rest = number;

	*task = self->whole;
	for (unsigned k = 3; k-- > 0;) {
		uint32_t d = self->unit->shape.order[k];
		int64_t parts = self->parts[d], at = rest % parts;
		int64_t length = self->whole.end[d] - self->whole.begin[d];
		int64_t part = length / parts, more = length % parts;

		rest /= parts;
		task->begin[d] += at * part + (at < more ? at : more);
		task->end[d] = task->begin[d] + part + (at < more);
	}
}

static void note(int32_t *place, int32_t value, bool least)
{
	int32_t known = __atomic_load_n(place, __ATOMIC_RELAXED);

	while ((least ? value < known : value > known) &&
	       !__atomic_compare_exchange_n(place, &known, value, true, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED))
		;
}

static void run_box(void *data, uint32_t number)
{
	pass *self = data;
	cpu_task task;
	uint64_t next;

	if (__atomic_load_n(self->grid->stop, __ATOMIC_RELAXED))
		return;
	narrow(self, number, &task);
	next = self->region(&task);
	note(&self->least, (int32_t)(uint32_t)next, true);
	note(&self->most, (int32_t)(uint32_t)(next >> 32), false);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void run_pass(built *unit, pass *self, uint64_t instances)
{
	uint32_t threads = unit->owner->threads;
	bool costly = unit->cost * (double)instances > (double)WORTH_THREADS;
	bool timed = costly || unit->runs++ % TIMED_EACH == 0;
	uint32_t boxes = cut(self, costly ? threads * BOXES_PER_THREAD : 1);
	bool together = boxes > 1 && threads > 1;
	double begun = timed ? now() : 0;

	self->least = INT32_MAX;
	self->most = INT32_MIN;
	if (together)
		cpu_pool_run(unit->owner->pool, boxes, run_box, self);
	else
		for (uint32_t i = 0; i < boxes; i++)
			run_box(self, i);
	if (timed)
		unit->cost = (now() - begun) * (together ? threads : 1) / (double)instances;
}

/* --- running ---------------------------------------------------------------------------------- */

static hr_grid_end reserve_context(built *unit, uint64_t instances)
{
	size_t bytes; /* shared values come first, twice, each a multiple of 64 bytes */

	if (__builtin_mul_overflow(instances, (size_t)unit->shape.regions.each_bytes, &bytes) ||
	    __builtin_add_overflow(bytes, 2 * (size_t)unit->shape.regions.shared_bytes, &bytes))
		return HR_GRID_NO_MEMORY;
	if (bytes <= unit->context_bytes)
		return HR_GRID_DONE;
	free(unit->context);
	unit->context_bytes = 0;
	unit->context =
		bytes > SIZE_MAX - 64 ? NULL : aligned_alloc(64, (bytes + 63) & ~(size_t)63);
	if (!unit->context)
		return HR_GRID_NO_MEMORY;
	unit->context_bytes = bytes;
	return HR_GRID_DONE;
}

static cpu_task whole_task(const built *unit, const hr_unit_grid *grid, uint64_t instances,
			   int32_t *diverged)
{
	const int64_t *extent = grid->levels[0].extent;
	uint32_t shared = unit->shape.regions.shared_bytes;
	cpu_task task = {.levels = grid->levels,
			 .inputs = grid->inputs,
			 .outputs = grid->outputs,
			 .allocate = grid->allocate,
			 .run = grid->run,
			 .before = unit->context,
			 .after = unit->context + shared,
			 .context = unit->context + 2 * (size_t)shared,
			 .count = (int64_t)instances,
			 .diverged = diverged};

	memcpy(task.begin, grid->begin, sizeof(task.begin));
	memcpy(task.end, grid->end, sizeof(task.end));
	task.first = (grid->begin[0] * extent[1] + grid->begin[1]) * extent[2] + grid->begin[2];
	return task;
}

static hr_grid_end went_apart(char text[HR_BACKEND_TEXT])
{
	snprintf(text, HR_BACKEND_TEXT, "some instances take another path");
	return HR_GRID_DIVERGED;
}

/* Run a grid that is not worth several threads and whose instances do not meet at barriers. Return
 * false if it is not such a grid. */
static bool run_small(built *unit, const hr_unit_grid *grid, uint64_t instances, hr_grid_end *end,
		      char text[HR_BACKEND_TEXT])
{
	int32_t diverged = 0;
	cpu_task task;

	if (unit->shape.regions.region_count > 1 ||
	    unit->cost * (double)instances > (double)WORTH_THREADS || unit->runs % TIMED_EACH == 0)
		return false;
	unit->runs++;
	task = whole_task(unit, grid, instances, &diverged);
	unit->regions[0](&task);
	*end = diverged ? went_apart(text) : HR_GRID_DONE;
	return true;
}

static hr_grid_end run(void *data, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	built *unit = data;
	uint64_t instances = 1;
	int32_t region = 0, diverged = 0;
	hr_grid_end end;

	for (unsigned d = 0; d < 3; d++)
		instances *= (uint64_t)(grid->end[d] - grid->begin[d]);
	if (run_small(unit, grid, instances, &end, text))
		return end;
	end = reserve_context(unit, instances);
	while (end == HR_GRID_DONE && region != CPU_RETURNED) {
		pass self = {.unit = unit,
			     .grid = grid,
			     .region = unit->regions[region],
			     .whole = whole_task(unit, grid, instances, &diverged)};

		run_pass(unit, &self, instances);
		if (__atomic_load_n(grid->stop, __ATOMIC_RELAXED))
			return HR_GRID_STOPPED;
		if (diverged)
			return went_apart(text);
		if (self.least != self.most) {
			snprintf(text, HR_BACKEND_TEXT, "%s",
				 self.least == CPU_RETURNED ? "some instances have completed"
							    : "some wait at another barrier");
			return HR_GRID_DIVERGED;
		}
		region = self.least;
		if (unit->shape.regions.shared_bytes)
			memcpy(self.whole.before, self.whole.after,
			       unit->shape.regions.shared_bytes);
	}
	return end;
}

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "cpu",
	.summary = "leaves, compiled for this machine and run on several threads",
	.open = open_cpu,
	.close = close_cpu,
	.devices = devices,
	.admit = admit,
	.build = build,
	.run = run,
	.release = release,
};
