/* interp/check/race/short.c -- the fast path of the race checker: accesses whose order need not be
 * computed.
 *
 * An access in the range of an access check is recorded in its cell at once if the events of the
 * cell are known to be ordered before it, or are reads of the same unit and the access is a read.
 * Every other access takes the slow path.
 *
 * Owns:      nothing.
 * Clauses:   M4.
 * Not here:  the slow path (race.c), many lanes at once (interp/check/access/lanes.c). */
#include "interp/check/race/check_race.h"

/* EVENT must belong to the running segment. */
static inline bool is_atomic_here(const race_state *race, uint32_t event)
{
	return hr_event_place(&race->current, event).kind & HR_ACCESS_ATOMIC;
}

/* Return true if the list READERS contains the running instance, or SHARED events of its unit, as
 * plain reads. */
static bool is_listed(const race_state *race, uint32_t readers)
{
	uint32_t rest;

	for (uint32_t next = readers; next; next = rest) {
		uint32_t old = hr_set_member(race, next, &rest), event = old & ~SHARED;

		if (old && (hr_is_own(race, event) || (old & SHARED && hr_is_current(race, event))))
			return !is_atomic_here(race, event);
	}
	return false;
}

/* Return true if READERS, an event of the running segment, does not also represent a plain read. */
static inline bool hides(const race_state *race, uint32_t readers)
{
	return race->atomic_reads && is_atomic_here(race, readers & ~SHARED);
}

/* The most common read: the last write is ordered before this unit or is near, and the only
 * recorded readers are in this unit or ordered before it. Return false if this is not certain. */
static inline bool reads_first(const race_state *race, cell at, uint32_t event)
{
	uint32_t writers = *at.writers, readers = *at.readers;

	if ((!hr_is_past(race, writers) && !hr_is_near(race, writers)) || race->atomic_reads)
		return false;
	if (hr_is_current(race, readers & ~SHARED)) {
		if (!(readers & SHARED) && !hr_is_own(race, readers))
			*at.readers = readers | SHARED;
		return true;
	}
	if (!hr_is_past(race, readers) && !hr_is_near(race, readers))
		return false;
	*at.readers = event;
	return true;
}

/* Add EVENT to READERS if they are ordered before it, or belong to its unit. Return false
 * otherwise. */
static inline bool joins(const race_state *race, uint32_t *readers, uint32_t event)
{
	if (hr_is_current(race, *readers & ~SHARED)) {
		if (hides(race, *readers))
			return false;
		if (!hr_is_own(race, *readers))
			*readers |= SHARED;
		return true;
	}
	if (!hr_is_past(race, *readers) && !hr_is_near(race, *readers))
		return false;
	*readers = event;
	return true;
}

/* The general case of reads_first(), with atomic reads, and with readers from several leaves.
 * Return false if the access must take the slow path. */
static bool reads(race_state *race, cell at, uint32_t event)
{
	uint32_t writers = *at.writers;

	if (!hr_is_past(race, writers) && !hr_is_near(race, writers))
		return false;
	if (joins(race, at.readers, event) ||
	    (hr_set_is_list(*at.readers) && is_listed(race, *at.readers)))
		return true;
	if (!joins(race, at.others, event))
		return false;
	race->two = true;
	return true;
}

/* Return true for a counter that several instances have changed atomically, and none has read. */
static bool counts(const race_state *race, cell at)
{
	uint32_t event = *at.writers & ~SHARED;

	return *at.writers & SHARED && !*at.readers && !(race->two && *at.others) &&
	       hr_is_current(race, event) && is_atomic_here(race, event) &&
	       hr_event_place(&race->current, event).bytes == sizeof(uint32_t);
}

static inline bool writes(const race_state *race, cell at, uint32_t event)
{
	uint32_t writers = *at.writers, readers = *at.readers;

	if ((!hr_is_past(race, writers) && !hr_is_near(race, writers)) ||
	    (!hr_is_past(race, readers) && !hr_is_near(race, readers)))
		return false;
	if (race->two && *at.others) {
		if (!hr_is_past(race, *at.others) && !hr_is_near(race, *at.others))
			return false;
		*at.others = 0;
	}
	*at.writers = event;
	if (readers)
		*at.readers = 0;
	return true;
}

/* How far a fast path goes: only as far as it needs no call, or to the end. */
typedef enum race_extent { FIRST_RULE, ALL_RULES } race_extent;

static inline bool pass_cell(race_state *race, cell at, uint32_t event, bool write,
			     race_extent how_far)
{
	if (write)
		return writes(race, at, event);
	return reads_first(race, at, event) || (how_far == ALL_RULES && reads(race, at, event));
}

/* Requires that ADDRESS is within the range of the access check. */
static inline granule granule_of(const check_site_check *check, uint64_t address)
{
	uint64_t word = address & ~UINT64_C(3);

	return (granule){{(uint32_t *)(uintptr_t)(check->writers + word),
			  (uint32_t *)(uintptr_t)(check->readers + word),
			  (uint32_t *)(uintptr_t)(check->others + word)},
			 (uint8_t *)(uintptr_t)(check->starts + (word >> 2))};
}

static inline bool pass_words(const hr_access_check *check, uint64_t address, uint64_t words,
			      bool write, race_extent how_far)
{
	const check_site_check *self = (const check_site_check *)check;
	race_state *race = self->race;
	uint32_t event = race->self + self->place;

	if (address & 3)
		return false;
	for (uint64_t i = 0; i < words; i++) {
		granule at = granule_of(self, address + 4 * i);

		if (*at.starts || !pass_cell(race, at.cell, event, write, how_far))
			return false;
	}
	return true;
}

/* The same for two or more instances; EVENT belongs to the first of them. */
static bool join_many(const race_state *race, uint32_t *readers, uint32_t event)
{
	if (hr_is_current(race, *readers & ~SHARED))
		event = *readers;
	else if (!hr_is_past(race, *readers))
		return false;
	*readers = event | SHARED;
	return true;
}

bool hr_race_read_by_many(const check_site_check *check, uint64_t address, uint64_t first)
{
	race_state *race = check->race;
	const uint32_t event =
		race->current.first + (uint32_t)(first << race->current.shift) + check->place;

	if (address & 3 || check->like.bytes & 3 || race->atomic_reads)
		return false;
	for (uint64_t i = 0; i < check->like.bytes; i += 4) {
		granule at = granule_of(check, address + i);

		if (*at.starts || !hr_is_past(race, *at.cell.writers))
			return false;
		if (join_many(race, at.cell.readers, event))
			continue;
		if (!join_many(race, at.cell.others, event))
			return false;
		race->two = true;
	}
	return true;
}

bool hr_race_look(const check_site_check *check, uint64_t address)
{
	race_state *race = check->race;
	granule four;
	const uint32_t mate = race->mate.first;
	bool found = false;
	cell at;

	if (!check->numbered)
		return false;
	four = granule_of(check, address);
	at = hr_cell_of(race, four.cell, *four.starts >> (address & 3) & 1 ? address & 3 : 0);
	for (unsigned i = 0; i < 3; i++) {
		const uint32_t set = *(i == 0 ? at.writers : i == 1 ? at.readers : at.others);
		const uint32_t event = set & ~SHARED;

		if (event && event < LISTS && !hr_is_past(race, event) &&
		    !hr_is_current(race, event)) {
			const bool ordered = hr_race_ordered(race, event, set & SHARED);

			found |= (ordered && hr_is_past(race, event)) || race->mate.first != mate;
		}
	}
	return found;
}

/* An access of less than four bytes, which must lie in one granule. */
static bool part_in_order(const hr_access_check *check, uint64_t address)
{
	const check_site_check *self = (const check_site_check *)check;
	race_state *race = self->race;
	const bool write = self->like.kind & HR_ACCESS_WRITE;
	granule at = granule_of(self, address);
	unsigned from = address & 3, to = from + (unsigned)self->like.bytes;

	if (to > 4)
		return false;
	hr_race_cut(race, at, from);
	hr_race_cut(race, at, to);
	for (unsigned i = from; i < to; i++)
		if ((i == from || *at.starts >> i & 1) &&
		    !pass_cell(race, hr_cell_of(race, at.cell, i), race->self + self->place, write,
			       ALL_RULES))
			return false;
	return true;
}

static inline bool pass_byte(const hr_access_check *check, uint64_t address, bool write,
			     race_extent how_far)
{
	const check_site_check *self = (const check_site_check *)check;
	race_state *race = self->race;
	granule at = granule_of(self, address);
	const unsigned from = address & 3, around = 3U << from & 0xE;

	if ((*at.starts & around) != around) {
		if (how_far == FIRST_RULE)
			return false;
		hr_race_cut(race, at, from);
		hr_race_cut(race, at, from + 1);
	}
	return pass_cell(race, hr_cell_of(race, at.cell, from), race->self + self->place, write,
			 how_far);
}

static bool counter_in_order(const hr_access_check *check, uint64_t address)
{
	const check_site_check *self = (const check_site_check *)check;
	granule at = granule_of(self, address);

	return !(address & 3) && !*at.starts && counts(self->race, at.cell);
}

static bool many_in_order(const hr_access_check *check, uint64_t address)
{
	const check_access *like = &((const check_site_check *)check)->like;

	return pass_words(check, address, like->bytes >> 2, like->kind & HR_ACCESS_WRITE,
			  ALL_RULES);
}

/* The fast path for one kind of access: as a predicate, and as the `pass` function of an access
 * check that only the race checker observes; NULL: use WATCHED. */
typedef struct race_fast {
	hr_access_fast *in_order;
	hr_access_pass *alone;
} race_fast;
#define FAST_ACCESS(name, pass, ...)                                                               \
	static bool name##_in_order(const hr_access_check *check, uint64_t address)                \
	{                                                                                          \
		return pass(check, address, __VA_ARGS__, ALL_RULES);                               \
	}                                                                                          \
	static hr_trap name##_alone(hr_thread *thread, const hr_access_check *check,               \
				    uint64_t address, const void *value)                           \
	{                                                                                          \
		return pass(check, address, __VA_ARGS__, FIRST_RULE)                               \
			       ? 0                                                                 \
			       : ((const check_site_check *)check)                                 \
					 ->watched(thread, check, address, value);                 \
	}                                                                                          \
	static const race_fast name = {name##_in_order, name##_alone};
FAST_ACCESS(reads_word, pass_words, 1, false)
FAST_ACCESS(reads_two, pass_words, 2, false)
FAST_ACCESS(writes_word, pass_words, 1, true)
FAST_ACCESS(writes_two, pass_words, 2, true)
FAST_ACCESS(reads_byte, pass_byte, false)
FAST_ACCESS(writes_byte, pass_byte, true)

static bool unknown_in_order(const hr_access_check *check, uint64_t address)
{
	(void)check, (void)address;
	return false;
}

static const race_fast part = {part_in_order, NULL};
static const race_fast many = {many_in_order, NULL};
static const race_fast counter = {counter_in_order, NULL};
static const race_fast unknown = {unknown_in_order, NULL};

static const race_fast *fast_of(const check_access *like)
{
	bool write = like->kind & HR_ACCESS_WRITE;

	if (like->kind & HR_ACCESS_ATOMIC)
		return write && like->bytes == 4 && like->site->ordering.scope >= HR_SCOPE_GROUP
			       ? &counter
			       : &unknown;
	if (like->bytes == 1)
		return write ? &writes_byte : &reads_byte;
	if (like->bytes < 4)
		return &part;
	if (like->bytes == 4)
		return write ? &writes_word : &reads_word;
	if (like->bytes == 8)
		return write ? &writes_two : &reads_two;
	return like->bytes & 3 ? &unknown : &many;
}

/* Set up the fast path. It is used only if all instances of the grid have event numbers, because
 * instances without numbers may have run before. A place keeps its index, because later segments
 * have room for at least as many places. */
void hr_race_prepare(hr_checker *checker, check_site_check *check)
{
	const check_access *like = &check->like;
	race_state *race = hr_race_of(checker, like->base);
	uint32_t event = hr_race_event(race, like);
	const race_fast *fast;

	check->place = event ? event - race->self : 0;
	check->race = race;
	check->numbered =
		race->numbered && event && hr_cells_bias(race, like->base, like->end, check);
	fast = check->numbered ? fast_of(like) : &unknown;
	check->in_order = fast->in_order;
	check->race_alone = fast->alone ? fast->alone : check->watched;
}
