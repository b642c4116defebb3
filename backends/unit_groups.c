/* backends/unit_groups.c -- an internal node whose leaf is its work-items, as a unit for a device.
 *
 * Each instance of the node is a group. The unit's function is one instance of the leaf, with the inputs
 * of the node; what allocation nodes give to it is memory that its group shares.
 * Invariant: the leaf gets what it would over the node's binds and edges.
 * Owns:      nothing.
 * Clauses:   N2, E3 (one value only), M1, M3.
 * Not here:  extents of the leaf's grid (device.c), nodes of other shapes (unit_graph.c). */
#include <llvm-c/Core.h>
#include <string.h>

#include "edit.h"
#include "unit.h"

/* An allocation node: how many bytes, or which input of the node says it. */
typedef struct block {
	const hr_node *node;
	hr_made_unit *made;
	int input;                 /* of the internal node; -1: a constant */
	uint64_t bytes;
	LLVMValueRef memory;       /* in the unit's function */
} block;

enum { MOST_BLOCKS = 8 };

typedef struct groups {
	hr_made_unit *made, *member;
	const hr_program *program;
	const hr_node *node, *leaf;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMValueRef unit;
	LLVMBuilderRef builder;
	block blocks[MOST_BLOCKS];
	unsigned block_count;
} groups;

/* --- where values come from ------------------------------------------------------------------------ */

/* The node's input that is bound to input PORT of CHILD, with its type; -1: none. */
static int bound_input(const hr_node *child, unsigned port)
{
	const hr_node *node = child->parent;

	for (unsigned i = 0; i < node->input_bind_count; i++)
		if (node->input_binds[i].child == child->index && node->input_binds[i].child_port == port &&
		    node->inputs[node->input_binds[i].port].type == child->inputs[port].type)
			return (int)node->input_binds[i].port;
	return -1;
}

static block *block_of(groups *self, const hr_node *node)
{
	for (unsigned i = 0; i < self->block_count; i++)
		if (self->blocks[i].node == node)
			return &self->blocks[i];
	return NULL;
}

static void refuse(groups *self, const char *why)
{
	hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION, "its leaf is not a group's: %s", why);
}

/* --- allocation nodes ------------------------------------------------------------------------------- */

static LLVMValueRef the_call(LLVMModuleRef module, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL;

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static void find_size(groups *self, block *found, LLVMModuleRef module)
{
	LLVMValueRef call = the_call(module, "hpvm_malloc"), size = call ? LLVMGetOperand(call, 0) : NULL;
	LLVMValueRef function = LLVMGetNamedFunction(module, "hpvm_unit");

	found->input = -1;
	if (size && LLVMIsAConstantInt(size)) {
		found->bytes = LLVMConstIntGetZExtValue(size);
		return;
	}
	for (unsigned i = 0; size && i + 1 < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == size)
			found->input = bound_input(found->node, i);
	if (found->input < 0)
		refuse(self, "the size of an allocation is computed");
}

static void add_block(groups *self, const hr_node *node)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module;
	block *found = &self->blocks[self->block_count++];

	found->node = node;
	found->made = hr_unit_make_module(self->program, node, NULL, true, context, &module);
	if (found->made->refusal == HR_TAKEN)
		find_size(self, found, module);
	else
		refuse(self, "an allocation");
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}

/* --- the unit's function ---------------------------------------------------------------------------- */

static LLVMTypeRef type_of_input(groups *self, unsigned input, LLVMValueRef member)
{
	for (unsigned i = 0; i < self->leaf->input_count; i++)
		if (bound_input(self->leaf, i) == (int)input)
			return LLVMTypeOf(LLVMGetParam(member, i));
	if (self->node->inputs[input].type->kind == HR_T_PTR)
		return LLVMPointerTypeInContext(self->context, 0);
	return LLVMInt64TypeInContext(self->context); /* a size, or nobody's */
}

static void make_function(groups *self, LLVMValueRef member)
{
	unsigned count = self->node->input_count;
	LLVMTypeRef *types = hr_alloc_array(count + 1, sizeof(*types));

	for (unsigned i = 0; i < count; i++)
		types[i] = type_of_input(self, i, member);
	types[count] = LLVMPointerTypeInContext(self->context, 0);
	self->unit = LLVMAddFunction(self->module, "hpvm_unit",
				     LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, count + 1, 0));
	hr_free(types);
	LLVMPositionBuilderAtEnd(self->builder,
				 LLVMAppendBasicBlockInContext(self->context, self->unit, "entry"));
}

static LLVMValueRef size_value(groups *self, const block *of)
{
	return of->input >= 0 ? LLVMGetParam(self->unit, (unsigned)of->input)
			      : LLVMConstInt(LLVMInt64TypeInContext(self->context), of->bytes, 0);
}

static LLVMValueRef memory_of(groups *self, block *of)
{
	LLVMTypeRef size = LLVMInt64TypeInContext(self->context), type;
	LLVMValueRef function = LLVMGetNamedFunction(self->module, "hpvm_local"), bytes;

	type = LLVMFunctionType(LLVMPointerTypeInContext(self->context, 0), &size, 1, 0);
	if (!function)
		function = LLVMAddFunction(self->module, "hpvm_local", type);
	bytes = size_value(self, of);
	if (!of->memory)
		of->memory = LLVMBuildCall2(self->builder, type, function, &bytes, 1, "local");
	return of->memory;
}

static LLVMValueRef input_value(groups *self, unsigned port)
{
	const hr_node *node = self->node;
	int bound = bound_input(self->leaf, port);
	block *from;

	if (bound >= 0)
		return LLVMGetParam(self->unit, (unsigned)bound);
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		int same;

		if (edge->sink != self->leaf->index || edge->sink_port != port)
			continue;
		from = block_of(self, node->children[edge->source]);
		if (!from || from->node->outputs[edge->source_port].type != self->leaf->inputs[port].type)
			break;
		if (self->leaf->inputs[port].type->kind == HR_T_PTR)
			return memory_of(self, from);
		same = from->made->unit.outputs[edge->source_port].same_as;
		bound = same < 0 ? -1 : bound_input(from->node, (unsigned)same);
		if (bound >= 0)
			return LLVMGetParam(self->unit, (unsigned)bound);
		if (same < 0 && from->input < 0)
			return size_value(self, from);
		break;
	}
	refuse(self, "an input comes from elsewhere");
	return NULL;
}

static void call_member(groups *self, LLVMValueRef member)
{
	unsigned count = self->leaf->input_count;
	LLVMValueRef *values = hr_alloc_array(count + 1, sizeof(*values));

	for (unsigned i = 0; i < count && self->made->refusal == HR_TAKEN; i++)
		values[i] = input_value(self, i);
	values[count] = LLVMGetParam(self->unit, self->node->input_count);
	for (unsigned i = 0; i < count && self->made->refusal == HR_TAKEN; i++)
		if (LLVMTypeOf(values[i]) != LLVMTypeOf(LLVMGetParam(member, i)))
			refuse(self, "an input has another type");
	if (self->made->refusal == HR_TAKEN)
		LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(member), member, values, count + 1, "");
	LLVMBuildRetVoid(self->builder);
	hr_free(values);
}

/* Outputs of the node are its inputs, by way of the leaf. */
static void find_outputs(groups *self)
{
	hr_unit_port *outputs = (hr_unit_port *)(uintptr_t)self->made->unit.outputs;

	for (unsigned i = 0; i < self->node->output_bind_count; i++) {
		const hr_bind *bind = &self->node->output_binds[i];
		int same = -1;

		if (self->node->children[bind->child] == self->leaf)
			same = self->member->unit.outputs[bind->child_port].same_as;
		same = same < 0 ? -1 : bound_input(self->leaf, (unsigned)same);
		if (same < 0 || self->node->inputs[same].type != self->node->outputs[bind->port].type)
			refuse(self, "an output is computed");
		else
			outputs[bind->port].same_as = same;
	}
	for (uint32_t i = 0; i < self->member->unit.output_count; i++)
		if (self->member->unit.outputs[i].same_as < 0)
			refuse(self, "an output is computed");
}

/* --- queries: the leaf's own are of the inner grid, its ancestors' those of the node's levels --------- */

static void lower_query(groups *self, const char *from, const char *to)
{
	LLVMValueRef query = LLVMGetNamedFunction(self->module, from), inner, dim;
	LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL;
	LLVMTypeRef word = LLVMInt32TypeInContext(self->context), type;

	type = LLVMFunctionType(LLVMInt64TypeInContext(self->context), &word, 1, 0);
	while (use) {
		LLVMValueRef call = LLVMGetUser(use);
		uint64_t level = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));

		use = LLVMGetNextUse(use);
		if (level > 0) {
			LLVMSetOperand(call, 0, LLVMConstInt(word, level - 1, 0));
			continue;
		}
		inner = LLVMGetNamedFunction(self->module, to);
		if (!inner)
			inner = LLVMAddFunction(self->module, to, type);
		dim = LLVMGetOperand(call, 1);
		LLVMPositionBuilderBefore(self->builder, call);
		LLVMReplaceAllUsesWith(call, LLVMBuildCall2(self->builder, type, inner, &dim, 1, ""));
		LLVMInstructionEraseFromParent(call);
	}
}

/* --- the whole ---------------------------------------------------------------------------------------- */

static const hr_node *find_children(groups *self)
{
	const hr_node *leaf = NULL;

	for (unsigned i = 0; i < self->node->child_count; i++) {
		const hr_node *child = self->node->children[i];

		if (child->internal || (leaf && !child->allocation)) {
			refuse(self, "there are other nodes beside it");
			return NULL;
		}
		if (!child->allocation)
			leaf = child;
		else if (child->dims || self->block_count == MOST_BLOCKS)
			refuse(self, "allocations for each instance");
		else
			add_block(self, child);
	}
	if (!leaf)
		refuse(self, "there is none");
	return leaf;
}

static void make(groups *self)
{
	LLVMValueRef member;

	self->member = hr_unit_make_module(self->program, self->leaf, NULL, true, self->context,
					   &self->module);
	if (self->member->refusal != HR_TAKEN) {
		hr_unit_refuse(self->made, self->member->refusal, "%s", self->member->text);
		return;
	}
	member = LLVMGetNamedFunction(self->module, "hpvm_unit");
	LLVMSetValueName2(member, "hpvm_member", strlen("hpvm_member"));
	LLVMSetLinkage(member, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(
		member, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(self->context, LLVMGetEnumAttributeKindForName("alwaysinline", 12), 0));
	find_outputs(self);
	make_function(self, member);
	call_member(self, member);
	if (self->made->refusal != HR_TAKEN)
		return;
	lower_query(self, "hpvm_id", "hpvm_inner_id");
	lower_query(self, "hpvm_extent", "hpvm_inner_extent");
	hr_unit_run_passes(self->module, "always-inline");
	self->made->unit.features |= self->member->unit.features | HR_UNIT_GROUPS;
	self->made->unit.inner_dims = self->leaf->dims;
	self->made->inner = self->leaf;
	hr_unit_finish(self->made, self->module);
}

hr_made_unit *hr_unit_make_groups(const hr_program *program, const hr_node *node, const bool *varies)
{
	groups self = {.made = hr_unit_describe(program, node, node, varies), .program = program, .node = node,
		       .context = LLVMContextCreate()};
	hr_made_unit *made = self.made;

	self.builder = LLVMCreateBuilderInContext(self.context);
	for (unsigned i = 0; i < node->input_count; i++)
		if (varies && varies[i])
			refuse(&self, "its groups get different values");
	self.leaf = find_children(&self);
	if (made->refusal == HR_TAKEN)
		make(&self);
	LLVMDisposeBuilder(self.builder);
	if (self.module)
		LLVMDisposeModule(self.module);
	hr_unit_free(self.member);
	for (unsigned i = 0; i < self.block_count; i++)
		hr_unit_free(self.blocks[i].made);
	LLVMContextDispose(self.context);
	return made;
}
