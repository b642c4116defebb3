/* interp/check/access/host.c -- actions of the host that the checkers must know: launches, pops,
 * tracks, frees.
 *
 * Owns:      nothing; the lists belong to the checker.
 * Clauses:   M6 (use-after-free), M4 and S3 as far as the host orders graphs.
 * Not here:  keeping freed memory from being reused (interp/host/free.c). */
#include <string.h>

#include "interp/check/check_state.h"

uint64_t hr_check_launched(hr_checker *checker)
{
	uint64_t time;

	if (!checker || !(checker->checks & HR_CHECK_RACE))
		return 0;
	pthread_mutex_lock(&checker->lock);
	time = hr_check_race_launched(checker);
	pthread_mutex_unlock(&checker->lock);
	return time;
}

void hr_check_plan_taken(hr_checker *checker, const hr_plan *plan, uint64_t launched)
{
	if (!(checker->checks & HR_CHECK_RACE))
		return;
	pthread_mutex_lock(&checker->lock);
	hr_check_race_taken(checker, plan, launched);
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_plan_given(hr_checker *checker, const hr_plan *plan)
{
	if (!(checker->checks & HR_CHECK_RACE))
		return;
	pthread_mutex_lock(&checker->lock);
	hr_check_race_given(checker, plan);
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution)
{
	if (!(checker->checks & HR_CHECK_RACE))
		return;
	pthread_mutex_lock(&checker->lock);
	hr_check_race_popped(checker, plan, execution);
	pthread_mutex_unlock(&checker->lock);
}

/* The host may have freed and reallocated this memory, so what is recorded about it is outdated. */
void hr_check_tracked(hr_checker *checker, const void *base, size_t bytes)
{
	pthread_mutex_lock(&checker->lock);
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_forget(checker, hr_map_key(base), bytes);
	if (checker->uninit)
		hr_uninit_tracked(checker, hr_map_key(base), bytes);
	pthread_mutex_unlock(&checker->lock);
}

/* Return the number of entries that end at or before ADDRESS. */
static size_t host_freed_before(const hr_checker *checker, uint64_t address)
{
	size_t low = 0, high = checker->host_freed.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (checker->host_freed.data[middle].end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const check_host_freed *hr_check_host_freed_at(const hr_checker *checker, uint64_t base,
					       uint64_t end)
{
	size_t at = host_freed_before(checker, base);

	return at < checker->host_freed.count && checker->host_freed.data[at].base < end
		       ? &checker->host_freed.data[at]
		       : NULL;
}

void hr_check_host_freed(hr_checker *checker, const void *base, size_t bytes, const char *text)
{
	check_host_freed made = {.base = hr_map_key(base), .end = hr_map_key(base) + bytes};
	check_host_freed *list;
	size_t at;

	pthread_mutex_lock(&checker->lock);
	at = host_freed_before(checker, made.base);
	made.text = hr_arena_strdup(&checker->arena, text);
	HR_RESERVE(&checker->host_freed, 1);
	list = checker->host_freed.data;
	memmove(&list[at + 1], &list[at], (checker->host_freed.count - at) * sizeof(*list));
	list[at] = made;
	checker->host_freed.count++;
	hr_access_checks_close(checker);
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_host_given(hr_checker *checker, const void *base)
{
	check_host_freed *list;
	size_t at;

	pthread_mutex_lock(&checker->lock);
	at = host_freed_before(checker, hr_map_key(base));
	list = checker->host_freed.data;
	if (at < checker->host_freed.count && list[at].base == hr_map_key(base)) {
		checker->host_freed.count--;
		memmove(&list[at], &list[at + 1], (checker->host_freed.count - at) * sizeof(*list));
	}
	pthread_mutex_unlock(&checker->lock);
}
