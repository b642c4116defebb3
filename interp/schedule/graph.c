/* interp/schedule/graph.c -- internal nodes that a backend runs together with all nodes below.
 *
 * That is possible if every grid below can be computed from the inputs that all instances share.
 * This file then checks that each grid has instances and fits its edges, so that nothing remains
 * that only the engine could report. It pays off if there are as many instances as threads, or few
 * instances below, or if the children of one instance are a chain, whose instances threads can
 * share. All other graphs run node by node.
 *
 * Invariant: a graph in which a node below would cause a diagnostic is never run as one unit.
 * Owns:      the evaluated grids of a node.
 * Clauses:   G7, G8, N2.
 * Not here:  choosing the backend (interp/run/offload.h), running it (offload.c). */
#include <string.h>

#include "interp/run/offload.h"
#include "interp/schedule/plan.h"
#include "src/base/tick.h"

enum { FEW_INSTANCES = 64, MOST_STACK = 256 * 1024 };

struct plan_graph {
	bool never;            /* a grid below depends on values that edges carry */
	bool constant;         /* no grid below depends on inputs */
	bool evaluated, valid; /* each grid has an instance and fits its edges */
	/* why its leaves are not a chain of one-to-one edges, or NULL; static */
	const char *apart;
	uint64_t most;  /* instances of the largest grid in one instance of its parent */
	uint64_t total; /* instances of all leaves in one instance of the node; saturates */
};

void hr_plan_graph_free(plan_graph *graph)
{
	hr_free(graph);
}

/* --- dependences of grids --------------------------------------------------------------------- */

static bool uses_only(const hr_expr *expr, const bool *known)
{
	if (expr->op == HR_X_INPUT && !known[expr->value])
		return false;
	for (unsigned i = 0; i < 3 && expr->operand[i]; i++)
		if (!uses_only(expr->operand[i], known))
			return false;
	return true;
}

/* Return true if all grids below NODE depend only on inputs in KNOWN. */
static bool grids_known(const hr_node *node, const bool *known)
{
	bool all = true;

	for (unsigned i = 0; i < node->child_count && all; i++) {
		const hr_node *child = node->children[i];
		bool *inner;

		for (unsigned d = 0; d < child->dims; d++)
			all &= uses_only(child->extent[d], known);
		if (!child->internal)
			continue;
		inner = hr_alloc_array(child->input_count + 1, sizeof(bool));
		for (unsigned b = 0; b < node->input_bind_count; b++)
			if (node->input_binds[b].child == i)
				inner[node->input_binds[b].child_port] =
					known[node->input_binds[b].port];
		all = all && grids_known(child, inner);
		hr_free(inner);
	}
	return all;
}

static bool grids_constant(const plan_node *node)
{
	for (unsigned i = 0; i < node->node->child_count; i++)
		if (!node->children[i]->constant_grid ||
		    (node->children[i]->node->internal && !grids_constant(node->children[i])))
			return false;
	return true;
}

static plan_graph *prepare(const hr_plan *plan, const plan_node *node)
{
	plan_graph *graph = hr_alloc_zero(sizeof(*graph));
	bool *known = hr_plan_varying(plan, node);

	for (unsigned i = 0; i < node->node->input_count; i++)
		known[i] = !known[i];
	graph->never = !node->node->child_count || !grids_known(node->node, known);
	graph->constant = grids_constant(node);
	graph->apart = hr_why_no_chain(node->node);
	hr_free(known);
	return graph;
}

/* --- grids ------------------------------------------------------------------------------------ */

static bool evaluate_grid(const plan_node *parent, plan_node *child, const uint8_t *inputs)
{
	int64_t product = 1;
	const char *why;

	for (unsigned d = 0; d < child->node->dims; d++) {
		uint64_t value;

		if (!hr_expr_value(child->node->extent[d], parent->node->inputs, inputs, &value,
				   &why) ||
		    value < 1 || value > INT64_MAX ||
		    __builtin_mul_overflow(product, (int64_t)value, &product))
			return false;
		child->level.extent[d] = (int64_t)value;
	}
	child->inside = (uint64_t)product;
	return true;
}

static uint64_t saturated(uint64_t left, uint64_t right)
{
	uint64_t product;

	return __builtin_mul_overflow(left, right, &product) ? UINT64_MAX : product;
}

/* Compute the grids of all nodes below NODE, one instance of which has INPUTS. COUNT is the total
 * number of its instances. Return false if a grid is empty or does not fit its edges. */
static bool evaluate(plan_graph *graph, plan_node *node, const uint8_t *inputs, uint64_t count)
{
	const hr_node *self = node->node;

	for (unsigned i = 0; i < self->child_count; i++) {
		plan_node *child = node->children[i];

		if (!evaluate_grid(node, child, inputs))
			return false;
		graph->most = child->inside > graph->most ? child->inside : graph->most;
		if (!child->node->internal) {
			uint64_t more = saturated(count, child->inside);

			graph->total =
				more > UINT64_MAX - graph->total ? UINT64_MAX : graph->total + more;
			continue;
		}
		for (size_t b = 0; b < child->binds.count; b++)
			hr_copy_run(&child->binds.data[b], inputs, child->inputs);
		if (!evaluate(graph, child, child->inputs, saturated(count, child->inside)))
			return false;
	}
	for (unsigned i = 0; i < self->edge_count; i++) {
		const plan_node *from = node->children[self->edges[i].source];
		const plan_node *to = node->children[self->edges[i].sink];

		if (!self->edges[i].all_to_all &&
		    (from->node->dims != to->node->dims ||
		     memcmp(from->level.extent, to->level.extent, sizeof(to->level.extent)) != 0))
			return false;
	}
	return true;
}

/* --- choosing --------------------------------------------------------------------------------- */

hr_as_one hr_plan_as_one(hr_plan *plan, plan_node *node, const child_state *state)
{
	const hr_offload *to = plan->run->offload;
	hr_offload_answer answer = HR_OFFLOAD_NEVER;
	bool chain = false;
	plan_graph *graph;

	if (!to || !to->ask_graph || plan->run->options.pin_count || plan->run->observer ||
	    plan->watching != PLAN_WATCHES_ALL)
		return HR_AS_PARTS;
	if (!node->graph)
		node->graph = prepare(plan, node);
	graph = node->graph;
	if (graph->never)
		return HR_AS_PARTS;
	if (!graph->evaluated || !graph->constant) {
		graph->most = graph->total = 0;
		graph->valid = evaluate(graph, node, node->inputs, 1);
		graph->evaluated = true;
	}
	if (!graph->valid)
		return HR_AS_PARTS;
	if (state->count >= to->threads || graph->total <= FEW_INSTANCES || node->node->kernel)
		answer = hr_plan_offload_graph(plan, node, state, false, NULL,
					       MOST_STACK / graph->most);
	chain = answer == HR_OFFLOAD_NEVER && state->count == 1 && node->node->child_count > 1;
	if (chain)
		answer = hr_plan_offload_graph(plan, node, state, true, graph->apart, UINT64_MAX);
	if (answer == HR_OFFLOAD_WATCHED)
		return chain ? HR_AS_WATCHED_CHAIN : HR_AS_WATCHED;
	return answer != HR_OFFLOAD_TAKEN ? HR_AS_PARTS : chain ? HR_AS_CHAIN : HR_AS_GRAPH;
}

/* --- running ---------------------------------------------------------------------------------- */

static void count_below(const plan_node *node, const char *runner, const char *path, uint64_t count)
{
	for (unsigned i = 0; i < node->node->child_count; i++) {
		const plan_node *child = node->children[i];

		child->stats->instances += count * child->inside;
		child->stats->runner = runner;
		child->stats->within = path;
		if (child->node->internal)
			count_below(child, runner, path, count * child->inside);
	}
}

hr_status hr_plan_run_as_one(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			     child_state *state, hr_as_one how, bool *came)
{
	bool timed = plan->run->options.stats, ran = true;
	const uint64_t from = timed ? hr_nanoseconds() : 0;
	hr_status status;

	status = how == HR_AS_CHAIN ? hr_plan_run_chain(plan, thread, node, state)
				    : hr_plan_run_offloaded(plan, thread, node, scope, state, &ran);
	if (timed)
		node->stats->nanoseconds += hr_nanoseconds() - from;
	if (came)
		*came = ran;
	if (!ran && came)
		return status;
	if (!ran)
		hr_bug("the graph of '%s' was returned without having run", node->node->path);
	count_below(node, node->stats->runner, node->node->path, state->count);
	return status;
}
