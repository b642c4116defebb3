/* interp/check_race.c -- accesses of different instances that nothing orders.
 *
 * Memory has a shadow that keeps, for every four bytes, and for parts of them where accesses are
 * narrower, which events wrote them last and which have read them since. Parts begin where accesses
 * have begun and ended, until one write covers several. An event that comes before another of its
 * set is left out: whatever races with it races with that one, too. So a set is one event most of
 * the time. Others of the same unit are not named but noted by SHARED.
 *
 * Limit: of events of many leaves that nothing orders, MEMBERS are kept.
 *
 * Owns:     lists of events.
 * Clauses:  M4, M2.
 * Not here: the order (check_order.c), the shadow's memory (check_cells.c), what an access belongs
 * to (check.c). */
#include <string.h>

#include "check_race.h"
#include "check_writer.h"
#include "held.h"
#include "value_text.h"

enum { MEMBERS = 6 };

/* --- sets ------------------------------------------------------------------------------------- */

/* The first event of SET, 0: none; *REST: the others. */
static uint32_t member(const race_state *race, uint32_t set, uint32_t *rest)
{
	const link *at;

	*rest = 0;
	if ((set & ~SHARED) < LISTS)
		return (set & ~SHARED) < race->floor ? 0 : set;
	if (set < race->first_link)
		return 0; /* of what came before everything that runs */
	at = &race->links.data[set - race->first_link];
	*rest = at->next;
	return at->event;
}

static bool is_list(uint32_t set)
{
	return (set & ~SHARED) >= LISTS;
}

/* 0: there is no room. */
static uint32_t new_link(race_state *race, link made)
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

/* SET with EVENT; SET itself when there is no room. SET is no set of its own any more. */
static uint32_t with(race_state *race, uint32_t set, uint32_t event)
{
	uint32_t rest = set, number;

	if (!set)
		return event;
	if (!is_list(set))
		rest = new_link(race, (link){set, 0});
	number = rest ? new_link(race, (link){event, rest}) : 0;
	return number ? number : set;
}

/* Nobody has SET any more: every cell has lists of its own. */
static void release(race_state *race, uint32_t set)
{
	while (is_list(set) && set >= race->first_link) {
		link *at = &race->links.data[set - race->first_link];
		uint32_t next = at->next;

		*at = (link){0, race->free_link};
		race->free_link = set;
		set = next;
	}
}

static uint32_t copy(race_state *race, uint32_t set)
{
	uint32_t members[MEMBERS], count = 0, rest, result = 0;

	if (!is_list(set))
		return set;
	for (uint32_t next = set; next && count < MEMBERS; next = rest) {
		members[count] = member(race, next, &rest);
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

/* EVENT is of the running instance, maybe of an older segment. */
static bool is_of_self(const race_state *race, uint32_t event)
{
	const unit *of;
	unit scratch;

	if (hr_is_own(race, event))
		return true;
	of = hr_unit_of(race, event, &scratch);
	return hr_same_unit(of, &race->current) && hr_event_index(of, event) == race->index;
}

/* Whether what is known of MEMBER tells all about the running instance's EVENT, too; it may become
 * SHARED or be replaced for that. */
static bool covers(const race_state *race, uint32_t *old, uint32_t event, bool atomic)
{
	uint32_t number = *old & ~SHARED;
	unit scratch;
	bool same = is_atomic(race, number) == atomic;

	if (is_of_self(race, number)) {
		if (!same && *old & SHARED)
			return false;
		if (!same && !atomic)
			*old = event; /* whatever races with an atomic access races with a plain one
				       */
		return true;
	}
	if (!same || !hr_same_unit(hr_unit_of(race, number, &scratch), &race->current))
		return false;
	*old |= SHARED;
	return true;
}

/* Depth of the innermost node instance that both units are in. */
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

/* Of one leaf's instances in several instances of its ancestors two are enough, as far apart as
 * there are: what comes after both of these comes after all. Adds EVENT, of the running unit;
 * false: nothing is gained. */
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

/* SET once EVENT has happened: what comes before it is left out. */
static uint32_t after(race_state *race, uint32_t set, uint32_t event, bool atomic)
{
	uint32_t members[MEMBERS], count = 0, rest, result = 0;
	bool covered = false, changed = false;

	for (uint32_t next = set; next; next = rest) {
		uint32_t old = member(race, next, &rest), now = old;

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

/* Instead of SET: those of it that nothing orders before the running instance. */
static uint32_t unordered_of(race_state *race, uint32_t set)
{
	uint32_t members[MEMBERS], count = 0, rest, result = 0;

	for (uint32_t next = set; next; next = rest) {
		uint32_t old = member(race, next, &rest);

		if (old && !hr_race_ordered(race, old & ~SHARED, old & SHARED) &&
		    (!hr_is_own(race, old & ~SHARED) || old & SHARED))
			members[count++] = old;
	}
	release(race, set);
	while (count)
		result = with(race, result, members[--count]);
	return result;
}

/* --- reports ---------------------------------------------------------------------------------- */

/* NULL: it is no number. */
static const char *value_text(const check_site *site, const void *value, uint64_t bytes,
			      char text[HR_VALUE_TEXT])
{
	if (!value || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
		return NULL;
	return hr_bytes_text(value, (size_t)bytes, site->floating, text);
}

static const scope *root_of(const unit *at)
{
	const scope *up = at->parent;

	while (up->parent)
		up = up->parent;
	return up;
}

/* The extents of NODE's grid, which the root made, so that there is one; NULL: LEVEL is not in it. */
static const int64_t *extents_of(const hr_level *level, const hr_node *node)
{
	while (level && level->node != node)
		level = level->parent;
	return level && node->depth == 1 ? level->extent : NULL;
}

/* What AT lies in, of which numbers are known: LEVEL, the running one, may say how many there are in each
 * dimension. Those further up than one that is not known are left out. */
static void place_in(hr_arena *arena, hr_where *where, const unit *at, const hr_level *level)
{
	hr_ancestor *list = hr_arena_array(arena, at->node->depth + 1u, sizeof(*list));

	where->ancestors = list;
	for (const scope *up = at->parent; up->parent; up = up->parent) {
		const int64_t one[3] = {(int64_t)up->index + 1, 1, 1};
		const int64_t *extent = up->node->dims == 1 ? one : extents_of(level, up->node);
		int64_t number = (int64_t)up->index;

		if (!up->node->dims)
			continue;
		if (!extent)
			return;
		list[where->ancestor_count++] =
			(hr_ancestor){up->node->path,
				      up->node->dims,
				      {number / (extent[1] * extent[2]), number / extent[2] % extent[1],
				       number % extent[2]}};
	}
}

/* ANOTHER: than the running one; which is not known. LEVEL: as above. */
static hr_where other_place(hr_arena *arena, const unit *at, uint64_t index, bool another, const hr_level *level)
{
	const uint64_t yz = (uint64_t)(at->extent[1] * at->extent[2]), z = (uint64_t)at->extent[2];
	hr_where where = {.node = at->node->path,
			  .dims = at->node->dims,
			  .has_instance = at->node->dims && !another,
			  .instance = {(int64_t)(index / yz), (int64_t)(index % yz / z),
				       (int64_t)(index % z)},
			  .has_execution = true,
			  .execution = root_of(at)->execution};

	place_in(arena, &where, at, level);
	return where;
}

/* "'Root/Leaf' (3, 1)" */
static const char *node_text(hr_arena *arena, const char *path, unsigned dims, const int64_t id[3])
{
	const char *text = hr_arena_printf(arena, "'%s'", path);

	for (unsigned d = 0; d < dims; d++)
		text = hr_arena_printf(arena, "%s%s%lld%s", text, d ? ", " : " (", (long long)id[d],
				       d + 1 == dims ? ")" : "");
	return text;
}

/* WHERE: AT's other_place(). Of ancestors whose extents are not known the instance is one number. */
static const char *instance_text(hr_arena *arena, const unit *at, const hr_where *where)
{
	const char *text = node_text(arena, where->node, where->has_instance ? where->dims : 0, where->instance);
	unsigned known = 0;

	if (where->dims && !where->has_instance)
		text = hr_arena_printf(arena, "another instance of %s", text);
	for (const scope *up = at->parent; up->parent; up = up->parent) {
		const hr_ancestor *in = &where->ancestors[known];

		if (!up->node->dims)
			continue;
		if (known < where->ancestor_count)
			text = hr_arena_printf(arena, "%s in %s", text,
					       node_text(arena, in->node, in->dims, in->instance));
		else
			text = hr_arena_printf(arena, "%s in instance %llu of '%s'", text,
					       (unsigned long long)up->index, up->node->path);
		known += known < where->ancestor_count;
	}
	return text;
}

static const char *why_text(const unit *a, const unit *b)
{
	const scope *x = root_of(a), *y = root_of(b);

	if (x != y && x->plan == y->plan && x->streams && y->streams)
		return "a stream orders executions of the same node and what edges lead to, nothing else";
	if (x != y)
		return "both graphs were in flight at once";
	if (hr_same_unit(a, b))
		return "instances of one leaf are ordered by barriers only";
	if (a->node == b->node)
		return "nothing orders instances of their parent";
	return "no edge orders these two instances";
}

static const char *verb(unsigned kind)
{
	if (kind & HR_ACCESS_ATOMIC)
		return "an atomic access";
	return kind & HR_ACCESS_WRITE ? "a write" : "a read";
}

static const char *source_text(hr_arena *arena, const check_site *site)
{
	hr_where where;

	if (!site)
		return "at an unknown place";
	where = hr_code_where(site->code, site->word);
	if (where.file && where.line)
		return hr_arena_printf(arena, "at %s:%u:%u", where.file, where.line, where.column);
	return hr_arena_printf(arena, "in '%s'", where.function);
}

/* BENIGN: both write, and the bytes are what they were. */
static bool is_benign(const check_access *access, const place *other)
{
	return access->kind == HR_ACCESS_WRITE && !(other->kind & HR_ACCESS_READ) &&
	       access->value &&
	       memcmp(access->value, (const void *)access->address, access->bytes) == 0;
}

static void report(hr_checker *checker, hr_thread *thread, const check_access *access,
		   uint32_t event, bool other_writes)
{
	race_state *race = checker->race;
	unit scratch;
	const unit *a = hr_unit_of(race, event, &scratch);
	place of = hr_event_place(a, event), *other = &of;
	hr_arena *arena = &checker->arena;
	hr_diag_id id = is_benign(access, other) ? HR_D_data_race_benign : HR_D_data_race;
	uint32_t other_site = other->site ? other->site->place : 0;
	const void *now = (const void *)access->address;
	/* An atomic access is told by what it meets. */
	bool writes = access->kind & HR_ACCESS_WRITE && !(access->kind & HR_ACCESS_ATOMIC);
	char mine[HR_VALUE_TEXT], its[HR_VALUE_TEXT];
	hr_diag_facts facts;
	const char *value;
	hr_where where;

	/* Which of two that race is benign hangs on the order. */
	hr_trial_fail(checker->run);
	if (hr_diags_severity(checker->run->diags, id) == HR_SEV_OFF ||
	    hr_check_known(checker, id, access->site, other_site))
		return;
	where = other_place(arena, a, hr_event_index(a, event), hr_is_own(race, event), thread->level);
	facts = hr_check_object_facts(checker, access);
	facts.value = value_text(access->site, writes ? access->value : now, access->bytes, mine);
	value = value_text(access->site, now, access->bytes, its);
	hr_check_find(
		checker, thread, id, access->site, other_site, &facts,
		hr_arena_printf(
			arena, "%s%s%s and %s%s%s %s by %s%s are not ordered: %s; %s",
			verb(access->kind), facts.value ? " of " : "", facts.value ? facts.value : "",
			verb(other->kind & (other_writes ? ~0u : ~(unsigned)HR_ACCESS_WRITE)),
			value ? " of " : "", value ? value : "",
			source_text(arena, other->site),
			instance_text(arena, a, &where),
			root_of(a) == root_of(&race->current)
				? ""
				: hr_arena_printf(arena, " in execution %llu",
						  (unsigned long long)root_of(a)->execution),
			hr_check_facts_text(checker, &facts), why_text(a, &race->current)));
	if (!of.site)
		return;
	where.facts.value = value;
	hr_check_also(checker, of.site, "the other access", where);
}

/* --- who wrote it ------------------------------------------------------------------------------ */

/* An event that wrote the byte; 0: none that is known. */
static uint32_t writer_of(race_state *race, uint64_t address)
{
	unsigned part = address & 3;
	uint32_t rest, event;
	granule at;

	if (!race->units.count || !hr_cells_of(race, address, &at))
		return 0;
	while (part && !(*at.starts >> part & 1))
		part--;
	event = member(race, *hr_cell_of(race, at.cell, part).writers, &rest) & ~SHARED;
	return event >= race->floor ? event : 0;
}

/* The first of [*ADDRESS, END) whose writer is known, and who that is; 0: none is. */
static uint32_t first_written(race_state *race, uint64_t *address, uint64_t end)
{
	uint32_t event = 0;

	for (; *address < end && !event; *address += !event)
		event = writer_of(race, *address);
	return event;
}

uint64_t hr_check_writing_place(hr_checker *checker, uint64_t address, uint64_t bytes)
{
	uint32_t event;
	const check_site *site = NULL;
	unit scratch;

	if (!checker)
		return 0;
	pthread_mutex_lock(&checker->lock);
	event = checker->race ? first_written(checker->race, &address, address + bytes) : 0;
	if (event)
		site = hr_event_place(hr_unit_of(checker->race, event, &scratch), event).site;
	pthread_mutex_unlock(&checker->lock);
	return site ? hr_held_source(checker->run, site->code, site->word) : 0;
}

static bool find_writer(hr_checker *checker, uint64_t address, uint64_t bytes, hr_writer *writer)
{
	race_state *race = checker->race;
	const uint32_t event = race ? first_written(race, &address, address + bytes) : 0;
	unit scratch;
	const unit *by;
	place of;

	if (!event)
		return false;
	by = hr_unit_of(race, event, &scratch);
	of = hr_event_place(by, event);
	if (!of.site)
		return false;
	writer->address = address;
	writer->where = other_place(&checker->arena, by, hr_event_index(by, event), false, NULL);
	hr_check_placed(checker, of.site, &writer->where);
	writer->text = hr_arena_printf(
		&checker->arena, "%s %s",
		instance_text(&checker->arena, by, &writer->where),
		source_text(&checker->arena, of.site));
	writer->floating = of.site->floating;
	return true;
}

bool hr_check_writer(hr_checker *checker, uint64_t address, uint64_t bytes, hr_writer *writer)
{
	bool found;

	if (!checker)
		return false;
	pthread_mutex_lock(&checker->lock);
	found = find_writer(checker, address, bytes, writer);
	pthread_mutex_unlock(&checker->lock);
	return found;
}

/* --- accesses --------------------------------------------------------------------------------- */

/* M2: atomics are atomic among the instances of one leaf. */
static bool both_atomic(const race_state *race, uint32_t event, unsigned kind)
{
	unit scratch;
	const unit *at = hr_unit_of(race, event, &scratch);

	return kind & HR_ACCESS_ATOMIC && hr_event_place(at, event).kind & HR_ACCESS_ATOMIC &&
	       at->node == race->current.node;
}

/* The first event of SET that the access races with; 0: none. */
static uint32_t conflict(race_state *race, uint32_t set, unsigned kind)
{
	uint32_t rest, first = 0;

	for (uint32_t next = set; next; next = rest) {
		uint32_t old = member(race, next, &rest), event = old & ~SHARED;

		if (old && (!first || event < first) && (!hr_is_own(race, event) || old & SHARED) &&
		    !both_atomic(race, event, kind) && !hr_race_ordered(race, event, old & SHARED))
			first = event;
	}
	return first;
}

typedef struct observed {
	hr_checker *checker;
	hr_thread *thread;
	const check_access *access;
	uint32_t event;
	bool reported;
} observed;

static void meet(observed *now, uint32_t set, bool writers)
{
	uint32_t other = now->reported ? 0 : conflict(now->checker->race, set, now->access->kind);

	if (!other)
		return;
	report(now->checker, now->thread, now->access, other, writers);
	now->reported = true;
}

/* All readers as one set. */
static void gather(race_state *race, cell at)
{
	if (!*at.others)
		return;
	*at.readers = with(race, *at.readers, *at.others);
	*at.others = 0;
}

/* A list of two readers needs none. */
static void spread(race_state *race, cell at)
{
	uint32_t set = *at.readers, rest, last;
	const uint32_t first = member(race, set, &rest), second = member(race, rest, &last);

	if (!is_list(set) || !first || !second || last)
		return;
	release(race, set);
	*at.readers = first;
	*at.others = second;
	race->two = true;
}

static void check_cell(observed *now, cell at)
{
	race_state *race = now->checker->race;
	unsigned kind = now->access->kind;
	bool atomic = kind & HR_ACCESS_ATOMIC;

	gather(race, at);
	meet(now, *at.writers, true);
	if (kind & HR_ACCESS_WRITE)
		meet(now, *at.readers, false);
	if (hr_trial_failed(now->checker->run))
		return; /* it is met again */
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

/* From now on a part begins at byte BOUNDARY, if it is within the granule. */
static void cut(race_state *race, granule at, unsigned boundary)
{
	unsigned part = boundary;
	cell whole, made;

	if (!(boundary & 3) || *at.starts >> boundary & 1)
		return;
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

/* Bytes FROM to TO of four. */
static void check_bytes(observed *now, granule at, unsigned from, unsigned to)
{
	race_state *race = now->checker->race;
	unsigned kind = now->access->kind;

	cut(race, at, from);
	cut(race, at, to);
	check_cell(now, hr_cell_of(race, at.cell, from));
	for (unsigned i = from + 1; i < to; i++)
		if (*at.starts >> i & 1)
			check_cell(now, hr_cell_of(race, at.cell, i));
	if ((kind & (HR_ACCESS_WRITE | HR_ACCESS_ATOMIC)) == HR_ACCESS_WRITE)
		*at.starts &= (uint8_t)~(((1U << to) - 1) & ~((2U << from) - 1));
}

void hr_check_race(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	race_state *race = checker->race;
	uint64_t end = access->address + access->bytes;
	observed now = {.checker = checker, .thread = thread, .access = access};

	if (access->constant)
		return;
	now.event = hr_race_event(race, access->site, access->second, access->kind);
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

/* --- the short way ---------------------------------------------------------------------------- */

/* EVENT is of the running segment. */
static inline bool is_atomic_here(const race_state *race, uint32_t event)
{
	return hr_event_place(&race->current, event).kind & HR_ACCESS_ATOMIC;
}

/* Whether instances of several leaves have read it, the running one or several of its unit among
 * them. */
static bool is_listed(const race_state *race, uint32_t readers)
{
	uint32_t rest;

	for (uint32_t next = readers; next; next = rest) {
		uint32_t old = member(race, next, &rest), event = old & ~SHARED;

		if (hr_is_own(race, event) || (old & SHARED && hr_is_current(race, event)))
			return !is_atomic_here(race, event);
	}
	return false;
}

/* READERS is of the running segment, and does not tell of a plain read as well. */
static inline bool hides(const race_state *race, uint32_t readers)
{
	return race->atomic_reads && is_atomic_here(race, readers & ~SHARED);
}

/* What most reads are: of bytes that nobody has written since what comes before this unit, and of
 * which it is noted that several have read them, or this one alone. False: it may be otherwise. */
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

/* EVENT becomes one of the READERS, if they come before it, or are of its unit. */
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

/* The same where there are atomic reads, and where instances of several leaves have read. False: it
 * is not so. */
static bool reads(race_state *race, cell at, uint32_t event)
{
	uint32_t writers = *at.writers;

	if (!hr_is_past(race, writers) && !hr_is_near(race, writers))
		return false;
	if (joins(race, at.readers, event) ||
	    (is_list(*at.readers) && is_listed(race, *at.readers)))
		return true;
	if (!joins(race, at.others, event))
		return false;
	race->two = true;
	return true;
}

/* A counter that several instances have changed, and nobody has read. */
static bool counts(const race_state *race, cell at)
{
	uint32_t event = *at.writers & ~SHARED;

	return *at.writers & SHARED && !*at.readers && !(race->two && *at.others) &&
	       hr_is_current(race, event) && is_atomic_here(race, event);
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

/* How far a short way goes: as far as it can without a call, or as it can. */
typedef enum race_reach { AT_ONCE, ALL_THE_WAY } race_reach;

static inline bool pass_cell(race_state *race, cell at, uint32_t event, bool write,
			     race_reach how_far)
{
	if (write)
		return writes(race, at, event);
	return reads_first(race, at, event) || (how_far == ALL_THE_WAY && reads(race, at, event));
}

/* ADDRESS is within the gate. */
static inline granule granule_of(const check_gate *gate, uint64_t address)
{
	uint64_t word = address & ~UINT64_C(3);

	return (granule){{(uint32_t *)(uintptr_t)(gate->writers + word),
			  (uint32_t *)(uintptr_t)(gate->readers + word),
			  (uint32_t *)(uintptr_t)(gate->others + word)},
			 (uint8_t *)(uintptr_t)(gate->starts + (word >> 2))};
}

static inline bool pass_words(const hr_gate *gate, uint64_t address, uint64_t words, bool write,
			      race_reach how_far)
{
	const check_gate *self = (const check_gate *)gate;
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

/* The same for two instances or more, the first of which EVENT is of. */
static bool join_many(const race_state *race, uint32_t *readers, uint32_t event)
{
	if (hr_is_current(race, *readers & ~SHARED))
		event = *readers;
	else if (!hr_is_past(race, *readers))
		return false;
	*readers = event | SHARED;
	return true;
}

bool hr_race_read_by_many(const check_gate *gate, uint64_t address, uint64_t first)
{
	race_state *race = gate->race;
	const uint32_t event =
		race->current.first + (uint32_t)(first << race->current.shift) + gate->place;

	if (address & 3 || gate->like.bytes & 3 || race->atomic_reads)
		return false;
	for (uint64_t i = 0; i < gate->like.bytes; i += 4) {
		granule at = granule_of(gate, address + i);

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

bool hr_race_look(const check_gate *gate, uint64_t address)
{
	race_state *race = gate->race;
	granule four;
	const uint32_t mate = race->mate.first;
	bool found = false;
	cell at;

	if (!gate->numbered)
		return false;
	four = granule_of(gate, address);
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

/* Less than a word, all of which is in one granule. */
static bool part_in_order(const hr_gate *gate, uint64_t address)
{
	const check_gate *self = (const check_gate *)gate;
	race_state *race = self->race;
	const bool write = self->like.kind & HR_ACCESS_WRITE;
	granule at = granule_of(self, address);
	unsigned from = address & 3, to = from + (unsigned)self->like.bytes;

	if (to > 4)
		return false;
	cut(race, at, from);
	cut(race, at, to);
	for (unsigned i = from; i < to; i++)
		if ((i == from || *at.starts >> i & 1) &&
		    !pass_cell(race, hr_cell_of(race, at.cell, i), race->self + self->place, write,
			       ALL_THE_WAY))
			return false;
	return true;
}

static inline bool pass_byte(const hr_gate *gate, uint64_t address, bool write, race_reach how_far)
{
	const check_gate *self = (const check_gate *)gate;
	race_state *race = self->race;
	granule at = granule_of(self, address);
	const unsigned from = address & 3, around = 3U << from & 0xE;

	if ((*at.starts & around) != around) {
		if (how_far == AT_ONCE)
			return false;
		cut(race, at, from);
		cut(race, at, from + 1);
	}
	return pass_cell(race, hr_cell_of(race, at.cell, from), race->self + self->place, write,
			 how_far);
}

static bool counter_in_order(const hr_gate *gate, uint64_t address)
{
	const check_gate *self = (const check_gate *)gate;
	granule at = granule_of(self, address);

	return !(address & 3) && !*at.starts && counts(self->race, at.cell);
}

static bool many_in_order(const hr_gate *gate, uint64_t address)
{
	const check_access *like = &((const check_gate *)gate)->like;

	return pass_words(gate, address, like->bytes >> 2, like->kind & HR_ACCESS_WRITE,
			  ALL_THE_WAY);
}

/* A way for one sort of accesses: by itself, and as all that the gate's pass is. */
typedef struct race_way {
	hr_gate_short *in_order;
	hr_gate_pass *alone;
} race_way;
#define WAY(name, pass, ...)                                                                       \
	static bool name##_in_order(const hr_gate *gate, uint64_t address)                         \
	{                                                                                          \
		return pass(gate, address, __VA_ARGS__, ALL_THE_WAY);                              \
	}                                                                                          \
	static hr_trap name##_alone(hr_thread *thread, const hr_gate *gate, uint64_t address,      \
				    const void *value)                                             \
	{                                                                                          \
		return pass(gate, address, __VA_ARGS__, AT_ONCE)                                   \
			       ? 0                                                                 \
			       : hr_gate_watched(thread, gate, address, value);                    \
	}                                                                                          \
	static const race_way name = {name##_in_order, name##_alone};
WAY(reads_word, pass_words, 1, false)
WAY(reads_two, pass_words, 2, false)
WAY(writes_word, pass_words, 1, true)
WAY(writes_two, pass_words, 2, true)
WAY(reads_byte, pass_byte, false)
WAY(writes_byte, pass_byte, true)

static bool unknown_in_order(const hr_gate *gate, uint64_t address)
{
	(void)gate, (void)address;
	return false;
}

static const race_way part = {part_in_order, hr_gate_watched};
static const race_way many = {many_in_order, hr_gate_watched};
static const race_way counter = {counter_in_order, hr_gate_watched};
static const race_way unknown = {unknown_in_order, hr_gate_watched};

static const race_way *way_of(const check_access *like)
{
	bool write = like->kind & HR_ACCESS_WRITE;

	if (like->kind & HR_ACCESS_ATOMIC)
		return write && like->bytes == 4 ? &counter : &unknown;
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

/* All instances of a grid have numbers, or those that have none may have run to here. Places keep
 * theirs: a later segment has no less room for them. */
void hr_race_prepare(hr_checker *checker, check_gate *gate)
{
	race_state *race = checker->race;
	const check_access *like = &gate->like;
	uint32_t event = hr_race_event(race, like->site, like->second, like->kind);
	const race_way *way;

	gate->place = event ? event - race->self : 0;
	gate->race = race;
	gate->numbered =
		race->numbered && event && hr_cells_bias(race, like->base, like->end, gate);
	way = gate->numbered ? way_of(like) : &unknown;
	gate->in_order = way->in_order;
	gate->race_alone = way->alone;
}
