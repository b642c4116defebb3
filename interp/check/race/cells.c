/* interp/check/race/cells.c -- the shadow memory of the race checker.
 *
 * Address space is reserved for the shadow of whole regions of the program's memory, so that the
 * address of a cell is a sum; pages that are not touched cost nothing. Regions are as large as the
 * system allows. The shadow of a region has thirteen planes. For every four bytes they hold the
 * writers and the readers of the part that begins at byte 0, 1, 2 and 3, then the other readers of
 * each part, and a byte that marks where parts begin. Memory that is accessed in units of four
 * bytes or more only uses the first two planes, and memory that is only written uses only the
 * first: a page that was read but not written maps to the shared zero page.
 *
 * Owns:      the shadow.
 * Clauses:   M4.
 * Not here:  the meaning of cells (race.c). */
#include "interp/check/race/check_race.h"
#include "interp/memory/memory.h"

enum { ADDRESS_BITS = 47 };
static const unsigned region_sizes[] = {36, 32, 28, 24};

static size_t granules(const race_state *race)
{
	return (size_t)1 << (race->region_bits - 2);
}

static size_t region_bytes(const race_state *race)
{
	return granules(race) * (4 * 3 * sizeof(uint32_t) + 1);
}

static size_t table_bytes(unsigned bits)
{
	return sizeof(uint32_t *) << (ADDRESS_BITS - bits);
}

void hr_cells_init(race_state *race)
{
	for (size_t i = 0; i < sizeof(region_sizes) / sizeof(*region_sizes); i++) {
		void *probe;

		race->region_bits = region_sizes[i];
		probe = hr_pages_map(region_bytes(race), false);
		if (!probe)
			continue;
		hr_pages_unmap(probe, region_bytes(race));
		break;
	}
	race->regions = hr_pages_map(table_bytes(race->region_bits), false);
}

void hr_cells_free(race_state *race)
{
	for (size_t i = 0; i < race->in_use.count; i++)
		hr_pages_unmap(race->regions[race->in_use.data[i]], region_bytes(race));
	HR_VEC_FREE(&race->in_use);
	hr_pages_unmap(race->regions, table_bytes(race->region_bits));
}

static uint32_t *region(race_state *race, uint64_t address)
{
	uint64_t number = address >> race->region_bits;

	if (address >> ADDRESS_BITS || !race->regions)
		return NULL;
	if (__builtin_expect(!race->regions[number], 0)) {
		race->regions[number] = hr_pages_map(region_bytes(race), false);
		if (!race->regions[number])
			return NULL;
		HR_PUSH(&race->in_use, (uint32_t)number);
	}
	return race->regions[number];
}

static uint8_t *starts_of(const race_state *race, uint32_t *writers)
{
	return (uint8_t *)(writers + 4 * 3 * granules(race));
}

static uint32_t *others_of(const race_state *race, uint32_t *writers)
{
	return writers + 4 * 2 * granules(race);
}

static uint64_t index_in_region(const race_state *race, uint64_t address)
{
	return (address >> 2) & (granules(race) - 1);
}

bool hr_cells_of(race_state *race, uint64_t address, granule *at)
{
	uint32_t *writers = region(race, address);
	uint64_t index = index_in_region(race, address);

	if (!writers)
		return false;
	*at = (granule){{writers + index, writers + granules(race) + index,
			 others_of(race, writers) + index},
			starts_of(race, writers) + index};
	return true;
}

bool hr_cells_bias(race_state *race, uint64_t base, uint64_t end, check_site_check *check)
{
	uint64_t first = base >> race->region_bits << race->region_bits;
	uint32_t *writers;

	if (base >= end || base >> race->region_bits != (end - 1) >> race->region_bits)
		return false;
	writers = region(race, base);
	if (!writers)
		return false;
	check->writers = hr_map_key(writers) - first;
	check->readers = hr_map_key(writers + granules(race)) - first;
	check->others = hr_map_key(others_of(race, writers)) - first;
	check->starts = hr_map_key(starts_of(race, writers)) - (first >> 2);
	return true;
}

/* Only the first part needs clearing: cells of other parts are initialised when a granule is
 * divided. */
static void clear_part(const race_state *race, uint32_t *writers, uint64_t first, uint64_t count)
{
	uint32_t *readers = writers + granules(race);
	uint8_t *starts = starts_of(race, writers) + first;

	hr_pages_zero(writers + first, writers + first + count);
	hr_pages_zero(readers + first, readers + first + count);
	hr_pages_zero(starts, starts + count);
	if (race->two)
		hr_pages_zero(others_of(race, writers) + first,
			      others_of(race, writers) + first + count);
}

void hr_cells_clear(race_state *race, uint64_t base, uint64_t end)
{
	uint64_t at = base & ~UINT64_C(3);

	while (at < end) {
		uint64_t number = at >> race->region_bits, stop = (number + 1) << race->region_bits;
		uint32_t *writers;

		if (at >> ADDRESS_BITS || !race->regions)
			return;
		stop = stop < end ? stop : (end + 3) & ~UINT64_C(3);
		writers = race->regions[number];
		if (writers)
			clear_part(race, writers, index_in_region(race, at), (stop - at) >> 2);
		at = stop;
	}
}

void hr_cells_wipe(race_state *race)
{
	for (size_t i = 0; i < race->in_use.count; i++)
		clear_part(race, race->regions[race->in_use.data[i]], 0, granules(race));
}
