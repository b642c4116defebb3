/* ir/hetero/tree.c -- sections, tasks and parallel loops of a function, as a tree of nodes.
 *
 * Invariant: after hr_tree_read() returned true, nodes are nested properly, siblings run one after
 *            the other in the order of their list, and nodes with children compute nothing else.
 * Owns:      the lists of a tree, until hr_tree_free().
 * Not here:  inputs and outputs (interface.c), extents of loops (loop.c). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/hetero/hetero_private.h"
#include "ir/lift/lift.h"

/* --- what a node runs ------------------------------------------------------------------------- */

bool hr_node_has(const hr_tree *tree, const hr_hnode *node, LLVMValueRef instruction)
{
	unsigned block = hr_flow_block_of(tree->flow, instruction);
	uint64_t at = hr_flow_ordinal(tree->flow, instruction);

	if (node->kind == HR_K_FUNCTION)
		return true;
	if (!hr_in_set(node->blocks, block))
		return false;
	if (node->kind == HR_K_LOOP)
		return true;
	if (block == hr_flow_block_of(tree->flow, node->begin) &&
	    at <= hr_flow_ordinal(tree->flow, node->begin))
		return false;
	return block != hr_flow_block_of(tree->flow, node->end) ||
	       at < hr_flow_ordinal(tree->flow, node->end);
}

const char *hr_node_text(hr_hetero *h, const hr_hnode *node)
{
	static const char *const kinds[] = {"function", "launch", "task", "parallel loop"};

	return hr_arena_printf(h->arena, "%s '%s'", kinds[node->kind], node->name);
}

/* Find the blocks from BEGIN to END. */
static bool find_region(const hr_tree *tree, hr_hnode *node)
{
	const hr_flow *flow = tree->flow;
	unsigned first = hr_flow_block_of(flow, node->begin);
	unsigned last = hr_flow_block_of(flow, node->end), count = 0;
	unsigned *work = hr_arena_array(flow->arena, flow->count, sizeof(unsigned));
	const char *begin = hr_mark_name(node->begin), *end = hr_mark_name(node->end);

	node->blocks = hr_flow_set(flow);
	hr_add_to_set(node->blocks, first);
	if (!hr_flow_before(flow, node->begin, node->end))
		return hr_hetero_report(tree->h, node->begin, HR_D_hetero_pair, begin,
					hr_name_of(flow->function),
					"does not come before its end on every path to it");
	if (first == last)
		return true;
	work[count++] = first;
	while (count) {
		unsigned block = work[--count];
		LLVMValueRef leave = LLVMGetBasicBlockTerminator(flow->blocks[block]);

		if (block == last)
			continue;
		if (LLVMIsAReturnInst(leave))
			return hr_hetero_report(
				tree->h, leave, HR_D_hetero_pair, begin, hr_name_of(flow->function),
				hr_arena_printf(tree->h->arena, "is left by a return, not by '%s'",
						end));
		for (unsigned i = 0; i < hr_flow_successors(flow, block); i++) {
			unsigned next = hr_flow_successor(flow, block, i);

			if (next == first)
				return hr_hetero_report(
					tree->h, node->begin, HR_D_hetero_pair, begin,
					hr_name_of(flow->function),
					hr_arena_printf(tree->h->arena,
							"is reached again before '%s'", end));
			if (hr_in_set(node->blocks, next))
				continue;
			hr_add_to_set(node->blocks, next);
			work[count++] = next;
		}
	}
	return true;
}

/* --- calls ------------------------------------------------------------------------------------ */

static hr_hnode *new_node(hr_tree *tree, hr_node_kind kind, LLVMValueRef begin)
{
	hr_hnode *node = HR_ARENA_NEW(tree->h->arena, hr_hnode);

	node->kind = kind;
	node->begin = begin;
	HR_PUSH(&tree->nodes, node);
	return node;
}

/* Return the call of kind WANTED that made the handle which END ends. */
static LLVMValueRef begin_of(hr_tree *tree, LLVMValueRef end, hr_mark wanted, const char *name)
{
	LLVMValueRef handle = LLVMGetNumArgOperands(end) ? LLVMGetOperand(end, 0) : NULL;

	if (handle && LLVMIsAInstruction(handle) && hr_mark_of(handle) == wanted)
		return handle;
	hr_hetero_report(
		tree->h, end, HR_D_hetero_pair, hr_mark_name(end), hr_name_of(tree->flow->function),
		hr_arena_printf(tree->h->arena, "does not get the result of one '%s'", name));
	return NULL;
}

/* Return the only end of BEGIN. */
static LLVMValueRef end_of(hr_tree *tree, LLVMValueRef begin, hr_mark wanted, const char *name)
{
	LLVMValueRef found = NULL;

	HR_EACH_INSTRUCTION(tree->flow->function, at)
	{
		if (hr_mark_of(at) != wanted || LLVMGetOperand(at, 0) != begin)
			continue;
		if (found) {
			hr_hetero_report(
				tree->h, at, HR_D_hetero_pair, hr_mark_name(begin),
				hr_name_of(tree->flow->function),
				hr_arena_printf(tree->h->arena, "has more than one '%s'", name));
			return NULL;
		}
		found = at;
	}
	if (!found)
		hr_hetero_report(tree->h, begin, HR_D_hetero_pair, hr_mark_name(begin),
				 hr_name_of(tree->flow->function),
				 hr_arena_printf(tree->h->arena, "has no matching '%s'", name));
	return found;
}

static void name_node(hr_tree *tree, hr_hnode *node)
{
	static const char *const kinds[] = {"function", "graph", "task", "loop"};
	const char *function = hr_plain_name(tree->h->program, hr_name_of(tree->flow->function));

	node->name = node->declared.name ? node->declared.name
					 : hr_arena_printf(tree->h->arena, "%s_%s%u", function,
							   kinds[node->kind], ++tree->named);
}

static bool add_region(hr_tree *tree, LLVMValueRef begin, hr_node_kind kind)
{
	bool task = kind == HR_K_TASK;
	hr_hnode *node = new_node(tree, kind, begin);

	node->end = end_of(tree, begin, task ? HR_M_task_end : HR_M_launch_end,
			   task ? "__hetero_task_end" : "__hetero_launch_end");
	if (!node->end || !hr_declaration_read(tree->h, begin, 0, &node->declared))
		return false;
	name_node(tree, node);
	return find_region(tree, node);
}

static bool add_loop(hr_tree *tree, LLVMValueRef call)
{
	hr_hnode *node = new_node(tree, HR_K_LOOP, call);
	LLVMValueRef number = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;

	if (!number || !LLVMIsAConstantInt(number) || !LLVMConstIntGetZExtValue(number) ||
	    LLVMConstIntGetZExtValue(number) > 3)
		return hr_hetero_bad_call(
			tree->h, call, "the number of loops, its first argument, is not 1, 2 or 3");
	node->dims = (unsigned)LLVMConstIntGetZExtValue(number);
	if (!hr_declaration_read(tree->h, call, 1, &node->declared))
		return false;
	name_node(tree, node);
	return hr_loop_nest(tree, node);
}

static bool add_call(hr_tree *tree, LLVMValueRef at)
{
	switch (hr_mark_of(at)) {
	case HR_M_task_begin: return add_region(tree, at, HR_K_TASK);
	case HR_M_launch_begin: return add_region(tree, at, HR_K_LAUNCH);
	case HR_M_loop: return add_loop(tree, at);
	case HR_M_task_end:
		return begin_of(tree, at, HR_M_task_begin, "__hetero_task_begin") != NULL;
	case HR_M_launch_end:
		return begin_of(tree, at, HR_M_launch_begin, "__hetero_launch_begin") != NULL;
	case HR_M_section_end:
		return begin_of(tree, at, HR_M_section_begin, "__hetero_section_begin") != NULL;
	default: return true;
	}
}

/* --- nesting ---------------------------------------------------------------------------------- */

/* Return the innermost node that runs INSTRUCTION, other than NOT. */
static hr_hnode *innermost(const hr_tree *tree, LLVMValueRef instruction, const hr_hnode * not)
{
	hr_hnode *best = NULL;

	for (size_t i = 0; i < tree->nodes.count; i++) {
		hr_hnode *node = tree->nodes.data[i];

		if (node != not&&hr_node_has(tree, node, instruction) &&
		    (!best || best->kind == HR_K_FUNCTION ||
		     (node->kind != HR_K_FUNCTION && hr_node_has(tree, best, node->begin))))
			best = node;
	}
	return best;
}

/* Return the block where NODE begins; for loops, that of the outermost. */
static unsigned first_block(const hr_flow *flow, const hr_hnode *node)
{
	return node->kind == HR_K_LOOP ? node->loops[0].header
				       : hr_flow_block_of(flow, node->begin);
}

/* Siblings run one after the other, so one can be reached from the other. */
static int by_order(const void *a, const void *b, void *data)
{
	const hr_flow *flow = data;
	const hr_hnode *one = *(hr_hnode *const *)a, *other = *(hr_hnode *const *)b;
	unsigned first = first_block(flow, one), second = first_block(flow, other);

	if (first == second)
		return hr_flow_ordinal(flow, one->begin) < hr_flow_ordinal(flow, other->begin) ? -1
											       : 1;
	return hr_flow_reaches(flow, NULL, first, second) ? -1 : 1;
}

static bool nest(hr_tree *tree, hr_hnode *node)
{
	const char *function = hr_name_of(tree->flow->function);

	if (node->kind == HR_K_FUNCTION) {
		HR_PUSH(&tree->roots, node);
		return true;
	}
	node->parent = innermost(tree, node->begin, node);
	if (node->kind == HR_K_LAUNCH && node->parent)
		return hr_hetero_report(tree->h, node->begin, HR_D_hetero_unsupported,
					hr_mark_name(node->begin), function,
					"a graph is launched by host code, not by a task");
	if (node->kind == HR_K_LAUNCH) {
		HR_PUSH(&tree->roots, node);
		return true;
	}
	if (!node->parent)
		return hr_hetero_report(tree->h, node->begin, HR_D_hetero_pair,
					hr_mark_name(node->begin), function,
					"is outside of the launch in this function");
	if (node->kind == HR_K_LOOP && node->parent->kind != HR_K_FUNCTION &&
	    hr_node_has(tree, node, node->parent->begin))
		return hr_hetero_report(
			tree->h, node->begin, HR_D_hetero_loop, node->name,
			node->parent->kind == HR_K_LOOP
				? "it has two calls of __hetero_parallel_loop"
				: "a task begins in it before the call of __hetero_parallel_loop");
	if (node->kind == HR_K_TASK && !hr_node_has(tree, node->parent, node->end))
		return hr_hetero_report(tree->h, node->begin, HR_D_hetero_pair,
					hr_mark_name(node->begin), function,
					"ends outside of the task or loop that it begins in");
	HR_PUSH(&node->parent->children, node);
	return true;
}

/* --- sections, hints, private variables ------------------------------------------------------- */

static bool add_section(hr_tree *tree, LLVMValueRef begin)
{
	LLVMValueRef end = end_of(tree, begin, HR_M_section_end, "__hetero_section_end");
	hr_hnode *node = innermost(tree, begin, NULL);
	const char *why = NULL;

	if (!end)
		return false;
	if (!node)
		why = "is outside of the launch in this function";
	else if (!hr_node_has(tree, node, end) || !hr_flow_before(tree->flow, begin, end))
		why = "does not end in the task or function that it begins in";
	else if (node->section_begin)
		why = "is the second section of its task or function; put each into a task of one "
		      "section";
	if (why)
		return hr_hetero_report(tree->h, begin, HR_D_hetero_pair, hr_mark_name(begin),
					hr_name_of(tree->flow->function), why);
	node->section_begin = begin;
	node->section_end = end;
	return true;
}

/* Return the number in hpvm.h of a target of Hetero-C++. */
static uint64_t target_of(uint64_t number)
{
	enum { CPU_OR_SPIR = 6, FPGA = 7 };

	if (number == CPU_OR_SPIR)
		return HR_TARGET_CPU_OR_GPU;
	return number == FPGA ? (uint64_t)HR_TARGET_FPGA : number;
}

static bool add_hint(hr_tree *tree, LLVMValueRef call, bool hetero)
{
	enum { HETERO_TARGETS = 8 };
	LLVMValueRef number = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
	hr_hnode *node = innermost(tree, call, NULL);
	uint64_t target;

	if (!number || !LLVMIsAConstantInt(number))
		return hr_hetero_bad_call(tree->h, call, "the target is not a constant");
	target = LLVMConstIntGetZExtValue(number);
	if (hetero && target >= HETERO_TARGETS) {
		hr_hetero_report(tree->h, call, HR_D_hint_unserved,
				 node ? node->name : hr_name_of(tree->flow->function),
				 hr_arena_printf(tree->h->arena,
						 "Hetero-C++ has no target %llu; its targets are 0 "
						 "to 7",
						 (unsigned long long)target));
		return true;
	}
	if (node)
		node->hint = hetero ? target_of(target) : target;
	return true;
}

/* priv(n, pointer[, bytes]...) */
static bool add_private(hr_tree *tree, LLVMValueRef call)
{
	unsigned arguments = LLVMGetNumArgOperands(call);
	LLVMValueRef number = arguments ? LLVMGetOperand(call, 0) : NULL;
	hr_hnode *node = innermost(tree, call, NULL);
	uint64_t count;
	bool sized;

	if (!node || node->kind == HR_K_FUNCTION || node->kind == HR_K_LAUNCH)
		return hr_hetero_bad_call(tree->h, call, "it is outside of tasks and loops");
	if (!number || !LLVMIsAConstantInt(number))
		return hr_hetero_bad_call(tree->h, call,
					  "the number of variables is not a constant");
	count = LLVMConstIntGetZExtValue(number);
	sized = arguments - 1 == 2 * count;
	if (!sized && arguments - 1 != count)
		return hr_hetero_bad_call(tree->h, call,
					  "it needs a pointer, or a pointer and its size, for each "
					  "variable that it counts");
	for (unsigned i = 0; i < count; i++) {
		hr_declared variable = {LLVMGetOperand(call, 1 + (sized ? 2 * i : i)),
					sized ? LLVMGetOperand(call, 2 + 2 * i) : NULL};

		if (LLVMGetTypeKind(LLVMTypeOf(variable.value)) != LLVMPointerTypeKind)
			return hr_hetero_bad_call(tree->h, call,
						  hr_arena_printf(tree->h->arena,
								  "variable %u is not a pointer; "
								  "give the address of a variable",
								  i + 1));
		HR_PUSH(&node->privates, variable);
	}
	return true;
}

static bool add_rest(hr_tree *tree, LLVMValueRef at)
{
	switch (hr_mark_of(at)) {
	case HR_M_section_begin: return add_section(tree, at);
	case HR_M_hint: return add_hint(tree, at, true);
	case HR_M_priv: return add_private(tree, at);
	default: return hr_hpvm_call_of(at).op != HR_H_hint || add_hint(tree, at, false);
	}
}

/* --- what internal nodes may contain ---------------------------------------------------------- */

static bool is_own_mark(const hr_hnode *node, LLVMValueRef at)
{
	hr_mark mark = hr_mark_of(at);

	if (mark == HR_M_NONE)
		return hr_hpvm_call_of(at).op == HR_H_hint;
	for (size_t i = 0; i < node->children.count; i++)
		if (at == node->children.data[i]->begin || at == node->children.data[i]->end)
			return true;
	return mark == HR_M_hint || mark == HR_M_section_begin || mark == HR_M_section_end ||
	       mark == HR_M_non_zero || at == node->begin;
}

static bool is_harmless(const hr_hnode *node, LLVMValueRef at)
{
	if (LLVMIsAInvokeInst(at) || hr_is_remark_call(at) || is_own_mark(node, at))
		return !LLVMIsAInvokeInst(at) || is_own_mark(node, at);
	return hr_is_pure(at) || LLVMIsAPHINode(at) || LLVMIsAAllocaInst(at) ||
	       LLVMIsABranchInst(at) || LLVMIsASwitchInst(at) || LLVMIsAReturnInst(at) ||
	       LLVMIsAUnreachableInst(at) || (LLVMIsALoadInst(at) && !LLVMGetVolatile(at));
}

static const char *effect_of(hr_hetero *h, LLVMValueRef at)
{
	if (LLVMIsACallInst(at) || LLVMIsAInvokeInst(at)) {
		LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(at));

		return callee ? hr_arena_printf(h->arena, "a call of '%s'", hr_name_of(callee))
			      : "an indirect call";
	}
	return LLVMIsAStoreInst(at) ? "a store" : "an operation on memory";
}

static bool in_child(const hr_tree *tree, const hr_hnode *node, LLVMValueRef at)
{
	for (size_t i = 0; i < node->children.count; i++)
		if (hr_node_has(tree, node->children.data[i], at))
			return true;
	return false;
}

static bool check_inner(const hr_tree *tree, const hr_hnode *node)
{
	bool good = true;

	if (!node->children.count && !node->section_begin && node->parent)
		return true;
	if (!node->children.count)
		return hr_hetero_report(tree->h,
					node->section_begin ? node->section_begin
					: node->begin
						? node->begin
						: LLVMGetFirstInstruction(tree->flow->blocks[0]),
					HR_D_hetero_computes, hr_name_of(tree->flow->function),
					"it has no task and no parallel loop");
	HR_EACH_INSTRUCTION(tree->flow->function, at)
	{
		if (tree->flow->order[hr_flow_block_of(tree->flow, at)] == UINT_MAX ||
		    !hr_node_has(tree, node, at) || in_child(tree, node, at) ||
		    is_harmless(node, at))
			continue;
		good = hr_hetero_report(tree->h, at, HR_D_hetero_computes,
					hr_name_of(tree->flow->function), effect_of(tree->h, at));
	}
	return good;
}

/* --- the tree --------------------------------------------------------------------------------- */

static bool has_launch(LLVMValueRef function)
{
	HR_EACH_INSTRUCTION(function, at)
	if (hr_mark_of(at) == HR_M_launch_begin)
		return true;
	return false;
}

bool hr_tree_read(hr_hetero *h, LLVMValueRef function, hr_tree *tree)
{
	bool good = true;

	tree->h = h;
	tree->flow = hr_flow_new(h->arena, function);
	if (!has_launch(function)) {
		hr_hnode *root = new_node(tree, HR_K_FUNCTION, NULL);

		root->name = hr_plain_name(h->program, hr_name_of(function));
		root->blocks = hr_flow_set(tree->flow);
		memset(root->blocks, 0xff, tree->flow->words * sizeof(uint64_t));
		root->function = function;
	}
	HR_EACH_INSTRUCTION(function, at)
	good &= add_call(tree, at);
	for (size_t i = 0; good && i < tree->nodes.count; i++)
		good &= nest(tree, tree->nodes.data[i]);
	if (good)
		HR_EACH_INSTRUCTION(function, at)
	good &= add_rest(tree, at);
	for (size_t i = 0; good && i < tree->nodes.count; i++) {
		hr_hnode *node = tree->nodes.data[i];

		if (node->children.count > 1)
			qsort_r(node->children.data, node->children.count, sizeof(hr_hnode *),
				by_order, tree->flow);
		good &= check_inner(tree, node);
	}
	return good;
}

void hr_tree_free(hr_tree *tree)
{
	for (size_t i = 0; i < tree->nodes.count; i++) {
		hr_hnode *node = tree->nodes.data[i];

		HR_VEC_FREE(&node->children);
		HR_VEC_FREE(&node->ports);
		HR_VEC_FREE(&node->outputs);
		HR_VEC_FREE(&node->privates);
	}
	HR_VEC_FREE(&tree->nodes);
	HR_VEC_FREE(&tree->roots);
	hr_flow_free(tree->flow);
}
