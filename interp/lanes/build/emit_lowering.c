/* interp/lanes/build/emit_lowering.c -- chooses the lowering of each operation, from its shape and
 * the classes of its operands. */
#include "interp/lanes/build/wide_emit.h"

static bool is_hot(unsigned con)
{
	return con == HR_C_I8 || con == HR_C_I16 || con == HR_C_I32 || con == HR_C_I64 ||
	       con == HR_C_F32 || con == HR_C_F64 || con == HR_C_COUNT;
}

wide_way wide_way_of_shape(const wide_inst *inst)
{
	const hr_op_info *info = &hr_op_infos[inst->op];
	bool hot = is_hot(info->to) && is_hot(info->from);

	switch ((hr_op_shape)info->shape) {
	case HR_SHAPE_BIN:
	case HR_SHAPE_TER:
	case HR_SHAPE_TRAP2:
		return hot ? WIDE_WAY_VECTOR : WIDE_WAY_LANES;
	case HR_SHAPE_SELECT:
		return info->to == HR_C_I128 ? WIDE_WAY_LANES : WIDE_WAY_VECTOR;
	case HR_SHAPE_JUMP:
		return WIDE_WAY_VECTOR;
	case HR_SHAPE_UN:
	case HR_SHAPE_UNI:
	case HR_SHAPE_TRAP1:
		return hot ? WIDE_WAY_ARRAY : WIDE_WAY_LANES;
	case HR_SHAPE_LOAD:
	case HR_SHAPE_LOADX:
	case HR_SHAPE_STORE:
	case HR_SHAPE_STOREX:
		return WIDE_WAY_MEMORY;
	case HR_SHAPE_MEM:
		return inst->op == HR_OP_lea || inst->op == HR_OP_leax ? WIDE_WAY_ADDRESS
								       : WIDE_WAY_LANES;
	default:
		return WIDE_WAY_LANES;
	}
}

wide_compare wide_compare_of(uint16_t op)
{
	switch (op) {
#define TEST(pred, test, swapped)                                                                  \
	case HR_OP_##pred##_i32:                                                                   \
	case HR_OP_j##pred##_i32:                                                                  \
		return (wide_compare){test, 4, swapped};                                           \
	case HR_OP_##pred##_i64:                                                                   \
	case HR_OP_j##pred##_i64:                                                                  \
		return (wide_compare){test, 8, swapped};
		TEST(eq, WIDE_EQ, false)
		TEST(ne, WIDE_NE, false)
		TEST(ult, WIDE_ULT, false)
		TEST(ule, WIDE_ULE, false)
		TEST(slt, WIDE_SLT, false)
		TEST(sle, WIDE_SLE, false)
		TEST(ugt, WIDE_ULT, true)
		TEST(uge, WIDE_ULE, true)
		TEST(sgt, WIDE_SLT, true)
		TEST(sge, WIDE_SLE, true)
#undef TEST
	default:
		return (wide_compare){0, 0, false};
	}
}

/* Return true if the comparison works directly on affine operands. */
bool wide_compares_affine(wide_emitter *e, const wide_inst *inst)
{
	if (!wide_compare_of(inst->op).size)
		return false;
	for (unsigned u = 0; u < inst->use_count; u++)
		if (wide_use_at(e, inst, u)->class == WIDE_VARYING)
			return false;
	return true;
}

wide_way wide_way_of(wide_emitter *e, const wide_inst *inst)
{
	wide_class natural = wide_natural(e->w, inst, e->checked);

	if (inst->op == WIDE_OP_MOVE)
		return WIDE_WAY_MOVE;
	if (inst->op >= HR_OP_COUNT || inst->op == HR_OP_hpvm_return || inst->op == HR_OP_switch ||
	    inst->op == HR_OP_trap_if || inst->op == HR_OP_hpvm_barrier || inst->op == HR_OP_ret ||
	    inst->op == HR_OP_trap || inst->op == HR_OP_jmp || inst->op == HR_OP_jnz)
		return WIDE_WAY_OTHER;
	if (wide_way_of_shape(inst) == WIDE_WAY_MEMORY)
		return WIDE_WAY_MEMORY;
	if (inst->op == HR_OP_memcpy || inst->op == HR_OP_memmove || inst->op == HR_OP_memset)
		return WIDE_WAY_LANES;
	if (natural == WIDE_AFFINE)
		return WIDE_WAY_AFFINE;
	if (natural == WIDE_UNIFORM)
		return WIDE_WAY_UNIFORM;
	return wide_compares_affine(e, inst) ? WIDE_WAY_COMPARE : wide_way_of_shape(inst);
}

bool wide_has_atomic(uint16_t op)
{
	switch (op) {
#define ATOMIC(ident, T, W) case HR_OP_##ident:
		WIDE_ATOMICS(ATOMIC)
		WIDE_ONE_STEP_ATOMICS(ATOMIC)
#undef ATOMIC
		return true;
	default:
		return false;
	}
}

/* Return true if INST, with the lowering HOW, needs operand USE as an array although its web is not
 * varying. */
bool wide_wants_array(wide_emitter *e, const wide_inst *inst, wide_way how, unsigned use)
{
	const wide_web *web = wide_use_at(e, inst, use);

	if (web->class == WIDE_VARYING)
		return false;
	if (how == WIDE_WAY_ARRAY)
		return true;
	if (how == WIDE_WAY_VECTOR)
		return web->class == WIDE_AFFINE;
	if (how == WIDE_WAY_LANES && wide_has_atomic(inst->op)) /* the value operand */
		return use == 1 && web->class == WIDE_AFFINE;
	if (how == WIDE_WAY_MEMORY) /* the stored value */
		return use == 0 && web->class == WIDE_AFFINE &&
		       (hr_op_infos[inst->op].shape == HR_SHAPE_STORE ||
			hr_op_infos[inst->op].shape == HR_SHAPE_STOREX);
	if (inst->op == HR_OP_jnz || inst->op == HR_OP_trap_if)
		return web->class == WIDE_AFFINE;
	return false;
}

bool wide_has_uniform_handler(const wide_inst *inst)
{
	wide_way how = wide_way_of_shape(inst);

	return how == WIDE_WAY_VECTOR || how == WIDE_WAY_ARRAY || how == WIDE_WAY_ADDRESS;
}

bool wide_keeps_result(wide_emitter *e, const wide_inst *inst)
{
	return inst->def_count == 1 &&
	       e->definitions[e->w->sites.data[inst->sites].web] == 1 &&
	       wide_way_of(e, inst) == WIDE_WAY_COMPARE;
}

bool wide_is_guarded(const wide_inst *inst)
{
	return inst->op == HR_OP_sext_i32_i64 || inst->op == HR_OP_zext_i32_i64 ||
	       inst->op == HR_OP_or_i32 || inst->op == HR_OP_or_i64;
}

/* --- accesses --------------------------------------------------------------------------------- */

uint32_t wide_access_size(const wide_inst *inst)
{
	unsigned con = hr_op_infos[inst->op].to;

	return con == HR_C_F80 ? 10 : hr_con_size((hr_con)con);
}

wide_access wide_access_of(wide_emitter *e, const wide_inst *inst)
{
	unsigned shape = hr_op_infos[inst->op].shape;
	wide_access at = {.store = shape == HR_SHAPE_STORE || shape == HR_SHAPE_STOREX, .scale = 1};
	unsigned first = at.store;

	at.value = at.store ? wide_use_at(e, inst, 0) : NULL;
	at.a = wide_use_at(e, inst, first);
	if (shape == HR_SHAPE_LOADX || shape == HR_SHAPE_STOREX) {
		at.i = wide_use_at(e, inst, first + 1);
		at.scale = (uint32_t)inst->immediate[0];
		at.offset = inst->immediate[1];
	} else {
		at.offset = inst->immediate[0];
	}
	return at;
}
