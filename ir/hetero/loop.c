/* ir/hetero/loop.c -- parallel loops: their indices, extents and conditions.
 *
 * A loop has one index, which begins at a value and changes by the same amount each time, and one
 * condition, which compares it with a bound; the condition stands at the top, or at the bottom after
 * clang has rotated the loop. In that form, another condition around the loop decides whether it
 * runs at all.
 *
 * Invariant: an extent is the number of iterations that the loop has.
 * Owns:      nothing.
 * Not here:  the value of an index in an instance (value.c). */
#include "ir/hetero/hetero_private.h"
#include "ir/program/range.h"

static bool refuse(const hr_tree *tree, const hr_hnode *node, const char *why)
{
	return hr_hetero_report(tree->h, node->begin, HR_D_hetero_loop, node->name, why);
}

/* --- one loop --------------------------------------------------------------------------------- */

static bool is_inside(const hr_flow *flow, const hr_loop *loop, LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && hr_in_set(loop->blocks, hr_flow_block_of(flow, value));
}

bool hr_loop_affine(const hr_flow *flow, const hr_loop *loop, LLVMValueRef phi, hr_affine *affine)
{
	unsigned own;

	*affine = (hr_affine){0};
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i), *slot;

		slot = hr_in_set(loop->blocks, hr_flow_block(flow, LLVMGetIncomingBlock(phi, i)))
			       ? &affine->next
			       : &affine->first;
		if (*slot && *slot != value)
			return false;
		*slot = value;
	}
	if (!affine->first || !affine->next || affine->next == phi)
		return false;
	affine->once = !is_inside(flow, loop, affine->next);
	if (affine->once)
		return true;
	switch (LLVMGetInstructionOpcode(affine->next)) {
	case LLVMAdd: break;
	case LLVMSub: affine->down = true; break;
	case LLVMGetElementPtr:
		if (LLVMGetNumOperands(affine->next) != 2)
			return false;
		break;
	default: return false;
	}
	own = LLVMGetOperand(affine->next, 0) == phi ? 0 : 1;
	if (LLVMGetOperand(affine->next, own) != phi ||
	    (own && LLVMGetInstructionOpcode(affine->next) != LLVMAdd))
		return false;
	affine->step = LLVMGetOperand(affine->next, 1 - own);
	return !is_inside(flow, loop, affine->step);
}

/* Find the only latch, and the only branch that leaves the loop except to a dead end. */
static const char *find_exit(const hr_flow *flow, hr_loop *loop)
{
	unsigned latches = 0, exits = 0;

	for (unsigned i = 0; i < flow->count; i++) {
		if (!hr_in_set(loop->blocks, i))
			continue;
		for (unsigned k = 0; k < hr_flow_successors(flow, i); k++) {
			unsigned next = hr_flow_successor(flow, i, k);

			if (next == loop->header) {
				latches++;
				loop->latch = i;
			}
			if (hr_in_set(loop->blocks, next) ||
			    LLVMIsAInvokeInst(LLVMGetBasicBlockTerminator(flow->blocks[i])))
				continue;
			exits++;
			loop->exiting = i;
			loop->inside = hr_flow_successor(flow, i, 1 - k % 2);
		}
	}
	if (latches != 1)
		return "one of its loops does not have one end of its body";
	if (exits != 1 || hr_flow_successors(flow, loop->exiting) != 2)
		return "one of its loops is left in more than one place";
	if (loop->exiting != loop->header && loop->exiting != loop->latch)
		return "one of its loops is left in the middle of its body";
	return NULL;
}

/* Add the blocks after an exception to those of a loop. */
static void add_dead_ends(const hr_flow *flow, uint64_t *blocks, unsigned exit)
{
	bool changed = true;

	while (changed) {
		changed = false;
		for (unsigned i = 0; i < flow->count; i++)
			for (unsigned k = 0;
			     hr_in_set(blocks, i) && k < hr_flow_successors(flow, i); k++) {
				unsigned next = hr_flow_successor(flow, i, k);

				if (next == exit || hr_in_set(blocks, next))
					continue;
				hr_add_to_set(blocks, next);
				changed = true;
			}
	}
}

bool hr_loop_nest(const hr_tree *tree, hr_hnode *node)
{
	const hr_flow *flow = tree->flow;
	unsigned block = hr_flow_block_of(flow, node->begin);

	for (unsigned d = node->dims; d-- > 0;) {
		hr_loop *loop = &node->loops[d];
		const char *why;

		if (!hr_flow_loop(flow, block, d + 1 < node->dims ? loop + 1 : NULL, loop))
			return refuse(tree, node,
				      hr_arena_printf(tree->h->arena,
						      "it says %u, but the call is in %u",
						      node->dims, node->dims - 1 - d));
		why = find_exit(flow, loop);
		if (why)
			return refuse(tree, node, why);
	}
	node->blocks = hr_flow_set(flow);
	for (unsigned w = 0; w < flow->words; w++)
		node->blocks[w] = node->loops[node->dims - 1].blocks[w];
	if (node->loops[node->dims - 1].exiting != UINT32_MAX) {
		const hr_loop *last = &node->loops[node->dims - 1];
		unsigned first = hr_flow_successor(flow, last->exiting, 0);

		add_dead_ends(flow, node->blocks,
			      first == last->inside ? hr_flow_successor(flow, last->exiting, 1)
						    : first);
	}
	return true;
}

/* --- the number of iterations ----------------------------------------------------------------- */

/* The condition to go on: TESTED PREDICATE BOUND, where TESTED is FIRST + k * STEP in the k-th
 * test. */
typedef struct test {
	LLVMIntPredicate predicate;
	LLVMValueRef first, bound; /* made */
	LLVMValueRef begin;        /* of the index, made; FIRST is BEGIN, or after one step */
	uint64_t step;             /* 0: the first test is the only one that may hold */
	bool down, bottom;
} test;

/* Convert VALUE as the chain of casts from TESTED down to BASE does. */
static LLVMValueRef convert(hr_maker *m, LLVMValueRef tested, LLVMValueRef base, LLVMValueRef value)
{
	if (tested == base)
		return value;
	value = convert(m, LLVMGetOperand(tested, 0), base, value);
	return LLVMBuildCast(m->builder, LLVMGetInstructionOpcode(tested), value,
			     LLVMTypeOf(tested), "");
}

static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) || LLVMIsATruncInst(value) ||
	       LLVMIsAFreezeInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* Set T for the comparison of TESTED if it is the loop's index; return false if it is not, with a
 * reason if an index cannot be used. */
static bool read_index(hr_maker *m, const hr_loop *loop, LLVMValueRef tested, test *t,
		       const char **why)
{
	const hr_flow *flow = m->tree->flow;
	LLVMValueRef base = without_casts(tested), first, step;
	hr_affine affine;

	for (LLVMValueRef phi = LLVMGetFirstInstruction(flow->blocks[loop->header]);
	     LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind ||
		    !hr_loop_affine(flow, loop, phi, &affine) ||
		    (base != phi && (affine.once || base != affine.next)))
			continue;
		if (!affine.once && (!LLVMIsAConstantInt(affine.step) ||
				     LLVMGetIntTypeWidth(LLVMTypeOf(affine.step)) > 64)) {
			*why = "the step of one of its loops is not a constant";
			return false;
		}
		first = hr_make(m, affine.first);
		if (!first)
			return false;
		t->first = t->begin = convert(m, tested, base, first);
		if (affine.once)
			return true;
		step = affine.step;
		if (base == affine.next)
			t->first = convert(m, tested, base,
					   affine.down ? LLVMBuildSub(m->builder, first, step, "")
						       : LLVMBuildAdd(m->builder, first, step, ""));
		t->step = (uint64_t)LLVMConstIntGetSExtValue(step);
		t->down = affine.down;
		if ((int64_t)t->step < 0) {
			t->step = -t->step;
			t->down = !t->down;
		}
		return t->step != 0;
	}
	return false;
}

static bool read_test(hr_maker *m, const hr_loop *loop, test *t, const char **why)
{
	const hr_flow *flow = m->tree->flow;
	LLVMValueRef leave = LLVMGetBasicBlockTerminator(flow->blocks[loop->exiting]);
	LLVMValueRef condition = LLVMIsABranchInst(leave) ? LLVMGetCondition(leave) : NULL, bound;

	*why = "the condition of one of its loops does not compare its index with a bound";
	t->bottom = loop->exiting == loop->latch;
	if (condition && LLVMIsAPHINode(condition)) {
		/* A loop of two iterations: true in the first one. */
		t->predicate = hr_flow_successor(flow, loop->exiting, 0) == loop->inside
				       ? LLVMIntNE
				       : LLVMIntEQ;
		t->bound = LLVMConstNull(LLVMTypeOf(condition));
		return read_index(m, loop, condition, t, why);
	}
	if (!condition || !LLVMIsAICmpInst(condition))
		return false;
	t->predicate = LLVMGetICmpPredicate(condition);
	if (hr_flow_successor(flow, loop->exiting, 0) != loop->inside)
		t->predicate = hr_predicate_inverted(t->predicate);
	bound = LLVMGetOperand(condition, 1);
	if (!read_index(m, loop, LLVMGetOperand(condition, 0), t, why)) {
		if (m->lacking)
			return false;
		bound = LLVMGetOperand(condition, 0);
		t->predicate = hr_predicate_mirrored(t->predicate);
		if (!read_index(m, loop, LLVMGetOperand(condition, 1), t, why))
			return false;
	}
	t->bound = hr_make(m, bound);
	return t->bound != NULL;
}

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && LLVMIsNull(value);
}

/* Return how many tests in a row hold; NULL if the comparison does not fit the direction. */
static LLVMValueRef holding(hr_maker *m, const test *t)
{
	LLVMBuilderRef b = m->builder;
	LLVMTypeRef type = LLVMTypeOf(t->first);
	LLVMValueRef low = t->down ? t->bound : t->first, high = t->down ? t->first : t->bound;
	LLVMValueRef step = LLVMConstInt(type, t->step, 0), one = LLVMConstInt(type, 1, 0), far,
		     count;
	LLVMIntPredicate p = t->down ? hr_predicate_mirrored(t->predicate) : t->predicate;
	bool strict = p == LLVMIntULT || p == LLVMIntSLT;

	if (!t->step || p == LLVMIntEQ)
		return LLVMBuildZExt(b, LLVMBuildICmp(b, t->predicate, t->first, t->bound, ""),
				     m->tree->h->i64, "");
	far = is_zero(low) ? high : LLVMBuildSub(b, high, low, "");
	if (p == LLVMIntNE)
		return t->step == 1 ? far : LLVMBuildUDiv(b, far, step, "");
	if (!strict && p != LLVMIntULE && p != LLVMIntSLE)
		return NULL;
	if (strict && t->step == 1)
		count = far;
	else if (strict)
		count = LLVMBuildAdd(b, LLVMBuildUDiv(b, LLVMBuildSub(b, far, one, ""), step, ""),
				     one, "");
	else
		count = LLVMBuildAdd(b, LLVMBuildUDiv(b, far, step, ""), one, "");
	if (strict && t->step == 1 && is_zero(low) && p == LLVMIntULT)
		return count;
	return LLVMBuildSelect(b, LLVMBuildICmp(b, p, low, high, ""), count, LLVMConstNull(type),
			       "");
}

static LLVMValueRef iterations(hr_maker *m, const hr_loop *loop, const char **why)
{
	test t = {0};
	LLVMValueRef count;

	if (!read_test(m, loop, &t, why))
		return NULL;
	if (t.bottom && t.step && t.predicate == LLVMIntNE) {
		/* As if it were at the top, because it cannot hold more often than the index steps. */
		t.bottom = t.begin == t.first;
		t.first = t.begin;
	}
	count = holding(m, &t);
	if (count && t.bottom)
		count = LLVMBuildAdd(m->builder, count, LLVMConstInt(LLVMTypeOf(count), 1, 0), "");
	if (!count)
		*why = "the index of one of its loops runs away from its bound";
	return count ? LLVMBuildIntCast2(m->builder, count, m->tree->h->i64, 0, "") : NULL;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Return the block where NODE begins. */
static unsigned target_of(const hr_tree *tree, const hr_hnode *node)
{
	return node->kind == HR_K_LOOP ? node->loops[node->dims - 1].header
				       : hr_flow_block_of(tree->flow, node->begin);
}

static bool is_own_exit(const hr_hnode *node, unsigned block)
{
	for (unsigned d = 0; node->kind == HR_K_LOOP && d < node->dims; d++)
		if (node->loops[d].exiting == block)
			return true;
	return false;
}

/* Return the condition that BLOCK branches on if it decides whether NODE runs; *WANTED is the
 * number of the successor. */
static LLVMValueRef decides(const hr_tree *tree, const hr_hnode *node, unsigned block,
			    unsigned *wanted)
{
	const hr_flow *flow = tree->flow;
	LLVMValueRef leave = LLVMGetBasicBlockTerminator(flow->blocks[block]);
	unsigned target = target_of(tree, node), reaching = 0, count;
	hr_loop around;

	count = hr_flow_successors(flow, block);
	if (count < 2 || LLVMIsAInvokeInst(leave) || is_own_exit(node, block))
		return NULL;
	if (hr_flow_loop(flow, block, NULL, &around) && !hr_in_set(around.blocks, target))
		return NULL;
	for (unsigned i = 0; i < count; i++) {
		unsigned next = hr_flow_successor(flow, block, i);

		if (hr_flow_dominates(flow, next, block) ||
		    !hr_flow_reaches(flow, node->parent->blocks, next, target))
			continue;
		reaching++;
		*wanted = i;
	}
	return reaching && reaching < count ? leave : NULL;
}

/* Return the next block from *AT on whose branch decides whether NODE runs. */
static LLVMValueRef next_condition(const hr_tree *tree, const hr_hnode *node, unsigned *at,
				   unsigned *wanted)
{
	const hr_flow *flow = tree->flow;
	unsigned target = target_of(tree, node);

	for (; *at < flow->count; ++*at) {
		LLVMValueRef leave;

		if (flow->order[*at] == UINT32_MAX || *at == target ||
		    is_own_exit(node->parent, *at) || !hr_in_set(node->parent->blocks, *at) ||
		    (node->kind == HR_K_LOOP && hr_in_set(node->blocks, *at)))
			continue;
		leave = decides(tree, node, *at, wanted);
		if (leave) {
			++*at;
			return leave;
		}
	}
	return NULL;
}

/* Return the loop around NODE that its parent does not consist of. */
static bool in_other_loop(const hr_tree *tree, const hr_hnode *node)
{
	const hr_hnode *parent = node->parent;
	const hr_loop *inner = node->kind == HR_K_LOOP ? &node->loops[0] : NULL;
	hr_loop around;

	if (!hr_flow_loop(tree->flow, target_of(tree, node), inner, &around))
		return false;
	if (parent->kind == HR_K_LOOP)
		return around.header != parent->loops[parent->dims - 1].header;
	if (parent->kind == HR_K_FUNCTION)
		return true;
	/* A loop around the parent contains its begin. */
	return !hr_in_set(around.blocks, hr_flow_block_of(tree->flow, parent->begin));
}

static bool check_place(const hr_tree *tree, const hr_hnode *node)
{
	if (!in_other_loop(tree, node))
		return true;
	return hr_hetero_report(
		tree->h, node->begin, HR_D_hetero_loop, node->name,
		node->kind == HR_K_LOOP
			? "a sequential loop encloses it; count it among the parallel loops, or "
			  "move it into a task"
			: "a loop encloses the task; mark it with __hetero_parallel_loop, or move it "
			  "into the task");
}

bool hr_loop_always(const hr_tree *tree, const hr_hnode *node)
{
	unsigned at = 0, wanted = 0;
	LLVMValueRef leave;

	if (!check_place(tree, node))
		return false;
	leave = next_condition(tree, node, &at, &wanted);
	return !leave ||
	       hr_hetero_report(
		       tree->h, leave, HR_D_hetero_computes, hr_name_of(tree->flow->function),
		       hr_arena_printf(tree->h->arena, "a condition that decides whether %s runs",
				       hr_node_text(tree->h, node)));
}

/* Return true if CONDITION says that one of EXTENTS is not 0. */
static bool is_redundant(LLVMValueRef condition, const LLVMValueRef *extents, unsigned dims)
{
	LLVMIntPredicate p =
		LLVMIsAICmpInst(condition) ? LLVMGetICmpPredicate(condition) : LLVMIntEQ;

	for (unsigned d = 0; d < dims; d++)
		if ((p == LLVMIntNE || p == LLVMIntUGT) && is_zero(LLVMGetOperand(condition, 1)) &&
		    LLVMGetOperand(condition, 0) == extents[d])
			return true;
	return false;
}

/* Return CONDITION, or its inverse. */
static LLVMValueRef made_condition(hr_maker *m, LLVMValueRef condition, bool invert)
{
	LLVMValueRef one, other;

	if (!invert)
		return hr_make(m, condition);
	if (!LLVMIsAICmpInst(condition)) {
		one = hr_make(m, condition);
		return one ? LLVMBuildNot(m->builder, one, "") : NULL;
	}
	one = hr_make(m, LLVMGetOperand(condition, 0));
	other = hr_make(m, LLVMGetOperand(condition, 1));
	return one && other ? LLVMBuildICmp(m->builder,
					    hr_predicate_inverted(LLVMGetICmpPredicate(condition)),
					    one, other, "")
			    : NULL;
}

/* Set *ALL to the conjunction of the conditions on NODE, or NULL if there are none but those that
 * its EXTENTS imply. */
static bool conditions(hr_maker *m, const hr_hnode *node, const LLVMValueRef *extents,
		       LLVMValueRef *all)
{
	unsigned at = 0, wanted = 0;
	LLVMValueRef leave;

	*all = NULL;
	while ((leave = next_condition(m->tree, node, &at, &wanted))) {
		LLVMValueRef condition =
			LLVMIsABranchInst(leave)
				? made_condition(m, LLVMGetCondition(leave), wanted != 0)
				: NULL;

		if (!condition)
			return false;
		if (is_redundant(condition, extents, node->dims))
			continue;
		*all = *all ? LLVMBuildAnd(m->builder, *all, condition, "") : condition;
	}
	return true;
}

/* Report why the extents of NODE are unknown: WHY, or what could not be made. */
static bool refuse_extents(const hr_maker *m, const hr_hnode *node, const char *why)
{
	hr_hetero *h = m->tree->h;

	if (!m->lacking)
		return refuse(m->tree, node, why);
	for (unsigned d = 0; LLVMIsAPHINode(m->lacking) && d < node->dims; d++)
		if (node->loops[d].header == hr_flow_block_of(m->tree->flow, m->lacking))
			return refuse(
				m->tree, node,
				hr_arena_printf(h->arena,
						"its extent depends on %s, the index of another "
						"of its loops",
						hr_hetero_describe(h, m->lacking)));
	if (m->why)
		return refuse(m->tree, node,
			      hr_arena_printf(h->arena, "its extent depends on %s: %s",
					      hr_hetero_describe(h, m->lacking), m->why));
	return refuse(m->tree, node,
		      hr_arena_printf(h->arena,
				      "its extent depends on %s, which is not an input of %s",
				      hr_hetero_describe(h, m->lacking), hr_node_text(h, m->node)));
}

bool hr_loop_extents(hr_maker *m, const hr_hnode *node, LLVMValueRef extents[3])
{
	const char *why = NULL;
	LLVMValueRef runs;

	if (!check_place(m->tree, node))
		return false;
	m->lacking = NULL;
	for (unsigned d = 0; d < node->dims; d++) {
		extents[d] = iterations(m, &node->loops[d], &why);
		if (!extents[d])
			return refuse_extents(m, node, why);
	}
	if (!conditions(m, node, extents, &runs))
		return refuse_extents(m, node,
				      "it runs under a condition that its section cannot compute");
	for (unsigned d = 0; runs && d < node->dims; d++)
		if (!d || LLVMIsABinaryOperator(extents[d]))
			extents[d] = LLVMBuildSelect(m->builder, runs, extents[d],
						     LLVMConstNull(m->tree->h->i64), "");
	return true;
}
