/* ir/hetero/launch.c -- host code: launches, waits and memory.
 *
 * A launch allocates a block, tracks the buffers and launches the graph; its handle is the block. A
 * wait calls the function whose address the block begins with: it waits for the graph, requests the
 * outputs, untracks the buffers and frees the block. So the program may pass handles around.
 *
 * Invariant: every buffer that a launch tracks is untracked by its wait.
 * Owns:      nothing.
 * Not here:  the graph (inner.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "ir/hetero/hetero_private.h"

/* Fields of the block. */
enum { FINISH, GRAPH, ARGUMENTS, BUFFERS, FIELDS };

typedef struct buffer {
	LLVMValueRef pointer, size;
	bool output;
} buffer;

typedef struct launch {
	hr_hetero *h;
	LLVMValueRef call, root;
	LLVMBuilderRef builder; /* before CALL */
	HR_VEC(LLVMValueRef) arguments;
	HR_VEC(buffer) buffers;
	LLVMTypeRef block;
} launch;

static LLVMValueRef call_1(hr_hetero *h, LLVMBuilderRef b, const char *name, LLVMTypeRef result,
			   LLVMValueRef argument)
{
	return hr_hetero_call(h, b, name, result, &argument, 1, 1);
}

static LLVMValueRef call_2(hr_hetero *h, LLVMBuilderRef b, const char *name, LLVMTypeRef result,
			   LLVMValueRef one, LLVMValueRef other)
{
	return hr_hetero_call(h, b, name, result, (LLVMValueRef[]){one, other}, 2, 2);
}

static LLVMValueRef bytes(const launch *l, LLVMValueRef size)
{
	return LLVMBuildIntCast2(l->builder, size, l->h->i64, 0, "");
}

static void add_buffer(launch *l, LLVMValueRef pointer, LLVMValueRef size, bool output)
{
	for (size_t i = 0; i < l->buffers.count; i++)
		if (l->buffers.data[i].pointer == pointer) {
			l->buffers.data[i].output |= output;
			return;
		}
	HR_PUSH(&l->buffers, (buffer){pointer, bytes(l, size), output});
}

/* Return VALUE as the parameter of TYPE; NULL if it does not fit. */
static LLVMValueRef as_parameter(const launch *l, LLVMValueRef value, bool size, LLVMTypeRef type)
{
	LLVMTypeKind to = LLVMGetTypeKind(type), from = LLVMGetTypeKind(LLVMTypeOf(value));

	if (LLVMTypeOf(value) == type)
		return value;
	if (to == LLVMIntegerTypeKind && from == to) {
		if (LLVMGetIntTypeWidth(type) < LLVMGetIntTypeWidth(LLVMTypeOf(value)))
			return LLVMBuildTrunc(l->builder, value, type, "");
		if (LLVMIsAConstantInt(value))
			return LLVMConstInt(type, (uint64_t)LLVMConstIntGetSExtValue(value), 1);
		return size ? LLVMBuildZExt(l->builder, value, type, "") : NULL;
	}
	if (from == LLVMDoubleTypeKind && to == LLVMFloatTypeKind)
		return LLVMBuildFPTrunc(l->builder, value, type, "");
	return NULL;
}

static bool add_argument(launch *l, LLVMValueRef value, bool size)
{
	unsigned i = (unsigned)l->arguments.count;
	LLVMValueRef made;
	char *from, *to;

	made = as_parameter(l, value, size, LLVMTypeOf(LLVMGetParam(l->root, i)));
	if (made) {
		HR_PUSH(&l->arguments, made);
		return true;
	}
	from = LLVMPrintTypeToString(LLVMTypeOf(value));
	to = LLVMPrintTypeToString(LLVMTypeOf(LLVMGetParam(l->root, i)));
	hr_hetero_bad_call(
		l->h, l->call,
		hr_arena_printf(l->h->arena,
				"parameter %u of '%s' is of type %s, but an %s is passed; "
				"convert it",
				i + 1, hr_name_of(l->root), to, from));
	LLVMDisposeMessage(from);
	LLVMDisposeMessage(to);
	return false;
}

/* --- the end of a launch ---------------------------------------------------------------------- */

static LLVMValueRef field(LLVMBuilderRef b, LLVMTypeRef block, LLVMValueRef at, unsigned i)
{
	return LLVMBuildStructGEP2(b, block, at, i, "");
}

static LLVMTypeRef buffers_type(const launch *l)
{
	LLVMTypeRef fields[] = {l->h->ptr, l->h->i64, l->h->i32};

	return LLVMArrayType2(LLVMStructTypeInContext(l->h->context, fields, 3, 0),
			      l->buffers.count);
}

/* Fields of a buffer. IS_NEW: the launch tracks it. */
enum { POINTER, SIZE, IS_NEW };

/* Return the address of a field of buffer I. */
static LLVMValueRef buffer_field(const launch *l, LLVMBuilderRef b, LLVMValueRef block, size_t i,
				 unsigned which)
{
	LLVMValueRef path[] = {hr_hetero_int(l->h, 0), hr_hetero_int(l->h, i),
			       hr_hetero_int(l->h, which)};

	return LLVMBuildGEP2(b, buffers_type(l), field(b, l->block, block, BUFFERS), path, 3, "");
}

static LLVMValueRef load_field(const launch *l, LLVMBuilderRef b, LLVMValueRef block, size_t i,
			       unsigned which, LLVMTypeRef type)
{
	return LLVMBuildLoad2(b, type, buffer_field(l, b, block, i, which), "");
}

static LLVMValueRef make_finish(const launch *l)
{
	hr_hetero *h = l->h;
	LLVMValueRef function = LLVMAddFunction(h->module, "hetero_finish",
						LLVMFunctionType(h->none, &h->ptr, 1, 0));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(h->context);
	LLVMValueRef block = LLVMGetParam(function, 0);

	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(h->context, function, ""));
	call_1(h, b, "__hpvm__wait", h->none,
	       LLVMBuildLoad2(b, h->ptr, field(b, l->block, block, GRAPH), ""));
	for (size_t i = 0; i < l->buffers.count; i++)
		if (l->buffers.data[i].output)
			call_2(h, b, "__hpvm__hetero_request", h->none,
			       load_field(l, b, block, i, POINTER, h->ptr),
			       load_field(l, b, block, i, SIZE, h->i64));
	for (size_t i = 0; i < l->buffers.count; i++) {
		LLVMValueRef pointer = load_field(l, b, block, i, POINTER, h->ptr);
		LLVMValueRef is_new =
			LLVMBuildICmp(b, LLVMIntNE, load_field(l, b, block, i, IS_NEW, h->i32),
				      LLVMConstNull(h->i32), "");

		call_1(h, b, "llvm_hpvm_untrack_mem", h->none,
		       LLVMBuildSelect(b, is_new, pointer, LLVMConstNull(h->ptr), ""));
	}
	call_1(h, b, "free", h->none, block);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
	return function;
}

/* --- the launch ------------------------------------------------------------------------------- */

static LLVMTypeRef arguments_type(const launch *l)
{
	unsigned count = (unsigned)l->arguments.count;
	LLVMTypeRef *types = hr_arena_array(l->h->arena, count, sizeof(LLVMTypeRef));

	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(l->arguments.data[i]);
	return LLVMStructTypeInContext(l->h->context, types, count, 1);
}

/* Return the handle. */
static LLVMValueRef make_launch(launch *l)
{
	hr_hetero *h = l->h;
	LLVMTypeRef arguments = arguments_type(l);
	LLVMTypeRef fields[FIELDS] = {h->ptr, h->ptr, arguments, buffers_type(l)};
	LLVMValueRef block, at, graph;

	l->block = LLVMStructTypeInContext(h->context, fields, FIELDS, 0);
	block = call_1(h, l->builder, "malloc", h->ptr,
		       LLVMConstInt(h->i64,
				    LLVMABISizeOfType(LLVMGetModuleDataLayout(h->module), l->block),
				    0));
	at = field(l->builder, l->block, block, ARGUMENTS);
	for (unsigned i = 0; i < l->arguments.count; i++)
		LLVMSetAlignment(LLVMBuildStore(l->builder, l->arguments.data[i],
						field(l->builder, arguments, at, i)),
				 1);
	for (size_t i = 0; i < l->buffers.count; i++) {
		const buffer *b = &l->buffers.data[i];

		LLVMBuildStore(l->builder, b->pointer,
			       buffer_field(l, l->builder, block, i, POINTER));
		LLVMBuildStore(l->builder, b->size, buffer_field(l, l->builder, block, i, SIZE));
		LLVMBuildStore(
			l->builder,
			call_2(h, l->builder, "__hpvm__hetero_track", h->i32, b->pointer, b->size),
			buffer_field(l, l->builder, block, i, IS_NEW));
	}
	graph = hr_hetero_call(h, l->builder, "__hpvm__launch", h->ptr,
			       (LLVMValueRef[]){hr_hetero_int(h, 0), l->root, at}, 3, 1);
	LLVMBuildStore(l->builder, graph, field(l->builder, l->block, block, GRAPH));
	LLVMBuildStore(l->builder, make_finish(l), field(l->builder, l->block, block, FINISH));
	return block;
}

static void begin(launch *l, hr_hetero *h, LLVMValueRef call)
{
	*l = (launch){.h = h, .call = call, .builder = LLVMCreateBuilderInContext(h->context)};
	LLVMPositionBuilderBefore(l->builder, call);
	LLVMSetCurrentDebugLocation2(l->builder, LLVMInstructionGetDebugLoc(call));
}

static void end(launch *l)
{
	LLVMDisposeBuilder(l->builder);
	HR_VEC_FREE(&l->arguments);
	HR_VEC_FREE(&l->buffers);
}

/* Replace CALL by a wait for HANDLE. */
static void make_wait(hr_hetero *h, LLVMValueRef call, LLVMValueRef handle)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(h->context);
	LLVMTypeRef type = LLVMFunctionType(h->none, &h->ptr, 1, 0);

	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMBuildCall2(b, type, LLVMBuildLoad2(b, h->ptr, handle, ""), &handle, 1, "");
	LLVMDisposeBuilder(b);
	LLVMInstructionEraseFromParent(call);
}

/* --- __hetero_launch -------------------------------------------------------------------------- */

static unsigned values(const hr_declared *list, unsigned count)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < count; i++)
		sum += list[i].size ? 2 : 1;
	return sum;
}

static bool is_input(const hr_declaration *d, LLVMValueRef value)
{
	for (unsigned i = 0; i < d->input_count; i++)
		if (d->inputs[i].value == value)
			return true;
	return false;
}

static bool add_item(launch *l, const hr_declared *item, bool output)
{
	if (item->size)
		add_buffer(l, item->value, item->size, output);
	return add_argument(l, item->value, false) &&
	       (!item->size || add_argument(l, item->size, true));
}

static bool add_items(launch *l, const hr_declaration *d)
{
	unsigned count = values(d->inputs, d->input_count), more = 0;
	unsigned parameters = LLVMCountParams(l->root);
	bool good = true;

	for (unsigned i = 0; i < d->output_count; i++)
		more += is_input(d, d->outputs[i].value) ? 0 : 2;
	if (count != parameters && count + more != parameters)
		return hr_hetero_bad_call(
			l->h, l->call,
			hr_arena_printf(l->h->arena,
					"'%s' has %u parameters, but the inputs have %u values, "
					"counting pointers and sizes",
					hr_name_of(l->root), parameters, count));
	for (unsigned i = 0; i < d->input_count; i++)
		good = good && add_item(l, &d->inputs[i], false);
	for (unsigned i = 0; i < d->output_count; i++)
		if (is_input(d, d->outputs[i].value) || count == parameters)
			add_buffer(l, d->outputs[i].value, d->outputs[i].size, true);
		else
			good = good && add_item(l, &d->outputs[i], true);
	return good;
}

/* Return the function that VALUE is. */
static LLVMValueRef function_of(LLVMValueRef value)
{
	while (value && (LLVMIsAConstantExpr(value) || LLVMIsAGlobalAlias(value)))
		value = LLVMIsAGlobalAlias(value) ? LLVMAliasGetAliasee(value)
						  : LLVMGetOperand(value, 0);
	return value ? LLVMIsAFunction(value) : NULL;
}

static bool convert_launch(hr_hetero *h, LLVMValueRef call)
{
	hr_declaration declared;
	bool good = false;
	launch l;

	begin(&l, h, call);
	l.root = LLVMGetNumArgOperands(call) ? function_of(LLVMGetOperand(call, 0)) : NULL;
	if (!l.root)
		hr_hetero_bad_call(h, call,
				   "its first argument is not a function that is known "
				   "before the program runs");
	else if (hr_declaration_read(h, call, 1, &declared))
		good = add_items(&l, &declared);
	if (good) {
		LLVMReplaceAllUsesWith(call, make_launch(&l));
		LLVMInstructionEraseFromParent(call);
	}
	end(&l);
	return good;
}

/* --- __hetero_launch_begin -------------------------------------------------------------------- */

typedef struct region {
	const hr_tree *tree;
	const hr_hnode *node;
	unsigned first, last;
	LLVMBuilderRef builder;
	hr_map made;
} region;

static bool is_in(const region *r, LLVMValueRef at)
{
	return LLVMIsAInstruction(at) &&
	       hr_map_get(&r->tree->flow->ordinal, hr_map_key(at), NULL) &&
	       hr_node_has(r->tree, r->node, at);
}

/* Return VALUE, which the region computes, computed before it; NULL if that is impossible. */
static LLVMValueRef before(region *r, LLVMValueRef value)
{
	LLVMValueRef copy;
	uint64_t known;

	if (!is_in(r, value))
		return value;
	if (hr_map_get(&r->made, hr_map_key(value), &known))
		return (LLVMValueRef)(uintptr_t)known;
	if (!hr_is_pure(value))
		return NULL;
	copy = LLVMInstructionClone(value);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++) {
		LLVMValueRef operand = before(r, LLVMGetOperand(value, i));

		if (!operand) {
			LLVMDeleteInstruction(copy);
			return NULL;
		}
		LLVMSetOperand(copy, i, operand);
	}
	LLVMInsertIntoBuilder(r->builder, copy);
	hr_map_put(&r->made, hr_map_key(value), hr_map_key(copy));
	return copy;
}

/* Host code after the region may use what the region only computes. */
static bool save_values(region *r)
{
	HR_EACH_INSTRUCTION(r->tree->flow->function, at)
	{
		if (is_in(r, at) || !hr_map_get(&r->tree->flow->ordinal, hr_map_key(at), NULL))
			continue;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++) {
			LLVMValueRef operand = LLVMGetOperand(at, i), made;

			if (!is_in(r, operand) || LLVMIsAAllocaInst(operand))
				continue;
			made = before(r, operand);
			if (!made)
				return hr_hetero_report(
					r->tree->h, at, HR_D_hetero_undeclared, "host code",
					hr_hetero_describe(r->tree->h, operand),
					hr_node_text(r->tree->h, r->node),
					"\nhelp: what a graph computes comes back in a buffer that "
					"is an output");
			LLVMSetOperand(at, i, made);
		}
	}
	return true;
}

/* Check that no other code jumps into the region's blocks. */
static bool is_closed(const region *r)
{
	const hr_flow *flow = r->tree->flow;

	for (unsigned i = 0; i < flow->count; i++)
		for (unsigned k = 0;
		     !hr_in_set(r->node->blocks, i) && k < hr_flow_successors(flow, i); k++) {
			unsigned to = hr_flow_successor(flow, i, k);

			if (to != r->first && hr_in_set(r->node->blocks, to))
				return hr_hetero_report(
					r->tree->h, r->node->begin, HR_D_hetero_unsupported,
					hr_mark_name(r->node->begin), hr_name_of(flow->function),
					"other code jumps into the region that it begins, or shares "
					"its exception handlers");
		}
	return true;
}

static void erase_region(region *r)
{
	const hr_flow *flow = r->tree->flow;
	LLVMBasicBlockRef block;

	for (unsigned i = 0; i < flow->count; i++) {
		LLVMValueRef at, previous;

		if (!hr_in_set(r->node->blocks, i))
			continue;
		for (at = LLVMGetFirstInstruction(flow->blocks[i]); at;
		     at = LLVMGetNextInstruction(at))
			if (is_in(r, at) && !LLVMIsAAllocaInst(at) &&
			    LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind)
				LLVMReplaceAllUsesWith(at, LLVMGetPoison(LLVMTypeOf(at)));
		for (at = LLVMGetLastInstruction(flow->blocks[i]); at; at = previous) {
			previous = LLVMGetPreviousInstruction(at);
			if (is_in(r, at) && !LLVMIsAAllocaInst(at))
				LLVMInstructionEraseFromParent(at);
		}
	}
	if (r->first == r->last)
		return;
	block = flow->blocks[r->first];
	LLVMPositionBuilderAtEnd(r->builder, block);
	LLVMBuildBr(r->builder, flow->blocks[r->last]);
	for (unsigned i = 0; i < flow->count; i++)
		if (hr_in_set(r->node->blocks, i) && i != r->first && i != r->last)
			LLVMDeleteBasicBlock(flow->blocks[i]);
}

/* The end of the region waits, so another wait has nothing to do. */
static void drop_waits(LLVMValueRef handle)
{
	LLVMUseRef use = LLVMGetFirstUse(handle), next;

	for (; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsAInstruction(user) && hr_mark_of(user) == HR_M_wait)
			LLVMInstructionEraseFromParent(user);
	}
}

bool hr_launch_inline(const hr_tree *tree, hr_hnode *node)
{
	hr_hetero *h = tree->h;
	region r = {.tree = tree,
		    .node = node,
		    .first = hr_flow_block_of(tree->flow, node->begin),
		    .last = hr_flow_block_of(tree->flow, node->end)};
	LLVMValueRef handle;
	bool good;
	launch l;

	begin(&l, h, node->begin);
	l.root = node->function;
	r.builder = l.builder;
	good = is_closed(&r) && save_values(&r);
	for (size_t i = 0; good && i < node->ports.count; i++)
		good = add_argument(&l, node->ports.data[i].argument, node->ports.data[i].is_size);
	for (unsigned i = 0; good && i < node->declared.input_count; i++)
		if (node->declared.inputs[i].size)
			add_buffer(&l, node->declared.inputs[i].value,
				   node->declared.inputs[i].size, false);
	for (unsigned i = 0; good && i < node->declared.output_count; i++)
		add_buffer(&l, node->declared.outputs[i].value, node->declared.outputs[i].size,
			   true);
	if (good) {
		drop_waits(node->begin);
		handle = make_launch(&l);
		erase_region(&r);
		make_wait(h, node->end, handle);
		LLVMReplaceAllUsesWith(node->begin, handle);
		LLVMInstructionEraseFromParent(node->begin);
	}
	end(&l);
	hr_map_free(&r.made);
	return good;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Return what replaces CALL: memory of __hetero_malloc is tracked until it is freed. */
static LLVMValueRef make_memory_call(hr_hetero *h, LLVMBuilderRef b, LLVMValueRef call,
				     hr_mark mark)
{
	LLVMValueRef first = LLVMGetOperand(call, 0), made;

	switch (mark) {
	case HR_M_malloc:
		made = call_1(h, b, "malloc", h->ptr, first);
		call_2(h, b, "llvm_hpvm_track_mem", h->none, made, first);
		return made;
	case HR_M_free:
		call_1(h, b, "llvm_hpvm_untrack_mem", h->none, first);
		return call_1(h, b, "free", h->none, first);
	case HR_M_copy:
		return hr_hetero_call(
			h, b, "memcpy", h->ptr,
			(LLVMValueRef[]){first, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)},
			3, 3);
	default:
		return call_2(h, b, "__hpvm__hetero_request", h->none, first,
			      LLVMGetOperand(call, 1));
	}
}

static bool convert_memory(hr_hetero *h, LLVMValueRef call, hr_mark mark)
{
	unsigned needed = mark == HR_M_copy ? 3 : mark == HR_M_request ? 2 : 1;
	LLVMValueRef made;
	LLVMBuilderRef b;

	if (LLVMGetNumArgOperands(call) != needed)
		return hr_hetero_bad_call(h, call, "the number of its arguments is wrong");
	b = LLVMCreateBuilderInContext(h->context);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	made = make_memory_call(h, b, call, mark);
	if (LLVMTypeOf(call) == h->ptr)
		LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
	return true;
}

bool hr_launch_convert(hr_hetero *h, LLVMValueRef call, hr_mark mark)
{
	if (mark == HR_M_launch)
		return convert_launch(h, call);
	if (mark != HR_M_wait)
		return convert_memory(h, call, mark);
	if (LLVMGetNumArgOperands(call) != 1)
		return hr_hetero_bad_call(h, call, "the number of its arguments is wrong");
	make_wait(h, call, LLVMGetOperand(call, 0));
	return true;
}

/* --- init and cleanup ------------------------------------------------------------------------- */

static bool calls(LLVMModuleRef module, hr_hpvm op)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (hr_hpvm_by_name(hr_name_of(f), NULL) == op && LLVMGetFirstUse(f))
			return true;
	return false;
}

void hr_launch_init(hr_hetero *h)
{
	LLVMValueRef main = LLVMGetNamedFunction(h->module, "main");
	LLVMBuilderRef b;

	if (!main || LLVMIsDeclaration(main) || calls(h->module, HR_H_init) ||
	    !calls(h->module, HR_H_launch))
		return;
	b = LLVMCreateBuilderInContext(h->context);
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main)));
	hr_hetero_call(h, b, "__hpvm__init", h->none, NULL, 0, 0);
	HR_EACH_INSTRUCTION(main, at)
	if (LLVMIsAReturnInst(at)) {
		LLVMPositionBuilderBefore(b, at);
		hr_hetero_call(h, b, "__hpvm__cleanup", h->none, NULL, 0, 0);
	}
	LLVMDisposeBuilder(b);
}
