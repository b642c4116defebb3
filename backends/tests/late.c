/* backends/tests/late.c -- a module with memory of its own whose grids run late: run() only notes a grid
 * that may stay, and settle() or the next use of the memory computes it.
 *
 * The leaf of each unit is that of late-threads.c: it adds `number` to each element. The module checks
 * what backend.h promises it: settle() is called by the thread of the grids, and an execution does not
 * end before its grids. What breaks that is an error of the grid or of settle(). */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/backend.h"

enum { MOST = 64 };

typedef struct late_unit {
	uint32_t memory, number, microseconds; /* offsets of the inputs */
} late_unit;

typedef struct late_grid {
	pthread_t thread;
	int64_t number, begin, end;
	int64_t *memory;
} late_grid;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static late_grid noted[MOST]; /* not computed yet */
static unsigned count;
static late_grid unsettled[MOST]; /* settle() has not been called since */
static unsigned open;

static void compute(const late_grid *grid)
{
	for (int64_t i = grid->begin; i < grid->end; i++)
		grid->memory[i] += grid->number;
}

static void catch_up(void)
{
	for (unsigned i = 0; i < count; i++)
		compute(&noted[i]);
	count = 0;
}

static int late_open(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	(void)host, (void)text;
	*state = NULL;
	return 0;
}

static void late_close(void *state)
{
	(void)state;
}

static uint32_t late_devices(void *state, hr_device *list, uint32_t room)
{
	(void)state, (void)list, (void)room;
	return 0;
}

static hr_unit_refusal late_admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)state, (void)unit, (void)text;
	return HR_TAKEN;
}

static hr_unit_refusal late_build(void *state, const hr_unit *unit, void **built,
				  char text[HR_BACKEND_TEXT])
{
	late_unit *self = calloc(1, sizeof(*self));

	(void)state, (void)text;
	self->memory = unit->inputs[0].offset;
	self->number = unit->inputs[2].offset;
	self->microseconds = unit->inputs[3].offset;
	*built = self;
	return HR_TAKEN;
}

static void late_release(void *built)
{
	free(built);
}

static int64_t input(const hr_unit_grid *grid, uint32_t offset)
{
	int64_t value;

	memcpy(&value, grid->inputs + offset, sizeof(value));
	return value;
}

/* Return true if this thread has grids of another execution that it has not waited for. */
static int has_gone_on(int64_t number)
{
	for (unsigned i = 0; i < open; i++)
		if (pthread_equal(unsettled[i].thread, pthread_self()) && unsettled[i].number != number)
			return 1;
	return 0;
}

static hr_grid_end late_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	const late_unit *self = built;
	late_grid made = {.thread = pthread_self(),
			  .number = input(grid, self->number),
			  .begin = grid->begin[0],
			  .end = grid->end[0]};
	int gone_on;

	memcpy(&made.memory, grid->inputs + self->memory, sizeof(made.memory));
	usleep((useconds_t)input(grid, self->microseconds));
	pthread_mutex_lock(&lock);
	gone_on = has_gone_on(made.number) || count == MOST || open == MOST;
	if (!gone_on && grid->stay) {
		unsettled[open++] = noted[count++] = made;
	} else if (!gone_on) {
		catch_up();
		compute(&made);
	}
	pthread_mutex_unlock(&lock);
	if (gone_on)
		strcpy(text, "the execution before has ended before its grids");
	return gone_on ? HR_GRID_FAILED : HR_GRID_DONE;
}

static int late_settle(void *state, char text[HR_BACKEND_TEXT])
{
	int wrong = 0;

	(void)state;
	usleep(2000);
	pthread_mutex_lock(&lock);
	catch_up();
	for (unsigned i = 0; i < open; i++)
		wrong |= !pthread_equal(unsettled[i].thread, pthread_self());
	open = 0;
	pthread_mutex_unlock(&lock);
	if (wrong)
		strcpy(text, "it is settled by a thread that does not run the grids");
	return wrong;
}

/* --- memory --------------------------------------------------------------------------------------- */

static void *memory_allocate(void *state, uint64_t bytes)
{
	(void)state;
	return malloc(bytes);
}

static void memory_release(void *state, void *memory)
{
	(void)state;
	pthread_mutex_lock(&lock);
	catch_up();
	pthread_mutex_unlock(&lock);
	free(memory);
}

static int copy(void *to, const void *from, uint64_t bytes)
{
	pthread_mutex_lock(&lock);
	catch_up();
	memcpy(to, from, bytes);
	pthread_mutex_unlock(&lock);
	return 0;
}

static int memory_write(void *state, void *to, const void *from, uint64_t bytes)
{
	(void)state;
	return copy(to, from, bytes);
}

static int memory_read(void *state, const void *from, void *to, uint64_t bytes)
{
	(void)state;
	return copy(to, from, bytes);
}

static const hr_backend_memory late_memory = {
	.allocate = memory_allocate,
	.release = memory_release,
	.write = memory_write,
	.read = memory_read,
};

const hr_backend hr_backend_module;
const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "late",
	.summary = "computes when it is waited for",
	.open = late_open,
	.close = late_close,
	.devices = late_devices,
	.admit = late_admit,
	.build = late_build,
	.run = late_run,
	.release = late_release,
	.settle = late_settle,
	.memory = &late_memory,
};
