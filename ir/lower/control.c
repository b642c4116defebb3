/* ir/lower/control.c -- branches, switches, returns, and phis.
 *
 * A phi is a register that every edge into its block writes. The writes of one edge are parallel:
 * they are ordered such that none overwrites what another still reads, with a temporary for each
 * cycle. They are at the end of a block with one successor, otherwise in a separate chunk on the
 * edge.
 *
 * An indirect jump cannot have code on its edges. Before it the values for the phis of all its
 * destinations go to staging registers, and the entry for indirect jumps of each destination moves
 * them to the phis.
 *
 * Owns:      nothing.
 * Clauses:   H4 (unreachable). */
#include <stdlib.h>

#include "ir/lower/lower_private.h"

typedef struct phi_move {
	hr_vreg to, from;
} phi_move;

typedef struct phi_moves {
	HR_VEC(phi_move) list;
	hr_map readers; /* register -> number of pending moves that read it */
} phi_moves;

/* --- parallel moves --------------------------------------------------------------------------- */

static uint64_t readers_of(const phi_moves *m, hr_vreg reg)
{
	uint64_t count = 0;

	hr_map_get(&m->readers, reg, &count);
	return count;
}

static void add_move(phi_moves *m, hr_vreg to, hr_vreg from)
{
	if (to == from)
		return;
	HR_PUSH(&m->list, (phi_move){to, from});
	hr_map_put(&m->readers, from, readers_of(m, from) + 1);
}

static void emit_move(hr_lw *l, phi_moves *m, size_t i)
{
	phi_move done = m->list.data[i];

	hr_lw_move(l, done.to, done.from);
	hr_map_put(&m->readers, done.from, readers_of(m, done.from) - 1);
	m->list.data[i] = HR_LAST(&m->list);
	m->list.count--;
}

/* Every pending move is part of a cycle: copying one target breaks it. */
static void break_cycle(hr_lw *l, phi_moves *m)
{
	hr_vreg target = m->list.data[0].to;
	hr_vreg copy = hr_lw_reg(l, l->vregs.data[target].size);

	hr_lw_move(l, copy, target);
	for (size_t i = 0; i < m->list.count; i++)
		if (m->list.data[i].from == target)
			m->list.data[i].from = copy;
	hr_map_put(&m->readers, copy, readers_of(m, target));
	hr_map_put(&m->readers, target, 0);
}

static void emit_moves(hr_lw *l, phi_moves *m)
{
	while (m->list.count) {
		size_t before = m->list.count;

		for (size_t i = m->list.count; i-- > 0;)
			if (i < m->list.count && !readers_of(m, m->list.data[i].to))
				emit_move(l, m, i);
		if (m->list.count == before)
			break_cycle(l, m);
	}
	HR_VEC_FREE(&m->list);
	hr_map_free(&m->readers);
}

/* --- phis ------------------------------------------------------------------------------------- */

hr_lw_block *hr_lw_block_of(hr_lw *l, LLVMBasicBlockRef block)
{
	uint64_t index;

	if (!hr_map_get(&l->block_index, hr_map_key(block), &index))
		hr_bug("a block of another function");
	return &l->blocks[index];
}

static void define_phi(hr_lw *l, hr_lw_block *block, LLVMValueRef phi)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, phi);
	hr_lw_value *value = hr_lw_new_value(l, type->count);
	bool may_be_poison = hr_lw_may_be_poison(l, phi);

	HR_PUSH(&block->phis, phi);
	for (uint32_t i = 0; i < type->count; i++) {
		value->regs[i] = hr_lw_reg(l, hr_con_size(type->scalars[i].con));
		if (may_be_poison)
			hr_lw_set_poison(l, value, i, hr_lw_reg(l, 1));
		if (!block->indirect)
			continue;
		HR_PUSH(&block->staging, hr_lw_reg(l, hr_con_size(type->scalars[i].con)));
		if (may_be_poison)
			HR_PUSH(&block->staging, hr_lw_reg(l, 1));
	}
	hr_lw_define(l, phi, value);
}

void hr_lw_define_phis(hr_lw *l)
{
	for (uint32_t i = 0; i < l->order_count; i++) {
		hr_lw_block *block = &l->blocks[l->order[i]];

		for (LLVMValueRef in = LLVMGetFirstInstruction(block->llvm);
		     in && LLVMIsAPHINode(in); in = LLVMGetNextInstruction(in))
			define_phi(l, block, in);
	}
}

/* Return the value of PHI from block FROM; *HINT is its index in the previous phi of the block. */
static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from, unsigned *hint)
{
	unsigned count = LLVMCountIncoming(phi);

	if (*hint < count && LLVMGetIncomingBlock(phi, *hint) == from)
		return LLVMGetIncomingValue(phi, *hint);
	for (unsigned i = 0; i < count; i++)
		if (LLVMGetIncomingBlock(phi, i) == from) {
			*hint = i;
			return LLVMGetIncomingValue(phi, i);
		}
	hr_bug("a phi lacks a predecessor");
}

/* Collect the moves of the edge; to the staging registers if STAGED. */
static void collect(hr_lw *l, LLVMBasicBlockRef from, const hr_lw_block *to, bool staged,
		    phi_moves *m)
{
	size_t stage = 0;
	unsigned hint = 0;

	for (size_t p = 0; p < to->phis.count; p++) {
		const hr_lw_value *phi = hr_lw_value_of(l, to->phis.data[p]), *value;

		l->phi = to->phis.data[p];
		value = hr_lw_value_of(l, incoming(l->phi, from, &hint));
		l->phi = NULL;
		for (uint32_t i = 0; i < phi->count; i++) {
			hr_vreg flag = hr_lw_poison(phi, i), given = hr_lw_poison(value, i);

			add_move(m, staged ? to->staging.data[stage++] : phi->regs[i],
				 value->regs[i]);
			if (flag == HR_NO_REG)
				continue;
			add_move(m, staged ? to->staging.data[stage++] : flag,
				 given == HR_NO_REG ? hr_lw_const(l, 1, 0) : given);
		}
	}
}

void hr_lw_go(hr_lw *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	hr_lw_block *target = hr_lw_block_of(l, to);
	phi_moves m = {0};

	collect(l, from, target, false, &m);
	emit_moves(l, &m);
	hr_lw_jump(l, target->chunk);
}

void hr_lw_indirect_entry(hr_lw *l, hr_lw_block *block)
{
	phi_moves m = {0};
	size_t stage = 0;

	block->entry = hr_lw_chunk_new(l);
	hr_lw_begin(l, block->entry);
	for (size_t p = 0; p < block->phis.count; p++) {
		const hr_lw_value *phi = hr_lw_value_of(l, block->phis.data[p]);

		for (uint32_t i = 0; i < phi->count; i++) {
			add_move(&m, phi->regs[i], block->staging.data[stage++]);
			if (hr_lw_poison(phi, i) != HR_NO_REG)
				add_move(&m, hr_lw_poison(phi, i), block->staging.data[stage++]);
		}
	}
	emit_moves(l, &m);
	hr_lw_jump(l, block->chunk);
}

void hr_in_phi(hr_lw *l, LLVMValueRef in)
{
	(void)l, (void)in; /* defined before all blocks, written by the edges */
}

/* --- edges of a block with several successors ------------------------------------------------- */

typedef struct edges {
	LLVMBasicBlockRef from;
	hr_map chunks;                     /* target -> its chunk, or that of the edge */
	HR_VEC(LLVMBasicBlockRef) pending; /* targets whose edges have separate chunks */
} edges;

static uint32_t edge(hr_lw *l, edges *e, LLVMBasicBlockRef to)
{
	hr_lw_block *target = hr_lw_block_of(l, to);
	uint64_t known;

	if (!target->phis.count)
		return target->chunk;
	if (hr_map_get(&e->chunks, hr_map_key(to), &known))
		return (uint32_t)known;
	known = hr_lw_chunk_new(l);
	hr_map_put(&e->chunks, hr_map_key(to), known);
	HR_PUSH(&e->pending, to);
	return (uint32_t)known;
}

static void finish_edges(hr_lw *l, edges *e)
{
	for (size_t i = 0; i < e->pending.count; i++) {
		uint64_t chunk = 0;

		hr_map_get(&e->chunks, hr_map_key(e->pending.data[i]), &chunk);
		hr_lw_begin(l, (uint32_t)chunk);
		hr_lw_go(l, e->from, e->pending.data[i]);
	}
	hr_map_free(&e->chunks);
	HR_VEC_FREE(&e->pending);
}

void hr_lw_split_invoke(hr_lw *l, LLVMValueRef invoke, hr_vreg raised)
{
	edges e = {.from = LLVMGetInstructionParent(invoke)};
	const uint32_t unwind = edge(l, &e, LLVMGetUnwindDest(invoke));
	const uint32_t normal = hr_lw_chunk_new(l);

	HR_EMIT(l, HR_OP_jnz, raised, unwind, normal);
	hr_lw_end(l);
	finish_edges(l, &e);
	hr_lw_begin(l, normal);
}

/* --- branches --------------------------------------------------------------------------------- */

static hr_op jump_op(LLVMIntPredicate predicate)
{
	switch (predicate) {
	case LLVMIntEQ: return HR_OP_jeq_i8;
	case LLVMIntNE: return HR_OP_jne_i8;
	case LLVMIntUGT: return HR_OP_jugt_i8;
	case LLVMIntUGE: return HR_OP_juge_i8;
	case LLVMIntULT: return HR_OP_jult_i8;
	case LLVMIntULE: return HR_OP_jule_i8;
	case LLVMIntSGT: return HR_OP_jsgt_i8;
	case LLVMIntSGE: return HR_OP_jsge_i8;
	case LLVMIntSLT: return HR_OP_jslt_i8;
	case LLVMIntSLE: return HR_OP_jsle_i8;
	}
	hr_bug("integer predicate %d", (int)predicate);
}

/* Return the jump for a comparison of floats, or HR_OP_COUNT. */
static hr_op float_jump_op(LLVMRealPredicate predicate, hr_con con)
{
	hr_op first;

	switch (predicate) {
	case LLVMRealOEQ: first = HR_OP_jfoeq_f32; break;
	case LLVMRealOGT: first = HR_OP_jfogt_f32; break;
	case LLVMRealOGE: first = HR_OP_jfoge_f32; break;
	case LLVMRealOLT: first = HR_OP_jfolt_f32; break;
	case LLVMRealOLE: first = HR_OP_jfole_f32; break;
	case LLVMRealONE: first = HR_OP_jfone_f32; break;
	case LLVMRealUEQ: first = HR_OP_jfueq_f32; break;
	case LLVMRealUGT: first = HR_OP_jfugt_f32; break;
	case LLVMRealUGE: first = HR_OP_jfuge_f32; break;
	case LLVMRealULT: first = HR_OP_jfult_f32; break;
	case LLVMRealULE: first = HR_OP_jfule_f32; break;
	case LLVMRealUNE: first = HR_OP_jfune_f32; break;
	default: return HR_OP_COUNT;
	}
	return con == HR_C_F32 ? first : con == HR_C_F64 ? (hr_op)(first + 1) : HR_OP_COUNT;
}

static bool fused_float_branch(hr_lw *l, LLVMValueRef condition, uint32_t yes, uint32_t no)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, LLVMGetOperand(condition, 0));
	hr_op op = float_jump_op(LLVMGetFCmpPredicate(condition), type->scalars[0].con);

	if (op == HR_OP_COUNT)
		return false;
	HR_EMIT(l, op, hr_lw_scalar(l, condition, 0), hr_lw_scalar(l, condition, 1), yes, no);
	hr_lw_end(l);
	return true;
}

/* Make a comparison in the same block part of the jump. */
static bool fused_branch(hr_lw *l, LLVMValueRef condition, LLVMBasicBlockRef block, uint32_t yes,
			 uint32_t no)
{
	const hr_lw_type *type;
	LLVMIntPredicate predicate;
	hr_vreg a, b;
	const hr_scalar *s;
	hr_u128 bits;

	if (!LLVMIsAInstruction(condition) || LLVMGetInstructionParent(condition) != block)
		return false;
	if (l->follows_poison && hr_lw_compares_to_poison(condition))
		return false;
	if (LLVMIsAFCmpInst(condition))
		return fused_float_branch(l, condition, yes, no);
	if (!LLVMIsAICmpInst(condition))
		return false;
	type = hr_lw_type_of_value(l, LLVMGetOperand(condition, 0));
	s = type->scalars;
	if (type->count != 1 || s->con > HR_C_I64)
		return false;
	predicate = LLVMGetICmpPredicate(condition);
	a = hr_lw_scalar(l, condition, 0);
	b = hr_lw_scalar(l, condition, 1);
	if (hr_lw_is_const(l, a, &bits) && hr_lw_is_const(l, b, &bits))
		return false;
	if (predicate >= LLVMIntSGT) {
		a = hr_lw_signed(l, a, s->bits);
		b = hr_lw_signed(l, b, s->bits);
	}
	HR_EMIT(l, hr_op_int(jump_op(predicate), s->con), a, b, yes, no);
	hr_lw_end(l);
	return true;
}

static void conditional(hr_lw *l, LLVMValueRef in, LLVMBasicBlockRef block)
{
	edges e = {.from = block};
	LLVMValueRef condition = LLVMGetCondition(in);
	const hr_lw_value *value = hr_lw_value_of(l, condition);
	uint32_t yes = edge(l, &e, LLVMGetSuccessor(in, 0));
	uint32_t no = edge(l, &e, LLVMGetSuccessor(in, 1));

	hr_lw_check_poison(l, value);
	if (yes == no) /* no operation depends on the condition */
		hr_lw_poison_defined(l, value);
	if (yes == no || !fused_branch(l, condition, block, yes, no))
		hr_lw_branch(l, value->regs[0], yes, no);
	finish_edges(l, &e);
}

void hr_in_br(hr_lw *l, LLVMValueRef in)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(in);

	if (LLVMIsConditional(in))
		conditional(l, in, block);
	else
		hr_lw_go(l, block, LLVMGetSuccessor(in, 0));
}

/* --- switch ----------------------------------------------------------------------------------- */

typedef struct sw_case {
	hr_u128 value;
	uint32_t target;
} sw_case;

static int by_value(const void *a, const void *b)
{
	hr_u128 x = ((const sw_case *)a)->value, y = ((const sw_case *)b)->value;

	return x < y ? -1 : x > y;
}

static LLVMValueRef case_value(LLVMValueRef in, unsigned successor)
{
#if LLVM_VERSION_MAJOR >= 22
	return LLVMGetSwitchCaseValue(in, successor);
#else
	return LLVMGetOperand(in, 2 * successor);
#endif
}

static hr_switch sorted(hr_lw *l, sw_case *cases, uint32_t count)
{
	unsigned __int128 *values = hr_arena_array(&l->program->arena, count + 1, sizeof(*values));
	uint32_t *targets = hr_arena_array(&l->program->arena, count + 1, sizeof(*targets));
	hr_switch sw = {.count = count, .values = values, .targets = targets, .dense = count > 0};

	qsort(cases, count, sizeof(*cases), by_value);
	for (uint32_t i = 0; i < count; i++) {
		values[i] = cases[i].value;
		targets[i] = cases[i].target;
		sw.dense &= values[i] == values[0] + i;
	}
	return sw;
}

void hr_in_switch(hr_lw *l, LLVMValueRef in)
{
	edges e = {.from = LLVMGetInstructionParent(in)};
	uint32_t count = LLVMGetNumSuccessors(in) - 1;
	const hr_lw_value *value = hr_lw_operand(l, in, 0);
	const hr_lw_type *type = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
	sw_case *cases = hr_arena_array(&l->arena, count + 1, sizeof(*cases));
	hr_switch sw;

	if (type->count != 1) {
		hr_lw_refuse_instruction(l, "switch", "on an integer of more than 128 bits");
		hr_lw_trap(l, HR_D_unreachable);
		return;
	}
	hr_lw_check_poison(l, value);
	for (uint32_t i = 0; i < count; i++)
		cases[i] = (sw_case){hr_constant_int(case_value(in, i + 1)),
				     edge(l, &e, LLVMGetSuccessor(in, i + 1))};
	sw = sorted(l, cases, count);
	sw.con = type->scalars[0].con;
	sw.otherwise = edge(l, &e, LLVMGetSuccessor(in, 0));
	HR_PUSH(&l->switches, sw);
	HR_EMIT(l, HR_OP_switch, value->regs[0], (uint32_t)l->switches.count - 1);
	hr_lw_end(l);
	finish_edges(l, &e);
}

/* --- other terminators ------------------------------------------------------------------------ */

void hr_in_indirectbr(hr_lw *l, LLVMValueRef in)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(in);
	const hr_lw_value *value = hr_lw_operand(l, in, 0);
	hr_map seen = {0};
	phi_moves m = {0};

	hr_lw_check_poison(l, value);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(in); i++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(in, i);

		if (hr_map_get(&seen, hr_map_key(to), NULL))
			continue;
		hr_map_put(&seen, hr_map_key(to), 1);
		collect(l, block, hr_lw_block_of(l, to), true, &m);
	}
	emit_moves(l, &m);
	hr_map_free(&seen);
	HR_EMIT(l, HR_OP_jmp_indirect, value->regs[0]);
	hr_lw_end(l);
}

void hr_in_ret(hr_lw *l, LLVMValueRef in)
{
	hr_return r = {0};

	if (l->function->leaf_node) {
		hr_lw_hpvm_ret(l, in);
		return;
	}
	hr_lw_promise_return(l, LLVMGetNumOperands(in) ? LLVMGetOperand(in, 0) : NULL);
	if (LLVMGetNumOperands(in)) {
		const hr_lw_value *value = hr_lw_operand(l, in, 0);
		const hr_lw_type *type = hr_lw_type_of_value(l, LLVMGetOperand(in, 0));
		const bool flags = hr_lw_returns_poison(l->program, l->function);

		if (!flags)
			hr_lw_check_handed(l, value);
		r.count = flags ? 2 * type->count : type->count;
		r.scalars =
			hr_arena_array(&l->program->arena, 2 * type->count + 1, sizeof(*r.scalars));
		for (uint32_t i = 0; i < type->count; i++) {
			hr_vreg flag = hr_lw_poison(value, i);

			r.scalars[i] = type->scalars[i];
			r.scalars[i].reg = value->regs[i];
			if (flags)
				r.scalars[type->count + i] = (hr_scalar){
					.con = HR_C_I8,
					.bits = 1,
					.reg = flag == HR_NO_REG ? hr_lw_const(l, 1, 0) : flag};
		}
	}
	HR_PUSH(&l->returns, r);
	HR_EMIT(l, HR_OP_ret, (uint32_t)l->returns.count - 1);
	hr_lw_end(l);
}

void hr_in_unreachable(hr_lw *l, LLVMValueRef in)
{
	(void)in;
	hr_lw_trap(l, HR_D_unreachable);
}
