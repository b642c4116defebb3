/* interp/lanes/build/emit_op.c -- emits operations on values, loads, stores and moves.
 *
 * An operation is done once if all operands are uniform, on base and strides if the result is
 * affine, and otherwise on arrays, with uniform operands as they are. If a web has a more varying
 * class than its definition (a uniform value in a varying web), the value is widened after the
 * operation. Definitions of webs that waiting lanes still need are written to a scratch array and
 * blended into the web. */
#include "interp/lanes/build/wide_emit.h"
#include "interp/lanes/handlers/wide_math.h"

/* --- definitions ------------------------------------------------------------------------------ */

/* Return where an operation with a result of class GIVES must write definition D of INST. */
uint32_t wide_target(wide_emitter *e, const wide_inst *inst, unsigned d, wide_class gives)
{
	const wide_web *web = wide_web_at(e, inst, d);
	bool masked = wide_in(e->w->waiting_webs[e->block], e->w->sites.data[inst->sites + d].web);

	if (gives == WIDE_VARYING)
		return masked ? e->scratch + d * e->w->lanes * 16 : web->place;
	return web->class == gives ? web->place : e->value + d * WIDE_PLACE;
}

static void widen(wide_emitter *e, uint32_t size, wide_class from, uint32_t array, uint32_t place)
{
	wide_word(e, from == WIDE_AFFINE ? WIDE_X_spread : WIDE_X_broadcast);
	wide_word(e, size);
	wide_word(e, array);
	wide_word(e, place);
}

static void affine_move(wide_emitter *e, uint32_t size, uint32_t to, uint32_t from,
			wide_class class)
{
	wide_word(e, WIDE_X_affine);
	wide_word(e, to);
	wide_word(e, WIDE_OP_MOVE);
	wide_word(e, size);
	for (unsigned i = 0; i < 2; i++) {
		wide_word(e, from);
		wide_word(e, class);
	}
	wide_words64(e, 0);
}

/* Copy the values of active lanes from the array FROM to the web. */
static void blend(wide_emitter *e, const wide_web *web, uint32_t from)
{
	wide_word(e, WIDE_X_blend);
	wide_word(e, web->size);
	wide_word(e, web->place);
	wide_word(e, from);
}

/* Emit, after the operation, what moves the value written to wide_target() to the web. */
void wide_settle(wide_emitter *e, const wide_inst *inst, unsigned d, wide_class gives)
{
	const wide_web *web = wide_web_at(e, inst, d);
	bool masked = wide_in(e->w->waiting_webs[e->block], e->w->sites.data[inst->sites + d].web);
	uint32_t from = wide_target(e, inst, d, gives), to = web->place;

	if (gives != WIDE_VARYING && web->class == WIDE_VARYING) {
		to = masked ? e->scratch + d * e->w->lanes * 16 : web->place;
		widen(e, web->size, gives, to, from);
		from = to;
		gives = WIDE_VARYING;
	}
	if (gives == WIDE_VARYING) {
		if (!masked)
			return;
		blend(e, web, from);
		return;
	}
	if (gives == WIDE_UNIFORM && web->class == WIDE_AFFINE)
		affine_move(e, web->size, web->place, from, WIDE_UNIFORM);
	if (web->needs_array)
		widen(e, web->size, web->class, web->array, web->place);
}

/* --- operations ------------------------------------------------------------------------------- */

/* Emit the words of a row as in the register code, with frame offsets for registers. */
static void row_words(wide_emitter *e, const wide_inst *inst, const uint32_t *places)
{
	const uint32_t *from = inst->pc + 1;
	unsigned d = 0, u = inst->def_count;

	for (const char *letter = hr_op_infos[inst->op].operands; *letter; letter++) {
		if (*letter == 'd' || *letter == 'o') {
			wide_word(e, places[d++]);
		} else if (strchr("abce", *letter)) {
			wide_word(e, places[u++]);
		} else {
			wide_word(e, *from);
			if (*letter == 'j')
				wide_word(e, *++from);
		}
		from++;
	}
}

void wide_emit_uniform(wide_emitter *e, const wide_inst *inst)
{
	uint32_t places[8];

	for (unsigned d = 0; d < inst->def_count; d++)
		places[d] = wide_target(e, inst, d, WIDE_UNIFORM);
	for (unsigned u = 0; u < inst->use_count; u++)
		places[inst->def_count + u] = wide_use_at(e, inst, u)->place;
	if (inst->op == HR_OP_hpvm_id_up && inst->immediate[0] == 0) {
		wide_word(e, WIDE_X_id);
		wide_word(e, e->inst);
		wide_word(e, places[0]);
		wide_word(e, inst->immediate[1]);
		wide_settle(e, inst, 0, WIDE_UNIFORM);
		return;
	}
	if (wide_has_uniform_handler(inst)) {
		wide_word(e, (uint32_t)inst->op * WIDE_FORMS);
		if (hr_op_infos[inst->op].shape == HR_SHAPE_TRAP1 ||
		    hr_op_infos[inst->op].shape == HR_SHAPE_TRAP2)
			wide_word(e, e->inst);
	} else {
		wide_word(e, WIDE_X_rare);
		wide_word(e, e->inst);
		wide_word(e, inst->op);
	}
	row_words(e, inst, places);
	for (unsigned d = 0; d < inst->def_count; d++)
		wide_settle(e, inst, d, WIDE_UNIFORM);
}

/* Return the handler of an operation on arrays. Bit k of FORM: operand k is an array. ROWS:
 * operands may be in rows. */
static uint32_t handler_of(uint32_t op, uint32_t form, bool rows)
{
	if (rows)
		return wide_rows_handler(op, form);
	switch (op * WIDE_FORMS + form) {
#define X(name)                                                                                    \
	case HR_OP_##name##_f32 * WIDE_FORMS + 1:                                                  \
		return WIDE_X_math_##name;
		WIDE_MATH(X)
#undef X
	}
	return op * WIDE_FORMS + form;
}

/* Emit a comparison whose result is stored as bits (emit_bits.c), by means of the jump with the
 * same comparison. */
static void emit_test(wide_emitter *e, const wide_inst *inst)
{
	uint32_t places[2], form = 0;

	for (unsigned u = 0; u < 2; u++) {
		const wide_web *web = wide_use_at(e, inst, u);
		const bool array = web->class == WIDE_VARYING || web->needs_array;

		places[u] = array ? web->slot : web->place;
		form |= (unsigned)array << u;
	}
	wide_word(e, wide_jump_of(inst->op) * WIDE_FORMS + form);
	wide_word(e, places[0]);
	wide_word(e, places[1]);
	wide_word(e, WIDE_X_bits_keep);
	wide_word(e, wide_web_at(e, inst, 0)->place);
}

/* Emit a logical operation on bits, where one operand may be uniform. */
static void emit_logic(wide_emitter *e, const wide_inst *inst, const wide_logic *logic)
{
	const wide_web *a = wide_use_at(e, inst, logic->use[0]), *b = wide_use_at(e, inst, logic->use[1]);

	wide_word(e, wide_bits_handler(logic->op, !a->bits || !b->bits));
	wide_word(e, wide_web_at(e, inst, 0)->place);
	wide_word(e, (a->bits ? a : b)->place);
	wide_word(e, (a->bits ? b : a)->place);
}

void wide_emit_vector(wide_emitter *e, const wide_inst *inst)
{
	const wide_logic logic = wide_logic_of(e, inst);
	uint32_t places[8], form = 0;
	bool rows = false;

	if (inst->def_count && wide_web_at(e, inst, 0)->bits) {
		if (logic.op)
			emit_logic(e, inst, &logic);
		else
			emit_test(e, inst);
		return;
	}
	for (unsigned d = 0; d < inst->def_count; d++)
		places[d] = wide_target(e, inst, d, WIDE_VARYING);
	for (unsigned u = 0; u < inst->use_count; u++) {
		const wide_web *web = wide_use_at(e, inst, u);
		bool array = web->class == WIDE_VARYING || web->needs_array;

		places[inst->def_count + u] = array ? web->slot : web->place;
		form |= (unsigned)array << u;
		rows |= web->rows;
	}
	wide_word(e, handler_of(inst->op, form, rows));
	if (hr_op_infos[inst->op].shape == HR_SHAPE_TRAP1 ||
	    hr_op_infos[inst->op].shape == HR_SHAPE_TRAP2)
		wide_word(e, e->inst);
	row_words(e, inst, places);
	for (unsigned d = 0; d < inst->def_count; d++)
		wide_settle(e, inst, d, WIDE_VARYING);
}

void wide_compare_words(wide_emitter *e, uint32_t op, const wide_inst *inst, uint32_t to, uint32_t memory)
{
	wide_compare how = wide_compare_of(inst->op);
	const wide_web *a = wide_use_at(e, inst, how.swapped),
		       *b = wide_use_at(e, inst, !how.swapped);

	wide_word(e, op);
	wide_word(e, to);
	wide_word(e, how.test);
	wide_word(e, how.size);
	wide_word(e, a->place);
	wide_word(e, b->place);
	wide_word(e, memory);
}

/* An array that is written only by this comparison keeps its result for the next batch. */
void wide_emit_compare(wide_emitter *e, const wide_inst *inst)
{
	const uint32_t to = wide_target(e, inst, 0, WIDE_VARYING);
	uint32_t memory = 0;

	if (wide_keeps_result(e, inst) && to == wide_web_at(e, inst, 0)->place) {
		memory = wide_room(e, sizeof(wide_compared), sizeof(int64_t));
		HR_PUSH(&e->v->compared, memory);
	}
	wide_compare_words(e, wide_web_at(e, inst, 0)->bits ? WIDE_X_affine_bits : WIDE_X_affine_compare, inst, to,
			   memory);
	wide_settle(e, inst, 0, WIDE_VARYING);
}

/* d = SUMMAND (possibly zero) + A * FACTOR */
static void affine_step(wide_emitter *e, uint32_t to, uint32_t summand, uint32_t a, uint64_t factor)
{
	wide_word(e, WIDE_X_affine_step);
	wide_word(e, to);
	wide_word(e, summand);
	wide_word(e, a);
	wide_words64(e, factor);
}

static void affine_words(wide_emitter *e, uint32_t op, uint32_t to, uint32_t a, uint32_t b)
{
	wide_word(e, op);
	wide_word(e, to);
	wide_word(e, a);
	wide_word(e, b);
}

/* a * b + c, where a or b is uniform. */
static void affine_muladd(wide_emitter *e, uint32_t to, const wide_web *a, const wide_web *b,
			  uint32_t c)
{
	bool swap = b->class == WIDE_AFFINE;

	affine_words(e, WIDE_X_affine_muladd, to, (swap ? b : a)->place, (swap ? a : b)->place);
	wide_word(e, c);
}

/* Emit a shift by a constant as a multiplication. Return false if the amount is not constant. */
static bool affine_shift(wide_emitter *e, uint32_t to, const wide_web *a, const wide_web *b)
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
static bool emit_sum(wide_emitter *e, const wide_inst *inst, uint32_t to)
{
	const wide_web *a = inst->use_count > 0 ? wide_use_at(e, inst, 0) : NULL;
	const wide_web *b = inst->use_count > 1 ? wide_use_at(e, inst, 1) : NULL;

	switch (inst->op) {
	case HR_OP_add_i32:
	case HR_OP_add_i64:
		affine_words(e, WIDE_X_affine_add, to, a->place, b->place);
		return true;
	case HR_OP_sub_i32:
	case HR_OP_sub_i64:
		affine_words(e, WIDE_X_affine_sub, to, a->place, b->place);
		return true;
	case HR_OP_mul_i32:
	case HR_OP_mul_i64:
		affine_muladd(e, to, a, b, e->zero);
		return true;
	case HR_OP_muladd_i32:
	case HR_OP_muladd_i64:
		affine_muladd(e, to, a, b, wide_use_at(e, inst, 2)->place);
		return true;
	case HR_OP_shlz_i32:
	case HR_OP_shl_i32:
	case HR_OP_shlz_i64:
	case HR_OP_shl_i64:
		return affine_shift(e, to, a, b);
	case HR_OP_lea:
		wide_word(e, WIDE_X_affine_offset);
		wide_word(e, to);
		wide_word(e, a->place);
		wide_words64(e, inst->immediate[0]);
		return true;
	case HR_OP_leax:
		affine_step(e, to, a->place, b->place, inst->immediate[0]);
		return true;
	default:
		return false;
	}
}

void wide_emit_affine(wide_emitter *e, const wide_inst *inst)
{
	uint32_t to = wide_target(e, inst, 0, WIDE_AFFINE);

	if (inst->op == HR_OP_hpvm_id_up) {
		wide_word(e, WIDE_X_id);
		wide_word(e, e->inst);
		wide_word(e, to);
		wide_word(e, inst->immediate[1]);
	} else if (inst->op == HR_OP_hpvm_id) {
		wide_word(e, WIDE_X_id_of);
		wide_word(e, e->inst);
		wide_word(e, to);
		wide_word(e, wide_use_at(e, inst, 0)->place);
		wide_word(e, inst->immediate[0]);
	} else if (!emit_sum(e, inst, to)) {
		wide_word(e, wide_is_guarded(inst) ? WIDE_X_affine_guarded : WIDE_X_affine);
		wide_word(e, to);
		wide_word(e, inst->op);
		wide_word(e, wide_web_at(e, inst, 0)->size);
		for (unsigned u = 0; u < 2; u++) {
			const wide_web *web = u < inst->use_count ? wide_use_at(e, inst, u) : NULL;

			wide_word(e, web ? web->place : 0);
			wide_word(e, web ? web->class : WIDE_UNIFORM);
		}
		wide_words64(e, inst->immediate[0]);
		if (wide_is_guarded(inst))
			wide_word(e, e->inst);
	}
	wide_settle(e, inst, 0, WIDE_AFFINE);
}

/* --- memory ----------------------------------------------------------------------------------- */

uint32_t wide_gate_of(wide_emitter *e, const wide_inst *inst)
{
	hr_wide *w = e->w;
	const wide_area *area = &w->areas.data[inst->area];
	wide_gate gate = {inst->area, (uint32_t)(inst->pc - area->code->words), false};

	HR_PUSH(&w->gates, gate);
	return (uint32_t)w->gates.count - 1;
}

/* Emit the address A + I * scale + offset as an array at TO. */
void wide_emit_address(wide_emitter *e, uint32_t to, const wide_web *a, const wide_web *i,
		       uint64_t scale, uint64_t offset)
{
	wide_word(e, WIDE_X_address);
	wide_word(e, to);
	wide_word(e, a->place);
	wide_word(e, a->class);
	wide_word(e, i ? i->place : WIDE_NONE);
	wide_word(e, i ? i->class : WIDE_UNIFORM);
	wide_words64(e, scale);
	wide_words64(e, offset);
}

static void affine_operands(wide_emitter *e, const wide_access *at)
{
	wide_word(e, at->a->place);
	wide_word(e, at->i ? at->i->place : e->zero);
	wide_word(e, at->scale);
	wide_word(e, at->offset);
}

static void emit_load(wide_emitter *e, const wide_inst *inst, const wide_access *at, uint32_t gate)
{
	wide_class index = at->i ? (wide_class)at->i->class : WIDE_UNIFORM;
	wide_class most = at->a->class > index ? (wide_class)at->a->class : index;
	wide_class gives = most == WIDE_UNIFORM ? WIDE_UNIFORM : WIDE_VARYING;
	uint32_t to = wide_target(e, inst, 0, gives), gather = 0;
	bool indexed = most == WIDE_VARYING && at->a->class == WIDE_UNIFORM, chained;

	if (most == WIDE_VARYING && at->i && !indexed) {
		gather = e->gather;
		wide_emit_address(e, gather, at->a, at->i, at->scale, at->offset);
	}
	/* the result would overwrite the array of addresses, which is still needed */
	chained = most == WIDE_VARYING && to == (gather ? gather : (indexed ? at->i : at->a)->place);
	if (chained)
		to = e->scratch;
	wide_word(e, most == WIDE_UNIFORM  ? WIDE_X_load_uniform
		     : most == WIDE_AFFINE ? WIDE_X_load_affine
		     : indexed		   ? WIDE_X_load_indexed
					   : WIDE_X_load_gather);
	wide_word(e, e->inst);
	wide_word(e, to);
	wide_word(e, gate);
	wide_word(e, wide_access_size(inst));
	if (most == WIDE_AFFINE) {
		affine_operands(e, at);
		wide_word(e, wide_web_at(e, inst, 0)->viewed ? wide_web_at(e, inst, 0)->slot : 0);
		wide_word(e, wide_web_at(e, inst, 0)->rows);
	} else if (most == WIDE_UNIFORM || indexed) {
		wide_word(e, at->a->place);
		wide_word(e, at->i ? at->i->place : WIDE_NONE);
		wide_word(e, at->scale);
		wide_word(e, at->offset);
	} else {
		wide_word(e, gather ? gather : at->a->place);
		wide_word(e, gather ? 0 : at->offset);
	}
	if (chained)
		blend(e, wide_web_at(e, inst, 0), to);
	else
		wide_settle(e, inst, 0, gives);
}

static void emit_store(wide_emitter *e, const wide_access *at, uint32_t gate, uint32_t size)
{
	wide_class index = at->i ? (wide_class)at->i->class : WIDE_UNIFORM;
	wide_class most = at->a->class > index ? (wide_class)at->a->class : index;
	bool indexed = most == WIDE_VARYING && at->a->class == WIDE_UNIFORM;
	bool array = at->value->class == WIDE_VARYING || at->value->needs_array;
	uint32_t gather = 0;

	if (most == WIDE_VARYING && at->i && !indexed) {
		gather = e->gather;
		wide_emit_address(e, gather, at->a, at->i, at->scale, at->offset);
	}
	wide_word(e, most != WIDE_VARYING ? WIDE_X_store_affine
		     : indexed		  ? WIDE_X_store_indexed
					  : WIDE_X_store_scatter);
	wide_word(e, e->inst);
	wide_word(e, array ? wide_array_of(at->value) : at->value->place);
	wide_word(e, array);
	wide_word(e, gate);
	wide_word(e, size);
	if (most != WIDE_VARYING) {
		affine_operands(e, at);
	} else if (indexed) {
		wide_word(e, at->a->place);
		wide_word(e, at->i->place);
		wide_word(e, at->scale);
		wide_word(e, at->offset);
	} else {
		wide_word(e, gather ? gather : at->a->place);
		wide_word(e, gather ? 0 : at->offset);
	}
}

void wide_emit_memory(wide_emitter *e, const wide_inst *inst)
{
	wide_access at = wide_access_of(e, inst);
	uint32_t gate = wide_gate_of(e, inst);

	if (at.store) {
		emit_store(e, &at, gate, wide_access_size(inst));
		return;
	}
	e->w->gates.data[gate].rewritten = wide_is_rewritten(e, inst);
	emit_load(e, inst, &at, gate);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* MASKED: only for active lanes. */
static void move_web(wide_emitter *e, const wide_web *to, const wide_web *from, bool masked)
{
	uint32_t place = to->place;

	if (to == from || (to->place == from->place && to->class == from->class))
		return;
	if (to->class != WIDE_VARYING) {
		if (to->class == WIDE_AFFINE) {
			affine_move(e, to->size, to->place, from->place, from->class);
		} else {
			wide_word(e, WIDE_X_copy_uniform);
			wide_word(e, to->size);
			wide_word(e, to->place);
			wide_word(e, from->place);
		}
		if (to->needs_array)
			widen(e, to->size, to->class, to->array, to->place);
		return;
	}
	if (from->class != WIDE_VARYING) {
		place = masked ? e->scratch : to->place;
		widen(e, to->size, from->class, place, from->place);
		if (!masked)
			return;
	} else {
		place = from->place;
	}
	wide_word(e, masked ? WIDE_X_blend : WIDE_X_copy);
	wide_word(e, to->size);
	wide_word(e, to->place);
	wide_word(e, place);
}

void wide_emit_move(wide_emitter *e, const wide_inst *inst, bool masked)
{
	uint32_t web = e->w->sites.data[inst->sites].web;

	move_web(e, wide_web_at(e, inst, 0), wide_use_at(e, inst, 0),
		 masked || wide_in(e->w->waiting_webs[e->block], web));
}
