/* backends/worker/dirty.c -- detects which pages of the program's memory a grid writes, in a
 * worker's process.
 *
 * The whole pages of all writable ranges are write-protected. The first write to a page faults; the
 * handler records the page and unprotects it, together with some following pages if pages are
 * written in order. Memory that a grid does not write thus costs nothing. System calls cannot write
 * to protected pages, but backends only compute there.
 * Invariant: a page that was written is recorded; a recorded page may be unchanged.
 * Owns:      nothing. Only one grid runs in such a process.
 * Not here:  the ends of ranges, which share pages with other objects (worker_fork.c). */
#define _GNU_SOURCE 1
#include <stdatomic.h>
#include <sys/mman.h>

#include "backends/worker/worker_process.h"

enum { MOST_STEP = 256 };

typedef struct watched {
	uint8_t *begin;
	uint64_t pages;
	uint8_t *written; /* by page; borrowed */
	/* The page behind those that were unprotected last, and their number. */
	uint64_t next, step;
} watched;

static struct {
	watched *data;
	size_t count;
	atomic_flag lock;
} all = {.lock = ATOMIC_FLAG_INIT};

uint64_t hr_whole_pages(const hr_worker_range *range, uint64_t *left)
{
	uint64_t begin = (uint64_t)(uintptr_t)range->memory, end = begin + range->bytes;
	uint64_t first = (begin + WORKER_PAGE - 1) & ~(uint64_t)(WORKER_PAGE - 1);
	uint64_t last = end & ~(uint64_t)(WORKER_PAGE - 1);

	*left = first < last ? first - begin : range->bytes;
	return first < last ? last - first : 0;
}

/* Count memory that cannot be protected as written. */
static void unwatch(watched *at)
{
	mprotect(at->begin, at->pages * WORKER_PAGE, PROT_READ | PROT_WRITE);
	for (uint64_t i = 0; i < at->pages; i++)
		at->written[i] = 1;
}

void hr_dirty_watch(const hr_worker_range *ranges, size_t count, uint8_t *written)
{
	all.data = hr_alloc_array(count + 1, sizeof(*all.data));
	for (size_t i = 0; i < count; i++) {
		uint64_t left, bytes = hr_whole_pages(&ranges[i], &left);
		watched *at = &all.data[all.count];

		if (!ranges[i].written || !bytes)
			continue;
		*at = (watched){.begin = (uint8_t *)ranges[i].memory + left,
				.pages = bytes / WORKER_PAGE,
				.written = written};
		written += at->pages;
		if (mprotect(at->begin, bytes, PROT_READ) == 0)
			all.count++;
		else
			unwatch(at);
	}
}

static void let_write(watched *at, uint64_t page)
{
	uint64_t left = at->pages - page;

	at->step = page == at->next && at->step ? at->step * 2 : 1;
	at->step = at->step < MOST_STEP ? at->step : MOST_STEP;
	at->step = at->step < left ? at->step : left;
	at->next = page + at->step;
	if (mprotect(at->begin + page * WORKER_PAGE, at->step * WORKER_PAGE,
		     PROT_READ | PROT_WRITE) != 0) {
		unwatch(at); /* the system permits no further mappings */
		return;
	}
	for (uint64_t i = page; i < at->next; i++)
		at->written[i] = 1;
}

bool hr_dirty_fault(uint64_t address)
{
	for (size_t i = 0; i < all.count; i++) {
		watched *at = &all.data[i];
		uint64_t offset = address - (uint64_t)(uintptr_t)at->begin;

		if (offset >= at->pages * WORKER_PAGE)
			continue;
		while (atomic_flag_test_and_set(&all.lock))
			;
		/* Otherwise another thread has handled the fault already. */
		if (!at->written[offset / WORKER_PAGE])
			let_write(at, offset / WORKER_PAGE);
		atomic_flag_clear(&all.lock);
		return true;
	}
	return false;
}
