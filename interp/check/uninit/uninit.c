/* interp/check/uninit/uninit.c -- which memory is uninitialised, and where undefined values come
 * from.
 *
 * Initially undefined are: constants that the IR marks as undefined, variables of leaves and of the
 * functions they call, objects that leaves allocate, arguments without a value (--args), and
 * tracked memory that the host has not written (host.c).
 *
 * An *origin* is a number. RAW origins identify memory. A value that was read from such memory has
 * a READ origin, which also identifies the place of the read. A value that a leaf then stores to
 * memory of the host has a STORED origin, because it may be a result. A copy of memory has an
 * origin that identifies its source.
 *
 * A copy of an aggregate reads its padding and stores it again, which is no error. So a value that
 * is stored as it was read, or copied, counts as memory and not as a value, unless all of it is
 * undefined; for an element of a vector, unless the whole vector is. If a compiler copies an
 * aggregate field by field, all fields must be undefined (find.c).
 *
 * Owns:      the shadow, origins.
 * Clauses:   M6 (uninitialised).
 * Not here:  the effect of operations on undefined bits (definedness.c), findings (find.c), texts
 *            (text.c). */
#include <string.h>

#include "interp/check/uninit/check_uninit.h"
#include "interp/memory/fresh_fill.h"

void hr_uninit_start(hr_checker *checker)
{
	uninit_state *state = checker->uninit = hr_alloc_zero(sizeof(*state));

	if (!hr_shadow_init(&state->shadow))
		hr_alloc_failed((size_t)HR_SHADOW_TOP * 8);
	HR_PUSH(&state->origins, (origin){0});
	HR_PUSH(&state->origins,
		(origin){.kind = RAW_HOST,
			 .text = ", which the host has not written since the allocation"});
	checker->run->program->keep_unwritten = true;
	checker->run->program->follow_poison = checker->checks & HR_CHECK_POISON;
}

void hr_uninit_free(hr_checker *checker)
{
	uninit_state *state = checker->uninit;

	if (!state)
		return;
	hr_shadow_free(&state->shadow);
	HR_VEC_FREE(&state->origins);
	HR_VEC_FREE(&state->unwritten);
	HR_VEC_FREE(&state->passed);
	hr_map_free(&state->index);
	hr_map_free(&state->variables);
	hr_free(state);
}

hr_shadow *hr_uninit_shadow(hr_checker *checker)
{
	return &checker->uninit->shadow;
}

uint64_t hr_uninit_bias(hr_checker *checker, uint64_t base, uint64_t end)
{
	const hr_shadow_chunk *chunk = hr_shadow_chunk_of(&checker->uninit->shadow, base);

	if (!chunk || base >= end || base >> HR_SHADOW_BITS != (end - 1) >> HR_SHADOW_BITS)
		return 0;
	return hr_map_key(chunk->undefined) - (base & ~(uint64_t)(HR_SHADOW_BYTES - 1));
}

void hr_uninit_instance(hr_thread *thread)
{
	hr_checker *checker = thread->run->checker;

	thread->shadow = checker->uninit ? &checker->uninit->shadow : NULL;
	if (!thread->patience)
		thread->patience = HR_PATIENCE;
}

void hr_uninit_forget(hr_checker *checker, uint64_t base, uint64_t bytes)
{
	hr_shadow_clear(&checker->uninit->shadow, base, bytes);
}

/* --- origins ---------------------------------------------------------------------------------- */

/* The key is unique, because there are far fewer than 2^28 sites and origins. */
static uint64_t key_of(origin_kind kind, uint32_t from, uint32_t site)
{
	return (uint64_t)kind << 60 ^ (uint64_t)from << 28 ^ site;
}

static uint32_t new_origin(uninit_state *state, uint64_t key, origin made)
{
	uint32_t number = (uint32_t)state->origins.count;

	hr_map_put(&state->index, key, number);
	HR_PUSH(&state->origins, made);
	return number;
}

static uint32_t known_origin(const uninit_state *state, uint64_t key)
{
	uint64_t number;

	return hr_map_get(&state->index, key, &number) ? (uint32_t)number : 0;
}

uint32_t hr_uninit_passed_origin(uninit_state *state, const char *text)
{
	uint32_t number;

	for (size_t i = 0; i < state->passed.count; i++) {
		number = state->passed.data[i];
		if (strcmp(state->origins.data[number].text, text) == 0)
			return number;
	}
	number = (uint32_t)state->origins.count;
	HR_PUSH(&state->origins, (origin){.kind = READ, .text = text});
	HR_PUSH(&state->passed, number);
	return number;
}

/* --- allocation of memory
 * ----------------------------------------------------------------------- */

static void add_variable(hr_checker *checker, variables *all, uint32_t word)
{
	uninit_state *state = checker->uninit;
	uint32_t offset = all->code->words[word + 2], at = all->count;

	for (uint32_t i = 0; i < all->count; i++)
		if (all->list[i].offset == offset)
			return;
	for (; at && all->list[at - 1].offset > offset; at--)
		all->list[at] = all->list[at - 1];
	all->list[at] = (variable){.offset = offset, .origin = (uint32_t)state->origins.count};
	HR_PUSH(&state->origins,
		(origin){.kind = RAW_VARIABLE, .from = word, .code = all->code, .offset = offset});
	all->count++;
}

static const char *constant_text(hr_arena *arena, const hr_code *code, const hr_undefined *c)
{
	const char *what = c->name ? hr_arena_printf(arena, "'%s'", c->name) : "a variable";
	const char *text =
		hr_arena_printf(arena, "%s of '%s', %s constant", what, code->function->name,
				c->poison ? "a poison" : "an undefined");

	return c->where.file && c->where.line
		       ? hr_arena_printf(arena, "%s at %s:%u:%u", text, c->where.file,
					 c->where.line, c->where.column)
		       : text;
}

static void add_constants(hr_checker *checker, variables *all)
{
	uninit_state *state = checker->uninit;
	const hr_code *code = all->code;

	all->undefined = (uint32_t)state->origins.count;
	for (uint32_t i = 0; i < code->undefined_count; i++)
		HR_PUSH(&state->origins,
			(origin){
				.kind = code->undefined[i].poison ? POISON : UNDEFINED,
				.id = HR_D_poison_used,
				.text = constant_text(&checker->arena, code, &code->undefined[i])});
}

static const variables *find_variables(hr_checker *checker, const hr_code *code)
{
	variables *all = HR_ARENA_NEW(&checker->arena, variables);
	uint32_t count = 0;

	all->code = code;
	for (uint32_t w = 0; w < code->word_count; w += hr_op_length((hr_op)code->words[w]))
		count += code->words[w] == HR_OP_alloca;
	all->list = hr_arena_array(&checker->arena, count + 1, sizeof(variable));
	for (uint32_t w = 0; w < code->word_count; w += hr_op_length((hr_op)code->words[w]))
		if (code->words[w] == HR_OP_alloca)
			add_variable(checker, all, w);
	for (uint32_t i = 0; i < all->count; i++) {
		variable *v = &all->list[i];

		v->end = i + 1 < all->count ? all->list[i + 1].offset : code->frame_bytes;
		checker->uninit->origins.data[v->origin].end = v->end;
	}
	add_constants(checker, all);
	hr_map_put(&checker->uninit->variables, hr_map_key(code), hr_map_key(all));
	return all;
}

const variables *hr_uninit_variables(hr_checker *checker, const hr_code *code)
{
	uninit_state *state = checker->uninit;
	uint64_t known;

	if (state->last && state->last->code == code)
		return state->last;
	state->last = hr_map_get(&state->variables, hr_map_key(code), &known)
			      ? (const variables *)(uintptr_t)known
			      : find_variables(checker, code);
	return state->last;
}

void hr_uninit_frame(hr_thread *thread, const hr_code *code, const uint8_t *frame)
{
	hr_shadow *shadow = thread->shadow;
	uint64_t base = hr_map_key(frame);
	const variables *all = hr_uninit_variables(thread->run->checker, code);

	hr_shadow_clear(shadow, base, code->frame_bytes);
	for (uint32_t i = 0; i < all->count; i++)
		hr_shadow_fill(shadow, base + all->list[i].offset,
			       all->list[i].end - all->list[i].offset, all->list[i].origin);
	for (uint32_t i = 0; i < code->undefined_count; i++) {
		const hr_undefined *c = &code->undefined[i];

		hr_shadow_write(shadow, base + c->offset, (c->bits + 7) / 8,
				~(hr_u128)0 >> (128 - c->bits), all->undefined + i);
	}
}

check_site *hr_uninit_site(hr_thread *thread, const uint32_t *pc)
{
	return hr_check_site(thread->run->checker, thread->code,
			     (uint32_t)(pc - thread->code->words));
}

void hr_uninit_begins(hr_thread *thread, const check_local *local)
{
	hr_checker *checker = thread->run->checker;
	const variables *all;
	uint32_t number = 0; /* in a batch: no report is made from it */

	if (!__atomic_load_n(&checker->in_batch, __ATOMIC_RELAXED)) {
		all = hr_uninit_variables(checker, local->owner);
		for (uint32_t i = 0; i < all->count; i++)
			if (all->list[i].offset == local->variable->place)
				number = all->list[i].origin;
	}
	hr_shadow_fill(thread->shadow, local->base, local->end - local->base, number);
	if (!thread->level)
		hr_fresh_fill((void *)(uintptr_t)local->base, local->end - local->base);
}

/* Mark memory that the published operation has allocated as undefined. */
static void made_here(hr_thread *thread, origin_kind kind, uint64_t base, uint64_t bytes)
{
	hr_checker *checker = thread->run->checker;
	check_site *site = hr_uninit_site(thread, thread->pc);
	uint64_t key = key_of(kind, 0, site->number);
	uint32_t number = known_origin(checker->uninit, key);

	if (!number) {
		const char *place = hr_uninit_site_text(&checker->arena, site);
		const char *text =
			kind == RAW_OBJECT
				? place
				: hr_arena_printf(&checker->arena,
						  "an array on the stack, allocated %s", place);

		number = new_origin(checker->uninit, key, (origin){.kind = kind, .text = text});
	}
	hr_shadow_fill(&checker->uninit->shadow, base, bytes, number);
}

void hr_uninit_dynamic(hr_thread *thread, const void *place, uint64_t bytes)
{
	made_here(thread, RAW_DYNAMIC, hr_map_key(place), bytes);
}

void hr_uninit_allocated(hr_thread *thread, uint64_t base, uint64_t bytes)
{
	made_here(thread, RAW_OBJECT, base, bytes);
}

void hr_check_fresh(hr_checker *checker, const void *base, size_t bytes)
{
	uint64_t key = key_of(RAW_FRESH, 0, 0);
	uint32_t number;

	if (!checker || !checker->uninit)
		return;
	pthread_mutex_lock(&checker->lock);
	number = known_origin(checker->uninit, key);
	if (!number)
		number = new_origin(
			checker->uninit, key,
			(origin){.kind = RAW_FRESH, .text = ", which was given no value"});
	hr_shadow_fill(&checker->uninit->shadow, hr_map_key(base), bytes, number);
	pthread_mutex_unlock(&checker->lock);
}

/* --- reads and writes ------------------------------------------------------------------------- */

enum { FIELDS = 1024 };

/* The first fields of an aggregate have separate origins. */
static uint64_t copy_key(uninit_state *state, uint32_t from, const check_site *site,
			 uint64_t offset)
{
	const uint32_t field = (uint32_t)(offset / 4 < FIELDS ? offset / 4 : FIELDS);
	const uint64_t key = key_of(FIELD, from, field);
	uint32_t number = known_origin(state, key);

	if (!number)
		number = new_origin(state, key, (origin){.kind = FIELD, .from = from});
	return key_of(RAW_COPIED, number, site->number);
}

/* Describe the memory at ADDRESS of origin NUMBER, and who copied it there if that was the last
 * copy of that origin. */
static const char *raw_text(hr_checker *checker, const uint8_t *frame, uint64_t address,
			    uint32_t number)
{
	uninit_state *state = checker->uninit;
	/* a copy, because new origins may move the array */
	const origin raw = *origin_of(state, number);
	const uint64_t offset = address - raw.to;

	if (raw.kind != RAW_COPIED || offset >= raw.to_end - raw.to ||
	    known_origin(state, copy_key(state, raw.from, raw.site, offset)) != number)
		return hr_uninit_memory_text(checker, &raw, frame, address);
	return hr_arena_printf(&checker->arena, "%s, copied %s by %s",
			       hr_uninit_memory_text(checker, origin_of(state, raw.from), frame,
						     raw.source + offset),
			       hr_uninit_site_text(&checker->arena, raw.site),
			       hr_uninit_level_text(&checker->arena, raw.by.node ? &raw.by : NULL));
}

static const hr_level *keep_level(hr_arena *arena, const hr_level *level)
{
	hr_level *copy;

	if (!level)
		return NULL;
	copy = HR_ARENA_NEW(arena, hr_level);
	*copy = *level;
	copy->parent = keep_level(arena, level->parent);
	return copy;
}

static uint32_t read_origin(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
			    uint64_t address, uint32_t raw)
{
	hr_checker *checker = thread->run->checker;
	uninit_state *state = checker->uninit;
	hr_arena *arena = &checker->arena;
	check_site *site = hr_uninit_site(thread, pc);
	uint64_t key = key_of(READ, raw, site->number), first_key = key_of(FIRST, raw, site->place);
	uint32_t number = known_origin(state, key), first = known_origin(state, first_key);
	const char *text;

	if (number)
		return number;
	text = raw_text(checker, frame, address, raw);
	if (!first) {
		first = (uint32_t)state->origins.count;
		hr_map_put(&state->index, first_key, first);
	}
	return new_origin(
		state, key,
		(origin){.kind = READ,
			 .from = raw,
			 .first = first,
			 .site = site,
			 .level = keep_level(arena, thread->level),
			 .execution = thread->execution,
			 .text = hr_arena_printf(arena, "%s, read %s by %s", text,
						 hr_uninit_site_text(arena, site),
						 hr_uninit_level_text(arena, thread->level))});
}

uint32_t hr_uninit_poison_origin(hr_thread *thread, const uint32_t *pc, hr_diag_id id)
{
	uninit_state *state = thread->run->checker->uninit;
	check_site *site = hr_uninit_site(thread, pc);
	const uint64_t key = key_of(POISON, 0, site->number);
	const uint32_t number = known_origin(state, key);

	return number ? number
		      : new_origin(state, key, (origin){.kind = POISON, .site = site, .id = id});
}

void hr_uninit_describe_poison(hr_thread *thread, uint32_t number, const char *broken,
			       bool in_bounds)
{
	hr_checker *checker = thread->run->checker;
	hr_arena *arena = &checker->arena;
	origin *made = &checker->uninit->origins.data[number];

	made->level = keep_level(arena, thread->level);
	made->execution = thread->execution;
	made->broken = broken;
	made->in_bounds = in_bounds;
	made->text = hr_arena_printf(arena, "%s, %s by %s", broken,
				     hr_uninit_site_text(arena, made->site),
				     hr_uninit_level_text(arena, thread->level));
}

/* Return the origin of the value that NUMBER, which may be that of a store, stands for. */
static const origin *stored_or_own(const hr_checker *checker, uint32_t number)
{
	const origin *from = origin_of(checker->uninit, number);

	return from->kind == STORED ? origin_of(checker->uninit, from->from) : from;
}

bool hr_uninit_is_poison(const hr_checker *checker, uint32_t number)
{
	return stored_or_own(checker, number)->kind == POISON;
}

bool hr_uninit_left_object(const hr_checker *checker, uint32_t number)
{
	const origin *from = stored_or_own(checker, number);

	return from->kind == POISON && from->in_bounds;
}

hr_u128 hr_uninit_read(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
		       uint64_t address, unsigned bytes, uint32_t *number)
{
	uninit_state *state = thread->run->checker->uninit;
	hr_u128 undefined = hr_shadow_read(&state->shadow, address, bytes, number);

	if (undefined && hr_uninit_is_fresh(origin_of(state, *number)->kind, !thread->level)) {
		hr_uninit_look_again(state, address, !thread->level);
		undefined = hr_shadow_read(&state->shadow, address, bytes, number);
	}
	if (undefined && origin_of(state, *number)->kind < READ)
		*number = read_origin(thread, frame, pc,
				      hr_shadow_next(&state->shadow, address, address + bytes),
				      *number);
	return undefined;
}

static bool is_host_memory(const hr_checker *checker, uint64_t address)
{
	return !hr_check_on_stack(checker, address) && !hr_check_object_at(checker, address);
}

/* A result on this page may have to be reported, or discarded, when the execution ends. */
static void note_page(const hr_checker *checker, uint64_t address)
{
	uninit_state *state = checker->uninit;
	hr_shadow_chunk *chunk = hr_shadow_chunk_of(&state->shadow, address);

	if (chunk)
		chunk->noted[(address & (HR_SHADOW_BYTES - 1)) / UNINIT_PAGE] = true;
	state->noted = true;
	hr_speculation_order_matters(checker->run);
}

static uint32_t stored_origin(hr_thread *thread, check_site *site, uint64_t address, uint32_t value)
{
	hr_checker *checker = thread->run->checker;
	uninit_state *state = checker->uninit;
	const origin *from = origin_of(state, value);
	uint32_t source = from->kind == STORED ? from->from : value & ~(uint32_t)HR_ORIGIN_FLAGS;
	uint64_t key = key_of(STORED, source, site->number);
	const check_range *range = hr_uninit_range_at(checker, address);
	uint32_t number = known_origin(state, key);

	if (number)
		return number;
	return new_origin(state, key,
			  (origin){.kind = STORED,
				   .from = source,
				   .site = site,
				   .beside = hr_origin_beside(site->code, site->word),
				   .level = keep_level(&checker->arena, thread->level),
				   .execution = thread->execution,
				   .leaf = checker->leaf,
				   .range = range ? *range : (check_range){0}});
}

/* Return a new origin for memory that SITE copies; FROM is the origin of the source, TEXT describes
 * it. */
static uint32_t copied_origin(hr_checker *checker, uint64_t key, check_site *site, uint32_t from,
			      const char *text)
{
	return new_origin(checker->uninit, key,
			  (origin){.kind = RAW_COPIED, .from = from, .site = site, .text = text});
}

/* Return false if the value counts as memory: it may be a copy of padding of an aggregate or of
 * elements of a vector. */
static bool is_value(const hr_checker *checker, hr_u128 undefined, unsigned bytes, uint32_t number,
		     bool part)
{
	return hr_uninit_is_poison(checker, number) || number & HR_ORIGIN_FLAGS ||
	       (!part && undefined == ~(hr_u128)0 >> (128 - 8 * bytes));
}

/* Return the origin, as memory, of a value that was read with origin NUMBER. */
static uint32_t as_memory(hr_thread *thread, const uint32_t *pc, uint32_t number)
{
	hr_checker *checker = thread->run->checker;
	/* a copy, because new origins may move the array */
	origin from = *origin_of(checker->uninit, number);
	check_site *site = hr_uninit_site(thread, pc);
	uint64_t key;
	uint32_t known;

	if (from.kind == STORED) {
		number = from.from;
		from = *origin_of(checker->uninit, number);
	}
	if (from.kind != READ)
		return number;
	if (origin_of(checker->uninit, from.from)->kind == RAW_COPIED)
		return from.from;
	key = copy_key(checker->uninit, number, site, 0);
	known = known_origin(checker->uninit, key);
	return known ? known : copied_origin(checker, key, site, number, from.text);
}

void hr_uninit_write(hr_thread *thread, const uint32_t *pc, uint64_t address, unsigned bytes,
		     hr_u128 undefined, uint32_t number, bool part)
{
	hr_checker *checker = thread->run->checker;
	uninit_state *state = checker->uninit;
	bool host = undefined && thread->level && is_host_memory(checker, address);

	if (undefined && !is_value(checker, undefined, bytes, number, part))
		number = as_memory(thread, pc, number);
	else if (host)
		number = stored_origin(thread, hr_uninit_site(thread, pc), address, number) |
			 (number & HR_ORIGIN_FLAGS ? HR_COMPUTED : 0);
	hr_shadow_write(&state->shadow, address, bytes, undefined, number);
	if (host) {
		note_page(checker, address);
		note_page(checker, address + bytes - 1);
	}
}

/* --- copies of memory ------------------------------------------------------------------------- */

typedef struct copying {
	hr_thread *thread;
	const uint8_t *frame;
	check_site *site;
	uint64_t to, end, from;
	bool host;   /* the destination is memory of the host */
	bool result; /* all of it may be a result, not only what was computed */
} copying;

/* The text contains no instance, because other instances make the same copy. */
static const char *copy_text(const copying *c, const origin *raw, uint64_t offset)
{
	hr_checker *checker = c->thread->run->checker;
	hr_arena *arena = &checker->arena;

	return hr_arena_printf(arena, "%s, copied %s",
			       hr_uninit_memory_text(checker, raw, c->frame, c->from + offset),
			       hr_uninit_site_text(arena, c->site));
}

static void note_copy(const copying *c, origin *copied)
{
	copied->to = c->to;
	copied->to_end = c->end;
	copied->source = c->from;
	copied->by = c->thread->level ? *c->thread->level : (hr_level){0};
}

/* Return the origin of the copy at AT, where the shadow still holds the origin of the source. */
static uint32_t copy_origin(const copying *c, uint64_t at)
{
	hr_checker *checker = c->thread->run->checker;
	uninit_state *state = checker->uninit;
	uint32_t number = hr_shadow_origin(&state->shadow, at), known;
	/* a copy, because new origins may move the array */
	const origin raw = *origin_of(state, number);
	uint64_t offset = at - c->to, key;

	if (raw.kind < RAW_COPIED) {
		key = copy_key(state, number, c->site, offset);
		known = known_origin(state, key);
		number = known ? known
			       : copied_origin(checker, key, c->site, number,
					       copy_text(c, &raw, offset));
		note_copy(c, &state->origins.data[number]);
	}
	if (!c->result && !(c->host && number & HR_COMPUTED))
		return number;
	return stored_origin(c->thread, c->site, at, number) | (number & HR_COMPUTED);
}

static bool all_undefined(const hr_shadow *shadow, uint64_t address, uint64_t bytes)
{
	uint32_t number;

	for (uint64_t i = 0; i < bytes; i++)
		if (hr_shadow_read(shadow, address + i, 1, &number) != 0xFF)
			return false;
	return bytes > 0;
}

/* A copy to memory of the host may be a result, except for the padding of an aggregate. */
static void name_copies(copying *c, uint64_t bytes)
{
	hr_checker *checker = c->thread->run->checker;
	hr_shadow *shadow = c->thread->shadow;
	uint64_t end = c->to + bytes;

	c->host = c->thread->level && is_host_memory(checker, c->to);
	c->result = c->host && all_undefined(shadow, c->to, bytes);
	for (uint64_t at = c->to; (at = hr_shadow_next(shadow, at, end)) < end; at = (at | 3) + 1) {
		hr_shadow_set_origin(shadow, at, copy_origin(c, at));
		if (c->host)
			note_page(checker, at);
	}
}

void hr_uninit_copy(hr_thread *thread, const uint8_t *frame, const uint32_t *pc, uint64_t to,
		    uint64_t from, uint64_t bytes)
{
	hr_checker *checker = thread->run->checker;
	const hr_code *code = hr_frame_of((uint8_t *)frame)->code;
	copying c = {.thread = thread, .frame = frame, .to = to, .end = to + bytes, .from = from};

	if (to == from)
		return;
	hr_uninit_look_through(checker->uninit, from, bytes, !thread->level);
	hr_shadow_copy(thread->shadow, to, from, bytes);
	if (!hr_shadow_any(thread->shadow, to, bytes))
		return;
	c.site = hr_check_site(checker, code, (uint32_t)(pc - code->words));
	name_copies(&c, bytes);
}

void hr_uninit_set(hr_thread *thread, const uint8_t *frame, const uint32_t *pc)
{
	uint64_t to = HR_REG(frame, I64, pc[1]), bytes = HR_REG(frame, I64, pc[3]);
	uint32_t number;
	hr_u128 undefined = hr_shadow_read(thread->shadow, hr_map_key(frame) + pc[2], 1, &number);

	hr_shadow_clear(thread->shadow, to, bytes);
	for (uint64_t i = 0; undefined && i < bytes; i++)
		hr_uninit_write(thread, pc, to + i, 1, undefined, number, false);
}

/* Nobody passes what variadic arguments leave of the area for registers, and what is behind them, where the
 * engine keeps the list. */
static void not_passed(hr_thread *thread, const hr_site *site, const uint8_t *inner)
{
	const hr_va_list *list = hr_frame_of((uint8_t *)inner)->varargs;
	const uint64_t image = hr_map_key(list->save);
	const hr_abi *abi = site->abi;
	uint64_t end = HR_ABI_STACK;
	hr_checker *checker = thread->run->checker;
	const uint32_t nobody = hr_uninit_passed_origin(
		checker->uninit,
		hr_arena_printf(&checker->arena, "an argument of '%s' that its call does not pass",
				site->name));

	for (uint32_t i = 0; i < abi->arg_count; i++) {
		const hr_abi_place *place = &abi->args[i];
		const uint64_t bytes = place->byval ? place->byval : place->bytes;

		if (place->at + bytes > end)
			end = (place->at + bytes + 7) / 8 * 8;
	}
	hr_shadow_fill(thread->shadow, image + HR_ABI_GP + 8 * abi->gp,
		       HR_ABI_GP_END - HR_ABI_GP - 8 * abi->gp, nobody);
	hr_shadow_fill(thread->shadow, image + HR_ABI_FP + 16 * abi->fp,
		       HR_ABI_FP_END - HR_ABI_FP - 16 * abi->fp, nobody);
	hr_shadow_fill(thread->shadow, image + end, hr_map_key(list + 1) - image - end, nobody);
}

void hr_uninit_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site, uint8_t *inner,
		     bool has_undefined)
{
	hr_uninit_frame(thread, site->code, inner);
	for (uint32_t i = 0; i < site->move_count; i++)
		if (site->moves[i].byval)
			hr_uninit_copy(thread, frame, hr_frame_of(inner)->call,
				       HR_REG(inner, I64, site->moves[i].to),
				       HR_REG(frame, I64, site->moves[i].from),
				       site->moves[i].byval);
	if (site->abi)
		not_passed(thread, site, inner);
	if (has_undefined)
		hr_definedness_enter(thread, frame, site, inner);
}

bool hr_uninit_rare(hr_thread *thread, const uint8_t *frame, const uint32_t *pc)
{
	const check_atomic *row = &hr_check_atomics[*pc];
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
