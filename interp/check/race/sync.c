/* interp/check/race/sync.c -- instances that locks, atomic operations and fences order.
 *
 * A release at an address by one instance (unlocking a mutex, an atomic write with the ordering `release`, or one
 * behind a fence) orders what the instance has done before what any instance does that acquires the
 * address while that value, or one that atomic operations made of it, is there.
 *
 * Each address has a *log* of its releases. An acquisition is a range of such a log: the releases that the value
 * comes from. What an instance has acquired is a list of ranges that only grows, so that a release stores how long the
 * list was, and not the list. A barrier gives what an instance has acquired to its group.
 *
 * A release is an event number: events of the instance below it are before the release. So the unit continues
 * as another segment after a release, unless the grid is large or there were MOST_SEGMENTS of them.
 *
 * In CUDA a fence before a barrier also releases, by atomic operations of the group after it, what its instance has done. An
 * atomic operation behind a fence is released with what comes before the fence. A barrier of a warp gives what its lanes have
 * acquired to all of them, and a release stores the lane's clock (warp.c).
 *
 * Limit:     of events that are recorded for several instances only the first one's releases are known; after too
 *            many releases, what an instance does after a release counts as done before it: some races are
 *            not reported.
 *
 * Owns:      the logs, and what instances have acquired.
 * Clauses:   M8, M4.
 * Not here:  which calls and operations these are (interp/engine/native.c, ir/program/origin.c). */
#include <string.h>

#include "interp/check/race/check_race.h"
#include "src/arith/warp.h"
#include "src/base/mix.h"

enum { MOST_ENTRIES = 1 << 21 /* of the lists of a state; see race_sync.entries */ };
enum { MOST_SEGMENTS = 1 << 20, MOST_NUMBERS = 1 << 14, LOOKED_AT = 8 };

#define GROUP_INDEX UINT64_MAX

/* The releases FROM to END of a log, acquired by instance BY with a scope. */
typedef struct sync_range {
	uint32_t log, from, end;
	hr_sync_scope scope;
	uint64_t by;
} sync_range;

/* What an instance, or its group (GROUP_INDEX), has acquired. */
typedef struct sync_keeper {
	uint64_t grid, index;
	HR_VEC(sync_range) ranges;
	HR_VEC(sync_range)
	pending;     /* read by atomic operations that do not acquire; until a fence */
	bool fenced; /* the last fence that releases: */
	hr_sync_scope fence_scope;
	uint32_t own, whole, clock; /* see sync_release */
	size_t known, group_known;  /* lengths of the lists at that fence */
	size_t seen;                /* of `ranges`, by the search SEARCH */
	uint64_t search;
	/* how many of `ranges` the lanes PASSED_TO of its warp have got */
	size_t passed;
	uint64_t passed_to;
	/* of a group in CUDA: 1 + the number of what barriers know of fences before them, or 0 */
	uint32_t fences;
} sync_keeper;

/* By instance of a grid: its smaller events are before a fence that it has passed before a barrier. */
typedef struct sync_fences {
	uint32_t *own; /* owns */
	uint64_t count;
} sync_fences;

typedef struct sync_clock {
	uint32_t lanes[HR_WARP_MOST];
} sync_clock;

typedef struct sync_release {
	uint64_t grid, index;
	uint32_t own;   /* smaller events of the instance are before the release */
	uint32_t whole; /* smaller events of the whole grid are: a barrier was passed */
	uint32_t keeper, group;
	size_t known, group_known; /* how much of their lists is before the release */
	uint32_t clock;  /* 1 + the number of the clock of the instance in its warp, or 0 */
	uint32_t event;  /* the write itself, if it is one behind a fence; or 0 */
	uint32_t fences; /* those of its group */
	uint32_t before; /* 1 + the previous release by the same grid in this log, or 0 */
	hr_sync_scope scope;
} sync_release;

typedef struct sync_log {
	HR_VEC(sync_release) releases;
	uint32_t from; /* the present value comes from the releases from here on */
	uint32_t seen_from, seen_end;
	uint64_t search;
} sync_log;

struct race_sync {
	hr_map log_of;    /* by address: 1 + index */
	hr_map keeper_of; /* by instance: 1 + index */
	hr_map last;      /* by log and grid: 1 + the last release */
	hr_map released;  /* grids that have released anything */
	HR_VEC(sync_log) logs;
	HR_VEC(sync_keeper) keepers;
	HR_VEC(sync_clock) clocks;
	HR_VEC(sync_fences) fences;
	HR_VEC(uint32_t)
	fenced; /* keepers that have passed a fence since their group's last barrier */
	HR_VEC(uint32_t) news; /* keepers that have acquired since their group's last barrier */
	uint64_t search;
	uint32_t segments;
	uint64_t entries; /* releases, keepers, ranges, and what barriers and warps know */
	unsigned lanes;   /* of a warp */
};

/* The list of KEEPER up to KNOWN. */
typedef struct sync_task {
	uint32_t keeper;
	size_t known;
} sync_task;

static uint64_t grid_key(const unit *of)
{
	return hr_mix(hr_map_key(of->node) ^ hr_mix(of->parent->serial));
}

static race_sync *state(race_state *race)
{
	if (!race->sync)
		race->sync = hr_alloc_zero(sizeof(*race->sync));
	race->sync->lanes = race->lanes;
	return race->sync;
}

static uint32_t find_keeper(const race_sync *sync, uint64_t grid, uint64_t index)
{
	uint64_t found;

	return hr_map_get(&sync->keeper_of, hr_mix(grid ^ hr_mix(index)), &found) ? (uint32_t)found
										  : 0;
}

/* Return 1 + the number of the keeper, which is made if there is none. */
static uint32_t keeper_for(race_sync *sync, uint64_t grid, uint64_t index)
{
	uint32_t found = find_keeper(sync, grid, index);

	if (found)
		return found;
	HR_PUSH(&sync->keepers, (sync_keeper){.grid = grid, .index = index});
	sync->entries += sizeof(sync_keeper) / sizeof(sync_range);
	found = (uint32_t)sync->keepers.count;
	hr_map_put(&sync->keeper_of, hr_mix(grid ^ hr_mix(index)), found);
	return found;
}

static uint32_t log_for(race_sync *sync, uint64_t address)
{
	uint64_t found;

	if (hr_map_get(&sync->log_of, address, &found))
		return (uint32_t)found - 1;
	HR_PUSH(&sync->logs, (sync_log){0});
	hr_map_put(&sync->log_of, address, sync->logs.count);
	return (uint32_t)sync->logs.count - 1;
}

static sync_keeper *self_of(race_state *race)
{
	race_sync *sync = state(race);
	const uint32_t number = keeper_for(sync, grid_key(&race->current), race->index);

	return &sync->keepers.data[number - 1];
}

/* --- acquiring -------------------------------------------------------------------------------- */

static void add_range(race_sync *sync, sync_keeper *keeper, sync_range range)
{
	for (size_t i = keeper->ranges.count; i && keeper->ranges.count - i < LOOKED_AT; i--) {
		const sync_range *old = &keeper->ranges.data[i - 1];

		if (old->log == range.log && old->from <= range.from && old->end >= range.end &&
		    old->scope >= range.scope && old->by == range.by)
			return;
	}
	HR_PUSH(&keeper->ranges, range);
	sync->entries++;
}

static void note_news(race_sync *sync, sync_keeper *keeper)
{
	const uint32_t number = (uint32_t)(keeper - sync->keepers.data);

	for (size_t i = sync->news.count; i && sync->news.count - i < LOOKED_AT; i--)
		if (sync->news.data[i - 1] == number)
			return;
	HR_PUSH(&sync->news, number);
}

/* The running instance reads what was released at ADDRESS. ACQUIRES: at once, else at its next
 * fence. */
static void acquire(race_state *race, uint64_t address, hr_sync_scope reach, bool acquires)
{
	race_sync *sync = race->sync;
	sync_keeper *self;
	sync_range range;
	const sync_log *log;
	uint64_t found;

	if (!sync || !hr_map_get(&sync->log_of, address, &found))
		return;
	log = &sync->logs.data[found - 1];
	if (log->from == log->releases.count)
		return;
	range = (sync_range){(uint32_t)found - 1, log->from, (uint32_t)log->releases.count, reach,
			     race->index};
	self = self_of(race);
	note_news(sync, self);
	if (acquires)
		add_range(sync, self, range);
	else if (!self->pending.count || HR_LAST(&self->pending).log != range.log)
		HR_PUSH(&self->pending, range);
	else
		HR_LAST(&self->pending) = range;
}

static void acquire_pending(race_sync *sync, sync_keeper *from, sync_keeper *to,
			    hr_sync_scope reach)
{
	for (size_t i = 0; i < from->pending.count; i++) {
		sync_range range = from->pending.data[i];

		range.scope = reach;
		add_range(sync, to, range);
	}
	from->pending.count = 0;
}

/* --- releasing -------------------------------------------------------------------------------- */

/* What the running instance has done so far gets smaller event numbers than what it does next. */
static void separate(hr_checker *checker, race_state *race)
{
	if (checker->in_batch || state(race)->segments >= MOST_SEGMENTS ||
	    race->current.all > MOST_NUMBERS)
		return;
	state(race)->segments++;
	hr_race_go_on(race);
}

/* Return 1 + the number of the running instance's clock in its warp, 0 if it has none. */
static uint32_t clock_now(race_state *race)
{
	const uint32_t *clock = hr_race_warp_clock(race);
	race_sync *sync = race->sync;
	sync_clock made;

	if (!clock)
		return 0;
	memcpy(made.lanes, clock, sizeof(made.lanes));
	if (!sync->clocks.count || memcmp(&HR_LAST(&sync->clocks), &made, sizeof(made)) != 0) {
		HR_PUSH(&sync->clocks, made);
		sync->entries += sizeof(made) / sizeof(sync_range);
	}
	return (uint32_t)sync->clocks.count;
}

static sync_release release_now(race_state *race, hr_sync_scope reach)
{
	race_sync *sync = state(race);
	const uint64_t grid = grid_key(&race->current);
	const uint32_t self = keeper_for(sync, grid, race->index) - 1;
	const uint32_t group = keeper_for(sync, grid, GROUP_INDEX) - 1;

	return (sync_release){.grid = grid,
			      .index = race->index,
			      .own = race->next,
			      .whole = race->current.whole,
			      .clock = clock_now(race),
			      .fences = sync->keepers.data[group].fences,
			      .keeper = self,
			      .group = group,
			      .known = sync->keepers.data[self].ranges.count,
			      .group_known = sync->keepers.data[group].ranges.count,
			      .scope = reach};
}

/* Return true if KEEPER has acquired all of LOG that the present value comes from. */
static bool has_all(const sync_keeper *keeper, const sync_log *log, uint32_t number)
{
	for (size_t i = keeper->ranges.count; i && keeper->ranges.count - i < LOOKED_AT; i--) {
		const sync_range *range = &keeper->ranges.data[i - 1];

		if (range->log == number && range->from <= log->from &&
		    range->end == log->releases.count && range->scope >= HR_SCOPE_DEVICE)
			return true;
	}
	return false;
}

/* A write at ADDRESS, with RELEASE or without (NULL). CHANGES: it makes the value of the old one, so that
 * older releases stay. */
static void write_at(race_state *race, uint64_t address, const sync_release *release, bool changes)
{
	race_sync *sync = state(race);
	uint64_t found, key;
	uint32_t number;
	sync_log *log;

	if (!release && (changes || !hr_map_get(&sync->log_of, address, &found)))
		return;
	number = log_for(sync, address);
	log = &sync->logs.data[number];
	if (!changes && !(release && has_all(&sync->keepers.data[release->keeper], log, number)))
		log->from = (uint32_t)log->releases.count;
	if (!release)
		return;
	key = hr_mix(release->grid ^ hr_mix(number));
	HR_PUSH(&log->releases, *release);
	sync->entries += sizeof(*release) / sizeof(sync_range);
	HR_LAST(&log->releases).before = hr_map_get(&sync->last, key, &found) ? (uint32_t)found : 0;
	hr_map_put(&sync->last, key, log->releases.count);
	hr_map_put(&sync->released, release->grid, 1);
}

void hr_race_atomic_before(race_state *race, const check_access *access)
{
	const hr_ordering *ordering = &access->site->ordering;

	if (race->current.node && access->kind & HR_ACCESS_READ)
		acquire(race, access->address, ordering->scope, ordering->acquires);
}

/* RELEASE is that of a write which does not release what comes before it: what a fence of its instance has released
 * remains, and the write itself, EVENT. */
static void release_by_fence(sync_release *release, const sync_keeper *self, uint32_t event)
{
	const bool fenced = self->fenced;

	release->own = fenced ? self->own : 0;
	release->whole = fenced ? self->whole : 0;
	release->clock = fenced ? self->clock : 0;
	release->known = fenced ? self->known : 0;
	release->group_known = fenced ? self->group_known : 0;
	release->event = event;
	if (fenced && self->fence_scope < release->scope)
		release->scope = self->fence_scope;
}

void hr_race_atomic_after(hr_checker *checker, race_state *race, const check_access *access)
{
	const hr_ordering *ordering = &access->site->ordering;
	const bool changes = access->kind & HR_ACCESS_READ;
	sync_release release;
	sync_keeper *self;
	uint32_t event;

	if (!race->current.node || !(access->kind & HR_ACCESS_WRITE))
		return;
	event = hr_race_event(race, access);
	if (!ordering->releases && !race->sync)
		return;
	release = release_now(race, ordering->scope);
	self = &race->sync->keepers.data[release.keeper];
	if (!ordering->releases)
		release_by_fence(&release, self, event);
	write_at(race, access->address,
		 ordering->releases || self->fenced || release.fences ? &release : NULL, changes);
	if (ordering->releases)
		separate(checker, race);
}

void hr_race_fence(hr_checker *checker, race_state *race, const hr_ordering *ordering)
{
	sync_release release;
	sync_keeper *self;

	if (!race->current.node)
		return;
	self = self_of(race);
	if (ordering->acquires)
		acquire_pending(race->sync, self, self, ordering->scope);
	if (!ordering->releases)
		return;
	release = release_now(race, ordering->scope);
	self = &race->sync->keepers.data[release.keeper];
	self->fenced = true;
	self->fence_scope = ordering->scope;
	self->own = release.own;
	self->whole = release.whole;
	self->clock = release.clock;
	if (ordering->scope >= HR_SCOPE_DEVICE)
		HR_PUSH(&race->sync->fenced, release.keeper);
	self->known = release.known;
	self->group_known = release.group_known;
	separate(checker, race);
}

void hr_race_sync(hr_checker *checker, race_state *race, bool releases, uint64_t address)
{
	sync_release release;

	if (!race->current.node)
		return;
	if (!releases) {
		acquire(race, address, HR_SCOPE_SYSTEM, true);
		return;
	}
	release = release_now(race, HR_SCOPE_SYSTEM);
	write_at(race, address, &release, true);
	separate(checker, race);
}

/* PTX: a fence before a barrier releases what its instance has done by atomic operations of others after the
 * barrier. Keep what the group's instances have done before such fences. */
static void keep_fences(race_state *race, uint64_t grid, sync_keeper *group)
{
	race_sync *sync = race->sync;
	const uint64_t count = race->current.count;
	sync_fences made = {.count = count};
	size_t left = 0;

	for (size_t i = 0; i < sync->fenced.count; i++) {
		const sync_keeper *keeper = &sync->keepers.data[sync->fenced.data[i]];

		if (keeper->grid != grid) {
			sync->fenced.data[left++] = sync->fenced.data[i];
			continue;
		}
		if (!made.own) {
			made.own = hr_alloc_array(count, sizeof(uint32_t));
			if (group->fences)
				memcpy(made.own, sync->fences.data[group->fences - 1].own,
				       count * sizeof(uint32_t));
		}
		if (keeper->index < count && made.own[keeper->index] < keeper->own)
			made.own[keeper->index] = keeper->own;
	}
	sync->fenced.count = left;
	if (!made.own)
		return;
	HR_PUSH(&sync->fences, made);
	sync->entries += count / 8;
	group->fences = (uint32_t)sync->fences.count;
}

/* Give what instances of the running grid have acquired to all of it. ATOMICS: also what they have read without
 * acquiring it. */
void hr_race_sync_barrier(race_state *race, bool atomics)
{
	race_sync *sync = race->sync;
	uint64_t grid;
	uint32_t group;
	size_t left = 0;

	if (!sync || (!sync->news.count && !sync->fenced.count))
		return;
	grid = grid_key(&race->current);
	group = keeper_for(sync, grid, GROUP_INDEX) - 1;
	if (atomics)
		keep_fences(race, grid, &sync->keepers.data[group]);
	else
		sync->fenced.count = 0;
	for (size_t i = 0; i < sync->news.count; i++) {
		sync_keeper *keeper = &sync->keepers.data[sync->news.data[i]];
		sync_keeper *to = &sync->keepers.data[group];

		if (keeper->grid != grid) {
			sync->news.data[left++] = sync->news.data[i];
			continue;
		}
		if (atomics)
			acquire_pending(sync, keeper, keeper, HR_SCOPE_DEVICE);
		for (size_t r = 0; r < keeper->ranges.count; r++)
			add_range(sync, to, keeper->ranges.data[r]);
	}
	sync->news.count = left;
}

void hr_race_sync_warp(race_state *race, uint64_t first, uint64_t members)
{
	race_sync *sync = race->sync;
	const uint64_t grid = sync ? grid_key(&race->current) : 0;
	HR_VEC(sync_range) joined = {0};

	for (unsigned m = 0; sync && m < HR_WARP_MOST; m++) {
		const uint32_t number = members >> m & 1 ? find_keeper(sync, grid, first + m) : 0;
		sync_keeper *keeper = number ? &sync->keepers.data[number - 1] : NULL;

		if (!keeper)
			continue;
		if (members & ~keeper->passed_to)
			keeper->passed = 0;
		for (size_t i = keeper->passed; i < keeper->ranges.count; i++)
			HR_PUSH(&joined, keeper->ranges.data[i]);
	}
	for (unsigned m = 0; joined.count && m < HR_WARP_MOST; m++) {
		sync_keeper *keeper;
		uint32_t number;

		if (!(members >> m & 1))
			continue;
		number = keeper_for(sync, grid, first + m);
		keeper = &sync->keepers.data[number - 1];
		for (size_t i = 0; i < joined.count; i++)
			add_range(sync, keeper, joined.data[i]);
		keeper->passed = keeper->ranges.count;
		keeper->passed_to = members;
	}
	HR_VEC_FREE(&joined);
}

/* --- order ------------------------------------------------------------------------------------ */

/* Return true if the scopes of a release and an acquisition by instance BY of GRID both include the other
 * instance. */
static bool in_scope(const race_sync *sync, const sync_release *release, const sync_range *range,
		     uint64_t grid)
{
	const hr_sync_scope least = release->scope < range->scope ? release->scope : range->scope;

	return hr_race_scope_includes(sync->lanes, least, release->grid == grid, release->index,
				      range->by);
}

bool hr_race_scope_includes(unsigned lanes, hr_sync_scope reach, bool same_group, uint64_t a,
			    uint64_t b)
{
	if (!same_group)
		return reach >= HR_SCOPE_DEVICE;
	return reach >= HR_SCOPE_GROUP || a == b ||
	       (reach == HR_SCOPE_WARP && a / lanes == b / lanes);
}

typedef struct sync_search {
	race_sync *sync;
	uint64_t grid, index;
	uint32_t event;
	uint32_t stage; /* of its unit */
	HR_VEC(sync_task) tasks;
} sync_search;

/* Return true if the event comes before RELEASE, by an instance of its grid. */
static bool comes_before(const sync_search *search, const sync_release *release)
{
	const race_sync *sync = search->sync;
	const unsigned lanes = sync->lanes;

	if (search->event < release->whole ||
	    (release->index == search->index &&
	     (search->event < release->own || search->event == release->event)))
		return true;
	if (release->fences) {
		const sync_fences *fences = &sync->fences.data[release->fences - 1];

		if (search->index < fences->count && search->event < fences->own[search->index])
			return true;
	}
	return release->clock && release->index / lanes == search->index / lanes &&
	       sync->clocks.data[release->clock - 1].lanes[search->index % lanes] > search->stage;
}

/* Return true if one of the releases of RANGE, acquired in GRID, comes after the event. */
static bool finds(const sync_search *search, const sync_range *range, uint64_t grid)
{
	const sync_log *log = &search->sync->logs.data[range->log];
	uint64_t at;

	if (!hr_map_get(&search->sync->last, hr_mix(search->grid ^ hr_mix(range->log)), &at))
		return false;
	for (; at; at = log->releases.data[at - 1].before) {
		const sync_release *release = &log->releases.data[at - 1];

		if (at - 1 < range->from)
			return false;
		if (at - 1 < range->end && in_scope(search->sync, release, range, grid) &&
		    comes_before(search, release))
			return true;
	}
	return false;
}

static void follow(sync_search *search, const sync_range *range, uint64_t grid, uint32_t from,
		   uint32_t end)
{
	const sync_log *log = &search->sync->logs.data[range->log];

	for (uint32_t i = from; i < end; i++) {
		const sync_release *release = &log->releases.data[i];

		if (!in_scope(search->sync, release, range, grid))
			continue;
		if (release->known)
			HR_PUSH(&search->tasks, (sync_task){release->keeper, release->known});
		if (release->group_known)
			HR_PUSH(&search->tasks, (sync_task){release->group, release->group_known});
	}
}

/* Follow what was known at the releases of RANGE, each release once. */
static void follow_range(sync_search *search, const sync_range *range, uint64_t grid)
{
	sync_log *log = &search->sync->logs.data[range->log];

	if (log->search != search->sync->search) {
		log->search = search->sync->search;
		log->seen_from = log->seen_end = range->from;
	}
	if (range->from < log->seen_from) {
		follow(search, range, grid, range->from,
		       range->end < log->seen_from ? range->end : log->seen_from);
		log->seen_from = range->from;
	}
	if (range->end > log->seen_end) {
		follow(search, range, grid,
		       range->from > log->seen_end ? range->from : log->seen_end, range->end);
		log->seen_end = range->end;
	}
}

static bool search_for(sync_search *search)
{
	while (search->tasks.count) {
		const sync_task task = search->tasks.data[--search->tasks.count];
		sync_keeper *keeper = &search->sync->keepers.data[task.keeper];

		if (keeper->search != search->sync->search)
			keeper->seen = 0;
		keeper->search = search->sync->search;
		for (size_t i = task.known; i > keeper->seen; i--)
			if (finds(search, &keeper->ranges.data[i - 1], keeper->grid))
				return true;
		for (size_t i = keeper->seen; i < task.known; i++)
			follow_range(search, &keeper->ranges.data[i], keeper->grid);
		if (task.known > keeper->seen)
			keeper->seen = task.known;
	}
	return false;
}

bool hr_race_synchronised(race_state *race, uint32_t event)
{
	sync_search search = {.sync = race->sync, .event = event};
	const uint64_t grid = race->sync ? grid_key(&race->current) : 0;
	uint32_t self, group;
	const unit *of;
	unit scratch;
	bool found;

	if (!race->sync || !race->sync->released.count)
		return false;
	self = find_keeper(race->sync, grid, race->index);
	group = find_keeper(race->sync, grid, GROUP_INDEX);
	if (!self && !group)
		return false;
	of = hr_unit_of(race, event, &scratch);
	search.grid = grid_key(of);
	search.index = hr_event_index(of, event);
	search.stage = of->stage;
	if (!hr_map_get(&race->sync->released, search.grid, NULL))
		return false;
	race->sync->search++;
	if (group)
		HR_PUSH(&search.tasks,
			(sync_task){group - 1, race->sync->keepers.data[group - 1].ranges.count});
	if (self)
		HR_PUSH(&search.tasks,
			(sync_task){self - 1, race->sync->keepers.data[self - 1].ranges.count});
	found = search_for(&search);
	HR_VEC_FREE(&search.tasks);
	return found;
}

bool hr_race_sync_is_full(const race_state *race)
{
	return race->sync && race->sync->entries > MOST_ENTRIES;
}

void hr_race_sync_forget(race_state *race)
{
	race_sync *sync = race->sync;

	if (!sync)
		return;
	for (size_t i = 0; i < sync->logs.count; i++)
		HR_VEC_FREE(&sync->logs.data[i].releases);
	for (size_t i = 0; i < sync->keepers.count; i++) {
		HR_VEC_FREE(&sync->keepers.data[i].ranges);
		HR_VEC_FREE(&sync->keepers.data[i].pending);
	}
	HR_VEC_FREE(&sync->logs);
	HR_VEC_FREE(&sync->keepers);
	for (size_t i = 0; i < sync->fences.count; i++)
		hr_free(sync->fences.data[i].own);
	HR_VEC_FREE(&sync->fences);
	HR_VEC_FREE(&sync->fenced);
	HR_VEC_FREE(&sync->clocks);
	HR_VEC_FREE(&sync->news);
	hr_map_free(&sync->log_of);
	hr_map_free(&sync->keeper_of);
	hr_map_free(&sync->last);
	hr_map_free(&sync->released);
	hr_free(sync);
	race->sync = NULL;
}
