/* backends/worker_fork.c -- workers for backends that work on the program's addresses.
 *
 * A unit is built in a process that is thrown away, and when it has survived that, in this one. A grid runs in
 * a fork of this process: there the program's memory is what it was, at its addresses, and whatever the
 * grid does to it goes away with the fork. What is to be kept is copied to an area that both share:
 *
 *	board | guard | images of outputs | guard | which ranges, which pages | their bytes before, after
 *
 * Invariant: this process's memory is untouched by a grid, however it ends.
 * Owns:      the module's state, units, their areas.
 * Clauses:   none.
 * Not here:  whose memory the ranges are (dispatch.c), processes (worker_process.c). */
#define _GNU_SOURCE 1
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "worker_process.h"

typedef struct fork_unit {
	hr_worker *worker;             /* borrowed */
	void *built;                   /* by the module */
	worker_images images;
	hr_worker_range *ranges;       /* borrowed */
	size_t range_count;
	uint8_t *area;                 /* owns */
	size_t room, outputs_bytes;
	/* The grid that has begun: */
	const hr_unit_grid *grid;      /* borrowed */
	bool is_begun;
	worker_process process;
	double begun;
} fork_unit;

/* --- the worker ------------------------------------------------------------------------------------- */

bool hr_worker_fork_open(hr_worker *worker, char why[HR_BACKEND_TEXT])
{
	if (worker->module->open(&worker->host, &worker->state, why) == 0)
		return true;
	why[HR_BACKEND_TEXT - 1] = '\0';
	return false;
}

void hr_worker_fork_close(hr_worker *worker)
{
	worker->module->close(worker->state);
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	const hr_worker *worker = state;

	return worker->module->devices(worker->state, list, room);
}

static hr_unit_refusal admit_all(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)state;
	if (!(unit->features & HR_UNIT_MALLOCS))
		return HR_TAKEN;
	snprintf(text, HR_BACKEND_TEXT, "what a worker allocates ends with it");
	return HR_REFUSES_MALLOC;
}

/* --- building ---------------------------------------------------------------------------------------- */

static hr_unit_refusal make(const hr_worker *worker, const hr_unit *unit, void **built,
			    char text[HR_BACKEND_TEXT])
{
	hr_unit_refusal refusal = worker->module->admit(worker->state, unit, text);

	if (refusal == HR_TAKEN)
		refusal = worker->module->build(worker->state, unit, built, text);
	return refusal;
}

static HR_NORETURN void try_in_child(const hr_worker *worker, const hr_unit *unit,
				     const worker_process *process, worker_board *board)
{
	board->answer = (int32_t)make(worker, unit, &board->pointer, board->text);
	if (board->answer == HR_TAKEN && board->pointer)
		worker->module->release(board->pointer);
	hr_process_say(process);
	_exit(0);
}

static hr_worker_end try_build(const hr_worker *worker, const hr_unit *unit,
			       hr_unit_refusal *refusal, char text[HR_BACKEND_TEXT])
{
	worker_board *board = hr_worker_share(WORKER_PAGE);
	worker_process process;
	hr_worker_end end = HR_WORKER_LOST;

	snprintf(text, HR_BACKEND_TEXT, "there is no process to try it in");
	if (!board)
		return end;
	hr_board_clear(board);
	if (hr_process_start(&process, board)) {
		if (process.pid == 0)
			try_in_child(worker, unit, &process, board);
		end = hr_process_await(&process, board, NULL, hr_process_time(),
				       worker->limits.seconds, text);
		hr_process_end(&process);
		if (end == HR_WORKER_ANSWERED)
			end = hr_board_check_unit(board, text);
	}
	if (end == HR_WORKER_ANSWERED) {
		*refusal = (hr_unit_refusal)board->answer;
		board->text[HR_BACKEND_TEXT - 1] = '\0';
		memcpy(text, board->text, HR_BACKEND_TEXT);
	}
	hr_worker_unshare(board, WORKER_PAGE);
	return end;
}

static hr_unit_refusal build(void *state, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT])
{
	hr_worker *worker = state;
	hr_unit_refusal refusal = HR_REFUSES_COMPILER;
	fork_unit *self;

	if (hr_worker_note(try_build(worker, unit, &refusal, text), text) != HR_WORKER_ANSWERED)
		return HR_REFUSES_COMPILER;
	if (refusal != HR_TAKEN)
		return refusal;
	self = hr_alloc_zero(sizeof(*self));
	refusal = make(worker, unit, &self->built, text);
	if (refusal != HR_TAKEN) {
		hr_free(self);
		return refusal;
	}
	self->worker = worker;
	hr_images_open(&self->images, unit);
	malloc_trim(0);                /* what is not there need not be copied by forks */
	*built = self;
	return HR_TAKEN;
}

static void release(void *built)
{
	fork_unit *self = built;

	if (self->is_begun)
		hr_process_end(&self->process);
	self->worker->module->release(self->built);
	hr_worker_unshare(self->area, self->room);
	hr_images_close(&self->images);
	hr_free(self);
}

void hr_worker_set_ranges(void *built, hr_worker_range *ranges, size_t count)
{
	fork_unit *self = built;

	self->ranges = ranges;
	self->range_count = count;
}

/* --- the area ------------------------------------------------------------------------------------------ */

static size_t padded(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

static uint8_t *outputs_of(const fork_unit *self)
{
	return self->area + WORKER_PAGE + WORKER_GUARD;
}

/* By range. */
static uint8_t *changed_of(const fork_unit *self)
{
	return outputs_of(self) + padded(self->outputs_bytes + WORKER_GUARD);
}

/* By whole page of ranges that may be written. */
static uint8_t *written_of(const fork_unit *self)
{
	return changed_of(self) + padded(self->range_count);
}

static size_t count_pages(const fork_unit *self)
{
	size_t pages = 0;
	uint64_t left;

	for (size_t i = 0; i < self->range_count; i++)
		if (self->ranges[i].written)
			pages += hr_whole_pages(&self->ranges[i], &left) / WORKER_PAGE;
	return pages;
}

/* Places for the bytes of all ranges, and for the ends of those that are not to change; gives the end of the
 * area. */
static size_t place_ranges(fork_unit *self)
{
	size_t at = WORKER_PAGE + WORKER_GUARD + padded(self->outputs_bytes + WORKER_GUARD) +
		    padded(self->range_count) + padded(count_pages(self));

	for (size_t i = 0; i < self->range_count; i++) {
		hr_worker_range *range = &self->ranges[i];
		uint64_t left, bytes = range->bytes;

		if (!range->written)
			bytes -= hr_whole_pages(range, &left);
		range->before = self->area + at;
		at += padded(bytes);
		range->after = self->area + at;
		at += range->written ? padded(bytes) : 0;
	}
	return at;
}

static bool prepare_area(fork_unit *self)
{
	size_t bytes = place_ranges(self);

	if (bytes > self->room) {
		size_t room = bytes + bytes / 2;

		hr_worker_unshare(self->area, self->room);
		self->area = hr_worker_share(room);
		self->room = self->area ? room : 0;
		if (!self->area)
			return false;
		place_ranges(self);
	}
	hr_board_clear((worker_board *)(void *)self->area);
	hr_images_clear(outputs_of(self), self->outputs_bytes);
	memset(changed_of(self), 0, padded(self->range_count) + padded(count_pages(self)));
	for (size_t i = 0; i < self->range_count; i++)
		if (self->ranges[i].written)
			memcpy((void *)(uintptr_t)self->ranges[i].before, self->ranges[i].memory,
			       self->ranges[i].bytes);
	return true;
}

/* --- in the child ----------------------------------------------------------------------------------------- */

static void *allocate_nothing(void *run, uint64_t bytes)
{
	(void)run, (void)bytes;
	return NULL;
}

static uint64_t first_difference(const uint8_t *left, const uint8_t *right, uint64_t bytes)
{
	uint64_t at = 0;

	while (at < bytes && left[at] == right[at])
		at++;
	return at;
}

/* What is not to change: its whole pages cannot, the rest is remembered. */
static void protect(const hr_worker_range *range)
{
	uint8_t *memory = range->memory, *before = (uint8_t *)(uintptr_t)range->before;
	uint64_t left, inside = hr_whole_pages(range, &left);

	memcpy(before, memory, left);
	memcpy(before + left, memory + left + inside, range->bytes - left - inside);
	if (inside)
		(void)mprotect(memory + left, inside, PROT_READ);
}

/* Address of a byte that has changed all the same; 0: none. */
static uint64_t find_change(const hr_worker_range *range)
{
	const uint8_t *memory = range->memory;
	uint64_t left, inside = hr_whole_pages(range, &left), right = range->bytes - left - inside;
	uint64_t at = first_difference(range->before, memory, left);

	if (at < left)
		return (uint64_t)(uintptr_t)memory + at;
	memory += left + inside;
	at = first_difference(range->before + left, memory, right);
	return at < right ? (uint64_t)(uintptr_t)memory + at : 0;
}

/* Copies what the grid may have changed in RANGE, by whole page of it: WRITTEN; has it changed anything? */
static bool keep_written(const hr_worker_range *range, const uint8_t *written)
{
	uint8_t *memory = range->memory, *after = (uint8_t *)(uintptr_t)range->after;
	uint64_t left, inside = hr_whole_pages(range, &left), right = left + inside;
	bool changed = memcmp(range->before, memory, left) != 0 ||
		       memcmp(range->before + right, memory + right, range->bytes - right) != 0;

	memcpy(after, memory, left);
	memcpy(after + right, memory + right, range->bytes - right);
	for (uint64_t at = left; at < right; at += WORKER_PAGE, written++)
		if (*written) {
			memcpy(after + at, memory + at, WORKER_PAGE);
			changed = true;
		}
	return changed;
}

static void keep_after(const fork_unit *self, worker_board *board)
{
	const uint8_t *written = written_of(self);
	uint64_t left;

	for (size_t i = 0; i < self->range_count && !board->strayed; i++) {
		const hr_worker_range *range = &self->ranges[i];

		if (!range->written) {
			board->strayed = find_change(range);
			continue;
		}
		changed_of(self)[i] = keep_written(range, written);
		written += hr_whole_pages(range, &left) / WORKER_PAGE;
	}
}

static HR_NORETURN void run_in_child(const fork_unit *self, const hr_unit_grid *grid,
				     const worker_process *process, worker_board *board)
{
	hr_unit_grid there = *grid;

	there.stop = &board->stop;
	there.allocate = allocate_nothing;
	if (grid->outputs)
		there.outputs = outputs_of(self);
	for (size_t i = 0; i < self->range_count; i++)
		if (!self->ranges[i].written)
			protect(&self->ranges[i]);
	hr_dirty_watch(self->ranges, self->range_count, written_of(self));
	board->answer = (int32_t)self->worker->module->run(self->built, &there, board->text);
	if (board->answer == HR_GRID_DONE)
		keep_after(self, board);
	hr_process_say(process);
	_exit(0);
}

/* --- a grid ------------------------------------------------------------------------------------------------ */

/* It died of a write to what was protected from it. */
static bool was_protected(const fork_unit *self, const worker_board *board)
{
	if (board->signal != SIGSEGV || board->code != SEGV_ACCERR)
		return false;
	for (size_t i = 0; i < self->range_count; i++)
		if (!self->ranges[i].written &&
		    board->address - (uint64_t)(uintptr_t)self->ranges[i].memory <
			    self->ranges[i].bytes)
			return true;
	return false;
}

void hr_worker_begin(void *built, const hr_unit_grid *grid)
{
	fork_unit *self = built;
	worker_board *board;

	self->grid = grid;
	self->outputs_bytes = hr_images_bytes(&self->images, grid);
	self->is_begun = prepare_area(self);
	board = (worker_board *)(void *)self->area;
	self->is_begun = self->is_begun && hr_process_start(&self->process, board);
	if (self->is_begun && self->process.pid == 0)
		run_in_child(self, grid, &self->process, board);
	self->begun = hr_process_time();
}

static hr_worker_end await_end(fork_unit *self, char text[HR_BACKEND_TEXT])
{
	worker_board *board = (worker_board *)(void *)self->area;
	hr_worker_end end;

	if (!self->is_begun) {
		snprintf(text, HR_BACKEND_TEXT, "there is no process or memory for it");
		return HR_WORKER_LOST;
	}
	self->is_begun = false;
	end = hr_process_await(&self->process, board, self->grid->stop, self->begun,
			       self->worker->limits.seconds, text);
	hr_process_end(&self->process);
	if (end == HR_WORKER_CRASHED && was_protected(self, board)) {
		board->strayed = board->address;
		board->answer = HR_GRID_DONE;
		end = HR_WORKER_ANSWERED;
	}
	return end == HR_WORKER_ANSWERED ? hr_board_check_grid(board, &self->images, outputs_of(self),
							       self->outputs_bytes, text)
					 : end;
}

/* Pages that the grid has left alone are afterwards what they were. */
static void fill_unwritten(const hr_worker_range *range, const uint8_t *written)
{
	uint8_t *after = (uint8_t *)(uintptr_t)range->after;
	uint64_t left, inside = hr_whole_pages(range, &left);

	for (uint64_t at = left; at < left + inside; at += WORKER_PAGE, written++)
		if (!*written)
			memcpy(after + at, range->before + at, WORKER_PAGE);
}

static hr_grid_end keep_answer(const fork_unit *self, char text[HR_BACKEND_TEXT])
{
	worker_board *board = (worker_board *)(void *)self->area;
	const uint8_t *written = written_of(self);
	uint64_t left;

	if (board->answer != HR_GRID_DONE) {
		board->text[HR_BACKEND_TEXT - 1] = '\0';
		memcpy(text, board->text, HR_BACKEND_TEXT);
		return (hr_grid_end)board->answer;
	}
	for (size_t i = 0; i < self->range_count; i++) {
		if (!changed_of(self)[i])
			self->ranges[i].after = self->ranges[i].before;
		else
			fill_unwritten(&self->ranges[i], written);
		if (self->ranges[i].written)
			written += hr_whole_pages(&self->ranges[i], &left) / WORKER_PAGE;
	}
	if (self->grid->outputs)
		memcpy(self->grid->outputs, outputs_of(self), self->outputs_bytes);
	return HR_GRID_DONE;
}

hr_grid_end hr_worker_finish(void *built, char text[HR_BACKEND_TEXT])
{
	fork_unit *self = built;

	if (hr_worker_note(await_end(self, text), text) == HR_WORKER_ANSWERED)
		return keep_answer(self, text);
	return HR_GRID_FAILED;
}

static hr_grid_end run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	hr_worker_begin(built, grid);
	return hr_worker_finish(built, text);
}

const hr_backend hr_worker_fork_table = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = "worker",
	.summary = "grids in forks of this process",
	.open = hr_worker_open_nothing,
	.close = hr_worker_close_nothing,
	.devices = devices,
	.admit = admit_all,
	.build = build,
	.run = run,
	.release = release,
};
