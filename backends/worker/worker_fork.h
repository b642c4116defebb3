/* backends/worker/worker_fork.h -- a unit whose grids run in forks: what the two sides of a fork
 * share.
 *
 * The area, which both have mapped:
 *
 *	board | guard | images of outputs | guard | which ranges, which pages | the question | bytes
 *	of ranges before, after
 *
 * Private to worker_fork.c and child.c. */
#ifndef HR_WORKER_FORK_H
#define HR_WORKER_FORK_H

#include "backends/worker/worker_process.h"

/* What a process that stays is asked: this, the levels, the images of inputs. */
typedef struct fork_question {
	int64_t begin[3], end[3];
} fork_question;

/* What a process must have met when it was made, to be asked again. */
typedef struct fork_met {
	hr_worker_range *ranges; /* addresses and sizes; owns */
	size_t range_count;
	size_t outputs_bytes, inputs_bytes;
	uint64_t thread; /* that made it, for it dies with that */
} fork_met;

typedef struct fork_unit {
	hr_worker *worker; /* borrowed */
	void *built;       /* by the module */
	worker_images images;
	uint32_t level_count, input_stride;
	bool varies;             /* each instance has an image of inputs */
	hr_worker_range *ranges; /* borrowed */
	size_t range_count;
	bool whole;              /* those are all memory that the unit can get to */
	uint8_t *area;           /* owns */
	void *heap;              /* of units that allocate, or NULL; owns */
	hr_objects_list objects; /* that the last grid has made there */
	size_t room, outputs_bytes, inputs_bytes;
	/* The grid that has begun: */
	const hr_unit_grid *grid; /* borrowed */
	bool is_begun;
	bool stays;             /* its process waits for another one afterwards */
	worker_process process; /* of that grid, or the one that waits */
	bool waits;
	fork_met met;
	double begun;
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

/* By range: something in it has changed. */
static inline uint8_t *fork_changed(const fork_unit *self)
{
	return fork_outputs(self) + fork_padded(self->outputs_bytes + WORKER_GUARD);
}

/* By whole page of ranges that may be written. */
static inline uint8_t *fork_written(const fork_unit *self)
{
	return fork_changed(self) + fork_padded(self->range_count);
}

/* Whole pages of all ranges that may be written. */
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

/* child.c: runs the grid that has begun; if it stays, those that come after. */
HR_NORETURN void hr_fork_child(const fork_unit *self, const worker_process *process);

#endif
