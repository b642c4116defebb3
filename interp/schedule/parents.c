/* interp/schedule/parents.c -- instances of an internal node, on several threads.
 *
 * Every member of the thread pool has its own plan, set to the position of the plan that it works
 * for. A member runs an instance there with all nodes below it, so groups that meet at barriers,
 * each in one instance of its parent, run concurrently.
 *
 * The first instances run on one thread, until the strategy of each leaf below is known.
 *
 * Invariant: the outputs of instances are recorded in reference order (E3). A diagnostic that is
 *            reported once for a graph is reported once for all plans.
 * Owns:      the members' plans.
 * Clauses:   N1, N2, E3.
 * Not here:  threads (interp/run/thread_pool.c), one leaf's batches (pool_batches.c). */
#include <string.h>

#include "interp/run/thread_pool.h"
#include "interp/schedule/schedule_batches.h"

enum { TASKS_EACH = 16, MOST_INSTANCES = 64, PATIENCE = 256 };

struct plan_members {
	unsigned count;
	struct plan_member {
		hr_plan *plan;
		uint8_t *outputs;
		size_t outputs_bytes;
	} *members;
};

typedef struct parents_job {
	hr_plan *plan;
	plan_node *node;
	hr_scope *scope;
	child_state *state;
	uint64_t first, each; /* FIRST: of all tasks; EACH: instances in a task */
} parents_job;

void hr_plan_members_free(plan_members *all)
{
	if (!all)
		return;
	for (unsigned i = 0; i < all->count; i++) {
		hr_plan_free(all->members[i].plan);
		hr_free(all->members[i].outputs);
	}
	hr_free(all->members);
	hr_free(all);
}

/* --- choosing --------------------------------------------------------------------------------- */

static const char *leaf_alone(const hr_plan *plan, const plan_node *leaf)
{
	if (leaf->batched && leaf->batched->code)
		return hr_lane_alone(leaf->batched->code, false);
	return hr_code_alone(plan->run, leaf->code);
}

/* Return true if the strategy of all leaves below NODE is known. */
static bool is_settled(const hr_plan *plan, const plan_node *node)
{
	for (unsigned i = 0; i < node->node->child_count; i++) {
		const plan_node *child = node->children[i];

		if (child->node->internal) {
			if (!is_settled(plan, child))
				return false;
		} else if (!child->code ||
			   !hr_plan_batched_settled(plan, child, &node->scope->children[i])) {
			return false;
		}
	}
	return true;
}

static const char *children_alone(const hr_plan *plan, const plan_node *node)
{
	for (unsigned i = 0; i < node->node->child_count; i++) {
		const plan_node *child = node->children[i];
		const char *why = child->node->internal ? children_alone(plan, child)
							: leaf_alone(plan, child);

		if (why)
			return why;
	}
	return NULL;
}

static const char *why_alone(const hr_plan *plan, const child_state *state, uint64_t done)
{
	const hr_run *run = plan->run;

	if (run->options.step_limit)
		return "operations are limited (--step-limit)";
	if (run->options.keep_going)
		return "instances continue after errors (--keep-going)";
	if (run->observed || run->speculation.on)
		return "accesses are checked";
	if (run->options.checks & HR_CHECK_ORDER)
		return "orders of instances are compared"; /* threads would be another order */
	if (run->split)
		return "memory is split (--memory split)";
	if (run->offload || run->options.pin_count)
		return "a backend may run leaves";
	if (plan->order.schedule != HR_SCHEDULE_REFERENCE)
		return "the order of instances is not reference";
	return state->count - done < hr_pool_size(run->pool) ? "it has few instances" : NULL;
}

bool hr_plan_may_share(hr_plan *plan, const hr_thread *thread, plan_node *node,
		       const child_state *state, uint64_t done)
{
	const char **alone = &node->stats->alone;

	if (!plan->run->pool || thread->place || plan->reporter)
		return false;
	if (plan->run->events) {
		*alone = "the run is recorded, which needs reference order";
		return false;
	}
	*alone = why_alone(plan, state, done);
	if (*alone || !is_settled(plan, node)) {
		if (!*alone && done == PATIENCE)
			*alone = "nodes below it have not run yet";
		return false;
	}
	if (!node->asked)
		node->alone = children_alone(plan, node);
	node->asked = true;
	*alone = node->alone;
	return !*alone;
}

/* --- members ---------------------------------------------------------------------------------- */

static hr_status make_members(hr_plan *plan)
{
	unsigned count = hr_pool_size(plan->run->pool);

	if (plan->members)
		return HR_OK;
	plan->members = hr_alloc_zero(sizeof(*plan->members));
	plan->members->count = count;
	plan->members->members = hr_alloc_array(count, sizeof(*plan->members->members));
	for (unsigned i = 0; i < count; i++) {
		hr_plan **made = &plan->members->members[i].plan;

		HR_TRY(hr_plan_new(plan->run, plan->graph, made));
		(*made)->reporter = plan;
	}
	return HR_OK;
}

/* Set the member's plan to the position of PLAN: the same instances of the ancestors. */
static void stand(const parents_job *job, struct plan_member *member)
{
	const hr_plan *plan = job->plan;
	const plan_node *node = job->node;
	hr_plan *own = member->plan;

	for (unsigned i = 0; i < plan->graph->node_count; i++) {
		plan_node *to = &own->nodes[i];
		const plan_node *from = &plan->nodes[i];

		memcpy(to->level.id, from->level.id, sizeof(to->level.id));
		memcpy(to->level.extent, from->level.extent, sizeof(to->level.extent));
		to->code = from->code;
		to->met = from->met;
		*to->stats = (hr_node_stats){0};
	}
	memcpy(own->nodes[node->node->number].inputs, node->inputs, node->node->inputs_bytes);
	own->pacer = plan->pacer;
	own->order = plan->order;
	hr_batches_reserve_bytes(&member->outputs, &member->outputs_bytes,
				 (size_t)job->each * node->image_bytes + 16);
}

static void add_stats(hr_plan *plan, const hr_plan *own)
{
	for (unsigned i = 0; i < plan->graph->node_count; i++) {
		hr_node_stats *to = &plan->stats[i];
		const hr_node_stats *from = &own->stats[i];

		to->instances += from->instances;
		to->bytes += from->bytes;
		to->nanoseconds += from->nanoseconds;
		if (from->instances)
			to->alone = NULL;
		if (from->width > to->width) {
			to->width = from->width;
			to->set = from->set;
			to->along = from->along;
		}
	}
}

/* --- tasks ------------------------------------------------------------------------------------ */

static uint8_t *outputs_of(const parents_job *job, const struct plan_member *self, uint64_t index)
{
	if (job->node->keep_each)
		return job->state->each + index * job->node->image_bytes;
	return self->outputs + (index - job->first) % job->each * job->node->image_bytes;
}

static hr_status run_instance(const parents_job *job, const struct plan_member *self,
			      hr_thread *thread, uint64_t index)
{
	plan_node *node = &self->plan->nodes[job->node->node->number];

	hr_instance_id(node->level.extent, index, node->level.id);
	HR_TRY(hr_plan_single_inputs(self->plan, thread, node, job->scope, &node->level, index));
	return hr_plan_run_inner(self->plan, thread, node, outputs_of(job, self, index));
}

static hr_status note(const parents_job *job, const struct plan_member *self, hr_thread *thread,
		      uint64_t index)
{
	hr_level level = job->node->level;

	hr_instance_id(level.extent, index, level.id);
	return hr_plan_note_outputs(job->plan, thread, job->node, job->state, &level,
				    outputs_of(job, self, index), index, index);
}

static hr_status run_task(void *data, unsigned member, hr_thread *thread, uint64_t task)
{
	const parents_job *job = data;
	const struct plan_member *self = &job->plan->members->members[member];
	uint64_t begin = job->first + task * job->each, end = begin + job->each;

	end = end < job->state->count ? end : job->state->count;
	for (uint64_t index = begin; index < end; index++) {
		if (member == 0)
			HR_TRY(hr_plan_look(job->plan, thread, job->node, index));
		HR_TRY(run_instance(job, self, thread, index));
	}
	if (!job->node->node->output_count)
		return HR_OK;
	if (!hr_pool_wait_turn(thread))
		return HR_TRAP;
	for (uint64_t index = begin; index < end; index++)
		HR_TRY(note(job, self, thread, index));
	return HR_OK;
}

hr_status hr_plan_share(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			child_state *state, uint64_t done)
{
	unsigned size = hr_pool_size(plan->run->pool);
	parents_job job = {plan, node, scope, state, done, 0};
	uint64_t tasks;
	hr_status status;

	HR_TRY(make_members(plan));
	job.each = (state->count - done) / (size * TASKS_EACH) + 1;
	job.each = job.each < MOST_INSTANCES ? job.each : MOST_INSTANCES;
	tasks = (state->count - done + job.each - 1) / job.each;
	for (unsigned i = 0; i < size; i++)
		stand(&job, &plan->members->members[i]);
	HR_TRY(hr_plan_look(plan, thread, node, done));
	status = hr_pool_run(plan->run->pool, thread, tasks, run_task, &job);
	for (unsigned i = 0; i < size; i++)
		add_stats(plan, plan->members->members[i].plan);
	thread->pacer = &plan->pacer;
	node->stats->threads = tasks < size ? (unsigned)tasks : size;
	return hr_plan_survive(plan, status);
}
