/* interp/held.c -- what instances do that the run survives, said once for each place, with a count.
 *
 * A place is an instruction and a diagnostic. What is met there is held until the graph's execution has ended, or until
 * something ends the process; after that it is only counted, and nobody hears of it any more. What runs once more in another
 * order is not counted.
 *
 * Owns:     the texts of what is held.
 * Clauses:  none; the diagnostics are those of engine, memory and queries.
 * Not here: what checkers find (check.c), which has counts of its own. */
#include "held.h"

#include <pthread.h>
#include <string.h>

#include "arena.h"
#include "map.h"

typedef struct report {
	hr_diag_id id;
	hr_where where;        /* owned */
	const char *message;
	uint64_t count;
} report;

struct hr_held {
	pthread_mutex_t lock;
	hr_arena arena;
	hr_map index;          /* of reports, by place */
	HR_VEC(report) reports;
	size_t said;           /* those before have been */
};

enum { MESSAGE_BYTES = 8 * 1024, TIMES_BYTES = 48 };

hr_held *hr_held_new(void)
{
	hr_held *held = hr_alloc_zero(sizeof(*held));

	pthread_mutex_init(&held->lock, NULL);
	hr_arena_init(&held->arena);
	return held;
}

void hr_held_free(hr_held *held)
{
	if (!held)
		return;
	hr_map_free(&held->index);
	HR_VEC_FREE(&held->reports);
	hr_arena_free(&held->arena);
	pthread_mutex_destroy(&held->lock);
	hr_free(held);
}

bool hr_held_holds(const hr_run *run, const hr_thread *thread, hr_diag_id id)
{
	const hr_severity severity = hr_diags_severity(run->diags, id);

	return run->held && thread && thread->level && thread->code && thread->pc &&
	       hr_diag_outcome(id) == HR_TRAP && severity != HR_SEV_OFF &&
	       (run->options.keep_going || severity == HR_SEV_WARNING);
}

static const char *keep(hr_arena *arena, const char *text)
{
	return text ? hr_arena_strdup(arena, text) : NULL;
}

static hr_where keep_where(hr_arena *arena, const hr_where *from)
{
	hr_where where = *from;
	hr_ancestor *ancestors = hr_arena_array(arena, where.ancestor_count + 1u, sizeof(*ancestors));

	where.file = keep(arena, where.file);
	where.directory = keep(arena, where.directory);
	where.function = keep(arena, where.function);
	where.instruction = keep(arena, where.instruction);
	where.facts.value = keep(arena, where.facts.value);
	where.facts.object = keep(arena, where.facts.object);
	where.facts.origin = keep(arena, where.facts.origin);
	where.facts.fix = keep(arena, where.facts.fix);
	if (where.ancestor_count)
		memcpy(ancestors, from->ancestors, where.ancestor_count * sizeof(*ancestors));
	where.ancestors = ancestors;
	return where;
}

hr_status hr_held_note(hr_run *run, const hr_thread *thread, hr_diag_id id, const hr_where *where, va_list args)
{
	hr_held *held = run->held;
	const uint64_t place = hr_map_key(thread->pc) << 8 ^ (uint64_t)id;
	char message[MESSAGE_BYTES];
	uint64_t known;

	pthread_mutex_lock(&held->lock);
	if (hr_map_get(&held->index, place, &known)) {
		held->reports.data[known].count += !run->repeated;
	} else {
		hr_diag_message(id, message, sizeof(message) - TIMES_BYTES, args);
		hr_map_put(&held->index, place, held->reports.count);
		HR_PUSH(&held->reports, (report){.id = id,
						 .where = keep_where(&held->arena, where),
						 .message = hr_arena_strdup(&held->arena, message),
						 .count = 1});
	}
	pthread_mutex_unlock(&held->lock);
	return hr_diags_severity(run->diags, id) == HR_SEV_ERROR ? hr_diag_outcome(id) : HR_OK;
}

static void say(hr_run *run, report *one)
{
	char message[MESSAGE_BYTES];

	one->where.facts.count = one->count;
	snprintf(message, sizeof(message), one->count > 1 ? "%s (%llu times)" : "%s", one->message,
		 (unsigned long long)one->count);
	(void)hr_report_message(run->diags, one->id, &one->where, message);
}

void hr_held_say(hr_run *run)
{
	hr_held *held = run->held;

	if (!held || held->said == __atomic_load_n(&held->reports.count, __ATOMIC_RELAXED) ||
	    pthread_mutex_trylock(&held->lock) != 0)
		return;
	while (held->said < held->reports.count)
		say(run, &held->reports.data[held->said++]);
	pthread_mutex_unlock(&held->lock);
}
