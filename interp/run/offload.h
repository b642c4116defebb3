/* interp/run/offload.h -- nodes whose grids something else than the engine runs, or watches.
 *
 * The schedule knows nothing of backends: who wants to run leaves gives the run a hr_offload, which
 * is asked when a leaf's grid is due, and gets whole grids to run. What is not taken is
 * interpreted. What is watched is interpreted, too: before it and after it somebody looks, and may
 * have it done again. */
#ifndef HR_OFFLOAD_H
#define HR_OFFLOAD_H

#include "interp/run/thread.h"

/* From image to image, where each instance has one. */
static inline uint32_t hr_inputs_stride(const hr_node *leaf)
{
	return leaf->inputs_bytes + 16;
}

/* Each output is followed by one byte: whether it has a value (interp/schedule/plan.h). */
static inline uint32_t hr_outputs_stride(const hr_node *node)
{
	return (node->outputs_bytes + node->output_count + 15) & ~15u;
}

typedef enum hr_offload_answer {
	HR_OFFLOAD_NEVER, /* the engine runs this leaf */
	HR_OFFLOAD_LATER, /* the engine runs this grid; ask again at the next */
	HR_OFFLOAD_TRIAL, /* taken, and ask again at the next */
	HR_OFFLOAD_TAKEN,
	HR_OFFLOAD_WATCHED, /* the engine runs it, between before() and after() */
} hr_offload_answer;

/* Who has taken a leaf. */
typedef struct hr_offloaded {
	void *unit; /* theirs */
	/* Not of what is watched: */
	const char *by; /* "cpu"; lives as long as the run */
	/* by output: the input that all instances return; -1: the run stores it */
	const int32_t *same_as;
	uint64_t nanoseconds; /* that building it took; 0: it was there */
	/* the grid has to be run at once: its instances meet at barriers, or it may come back
	 * untouched */
	bool whole;
	bool beside; /* it runs on a device, and grids of other units may run at the same time */
	/* of a graph: that it needs for each instance of its largest inner grid */
	uint64_t inner_bytes;
	bool images; /* of what is watched: the outputs of every instance are kept */
} hr_offloaded;

typedef struct hr_offload_question {
	hr_run *run;
	const hr_node *leaf; /* of ask_graph(): an internal node */
	bool chain; /* ... whose children's instances, one of each, are those of the unit */
	const hr_node_stats *stats; /* of what has run so far, with times */
	uint64_t instances;         /* of the grid that is due */
	const bool *varies;         /* by input: instances of a grid get different values */
	const char *hindered;       /* why the engine has to run it, or NULL; static */
	/* of what is asked for as a chain: why it is none, which a device may want to be said;
	 * NULL: it is one; static */
	const char *apart;
} hr_offload_question;

/* A box of instances that is contiguous in reference order. */
typedef struct hr_offload_grid {
	hr_run *run;
	hr_thread *thread;
	const hr_level *level; /* of the leaf, or of the first of a chain; its id means nothing */
	int64_t begin[3], end[3];
	const uint8_t *inputs; /* image; if some vary, of each instance, hr_inputs_stride() apart */
	uint8_t *outputs; /* of each instance, hr_outputs_stride() apart; NULL: nothing is stored */
	struct hr_watched *watched; /* the schedule's, of a grid that is watched; else NULL */
} hr_offload_grid;

typedef struct hr_offload {
	void *data;
	/* Called by the thread that runs the graph; several may ask at once. *WHY (lives as long as
	 * the run), for --stats: of what is not taken who could have, and why not, NULL: nobody was
	 * meant to; of what is taken why, or NULL. */
	hr_offload_answer (*ask)(void *data, const hr_offload_question *question,
				 hr_offloaded *taken, const char **why);
	/* Runs instances to their end, or reports why not. Of a unit that is to have whole grids it
	 * may say instead, in *UNTOUCHED, that nothing has happened: the engine then runs this grid
	 * and all later ones. *WHY as above. */
	hr_status (*run)(void *data, void *unit, const hr_offload_grid *grid, bool *untouched,
			 const char **why);
	/* As ask(), of an internal node with all that is below it, which comes back untouched only
	 * if it has a dimension; NULL: never. While
	 * one that is watched runs, nothing below is. */
	hr_offload_answer (*ask_graph)(void *data, const hr_offload_question *question,
				       hr_offloaded *taken, const char **why);
	/* Where memory of the program stays on a device from grid to grid; all NULL: nowhere.
	 * BEGIN: THREAD begins an execution, until whose end, REST, or SETTLE, nobody but its grids
	 * touches that memory. SETTLE: all of it is brought back, and nothing stays. REST: only
	 * tracked objects stay, until the host asks for them by BRING_BACK, which is done before it
	 * may touch BYTES from BASE (GONE: it has freed them), or until it is found to do so
	 * without: */
	void (*begin)(void *data, const hr_thread *thread);
	hr_status (*settle)(void *data);
	hr_status (*rest)(void *data);
	/* Before REST, of each tensor that ends with the execution: nobody will look at its
	 * VALUES. */
	void (*forget)(void *data, const void *values);
	hr_status (*bring_back)(void *data, const void *base, uint64_t bytes, bool gone);
	/* ... a fault at ADDRESS, in whatever thread: whether it has come of that, and the access
	 * is now possible. */
	bool (*touched)(void *data, const void *address);
	/* bytes so far, to devices or back; NULL: none */
	uint64_t (*copied)(void *data, bool back);
	uint64_t threads; /* that share a grid */
	/* Around the engine's run of a whole grid that is watched. BEFORE: there are no outputs
	 * yet. AFTER is called when the grid has ended with STATUS. What is not HR_OK ends the
	 * execution. */
	hr_status (*before)(void *data, void *unit, const hr_offload_grid *grid);
	hr_status (*after)(void *data, void *unit, const hr_offload_grid *grid, hr_status status);
} hr_offload;

/* In after(): the engine runs the grid again, one instance at a time, in the order of SCHEDULE and
 * SEED, from whatever is in memory now. OUTPUTS are as in the grid; NULL: they are of no interest.
 * Nothing that the execution goes on with changes but memory. */
hr_status hr_watched_again(const hr_offload_grid *grid, hr_schedule schedule, uint64_t seed,
			   uint8_t *outputs) HR_MUST_CHECK;

/* Likewise, of an internal node in reference order, while each leaf below is watched by itself. */
hr_status hr_watched_leaves(const hr_offload_grid *grid) HR_MUST_CHECK;
/* In before(), of an internal node: each leaf below shall be watched by itself at once. */
void hr_watched_apart(const hr_offload_grid *grid);

/* The host may touch BYTES from BASE from now on; GONE: it gives them up. */
static inline hr_status hr_offload_bring_back(const hr_run *run, const void *base, uint64_t bytes,
					      bool gone)
{
	const hr_offload *to = run->offload;

	return to && to->bring_back ? to->bring_back(to->data, base, bytes, gone) : HR_OK;
}

/* An object of the execution (M1) for an instance that is not the engine's; from any thread. NULL:
 * there is no memory. */
void *hr_offload_allocate(const hr_offload_grid *grid, uint64_t bytes);

#endif
