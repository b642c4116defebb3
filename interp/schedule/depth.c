/* interp/schedule/depth.c -- the schedule `depth-first`: instances that have just become ready run
 * first.
 *
 * When an instance completes, the instances that its one-to-one edges make ready run next, those of
 * the first child in topological order first, and before anything else those that these make ready
 * in turn. So instance i of a sink runs right after instance i of its source (E2), before instance
 * i + 1 of the source. A child with an all-to-all edge waits for all instances (E3), and so does a
 * leaf with barriers, whose instances run together.
 *
 * Invariant: each child's instances run in reference order. Instance i can run when instance i of
 *            all its sources has, and the sources run in that order, too.
 * Owns:      the links of each internal node. The progress of each child is kept in the scope.
 * Clauses:   N4 (this order), E2, E3.
 * Not here:  running an instance (schedule.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/schedule/plan.h"

typedef struct depth_link {
	unsigned child;
	bool single; /* an edge between the two is one-to-one, and both have grids */
} depth_link;

/* The edges below one internal node, by child: the sources of CHILD begin at first_source[CHILD]
 * and end where those of the next child begin. */
struct plan_depth {
	size_t *first_source, *first_sink, *sink_count;
	depth_link *sources, *sinks; /* each sink once, in topological order */
};

typedef struct depth {
	hr_plan *plan;
	hr_thread *thread;
	plan_node *parent;
	hr_scope *scope;
	const plan_depth *links;
} depth;

/* --- links ------------------------------------------------------------------------------------ */

static void link_sources(plan_depth *links, const plan_node *parent)
{
	const hr_node *node = parent->node;

	for (unsigned i = 0; i < node->edge_count; i++)
		links->first_source[node->edges[i].sink + 1]++;
	for (unsigned i = 0; i < node->child_count; i++)
		links->first_source[i + 1] += links->first_source[i];
	for (unsigned i = node->edge_count; i-- > 0;) {
		const hr_edge *edge = &node->edges[i];
		bool single = !edge->all_to_all && node->children[edge->source]->dims &&
			      node->children[edge->sink]->dims;

		/* Filled from the end of each range; first_source is restored below. */
		links->sources[--links->first_source[edge->sink + 1]] =
			(depth_link){edge->source, single};
	}
	memmove(links->first_source, links->first_source + 1,
		node->child_count * sizeof(*links->first_source));
	links->first_source[node->child_count] = node->edge_count;
}

static void add_sink(plan_depth *links, unsigned source, depth_link sink)
{
	depth_link *of = links->sinks + links->first_sink[source];
	size_t count = links->sink_count[source];

	if (count && of[count - 1].child == sink.child)
		of[count - 1].single |= sink.single;
	else
		of[links->sink_count[source]++] = sink;
}

static void link_sinks(plan_depth *links, const plan_node *parent)
{
	const hr_node *node = parent->node;

	for (unsigned i = 0; i < node->edge_count; i++)
		links->first_sink[node->edges[i].source + 1]++;
	for (unsigned i = 0; i < node->child_count; i++)
		links->first_sink[i + 1] += links->first_sink[i];
	for (unsigned o = 0; o < node->child_count; o++) {
		unsigned sink = node->order[o];

		for (size_t i = links->first_source[sink]; i < links->first_source[sink + 1]; i++)
			add_sink(links, links->sources[i].child,
				 (depth_link){sink, links->sources[i].single});
	}
}

static plan_depth *make_links(const plan_node *parent)
{
	size_t children = parent->node->child_count, edges = parent->node->edge_count;
	plan_depth *links = hr_alloc_zero(sizeof(*links));

	links->first_source = hr_alloc_array(children + 1, sizeof(size_t));
	links->first_sink = hr_alloc_array(children + 1, sizeof(size_t));
	links->sink_count = hr_alloc_array(children, sizeof(size_t));
	links->sources = hr_alloc_array(edges, sizeof(depth_link));
	links->sinks = hr_alloc_array(edges, sizeof(depth_link));
	link_sources(links, parent);
	link_sinks(links, parent);
	return links;
}

void hr_depth_free(plan_depth *links)
{
	if (!links)
		return;
	hr_free(links->first_source);
	hr_free(links->first_sink);
	hr_free(links->sink_count);
	hr_free(links->sources);
	hr_free(links->sinks);
	hr_free(links);
}

/* --- ready instances -------------------------------------------------------------------------- */

/* Return true for a leaf whose instances meet at barriers and run together, and for groups that do. */
static bool runs_together(hr_plan *plan, plan_node *node)
{
	return node->node->internal ? hr_progress_needed(plan, node) : node->node->has_barrier;
}

/* Return true if SOURCE has run enough instances for the next one of the child. */
static bool suffices(const depth *self, const depth_link *edge, plan_node *child,
		     const child_state *state)
{
	const child_state *source = &self->scope->children[edge->child];
	uint64_t wanted = runs_together(self->plan, child) ? state->count : state->ran + 1;

	return source->ended || (edge->single && source->ran >= wanted);
}

/* Return true if the next instance of CHILD can run. Edges that suffice for an instance are not
 * checked again before the next one. */
static bool can_run(const depth *self, unsigned child)
{
	plan_node *node = self->parent->children[child];
	child_state *state = &self->scope->children[child];
	const depth_link *sources = self->links->sources + self->links->first_source[child];
	size_t count = self->links->first_source[child + 1] - self->links->first_source[child];

	if (state->ran == state->count)
		return false;
	while (state->sufficed < count && suffices(self, &sources[state->sufficed], node, state))
		state->sufficed++;
	return state->sufficed == count;
}

/* --- running ---------------------------------------------------------------------------------- */

static hr_status run_next(const depth *self, plan_node *node, child_state *state)
{
	hr_plan *plan = self->plan;

	if (!node->node->internal && state->ran == 0)
		hr_plan_check_grid(plan, node, state, &state->check);
	else if (!node->node->internal && plan->checked != node && plan->run->observed)
		hr_check_return(plan->run->checker, &node->level, state->count, node->inputs,
				node->single.count > 0, state->check);
	plan->checked = node;
	hr_instance_id(state->extent, state->ran, node->level.id);
	HR_TRY(hr_plan_run_one(plan, self->thread, node, self->scope, state, state->ran,
			       state->ran));
	state->ran++;
	state->sufficed = 0;
	return HR_OK;
}

static hr_status begin_child(const depth *self, unsigned child)
{
	plan_node *node = self->parent->children[child];
	child_state *state = &self->scope->children[child];

	state->begun = true;
	HR_TRY(hr_plan_begin_child(self->plan, self->thread, self->parent, self->scope, child));
	if (!runs_together(self->plan, node) || state->count == 1) {
		hr_plan_emit_grid_begin(self->plan, self->thread, node, state, false);
		return HR_OK;
	}
	HR_TRY(hr_plan_run_all(self->plan, self->thread, node, self->scope, state));
	state->ran = state->count;
	return HR_OK;
}

/* The pending work of a child. An explicit stack instead of recursion, since a chain of edges may
 * be long. */
typedef struct depth_visit {
	unsigned child;
	size_t next;    /* next sink to visit after the last instance */
	bool following; /* sinks are being visited */
} depth_visit;
typedef HR_VEC(depth_visit) visits;

static void end_child(const depth *self, depth_visit *top)
{
	size_t first = self->links->first_sink[top->child];
	plan_node *node = self->parent->children[top->child];
	child_state *state = &self->scope->children[top->child];

	state->ended = true;
	if (state->begun && (!runs_together(self->plan, node) || state->count == 1))
		hr_plan_emit_grid_end(self->plan, self->thread, node, state);
	for (size_t i = 0; i < self->links->sink_count[top->child]; i++)
		self->scope->children[self->links->sinks[first + i].child].waits_for--;
}

/* Set *SINK to the next sink that may have become ready by the last instance, or the end, of the
 * child on top. Return false if there is none. */
static bool next_sink(const depth *self, depth_visit *top, unsigned *sink)
{
	const depth_link *sinks = self->links->sinks + self->links->first_sink[top->child];
	bool ended = self->scope->children[top->child].ended;

	while (top->next < self->links->sink_count[top->child]) {
		const depth_link *edge = &sinks[top->next++];

		*sink = edge->child;
		if ((ended || edge->single) && !self->scope->children[edge->child].ended)
			return true;
	}
	return false;
}

/* Run one instance of the child on top, or end it; if it cannot continue, remove it from the
 * stack. */
static hr_status get_on(const depth *self, visits *stack)
{
	depth_visit *top = &HR_LAST(stack);
	child_state *state = &self->scope->children[top->child];
	bool able = can_run(self, top->child);

	*top = (depth_visit){.child = top->child, .following = true};
	if (able && !state->begun) {
		HR_TRY(begin_child(self, top->child));
		able = state->ran < state->count;
	}
	if (able)
		return run_next(self, self->parent->children[top->child], state);
	if (state->ran == state->count && !state->waits_for)
		end_child(self, top);
	else
		stack->count--;
	return HR_OK;
}

static hr_status step(const depth *self, visits *stack)
{
	depth_visit *top = &HR_LAST(stack);
	unsigned sink;

	if (!top->following)
		return get_on(self, stack);
	if (next_sink(self, top, &sink))
		HR_PUSH(stack, (depth_visit){.child = sink});
	else if (self->scope->children[top->child].ended)
		stack->count--;
	else
		top->following = false;
	return HR_OK;
}

/* Run CHILD as far as possible, and everything that this makes ready. */
static hr_status advance(const depth *self, visits *stack, unsigned child)
{
	hr_status status = HR_OK;

	if (!self->scope->children[child].ended)
		HR_PUSH(stack, (depth_visit){.child = child});
	while (stack->count && status == HR_OK)
		status = step(self, stack);
	stack->count = 0;
	return status;
}

static void begin_scope(const depth *self)
{
	const plan_depth *links = self->links;

	for (unsigned i = 0; i < self->scope->child_count; i++) {
		child_state *state = &self->scope->children[i];

		state->ran = 0;
		state->begun = state->ended = false;
		state->sufficed = 0;
		state->waits_for = 0;
	}
	for (unsigned i = 0; i < self->scope->child_count; i++)
		for (size_t k = 0; k < links->sink_count[i]; k++)
			self->scope->children[links->sinks[links->first_sink[i] + k].child]
				.waits_for++;
}

hr_status hr_depth_first(hr_plan *plan, hr_thread *thread, plan_node *parent, hr_scope *scope)
{
	const unsigned *order = parent->node->order;
	depth self = {plan, thread, parent, scope, NULL};
	hr_status status = HR_OK;
	visits stack = {0};

	if (!parent->depth)
		parent->depth = make_links(parent);
	self.links = parent->depth;
	begin_scope(&self);
	for (unsigned i = 0; i < scope->child_count && status == HR_OK; i++) {
		status = advance(&self, &stack, order[i]);
		if (status == HR_OK && !scope->children[order[i]].ended)
			hr_bug("child %u of '%s' does not end", order[i], parent->node->path);
	}
	HR_VEC_FREE(&stack);
	return status;
}
