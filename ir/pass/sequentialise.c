/* ir/pass/sequentialise.c -- sequentialise: a leaf runs its whole grid itself, in loops.
 *
 * The leaf becomes one instance, whose function has loops over the grid around what it was, in
 * reference order: what tools that make circuits of loops want. What an instance asks of itself is
 * the loops' business; its ancestors are who they were. Extents come from inputs of the parent,
 * which the new leaf gets as inputs of its own, behind the ones that it had.
 *
 *	sequentialise        leaves with the hint FPGA_TARGET
 *	sequentialise-all    all leaves that have dimensions
 *
 * Left alone, with a warning, are leaves whose instances meet at barriers, or get or give values of
 * their own over one-to-one edges; a one-to-one edge whose values are the same for all instances
 * becomes all-to-all. What is returned is what the last instance returns (E3).
 *
 * What G7 says of extents becomes an assumption before the loops, `llvm.assume`, which the
 * interpreter checks and compilers take for granted. An extent of 0 means what --sem zero-extent
 * says when the pass runs; that a grid is empty is not warned of any more.
 *
 * Invariant: memory and outputs are what they are when the grid runs in reference order.
 * Clauses:   G7, N1, N3, E3.
 * Not here:  the loops (grid_loops.c), the graph's calls (shape.c). */
#include <stdio.h>
#include <string.h>

#include "ir/lift/lift.h"
#include "ir/pass/clone.h"
#include "ir/pass/grid_loops.h"
#include "ir/pass/pass_private.h"

enum { NAME = 256 };

#define EACH_INSTRUCTION(function, at)                                                             \
	for (LLVMBasicBlockRef block_ = LLVMGetFirstBasicBlock(function); block_;                  \
	     block_ = LLVMGetNextBasicBlock(block_))                                               \
		for (LLVMValueRef at = LLVMGetFirstInstruction(block_), next_; at; at = next_)     \
			if (next_ = LLVMGetNextInstruction(at), true)

/* --- whether ---------------------------------------------------------------------------------- */

static bool is_remark_call(LLVMValueRef at)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
	size_t length;

	return callee && LLVMIsAFunction(callee) &&
	       hr_is_remark(LLVMGetValueName2(callee, &length));
}

/* Whether nothing but the end of the function follows the return AT. */
static bool ends_there(LLVMValueRef at)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(at);

	for (unsigned blocks = 0; blocks < 8; blocks++) {
		for (at = LLVMGetNextInstruction(at); at && is_remark_call(at);
		     at = LLVMGetNextInstruction(at))
			;
		if (!at || LLVMIsAReturnInst(at))
			return at != NULL;
		if (!LLVMIsABranchInst(at) || LLVMIsConditional(at))
			return false;
		block = LLVMValueAsBasicBlock(LLVMGetOperand(at, 0));
		at = LLVMGetFirstInstruction(block);
		if (LLVMIsAPHINode(at))
			return false;
		if (LLVMIsAReturnInst(at))
			return true;
		if (!is_remark_call(at))
			return false;
	}
	return false;
}

/* Whether HANDLE is the node's own, or that of its *LEVEL-th ancestor, also by way of variables. */
static bool find_level(LLVMValueRef handle, uint32_t *level)
{
	for (*level = 0; handle; (*level)++) {
		const hr_hpvm_call call = hr_hpvm_call_of(hr_stored_value(handle));

		if (call.op != HR_H_get_parent)
			return call.op == HR_H_get_node;
		handle = hr_hpvm_operand(&call, 0);
	}
	return false;
}

static bool is_query_of_self(const hr_hpvm_call *call, bool *known)
{
	uint32_t level = 1;

	*known = true;
	if (hr_hpvm_class_of(call->op) != HR_HC_QUERY || call->op == HR_H_get_node ||
	    call->op == HR_H_get_parent)
		return false;
	*known = find_level(hr_hpvm_operand(call, 0), &level);
	return *known && level == 0;
}

/* Why the function of a leaf cannot run several instances; NULL: it can. */
static const char *hindered_by_code(LLVMValueRef function)
{
	EACH_INSTRUCTION(function, at) {
		const hr_hpvm_call call = hr_hpvm_call_of(at);
		bool known;

		(void)is_query_of_self(&call, &known);
		if (!known)
			return "it queries a node that is not known before it runs";
		if (call.op == HR_H_return_ && !ends_there(at))
			return "it goes on after its return";
		if (LLVMIsAAllocaInst(at) &&
		    (!LLVMIsAConstantInt(LLVMGetOperand(at, 0)) ||
		     LLVMGetInstructionParent(at) != LLVMGetEntryBasicBlock(function)))
			return "it has a variable of a size that is not known before it runs";
	}
	return NULL;
}

/* One-to-one edges at CHILD whose values differ between instances. */
static bool has_own_values(const hr_pass_shape *shape, size_t child)
{
	for (size_t i = 0; i < shape->edges.count; i++) {
		const hr_edge *edge = &shape->edges.data[i];

		if (!edge->all_to_all && (edge->source == child || edge->sink == child) &&
		    hr_input_varies(shape->children.data[edge->sink].node, edge->sink_port))
			return true;
	}
	return false;
}

static const char *hindered(const hr_pass_shape *shape, size_t child)
{
	const hr_pass_child *of = &shape->children.data[child];

	if (of->node->has_barrier)
		return "its instances meet at a barrier";
	if (has_own_values(shape, child))
		return "a one-to-one edge gives each of its instances a value of its own";
	return hindered_by_code(of->function);
}

/* --- the function ----------------------------------------------------------------------------- */

typedef struct leaf {
	hr_pass_code code;
	const hr_pass_shape *shape;
	const hr_node *node;
	LLVMValueRef from, function;
	bool typed; /* FROM returns a structure */
	/* by input of the parent: that of the new leaf which extents need, or -1; owns */
	int *inputs;
	hr_port *ports; /* of the new leaf; owns */
	unsigned port_count;
	LLVMValueRef *outputs; /* variables with what the last instance has returned; owns */
	LLVMValueRef extents[3];
	HR_VEC(LLVMValueRef) queries; /* of the leaf itself; owns */
	hr_loop_nest nest;
} leaf;

static void note_inputs(const hr_expr *x, bool *used)
{
	if (x->op == HR_X_INPUT)
		used[x->value] = true;
	for (unsigned i = 0; i < 3 && x->op != HR_X_INPUT && x->op != HR_X_CONST; i++)
		if (x->operand[i])
			note_inputs(x->operand[i], used);
}

/* A function with more parameters: those inputs of the parent that extents are computed from. */
static void declare(leaf *self)
{
	const hr_node *parent = self->shape->node, *node = self->node;
	LLVMValueRef above = self->shape->program->functions[parent->function]->llvm;
	unsigned most = node->input_count + parent->input_count, count = node->input_count;
	LLVMTypeRef *types = hr_alloc_array(most + 1, sizeof(*types));
	hr_port *ports = self->ports = hr_alloc_zero((most + 1) * sizeof(*ports));
	bool *used = hr_alloc_zero(parent->input_count + 1);
	char name[NAME];

	self->inputs = hr_alloc_array(parent->input_count + 1, sizeof(*self->inputs));
	for (unsigned d = 0; d < node->dims; d++)
		note_inputs(node->extent[d], used);
	for (unsigned i = 0; i < node->input_count; i++) {
		types[i] = LLVMTypeOf(LLVMGetParam(self->from, i));
		ports[i] = node->inputs[i];
	}
	for (unsigned i = 0; i < parent->input_count; i++) {
		self->inputs[i] = used[i] ? (int)count : -1;
		if (!used[i])
			continue;
		types[count] = LLVMTypeOf(LLVMGetParam(above, i));
		ports[count++] = parent->inputs[i];
	}
	snprintf(name, sizeof(name), "%s_sequential", node->name);
	self->function = hr_pass_function(self->shape->program, name, types, ports, count);
	self->port_count = count;
	hr_free(types);
	hr_free(used);
}

/* --- returns ---------------------------------------------------------------------------------- */

/* The variable for output K, which is of the type of VALUE. */
static void keep(leaf *self, LLVMBuilderRef builder, unsigned k, LLVMValueRef value)
{
	if (self->node->outputs[k].pass_through)
		return;
	if (!self->outputs[k]) {
		LLVMBuilderRef first = LLVMCreateBuilderInContext(self->code.context);
		LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(self->function);

		LLVMPositionBuilderBefore(first, LLVMGetFirstInstruction(entry));
		self->outputs[k] = LLVMBuildAlloca(first, LLVMTypeOf(value), "");
		LLVMDisposeBuilder(first);
	}
	LLVMBuildStore(builder, value, self->outputs[k]);
}

static void keep_result(leaf *self, LLVMBuilderRef builder, LLVMValueRef end)
{
	LLVMPositionBuilderBefore(builder, end);
	for (unsigned k = 0; k < self->node->output_count; k++)
		keep(self, builder, k,
		     LLVMBuildExtractValue(builder, LLVMGetOperand(end, 0), k, ""));
}

static void keep_returned(leaf *self, LLVMBuilderRef builder, LLVMValueRef call)
{
	LLVMPositionBuilderBefore(builder, call);
	for (unsigned k = 0; k < self->node->output_count; k++)
		keep(self, builder, k, LLVMGetOperand(call, k + 1));
}

static void erase(LLVMValueRef at)
{
	if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(at, LLVMGetUndef(LLVMTypeOf(at)));
	LLVMInstructionEraseFromParent(at);
}

/* What the function says of the graph is said once, and what it returns is kept. */
static void take_returns(leaf *self)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(self->code.context);

	EACH_INSTRUCTION(self->function, at) {
		hr_hpvm call = hr_hpvm_call_of(at).op;

		if (call == HR_H_return_)
			keep_returned(self, builder, at);
		else if (self->typed && LLVMIsAReturnInst(at))
			keep_result(self, builder, at);
		if (call == HR_H_return_ || call == HR_H_hint || call == HR_H_attributes)
			erase(at);
	}
	LLVMDisposeBuilder(builder);
}

static void give_returns(leaf *self)
{
	LLVMTypeRef first = self->code.i32, nothing = LLVMVoidTypeInContext(self->code.context);
	unsigned count = self->node->output_count;
	LLVMValueRef *values = hr_alloc_array(count + 1, sizeof(LLVMValueRef));

	values[0] = hr_pass_int(&self->code, count);
	for (unsigned k = 0; k < count; k++) {
		const hr_port *output = &self->node->outputs[k];

		if (output->pass_through)
			values[k + 1] = LLVMGetParam(self->function, output->pass_through - 1);
		else if (self->outputs[k])
			values[k + 1] = LLVMBuildLoad2(self->code.builder,
						       LLVMGetAllocatedType(self->outputs[k]),
						       self->outputs[k], "");
		else
			hr_bug("nobody returns output %u of '%s'", k, self->node->name);
	}
	hr_pass_call(&self->code, "__hpvm__return", LLVMFunctionType(nothing, &first, 1, true),
		     values, count + 1);
	LLVMBuildRetVoid(self->code.builder);
	hr_free(values);
}

/* --- loops ------------------------------------------------------------------------------------ */

/* A call of the intrinsic NAME of llvm, for numbers where it is made for several types. */
static LLVMValueRef intrinsic(leaf *self, const char *name, bool numbers, LLVMValueRef *arguments,
			      unsigned count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMTypeRef *types = numbers ? &self->code.i64 : NULL;
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->code.module, id, types, numbers);

	return LLVMBuildCall2(self->code.builder, LLVMGlobalGetValueType(function), function,
			      arguments, count, "");
}

/* Whether the grid has more instances than there are numbers, where no extent is 0: an i1. */
static LLVMValueRef is_too_large(leaf *self)
{
	LLVMBuilderRef builder = self->code.builder;
	LLVMValueRef product = self->extents[0],
		     large = LLVMConstInt(LLVMInt1TypeInContext(self->code.context), 0, 0);

	for (unsigned d = 1; d < self->node->dims; d++) {
		LLVMValueRef pair = intrinsic(self, "llvm.smul.with.overflow", true,
					      (LLVMValueRef[]){product, self->extents[d]}, 2);

		product = LLVMBuildExtractValue(builder, pair, 0, "");
		large = LLVMBuildOr(builder, large, LLVMBuildExtractValue(builder, pair, 1, ""),
				    "");
	}
	return large;
}

/* G7: the grid is valid. */
static void assume_grid(leaf *self)
{
	LLVMBuilderRef builder = self->code.builder;
	LLVMValueRef zero = LLVMConstInt(self->code.i64, 0, 0),
		     valid = LLVMBuildNot(builder, is_too_large(self), "");

	for (unsigned d = 0; d < self->node->dims; d++)
		valid = LLVMBuildOr(builder, valid,
				    LLVMBuildICmp(builder, LLVMIntEQ, self->extents[d], zero, ""),
				    "");
	for (unsigned d = 0; d < self->node->dims; d++)
		valid = LLVMBuildAnd(builder, valid,
				     LLVMBuildICmp(builder, LLVMIntSGE, self->extents[d], zero, ""),
				     "");
	if (!LLVMIsAConstantInt(valid) || !LLVMConstIntGetZExtValue(valid))
		intrinsic(self, "llvm.assume", false, &valid, 1);
}

/* No instance, or one: what an extent of 0 means. */
static LLVMValueRef settled(const leaf *self, LLVMValueRef extent)
{
	bool one = self->shape->program->sem.value[HR_SEM_zero_extent] == HR_SEM_zero_extent_one;
	LLVMValueRef zero = LLVMConstInt(self->code.i64, 0, 0), is_zero;

	if (!one)
		return extent;
	is_zero = LLVMBuildICmp(self->code.builder, LLVMIntEQ, extent, zero, "");
	return LLVMBuildSelect(self->code.builder, is_zero, LLVMConstInt(self->code.i64, 1, 0),
			       extent, "");
}

/* For who does not check what is assumed: rather no instance than no end. */
static LLVMValueRef not_negative(const leaf *self, LLVMValueRef extent)
{
	LLVMValueRef zero = LLVMConstInt(self->code.i64, 0, 0), below;

	below = LLVMBuildICmp(self->code.builder, LLVMIntSLT, extent, zero, "");
	return LLVMIsAConstantInt(extent)
		       ? extent
		       : LLVMBuildSelect(self->code.builder, below, zero, extent, "");
}

static void find_extents(leaf *self)
{
	unsigned count = self->shape->node->input_count;
	LLVMValueRef *inputs = hr_alloc_zero((count + 1) * sizeof(LLVMValueRef));

	for (unsigned i = 0; i < count; i++)
		if (self->inputs[i] >= 0)
			inputs[i] = LLVMGetParam(self->function, (unsigned)self->inputs[i]);
	for (unsigned d = 0; d < self->node->dims; d++)
		self->extents[d] = settled(
			self, hr_pass_expression(&self->code, inputs, self->node->extent[d]));
	assume_grid(self);
	for (unsigned d = 0; d < self->node->dims; d++)
		self->extents[d] = not_negative(self, self->extents[d]);
	hr_free(inputs);
}

/* A grid without instances has no rounds, however many there would be outside. */
static LLVMValueRef outermost(leaf *self)
{
	LLVMBuilderRef builder = self->code.builder;
	LLVMValueRef zero = LLVMConstInt(self->code.i64, 0, 0), rounds = self->extents[0];

	for (unsigned d = 1; d < self->node->dims; d++) {
		LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntEQ, self->extents[d], zero, "");

		rounds = LLVMBuildSelect(builder, none, zero, rounds, "");
	}
	return rounds;
}

static LLVMValueRef begin_of(hr_loop_nest *nest, unsigned dim)
{
	(void)dim;
	return LLVMConstInt(((leaf *)nest->data)->code.i64, 0, 0);
}

/* Before the first loop stands what the leaf says of itself. */
static LLVMValueRef end_of(hr_loop_nest *nest, unsigned dim)
{
	leaf *self = nest->data;

	if (dim > 0)
		return self->extents[dim];
	hr_pass_say(&self->code, self->function, self->node->hint, self->ports, self->port_count);
	find_extents(self);
	return outermost(self);
}

/* --- queries ---------------------------------------------------------------------------------- */

/* NULL: the leaf lacks that dimension, which the query still says. */
static LLVMValueRef answer(const leaf *self, hr_hpvm query)
{
	unsigned dim;

	if (query == HR_H_get_dims)
		return LLVMConstInt(self->code.i64, self->node->dims, 0);
	dim = (unsigned)(query >= HR_H_extent_x ? query - HR_H_extent_x : query - HR_H_id_x);
	if (dim >= self->node->dims)
		return NULL;
	return query >= HR_H_extent_x ? self->extents[dim] : self->nest.index[dim];
}

_Static_assert(HR_H_id_z == HR_H_id_x + 2 && HR_H_extent_x == HR_H_id_z + 1 &&
		       HR_H_extent_z == HR_H_extent_x + 2,
	       "answer() counts dimensions by these");

/* Before there are loops, for then handles in variables are no longer followed. */
static void find_queries(leaf *self)
{
	EACH_INSTRUCTION(self->function, at) {
		const hr_hpvm_call call = hr_hpvm_call_of(at);
		bool known;

		if (is_query_of_self(&call, &known))
			HR_PUSH(&self->queries, at);
	}
}

static void answer_queries(leaf *self)
{
	LLVMBuilderRef builder = self->code.builder;

	for (size_t i = 0; i < self->queries.count; i++) {
		LLVMValueRef at = self->queries.data[i],
			     value = answer(self, hr_hpvm_call_of(at).op);

		if (!value)
			continue;
		LLVMPositionBuilderBefore(builder, at);
		LLVMReplaceAllUsesWith(at,
				       LLVMBuildIntCast2(builder, value, LLVMTypeOf(at), 1, ""));
		LLVMInstructionEraseFromParent(at);
	}
	HR_VEC_FREE(&self->queries);
}

/* --- a child ---------------------------------------------------------------------------------- */

/* The same grid in one instance; false: that cannot be copied. */
static bool write_leaf(leaf *self)
{
	declare(self);
	if (!hr_clone_body(self->from, self->function)) {
		LLVMDeleteFunction(self->function);
		return false;
	}
	hr_pass_code_begin(&self->code, self->shape->program, self->function);
	LLVMDeleteBasicBlock(LLVMGetInsertBlock(self->code.builder));
	take_returns(self);
	find_queries(self);
	self->nest = (hr_loop_nest){.builder = self->code.builder,
				    .dims = self->node->dims,
				    .begin_of = begin_of,
				    .end_of = end_of,
				    .data = self};
	hr_nest_make(&self->nest, self->function);
	LLVMPositionBuilderAtEnd(self->code.builder, self->nest.end);
	give_returns(self);
	answer_queries(self);
	hr_pass_code_end(&self->code);
	return true;
}

/* Whether inputs of the parent that nothing is bound to follow what is pushed (S1), and so has to
 * do what is. */
static bool is_pushed(const hr_pass_shape *shape, unsigned port)
{
	bool bound = shape->node->parent != NULL, streaming = false;

	for (size_t i = 0; i < shape->input_binds.count; i++)
		if (shape->input_binds.data[i].port == port) {
			bound = true;
			streaming |= shape->input_binds.data[i].streaming;
		}
	return streaming || !bound;
}

static void connect(hr_pass_shape *shape, unsigned child, const leaf *made)
{
	for (size_t i = 0; i < shape->edges.count; i++)
		if (shape->edges.data[i].source == child || shape->edges.data[i].sink == child)
			shape->edges.data[i].all_to_all = true;
	for (unsigned i = 0; i < shape->node->input_count; i++)
		if (made->inputs[i] >= 0)
			HR_PUSH(&shape->input_binds,
				(hr_bind){.child = child,
					  .child_port = (unsigned)made->inputs[i],
					  .port = i,
					  .streaming = is_pushed(shape, i),
					  .where = made->node->where});
}

/* What was the function of a child, in no order and perhaps more than once. */
typedef struct loop_work {
	bool all; /* leaves with whatever hint */
	hr_status status;
	HR_VEC(LLVMValueRef) old;
} loop_work;

static bool is_meant(const loop_work *w, const hr_node *node)
{
	return !node->internal && node->dims && !node->allocation &&
	       (w->all || node->hint == HR_TARGET_FPGA);
}

static bool change(loop_work *w, hr_pass_shape *shape, unsigned child)
{
	hr_status said = HR_OK;
	hr_pass_child *of = &shape->children.data[child];
	leaf made = {.shape = shape, .node = of->node, .from = of->function};
	const char *why = hindered(shape, child);
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(of->function));

	made.typed = LLVMGetTypeKind(result) == LLVMStructTypeKind;
	made.outputs = hr_alloc_zero((of->node->output_count + 1) * sizeof(LLVMValueRef));
	if (!why && !write_leaf(&made))
		why = "it has the address of one of its blocks";
	if (why)
		said = hr_report(shape->program->diags, HR_D_not_sequentialised, &of->node->where,
				 of->node->path, why);
	else
		connect(shape, child, &made);
	if (!why)
		*of = (hr_pass_child){made.function, of->node, true};
	w->status = said == HR_OK ? w->status : said;
	hr_free(made.inputs);
	hr_free(made.ports);
	hr_free(made.outputs);
	return !why;
}

static bool change_children(void *data, hr_program *program, const hr_node *node)
{
	hr_pass_shape shape;
	loop_work *w = data;
	bool any = false;

	hr_pass_shape_read(program, node, &shape);
	for (unsigned i = 0; i < shape.children.count; i++) {
		LLVMValueRef before = shape.children.data[i].function;

		if (!is_meant(w, shape.children.data[i].node) || !change(w, &shape, i))
			continue;
		any = true;
		HR_PUSH(&w->old, before);
	}
	if (any)
		hr_pass_shape_write(&shape);
	hr_pass_shape_free(&shape);
	return false;
}

static hr_status run(hr_program *program, bool all)
{
	loop_work w = {.all = all, .status = HR_OK};

	hr_pass_each(program, change_children, &w);
	for (size_t i = 0; i < w.old.count; i++) {
		bool repeated = false;

		for (size_t k = 0; k < i; k++)
			repeated |= w.old.data[k] == w.old.data[i];
		if (!repeated)
			hr_pass_forget(w.old.data[i]);
	}
	HR_VEC_FREE(&w.old);
	return w.status;
}

hr_status hr_pass_sequentialise(hr_program *program, bool *more)
{
	(void)more;
	return run(program, false);
}

hr_status hr_pass_sequentialise_all(hr_program *program, bool *more)
{
	(void)more;
	return run(program, true);
}
