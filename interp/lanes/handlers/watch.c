/* interp/lanes/handlers/watch.c -- the race checker's fast path for many instances that access
 * memory at one place of the code; compiled once for each instruction set.
 *
 * The conditions that interp/check/race/race.c checks for the cell of one instance are checked for
 * all instances before any cell is changed, so that nothing has been recorded if one has to take
 * the slow path. The words are contiguous, or are read by many instances.
 *
 * Owns:      nothing.
 * Clauses:   M4.
 * Not here:  the meaning of cells (interp/check/race/race.c), words at arbitrary addresses
 *            (watch_groups.c). */
#include "interp/lanes/handlers/lane_watch.h"

static bool is_cut(const cell_row *at)
{
	const uint8_t *starts = at->starts;
	uint8_t any = 0;

	LANES_LOOP for (uint32_t i = 0; i < at->count; i++) any |= starts[i];
	return any;
}

/* Return true if every word may be written by its instance. *read is set to true if some word has
 * readers. */
static inline bool may_write(const race_state *race, const cell_row *at, bool *read)
{
	const uint32_t *writers = at->writers, *readers = at->readers;
	const uint32_t own = UINT32_C(1) << at->shift, double_ = at->words - 1;
	const past before = past_of(race);
	uint32_t good = 1, any = 0;

	LANES_LOOP for (uint32_t i = 0; i < at->count; i++)
	{
		const uint32_t self = at->first + ((i >> double_) << at->shift);

		good &= passes(writers[i], self, own, before) &
			passes(readers[i], self, own, before);
		any |= readers[i];
	}
	*read = any;
	return good;
}

/* The same for the second set of readers, which is usually empty. */
static bool others_let(const race_state *race, const cell_row *at)
{
	const uint32_t own = UINT32_C(1) << at->shift, double_ = at->words - 1;
	const past before = past_of(race);
	const uint32_t *others = at->others;
	uint32_t good = 1;

	LANES_LOOP for (uint32_t i = 0; i < at->count; i++)
	{
		const uint32_t self = at->first + ((i >> double_) << at->shift);

		good &= passes(others[i], self, own, before);
	}
	return good;
}

static bool write_row(const race_state *race, const cell_row *at)
{
	const uint32_t event = at->first + at->place, double_ = at->words - 1;
	uint32_t *writers = at->writers;
	bool read;

	if ((race->cut && is_cut(at)) || !may_write(race, at, &read) ||
	    (race->two && !others_let(race, at)))
		return false;
	LANES_LOOP for (uint32_t i = 0; i < at->count; i++) writers[i] =
		event + ((i >> double_) << at->shift);
	if (read)
		memset(at->readers, 0, at->count * sizeof(*at->readers));
	if (race->two)
		clear(at->others, at->count);
	return true;
}

/* Return true if every word may be read by its instance, and its readers are ordered before this
 * unit or belong to it. */
static inline bool may_read(const race_state *race, const cell_row *at)
{
	const uint32_t *writers = at->writers, *readers = at->readers;
	const uint32_t own = UINT32_C(1) << at->shift, double_ = at->words - 1;
	const past before = past_of(race);
	const uint32_t begin = race->current.first;
	const uint32_t all = (uint32_t)(race->current.count << at->shift);
	uint32_t good = 1;

	LANES_LOOP for (uint32_t i = 0; i < at->count; i++)
	{
		const uint32_t self = at->first + ((i >> double_) << at->shift);

		good &= passes(writers[i], self, own, before) &
			(passes(readers[i], self, own, before) |
			 (uint32_t)((readers[i] & ~SHARED) - begin < all));
	}
	return good;
}

static bool read_row(const race_state *race, const cell_row *at)
{
	const uint32_t event = at->first + at->place, double_ = at->words - 1;
	const uint32_t own = UINT32_C(1) << at->shift, begin = race->current.first;
	const uint32_t all = (uint32_t)(race->current.count << at->shift);
	uint32_t *readers = at->readers;

	if (race->atomic_reads || (race->cut && is_cut(at)) || !may_read(race, at))
		return false;
	LANES_LOOP for (uint32_t i = 0; i < at->count; i++)
	{
		const uint32_t step = (i >> double_) << at->shift, old = readers[i];
		const uint32_t shared = old - (at->first + step) < own ? old : old | SHARED;

		readers[i] = (old & ~SHARED) - begin < all ? shared : event + step;
	}
	return true;
}

typedef bool reads_row(const race_state *race, const cell_row *at);

/* Used if another unordered leaf has read the words: record in the second set of readers. */
static bool read_beside(race_state *race, const cell_row *at, reads_row *reads)
{
	cell_row others = *at;

	others.readers = at->others;
	if (!reads(race, &others))
		return false;
	race->two = true;
	return true;
}

/* Record that several instances of the unit have read the words. */
static bool read_by_many(const race_state *race, const cell_row *at)
{
	const uint32_t event = (at->first + at->place) | SHARED, begin = race->current.first;
	const past before = past_of(race);
	const uint32_t all = (uint32_t)(race->current.count << at->shift);
	uint32_t *writers = at->writers, *readers = at->readers, good = 1;

	if (race->atomic_reads || (race->cut && is_cut(at)))
		return false;
	LANES_LOOP for (uint32_t i = 0; i < at->count; i++) good &=
		is_past(writers[i], before) &
		(is_past(readers[i], before) | (uint32_t)((readers[i] & ~SHARED) - begin < all));
	if (!good)
		return false;
	LANES_LOOP for (uint32_t i = 0; i < at->count; i++) readers[i] =
		(readers[i] & ~SHARED) - begin < all ? readers[i] | SHARED : event;
	return true;
}

bool HR_LANE_OF_SET(watch)(const hr_access_check *check, const hr_access_run *run)
{
	const check_site_check *self = (const check_site_check *)check;
	race_state *race = self->race;
	const check_access *like = &self->like;
	cell_row at;

	if (!self->numbered || like->kind & HR_ACCESS_ATOMIC)
		return false;
	if (like->bytes < 3 && run->stride == like->bytes && !run->addresses && !run->many)
		return HR_LANE_OF_SET(watch_bytes)(race, self, run);
	if (like->bytes != 4 && like->bytes != 8)
		return false;
	if (run->many) {
		at = row_of(race, self, run);
		at.count = run->count;
		return !(run->address & 3) && like->kind == HR_ACCESS_READ &&
		       (read_by_many(race, &at) || read_beside(race, &at, read_by_many));
	}
	if (run->addresses || run->stride != like->bytes || run->address & 3)
		return false;
	at = row_of(race, self, run);
	if (like->kind & HR_ACCESS_WRITE)
		return write_row(race, &at);
	return read_row(race, &at) || read_beside(race, &at, read_row);
}
