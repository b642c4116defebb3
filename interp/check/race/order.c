/* interp/check/race/order.c -- units and their instances, and the order between them.
 *
 * Two events are ordered by the innermost node instance that contains both. Same child: ordered by
 * instance and barrier. Different children: ordered by a path of edges. If an edge of the path is
 * all-to-all, all instances are ordered; otherwise only instance i before instance i. A barrier
 * strengthens this, because instance i of a leaf after a barrier is ordered after all instances
 * before the barrier. This applies to events of a source before a barrier, to events of a sink
 * after a barrier, and to paths through a leaf that has passed a barrier. Executions of a stream:
 * execution k of a node is ordered before execution k + 1 of the node and of the nodes that its
 * edges reach. An execution that was no longer in flight when another was pushed, or another graph
 * was launched, is ordered before it.
 *
 * Limit:     when the event numbers are exhausted, or there are too many units or releases, all recorded
 *            accesses are discarded.
 *
 * Owns:      units, scopes, places.
 * Clauses:   M4, E2, E3, M3, S3.
 * Not here:  accesses (race.c). */
#include <string.h>

#include "interp/check/race/check_race.h"

enum {
	LEAST_SHIFT = 3, /* log2 of the initial number of places */
	MOST_SHIFT = 16,
	TRIED = 64,
	KEPT = 256, /* number of past executions of which records are kept */
	MOST_UNITS = 512 * 1024,
};

static race_state *new_state(void)
{
	race_state *race = hr_alloc_zero(sizeof(*race));

	hr_cells_init(race);
	race->floor = race->calm = race->next = 1;
	race->first_link = LISTS;
	return race;
}

race_state *hr_race_state(hr_checker *checker)
{
	if (!checker->race) {
		checker->race = new_state();
		if (checker->run->program->parts_memory)
			checker->race->shared = new_state();
	}
	return checker->race;
}

static void free_places(race_state *race)
{
	for (size_t i = 0; i < race->places.capacity; i++) {
		leaf_places *places;

		if (!race->places.used[i])
			continue;
		places = (leaf_places *)(uintptr_t)race->places.values[i];
		HR_VEC_FREE(&places->list);
		hr_map_free(&places->known);
	}
	hr_map_free(&race->places);
}

static void free_root(scope *root)
{
	hr_arena_free(&root->scopes);
	hr_free(root);
}

static void free_roots(race_state *race)
{
	for (size_t i = 0; i < race->roots.count; i++)
		free_root(race->roots.data[i]);
	for (size_t i = 0; i < race->closed.count; i++)
		free_root(race->closed.data[i]);
	race->roots.count = race->closed.count = 0;
}

void hr_race_free(race_state *race)
{
	hr_cells_free(race);
	free_places(race);
	for (size_t i = 0; i < race->kept.count; i++)
		hr_free(race->kept.data[i]);
	HR_VEC_FREE(&race->kept);
	for (size_t i = 0; i < race->paths.count; i++)
		hr_paths_free(race->paths.data[i]);
	HR_VEC_FREE(&race->paths);
	HR_VEC_FREE(&race->units);
	free_roots(race);
	HR_VEC_FREE(&race->roots);
	HR_VEC_FREE(&race->closed);
	HR_VEC_FREE(&race->launched);
	HR_VEC_FREE(&race->links);
	HR_VEC_FREE(&race->open);
	hr_race_sync_forget(race);
	hr_free(race->clocks);
	for (size_t i = 0; i < race->paused.capacity; i++)
		if (race->paused.used[i])
			hr_free((void *)(uintptr_t)race->paused.values[i]);
	hr_map_free(&race->paused);
	hr_free(race->last);
	hr_map_free(&race->reaches);
	hr_free(race);
}

static hr_paths *paths_of(race_state *race, const hr_node *node)
{
	uint64_t known;
	hr_paths *made;

	if (hr_map_get(&race->reaches, hr_map_key(node), &known))
		return (hr_paths *)(uintptr_t)known;
	made = hr_paths_new(node);
	HR_PUSH(&race->paths, made);
	hr_map_put(&race->reaches, hr_map_key(node), hr_map_key(made));
	return made;
}

bool hr_race_path(race_state *race, const hr_node *a, const hr_node *b)
{
	return hr_path_before_barriers(paths_of(race, a->parent), a, b) == HR_PATH_ALL;
}

static void *kept(race_state *race, size_t bytes)
{
	void *memory = hr_alloc_zero(bytes);

	HR_PUSH(&race->kept, memory);
	return memory;
}

/* --- units and scopes ------------------------------------------------------------------------- */

static open_plan *open_of(race_state *race, const hr_plan *plan)
{
	for (size_t i = 0; i < race->open.count; i++)
		if (race->open.data[i].plan == plan)
			return &race->open.data[i];
	return NULL;
}

static scope *root_scope(hr_checker *checker, race_state *race, const hr_level *level)
{
	const open_plan *open = open_of(race, checker->plan);
	uint64_t launched = open ? open->launched : 0;
	scope *made;

	for (size_t i = race->roots.count; i > 0; i--) {
		scope *root = race->roots.data[i - 1];

		if (root->plan == checker->plan && root->execution == checker->execution)
			return root;
	}
	made = hr_alloc(sizeof(*made));
	*made = (scope){.node = level->node,
			.root = made,
			.serial = ++race->serial,
			.paths = paths_of(race, level->node),
			.plan = checker->plan,
			.execution = checker->execution,
			.begun = launched ? launched : ++race->clock,
			.streams = !launched};
	HR_PUSH(&race->roots, made);
	return made;
}

static scope *scope_of(hr_checker *checker, race_state *race, const hr_level *level)
{
	scope *parent, *made, **last;
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
	    (*last)->index == hr_instance_index(level->extent, level->id))
		return *last;
	made = HR_ARENA_NEW(&parent->root->scopes, scope);
	*made = (scope){.node = level->node,
			.parent = parent,
			.root = parent->root,
			.serial = ++race->serial,
			.paths = paths_of(race, level->node),
			.index = hr_instance_index(level->extent, level->id),
			.depth = parent->depth + 1};
	*last = made;
	return made;
}

static void forget_judged(race_state *race)
{
	memset(race->judged, 0, sizeof(race->judged));
	memset(race->far, 0, sizeof(race->far));
	memset(&race->mate, 0, sizeof(race->mate));
}

static void wipe(race_state *race)
{
	hr_race_sync_forget(race);
	hr_cells_wipe(race);
	race->units.count = race->calm_units = 0;
	race->links.count = 0;
	race->first_link = LISTS;
	race->free_link = 0;
	race->full = false;
	race->floor = race->calm = race->next = 1;
	forget_judged(race);
	race->wipes++;
}

/* Make the instance that OLD was, and those above it, again. Barriers that it has passed stay passed. */
static scope *renew_scope(race_state *race, const scope *old)
{
	const hr_path_rounds rounds = old->rounds;
	const unsigned children = old->node->child_count;
	scope *made = old->parent ? HR_ARENA_NEW(&old->root->scopes, scope) : old->root;

	if (old->parent) {
		*made = *old;
		made->parent = renew_scope(race, old->parent);
		if (old->node->number < race->last_count)
			race->last[old->node->number] = made;
	}
	made->rounds = (hr_path_rounds){0};
	for (unsigned i = 0; rounds.passed && i < children; i++)
		if (rounds.passed[i])
			hr_path_passed(&made->rounds, &made->root->scopes, old->node->children[i],
				       rounds.passed[i]);
	return made;
}

static void drop_scopes(scope *root)
{
	if (root->scopes.blocks)
		hr_arena_free(&root->scopes);
	root->scopes = (hr_arena){0};
	root->rounds = (hr_path_rounds){0};
}

/* No unit is recorded: discard the instances of internal nodes but for those around the running unit. */
static void renew_scopes(race_state *race)
{
	scope *root = race->current.node ? race->current.parent->root : NULL;
	hr_arena old = {0};

	if (race->last_count)
		memset(race->last, 0, race->last_count * sizeof(*race->last));
	for (size_t i = 0; i < race->roots.count; i++)
		if (race->roots.data[i] != root)
			drop_scopes(race->roots.data[i]);
	for (size_t i = 0; i < race->closed.count; i++)
		if (race->closed.data[i] != root)
			drop_scopes(race->closed.data[i]);
	if (!root)
		return;
	old = root->scopes;
	root->scopes = (hr_arena){0};
	race->current.parent = renew_scope(race, race->current.parent);
	hr_arena_free(&old);
}

/* --- order ------------------------------------------------------------------------------------ */

/* A node instance, on the way up to a common ancestor. */
typedef struct position {
	const hr_node *node;
	uint64_t index;
	const scope *parent; /* NULL for the root */
} position;

static position above(const position *at)
{
	const scope *up = at->parent;

	return (position){up->node, up->index, up->parent};
}

/* Return how paths of edges order child A before child B, which is running, in an instance. */
static enum hr_path path_in(const scope *of, const hr_node *a, const hr_node *b)
{
	return hr_path_in(of->paths, &of->rounds, &of->root->scopes, a, b);
}

static bool executions_ordered(const scope *a, const scope *b, const position *x, const position *y)
{
	if (a->closed && a->closed <= b->begun)
		return true;
	if (!a->streams || !b->streams || a->plan != b->plan || a->execution > b->execution)
		return false;
	return x->node == y->node ||
	       hr_path_before_barriers(a->paths, x->node, y->node) != HR_NO_PATH;
}

static bool same_grid(const unit *a, const unit *b)
{
	return a->node == b->node && a->parent == b->parent;
}

bool hr_same_round(const unit *a, const unit *b)
{
	return same_grid(a, b) && a->round == b->round;
}

bool hr_same_unit(const unit *a, const unit *b)
{
	return hr_same_round(a, b) && a->stage == b->stage;
}

/* Return true if all instances of unit A reached a barrier after it, or all of unit B one before
 * it. A and B lie in children X and Y of one node instance. */
static bool met(const unit *a, const position *x, const unit *b, const position *y)
{
	const uint32_t *rounds = x->parent->rounds.passed;

	if (y->node == b->node && b->round)
		return true;
	return x->node == a->node && rounds && rounds[a->node->index] > a->round;
}

/* Return true if instance INDEX of unit A is ordered before instance OTHER of unit B, the running
 * one. *WHOLE is set to true if the answer holds for all instances of A and B. */
static bool before(const unit *a, uint64_t index, const unit *b, uint64_t other, bool *whole)
{
	position x = {a->node, index, a->parent}, y = {b->node, other, b->parent};

	*whole = true;
	while (x.parent->depth > y.parent->depth)
		x = above(&x);
	while (y.parent->depth > x.parent->depth)
		y = above(&y);
	while (x.parent != y.parent) {
		if (!x.parent->parent)
			return executions_ordered(x.parent, y.parent, &x, &y);
		x = above(&x);
		y = above(&y);
	}
	if (x.node != y.node) {
		enum hr_path found = path_in(x.parent, x.node, y.node);

		*whole = found != HR_PATH_EACH || met(a, &x, b, &y);
		return found == HR_PATH_ALL ||
		       (found == HR_PATH_EACH && (*whole || x.index == y.index));
	}
	if (a->node != x.node)
		return x.index == y.index;
	if (a->round != b->round)
		return true; /* a barrier orders them */
	*whole = false;
	return x.index == y.index;
}

enum verdict { UNJUDGED, BEFORE, APART };

/* Return what the caches hold about the unit of NUMBER as a whole. */
static enum verdict verdict_of(const race_state *race, uint32_t number)
{
	if (hr_is_past(race, number))
		return BEFORE;
	for (unsigned i = 0; i < JUDGED; i++)
		if (number >= race->judged[i].first && number < race->judged[i].end)
			return race->judged[i].before ? BEFORE : APART;
	return UNJUDGED;
}

/* Unit A is ordered before the running unit only instance by instance, if at all: cache it if
 * so. */
static void remember_mate(race_state *race, const unit *a)
{
	const unit *b = &race->current;

	if (a->parent != b->parent || a->node == b->node || a->count < b->count ||
	    !race->numbered || path_in(b->parent, a->node, b->node) != HR_PATH_EACH)
		return;
	race->mate.first = a->first;
	race->mate.shift = a->shift;
	race->mate.span = a->each;
}

static bool ordered_by_graph(race_state *race, uint32_t event, bool shared)
{
	enum verdict verdict = verdict_of(race, event);
	const unit *a, *b = &race->current;
	unit scratch;
	uint64_t index;
	bool whole, earlier;

	if (verdict != UNJUDGED)
		return verdict == BEFORE;
	a = hr_unit_of(race, event, &scratch);
	index = hr_event_index(a, event);
	earlier = before(a, index, b, race->index, &whole);
	if (whole) {
		unsigned i = race->next_judged++ % JUDGED;

		race->judged[i].first = a->first;
		race->judged[i].end = hr_unit_end(a);
		race->judged[i].before = earlier;
		if (earlier) {
			i = race->next_far++ % FAR;
			race->far[i].first = a->first;
			race->far[i].span = a->all;
		}
		return earlier;
	}
	if (a->stage != b->stage && hr_same_round(a, b))
		return (earlier && !shared) || hr_race_warp_ordered(race, a, index, shared);
	remember_mate(race, a);
	return earlier && (!shared || (!hr_same_unit(a, b) &&
				       before(a, (index + 1) % a->count, b, race->index, &whole)));
}

bool hr_race_ordered(race_state *race, uint32_t event, bool shared)
{
	return ordered_by_graph(race, event, shared) || hr_race_synchronised(race, event);
}

/* --- events ----------------------------------------------------------------------------------- */

static leaf_places *places_of(race_state *race, const hr_node *leaf)
{
	leaf_places *places;
	uint64_t known;

	if (hr_map_get(&race->places, hr_map_key(leaf), &known))
		return (leaf_places *)(uintptr_t)known;
	places = kept(race, sizeof(*places));
	HR_PUSH(&places->list, (race_place){NULL, HR_ACCESS_READ | HR_ACCESS_WRITE, 0});
	hr_map_put(&race->places, hr_map_key(leaf), hr_map_key(places));
	return places;
}

/* Return the NTH of the units that ENTRY stands for. */
static unit nth_of(const unit *entry, uint32_t nth)
{
	unit of = *entry;

	of.first += nth * of.all;
	of.whole = nth ? of.first : of.whole;
	of.round += nth;
	of.newer = nth == of.repeats ? of.newer : 0;
	of.repeats = 0;
	return of;
}

static bool is_before(race_state *race, const unit *entry, uint32_t nth)
{
	unit of = nth_of(entry, nth);
	bool whole;

	return before(&of, 0, &race->current, 0, &whole) && whole;
}

/* Find how many of the oldest units are ordered before the running one. Units that were ordered
 * before PREVIOUS are so now if PREVIOUS is; NULL: none. */
static void find_calm(race_state *race, const unit *previous)
{
	const unit *units = race->units.data;
	size_t count = race->units.count, calm = race->calm_units;
	bool whole;

	if (!previous || !(before(previous, 0, &race->current, 0, &whole) && whole))
		calm = 0;
	for (unsigned tried = 0; calm < count && tried < TRIED; calm++, tried++)
		if (!is_before(race, &units[calm], units[calm].repeats))
			break;
	race->calm_units = calm;
	race->calm = calm < count ? units[calm].first : race->next;
	/* all units of the entry except the last */
	if (calm < count && units[calm].repeats &&
	    is_before(race, &units[calm], units[calm].repeats - 1))
		race->calm += units[calm].repeats * units[calm].all;
}

/* Find how many of the newest units are ordered before the running one: PREVIOUS, and the units
 * near to it. */
static void find_near(race_state *race, const unit *previous)
{
	unit *current = &race->current;
	bool whole;

	current->near = current->first;
	if (previous && hr_unit_end(previous) == current->first &&
	    before(previous, 0, current, 0, &whole) && whole)
		current->near = previous->near;
}

static void find_self(race_state *race)
{
	race->self = race->index < race->current.count
			     ? race->current.first + (uint32_t)(race->index << race->current.shift)
			     : 0;
}

/* Allocate the event numbers of COUNT instances of the running unit. */
static void number(race_state *race, uint64_t count)
{
	unit *current = &race->current;

	current->shift = LEAST_SHIFT;
	while (current->shift < MOST_SHIFT &&
	       current->places->list.count > UINT64_C(1) << current->shift)
		current->shift++;
	while (current->shift && count > (LISTS - 2) >> current->shift)
		current->shift--;
	current->count = count < LISTS - 2 ? count : LISTS - 2;
	if (race->full || race->units.count >= MOST_UNITS || hr_race_sync_is_full(race) ||
	    current->count << current->shift > LISTS - 1 - race->next) {
		wipe(race);
		renew_scopes(race);
		race->missed = true; /* discarded events may be unordered with later ones */
		current->whole = race->next;
	}
	current->first = race->next;
	current->newer = 0;
	current->each = UINT32_C(1) << current->shift;
	current->all = (uint32_t)(current->count << current->shift);
	race->next += current->all;
}

/* Return the index of the list entry of the unit of EVENT. */
static size_t entry_of(const race_state *race, uint32_t event)
{
	size_t low = 0, high = race->units.count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (race->units.data[middle].first <= event)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Return true if NEXT is one barrier later than the last unit of ENTRY, and its numbers follow
 * directly. */
static bool goes_on(const unit *entry, const unit *next)
{
	return next->round == entry->round + entry->repeats + 1 && same_grid(entry, next) &&
	       next->stage == entry->stage &&
	       next->first == entry->first + (entry->repeats + 1) * entry->all &&
	       next->shift == entry->shift && next->count == entry->count &&
	       next->near == entry->near && !entry->newer;
}

static void keep(race_state *race)
{
	if (race->units.count && goes_on(&HR_LAST(&race->units), &race->current))
		HR_LAST(&race->units).repeats++;
	else
		HR_PUSH(&race->units, race->current);
}

/* SAME: no barrier of the group is between it and the PREVIOUS unit. */
static void begin_unit(race_state *race, uint64_t count, const unit *previous, bool same)
{
	uint32_t wipes = race->wipes;

	race->passed = (race_passed){0};
	forget_judged(race);
	number(race, count);
	previous = wipes == race->wipes ? previous : NULL;
	find_calm(race, previous);
	find_near(race, previous);
	race->calm = race->calm < race->current.first ? race->calm : race->current.first;
	if (!same || !previous)
		race->current.whole = race->current.first;
	keep(race);
}

/* Begin another segment, because the places no longer fit. */
void hr_race_go_on(race_state *race)
{
	uint32_t old = race->current.first, wipes = race->wipes;

	number(race, race->current.count);
	if (wipes == race->wipes)
		race->units.data[entry_of(race, old)].newer = race->current.first;
	race->current.near = race->current.first;
	keep(race);
	find_self(race);
}

uint64_t hr_race_grid_name(const race_state *race)
{
	return (uint64_t)race->wipes << 32 | race->current.first;
}

uint64_t hr_race_grid(hr_checker *checker, race_state *race, const hr_level *level, uint64_t count)
{
	unit previous = race->current;
	scope *parent = scope_of(checker, race, level->parent);

	/* The grid may resume after a barrier, when earlier records have been discarded. */
	race->current = (unit){
		.node = level->node,
		.parent = parent,
		.round = parent->rounds.passed ? parent->rounds.passed[level->node->index] : 0,
		.places = places_of(race, level->node)};
	memcpy(race->current.extent, level->extent, sizeof(level->extent));
	race->self = 0;
	race->lanes = checker->run->program->warp ? checker->run->program->warp : 1;
	race->warp_lanes = checker->run->program->syncs_warps ? checker->run->program->warp : 0;
	if (race->warp_lanes)
		hr_race_warp_forget(race);
	begin_unit(race, count, previous.node ? &previous : NULL, false);
	race->numbered = race->current.count == count;
	return hr_race_grid_name(race);
}

void hr_race_return(hr_checker *checker, race_state *race, const hr_level *level, uint64_t count,
		    uint64_t grid)
{
	unit scratch;
	const unit *at;

	if (grid >> 32 != race->wipes) {
		hr_race_grid(checker, race, level, count);
		return;
	}
	at = hr_unit_of(race, (uint32_t)grid, &scratch);
	while (at->newer)
		at = hr_unit_of(race, at->newer, &scratch);
	race->current = *at;
	hr_race_warp_resume(race);
	race->numbered = at->count == count;
	race->self = 0;
	race->passed = (race_passed){0};
	forget_judged(race);
	find_calm(race, NULL);
}

void hr_race_barrier(race_state *race, bool atomics)
{
	unit previous = race->current;

	hr_race_sync_barrier(race, atomics);
	race->current.round++;
	if (race->warp_lanes)
		race->current.stage = ++race->stage; /* units of several rounds are not merged */
	race->current.lanes = 0;
	hr_path_passed(&race->current.parent->rounds, &race->current.parent->root->scopes,
		       race->current.node, race->current.round);
	begin_unit(race, race->current.count, &previous, false);
}

void hr_race_next_stage(race_state *race, uint64_t warp)
{
	unit previous = race->current;

	race->current.stage = ++race->stage;
	race->current.warp = warp;
	race->current.lanes = 0;
	begin_unit(race, race->current.count, &previous, true);
}

/* The instance that begins to run is a lane of a warp: a unit has lanes of one warp only. */
static void enter_warp(race_state *race)
{
	const unsigned lanes = race->warp_lanes;
	const uint64_t warp = race->index / lanes;

	if (race->current.warp != warp || !race->current.lanes)
		hr_race_next_stage(race, warp);
	race->current.lanes |= UINT64_C(1) << race->index % lanes;
	race->units.data[entry_of(race, race->current.first)].lanes = race->current.lanes;
}

void hr_race_instance(race_state *race, const hr_level *level)
{
	race->index = hr_instance_index(level->extent, level->id);
	if (race->warp_lanes && level->node == race->current.node)
		enter_warp(race);
	find_self(race);
}

const unit *hr_unit_of(const race_state *race, uint32_t event, unit *scratch)
{
	const unit *entry = &race->units.data[entry_of(race, event)];
	uint32_t nth;

	if (!entry->repeats)
		return entry;
	nth = (event - entry->first) / entry->all;
	*scratch = nth_of(entry, nth < entry->repeats ? nth : entry->repeats);
	return scratch;
}

race_place hr_event_place(const unit *of, uint32_t event)
{
	uint32_t index = (event - of->first) & ((UINT32_C(1) << of->shift) - 1);

	return of->places->list.data[index];
}

uint32_t hr_race_event(race_state *race, const check_access *access)
{
	check_site *site = access->site;
	const bool second = access->second;
	const unsigned kind = access->kind;
	leaf_places *places = race->current.places;
	/* an atomic operation that may write need not */
	const bool writes = kind & HR_ACCESS_WRITE;
	uint64_t key = (uint64_t)site->number << 2 | (uint64_t)writes << 1 | second, index;

	if (!hr_map_get(&places->known, key, &index)) {
		index = places->list.count;
		HR_PUSH(&places->list, (race_place){site, (uint8_t)kind, (uint8_t)access->bytes});
		hr_map_put(&places->known, key, index);
		race->atomic_reads |= kind == (HR_ACCESS_READ | HR_ACCESS_ATOMIC);
	}
	if (index >> race->current.shift) {
		hr_race_go_on(race);
		if (index >> race->current.shift)
			index = 0; /* too many instances to number their places */
	}
	return race->self ? race->self + (uint32_t)index : 0;
}

/* --- the host's clock ------------------------------------------------------------------------- */

static void forget_all(race_state *race);

/* The host ran alone; a graph begins now. */
static void end_rest(race_state *race)
{
	if (race->idle)
		forget_all(race);
	race->idle = false;
}

uint64_t hr_race_launched(race_state *race)
{
	end_rest(race);
	race->crowded |= race->open.count || race->launched.count;
	HR_PUSH(&race->launched, ++race->clock);
	return race->clock;
}

void hr_race_taken(race_state *race, const hr_plan *plan, uint64_t launched)
{
	end_rest(race);
	for (size_t i = 0; i < race->launched.count; i++)
		if (race->launched.data[i] == launched) {
			race->launched.data[i] = HR_LAST(&race->launched);
			race->launched.count--;
		}
	race->crowded |= race->open.count || race->launched.count;
	HR_PUSH(&race->open, (open_plan){plan, launched});
}

/* No graph is in flight: everything recorded is ordered before whatever follows. */
static void forget_all(race_state *race)
{
	race->floor = race->calm = race->next;
	race->units.count = race->calm_units = 0;
	race->current.node = NULL;
	race->crowded = false;
	race->first_link += (uint32_t)race->links.count;
	race->links.count = 0;
	race->free_link = 0;
	if (race->last_count)
		memset(race->last, 0, race->last_count * sizeof(*race->last));
	free_roots(race);
	hr_race_sync_forget(race);
	if (race->next > LISTS / 2 || race->first_link > LISTS + LISTS / 8)
		wipe(race);
}

/* Return the earliest time at which an execution has begun that is in flight, or will run. */
static uint64_t oldest_begun(const race_state *race)
{
	uint64_t oldest = race->clock;

	for (size_t i = 0; i < race->roots.count; i++)
		if (race->roots.data[i]->begun < oldest)
			oldest = race->roots.data[i]->begun;
	for (size_t i = 0; i < race->launched.count; i++)
		if (race->launched.data[i] < oldest)
			oldest = race->launched.data[i];
	for (size_t i = 0; i < race->open.count; i++)
		if (race->open.data[i].launched && race->open.data[i].launched < oldest)
			oldest = race->open.data[i].launched;
	return oldest;
}

/* Discard the oldest units, as long as their executions are past. */
static void forget_units(race_state *race)
{
	unit *units = race->units.data;
	size_t count = 0;

	while (count < race->units.count && units[count].parent->root->past)
		count++;
	if (!count)
		return;
	race->units.count -= count;
	race->floor = race->units.count ? units[count].first : race->next;
	memmove(units, units + count, race->units.count * sizeof(*units));
	race->calm_units -= race->calm_units < count ? race->calm_units : count;
	race->calm = race->calm > race->floor ? race->calm : race->floor;
	for (size_t i = 0; i < race->units.count; i++)
		units[i].parent->root->past = false;
}

/* Executions that ended before all that are in flight began are ordered before everything that runs:
 * discard what is recorded about them, but for the latest, whose writes may yet be named
 * (hr_check_writer()). */
static void forget_past(race_state *race)
{
	const uint64_t oldest = oldest_begun(race);
	size_t left = 0;

	for (size_t i = 0; i + KEPT < race->closed.count; i++)
		race->closed.data[i]->past = race->closed.data[i]->closed <= oldest;
	forget_units(race); /* units of others may lie before those of past ones */
	for (unsigned i = 0; i < race->last_count; i++)
		if (race->last[i] && race->last[i]->root->past)
			race->last[i] = NULL;
	if (race->current.node && race->current.parent->root->past)
		race->current.node = NULL;
	for (size_t i = 0; i < race->closed.count; i++) {
		scope *root = race->closed.data[i];

		if (root->past)
			free_root(root);
		else
			race->closed.data[left++] = root;
	}
	race->closed.count = left;
	race->most_closed = 2 * (left + KEPT);
}

/* Close the roots of PLAN: all of them, or that of EXECUTION. */
static void close_roots(race_state *race, const hr_plan *plan, const uint64_t *execution)
{
	size_t left = 0;

	race->clock++;
	for (size_t i = 0; i < race->roots.count; i++) {
		scope *root = race->roots.data[i];

		if (root->plan != plan || (execution && root->execution != *execution)) {
			race->roots.data[left++] = root;
			continue;
		}
		root->closed = race->clock;
		HR_PUSH(&race->closed, root);
	}
	race->roots.count = left;
	if (race->closed.count > race->most_closed)
		forget_past(race);
}

void hr_race_given(race_state *race, const hr_plan *plan)
{
	*open_of(race, plan) = HR_LAST(&race->open);
	race->open.count--;
	close_roots(race, plan, NULL);
	race->idle = !race->open.count && !race->launched.count;
}

void hr_race_popped(race_state *race, const hr_plan *plan, uint64_t execution)
{
	close_roots(race, plan, &execution);
}

/* Discarding the records of the repeated execution loses nothing: what its accesses replaced was
 * ordered before its units, and the repetition makes the accesses again. A unit that was ordered
 * before the last unit need not be ordered before the next. A launched graph counts as launched
 * now, because its races with other graphs in flight were checked in the first run. */
void hr_race_repeat(race_state *race, const hr_plan *plan, uint64_t execution)
{
	open_plan *open = open_of(race, plan);

	if (race->open.count == 1 && !race->launched.count &&
	    race->roots.count + race->closed.count <= 1) {
		forget_all(race);
		return;
	}
	close_roots(race, plan, &execution);
	race->current.node = NULL;
	if (open->launched)
		open->launched = ++race->clock;
}
