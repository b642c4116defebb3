/* interp/check/race/warp.c -- the order that barriers of a warp give its lanes (W3).
 *
 * In a leaf with such barriers each unit has instances of one warp only, and a number, its *stage*; a
 * barrier of a warp begins another one. Each instance has a vector clock over the lanes of its warp: entry
 * i is S if what lane i did in units before stage S is ordered before the instance.
 *
 * Limit:     an event that stands for several instances (SHARED) is ordered before another instance only
 *            if all lanes that ran in its unit are.
 *
 * Owns:      the clocks.
 * Clauses:   W3, M4.
 * Not here:  barriers of the group (order.c), which lanes meet (interp/schedule/warp.c). */
#include "src/arith/warp.h"

#include "interp/check/race/check_race.h"

void hr_race_warp_forget(race_state *race)
{
	race->stage = 0;
	for (uint64_t i = 0; i < race->clock_count * HR_WARP_MOST; i++)
		race->clocks[i] = 0;
}

static uint32_t *clock_of(const race_state *race, uint64_t index)
{
	return race->clocks + index * HR_WARP_MOST;
}

/* Make the clocks of COUNT instances, those of new ones empty. */
static void reserve(race_state *race, uint64_t count)
{
	if (count <= race->clock_count)
		return;
	race->clocks = hr_resize_array(race->clocks, count, HR_WARP_MOST * sizeof(uint32_t));
	for (uint64_t i = race->clock_count * HR_WARP_MOST; i < count * HR_WARP_MOST; i++)
		race->clocks[i] = 0;
	race->clock_count = count;
}

void hr_race_warp(race_state *race, uint64_t first, uint64_t members)
{
	uint32_t joined[HR_WARP_MOST] = {0};

	reserve(race, first + HR_WARP_MOST);
	hr_race_next_stage(race, first / race->warp_lanes);
	for (unsigned m = 0; m < HR_WARP_MOST; m++)
		for (unsigned i = 0; i < HR_WARP_MOST && members >> m & 1; i++)
			if (joined[i] < clock_of(race, first + m)[i])
				joined[i] = clock_of(race, first + m)[i];
	for (unsigned m = 0; m < HR_WARP_MOST; m++)
		if (members >> m & 1)
			joined[m] = race->stage;
	for (unsigned m = 0; m < HR_WARP_MOST; m++)
		if (members >> m & 1)
			memcpy(clock_of(race, first + m), joined, sizeof(joined));
}

bool hr_race_warp_ordered(const race_state *race, const unit *a, uint64_t index, bool all)
{
	const unsigned width = race->warp_lanes;
	const uint32_t *clock;
	uint64_t lanes = a->lanes;

	if (race->index >= race->clock_count || race->index / width != a->warp)
		return false;
	clock = clock_of(race, race->index);
	if (!all)
		lanes = UINT64_C(1) << index % width;
	for (; lanes; lanes &= lanes - 1) {
		const unsigned lane = (unsigned)__builtin_ctzll(lanes);

		if (lane != race->index % width && clock[lane] <= a->stage)
			return false;
	}
	return true;
}
