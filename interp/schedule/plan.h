/* interp/schedule/plan.h -- a graph prepared for many executions, shared by the files of the
 * schedule.
 *
 * A *scope* holds the grids and values of the children within one instance of an internal node.
 * Scopes of inner nodes are part of the plan, because one instance of an internal node runs at a
 * time (N2). The root can have many scopes, so that a stream has several executions in flight.
 *
 * In an *image of outputs*, the outputs are followed by one byte each: 1 if the output has a value
 * (G7).
 *
 * Private to interp/schedule and interp/orders. */
#ifndef HR_PLAN_H
#define HR_PLAN_H

#include <time.h>

#include "interp/run/events.h"
#include "interp/run/offload.h"
#include "interp/schedule/schedule.h"

/* How one value is copied from image to image. */
typedef enum copy_kind {
	COPY_8, /* a copy of exactly this many bytes, the most frequent case */
	COPY_4,
	COPY_BYTES,
	COPY_NARROW,  /* an integer narrowed to `bits` bits */
	COPY_F64_F32, /* floats converted to a narrower format */
	COPY_F64_F16,
	COPY_F64_B16,
} copy_kind;

typedef struct hr_copy {
	copy_kind kind;
	uint32_t from, to; /* offsets in the images */
	uint32_t bytes;
	unsigned bits;         /* COPY_NARROW */
	unsigned source;       /* index of the source child, for edges and output binds */
	unsigned port;         /* of the source */
	unsigned to_port;      /* of the destination */
	bool may_lack;         /* the source is internal, so its output may have no value */
	bool at_launch;        /* an input bind that is not streaming (S1) */
	const hr_where *where; /* of the edge or bind; borrowed */
} hr_copy;

typedef HR_VEC(hr_copy) hr_copies;

/* An output whose instances are compared because an all-to-all edge or a bind carries it (E3). */
typedef struct hr_shared {
	uint32_t offset, bytes;
	unsigned port;
	const hr_where *where;
	uint8_t *seen;       /* the first HR_SEEN different values of the running grid; owns */
	unsigned seen_count; /* 0 while all instances agree */
	bool more;           /* there are more than HR_SEEN */
} hr_shared;

enum { HR_SEEN = 4 };

typedef struct child_state {
	int64_t extent[3];
	uint64_t count; /* instances */
	/* Depth first, where grids of several children run interleaved: */
	uint64_t ran; /* instances 0 to ran - 1 have completed */
	bool begun, ended;
	/* edges whose source has progressed far enough for the next instance */
	size_t sufficed;
	size_t waits_for; /* sources that have not completed */
	int64_t taken[3]; /* the instance whose outputs are in `value` */
	uint64_t check;   /* set by hr_check_grid() */
	uint8_t *value;   /* the outputs that all-to-all edges and binds carry; owns */
	/* images of all instances in reference order, for one-to-one edges; mapped, owns */
	uint8_t *each;
	size_t each_bytes;
} child_state;

struct hr_scope {
	unsigned child_count;
	child_state *children;        /* owns */
	bool settled;                 /* the grids do not depend on inputs and have been checked */
	const uint8_t *inputs;        /* image of the parent instance; borrowed */
	const uint8_t *launch_inputs; /* of a stream: values at launch; otherwise equal to INPUTS */
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
	hr_level level;  /* the running instance */
	uint8_t *inputs; /* input image of that instance; owns */
	/* output image of that instance, unless it writes in place; owns */
	uint8_t *scratch;
	uint8_t *first; /* output image of the instance that ran first (E3); owns */
	/* size of an output image with its has-value bytes; a multiple of 16 */
	size_t image_bytes;
	/* inputs from: the parent, all-to-all edges, one-to-one edges */
	hr_copies binds, shared, single;
	HR_VEC(hr_shared) compared;
	bool keep_each; /* a one-to-one edge needs the outputs of every instance */
	bool constant_grid;
	bool warned_empty;
	uint64_t done; /* completed instances of the running grid, for progress */
	/* instances in one of its parent, if the graph runs as one unit */
	uint64_t inside;
	hr_node_stats *stats;
	/* leaf */
	const hr_code *code; /* NULL until its first instance runs */
	hr_activation activation;
	plan_group *group;     /* leaves with barriers; owns */
	plan_batched *batched; /* its lane code, once it has been tried; owns */
	plan_batched *merged;  /* the same for tiles of several groups (merged.c); owns */
	/* the backend's view of the leaf, once it has been queried; owns */
	plan_offload *offload;
	/* instances run before lane code was tried, up to the threshold */
	uint64_t met;
	/* internal nodes; `offload` is for the node with all nodes below it as one unit */
	plan_graph *graph;        /* whether that is possible; owns */
	plan_offload *chain;      /* the backend that runs its children as a chain; owns */
	hr_scope *scope;          /* owns */
	bool asked;               /* ALONE is valid */
	const char *alone;        /* why its instances may not run concurrently, or NULL */
	plan_depth *depth;        /* its edges, once it has run depth first; owns */
	hr_copies results;        /* output binds */
	plan_events *event_cache; /* the fixed part of its value events, once emitted; owns */
};

typedef enum plan_watching {
	PLAN_WATCHES_ALL, /* what the offload requests */
	PLAN_WATCHES_LEAVES,
	PLAN_WATCHES_NOTHING,
} plan_watching;

struct hr_plan {
	hr_run *run;
	const hr_graph *graph;
	plan_node *nodes;     /* by hr_node.number; owns */
	hr_node_stats *stats; /* by hr_node.number; owns */
	hr_objects *objects;  /* of hr_orders_execute; owns */
	uint8_t *room;        /* contains the stack, behind HR_PAGES_GUARD bytes; owns */
	uint8_t *stack;       /* of the leaf instance that runs */
	size_t stack_bytes;
	const plan_node *on_stack; /* node whose activation is initialised in STACK, or NULL */
	hr_pacer pacer;
	hr_order order;
	struct hr_orders *orders; /* state of interp/orders/orders.c; owns, freed by: */
	void (*free_orders)(struct hr_orders *orders);
	/* plans of the thread pool's members, once they have run instances; owns */
	plan_members *members;
	/* in a member's plan: the plan that records what has been reported */
	hr_plan *reporter;
	/* speculative runs check exact ranges, since larger ones have led to findings */
	bool exact;
	/* why an execution is not run speculatively in batches; NULL if none was due */
	const char *untried;
	const plan_node *checked; /* node whose grid the checkers observe; depth first */
	bool unchecked;           /* see hr_plan_leave_checks() */
	plan_watching watching;   /* state inside an internal node that is watched */
	int edge_value;           /* choices of --sem, looked up once */
	bool one_for_zero;
};

/* grid.c: visit the instances of a grid, each once, in the order of the schedule (N1). With
 * depth-first, the order within a grid is reference order. */
typedef struct hr_walk {
	hr_schedule schedule;
	const int64_t *extent;
	uint64_t count, ran, index; /* index: in reference order */
	unsigned half_bits;         /* of the permutation */
	uint64_t seed;
} hr_walk;

void hr_walk_begin(hr_walk *walk, const hr_order *order, uint64_t salt, const int64_t extent[3],
		   uint64_t count);
/* Set id[] and walk->index to the next instance. Return false at the end of the grid. */
bool hr_walk_next(hr_walk *walk, int64_t id[3]);

/* Compute the grids of all children of PARENT within SCOPE and check that one-to-one edges fit (G7,
 * G8). */
hr_status hr_scope_grids(hr_plan *plan, plan_node *parent, hr_scope *scope, uint64_t execution)
	HR_MUST_CHECK;

/* emit_events.c: emit events to the recorder of the run. Grids and batches: their begin or end. */
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

/* ENDS is true if hr_plan_emit_grid_end() is certain to be called. */
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

/* Emit the values that edges or the parent's inputs bring to a child. COPIES are its `binds`,
 * `shared` or `single` copies. */
void hr_plan_make_edge_events(const hr_plan *plan, hr_thread *thread, const plan_node *parent,
			      const plan_node *node, const hr_scope *scope,
			      const hr_copies *copies);

void hr_plan_events_free(plan_events *event_cache);
/* Return true if the values of NODE's inputs are emitted together with its grid. */
bool hr_plan_emits_at_once(plan_node *node, const plan_node *parent);

/* Emit the values that outputs of PARENT have received from children. */
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
/* Make the code of a leaf that has none yet. */
hr_status hr_plan_prepare_leaf(hr_plan *plan, plan_node *leaf) HR_MUST_CHECK;

/* copy.c */
bool hr_copy_make(const hr_port *from, const hr_port *to, hr_copy *copy);
void hr_copy_run(const hr_copy *copy, const uint8_t *from, uint8_t *to);

/* schedule.c, for group.c and depth.c */
/* Return HR_OK if the run continues after STATUS (--keep-going), else STATUS. */
hr_status hr_plan_survive(const hr_plan *plan, hr_status status);
hr_status hr_plan_single_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				const hr_level *level, uint64_t index) HR_MUST_CHECK;
/* Record the outputs of one completed instance (E3): number RAN in execution order, from 0, and
 * INDEX in reference order. */
hr_status hr_plan_note_outputs(hr_plan *plan, hr_thread *thread, plan_node *node,
			       child_state *state, const hr_level *level, const uint8_t *outputs,
			       uint64_t index, uint64_t ran) HR_MUST_CHECK;
/* The same for COUNT instances from FIRST on, which ran in reference order. OUTPUTS has their
 * images. */
hr_status hr_plan_note_many(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			    const uint8_t *outputs, uint64_t first, uint64_t count) HR_MUST_CHECK;
/* Return an array with an element for each input: true if instances of a grid get different values.
 * The caller frees it. */
bool *hr_plan_varying(const hr_plan *plan, const plan_node *node);
/* Check for Ctrl-C, and from time to time show progress. */
hr_status hr_plan_look(hr_plan *plan, hr_thread *thread, plan_node *node, uint64_t done)
	HR_MUST_CHECK;

/* Run one instance of an internal node whose inputs have been placed. */
hr_status hr_plan_run_inner(hr_plan *plan, hr_thread *thread, plan_node *node, uint8_t *outputs)
	HR_MUST_CHECK;

/* Prepare what all instances of a child share. Required before its first instance. */
hr_status hr_plan_begin_child(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope,
			      unsigned child) HR_MUST_CHECK;
/* Start checking the grid. Set *CHECK to the value that hr_check_return() requires. */
void hr_plan_check_grid(hr_plan *plan, const plan_node *node, const child_state *state,
			uint64_t *check);
/* Run instance INDEX, number RAN in execution order, of a child without barriers. node->level.id
 * identifies it. */
hr_status hr_plan_run_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state, uint64_t index, uint64_t ran) HR_MUST_CHECK;
/* Run all instances of a child that hr_plan_begin_child() has prepared. */
hr_status hr_plan_run_all(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state) HR_MUST_CHECK;

/* depth.c: run all children of one instance of PARENT, depth first (N4). */
hr_status hr_depth_first(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope)
	HR_MUST_CHECK;
void hr_depth_free(plan_depth *links);

/* group.c: run all instances of a leaf with barriers within one instance of its parent (M3). */
hr_status hr_group_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
		       child_state *state) HR_MUST_CHECK;
void hr_group_free(plan_group *group, hr_checker *checker);
/* The parts of hr_group_run(): begin, take turns until PLAN_TURN_ENDED or a failure, end with the last status. */
typedef enum plan_turn {
	PLAN_TURN_MOVED,  /* an instance has gone on */
	PLAN_TURN_POLLED, /* those that wait in loops have gone round in them (M8) */
	PLAN_TURN_STUCK,  /* the same, and their registers and variables are what they were */
	PLAN_TURN_ENDED,
} plan_turn;
/* stuck.c: turns of all that is in flight, one after the other, in which registers and variables stay what they are.
 * Zero bytes: none yet. */
typedef struct plan_stuck {
	uint64_t turns;  /* in a row */
	uint64_t next;   /* runs of instances in them when memory is compared */
	uint64_t memory; /* its hash after the last turn, if it COMPARES */
	bool compares;
} plan_stuck;
/* A turn of INSTANCES instances has ended, the SAME as the one before, but perhaps for memory. Return true if all that
 * follow are the same. */
bool hr_stuck_forever(hr_plan *plan, plan_stuck *self, bool same, uint64_t instances);
hr_status hr_group_begin(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			 const child_state *state) HR_MUST_CHECK;
hr_status hr_group_turn(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			const child_state *state, plan_turn *turn) HR_MUST_CHECK;
hr_status hr_group_end(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
		       hr_status status) HR_MUST_CHECK;

/* progress.c: run the groups of a kernel that wait for each other: the instances of NODE. */
bool hr_progress_needed(hr_plan *plan, plan_node *node);
hr_status hr_progress_run(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  const child_state *state) HR_MUST_CHECK;

/* schedule.c, for progress.c: run all instances of a child; what else hr_plan_run_inner() does. */
hr_status hr_plan_run_child(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope,
			    unsigned child) HR_MUST_CHECK;
void hr_plan_end_shared(const hr_plan *plan, hr_thread *thread, const plan_node *node);

/* diverge.c: the position of an instance: waiting at the barrier at WORD, or completed by the
 * return there. */
typedef enum plan_how { PLAN_ENDED, PLAN_AT_BARRIER, PLAN_AT_WARP, PLAN_AT_POLL } plan_how;
typedef struct plan_standing {
	int64_t id[3];
	const hr_code *code;
	uint32_t word;
	bool waits;
	plan_how how; /* not for hr_plan_diverged() */
} plan_standing;

typedef struct plan_tally {
	uint64_t count, waiting, completed;
} plan_tally;

/* Report that WAITING and OTHER are not at the same barrier (M3). */
hr_status hr_plan_diverged(hr_plan *plan, hr_thread *thread, const hr_level *level,
			   const plan_standing *waiting, const plan_standing *other,
			   const plan_tally *tally);

/* A lane that waits at collective WHAT (src/arith/warp.h) with MASK, and one that the mask names and
 * that does not come; the same twice: it is not in its own mask. */
typedef struct plan_warp_pair {
	uint32_t what;
	unsigned lanes[2];
	uint64_t mask;
} plan_warp_pair;
/* Report that the lane at WAITING waits for the one at OTHER (W2). */
hr_status hr_plan_warp_diverged(hr_plan *plan, hr_thread *thread, const hr_level *level,
				const plan_standing *waiting, const plan_standing *other,
				const plan_warp_pair *pair);

/* An instance that waits; of the loop that it waits in, what it has read last. */
typedef struct plan_waiter {
	plan_standing at;
	int64_t group[3]; /* the instance of its parent */
	uint64_t address, value;
} plan_waiter;
enum { PLAN_WAITERS = 6 };
typedef struct plan_waiters {
	plan_waiter list[PLAN_WAITERS]; /* the first that wait at one place for one address */
	unsigned count;
	uint64_t polling,
		others;   /* numbers of all, that wait in loops, and at barriers or collectives */
	uint64_t unbegun; /* groups that are not begun because too many wait */
} plan_waiters;
/* group.c: add the instances of NODE that wait, of COUNT. */
void hr_group_waiters(const plan_node *node, uint64_t count, plan_waiters *list);
/* Report that none of them can ever go on (M8). LEVEL is that of the leaf. */
hr_status hr_plan_no_progress(hr_plan *plan, hr_thread *thread, const hr_level *level,
			      const plan_waiters *list);
/* group.c: the same for a single group. */
hr_status hr_group_no_progress(hr_plan *plan, hr_thread *thread, const plan_node *node,
			       const child_state *state) HR_MUST_CHECK;

/* warp.c: the lanes of one warp, by number. */
typedef enum plan_lane_state {
	PLAN_LANE_ABSENT, /* there is no such lane, or it has trapped */
	PLAN_LANE_GOES,   /* it has not begun, or can go on */
	PLAN_LANE_WAITS,  /* at a barrier */
	PLAN_LANE_COLLECTS,
	PLAN_LANE_ENDED,
} plan_lane_state;
typedef struct plan_lane {
	hr_activation *activation;
	const hr_level *level;
	uint64_t index; /* of the instance */
	plan_lane_state state;
} plan_lane;
/* Lane ARRIVED has stopped at a collective: if all lanes that it waits for are there, they get their
 * results and go on. */
void hr_warp_arrive(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count,
		    unsigned arrived);
/* If no lane can go on: the first collective without a mask is complete. Return true if lanes go on. */
bool hr_warp_settle(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count);
/* No instance of the group can go on: report the first lane that waits at a collective; HR_OK: there
 * is none. */
hr_status hr_warp_check(hr_plan *plan, hr_thread *thread, plan_lane *lanes, unsigned count)
	HR_MUST_CHECK;

/* parents.c: hr_plan_may_share() returns true if the thread pool should run the instances of an
 * internal node from DONE on; hr_plan_share() runs them. */
bool hr_plan_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
		       const child_state *state, uint64_t done);
hr_status hr_plan_share(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			child_state *state, uint64_t done) HR_MUST_CHECK;
void hr_plan_members_free(plan_members *members);

/* wide.c: hr_plan_batched() returns true if the lane engine should run the instances of a leaf;
 * hr_plan_run_batched() runs them. */
bool hr_plan_batched(hr_plan *plan, plan_node *node, const child_state *state);
hr_status hr_plan_run_batched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state) HR_MUST_CHECK;
/* Return true if the answer of hr_plan_batched() holds for all later grids like STATE. */
bool hr_plan_batched_settled(const hr_plan *plan, const plan_node *node, const child_state *state);
void hr_plan_batched_free(plan_batched *batched);

/* merged.c: hr_merged_may_run() returns true if the instances of an internal node from index FIRST
 * on should run several at a time, each tile of their only leaf with instances of several;
 * hr_merged_run() runs them. */
bool hr_merged_may_run(hr_plan *plan, plan_node *node, const child_state *state, uint64_t first);
hr_status hr_merged_run(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			uint64_t first) HR_MUST_CHECK;

/* schedule.c: run all instances of a prepared leaf; the narrow variant runs them one at a time, in
 * the order of the plan. */
hr_status hr_plan_run_engine(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state) HR_MUST_CHECK;
hr_status hr_plan_run_narrow(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state) HR_MUST_CHECK;
/* Allocate the outputs of all instances, if they are kept. The program chooses their number, so
 * exhaustion of memory is a diagnostic. */
hr_status hr_plan_reserve_each(hr_plan *plan, plan_node *node, child_state *state,
			       uint64_t execution) HR_MUST_CHECK;

/* offload.c: return HR_OFFLOAD_TAKEN if a backend runs the instances of a leaf, _WATCHED if it
 * observes them, _NEVER otherwise. */
hr_offload_answer hr_plan_offload(hr_plan *plan, plan_node *node, const child_state *state);
/* Copy the inputs of COUNT instances from FIRST on (E2) to IMAGES, one image for each instance. */
hr_status hr_plan_place_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			       uint64_t first, uint64_t count, uint8_t *images) HR_MUST_CHECK;
/* Run a grid on the backend. If *RAN is set to false, nothing has happened, and the engine must run
 * this grid and all later ones. */
hr_status hr_plan_run_offloaded(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				child_state *state, bool *ran) HR_MUST_CHECK;
void hr_plan_offload_free(plan_offload *offload);
/* Return the backend's answer for an internal node with all nodes below it, if no inner grid has
 * more than MOST instances for each byte of memory that they need. CHAIN queries for a chain, whose
 * instances are those of the node's children; APART says why the node is no chain, or is NULL. */
hr_offload_answer hr_plan_offload_graph(hr_plan *plan, plan_node *node, const child_state *state,
					bool chain, const char *apart, uint64_t most);
/* Run the only instance of NODE, whose children are a chain. */
hr_status hr_plan_run_chain(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state)
	HR_MUST_CHECK;

/* graph.c: how to run the instances of an internal node. Requires its shared inputs. */
typedef enum hr_as_one {
	HR_AS_PARTS,
	HR_AS_GRAPH,
	HR_AS_CHAIN,
	HR_AS_WATCHED, /* as parts, which are one unit for the observer */
	HR_AS_WATCHED_CHAIN,
} hr_as_one;
hr_as_one hr_plan_as_one(hr_plan *plan, plan_node *node, const child_state *state);
/* Run a node as HR_AS_GRAPH or HR_AS_CHAIN. RAN may be NULL for a root. If *RAN is set to false,
 * the grid was not run, and must run as parts from now on. */
hr_status hr_plan_run_as_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state, hr_as_one how, bool *ran) HR_MUST_CHECK;
void hr_plan_graph_free(plan_graph *graph);

/* Return the observer's handle of the watched unit. Set *IMAGES to true if it needs all outputs. */
void *hr_plan_watched_unit(const plan_node *node, bool chain, bool *images);

/* watch.c: run a grid while a backend observes it. SCOPE contains NODE; of a root, it is the root's
 * own. With CHAIN the grid is that of the node's children. */
hr_status hr_plan_run_watched(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state, bool chain) HR_MUST_CHECK;
/* schedule.c: run all instances of an internal node, one at a time; of a root, run the execution in
 * SCOPE, whose outputs go to its scratch image. */
hr_status hr_plan_run_parts(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			    child_state *state) HR_MUST_CHECK;

#endif
