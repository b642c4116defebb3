/* interp/schedule/plan.h -- what the schedule's files share: a graph prepared for many executions.
 *
 * A *scope* holds the grids and values of the children within one instance of an internal node.
 * Scopes of inner nodes are part of the plan, as one instance of an internal node runs at a time
 * (N2); those of the root can be many, so that a stream has several executions in flight.
 *
 * An *image of outputs* is followed by one byte for each output: whether it has a value (G7).
 * Private to schedule*.c. */
#ifndef HR_PLAN_H
#define HR_PLAN_H

#include <time.h>

#include "interp/run/events.h"
#include "interp/run/offload.h"
#include "interp/schedule/schedule.h"

/* How one value gets from image to image. */
typedef enum copy_kind {
	COPY_8, /* exactly so many bytes: what most values are */
	COPY_4,
	COPY_BYTES,
	COPY_NARROW,  /* demoted integer to `bits` bits */
	COPY_F64_F32, /* demoted floats */
	COPY_F64_F16,
	COPY_F64_B16,
} copy_kind;

typedef struct hr_copy {
	copy_kind kind;
	uint32_t from, to; /* offsets in the images */
	uint32_t bytes;
	unsigned bits;         /* COPY_NARROW */
	unsigned source;       /* edges: child; output binds: child */
	unsigned port;         /* of the source */
	unsigned to_port;      /* of what it goes to */
	bool may_lack;         /* the source is internal: its output may have no value */
	bool at_launch;        /* input bind that is not streaming (S1) */
	const hr_where *where; /* of the edge or bind; borrowed */
} hr_copy;

typedef HR_VEC(hr_copy) hr_copies;

/* An output whose instances are compared because an all-to-all edge or a bind carries it (E3). */
typedef struct hr_shared {
	uint32_t offset, bytes;
	unsigned port;
	const hr_where *where;
	uint8_t *seen;       /* different values in the running grid, the first HR_SEEN; owns */
	unsigned seen_count; /* 0: all instances agree so far */
	bool more;           /* there are others */
} hr_shared;

enum { HR_SEEN = 4 };

typedef struct child_state {
	int64_t extent[3];
	uint64_t count; /* instances */
	/* Depth first, where grids of several children are under way at once: */
	uint64_t ran; /* instances 0 to ran - 1 have completed */
	bool begun, ended;
	size_t sufficed;  /* edges from sources that are far enough for the next instance */
	size_t waits_for; /* sources that have not ended */
	int64_t taken[3]; /* the instance whose outputs are in `value` */
	uint64_t check;   /* hr_check_grid() said */
	uint8_t *value;   /* what all-to-all edges and binds carry; owns */
	/* images of all instances in reference order, for one-to-one edges; mapped, owns */
	uint8_t *each;
	size_t each_bytes;
} child_state;

struct hr_scope {
	unsigned child_count;
	child_state *children;        /* owns */
	bool settled;                 /* grids do not depend on inputs and have been checked */
	const uint8_t *inputs;        /* image of the parent instance; borrowed */
	const uint8_t *launch_inputs; /* of a stream: values at launch; else as inputs */
};

typedef struct plan_depth plan_depth;     /* depth.c */
typedef struct plan_group plan_group;     /* group.c */
typedef struct plan_batched plan_batched; /* wide.c */
typedef struct plan_offload plan_offload; /* offload.c */
typedef struct plan_graph plan_graph;     /* graph.c */
typedef struct plan_members plan_members; /* parents.c */

typedef struct plan_events plan_events;
typedef struct plan_node plan_node;
struct plan_node {
	const hr_node *node;
	plan_node **children;
	hr_level level;     /* the running instance */
	uint8_t *inputs;    /* its image of inputs; owns */
	uint8_t *scratch;   /* its image of outputs, unless it is written in place; owns */
	uint8_t *first;     /* image of the instance that ran first (E3); owns */
	size_t image_bytes; /* of outputs and what has a value; multiple of 16 */
	hr_copies binds, shared, single; /* inputs: from the parent, all-to-all, one-to-one */
	HR_VEC(hr_shared) compared;
	bool keep_each; /* a one-to-one edge wants the outputs of every instance */
	bool constant_grid;
	bool warned_empty;
	uint64_t done;   /* instances of the running grid, for progress */
	uint64_t inside; /* instances in one of its parent, where they run as one */
	hr_node_stats *stats;
	/* leaf */
	const hr_code *code; /* NULL until its first instance is due */
	hr_activation activation;
	plan_group *group;     /* leaves with barriers; owns */
	plan_batched *batched; /* what runs it in batches, once that was tried; owns */
	plan_offload *offload; /* who else runs it, once that was asked; owns */
	uint64_t met;          /* instances before that, up to what makes it worth it */
	/* internal; `offload` is for it as one with all below */
	plan_graph *graph;        /* whether that can be; owns */
	plan_offload *chain;      /* who runs its children as a chain; owns */
	hr_scope *scope;          /* owns */
	bool asked;               /* whether its instances may run at once */
	const char *alone;        /* why they may not, or NULL */
	plan_depth *depth;        /* its edges, once it has run depth first; owns */
	hr_copies results;        /* output binds */
	plan_events *event_cache; /* what is always told of its values, once they are; owns */
};

typedef enum plan_watching {
	PLAN_WATCHES_ALL, /* what the offload wants to see */
	PLAN_WATCHES_LEAVES,
	PLAN_WATCHES_NOTHING,
} plan_watching;

struct hr_plan {
	hr_run *run;
	const hr_graph *graph;
	plan_node *nodes;     /* by hr_node.number; owns */
	hr_node_stats *stats; /* by hr_node.number; owns */
	hr_objects *objects;  /* of hr_orders_execute; owns */
	uint8_t *stack;       /* of the leaf instance that runs; mapped, owns */
	size_t stack_bytes;
	const plan_node *on_stack; /* whose activation has been initialised there; NULL: none */
	hr_pacer pacer;
	hr_order order;
	struct hr_orders *orders; /* what interp/orders/orders.c keeps; owns, by: */
	void (*free_orders)(struct hr_orders *orders);
	plan_members *members;    /* of the thread pool, once they have run instances; owns */
	hr_plan *reporter;        /* of a member's plan: that which knows what has been said */
	bool exact;               /* a speculative run takes nothing to be accessed but what is */
	const char *untried;      /* why an execution is not tried in batches; NULL: none was due */
	const plan_node *checked; /* whose grid the checkers look at; depth first */
	bool unchecked;           /* hr_plan_leave_checks() */
	plan_watching watching;   /* inside an internal node that is watched */
	int edge_value;           /* choices, looked up once */
	bool one_for_zero;
};

/* grid.c: the instances of a grid, each once, in the order of the schedule (N1). Depth first,
 * a grid's own order is that of reference. */
typedef struct hr_walk {
	hr_schedule schedule;
	const int64_t *extent;
	uint64_t count, ran, index; /* index: in reference order */
	unsigned half_bits;         /* of the permutation */
	uint64_t seed;
} hr_walk;

void hr_walk_begin(hr_walk *walk, const hr_order *order, uint64_t salt, const int64_t extent[3],
		   uint64_t count);
/* Sets id[] and walk->index to the next instance; false: all have been. */
bool hr_walk_next(hr_walk *walk, int64_t id[3]);

/* Grids of all children of PARENT within SCOPE, and that one-to-one edges fit (G7, G8). */
hr_status hr_scope_grids(hr_plan *plan, plan_node *parent, hr_scope *scope, uint64_t execution)
	HR_MUST_CHECK;

/* emit_events.c: tells whoever records the run. Grids and batches: that they begin, or have
 * ended. */
void hr_plan_make_execution_event(const hr_plan *plan, hr_thread *thread, uint64_t execution,
				  bool begins);
void hr_plan_make_grid_begin(const hr_plan *plan, hr_thread *thread, plan_node *node,
			     const child_state *state, bool waits);
void hr_plan_make_grid_end(const hr_plan *plan, hr_thread *thread, plan_node *node,
			   const child_state *state);
void hr_plan_make_batch_event(const hr_plan *plan, hr_thread *thread, const plan_node *node,
			      uint64_t first, uint64_t count, bool begins);

static inline void hr_plan_emit_execution(const hr_plan *plan, hr_thread *thread,
					  uint64_t execution, bool begins)
{
	if (plan->run->events)
		hr_plan_make_execution_event(plan, thread, execution, begins);
}

/* ENDS: hr_plan_emit_grid_end() is called whatever happens. */
static inline void hr_plan_emit_grid_begin(const hr_plan *plan, hr_thread *thread, plan_node *node,
					   const child_state *state, bool ends)
{
	if (hr_events_want(plan->run, HR_EVENTS_NODE))
		hr_plan_make_grid_begin(plan, thread, node, state, ends && !node->node->internal);
}

static inline void hr_plan_emit_grid_end(const hr_plan *plan, hr_thread *thread, plan_node *node,
					 const child_state *state)
{
	if (hr_events_want(plan->run, HR_EVENTS_NODE))
		hr_plan_make_grid_end(plan, thread, node, state);
}

static inline void hr_plan_emit_batch(const hr_plan *plan, hr_thread *thread, const plan_node *node,
				      uint64_t first, uint64_t count, bool begins)
{
	if (hr_events_want(plan->run, HR_EVENTS_INSTANCE))
		hr_plan_make_batch_event(plan, thread, node, first, count, begins);
}

/* What edges or the parent's inputs bring to a child: COPIES are its `binds`, `shared` or `single`
 * ones. */
void hr_plan_make_edge_events(const hr_plan *plan, hr_thread *thread, const plan_node *parent,
			      const plan_node *node, const hr_scope *scope,
			      const hr_copies *copies);

void hr_plan_events_free(plan_events *event_cache);
/* Whether the values that come to NODE are told with its grid, all at once. */
bool hr_plan_emits_at_once(plan_node *node, const plan_node *parent);

/* What outputs of PARENT have got from children. */
void hr_plan_make_output_events(const hr_plan *plan, hr_thread *thread, plan_node *parent,
				uint64_t execution, const uint8_t *outputs);

static inline void hr_plan_emit_edges(const hr_plan *plan, hr_thread *thread,
				      const plan_node *parent, const plan_node *node,
				      const hr_scope *scope, const hr_copies *copies)
{
	if (copies->count)
		hr_plan_make_edge_events(plan, thread, parent, node, scope, copies);
}

/* plan.c */
hr_scope *hr_scope_for(const plan_node *parent);
/* The code of a leaf that has none yet. */
hr_status hr_plan_prepare_leaf(hr_plan *plan, plan_node *leaf) HR_MUST_CHECK;

/* copy.c */
bool hr_copy_make(const hr_port *from, const hr_port *to, hr_copy *copy);
void hr_copy_run(const hr_copy *copy, const uint8_t *from, uint8_t *to);

/* schedule.c, for group.c and depth.c */
/* HR_OK when the run goes on after STATUS (--keep-going), else STATUS. */
hr_status hr_plan_survive(const hr_plan *plan, hr_status status);
hr_status hr_plan_single_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				const hr_level *level, uint64_t index) HR_MUST_CHECK;
/* E3 for one instance that has completed: the RAN-th (from 0), INDEX in reference order. */
hr_status hr_plan_note_outputs(hr_plan *plan, hr_thread *thread, plan_node *node,
			       child_state *state, const hr_level *level, const uint8_t *outputs,
			       uint64_t index, uint64_t ran) HR_MUST_CHECK;
/* The same for COUNT instances from FIRST on in reference order, in which they ran; OUTPUTS: their
 * images. */
hr_status hr_plan_note_many(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			    const uint8_t *outputs, uint64_t first, uint64_t count) HR_MUST_CHECK;
/* By input: whether instances of a grid get different values. Owned by the caller. */
bool *hr_plan_varying(const hr_plan *plan, const plan_node *node);
/* A look at Ctrl-C and now and then at the clock. */
hr_status hr_plan_look(hr_plan *plan, hr_thread *thread, plan_node *node, uint64_t done)
	HR_MUST_CHECK;

/* One instance of an internal node, whose inputs are there. */
hr_status hr_plan_run_inner(hr_plan *plan, hr_thread *thread, plan_node *node, uint8_t *outputs)
	HR_MUST_CHECK;

/* Before the first instance of a child: what all its instances share. */
hr_status hr_plan_begin_child(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope,
			      unsigned child) HR_MUST_CHECK;
/* Tells the checkers; *check is for hr_check_return(). */
void hr_plan_check_grid(hr_plan *plan, const plan_node *node, const child_state *state,
			uint64_t *check);
/* Instance INDEX, the RAN-th, of a child without barriers; node->level.id says which. */
hr_status hr_plan_run_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state, uint64_t index, uint64_t ran) HR_MUST_CHECK;
/* All instances of a child, which has begun. */
hr_status hr_plan_run_all(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state) HR_MUST_CHECK;

/* depth.c: all children of one instance of PARENT, depth first (N4). */
hr_status hr_depth_first(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope)
	HR_MUST_CHECK;
void hr_depth_free(plan_depth *links);

/* group.c: all instances of a leaf with barriers within one instance of its parent
 * (M3). */
hr_status hr_group_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
		       child_state *state) HR_MUST_CHECK;
void hr_group_free(plan_group *group, hr_checker *checker);

/* diverge.c: where an instance stands: at the barrier at WORD, or completed by the return
 * there. */
typedef struct plan_standing {
	int64_t id[3];
	const hr_code *code;
	uint32_t word;
	bool waits;
} plan_standing;

typedef struct plan_tally {
	uint64_t count, waiting, completed;
} plan_tally;

/* WAITING and OTHER do not meet (M3). */
hr_status hr_plan_diverged(hr_plan *plan, hr_thread *thread, const hr_level *level,
			   const plan_standing *waiting, const plan_standing *other,
			   const plan_tally *tally);

/* parents.c: whether the threads of the thread pool shall run the instances of an internal node
 * from DONE on, and running them. */
bool hr_plan_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
		       const child_state *state, uint64_t done);
hr_status hr_plan_share(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			child_state *state, uint64_t done) HR_MUST_CHECK;
void hr_plan_members_free(plan_members *members);

/* wide.c: whether the lane engine shall run the instances of a leaf, and running them. */
bool hr_plan_batched(hr_plan *plan, plan_node *node, const child_state *state);
hr_status hr_plan_run_batched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state) HR_MUST_CHECK;
/* Whether that is the same for all grids to come that are like STATE. */
bool hr_plan_batched_settled(const hr_plan *plan, const plan_node *node, const child_state *state);
void hr_plan_batched_free(plan_batched *batched);

/* schedule.c: all instances of a leaf, which has begun; narrow: one at a time, in the order of the
 * plan. */
hr_status hr_plan_run_engine(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state) HR_MUST_CHECK;
hr_status hr_plan_run_narrow(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state) HR_MUST_CHECK;
/* Makes room for the outputs of all instances, if they are kept. The program chooses how many, so
 * running out of memory is its diagnostic. */
hr_status hr_plan_reserve_each(hr_plan *plan, plan_node *node, child_state *state,
			       uint64_t execution) HR_MUST_CHECK;

/* offload.c: whether something else runs the instances of a leaf (HR_OFFLOAD_TAKEN), or watches
 * them (_WATCHED), or neither (_NEVER); and letting it. */
hr_offload_answer hr_plan_offload(hr_plan *plan, plan_node *node, const child_state *state);
/* Inputs of COUNT instances from FIRST on, each with an image of its own (E2), to IMAGES. */
hr_status hr_plan_place_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			       uint64_t first, uint64_t count, uint8_t *images) HR_MUST_CHECK;
/* *RAN false: nothing has happened, and the engine runs this grid and all later ones. */
hr_status hr_plan_run_offloaded(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				child_state *state, bool *ran) HR_MUST_CHECK;
void hr_plan_offload_free(plan_offload *offload);
/* Whether something else runs the instances of an internal node with all below, if no grid has more
 * than MOST instances for each byte that they need; as a chain, whose instances are those of its
 * children: APART, or NULL, says why it is none. */
hr_offload_answer hr_plan_offload_graph(hr_plan *plan, plan_node *node, const child_state *state,
					bool chain, const char *apart, uint64_t most);
/* The only instance of NODE, whose children are a chain. */
hr_status hr_plan_run_chain(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state)
	HR_MUST_CHECK;

/* graph.c: how the instances of an internal node run, whose shared inputs are there. */
typedef enum hr_as_one {
	HR_AS_PARTS,
	HR_AS_GRAPH,
	HR_AS_CHAIN,
	HR_AS_WATCHED, /* as parts, all of which are one to somebody who looks on */
	HR_AS_WATCHED_CHAIN,
} hr_as_one;
hr_as_one hr_plan_as_one(hr_plan *plan, plan_node *node, const child_state *state);
/* HR_AS_GRAPH or HR_AS_CHAIN. RAN may be NULL of a root; false: the grid has come back untouched,
 * and runs as parts from now on. */
hr_status hr_plan_run_as_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state, hr_as_one how, bool *ran) HR_MUST_CHECK;
void hr_plan_graph_free(plan_graph *graph);

/* What its owner calls the unit that is watched; and whether it wants all outputs. */
void *hr_plan_watched_unit(const plan_node *node, bool chain, bool *images);

/* watch.c: SCOPE is the one that NODE stands in; of a root, its own. CHAIN: the grid is that of the
 * node's children. */
hr_status hr_plan_run_watched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state, bool chain) HR_MUST_CHECK;
/* schedule.c: all instances of an internal node, one by one; of a root, the execution in SCOPE,
 * whose outputs go to its scratch. */
hr_status hr_plan_run_parts(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			    child_state *state) HR_MUST_CHECK;

#endif
