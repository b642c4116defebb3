/* interp/lanes/build/emit_lowering.c -- chooses the lowering of each operation, from its shape and
 * the classes of its operands. */
#include "interp/lanes/build/lane_emit.h"

static bool is_hot(unsigned con)
{
	return con == HR_C_I8 || con == HR_C_I16 || con == HR_C_I32 || con == HR_C_I64 ||
	       con == HR_C_F16 || con == HR_C_B16 || con == HR_C_F32 || con == HR_C_F64 ||
	       con == HR_C_COUNT;
}

lane_lowering lane_lowering_of_shape(const lane_inst *inst)
{
	const hr_op_info *info = &hr_op_infos[inst->op];
	bool hot = is_hot(info->to) && is_hot(info->from);

	switch ((hr_op_shape)info->shape) {
	case HR_SHAPE_BIN:
	case HR_SHAPE_TER:
	case HR_SHAPE_TRAP2: return hot ? LANE_LOWER_VECTOR : LANE_LOWER_LANES;
	case HR_SHAPE_SELECT: return info->to == HR_C_I128 ? LANE_LOWER_LANES : LANE_LOWER_VECTOR;
	case HR_SHAPE_JUMP: return LANE_LOWER_VECTOR;
	case HR_SHAPE_UN:
	case HR_SHAPE_UNI:
	case HR_SHAPE_TRAP1: return hot ? LANE_LOWER_ARRAY : LANE_LOWER_LANES;
	case HR_SHAPE_LOAD:
	case HR_SHAPE_LOADX:
	case HR_SHAPE_STORE:
	case HR_SHAPE_STOREX: return LANE_LOWER_MEMORY;
	case HR_SHAPE_MEM:
		return inst->op == HR_OP_lea || inst->op == HR_OP_leax ? LANE_LOWER_ADDRESS
								       : LANE_LOWER_LANES;
	default: return LANE_LOWER_LANES;
	}
}

lane_compare lane_compare_of(uint16_t op)
{
	switch (op) {
#define TEST(pred, test, swapped)                                                                  \
	case HR_OP_##pred##_i32:                                                                   \
	case HR_OP_j##pred##_i32: return (lane_compare){test, 4, swapped};                         \
	case HR_OP_##pred##_i64:                                                                   \
	case HR_OP_j##pred##_i64: return (lane_compare){test, 8, swapped};
		TEST(eq, LANE_EQ, false)
		TEST(ne, LANE_NE, false)
		TEST(ult, LANE_ULT, false)
		TEST(ule, LANE_ULE, false)
		TEST(slt, LANE_SLT, false)
		TEST(sle, LANE_SLE, false)
		TEST(ugt, LANE_ULT, true)
		TEST(uge, LANE_ULE, true)
		TEST(sgt, LANE_SLT, true)
		TEST(sge, LANE_SLE, true)
#undef TEST
	default: return (lane_compare){0, 0, false};
	}
}

/* Return true if the comparison works directly on affine operands. */
bool lane_compares_affine(lane_emitter *e, const lane_inst *inst)
{
	if (!lane_compare_of(inst->op).size)
		return false;
	for (unsigned u = 0; u < inst->use_count; u++)
		if (lane_use_at(e, inst, u)->class == LANE_VARYING)
			return false;
	return true;
}

unsigned lane_poison_kind(const hr_lane_code *w, const lane_inst *inst)
{
	return w->areas.data[inst->area].code->poison_sources[inst->pc[1]].kind;
}

/* Operands that are uniform and affine are tested without their arrays, except the amount of a shift. */
static lane_lowering lower_poison_source(lane_emitter *e, const lane_inst *inst)
{
	const lane_web *a = lane_use_at(e, inst, 0), *b;

	if (inst->use_count == 1 || lane_poison_kind(e->w, inst) == HR_POISON_OBJECT)
		return LANE_LOWER_OTHER;
	b = lane_use_at(e, inst, 1);
	return a->size <= 8 && (a->class == LANE_VARYING || b->class == LANE_VARYING ||
				(lane_poison_kind(e->w, inst) == HR_POISON_SHL &&
				 b->class == LANE_AFFINE))
		       ? LANE_LOWER_VECTOR
		       : LANE_LOWER_OTHER;
}

lane_lowering lane_lowering_of(lane_emitter *e, const lane_inst *inst)
{
	lane_class natural = lane_natural(e->w, inst, e->checked);

	if (inst->op == LANE_OP_MOVE)
		return LANE_LOWER_MOVE;
	if (inst->op == HR_OP_poison_source)
		return lower_poison_source(e, inst);
	if (inst->op >= HR_OP_COUNT || inst->op == HR_OP_hpvm_return || inst->op == HR_OP_switch ||
	    inst->op == HR_OP_trap_if || inst->op == HR_OP_hpvm_barrier ||
	    inst->op == HR_OP_hpvm_warp || inst->op == HR_OP_ret || inst->op == HR_OP_trap ||
	    inst->op == HR_OP_jmp || inst->op == HR_OP_jnz)
		return LANE_LOWER_OTHER;
	if (lane_lowering_of_shape(inst) == LANE_LOWER_MEMORY)
		return LANE_LOWER_MEMORY;
	if (inst->op == HR_OP_memcpy || inst->op == HR_OP_memmove || inst->op == HR_OP_memset ||
	    inst->op == HR_OP_object || inst->op == HR_OP_stray || inst->op == HR_OP_scope ||
	    inst->op == HR_OP_promise)
		return LANE_LOWER_LANES;
	if (natural == LANE_AFFINE)
		return LANE_LOWER_AFFINE;
	if (natural == LANE_UNIFORM)
		return LANE_LOWER_UNIFORM;
	return lane_compares_affine(e, inst) ? LANE_LOWER_COMPARE : lane_lowering_of_shape(inst);
}

bool lane_has_atomic(uint16_t op)
{
	switch (op) {
#define ATOMIC(ident, T, W) case HR_OP_##ident:
		LANE_ATOMICS(ATOMIC)
		LANE_ONE_STEP_ATOMICS(ATOMIC)
#undef ATOMIC
		return true;
	default: return false;
	}
}

/* Return true if INST, with the lowering HOW, needs operand USE as an array although its web is not
 * varying. */
bool lane_wants_array(lane_emitter *e, const lane_inst *inst, lane_lowering how, unsigned use)
{
	const lane_web *web = lane_use_at(e, inst, use);

	if (web->class == LANE_VARYING)
		return false;
	if (how == LANE_LOWER_ARRAY)
		return true;
	if (how == LANE_LOWER_VECTOR)
		return web->class == LANE_AFFINE;
	if (how == LANE_LOWER_LANES && lane_has_atomic(inst->op)) /* the value operand */
		return use == 1 && web->class == LANE_AFFINE;
	if (how == LANE_LOWER_MEMORY) /* the stored value */
		return use == 0 && web->class == LANE_AFFINE &&
		       (hr_op_infos[inst->op].shape == HR_SHAPE_STORE ||
			hr_op_infos[inst->op].shape == HR_SHAPE_STOREX);
	if (inst->op == HR_OP_jnz || inst->op == HR_OP_trap_if)
		return web->class == LANE_AFFINE;
	return false;
}

bool lane_has_uniform_handler(const lane_inst *inst)
{
	lane_lowering how = lane_lowering_of_shape(inst);

	return how == LANE_LOWER_VECTOR || how == LANE_LOWER_ARRAY || how == LANE_LOWER_ADDRESS;
}

bool lane_keeps_result(lane_emitter *e, const lane_inst *inst)
{
	return inst->def_count == 1 && e->definitions[e->w->sites.data[inst->sites].web] == 1 &&
	       lane_lowering_of(e, inst) == LANE_LOWER_COMPARE;
}

bool lane_is_guarded(const lane_inst *inst)
{
	return inst->op == HR_OP_sext_i32_i64 || inst->op == HR_OP_zext_i32_i64 ||
	       inst->op == HR_OP_or_i32 || inst->op == HR_OP_or_i64;
}

/* --- accesses --------------------------------------------------------------------------------- */

uint32_t lane_access_size(const lane_inst *inst)
{
	unsigned con = hr_op_infos[inst->op].to;

	return con == HR_C_F80 ? 10 : hr_con_size((hr_con)con);
}

lane_access lane_access_of(lane_emitter *e, const lane_inst *inst)
{
	unsigned shape = hr_op_infos[inst->op].shape;
	lane_access at = {.store = shape == HR_SHAPE_STORE || shape == HR_SHAPE_STOREX, .scale = 1};
	unsigned first = at.store;

	at.value = at.store ? lane_use_at(e, inst, 0) : NULL;
	at.a = lane_use_at(e, inst, first);
	if (shape == HR_SHAPE_LOADX || shape == HR_SHAPE_STOREX) {
		at.i = lane_use_at(e, inst, first + 1);
		at.scale = (uint32_t)inst->immediate[0];
		at.offset = inst->immediate[1];
	} else {
		at.offset = inst->immediate[0];
	}
	return at;
}
