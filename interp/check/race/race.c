/* interp/check/race/race.c -- detects unordered accesses of different instances.
 *
 * The shadow records, for every four bytes, and for parts of them where accesses are narrower,
 * which events wrote them last and which have read them since. Parts begin where accesses have
 * begun and ended, until one write covers several. An event that is ordered before another event of
 * its set is dropped, because whatever races with it also races with the other one. So most sets
 * are a single event. Further events of the same unit are not recorded individually but by the flag
 * SHARED.
 *
 * Limit:     a set holds at most MEMBERS events of unordered leaves.
 *
 * Owns:      lists of events.
 * Clauses:   M4, M2.
 * Not here:  the order (order.c), the memory of the shadow (cells.c), which object an access
 *            belongs to (interp/check/access/check.c), the text of a report (report.c), the fast
 *            path (short.c). */
#include <string.h>

#include "interp/check/race/check_race.h"

enum { MEMBERS = 6 };

/* --- sets ------------------------------------------------------------------------------------- */

/* Return the number of a new link; 0 if the numbers are exhausted. */
static uint32_t new_link(race_state *race, race_link made)
{
	uint32_t number = race->free_link;

	if (number) {
		race->free_link = race->links.data[number - race->first_link].next;
		race->links.data[number - race->first_link] = made;
		return number;
	}
	number = race->first_link + (uint32_t)race->links.count;
	if (number >= SHARED - 2) {
		race->full = true;
		race->missed = true;
		return 0;
	}
	HR_PUSH(&race->links, made);
	return number;
}

/* Return SET with EVENT added; SET itself if no links are left. SET must not be used afterwards. */
static uint32_t with(race_state *race, uint32_t set, uint32_t event)
{
	uint32_t rest = set, number;

	if (!set)
		return event;
	if (!hr_set_is_list(set))
		rest = new_link(race, (race_link){set, 0});
	number = rest ? new_link(race, (race_link){event, rest}) : 0;
	return number ? number : set;
}

/* Free the links of SET, which no cell uses any more: lists are never shared between cells. */
static void release(race_state *race, uint32_t set)
{
	while (hr_set_is_list(set) && set >= race->first_link) {
		race_link *at = &race->links.data[set - race->first_link];
		uint32_t next = at->next;

		*at = (race_link){0, race->free_link};
		race->free_link = set;
		set = next;
	}
}

static uint32_t copy(race_state *race, uint32_t set)
{
	uint32_t members[MEMBERS], count = 0, rest, result = 0;

	if (!hr_set_is_list(set))
		return set;
	for (uint32_t next = set; next && count < MEMBERS; next = rest) {
		members[count] = hr_set_member(race, next, &rest);
		count += members[count] != 0;
	}
	while (count)
		result = with(race, result, members[--count]);
	return result;
}

static bool is_atomic(const race_state *race, uint32_t event)
{
	unit scratch;

	return hr_event_place(hr_unit_of(race, event, &scratch), event).kind & HR_ACCESS_ATOMIC;
}

/* Return true if EVENT belongs to the running instance, possibly in an older segment. */
static bool is_of_self(const race_state *race, uint32_t event)
{
	const unit *of;
	unit scratch;

	if (hr_is_own(race, event))
		return true;
	of = hr_unit_of(race, event, &scratch);
	return hr_same_unit(of, &race->current) && hr_event_index(of, event) == race->index;
}

/* Return true if the member *OLD of a set also represents EVENT of the running instance; *OLD may
 * become SHARED or be replaced for that. */
static bool covers(const race_state *race, uint32_t *old, uint32_t event, bool atomic)
{
	uint32_t number = *old & ~SHARED;
	unit scratch;
	bool same = is_atomic(race, number) == atomic;

	if (is_of_self(race, number)) {
		if (!same && *old & SHARED)
			return false;
		if (!same && !atomic)
			/* whatever races with an atomic access also races with a plain one */
			*old = event;
		else if (same && !hr_is_own(race, number)) {
			/* whatever races with an access before a release also races with one behind it */
			if (*old & SHARED)
				return false;
			*old = event;
		}
		return true;
	}
	if (!same || !hr_same_unit(hr_unit_of(race, number, &scratch), &race->current))
		return false;
	*old |= SHARED;
	return true;
}

/* Return the depth of the innermost node instance that contains both units. */
static unsigned common_depth(const unit *a, const unit *b)
{
	const scope *x = a->parent, *y = b->parent;

	while (x && y && x != y) {
		bool up = x->depth >= y->depth, other_up = y->depth >= x->depth;

		x = up ? x->parent : x;
		y = other_up ? y->parent : y;
	}
	return x && y ? x->depth + 1 : 0;
}

/* Add EVENT, of the running unit, to MEMBERS. If one leaf runs in several instances of its
 * ancestors, two members are enough, those whose common ancestor is furthest up: an event that is
 * ordered after both is ordered after all. Return false if nothing was added. */
static bool add(race_state *race, uint32_t members[MEMBERS], uint32_t *count, uint32_t event,
		bool atomic)
{
	const unit *self = &race->current;
	unit first = {0};

	for (uint32_t i = 0; i < *count; i++) {
		unit scratch;
		const unit *at = hr_unit_of(race, members[i] & ~SHARED, &scratch);

		if (at->node != self->node || is_atomic(race, members[i] & ~SHARED) != atomic)
			continue;
		if (!first.node) {
			first = *at;
			continue;
		}
		if (common_depth(&first, at) <= common_depth(&first, self))
			return false;
		members[i] = event;
		return true;
	}
	if (*count == MEMBERS) {
		race->missed = true;
		return false;
	}
	members[(*count)++] = event;
	return true;
}

/* Return SET after EVENT has happened: members that are ordered before EVENT are dropped. */
static uint32_t after(race_state *race, uint32_t set, uint32_t event, bool atomic)
{
	uint32_t members[MEMBERS], count = 0, rest, result = 0;
	bool covered = false, changed = false;

	for (uint32_t next = set; next; next = rest) {
		uint32_t old = hr_set_member(race, next, &rest), now = old;

		if (!old)
			break;
		if (covers(race, &now, event, atomic))
			covered = true;
		else if (hr_race_ordered(race, old & ~SHARED, old & SHARED)) {
			changed = true;
			continue;
		}
		changed |= now != old;
		members[count++] = now;
	}
	if (!covered)
		changed |= add(race, members, &count, event, atomic);
	if (!changed)
		return set;
	release(race, set);
	while (count)
		result = with(race, result, members[--count]);
	return result;
}

/* Return the members of SET that are not ordered before the running instance. SET must not be used
 * afterwards. */
static uint32_t unordered_of(race_state *race, uint32_t set)
{
	uint32_t members[MEMBERS], count = 0, rest, result = 0;

	for (uint32_t next = set; next; next = rest) {
		uint32_t old = hr_set_member(race, next, &rest);

		if (old && !hr_race_ordered(race, old & ~SHARED, old & SHARED) &&
		    (!hr_is_own(race, old & ~SHARED) || old & SHARED))
			members[count++] = old;
	}
	release(race, set);
	while (count)
		result = with(race, result, members[--count]);
	return result;
}

/* --- accesses --------------------------------------------------------------------------------- */

/* M2: atomics are atomic only among the instances of one leaf, and if the scope of each includes the
 * other (M8). */
static bool both_atomic(const race_state *race, uint32_t event, const check_access *access)
{
	unit scratch;
	const unit *at = hr_unit_of(race, event, &scratch);
	const race_place place = hr_event_place(at, event);
	hr_sync_scope least;

	if (!(access->kind & HR_ACCESS_ATOMIC) || !(place.kind & HR_ACCESS_ATOMIC) ||
	    at->node != race->current.node || place.bytes != (uint8_t)access->bytes)
		return false;
	least = access->site->ordering.scope;
	if (place.site && place.site->ordering.scope < least)
		least = place.site->ordering.scope;
	return hr_race_scope_includes(race->lanes, least, at->parent == race->current.parent,
				      hr_event_index(at, event), race->index);
}

/* Return the first event of SET that the access races with; 0 if there is none. */
static uint32_t conflict(race_state *race, uint32_t set, const check_access *access)
{
	uint32_t rest, first = 0;

	for (uint32_t next = set; next; next = rest) {
		uint32_t old = hr_set_member(race, next, &rest), event = old & ~SHARED;

		if (old && (!first || event < first) && (!hr_is_own(race, event) || old & SHARED) &&
		    !both_atomic(race, event, access) &&
		    !hr_race_ordered(race, event, old & SHARED))
			first = event;
	}
	return first;
}

typedef struct observed {
	hr_checker *checker;
	race_state *race;
	hr_thread *thread;
	const check_access *access;
	uint32_t event;
	bool reported;
} observed;

static void meet(observed *now, uint32_t set, bool writers)
{
	uint32_t other = now->reported ? 0 : conflict(now->race, set, now->access);

	if (!other)
		return;
	hr_race_report(now->checker, now->race, now->thread, now->access, other, writers);
	now->reported = true;
}

/* Merge both sets of readers into one. */
static void gather(race_state *race, cell at)
{
	if (!*at.others)
		return;
	*at.readers = with(race, *at.readers, *at.others);
	*at.others = 0;
}

/* Store a list of two readers without links. */
static void spread(race_state *race, cell at)
{
	uint32_t set = *at.readers, rest, last;
	const uint32_t first = hr_set_member(race, set, &rest),
		       second = hr_set_member(race, rest, &last);

	if (!hr_set_is_list(set) || !first || !second || last)
		return;
	release(race, set);
	*at.readers = first;
	*at.others = second;
	race->two = true;
}

static void check_cell(observed *now, cell at)
{
	race_state *race = now->race;
	unsigned kind = now->access->kind;
	bool atomic = kind & HR_ACCESS_ATOMIC;

	gather(race, at);
	meet(now, *at.writers, true);
	if (kind & HR_ACCESS_WRITE)
		meet(now, *at.readers, false);
	if (hr_speculation_failed(now->checker->run))
		return; /* the access is repeated in the next run */
	if (!(kind & HR_ACCESS_WRITE)) {
		*at.readers = after(race, *at.readers, now->event, atomic);
		spread(race, at);
		return;
	}
	if (atomic) {
		*at.writers = after(race, *at.writers, now->event, true);
		*at.readers = unordered_of(race, *at.readers);
		spread(race, at);
		return;
	}
	release(race, *at.writers);
	release(race, *at.readers);
	*at.writers = now->event;
	*at.readers = 0;
}

/* Divide a granule. BOUNDARY is inside the granule, and no part begins there. */
void hr_race_cut_at(race_state *race, granule at, unsigned boundary)
{
	unsigned part = boundary;
	cell whole, made;

	while (part && !(*at.starts >> part & 1))
		part--;
	whole = hr_cell_of(race, at.cell, part);
	made = hr_cell_of(race, at.cell, boundary);
	*made.writers = copy(race, *whole.writers);
	*made.readers = copy(race, *whole.readers);
	if (race->two)
		*made.others = *whole.others;
	*at.starts |= (uint8_t)(1 << boundary);
	race->cut = true;
}

/* Check bytes FROM to TO of the granule. */
static void check_bytes(observed *now, granule at, unsigned from, unsigned to)
{
	race_state *race = now->race;
	unsigned kind = now->access->kind;

	hr_race_cut(race, at, from);
	hr_race_cut(race, at, to);
	check_cell(now, hr_cell_of(race, at.cell, from));
	for (unsigned i = from + 1; i < to; i++)
		if (*at.starts >> i & 1)
			check_cell(now, hr_cell_of(race, at.cell, i));
	if ((kind & (HR_ACCESS_WRITE | HR_ACCESS_ATOMIC)) == HR_ACCESS_WRITE)
		*at.starts &= (uint8_t)~(((1U << to) - 1) & ~((2U << from) - 1));
}

void hr_check_race(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	race_state *race = hr_race_of(checker, access->address);
	uint64_t end = access->address + access->bytes;
	observed now = {.checker = checker, .race = race, .thread = thread, .access = access};

	if (access->constant)
		return;
	now.event = hr_race_event(race, access);
	if (!now.event) {
		race->missed = true;
		return;
	}
	for (uint64_t base = access->address & ~UINT64_C(3); base < end; base += 4) {
		unsigned from = base < access->address ? (unsigned)(access->address - base) : 0;
		unsigned to = end - base < 4 ? (unsigned)(end - base) : 4;
		granule at;

		if (!hr_cells_of(race, base, &at)) {
			race->missed = true;
			return;
		}
		if (*at.starts || to - from < 4)
			check_bytes(&now, at, from, to);
		else
			check_cell(&now, at.cell);
	}
}
