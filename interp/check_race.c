/* interp/check_race.c -- accesses of different instances that nothing orders.
 *
 * A *unit* is what the instances of a leaf do within one instance of their parent between two
 * barriers: in it nothing orders two instances. Every instance of every unit has a number, given
 * out in order, so a number says unit and instance; memory has a shadow that keeps, for every 4
 * bytes, the numbers of the last writer and of a reader since. Whether one instance came before
 * another is asked of the graph only when the numbers differ.
 *
 * Order, from the innermost node instance that both are in: the same child, then by instance and
 * barrier; different children, then by a path of edges: any all-to-all edge on it orders all
 * instances, else i is before i alone. Executions of a stream: k of a node comes before k + 1 of it
 * and of what its edges reach; what was in flight no more when an execution was pushed comes before
 * it.
 *
 * Limits: of several readers in one unit it is known that they were several and who was the first;
 * a reader in a later unit displaces it when it comes after it, and is forgotten otherwise. A byte
 * written by one instance hides what another did to the rest of its four bytes.
 *
 * Owns:     the shadow, units, scopes.
 * Clauses:  M4, M2, E2, E3, M3, S3.
 * Not here: what an access belongs to (check.c). */
#include <string.h>

#include "check_state.h"
#include "schedule.h"
#include "value_text.h"

/* An instance of an internal node. */
typedef struct scope scope;
struct scope {
	const hr_node *node;
	const scope *parent;
	uint64_t index; /* in reference order */
	unsigned depth;
	/* of a root: */
	const hr_plan *plan;
	uint64_t execution;
	uint64_t begun, closed; /* times of the host's clock; 0: not yet */
};

typedef struct unit {
	uint32_t first, round;
	uint64_t count;
	const hr_node *node;
	const scope *parent;
	int64_t extent[3];
} unit;

typedef struct cell {
	uint32_t writer, reader;	  /* numbers of instances; 0: none */
	uint16_t write_place, read_place; /* index into places; the top bit of the latter: SHARED */
} cell;
_Static_assert(sizeof(cell) == 12, "three bytes of shadow for each byte");

typedef struct place {
	check_site *site;
	uint8_t mask; /* bytes of the granule */
	uint8_t kind;
} place;

enum {
	JUDGED = 4,
	SHARED = 0x8000,
	CHUNK_BITS = 22,
	CHUNK_CELLS = 1 << (CHUNK_BITS - 2),
	TOP_ENTRIES = 1 << (47 - CHUNK_BITS),
};

struct race_state {
	cell **top; /* by address, a chunk each; mapped, owns */
	HR_VEC(cell *) chunks;
	HR_VEC(uint64_t) chunk_numbers;
	HR_VEC(unit) units;    /* ascending first */
	HR_VEC(place) places;  /* 0: unknown */
	HR_VEC(scope *) roots; /* of executions that may still be of interest */
	hr_arena scopes;
	scope **last; /* by hr_node.number: the last instance seen; owns */
	unsigned last_count;
	hr_map reaches; /* internal node to uint8_t[children][children] */
	unsigned open;	/* plans in use */
	uint64_t clock;
	uint32_t floor, next; /* numbers below floor come before everything that runs */
	uint32_t wipes;	      /* how often numbers began again */
	uint32_t self;
	unit current;
	/* Units that come before the running one as a whole, or as a whole do not; from first to
	 * end. */
	struct {
		uint32_t first, end;
		bool before;
	} judged[JUDGED];
	unsigned next_judged;
};

static race_state *state_of(hr_checker *checker)
{
	race_state *race = checker->race;

	if (race)
		return race;
	race = checker->race = hr_alloc_zero(sizeof(*race));
	race->top = hr_pages_map(TOP_ENTRIES * sizeof(*race->top), false);
	race->floor = race->next = 1;
	HR_PUSH(&race->places, (place){NULL, 0xF, HR_ACCESS_READ | HR_ACCESS_WRITE});
	hr_arena_init(&race->scopes);
	return race;
}

void hr_check_race_free(hr_checker *checker)
{
	race_state *race = checker->race;

	if (!race)
		return;
	for (size_t i = 0; i < race->chunks.count; i++)
		hr_pages_unmap(race->chunks.data[i], CHUNK_CELLS * sizeof(cell));
	hr_pages_unmap(race->top, TOP_ENTRIES * sizeof(*race->top));
	HR_VEC_FREE(&race->chunks);
	HR_VEC_FREE(&race->chunk_numbers);
	HR_VEC_FREE(&race->units);
	HR_VEC_FREE(&race->places);
	HR_VEC_FREE(&race->roots);
	hr_arena_free(&race->scopes);
	hr_free(race->last);
	for (size_t i = 0; i < race->reaches.capacity; i++)
		if (race->reaches.used[i])
			hr_free((void *)(uintptr_t)race->reaches.values[i]);
	hr_map_free(&race->reaches);
	hr_free(race);
}

/* --- shadow ----------------------------------------------------------------------------------- */

/* NULL: no address of the program, or no memory for its shadow. */
static cell *cell_of(race_state *race, uint64_t address)
{
	uint64_t chunk = address >> CHUNK_BITS;

	if (chunk >= TOP_ENTRIES || !race->top)
		return NULL;
	if (__builtin_expect(!race->top[chunk], 0)) {
		race->top[chunk] = hr_pages_map(CHUNK_CELLS * sizeof(cell), false);
		if (!race->top[chunk])
			return NULL;
		HR_PUSH(&race->chunks, race->top[chunk]);
		HR_PUSH(&race->chunk_numbers, chunk);
	}
	return &race->top[chunk][address >> 2 & (CHUNK_CELLS - 1)];
}

static void wipe(race_state *race)
{
	for (size_t i = 0; i < race->chunks.count; i++) {
		hr_pages_unmap(race->chunks.data[i], CHUNK_CELLS * sizeof(cell));
		race->top[race->chunk_numbers.data[i]] = NULL;
	}
	race->chunks.count = race->chunk_numbers.count = 0;
	race->units.count = 0;
	race->floor = race->next = 1;
	race->wipes++;
}

void hr_check_race_forget(hr_checker *checker, uint64_t base, uint64_t bytes)
{
	race_state *race = state_of(checker);

	for (uint64_t at = base & ~(uint64_t)3; at < base + bytes; at += 4) {
		if (at >> CHUNK_BITS >= TOP_ENTRIES)
			return;
		if (race->top[at >> CHUNK_BITS])
			*cell_of(race, at) = (cell){0, 0, 0, 0};
		else
			at = (((at >> CHUNK_BITS) + 1) << CHUNK_BITS) - 4;
	}
}

/* --- units and scopes ------------------------------------------------------------------------- */

static uint64_t index_of(const hr_level *level)
{
	return ((uint64_t)level->id[0] * (uint64_t)level->extent[1] + (uint64_t)level->id[1]) *
		       (uint64_t)level->extent[2] +
	       (uint64_t)level->id[2];
}

static const scope *root_scope(hr_checker *checker, race_state *race, const hr_level *level)
{
	scope *made;

	for (size_t i = race->roots.count; i > 0; i--) {
		scope *root = race->roots.data[i - 1];

		if (root->plan == checker->plan && root->execution == checker->execution &&
		    (!root->closed || root->begun > root->closed))
			return root;
	}
	made = HR_ARENA_NEW(&race->scopes, scope);
	*made = (scope){.node = level->node,
			.plan = checker->plan,
			.execution = checker->execution,
			.begun = ++race->clock};
	HR_PUSH(&race->roots, made);
	return made;
}

static const scope *scope_of(hr_checker *checker, race_state *race, const hr_level *level)
{
	const scope *parent;
	scope *made, **last;
	unsigned number = level->node->number;

	if (!level->parent)
		return root_scope(checker, race, level);
	parent = scope_of(checker, race, level->parent);
	if (number >= race->last_count) {
		race->last = hr_resize_array(race->last, number + 16, sizeof(scope *));
		memset(race->last + race->last_count, 0,
		       (number + 16 - race->last_count) * sizeof(scope *));
		race->last_count = number + 16;
	}
	last = &race->last[number];
	if (*last && (*last)->node == level->node && (*last)->parent == parent &&
	    (*last)->index == index_of(level))
		return *last;
	made = HR_ARENA_NEW(&race->scopes, scope);
	*made = (scope){.node = level->node,
			.parent = parent,
			.index = index_of(level),
			.depth = parent->depth + 1};
	*last = made;
	return made;
}

static const unit *unit_of(const race_state *race, uint32_t number)
{
	size_t low = 0, high = race->units.count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (race->units.data[middle].first <= number)
			low = middle;
		else
			high = middle;
	}
	return &race->units.data[low];
}

static void new_unit(race_state *race)
{
	if (race->current.count > UINT32_MAX / 2 - race->next)
		wipe(race);
	memset(race->judged, 0, sizeof(race->judged));
	race->current.first = race->next;
	race->next += (uint32_t)race->current.count;
	HR_PUSH(&race->units, race->current);
}

uint64_t hr_check_race_grid(hr_checker *checker, const hr_level *level, uint64_t count)
{
	race_state *race = state_of(checker);

	race->current = (unit){.count = count,
			       .node = level->node,
			       .parent = scope_of(checker, race, level->parent)};
	memcpy(race->current.extent, level->extent, sizeof(level->extent));
	new_unit(race);
	return (uint64_t)race->wipes << 32 | race->current.first;
}

void hr_check_race_return(hr_checker *checker, const hr_level *level, uint64_t count, uint64_t grid)
{
	race_state *race = state_of(checker);

	if (grid >> 32 != race->wipes) {
		hr_check_race_grid(checker, level, count);
		return;
	}
	race->current = *unit_of(race, (uint32_t)grid);
	memset(race->judged, 0, sizeof(race->judged));
}

void hr_check_race_barrier(hr_checker *checker)
{
	checker->race->current.round++;
	new_unit(checker->race);
}

void hr_check_race_instance(hr_checker *checker, const hr_level *level)
{
	checker->race->self = checker->race->current.first + (uint32_t)index_of(level);
}

/* Whether the instance is of the running unit, which need not be the newest (depth first). */
static inline bool is_current(const race_state *race, uint32_t number)
{
	return number - race->current.first < race->current.count;
}

/* --- the host's clock ------------------------------------------------------------------------- */

void hr_check_race_taken(hr_checker *checker)
{
	state_of(checker)->open++;
}

/* Nothing in flight: everything so far comes before whatever follows. */
static void forget_all(race_state *race)
{
	race->floor = race->next;
	race->units.count = 0;
	race->roots.count = 0;
	if (race->last_count)
		memset(race->last, 0, race->last_count * sizeof(*race->last));
	hr_arena_free(&race->scopes);
	hr_arena_init(&race->scopes);
	if (race->next > UINT32_MAX / 4)
		wipe(race);
}

void hr_check_race_given(hr_checker *checker, const hr_plan *plan)
{
	race_state *race = state_of(checker);

	race->clock++;
	for (size_t i = 0; i < race->roots.count; i++)
		if (race->roots.data[i]->plan == plan && !race->roots.data[i]->closed)
			race->roots.data[i]->closed = race->clock;
	if (!--race->open)
		forget_all(race);
}

void hr_check_race_popped(hr_checker *checker, const hr_plan *plan, uint64_t execution)
{
	race_state *race = state_of(checker);

	race->clock++;
	for (size_t i = 0; i < race->roots.count; i++) {
		scope *root = race->roots.data[i];

		if (root->plan == plan && root->execution == execution && !root->closed)
			root->closed = race->clock;
	}
}

/* --- order ------------------------------------------------------------------------------------ */

enum { NO_PATH, EACH, ALL };

/* What paths of edges lead from child to child: EACH orders i before i, ALL everything. */
static const uint8_t *reach_of(race_state *race, const hr_node *node)
{
	unsigned n = node->child_count;
	uint64_t known;
	uint8_t *reach;

	if (hr_map_get(&race->reaches, hr_map_key(node), &known))
		return (const uint8_t *)(uintptr_t)known;
	reach = hr_alloc_zero((size_t)n * n + 1);
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		uint8_t *to = &reach[edge->source * n + edge->sink];

		if (*to != ALL)
			*to = edge->all_to_all ? ALL : EACH;
	}
	for (unsigned via = 0; via < n; via++)
		for (unsigned a = 0; a < n; a++)
			for (unsigned b = 0; b < n; b++) {
				uint8_t first = reach[a * n + via], second = reach[via * n + b];
				uint8_t both = first > second ? first : second;

				if (first && second && both > reach[a * n + b])
					reach[a * n + b] = both;
			}
	hr_map_put(&race->reaches, hr_map_key(node), hr_map_key(reach));
	return reach;
}

/* One node instance on the way up. */
typedef struct position {
	const hr_node *node;
	uint64_t index;
	const scope *parent; /* NULL: the root */
} position;

static position above(const position *at)
{
	const scope *up = at->parent;

	return (position){up->node, up->index, up->parent};
}

static bool executions_ordered(race_state *race, const scope *a, const scope *b, const position *x,
			       const position *y)
{
	unsigned n = a->node->child_count;

	if (a->closed && a->closed <= b->begun)
		return true;
	if (a->plan != b->plan || a->execution > b->execution)
		return false;
	return x->node == y->node ||
	       reach_of(race, a->node)[x->node->index * n + y->node->index] != NO_PATH;
}

/* Whether instance INDEX of unit A comes before instance OTHER of unit B, which runs. *ALL: so do
 * all of A before all of B. */
static bool before(race_state *race, const unit *a, uint64_t index, const unit *b, uint64_t other,
		   bool *whole)
{
	position x = {a->node, index, a->parent}, y = {b->node, other, b->parent};

	*whole = true;
	while (x.parent->depth > y.parent->depth)
		x = above(&x);
	while (y.parent->depth > x.parent->depth)
		y = above(&y);
	while (x.parent != y.parent) {
		if (!x.parent->parent)
			return executions_ordered(race, x.parent, y.parent, &x, &y);
		x = above(&x);
		y = above(&y);
	}
	if (x.node != y.node) {
		const hr_node *parent = x.parent->node;
		uint8_t path =
			reach_of(race, parent)[x.node->index * parent->child_count + y.node->index];

		*whole = path != EACH;
		return path == ALL || (path == EACH && x.index == y.index);
	}
	if (a->node != x.node)
		return x.index == y.index;
	if (a->first != b->first)
		return true; /* a barrier between them */
	*whole = false;
	return x.index == y.index;
}

/* --- reports ---------------------------------------------------------------------------------- */

enum { TEXT_BYTES = 96 };

static const char *value_text(const check_site *site, const void *value, uint64_t bytes,
			      char text[TEXT_BYTES])
{
	char number[HR_VALUE_TEXT];

	if (!value || (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
		return "";
	snprintf(text, TEXT_BYTES, " of %s",
		 hr_bytes_text(value, (size_t)bytes, site->floating, number));
	return text;
}

static const char *instance_text(hr_arena *arena, const unit *at, uint64_t index)
{
	char *text = hr_arena_printf(arena, "'%s'", at->node->path);
	uint64_t yz = (uint64_t)(at->extent[1] * at->extent[2]), z = (uint64_t)at->extent[2];
	uint64_t id[3] = {index / yz, index % yz / z, index % z};

	for (unsigned d = 0; d < at->node->dims; d++)
		text = hr_arena_printf(arena, "%s%s%llu%s", text, d ? ", " : " (",
				       (unsigned long long)id[d],
				       d + 1 == at->node->dims ? ")" : "");
	for (const scope *up = at->parent; up->parent; up = up->parent)
		if (up->node->dims)
			text = hr_arena_printf(arena, "%s in instance %llu of '%s'", text,
					       (unsigned long long)up->index, up->node->path);
	return text;
}

static const char *why_text(const unit *a, const unit *b)
{
	if (a->first == b->first)
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
		return "an unknown place";
	where = hr_code_where(site->code, site->word);
	if (where.file && where.line)
		return hr_arena_printf(arena, "%s:%u:%u", where.file, where.line, where.column);
	return hr_arena_printf(arena, "word %u of '%s'", site->word, where.function);
}

/* BENIGN: both write, and the bytes are what they were. */
static bool is_benign(const check_access *access, const place *other)
{
	return access->kind == HR_ACCESS_WRITE && !(other->kind & HR_ACCESS_READ) &&
	       access->value &&
	       memcmp(access->value, (const void *)access->address, access->bytes) == 0;
}

static void report(hr_checker *checker, hr_thread *thread, const check_access *access,
		   uint32_t number, const place *other, bool other_writes)
{
	race_state *race = checker->race;
	hr_arena *arena = &checker->arena;
	hr_diag_id id = is_benign(access, other) ? HR_D_data_race_benign : HR_D_data_race;
	uint32_t other_site = other->site ? other->site->number : 0;
	const unit *a = unit_of(race, number);
	bool writes = access->kind & HR_ACCESS_WRITE;
	char mine[TEXT_BYTES], its[TEXT_BYTES];
	const void *now = (const void *)access->address;

	if (hr_diags_severity(checker->run->diags, id) == HR_SEV_OFF ||
	    hr_check_known(checker, id, access->site, other_site))
		return;
	hr_check_find(
		checker, thread, id, access->site, other_site,
		hr_arena_printf(
			arena, "%s%s and %s%s at %s by %s are not ordered: %s; %s",
			verb(access->kind),
			value_text(access->site, writes ? access->value : now, access->bytes, mine),
			verb(other->kind & (other_writes ? ~0u : ~(unsigned)HR_ACCESS_WRITE)),
			value_text(access->site, now, access->bytes, its),
			source_text(arena, other->site), instance_text(arena, a, number - a->first),
			hr_check_object_text(checker, access), why_text(a, &race->current)));
}

/* --- accesses --------------------------------------------------------------------------------- */

static uint16_t place_of(race_state *race, check_site *site, uint8_t mask, unsigned kind)
{
	if (!site)
		return 0;
	if (!site->places[mask]) {
		if (race->places.count >= SHARED)
			return 0;
		site->places[mask] = (uint16_t)race->places.count;
		HR_PUSH(&race->places, (place){site, mask, (uint8_t)kind});
	}
	return site->places[mask];
}

enum verdict { UNJUDGED, BEFORE, APART };

/* What is known of the unit of NUMBER as a whole. */
static inline enum verdict verdict_of(const race_state *race, uint32_t number)
{
	if (number < race->floor)
		return BEFORE;
	for (unsigned i = 0; i < JUDGED; i++)
		if (number >= race->judged[i].first && number < race->judged[i].end)
			return race->judged[i].before ? BEFORE : APART;
	return UNJUDGED;
}

static bool unordered(race_state *race, uint32_t number, bool shared)
{
	const unit *a, *b = &race->current;
	uint64_t index, self = race->self - b->first;
	enum verdict verdict = verdict_of(race, number);
	bool whole, earlier;

	if (verdict != UNJUDGED)
		return verdict == APART;
	a = unit_of(race, number);
	index = number - a->first;
	earlier = before(race, a, index, b, self, &whole);
	if (whole) {
		unsigned i = race->next_judged++ % JUDGED;

		race->judged[i].first = a->first;
		race->judged[i].end = a->first + (uint32_t)a->count;
		race->judged[i].before = earlier;
		return !earlier;
	}
	if (!earlier)
		return true;
	return shared &&
	       (a->first == b->first || !before(race, a, (index + 1) % a->count, b, self, &whole));
}

/* M2: atomics are atomic among the instances of one leaf. */
static bool both_atomic(const race_state *race, uint32_t number, unsigned kinds)
{
	return kinds & HR_ACCESS_ATOMIC && unit_of(race, number)->node == race->current.node;
}

static bool conflicts(race_state *race, uint32_t number, const place *other, uint8_t mask,
		      unsigned kind, bool shared)
{
	return number >= race->floor && (number != race->self || shared) && other->mask & mask &&
	       !both_atomic(race, number, kind & other->kind) && unordered(race, number, shared);
}

/* Only bytes that several have read are marked as shared: nothing may be reported that is not so.
 */
static void note_read(race_state *race, const check_access *access, cell *at, uint16_t where,
		      uint8_t mask)
{
	const place *old = &race->places.data[at->read_place & ~SHARED];
	uint8_t common = mask & old->mask;

	if (at->reader == race->self) {
		if (!(at->read_place & SHARED) && mask & ~old->mask)
			at->read_place =
				place_of(race, access->site, mask | old->mask, access->kind);
		return;
	}
	if (is_current(race, at->reader) && common) {
		if (common != old->mask)
			where = place_of(race, old->site, common, old->kind);
		else
			where = at->read_place;
		at->read_place = where | SHARED;
		return;
	}
	if (at->reader >= race->floor && common &&
	    unordered(race, at->reader, at->read_place & SHARED))
		return; /* what this instance writes later must meet that reader */
	at->reader = race->self;
	at->read_place = where;
}

static void check_granule(hr_checker *checker, hr_thread *thread, const check_access *access,
			  cell *at, uint8_t mask, bool *reported)
{
	race_state *race = checker->race;
	uint16_t where = place_of(race, access->site, mask, access->kind);
	const place *writer = &race->places.data[at->write_place];
	const place *reader = &race->places.data[at->read_place & ~SHARED];
	bool shared = at->read_place & SHARED;

	if (!*reported && conflicts(race, at->writer, writer, mask, access->kind, false)) {
		report(checker, thread, access, at->writer, writer, true);
		*reported = true;
	}
	if (!(access->kind & HR_ACCESS_WRITE)) {
		note_read(race, access, at, where, mask);
		return;
	}
	if (!*reported && conflicts(race, at->reader, reader, mask, access->kind, shared)) {
		report(checker, thread, access, at->reader, reader, false);
		*reported = true;
	}
	if (at->writer == race->self)
		where = place_of(race, access->site, mask | writer->mask, access->kind);
	at->writer = race->self;
	at->write_place = where;
	if (!(race->places.data[at->read_place & ~SHARED].mask & ~mask)) {
		at->reader = 0;
		at->read_place = 0;
	}
}

/* What most reads are: of four bytes that nobody writes, and of which it is noted that this
 * instance, or several of this unit, read them. */
static inline bool is_old_news(const race_state *race, const check_access *access, const cell *at)
{
	if (access->kind & (HR_ACCESS_WRITE | HR_ACCESS_ATOMIC) ||
	    race->places.data[at->read_place & ~SHARED].mask != 0xF ||
	    verdict_of(race, at->writer) != BEFORE)
		return false;
	if (is_current(race, at->reader))
		return at->reader == race->self || at->read_place & SHARED;
	return verdict_of(race, at->reader) == APART;
}

void hr_check_race(hr_checker *checker, hr_thread *thread, const check_access *access)
{
	uint64_t first = access->address & ~(uint64_t)3, end = access->address + access->bytes;
	bool reported = false;

	if (access->site->origin[0].constant && access->area == AREA_GLOBAL)
		return;
	for (uint64_t granule = first; granule < end; granule += 4) {
		cell *at = cell_of(checker->race, granule);
		unsigned from =
			granule < access->address ? (unsigned)(access->address - granule) : 0;
		unsigned to = end - granule < 4 ? (unsigned)(end - granule) : 4;

		if (!at)
			return;
		if (is_old_news(checker->race, access, at))
			continue;
		check_granule(checker, thread, access, at, (uint8_t)(0xF >> (4 - to) & 0xF << from),
			      &reported);
	}
}
