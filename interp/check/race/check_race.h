/* interp/check/race/check_race.h -- declarations shared by the files of the race checker; private
 * to them.
 *
 * A *unit* is what the instances of a leaf do within one instance of their parent between two
 * barriers. Two instances of a unit are not ordered. An *event* is an access by one instance at one
 * place of the code; its number encodes both:
 *
 *  unit.first + (index of the instance << unit.shift) + index of the place
 *
 * Numbers are allocated in ascending order, so a later unit has higher ones. When a unit accesses
 * more places than its numbers allow, it continues as another *segment*: the same unit with higher
 * numbers. */
#ifndef HR_CHECK_RACE_H
#define HR_CHECK_RACE_H

#include "interp/check/check_state.h"
#include "ir/graph/paths.h"

/* An instance of an internal node. */
typedef struct scope scope;
struct scope {
	const hr_node *node;
	const scope *parent;
	scope *root;
	hr_paths *paths;
	hr_path_rounds rounds;
	uint64_t index;  /* in reference order */
	uint64_t serial; /* each instance has another one */
	unsigned depth;
	/* for a root: */
	const hr_plan *plan;
	uint64_t execution;
	uint64_t begun, closed; /* times of the host's clock; 0: not yet */
	bool streams;
	bool past;       /* ordered before everything that runs: has no units */
	hr_arena scopes; /* the instances below it; owns */
};

/* A plan in use. */
typedef struct open_plan {
	const hr_plan *plan;
	uint64_t launched; /* time of the host's clock; 0: a stream */
} open_plan;

typedef struct race_place {
	check_site *site;
	uint8_t kind;
	uint8_t bytes; /* of an atomic access */
} race_place;

/* The places of the accesses of one leaf; place 0 is the unknown place. */
typedef struct leaf_places {
	HR_VEC(race_place) list;
	hr_map known; /* to the index, from the site and the side of a copy */
} leaf_places;

typedef struct unit {
	uint32_t first, shift;
	uint64_t count;     /* number of instances that have event numbers */
	uint32_t each, all; /* count of numbers of one instance, and of all instances */
	uint32_t round;     /* number of barriers passed */
	uint32_t whole;     /* smaller numbers of the grid are of earlier rounds */
	/* of leaves with barriers of warps (warp.c): numbers of the unit in its grid, of the only warp
	 * that runs in it, and of its lanes that have run */
	uint32_t stage;
	uint64_t warp, lanes;
	/* in the list of units: how many similar units follow, each one barrier later */
	uint32_t repeats;
	uint32_t newer; /* first number of the segment that continues this one; 0: none */
	/* the events with numbers from here up to first are ordered before the unit */
	uint32_t near;
	const hr_node *node;
	scope *parent;
	leaf_places *places;
	int64_t extent[3];
} unit;

/* The recorded accesses to some bytes: the set of events that wrote them last, and the set of
 * events that have read them since. A set is 0, an event, an event with SHARED (the event and
 * others of its unit, all atomic or all not), or a list of such events. Readers are stored in two
 * sets, so that no list is needed when two unordered leaves read the same memory. The set in
 * `others` is never a list. */
typedef struct cell {
	uint32_t *writers, *readers, *others;
} cell;

/* The recorded accesses to four bytes. Parts that were accessed separately have separate cells; the
 * first part begins at byte 0. */
typedef struct granule {
	cell cell;       /* cell of the first part; for other parts see hr_cell_of() */
	uint8_t *starts; /* bit i, for i from 1 to 3: a part begins at byte i */
} granule;

#define SHARED (UINT32_C(1) << 31)
#define LISTS  (UINT32_C(3) << 29) /* numbers from here on are lists */

typedef struct race_link {
	uint32_t event, next;
} race_link;

/* The last barrier that the running unit has passed and that orders other memory only (M8). */
typedef struct race_passed {
	const check_site *site; /* NULL: none */
	unsigned orders;
	size_t places; /* number of places that were known then */
} race_passed;

typedef struct race_sync race_sync; /* sync.c */

enum { JUDGED = 4, FAR = 2 };

struct race_state {
	/* spaces.c, in the state of the checker: */
	race_state *shared; /* the state of shared memory; NULL: there is one state for all; owns */
	hr_map grids;       /* its grids, by the names of the grids of this state */
	race_passed passed;
	/* cells.c */
	unsigned region_bits;
	uint32_t **regions;      /* shadow by region number; mapped, owns */
	HR_VEC(uint32_t) in_use; /* numbers of the mapped regions */
	/* order.c */
	HR_VEC(unit) units;    /* in ascending order of first; see hr_unit_of() */
	HR_VEC(scope *) roots; /* of executions that are in flight; owns */
	/* of later ones, which may not be ordered before all that are in flight, in the order in
	 * which they have ended; owns */
	HR_VEC(scope *) closed;
	size_t most_closed; /* more of them are worth looking through for some that are past */
	scope **last;       /* by hr_node.number: the last instance seen; owns */
	unsigned last_count;
	HR_VEC(hr_paths *) paths; /* of all internal nodes met; owns */
	hr_map reaches;           /* from internal node to its paths */
	hr_map places;            /* from leaf to leaf_places */
	HR_VEC(void *) kept;      /* the memory that the maps point to; owns */
	HR_VEC(open_plan) open;
	/* times of launched graphs, other than streams, that have not begun to run */
	HR_VEC(uint64_t) launched;
	/* no graph is in flight: the recorded accesses are discarded when the next one begins */
	bool idle;
	bool crowded; /* several graphs have been in flight at once since the floor */
	uint64_t clock, serial;
	/* floor: events with smaller numbers are ordered before everything that runs */
	uint32_t floor, next;
	uint32_t calm; /* events with smaller numbers are ordered before the running unit */
	size_t calm_units;
	uint32_t wipes; /* how often the numbering was restarted */
	unit current;
	uint64_t index; /* index of the running instance */
	uint32_t self;  /* its event number for place 0; 0: it has no numbers */
	/* Cache: units, from first to end, that as a whole are ordered before the running unit, or
	 * as a whole are not. */
	struct {
		uint32_t first, end;
		bool before;
	} judged[JUDGED];
	unsigned next_judged;
	/* Cache: the last FAR of them that are ordered before it. */
	struct {
		uint32_t first, span;
	} far[FAR];
	unsigned next_far;
	/* Cache: the last segment found whose instances are ordered before the instances of the
	 * running unit with the same index. span is the count of numbers of one instance; 0:
	 * none. */
	struct {
		uint32_t first, shift, span;
	} mate;
	bool numbered;     /* all instances of the grid have event numbers */
	bool atomic_reads; /* some place only reads, and reads atomically */
	/* sync.c */
	race_sync *sync; /* NULL: nothing has been released or read behind a fence; owns */
	unsigned lanes;  /* of a warp of the program (W1); at least 1 */
	/* warp.c */
	uint32_t stage;      /* of the newest unit */
	unsigned warp_lanes; /* 0: the leaf has no barriers of warps */
	/* by instance of the grid, by lane of its warp: units with smaller stages, as far as that lane
	 * ran in them, are ordered before the instance; owns */
	uint32_t *clocks;
	uint64_t clock_count; /* of instances */
	hr_map paused; /* those of grids that are left, by the serial numbers of their scopes */
	/* race.c */
	HR_VEC(race_link) links; /* the elements of lists */
	uint32_t first_link;     /* number of links.data[0] */
	uint32_t free_link;      /* first of the links that no list uses; 0: none */
	bool full;               /* no numbers are left for links */
	bool cut;                /* some granule has several parts */
	bool two;                /* some cell has used `others` */
	/* an access was not recorded, or a record was discarded, because a limit was reached */
	bool missed;
};

/* --- sync.c --- */
/* Return true if a release orders EVENT before the running instance (M8). */
bool hr_race_synchronised(race_state *race, uint32_t event);
/* Return true if the scope, of an operation by instance A, includes instance B; warps have LANES. */
bool hr_race_scope_includes(unsigned lanes, hr_sync_scope scope, bool same_group, uint64_t a,
			    uint64_t b);
/* The running instance makes an atomic access: before and after it is checked. A compare-and-exchange that fails
 * is a read. */
void hr_race_atomic_before(race_state *race, const check_access *access);
void hr_race_atomic_after(hr_checker *checker, race_state *race, const check_access *access);
void hr_race_fence(hr_checker *checker, race_state *race, const hr_ordering *ordering);
/* The running instance acquires or releases the lock at ADDRESS. */
void hr_race_sync(hr_checker *checker, race_state *race, bool releases, uint64_t address);
/* All instances of the running grid have met. ATOMICS: the barrier acquires what they have read by atomic
 * operations. */
void hr_race_sync_barrier(race_state *race, bool atomics);
/* The instances FIRST + i of the running grid have met at a barrier of their warp, for each bit i of MEMBERS: each
 * has acquired what one of them has. */
void hr_race_sync_warp(race_state *race, uint64_t first, uint64_t members);
void hr_race_sync_forget(race_state *race);
/* Return true if so much has been released and acquired that it should be forgotten. */
bool hr_race_sync_is_full(const race_state *race);

/* --- spaces.c --- */
/* Return the state for the memory at ADDRESS. */
race_state *hr_race_of(const hr_checker *checker, uint64_t address);
/* --- warp.c --- */
/* See hr_check_warp_barrier(). */
void hr_race_warp(race_state *race, uint64_t first, uint64_t members);
/* Return the clock of the running instance (HR_WARP_MOST numbers); NULL: nothing is ordered by barriers of
 * warps. */
const uint32_t *hr_race_warp_clock(const race_state *race);
/* The running grid is left for another one, or is resumed. */
void hr_race_warp_pause(race_state *race);
void hr_race_warp_resume(race_state *race);
/* A grid begins: no warp has met. */
void hr_race_warp_forget(race_state *race);
/* Return true if barriers of the warp order instance INDEX of unit A, which is in the same round of the
 * same grid, before the running instance; with ALL, each instance that has run in A. */
bool hr_race_warp_ordered(const race_state *race, const unit *a, uint64_t index, bool all);

/* --- cells.c --- */
void hr_cells_init(race_state *race);
void hr_cells_free(race_state *race);
/* Find the granule of the four bytes that contain ADDRESS. Return false if ADDRESS is not an
 * address of the program, or memory is exhausted. */
bool hr_cells_of(race_state *race, uint64_t address, granule *at);
/* Compute biases such that for each ADDRESS from BASE to END that is a multiple of 4, the first
 * cell is at check->writers, check->readers and check->others + ADDRESS, and the starts at
 * check->starts + (ADDRESS >> 2). Return false if there are none. */
bool hr_cells_bias(race_state *race, uint64_t base, uint64_t end, check_site_check *check);
void hr_cells_clear(race_state *race, uint64_t base, uint64_t end);
void hr_cells_wipe(race_state *race);

/* --- order.c --- */
race_state *hr_race_state(hr_checker *checker);
void hr_race_free(race_state *race);
/* The running unit continues with higher event numbers. */
void hr_race_go_on(race_state *race);
/* What hr_check_race_...() do, for one state. */
uint64_t hr_race_grid(hr_checker *checker, race_state *race, const hr_level *level, uint64_t count);
void hr_race_return(hr_checker *checker, race_state *race, const hr_level *level, uint64_t count,
		    uint64_t grid);
/* Return the name of the running grid, for hr_race_return(), which has passed barriers since it began. */
uint64_t hr_race_grid_name(const race_state *race);
void hr_race_instance(race_state *race, const hr_level *level);
void hr_race_barrier(race_state *race, bool atomics);
uint64_t hr_race_launched(race_state *race);
void hr_race_taken(race_state *race, const hr_plan *plan, uint64_t launched);
void hr_race_given(race_state *race, const hr_plan *plan);
void hr_race_popped(race_state *race, const hr_plan *plan, uint64_t execution);
void hr_race_repeat(race_state *race, const hr_plan *plan, uint64_t execution);
/* Return the unit of EVENT. The result may point to SCRATCH. */
const unit *hr_unit_of(const race_state *race, uint32_t event, unit *scratch);
bool hr_same_unit(const unit *a, const unit *b);
/* Return true if no barrier of the group is between A and B, two units of one grid. */
bool hr_same_round(const unit *a, const unit *b);
/* The running unit continues as one with another stage, of WARP. */
void hr_race_next_stage(race_state *race, uint64_t warp);
/* Return the event number of the running instance for the access. */
uint32_t hr_race_event(race_state *race, const check_access *access);
race_place hr_event_place(const unit *of, uint32_t event);
/* Return true if a path of edges orders all of child A before all of child B within one instance of
 * the parent. */
bool hr_race_path(race_state *race, const hr_node *a, const hr_node *b);
/* Two or more instances of the running unit, starting with instance FIRST, read the memory at
 * ADDRESS, all at the same access check. Return true if no read races and all have been
 * recorded. */
bool hr_race_read_by_many(const check_site_check *check, uint64_t address, uint64_t first);
/* Return true if the event (with SHARED: and the others of its unit) is ordered before the running
 * instance. */
bool hr_race_ordered(race_state *race, uint32_t event, bool shared);
/* Look up the earlier accesses to the memory at ADDRESS, which is within the range of the access
 * check, to add their units to the caches (hr_is_past(), mate). Return false if the caches have not
 * changed. */
bool hr_race_look(const check_site_check *check, uint64_t address);

/* Return true if the event belongs to the running segment, which need not be the newest
 * (depth-first order). */
static inline bool hr_is_current(const race_state *race, uint32_t event)
{
	return event - race->current.first < race->current.all;
}

static inline uint32_t hr_unit_end(const unit *of)
{
	return of->first + of->all;
}

/* Return true if the event (with SHARED: and others of its unit) belongs to a unit that is known to
 * be ordered before the running unit as a whole. */
static inline bool hr_is_past(const race_state *race, uint32_t event)
{
	event &= ~SHARED;
	return event < race->calm ||
	       event - race->current.near < race->current.first - race->current.near ||
	       event - race->far[0].first < race->far[0].span ||
	       event - race->far[1].first < race->far[1].span;
}

static inline uint64_t hr_event_index(const unit *of, uint32_t event)
{
	return (event - of->first) >> of->shift;
}

/* Return the cell of the part that begins at byte START; FIRST is the cell of the first part. The
 * parts at each START have separate planes, so that a plane that is not used costs no memory. */
static inline cell hr_cell_of(const race_state *race, cell first, unsigned start)
{
	uint64_t plane = (uint64_t)start << (race->region_bits - 2);

	return (cell){first.writers + 2 * plane, first.readers + 2 * plane, first.others + plane};
}

/* Return true if EVENT belongs to the running instance. */
static inline bool hr_is_own(const race_state *race, uint32_t event)
{
	return event - race->self < race->current.each;
}

/* Return true if SET is an event of the running instance, or of the instance with the same index
 * that an edge orders before it. */
static inline bool hr_is_near(const race_state *race, uint32_t set)
{
	return hr_is_own(race, set) ||
	       set - race->mate.first - (uint32_t)(race->index << race->mate.shift) <
		       race->mate.span;
}

/* Return the first event of SET, 0 if there is none; *REST is set to the rest of the set. */
static inline uint32_t hr_set_member(const race_state *race, uint32_t set, uint32_t *rest)
{
	const race_link *at;

	*rest = 0;
	if ((set & ~SHARED) < LISTS)
		return (set & ~SHARED) < race->floor ? 0 : set;
	if (set < race->first_link)
		return 0; /* a list of an execution that is ordered before everything that runs */
	at = &race->links.data[set - race->first_link];
	*rest = at->next;
	if ((at->event & ~SHARED) >= race->floor)
		return at->event;
	return *rest ? hr_set_member(race, *rest, rest) : 0;
}

static inline bool hr_set_is_list(uint32_t set)
{
	return (set & ~SHARED) >= LISTS;
}

void hr_race_cut_at(race_state *race, granule at, unsigned boundary);
/* Begin a part at byte BOUNDARY, unless a part begins there or it is not inside the granule. */
static inline void hr_race_cut(race_state *race, granule at, unsigned boundary)
{
	if (boundary & 3 && !(*at.starts >> boundary & 1))
		hr_race_cut_at(race, at, boundary);
}

/* Report that the access races with EVENT. OTHER_WRITES: EVENT is a write. */
void hr_race_report(hr_checker *checker, race_state *race, hr_thread *thread,
		    const check_access *access, uint32_t event, bool other_writes);

#endif
