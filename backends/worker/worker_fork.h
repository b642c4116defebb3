/* backends/worker/worker_fork.h -- a unit whose grids run in forked processes: declarations for
 * both sides of the fork.
 *
 * Layout of the shared area, which both sides map:
 *
 *	board | guard | images of outputs | guard | flags of ranges, of pages | the question |
 *	contents of ranges before, after
 *
 * Private to worker_fork.c and child.c. */
#ifndef HR_WORKER_FORK_H
#define HR_WORKER_FORK_H

#include "backends/worker/worker_process.h"

/* The request for another grid to a process that stays alive: this struct, the levels, the images
 * of inputs. */
typedef struct fork_question {
	int64_t begin[3], end[3];
} fork_question;

/* The state in which a process was created. It can be reused only for grids for which all of this
 * is the same. */
typedef struct fork_met {
	hr_worker_range *ranges; /* addresses and sizes; owned */
	size_t range_count;
	size_t outputs_bytes, inputs_bytes;
	uint64_t thread; /* the creating thread; the process dies with it */
} fork_met;

typedef struct fork_unit {
	hr_worker *worker;   /* borrowed */
	const hr_unit *unit; /* borrowed */
	worker_images images;
	uint32_t level_count, input_stride;
	bool varies;             /* each instance has a separate image of inputs */
	hr_worker_range *ranges; /* borrowed */
	size_t range_count;
	bool whole;              /* the ranges are all memory that the unit can access */
	uint8_t *area;           /* owned */
	void *heap;              /* for units that allocate, or NULL; owned */
	hr_objects_list objects; /* objects that the last grid has allocated in HEAP */
	size_t room, outputs_bytes, inputs_bytes;
	/* The grid that was started: */
	const hr_unit_grid *grid; /* borrowed */
	bool is_begun;
	bool stays;             /* its process waits for another grid afterwards */
	worker_process process; /* the process of that grid, or the waiting process */
	bool waits;
	fork_met met;
	double begun;
	pid_t owner; /* the process that AREA, HEAP and PROCESS belong to */
} fork_unit;

static inline size_t fork_padded(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

static inline worker_board *fork_board(const fork_unit *self)
{
	return (worker_board *)(void *)self->area;
}

static inline uint8_t *fork_outputs(const fork_unit *self)
{
	return self->area + WORKER_PAGE + WORKER_GUARD;
}

/* By range: set if the range has changed. */
static inline uint8_t *fork_changed(const fork_unit *self)
{
	return fork_outputs(self) + fork_padded(self->outputs_bytes + WORKER_GUARD);
}

/* By whole page of the writable ranges: set if the page was written. */
static inline uint8_t *fork_written(const fork_unit *self)
{
	return fork_changed(self) + fork_padded(self->range_count);
}

/* Return the number of whole pages of all writable ranges. */
size_t hr_fork_pages(const fork_unit *self);

static inline fork_question *fork_question_of(const fork_unit *self)
{
	return (fork_question *)(void *)(fork_written(self) + fork_padded(hr_fork_pages(self)));
}

static inline hr_unit_level *fork_levels(const fork_unit *self)
{
	return (hr_unit_level *)(void *)((uint8_t *)fork_question_of(self) +
					 fork_padded(sizeof(fork_question)));
}

static inline uint8_t *fork_inputs(const fork_unit *self)
{
	return (uint8_t *)fork_levels(self) +
	       fork_padded(self->level_count * sizeof(hr_unit_level));
}

/* worker_fork.c. Let the module admit UNIT and build it in this process. Return the module's
 * answer, with its reason in TEXT. */
hr_unit_refusal hr_fork_make(const hr_worker *worker, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT]);

/* child.c. Build the unit, then run the grid that was started and, if the process stays, later grids. */
HR_NORETURN void hr_fork_child(const fork_unit *self, worker_process *process);

#endif
