/* ir/lift/validate.c -- checks the G clauses on the shapes of node functions.
 *
 * Functions are visited children first, so that the ports of a child are known when its parent is
 * checked. All errors are reported, not only the first.
 *
 * Invariant: if it reported no error, every index in every shape is in range, every input of every
 *            child has one source, and every internal node function has its outputs.
 * Owns:      nothing; orders and outputs are in the program's arena.
 * Clauses:   G1 (recursion), G3, G5-G9.
 * Not here:  G2, G4 (internal.c), G10 (lift.c), grids at run time. */
#include <inttypes.h>
#include <string.h>

#include "ir/lift/lift.h"
#include "ir/lift/order.h"

enum { TEXT = 200 };

typedef struct check {
	hr_lift *lift;
	hr_function *function; /* the internal node function that is checked */
	hr_graph_shape *shape;
	/* index of each child's first port in the arrays below */
	size_t *first_input, *first_output;
	bool *fed;  /* inputs of all children: has a source */
	bool *used; /* outputs of all children: has an edge */
} check;

static const hr_function *child_of(const check *c, unsigned i)
{
	return c->shape->children[i].function;
}

static const char *label(const check *c, unsigned i)
{
	return c->shape->children[i].label;
}

/* --- ports ------------------------------------------------------------------------------------ */

static const hr_port *input_port(check *c, const hr_function *function, const char *name,
				 unsigned port, void *call)
{
	if (port < function->input_count)
		return &function->inputs[port];
	hr_lift_report(c->lift, c->function, call, HR_D_no_such_port, name, "input", port,
		       function->input_count);
	return NULL;
}

static const hr_port *output_port(check *c, const hr_function *function, const char *name,
				  unsigned port, void *call)
{
	/* The outputs of a broken function are unknown. */
	if (!hr_facts_of(c->lift, function)->outputs_known)
		return NULL;
	if (port < function->output_count)
		return &function->outputs[port];
	if (hr_facts_of(c->lift, function)->returns_like_c)
		hr_lift_report(
			c->lift, c->function, call, HR_D_bad_node_function, name,
			"its C return value is not an output; return it with __hpvm__return");
	else
		hr_lift_report(c->lift, c->function, call, HR_D_no_such_port, name, "output", port,
			       function->output_count);
	return NULL;
}

/* G6. A value that varargs promoted may be converted back to its original type. */
static bool agree(const hr_port *source, const hr_type *sink)
{
	if (source->type == sink || !source->type || !sink)
		return true;
	if (!source->demoted || source->type->kind != sink->kind)
		return false;
	return sink->kind == HR_T_FLOAT ? sink->con == HR_C_F32
					: sink->kind == HR_T_INT && sink->bits < 32;
}

static bool ports_agree(const hr_port *source, const hr_port *sink)
{
	return !source || !sink || agree(source, sink->type);
}

static void report_types(check *c, const hr_port *source, const hr_port *sink, const char *what,
			 void *call)
{
	hr_lift_report(c->lift, c->function, call, HR_D_edge_type_mismatch, what,
		       source->type->text, sink->type->text);
}

/* G5: mark an input of a child as having a source. */
static void feed(check *c, unsigned child, unsigned port, void *call)
{
	bool *fed = &c->fed[c->first_input[child] + port];

	if (*fed)
		hr_lift_report(c->lift, c->function, call, HR_D_input_bound_twice, port,
			       label(c, child));
	*fed = true;
}

/* --- grids ------------------------------------------------------------------------------------ */

static void grid_text(const check *c, unsigned child, char *text)
{
	const hr_child *node = &c->shape->children[child];
	FILE *stream = fmemopen(text, TEXT, "w");

	if (!stream)
		hr_alloc_failed(0);
	for (unsigned i = 0; i < node->dims; i++) {
		fputs(i ? " x " : "", stream);
		hr_expr_print(node->extent[i], c->function->inputs, stream);
	}
	fputs(node->dims ? "" : "no replication", stream);
	fclose(stream);
	text[TEXT - 1] = 0;
}

static bool is_constant(const hr_expr *expr)
{
	return expr->op == HR_X_CONST;
}

/* G8, as far as it can be checked before extents are known. */
static bool grids_differ(const hr_child *a, const hr_child *b)
{
	if (a->dims != b->dims)
		return true;
	for (unsigned i = 0; i < a->dims; i++)
		/* The meaning of an extent of 0 is a choice. */
		if (is_constant(a->extent[i]) && is_constant(b->extent[i]) && a->extent[i]->value &&
		    b->extent[i]->value && a->extent[i]->value != b->extent[i]->value)
			return true;
	return false;
}

/* G7, for constant extents. An unknown extent may be 0, and then so is the product. */
static void check_extents(check *c, const hr_child *child)
{
	uint64_t product = 1;
	bool known = true, over = false;
	const char *why = NULL;

	for (unsigned i = 0; i < child->dims; i++) {
		uint64_t extent = child->extent[i]->value;

		if (!is_constant(child->extent[i]) || extent == 0) {
			known = false;
			continue;
		}
		if (extent > INT64_MAX)
			why = "an extent is negative";
		over |= __builtin_mul_overflow(product, extent, &product) || product > INT64_MAX;
	}
	if (!why && known && over)
		why = "the number of instances exceeds 2^63-1";
	if (why)
		hr_lift_report(c->lift, c->function, child->instruction, HR_D_extent_invalid,
			       child->label, why);
}

/* --- edges ------------------------------------------------------------------------------------ */

/* Return true if output PORT of FUNCTION comes from HPVM's malloc, or is a tensor handle (G9). */
static bool may_carry_pointer(hr_lift *lift, const hr_function *function, unsigned port)
{
	for (;;) {
		const hr_facts *facts = hr_facts_of(lift, function);
		const hr_graph_shape *shape = facts->shape;
		unsigned i = 0;

		if (!shape)
			return facts->has_malloc || facts->classes & 1u << HR_HC_TENSOR;
		while (i < shape->output_bind_count && shape->output_binds[i].port != port)
			i++;
		if (i == shape->output_bind_count)
			return true; /* already reported as output-unbound */
		function = shape->children[shape->output_binds[i].child].function;
		port = shape->output_binds[i].child_port;
	}
}

static void check_source(check *c, const hr_edge *edge, const hr_port *source, void *call)
{
	bool *used = &c->used[c->first_output[edge->source] + edge->source_port];

	if (*used)
		hr_lift_report(c->lift, c->function, call, HR_D_edge_source_shared,
			       edge->source_port, label(c, edge->source));
	*used = true;
	if (source->type && source->type->kind == HR_T_PTR &&
	    !may_carry_pointer(c->lift, child_of(c, edge->source), edge->source_port))
		hr_lift_report(c->lift, c->function, call, HR_D_edge_carries_pointer,
			       label(c, edge->source), label(c, edge->sink));
}

static void report_edge_types(check *c, const hr_edge *edge, const hr_port *source,
			      const hr_port *sink, void *call)
{
	char what[TEXT];

	snprintf(what, sizeof(what), "the edge from output %u of '%.60s' to input %u of '%.60s'",
		 edge->source_port, label(c, edge->source), edge->sink_port, label(c, edge->sink));
	report_types(c, source, sink, what, call);
}

static void report_edge_grids(check *c, const hr_edge *edge, void *call)
{
	char source_grid[TEXT], sink_grid[TEXT];

	grid_text(c, edge->source, source_grid);
	grid_text(c, edge->sink, sink_grid);
	hr_lift_report(c->lift, c->function, call, HR_D_edge_grid_mismatch, label(c, edge->source),
		       source_grid, label(c, edge->sink), sink_grid);
}

static void check_edge(check *c, const hr_edge *edge, void *call)
{
	const hr_graph_shape *shape = c->shape;
	const hr_port *source = output_port(c, child_of(c, edge->source), label(c, edge->source),
					    edge->source_port, call);
	const hr_port *sink =
		input_port(c, child_of(c, edge->sink), label(c, edge->sink), edge->sink_port, call);

	if (!ports_agree(source, sink))
		report_edge_types(c, edge, source, sink, call);
	if (source)
		check_source(c, edge, source, call);
	if (sink)
		feed(c, edge->sink, edge->sink_port, call);
	if (!edge->all_to_all &&
	    grids_differ(&shape->children[edge->source], &shape->children[edge->sink]))
		report_edge_grids(c, edge, call);
}

/* --- binds ------------------------------------------------------------------------------------ */

static void check_input_bind(check *c, const hr_bind *bind, void *call)
{
	const hr_function *child = child_of(c, bind->child);
	const hr_port *source = input_port(c, c->function, c->function->name, bind->port, call);
	const hr_port *sink = input_port(c, child, label(c, bind->child), bind->child_port, call);
	char what[TEXT];

	if (!ports_agree(source, sink)) {
		snprintf(what, sizeof(what), "the bind of input %u to input %u of '%.60s'",
			 bind->port, bind->child_port, label(c, bind->child));
		report_types(c, source, sink, what, call);
	}
	if (sink)
		feed(c, bind->child, bind->child_port, call);
}

/* The outputs of an internal node function in HPVM-C are those bound to them. */
static void infer_outputs(check *c)
{
	hr_facts *facts = hr_facts_of(c->lift, c->function);
	const hr_graph_shape *shape = c->shape;
	unsigned count = 0;
	hr_port *ports;

	for (unsigned i = 0; i < shape->output_bind_count; i++)
		if (shape->output_binds[i].port >= count)
			count = shape->output_binds[i].port + 1;
	/* Every output needs a bind: a number above the number of binds is not a port. */
	if (count > shape->output_bind_count)
		count = shape->output_bind_count;
	ports = hr_arena_array(&c->lift->program->arena, count, sizeof(*ports));
	facts->outputs_known = !shape->broken;
	for (unsigned i = 0; i < shape->output_bind_count; i++) {
		const hr_bind *bind = &shape->output_binds[i];
		const hr_function *child = child_of(c, bind->child);

		if (bind->port < count && bind->child_port < child->output_count)
			ports[bind->port] = child->outputs[bind->child_port];
		else
			facts->outputs_known = false;
	}
	for (unsigned i = 0; i < count; i++) {
		ports[i].name = "";
		facts->outputs_known &= ports[i].type != NULL;
	}
	c->function->outputs = ports;
	c->function->output_count = count;
}

static void report_output_types(check *c, const hr_bind *bind, const hr_port *source, void *call)
{
	char what[TEXT];

	snprintf(what, sizeof(what), "the bind of output %u of '%.60s' to output %u",
		 bind->child_port, label(c, bind->child), bind->port);
	report_types(c, source, &c->function->outputs[bind->port], what, call);
}

static void check_output_bind(check *c, const hr_bind *bind, bool *bound, void *call)
{
	const hr_port *source = output_port(c, child_of(c, bind->child), label(c, bind->child),
					    bind->child_port, call);
	const hr_function *parent = c->function;

	if (bind->port >= parent->output_count) {
		hr_lift_report(c->lift, parent, call, HR_D_no_such_port, parent->name, "output",
			       bind->port, parent->output_count);
		return;
	}
	if (bound[bind->port])
		hr_lift_report(c->lift, parent, call, HR_D_output_bound_twice, bind->port,
			       parent->name);
	else if (parent->outputs[bind->port].type &&
		 !ports_agree(source, &parent->outputs[bind->port]))
		report_output_types(c, bind, source, call);
	bound[bind->port] = true;
}

static void check_output_binds(check *c)
{
	const hr_graph_shape *shape = c->shape;
	bool *bound;

	if (!hr_facts_of(c->lift, c->function)->outputs_known)
		infer_outputs(c);
	bound = hr_alloc_array(c->function->output_count, sizeof(*bound));
	for (unsigned i = 0; i < shape->output_bind_count; i++)
		check_output_bind(c, &shape->output_binds[i], bound, shape->output_bind_calls[i]);
	for (unsigned i = 0; i < c->function->output_count && !shape->broken; i++)
		if (!bound[i])
			hr_lift_report(c->lift, c->function, NULL, HR_D_output_unbound, i,
				       c->function->name);
	hr_free(bound);
}

/* --- a child graph ---------------------------------------------------------------------------- */

static void check_inputs_fed(check *c)
{
	char note[HR_PORT_NOTE];

	if (c->shape->broken)
		return;
	for (unsigned i = 0; i < c->shape->child_count; i++) {
		const hr_function *child = child_of(c, i);

		for (unsigned port = 0; port < child->input_count; port++)
			if (!c->fed[c->first_input[i] + port])
				hr_lift_report(
					c->lift, c->function, c->shape->children[i].instruction,
					HR_D_input_unbound, port,
					hr_port_note(&child->inputs[port], note), label(c, i));
	}
}

/* G3 */
static void check_acyclic(check *c)
{
	char text[TEXT];

	c->shape->order = hr_topological_order(&c->lift->program->arena, c->shape, text, TEXT);
	if (!c->shape->order)
		hr_lift_report(c->lift, c->function, NULL, HR_D_graph_cycle, c->function->name,
			       text);
}

static void index_ports(check *c)
{
	size_t inputs = 0, outputs = 0;
	unsigned count = c->shape->child_count;

	c->first_input = hr_alloc_array(count + 1, sizeof(*c->first_input));
	c->first_output = hr_alloc_array(count + 1, sizeof(*c->first_output));
	for (unsigned i = 0; i < count; i++) {
		c->first_input[i] = inputs;
		c->first_output[i] = outputs;
		inputs += child_of(c, i)->input_count;
		outputs += child_of(c, i)->output_count;
	}
	c->fed = hr_alloc_array(inputs + 1, sizeof(*c->fed));
	c->used = hr_alloc_array(outputs + 1, sizeof(*c->used));
}

static void check_internal(hr_lift *lift, hr_function *function)
{
	check c = {.lift = lift, .function = function, .shape = hr_facts_of(lift, function)->shape};
	const hr_graph_shape *shape = c.shape;

	index_ports(&c);
	for (unsigned i = 0; i < shape->child_count; i++)
		check_extents(&c, &shape->children[i]);
	for (unsigned i = 0; i < shape->edge_count; i++)
		check_edge(&c, &shape->edges[i], shape->edge_calls[i]);
	for (unsigned i = 0; i < shape->input_bind_count; i++)
		check_input_bind(&c, &shape->input_binds[i], shape->input_bind_calls[i]);
	check_inputs_fed(&c);
	check_output_binds(&c);
	check_acyclic(&c);
	hr_free(c.first_input);
	hr_free(c.first_output);
	hr_free(c.fed);
	hr_free(c.used);
}

/* --- node functions --------------------------------------------------------------------------- */

/* The pointers of a kernel, and the handles of a tensor program, have no sizes. */
static bool has_sizes(const hr_lift *lift, const hr_function *function)
{
	return !lift->program->kernel && !hr_said_of(function, "hpvm.operator") &&
	       !hr_said_of(function, "hpvm.tensor.program");
}

/* G9. */
static void check_sizes(hr_lift *lift, const hr_function *function)
{
	char note[HR_PORT_NOTE];

	if (!has_sizes(lift, function))
		return;
	for (unsigned i = 0; i < function->input_count; i++) {
		const hr_type *type = function->inputs[i].type;
		const hr_type *next =
			i + 1 < function->input_count ? function->inputs[i + 1].type : NULL;

		if (type && type->kind == HR_T_PTR &&
		    !(next && next->kind == HR_T_INT && next->bits == 64))
			hr_lift_report(lift, function, NULL, HR_D_pointer_without_size, i,
				       hr_port_note(&function->inputs[i], note), function->name);
	}
}

static bool all_typed(const hr_port *ports, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (!ports[i].type)
			return false;
	return true;
}

/* Count the nodes of a shape; saturates. */
static uint64_t count_nodes(hr_lift *lift, const hr_graph_shape *shape)
{
	uint64_t nodes = 1;

	for (unsigned i = 0; shape && i < shape->child_count; i++)
		if (__builtin_add_overflow(
			    nodes, hr_facts_of(lift, shape->children[i].function)->nodes, &nodes))
			return UINT64_MAX;
	return nodes;
}

static void finish(hr_lift *lift, hr_function *function)
{
	hr_facts *facts = hr_facts_of(lift, function);

	facts->nodes = count_nodes(lift, facts->shape);
	check_sizes(lift, function);
	if (facts->shape)
		check_internal(lift, function);
	if (all_typed(function->inputs, function->input_count))
		function->inputs_bytes = hr_ports_layout(function->inputs, function->input_count);
	if (all_typed(function->outputs, function->output_count))
		function->outputs_bytes =
			hr_ports_layout(function->outputs, function->output_count);
}

enum { NEW, OPEN, DONE };

typedef struct cycle_visit {
	hr_function *function;
	unsigned next; /* next child to visit */
} cycle_visit;

/* Visit children first, without recursion, because hierarchies may be deep. */
static void visit_from(hr_lift *lift, unsigned char *state, hr_function *root)
{
	HR_VEC(cycle_visit) stack = {0};

	HR_PUSH(&stack, (cycle_visit){.function = root});
	state[root->id] = OPEN;
	while (stack.count) {
		cycle_visit *top = &HR_LAST(&stack);
		const hr_graph_shape *shape = hr_facts_of(lift, top->function)->shape;
		hr_function *child;

		if (!shape || top->next == shape->child_count) {
			finish(lift, top->function);
			state[top->function->id] = DONE;
			stack.count--;
			continue;
		}
		child = shape->children[top->next].function;
		if (state[child->id] == OPEN)
			hr_lift_report(lift, top->function, shape->children[top->next].instruction,
				       HR_D_node_recursion, child->name);
		top->next++;
		if (state[child->id] != NEW)
			continue;
		state[child->id] = OPEN;
		HR_PUSH(&stack, (cycle_visit){.function = child});
	}
	HR_VEC_FREE(&stack);
}

void hr_validate(hr_lift *lift)
{
	const hr_program *program = lift->program;
	unsigned char *state = hr_alloc_array(program->function_count, 1);

	for (uint32_t i = 0; i < program->function_count; i++) {
		hr_function *function = program->functions[i];

		if ((function->internal_node || function->leaf_node) && state[i] == NEW)
			visit_from(lift, state, function);
	}
	hr_free(state);
}
