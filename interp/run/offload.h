/* interp/run/offload.h -- nodes whose grids something other than the engine runs or watches.
 *
 * The schedule does not depend on backends. A component that runs leaves sets the run's hr_offload:
 * the schedule queries it when the grid of a leaf is due, and passes it whole grids to run. The
 * engine runs grids that are not taken. It also runs watched grids: the component is called before
 * and after each one, and may have the grid run again. */
#ifndef HR_OFFLOAD_H
#define HR_OFFLOAD_H

#include "interp/run/thread.h"

/* Return the distance between the input images of two instances, if each instance has one. */
static inline uint32_t hr_inputs_stride(const hr_node *leaf)
{
	return leaf->inputs_bytes + 16;
}

/* Return the distance between the output images. Each output is followed by one byte that says
 * whether it has a value (interp/schedule/plan.h). */
static inline uint32_t hr_outputs_stride(const hr_node *node)
{
	return (node->outputs_bytes + node->output_count + 15) & ~15u;
}

typedef enum hr_offload_answer {
	HR_OFFLOAD_NEVER, /* the engine runs this leaf */
	HR_OFFLOAD_LATER, /* the engine runs this grid; query again for the next one */
	HR_OFFLOAD_TRIAL, /* taken; query again for the next grid */
	HR_OFFLOAD_TAKEN,
	HR_OFFLOAD_WATCHED, /* the engine runs the grid, between before() and after() */
} hr_offload_answer;

/* What is known of a node that has been taken. */
typedef struct hr_offloaded {
	void *unit; /* for the component that took it */
	/* "cpu"; valid as long as the run; of a watched node: what runs a part of it, or NULL */
	const char *by;
	/* Not for watched nodes: */
	/* for each output: the input that all instances return; -1: run() stores it */
	const int32_t *same_as;
	uint64_t nanoseconds; /* time to build it; 0: it already existed */
	/* the grid must run in one call: its instances meet at barriers, or the unit may refuse it
	 * untouched */
	bool whole;
	bool beside;          /* it runs on a device, while grids of other units may run */
	uint64_t inner_bytes; /* of a graph: memory for each instance of its largest inner grid */
	bool images;          /* of a watched node: the outputs of every instance are kept */
} hr_offloaded;

typedef struct hr_offload_question {
	hr_run *run;
	const hr_node *leaf; /* for ask_graph(): an internal node */
	/* ... whose children, each with one instance, form the unit's instances together */
	bool chain;
	const hr_node_stats *stats; /* statistics so far, with times */
	uint64_t instances;         /* number of instances of the grid that is due */
	const bool *varies;         /* by input: instances of a grid get different values */
	const char *hindered;       /* why the engine must run it, or NULL; static */
	/* for a possible chain: why it is none, for devices that report this; NULL if it is a
	 * chain; static */
	const char *apart;
} hr_offload_question;

/* A box of instances that is contiguous in reference order. */
typedef struct hr_offload_grid {
	hr_run *run;
	hr_thread *thread;
	/* level of the leaf, or of the first leaf of a chain; its id is unspecified */
	const hr_level *level;
	int64_t begin[3], end[3];
	/* image; if some inputs vary, one for each instance, hr_inputs_stride() apart */
	const uint8_t *inputs;
	/* of each instance, hr_outputs_stride() apart; NULL: no outputs are stored */
	uint8_t *outputs;
	struct hr_watched *watched; /* private to the schedule, for a watched grid; else NULL */
} hr_offload_grid;

typedef struct hr_offload {
	void *data;
	/* Called by the thread that runs the graph; several threads may call it at once. Sets *WHY
	 * (valid as long as the run) for --stats: if the leaf is not taken, which backend could
	 * have run it and why it did not, NULL if none was requested; if it is taken, the reason,
	 * or NULL. */
	hr_offload_answer (*ask)(void *data, const hr_offload_question *question,
				 hr_offloaded *taken, const char **why);
	/* Run the instances to their end, or report why that failed. For a unit with `whole` set,
	 * it may set *UNTOUCHED instead, which means that nothing has changed: the engine then runs
	 * this grid and all later ones. *WHY as above. */
	hr_status (*run)(void *data, void *unit, const hr_offload_grid *grid, bool *untouched,
			 const char **why);
	/* As ask(), for an internal node with all nodes below it, which may come back untouched
	 * only if it has a dimension. NULL: never taken. While a watched internal node runs, nodes
	 * below it are not watched. */
	hr_offload_answer (*ask_graph)(void *data, const hr_offload_question *question,
				       hr_offloaded *taken, const char **why);
	/* Memory of the program that is resident on a device between grids; all NULL if there is
	 * none. BEGIN: THREAD begins an execution; until its end, REST or SETTLE, only its grids
	 * access that memory. SETTLE: copy all of it back; nothing stays resident. REST: only
	 * tracked objects stay resident, until the host requests them with BRING_BACK, which is
	 * called before the host may access BYTES from BASE (GONE: it has freed them), or until the
	 * host accesses them without a request, see TOUCHED. */
	void (*begin)(void *data, const hr_thread *thread);
	hr_status (*settle)(void *data);
	hr_status (*rest)(void *data);
	/* Called before REST for each tensor that ends with the execution: its VALUES are not read
	 * any more. */
	void (*forget)(void *data, const void *values);
	hr_status (*bring_back)(void *data, const void *base, uint64_t bytes, bool gone);
	/* Called for a fault at ADDRESS, in any thread. Return true if resident memory caused the
	 * fault and the access is now possible. */
	bool (*touched)(void *data, const void *address);
	/* bytes copied so far, to devices or back; NULL: none */
	uint64_t (*copied)(void *data, bool back);
	uint64_t threads; /* number of threads that share a grid */
	/* Called around the engine's run of a whole watched grid. BEFORE is called before there are
	 * outputs. AFTER is called when the grid has ended with STATUS. A result other than HR_OK
	 * ends the execution. */
	hr_status (*before)(void *data, void *unit, const hr_offload_grid *grid);
	hr_status (*after)(void *data, void *unit, const hr_offload_grid *grid, hr_status status);
} hr_offload;

/* Call from after(): the engine runs the grid again, one instance at a time, in the order of
 * SCHEDULE and SEED, from the current contents of memory. OUTPUTS has the layout of the grid's
 * outputs; NULL to discard them. Of what the execution continues with, only memory changes. */
hr_status hr_watched_again(const hr_offload_grid *grid, hr_schedule schedule, uint64_t seed,
			   uint8_t *outputs) HR_MUST_CHECK;

/* The same for an internal node, in reference order; each leaf below it is watched separately. */
hr_status hr_watched_leaves(const hr_offload_grid *grid) HR_MUST_CHECK;
/* Lower all code of the grid's leaves again, after a checker that changes it was added. What is lowered
 * is not freed, so this is for a process that ends soon. */
hr_status hr_watched_lower_again(const hr_offload_grid *grid) HR_MUST_CHECK;
/* Call from before(), for an internal node: watch each leaf below it separately from now on. */
void hr_watched_apart(const hr_offload_grid *grid);

/* Call before the host may access BYTES from BASE; GONE: it frees them. */
static inline hr_status hr_offload_bring_back(const hr_run *run, const void *base, uint64_t bytes,
					      bool gone)
{
	const hr_offload *to = run->offload;

	return to && to->bring_back ? to->bring_back(to->data, base, bytes, gone) : HR_OK;
}

/* Allocate an object of the execution (M1) for an instance that the engine does not run. Safe from
 * any thread. NULL if memory is exhausted. */
void *hr_offload_allocate(const hr_offload_grid *grid, uint64_t bytes);

#endif
