/* interp/check/race/sync.c -- instances that a lock, a guard or a pair of atomic operations orders.
 *
 * A release at an address by one instance (unlocking a mutex, the end of the initialisation of a
 * static, an atomic operation with the ordering `release`) orders what the instance has done before
 * what any instance does that acquires the address afterwards.
 *
 * Limit:     what an instance does after its release counts as done before it, and of events that
 *            are recorded for several instances only the first one's releases are known: some races
 *            with code behind an unlock are not reported.
 *
 * Owns:      the releases, and the acquisitions of the running instance.
 * Clauses:   M8, M4.
 * Not here:  which calls and operations these are (interp/engine/native.c, ir/program/origin.c). */
#include "interp/check/race/check_race.h"
#include "src/base/mix.h"

static uint64_t key_of(uint64_t address, const hr_node *node, const scope *parent, uint64_t index)
{
	return hr_mix(address ^ hr_mix(hr_map_key(node) ^ hr_mix(parent->serial ^ hr_mix(index))));
}

static void acquire(race_state *race, uint64_t address)
{
	if (!hr_map_get(&race->released_at, address, NULL))
		return; /* nobody has released it */
	for (size_t i = 0; i < race->acquired.count; i++)
		if (race->acquired.data[i] == address)
			return;
	HR_PUSH(&race->acquired, address);
}

static void release(race_state *race, uint64_t address)
{
	const unit *self = &race->current;

	if (!self->node)
		return;
	hr_map_put(&race->released_at, address, 1);
	hr_map_put(&race->released, key_of(address, self->node, self->parent, race->index), 1);
}

bool hr_race_synchronised(const race_state *race, const unit *other, uint64_t index)
{
	for (size_t i = 0; i < race->acquired.count; i++)
		if (hr_map_get(&race->released,
			       key_of(race->acquired.data[i], other->node, other->parent, index),
			       NULL))
			return true;
	return false;
}

void hr_race_sync_forget(race_state *race)
{
	hr_map_free(&race->released);
	hr_map_free(&race->released_at);
	race->acquired.count = 0;
}

void hr_check_race_sync(hr_checker *checker, bool releases, uint64_t address)
{
	(releases ? release : acquire)(checker->race, address);
}
