/* ir/hetero/value.c -- values that a node needs and that the original function computes outside of
 * it, made again in the node's function.
 *
 * Inputs become parameters; indices of parallel loops, the node's or an ancestor's, become queries
 * of the node; what only computes is computed again.
 *
 * Invariant: a value is made once, before all code of the node that uses it.
 * Owns:      the map of a maker.
 * Not here:  the node's own code (leaf.c, inner.c). */
#include <string.h>

#include "ir/hetero/hetero_private.h"
#include "ir/lift/lift.h"

/* --- kinds of instructions -------------------------------------------------------------------- */

static LLVMValueRef intrinsic_of(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction)
				      ? LLVMIsAFunction(LLVMGetCalledValue(instruction))
				      : NULL;

	return callee && LLVMGetIntrinsicID(callee) ? callee : NULL;
}

static bool touches_no_memory(LLVMValueRef function)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
	LLVMAttributeRef memory =
		LLVMGetEnumAttributeAtIndex(function, (unsigned)LLVMAttributeFunctionIndex, kind);

	return memory && LLVMGetEnumAttributeValue(memory) == 0;
}

static bool loads_constant(LLVMValueRef load)
{
	LLVMValueRef from = LLVMGetOperand(load, 0);

	while (LLVMIsAGetElementPtrInst(from) ||
	       (LLVMIsAConstantExpr(from) && LLVMGetConstOpcode(from) == LLVMGetElementPtr))
		from = LLVMGetOperand(from, 0);
	return !LLVMGetVolatile(load) && LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from);
}

bool hr_is_remark_call(LLVMValueRef instruction)
{
	LLVMValueRef callee = intrinsic_of(instruction);

	return callee && hr_is_remark(hr_name_of(callee));
}

bool hr_is_pure(LLVMValueRef at)
{
	LLVMValueRef callee;

	if (LLVMIsACastInst(at) || LLVMIsABinaryOperator(at) || LLVMIsACmpInst(at) ||
	    LLVMIsAGetElementPtrInst(at) || LLVMIsASelectInst(at) || LLVMIsAFreezeInst(at) ||
	    LLVMIsAUnaryOperator(at) || LLVMIsAExtractValueInst(at) || LLVMIsAInsertValueInst(at) ||
	    LLVMIsAExtractElementInst(at) || LLVMIsAInsertElementInst(at) ||
	    LLVMIsAShuffleVectorInst(at))
		return true;
	if (LLVMIsALoadInst(at))
		return loads_constant(at);
	callee = intrinsic_of(at);
	return callee && touches_no_memory(callee) && !hr_is_remark(hr_name_of(callee));
}

/* --- calls ------------------------------------------------------------------------------------ */

LLVMValueRef hr_hetero_call(hr_hetero *h, LLVMBuilderRef builder, const char *name,
			    LLVMTypeRef result, const LLVMValueRef *arguments, unsigned count,
			    unsigned fixed)
{
	LLVMTypeRef *types = hr_arena_array(h->arena, fixed, sizeof(LLVMTypeRef)), type;
	LLVMValueRef function = LLVMGetNamedFunction(h->module, name);

	for (unsigned i = 0; i < fixed; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	type = LLVMFunctionType(result, types, fixed, fixed < count);
	if (!function)
		function = LLVMAddFunction(h->module, name, type);
	return LLVMBuildCall2(builder, type, function, (LLVMValueRef *)(uintptr_t)arguments, count,
			      "");
}

LLVMValueRef hr_hetero_int(const hr_hetero *h, uint64_t value)
{
	return LLVMConstInt(h->i32, value, 0);
}

/* --- a node's function ------------------------------------------------------------------------ */

static LLVMValueRef new_function(hr_hetero *h, const hr_hnode *node)
{
	unsigned count = (unsigned)node->ports.count;
	LLVMTypeRef *types = hr_arena_array(h->arena, count, sizeof(LLVMTypeRef));
	LLVMValueRef function;

	for (unsigned i = 0; i < count; i++)
		types[i] = node->ports.data[i].type;
	function =
		LLVMAddFunction(h->module, node->name, LLVMFunctionType(h->none, types, count, 0));
	for (unsigned i = 0; i < count; i++)
		LLVMSetValueName2(LLVMGetParam(function, i), node->ports.data[i].name,
				  strlen(node->ports.data[i].name));
	LLVMSetLinkage(function, LLVMInternalLinkage);
	return function;
}

void hr_maker_begin(hr_maker *m, const hr_tree *tree, hr_hnode *node, bool leaf)
{
	hr_hetero *h = tree->h;
	LLVMBasicBlockRef entry;

	*m = (hr_maker){.tree = tree, .node = node, .leaf = leaf};
	if (!node->function)
		node->function = new_function(h, node);
	entry = LLVMAppendBasicBlockInContext(h->context, node->function, "entry");
	m->builder = LLVMCreateBuilderInContext(h->context);
	LLVMPositionBuilderAtEnd(m->builder, entry);
	for (unsigned i = 0; i < node->ports.count; i++)
		if (node->ports.data[i].value && !LLVMIsConstant(node->ports.data[i].value))
			hr_map_put(&m->made, hr_map_key(node->ports.data[i].value),
				   hr_map_key(LLVMGetParam(node->function, i)));
	hr_hetero_describe_node(m);
}

void hr_maker_end(hr_maker *m)
{
	LLVMDisposeBuilder(m->builder);
	hr_map_free(&m->made);
}

void hr_hetero_describe_node(const hr_maker *m)
{
	hr_hetero *h = m->tree->h;
	const hr_hnode *node = m->node;
	unsigned count = (unsigned)node->ports.count;
	LLVMValueRef target = hr_hetero_int(h, node->hint);
	LLVMValueRef *operands =
		hr_arena_array(h->arena, 2 * (size_t)count + 2, sizeof(LLVMValueRef));
	unsigned at = 0, counter;

	if (node->hint)
		hr_hetero_call(h, m->builder, "__hpvm__hint", h->none, &target, 1, 1);
	for (int out = 0; out < 2; out++) {
		counter = at++;
		for (unsigned i = 0; i < count; i++)
			if (out ? node->ports.data[i].out : node->ports.data[i].in)
				operands[at++] = LLVMGetParam(node->function, i);
		operands[counter] = hr_hetero_int(h, at - counter - 1);
	}
	if (at > 2)
		hr_hetero_call(h, m->builder, "__hpvm__attributes", h->none, operands, at, 1);
}

/* --- indices ---------------------------------------------------------------------------------- */

static LLVMValueRef lack(hr_maker *m, LLVMValueRef value, const char *why)
{
	m->lacking = value;
	m->why = why;
	return NULL;
}

/* Return the index of dimension DIM of the ancestor LEVEL levels above, i64. */
static LLVMValueRef query(hr_maker *m, unsigned level, unsigned dim)
{
	static const char *const names[] = {"__hpvm__getNodeInstanceID_x",
					    "__hpvm__getNodeInstanceID_y",
					    "__hpvm__getNodeInstanceID_z"};
	hr_hetero *h = m->tree->h;
	LLVMValueRef node = hr_hetero_call(h, m->builder, "__hpvm__getNode", h->ptr, NULL, 0, 0);

	while (level--)
		node = hr_hetero_call(h, m->builder, "__hpvm__getParentNode", h->ptr, &node, 1, 1);
	return hr_hetero_call(h, m->builder, names[dim], h->i64, &node, 1, 1);
}

/* Return first + index * step. */
static LLVMValueRef progress(hr_maker *m, const hr_affine *affine, LLVMValueRef index)
{
	LLVMValueRef first = hr_make(m, affine->first), step, way;
	LLVMTypeRef type;

	step = first ? hr_make(m, affine->once ? affine->next : affine->step) : NULL;
	if (!step)
		return NULL;
	if (affine->once)
		return LLVMBuildSelect(m->builder,
				       LLVMBuildICmp(m->builder, LLVMIntEQ, index,
						     LLVMConstNull(LLVMTypeOf(index)), ""),
				       first, step, "");
	type = LLVMTypeOf(step);
	way = LLVMBuildMul(m->builder, LLVMBuildIntCast2(m->builder, index, type, 0, ""), step, "");
	if (LLVMIsAGetElementPtrInst(affine->next))
		return LLVMBuildGEP2(m->builder, LLVMGetGEPSourceElementType(affine->next), first,
				     &way, 1, "");
	return affine->down ? LLVMBuildSub(m->builder, first, way, "")
			    : LLVMBuildAdd(m->builder, first, way, "");
}

static LLVMValueRef make_index(hr_maker *m, LLVMValueRef phi)
{
	const hr_flow *flow = m->tree->flow;
	unsigned block = hr_flow_block_of(flow, phi), level = 0;

	for (const hr_hnode *node = m->node; node; node = node->parent, level++)
		for (unsigned d = 0; node->kind == HR_K_LOOP && d < node->dims; d++) {
			hr_affine affine;

			if (node->loops[d].header != block)
				continue;
			if (!hr_loop_affine(flow, &node->loops[d], phi, &affine))
				return lack(m, phi,
					    "it carries a value from one iteration to the next");
			if (!m->leaf)
				return lack(m, phi, "it is the index of a parallel loop");
			return progress(m, &affine, query(m, level, d));
		}
	return lack(m, phi, NULL);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Return true if USER, or what it computes, matters only in the node. */
static bool is_local_use(const hr_maker *m, LLVMValueRef user)
{
	if (!LLVMIsAInstruction(user))
		return false;
	/* Copies that are not connected yet use the original. */
	if (hr_hetero_function(user) != m->tree->flow->function || hr_is_remark_call(user) ||
	    hr_node_has(m->tree, m->node, user))
		return true;
	if (!hr_is_pure(user))
		return false;
	for (LLVMUseRef use = LLVMGetFirstUse(user); use; use = LLVMGetNextUse(use))
		if (!is_local_use(m, LLVMGetUser(use)))
			return false;
	return true;
}

const hr_declared *hr_private_of(const hr_hnode *node, LLVMValueRef value)
{
	for (size_t i = 0; i < node->privates.count; i++)
		if (node->privates.data[i].value == value)
			return &node->privates.data[i];
	return NULL;
}

/* Return a variable of the node for VARIABLE, if it has one of its own. */
static LLVMValueRef make_variable(hr_maker *m, LLVMValueRef variable)
{
	LLVMValueRef copy;

	if (!m->leaf || !LLVMIsAConstantInt(LLVMGetOperand(variable, 0)))
		return lack(m, variable, NULL);
	if (!hr_private_of(m->node, variable))
		for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
			if (!is_local_use(m, LLVMGetUser(use)))
				return lack(m, variable, NULL);
	copy = LLVMInstructionClone(variable);
	LLVMInsertIntoBuilderWithName(m->builder, copy, hr_name_of(variable));
	return copy;
}

/* Return a variable for the pointer of a private buffer. */
static LLVMValueRef make_private(hr_maker *m, LLVMValueRef pointer, LLVMValueRef size)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(m->tree->h->context);
	LLVMValueRef bytes = size ? hr_make(m, size) : NULL, variable;

	if (!bytes)
		return lack(m, pointer, "a private buffer needs its size in __hetero_priv");
	variable = LLVMBuildArrayAlloca(m->builder, byte, bytes, hr_name_of(pointer));
	LLVMSetAlignment(variable, 16);
	return variable;
}

static LLVMValueRef make_again(hr_maker *m, LLVMValueRef value)
{
	unsigned count = (unsigned)LLVMGetNumOperands(value);
	LLVMValueRef *operands = hr_arena_array(m->tree->h->arena, count, sizeof(*operands)), copy;

	for (unsigned i = 0; i < count; i++)
		if (!(operands[i] = hr_make(m, LLVMGetOperand(value, i))))
			return NULL;
	copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < count; i++)
		LLVMSetOperand(copy, i, operands[i]);
	LLVMInsertIntoBuilderWithName(m->builder, copy, hr_name_of(value));
	return copy;
}

LLVMValueRef hr_make(hr_maker *m, LLVMValueRef value)
{
	const hr_declared *own;
	LLVMValueRef result;
	uint64_t known;

	if (!LLVMIsAInstruction(value) && !LLVMIsAArgument(value))
		return value;
	own = m->leaf ? hr_private_of(m->node, value) : NULL;
	if (!own && hr_map_get(&m->made, hr_map_key(value), &known))
		return (LLVMValueRef)(uintptr_t)known;
	if (own && hr_map_get(&m->made, hr_map_key(own), &known))
		return (LLVMValueRef)(uintptr_t)known;
	if (LLVMIsAAllocaInst(value))
		result = make_variable(m, value);
	else if (own)
		result = make_private(m, value, own->size);
	else if (LLVMIsAPHINode(value))
		result = make_index(m, value);
	else if (LLVMIsAInstruction(value) && hr_is_pure(value))
		result = make_again(m, value);
	else
		result = lack(m, value, NULL);
	if (result)
		hr_map_put(&m->made, own ? hr_map_key(own) : hr_map_key(value), hr_map_key(result));
	return result;
}

bool hr_make_report(const hr_maker *m, LLVMValueRef at)
{
	hr_hetero *h = m->tree->h;
	const char *name = hr_hetero_describe(h, m->lacking), *help = "";

	if (m->why)
		return hr_hetero_report(h, at, HR_D_hetero_loop, m->node->name,
					hr_arena_printf(h->arena, "%s: %s", name, m->why));
	if (LLVMIsAAllocaInst(m->lacking))
		help = "\nhelp: name it in __hetero_priv if each instance has its own; otherwise pass a "
		       "buffer";
	else if (LLVMIsAArgument(m->lacking))
		help = "\nhelp: add it to the inputs";
	else
		help = "\nhelp: write it to a buffer that is an output of one task and an input of the "
		       "other";
	return hr_hetero_report(h, at, HR_D_hetero_undeclared, hr_node_text(h, m->node), name,
				hr_node_text(h, m->node), help);
}
