/* interp/check_watch.c -- who writes one byte last.
 *
 * Schedules are deterministic, so what the comparison of two of them (orders.c) wants to know of a byte
 * is found by running them again and looking at every write to it.
 *
 * Owns:     the watch.
 * Clauses:  N4 (the instances that order-dependent names).
 * Not here: which byte (orders.c). */
#include <string.h>

#include "check_state.h"

void hr_check_watch_begin(hr_checker *checker, uint64_t address)
{
	checker->watched = address;
	checker->write.hit = false;
	checker->run->observed = true;
	hr_gates_close(checker);
}

void hr_check_watch_end(hr_checker *checker, bool observed)
{
	checker->watched = 0;
	checker->run->observed = observed;
}

void hr_check_watch(hr_checker *checker, const hr_thread *thread, const check_access *access)
{
	check_write *write = &checker->write;
	const hr_level *level = thread->level;

	if (!(access->kind & HR_ACCESS_WRITE) || checker->watched - access->address >= access->bytes)
		return;
	write->hit = true;
	write->site = access->site;
	write->address = access->address;
	write->bytes = access->bytes;
	write->levels.count = 0;
	for (; level; level = level->parent)
		HR_PUSH(&write->levels, *level);
}

bool hr_check_last_write(hr_checker *checker, hr_last_write *last)
{
	check_write *write = &checker->write;

	memset(last, 0, sizeof(*last));
	if (!write->hit)
		return false;
	for (size_t i = 0; i + 1 < write->levels.count; i++)
		write->levels.data[i].parent = &write->levels.data[i + 1];
	last->address = write->address;
	last->bytes = write->bytes;
	last->floating = write->site->floating;
	last->where = hr_code_where(write->site->code, write->site->word);
	for (size_t i = write->levels.count; i > 0; i--) {
		hr_level *copy = HR_ARENA_NEW(&checker->arena, hr_level);

		*copy = write->levels.data[i - 1];
		copy->parent = last->level;
		last->level = copy;
	}
	return true;
}
