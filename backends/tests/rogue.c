/* backends/tests/rogue.c -- a module that accepts every unit and misbehaves as the environment
 * says.
 *
 * ROGUE names the misbehaviour; ROGUE_OFFSET is where `writes-at` writes; ROGUE_FILE is where
 * `sleeps`, `loops` and `stops` write their process id. ROGUE_OPENS: open() succeeds this many
 * times, which ROGUE_FILE counts; with `builds-once`, build() does so once. TRICK is a trick of tricks.c. Compiled with ROGUE_MEMORY the module has memory of its own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/backend.h"
#include "backends/tests/tricks.h"

typedef struct rogue_unit {
	uint32_t stride;
	uint32_t first, second;        /* offsets of the first two pointers */
	uint32_t output;               /* offset of the first output */
} rogue_unit;

static int is(const char *misdeed)
{
	const char *name = getenv("ROGUE");

	return name && strcmp(name, misdeed) == 0;
}

/* Return how often the function has been called, in all processes, which ROGUE_FILE counts. */
static int count_call(void)
{
	FILE *file = fopen(getenv("ROGUE_FILE"), "a+");
	int calls = 0;

	if (!file)
		return 0;
	while (fgetc(file) != EOF)
		calls++;
	fputc('.', file);
	fclose(file);
	return calls;
}

static pid_t opener; /* the process that open() was called in, other than for a trial */

static int rogue_open(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	const char *most = getenv("ROGUE_OPENS");

	*state = NULL;
	if (!host->trial)
		opener = getpid();
	snprintf(text, HR_BACKEND_TEXT, "it opens no more");
	return most && count_call() >= atoi(most);
}

static void rogue_close(void *state)
{
	(void)state;
}

static uint32_t rogue_devices(void *state, hr_device *list, uint32_t room)
{
	(void)state, (void)list, (void)room;
	return 0;
}

static hr_unit_refusal rogue_admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)state, (void)unit, (void)text;
	if (is("admits-nonsense"))
		return (hr_unit_refusal)1234;
	return HR_TAKEN;
}

/* --- building ------------------------------------------------------------------------------------ */

static void wait_for_ever(void)
{
	for (;;)
		usleep(1000);
}

static void corrupt_heap(void)
{
	volatile char *block = malloc(5000);

	for (int i = -16; i < 64; i++)   /* includes malloc()'s metadata */
		block[i] = 'A';
	free((void *)(uintptr_t)block);
}

static hr_unit_refusal rogue_build(void *state, const hr_unit *unit, void **built,
				   char text[HR_BACKEND_TEXT])
{
	rogue_unit *self;

	(void)state;
	if (rogue_trick("build")) {
		strcpy(text, "a trick");
		return HR_REFUSES_BACKEND;
	}
	if (is("build-crashes"))
		raise(SIGILL);
	if (is("build-loops"))
		wait_for_ever();
	if (is("build-nonsense"))
		return (hr_unit_refusal)-3;
	if (is("build-nothing"))
		return HR_TAKEN;
	if (is("build-exits"))
		exit(4);
	if (is("build-here") && getpid() == opener)
		raise(SIGKILL);
	if (is("builds-once") && count_call()) {
		strcpy(text, "it builds no more");
		return HR_REFUSES_BACKEND;
	}
	if (is("build-pauses"))
		sleep(1);
	self = calloc(1, sizeof(*self));
	self->stride = unit->output_stride;
	for (uint32_t i = unit->input_count; i-- > 0;)
		if (unit->inputs[i].kind == HR_UNIT_POINTER) {
			self->second = self->first;
			self->first = unit->inputs[i].offset;
		}
	self->output = unit->output_count ? unit->outputs[0].offset : 0;
	*built = self;
	return HR_TAKEN;
}

static void rogue_release(void *built)
{
	rogue_trick("release");
	if (is("release-crashes"))
		abort();
	free(built);
}

/* --- running ------------------------------------------------------------------------------------- */

static void leave_number(void)
{
	const char *name = getenv("ROGUE_FILE");
	FILE *file = name ? fopen(name, "w") : NULL;

	if (file) {
		fprintf(file, "%ld\n", (long)getpid());
		fclose(file);
	}
}

static volatile int *volatile nowhere = (volatile int *)8;

static void misbehave(const rogue_unit *self, const hr_unit_grid *grid, char *text)
{
	size_t instances = (size_t)(grid->end[0] - grid->begin[0]);
	char *first;

	memcpy(&first, grid->inputs + self->first, sizeof(first));
	if (is("crashes"))
		*nowhere = 1;
	if (is("spins"))
		for (volatile long i = 0;; i++)
			;
	if (is("sleeps") || is("loops")) {
		leave_number();
		wait_for_ever();
	}
	if (is("exits"))
		exit(3);
	if (is("corrupts"))
		corrupt_heap();
	if (is("writes-text"))
		for (volatile int i = 0; i < HR_BACKEND_TEXT + 8; i++)
			text[i] = 'x';
	if (is("writes-behind") && grid->outputs)
		memset(grid->outputs + instances * self->stride, 1, 4);
	if (is("writes-before") && grid->outputs)
		grid->outputs[-1] = 1;
	if (is("writes-between") && grid->outputs)
		grid->outputs[self->stride - 1] = 1;
	if (is("writes-input"))
		first[3] ^= 1;
	if (is("writes-at"))    /* that number of bytes further */
		first[atol(getenv("ROGUE_OFFSET"))] ^= 1;
	if (is("allocates"))
		free(memset(malloc(90000), 1, 90000));
	if (is("writes-far"))   /* five pages further */
		first[5 * 4096] ^= 1;
}

/* What 'Fill' of worker.c computes. */
static void compute(const rogue_unit *self, const hr_unit_grid *grid)
{
	int *from, *to;

	memcpy(&from, grid->inputs + self->first, sizeof(from));
	memcpy(&to, grid->inputs + self->second, sizeof(to));
	for (long i = grid->begin[0]; i < grid->end[0]; i++) {
		const long value = (long)from[i] << 20;

		to[i] = from[i] * 3 + 1;
		if (grid->outputs)
			memcpy(grid->outputs + (i - grid->begin[0]) * self->stride + self->output, &value,
			       sizeof(value));
	}
}

static hr_grid_end rogue_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	if (getenv("TRICK_GOES_ON")) {
		rogue_trick("before");
		compute(built, grid);
		rogue_trick("after");
		return HR_GRID_DONE;
	}
	misbehave(built, grid, text);
	if (rogue_trick("run")) {
		strcpy(text, "a trick");
		return HR_GRID_FAILED;
	}
	if (is("nonsense"))
		return (hr_grid_end)77;
	if (is("parts")) {
		strcpy(text, "some have gone");
		return HR_GRID_DIVERGED;
	}
	if (is("starves"))
		return HR_GRID_NO_MEMORY;
	if (is("fails")) {
		strcpy(text, "the device is gone");
		return HR_GRID_FAILED;
	}
	if (is("stops")) {
		leave_number();
		while (!*grid->stop)
			usleep(1000);
		return HR_GRID_STOPPED;
	}
	return HR_GRID_DONE;
}

/* --- memory -------------------------------------------------------------------------------------- */

#ifdef ROGUE_MEMORY
static void *memory_allocate(void *state, uint64_t bytes)
{
	(void)state;
	if (is("allocate-crashes"))
		*nowhere = 1;
	return malloc(bytes);
}

static void memory_release(void *state, void *memory)
{
	(void)state;
	free(memory);
}

static int memory_write(void *state, void *to, const void *from, uint64_t bytes)
{
	(void)state;
	if (is("write-crashes"))
		*nowhere = 1;
	if (is("write-fails"))
		return 1;
	memcpy(to, from, bytes);
	return 0;
}

static int memory_read(void *state, const void *from, void *to, uint64_t bytes)
{
	(void)state;
	if (is("read-loops"))
		wait_for_ever();
	memcpy(to, from, bytes);
	return 0;
}

static const hr_backend_memory rogue_memory = {
	.allocate = memory_allocate,
	.release = memory_release,
	.write = memory_write,
	.read = memory_read,
};
#endif

const hr_backend hr_backend_module;
const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = ROGUE_NAME,
	.summary = "does what it should not",
	.open = rogue_open,
	.close = rogue_close,
	.devices = rogue_devices,
	.admit = rogue_admit,
	.build = rogue_build,
	.run = rogue_run,
	.release = rogue_release,
#ifdef ROGUE_MEMORY
	.memory = &rogue_memory,
#endif
};
