/* interp/check/race/report.c -- texts of race findings, and the last writer of a byte.
 *
 * Owns:      nothing; texts are in the checker's arena.
 * Clauses:   M4, M7.
 * Not here:  detecting races (race.c). */
#include <string.h>

#include "interp/check/check_writer.h"
#include "interp/check/race/check_race.h"
#include "interp/run/deferred.h"
#include "interp/run/value_text.h"

/* Return NULL if the value is not a number. */
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

/* Return the extents of NODE's grid, if it is a child of the root, so that there is only one such
 * grid; NULL if LEVEL is not in it. */
static const int64_t *extents_of(const hr_level *level, const hr_node *node)
{
	while (level && level->node != node)
		level = level->parent;
	return level && node->depth == 1 ? level->extent : NULL;
}

/* Set the ancestors of AT whose instance numbers are known. LEVEL, the running instance, may
 * provide the extents. The list stops at the first ancestor whose extents are unknown. */
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
				      {number / (extent[1] * extent[2]),
				       number / extent[2] % extent[1], number % extent[2]},
				      up->node->kind};
	}
}

/* ANOTHER: the place is in an unknown instance other than the running one. LEVEL is as above. */
static hr_where other_place(hr_arena *arena, const unit *at, uint64_t index, bool another,
			    const hr_level *level)
{
	const uint64_t yz = (uint64_t)(at->extent[1] * at->extent[2]), z = (uint64_t)at->extent[2];
	hr_where where = {.node = at->node->path,
			  .kernel = at->node->kernel,
			  .kind = at->node->kind,
			  .dims = at->node->dims,
			  .has_instance = at->node->dims && !another,
			  .instance = {(int64_t)(index / yz), (int64_t)(index % yz / z),
				       (int64_t)(index % z)},
			  .has_execution = true,
			  .execution = root_of(at)->execution};

	place_in(arena, &where, at, level);
	return where;
}

/* WHERE is the other_place() of AT. For ancestors whose extents are not known, the instance is
 * printed as one number. */
static const char *instance_text(hr_arena *arena, const unit *at, const hr_where *where)
{
	const char *text = hr_instance_text(arena, where->node, where->kind,
					    where->has_instance ? where->dims : 0, where->instance);
	unsigned known = 0;

	if (where->dims && !where->has_instance)
		text = where->kernel ? hr_arena_printf(arena, "another %s", text)
				     : hr_arena_printf(arena, "another instance of %s", text);
	for (const scope *up = at->parent; up->parent; up = up->parent) {
		const hr_ancestor *in = &where->ancestors[known];

		if (!up->node->dims)
			continue;
		if (known < where->ancestor_count)
			text = hr_arena_printf(arena, "%s in %s", text,
					       hr_instance_text(arena, in->node, in->kind, in->dims,
								in->instance));
		else
			text = hr_arena_printf(arena, "%s in %s %llu of '%s'", text,
					       hr_instance_noun(up->node->kind),
					       (unsigned long long)up->index,
					       hr_node_title(up->node));
		known += known < where->ancestor_count;
	}
	return text;
}

/* Return the text for a barrier that has not ordered EVENT of the running unit. */
static const char *passed_text(hr_arena *arena, const race_passed *passed)
{
	hr_where where = hr_code_where(passed->site->code, passed->site->word);
	const char *what = passed->orders == HR_ORDERS_SHARED  ? "local memory only"
			   : passed->orders == HR_ORDERS_OTHER ? "global memory only"
							       : "no memory";

	if (where.file && where.line)
		return hr_arena_printf(arena, "the barrier at %s:%u:%u orders %s", where.file,
				       where.line, where.column, what);
	return hr_arena_printf(arena, "the barrier between them orders %s", what);
}

static const char *why_text(hr_arena *arena, const race_state *race, const unit *a, uint32_t event)
{
	static const char *const within[] = {"only barriers order the work-items of one group",
					     "only barriers order the threads of one block"};
	static const char *const across[] = {"nothing orders the groups of one launch",
					     "nothing orders the blocks of one launch"};
	const unit *b = &race->current;
	const scope *x = root_of(a), *y = root_of(b);
	const uint32_t place = (event - a->first) & ((UINT32_C(1) << a->shift) - 1);
	const bool cuda = a->node->kind == HR_THREAD;

	if (x != y && x->plan == y->plan && x->streams && y->streams)
		return "a stream orders only executions of the same node and nodes that edges connect";
	if (x != y)
		return "both graphs were in flight at the same time";
	if (hr_same_round(a, b) && race->passed.site && place < race->passed.places)
		return passed_text(arena, &race->passed);
	if (a->node->kernel)
		return hr_same_round(a, b) ? within[cuda] : across[cuda];
	if (hr_same_round(a, b))
		return "only barriers order the instances of one leaf";
	if (a->node == b->node)
		return "nothing orders the instances of their parent";
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

/* Return true if both accesses write, and the written bytes do not change memory. */
static bool is_benign(const check_access *access, const race_place *other)
{
	return access->kind == HR_ACCESS_WRITE && !(other->kind & HR_ACCESS_READ) &&
	       access->value &&
	       memcmp(access->value, (const void *)access->address, access->bytes) == 0;
}

void hr_race_report(hr_checker *checker, race_state *race, hr_thread *thread,
		    const check_access *access, uint32_t event, bool other_writes)
{
	unit scratch;
	const unit *a = hr_unit_of(race, event, &scratch);
	race_place of = hr_event_place(a, event), *other = &of;
	hr_arena *arena = &checker->arena;
	hr_diag_id id = is_benign(access, other) ? HR_D_data_race_benign : HR_D_data_race;
	uint32_t other_site = other->site ? other->site->place : 0;
	const void *now = (const void *)access->address;
	/* An atomic access is described by the value that it finds. */
	bool writes = access->kind & HR_ACCESS_WRITE && !(access->kind & HR_ACCESS_ATOMIC);
	char mine[HR_VALUE_TEXT], its[HR_VALUE_TEXT];
	hr_diag_facts facts;
	const char *value;
	hr_where where;

	/* Which of two racing accesses looks benign depends on the order. */
	hr_speculation_fail(checker->run);
	if (hr_diags_severity(checker->run->diags, id) == HR_SEV_OFF ||
	    hr_check_known(checker, id, access->site, other_site))
		return;
	where = other_place(arena, a, hr_event_index(a, event), hr_is_own(race, event),
			    thread->level);
	facts = hr_check_object_facts(checker, access);
	facts.value = value_text(access->site, writes ? access->value : now, access->bytes, mine);
	value = value_text(access->site, now, access->bytes, its);
	hr_check_find(checker, thread, id, access->site, other_site, &facts,
		      hr_arena_printf(
			      arena,
			      "data race: %s%s%s and %s%s%s are not ordered\n"
			      "both access %s\nthe other access is %s by %s%s\n%s",
			      verb(access->kind), facts.value ? " of " : "",
			      facts.value ? facts.value : "",
			      verb(other->kind & (other_writes ? ~0u : ~(unsigned)HR_ACCESS_WRITE)),
			      value ? " of " : "", value ? value : "",
			      hr_check_facts_text(checker, &facts), source_text(arena, other->site),
			      instance_text(arena, a, &where),
			      root_of(a) == root_of(&race->current)
				      ? ""
				      : hr_arena_printf(arena, " in execution %llu",
							(unsigned long long)root_of(a)->execution),
			      why_text(arena, race, a, event)));
	if (!of.site)
		return;
	where.facts.value = value;
	hr_check_also(checker, of.site, "the other access", where);
}

/* --- the last writer
 * --------------------------------------------------------------------------- */

/* Return an event that wrote the byte; 0 if none is known. */
static uint32_t writer_of(race_state *race, uint64_t address)
{
	unsigned part = address & 3;
	uint32_t rest, event;
	granule at;

	if (!race->units.count || !hr_cells_of(race, address, &at))
		return 0;
	while (part && !(*at.starts >> part & 1))
		part--;
	event = hr_set_member(race, *hr_cell_of(race, at.cell, part).writers, &rest) & ~SHARED;
	return event >= race->floor ? event : 0;
}

/* Set *ADDRESS to the first byte of [*ADDRESS, END) whose writer is known and return the event; 0
 * if there is none. */
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
	race_state *race;
	unit scratch;

	if (!checker)
		return 0;
	pthread_mutex_lock(&checker->lock);
	race = hr_race_of(checker, address);
	event = race ? first_written(race, &address, address + bytes) : 0;
	if (event)
		site = hr_event_place(hr_unit_of(race, event, &scratch), event).site;
	pthread_mutex_unlock(&checker->lock);
	return site ? hr_deferred_source(checker->run, site->code, site->word) : 0;
}

static bool find_writer(hr_checker *checker, uint64_t address, uint64_t bytes,
			hr_copy_writer *writer)
{
	race_state *race = hr_race_of(checker, address);
	const uint32_t event = race ? first_written(race, &address, address + bytes) : 0;
	unit scratch;
	const unit *by;
	race_place of;

	if (!event)
		return false;
	by = hr_unit_of(race, event, &scratch);
	of = hr_event_place(by, event);
	if (!of.site)
		return false;
	writer->address = address;
	writer->where = other_place(&checker->arena, by, hr_event_index(by, event), false, NULL);
	hr_check_placed(checker, of.site, &writer->where);
	writer->text = hr_arena_printf(&checker->arena, "%s %s",
				       instance_text(&checker->arena, by, &writer->where),
				       source_text(&checker->arena, of.site));
	writer->floating = of.site->floating;
	return true;
}

bool hr_check_writer(hr_checker *checker, uint64_t address, uint64_t bytes, hr_copy_writer *writer)
{
	bool found;

	if (!checker)
		return false;
	pthread_mutex_lock(&checker->lock);
	found = find_writer(checker, address, bytes, writer);
	pthread_mutex_unlock(&checker->lock);
	return found;
}
