/* ir/pass/sequentialise.c -- sequentialise: a leaf runs its whole grid itself, in loops.
 *
 * The leaf becomes one instance, whose function has loops over the grid around its original body,
 * in reference order, as tools that synthesise circuits from loops require. Queries of its own
 * index use the loop counters; queries of its ancestors are unchanged. Extents come from inputs of
 * the parent, which the new leaf gets as additional inputs after the original ones.
 *
 *	sequentialise        leaves with the hint FPGA_TARGET
 *	sequentialise-all    all leaves that have dimensions
 *
 * Left unchanged, with a warning, are leaves whose instances meet at barriers, or have different
 * values for each instance on one-to-one edges; a one-to-one edge whose values are the same for all
 * instances becomes all-to-all. The outputs are those of the last instance (E3).
 *
 * The conditions of G7 on extents become an assumption before the loops, `llvm.assume`, which the
 * interpreter checks and compilers rely on. An extent of 0 means what --sem zero-extent says when
 * the pass runs; the warning about an empty grid is lost.
 *
 * Invariant: memory and outputs are the same as when the grid runs in reference order.
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

/* --- conditions ------------------------------------------------------------------------------- */

static bool is_remark_call(LLVMValueRef at)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
	size_t length;

	return callee && LLVMIsAFunction(callee) &&
	       hr_is_remark(LLVMGetValueName2(callee, &length));
}

/* Return true if only the end of the function follows the return AT. */
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

/* Return true if HANDLE is the node's own, or that of its *LEVEL-th ancestor, also through
 * variables. */
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

/* Return why the function of a leaf cannot run several instances; NULL if it can. */
static const char *hindered_by_code(LLVMValueRef function)
{
	EACH_INSTRUCTION(function, at) {
		const hr_hpvm_call call = hr_hpvm_call_of(at);
		bool known;

		(void)is_query_of_self(&call, &known);
		if (!known)
			return "it queries a node that is known only at run time";
		if (call.op == HR_H_return_ && !ends_there(at))
			return "it continues after its return";
		if (LLVMIsAAllocaInst(at) &&
		    (!LLVMIsAConstantInt(LLVMGetOperand(at, 0)) ||
		     LLVMGetInstructionParent(at) != LLVMGetEntryBasicBlock(function)))
			return "it has a variable of a size known only at run time";
	}
	return NULL;
}

/* Return true if CHILD has one-to-one edges whose values differ between instances. */
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
		return "a one-to-one edge gives each of its instances a separate value";
	return hindered_by_code(of->function);
}

/* --- the function ----------------------------------------------------------------------------- */

typedef struct leaf {
	hr_pass_code code;
	const hr_pass_shape *shape;
	const hr_node *node;
	LLVMValueRef from, function;
	bool typed; /* FROM returns a structure */
	/* by input of the parent: the input of the new leaf for extents, or -1; owns */
	int *inputs;
	hr_port *ports; /* ports of the new leaf; owns */
	unsigned port_count;
	LLVMValueRef *outputs; /* variables for the outputs of the last instance; owns */
	LLVMValueRef extents[3];
	HR_VEC(LLVMValueRef) queries; /* queries of the leaf itself; owns */
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

/* Declare the function, with additional parameters: the inputs of the parent that extents use. */
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

/* Store VALUE in the variable for output K, which is created with the type of VALUE. */
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

/* Replace returns by stores of the outputs, and remove the hint and the attributes, which are
 * written once. */
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
			hr_bug("no instance returns output %u of '%s'", k, self->node->name);
	}
	hr_pass_call(&self->code, "__hpvm__return", LLVMFunctionType(nothing, &first, 1, true),
		     values, count + 1);
	LLVMBuildRetVoid(self->code.builder);
	hr_free(values);
}

/* --- loops ------------------------------------------------------------------------------------ */

/* Return a call of LLVM's intrinsic NAME; NUMBERS: the intrinsic is overloaded, and used for
 * i64. */
static LLVMValueRef intrinsic(leaf *self, const char *name, bool numbers, LLVMValueRef *arguments,
			      unsigned count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMTypeRef *types = numbers ? &self->code.i64 : NULL;
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(self->code.module, id, types, numbers);

	return LLVMBuildCall2(self->code.builder, LLVMGlobalGetValueType(function), function,
			      arguments, count, "");
}

/* Return an i1 that is true if the number of instances exceeds an i64, provided that no extent is
 * 0. */
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

/* Write the assumption that the grid is valid (G7). */
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

/* Return the extent with the chosen meaning of 0: no instance, or one. */
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

/* Return the extent, or 0 if it is negative: for tools that do not check the assumption, no
 * instance is better than an endless loop. */
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

/* A grid with an extent of 0 has no iterations, also of outer loops. */
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

/* The hint and the attributes of the leaf are before the first loop. */
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

/* Return the answer; NULL if the leaf lacks that dimension, and the query remains. */
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

/* Call before the loops are made: afterwards, handles in variables cannot be followed. */
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

/* --- children --------------------------------------------------------------------------------- */

/* Write the function that runs the whole grid. Return false if the original cannot be copied. */
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

/* Return true if the parent's input has a streaming bind, or comes from push (S1): then the new
 * bind must stream, too. */
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

/* The former functions of children, in no order, with duplicates. */
typedef struct loop_work {
	bool all; /* leaves with any hint */
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
