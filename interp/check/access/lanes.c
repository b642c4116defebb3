/* interp/check/access/lanes.c -- checks accesses that several instances make at one place, one
 * instance after the other in reference order.
 *
 * Invariant: when a run of accesses is accepted, it has been recorded as if each instance had made
 *            its access separately.
 * Owns:      nothing.
 * Clauses:   M4-M6.
 * Not here:  contiguous accesses for the race checker (interp/lanes/handlers/watch.c), which lanes
 *            run (interp/lanes/run/check.c). */
#include "interp/check/race/check_race.h"
#include "interp/check/shadow.h"

/* Make INDEX the running instance for the fast paths, which need nothing else. */
static void take_for(race_state *race, uint64_t index)
{
	race->index = index;
	race->self = race->current.first + (uint32_t)(index << race->current.shift);
}

static uint64_t address_of(const hr_access_run *run, unsigned i)
{
	return run->addresses ? run->addresses[i] : run->address + i * run->stride;
}

static bool is_side_by_side(const check_site_check *check, const hr_access_run *run)
{
	return !run->addresses && run->stride == check->like.bytes;
}

static bool attributes_pass(const check_site_check *check, const hr_access_run *run)
{
	uint64_t bytes = check->like.bytes;

	if (is_side_by_side(check, run))
		return hr_attribute_passes_all(check, run->address, run->count * bytes);
	for (unsigned i = 0; i < run->count; i++)
		if (!hr_attribute_passes(&check->check, address_of(run, i)))
			return false;
	return true;
}

/* For many reads of the same memory, the first two record everything. */
static unsigned least(const check_site_check *check, const hr_access_run *run)
{
	bool same = !run->addresses && !run->stride && check->like.kind == HR_ACCESS_READ;

	return same && run->count > 2 ? 2 : run->count;
}

/* Check the accesses from FROM to END one by one. */
static bool each_passes(const check_site_check *check, const hr_access_run *run, unsigned from,
			unsigned end)
{
	for (unsigned i = from; i < end; i++) {
		take_for(check->race, run->index + (run->addresses ? run->lanes[i] : i));
		if (!check->in_order(&check->check, address_of(run, i)))
			return false;
	}
	return true;
}

/* Return true if the vectorised check is worth another try: more units of earlier accesses are now
 * known to be ordered before the running one. */
static bool look_again(const check_site_check *check, uint64_t first, uint64_t last)
{
	const bool found = hr_race_look(check, first);

	return hr_race_look(check, last) || found;
}

static bool pass_at_once(const check_site_check *check, const hr_access_run *run,
			 hr_lanes_watch *at_once)
{
	return at_once(&check->check, run) ||
	       (look_again(check, address_of(run, 0), address_of(run, run->count - 1)) &&
		at_once(&check->check, run));
}

/* Contiguous accesses of bytes or half words: check whole words at once. */
static bool parts_pass(const check_site_check *check, const hr_access_run *run,
		       hr_lanes_watch *at_once)
{
	const unsigned bytes = (unsigned)check->like.bytes, parts = 4 / bytes;
	const unsigned first = (-run->address & 3) / bytes;
	const unsigned end = first + ((run->count - first) & ~(parts - 1));
	hr_access_run words = *run;

	words.address += (uint64_t)first * bytes;
	words.index += first;
	words.count = end - first;
	return each_passes(check, run, 0, first) &&
	       (pass_at_once(check, &words, at_once) || each_passes(check, run, first, end)) &&
	       each_passes(check, run, end, run->count);
}

static bool races_pass(const check_site_check *check, const hr_access_run *run,
		       hr_lanes_watch *at_once)
{
	if (is_side_by_side(check, run)) {
		if (check->like.bytes < 3 && run->address % check->like.bytes == 0 &&
		    run->count >= 8)
			return parts_pass(check, run, at_once);
		if (run->count > 1 && pass_at_once(check, run, at_once))
			return true;
	}
	return each_passes(check, run, 0, least(check, run));
}

bool hr_access_watched_run(const hr_access_check *check, const hr_access_run *run,
			   hr_lanes_watch *at_once)
{
	const check_site_check *self = (const check_site_check *)check;

	if (run->many)
		return check->watch == WATCH_RACE && at_once(check, run);
	return (!(check->watch & WATCH_ATTRIBUTES) || attributes_pass(self, run)) &&
	       (!(check->watch & WATCH_RACE) || races_pass(self, run, at_once));
}

static uint64_t address_in(const hr_access_groups *groups, unsigned lane)
{
	return groups->base + (groups->index ? groups->index[lane] : lane) * groups->scale;
}

/* Used where the instruction set has no vectorised path. */
static bool each_shared(const check_site_check *check, const hr_access_groups *groups)
{
	for (unsigned i = groups->begin * HR_ACCESS_GROUP; i < groups->end * HR_ACCESS_GROUP; i++)
		if (groups->mask[i / 64] >> i % 64 & 1 &&
		    !hr_race_read_by_many(check, address_in(groups, i),
					  groups->first + i * groups->shared))
			return false;
	return true;
}

static bool look_in_groups(const check_site_check *check, const hr_access_groups *groups)
{
	unsigned first, last;

	for (first = groups->begin * HR_ACCESS_GROUP; first < groups->end * HR_ACCESS_GROUP;
	     first++)
		if (groups->mask[first / 64] >> first % 64 & 1)
			break;
	for (last = groups->end * HR_ACCESS_GROUP; last > first; last--)
		if (groups->mask[(last - 1) / 64] >> (last - 1) % 64 & 1)
			break;
	return first < last &&
	       look_again(check, address_in(groups, first), address_in(groups, last - 1));
}

bool hr_access_watched_groups(const hr_access_check *check, const hr_access_groups *groups,
			      hr_groups_watch *at_once)
{
	const check_site_check *self = (const check_site_check *)check;

	if (check->watch != WATCH_RACE || !self->numbered)
		return false;
	return at_once(check, groups) || (look_in_groups(self, groups) && at_once(check, groups)) ||
	       (groups->shared && self->like.kind == HR_ACCESS_READ && each_shared(self, groups));
}

bool hr_access_races_alone(const hr_access_check *check)
{
	return check->watch == WATCH_RACE;
}

bool hr_access_counts(const hr_access_check *check, uint64_t address)
{
	const check_site_check *self = (const check_site_check *)check;

	return check->watch == WATCH_RACE && self->numbered && self->like.kind & HR_ACCESS_ATOMIC &&
	       self->in_order(check, address);
}

void hr_check_batch(hr_thread *thread)
{
	/* all threads of a thread pool store the same value */
	__atomic_store_n(&thread->run->checker->in_batch, true, __ATOMIC_RELAXED);
	hr_uninit_instance(thread);
	if (thread->shadow)
		hr_uninit_batch(thread, thread->run->checker->leaf);
}
