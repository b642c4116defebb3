/* ir/hetero/inner.c -- the function of an internal node: its children, edges and binds.
 *
 * Invariant: every input of a child has one source.
 * Owns:      nothing.
 * Not here:  leaves (leaf.c). */
#include <llvm-c/DebugInfo.h>

#include "ir/hetero/hetero_private.h"

/* Give the code that is built next the place of CALL. If CALL was inlined, that is the place in the
 * function itself: a graph is built where it is written (G10). */
static void set_place(hr_maker *m, LLVMValueRef call)
{
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);

	while (place && LLVMDILocationGetInlinedAt(place))
		place = LLVMDILocationGetInlinedAt(place);
	LLVMSetCurrentDebugLocation2(m->builder, place);
}

static LLVMValueRef create(hr_maker *m, const hr_hnode *child, const LLVMValueRef extents[3])
{
	hr_hetero *h = m->tree->h;
	LLVMValueRef operands[5] = {hr_hetero_int(h, child->dims), child->function};

	for (unsigned d = 0; d < child->dims; d++)
		operands[2 + d] = extents[d];
	return hr_hetero_call(h, m->builder, "__hpvm__createNodeND", h->ptr, operands,
			      2 + child->dims, 1);
}

/* Connect the inputs of the child with HANDLE; HANDLES are those of its siblings. */
static void connect(hr_maker *m, const hr_hnode *child, LLVMValueRef handle,
		    const LLVMValueRef *handles)
{
	hr_hetero *h = m->tree->h;
	LLVMValueRef all = hr_hetero_int(h, 1), zero = hr_hetero_int(h, 0);

	for (unsigned i = 0; i < child->ports.count; i++) {
		const hr_hport *port = &child->ports.data[i];
		LLVMValueRef input = hr_hetero_int(h, i);

		if (port->source >= 0)
			hr_hetero_call(h, m->builder, "__hpvm__edge", h->ptr,
				       (LLVMValueRef[]){handles[port->source], handle, all,
							hr_hetero_int(h, (uint64_t)port->output),
							input, zero},
				       6, 6);
		else
			hr_hetero_call(h, m->builder, "__hpvm__bindIn", h->none,
				       (LLVMValueRef[]){handle,
							hr_hetero_int(h, (uint64_t)port->parent),
							input, zero},
				       4, 4);
	}
}

/* Bind output NUMBER of the node, its port PORT, to the last child that has it as an output. */
static bool bind_output(hr_maker *m, unsigned number, unsigned port, const LLVMValueRef *handles)
{
	const hr_hnode *node = m->node, *from = NULL;
	hr_hetero *h = m->tree->h;
	LLVMValueRef handle = NULL;
	unsigned output = 0;

	for (size_t i = 0; i < node->children.count; i++) {
		const hr_hnode *child = node->children.data[i];

		for (unsigned k = 0; k < child->outputs.count; k++)
			if (child->ports.data[child->outputs.data[k]].parent == (int)port) {
				from = child;
				handle = handles[i];
				output = k;
			}
	}
	if (!from)
		return hr_hetero_report(
			h, node->begin, HR_D_hetero_arguments, hr_mark_name(node->begin),
			hr_name_of(m->tree->flow->function),
			hr_arena_printf(h->arena,
					"its output '%s' is not an output of a task or loop in it",
					node->ports.data[port].name));
	set_place(m, from->begin);
	hr_hetero_call(h, m->builder, "__hpvm__bindOut", h->none,
		       (LLVMValueRef[]){handle, hr_hetero_int(h, output), hr_hetero_int(h, number),
					hr_hetero_int(h, 0)},
		       4, 4);
	return true;
}

static bool make_children(const hr_tree *tree, hr_hnode *node)
{
	bool good = true;

	for (size_t i = 0; i < node->children.count; i++) {
		hr_hnode *child = node->children.data[i];

		/* Siblings after one whose interface is unknown would report the same again. */
		if (!hr_node_interface(tree, child))
			return false;
		if (child->kind == HR_K_TASK)
			good &= hr_loop_always(tree, child);
		good &= child->children.count || child->section_begin ? hr_inner_make(tree, child)
								      : hr_leaf_make(tree, child);
	}
	return good;
}

/* A launched function lists nothing: it reads and writes what its children do. */
static void list_as_children(hr_hnode *node)
{
	for (size_t i = 0; node->kind == HR_K_FUNCTION && i < node->children.count; i++) {
		const hr_hnode *child = node->children.data[i];

		for (size_t k = 0; k < child->ports.count; k++) {
			hr_hport *port = &node->ports.data[child->ports.data[k].parent];

			port->in |= child->ports.data[k].in;
			port->out |= child->ports.data[k].out;
		}
	}
}

static bool write_body(const hr_tree *tree, hr_hnode *node)
{
	LLVMValueRef *handles =
		hr_arena_array(tree->h->arena, node->children.count, sizeof(LLVMValueRef));
	bool good = true;
	hr_maker m;

	list_as_children(node);
	hr_maker_begin(&m, tree, node, false);
	for (size_t i = 0; i < node->children.count; i++) {
		const hr_hnode *child = node->children.data[i];
		LLVMValueRef extents[3] = {0};

		set_place(&m, child->begin);
		if (child->kind == HR_K_LOOP && !hr_loop_extents(&m, child, extents)) {
			good = false;
			continue;
		}
		handles[i] = create(&m, child, extents);
		connect(&m, child, handles[i], handles);
	}
	for (unsigned i = 0; good && i < node->outputs.count; i++)
		good &= bind_output(&m, i, node->outputs.data[i], handles);
	LLVMBuildRetVoid(m.builder);
	hr_maker_end(&m);
	return good;
}

/* Delete the blocks of FUNCTION that are not its last. */
static void keep_last_block(LLVMValueRef function)
{
	LLVMBasicBlockRef last = LLVMGetLastBasicBlock(function), block, next;

	for (block = LLVMGetFirstBasicBlock(function); block != last;
	     block = LLVMGetNextBasicBlock(block)) {
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind &&
			    LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMTokenTypeKind)
				LLVMReplaceAllUsesWith(at, LLVMGetPoison(LLVMTypeOf(at)));
	}
	for (block = LLVMGetFirstBasicBlock(function); block != last;
	     block = LLVMGetNextBasicBlock(block))
		while (LLVMGetLastInstruction(block))
			LLVMInstructionEraseFromParent(LLVMGetLastInstruction(block));
	for (block = LLVMGetFirstBasicBlock(function); block != last; block = next) {
		next = LLVMGetNextBasicBlock(block);
		LLVMDeleteBasicBlock(block);
	}
}

bool hr_inner_make(const hr_tree *tree, hr_hnode *node)
{
	bool good = make_children(tree, node) && write_body(tree, node);

	if (good && node->kind == HR_K_FUNCTION)
		keep_last_block(node->function);
	return good;
}
