/* backends/worker/child.c -- grids in a forked process: the child's side.
 *
 * The process first builds the unit. A grid runs in the program's memory as it was at the fork, and its changes are copied to the
 * shared area. A process that stays waits for the next grid of its unit. Before that grid, all
 * memory that the unit can access is updated to its present contents in the parent, which costs a
 * fraction of a fork if it is small.
 * Owns:      nothing: the child's memory is a copy of the parent's.
 * Clauses:   none.
 * Not here:  when a process stays (worker_fork.c). */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/worker/worker_fork.h"
#include "src/base/c_locale.h"

static uint64_t first_difference(const uint8_t *left, const uint8_t *right, uint64_t bytes)
{
	uint64_t at = 0;

	while (at < bytes && left[at] == right[at])
		at++;
	return at;
}

static bool is_mapped(uintptr_t address)
{
	unsigned char in_core;

	return mincore((void *)(address & ~(uintptr_t)(WORKER_PAGE - 1)), WORKER_PAGE, &in_core) ==
	       0;
}

/* Return true if the memory of RANGE no longer exists although it is still tracked: its pages were
 * unmapped, or it is the stack of a function that has returned, which this process now uses. */
static bool is_gone(const hr_worker_range *range)
{
	const uintptr_t most_stack = (uintptr_t)8 << 20;
	uintptr_t begin = (uintptr_t)range->memory, end = begin + range->bytes;
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);

	return (begin < here && end > here - most_stack) || !is_mapped(begin) ||
	       !is_mapped(end - 1);
}

/* Protect a range that must not change: write-protect whole pages, and copy the rest for a
 * comparison. */
static void protect(hr_worker_range *range)
{
	uint8_t *memory = range->memory, *before = (uint8_t *)(uintptr_t)range->before;
	uint64_t left, inside = hr_whole_pages(range, &left);

	if (range->other && is_gone(range)) {
		range->bytes = 0; /* in this process only */
		return;
	}
	memcpy(before, memory, left);
	memcpy(before + left, memory + left + inside, range->bytes - left - inside);
	if (inside)
		(void)mprotect(memory + left, inside, PROT_READ);
}

/* Return the address of a byte that has changed nevertheless, or 0. */
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

/* Copy what the grid may have changed in RANGE to the area; WRITTEN says which whole pages it
 * wrote. Return true if it has changed anything. */
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
	const uint8_t *written = fork_written(self);
	uint64_t left;

	for (size_t i = 0; i < self->range_count && !board->strayed; i++) {
		const hr_worker_range *range = &self->ranges[i];

		if (!range->written) {
			board->strayed = find_change(range);
			board->stray_other = range->other;
			continue;
		}
		fork_changed(self)[i] = keep_written(range, written);
		written += hr_whole_pages(range, &left) / WORKER_PAGE;
	}
}

/* Record which whole pages differ, if writes were not detected. */
static void note_written(const fork_unit *self)
{
	uint8_t *written = fork_written(self);
	uint64_t left;

	for (size_t i = 0; i < self->range_count; i++) {
		const hr_worker_range *range = &self->ranges[i];
		uint64_t inside = range->written ? hr_whole_pages(range, &left) : 0;

		for (uint64_t at = left; at < left + inside; at += WORKER_PAGE)
			*written++ = memcmp(range->before + at, (uint8_t *)range->memory + at,
					    WORKER_PAGE) != 0;
	}
}

/* --- shared memory of the program ---------------------------------------------------------- */

typedef struct shared_state {
	uintptr_t begin, end;
	bool executable;
} shared_state;

enum { MOST_SHARED = 256 };

/* Larger mappings, which are usually sparse, remain shared. */
static const uint64_t most_copied = UINT64_C(4) << 30;

/* Return true if the line of /proc/self/maps describes writable shared memory of the program: not
 * of a worker, nor of a backend (recognised by name), nor of a device. */
static bool is_programs(const char *line, shared_state *of)
{
	char rights[8];
	int named = 0;

	if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %n", &of->begin, &of->end, rights, &named) < 3 ||
	    !named)
		return false;
	of->executable = rights[2] == 'x';
	line += named;
	if (rights[1] != 'w' || rights[3] != 's' || strncmp(line, "/memfd:hpvm-", 12) == 0)
		return false;
	return strncmp(line, "/dev/", 5) != 0 || strncmp(line, "/dev/shm/", 9) == 0 ||
	       strncmp(line, "/dev/zero", 9) == 0;
}

static void copy_apart(const shared_state *of)
{
	size_t bytes = of->end - of->begin;
	void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (copy == MAP_FAILED || bytes > most_copied)
		return;
	memcpy(copy, (const void *)of->begin, bytes);
	if (of->executable)
		(void)mprotect(copy, bytes, PROT_READ | PROT_WRITE | PROT_EXEC);
	(void)mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)of->begin);
}

/* Replace shared mappings by private copies, so that changes by the grid vanish with the
 * process. */
static void part_from_program(void)
{
	shared_state all[MOST_SHARED];
	size_t count = 0;
	char line[4400];
	FILE *maps = fopen("/proc/self/maps", "re");

	while (maps && count < MOST_SHARED && fgets(line, sizeof(line), maps))
		count += is_programs(line, &all[count]);
	if (maps)
		fclose(maps);
	for (size_t i = 0; i < count; i++)
		copy_apart(&all[i]);
}

/* --- grids ------------------------------------------------------------------------------------ */

static void watch(const fork_unit *self)
{
	for (size_t i = 0; i < self->range_count; i++)
		if (!self->ranges[i].written)
			protect(&self->ranges[i]);
	if (self->stays)
		return;
	hr_dirty_watch(self->ranges, self->range_count, fork_written(self));
}

/* Read the grid from the area. */
static void read_question(const fork_unit *self, hr_unit_grid *grid)
{
	const fork_question *question = fork_question_of(self);

	memcpy(grid->begin, question->begin, sizeof(grid->begin));
	memcpy(grid->end, question->end, sizeof(grid->end));
	grid->levels = fork_levels(self);
	grid->inputs = fork_inputs(self);
}

/* Update the memory to the program's present contents. Unchanged ranges are not written, because
 * their pages may be read-only. */
static void refresh(const fork_unit *self)
{
	for (size_t i = 0; i < self->range_count; i++) {
		const hr_worker_range *range = &self->ranges[i];

		if (range->written && memcmp(range->memory, range->before, range->bytes) != 0)
			memcpy(range->memory, range->before, range->bytes);
	}
}

/* Return the unit, built in this process. If that fails, answer with the reason and do not return. */
static void *build(const fork_unit *self, worker_process *process)
{
	worker_board *board = fork_board(self);
	char why[HR_BACKEND_TEXT] = "";
	void *built = NULL;
	locale_t programs = hr_c_locale_enter();
	hr_unit_refusal refusal = hr_fork_make(self->worker, self->unit, &built, why);

	hr_c_locale_leave(programs);
	why[sizeof(why) - 1] = '\0';
	board->is_built = true;
	if (hr_is_taken(refusal) && built)
		return built;
	if (hr_is_taken(refusal))
		snprintf(why, sizeof(why), "it took a unit but built nothing");
	snprintf(board->text, sizeof(board->text), "cannot build the unit again%s%.200s",
		 why[0] ? ": " : "", why);
	board->answer = HR_GRID_FAILED;
	hr_process_answer(process);
	hr_process_finish(process);
}

static void run_grid(const fork_unit *self, void *built, hr_unit_grid *grid)
{
	worker_board *board = fork_board(self);

	if (self->stays)
		read_question(self, grid);
	board->answer = (int32_t)self->worker->module->run(built, grid, board->text);
	if (board->answer != HR_GRID_DONE)
		return;
	if (self->stays)
		note_written(self);
	keep_after(self, board);
}

void hr_fork_child(const fork_unit *self, worker_process *process)
{
	hr_unit_grid there = *self->grid;
	void *built;

	there.stop = &fork_board(self)->stop;
	there.allocate = hr_heap_allocate;
	there.run = self->heap;
	if (there.outputs)
		there.outputs = fork_outputs(self);
	part_from_program();
	built = build(self, process);
	watch(self);
	for (;;) {
		run_grid(self, built, &there);
		hr_process_answer(process);
		if (!self->stays || !hr_process_hear(process))
			hr_process_finish(process);
		refresh(self);
	}
}
