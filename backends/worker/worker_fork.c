/* backends/worker/worker_fork.c -- workers for backends that work on the program's addresses.
 *
 * A unit is first built in a process that is discarded, to see whether the module takes it. A grid
 * runs in a fork of this process, which builds the unit again, from the cache if the module uses
 * it: there the program's memory has the same contents at the same addresses, and the changes that
 * the grid makes vanish with the fork. What must be kept is copied to an area that both processes
 * share. If the ranges are all memory that the unit can access, and small, the process stays for
 * the next grid with the same ranges.
 * Invariant: neither a build nor a grid changes this process's memory, however it ends.
 * Owns:      the module's state, units, their areas.
 * Clauses:   none.
 * Not here:  the owner of the ranges (backends/dispatch/run.c), processes (worker_process.c). */
#define _GNU_SOURCE 1
#include "backends/worker/worker_fork.h"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/worker/side_effects.h"

enum { IMAGE_PADDING = 16 }; /* between an image and the next; the last image may lack it */

/* --- the worker ------------------------------------------------------------------------------- */

bool hr_worker_fork_open(hr_worker *worker, char why[HR_BACKEND_TEXT])
{
	if (!worker->host.cache) {
		hr_worker_cache_open(&worker->cache);
		worker->host.cache = worker->cache.folder;
	}
	if (worker->module->open(&worker->host, &worker->state, why) == 0)
		return true;
	why[HR_BACKEND_TEXT - 1] = '\0';
	hr_worker_cache_close(&worker->cache);
	return false;
}

void hr_worker_fork_close(hr_worker *worker)
{
	worker->module->close(worker->state);
	hr_worker_cache_close(&worker->cache);
}

/* --- waiting processes -------------------------------------------------------------------- */

/* Of all units. Each waiting process takes a descriptor, and makes the next fork slower. */
enum { MOST_WAITING = 64 };

static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER;
static fork_unit *waiting[MOST_WAITING]; /* units between grids; NULL: free */
static unsigned next_waiting;

/* Return the number of this thread, counted from 1. */
static uint64_t thread_number(void)
{
	static atomic_uint_fast64_t last;
	static __thread uint64_t number;

	if (!number)
		number = atomic_fetch_add(&last, 1) + 1;
	return number;
}

static void unshare_area(fork_unit *self)
{
	hr_worker_unshare(self->area, self->room);
	self->area = NULL;
	self->room = 0;
}

/* End the process of SELF, a unit that waits. Its area is a mapping that each fork would copy; what is in it has been
 * read if this thread has run the last grid of the unit, since it now runs another. */
static void stop_waiting(fork_unit *self)
{
	self->waits = false;
	hr_process_end(&self->process);
	if (self->met.thread == thread_number() && self->owner == getpid())
		unshare_area(self);
}

/* The process of SELF waits for the next grid; that of another unit may be ended for it. */
static void let_wait(fork_unit *self)
{
	fork_unit **place;

	pthread_mutex_lock(&waiting_lock);
	place = &waiting[next_waiting++ % MOST_WAITING];
	if (*place)
		stop_waiting(*place);
	*place = self;
	self->waits = true;
	pthread_mutex_unlock(&waiting_lock);
}

/* Return true if a process of SELF waits, which is the caller's then. */
static bool take_waiting(fork_unit *self)
{
	bool waits;

	pthread_mutex_lock(&waiting_lock);
	waits = self->waits;
	self->waits = false;
	for (unsigned i = 0; i < MOST_WAITING; i++)
		if (waiting[i] == self)
			waiting[i] = NULL;
	pthread_mutex_unlock(&waiting_lock);
	return waits;
}

static uint32_t devices(void *state, hr_device *list, uint32_t room)
{
	const hr_worker *worker = state;

	return worker->module->devices(worker->state, list, room);
}

static hr_unit_refusal admit_all(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)state, (void)unit, (void)text;
	return HR_TAKEN;
}

/* --- building --------------------------------------------------------------------------------- */

hr_unit_refusal hr_fork_make(const hr_worker *worker, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT])
{
	hr_unit_refusal refusal = worker->module->admit(worker->state, unit, text);

	if (refusal == HR_TAKEN)
		refusal = worker->module->build(worker->state, unit, built, text);
	return refusal;
}

static HR_NORETURN void try_in_child(const hr_worker *worker, const hr_unit *unit,
				     worker_process *process, worker_board *board)
{
	worker_surroundings before;

	hr_surroundings_begin(&before);
	board->answer = (int32_t)hr_fork_make(worker, unit, &board->pointer, board->text);
	board->left = hr_surroundings_change(&before);
	if (hr_is_taken((hr_unit_refusal)board->answer) && board->pointer)
		worker->module->release(board->pointer);
	hr_process_answer(process);
	hr_process_finish(process);
}

static hr_worker_end try_build(const hr_worker *worker, const hr_unit *unit,
			       hr_unit_refusal *refusal, char text[HR_BACKEND_TEXT])
{
	worker_board *board = hr_worker_share(WORKER_PAGE);
	worker_process process;
	hr_worker_end end = HR_WORKER_LOST;

	snprintf(text, HR_BACKEND_TEXT, "cannot create a process to test it");
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
	if (!hr_is_taken(refusal))
		return refusal;
	self = hr_alloc_zero(sizeof(*self));
	if (unit->features & HR_UNIT_MALLOCS && !(self->heap = hr_heap_open())) {
		snprintf(text, HR_BACKEND_TEXT, "out of memory for its objects");
		hr_free(self);
		return HR_REFUSES_MALLOC;
	}
	self->worker = worker;
	self->unit = unit;
	self->owner = getpid();
	self->level_count = unit->level_count;
	self->input_stride = unit->input_stride;
	for (uint32_t i = 0; i < unit->input_count; i++)
		self->varies |= (unit->inputs[i].flags & HR_PORT_VARIES) != 0;
	hr_images_open(&self->images, unit);
	malloc_trim(0); /* free memory need not be copied by forks */
	*built = self;
	return refusal;
}

static void release(void *built)
{
	fork_unit *self = built;

	if (take_waiting(self) || self->is_begun)
		hr_process_end(&self->process);
	hr_heap_close(self->heap);
	HR_VEC_FREE(&self->objects);
	hr_free(self->met.ranges);
	unshare_area(self);
	hr_images_close(&self->images);
	hr_free(self);
}

void hr_worker_set_ranges(void *built, hr_worker_range *ranges, size_t count, bool whole)
{
	fork_unit *self = built;

	self->ranges = ranges;
	self->range_count = count;
	self->whole = whole;
}

/* --- the shared area ----------------------------------------------------------------------- */

size_t hr_fork_pages(const fork_unit *self)
{
	size_t pages = 0;
	uint64_t left;

	for (size_t i = 0; i < self->range_count; i++)
		if (self->ranges[i].written)
			pages += hr_whole_pages(&self->ranges[i], &left) / WORKER_PAGE;
	return pages;
}

static size_t question_bytes(const fork_unit *self)
{
	return self->stays ? fork_padded(sizeof(fork_question)) +
				     fork_padded(self->level_count * sizeof(hr_unit_level)) +
				     fork_padded(self->inputs_bytes)
			   : 0;
}

/* Assign places in the area to the contents of all ranges, and to the ends of those that must not
 * change. Return the size of the area. */
static size_t place_ranges(fork_unit *self)
{
	size_t at = WORKER_PAGE + WORKER_GUARD + fork_padded(self->outputs_bytes + WORKER_GUARD) +
		    fork_padded(self->range_count) + fork_padded(hr_fork_pages(self)) +
		    question_bytes(self);

	for (size_t i = 0; i < self->range_count; i++) {
		hr_worker_range *range = &self->ranges[i];
		uint64_t left, bytes = range->bytes;

		if (!range->written)
			bytes -= hr_whole_pages(range, &left);
		range->before = self->area + at;
		at += fork_padded(bytes);
		range->after = self->area + at;
		at += range->written ? fork_padded(bytes) : 0;
	}
	return at;
}

static bool prepare_area(fork_unit *self)
{
	size_t bytes = place_ranges(self);

	if (bytes > self->room) {
		size_t room = bytes + bytes / 2;

		unshare_area(self);
		self->area = hr_worker_share(room);
		self->room = self->area ? room : 0;
		if (!self->area)
			return false;
		place_ranges(self);
	}
	hr_board_clear(fork_board(self));
	hr_images_clear(fork_outputs(self), self->outputs_bytes);
	memset(fork_changed(self), 0,
	       fork_padded(self->range_count) + fork_padded(hr_fork_pages(self)));
	for (size_t i = 0; i < self->range_count; i++)
		if (self->ranges[i].written)
			memcpy((void *)(uintptr_t)self->ranges[i].before, self->ranges[i].memory,
			       self->ranges[i].bytes);
	return true;
}

/* --- processes that stay alive ------------------------------------------------------------- */

enum { MOST_STAYING = 1 << 24 }; /* bytes; for more, a fork is cheaper than copying */

static bool may_stay(const fork_unit *self)
{
	size_t bytes = self->outputs_bytes + self->inputs_bytes;

	for (size_t i = 0; i < self->range_count; i++) {
		if (!self->ranges[i].written && !self->ranges[i].other)
			return false;
		bytes += self->ranges[i].written ? self->ranges[i].bytes : 0;
	}
	return self->whole && bytes <= MOST_STAYING;
}

/* Return true if the waiting process can run the next grid. */
static bool has_met(const fork_unit *self)
{
	const fork_met *met = &self->met;

	if (met->thread != thread_number() || met->range_count != self->range_count ||
	    met->outputs_bytes != self->outputs_bytes || met->inputs_bytes != self->inputs_bytes)
		return false;
	for (size_t i = 0; i < self->range_count; i++)
		if (met->ranges[i].memory != self->ranges[i].memory ||
		    met->ranges[i].bytes != self->ranges[i].bytes)
			return false;
	return true;
}

static void note_met(fork_unit *self)
{
	fork_met *met = &self->met;

	hr_free(met->ranges);
	met->ranges = hr_alloc_array(self->range_count + 1, sizeof(*met->ranges));
	if (self->range_count)
		memcpy(met->ranges, self->ranges, self->range_count * sizeof(*met->ranges));
	met->range_count = self->range_count;
	met->outputs_bytes = self->outputs_bytes;
	met->inputs_bytes = self->inputs_bytes;
	met->thread = thread_number();
}

static void put_question(const fork_unit *self, const hr_unit_grid *grid)
{
	fork_question *question = fork_question_of(self);

	memcpy(question->begin, grid->begin, sizeof(question->begin));
	memcpy(question->end, grid->end, sizeof(question->end));
	memcpy(fork_levels(self), grid->levels, self->level_count * sizeof(*grid->levels));
	memcpy(fork_inputs(self), grid->inputs, self->inputs_bytes);
}

/* --- running a grid ------------------------------------------------------------------------ */

/* Return true if the process died of a write to protected memory. */
static bool was_protected(const fork_unit *self, worker_board *board)
{
	if (board->signal != SIGSEGV || board->code != SEGV_ACCERR)
		return false;
	for (size_t i = 0; i < self->range_count; i++)
		if (!self->ranges[i].written &&
		    board->address - (uint64_t)(uintptr_t)self->ranges[i].memory <
			    self->ranges[i].bytes) {
			board->stray_other = self->ranges[i].other;
			return true;
		}
	return false;
}

/* Set the sizes of the grid, and whether its process stays alive. Return true if a waiting process
 * runs it. */
static bool measure(fork_unit *self, const hr_unit_grid *grid)
{
	bool waits = take_waiting(self);

	self->grid = grid;
	self->outputs_bytes = hr_images_bytes(&self->images, grid);
	self->inputs_bytes =
		(self->varies ? hr_grid_instances(grid) : 1) * self->input_stride - IMAGE_PADDING;
	self->stays = may_stay(self);
	if (waits && !(self->stays && has_met(self))) {
		hr_process_end(&self->process);
		waits = false;
	}
	return waits;
}

/* The program has forked: what is shared with a worker belongs to the other process, and stays
 * mapped. */
static void take_over(fork_unit *self)
{
	(void)take_waiting(self);
	hr_process_end(&self->process);
	self->area = NULL;
	self->room = 0;
	if (self->heap)
		self->heap = hr_heap_open();
	self->owner = getpid();
}

void hr_worker_begin(void *built, const hr_unit_grid *grid)
{
	fork_unit *self = built;
	bool waits;

	if (self->owner != getpid())
		take_over(self);
	waits = measure(self, grid);
	self->is_begun = prepare_area(self);
	if (self->heap)
		hr_heap_clear(self->heap);
	if (self->is_begun && self->stays)
		put_question(self, grid);
	self->begun = hr_process_time();
	if (waits) { /* the process has the present size of the area */
		hr_process_ask(&self->process);
		return;
	}
	self->is_begun = self->is_begun && hr_process_start(&self->process, fork_board(self));
	if (self->is_begun && self->process.pid == 0)
		hr_fork_child(self, &self->process);
	if (self->stays)
		note_met(self);
}

static hr_worker_end await_end(fork_unit *self, char text[HR_BACKEND_TEXT])
{
	worker_board *board = fork_board(self);
	hr_worker_end end;

	if (!self->is_begun) {
		snprintf(text, HR_BACKEND_TEXT, "no process or memory for it");
		return HR_WORKER_LOST;
	}
	self->is_begun = false;
	end = hr_process_await(&self->process, board, self->grid->stop, self->begun,
			       self->worker->limits.seconds, text);
	if (end == HR_WORKER_CRASHED && was_protected(self, board)) {
		board->strayed = board->address;
		board->answer = HR_GRID_DONE;
		end = HR_WORKER_ANSWERED;
	}
	if (end == HR_WORKER_ANSWERED)
		end = hr_board_check_grid(board, &self->images, fork_outputs(self),
					  self->outputs_bytes, text);
	if (end == HR_WORKER_ANSWERED && self->heap)
		end = hr_heap_list(self->heap, &self->objects, text);
	if (self->stays && end == HR_WORKER_ANSWERED && board->answer == HR_GRID_DONE)
		let_wait(self);
	else
		hr_process_end(&self->process);
	return end;
}

/* Complete AFTER with the pages that the grid did not write. */
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
	worker_board *board = fork_board(self);
	const uint8_t *written = fork_written(self);
	uint64_t left;

	if (board->answer != HR_GRID_DONE) {
		board->text[HR_BACKEND_TEXT - 1] = '\0';
		memcpy(text, board->text, HR_BACKEND_TEXT);
		return (hr_grid_end)board->answer;
	}
	for (size_t i = 0; i < self->range_count; i++) {
		if (!fork_changed(self)[i])
			self->ranges[i].after = self->ranges[i].before;
		else
			fill_unwritten(&self->ranges[i], written);
		if (self->ranges[i].written)
			written += hr_whole_pages(&self->ranges[i], &left) / WORKER_PAGE;
	}
	if (self->grid->outputs)
		memcpy(self->grid->outputs, fork_outputs(self), self->outputs_bytes);
	return HR_GRID_DONE;
}

const hr_object *hr_worker_objects(void *built, size_t *count)
{
	const fork_unit *self = built;

	*count = self->heap ? self->objects.count : 0;
	return self->objects.data;
}

hr_grid_end hr_worker_finish(void *built, char text[HR_BACKEND_TEXT])
{
	fork_unit *self = built;
	hr_worker_end end = hr_worker_note(await_end(self, text), text);

	if (end == HR_WORKER_ANSWERED)
		return keep_answer(self, text);
	if (end == HR_WORKER_GARBAGE)
		hr_worker_note_stray(fork_board(self)->strayed);
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
