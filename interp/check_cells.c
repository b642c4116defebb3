/* interp/check_cells.c -- the race checker's memory about memory.
 *
 * Address space is reserved for the shadow of whole regions of the program's, so that the place of
 * a cell is a sum; pages that nobody touched cost nothing. Regions are as large as the system
 * allows. Cells for single bytes are in regions of their own, used where accesses are narrower than
 * four bytes.
 *
 * Owns:     the shadow.
 * Clauses:  M4.
 * Not here: what cells mean (check_race.c). */
#include <string.h>
#include <sys/mman.h>

#include "check_race.h"

enum {
	ADDRESS_BITS = 47,
	FINE_BITS = 32,
	PAGE = 4096,
};
static const unsigned region_sizes[] = {36, 32, 28, 24};

static size_t region_bytes(const race_state *race)
{
	return sizeof(cell) << (race->region_bits - 2);
}

static size_t fine_bytes(void)
{
	return sizeof(cell) << FINE_BITS;
}

static size_t table_bytes(unsigned bits)
{
	return sizeof(cell *) << (ADDRESS_BITS - bits);
}

void hr_cells_init(race_state *race)
{
	for (size_t i = 0; i < sizeof(region_sizes) / sizeof(*region_sizes); i++) {
		void *trial;

		race->region_bits = region_sizes[i];
		trial = hr_pages_map(region_bytes(race), false);
		if (!trial)
			continue;
		hr_pages_unmap(trial, region_bytes(race));
		break;
	}
	race->regions = hr_pages_map(table_bytes(race->region_bits), false);
	race->fine = hr_pages_map(table_bytes(FINE_BITS), false);
}

void hr_cells_free(race_state *race)
{
	for (size_t i = 0; i < race->in_use.count; i++)
		hr_pages_unmap(race->regions[race->in_use.data[i]], region_bytes(race));
	for (size_t i = 0; i < race->fine_in_use.count; i++)
		hr_pages_unmap(race->fine[race->fine_in_use.data[i]], fine_bytes());
	HR_VEC_FREE(&race->in_use);
	HR_VEC_FREE(&race->fine_in_use);
	hr_pages_unmap(race->regions, table_bytes(race->region_bits));
	hr_pages_unmap(race->fine, table_bytes(FINE_BITS));
}

static cell *region(race_state *race, uint64_t address)
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

cell *hr_cells_of(race_state *race, uint64_t address)
{
	cell *cells = region(race, address);

	return cells ? &cells[(address & ((UINT64_C(1) << race->region_bits) - 1)) >> 2] : NULL;
}

cell *hr_cells_of_bytes(race_state *race, uint64_t address)
{
	uint64_t number = address >> FINE_BITS;

	if (address >> ADDRESS_BITS || !race->fine)
		return NULL;
	if (!race->fine[number]) {
		race->fine[number] = hr_pages_map(fine_bytes(), false);
		if (!race->fine[number])
			return NULL;
		HR_PUSH(&race->fine_in_use, (uint32_t)number);
	}
	return &race->fine[number][address & ((UINT64_C(1) << FINE_BITS) - 1) & ~UINT64_C(3)];
}

uint64_t hr_cells_bias(race_state *race, uint64_t base, uint64_t end)
{
	cell *cells;

	if (base >= end || base >> race->region_bits != (end - 1) >> race->region_bits)
		return 0;
	cells = region(race, base);
	if (!cells)
		return 0;
	return hr_map_key(cells) -
	       ((base >> race->region_bits << race->region_bits) >> 2) * sizeof(cell);
}

/* What is whole pages is given back rather than written. */
static void zero(void *from, void *to)
{
	uintptr_t first = ((uintptr_t)from + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
	uintptr_t last = (uintptr_t)to & ~(uintptr_t)(PAGE - 1);

	if (first < last && madvise((void *)first, last - first, MADV_DONTNEED) == 0) {
		memset(from, 0, first - (uintptr_t)from);
		memset((void *)last, 0, (uintptr_t)to - last);
	} else {
		memset(from, 0, (size_t)((char *)to - (char *)from));
	}
}

void hr_cells_clear(race_state *race, uint64_t base, uint64_t end)
{
	uint64_t at = base & ~UINT64_C(3);

	while (at < end) {
		uint64_t number = at >> race->region_bits, stop = (number + 1) << race->region_bits;
		cell *cells;

		if (at >> ADDRESS_BITS || !race->regions)
			return;
		stop = stop < end ? stop : (end + 3) & ~UINT64_C(3);
		cells = race->regions[number];
		if (cells) {
			cells += (at & ((UINT64_C(1) << race->region_bits) - 1)) >> 2;
			zero(cells, cells + ((stop - at) >> 2));
		}
		at = stop;
	}
}

/* Cells of single bytes are written anew whenever a cell is split. */
void hr_cells_wipe(race_state *race)
{
	for (size_t i = 0; i < race->in_use.count; i++) {
		cell *cells = race->regions[race->in_use.data[i]];

		zero(cells, (char *)cells + region_bytes(race));
	}
}
