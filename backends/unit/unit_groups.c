/* backends/unit/unit_groups.c -- builds the unit, for a device, of an internal node whose leaves'
 * instances are work-items.
 *
 * Each instance of the node is a group; for nested nodes, the groups are the instances of the
 * flattened grid. The unit's function runs one instance of each leaf, one leaf after the other,
 * with the inputs of the node; memory from allocation nodes is shared by the group. The value of a
 * one-to-one edge is a variable; at an all-to-all edge the group meets at a barrier.
 * Invariant: leaves get the same values as over the node's binds and edges.
 * Owns:      nothing.
 * Clauses:   N2, E2, E3 (one value only), M1, M3.
 * Not here:  flattened grids (nest.c), queries of indices in leaves (unit_nest.c), nodes of other
 *            shapes (unit_graph.c). */
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>

#include "backends/shared/context.h"
#include "backends/shared/edit.h"
#include "backends/unit/local_size.h"
#include "backends/unit/unit.h"

/* An allocation node. */
typedef struct block {
	const hr_node *node;
	hr_made_unit *made;
	hr_local_size size;  /* size as an expression of the internal node's inputs */
	bool gives_size;     /* its integer outputs are that size */
	LLVMValueRef memory; /* the shared memory, in the unit's function */
} block;

/* A leaf, as a function of the unit's module. */
typedef struct unit_member {
	const hr_node *node;
	hr_made_unit *made;
	LLVMValueRef function;
	LLVMValueRef *values; /* by input; owned */
	bool *varies;         /* by input: may differ between work-items; owned */
	LLVMValueRef outputs; /* memory for its outputs */
} unit_member;

enum { MOST_BLOCKS = 8, MOST_MEMBERS = 16 };

typedef struct groups {
	hr_made_unit *made;
	const hr_program *program;
	hr_unit_home home;
	const hr_node *node; /* the innermost node of the nest */
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMValueRef unit;
	LLVMBuilderRef builder;
	block blocks[MOST_BLOCKS];
	unsigned block_count;
	unit_member members[MOST_MEMBERS]; /* in topological order */
	unsigned member_count;
	unsigned met; /* number of members before the last barrier that was inserted */
} groups;

/* --- where values come from ------------------------------------------------------------------- */

/* Return the parameter of the unit for INPUT of the node. */
static LLVMValueRef parameter(const groups *self, unsigned input)
{
	return LLVMGetParam(self->unit, hr_nest_input(&self->made->nest, input));
}

static block *block_of(groups *self, const hr_node *node)
{
	for (unsigned i = 0; i < self->block_count; i++)
		if (self->blocks[i].node == node)
			return &self->blocks[i];
	return NULL;
}

static unit_member *member_of(groups *self, const hr_node *node)
{
	for (unsigned i = 0; i < self->member_count; i++)
		if (self->members[i].node == node)
			return &self->members[i];
	return NULL;
}

static void refuse(groups *self, const char *why)
{
	hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION, "its %s not a work-group: %s",
		       self->member_count > 1 ? "leaves are" : "leaf is", why);
}

/* --- allocation nodes ------------------------------------------------------------------------- */

static LLVMValueRef the_call(LLVMModuleRef module, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL;

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static int input_of_node(const void *node, unsigned port)
{
	return hr_nest_bound(node, port);
}

/* Return true if all integers that FUNCTION stores are SIZE. */
static bool is_all_stored(LLVMValueRef function, LLVMValueRef size)
{
	for (LLVMBasicBlockRef in = LLVMGetFirstBasicBlock(function); in;
	     in = LLVMGetNextBasicBlock(in))
		for (LLVMValueRef at = LLVMGetFirstInstruction(in); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsAStoreInst(at) && LLVMGetOperand(at, 0) != size &&
			    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(at, 0))) !=
				    LLVMPointerTypeKind)
				return false;
	return true;
}

static void find_size(groups *self, block *found, LLVMModuleRef module)
{
	LLVMValueRef call = the_call(module, "hpvm_malloc"),
		     size = call ? LLVMGetOperand(call, 0) : NULL;

	LLVMValueRef function = LLVMGetNamedFunction(module, "hpvm_unit");

	if (!size || !hr_local_size_of(size, function, &found->size) ||
	    !hr_local_size_bind(&found->size, input_of_node, found->node))
		refuse(self,
		       "the size of an allocation depends on more than the inputs of the node");
	else
		found->gives_size = is_all_stored(function, size);
}

static void add_block(groups *self, const hr_node *node)
{
	LLVMContextRef context = hr_context_new();
	LLVMModuleRef module;
	block *found = &self->blocks[self->block_count++];

	found->node = node;
	found->made = hr_unit_make_module(self->program, node, NULL, self->home, context, &module);
	if (found->made->refusal == HR_TAKEN)
		find_size(self, found, module);
	else
		refuse(self, "an allocation");
	LLVMDisposeModule(module);
	hr_context_free(context);
}

/* --- the unit's function ---------------------------------------------------------------------- */

/* Return the type of an input of the top node. */
static LLVMTypeRef type_of_input(groups *self, unsigned input)
{
	const hr_unit_nest *nest = &self->made->nest;
	const hr_type *type = hr_nest_top(nest)->inputs[input].type;

	for (unsigned k = 0; k < self->member_count; k++)
		for (unsigned i = 0; i < self->members[k].node->input_count; i++) {
			int bound = hr_nest_bound(self->members[k].node, i);

			if (bound >= 0 && hr_nest_input(nest, (unsigned)bound) == input)
				return LLVMTypeOf(LLVMGetParam(self->members[k].function, i));
		}
	if (type->kind == HR_T_PTR)
		return LLVMPointerTypeInContext(self->context, 0);
	if (type->kind == HR_T_INT)
		return LLVMIntTypeInContext(self->context, type->bits);
	return LLVMInt64TypeInContext(self->context); /* the input is unused */
}

static void make_function(groups *self)
{
	unsigned count = hr_nest_top(&self->made->nest)->input_count;
	LLVMTypeRef *types = hr_alloc_array(count + 1, sizeof(*types));

	for (unsigned i = 0; i < count; i++)
		types[i] = type_of_input(self, i);
	types[count] = LLVMPointerTypeInContext(self->context, 0);
	self->unit = LLVMAddFunction(
		self->module, "hpvm_unit",
		LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, count + 1, 0));
	hr_free(types);
	LLVMPositionBuilderAtEnd(self->builder,
				 LLVMAppendBasicBlockInContext(self->context, self->unit, "entry"));
}

static LLVMValueRef size_value(groups *self, const block *of)
{
	LLVMValueRef *inputs = hr_alloc_array(self->node->input_count + 1, sizeof(LLVMValueRef)),
		     made;

	for (unsigned i = 0; i < self->node->input_count; i++)
		inputs[i] = parameter(self, i);
	made = hr_local_size_build(&of->size, self->builder, self->context, inputs);
	hr_free(inputs);
	return made;
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

/* Return the value of input PORT of OF if it comes from output OUTPUT of the allocation node FROM;
 * NULL if that output is neither the memory, nor its size, nor an input of the node. */
static LLVMValueRef from_block(groups *self, const unit_member *of, unsigned port, block *from,
			       unsigned output)
{
	int same, bound;

	if (from->node->outputs[output].type != of->node->inputs[port].type)
		return NULL;
	if (of->node->inputs[port].type->kind == HR_T_PTR)
		return memory_of(self, from);
	same = from->made->unit.outputs[output].same_as;
	bound = same < 0 ? -1 : hr_nest_bound(from->node, (unsigned)same);
	if (bound >= 0)
		return parameter(self, (unsigned)bound);
	return same < 0 && from->gives_size ? size_value(self, from) : NULL;
}

static LLVMTypeRef type_of(groups *self, LLVMValueRef parameter, const hr_port *output)
{
	LLVMTypeRef wide = LLVMTypeOf(parameter);

	if (output->type->kind == HR_T_INT)
		return LLVMIntTypeInContext(self->context, output->type->bits);
	return output->demoted && LLVMGetTypeKind(wide) == LLVMFloatTypeKind
		       ? LLVMDoubleTypeInContext(self->context)
		       : wide;
}

/* Return the value of input PORT of OF, which is OUTPUT of FROM's instance in the same work-item.
 * Types of HPVM-C's outputs may be wider (ir/graph/graph.h). */
static LLVMValueRef returned(groups *self, const unit_member *of, unsigned port,
			     const unit_member *from, unsigned output)
{
	LLVMValueRef parameter = LLVMGetParam(of->function, port), value;
	LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(self->context),
					   from->made->unit.outputs[output].offset, 0);
	LLVMTypeRef type = type_of(self, parameter, &from->node->outputs[output]), byte;

	byte = LLVMInt8TypeInContext(self->context);
	value = LLVMBuildGEP2(self->builder, byte, from->outputs, &offset, 1, "");
	value = LLVMBuildLoad2(self->builder, type, value, "");
	if (type != LLVMTypeOf(parameter) && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		value = LLVMBuildTrunc(self->builder, value, LLVMTypeOf(parameter), "");
	else if (type != LLVMTypeOf(parameter))
		value = LLVMBuildFPTrunc(self->builder, value, LLVMTypeOf(parameter), "");
	return value;
}

/* Return the value that comes over EDGE from another leaf. */
static LLVMValueRef from_member(groups *self, unit_member *of, unsigned port, const hr_edge *edge)
{
	const unit_member *from = member_of(self, self->node->children[edge->source]);
	int same;

	if (!from || !from->values)
		return NULL;
	same = from->made->unit.outputs[edge->source_port].same_as;
	of->varies[port] = same < 0 || from->varies[same];
	if (edge->all_to_all && of->varies[port])
		refuse(self, "the value on an all-to-all edge may differ between instances");
	return same < 0 ? returned(self, of, port, from, edge->source_port) : from->values[same];
}

static LLVMValueRef input_value(groups *self, unit_member *of, unsigned port)
{
	int bound = hr_nest_bound(of->node, port);

	if (bound >= 0)
		return parameter(self, (unsigned)bound);
	for (unsigned i = 0; i < self->node->edge_count; i++) {
		const hr_edge *edge = &self->node->edges[i];
		block *from = block_of(self, self->node->children[edge->source]);
		LLVMValueRef value;

		if (edge->sink != of->node->index || edge->sink_port != port)
			continue;
		value = from ? from_block(self, of, port, from, edge->source_port)
			     : from_member(self, of, port, edge);
		if (value)
			return value;
	}
	refuse(self, "an input does not come from the node or its leaves");
	return NULL;
}

/* Return memory for the outputs of a leaf. A leaf whose outputs all equal inputs needs none. */
static LLVMValueRef room_for_outputs(groups *self, const unit_member *of)
{
	const hr_unit *unit = &of->made->unit;
	LLVMTypeRef byte = LLVMInt8TypeInContext(self->context);
	LLVMValueRef room;
	bool stores = false;

	for (uint32_t i = 0; i < unit->output_count; i++)
		stores |= unit->outputs[i].same_as < 0;
	if (!stores)
		return LLVMGetParam(self->unit, hr_nest_top(&self->made->nest)->input_count);
	room = LLVMBuildAlloca(self->builder, LLVMArrayType2(byte, unit->output_stride), "");
	LLVMSetAlignment(room, 16);
	return room;
}

static void make_barrier(groups *self)
{
	static const char *const marks[] = {"convergent", "noduplicate", "nounwind"};
	LLVMValueRef call = hr_edit_call(self->module, self->builder, "hpvm_barrier",
					 LLVMVoidTypeInContext(self->context), NULL, 0);

	for (unsigned i = 0; i < 3; i++)
		LLVMAddAttributeAtIndex(
			LLVMGetCalledValue(call), (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
			LLVMCreateEnumAttribute(
				self->context,
				LLVMGetEnumAttributeKindForName(marks[i], strlen(marks[i])), 0));
	self->made->unit.features |= HR_UNIT_BARRIERS;
}

/* Insert a barrier before member WHICH if an all-to-all edge leads to it from a member that runs
 * after the last barrier. */
static void meet(groups *self, unsigned which)
{
	bool wanted = false;

	for (unsigned i = 0; i < self->node->edge_count; i++) {
		const hr_edge *edge = &self->node->edges[i];
		const unit_member *from = member_of(self, self->node->children[edge->source]);

		wanted |= edge->all_to_all && edge->sink == self->members[which].node->index &&
			  from && from >= &self->members[self->met];
	}
	if (!wanted)
		return;
	make_barrier(self);
	self->met = which;
}

static void call_member(groups *self, unsigned which)
{
	unit_member *of = &self->members[which];
	unsigned count = of->node->input_count;

	of->values = hr_alloc_zero((count + 1) * sizeof(LLVMValueRef));
	of->varies = hr_alloc_zero(count + 1);
	for (unsigned i = 0; i < count && self->made->refusal == HR_TAKEN; i++)
		of->values[i] = input_value(self, of, i);
	for (unsigned i = 0; i < count && self->made->refusal == HR_TAKEN; i++)
		if (LLVMTypeOf(of->values[i]) != LLVMTypeOf(LLVMGetParam(of->function, i)))
			refuse(self, "an input has another type");
	if (self->made->refusal != HR_TAKEN)
		return;
	of->values[count] = of->outputs = room_for_outputs(self, of);
	meet(self, which);
	LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(of->function), of->function,
		       of->values, count + 1, "");
}

/* Return the top node's input that output PORT of OF always equals, or -1. */
static int origin(groups *self, const unit_member *of, unsigned port)
{
	int same = of->made->unit.outputs[port].same_as;
	unsigned count = hr_nest_top(&self->made->nest)->input_count;

	for (unsigned i = 0; same >= 0 && !of->varies[same] && i < count; i++)
		if (of->values[same] == LLVMGetParam(self->unit, i))
			return (int)i;
	return -1;
}

/* Return the top node's input that OUTPUT of the node always equals, or -1. */
static int origin_of_output(groups *self, unsigned output)
{
	for (unsigned i = 0; i < self->node->output_bind_count; i++) {
		const hr_bind *bind = &self->node->output_binds[i];
		const unit_member *of = member_of(self, self->node->children[bind->child]);

		if (bind->port == output)
			return of ? origin(self, of, bind->child_port) : -1;
	}
	return -1;
}

/* Find the inputs of the top node that its outputs equal, through the leaves. */
static void find_outputs(groups *self)
{
	hr_unit_port *outputs = (hr_unit_port *)(uintptr_t)self->made->unit.outputs;
	const hr_node *top = hr_nest_top(&self->made->nest);

	for (unsigned i = 0; i < top->output_count; i++) {
		int output = hr_nest_output(&self->made->nest, i);
		int same = output < 0 ? -1 : origin_of_output(self, (unsigned)output);

		if (same < 0 || top->inputs[same].type != top->outputs[i].type)
			refuse(self, "an output is computed by a leaf");
		else
			outputs[i].same_as = same;
	}
}

/* --- building the unit --------------------------------------------------------------------- */

/* Return true if both expressions have the same value for all inputs of the node. */
static bool is_same(const hr_expr *a, const hr_expr *b)
{
	if (!a || !b)
		return a == b;
	if (a->op != b->op || a->bits != b->bits)
		return false;
	if (a->op == HR_X_INPUT || a->op == HR_X_CONST)
		return a->value == b->value;
	return is_same(a->operand[0], b->operand[0]) && is_same(a->operand[1], b->operand[1]) &&
	       is_same(a->operand[2], b->operand[2]);
}

/* Return true if NODE has as many instances as the leaves before it: its extents are the same, or a
 * one-to-one edge connects it with one of them (G8). */
static bool has_their_grid(groups *self, const hr_node *node)
{
	const hr_node *first = self->members[0].node;
	bool same = node->dims == first->dims;

	for (unsigned d = 0; d < node->dims && same; d++)
		same = is_same(node->extent[d], first->extent[d]);
	for (unsigned i = 0; i < self->node->edge_count && !same; i++)
		same = !self->node->edges[i].all_to_all &&
		       self->node->edges[i].sink == node->index &&
		       member_of(self, self->node->children[self->node->edges[i].source]);
	return same;
}

static void add_child(groups *self, const hr_node *child)
{
	if (child->internal) {
		refuse(self, "it has sibling nodes");
	} else if (!child->allocation) {
		if (self->member_count == MOST_MEMBERS ||
		    (self->member_count && !has_their_grid(self, child)))
			refuse(self, "it has sibling leaves with other grids");
		else
			self->members[self->member_count++].node = child;
	} else if (child->dims || self->block_count == MOST_BLOCKS) {
		refuse(self, "allocations for each instance");
	} else {
		add_block(self, child);
	}
}

/* Make MEMBER a function of the unit's module. */
static void make_member(groups *self, unit_member *of, unsigned number)
{
	LLVMModuleRef module;
	char name[24];

	of->made = hr_unit_make_module(self->program, of->node, NULL, self->home, self->context,
				       &module);
	if (of->made->refusal != HR_TAKEN) {
		hr_unit_refuse(self->made, of->made->refusal, "%s", of->made->text);
		LLVMDisposeModule(module);
		return;
	}
	snprintf(name, sizeof(name), "hpvm_member.%u", number);
	of->function = LLVMGetNamedFunction(module, "hpvm_unit");
	LLVMSetValueName2(of->function, name, strlen(name));
	if (!self->module)
		self->module = module;
	else if (LLVMLinkModules2(self->module, module))
		hr_bug("'%s' cannot be linked", self->node->path);
	of->function = LLVMGetNamedFunction(self->module, name);
	LLVMSetLinkage(of->function, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(
		of->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(self->context,
					LLVMGetEnumAttributeKindForName("alwaysinline", 12), 0));
	self->made->unit.features |= of->made->unit.features;
}

static void make(groups *self)
{
	for (unsigned i = 0; i < self->member_count && self->made->refusal == HR_TAKEN; i++)
		make_member(self, &self->members[i], i);
	if (self->made->refusal != HR_TAKEN)
		return;
	make_function(self);
	for (unsigned i = 0; i < self->member_count && self->made->refusal == HR_TAKEN; i++)
		call_member(self, i);
	LLVMBuildRetVoid(self->builder);
	if (self->made->refusal == HR_TAKEN)
		find_outputs(self);
	if (self->made->refusal != HR_TAKEN)
		return;
	hr_unit_lower_nest(&self->made->nest, self->module);
	hr_unit_run_passes(self->module, self->member_count > 1 ? "always-inline,function(sroa)"
								: "always-inline");
	self->made->unit.features |= HR_UNIT_GROUPS;
	self->made->unit.inner_dims = self->members[0].node->dims;
	self->made->inner = self->members[0].node;
	hr_unit_finish(self->made, self->module);
}

hr_made_unit *hr_unit_make_groups(const hr_program *program, const hr_node *node,
				  const bool *varies, hr_unit_home home)
{
	groups self = {.made = hr_unit_describe(program, node, node, varies),
		       .program = program,
		       .home = home,
		       .context = hr_context_new()};
	hr_made_unit *made = self.made;

	hr_nest_find(node, &made->nest);
	hr_unit_describe_nest(made);
	self.node = made->nest.node[0];
	self.builder = LLVMCreateBuilderInContext(self.context);
	for (unsigned i = 0; i < node->input_count; i++)
		if (varies && varies[i])
			refuse(&self, "its groups receive different values");
	for (unsigned i = 0; i < self.node->child_count && made->refusal == HR_TAKEN; i++)
		add_child(&self, self.node->children[self.node->order[i]]);
	if (!self.member_count)
		refuse(&self, "it has none");
	if (made->refusal == HR_TAKEN)
		make(&self);
	LLVMDisposeBuilder(self.builder);
	if (self.module)
		LLVMDisposeModule(self.module);
	for (unsigned i = 0; i < self.member_count; i++) {
		hr_unit_free(self.members[i].made);
		hr_free(self.members[i].values);
		hr_free(self.members[i].varies);
	}
	for (unsigned i = 0; i < self.block_count; i++)
		hr_unit_free(self.blocks[i].made);
	hr_context_free(self.context);
	return made;
}
