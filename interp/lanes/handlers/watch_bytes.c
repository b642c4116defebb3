/* interp/lanes/handlers/watch_bytes.c -- the race checker's fast path for contiguous bytes and half
 * words; compiled once for each instruction set.
 *
 * As watch.c, for granules whose parts have separate cells.
 *
 * Owns:      nothing.
 * Clauses:   M4.
 * Not here:  the meaning of cells (interp/check/race/race.c). */
#include "interp/lanes/handlers/lane_watch.h"

enum { PARTS = 4 };

/* Granules whose parts are each accessed by one instance: four bytes, or two half words. */
typedef struct byte_row {
	uint32_t *writers[PARTS], *readers[PARTS], *others[PARTS];
	uint8_t *starts, cuts; /* cuts: the value of `starts` if all parts have separate cells */
	uint32_t count, first, place, shift, parts, parts_log;
} byte_row;

static byte_row byte_row_of(const race_state *race, const check_site_check *check,
			    const hr_access_run *run)
{
	const cell_row words = row_of(race, check, run);
	const uint32_t bytes = (uint32_t)check->like.bytes, parts = PARTS / bytes;
	byte_row all = {.starts = words.starts,
			.cuts = bytes == 1 ? 0xE : 4,
			.parts = parts,
			.parts_log = bytes == 1 ? 2 : 1,
			.count = run->count / parts,
			.first = words.first,
			.place = words.place,
			.shift = words.shift};

	for (unsigned p = 0; p < parts; p++) {
		const cell first = {words.writers, words.readers, words.others};
		const cell at = hr_cell_of(race, first, p * bytes);

		all.writers[p] = at.writers;
		all.readers[p] = at.readers;
		all.others[p] = at.others;
	}
	return all;
}

/* Check the conditions for a plane before anything is changed. CURRENT: readers may belong to this
 * unit. OWN is 0 if they may not even be the instance itself. */
static bool plane_passes(const race_state *race, const byte_row *all, unsigned part,
			 const uint32_t *readers, bool current, uint32_t own)
{
	const uint32_t *writers = all->writers[part];
	const uint32_t begin = race->current.first;
	const past before = past_of(race);
	const uint32_t unit_span = current ? (uint32_t)(race->current.count << all->shift) : 0;
	uint32_t good = 1;

	LANES_LOOP for (uint32_t i = 0; i < all->count; i++)
	{
		const uint32_t self = all->first + (((i << all->parts_log) + part) << all->shift);

		good &= passes(writers[i], self, own, before) &
			(passes(readers[i], self, own, before) |
			 (uint32_t)((readers[i] & ~SHARED) - begin < unit_span));
	}
	return good;
}

static void write_plane(const race_state *race, const byte_row *all, unsigned part)
{
	const uint32_t event = all->first + all->place + (part << all->shift);
	uint32_t *writers = all->writers[part];

	LANES_LOOP for (uint32_t i = 0; i < all->count; i++) writers[i] =
		event + (i << (all->parts_log + all->shift));
	clear(all->readers[part], all->count);
	if (race->two)
		clear(all->others[part], all->count);
}

static void read_plane(const race_state *race, const byte_row *all, unsigned part,
		       uint32_t *readers)
{
	const uint32_t begin = race->current.first, own = UINT32_C(1) << all->shift;
	const uint32_t unit_span = (uint32_t)(race->current.count << all->shift);

	LANES_LOOP for (uint32_t i = 0; i < all->count; i++)
	{
		const uint32_t self = all->first + (((i << all->parts_log) + part) << all->shift);
		const uint32_t old = readers[i], shared = old - self < own ? old : old | SHARED;

		readers[i] = (old & ~SHARED) - begin < unit_span ? shared : self + all->place;
	}
}

/* No granule is divided yet, and all recorded accesses are past: give the parts separate cells. */
static bool cut_all(race_state *race, const byte_row *all)
{
	if (!plane_passes(race, all, 0, all->readers[0], false, 0) ||
	    (race->two && !plane_passes(race, all, 0, all->others[0], false, 0)))
		return false;
	memset(all->starts, all->cuts, all->count);
	race->cut = true;
	for (unsigned p = 1; p < all->parts; p++) {
		memcpy(all->writers[p], all->writers[0], all->count * sizeof(uint32_t));
		clear(all->readers[p], all->count);
	}
	clear(all->readers[0], all->count);
	for (unsigned p = 0; race->two && p < all->parts; p++)
		clear(all->others[p], all->count);
	return true;
}

static bool write_bytes(const race_state *race, const byte_row *all)
{
	const uint32_t own = UINT32_C(1) << all->shift;

	for (unsigned p = 0; p < all->parts; p++)
		if (!plane_passes(race, all, p, all->readers[p], false, own) ||
		    (race->two && !plane_passes(race, all, p, all->others[p], false, own)))
			return false;
	for (unsigned p = 0; p < all->parts; p++)
		write_plane(race, all, p);
	return true;
}

/* Return true if several instances of the unit have read all of the plane since it was written.
 * Another read by the unit then changes nothing, because the writes are ordered before the whole
 * unit. */
static bool plane_is_read(const race_state *race, const byte_row *all, const uint32_t *readers)
{
	const uint32_t begin = race->current.first | SHARED;
	const uint32_t span = (uint32_t)(race->current.count << all->shift);
	uint32_t good = 1;

	LANES_LOOP for (uint32_t i = 0; i < all->count; i++) good &=
		(uint32_t)(readers[i] - begin < span);
	return good;
}

/* READERS: by part, the set in which reads are recorded. */
static bool read_bytes(const race_state *race, const byte_row *all, uint32_t *const *readers)
{
	const uint32_t own = UINT32_C(1) << all->shift;
	bool is_read[PARTS];

	for (unsigned p = 0; p < all->parts; p++) {
		is_read[p] = plane_is_read(race, all, readers[p]);
		if (!is_read[p] && !plane_passes(race, all, p, readers[p], true, own))
			return false;
	}
	for (unsigned p = 0; p < all->parts; p++)
		if (!is_read[p])
			read_plane(race, all, p, readers[p]);
	return true;
}

static bool watch_all(race_state *race, const byte_row *all, bool write)
{
	uint8_t any = 0, each = all->cuts;

	LANES_LOOP for (uint32_t i = 0; i < all->count; i++)
	{
		any |= all->starts[i];
		each &= all->starts[i];
	}
	if ((each != all->cuts && any) || (!write && race->atomic_reads) ||
	    (!any && !cut_all(race, all)))
		return false;
	if (write)
		return write_bytes(race, all);
	if (read_bytes(race, all, all->readers))
		return true;
	if (!read_bytes(race, all, all->others))
		return false;
	race->two = true;
	return true;
}

bool HR_LANE_OF_SET(watch_bytes)(race_state *race, const check_site_check *check,
				 const hr_access_run *run)
{
	const byte_row bytes = byte_row_of(race, check, run);

	return !(run->address & 3) && !(run->count & (bytes.parts - 1)) &&
	       watch_all(race, &bytes, check->like.kind & HR_ACCESS_WRITE);
}
