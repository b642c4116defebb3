/* interp/schedule.h -- which instances run when: grids, hierarchy, edges, barriers.
 *
 * Clauses: G7 and G8 at run time, N1-N4, E1-E5, M1, M3. */
#ifndef HR_SCHEDULE_H
#define HR_SCHEDULE_H

#include "engine.h"

/* Run-time state of one graph that serves many executions: buffers, prepared code, statistics by
 * hr_node.number. One execution at a time unless the caller keeps several plans. */
typedef struct hr_plan hr_plan;
hr_status hr_plan_new(hr_run *run, const hr_graph *graph, hr_plan **plan) HR_MUST_CHECK;
void hr_plan_free(hr_plan *plan);
hr_node_stats *hr_plan_stats(hr_plan *plan);   /* node_count rows, borrowed */

/* One whole execution of the graph: images of the root's inputs and outputs. */
hr_status hr_plan_execute(hr_plan *plan, hr_thread *thread, uint64_t execution,
			  const uint8_t *inputs, uint8_t *outputs) HR_MUST_CHECK;

/* For streams: one execution of one child of the root, all its instances. LEVEL is the root's level.
 * EXTENTS are evaluated over ROOT_INPUTS. INPUTS is the child's image; OUTPUTS gets the value its
 * all-to-all edges carry (E3). */
hr_status hr_plan_execute_child(hr_plan *plan, hr_thread *thread, unsigned child,
				uint64_t execution, hr_objects *objects,
				const uint8_t *root_inputs, const uint8_t *inputs,
				uint8_t *outputs) HR_MUST_CHECK;

#endif
