/* interp/schedule/grid.c -- grids of one parent instance, and the order of their instances.
 *
 * The order `random:SEED` is a permutation without a table: a Feistel network over the next even
 * number of bits, applied repeatedly until the result lies inside the grid.
 *
 * Invariant: a walk yields every index below count exactly once.
 * Owns:      nothing.
 * Clauses:   G7, G8, N1, N4 (the orders).
 * Not here:  running instances (schedule.c). */
#include <stdio.h>

#include "interp/run/thread_pool.h"
#include "interp/run/value_text.h"
#include "interp/schedule/plan.h"
#include "src/base/mix.h"

/* --- order ------------------------------------------------------------------------------------ */

void hr_walk_begin(hr_walk *walk, const hr_order *order, uint64_t salt, const int64_t extent[3],
		   uint64_t count)
{
	walk->schedule = order->schedule;
	walk->extent = extent;
	walk->count = count;
	walk->ran = 0;
	if (walk->schedule != HR_SCHEDULE_RANDOM)
		return;
	walk->half_bits = 1;
	while (walk->half_bits < 32 && count > UINT64_C(1) << 2 * walk->half_bits)
		walk->half_bits++;
	walk->seed = hr_mix(order->seed + HR_MIX_STEP * (salt + 1));
}

static uint64_t permute(const hr_walk *walk, uint64_t value)
{
	uint64_t mask = (UINT64_C(1) << walk->half_bits) - 1;

	do {
		uint64_t left = value >> walk->half_bits, right = value & mask;

		for (uint64_t round = 0; round < 6; round++) {
			uint64_t next = left ^ (hr_mix(right + walk->seed + (round << 33)) & mask);

			left = right;
			right = next;
		}
		value = left << walk->half_bits | right;
	} while (value >= walk->count);
	return value;
}

static void step(const hr_walk *walk, int64_t id[3])
{
	if (++id[2] < walk->extent[2])
		return;
	id[2] = 0;
	if (++id[1] < walk->extent[1])
		return;
	id[1] = 0;
	id[0]++;
}

bool hr_walk_next(hr_walk *walk, int64_t id[3])
{
	uint64_t ran = walk->ran;

	if (ran == walk->count)
		return false;
	walk->ran++;
	walk->index = ran;
	if (walk->schedule == HR_SCHEDULE_REVERSE) {
		walk->index = walk->count - 1 - ran;
	} else if (walk->schedule == HR_SCHEDULE_RANDOM) {
		walk->index = permute(walk, ran);
	} else if (ran > 0) {
		step(walk, id);
		return true;
	}
	hr_instance_id(walk->extent, walk->index, id);
	return true;
}

/* --- extents ---------------------------------------------------------------------------------- */

static hr_status invalid(hr_plan *plan, const plan_node *parent, const hr_node *node,
			 uint64_t execution, const char *why)
{
	return hr_report_level(plan->run, &node->where, &parent->level, execution,
			       HR_D_extent_invalid, node->path, why);
}

static hr_status extent(hr_plan *plan, const plan_node *parent, const hr_node *node, unsigned d,
			const hr_scope *scope, uint64_t execution, int64_t *value)
{
	const char *why = NULL;
	char text[96];
	uint64_t bits;

	if (!hr_expr_value(node->extent[d], parent->node->inputs, scope->inputs, &bits, &why))
		snprintf(text, sizeof(text), "extent %c: %s", "xyz"[d], why);
	else if (bits > INT64_MAX)
		snprintf(text, sizeof(text), "extent %c is %lld", "xyz"[d], (long long)bits);
	else {
		*value = (int64_t)bits;
		return HR_OK;
	}
	return invalid(plan, parent, node, execution, text);
}

/* G7. */
static hr_status report_empty(hr_plan *plan, const plan_node *parent, const hr_node *node,
			      const child_state *state, uint64_t execution)
{
	const char *gives[2] = {"no instance runs"};
	char empty[HR_VALUE_TEXT], grid[HR_VALUE_TEXT], one[2 * HR_VALUE_TEXT], profiles[400];
	int64_t extent[3];

	for (unsigned d = 0; d < 3; d++)
		extent[d] = state->extent[d] ? state->extent[d] : 1;
	snprintf(one, sizeof(one), "the grid is%s", hr_index_text(node->dims, extent, grid));
	gives[HR_SEM_zero_extent_one] = one;
	return hr_report_level(
		plan->run, &node->where, &parent->level, execution, HR_D_zero_extent, node->path,
		hr_index_text(node->dims, state->extent, empty) + 1,
		hr_sem_profiles(HR_SEM_zero_extent, gives, true, profiles, sizeof(profiles)));
}

/* Return true if another thread's plan has warned about NODE. Record the warning. */
static bool is_said(hr_plan *plan, const hr_node *node)
{
	bool *event_cache, said;

	if (!plan->reporter)
		return false;
	if (!hr_pool_wait_turn(hr_thread_peek()))
		return true;
	event_cache = &plan->reporter->nodes[node->number].warned_empty;
	said = *event_cache;
	*event_cache = true;
	return said;
}

static hr_status count_instances(hr_plan *plan, const plan_node *parent, plan_node *child,
				 child_state *state, uint64_t execution)
{
	const hr_node *node = child->node;
	int64_t product = 1;
	bool empty = false;

	for (unsigned d = 0; d < node->dims; d++) {
		if (state->extent[d] == 0 && plan->one_for_zero)
			state->extent[d] = 1;
		empty |= state->extent[d] == 0;
	}
	state->count = 0;
	if (empty) {
		if (child->warned_empty)
			return HR_OK;
		child->warned_empty = !hr_speculation_fail(plan->run);
		if (is_said(plan, node))
			return HR_OK;
		return report_empty(plan, parent, node, state, execution);
	}
	for (unsigned d = 0; d < node->dims; d++)
		if (__builtin_mul_overflow(product, state->extent[d], &product))
			return invalid(plan, parent, node, execution,
				       "more than 2^63 - 1 instances");
	state->count = (uint64_t)product;
	return HR_OK;
}

static const char *grid_text(const hr_node *node, const child_state *state, char text[80])
{
	int used = snprintf(text, 80, "%s", node->dims ? "" : "not replicated");

	for (unsigned d = 0; d < node->dims; d++)
		used += snprintf(text + used, 80 - (size_t)used, "%s%lld", d ? ", " : "",
				 (long long)state->extent[d]);
	return text;
}

/* G8. Extents are known only at run time, so this check runs for each parent instance. */
static hr_status check_edge(hr_plan *plan, const plan_node *parent, const hr_scope *scope,
			    const hr_edge *edge, uint64_t execution)
{
	const hr_node *source = parent->node->children[edge->source];
	const hr_node *sink = parent->node->children[edge->sink];
	const child_state *from = &scope->children[edge->source];
	const child_state *to = &scope->children[edge->sink];
	bool equal = source->dims == sink->dims;
	char from_text[80], to_text[80];

	for (unsigned d = 0; d < source->dims && equal; d++)
		equal = from->extent[d] == to->extent[d];
	if (equal)
		return HR_OK;
	return hr_report_level(plan->run, &edge->where, &parent->level, execution,
			       HR_D_edge_grid_mismatch, source->path,
			       grid_text(source, from, from_text), sink->path,
			       grid_text(sink, to, to_text));
}

hr_status hr_scope_grids(hr_plan *plan, plan_node *parent, hr_scope *scope, uint64_t execution)
{
	const hr_node *node = parent->node;
	bool constant = true;

	if (scope->settled)
		return HR_OK;
	for (unsigned i = 0; i < node->child_count; i++) {
		plan_node *child = parent->children[i];
		child_state *state = &scope->children[i];

		constant &= child->constant_grid;
		for (unsigned d = 0; d < child->node->dims; d++)
			HR_TRY(extent(plan, parent, child->node, d, scope, execution,
				      &state->extent[d]));
		HR_TRY(count_instances(plan, parent, child, state, execution));
	}
	for (unsigned i = 0; i < node->edge_count; i++)
		if (!node->edges[i].all_to_all)
			HR_TRY(check_edge(plan, parent, scope, &node->edges[i], execution));
	scope->settled = constant;
	return HR_OK;
}
