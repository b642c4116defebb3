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

#include <string.h>

#include "interp/check/race/check_race.h"

void hr_race_warp_forget(race_state *race)
{
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
	hr_race_sync_warp(race, first, members);
}

const uint32_t *hr_race_warp_clock(const race_state *race)
{
	return race->warp_lanes && race->index < race->clock_count ? clock_of(race, race->index)
								   : NULL;
}

/* --- several grids in flight ------------------------------------------------------------------ */

typedef struct paused_clocks {
	uint64_t count;
	uint32_t clocks[];
} paused_clocks;

void hr_race_warp_pause(race_state *race)
{
	const size_t bytes = race->clock_count * HR_WARP_MOST * sizeof(uint32_t);
	paused_clocks *kept;

	if (!race->warp_lanes || !race->clock_count)
		return;
	kept = hr_alloc(sizeof(*kept) + bytes);
	kept->count = race->clock_count;
	memcpy(kept->clocks, race->clocks, bytes);
	hr_map_put(&race->paused, race->current.parent->serial, hr_map_key(kept));
}

void hr_race_warp_resume(race_state *race)
{
	const uint64_t serial = race->current.parent->serial;
	paused_clocks *kept;
	uint64_t found;

	if (!race->warp_lanes)
		return;
	hr_race_warp_forget(race);
	if (!hr_map_get(&race->paused, serial, &found))
		return;
	kept = (paused_clocks *)(uintptr_t)found;
	reserve(race, kept->count);
	memcpy(race->clocks, kept->clocks, kept->count * HR_WARP_MOST * sizeof(uint32_t));
	hr_map_remove(&race->paused, serial);
	hr_free(kept);
}

/* --- order ------------------------------------------------------------------------------------ */

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
