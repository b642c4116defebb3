/* interp/check.c -- the checkers' common part: sites, arguments of the running leaf, findings.
 *
 * Everything an access needs to know of its place is found once and kept in its site: which
 * argument its address comes from, through the functions that called it. What is then left for each
 * access is a comparison with that argument's range.
 *
 * Invariant: a finding is kept once for each diagnostic and pair of sites, and reported once.
 * Owns:      sites, findings, the memory of freed objects that is kept out of use.
 * Clauses:   M4-M6 (with check_bounds.c, check_attributes.c, check_race.c).
 * Not here:  where a pointer comes from within a function (ir/origin.c). */
#include <string.h>

#include "check_state.h"
#include "host_calls.h"
#include "image.h"
#include "schedule.h"
#include "shadow.h"
#include "split.h"
#include "tick.h"
#include "value_text.h"
#include "wide.h"

hr_checker *hr_checker_new(hr_run *run)
{
	hr_checker *checker = hr_alloc_zero(sizeof(*checker));
	pthread_mutexattr_t recursive;

	checker->run = run;
	checker->checks = run->options.checks;
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&checker->lock, &recursive);
	pthread_mutexattr_destroy(&recursive);
	pthread_mutex_init(&checker->variables_lock, NULL);
	hr_arena_init(&checker->arena);
	if (checker->checks & HR_CHECK_UNINIT)
		hr_uninit_start(checker);
	hr_check_blocks_new(checker);
	return checker;
}

void hr_checker_free(hr_checker *checker)
{
	if (!checker)
		return;
	hr_check_race_free(checker);
	hr_check_attributes_free(checker);
	hr_uninit_free(checker);
	hr_check_blocks_free(checker);
	hr_check_kept_free(checker);
	for (size_t i = 0; i < checker->freed_objects.count; i++)
		hr_objects_free(checker->freed_objects.data[i].objects);
	HR_VEC_FREE(&checker->freed_objects);
	HR_VEC_FREE(&checker->objects);
	HR_VEC_FREE(&checker->host_freed);
	HR_VEC_FREE(&checker->variables);
	HR_VEC_FREE(&checker->findings);
	HR_VEC_FREE(&checker->ranges);
	HR_VEC_FREE(&checker->write.levels);
	hr_gates_free(checker);
	hr_map_free(&checker->finding_index);
	hr_map_free(&checker->codes);
	hr_map_free(&checker->places);
	hr_map_free(&checker->call_origins);
	hr_map_free(&checker->writes);
	hr_free(checker->globals);
	hr_arena_free(&checker->arena);
	pthread_mutex_destroy(&checker->lock);
	pthread_mutex_destroy(&checker->variables_lock);
	hr_free(checker);
}

/* --- sites ------------------------------------------------------------------------------------ */

static check_site **sites_of(hr_checker *checker, const hr_code *code)
{
	uint64_t sites;

	if (!hr_map_get(&checker->codes, hr_map_key(code), &sites)) {
		sites = hr_map_key(
			hr_arena_array(&checker->arena, code->word_count, sizeof(check_site *)));
		hr_map_put(&checker->codes, hr_map_key(code), sites);
	}
	return (check_site **)(uintptr_t)sites;
}

static uint32_t place_number(hr_checker *checker, const check_site *site)
{
	const uint64_t source = hr_origin_source(site->code, site->word);
	uint64_t number = site->number;

	if (source && !hr_map_get(&checker->places, source, &number))
		hr_map_put(&checker->places, source, number);
	return (uint32_t)number;
}

static check_site *new_site(hr_checker *checker, const hr_code *code, uint32_t word)
{
	check_site *site = HR_ARENA_NEW(&checker->arena, check_site);

	site->code = code;
	site->word = word;
	site->number = ++checker->site_count;
	site->place = place_number(checker, site);
	site->origin[0] = hr_origin_of_access(code, word, false);
	site->origin[1] = hr_origin_of_access(code, word, true);
	site->align = hr_origin_align(code, word);
	site->floating = hr_origin_floating(code, word);
	return site;
}

static uint32_t word_of(const hr_code *code, const uint32_t *pc)
{
	return (uint32_t)(pc - code->words);
}

check_site *hr_check_site(hr_checker *checker, const hr_code *code, uint32_t word)
{
	check_site **sites = sites_of(checker, code);

	if (!sites[word])
		sites[word] = new_site(checker, code, word);
	return sites[word];
}

/* --- findings --------------------------------------------------------------------------------- */

/* Which of two places that race was met first hangs on the order: it is one pair. */
static uint64_t finding_key(hr_diag_id id, const check_site *site, uint32_t other)
{
	bool race = id == HR_D_data_race || id == HR_D_data_race_benign;
	bool turned = race && other > site->place;
	uint64_t first = turned ? other : site->place, second = turned ? site->place : other;

	return (uint64_t)id << 48 ^ first << 24 ^ second;
}

/* Every access in the order that met it first, in every execution; of what an execution shows as a whole, each once. */
static bool counts(const hr_checker *checker, finding *known)
{
	if (known->level)
		return known->repeat == checker->repeat;
	if (known->execution == checker->execution)
		return false;
	known->execution = checker->execution;
	return true;
}

/* An order that runs again for its last writes has been looked at before. */
static bool is_known(hr_checker *checker, uint64_t key)
{
	uint64_t index;
	finding *known;

	if (checker->watched)
		return true;
	if (!hr_map_get(&checker->finding_index, key, &index))
		return false;
	known = &checker->findings.data[index];
	if (!hr_trial_fail(checker->run) && counts(checker, known))
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
	hr_trial_fail(checker->run);
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

/* Nodes are larger than their numbers of ports. */
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
	char times[48] = "";
	const char *text, *fix;

	found->reported = true;
	found->where.facts.count = found->count;
	fix = hr_check_attributes_fix(checker, found->id, found->declares);
	if (fix)
		found->where.facts.fix = fix;
	if (found->count > 1)
		snprintf(times, sizeof(times), " (%llu times)", (unsigned long long)found->count);
	text = hr_arena_printf(&checker->arena, "%s%s%s", found->text, fix ? "; right would be " : "",
			       fix ? fix : "");
	return hr_report_level(checker->run, &found->where, found->level, found->execution,
			       found->id, text, times);
}

/* The run goes on after it, and it may be met again: it is reported at the end, with how often it was. What hr_report()
 * would return. */
static hr_status wait_for_more(hr_checker *checker, finding *found)
{
	const hr_severity severity = hr_diags_severity(checker->run->diags, found->id);

	if (severity == HR_SEV_OFF)
		return HR_OK;
	found->waits = true;
	if (hr_trial_fail(checker->run))
		return HR_TRAP;
	return severity == HR_SEV_ERROR ? hr_run_note(checker->run, hr_diag_outcome(found->id)) : HR_OK;
}

static bool goes_on(const hr_run *run, hr_diag_id id)
{
	return run->options.keep_going || hr_diags_severity(run->diags, id) != HR_SEV_ERROR;
}

hr_status hr_check_ended(hr_checker *checker, bool completed)
{
	hr_status first = HR_OK;

	if (!checker->uninit && !(checker->checks & HR_CHECK_ATTRIBUTES) &&
	    !__atomic_load_n(&checker->findings.count, __ATOMIC_RELAXED))
		return HR_OK; /* findings of this execution are of this thread */
	pthread_mutex_lock(&checker->lock);
	if (checker->uninit)
		hr_uninit_ended(checker);
	if (checker->checks & HR_CHECK_ATTRIBUTES)
		hr_check_attributes_ended(checker, completed);
	for (size_t i = 0; i < checker->findings.count; i++) {
		finding *found = &checker->findings.data[i];
		hr_status status = HR_OK;

		if (!found->reported && !found->waits)
			status = goes_on(checker->run, found->id) ? wait_for_more(checker, found)
								  : report(checker, found);
		first = first == HR_OK ? status : first;
	}
	pthread_mutex_unlock(&checker->lock);
	return first;
}

void hr_check_say(hr_checker *checker)
{
	enum { PATIENCE = 100000000 }; /* nanoseconds; far less than the guard of a process that dies (crash.c) has */
	const struct timespec until = hr_time_after(CLOCK_REALTIME, PATIENCE);
	bool locked = pthread_mutex_timedlock(&checker->lock, &until) == 0;

	for (size_t i = 0; i < checker->findings.count; i++)
		if (checker->findings.data[i].waits && !checker->findings.data[i].reported)
			(void)report(checker, &checker->findings.data[i]);
	if (locked)
		pthread_mutex_unlock(&checker->lock);
}

void hr_check_repeat(hr_checker *checker, const hr_plan *plan, uint64_t execution)
{
	pthread_mutex_lock(&checker->lock);
	checker->repeat += checker->run->repeated;
	hr_check_blocks_repeat(checker);
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_repeat(checker, plan, execution);
	pthread_mutex_unlock(&checker->lock);
}

/* --- objects of leaves ------------------------------------------------------------------------ */

/* Number of objects whose base is above ADDRESS: they are in the order of their bases, the highest
 * first. */
static size_t objects_above(const hr_checker *checker, uint64_t address)
{
	size_t low = 0, high = checker->objects.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (checker->objects.data[middle].base > address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The object that holds ADDRESS, or the gap behind it; NULL: none. */
const check_object *hr_check_object_at(const hr_checker *checker, uint64_t address)
{
	size_t at = objects_above(checker, address);

	if (at == checker->objects.count || address >= checker->objects.data[at].end + HR_CHECK_GAP)
		return NULL;
	return &checker->objects.data[at];
}

bool hr_check_holds_freed_object(const hr_checker *checker, uint64_t base, uint64_t end)
{
	for (size_t i = objects_above(checker, end - 1); i < checker->objects.count; i++) {
		const check_object *object = &checker->objects.data[i];

		if (object->end <= base)
			return false;
		if (object->freed)
			return true;
	}
	return false;
}

void hr_check_allocated(hr_thread *thread, const void *object, uint64_t bytes, bool engine)
{
	hr_checker *checker = thread->run->checker;
	uint64_t base = hr_map_key(object);
	const hr_level *level = thread->level;
	size_t at = objects_above(checker, base);
	check_object *objects;

	if (!level || !checker->run->observed)
		return;
	checker->run->trial.allocated = true;
	HR_RESERVE(&checker->objects, 1);
	objects = checker->objects.data;
	memmove(&objects[at + 1], &objects[at], (checker->objects.count - at) * sizeof(*objects));
	checker->objects.count++;
	objects[at] = (check_object){.base = base,
				     .end = base + bytes,
				     .node = level->node->path,
				     .dims = level->dims,
				     .execution = thread->execution,
				     .site = engine ? hr_check_site(checker, thread->code,
								    word_of(thread->code, thread->pc))
						    : NULL};
	memcpy(objects[at].instance, level->id, sizeof(level->id));
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_forget(checker, base, bytes);
	if (checker->uninit)
		hr_uninit_allocated(thread, base, bytes);
}

enum {
	KEPT_EXECUTIONS = 4,
	KEPT_BYTES = 1 << 20,
	MUCH_BYTES = 32 * 1024,
};

static void forget_oldest(hr_checker *checker)
{
	hr_objects *oldest = checker->freed_objects.data[0].objects;
	size_t left = 0;

	for (size_t i = 0; i < checker->objects.count; i++) {
		check_object *object = &checker->objects.data[i];

		if (!hr_objects_hold(oldest, (const void *)object->base))
			checker->objects.data[left++] = *object;
		else if (checker->uninit)
			hr_uninit_forget(checker, object->base, object->end - object->base);
	}
	checker->objects.count = left;
	hr_objects_free(oldest);
	checker->freed_objects.count--;
	memmove(checker->freed_objects.data, checker->freed_objects.data + 1,
		checker->freed_objects.count * sizeof(*checker->freed_objects.data));
}

static bool is_much(const hr_checker *checker)
{
	size_t count = checker->freed_objects.count;
	uint64_t bytes = 0;

	for (size_t i = 0; i < count; i++)
		bytes += checker->freed_objects.data[i].bytes;
	return count > KEPT_EXECUTIONS || (count > 1 && bytes > KEPT_BYTES);
}

/* Nobody may touch freed objects, so nothing of what was in them, or is known of it, matters. Little memory is
 * left as it is, for executions that follow each other fast. */
static void empty(hr_checker *checker, const hr_objects *freed)
{
	void *base;
	size_t bytes;

	for (size_t i = 0; hr_objects_nth(freed, i, &base, &bytes); i++) {
		if (bytes < MUCH_BYTES)
			continue;
		if (checker->checks & HR_CHECK_RACE)
			hr_check_race_forget(checker, hr_map_key(base), bytes);
		if (checker->uninit)
			hr_uninit_forget(checker, hr_map_key(base), bytes);
		hr_pages_zero(base, (uint8_t *)base + bytes);
	}
}

/* Memory of freed objects is not handed out again for a while, so that a use after free is found: that of the
 * last execution, and of those before as long as it is little. */
void hr_check_retire(hr_checker *checker, hr_objects *objects)
{
	check_freed freed = {.objects = hr_objects_take(objects)};

	if (!freed.objects)
		return;
	pthread_mutex_lock(&checker->lock);
	for (size_t i = 0; i < checker->objects.count; i++) {
		check_object *object = &checker->objects.data[i];

		if (object->freed || !hr_objects_hold(freed.objects, (const void *)object->base))
			continue;
		object->freed = true;
		freed.bytes += object->end - object->base;
	}
	HR_PUSH(&checker->freed_objects, freed);
	empty(checker, freed.objects);
	while (is_much(checker))
		forget_oldest(checker);
	pthread_mutex_unlock(&checker->lock);
}

/* --- texts ------------------------------------------------------------------------------------ */

const char *hr_check_did_text(hr_checker *checker, const char *node, const check_site *site,
			      const char *did)
{
	hr_where where = {0};

	if (site)
		where = hr_code_where(site->code, site->word);
	if (where.file && where.line)
		return hr_arena_printf(&checker->arena, "'%s' %s at %s:%u:%u", node, did,
				       where.file, where.line, where.column);
	return where.function ? hr_arena_printf(&checker->arena, "'%s' %s in '%s'", node, did,
						where.function)
			      : hr_arena_printf(&checker->arena, "'%s' %s", node, did);
}

const char *hr_check_allocated_text(hr_checker *checker, const check_object *object)
{
	return hr_check_did_text(checker, object->node, object->site, "allocated");
}

const char *hr_check_origin(hr_checker *checker, uint64_t address)
{
	const check_object *object = hr_check_object_at(checker, address);
	check_block block;
	char by[HR_TRACKED_BY];

	if (object)
		return hr_check_allocated_text(checker, object);
	if (hr_check_block_at(checker, address, &block))
		return hr_check_did_text(checker, block.node, block.site, "allocated");
	if (*hr_tracked_by(checker->run->tracker, (const void *)address, by))
		return hr_arena_printf(&checker->arena, "tracked%s", by);
	return NULL;
}

const char *hr_check_which(const char *origin)
{
	return origin[0] == '\'' ? "which " : "";
}

const char *hr_check_tracked_text(hr_checker *checker, uint64_t address)
{
	const char *origin = hr_check_origin(checker, address);

	return origin ? hr_arena_printf(&checker->arena, " (%s%s)", hr_check_which(origin), origin)
		      : "";
}

const char *hr_check_argument_name(hr_checker *checker, const hr_node *leaf, unsigned port)
{
	char note[HR_PORT_NOTE];

	return hr_arena_printf(&checker->arena, "argument %u%s of '%s'", port,
			       hr_port_note(&leaf->inputs[port], note), leaf->path);
}

hr_diag_facts hr_check_argument_facts(hr_checker *checker, const hr_node *leaf,
				      const check_range *range, uint64_t address)
{
	return (hr_diag_facts){
		.object = hr_arena_printf(&checker->arena, "byte %llu of %s",
					  (unsigned long long)(address - range->base),
					  hr_check_argument_name(checker, leaf, range->port)),
		.origin = hr_check_origin(checker, range->base)};
}

const char *hr_check_value(const check_access *access, char text[HR_VALUE_TEXT])
{
	const uint64_t bytes = access->bytes;

	if (!(access->kind & HR_ACCESS_WRITE) || !access->value ||
	    (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
		return NULL;
	return hr_bytes_text(access->value, (size_t)bytes, access->site->floating, text);
}

const char *hr_check_written(const check_access *access, char text[HR_CHECK_WRITTEN])
{
	char number[HR_VALUE_TEXT];

	if (!hr_check_value(access, number))
		return "";
	snprintf(text, HR_CHECK_WRITTEN, " (the value %s)", number);
	return text;
}

hr_diag_facts hr_check_object_facts(hr_checker *checker, const check_access *access)
{
	hr_arena *arena = &checker->arena;
	const check_object *object = hr_check_object_at(checker, access->address);
	check_block block;
	void *base;
	size_t bytes;

	if (access->area == AREA_ARGUMENT)
		return hr_check_argument_facts(checker, checker->leaf, access->range,
					       access->address);
	if (access->area == AREA_GLOBAL)
		return (hr_diag_facts){
			.object = hr_arena_printf(arena, "byte %llu of '%s'",
						  (unsigned long long)(access->address - access->base),
						  access->name)};
	if (object)
		return (hr_diag_facts){
			.object = hr_arena_printf(arena, "byte %llu of an object",
						  (unsigned long long)(access->address - object->base)),
			.origin = hr_check_allocated_text(checker, object)};
	if (hr_check_block_at(checker, access->address, &block))
		return (hr_diag_facts){
			.object = hr_arena_printf(arena, "byte %llu of memory from %s",
						  (unsigned long long)(access->address - block.base),
						  block.name),
			.origin = hr_check_origin(checker, access->address)};
	if (hr_tracked(checker->run->tracker, (const void *)access->address, &base, &bytes))
		return (hr_diag_facts){
			.object = hr_arena_printf(arena, "byte %llu of tracked memory of %zu bytes",
						  (unsigned long long)(access->address - hr_map_key(base)),
						  bytes),
			.origin = hr_check_origin(checker, access->address)};
	return (hr_diag_facts){.object = "memory that is not tracked"};
}

const char *hr_check_facts_text(hr_checker *checker, const hr_diag_facts *facts)
{
	return facts->origin ? hr_arena_printf(&checker->arena, "%s (%s%s)", facts->object,
					       hr_check_which(facts->origin), facts->origin)
			     : facts->object;
}

/* --- the running leaf ------------------------------------------------------------------------- */

void hr_check_enter(hr_checker *checker, const hr_plan *plan, uint64_t execution,
		    const uint8_t *inputs)
{
	pthread_mutex_lock(&checker->lock);
	checker->plan = plan;
	checker->execution = execution;
	checker->root_inputs = inputs;
	hr_check_blocks_enter(checker);
	if (!checker->run->repeated)
		checker->repeat = 0;
	if (checker->uninit)
		hr_uninit_execution(checker, plan, execution);
}

void hr_check_leave(hr_checker *checker)
{
	pthread_mutex_unlock(&checker->lock);
}

void hr_check_inputs(hr_checker *checker, const uint8_t *inputs)
{
	const hr_node *leaf = checker->leaf;
	bool changed = false;

	for (unsigned i = 0; i + 1 < leaf->input_count; i++) {
		const hr_type *next = leaf->inputs[i + 1].type;
		check_range *known = &checker->ranges.data[i], now = {.port = i};
		uint64_t size;

		if (leaf->inputs[i].type->kind != HR_T_PTR || next->kind != HR_T_INT ||
		    next->bits != 64)
			continue;
		memcpy(&now.base, inputs + leaf->inputs[i].offset, sizeof(now.base));
		memcpy(&size, inputs + leaf->inputs[i + 1].offset, sizeof(size));
		if (!now.base || __builtin_add_overflow(now.base, size, &now.end))
			now.base = now.end = 0;
		changed |= now.base != known->base || now.end != known->end;
		*known = now;
	}
	if (!changed)
		return;
	hr_gates_close(checker);
	if (checker->checks & HR_CHECK_ATTRIBUTES)
		hr_check_attributes_inputs(checker);
}

static void enter_grid(hr_checker *checker, const hr_level *level, const uint8_t *inputs,
		       bool per_instance)
{
	checker->leaf = level->node;
	checker->ranges.count = 0;
	HR_RESERVE(&checker->ranges, level->node->input_count + 1);
	checker->ranges.count = level->node->input_count;
	memset(checker->ranges.data, 0,
	       (level->node->input_count + 1) * sizeof(*checker->ranges.data));
	hr_gates_close(checker);
	if (!per_instance)
		hr_check_inputs(checker, inputs);
}

uint64_t hr_check_grid(hr_checker *checker, const hr_level *level, uint64_t count,
		       const uint8_t *inputs, bool per_instance)
{
	enter_grid(checker, level, inputs, per_instance);
	hr_defined_grid(checker, count);
	if (checker->checks & HR_CHECK_RACE)
		return hr_check_race_grid(checker, level, count);
	return 0;
}

void hr_check_return(hr_checker *checker, const hr_level *level, uint64_t count,
		     const uint8_t *inputs, bool per_instance, uint64_t grid)
{
	enter_grid(checker, level, inputs, per_instance);
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_return(checker, level, count, grid);
}

void hr_check_lane(hr_thread *thread, const uint8_t *variables, size_t bytes)
{
	hr_checker *checker = thread->run->checker;

	checker->stack = hr_map_key(variables);
	checker->stack_end = checker->stack + bytes;
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_instance(checker, thread->level);
}

bool hr_check_instance(hr_thread *thread, const hr_activation *activation)
{
	__atomic_store_n(&thread->run->checker->in_batch, false, __ATOMIC_RELAXED);
	hr_check_lane(thread, activation->stack, (size_t)(thread->limit - activation->stack));
	hr_uninit_instance(thread);
	if (thread->shadow && activation->base && activation->pc == activation->code->words)
		hr_uninit_frame(thread, activation->code, activation->base);
	else
		return false;
	return hr_uninit_inputs(thread, activation);
}

void hr_check_barrier(hr_checker *checker)
{
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race_barrier(checker);
}

/* --- accesses --------------------------------------------------------------------------------- */

/* Asked of the IR once for each argument of each call. */
static hr_origin origin_at_call(hr_checker *checker, const hr_code *caller, const uint32_t *call,
				uint32_t argument)
{
	uint64_t key = hr_map_key(call) << 8 ^ argument, known;
	hr_origin *origin;

	if (argument < 256 && hr_map_get(&checker->call_origins, key, &known))
		return *(const hr_origin *)(uintptr_t)known;
	origin = HR_ARENA_NEW(&checker->arena, hr_origin);
	*origin = hr_origin_of_argument(caller, word_of(caller, call), argument);
	if (argument < 256)
		hr_map_put(&checker->call_origins, key, hr_map_key(origin));
	return *origin;
}

/* Follows a parameter of a called function to what its caller passed; *FRAME becomes that of the
 * function whose argument or variable it is. */
static hr_origin outermost_origin(hr_checker *checker, uint8_t **frame, hr_origin origin)
{
	const hr_origin unknown = {.kind = HR_ORIGIN_UNKNOWN};

	while (origin.kind == HR_ORIGIN_ARGUMENT) {
		const hr_frame *link = hr_frame_of(*frame);
		const hr_code *caller;

		if (!link->call)
			return link->code->function->leaf_node ? origin : unknown;
		if (origin.index < link->code->param_info_count &&
		    link->code->param_info[origin.index].byval_bytes)
			return (hr_origin){.kind = HR_ORIGIN_STACK};
		caller = hr_frame_of(link->caller)->code;
		origin = origin_at_call(checker, caller, link->call, origin.index);
		*frame = link->caller;
	}
	return origin;
}

static bool use_global(hr_checker *checker, const hr_origin *origin, check_access *access)
{
	const hr_global *global = checker->run->program->globals[origin->index];

	if (!checker->globals)
		checker->globals = hr_alloc_array(checker->run->program->global_count,
						  sizeof(*checker->globals));
	access->base = checker->globals[global->id];
	if (!access->base &&
	    hr_image_global_address(checker->run->image, global->id, &access->base) != HR_OK)
		return false;
	checker->globals[global->id] = access->base;
	access->area = AREA_GLOBAL;
	access->end = access->base + global->bytes;
	access->name = global->name;
	access->constant = origin->constant;
	access->lasting = true;
	return true;
}

/* Frames of the calls from OWNER to FRAME are always as far from one another. */
static bool stack_is_fixed(uint8_t *owner, uint8_t *frame)
{
	for (; frame != owner; frame = hr_frame_of(frame)->caller) {
		const hr_frame *caller = hr_frame_of(hr_frame_of(frame)->caller);

		if (caller->code->dynamic_stack || hr_frame_of(frame)->code->frame_align > 16)
			return false;
	}
	return true;
}

static void use_variable(const hr_origin *origin, uint8_t *owner, uint8_t *frame,
			 check_access *access)
{
	access->area = AREA_STACK;
	access->base = hr_frame_variables(owner) + origin->place;
	access->end = access->base + origin->bytes;
	access->owner = hr_frame_of(owner)->code;
	access->variable = origin->word;
	access->framed = true;
	access->lasting = stack_is_fixed(owner, frame);
}

static void use_range(const check_range *range, check_access *access)
{
	access->area = AREA_ARGUMENT;
	access->range = range;
	access->base = range->base;
	access->end = range->end;
	access->lasting = true;
}

/* The argument whose range holds the access; NULL: none, or several. */
static const check_range *only_range(const hr_checker *checker, const check_access *access)
{
	const check_range *only = NULL;

	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];

		if (access->address - range->base >= range->end - range->base)
			continue;
		if (only)
			return NULL;
		only = range;
	}
	return only;
}

/* Whether arguments other than BUT share bytes with [BASE, END). */
static bool meets_range(const hr_checker *checker, uint64_t base, uint64_t end,
			const check_range *but)
{
	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];

		if (range != but && range->base < end && base < range->end)
			return true;
	}
	return false;
}

/* Of an address from anywhere only what lies there is known. */
static void use_address(hr_checker *checker, uint8_t *frame, check_access *access)
{
	const check_object *object;
	const check_range *range;
	const hr_code *code = hr_frame_of(frame)->code;
	uint64_t variables = hr_frame_variables(frame);
	void *base;
	size_t bytes;

	if (access->address - checker->stack < checker->stack_end - checker->stack) {
		access->area = AREA_STACK;
		access->base = variables + code->register_bytes;
		access->end = variables + code->frame_bytes;
		access->framed = access->lasting =
			access->address - access->base < access->end - access->base;
		return;
	}
	range = only_range(checker, access);
	if (range) {
		use_range(range, access);
		access->lasting = !meets_range(checker, range->base, range->end, range);
		return;
	}
	object = hr_check_object_at(checker, access->address);
	if (object) {
		access->base = object->base;
		access->end = object->freed ? object->base : object->end;
	} else if (hr_tracked(checker->run->tracker, (const void *)access->address, &base,
			      &bytes)) {
		access->base = hr_map_key(base);
		access->end = access->base + bytes;
	}
	access->lasting = access->end != access->base &&
			  !meets_range(checker, access->base, access->end, NULL);
}

static void find_area(hr_checker *checker, uint8_t *frame, check_access *access)
{
	hr_origin origin = access->site->origin[access->second];
	uint8_t *owner = frame;

	if (origin.kind == HR_ORIGIN_ARGUMENT)
		origin = outermost_origin(checker, &owner, origin);
	if (origin.kind == HR_ORIGIN_GLOBAL && use_global(checker, &origin, access))
		return;
	if (origin.kind == HR_ORIGIN_STACK && origin.bytes)
		use_variable(&origin, owner, frame, access);
	else if (origin.kind == HR_ORIGIN_ARGUMENT && origin.index < checker->ranges.count &&
		 checker->ranges.data[origin.index].base)
		use_range(&checker->ranges.data[origin.index], access);
	else
		use_address(checker, frame, access);
}

/* M7: host code is watched for reading what a device has written. */
static hr_trap host_access(const hr_thread *thread, const check_access *access)
{
	hr_status status = hr_split_host_access(thread->run, thread, access->address, access->bytes,
						access->kind & HR_ACCESS_WRITE);

	if (status == HR_OK || (status == HR_TRAP && thread->run->options.keep_going))
		return 0;
	return HR_TRAP_REPORTED | (hr_trap)status;
}

static hr_trap check(hr_thread *thread, uint8_t *frame, check_access *access)
{
	hr_checker *checker = thread->run->checker;
	const hr_code *code = thread->code;
	hr_trap trap;

	if (!thread->level)
		return host_access(thread, access);
	access->site = hr_check_site(checker, code, word_of(code, thread->pc));
	if (checker->watched)
		hr_check_watch(checker, thread, access);
	find_area(checker, frame, access);
	if (checker->checks & HR_CHECK_BOUNDS) {
		trap = hr_check_bounds(checker, thread, access);
		if (trap)
			return trap;
	}
	if (access->area == AREA_STACK)
		return 0;
	if (access->area == AREA_OTHER && access->base == access->end) {
		hr_trial_doubt(checker->run);
		return 0; /* C's, which may hand the same bytes to one instance after the other */
	}
	if (checker->checks & HR_CHECK_ATTRIBUTES && access->area == AREA_ARGUMENT)
		hr_check_attribute(checker, thread, access);
	if (checker->checks & HR_CHECK_RACE)
		hr_check_race(checker, thread, access);
	return 0;
}

hr_trap hr_check_access(hr_thread *thread, uint8_t *frame, uint64_t address, uint64_t bytes,
			unsigned kind, const void *value)
{
	check_access access = {.address = address, .bytes = bytes, .kind = kind, .value = value};
	hr_trap trap = check(thread, frame, &access);

	if (!trap && thread->level && !thread->run->checker->watched)
		hr_gate_open(thread->run->checker, frame, &access);
	return trap;
}

hr_trap hr_check_block(hr_thread *thread, uint8_t *frame, uint64_t to, uint64_t source,
		       uint64_t bytes)
{
	check_access read = {
		.address = source, .bytes = bytes, .kind = HR_ACCESS_READ, .second = true};
	check_access write = {.address = to,
			      .bytes = bytes,
			      .kind = HR_ACCESS_WRITE,
			      .value = bytes <= 16 ? (const void *)source : NULL};
	hr_trap trap = 0;

	if (!bytes)
		return 0;
	if (source)
		trap = check(thread, frame, &read);
	return trap ? trap : check(thread, frame, &write);
}

/* Operand with the address, and bytes, of atomic operations; 0: accesses nothing. */
typedef struct atomic_row {
	uint8_t operand, bytes, kind;
} atomic_row;

#define BYTES_OF_I8   1
#define BYTES_OF_I16  2
#define BYTES_OF_I32  4
#define BYTES_OF_I64  8
#define BYTES_OF_I128 16
#define BYTES_OF_F16  2
#define BYTES_OF_B16  2
#define BYTES_OF_F32  4
#define BYTES_OF_F64  8
#define BYTES_OF_F80  10
#define BYTES_OF_F128 16
#define BYTES_OF__    0
#define ATOMIC_NONE(bytes)                                                                         \
	{                                                                                          \
		0, 0, 0                                                                            \
	}
#define ATOMIC_RMW(bytes)                                                                          \
	{                                                                                          \
		2, bytes, HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC                      \
	}
#define ATOMIC_CMPXCHG(bytes)                                                                      \
	{                                                                                          \
		3, bytes, HR_ACCESS_READ | HR_ACCESS_WRITE | HR_ACCESS_ATOMIC                      \
	}
#define ATOMIC_ALOAD(bytes)                                                                        \
	{                                                                                          \
		2, bytes, HR_ACCESS_READ | HR_ACCESS_ATOMIC                                        \
	}
#define ATOMIC_ASTORE(bytes)                                                                       \
	{                                                                                          \
		2, bytes, HR_ACCESS_WRITE | HR_ACCESS_ATOMIC                                       \
	}
#define ATOMIC_UN      ATOMIC_NONE
#define ATOMIC_BIN     ATOMIC_NONE
#define ATOMIC_MIX     ATOMIC_NONE
#define ATOMIC_TER     ATOMIC_NONE
#define ATOMIC_UNI     ATOMIC_NONE
#define ATOMIC_TWO     ATOMIC_NONE
#define ATOMIC_FREXP   ATOMIC_NONE
#define ATOMIC_OVF     ATOMIC_NONE
#define ATOMIC_TRAP1   ATOMIC_NONE
#define ATOMIC_TRAP2   ATOMIC_NONE
#define ATOMIC_SELECT  ATOMIC_NONE
#define ATOMIC_LOAD    ATOMIC_NONE
#define ATOMIC_LOADX   ATOMIC_NONE
#define ATOMIC_STORE   ATOMIC_NONE
#define ATOMIC_STOREX  ATOMIC_NONE
#define ATOMIC_JUMP    ATOMIC_NONE
#define ATOMIC_ADDJUMP ATOMIC_NONE
#define ATOMIC_MEM     ATOMIC_NONE
#define ATOMIC_CTL     ATOMIC_NONE
#define ATOMIC_CALL    ATOMIC_NONE
#define ATOMIC_ATOM    ATOMIC_NONE
#define ATOMIC_HPVM    ATOMIC_NONE

static const atomic_row atomic_rows[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text) ATOMIC_##shape(BYTES_OF_##T1),
#include "op.def"
};

hr_trap hr_check_rare(hr_thread *thread, uint8_t *frame, hr_gate *gate, const uint32_t *pc)
{
	const atomic_row *row = &atomic_rows[*pc];

	if (!row->bytes)
		return 0;
	if (!__atomic_load_n(&thread->run->checker->in_batch, __ATOMIC_RELAXED))
		hr_trial_doubt(thread->run); /* nobody sees the order of those in batches */
	return hr_gate_access(thread, frame, gate, HR_REG(frame, I64, pc[row->operand]), row->bytes,
			      row->kind, NULL);
}

bool hr_uninit_rare(hr_thread *thread, const uint8_t *frame, const uint32_t *pc)
{
	const atomic_row *row = &atomic_rows[*pc];
	uint64_t address;

	if (*pc == HR_OP_va_start) {
		hr_shadow_clear(thread->shadow, HR_REG(frame, I64, pc[1]), sizeof(hr_va_list));
	} else if (*pc == HR_OP_va_copy) {
		hr_uninit_copy(thread, frame, pc, HR_REG(frame, I64, pc[1]),
			       HR_REG(frame, I64, pc[2]), sizeof(hr_va_list));
	} else if (row->bytes) {
		address = HR_REG(frame, I64, pc[row->operand]);
		if (row->kind & HR_ACCESS_READ)
			return !hr_uninit_defined(thread->run->checker, address, row->bytes);
		hr_shadow_clear(thread->shadow, address, row->bytes);
	}
	return false;
}

/* Host code calls a function of C. */
static hr_trap host_call(hr_thread *thread, const uint8_t *frame, const hr_call *call,
			 const hr_c_call *known)
{
	hr_trap trap = 0;

	for (unsigned i = 0; i < known->access_count && !trap; i++) {
		const hr_call_access *one = &known->access[i];
		check_access access = {
			.address = HR_REG(frame, I64, call->args[one->pointer].reg),
			.bytes = HR_STRING_BYTES,
			.kind = one->write ? HR_ACCESS_WRITE : HR_ACCESS_READ,
		};

		if (one->size != HR_CALL_STRING)
			access.bytes = HR_REG(frame, I64, call->args[one->size].reg);
		if (one->times != HR_CALL_ONCE)
			access.bytes *= HR_REG(frame, I64, call->args[one->times].reg);
		if (access.bytes)
			trap = host_access(thread, &access);
	}
	return trap;
}

/* C's own copies, which compilers make of loops. */
hr_trap hr_check_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	uint64_t to, source, bytes;

	if (!thread->level) {
		const hr_c_call *known =
			hr_split_any_stale(thread->run->split) ? hr_c_call_find(site->name) : NULL;

		return known && call->arg_count >= known->parameters
			       ? host_call(thread, frame, call, known)
			       : 0;
	}
	if (hr_c_follows_pointers(site->name))
		hr_trial_doubt(thread->run);
	if (strncmp(site->name, "mem", 3) != 0 || call->arg_count != 3)
		return 0;
	to = HR_REG(frame, I64, call->args[0].reg);
	bytes = HR_REG(frame, I64, call->args[2].reg);
	if (strcmp(site->name, "memset") == 0)
		return hr_check_block(thread, frame, to, 0, bytes);
	source = HR_REG(frame, I64, call->args[1].reg);
	if (strcmp(site->name, "memcpy") == 0 || strcmp(site->name, "memmove") == 0)
		return hr_check_block(thread, frame, to, source, bytes);
	return 0;
}
