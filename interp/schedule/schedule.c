/* interp/schedule/schedule.c -- run a graph: node by node in topological order, all instances of
 * each.
 *
 * Within one instance of an internal node: compute the grids, then for every child in order its
 * inputs, its instances, and its value for all-to-all edges. Inner graphs run in full for each
 * instance (N2). Inputs that all instances share are copied once for a grid; only one-to-one edges
 * cost time for each instance.
 *
 * Invariant: an instance sees inputs of completed instances only (E1, E5); outputs of a trapped
 *            instance are zero (--keep-going).
 * Owns:      nothing; buffers belong to the plan.
 * Clauses:   N1, N2, E1-E5, M1; G7 where a value is missing.
 * Not here:  grids and orders (grid.c), barriers (group.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/engine/engine.h"
#include "interp/memory/device_copies.h"
#include "interp/memory/memory.h"
#include "interp/memory/zeroed.h"
#include "interp/run/events.h"
#include "interp/run/observer.h"
#include "interp/run/offload.h"
#include "interp/run/thread_pool.h"
#include "interp/run/value_text.h"
#include "interp/schedule/plan.h"
#include "interp/tensor/tensors.h"
#include "src/base/tick.h"

enum { LOOK_INSTANCES = 1024, LOOK_STEPS = 4 * 1024 * 1024 };

hr_status hr_plan_survive(const hr_plan *plan, hr_status status)
{
	if (hr_speculation_failed(plan->run))
		return HR_TRAP; /* the speculative run ends here */
	hr_run_note(plan->run, status);
	return status == HR_TRAP && plan->run->options.keep_going ? HR_OK : status;
}

/* --- progress and Ctrl-C ---------------------------------------------------------------------- */

hr_status hr_plan_look(hr_plan *plan, hr_thread *thread, plan_node *node, uint64_t done)
{
	hr_pacer *pacer = &plan->pacer;
	hr_run *run = plan->run;

	__atomic_store_n(&node->done, done, __ATOMIC_RELAXED); /* other threads show it, too */
	thread->pacer = pacer;
	if (hr_speculation_failed(run))
		return HR_TRAP;
	if (__atomic_load_n(&run->interrupted, __ATOMIC_RELAXED))
		return run->timed_out ? hr_report_level(run, NULL, &node->level, thread->execution,
							HR_D_time_limit, run->options.time_limit)
				      : hr_report_level(run, NULL, &node->level, thread->execution,
							HR_D_interrupted);
	if (pacer->left-- && thread->steps < pacer->steps)
		return HR_OK;
	pacer->left = LOOK_INSTANCES;
	pacer->steps = thread->steps + LOOK_STEPS;
	hr_run_show(thread, node->node);
	return HR_OK;
}

/* --- values ----------------------------------------------------------------------------------- */

static hr_status no_value(hr_plan *plan, const plan_node *parent, const hr_copy *copy,
			  const hr_level *level, uint64_t execution)
{
	const char *gives[] = {"this error", "the value of one instance"};
	char profiles[200];

	return hr_plan_survive(
		plan, hr_report_level(plan->run, copy->where, level, execution, HR_D_edge_no_value,
				      copy->port, parent->children[copy->source]->node->path,
				      hr_sem_profiles(HR_SEM_zero_extent, gives, false, profiles,
						      sizeof(profiles))));
}

static bool has_value(const plan_node *source, const uint8_t *outputs, unsigned port)
{
	return outputs[source->node->outputs_bytes + port] != 0;
}

/* Copy the inputs that all instances of NODE share: input binds and all-to-all edges. */
static hr_status common_inputs(hr_plan *plan, plan_node *parent, plan_node *node,
			       const hr_scope *scope, uint64_t execution)
{
	for (size_t i = 0; i < node->binds.count; i++) {
		const hr_copy *copy = &node->binds.data[i];

		hr_copy_run(copy, copy->at_launch ? scope->launch_inputs : scope->inputs,
			    node->inputs);
	}
	for (size_t i = 0; i < node->shared.count; i++) {
		const hr_copy *copy = &node->shared.data[i];
		const child_state *source = &scope->children[copy->source];

		if (source->count && !(copy->may_lack && !has_value(parent->children[copy->source],
								    source->value, copy->port))) {
			hr_copy_run(copy, source->value, node->inputs);
			continue;
		}
		HR_TRY(no_value(plan, parent, copy, &parent->level, execution));
		memset(node->inputs + copy->to, 0, copy->bytes);
	}
	return HR_OK;
}

/* E2: copy the outputs of instance INDEX of each source to the inputs of instance INDEX. */
hr_status hr_plan_single_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				const hr_level *level, uint64_t index)
{
	plan_node *parent = &plan->nodes[node->node->parent->number];

	for (size_t i = 0; i < node->single.count; i++) {
		const hr_copy *copy = &node->single.data[i];
		const plan_node *source = parent->children[copy->source];
		const uint8_t *outputs =
			scope->children[copy->source].each + index * source->image_bytes;

		if (!copy->may_lack || has_value(source, outputs, copy->port)) {
			hr_copy_run(copy, outputs, node->inputs);
			continue;
		}
		HR_TRY(no_value(plan, parent, copy, level, thread->execution));
		memset(node->inputs + copy->to, 0, copy->bytes);
	}
	return HR_OK;
}

static void note_value(hr_shared *shared, const uint8_t *value)
{
	for (unsigned i = 0; i < shared->seen_count; i++)
		if (memcmp(shared->seen + i * shared->bytes, value, shared->bytes) == 0)
			return;
	if (shared->seen_count == HR_SEEN) {
		shared->more = true;
		return;
	}
	memcpy(shared->seen + shared->seen_count++ * shared->bytes, value, shared->bytes);
}

/* E3: compare OUTPUTS with those of the instance that ran first. */
static void compare_outputs(plan_node *node, const uint8_t *outputs)
{
	for (size_t i = 0; i < node->compared.count; i++) {
		hr_shared *shared = &node->compared.data[i];
		const uint8_t *first = node->first + shared->offset;

		if (memcmp(outputs + shared->offset, first, shared->bytes) == 0)
			continue;
		if (!shared->seen)
			shared->seen = hr_alloc_array(HR_SEEN, shared->bytes);
		note_value(shared, first);
		note_value(shared, outputs + shared->offset);
	}
}

/* Report an output of a completed grid whose instances disagree, with the value that each profile
 * chooses. */
static hr_status report_ambiguous(hr_plan *plan, const plan_node *node, const child_state *state,
				  const hr_level *level, const hr_shared *shared,
				  uint64_t execution)
{
	const hr_type *type = node->node->outputs[shared->port].type;
	char value[HR_VALUE_TEXT], index[HR_VALUE_TEXT], profiles[1000];
	char last[200], silent[100], any[400] = "the value of the instance that runs last: ";
	const char *gives[] = {last, silent, any};

	for (unsigned i = 0; i < shared->seen_count; i++) {
		size_t used = strlen(any);

		snprintf(any + used, sizeof(any) - used, "%s%s", i ? ", " : "",
			 hr_value_text(type, shared->seen + i * shared->bytes, value));
	}
	strcat(any, shared->more ? " ..." : "");
	hr_value_text(type, state->value + shared->offset, value);
	snprintf(last, sizeof(last), "%s, from instance%s, the last in reference order", value,
		 hr_index_text(level->dims, state->taken, index));
	snprintf(silent, sizeof(silent), "%s, without a warning", value);
	return hr_report_level(
		plan->run, shared->where, level, execution, HR_D_edge_value_ambiguous,
		node->node->path, shared->port,
		hr_sem_profiles(HR_SEM_edge_value, gives, true, profiles, sizeof(profiles)));
}

/* Return true if another thread's plan has reported an output. Record that this plan reports it. */
static bool is_said(hr_plan *plan, hr_thread *thread, const plan_node *node, unsigned port)
{
	plan_node *reporter;

	if (!plan->reporter)
		return false;
	if (!hr_pool_wait_turn(thread))
		return true;
	reporter = &plan->reporter->nodes[node->node->number];
	for (size_t i = 0; i < reporter->compared.count; i++)
		if (reporter->compared.data[i].port == port) {
			hr_free(reporter->compared.data[i].seen);
			reporter->compared.data[i] =
				reporter->compared.data[--reporter->compared.count];
			return false;
		}
	return true;
}

/* Report each output that differs once. */
static hr_status report_differences(hr_plan *plan, hr_thread *thread, plan_node *node,
				    const child_state *state, const hr_level *level)
{
	for (size_t i = 0; i < node->compared.count; i++) {
		hr_shared shared = node->compared.data[i];
		hr_status status;

		if (!shared.seen_count)
			continue;
		if (hr_speculation_fail(plan->run))
			return HR_TRAP;
		node->compared.data[i--] = node->compared.data[--node->compared.count];
		if (is_said(plan, thread, node, shared.port)) {
			hr_free(shared.seen);
			continue;
		}
		status = report_ambiguous(plan, node, state, level, &shared, thread->execution);
		hr_free(shared.seen);
		HR_TRY(hr_plan_survive(plan, status));
	}
	return HR_OK;
}

static void begin_comparing(plan_node *node, const uint8_t *outputs)
{
	memcpy(node->first, outputs, node->image_bytes);
	for (size_t i = 0; i < node->compared.count; i++) {
		node->compared.data[i].seen_count = 0;
		node->compared.data[i].more = false;
	}
}

hr_status hr_plan_note_outputs(hr_plan *plan, hr_thread *thread, plan_node *node,
			       child_state *state, const hr_level *level, const uint8_t *outputs,
			       uint64_t index, uint64_t ran)
{
	bool wanted = plan->edge_value == HR_SEM_edge_value_schedule || index == state->count - 1;

	if (wanted) {
		memcpy(state->taken, level->id, sizeof(state->taken));
		if (outputs != state->value)
			memcpy(state->value, outputs, node->image_bytes);
	}
	if (state->count == 1 || !node->compared.count ||
	    plan->edge_value != HR_SEM_edge_value_last)
		return HR_OK;
	if (ran > 0)
		compare_outputs(node, outputs);
	else
		begin_comparing(node, outputs);
	return ran == state->count - 1 ? report_differences(plan, thread, node, state, level)
				       : HR_OK;
}

hr_status hr_plan_note_many(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			    const uint8_t *outputs, uint64_t first, uint64_t count)
{
	/* In reverse order the last tiles run first, but the instances within a tile run in
	 * reference order. */
	uint64_t before =
		plan->order.schedule == HR_SCHEDULE_REVERSE ? state->count - first - count : first;
	bool same;

	if (!node->node->output_count)
		return HR_OK;
	same = node->compared.count && count > 2 &&
	       memcmp(outputs, outputs + node->image_bytes, (count - 1) * node->image_bytes) == 0;
	for (uint64_t i = 0; i < count; i++) {
		uint64_t index = first + i;

		if (same && i > 0 && i < count - 1)
			continue; /* same as the previous instance */
		if (!node->compared.count && index != state->count - 1 &&
		    plan->edge_value != HR_SEM_edge_value_schedule)
			continue; /* unused */
		hr_instance_id(node->level.extent, index, node->level.id);
		HR_TRY(hr_plan_note_outputs(plan, thread, node, state, &node->level,
					    outputs + i * node->image_bytes, index, before + i));
	}
	return HR_OK;
}

bool *hr_plan_varying(const hr_plan *plan, const plan_node *node)
{
	bool *varying = hr_alloc_array(node->node->input_count + 1, sizeof(bool));

	for (size_t i = 0; i < node->single.count; i++) {
		unsigned port = node->single.data[i].to_port;

		/* A failed instance passes nothing on, so its successors differ. */
		varying[port] = plan->run->options.keep_going || hr_input_varies(node->node, port);
	}
	return varying;
}

hr_status hr_plan_reserve_each(hr_plan *plan, plan_node *node, child_state *state,
			       uint64_t execution)
{
	size_t bytes;
	uint8_t *each = NULL;

	if (!node->keep_each || !state->count)
		return HR_OK;
	if (!__builtin_mul_overflow(state->count, node->image_bytes, &bytes)) {
		if (bytes <= state->each_bytes)
			return HR_OK;
		each = hr_zeroed(bytes);
	}
	if (!each)
		return hr_report_level(plan->run, &node->node->where, node->level.parent, execution,
				       HR_D_memory_limit,
				       "the outputs of all instances for one-to-one edges", bytes);
	hr_zeroed_free(state->each, state->each_bytes);
	state->each = each;
	state->each_bytes = bytes;
	return HR_OK;
}

/* Return the place for the outputs of instance INDEX. A copy is saved by writing directly where the
 * value may be overwritten. */
static uint8_t *outputs_place(const hr_plan *plan, const plan_node *node, const child_state *state,
			      uint64_t index)
{
	if (node->keep_each)
		return state->each + index * node->image_bytes;
	if (state->count == 1 || plan->order.schedule == HR_SCHEDULE_REFERENCE ||
	    plan->order.schedule == HR_SCHEDULE_DEPTH_FIRST ||
	    plan->edge_value == HR_SEM_edge_value_schedule)
		return state->value;
	return node->scratch;
}

/* --- leaves ----------------------------------------------------------------------------------- */

static hr_status run_leaf_instance(hr_plan *plan, hr_thread *thread, plan_node *node,
				   uint8_t *outputs)
{
	hr_activation *activation = &node->activation;
	bool at_barrier;
	hr_status status;

	if (node->node->output_count)
		memset(outputs, 0, node->image_bytes);
	if (plan->on_stack != node) {
		hr_activation_init(activation, node->code, plan->stack, plan->stack_bytes);
		plan->on_stack = node;
	}
	if (plan->run->options.schedules > 1)
		/* uninitialised values must not depend on the order */
		hr_activation_clear(activation);
	hr_activation_begin(activation, &node->level, node->inputs, outputs);
	do {
		at_barrier = false; /* a single instance passes its barriers */
		status = hr_activation_run(thread, activation, &at_barrier);
	} while (status == HR_OK && at_barrier);
	if (status == HR_OK)
		return HR_OK;
	plan->on_stack = NULL;
	memset(outputs, 0, node->image_bytes);
	return hr_plan_survive(plan, status);
}

static hr_status run_leaf_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state, uint64_t index, uint64_t ran)
{
	uint8_t *outputs = outputs_place(plan, node, state, index);

	HR_TRY(hr_plan_look(plan, thread, node, ran));
	if (node->single.count)
		HR_TRY(hr_plan_single_inputs(plan, thread, node, scope, &node->level, index));
	if (node->single.count && plan->run->observed)
		hr_check_inputs(plan->run->checker, node->inputs);
	if (plan->run->split &&
	    (node->single.count || plan->order.schedule == HR_SCHEDULE_DEPTH_FIRST))
		hr_split_leaf(plan->run, node->node, node->inputs);
	hr_plan_emit_batch(plan, thread, node, index, 1, true);
	HR_TRY(run_leaf_instance(plan, thread, node, outputs));
	hr_plan_emit_batch(plan, thread, node, index, 1, false);
	if (!node->node->output_count)
		return HR_OK;
	return hr_plan_note_outputs(plan, thread, node, state, &node->level, outputs, index, ran);
}

static hr_status run_leaf_grid(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			       child_state *state)
{
	hr_walk walk;

	hr_walk_begin(&walk, &plan->order, node->node->number, state->extent, state->count);
	while (hr_walk_next(&walk, node->level.id))
		HR_TRY(run_leaf_one(plan, thread, node, scope, state, walk.index, walk.ran - 1));
	return HR_OK;
}

void hr_plan_check_grid(hr_plan *plan, const plan_node *node, const child_state *state,
			uint64_t *check)
{
	if (plan->run->observed)
		*check = hr_check_grid(plan->run->checker, &node->level, state->count, node->inputs,
				       node->single.count > 0);
	plan->checked = node;
}

/* Return true if instances of the leaf may wait for others. */
static bool meets(const plan_node *node, const child_state *state)
{
	return node->code->has_barrier &&
	       (state->count > 1 || node->code->has_warp || node->code->has_poll);
}

hr_status hr_plan_run_narrow(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state)
{
	if (meets(node, state))
		return hr_group_run(plan, thread, node, scope, state);
	return run_leaf_grid(plan, thread, node, scope, state);
}

hr_status hr_plan_run_engine(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state)
{
	bool batched = hr_plan_batched(plan, node, state);
	bool meet = meets(node, state);
	hr_status status;

	if (meet)
		hr_plan_emit_batch(plan, thread, node, 0, state->count, true);
	status = batched ? hr_plan_run_batched(plan, thread, node, scope, state)
			 : hr_plan_run_narrow(plan, thread, node, scope, state);
	if (meet)
		hr_plan_emit_batch(plan, thread, node, 0, state->count, false);
	return status;
}

/* Copy what is resident on devices back to the program's memory. */
static hr_status settle(const hr_plan *plan)
{
	const hr_offload *to = plan->run->offload;

	return to && to->settle ? to->settle(to->data) : HR_OK;
}

/* Tell the offload that the host continues. */
static hr_status rest(const hr_plan *plan)
{
	const hr_offload *to = plan->run->offload;

	return to && to->rest ? to->rest(to->data) : settle(plan);
}

static const hr_observer *observer_of(const hr_plan *plan)
{
	return plan->run->repeated ? NULL : plan->run->observer;
}

/* Show the outputs of a grid of one instance to the observer, and count its tensors for --stats. */
static hr_status show_outputs(const hr_plan *plan, hr_thread *thread, const plan_node *node,
			      child_state *state)
{
	const hr_observer *observer = observer_of(plan);
	uint8_t *outputs = node->keep_each ? state->each : state->value;

	if (state->count != 1 || !node->node->output_count)
		return HR_OK;
	if (plan->run->options.stats && plan->run->tensors && !plan->run->repeated)
		hr_counts_add(plan->run, node->node, outputs);
	if (!observer)
		return HR_OK;
	HR_TRY(settle(plan));
	HR_TRY(observer->ended(observer->data, thread, node->node, outputs));
	if (node->keep_each)
		memcpy(state->value, outputs, node->image_bytes);
	return HR_OK;
}

/* Run a leaf on the engine, also if checking is suspended. */
static hr_status run_checked(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state)
{
	hr_checker *left = plan->unchecked ? plan->run->checker : NULL;
	hr_status status;

	if (left) {
		hr_check_enter(left, thread, plan, plan->graph->root, thread->execution, NULL);
		hr_plan_check_grid(plan, node, state, &state->check);
	}
	status = hr_plan_run_engine(plan, thread, node, scope, state);
	if (left)
		hr_check_leave(left);
	return status;
}

static hr_status run_leaf(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state)
{
	bool timed = plan->run->options.stats || plan->run->offload;
	uint64_t bytes = hr_thread_bytes(thread);
	uint64_t from = 0;
	hr_offload_answer answer;
	hr_status status = HR_OK;
	bool ran = false;

	if (plan->run->split && !node->single.count)
		hr_split_leaf(plan->run, node->node, node->inputs);
	if (!plan->unchecked)
		hr_plan_check_grid(plan, node, state, &state->check);
	answer = plan->watching == PLAN_WATCHES_NOTHING ? HR_OFFLOAD_NEVER
							: hr_plan_offload(plan, node, state);
	if (timed)
		from = hr_nanoseconds();
	if (answer == HR_OFFLOAD_TAKEN)
		status = hr_plan_run_offloaded(plan, thread, node, scope, state, &ran);
	if (status == HR_OK && !ran)
		status = settle(plan);
	if (answer == HR_OFFLOAD_WATCHED)
		status = hr_plan_run_watched(plan, thread, node, scope, state, false);
	else if (!ran && status == HR_OK)
		status = run_checked(plan, thread, node, scope, state);
	node->stats->instances += state->count;
	node->stats->bytes += hr_thread_bytes(thread) - bytes;
	if (timed)
		node->stats->nanoseconds += hr_nanoseconds() - from;
	return status == HR_OK ? show_outputs(plan, thread, node, state) : status;
}

/* --- internal nodes --------------------------------------------------------------------------- */

/* E4: copy values of children to the outputs of an instance of an internal node. */
static void collect_outputs(const hr_plan *plan, plan_node *node, const hr_scope *scope,
			    uint64_t execution, uint8_t *outputs)
{
	uint8_t *valid = outputs + node->node->outputs_bytes;

	for (size_t i = 0; i < node->results.count; i++) {
		const hr_copy *copy = &node->results.data[i];
		const child_state *source = &scope->children[copy->source];
		unsigned port = copy->to_port;

		valid[port] = source->count &&
			      (!copy->may_lack ||
			       has_value(node->children[copy->source], source->value, copy->port));
		if (valid[port])
			hr_copy_run(copy, source->value, outputs);
		else
			memset(outputs + copy->to, 0, copy->bytes);
	}
	if (hr_events_want(plan->run, HR_EVENTS_NODE))
		hr_plan_make_output_events(plan, hr_thread_peek(), node, execution, outputs);
}

static hr_status run_scope(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope);

/* K3: shared memory lives as long as its group, an instance of NODE. */
void hr_plan_end_shared(const hr_plan *plan, hr_thread *thread, const plan_node *node)
{
	if (!plan->run->program->kernel)
		return;
	for (unsigned i = 0; i < node->node->child_count; i++) {
		const hr_node *child = node->children[i]->node;
		const child_state *state = &node->scope->children[i];
		void *memory;
		uint64_t bytes;

		if (!child->allocation || !state->count)
			continue;
		memcpy(&memory, state->value + child->outputs[0].offset, sizeof(memory));
		memcpy(&bytes, state->value + child->outputs[1].offset, sizeof(bytes));
		hr_object_end(thread, memory, bytes);
	}
}

hr_status hr_plan_run_inner(hr_plan *plan, hr_thread *thread, plan_node *node, uint8_t *outputs)
{
	hr_scope *inner = node->scope;
	hr_status status;

	inner->inputs = inner->launch_inputs = node->inputs;
	status = hr_scope_grids(plan, node, inner, thread->execution);
	if (status == HR_OK)
		status = run_scope(plan, thread, node, inner);
	if (status == HR_OK) {
		collect_outputs(plan, node, node->scope, thread->execution, outputs);
		hr_plan_end_shared(plan, thread, node);
		return HR_OK;
	}
	memset(outputs, 0, node->image_bytes);
	memset(outputs + node->node->outputs_bytes, 1, node->node->output_count);
	return hr_plan_survive(plan, status);
}

static hr_status run_internal_one(hr_plan *plan, hr_thread *thread, plan_node *node,
				  hr_scope *scope, child_state *state, uint64_t index, uint64_t ran)
{
	uint8_t *outputs = outputs_place(plan, node, state, index);

	HR_TRY(hr_plan_look(plan, thread, node, ran));
	HR_TRY(hr_plan_single_inputs(plan, thread, node, scope, &node->level, index));
	hr_plan_emit_batch(plan, thread, node, index, 1, true);
	HR_TRY(hr_plan_run_inner(plan, thread, node, outputs));
	hr_plan_emit_batch(plan, thread, node, index, 1, false);
	return hr_plan_note_outputs(plan, thread, node, state, &node->level, outputs, index, ran);
}

/* Return true if NODE's instance is not part of the case: of a case, one instance of each node
 * above the leaf runs. */
static bool is_left_out(const hr_plan *plan, const plan_node *node)
{
	const hr_options *options = &plan->run->options;
	unsigned depth = node->node->depth;

	return depth && depth <= options->pin_count &&
	       memcmp(options->pins[depth - 1], node->level.id, sizeof(node->level.id)) != 0;
}

static hr_status run_internal_grid(hr_plan *plan, hr_thread *thread, plan_node *node,
				   hr_scope *scope, child_state *state)
{
	hr_walk walk;

	if (hr_progress_needed(plan, node))
		return hr_progress_run(plan, thread, node, scope, state);
	hr_walk_begin(&walk, &plan->order, node->node->number, state->extent, state->count);
	while (hr_walk_next(&walk, node->level.id)) {
		if (is_left_out(plan, node))
			continue;
		if (hr_plan_may_share(plan, thread, node, state, walk.ran - 1))
			return hr_plan_share(plan, thread, node, scope, state, walk.ran - 1);
		/* the first instance gives the extents of its leaf */
		if (walk.ran > 1 && hr_merged_may_run(plan, node, state, walk.index))
			return hr_merged_run(plan, thread, node, state, walk.index);
		HR_TRY(run_internal_one(plan, thread, node, scope, state, walk.index,
					walk.ran - 1));
	}
	return HR_OK;
}

static hr_status run_internal(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			      child_state *state)
{
	hr_as_one how = hr_plan_as_one(plan, node, state);
	bool ran = true;

	node->stats->instances += state->count;
	switch (how) {
	case HR_AS_PARTS: return run_internal_grid(plan, thread, node, scope, state);
	case HR_AS_WATCHED:
	case HR_AS_WATCHED_CHAIN:
		return hr_plan_run_watched(plan, thread, node, scope, state,
					   how == HR_AS_WATCHED_CHAIN);
	default:
		HR_TRY(hr_plan_run_as_one(plan, thread, node, scope, state, how, &ran));
		return ran ? HR_OK : run_internal_grid(plan, thread, node, scope, state);
	}
}

hr_status hr_plan_run_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state, uint64_t index, uint64_t ran)
{
	bool timed = plan->run->options.stats;
	uint64_t bytes = hr_thread_bytes(thread);
	uint64_t from = 0;
	hr_status status;

	node->stats->instances++;
	if (node->node->internal)
		return run_internal_one(plan, thread, node, scope, state, index, ran);
	if (timed)
		from = hr_nanoseconds();
	status = run_leaf_one(plan, thread, node, scope, state, index, ran);
	node->stats->bytes += hr_thread_bytes(thread) - bytes;
	if (timed)
		node->stats->nanoseconds += hr_nanoseconds() - from;
	return status == HR_OK ? show_outputs(plan, thread, node, state) : status;
}

hr_status hr_plan_begin_child(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope,
			      unsigned child)
{
	plan_node *node = parent->children[child];
	child_state *state = &scope->children[child];

	if (!node->code && !node->node->internal)
		HR_TRY(hr_plan_prepare_leaf(plan, node));
	memcpy(node->level.extent, state->extent, sizeof(state->extent));
	HR_TRY(common_inputs(plan, parent, node, scope, thread->execution));
	if (hr_events_want(plan->run, HR_EVENTS_NODE) && !hr_plan_emits_at_once(node, parent)) {
		hr_plan_emit_edges(plan, thread, parent, node, scope, &node->binds);
		hr_plan_emit_edges(plan, thread, parent, node, scope, &node->shared);
		hr_plan_emit_edges(plan, thread, parent, node, scope, &node->single);
	}
	return hr_plan_reserve_each(plan, node, state, thread->execution);
}

hr_status hr_plan_run_all(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			  child_state *state)
{
	bool outermost = !plan->pacer.node && state->count > 1;
	hr_status status;

	if (outermost) {
		plan->pacer.node = node->node;
		plan->pacer.done = &node->done;
		plan->pacer.total = state->count;
	}
	hr_plan_emit_grid_begin(plan, thread, node, state, true);
	status = node->node->internal ? run_internal(plan, thread, node, scope, state)
				      : run_leaf(plan, thread, node, scope, state);
	hr_plan_emit_grid_end(plan, thread, node, state);
	if (outermost)
		plan->pacer.node = NULL;
	return status;
}

hr_status hr_plan_run_child(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope,
			    unsigned child)
{
	child_state *state = &scope->children[child];

	if (!state->count)
		return HR_OK;
	HR_TRY(hr_plan_begin_child(plan, thread, parent, scope, child));
	return hr_plan_run_all(plan, thread, parent->children[child], scope, state);
}

static hr_status run_scope(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope)
{
	if (plan->order.schedule == HR_SCHEDULE_DEPTH_FIRST)
		return hr_depth_first(plan, thread, node, scope);
	for (unsigned i = 0; i < node->node->child_count; i++)
		HR_TRY(hr_plan_run_child(plan, thread, node, scope, node->node->order[i]));
	return HR_OK;
}

/* --- whole executions ------------------------------------------------------------------------- */

/* The state of a thread before it entered a graph. */
typedef struct entered {
	const hr_level *level;
	uint64_t execution;
	hr_objects *allocations;
	hr_checker *checker;
} entered;

static entered enter(const hr_plan *plan, hr_thread *thread, uint64_t execution,
		     hr_objects *objects, const uint8_t *inputs)
{
	hr_checker *checker = plan->unchecked ? NULL : plan->run->checker;
	entered before = {thread->level, thread->execution, thread->allocations, checker};

	if (checker)
		hr_check_enter(checker, thread, plan, plan->graph->root, execution, inputs);
	thread->execution = execution;
	thread->allocations = objects;
	return before;
}

static void leave(hr_thread *thread, const entered *before)
{
	thread->level = before->level;
	thread->execution = before->execution;
	thread->allocations = before->allocations;
	if (before->checker)
		hr_check_leave(before->checker);
}

/* Store a root's outputs. The host uses their values (G7). */
static hr_status root_outputs(hr_plan *plan, hr_scope *scope, uint64_t execution, uint8_t *outputs)
{
	plan_node *root = &plan->nodes[plan->graph->root->number];

	collect_outputs(plan, root, scope, execution, root->scratch);
	for (size_t i = 0; i < root->results.count; i++)
		if (!has_value(root, root->scratch, root->node->output_binds[i].port))
			HR_TRY(no_value(plan, root, &root->results.data[i], &root->level,
					execution));
	if (outputs)
		memcpy(outputs, root->scratch, root->node->outputs_bytes);
	return HR_OK;
}

/* S1: return true if some binds take an input's value from the launch and others from the push. */
static bool has_two_values(const hr_node *node)
{
	for (unsigned i = 0; i < node->input_bind_count; i++)
		for (unsigned k = 0; k < i; k++)
			if (node->input_binds[i].port == node->input_binds[k].port &&
			    node->input_binds[i].streaming != node->input_binds[k].streaming)
				return true;
	return false;
}

hr_status hr_plan_run_parts(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			    child_state *state)
{
	if (node->node->parent)
		return run_internal_grid(plan, thread, node, scope, state);
	HR_TRY(run_scope(plan, thread, node, scope));
	return root_outputs(plan, scope, thread->execution, NULL);
}

static hr_as_one root_as_one(hr_plan *plan, const uint8_t *inputs, child_state *state, bool stream)
{
	plan_node *root = &plan->nodes[plan->graph->root->number];

	*state = (child_state){.extent = {1, 1, 1}, .count = 1, .value = root->scratch};
	if (!plan->run->offload || (stream && has_two_values(root->node)))
		return HR_AS_PARTS;
	memcpy(root->inputs, inputs, root->node->inputs_bytes);
	return hr_plan_as_one(plan, root, state);
}

void hr_plan_leave_checks(hr_plan *plan, bool leave)
{
	plan->unchecked = leave;
}

bool hr_plan_is_one(hr_plan *plan, const uint8_t *inputs, bool *watched)
{
	hr_as_one how = root_as_one(plan, inputs, &(child_state){0}, true);

	*watched = how == HR_AS_WATCHED || how == HR_AS_WATCHED_CHAIN;
	return how == HR_AS_GRAPH || how == HR_AS_CHAIN;
}

/* Run the root, together with all nodes below where possible. */
static hr_status run_root(hr_plan *plan, hr_thread *thread, const hr_execution *what, bool stream)
{
	plan_node *root = &plan->nodes[plan->graph->root->number];
	child_state state;
	hr_as_one how = root_as_one(plan, what->scope->inputs, &state, stream);

	if (how == HR_AS_PARTS)
		HR_TRY(hr_plan_run_parts(plan, thread, root, what->scope, &state));
	else if (how == HR_AS_WATCHED || how == HR_AS_WATCHED_CHAIN)
		HR_TRY(hr_plan_run_watched(plan, thread, root, what->scope, &state,
					   how == HR_AS_WATCHED_CHAIN));
	else
		HR_TRY(hr_plan_run_as_one(plan, thread, root, NULL, &state, how, NULL));
	if (what->outputs)
		memcpy(what->outputs, root->scratch, root->node->outputs_bytes);
	return HR_OK;
}

hr_status hr_plan_run(hr_plan *plan, hr_thread *thread, const hr_execution *what)
{
	bool stream = what->scope->inputs != what->scope->launch_inputs;
	entered before =
		enter(plan, thread, what->number, what->objects, stream ? NULL : what->inputs);
	const hr_offload *to = plan->run->offload;
	hr_status status, rested;

	if (to && to->begin && !stream)
		to->begin(to->data, thread);
	status = run_root(plan, thread, what, stream);
	if (to && to->forget && !stream)
		hr_tensors_dying(plan->run, what->objects, plan->graph->root, what->outputs,
				 to->forget, to->data);
	rested = rest(plan);
	status = status == HR_OK ? rested : status;
	plan->pacer.node = NULL;
	leave(thread, &before);
	return status;
}

/* M1: free the objects of an ended execution and report what was found in it. */
hr_status hr_plan_ended(hr_plan *plan, hr_objects *objects, const uint8_t *outputs,
			hr_status status)
{
	hr_checker *checker = plan->run->checker;
	hr_status found;

	found = checker ? hr_check_ended(checker, status == HR_OK) : HR_OK;
	if (checker)
		hr_check_retire(checker, objects);
	hr_tensors_ended(plan->run, objects, plan->graph->root, outputs);
	hr_objects_reset(objects);
	return status == HR_OK ? hr_plan_survive(plan, found) : status;
}

hr_status hr_scope_begin(hr_plan *plan, hr_scope *scope, uint64_t execution, const uint8_t *inputs,
			 const uint8_t *launch_inputs)
{
	plan_node *root = &plan->nodes[plan->graph->root->number];
	const hr_observer *observer = plan->run->observer; /* nothing is repeated yet */

	scope->inputs = inputs;
	scope->launch_inputs = launch_inputs;
	root->stats->instances++;
	if (observer)
		HR_TRY(observer->began(observer->data, root->node, inputs));
	return hr_scope_grids(plan, root, scope, execution);
}

hr_status hr_scope_run_child(hr_plan *plan, hr_thread *thread, hr_scope *scope, unsigned child,
			     uint64_t execution, hr_objects *objects)
{
	plan_node *root = &plan->nodes[plan->graph->root->number];
	entered before = enter(plan, thread, execution, objects, NULL);
	hr_status status = hr_plan_run_child(plan, thread, root, scope, child);

	plan->pacer.node = NULL;
	leave(thread, &before);
	return status;
}

hr_status hr_scope_outputs(hr_plan *plan, hr_scope *scope, uint64_t execution, uint8_t *outputs)
{
	return root_outputs(plan, scope, execution, outputs);
}
