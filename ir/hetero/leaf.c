/* ir/hetero/leaf.c -- the function of a leaf: the code of a task, or of one iteration of a parallel
 * loop.
 *
 * Invariant: the leaf computes what the original code does, at the same lines of the source.
 * Owns:      the map and lists of a copy while it is made.
 * Not here:  values from outside (value.c). */
#include "ir/hetero/hetero_private.h"
#include "ir/lift/lift.h"

typedef struct leaf_copy {
	hr_maker m;
	const hr_tree *tree;
	hr_hnode *node;
	LLVMBuilderRef builder;    /* at the end of the block that is copied */
	LLVMBasicBlockRef *blocks; /* copies, by number; NULL: not run by the node */
	LLVMBasicBlockRef done;
	hr_map needed; /* instructions without effect that others need */
} leaf_copy;

/* --- what is copied --------------------------------------------------------------------------- */

static bool is_own(const leaf_copy *l, LLVMValueRef at)
{
	const hr_flow *flow = l->tree->flow;

	if (!LLVMIsAInstruction(at) || !hr_node_has(l->tree, l->node, at) || LLVMIsAAllocaInst(at))
		return false;
	return !(l->node->kind == HR_K_LOOP && LLVMIsAPHINode(at) &&
		 hr_flow_block_of(flow, at) == l->node->loops[l->node->dims - 1].header);
}

/* Return true if the terminator of BLOCK is the test of the parallel loop. */
static bool is_exit_test(const leaf_copy *l, unsigned block)
{
	return l->node->kind == HR_K_LOOP && l->node->loops[l->node->dims - 1].exiting == block;
}

static bool is_dropped(LLVMValueRef at)
{
	switch (hr_mark_of(at)) {
	case HR_M_loop:
	case HR_M_hint:
	case HR_M_priv:
	case HR_M_non_zero: return true;
	default: return hr_hpvm_call_of(at).op == HR_H_hint;
	}
}

/* A leaf does not launch graphs or manage their memory. */
static bool check_call(const leaf_copy *l, LLVMValueRef at)
{
	hr_mark mark = hr_mark_of(at);

	if (mark == HR_M_NONE || mark == HR_M_UNKNOWN || is_dropped(at))
		return true;
	return hr_hetero_report(l->tree->h, at, HR_D_hetero_unsupported, hr_mark_name(at),
				hr_name_of(l->tree->flow->function),
				"a task calls it; call it in host code");
}

static bool has_effect(const leaf_copy *l, LLVMValueRef at)
{
	if (is_dropped(at) || hr_is_remark_call(at) || hr_is_pure(at) || LLVMIsAPHINode(at))
		return false;
	return !LLVMIsATerminatorInst(at) || !is_exit_test(l, hr_flow_block_of(l->tree->flow, at));
}

static void mark(leaf_copy *l, LLVMValueRef at)
{
	HR_VEC(LLVMValueRef) work = {0};

	HR_PUSH(&work, at);
	while (work.count) {
		LLVMValueRef next = work.data[--work.count];

		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(next); i++) {
			LLVMValueRef operand = LLVMGetOperand(next, i);

			if (!is_own(l, operand) ||
			    hr_map_get(&l->needed, hr_map_key(operand), NULL))
				continue;
			hr_map_put(&l->needed, hr_map_key(operand), 1);
			HR_PUSH(&work, operand);
		}
	}
	HR_VEC_FREE(&work);
}

static bool is_copied(const leaf_copy *l, LLVMValueRef at)
{
	return is_own(l, at) && !is_dropped(at) &&
	       (has_effect(l, at) || hr_map_get(&l->needed, hr_map_key(at), NULL));
}

/* --- copies ----------------------------------------------------------------------------------- */

static LLVMBasicBlockRef target(const leaf_copy *l, LLVMBasicBlockRef original)
{
	unsigned number = hr_flow_block(l->tree->flow, original);

	if (l->node->kind == HR_K_LOOP && number == l->node->loops[l->node->dims - 1].header)
		return l->done;
	return l->blocks[number] ? l->blocks[number] : l->done;
}

static void copy_instruction(leaf_copy *l, LLVMValueRef at)
{
	bool named = LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind;
	LLVMValueRef copy;

	if (LLVMIsAPHINode(at)) {
		copy = LLVMBuildPhi(l->builder, LLVMTypeOf(at), hr_name_of(at));
		if (LLVMCanValueUseFastMathFlags(at))
			LLVMSetFastMathFlags(copy, LLVMGetFastMathFlags(at));
	} else {
		copy = LLVMInstructionClone(at);
		LLVMInsertIntoBuilderWithName(l->builder, copy, named ? hr_name_of(at) : "");
	}
	hr_map_put(&l->m.made, hr_map_key(at), hr_map_key(copy));
}

/* End the copy of BLOCK, whose terminator is not copied as it is. */
static void leave(leaf_copy *l, unsigned block)
{
	const hr_loop *loop = &l->node->loops[l->node->dims ? l->node->dims - 1 : 0];

	if (is_exit_test(l, block) && loop->exiting != loop->latch)
		LLVMBuildBr(l->builder, target(l, l->tree->flow->blocks[loop->inside]));
	else
		LLVMBuildBr(l->builder, l->done);
}

static void copy_block(leaf_copy *l, unsigned block)
{
	LLVMBasicBlockRef original = l->tree->flow->blocks[block];
	LLVMValueRef last = LLVMGetBasicBlockTerminator(original);

	LLVMPositionBuilderAtEnd(l->builder, l->blocks[block]);
	for (LLVMValueRef at = LLVMGetFirstInstruction(original); at;
	     at = LLVMGetNextInstruction(at))
		if (is_copied(l, at))
			copy_instruction(l, at);
	if (!is_copied(l, last))
		leave(l, block);
}

static bool connect_phi(leaf_copy *l, LLVMValueRef at, LLVMValueRef copy)
{
	for (unsigned i = 0; i < LLVMCountIncoming(at); i++) {
		unsigned number = hr_flow_block(l->tree->flow, LLVMGetIncomingBlock(at, i));
		LLVMValueRef value;

		if (!l->blocks[number])
			continue;
		value = hr_make(&l->m, LLVMGetIncomingValue(at, i));
		if (!value)
			return hr_make_report(&l->m, at);
		LLVMAddIncoming(copy, &value, &l->blocks[number], 1);
	}
	return true;
}

static bool connect(leaf_copy *l, LLVMValueRef at)
{
	uint64_t known = 0;
	LLVMValueRef copy;

	if (!is_copied(l, at) || !hr_map_get(&l->m.made, hr_map_key(at), &known))
		return true;
	copy = (LLVMValueRef)(uintptr_t)known;
	if (LLVMIsAPHINode(at))
		return connect_phi(l, at, copy);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++) {
		LLVMValueRef operand = LLVMGetOperand(at, i), made;

		if (LLVMValueIsBasicBlock(operand)) {
			LLVMSetOperand(
				copy, i,
				LLVMBasicBlockAsValue(target(l, LLVMValueAsBasicBlock(operand))));
			continue;
		}
		made = hr_make(&l->m, operand);
		if (!made)
			return hr_make_report(&l->m, at);
		if (made != operand)
			LLVMSetOperand(copy, i, made);
	}
	return true;
}

/* --- the function ----------------------------------------------------------------------------- */

static void make_blocks(leaf_copy *l)
{
	const hr_flow *flow = l->tree->flow;
	hr_hetero *h = l->tree->h;

	l->blocks = hr_arena_array(h->arena, flow->count, sizeof(*l->blocks));
	for (unsigned i = 0; i < flow->count; i++)
		if (hr_in_set(l->node->blocks, i) && flow->order[i] != UINT32_MAX)
			l->blocks[i] = LLVMAppendBasicBlockInContext(
				h->context, l->node->function,
				LLVMGetBasicBlockName(flow->blocks[i]));
	l->done = LLVMAppendBasicBlockInContext(h->context, l->node->function, "done");
}

static void make_return(leaf_copy *l)
{
	hr_hetero *h = l->tree->h;
	unsigned count = (unsigned)l->node->outputs.count;
	LLVMValueRef *operands = hr_arena_array(h->arena, (size_t)count + 1, sizeof(LLVMValueRef));

	LLVMPositionBuilderAtEnd(l->builder, l->done);
	operands[0] = hr_hetero_int(h, count);
	for (unsigned i = 0; i < count; i++)
		operands[i + 1] = LLVMGetParam(l->node->function, l->node->outputs.data[i]);
	if (count)
		hr_hetero_call(h, l->builder, "__hpvm__return", h->none, operands, count + 1, 1);
	LLVMBuildRetVoid(l->builder);
}

static bool copy(leaf_copy *l)
{
	const hr_flow *flow = l->tree->flow;
	unsigned first = l->node->kind == HR_K_LOOP ? l->node->loops[l->node->dims - 1].header
						    : hr_flow_block_of(flow, l->node->begin);
	bool good = true;

	make_blocks(l);
	HR_EACH_INSTRUCTION(flow->function, at)
	if (is_own(l, at) && has_effect(l, at)) {
		good &= check_call(l, at);
		mark(l, at);
	}
	for (unsigned i = 0; i < flow->count; i++)
		if (l->blocks[i])
			copy_block(l, i);
	for (unsigned i = 0; i < flow->count; i++)
		for (LLVMValueRef at = LLVMGetFirstInstruction(flow->blocks[i]); l->blocks[i] && at;
		     at = LLVMGetNextInstruction(at))
			good &= connect(l, at);
	make_return(l);
	LLVMBuildBr(l->m.builder, l->blocks[first]);
	return good;
}

bool hr_leaf_make(const hr_tree *tree, hr_hnode *node)
{
	leaf_copy l = {.tree = tree, .node = node};
	LLVMValueRef function = tree->flow->function;
	bool good;

	hr_maker_begin(&l.m, tree, node, true);
	l.builder = LLVMCreateBuilderInContext(tree->h->context);
	if (LLVMHasPersonalityFn(function))
		LLVMSetPersonalityFn(node->function, LLVMGetPersonalityFn(function));
	good = copy(&l);
	LLVMDisposeBuilder(l.builder);
	hr_maker_end(&l.m);
	hr_map_free(&l.needed);
	return good;
}
