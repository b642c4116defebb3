/* interp/schedule/schedule.h -- which instances run when: grids, hierarchy, edges, barriers.
 *
 * Clauses: G7 and G8 at run time, N1-N4, E1-E5, M1, M3. */
#ifndef HR_SCHEDULE_H
#define HR_SCHEDULE_H

#include "interp/run/thread.h"

/* Create the run-time state of one graph for many executions: buffers, prepared code, statistics
 * indexed by hr_node.number. A plan runs one execution at a time; concurrent executions need
 * several plans. */
hr_status hr_plan_new(hr_run *run, const hr_graph *graph, hr_plan **plan) HR_MUST_CHECK;
void hr_plan_free(hr_plan *plan);
hr_node_stats *hr_plan_stats(hr_plan *plan); /* node_count rows, borrowed */

/* One execution, whose scope has been started by hr_scope_begin(). */
typedef struct hr_execution {
	uint64_t number;
	struct hr_scope *scope;
	hr_objects *objects;
	const uint8_t *inputs; /* image of the root's inputs */
	uint8_t *outputs;      /* image of the root's outputs; may be NULL */
	/* the next execution of a stream that runs concurrently, or NULL (overlap.h) */
	const struct hr_execution *next;
} hr_execution;
/* Run all nodes of the graph in the order of --schedule, and store its outputs. */
hr_status hr_plan_run(hr_plan *plan, hr_thread *thread, const hr_execution *what) HR_MUST_CHECK;

/* For streams: return true if a backend runs whole executions of the root with INPUTS as one unit.
 * Set *WATCHED to true if a backend observes executions, which then must run in sequence. */
bool hr_plan_is_one(hr_plan *plan, const uint8_t *inputs, bool *watched);

/* Return true if all children of the root run on devices, concurrently if requested. */
bool hr_plan_on_devices(const hr_plan *plan);

/* Suspend or resume checking of code that is not interpreted. Used while backends run all leaves of
 * PLAN's graph, or while several plans of it run, each a child of the root. */
void hr_plan_leave_checks(hr_plan *plan, bool leave);

/* End an execution that returned STATUS. Return STATUS, or the status of a checker's finding.
 * OUTPUTS is the image of the root's outputs. */
hr_status hr_plan_ended(hr_plan *plan, hr_objects *objects, const uint8_t *outputs,
			hr_status status) HR_MUST_CHECK;

/* For streams: one execution of the root, child by child. A scope keeps the grids and values of the
 * root's children during one execution, so several can be in flight. Each child of the root runs
 * its executions in order (S3). */
typedef struct hr_scope hr_scope;
hr_scope *hr_scope_new(hr_plan *plan); /* for executions of the root in sequence */
void hr_scope_free(hr_scope *scope);
/* Start an execution and compute its grids. INPUTS and LAUNCH_INPUTS (for binds that are not
 * streaming, S1) are images of the root's inputs, borrowed until the execution has ended. */
hr_status hr_scope_begin(hr_plan *plan, hr_scope *scope, uint64_t execution, const uint8_t *inputs,
			 const uint8_t *launch_inputs) HR_MUST_CHECK;
/* Run all instances of one child of the root. Requires that the sources of its edges have run. */
hr_status hr_scope_run_child(hr_plan *plan, hr_thread *thread, hr_scope *scope, unsigned child,
			     uint64_t execution, hr_objects *objects) HR_MUST_CHECK;
/* Store the image of the root's outputs. Requires that all children have run. */
hr_status hr_scope_outputs(hr_plan *plan, hr_scope *scope, uint64_t execution, uint8_t *outputs)
	HR_MUST_CHECK;

#endif
