/* interp/schedule/plan.c -- prepare a graph once for many executions.
 *
 * Everything that an execution would have to look up is computed here: copy lists, buffers, the
 * chain of levels, which outputs must be compared or kept for every instance. A leaf's code is made
 * when its first instance runs, so a large program starts sooner and unused leaves cost nothing.
 *
 * Invariant: levels and images never move during the plan's life.
 * Owns:      the plan, its scopes and stack.
 * Clauses:   E4 (binds become copies), S1 (binds that keep the value of launch).
 * Not here:  running (schedule.c). */
#include "interp/schedule/plan.h"

#include "interp/check/checker.h"
#include "interp/engine/engine.h"
#include "interp/memory/memory.h"
#include "interp/memory/zeroed.h"
#include "interp/run/offload.h"
#include "ir/lower/lower.h"

/* --- scopes ----------------------------------------------------------------------------------- */

hr_scope *hr_scope_for(const plan_node *parent)
{
	hr_scope *scope = hr_alloc_zero(sizeof(*scope));

	scope->child_count = parent->node->child_count;
	scope->children = hr_alloc_array(scope->child_count, sizeof(*scope->children));
	for (unsigned i = 0; i < scope->child_count; i++) {
		child_state *state = &scope->children[i];

		state->value = hr_alloc_zero(parent->children[i]->image_bytes);
		for (unsigned d = 0; d < 3; d++)
			state->extent[d] = 1;
	}
	return scope;
}

void hr_scope_free(hr_scope *scope)
{
	if (!scope)
		return;
	for (unsigned i = 0; i < scope->child_count; i++) {
		hr_free(scope->children[i].value);
		hr_zeroed_free(scope->children[i].each, scope->children[i].each_bytes);
	}
	hr_free(scope->children);
	hr_free(scope);
}

hr_scope *hr_scope_new(hr_plan *plan)
{
	return hr_scope_for(&plan->nodes[plan->graph->root->number]);
}

/* --- copy lists ------------------------------------------------------------------------------- */

static hr_status make_copy(hr_plan *plan, const hr_port *from, const hr_port *to,
			   const hr_where *where, hr_copy *copy)
{
	*copy = (hr_copy){.where = where};
	if (hr_copy_make(from, to, copy))
		return HR_OK;
	return hr_run_note(plan->run,
			   hr_report(plan->run->diags, HR_D_edge_type_mismatch, where,
				     "an edge or bind", from->type->text, to->type->text));
}

static void compare_output(plan_node *source, unsigned port, const hr_where *where)
{
	const hr_port *output = &source->node->outputs[port];

	if (!source->node->dims)
		return; /* one instance cannot differ from itself */
	for (size_t i = 0; i < source->compared.count; i++)
		if (source->compared.data[i].port == port)
			return;
	HR_PUSH(&source->compared, (hr_shared){.offset = output->offset,
					       .bytes = (uint32_t)output->type->store_size,
					       .port = port,
					       .where = where});
}

static hr_status prepare_edge(hr_plan *plan, plan_node *parent, const hr_edge *edge)
{
	plan_node *source = parent->children[edge->source], *sink = parent->children[edge->sink];
	/* The one instance of an unreplicated node is all its instances. */
	bool single = !edge->all_to_all && source->node->dims && sink->node->dims;
	hr_copy copy;

	HR_TRY(make_copy(plan, &source->node->outputs[edge->source_port],
			 &sink->node->inputs[edge->sink_port], &edge->where, &copy));
	copy.source = edge->source;
	copy.port = edge->source_port;
	copy.to_port = edge->sink_port;
	copy.may_lack = source->node->internal;
	if (single) {
		source->keep_each = true;
		HR_PUSH(&sink->single, copy);
	} else {
		compare_output(source, edge->source_port, &edge->where);
		HR_PUSH(&sink->shared, copy);
	}
	return HR_OK;
}

static hr_status prepare_binds(hr_plan *plan, plan_node *parent)
{
	const hr_node *node = parent->node;
	hr_copy copy;

	for (unsigned i = 0; i < node->input_bind_count; i++) {
		const hr_bind *bind = &node->input_binds[i];
		plan_node *child = parent->children[bind->child];

		HR_TRY(make_copy(plan, &node->inputs[bind->port],
				 &child->node->inputs[bind->child_port], &bind->where, &copy));
		copy.port = bind->port;
		copy.to_port = bind->child_port;
		copy.at_launch = !bind->streaming;
		HR_PUSH(&child->binds, copy);
	}
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const hr_bind *bind = &node->output_binds[i];
		plan_node *child = parent->children[bind->child];

		HR_TRY(make_copy(plan, &child->node->outputs[bind->child_port],
				 &node->outputs[bind->port], &bind->where, &copy));
		copy.source = bind->child;
		copy.port = bind->child_port;
		copy.to_port = bind->port;
		copy.may_lack = child->node->internal;
		HR_PUSH(&parent->results, copy);
		compare_output(child, bind->child_port, &bind->where);
	}
	return HR_OK;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void init_node(hr_plan *plan, const hr_node *node)
{
	plan_node *self = &plan->nodes[node->number];

	self->node = node;
	self->stats = &plan->stats[node->number];
	self->level.node = node;
	self->level.parent = node->parent ? &plan->nodes[node->parent->number].level : NULL;
	self->level.dims = node->dims;
	self->constant_grid = true;
	for (unsigned d = 0; d < 3; d++) {
		self->level.extent[d] = 1;
		if (d < node->dims)
			self->constant_grid &= node->extent[d]->op == HR_X_CONST;
	}
	self->image_bytes = hr_outputs_stride(node);
	self->inputs = hr_alloc_zero((size_t)node->inputs_bytes + 16);
	self->scratch = hr_alloc_zero(self->image_bytes + 16);
	self->first = hr_alloc_zero(self->image_bytes + 16);
	self->children = hr_alloc_array(node->child_count, sizeof(*self->children));
	for (unsigned i = 0; i < node->child_count; i++)
		self->children[i] = &plan->nodes[node->children[i]->number];
}

static hr_status prepare_internal(hr_plan *plan, plan_node *self)
{
	for (unsigned i = 0; i < self->node->edge_count; i++)
		HR_TRY(prepare_edge(plan, self, &self->node->edges[i]));
	HR_TRY(prepare_binds(plan, self));
	self->scope = hr_scope_for(self);
	return HR_OK;
}

/* No object of the program lies close to a stack. */
static size_t room_bytes(const hr_plan *plan)
{
	return HR_PAGES_GUARD + plan->stack_bytes + HR_PAGES_GUARD;
}

/* One leaf instance runs at a time, so one stack serves all leaves: with one for each, a graph of
 * many would need more mappings than a process may have. */
static hr_status map_stack(hr_plan *plan)
{
	hr_run *run = plan->run;
	const hr_node *root = plan->graph->root;

	plan->stack_bytes = run->options.stack_limit ? run->options.stack_limit : HR_DEFAULT_STACK;
	plan->room = plan->stack_bytes < SIZE_MAX / 2
			     ? hr_pages_map(plan->stack_bytes + HR_PAGES_GUARD, false)
			     : NULL;
	hr_check_mapped(run->checker, plan->room, room_bytes(plan));
	if (plan->room) {
		plan->stack = plan->room + HR_PAGES_GUARD;
		return HR_OK;
	}
	return hr_run_note(run, hr_report(run->diags, HR_D_memory_limit, &root->where, root->path,
					  plan->stack_bytes));
}

static hr_status prepare(hr_plan *plan)
{
	HR_TRY(map_stack(plan));
	for (unsigned i = 0; i < plan->graph->node_count; i++)
		init_node(plan, plan->graph->nodes[i]);
	for (unsigned i = 0; i < plan->graph->node_count; i++) {
		plan_node *self = &plan->nodes[i];

		if (self->node->internal)
			HR_TRY(prepare_internal(plan, self));
	}
	return HR_OK;
}

hr_status hr_plan_prepare_leaf(hr_plan *plan, plan_node *leaf)
{
	hr_run *run = plan->run;

	HR_TRY(hr_lower(run->program, run->program->functions[leaf->node->function], &leaf->code));
	return hr_engine_prepare(run, leaf->code);
}

hr_status hr_plan_new(hr_run *run, const hr_graph *graph, hr_plan **out)
{
	hr_plan *plan = hr_alloc_zero(sizeof(*plan));
	hr_status status;

	plan->run = run;
	plan->graph = graph;
	plan->nodes = hr_alloc_array(graph->node_count, sizeof(*plan->nodes));
	plan->stats = hr_alloc_array(graph->node_count, sizeof(*plan->stats));
	plan->objects = hr_objects_new();
	/* shared memory of kernels has addresses of 32 bits on devices */
	hr_objects_set_low(plan->objects, run->program->kernel != NULL);
	plan->order = (hr_order){run->options.schedule, run->options.seed};
	plan->edge_value = run->program->sem.value[HR_SEM_edge_value];
	plan->one_for_zero = run->program->sem.value[HR_SEM_zero_extent] == HR_SEM_zero_extent_one;
	status = prepare(plan);
	if (status != HR_OK) {
		hr_plan_free(plan);
		return status;
	}
	*out = plan;
	return HR_OK;
}

static void free_node(plan_node *self, hr_checker *checker)
{
	hr_free(self->children);
	hr_free(self->inputs);
	hr_free(self->scratch);
	hr_free(self->first);
	HR_VEC_FREE(&self->binds);
	HR_VEC_FREE(&self->shared);
	HR_VEC_FREE(&self->single);
	HR_VEC_FREE(&self->results);
	for (size_t i = 0; i < self->compared.count; i++)
		hr_free(self->compared.data[i].seen);
	HR_VEC_FREE(&self->compared);
	hr_plan_batched_free(self->batched);
	hr_plan_batched_free(self->merged);
	hr_plan_offload_free(self->offload);
	hr_plan_offload_free(self->chain);
	hr_plan_graph_free(self->graph);
	hr_group_free(self->group, checker);
	hr_scope_free(self->scope);
	hr_depth_free(self->depth);
	hr_plan_events_free(self->event_cache);
}

void hr_plan_free(hr_plan *plan)
{
	if (!plan)
		return;
	for (unsigned i = 0; i < plan->graph->node_count; i++)
		free_node(&plan->nodes[i], plan->run->checker);
	hr_free(plan->nodes);
	hr_free(plan->stats);
	hr_check_unmapped(plan->run->checker, plan->room, room_bytes(plan));
	hr_pages_unmap(plan->room, plan->stack_bytes + HR_PAGES_GUARD);
	hr_objects_free(plan->objects);
	if (plan->orders)
		plan->free_orders(plan->orders);
	hr_plan_members_free(plan->members);
	hr_free(plan);
}

hr_node_stats *hr_plan_stats(hr_plan *plan)
{
	return plan->stats;
}
