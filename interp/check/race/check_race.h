/* interp/check/race/check_race.h -- what the files of the race checker share; private to them.
 *
 * A *unit* is what the instances of a leaf do within one instance of their parent between two
 * barriers: in it nothing orders two instances. An *event* is an access by one instance at one
 * place of the code; its number says both:
 *
 *	unit.first + (index of the instance << unit.shift) + index of the place
 *
 * Numbers are given out in order, so a later unit has the higher ones. A unit whose places grow too
 * many goes on as another *segment* with higher numbers, which is the same unit but for them. */
#ifndef HR_CHECK_RACE_H
#define HR_CHECK_RACE_H

#include "interp/check/check_state.h"

/* What paths of edges lead from child to child of an internal node, when some of the children have
 * passed barriers. */
typedef struct reach {
	struct reach **with; /* by child: the same once it has passed a barrier; NULL: not made */
	uint8_t *waits;      /* by child: it has passed a barrier */
	uint8_t *pairs;      /* by source and sink: see order.c */
} reach;

/* An instance of an internal node. */
typedef struct scope scope;
struct scope {
	const hr_node *node;
	const scope *parent;
	const reach *reach;
	uint32_t *rounds; /* by child: barriers that it has passed; NULL: none */
	uint64_t index;   /* in reference order */
	unsigned depth;
	/* of a root: */
	const hr_plan *plan;
	uint64_t execution;
	uint64_t begun, closed; /* times of the host's clock; 0: not yet */
	bool streams;
};

/* A plan in use. */
typedef struct open_plan {
	const hr_plan *plan;
	uint64_t launched; /* time of the host's clock; 0: it streams */
} open_plan;

typedef struct race_place {
	check_site *site;
	uint8_t kind;
} race_place;

/* Places of the accesses of one leaf; 0: unknown. */
typedef struct leaf_places {
	HR_VEC(race_place) list;
	hr_map known; /* from site and side of a copy */
} leaf_places;

typedef struct unit {
	uint32_t first, shift;
	uint64_t count;     /* instances that have numbers */
	uint32_t each, all; /* numbers of one instance, and of all */
	uint32_t round;     /* barriers passed */
	uint32_t repeats;   /* of those that are kept: how many follow, each a barrier later */
	uint32_t newer;     /* first of the segment that goes on from the last; 0: none */
	uint32_t near;      /* numbers from here to first come before it */
	const hr_node *node;
	scope *parent;
	leaf_places *places;
	int64_t extent[3];
} unit;

/* What is known of some bytes: sets of events, those of writers and those of readers since. A set
 * is 0, an event, an event with SHARED: it and others of its unit, as atomic as it is, or a list of
 * such. Readers are kept in two places, so that two leaves that read the same, and which nothing
 * orders, need no lists: what is in `others` is none. */
typedef struct cell {
	uint32_t *writers, *readers, *others;
} cell;

/* What is known of four bytes. Parts of them that were accessed on their own have cells of their
 * own; the first part begins at byte 0. */
typedef struct granule {
	cell cell;       /* of the first part; others: hr_cell_of() */
	uint8_t *starts; /* bit i, of 1 to 3: a part begins at byte i */
} granule;

#define SHARED (UINT32_C(1) << 31)
#define LISTS  (UINT32_C(3) << 29) /* numbers from here on are of lists */

typedef struct link {
	uint32_t event, next;
} link;

enum { JUDGED = 4, FAR = 2 };

struct race_state {
	/* cells.c */
	unsigned region_bits;
	uint32_t **regions;      /* by address; mapped, owns */
	HR_VEC(uint32_t) in_use; /* their numbers */
	/* order.c */
	HR_VEC(unit) units;    /* ascending first; see hr_unit_of() */
	HR_VEC(scope *) roots; /* of executions that may still be of interest */
	hr_arena scopes;
	scope **last; /* by hr_node.number: the last instance seen; owns */
	unsigned last_count;
	hr_map reaches;      /* internal node to its reach before any barrier */
	hr_map places;       /* leaf to leaf_places */
	HR_VEC(void *) kept; /* what the maps point to; owns */
	HR_VEC(open_plan) open;
	unsigned launched; /* graphs that wait to be run; they do not stream */
	bool idle;         /* nothing is in flight: what is known is forgotten when something is */
	bool crowded;      /* several have been in flight at once since the floor */
	uint64_t clock;
	uint32_t floor, next; /* numbers below floor come before everything that runs */
	uint32_t calm;        /* numbers below come before the running unit */
	size_t calm_units;
	uint32_t wipes; /* how often numbers began again */
	unit current;
	uint64_t index; /* of the running instance */
	uint32_t self;  /* number of its place 0; 0: it has none */
	/* Units that come before the running one as a whole, or as a whole do not; from first to
	 * end. */
	struct {
		uint32_t first, end;
		bool before;
	} judged[JUDGED];
	unsigned next_judged;
	/* Those of them that come before it, the last FAR that were asked for. */
	struct {
		uint32_t first, span;
	} far[FAR];
	unsigned next_far;
	/* The segment of a unit whose instances come before the running unit's of the same index,
	 * the last that was asked for; span: numbers of one instance, 0: there is none. */
	struct {
		uint32_t first, shift, span;
	} mate;
	bool numbered;     /* every instance of the grid */
	bool atomic_reads; /* some place only reads, and atomically */
	/* race.c */
	HR_VEC(link) links;  /* of lists */
	uint32_t first_link; /* number of links.data[0] */
	uint32_t free_link;  /* first of those that no list has any more; 0: none */
	bool full;           /* no numbers are left for lists */
	bool cut;            /* some granule has been */
	bool two;            /* some cell has had others */
	bool missed;         /* something was not noted, or has been forgotten, for lack of room */
};

/* --- cells.c --- */
void hr_cells_init(race_state *race);
void hr_cells_free(race_state *race);
/* Of the four bytes that hold ADDRESS; false: no address of the program, or no memory for it. */
bool hr_cells_of(race_state *race, uint64_t address, granule *at);
/* So that for any ADDRESS from BASE to END that is a multiple of 4 the first cell is at
 * check->writers check->readers and check->others + ADDRESS, and starts at check->starts + (ADDRESS
 * >> 2). False: there is none. */
bool hr_cells_bias(race_state *race, uint64_t base, uint64_t end, check_site_check *check);
void hr_cells_clear(race_state *race, uint64_t base, uint64_t end);
void hr_cells_wipe(race_state *race);

/* --- order.c --- */
race_state *hr_race_state(hr_checker *checker);
/* SCRATCH: room for it, of the caller. */
const unit *hr_unit_of(const race_state *race, uint32_t event, unit *scratch);
bool hr_same_unit(const unit *a, const unit *b);
/* Number of the running instance's event at the site; SECOND: the source of a copy. */
uint32_t hr_race_event(race_state *race, check_site *site, bool second, unsigned kind);
race_place hr_event_place(const unit *of, uint32_t event);
/* Whether a path of edges orders all of child A before all of child B, within one instance of the
 * parent. */
bool hr_race_path(race_state *race, const hr_node *a, const hr_node *b);
/* Two or more instances of the running unit, the first of which is FIRST, read what is at ADDRESS,
 * all at the access check. True: all is well with them, and has been noted. */
bool hr_race_read_by_many(const check_site_check *check, uint64_t address, uint64_t first);
/* Whether something orders the event (SHARED: and the others of its unit) before the running
 * instance. */
bool hr_race_ordered(race_state *race, uint32_t event, bool shared);
/* Looks at who has accessed what is at ADDRESS, within the access check, to know their units as
 * past (hr_is_past) or as the mate where they are. False: no more of them are known than before. */
bool hr_race_look(const check_site_check *check, uint64_t address);

/* Whether the event is of the running segment, which need not be the newest (depth first). */
static inline bool hr_is_current(const race_state *race, uint32_t event)
{
	return event - race->current.first < race->current.all;
}

static inline uint32_t hr_unit_end(const unit *of)
{
	return of->first + of->all;
}

/* Whether the event, or others of its unit as well (SHARED), are of a unit that is known to come
 * before the running one as a whole. */
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

/* The cell of the part that begins at byte START; the first part's is FIRST. Each of the four has
 * planes of its own, so that those which no part begins at cost nothing. */
static inline cell hr_cell_of(const race_state *race, cell first, unsigned start)
{
	uint64_t plane = (uint64_t)start << (race->region_bits - 2);

	return (cell){first.writers + 2 * plane, first.readers + 2 * plane, first.others + plane};
}

/* EVENT is the running instance's. */
static inline bool hr_is_own(const race_state *race, uint32_t event)
{
	return event - race->self < race->current.each;
}

/* SET is an event of the running instance, or of the instance of its index that an edge orders
 * before it. */
static inline bool hr_is_near(const race_state *race, uint32_t set)
{
	return hr_is_own(race, set) ||
	       set - race->mate.first - (uint32_t)(race->index << race->mate.shift) <
		       race->mate.span;
}

/* The first event of SET, 0: none; *REST: the others. */
static inline uint32_t hr_set_member(const race_state *race, uint32_t set, uint32_t *rest)
{
	const link *at;

	*rest = 0;
	if ((set & ~SHARED) < LISTS)
		return (set & ~SHARED) < race->floor ? 0 : set;
	if (set < race->first_link)
		return 0; /* of what came before everything that runs */
	at = &race->links.data[set - race->first_link];
	*rest = at->next;
	return at->event;
}

static inline bool hr_set_is_list(uint32_t set)
{
	return (set & ~SHARED) >= LISTS;
}

void hr_race_cut_at(race_state *race, granule at, unsigned boundary);
/* From now on a part begins at byte BOUNDARY, if it is within the granule. */
static inline void hr_race_cut(race_state *race, granule at, unsigned boundary)
{
	if (boundary & 3 && !(*at.starts >> boundary & 1))
		hr_race_cut_at(race, at, boundary);
}

/* The access races with EVENT; OTHER_WRITES: as a writer. */
void hr_race_report(hr_checker *checker, hr_thread *thread, const check_access *access,
		    uint32_t event, bool other_writes);

#endif
