/* interp/run/deferred.c -- deferred diagnostics: a run that continues reports each place or pair of
 * places once, with a count.
 *
 * A place is an instruction, or whatever else a diagnostic is about. A diagnostic is deferred until
 * the run ends, or until something ends the process; repetitions are only counted. Repetitions
 * after the report are not reported. What runs again in another order is not counted.
 *
 * Owns:     the texts of deferred diagnostics.
 * Clauses:  none; the diagnostics are those of engine, memory and queries.
 * Not here: findings of checkers (interp/check/find.c), which have separate counts. */
#include "interp/run/deferred.h"

#include <pthread.h>
#include <string.h>

#include "interp/run/site.h"
#include "src/base/arena.h"
#include "src/base/hash.h"
#include "src/base/map.h"
#include "src/diag/launch_line.h"

typedef struct report {
	hr_diag_id id;
	hr_where where; /* owned */
	const char *message;
	uint64_t count;
	bool said;
} report;

struct hr_deferred {
	pthread_mutex_t lock;
	hr_arena arena;
	hr_map sources; /* places in the source, by operation or place in host code */
	hr_map places;  /* their numbers, from 1 */
	hr_map index;   /* of reports, by diagnostic and numbers of places */
	HR_VEC(report) reports;
	size_t said; /* the reports before have been reported */
	bool unsaid; /* atomic: some have not been reported */
};

enum { MESSAGE_BYTES = 8 * 1024 };

hr_deferred *hr_deferred_new(void)
{
	hr_deferred *deferred = hr_alloc_zero(sizeof(*deferred));

	pthread_mutex_init(&deferred->lock, NULL);
	hr_arena_init(&deferred->arena);
	return deferred;
}

void hr_deferred_free(hr_deferred *deferred)
{
	if (!deferred)
		return;
	hr_map_free(&deferred->sources);
	hr_map_free(&deferred->places);
	hr_map_free(&deferred->index);
	HR_VEC_FREE(&deferred->reports);
	hr_arena_free(&deferred->arena);
	pthread_mutex_destroy(&deferred->lock);
	hr_free(deferred);
}

bool hr_deferred_survives(const hr_run *run, hr_diag_id id)
{
	const hr_severity severity = hr_diags_severity(run->diags, id);

	return run->deferred && hr_diag_outcome(id) == HR_TRAP && severity != HR_SEV_OFF &&
	       (run->options.keep_going || severity == HR_SEV_WARNING);
}

bool hr_deferred_applies(const hr_run *run, const hr_thread *thread, hr_diag_id id)
{
	return thread && thread->level && thread->code && thread->pc &&
	       hr_deferred_survives(run, id);
}

/* Bit 62 distinguishes it from addresses. */
static uint64_t source_of(const hr_where *where)
{
	uint64_t place = hr_hash(HR_HASH_FIRST, where->file, strlen(where->file));

	place = hr_hash(place, &where->line, sizeof(where->line));
	place = hr_hash(place, &where->column, sizeof(where->column));
	return place >> 2 | UINT64_C(1) << 62;
}

/* PLACE belongs to CODE, or to compiled host code if CODE is NULL. */
static uint64_t source_at(hr_run *run, uint64_t place, const hr_code *code, uint32_t word)
{
	hr_deferred *deferred = run->deferred;
	uint64_t source;

	pthread_mutex_lock(&deferred->lock);
	if (!hr_map_get(&deferred->sources, place, &source)) {
		const hr_where where =
			code ? hr_code_where(code, word) : hr_host_site_where(run, (uint32_t)place);

		source = where.file && where.line ? source_of(&where) : place;
		hr_map_put(&deferred->sources, place, source);
	}
	pthread_mutex_unlock(&deferred->lock);
	return source;
}

uint64_t hr_deferred_source(hr_run *run, const hr_code *code, uint32_t word)
{
	return source_at(run, hr_map_key(code->words + word), code, word);
}

uint64_t hr_deferred_place(hr_run *run, const hr_thread *thread)
{
	if (thread && thread->code && thread->pc)
		return hr_deferred_source(run, thread->code,
					  (uint32_t)(thread->pc - thread->code->words));
	return source_at(run, hr_host_site_now(), NULL, 0);
}

static const char *keep(hr_arena *arena, const char *text)
{
	return text ? hr_arena_strdup(arena, text) : NULL;
}

static hr_where keep_where(hr_arena *arena, const hr_where *from)
{
	hr_where where = *from;
	hr_ancestor *ancestors =
		hr_arena_array(arena, where.ancestor_count + 1u, sizeof(*ancestors));
	hr_where *also;

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
	if (from->also) {
		also = HR_ARENA_NEW(arena, hr_where);
		*also = keep_where(arena, from->also);
		where.also = also;
	}
	return where;
}

static uint64_t number_of(hr_deferred *deferred, uint64_t place)
{
	uint64_t number;

	if (!place)
		return 0;
	if (hr_map_get(&deferred->places, place, &number))
		return number;
	number = deferred->places.count + 1;
	hr_map_put(&deferred->places, place, number);
	return number;
}

/* There are far fewer than 2^24 places. */
static uint64_t key_of(hr_deferred *deferred, hr_diag_id id, hr_places places)
{
	return (uint64_t)id << 48 ^ number_of(deferred, places.first) << 24 ^
	       number_of(deferred, places.second);
}

static bool count(const hr_run *run, uint64_t key)
{
	hr_deferred *deferred = run->deferred;
	uint64_t known;

	if (!hr_map_get(&deferred->index, key, &known))
		return false;
	deferred->reports.data[known].count += !run->repeated;
	return true;
}

bool hr_deferred_known(hr_run *run, hr_diag_id id, hr_places places)
{
	bool known;

	pthread_mutex_lock(&run->deferred->lock);
	known = count(run, key_of(run->deferred, id, places));
	pthread_mutex_unlock(&run->deferred->lock);
	return known;
}

hr_status hr_deferred_note(hr_run *run, hr_diag_id id, hr_places places, const hr_where *where,
			   va_list args)
{
	hr_deferred *deferred = run->deferred;
	const char *launch = where && where->node ? hr_diags_launch(run->diags) : NULL;
	char message[MESSAGE_BYTES];
	uint64_t key;

	pthread_mutex_lock(&deferred->lock);
	key = key_of(deferred, id, places);
	if (!count(run, key)) {
		hr_diag_message(id, message, sizeof(message), args);
		hr_map_put(&deferred->index, key, deferred->reports.count);
		HR_PUSH(&deferred->reports,
			(report){.id = id,
				 .where = keep_where(&deferred->arena, where),
				 .message =
					 hr_arena_printf(&deferred->arena, "%s%s%s", message,
							 launch ? "\n" : "", launch ? launch : ""),
				 .count = 1});
		__atomic_store_n(&deferred->unsaid, true, __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&deferred->lock);
	return hr_diags_severity(run->diags, id) == HR_SEV_ERROR ? hr_diag_outcome(id) : HR_OK;
}

/* Return -1, 0 or 1 as the text A is before B, the same, or after it; NULL is before all others. */
static int compare_texts(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : !!a - !!b;
}

bool hr_where_is_before(const hr_where *at, const hr_where *other)
{
	int order = compare_texts(at->file, other->file);

	if (order == 0)
		order = (at->line > other->line) - (at->line < other->line);
	if (order == 0)
		order = (at->column > other->column) - (at->column < other->column);
	if (order == 0)
		order = compare_texts(at->node, other->node);
	return order < 0;
}

/* Return the report to be said next, or NULL. */
static report *next_unsaid(const hr_run *run)
{
	hr_deferred *deferred = run->deferred;
	report *next = NULL;

	while (deferred->said < deferred->reports.count &&
	       deferred->reports.data[deferred->said].said)
		deferred->said++;
	for (size_t i = deferred->said; i < deferred->reports.count; i++) {
		report *one = &deferred->reports.data[i];

		if (!one->said && (!next || hr_where_is_before(&one->where, &next->where)))
			next = one;
		if (!__atomic_load_n(&run->several, __ATOMIC_RELAXED))
			break;
	}
	return next;
}

static void say(hr_run *run, report *one)
{
	const char *launch = hr_diags_launch(run->diags);

	one->said = true;
	one->where.facts.count = one->count;
	hr_diags_set_launch(run->diags, NULL); /* the message says what launched it */
	(void)hr_report_message(run->diags, one->id, &one->where, one->message);
	hr_diags_set_launch(run->diags, launch);
}

void hr_deferred_report(hr_run *run)
{
	hr_deferred *deferred = run->deferred;

	if (!deferred || !__atomic_load_n(&deferred->unsaid, __ATOMIC_RELAXED) ||
	    pthread_mutex_trylock(&deferred->lock) != 0)
		return;
	for (report *next; (next = next_unsaid(run)) != NULL;)
		say(run, next);
	__atomic_store_n(&deferred->unsaid, false, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&deferred->lock);
}
