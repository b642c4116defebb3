/* ir/lift/calls.c -- createNode, edges and binds in an internal node function.
 *
 * Invariant: everything appended to the machine's children, edges and binds refers to children that
 *            exist.
 * Owns:      nothing; see lift_machine.h.
 * Clauses:   G4, G7 (dimensions).
 * Not here:  whether ports exist and agree (validate.c). */
#include "ir/lift/lift_machine.h"

/* --- graph calls ------------------------------------------------------------------------------ */

static const char *describe(hr_am_value v)
{
	switch (v.kind) {
	case HR_AM_INTEGER: return "an integer";
	case HR_AM_EDGE: return "the handle of an edge";
	case HR_AM_LOCAL: return "the address of a variable";
	case HR_AM_PARAMETER: return "an argument of the function";
	case HR_AM_CONSTANT:
		return LLVMIsAFunction(v.llvm) ? "a function"
		       : LLVMIsNull(v.llvm)    ? "null"
					       : "a constant";
	default: return "another value";
	}
}

/* Return operand I of the call as a constant. */
static bool constant(hr_am *m, const hr_hpvm_call *call, unsigned i, uint64_t *number)
{
	hr_am_value v = hr_am_value_of(m, hr_hpvm_operand(call, i));
	char why[HR_AM_TEXT];

	if (v.kind == HR_AM_INTEGER && v.expr->op == HR_X_CONST) {
		*number = v.expr->value;
		return true;
	}
	snprintf(why, sizeof(why), "operand %u is not a constant",
		 hr_hpvm_position(call->op, call->c_form, i));
	hr_am_bad_call(m, call, why);
	return false;
}

/* Return operand I as a port number; a number that is too large becomes a port that cannot
 * exist. */
static bool port(hr_am *m, const hr_hpvm_call *call, unsigned i, unsigned *number)
{
	uint64_t wide;

	if (!constant(m, call, i, &wide))
		return false;
	*number = wide > UINT32_MAX ? UINT32_MAX : (unsigned)wide;
	return true;
}

/* Return operand I of the call as the handle of a child (G4). */
static bool child(hr_am *m, const hr_hpvm_call *call, unsigned i, unsigned *index)
{
	hr_am_value v = hr_am_value_of(m, hr_hpvm_operand(call, i));
	char what[2 * HR_AM_TEXT];

	if (v.kind == HR_AM_CHILD) {
		*index = v.index;
		return true;
	}
	m->broken = true;
	if (v.kind == HR_AM_NOTHING)
		return false;
	snprintf(what, sizeof(what), "operand %u of '%.40s' is %s",
		 hr_hpvm_position(call->op, call->c_form, i), call->name, describe(v));
	hr_lift_report(m->lift, m->function, call->instruction, HR_D_edge_not_siblings,
		       m->function->name, what);
	return false;
}

/* Return the number of extents of the call; its function is operand FIRST - 1. */
static bool dimensions(hr_am *m, const hr_hpvm_call *call, unsigned *dims, unsigned *first)
{
	uint64_t number = (uint64_t)(call->op - HR_H_create_0d);
	hr_function *function;

	*first = 1;
	if (call->op == HR_H_create_nd) {
		*first = 2;
		if (!constant(m, call, 0, &number))
			return false;
	}
	if (number > 3) {
		function = hr_function_of(m->lift->program, hr_hpvm_operand(call, *first - 1));
		hr_lift_report(m->lift, m->function, call->instruction, HR_D_dimension_count,
			       function ? function->name : "a node",
			       number > UINT32_MAX ? UINT32_MAX : (unsigned)number);
		m->broken = true;
		return false;
	}
	*dims = (unsigned)number;
	if (call->argument_count == *first + *dims)
		return true;
	hr_am_bad_call(m, call, "the number of extents differs from the number of dimensions");
	return false;
}

static bool extents(hr_am *m, const hr_hpvm_call *call, unsigned first, hr_child *made_child)
{
	for (unsigned i = 0; i < made_child->dims; i++) {
		hr_am_value v = hr_am_value_of(m, LLVMGetOperand(call->instruction, first + i));

		if (v.kind == HR_AM_NOTHING) {
			m->broken = true;
			return false;
		}
		made_child->extent[i] =
			v.kind == HR_AM_INTEGER ? hr_expr_extent(m->arena, v.expr) : NULL;
		if (!made_child->extent[i]) {
			hr_am_bad_call(m, call,
				       "an extent is not an integer computed from the arguments");
			return false;
		}
	}
	return true;
}

static hr_am_value create_node(hr_am *m, const hr_hpvm_call *call)
{
	hr_child made_child = {.instruction = call->instruction};
	unsigned first;
	hr_am_value f;

	if (!dimensions(m, call, &made_child.dims, &first))
		return hr_am_nothing;
	f = hr_am_value_of(m, LLVMGetOperand(call->instruction, first - 1));
	if (f.kind == HR_AM_NOTHING) {
		m->broken = true;
		return hr_am_nothing;
	}
	made_child.function = f.kind == HR_AM_CONSTANT ? hr_function_of(m->program, f.llvm) : NULL;
	if (!made_child.function)
		return hr_am_bad_call(m, call, "the node function is not a known function");
	if (!extents(m, call, first, &made_child))
		return hr_am_nothing;
	HR_PUSH(&m->children, made_child);
	return (hr_am_value){.kind = HR_AM_CHILD, .index = (uint32_t)m->children.count - 1};
}

static hr_am_value create_edge(hr_am *m, const hr_hpvm_call *call)
{
	hr_edge edge = {0};
	uint64_t all_to_all, streaming;

	/* Check all operands, so that every error is reported. */
	if (!((unsigned)child(m, call, 0, &edge.source) & (unsigned)child(m, call, 1, &edge.sink) &
	      (unsigned)constant(m, call, 2, &all_to_all) &
	      (unsigned)port(m, call, 3, &edge.source_port) &
	      (unsigned)port(m, call, 4, &edge.sink_port) &
	      (unsigned)constant(m, call, 5, &streaming)))
		return hr_am_nothing;
	edge.all_to_all = all_to_all;
	edge.streaming = streaming;
	edge.where = hr_where_call(m->program, call->instruction);
	HR_PUSH(&m->edges, edge);
	HR_PUSH(&m->edge_calls, call->instruction);
	return (hr_am_value){.kind = HR_AM_EDGE};
}

static void bind(hr_am *m, const hr_hpvm_call *call)
{
	bool output = call->op == HR_H_bind_out;
	hr_bind bind = {0};
	uint64_t streaming;

	if (!((unsigned)child(m, call, 0, &bind.child) &
	      (unsigned)port(m, call, 1, output ? &bind.child_port : &bind.port) &
	      (unsigned)port(m, call, 2, output ? &bind.port : &bind.child_port) &
	      (unsigned)constant(m, call, 3, &streaming)))
		return;
	bind.streaming = streaming;
	bind.where = hr_where_call(m->program, call->instruction);
	if (output) {
		HR_PUSH(&m->output_binds, bind);
		HR_PUSH(&m->output_bind_calls, call->instruction);
	} else {
		HR_PUSH(&m->input_binds, bind);
		HR_PUSH(&m->input_bind_calls, call->instruction);
	}
}

hr_am_value hr_am_graph_call(hr_am *m, const hr_hpvm_call *call)
{
	if (call->argument_count < hr_hpvm_operands(call->op))
		return hr_am_bad_call(m, call, "too few operands");
	switch (call->op) {
	case HR_H_edge: return create_edge(m, call);
	case HR_H_bind_in:
	case HR_H_bind_out: bind(m, call); return hr_am_nothing;
	default: return create_node(m, call);
	}
}
