/* tools/import/onnx/control.c -- If, Loop and Scan, and loops that other operators are written as.
 *
 * A Scan is a Loop whose body takes its slices by the number of the iteration.
 *
 * A subgraph is a body: a program of its own. What it takes from outside becomes inputs of the body,
 * constants except. Where a branch is known at import, its nodes stand in place of the If.
 *
 * Invariant: the states of a loop have in its body the shapes that they have in every iteration: an
 *            extent that an iteration changes is a symbol of the body.
 * Owns:      nothing; bodies belong to the program. */
#include <string.h>

#include "tools/import/onnx/onnx_private.h"

/* --- bodies ------------------------------------------------------------------------------------ */

/* The values of the program around a body that the body uses. */
typedef struct captures {
	HR_VEC(const char *) names;
	HR_VEC(hr_tv) values;
} captures;

static void free_captures(captures *of)
{
	HR_VEC_FREE(&of->names);
	HR_VEC_FREE(&of->values);
}

/* Return the subgraph NAME of O. */
static const Onnx__GraphProto *subgraph(const onnx_node *o, const char *name)
{
	return onnx_graph_of(o->model, onnx_attr(o, name));
}

/* Find what O's subgraphs use. Return false if some of it was reported. */
static bool find_captures(const onnx_node *o, captures *found)
{
	Onnx__NodeProto only_graphs = *o->proto;
	onnx_names names = {0};
	bool whole = true;

	only_graphs.n_input = 0;
	onnx_used_names(o->model, &only_graphs, &names);
	for (size_t i = 0; i < names.count; i++) {
		uint64_t value;

		if (!hr_strmap_get(&o->scope->values, names.data[i], &value))
			continue;
		if (!value && onnx_is_sequence(o->scope, names.data[i]))
			onnx_node_refuse(o, "its body takes a sequence, '%s'", names.data[i]);
		whole &= value != 0;
		HR_PUSH(&found->names, names.data[i]);
		HR_PUSH(&found->values, (hr_tv)value);
	}
	HR_VEC_FREE(&names);
	return whole;
}

/* Return a value of BODY like VALUE of the program around it: an input, or the same constant. */
static hr_tv pass_in(const onnx_node *o, hr_tprogram *body, hr_tv value)
{
	const hr_tvalue *of = hr_t_value(o->program, value);
	uint64_t extents[HR_RANK_MOST] = {0};

	if (of->kind != HR_TV_CONSTANT)
		return hr_t_capture(body, o->program, value);
	for (unsigned i = 0; i < of->rank; i++) {
		int64_t extent = 0;

		hr_t_extent(o->program, value, i, &extent);
		extents[i] = (uint64_t)extent;
	}
	return hr_t_constant(body, of->name, of->elem, of->rank, extents, of->data);
}

/* Return the scope of a subgraph of O in PROGRAM. */
static onnx_scope inner_scope(const onnx_node *o, hr_tprogram *program, const char *part)
{
	return (onnx_scope){.model = o->model,
			    .program = program,
			    .opset = o->opset,
			    .prefix = hr_arena_printf(o->model->arena, "%s/%s", o->label, part),
			    .depth = o->scope->depth + 1,
			    .function = o->scope->function,
			    .caller = o->scope->caller};
}

static hr_tprogram *new_body(const onnx_node *o, const char *name)
{
	return hr_tprogram_new(o->model->arena, o->model->symbols, name);
}

/* Let SCOPE have the captured values. CAPTURED, if it is not NULL, gets those that are inputs of the
 * body. Return their number. */
static unsigned pass_captures(const onnx_node *o, onnx_scope *scope, const captures *from,
			      hr_tv *captured)
{
	unsigned count = 0;

	for (size_t i = 0; i < from->values.count; i++) {
		const hr_tv value = from->values.data[i];

		onnx_scope_put(scope, from->names.data[i], pass_in(o, scope->program, value));
		if (captured && hr_t_value(o->program, value)->kind != HR_TV_CONSTANT)
			captured[count++] = value;
	}
	return count;
}

/* Translate GRAPH in SCOPE. Return the values of its outputs, or NULL after an error. */
static hr_tv *translate_graph(const onnx_node *o, onnx_scope *scope, const Onnx__GraphProto *graph)
{
	const onnx_block block = onnx_block_of_graph(o->model, graph);
	const size_t before = o->model->report.count;
	hr_tv *outputs = hr_arena_array(o->model->arena, block.output_count + 1, sizeof(*outputs));

	onnx_translate_block(scope, &block, outputs);
	for (size_t i = 0; i < block.output_count; i++)
		if (!outputs[i])
			return NULL;
	return o->model->report.count == before ? outputs : NULL;
}

/* The operator that call_handler() has begun is not used: a control operator follows. */
static void drop_begun(const onnx_node *o)
{
	hr_toperator *last = &HR_LAST(&o->program->operators);

	if (last->control == HR_T_CALLS && !last->call_count)
		o->program->operators.count--;
}

/* Add the control operator O with its bodies. Return its first result; 0 after an error. */
static hr_tv add_control(onnx_node *o, hr_tcontrol control, const hr_tv *operands, unsigned count,
			 unsigned states, hr_tprogram *const bodies[2])
{
	unsigned index;

	drop_begun(o);
	index = hr_t_control(o->program, o->label, o->proto->op_type, control, operands, count,
			     states, bodies);
	return o->program->operators.data[index].failed
		       ? 0
		       : o->program->operators.data[index].first_result;
}

/* Set the outputs to the results from FIRST on, if it is not 0. Return FIRST. */
static hr_tv set_results(onnx_node *o, hr_tv first)
{
	for (unsigned i = 0; first && i < o->out_count; i++)
		o->out[i] = first + i;
	return first;
}

/* --- If ---------------------------------------------------------------------------------------- */

/* Put the nodes of the branch that is known to be taken in place of O. */
static hr_tv take_branch(onnx_node *o, const Onnx__GraphProto *branch, const captures *outside)
{
	onnx_scope scope = inner_scope(o, o->program, "");
	hr_tv *outputs;

	for (size_t i = 0; i < outside->values.count; i++)
		onnx_scope_put(&scope, outside->names.data[i], outside->values.data[i]);
	drop_begun(o);
	outputs = translate_graph(o, &scope, branch);
	hr_strmap_free(&scope.values);
	/* errors from here on need an operator */
	hr_t_operator(o->program, o->label, o->proto->op_type);
	if (!outputs)
		return 0;
	memcpy(o->out, outputs, o->out_count * sizeof(*outputs));
	return o->out[0];
}

/* Return the body of the branch NAME; NULL after an error. */
static hr_tprogram *new_branch(onnx_node *o, const char *name, const captures *outside)
{
	hr_tprogram *body = new_body(o, name);
	onnx_scope scope = inner_scope(o, body, hr_arena_printf(o->model->arena, "%s/", name));
	const Onnx__GraphProto *graph = subgraph(o, name);
	const hr_tv *outputs;

	pass_captures(o, &scope, outside, NULL);
	outputs = translate_graph(o, &scope, graph);
	for (size_t i = 0; outputs && i < graph->n_output; i++)
		hr_t_output(body, graph->output[i]->name, outputs[i]);
	hr_strmap_free(&scope.values);
	hr_t_body_end(body, outputs != NULL);
	if (outputs)
		return body;
	hr_tprogram_free(body);
	return NULL;
}

/* Return false, and report it, if the branches' results differ in rank or type. */
static bool branches_agree(onnx_node *o, hr_tprogram *const bodies[2])
{
	for (unsigned i = 0; i < o->out_count; i++) {
		const hr_tv a = bodies[0]->outputs.data[i], b = bodies[1]->outputs.data[i];
		const hr_tvalue *one = hr_t_value(bodies[0], a), *other = hr_t_value(bodies[1], b);

		if (one->elem != other->elem || one->rank != other->rank) {
			onnx_node_refuse(
				o,
				"output %u is %s in one branch and %s in the other, and the condition is not known at import",
				i, hr_t_text(bodies[0], a), hr_t_text(bodies[1], b));
			return false;
		}
	}
	return true;
}

static hr_tv two_branches(onnx_node *o, hr_tv condition, const captures *outside)
{
	hr_tprogram *bodies[2] = {new_branch(o, "then_branch", outside),
				  new_branch(o, "else_branch", outside)};
	hr_tv *operands =
		hr_arena_array(o->model->arena, outside->values.count + 1, sizeof(*operands));
	unsigned count = 0;

	operands[count++] = condition;
	for (size_t i = 0; i < outside->values.count; i++)
		if (hr_t_value(o->program, outside->values.data[i])->kind != HR_TV_CONSTANT)
			operands[count++] = outside->values.data[i];
	if (bodies[0] && bodies[1] && branches_agree(o, bodies))
		return set_results(o, add_control(o, HR_T_IF, operands, count, 0, bodies));
	hr_tprogram_free(bodies[0]);
	hr_tprogram_free(bodies[1]);
	return 0;
}

hr_tv op_if(onnx_node *o)
{
	const Onnx__GraphProto *then = subgraph(o, "then_branch"),
			       *els = subgraph(o, "else_branch");
	captures outside = {0};
	int64_t taken;
	const hr_tv condition = t_as_scalar(o, o->in[0]);
	hr_tv result = 0;

	if (!condition)
		return 0;
	if (onnx_type(o, condition) != HR_E_BOOL)
		return onnx_node_invalid(o, "its condition is %s, not bool",
					 hr_t_text(o->program, o->in[0]));
	if (then->n_output != els->n_output || then->n_output < o->out_count)
		return onnx_node_invalid(o, "it has %u outputs, but its branches have %zu and %zu",
					 o->out_count, then->n_output, els->n_output);
	if (find_captures(o, &outside))
		result = hr_t_known(o->program, condition, 0, &taken)
				 ? take_branch(o, taken ? then : els, &outside)
				 : two_branches(o, condition, &outside);
	free_captures(&outside);
	return result;
}

/* --- Loop and Scan ----------------------------------------------------------------------------- */

/* A Loop or Scan during its translation. */
typedef struct looping {
	onnx_node *o;
	const Onnx__GraphProto *graph;
	captures outside;
	const hr_tv *states; /* initial */
	unsigned state_count;
	unsigned *varies; /* bits of extents that an iteration changes, for each state */
	hr_tv trips, condition;
	const hr_tv *scanned; /* of a Scan: what is sliced */
	unsigned scan_count;
	onnx_list axes, directions; /* of slices */
} looping;

/* Return number I of a list; 0 if it is omitted. */
static int64_t number_at(const onnx_list *list, unsigned i)
{
	return i < list->count ? list->data[i] : 0;
}

/* Add to SCOPE the slices of a Scan for this ITERATION, under the names of the inputs from STATE_COUNT on.
 * What is sliced is captured: it is added to OPERANDS. */
static void add_slices(const looping *l, onnx_scope *scope, hr_tv iteration, hr_tv *operands,
		       unsigned *count)
{
	onnx_node in = *l->o;

	in.program = scope->program;
	hr_t_operator(in.program, l->o->label, l->o->proto->op_type);
	for (unsigned i = 0; i < l->scan_count; i++) {
		const hr_tv whole = pass_in(l->o, in.program, l->scanned[i]);
		hr_tv index = iteration;
		unsigned axis = 0;

		if (hr_t_value(l->o->program, l->scanned[i])->kind != HR_TV_CONSTANT)
			operands[(*count)++] = l->scanned[i];
		if (number_at(&l->directions, i)) /* from the end: -1, -2, ... */
			index = t_sub(&in, t_integer(&in, -1), iteration);
		(void)!onnx_axis(l->o, number_at(&l->axes, i), onnx_rank(&in, whole), &axis);
		onnx_scope_put(scope, l->graph->input[l->state_count + i]->name,
			       t_gather(&in, whole, index, axis));
	}
}

/* Add the inputs of a body: iteration, condition, states, captured values; and to SCOPE the names. */
static void add_loop_inputs(const looping *l, onnx_scope *scope, hr_tv *operands, unsigned *count)
{
	hr_tprogram *body = scope->program;
	const unsigned first =
		l->scan_count ? 0 : 2; /* of the states among the inputs of the graph */
	hr_tv iteration = hr_t_input(body, "", HR_E_I64, 0, NULL);
	hr_tv condition = hr_t_input(body, "", HR_E_BOOL, 0, NULL);

	if (first) {
		onnx_scope_put(scope, l->graph->input[0]->name, iteration);
		onnx_scope_put(scope, l->graph->input[1]->name, condition);
	}
	for (unsigned i = 0; i < l->state_count; i++)
		onnx_scope_put(scope, l->graph->input[first + i]->name,
			       hr_t_state(body, l->o->program, l->states[i], l->varies[i]));
	operands[0] = l->trips;
	operands[1] = l->condition;
	if (l->state_count)
		memcpy(operands + 2, l->states, l->state_count * sizeof(*operands));
	*count = 2 + l->state_count;
	if (l->scan_count)
		add_slices(l, scope, iteration, operands, count);
	*count += pass_captures(l->o, scope, &l->outside, operands + *count);
}

/* Add the body to the program BODY. Return false after an error. */
static bool add_loop_body(looping *l, hr_tprogram *body, hr_tv *operands, unsigned *count)
{
	onnx_scope scope = inner_scope(l->o, body, "body/");
	const size_t before = l->o->model->report.count;
	const hr_tv *outputs;

	add_loop_inputs(l, &scope, operands, count);
	outputs = translate_graph(l->o, &scope, l->graph);
	if (outputs && l->scan_count)
		hr_t_output(body, "", hr_t_scalar(body, HR_E_BOOL, 1));
	for (size_t i = 0; outputs && i < l->graph->n_output; i++)
		hr_t_output(body, l->graph->output[i]->name, outputs[i]);
	hr_strmap_free(&scope.values);
	onnx_report_calls(l->o, body);
	return outputs && l->o->model->report.count == before;
}

/* Return the body, or NULL after an error. It is made again with symbols for the extents that an iteration
 * changes, until there are no more. */
static hr_tprogram *make_body(looping *l, hr_tv *operands, unsigned *count)
{
	for (;;) {
		hr_tprogram *body = new_body(l->o, "body");
		const bool made = add_loop_body(l, body, operands, count);
		const char *why = NULL;
		const bool vary =
			made && hr_t_states_vary(body, l->state_count, 2, 1, l->varies, &why);

		if (why)
			onnx_node_refuse(l->o, "%s", why);
		hr_t_body_end(body, made && !vary && !why);
		if (made && !vary && !why)
			return body;
		hr_tprogram_free(body);
		if (!vary)
			return NULL;
	}
}

/* Return the first result, or 0. */
static hr_tv make_loop(looping *l)
{
	hr_arena *arena = l->o->model->arena;
	const size_t most = 2 + l->state_count + l->scan_count + l->outside.values.count;
	hr_tv *operands = hr_arena_array(arena, most, sizeof(*operands));
	hr_tprogram *bodies[2] = {NULL, NULL};
	unsigned count = 0;

	l->varies = hr_arena_array(arena, l->state_count + 1, sizeof(*l->varies));
	bodies[0] = make_body(l, operands, &count);
	return bodies[0] ? add_control(l->o, HR_T_LOOP, operands, count, l->state_count, bodies)
			 : 0;
}

hr_tv op_loop(onnx_node *o)
{
	looping l = {.o = o, .graph = subgraph(o, "body")};
	hr_tv first = 0;

	l.state_count = o->proto->n_input > 2 ? (unsigned)o->proto->n_input - 2 : 0;
	if (l.graph->n_input != 2 + l.state_count || l.graph->n_output < 1 + l.state_count ||
	    l.graph->n_output - 1 < o->out_count)
		return onnx_node_invalid(
			o,
			"it has %u states and %u outputs, but its body has %zu inputs and %zu outputs",
			l.state_count, o->out_count, l.graph->n_input, l.graph->n_output);
	for (unsigned i = 0; i < l.state_count; i++)
		if (!onnx_in(o, 2 + i))
			return onnx_node_invalid(o, "state %u is omitted", i);
	l.trips = t_as_scalar(o, onnx_in(o, 0));
	l.condition = t_as_scalar(o, onnx_in(o, 1));
	l.states = o->in + 2;
	if (find_captures(o, &l.outside))
		first = make_loop(&l);
	free_captures(&l.outside);
	return set_results(o, first);
}

/* Set the number of iterations of a Scan: the extent that all that is scanned has. Return false after an
 * error. */
static bool count_slices(looping *l)
{
	const onnx_node *o = l->o;

	for (unsigned i = 0; i < l->scan_count; i++) {
		const hr_tvalue *first = hr_t_value(o->program, l->scanned[0]);
		const hr_tvalue *of = hr_t_value(o->program, l->scanned[i]);
		unsigned axis, first_axis;

		if (!onnx_axis(o, number_at(&l->axes, i), of->rank, &axis) ||
		    !onnx_axis(o, number_at(&l->axes, 0), first->rank, &first_axis))
			return false;
		if (!hr_sym_need(o->model->symbols, HR_NEED_EQUAL, first->extent[first_axis],
				 of->extent[axis], o->label)) {
			onnx_node_invalid(o, "%s and %s have different numbers of slices",
					  hr_t_text(o->program, l->scanned[0]),
					  hr_t_text(o->program, l->scanned[i]));
			return false;
		}
		if (!i)
			l->trips = t_extent(o, l->scanned[0], axis);
	}
	return l->trips != 0;
}

/* Return VALUE, slices stacked along axis 0, in the order and along the axis that output I of those wants. */
static hr_tv place_slices(const onnx_node *o, hr_tv value, unsigned i)
{
	const onnx_list axes = onnx_ints(o, "scan_output_axes");
	const onnx_list directions = onnx_ints(o, "scan_output_directions");
	const unsigned rank = onnx_rank(o, value);
	unsigned axis, perm[HR_RANK_MOST];

	if (!onnx_axis(o, number_at(&axes, i), rank, &axis))
		return 0;
	if (number_at(&directions, i))
		value = t_reverse(o, value, 0);
	for (unsigned k = 0; k < rank; k++)
		perm[k] = k == axis ? 0 : k < axis ? k + 1 : k;
	return t_transpose(o, value, perm, rank);
}

hr_tv op_scan(onnx_node *o)
{
	looping l = {.o = o, .graph = subgraph(o, "body")};
	const int64_t scanned = onnx_int(o, "num_scan_inputs", 0);
	hr_tv first = 0;

	if (o->opset < 9)
		return onnx_node_refuse(o, "the form of operator set 8 is not supported");
	if (scanned < 1 || scanned > o->in_count || l.graph->n_input != o->in_count ||
	    l.graph->n_output < o->out_count || l.graph->n_output + (size_t)scanned < o->in_count)
		return onnx_node_invalid(
			o,
			"it has %u operands, of which it scans %lld, and %u outputs, but its body has %zu inputs and %zu outputs",
			o->in_count, (long long)scanned, o->out_count, l.graph->n_input,
			l.graph->n_output);
	l.scan_count = (unsigned)scanned;
	l.state_count = o->in_count - l.scan_count;
	l.states = o->in;
	l.scanned = o->in + l.state_count;
	l.axes = onnx_ints(o, "scan_input_axes");
	l.directions = onnx_ints(o, "scan_input_directions");
	if (find_captures(o, &l.outside) && count_slices(&l))
		first = make_loop(&l);
	free_captures(&l.outside);
	if (!set_results(o, first))
		return 0;
	hr_t_operator(o->program, o->label, o->proto->op_type);
	for (unsigned i = l.state_count; i < o->out_count; i++)
		o->out[i] = place_slices(o, first + i, i - l.state_count);
	return o->out[0];
}

/* --- loops that operators are written as -------------------------------------------------------- */

void onnx_loop_begin(onnx_node *o, onnx_loop *loop, hr_tv trips, const hr_tv *states,
		     unsigned state_count, const hr_tv *captured, unsigned captured_count)
{
	hr_tprogram *body = new_body(o, "body");
	hr_tv *inside =
		hr_arena_array(o->model->arena, state_count + captured_count + 1, sizeof(*inside));

	*loop = (onnx_loop){.body = *o,
			    .states = inside,
			    .captured = inside + state_count,
			    .initial = states,
			    .outside = captured,
			    .state_count = state_count,
			    .captured_count = captured_count,
			    .trips = trips};
	loop->body.program = body;
	loop->iteration = hr_t_input(body, "", HR_E_I64, 0, NULL);
	hr_t_input(body, "", HR_E_BOOL, 0, NULL);
	for (unsigned i = 0; i < state_count; i++)
		inside[i] = hr_t_state(body, o->program, states[i], 0);
	for (unsigned i = 0; i < captured_count; i++)
		inside[state_count + i] = hr_t_capture(body, o->program, captured[i]);
	hr_t_operator(body, o->label, o->proto->op_type);
	if (HR_LAST(&o->program->operators).failed)
		HR_LAST(&body->operators).failed = true;
}

/* Return true if all values are there. */
static bool all_there(const hr_tv *values, unsigned count)
{
	bool all = true;

	for (unsigned i = 0; i < count; i++)
		all &= values[i] != 0;
	return all;
}

hr_tv onnx_loop_end(onnx_node *o, onnx_loop *loop, const hr_tv *next, const hr_tv *scanned,
		    unsigned scanned_count)
{
	hr_tprogram *bodies[2] = {loop->body.program, NULL};
	const unsigned count = 2 + loop->state_count + loop->captured_count;
	hr_tv *operands = hr_arena_array(o->model->arena, count, sizeof(*operands));
	hr_tv first = 0;
	bool whole;

	onnx_report_calls(o, bodies[0]);
	operands[0] = loop->trips;
	memcpy(operands + 2, loop->initial, loop->state_count * sizeof(*operands));
	memcpy(operands + 2 + loop->state_count, loop->outside,
	       loop->captured_count * sizeof(*operands));
	hr_t_output(bodies[0], "", hr_t_scalar(bodies[0], HR_E_BOOL, 1));
	for (unsigned i = 0; i < loop->state_count; i++)
		hr_t_output(bodies[0], "", next[i]);
	for (unsigned i = 0; i < scanned_count; i++)
		hr_t_output(bodies[0], "", scanned[i]);
	whole = operands[0] && all_there(operands + 2, count - 2) &&
		all_there(next, loop->state_count) && all_there(scanned, scanned_count);
	hr_t_body_end(bodies[0], whole);
	if (whole)
		first = add_control(o, HR_T_LOOP, operands, count, loop->state_count, bodies);
	else
		hr_tprogram_free(bodies[0]);
	hr_t_operator(o->program, o->label, o->proto->op_type);
	if (!first)
		HR_LAST(&o->program->operators).failed = true;
	return first;
}
