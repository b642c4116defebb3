/* interp/check_uninit.c -- memory that nobody wrote: which it is, and where its values come from.
 *
 * Undefined to begin with are constants that the IR says are undefined, variables of leaves and of
 * what they call, objects that leaves allocate, arguments without a value (--args), and tracked
 * memory of the host that still holds what fresh memory was filled with (host_fresh.c). What the
 * host writes is not seen, so of the latter it is looked at again, whenever it is read, whether it
 * holds that still.
 *
 * An *origin* is a number. RAW ones name memory; a value that was read from there has a READ one,
 * which names the place that read it too; what a leaf then stores to memory of the host has a
 * STORED one, for it may be a result.
 *
 * A copy of an aggregate reads its padding and stores it again, which means nothing. So a value
 * that is stored as it was read counts as memory, not as a value, unless all of it is undefined.
 *
 * Owns:     the shadow, origins.
 * Clauses:  M6 (uninitialised).
 * Not here: what operations do to undefined bits (taint.c). */
#include <string.h>
#include <sys/mman.h>

#include "check_state.h"
#include "shadow.h"

typedef enum origin_kind {
	RAW_VARIABLE,
	RAW_DYNAMIC,
	RAW_OBJECT,
	RAW_HOST,  /* may be written by the host: holds HR_FRESH_WORD as long as it is not */
	RAW_FRESH, /* written by the graph alone */
	READ,
	UNDEFINED, /* a constant of the IR */
	STORED,
} origin_kind;

typedef struct origin {
	origin_kind kind;
	uint32_t from;	      /* READ: the memory; STORED: the value; RAW_VARIABLE: what makes it */
	const hr_code *code;  /* RAW_VARIABLE */
	uint32_t offset, end; /* RAW_VARIABLE: in the frame */
	const char *text;     /* of the memory, or of the value, or (STORED, RAW_VARIABLE) NULL */
	check_site *site;     /* READ, STORED */
	/* STORED: */
	const hr_level *level;
	uint64_t execution;
	const hr_node *leaf;
	check_range range;
} origin;

/* The variables of a function. */
typedef struct variable {
	uint32_t offset, end, origin;
} variable;

typedef struct variables {
	const hr_code *code;
	variable *list;
	uint32_t count;
	uint32_t undefined; /* origin of the first of its constants */
} variables;

struct uninit_state {
	hr_shadow shadow;
	HR_VEC(origin) origins;
	hr_map index;	  /* of origins, by what they are made of */
	hr_map variables; /* by code, to variables * */
	const variables *last;
	bool noted; /* some chunk has a noted page */
};

void hr_uninit_start(hr_checker *checker)
{
	uninit_state *state = checker->uninit = hr_alloc_zero(sizeof(*state));

	if (!hr_shadow_init(&state->shadow))
		hr_bug("no address space for %zu bytes of shadow", (size_t)HR_SHADOW_TOP * 8);
	HR_PUSH(&state->origins, (origin){0});
	HR_PUSH(&state->origins,
		(origin){.kind = RAW_HOST,
			 .text = ", which the host has not written since it was allocated"});
	checker->run->program->keep_unwritten = true;
}

void hr_uninit_free(hr_checker *checker)
{
	uninit_state *state = checker->uninit;

	if (!state)
		return;
	hr_shadow_free(&state->shadow);
	HR_VEC_FREE(&state->origins);
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

static const origin *origin_of(const uninit_state *state, uint32_t number)
{
	return &state->origins.data[number & ~(uint32_t)HR_COMPUTED];
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

/* Sites and origins are far fewer than 2^28. */
static uint64_t key_of(origin_kind kind, uint32_t from, uint32_t site)
{
	return (uint64_t)kind << 60 ^ (uint64_t)from << 28 ^ site;
}

/* --- texts ------------------------------------------------------------------------------------ */

static const char *place_text(hr_arena *arena, hr_where where)
{
	if (where.file && where.line)
		return hr_arena_printf(arena, "at %s:%u:%u", where.file, where.line, where.column);
	return where.function ? hr_arena_printf(arena, "in '%s'", where.function) : "by the host";
}

static const char *site_text(hr_arena *arena, const check_site *site)
{
	return place_text(arena, hr_code_where(site->code, site->word));
}

static const char *instance_text(hr_arena *arena, const char *node, unsigned dims,
				 const int64_t id[3])
{
	const char *text = hr_arena_printf(arena, "'%s'", node);

	for (unsigned d = 0; d < dims; d++)
		text = hr_arena_printf(arena, "%s%s%lld%s", text, d ? ", " : " (", (long long)id[d],
				       d + 1 == dims ? ")" : "");
	return text;
}

static const char *level_text(hr_arena *arena, const hr_level *level)
{
	return level ? instance_text(arena, level->node->path, level->dims, level->id) : "the host";
}

/* The argument of the running leaf that holds ADDRESS, or NULL. */
static const check_range *range_at(const hr_checker *checker, uint64_t address)
{
	for (size_t i = 0; i < checker->ranges.count; i++) {
		const check_range *range = &checker->ranges.data[i];

		if (address - range->base < range->end - range->base)
			return range;
	}
	return NULL;
}

static const char *host_text(hr_checker *checker, uint64_t address)
{
	check_access access = {.address = address, .range = range_at(checker, address)};
	hr_diag_facts facts;

	if (access.range)
		access.area = AREA_ARGUMENT;
	facts = hr_check_object_facts(checker, &access);
	return hr_check_facts_text(checker, &facts);
}

static const char *object_text(hr_checker *checker, const origin *raw, uint64_t address)
{
	hr_arena *arena = &checker->arena;
	const check_object *object = hr_check_object_at(checker, address);

	if (!object)
		return raw->text;
	return hr_arena_printf(arena, "byte %llu of an object of %llu bytes that %s allocated %s",
			       (unsigned long long)(address - object->base),
			       (unsigned long long)(object->end - object->base),
			       instance_text(arena, object->node, object->dims, object->instance),
			       raw->text);
}

/* Looked up only when it is asked for: most are not. */
static const char *variable_name(hr_arena *arena, const origin *raw)
{
	const char *name = hr_origin_variable(raw->code, raw->from), *of = raw->code->function->name;

	return name ? hr_arena_printf(arena, "'%s' of '%s'", name, of)
		    : hr_arena_printf(arena, "a variable of '%s'", of);
}

static const char *variable_text(hr_checker *checker, const origin *raw, const uint8_t *frame,
				 uint64_t address)
{
	const char *name = variable_name(&checker->arena, raw);

	while (frame) {
		const hr_frame *link = hr_frame_of((uint8_t *)frame);
		uint64_t offset = address - hr_map_key(frame) - raw->offset;

		if (link->code == raw->code && offset < raw->end - raw->offset)
			return hr_arena_printf(&checker->arena, "byte %llu of %s",
					       (unsigned long long)offset, name);
		frame = link->call ? link->caller : NULL;
	}
	return name;
}

/* What lies at ADDRESS, of which RAW says that nobody wrote it. */
static const char *memory_text(hr_checker *checker, const origin *raw, const uint8_t *frame,
			       uint64_t address)
{
	switch (raw->kind) {
	case RAW_VARIABLE:
		return variable_text(checker, raw, frame, address);
	case RAW_OBJECT:
		return object_text(checker, raw, address);
	case RAW_HOST:
	case RAW_FRESH:
		return hr_arena_printf(&checker->arena, "%s%s", host_text(checker, address),
				       raw->text);
	default:
		return raw->text;
	}
}

/* --- the beginning of memory ------------------------------------------------------------------ */

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
	HR_PUSH(&state->origins, (origin){.kind = RAW_VARIABLE,
					  .from = word,
					  .code = all->code,
					  .offset = offset});
	all->count++;
}

static const char *constant_text(hr_arena *arena, const hr_code *code, const hr_undefined *c)
{
	const char *what = c->name ? hr_arena_printf(arena, "'%s'", c->name) : "a variable";
	const char *text = hr_arena_printf(arena, "%s of '%s', an undefined constant", what,
					   code->function->name);

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
		HR_PUSH(&state->origins, (origin){.kind = UNDEFINED,
						  .text = constant_text(&checker->arena, code,
									&code->undefined[i])});
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

static const variables *variables_of(hr_checker *checker, const hr_code *code)
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
	const variables *all = variables_of(thread->run->checker, code);

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

static check_site *site_at(hr_thread *thread, const uint32_t *pc)
{
	return hr_check_site(thread->run->checker, thread->code,
			     (uint32_t)(pc - thread->code->words));
}

/* Memory that the published operation makes. */
static void made_here(hr_thread *thread, origin_kind kind, uint64_t base, uint64_t bytes)
{
	hr_checker *checker = thread->run->checker;
	check_site *site = site_at(thread, thread->pc);
	uint64_t key = key_of(kind, 0, site->number);
	uint32_t number = known_origin(checker->uninit, key);

	if (!number) {
		const char *place = site_text(&checker->arena, site);
		const char *text =
			kind == RAW_OBJECT
				? place
				: hr_arena_printf(&checker->arena, "an array on the stack, made %s",
						  place);

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

/* --- memory of the host ----------------------------------------------------------------------- */

enum { PAGE = HR_SHADOW_PAGE };

/* The program may track what is not there. */
static bool is_mapped(uint64_t address)
{
	unsigned char resident;

	return mincore((void *)(address & ~(uint64_t)(PAGE - 1)), 1, &resident) == 0;
}

/* Of the four bytes at ADDRESS, a multiple of 4. */
static bool is_fresh(uint64_t address)
{
	const uint64_t fresh = HR_FRESH_WORD;

	return memcmp((const void *)address, (const uint8_t *)&fresh + (address & 4), 4) == 0;
}

enum { BLOCK = 256 };

/* Whether some four bytes in BLOCK bytes are; most memory has been written. */
static bool has_fresh(uint64_t address)
{
	const uint64_t *words = (const uint64_t *)address;
	uint64_t any = 0;

	for (unsigned i = 0; i < BLOCK / sizeof(*words); i++) {
		const uint64_t other = words[i] ^ HR_FRESH_WORD;

		any |= (uint32_t)other == 0;
		any |= other >> 32 == 0;
	}
	return any;
}

/* Four bytes alone may be what the host wrote; with others beside them, or every other four, they are not. At the end
 * there may be none beside. */
static bool has_company(uint64_t at, uint64_t base, uint64_t end)
{
	static const int64_t beside[] = {-8, -4, 4, 8};

	if (end - at < 8)
		return true;
	for (unsigned i = 0; i < 4; i++) {
		const uint64_t other = at + (uint64_t)beside[i];

		if (other >= base && other < end - 3 && (other ^ at) / PAGE == 0 && is_fresh(other))
			return true;
	}
	return false;
}

static void mark_fresh(hr_checker *checker, uint64_t base, uint64_t end)
{
	for (uint64_t at = (base + 3) & ~(uint64_t)3; at + 4 <= end; at += 4) {
		if (at % PAGE == 0 || at - base < 4)
			if (!is_mapped(at))
				return;
		if (at % BLOCK == 0 && end - at >= BLOCK && !has_fresh(at)) {
			at += BLOCK - 4;
			continue;
		}
		if (is_fresh(at) && has_company(at, base, end))
			hr_shadow_fill(&checker->uninit->shadow, at, 4, HR_SHADOW_HOST);
	}
}

void hr_uninit_tracked(hr_checker *checker, uint64_t base, uint64_t bytes)
{
	if (base >> 47 || bytes >> 47)
		return;
	hr_uninit_forget(checker, base, bytes);
	mark_fresh(checker, base, base + bytes);
}

/* The undefined bytes of the four at ADDRESS are the host's and no longer as it got them. */
static bool is_written(const uninit_state *state, uint64_t address)
{
	const uint64_t fresh = HR_FRESH_WORD;

	for (unsigned i = 0; i < 4; i++) {
		uint64_t at = hr_shadow_next(&state->shadow, address + i, address + i + 1);

		if (at == address + i &&
		    origin_of(state, hr_shadow_origin(&state->shadow, at))->kind == RAW_HOST &&
		    ((const uint8_t *)&fresh)[(address & 4) + i] != *(const uint8_t *)at)
			return true;
	}
	return false;
}

/* Looks at the whole page, as the host will have written more than a word. */
static void look_again(uninit_state *state, uint64_t address)
{
	uint64_t page = address & ~(uint64_t)(PAGE - 1), at = page;

	while ((at = hr_shadow_next(&state->shadow, at, page + PAGE)) < page + PAGE) {
		uint64_t granule = at & ~(uint64_t)3;

		if (is_written(state, granule))
			hr_shadow_clear(&state->shadow, granule, 4);
		at = granule + 4;
	}
}

bool hr_uninit_defined(hr_checker *checker, uint64_t address, uint64_t bytes)
{
	uninit_state *state = checker->uninit;
	uint64_t end = address + bytes, at = address;

	while ((at = hr_shadow_next(&state->shadow, at, end)) < end) {
		if (origin_of(state, hr_shadow_origin(&state->shadow, at))->kind != RAW_HOST)
			return false;
		look_again(state, at);
		if (hr_shadow_any(&state->shadow, at, 1))
			return false;
	}
	return true;
}

/* --- reads and writes ------------------------------------------------------------------------- */

static uint32_t read_origin(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
			    uint64_t address, uint32_t raw)
{
	hr_checker *checker = thread->run->checker;
	uninit_state *state = checker->uninit;
	hr_arena *arena = &checker->arena;
	check_site *site = site_at(thread, pc);
	uint64_t key = key_of(READ, raw, site->number);
	uint32_t number = known_origin(state, key);

	if (number)
		return number;
	return new_origin(
		state, key,
		(origin){.kind = READ,
			 .from = raw,
			 .site = site,
			 .text = hr_arena_printf(
				 arena, "%s, read %s by %s",
				 memory_text(checker, origin_of(state, raw), frame, address),
				 site_text(arena, site), level_text(arena, thread->level))});
}

hr_u128 hr_uninit_read(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
		       uint64_t address, unsigned bytes, uint32_t *number)
{
	uninit_state *state = thread->run->checker->uninit;
	hr_u128 undefined = hr_shadow_read(&state->shadow, address, bytes, number);

	if (undefined && origin_of(state, *number)->kind == RAW_HOST) {
		look_again(state, address);
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
	return address - checker->stack >= checker->stack_end - checker->stack &&
	       !hr_check_object_at(checker, address);
}

/* A result may have to be judged, or forgotten, when the execution ends. */
static void note_page(const hr_checker *checker, uint64_t address)
{
	uninit_state *state = checker->uninit;
	hr_shadow_chunk *chunk = hr_shadow_chunk_of(&state->shadow, address);

	if (chunk)
		chunk->noted[(address & (HR_SHADOW_BYTES - 1)) / PAGE] = true;
	state->noted = true;
	hr_trial_doubt(checker->run);
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

static uint32_t stored_origin(hr_thread *thread, const uint32_t *pc, uint64_t address,
			      uint32_t value)
{
	hr_checker *checker = thread->run->checker;
	uninit_state *state = checker->uninit;
	check_site *site = site_at(thread, pc);
	const origin *from = origin_of(state, value);
	uint32_t source = from->kind == STORED ? from->from : value & ~(uint32_t)HR_COMPUTED;
	uint64_t key = key_of(STORED, source, site->number);
	const check_range *range = range_at(checker, address);
	uint32_t number = known_origin(state, key);

	if (number)
		return number;
	return new_origin(state, key,
			  (origin){.kind = STORED,
				   .from = source,
				   .site = site,
				   .level = keep_level(&checker->arena, thread->level),
				   .execution = thread->execution,
				   .leaf = checker->leaf,
				   .range = range ? *range : (check_range){0}});
}

/* As memory, when it is a copy of some of an aggregate's padding. */
static bool is_value(hr_u128 undefined, unsigned bytes, uint32_t number)
{
	return number & HR_COMPUTED || undefined == ~(hr_u128)0 >> (128 - 8 * bytes);
}

void hr_uninit_write(hr_thread *thread, const uint32_t *pc, uint64_t address, unsigned bytes,
		     hr_u128 undefined, uint32_t number)
{
	hr_checker *checker = thread->run->checker;
	uninit_state *state = checker->uninit;
	bool host = undefined && is_host_memory(checker, address);

	if (undefined && !is_value(undefined, bytes, number)) {
		const origin *from = origin_of(state, number);

		from = from->kind == STORED ? origin_of(state, from->from) : from;
		number = from->kind == READ ? from->from : number;
	} else if (host) {
		number = stored_origin(thread, pc, address, number) | (number & HR_COMPUTED);
	}
	hr_shadow_write(&state->shadow, address, bytes, undefined, number);
	if (host) {
		note_page(checker, address);
		note_page(checker, address + bytes - 1);
	}
}

void hr_uninit_copy(hr_thread *thread, uint64_t to, uint64_t from, uint64_t bytes)
{
	hr_checker *checker = thread->run->checker;
	hr_shadow *shadow = thread->shadow;

	hr_shadow_copy(shadow, to, from, bytes);
	if (!is_host_memory(checker, to))
		return;
	for (uint64_t at = to; (at = hr_shadow_next(shadow, at, to + bytes)) < to + bytes;
	     at = (at | (PAGE - 1)) + 1)
		note_page(checker, at);
}

void hr_uninit_set(hr_thread *thread, const uint8_t *frame, const uint32_t *pc)
{
	uint64_t to = HR_REG(frame, I64, pc[1]), bytes = HR_REG(frame, I64, pc[3]);
	uint32_t number;
	hr_u128 undefined = hr_shadow_read(thread->shadow, hr_map_key(frame) + pc[2], 1, &number);

	hr_shadow_clear(thread->shadow, to, bytes);
	for (uint64_t i = 0; undefined && i < bytes; i++)
		hr_uninit_write(thread, pc, to + i, 1, undefined, number);
}

/* --- C functions ------------------------------------------------------------------------------ */

/* What a C function that gets ADDRESS may write: all of the variable, the object, the array. */
static void maybe_written(hr_thread *thread, const uint8_t *frame, uint64_t address)
{
	hr_checker *checker = thread->run->checker;
	const check_object *object = hr_check_object_at(checker, address);
	void *base;
	size_t bytes;

	if (object) {
		hr_shadow_clear(thread->shadow, object->base, object->end - object->base);
		return;
	}
	if (hr_tracked(checker->run->tracker, (const void *)address, &base, &bytes)) {
		hr_shadow_clear(thread->shadow, hr_map_key(base), bytes);
		return;
	}
	if (address - checker->stack >= checker->stack_end - checker->stack)
		return;
	for (; frame; frame = hr_frame_of((uint8_t *)frame)->call
				      ? hr_frame_of((uint8_t *)frame)->caller
				      : NULL) {
		const variables *all = variables_of(checker, hr_frame_of((uint8_t *)frame)->code);
		uint64_t offset = address - hr_map_key(frame);

		for (uint32_t i = 0; i < all->count; i++)
			if (offset >= all->list[i].offset && offset < all->list[i].end) {
				hr_shadow_clear(thread->shadow,
						hr_map_key(frame) + all->list[i].offset,
						all->list[i].end - all->list[i].offset);
				return;
			}
	}
	for (uint64_t at = address; hr_shadow_any(thread->shadow, at, 1); at++)
		hr_shadow_clear(thread->shadow, at, 1);
}

static void native_writes(hr_thread *thread, uint8_t *frame, const uint32_t *pc,
			  const hr_site *site)
{
	const hr_call *call = &hr_frame_of(frame)->code->calls[pc[1]];
	uint64_t values[3] = {0};

	for (uint32_t i = 0; i < 3 && i < call->arg_count; i++)
		if (hr_con_size(call->args[i].con) == 8)
			values[i] = HR_REG(frame, I64, call->args[i].reg);
	if (call->arg_count == 3 && strcmp(site->name, "memset") == 0) {
		hr_shadow_clear(thread->shadow, values[0], values[2]);
		return;
	}
	if (call->arg_count == 3 &&
	    (strcmp(site->name, "memcpy") == 0 || strcmp(site->name, "memmove") == 0)) {
		hr_uninit_copy(thread, values[0], values[1], values[2]);
		return;
	}
	for (uint32_t i = 0; i < call->arg_count; i++)
		if (call->args[i].is_ptr)
			maybe_written(thread, frame, HR_REG(frame, I64, call->args[i].reg));
}

void hr_uninit_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      bool tainted)
{
	native_writes(thread, frame, pc, site);
	if (tainted)
		hr_taint_native(thread, frame, pc, site);
}

void hr_uninit_enter(hr_thread *thread, const uint8_t *frame, const hr_site *site, uint8_t *inner,
		     bool tainted)
{
	hr_uninit_frame(thread, site->code, inner);
	for (uint32_t i = 0; i < site->move_count; i++)
		if (site->moves[i].byval)
			hr_uninit_copy(thread, HR_REG(inner, I64, site->moves[i].to),
				       HR_REG(frame, I64, site->moves[i].from),
				       site->moves[i].byval);
	if (tainted)
		hr_taint_enter(thread, frame, site, inner);
}

/* --- findings --------------------------------------------------------------------------------- */

static const origin *value_of(const hr_checker *checker, uint32_t number)
{
	const origin *from = origin_of(checker->uninit, number);

	return from->kind == STORED ? origin_of(checker->uninit, from->from) : from;
}

/* The place that read it first. */
static void find_also(hr_checker *checker, uint32_t number)
{
	const origin *from = value_of(checker, number);

	if (from->kind == READ && from->site)
		hr_check_also(checker, from->site, "the value is read from memory", (hr_where){0});
}

static const char *value_text(hr_checker *checker, uint32_t number)
{
	const origin *from = value_of(checker, number);

	return hr_arena_printf(&checker->arena, "a value that nobody wrote: it comes from %s",
			       from->text);
}

void hr_uninit_complain(hr_thread *thread, const uint32_t *pc, const char *use, uint32_t number)
{
	hr_checker *checker = thread->run->checker;
	check_site *site = site_at(thread, pc);
	hr_diag_facts facts = {0};

	number &= ~(uint32_t)HR_COMPUTED;
	if (hr_check_known(checker, HR_D_uninitialised, site, number))
		return;
	facts.origin = value_of(checker, number)->text;
	hr_check_find(checker, thread, HR_D_uninitialised, site, number, &facts,
		      hr_arena_printf(&checker->arena, "%s %s", use, value_text(checker, number)));
	find_also(checker, number);
}

/* Memory that the host looks at: of an argument, or tracked. */
static const char *result_text(hr_checker *checker, const origin *stored, uint64_t address)
{
	const check_range *range = &stored->range;
	hr_diag_facts facts = {0};

	if (stored->kind == STORED && address - range->base < range->end - range->base)
		facts = hr_check_argument_facts(checker, stored->leaf, range, address);
	if (facts.object)
		return hr_check_facts_text(checker, &facts);
	return hr_tracked(checker->run->tracker, (const void *)address, NULL, NULL)
		       ? host_text(checker, address)
		       : NULL;
}

static void judge_result(hr_checker *checker, uint64_t address, uint32_t number)
{
	const origin *stored = origin_of(checker->uninit, number);
	const hr_thread place = {.level = stored->level, .execution = stored->execution};
	const char *what = result_text(checker, stored, address);
	const hr_diag_facts facts = {.object = what, .origin = value_of(checker, number)->text};

	number &= ~(uint32_t)HR_COMPUTED;
	if (!what || hr_check_known(checker, HR_D_uninitialised, stored->site, number))
		return;
	hr_check_find(checker, &place, HR_D_uninitialised, stored->site, number, &facts,
		      hr_arena_printf(&checker->arena, "a result, %s, is %s", what,
				      value_text(checker, number)));
	find_also(checker, number);
}

/* Judged are granules of origins; what the host may write from now on is forgotten. */
static void judge_page(hr_checker *checker, uint64_t page)
{
	uninit_state *state = checker->uninit;
	uint64_t at = page;

	while ((at = hr_shadow_next(&state->shadow, at, page + PAGE)) < page + PAGE) {
		uint64_t granule = at & ~(uint64_t)3;
		uint32_t number = hr_shadow_origin(&state->shadow, at);
		origin_kind kind = origin_of(state, number)->kind;

		if (kind >= READ)
			judge_result(checker, at, number);
		if (kind != RAW_HOST && kind != RAW_FRESH)
			hr_shadow_clear(&state->shadow, granule, 4);
		at = granule + 4;
	}
}

void hr_uninit_ended(hr_checker *checker)
{
	uninit_state *state = checker->uninit;

	if (!state->noted)
		return;
	state->noted = false;
	for (hr_shadow_chunk *chunk = state->shadow.chunks; chunk; chunk = chunk->next)
		for (unsigned i = 0; i < HR_SHADOW_BYTES / PAGE; i++)
			if (chunk->noted[i]) {
				chunk->noted[i] = false;
				judge_page(checker, chunk->base + (uint64_t)i * PAGE);
			}
}
