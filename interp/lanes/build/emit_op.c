/* interp/lanes/build/emit_op.c -- emits operations on values, loads, stores and moves.
 *
 * An operation is done once if all operands are uniform, on base and strides if the result is
 * affine, and otherwise on arrays, with uniform operands as they are. If a web has a more varying
 * class than its definition (a uniform value in a varying web), the value is widened after the
 * operation. Definitions of webs that waiting lanes still need are written to a scratch array and
 * blended into the web. */
#include "interp/lanes/build/lane_emit.h"
#include "interp/lanes/handlers/lane_math.h"

/* --- definitions ------------------------------------------------------------------------------ */

/* Return where an operation with a result of class GIVES must write definition D of INST. */
uint32_t lane_target(lane_emitter *e, const lane_inst *inst, unsigned d, lane_class gives)
{
	const lane_web *web = lane_web_at(e, inst, d);
	bool masked = lane_in(e->w->waiting_webs[e->block], e->w->sites.data[inst->sites + d].web);

	if (gives == LANE_VARYING)
		return masked ? e->scratch + d * e->w->lanes * 16 : web->place;
	return web->class == gives ? web->place : e->value + d * LANE_PLACE;
}

static void widen(lane_emitter *e, uint32_t size, lane_class from, uint32_t array, uint32_t place)
{
	lane_word(e, from == LANE_AFFINE ? LANE_X_spread : LANE_X_broadcast);
	lane_word(e, size);
	lane_word(e, array);
	lane_word(e, place);
}

static void affine_move(lane_emitter *e, uint32_t size, uint32_t to, uint32_t from,
			lane_class class)
{
	lane_word(e, LANE_X_affine);
	lane_word(e, to);
	lane_word(e, LANE_OP_MOVE);
	lane_word(e, size);
	for (unsigned i = 0; i < 2; i++) {
		lane_word(e, from);
		lane_word(e, class);
	}
	lane_words64(e, 0);
}

/* Copy the values of active lanes from the array FROM to the web. */
static void blend(lane_emitter *e, const lane_web *web, uint32_t from)
{
	lane_word(e, LANE_X_blend);
	lane_word(e, web->size);
	lane_word(e, web->place);
	lane_word(e, from);
}

/* Emit, after the operation, what moves the value written to lane_target() to the web. */
void lane_settle(lane_emitter *e, const lane_inst *inst, unsigned d, lane_class gives)
{
	const lane_web *web = lane_web_at(e, inst, d);
	bool masked = lane_in(e->w->waiting_webs[e->block], e->w->sites.data[inst->sites + d].web);
	uint32_t from = lane_target(e, inst, d, gives), to = web->place;

	if (gives != LANE_VARYING && web->class == LANE_VARYING) {
		to = masked ? e->scratch + d * e->w->lanes * 16 : web->place;
		widen(e, web->size, gives, to, from);
		from = to;
		gives = LANE_VARYING;
	}
	if (gives == LANE_VARYING) {
		if (!masked)
			return;
		blend(e, web, from);
		return;
	}
	if (gives == LANE_UNIFORM && web->class == LANE_AFFINE)
		affine_move(e, web->size, web->place, from, LANE_UNIFORM);
	if (web->needs_array)
		widen(e, web->size, web->class, web->array, web->place);
}

/* --- operations ------------------------------------------------------------------------------- */

/* Emit the words of a row as in the register code, with frame offsets for registers. */
static void row_words(lane_emitter *e, const lane_inst *inst, const uint32_t *places)
{
	const uint32_t *from = inst->pc + 1;
	unsigned d = 0, u = inst->def_count;

	for (const char *letter = hr_op_infos[inst->op].operands; *letter; letter++) {
		if (*letter == 'd' || *letter == 'o') {
			lane_word(e, places[d++]);
		} else if (strchr("abce", *letter)) {
			lane_word(e, places[u++]);
		} else {
			lane_word(e, *from);
			if (*letter == 'j')
				lane_word(e, *++from);
		}
		from++;
	}
}

void lane_emit_uniform(lane_emitter *e, const lane_inst *inst)
{
	uint32_t places[8];

	for (unsigned d = 0; d < inst->def_count; d++)
		places[d] = lane_target(e, inst, d, LANE_UNIFORM);
	for (unsigned u = 0; u < inst->use_count; u++)
		places[inst->def_count + u] = lane_use_at(e, inst, u)->place;
	if (inst->op == HR_OP_hpvm_id_up && inst->immediate[0] == 0) {
		lane_word(e, LANE_X_id);
		lane_word(e, e->inst);
		lane_word(e, places[0]);
		lane_word(e, inst->immediate[1]);
		lane_settle(e, inst, 0, LANE_UNIFORM);
		return;
	}
	if (lane_has_uniform_handler(inst)) {
		lane_word(e, (uint32_t)inst->op * LANE_FORMS);
		if (hr_op_infos[inst->op].shape == HR_SHAPE_TRAP1 ||
		    hr_op_infos[inst->op].shape == HR_SHAPE_TRAP2)
			lane_word(e, e->inst);
	} else {
		lane_word(e, LANE_X_rare);
		lane_word(e, e->inst);
		lane_word(e, inst->op);
	}
	row_words(e, inst, places);
	for (unsigned d = 0; d < inst->def_count; d++)
		lane_settle(e, inst, d, LANE_UNIFORM);
}

/* Return the handler of an operation on arrays. Bit k of FORM: operand k is an array. ROWS:
 * operands may be in rows. */
static uint32_t handler_of(uint32_t op, uint32_t form, bool rows)
{
	if (rows)
		return lane_rows_handler(op, form);
	switch (op * LANE_FORMS + form) {
#define X(name)                                                                                    \
	case HR_OP_##name##_f32 *LANE_FORMS + 1: return LANE_X_math_##name;
		LANE_MATH(X)
#undef X
	}
	return op * LANE_FORMS + form;
}

/* Emit a comparison whose result is stored as bits (emit_bits.c), by means of the jump with the
 * same comparison. */
static void emit_test(lane_emitter *e, const lane_inst *inst)
{
	uint32_t places[2], form = 0;

	for (unsigned u = 0; u < 2; u++) {
		const lane_web *web = lane_use_at(e, inst, u);
		const bool array = web->class == LANE_VARYING || web->needs_array;

		places[u] = array ? web->slot : web->place;
		form |= (unsigned)array << u;
	}
	lane_word(e, lane_jump_of(inst->op) * LANE_FORMS + form);
	lane_word(e, places[0]);
	lane_word(e, places[1]);
	lane_word(e, LANE_X_bits_keep);
	lane_word(e, lane_web_at(e, inst, 0)->place);
}

/* Emit a logical operation on bits, where one operand may be uniform. */
static void emit_logic(lane_emitter *e, const lane_inst *inst, const lane_logic *logic)
{
	const lane_web *a = lane_use_at(e, inst, logic->use[0]),
		       *b = lane_use_at(e, inst, logic->use[1]);

	lane_word(e, lane_bits_handler(logic->op, !a->bits || !b->bits));
	lane_word(e, lane_web_at(e, inst, 0)->place);
	lane_word(e, (a->bits ? a : b)->place);
	lane_word(e, (a->bits ? b : a)->place);
}

void lane_emit_vector(lane_emitter *e, const lane_inst *inst)
{
	const lane_logic logic = lane_logic_of(e, inst);
	uint32_t places[8], form = 0;
	bool rows = false;

	if (inst->def_count && lane_web_at(e, inst, 0)->bits) {
		if (logic.op)
			emit_logic(e, inst, &logic);
		else
			emit_test(e, inst);
		return;
	}
	for (unsigned d = 0; d < inst->def_count; d++)
		places[d] = lane_target(e, inst, d, LANE_VARYING);
	for (unsigned u = 0; u < inst->use_count; u++) {
		const lane_web *web = lane_use_at(e, inst, u);
		bool array = web->class == LANE_VARYING || web->needs_array;

		places[inst->def_count + u] = array ? web->slot : web->place;
		form |= (unsigned)array << u;
		rows |= web->rows;
	}
	lane_word(e, handler_of(inst->op, form, rows));
	if (hr_op_infos[inst->op].shape == HR_SHAPE_TRAP1 ||
	    hr_op_infos[inst->op].shape == HR_SHAPE_TRAP2)
		lane_word(e, e->inst);
	row_words(e, inst, places);
	for (unsigned d = 0; d < inst->def_count; d++)
		lane_settle(e, inst, d, LANE_VARYING);
}

void lane_compare_words(lane_emitter *e, uint32_t op, const lane_inst *inst, uint32_t to,
			uint32_t memory)
{
	lane_compare how = lane_compare_of(inst->op);
	const lane_web *a = lane_use_at(e, inst, how.swapped),
		       *b = lane_use_at(e, inst, !how.swapped);

	lane_word(e, op);
	lane_word(e, to);
	lane_word(e, how.test);
	lane_word(e, how.size);
	lane_word(e, a->place);
	lane_word(e, b->place);
	lane_word(e, memory);
}

/* An array that is written only by this comparison keeps its result for the next batch. */
void lane_emit_compare(lane_emitter *e, const lane_inst *inst)
{
	const uint32_t to = lane_target(e, inst, 0, LANE_VARYING);
	uint32_t memory = 0;

	if (lane_keeps_result(e, inst) && to == lane_web_at(e, inst, 0)->place) {
		memory = lane_room(e, sizeof(lane_compared), sizeof(int64_t));
		HR_PUSH(&e->v->compared, memory);
	}
	lane_compare_words(
		e, lane_web_at(e, inst, 0)->bits ? LANE_X_affine_bits : LANE_X_affine_compare, inst,
		to, memory);
	lane_settle(e, inst, 0, LANE_VARYING);
}

/* d = SUMMAND (possibly zero) + A * FACTOR */
static void affine_step(lane_emitter *e, uint32_t to, uint32_t summand, uint32_t a, uint64_t factor)
{
	lane_word(e, LANE_X_affine_step);
	lane_word(e, to);
	lane_word(e, summand);
	lane_word(e, a);
	lane_words64(e, factor);
}

static void affine_words(lane_emitter *e, uint32_t op, uint32_t to, uint32_t a, uint32_t b)
{
	lane_word(e, op);
	lane_word(e, to);
	lane_word(e, a);
	lane_word(e, b);
}

/* a * b + c, where a or b is uniform. */
static void affine_muladd(lane_emitter *e, uint32_t to, const lane_web *a, const lane_web *b,
			  uint32_t c)
{
	bool swap = b->class == LANE_AFFINE;

	affine_words(e, LANE_X_affine_muladd, to, (swap ? b : a)->place, (swap ? a : b)->place);
	lane_word(e, c);
}

/* Emit a shift by a constant as a multiplication. Return false if the amount is not constant. */
static bool affine_shift(lane_emitter *e, uint32_t to, const lane_web *a, const lane_web *b)
{
	uint64_t by = 0;

	if (!b->constant)
		return false;
	memcpy(&by, b->value, b->size < 8 ? b->size : 8);
	if (by >= a->size * 8)
		return false;
	affine_step(e, to, e->zero, a->place, UINT64_C(1) << by);
	return true;
}

/* Emit affine operations that have a special handler; return false for others. */
static bool emit_sum(lane_emitter *e, const lane_inst *inst, uint32_t to)
{
	const lane_web *a = inst->use_count > 0 ? lane_use_at(e, inst, 0) : NULL;
	const lane_web *b = inst->use_count > 1 ? lane_use_at(e, inst, 1) : NULL;

	switch (inst->op) {
	case HR_OP_add_i32:
	case HR_OP_add_i64: affine_words(e, LANE_X_affine_add, to, a->place, b->place); return true;
	case HR_OP_sub_i32:
	case HR_OP_sub_i64: affine_words(e, LANE_X_affine_sub, to, a->place, b->place); return true;
	case HR_OP_mul_i32:
	case HR_OP_mul_i64: affine_muladd(e, to, a, b, e->zero); return true;
	case HR_OP_muladd_i32:
	case HR_OP_muladd_i64:
		affine_muladd(e, to, a, b, lane_use_at(e, inst, 2)->place);
		return true;
	case HR_OP_shlz_i32:
	case HR_OP_shl_i32:
	case HR_OP_shlz_i64:
	case HR_OP_shl_i64: return affine_shift(e, to, a, b);
	case HR_OP_lea:
		lane_word(e, LANE_X_affine_offset);
		lane_word(e, to);
		lane_word(e, a->place);
		lane_words64(e, inst->immediate[0]);
		return true;
	case HR_OP_leax: affine_step(e, to, a->place, b->place, inst->immediate[0]); return true;
	default: return false;
	}
}

void lane_emit_affine(lane_emitter *e, const lane_inst *inst)
{
	uint32_t to = lane_target(e, inst, 0, LANE_AFFINE);

	if (inst->op == HR_OP_hpvm_id_up) {
		lane_word(e, LANE_X_id);
		lane_word(e, e->inst);
		lane_word(e, to);
		lane_word(e, lane_id_asked(inst));
	} else if (inst->op == HR_OP_hpvm_id) {
		lane_word(e, LANE_X_id_of);
		lane_word(e, e->inst);
		lane_word(e, to);
		lane_word(e, lane_use_at(e, inst, 0)->place);
		lane_word(e, inst->immediate[0]);
	} else if (!emit_sum(e, inst, to)) {
		lane_word(e, lane_is_guarded(inst) ? LANE_X_affine_guarded : LANE_X_affine);
		lane_word(e, to);
		lane_word(e, inst->op);
		lane_word(e, lane_web_at(e, inst, 0)->size);
		for (unsigned u = 0; u < 2; u++) {
			const lane_web *web = u < inst->use_count ? lane_use_at(e, inst, u) : NULL;

			lane_word(e, web ? web->place : 0);
			lane_word(e, web ? web->class : LANE_UNIFORM);
		}
		lane_words64(e, inst->immediate[0]);
		if (lane_is_guarded(inst))
			lane_word(e, e->inst);
	}
	lane_settle(e, inst, 0, LANE_AFFINE);
}

/* --- memory ----------------------------------------------------------------------------------- */

uint32_t lane_check_of(lane_emitter *e, const lane_inst *inst)
{
	hr_lane_code *w = e->w;
	const lane_area *area = &w->areas.data[inst->area];
	lane_check check = {inst->area, (uint32_t)(inst->pc - area->code->words), false};

	HR_PUSH(&w->checks, check);
	return (uint32_t)w->checks.count - 1;
}

/* Emit the address A + I * scale + offset as an array at TO. */
void lane_emit_address(lane_emitter *e, uint32_t to, const lane_web *a, const lane_web *i,
		       uint64_t scale, uint64_t offset)
{
	lane_word(e, LANE_X_address);
	lane_word(e, to);
	lane_word(e, a->place);
	lane_word(e, a->class);
	lane_word(e, i ? i->place : LANE_NONE);
	lane_word(e, i ? i->class : LANE_UNIFORM);
	lane_words64(e, scale);
	lane_words64(e, offset);
}

static void affine_operands(lane_emitter *e, const lane_access *at)
{
	lane_word(e, at->a->place);
	lane_word(e, at->i ? at->i->place : e->zero);
	lane_word(e, at->scale);
	lane_word(e, at->offset);
}

static void emit_load(lane_emitter *e, const lane_inst *inst, const lane_access *at, uint32_t check)
{
	lane_class index = at->i ? (lane_class)at->i->class : LANE_UNIFORM;
	lane_class most = at->a->class > index ? (lane_class)at->a->class : index;
	lane_class gives = most == LANE_UNIFORM ? LANE_UNIFORM : LANE_VARYING;
	uint32_t to = lane_target(e, inst, 0, gives), gather = 0;
	bool indexed = most == LANE_VARYING && at->a->class == LANE_UNIFORM, chained;

	if (most == LANE_VARYING && at->i && !indexed) {
		gather = e->gather;
		lane_emit_address(e, gather, at->a, at->i, at->scale, at->offset);
	}
	/* the result would overwrite the array of addresses, which is still needed */
	chained =
		most == LANE_VARYING && to == (gather ? gather : (indexed ? at->i : at->a)->place);
	if (chained)
		to = e->scratch;
	lane_word(e, most == LANE_UNIFORM  ? LANE_X_load_uniform
		     : most == LANE_AFFINE ? LANE_X_load_affine
		     : indexed             ? LANE_X_load_indexed
					   : LANE_X_load_gather);
	lane_word(e, e->inst);
	lane_word(e, to);
	lane_word(e, check);
	lane_word(e, lane_access_size(inst));
	if (most == LANE_AFFINE) {
		affine_operands(e, at);
		lane_word(e, lane_web_at(e, inst, 0)->viewed ? lane_web_at(e, inst, 0)->slot : 0);
		lane_word(e, lane_web_at(e, inst, 0)->rows);
	} else if (most == LANE_UNIFORM || indexed) {
		lane_word(e, at->a->place);
		lane_word(e, at->i ? at->i->place : LANE_NONE);
		lane_word(e, at->scale);
		lane_word(e, at->offset);
	} else {
		lane_word(e, gather ? gather : at->a->place);
		lane_word(e, gather ? 0 : at->offset);
	}
	if (chained)
		blend(e, lane_web_at(e, inst, 0), to);
	else
		lane_settle(e, inst, 0, gives);
}

static void emit_store(lane_emitter *e, const lane_access *at, uint32_t check, uint32_t size)
{
	lane_class index = at->i ? (lane_class)at->i->class : LANE_UNIFORM;
	lane_class most = at->a->class > index ? (lane_class)at->a->class : index;
	bool indexed = most == LANE_VARYING && at->a->class == LANE_UNIFORM;
	bool array = at->value->class == LANE_VARYING || at->value->needs_array;
	uint32_t gather = 0;

	if (most == LANE_VARYING && at->i && !indexed) {
		gather = e->gather;
		lane_emit_address(e, gather, at->a, at->i, at->scale, at->offset);
	}
	lane_word(e, most != LANE_VARYING ? LANE_X_store_affine
		     : indexed            ? LANE_X_store_indexed
					  : LANE_X_store_scatter);
	lane_word(e, e->inst);
	lane_word(e, array ? lane_array_of(at->value) : at->value->place);
	lane_word(e, array);
	lane_word(e, check);
	lane_word(e, size);
	if (most != LANE_VARYING) {
		affine_operands(e, at);
	} else if (indexed) {
		lane_word(e, at->a->place);
		lane_word(e, at->i->place);
		lane_word(e, at->scale);
		lane_word(e, at->offset);
	} else {
		lane_word(e, gather ? gather : at->a->place);
		lane_word(e, gather ? 0 : at->offset);
	}
}

void lane_emit_memory(lane_emitter *e, const lane_inst *inst)
{
	lane_access at = lane_access_of(e, inst);
	uint32_t check = lane_check_of(e, inst);

	if (at.store) {
		emit_store(e, &at, check, lane_access_size(inst));
		return;
	}
	e->w->checks.data[check].rewritten = lane_is_rewritten(e, inst);
	emit_load(e, inst, &at, check);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* MASKED: only for active lanes. */
static void move_web(lane_emitter *e, const lane_web *to, const lane_web *from, bool masked)
{
	uint32_t place = to->place;

	if (to == from || (to->place == from->place && to->class == from->class))
		return;
	if (to->class != LANE_VARYING) {
		if (to->class == LANE_AFFINE) {
			affine_move(e, to->size, to->place, from->place, from->class);
		} else {
			lane_word(e, LANE_X_copy_uniform);
			lane_word(e, to->size);
			lane_word(e, to->place);
			lane_word(e, from->place);
		}
		if (to->needs_array)
			widen(e, to->size, to->class, to->array, to->place);
		return;
	}
	if (from->class != LANE_VARYING) {
		place = masked ? e->scratch : to->place;
		widen(e, to->size, from->class, place, from->place);
		if (!masked)
			return;
	} else {
		place = from->place;
	}
	lane_word(e, masked ? LANE_X_blend : LANE_X_copy);
	lane_word(e, to->size);
	lane_word(e, to->place);
	lane_word(e, place);
}

void lane_emit_move(lane_emitter *e, const lane_inst *inst, bool masked)
{
	uint32_t web = e->w->sites.data[inst->sites].web;

	move_web(e, lane_web_at(e, inst, 0), lane_use_at(e, inst, 0),
		 masked || lane_in(e->w->waiting_webs[e->block], web));
}
