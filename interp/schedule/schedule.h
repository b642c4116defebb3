/* interp/schedule/schedule.h -- which instances run when: grids, hierarchy, edges, barriers.
 *
 * Clauses: G7 and G8 at run time, N1-N4, E1-E5, M1, M3. */
#ifndef HR_SCHEDULE_H
#define HR_SCHEDULE_H

#include "interp/run/thread.h"

/* Run-time state of one graph that serves many executions: buffers, prepared code, statistics by
 * hr_node.number. One execution at a time unless the caller keeps several plans. */
hr_status hr_plan_new(hr_run *run, const hr_graph *graph, hr_plan **plan) HR_MUST_CHECK;
void hr_plan_free(hr_plan *plan);
hr_node_stats *hr_plan_stats(hr_plan *plan); /* node_count rows, borrowed */

/* One execution, whose scope has begun (hr_scope_begin). */
typedef struct hr_execution {
	uint64_t number;
	struct hr_scope *scope;
	hr_objects *objects;
	const uint8_t *inputs; /* image of the root's */
	uint8_t *outputs;      /* image, of the root's outputs; may be NULL */
	/* of a stream, what runs along with it; or NULL (overlap.h) */
	const struct hr_execution *next;
} hr_execution;
/* All its nodes, in the order of --schedule, and its outputs. */
hr_status hr_plan_run(hr_plan *plan, hr_thread *thread, const hr_execution *what) HR_MUST_CHECK;

/* For streams: does something else run whole executions, as one, whose root has INPUTS? *WATCHED:
 * or does it look on while they run, one after the other? */
bool hr_plan_is_one(hr_plan *plan, const uint8_t *inputs, bool *watched);

/* Have all children of the root run on devices, beside each other if asked to? */
bool hr_plan_on_devices(const hr_plan *plan);

/* While something else runs all leaves of PLAN's graph, or plans of it run at once, each a child of
 * the root, what is not interpreted is none of the checkers' affair. */
void hr_plan_leave_checks(hr_plan *plan, bool leave);

/* After an execution that went as STATUS says: gives STATUS, or what checkers found. OUTPUTS: its
 * root's image. */
hr_status hr_plan_ended(hr_plan *plan, hr_objects *objects, const uint8_t *outputs,
			hr_status status) HR_MUST_CHECK;

/* For streams: one execution of the root, child by child. A scope keeps the grids and values of
 * the root's children during one execution, so several can be under way; each child of the root
 * runs its executions in order (S3). */
typedef struct hr_scope hr_scope;
hr_scope *hr_scope_new(hr_plan *plan); /* for executions of the root, one after the other */
void hr_scope_free(hr_scope *scope);
/* Computes the grids. INPUTS and LAUNCH_INPUTS (for binds that are not streaming, S1) are images of
 * the root's inputs, borrowed until the execution has ended. */
hr_status hr_scope_begin(hr_plan *plan, hr_scope *scope, uint64_t execution, const uint8_t *inputs,
			 const uint8_t *launch_inputs) HR_MUST_CHECK;
/* All instances of one child of the root, after the children it has edges from. */
hr_status hr_scope_run_child(hr_plan *plan, hr_thread *thread, hr_scope *scope, unsigned child,
			     uint64_t execution, hr_objects *objects) HR_MUST_CHECK;
/* After all children: the image of the root's outputs. */
hr_status hr_scope_outputs(hr_plan *plan, hr_scope *scope, uint64_t execution, uint8_t *outputs)
	HR_MUST_CHECK;

#endif
