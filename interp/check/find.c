/* interp/check/find.c -- findings: stored until their execution ends, reported once, with a count.
 *
 * Invariant: a finding is stored once for each diagnostic and pair of places, and reported once.
 * Owns:      findings, which belong to the checker.
 * Clauses:   M4-M6.
 * Not here:  the checks themselves, and the texts (text.c). */
#include <string.h>

#include "interp/check/check_state.h"
#include "interp/check/check_trap.h"
#include "interp/run/deferred.h"
#include "src/base/tick.h"
#include "src/diag/launch_line.h"
#include "src/diag/suppress.h"

/* Which of two racing places was found first depends on the order of execution: both orders are the
 * same pair. */
static uint64_t finding_key(hr_diag_id id, const check_site *site, uint32_t other)
{
	bool race = id == HR_D_data_race || id == HR_D_data_race_benign;
	bool turned = race && other > site->place;
	uint64_t first = turned ? other : site->place, second = turned ? site->place : other;

	return (uint64_t)id << 48 ^ first << 24 ^ second;
}

/* Return true if this occurrence counts. Findings about accesses count each access, in every
 * execution, but only in the order that found them first. Findings about a whole execution count
 * once for each execution. */
static bool counts(const hr_checker *checker, finding *known)
{
	if (known->level)
		return known->repeat == checker->repeat;
	if (known->execution == checker->execution)
		return false;
	known->execution = checker->execution;
	return true;
}

/* An order that runs again to find last writes has been checked before, so everything is known. */
static bool is_known(hr_checker *checker, uint64_t key)
{
	uint64_t index;
	finding *known;

	if (checker->watched)
		return true;
	if (!hr_map_get(&checker->finding_index, key, &index))
		return false;
	known = &checker->findings.data[index];
	if (!hr_speculation_fail(checker->run) && counts(checker, known))
		known->count++;
	return true;
}

bool hr_check_known(hr_checker *checker, hr_diag_id id, const check_site *site, uint32_t other)
{
	return is_known(checker, finding_key(id, site, other));
}

static const hr_level *copy_levels(hr_arena *arena, const hr_level *level)
{
	hr_level *copy;

	if (!level)
		return NULL;
	copy = HR_ARENA_NEW(arena, hr_level);
	*copy = *level;
	copy->parent = copy_levels(arena, level->parent);
	return copy;
}

static hr_where place_of(hr_checker *checker, const check_site *site)
{
	hr_where where = hr_code_where(site->code, site->word);

	if (where.instruction)
		where.instruction = hr_arena_strdup(&checker->arena, where.instruction);
	if (where.file)
		where.file = hr_arena_strdup(&checker->arena, where.file);
	return where;
}

void hr_check_placed(hr_checker *checker, const check_site *site, hr_where *place)
{
	const hr_where where = place_of(checker, site);

	place->file = where.file;
	place->directory = where.directory;
	place->line = where.line;
	place->column = where.column;
	place->function = where.function;
	place->instruction = where.instruction;
}

void hr_check_also(hr_checker *checker, const check_site *site, const char *what, hr_where place)
{
	hr_where *also = HR_ARENA_NEW(&checker->arena, hr_where);

	hr_check_placed(checker, site, &place);
	place.what = what;
	if (place.facts.value)
		place.facts.value = hr_arena_strdup(&checker->arena, place.facts.value);
	*also = place;
	HR_LAST(&checker->findings).where.also = also;
}

static void add_finding(hr_checker *checker, finding found, const hr_diag_facts *facts)
{
	found.where.facts = *facts;
	if (facts->value)
		found.where.facts.value = hr_arena_strdup(&checker->arena, facts->value);
	found.count = 1;
	found.repeat = checker->repeat;
	hr_speculation_fail(checker->run);
	hr_map_put(&checker->finding_index, found.key, checker->findings.count);
	HR_PUSH(&checker->findings, found);
}

void hr_check_find(hr_checker *checker, const hr_thread *thread, hr_diag_id id,
		   const check_site *site, uint32_t other, const hr_diag_facts *facts,
		   const char *text)
{
	const finding found = {.id = id,
			       .key = finding_key(id, site, other),
			       .where = place_of(checker, site),
			       .text = text,
			       .level = copy_levels(&checker->arena, thread->level),
			       .execution = thread->execution};

	add_finding(checker, found, facts);
}

/* A node is larger than its number of ports, so the keys of different nodes cannot collide. */
static uint64_t port_key(hr_diag_id id, const hr_node *node, unsigned port)
{
	return (uint64_t)id << 48 ^ (hr_map_key(node) + port);
}

bool hr_check_known_port(hr_checker *checker, hr_diag_id id, const hr_node *node, unsigned port)
{
	return is_known(checker, port_key(id, node, port));
}

void hr_check_find_port(hr_checker *checker, hr_diag_id id, const hr_node *node, unsigned port,
			const hr_diag_facts *facts, const char *text)
{
	const finding found = {.id = id,
			       .key = port_key(id, node, port),
			       .where = node->where,
			       .text = text,
			       .execution = checker->execution};

	add_finding(checker, found, facts);
}

void hr_check_declared(hr_checker *checker, const hr_node *node)
{
	HR_LAST(&checker->findings).declares = node;
}

static hr_status report(hr_checker *checker, finding *found)
{
	const char *launch = hr_diags_launch(checker->run->diags), *text, *fix;
	hr_status status;

	found->reported = true;
	found->where.facts.count = found->count;
	fix = checker->fix_of(checker, found->id, found->declares);
	if (fix)
		found->where.facts.fix = fix;
	text = hr_arena_printf(&checker->arena, "%s%s%s", found->text,
			       fix ? "\nhelp: declare " : "", fix ? fix : "");
	if (found->waits) /* the text says what launched it */
		hr_diags_set_launch(checker->run->diags, NULL);
	status = hr_report_level(checker->run, &found->where, found->level, found->execution,
				 found->id, text);
	hr_diags_set_launch(checker->run->diags, launch);
	return status;
}

/* The run continues after this finding, which may occur again: it is reported at the end, with its
 * count. Return what hr_report() would return. */
static hr_status wait_for_more(hr_checker *checker, finding *found)
{
	const hr_severity severity = hr_diags_severity(checker->run->diags, found->id);
	const char *launch = hr_diags_launch(checker->run->diags);

	if (severity == HR_SEV_OFF)
		return HR_OK;
	found->waits = true;
	if (launch)
		found->text = hr_arena_printf(&checker->arena, "%s\n%s", found->text, launch);
	if (hr_speculation_fail(checker->run))
		return HR_TRAP;
	return severity == HR_SEV_ERROR ? hr_run_note(checker->run, hr_diag_outcome(found->id))
					: HR_OK;
}

/* K9. Return true if a rule suppresses the finding, which then counts as reported. In a speculative run, findings
 * are not final. */
static bool is_suppressed(hr_checker *checker, finding *found)
{
	const hr_node *node = found->level ? found->level->node : NULL;
	int rule;

	if (checker->run->speculation.on)
		return false;
	rule = hr_diags_suppresses(checker->run->diags, found->id, &found->where,
				   !node          ? NULL
				   : node->kernel ? node->kernel
						  : node->name);
	found->suppressed = rule + 1;
	found->reported |= rule >= 0;
	return rule >= 0;
}

static void count_suppressed(hr_checker *checker)
{
	for (size_t i = 0; i < checker->findings.count; i++) {
		finding *found = &checker->findings.data[i];

		if (!found->suppressed)
			continue;
		hr_diags_suppressed(checker->run->diags, found->suppressed - 1,
				    found->count - found->told);
		found->told = found->count;
	}
}

static bool goes_on(const hr_run *run, hr_diag_id id)
{
	return run->options.keep_going || hr_diags_severity(run->diags, id) != HR_SEV_ERROR;
}

/* Return true if the finding is about a value that decides something. */
static bool is_about_value(hr_diag_id id)
{
	return id == HR_D_uninitialised || id == HR_D_poison_used || id == HR_D_shift_too_far ||
	       id == HR_D_fp_to_int_range || id == HR_D_fixed_point_range;
}

hr_status hr_check_report_cause(const hr_thread *thread)
{
	hr_checker *checker = thread->run->checker;
	const check_site *site;

	if (!checker->uninit || thread->run->speculation.on)
		return HR_OK;
	site = hr_check_site(checker, thread->code, (uint32_t)(thread->pc - thread->code->words));
	for (size_t i = 0; i < checker->findings.count; i++) {
		finding *found = &checker->findings.data[i];

		/* the key without the other place */
		if (is_about_value(found->id) && !found->reported && !found->waits &&
		    found->key >> 24 == finding_key(found->id, site, 0) >> 24 &&
		    !goes_on(checker->run, found->id) && !is_suppressed(checker, found))
			return report(checker, found);
	}
	return HR_OK;
}

hr_status hr_check_report(hr_checker *checker)
{
	hr_status first = HR_OK;

	for (size_t i = 0; i < checker->findings.count; i++) {
		finding *found = &checker->findings.data[i];
		hr_status status = HR_OK;

		if (!found->reported && !found->waits && !is_suppressed(checker, found))
			status = goes_on(checker->run, found->id) ? wait_for_more(checker, found)
								  : report(checker, found);
		first = first == HR_OK ? status : first;
	}
	return first;
}

bool hr_look_finding(const hr_checker *checker, hr_look_fault fault, const char **from)
{
	for (size_t i = 0; i < checker->findings.count; i++) {
		const finding *found = &checker->findings.data[i];
		const bool race = found->id == HR_D_data_race,
			   in = found->id == HR_D_write_through_in,
			   out = found->id == HR_D_read_through_out;
		const bool is = fault == HR_LOOK_RACE ? race
				: fault == HR_LOOK_WRITES_INPUT
					? in
					: hr_diag_severity(found->id) == HR_SEV_ERROR && !race &&
						  !in && !out;

		*from = found->where.facts.origin;
		if (is)
			return true;
	}
	return false;
}

/* Return the finding that waits and is to be reported next, as hr_deferred_report() orders them, or
 * NULL. Those before *FIRST are reported. */
static finding *next_waiting(const hr_checker *checker, size_t *first)
{
	finding *next = NULL;

	for (size_t i = *first; i < checker->findings.count; i++) {
		finding *found = &checker->findings.data[i];
		bool waits = found->waits && !found->reported;

		if (!next && !waits)
			*first = i + 1;
		if (waits && (!next || hr_where_is_before(&found->where, &next->where)))
			next = found;
		if (next && !__atomic_load_n(&checker->run->several, __ATOMIC_RELAXED))
			break;
	}
	return next;
}

void hr_check_say(hr_checker *checker)
{
	/* nanoseconds; far less than the time limit of a process that is terminating
	 * (interp/host/crash.c) */
	enum { PATIENCE = 100000000 };
	const struct timespec until = hr_time_after(CLOCK_REALTIME, PATIENCE);
	bool locked = pthread_mutex_timedlock(&checker->lock, &until) == 0;
	size_t first = 0;

	for (finding *next; (next = next_waiting(checker, &first)) != NULL;)
		(void)report(checker, next);
	count_suppressed(checker);
	if (locked)
		pthread_mutex_unlock(&checker->lock);
}
