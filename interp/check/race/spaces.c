/* interp/check/race/spaces.c -- one state of the race checker for each part of memory that barriers order.
 *
 * A barrier or fence of a kernel may order shared memory only, or all other memory only. What is ordered
 * then differs between the two, so each has its own state: units, their order, and recorded accesses. A
 * program without such barriers has one state for all memory.
 *
 * Owns:      nothing; the states belong to the checker.
 * Clauses:   M8.
 * Not here:  what a state does (order.c, race.c), what a barrier orders (ir/program/origin.c). */
#include "interp/check/race/check_race.h"

race_state *hr_race_of(const hr_checker *checker, uint64_t address)
{
	race_state *race = checker->race;
	const check_object *object;

	if (!race || !race->shared)
		return race;
	object = hr_spans_over(&checker->objects, address, address);
	return object && object->variable ? race->shared : race;
}

void hr_check_race_free(hr_checker *checker)
{
	race_state *race = checker->race;

	if (!race)
		return;
	hr_map_free(&race->grids);
	if (race->shared)
		hr_race_free(race->shared);
	hr_race_free(race);
}

uint64_t hr_check_race_grid(hr_checker *checker, const hr_level *level, uint64_t count)
{
	race_state *race = hr_race_state(checker);
	const uint32_t wipes = race->wipes;
	const uint64_t grid = hr_race_grid(checker, race, level, count);

	if (wipes != race->wipes) { /* no grid of before can be resumed */
		hr_map_free(&race->grids);
		race->grids = (hr_map){0};
	}
	if (race->shared)
		hr_map_put(&race->grids, grid, hr_race_grid(checker, race->shared, level, count));
	return grid;
}

void hr_check_race_return(hr_checker *checker, const hr_level *level, uint64_t count, uint64_t grid)
{
	race_state *race = hr_race_state(checker);
	uint64_t of_shared;

	hr_race_return(checker, race, level, count, grid);
	if (race->shared && hr_map_get(&race->grids, grid, &of_shared))
		hr_race_return(checker, race->shared, level, count, of_shared);
	else if (race->shared)
		hr_race_grid(checker, race->shared, level, count);
}

uint64_t hr_check_race_pause(hr_checker *checker, uint64_t grid)
{
	race_state *race = hr_race_state(checker);
	const uint64_t now = hr_race_grid_name(race);

	hr_race_warp_pause(race);
	if (race->shared) {
		hr_race_warp_pause(race->shared);
		hr_map_remove(&race->grids, grid);
		hr_map_put(&race->grids, now, hr_race_grid_name(race->shared));
	}
	return now;
}

void hr_check_race_instance(hr_checker *checker, const hr_level *level)
{
	race_state *race = checker->race;

	hr_race_instance(race, level);
	if (race->shared)
		hr_race_instance(race->shared, level);
}

static void meet(race_state *race, bool ordered, const check_site *site, unsigned orders)
{
	if (ordered)
		hr_race_barrier(race, false);
	else
		race->passed = (race_passed){site, orders, race->current.places->list.count};
}

void hr_check_race_barrier(hr_checker *checker, const hr_code *code, uint32_t word)
{
	race_state *race = checker->race;
	const check_site *site;
	unsigned orders;

	if (!race->shared) {
		hr_race_barrier(race, checker->run->program->changes_acquire);
		return;
	}
	site = hr_check_site(checker, code, word);
	orders = site->orders;
	meet(race, orders & HR_ORDERS_OTHER, site, orders);
	meet(race->shared, orders & HR_ORDERS_SHARED, site, orders);
}

void hr_check_race_sync(hr_checker *checker, bool releases, uint64_t address)
{
	race_state *race = checker->race;

	hr_race_sync(checker, race, releases, address);
	if (race->shared)
		hr_race_sync(checker, race->shared, releases, address);
}

void hr_check_race_atomic_before(hr_checker *checker, const check_access *access)
{
	race_state *race = checker->race;

	hr_race_atomic_before(race, access);
	if (race->shared)
		hr_race_atomic_before(race->shared, access);
}

void hr_check_race_atomic_after(hr_checker *checker, const check_access *access)
{
	race_state *race = checker->race;

	hr_race_atomic_after(checker, race, access);
	if (race->shared)
		hr_race_atomic_after(checker, race->shared, access);
}

void hr_check_race_fence(hr_checker *checker, const check_site *site)
{
	race_state *race = checker->race;

	if (site->orders & HR_ORDERS_OTHER || (!race->shared && site->orders))
		hr_race_fence(checker, race, &site->ordering);
	if (race->shared && site->orders & HR_ORDERS_SHARED)
		hr_race_fence(checker, race->shared, &site->ordering);
}

void hr_check_race_warp(hr_checker *checker, uint64_t first, uint64_t members, unsigned orders)
{
	race_state *race = checker->race;

	if (orders & HR_ORDERS_OTHER || (!race->shared && orders))
		hr_race_warp(race, first, members);
	if (race->shared && orders & HR_ORDERS_SHARED)
		hr_race_warp(race->shared, first, members);
}

void hr_check_race_forget(hr_checker *checker, uint64_t base, uint64_t bytes)
{
	race_state *race = hr_race_state(checker);

	hr_cells_clear(race, base, base + bytes);
	if (race->shared)
		hr_cells_clear(race->shared, base, base + bytes);
}

uint64_t hr_check_race_launched(hr_checker *checker)
{
	race_state *race = hr_race_state(checker);

	if (race->shared)
		hr_race_launched(race->shared);
	return hr_race_launched(race);
}

void hr_check_race_taken(hr_checker *checker, const hr_plan *plan, uint64_t launched)
{
	race_state *race = hr_race_state(checker);

	hr_race_taken(race, plan, launched);
	if (race->shared)
		hr_race_taken(race->shared, plan, launched);
}

void hr_check_race_given(hr_checker *checker, const hr_plan *plan)
{
	race_state *race = hr_race_state(checker);

	hr_race_given(race, plan);
	if (race->shared)
		hr_race_given(race->shared, plan);
}

void hr_check_race_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution)
{
	race_state *race = hr_race_state(checker);

	hr_race_popped(race, plan, execution);
	if (race->shared)
		hr_race_popped(race->shared, plan, execution);
}

void hr_check_race_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution)
{
	race_state *race = hr_race_state(checker);

	hr_race_repeat(race, plan, execution);
	if (race->shared)
		hr_race_repeat(race->shared, plan, execution);
}
