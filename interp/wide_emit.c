/* interp/wide_emit.c -- wide code from instructions and the classes of their webs.
 *
 * An operation is done once where all it reads is uniform, on base and strides where that is affine,
 * and else on arrays, with uniform operands as they are. A web that is kept as more than its
 * definition gives (a uniform value in a varying web) is widened behind the operation. Definitions
 * of webs that waiting lanes still need go through a scratch array and are blended in.
 *
 * A jump leads to another block's code at once when nobody can wait (wide_class.c) and nothing has
 * to be copied; else to a *stub* behind the block, with the copies and a `go`.
 *
 * Owns:     nothing; words are the version's. */
#include <string.h>

#include "wide_batch.h"

enum { SCRATCH_VALUES = 64 };

typedef struct patch {
	uint32_t word, position; /* the word shall hold where the block at the position begins */
} patch;

typedef struct emit {
	hr_wide *w;
	wide_version *v;
	bool checked;
	uint32_t end;         /* of the frame so far */
	uint32_t scratch;     /* for each lane: values of 16 bytes, */
	uint32_t gather;      /* and an address */
	uint32_t value;       /* room for a uniform or affine value */
	uint32_t zero;        /* an affine value */
	bool *fixed_webs, *fixed; /* by web and instruction: the same for all batches of a grid */
	uint32_t *definitions, *uses; /* by web: how many */
	uint32_t *packing_of; /* by loop: number of its packing, or WIDE_NONE */
	uint32_t block;       /* running */
	uint32_t inst;
	HR_VEC(patch) patches;
} emit;

static void word(emit *e, uint64_t value)
{
	HR_PUSH(&e->v->words, (uint32_t)value);
}

static void words64(emit *e, uint64_t value)
{
	word(e, value);
	word(e, value >> 32);
}

/* --- webs ------------------------------------------------------------------------------------- */

static wide_web *web_at(emit *e, const wide_inst *inst, unsigned site)
{
	return &e->w->webs.data[e->w->sites.data[inst->sites + site].web];
}

static wide_web *use_at(emit *e, const wide_inst *inst, unsigned use)
{
	return web_at(e, inst, inst->def_count + use);
}

static uint32_t array_of(const wide_web *web)
{
	return web->class == WIDE_VARYING ? web->place : web->array;
}

static uint32_t room(emit *e, uint64_t bytes, uint64_t align)
{
	uint64_t place = (e->end + align - 1) / align * align;

	e->end = (uint32_t)(place + bytes);
	return (uint32_t)place;
}

static bool is_hot(unsigned con)
{
	return con == HR_C_I8 || con == HR_C_I16 || con == HR_C_I32 || con == HR_C_I64 ||
	       con == HR_C_F32 || con == HR_C_F64 || con == HR_C_COUNT;
}

/* How an operation that gives something varying is done. */
typedef enum way {
	WAY_UNIFORM, /* on uniform operands */
	WAY_AFFINE,
	WAY_VECTOR,  /* arrays, or uniform operands where the form says so */
	WAY_ARRAY,   /* arrays only */
	WAY_MEMORY,
	WAY_ADDRESS, /* lea, leax */
	WAY_COMPARE, /* affine operands */
	WAY_MOVE,
	WAY_LANES,   /* one lane after the other: operands of any kind */
	WAY_OTHER,
} way;

static way way_of_shape(const wide_inst *inst)
{
	const hr_op_info *info = &hr_op_infos[inst->op];
	bool hot = is_hot(info->to) && is_hot(info->from);

	switch ((hr_op_shape)info->shape) {
	case HR_SHAPE_BIN:
	case HR_SHAPE_TER:
	case HR_SHAPE_TRAP2:
		return hot ? WAY_VECTOR : WAY_LANES;
	case HR_SHAPE_SELECT:
		return info->to == HR_C_I128 ? WAY_LANES : WAY_VECTOR;
	case HR_SHAPE_JUMP:
		return WAY_VECTOR;
	case HR_SHAPE_UN:
	case HR_SHAPE_UNI:
	case HR_SHAPE_TRAP1:
		return hot ? WAY_ARRAY : WAY_LANES;
	case HR_SHAPE_LOAD:
	case HR_SHAPE_LOADX:
	case HR_SHAPE_STORE:
	case HR_SHAPE_STOREX:
		return WAY_MEMORY;
	case HR_SHAPE_MEM:
		return inst->op == HR_OP_lea || inst->op == HR_OP_leax ? WAY_ADDRESS : WAY_LANES;
	default:
		return WAY_LANES;
	}
}

/* A comparison of integers, or a jump by one. */
typedef struct compare {
	uint8_t test, size; /* size 0: none */
	bool swapped;
} compare;

static compare compare_of(uint16_t op)
{
	switch (op) {
#define TEST(pred, test, swapped)                                                                  \
	case HR_OP_##pred##_i32:                                                                   \
	case HR_OP_j##pred##_i32:                                                                  \
		return (compare){test, 4, swapped};                                                \
	case HR_OP_##pred##_i64:                                                                   \
	case HR_OP_j##pred##_i64:                                                                  \
		return (compare){test, 8, swapped};
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
		return (compare){0, 0, false};
	}
}

/* Whether it is done on affine operands as they are. */
static bool compares_affine(emit *e, const wide_inst *inst)
{
	if (!compare_of(inst->op).size)
		return false;
	for (unsigned u = 0; u < inst->use_count; u++)
		if (use_at(e, inst, u)->class == WIDE_VARYING)
			return false;
	return true;
}

static way way_of(emit *e, const wide_inst *inst)
{
	wide_class natural = wide_natural(e->w, inst, e->checked);

	if (inst->op == WIDE_OP_MOVE)
		return WAY_MOVE;
	if (inst->op >= HR_OP_COUNT || inst->op == HR_OP_hpvm_return || inst->op == HR_OP_switch ||
	    inst->op == HR_OP_trap_if || inst->op == HR_OP_hpvm_barrier || inst->op == HR_OP_ret ||
	    inst->op == HR_OP_trap || inst->op == HR_OP_jmp || inst->op == HR_OP_jnz)
		return WAY_OTHER;
	if (way_of_shape(inst) == WAY_MEMORY)
		return WAY_MEMORY;
	if (inst->op == HR_OP_memcpy || inst->op == HR_OP_memmove || inst->op == HR_OP_memset)
		return WAY_LANES;
	if (natural == WIDE_AFFINE)
		return WAY_AFFINE;
	if (natural == WIDE_UNIFORM)
		return WAY_UNIFORM;
	return compares_affine(e, inst) ? WAY_COMPARE : way_of_shape(inst);
}

static bool has_atomic(uint16_t op)
{
	switch (op) {
#define ATOMIC(ident, T, W) case HR_OP_##ident:
		WIDE_ATOMICS(ATOMIC)
#undef ATOMIC
		return true;
	default:
		return false;
	}
}

/* Whether INST, done in WAY, wants operand USE as an array though its web is none. */
static bool wants_array(emit *e, const wide_inst *inst, way how, unsigned use)
{
	const wide_web *web = use_at(e, inst, use);

	if (web->class == WIDE_VARYING)
		return false;
	if (how == WAY_ARRAY)
		return true;
	if (how == WAY_VECTOR)
		return web->class == WIDE_AFFINE;
	if (how == WAY_LANES && has_atomic(inst->op)) /* the value */
		return use == 1 && web->class == WIDE_AFFINE;
	if (how == WAY_MEMORY) /* the value that is stored */
		return use == 0 && web->class == WIDE_AFFINE &&
		       (hr_op_infos[inst->op].shape == HR_SHAPE_STORE ||
			hr_op_infos[inst->op].shape == HR_SHAPE_STOREX);
	if (inst->op == HR_OP_jnz || inst->op == HR_OP_trap_if)
		return web->class == WIDE_AFFINE;
	return false;
}

static void mark_arrays(emit *e)
{
	hr_wide *w = e->w;

	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = 0; i < block->count; i++) {
			const wide_inst *inst = &w->insts.data[block->first + i];
			way how = way_of(e, inst);

			for (unsigned u = 0; u < inst->use_count; u++)
				if (wants_array(e, inst, how, u))
					use_at(e, inst, u)->needs_array = true;
		}
	}
}

static void place_webs(emit *e)
{
	hr_wide *w = e->w;
	uint64_t lanes = w->lanes;
	unsigned values = 2;

	e->value = room(e, SCRATCH_VALUES * WIDE_PLACE, WIDE_PLACE);
	e->zero = room(e, WIDE_PLACE, WIDE_PLACE);
	for (size_t i = 0; i < w->webs.count; i++)
		if (w->webs.data[i].class != WIDE_VARYING)
			w->webs.data[i].place = room(e, WIDE_PLACE, WIDE_PLACE);
	for (size_t i = 0; i < w->insts.count; i++)
		if (w->insts.data[i].def_count > values && w->insts.data[i].op != WIDE_OP_ENTRY)
			values = w->insts.data[i].def_count;
	e->scratch = room(e, lanes * 16 * values, 64);
	e->gather = room(e, lanes * 8, 64);
	for (size_t i = 0; i < w->webs.count; i++) {
		wide_web *web = &w->webs.data[i];
		uint64_t bytes = lanes * web->size;

		web->slot = 0;
		if (web->class == WIDE_VARYING)
			web->place = room(e, bytes, 64);
		else if (web->needs_array)
			web->array = room(e, bytes, 64);
		if (web->class == WIDE_VARYING || web->needs_array)
			web->slot = room(e, sizeof(uint8_t *), sizeof(uint8_t *));
		if (!web->constant)
			continue;
		HR_PUSH(&e->v->constants, (wide_constant){web->place, web->size, web->value,
								 false});
		if (web->needs_array)
			HR_PUSH(&e->v->constants,
				(wide_constant){web->array, web->size, web->value, true});
	}
}

/* --- definitions ------------------------------------------------------------------------------ */

/* Where an operation that gives a value of class GIVES is to write definition D of INST. */
static uint32_t target(emit *e, const wide_inst *inst, unsigned d, wide_class gives)
{
	const wide_web *web = web_at(e, inst, d);
	bool masked = wide_in(e->w->waiting_webs[e->block], e->w->sites.data[inst->sites + d].web);

	if (gives == WIDE_VARYING)
		return masked ? e->scratch + d * e->w->lanes * 16 : web->place;
	return web->class == gives ? web->place : e->value + d * WIDE_PLACE;
}

static void widen(emit *e, uint32_t size, wide_class from, uint32_t array, uint32_t place)
{
	word(e, from == WIDE_AFFINE ? WIDE_X_spread : WIDE_X_broadcast);
	word(e, size);
	word(e, array);
	word(e, place);
}

static void affine_move(emit *e, uint32_t size, uint32_t to, uint32_t from, wide_class class)
{
	word(e, WIDE_X_affine);
	word(e, to);
	word(e, WIDE_OP_MOVE);
	word(e, size);
	for (unsigned i = 0; i < 3; i++) {
		word(e, from);
		word(e, class);
	}
	words64(e, 0);
	words64(e, 0);
}

/* Behind the operation: brings what target() got to the web. */
static void settle(emit *e, const wide_inst *inst, unsigned d, wide_class gives)
{
	const wide_web *web = web_at(e, inst, d);
	bool masked = wide_in(e->w->waiting_webs[e->block], e->w->sites.data[inst->sites + d].web);
	uint32_t from = target(e, inst, d, gives), to = web->place;

	if (gives != WIDE_VARYING && web->class == WIDE_VARYING) {
		to = masked ? e->scratch + d * e->w->lanes * 16 : web->place;
		widen(e, web->size, gives, to, from);
		from = to;
		gives = WIDE_VARYING;
	}
	if (gives == WIDE_VARYING) {
		if (!masked)
			return;
		word(e, WIDE_X_blend);
		word(e, web->size);
		word(e, web->place);
		word(e, from);
		return;
	}
	if (gives == WIDE_UNIFORM && web->class == WIDE_AFFINE)
		affine_move(e, web->size, web->place, from, WIDE_UNIFORM);
	if (web->needs_array)
		widen(e, web->size, web->class, web->array, web->place);
}

/* --- operations ------------------------------------------------------------------------------- */

/* The words of a row as the code has them, with places for registers. */
static void row_words(emit *e, const wide_inst *inst, const uint32_t *places)
{
	const uint32_t *from = inst->pc + 1;
	unsigned d = 0, u = inst->def_count;

	for (const char *letter = hr_op_infos[inst->op].operands; *letter; letter++) {
		if (*letter == 'd' || *letter == 'o') {
			word(e, places[d++]);
		} else if (strchr("abce", *letter)) {
			word(e, places[u++]);
		} else {
			word(e, *from);
			if (*letter == 'j')
				word(e, *++from);
		}
		from++;
	}
}

static bool has_uniform_handler(const wide_inst *inst)
{
	way how = way_of_shape(inst);

	return how == WAY_VECTOR || how == WAY_ARRAY || how == WAY_ADDRESS;
}

static void emit_uniform(emit *e, const wide_inst *inst)
{
	uint32_t places[8];

	for (unsigned d = 0; d < inst->def_count; d++)
		places[d] = target(e, inst, d, WIDE_UNIFORM);
	for (unsigned u = 0; u < inst->use_count; u++)
		places[inst->def_count + u] = use_at(e, inst, u)->place;
	if (inst->op == HR_OP_hpvm_id_up && inst->immediate[0] == 0) {
		word(e, WIDE_X_id);
		word(e, e->inst);
		word(e, places[0]);
		word(e, inst->immediate[1]);
		settle(e, inst, 0, WIDE_UNIFORM);
		return;
	}
	if (has_uniform_handler(inst)) {
		word(e, (uint32_t)inst->op * WIDE_FORMS);
		if (hr_op_infos[inst->op].shape == HR_SHAPE_TRAP1 ||
		    hr_op_infos[inst->op].shape == HR_SHAPE_TRAP2)
			word(e, e->inst);
	} else {
		word(e, WIDE_X_rare);
		word(e, e->inst);
		word(e, inst->op);
	}
	row_words(e, inst, places);
	for (unsigned d = 0; d < inst->def_count; d++)
		settle(e, inst, d, WIDE_UNIFORM);
}

static void emit_vector(emit *e, const wide_inst *inst)
{
	uint32_t places[8], form = 0;

	for (unsigned d = 0; d < inst->def_count; d++)
		places[d] = target(e, inst, d, WIDE_VARYING);
	for (unsigned u = 0; u < inst->use_count; u++) {
		const wide_web *web = use_at(e, inst, u);
		bool array = web->class == WIDE_VARYING || web->needs_array;

		places[inst->def_count + u] = array ? web->slot : web->place;
		form |= (unsigned)array << u;
	}
	word(e, (uint32_t)inst->op * WIDE_FORMS + form);
	if (hr_op_infos[inst->op].shape == HR_SHAPE_TRAP1 ||
	    hr_op_infos[inst->op].shape == HR_SHAPE_TRAP2)
		word(e, e->inst);
	row_words(e, inst, places);
	for (unsigned d = 0; d < inst->def_count; d++)
		settle(e, inst, d, WIDE_VARYING);
}

static void compare_words(emit *e, const wide_inst *inst, uint32_t to)
{
	compare how = compare_of(inst->op);
	const wide_web *a = use_at(e, inst, how.swapped), *b = use_at(e, inst, !how.swapped);

	word(e, WIDE_X_affine_compare);
	word(e, to);
	word(e, how.test);
	word(e, how.size);
	word(e, a->place);
	word(e, b->place);
}

static void emit_compare(emit *e, const wide_inst *inst)
{
	compare_words(e, inst, target(e, inst, 0, WIDE_VARYING));
	settle(e, inst, 0, WIDE_VARYING);
}

static bool is_guarded(const wide_inst *inst)
{
	return inst->op == HR_OP_sext_i32_i64 || inst->op == HR_OP_zext_i32_i64 ||
	       inst->op == HR_OP_or_i32 || inst->op == HR_OP_or_i64;
}

/* d = zero or a summand + A * factor */
static void affine_step(emit *e, uint32_t to, uint32_t summand, uint32_t a, uint64_t factor)
{
	word(e, WIDE_X_affine_step);
	word(e, to);
	word(e, summand);
	word(e, a);
	words64(e, factor);
}

static void affine_words(emit *e, uint32_t op, uint32_t to, uint32_t a, uint32_t b)
{
	word(e, op);
	word(e, to);
	word(e, a);
	word(e, b);
}

/* a * b + c, one of a and b uniform. */
static void affine_muladd(emit *e, uint32_t to, const wide_web *a, const wide_web *b, uint32_t c)
{
	bool swap = b->class == WIDE_AFFINE;

	affine_words(e, WIDE_X_affine_muladd, to, (swap ? b : a)->place, (swap ? a : b)->place);
	word(e, c);
}

/* A shift by a constant; false: it is none. */
static bool affine_shift(emit *e, uint32_t to, const wide_web *a, const wide_web *b)
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

/* Operations that have a handler of their own. */
static bool emit_sum(emit *e, const wide_inst *inst, uint32_t to)
{
	const wide_web *a = inst->use_count > 0 ? use_at(e, inst, 0) : NULL;
	const wide_web *b = inst->use_count > 1 ? use_at(e, inst, 1) : NULL;

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
		affine_muladd(e, to, a, b, use_at(e, inst, 2)->place);
		return true;
	case HR_OP_shlz_i32:
	case HR_OP_shl_i32:
	case HR_OP_shlz_i64:
	case HR_OP_shl_i64:
		return affine_shift(e, to, a, b);
	case HR_OP_lea:
		word(e, WIDE_X_affine_offset);
		word(e, to);
		word(e, a->place);
		words64(e, inst->immediate[0]);
		return true;
	case HR_OP_leax:
		affine_step(e, to, a->place, b->place, inst->immediate[0]);
		return true;
	default:
		return false;
	}
}

static void emit_affine(emit *e, const wide_inst *inst)
{
	uint32_t to = target(e, inst, 0, WIDE_AFFINE);

	if (inst->op == HR_OP_hpvm_id_up) {
		word(e, WIDE_X_id);
		word(e, e->inst);
		word(e, to);
		word(e, inst->immediate[1]);
	} else if (inst->op == HR_OP_hpvm_id) {
		word(e, WIDE_X_id_of);
		word(e, e->inst);
		word(e, to);
		word(e, use_at(e, inst, 0)->place);
		word(e, inst->immediate[0]);
	} else if (!emit_sum(e, inst, to)) {
		word(e, is_guarded(inst) ? WIDE_X_affine_guarded : WIDE_X_affine);
		word(e, to);
		word(e, inst->op);
		word(e, web_at(e, inst, 0)->size);
		for (unsigned u = 0; u < 3; u++) {
			const wide_web *web = u < inst->use_count ? use_at(e, inst, u) : NULL;

			word(e, web ? web->place : 0);
			word(e, web ? web->class : WIDE_UNIFORM);
		}
		words64(e, inst->immediate[0]);
		words64(e, inst->immediate[1]);
		if (is_guarded(inst))
			word(e, e->inst);
	}
	settle(e, inst, 0, WIDE_AFFINE);
}

/* --- memory ----------------------------------------------------------------------------------- */

static uint32_t gate_of(emit *e, const wide_inst *inst)
{
	hr_wide *w = e->w;
	const wide_area *area = &w->areas.data[inst->area];
	wide_gate gate = {inst->area, (uint32_t)(inst->pc - area->code->words)};

	HR_PUSH(&w->gates, gate);
	return (uint32_t)w->gates.count - 1;
}

static uint32_t access_size(const wide_inst *inst)
{
	unsigned con = hr_op_infos[inst->op].to;

	return con == HR_C_F80 ? 10 : hr_con_size((hr_con)con);
}

/* The address A + I * scale + offset into the scratch array. */
static void emit_address(emit *e, uint32_t to, const wide_web *a, const wide_web *i, uint64_t scale,
			 uint64_t offset)
{
	word(e, WIDE_X_address);
	word(e, to);
	word(e, a->place);
	word(e, a->class);
	word(e, i ? i->place : WIDE_NONE);
	word(e, i ? i->class : WIDE_UNIFORM);
	words64(e, scale);
	words64(e, offset);
}

typedef struct access {
	const wide_web *value, *a, *i;
	uint32_t scale;
	uint64_t offset;
	bool store;
} access;

static access access_of(emit *e, const wide_inst *inst)
{
	unsigned shape = hr_op_infos[inst->op].shape;
	access at = {.store = shape == HR_SHAPE_STORE || shape == HR_SHAPE_STOREX, .scale = 1};
	unsigned first = at.store;

	at.value = at.store ? use_at(e, inst, 0) : NULL;
	at.a = use_at(e, inst, first);
	if (shape == HR_SHAPE_LOADX || shape == HR_SHAPE_STOREX) {
		at.i = use_at(e, inst, first + 1);
		at.scale = (uint32_t)inst->immediate[0];
		at.offset = inst->immediate[1];
	} else {
		at.offset = inst->immediate[0];
	}
	return at;
}

static void affine_operands(emit *e, const access *at)
{
	word(e, at->a->place);
	word(e, at->i ? at->i->place : e->zero);
	word(e, at->scale);
	word(e, at->offset);
}

static void emit_load(emit *e, const wide_inst *inst, const access *at, uint32_t gate)
{
	wide_class index = at->i ? (wide_class)at->i->class : WIDE_UNIFORM;
	wide_class most = at->a->class > index ? (wide_class)at->a->class : index;
	wide_class gives = most == WIDE_UNIFORM ? WIDE_UNIFORM : WIDE_VARYING;
	uint32_t to = target(e, inst, 0, gives), gather = 0;
	bool indexed = most == WIDE_VARYING && at->a->class == WIDE_UNIFORM;

	if (most == WIDE_VARYING && at->i && !indexed) {
		gather = e->gather;
		emit_address(e, gather, at->a, at->i, at->scale, at->offset);
	}
	word(e, most == WIDE_UNIFORM ? WIDE_X_load_uniform
	       : most == WIDE_AFFINE ? WIDE_X_load_affine
	       : indexed	     ? WIDE_X_load_indexed
				     : WIDE_X_load_gather);
	word(e, e->inst);
	word(e, to);
	word(e, gate);
	word(e, access_size(inst));
	if (most == WIDE_AFFINE) {
		affine_operands(e, at);
		word(e, web_at(e, inst, 0)->viewed ? web_at(e, inst, 0)->slot : 0);
	} else if (most == WIDE_UNIFORM || indexed) {
		word(e, at->a->place);
		word(e, at->i ? at->i->place : WIDE_NONE);
		word(e, at->scale);
		word(e, at->offset);
	} else {
		word(e, gather ? gather : at->a->place);
		word(e, gather ? 0 : at->offset);
	}
	settle(e, inst, 0, gives);
}

static void emit_store(emit *e, const access *at, uint32_t gate, uint32_t size)
{
	wide_class index = at->i ? (wide_class)at->i->class : WIDE_UNIFORM;
	wide_class most = at->a->class > index ? (wide_class)at->a->class : index;
	bool indexed = most == WIDE_VARYING && at->a->class == WIDE_UNIFORM;
	bool array = at->value->class == WIDE_VARYING || at->value->needs_array;
	uint32_t gather = 0;

	if (most == WIDE_VARYING && at->i && !indexed) {
		gather = e->gather;
		emit_address(e, gather, at->a, at->i, at->scale, at->offset);
	}
	word(e, most != WIDE_VARYING ? WIDE_X_store_affine
	       : indexed	     ? WIDE_X_store_indexed
				     : WIDE_X_store_scatter);
	word(e, e->inst);
	word(e, array ? array_of(at->value) : at->value->place);
	word(e, array);
	word(e, gate);
	word(e, size);
	if (most != WIDE_VARYING) {
		affine_operands(e, at);
	} else if (indexed) {
		word(e, at->a->place);
		word(e, at->i->place);
		word(e, at->scale);
		word(e, at->offset);
	} else {
		word(e, gather ? gather : at->a->place);
		word(e, gather ? 0 : at->offset);
	}
}

static void emit_memory(emit *e, const wide_inst *inst)
{
	access at = access_of(e, inst);
	uint32_t gate = gate_of(e, inst);

	if (at.store)
		emit_store(e, &at, gate, access_size(inst));
	else
		emit_load(e, inst, &at, gate);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* MASKED: only for lanes that run. */
static void move_web(emit *e, const wide_web *to, const wide_web *from, bool masked)
{
	uint32_t place = to->place;

	if (to == from || (to->place == from->place && to->class == from->class))
		return;
	if (to->class != WIDE_VARYING) {
		if (to->class == WIDE_AFFINE) {
			affine_move(e, to->size, to->place, from->place, from->class);
		} else {
			word(e, WIDE_X_copy_uniform);
			word(e, to->size);
			word(e, to->place);
			word(e, from->place);
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
	word(e, masked ? WIDE_X_blend : WIDE_X_copy);
	word(e, to->size);
	word(e, to->place);
	word(e, place);
}

static void emit_move(emit *e, const wide_inst *inst, bool masked)
{
	uint32_t web = e->w->sites.data[inst->sites].web;

	move_web(e, web_at(e, inst, 0), use_at(e, inst, 0),
		 masked || wide_in(e->w->waiting_webs[e->block], web));
}

/* --- the ends of blocks ----------------------------------------------------------------------- */

static void word_of_block(emit *e, uint32_t block)
{
	HR_PUSH(&e->patches, (patch){(uint32_t)e->v->words.count, e->w->blocks.data[block].position});
	word(e, 0);
}

static bool somebody_waits(const emit *e)
{
	const uint64_t *waiting = e->w->waiting[e->block];

	for (uint32_t i = 0; i < (e->w->order_count + 63) / 64; i++)
		if (waiting[i])
			return true;
	return false;
}

static void emit_copies(emit *e, const wide_block *block, uint32_t s)
{
	const wide_exit *exit = &block->exits[s];

	for (uint32_t i = 0; i < exit->count; i++)
		emit_move(e, &e->w->insts.data[exit->inst + i],
			  e->w->loops.data[exit->loop].divergent);
}

/* The packing of a loop that BLOCK is in, of which SUCC is the header or does not belong to it; or
 * WIDE_NONE. */
static uint32_t packing_at(const emit *e, const wide_block *block, uint32_t succ)
{
	for (uint32_t l = block->loop; l != WIDE_NONE; l = e->w->loops.data[l].parent) {
		const wide_loop *loop = &e->w->loops.data[l];

		if (e->packing_of[l] != WIDE_NONE &&
		    (succ == loop->header || !wide_in(loop->blocks, succ)))
			return e->packing_of[l];
	}
	return WIDE_NONE;
}

/* Whether the edge to SUCC leaves a loop whose lanes may be packed. */
static bool leaves_packing(const emit *e, uint32_t succ)
{
	uint32_t loop = e->w->blocks.data[e->block].loop;

	for (; loop != WIDE_NONE; loop = e->w->loops.data[loop].parent)
		if (e->packing_of[loop] != WIDE_NONE && !wide_in(e->w->loops.data[loop].blocks, succ))
			return true;
	return false;
}

static bool must_go(const emit *e, uint32_t succ, bool split)
{
	return split || somebody_waits(e) || leaves_packing(e, succ);
}

/* Copies, then the way to successor S. */
static void emit_edge(emit *e, const wide_block *block, uint32_t s, bool split, uint64_t steps)
{
	uint32_t packing = packing_at(e, block, block->succ[s]);

	emit_copies(e, block, s);
	if (must_go(e, block->succ[s], split)) {
		word(e, packing == WIDE_NONE ? WIDE_X_go : WIDE_X_go_packing);
		word(e, e->w->blocks.data[block->succ[s]].position);
		word(e, steps);
		if (packing != WIDE_NONE)
			word(e, packing);
	} else {
		word(e, WIDE_X_goto_);
		word_of_block(e, block->succ[s]);
		word(e, steps);
	}
}

/* The words at AT, one for each successor, get where its edge's code is. */
static void emit_edges(emit *e, const wide_block *block, uint32_t at, bool split)
{
	for (uint32_t s = 0; s < block->succ_count; s++) {
		bool direct = !must_go(e, block->succ[s], split);
		size_t before = e->v->words.count;

		if (direct) {
			/* nothing to copy, nothing in between */
			emit_copies(e, block, s);
			if (e->v->words.count == before) {
				HR_PUSH(&e->patches,
					(patch){at + s, e->w->blocks.data[block->succ[s]].position});
				continue;
			}
			e->v->words.count = before;
		}
		e->v->words.data[at + s] = (uint32_t)e->v->words.count;
		emit_edge(e, block, s, split, 0);
	}
}

static void emit_jump(emit *e, const wide_block *block, const wide_inst *inst)
{
	unsigned form = 0;
	uint32_t at;

	for (unsigned u = 0; u < inst->use_count; u++) {
		const wide_web *web = use_at(e, inst, u);

		form |= (unsigned)(web->class == WIDE_VARYING || web->needs_array) << u;
	}
	if (!block->divergent)
		form = 0;
	if (block->divergent && compares_affine(e, inst)) {
		compare_words(e, inst, e->gather);
		word(e, (uint32_t)HR_OP_jnz * WIDE_FORMS + 1);
		word(e, e->gather);
	} else {
		word(e, (uint32_t)inst->op * WIDE_FORMS + form);
		for (unsigned u = 0; u < inst->use_count; u++) {
			const wide_web *web = use_at(e, inst, u);

			word(e, !(form >> u & 1)	 ? web->place
				: inst->op == HR_OP_jnz ? array_of(web)
							: web->slot);
		}
	}
	if (block->divergent)
		word(e, WIDE_X_split);
	at = (uint32_t)e->v->words.count;
	word(e, 0);
	word(e, 0);
	word(e, block->steps);
	emit_edges(e, block, at, block->divergent);
}

static void emit_switch(emit *e, const wide_block *block)
{
	uint32_t at;

	word(e, block->divergent ? WIDE_X_switch_varying : WIDE_X_switch_uniform);
	word(e, e->inst);
	word(e, block->steps);
	at = (uint32_t)e->v->words.count;
	for (uint32_t s = 0; s < block->succ_count; s++)
		word(e, 0);
	emit_edges(e, block, at, block->divergent);
}

static void emit_trap_if(emit *e, const wide_inst *inst)
{
	const wide_web *web = use_at(e, inst, 0);

	word(e, web->class == WIDE_UNIFORM ? WIDE_X_trap_if_uniform : WIDE_X_trap_if_varying);
	word(e, e->inst);
	word(e, web->class == WIDE_UNIFORM ? web->place : array_of(web));
}

static void emit_site(emit *e, uint32_t op)
{
	word(e, op);
	word(e, e->inst);
}

/* An operation done for each lane finds its operands by its site. */
static void emit_lanes(emit *e, const wide_inst *inst, uint32_t op)
{
	emit_site(e, op);
	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t web = e->w->sites.data[inst->sites + d].web;

		if (wide_in(e->w->waiting_webs[e->block], web))
			e->v->masked[e->inst] |= UINT64_C(1) << d;
	}
	for (unsigned d = 0; d < inst->def_count; d++)
		settle(e, inst, d, WIDE_VARYING);
}

/* Where an address does not pass, it is done as what has no handler. */
static void emit_atomic(emit *e, const wide_inst *inst)
{
	const wide_web *a = use_at(e, inst, 0), *b = use_at(e, inst, 1);
	bool array = b->class == WIDE_VARYING || b->needs_array;
	uint32_t at = a->place, to = target(e, inst, 0, WIDE_VARYING);

	if (to != web_at(e, inst, 0)->place)
		e->v->masked[e->inst] |= 1;
	if (a->class != WIDE_VARYING) {
		at = e->gather;
		emit_address(e, at, a, NULL, 1, 0);
	}
	emit_site(e, WIDE_X_atomic);
	word(e, to);
	word(e, gate_of(e, inst));
	word(e, inst->op);
	word(e, array ? array_of(b) : b->place);
	word(e, array);
	word(e, at);
	word(e, access_size(inst));
	settle(e, inst, 0, WIDE_VARYING);
}

static void emit_other(emit *e, const wide_block *block, const wide_inst *inst)
{
	bool varies = false;

	switch (inst->op) {
	case WIDE_OP_ENTRY:
		for (unsigned d = 0; d < inst->def_count; d++) {
			const wide_web *web = web_at(e, inst, d);

			varies |= web->class == WIDE_VARYING;

			HR_PUSH(&e->v->params,
				(wide_param){web->place, web->size, e->w->code->params[d].offset,
						    web->class, web->needs_array ? web->array : 0});
		}
		if (varies)
			emit_site(e, WIDE_X_entry);
		break;
	case WIDE_OP_CALL:
		emit_lanes(e, inst, WIDE_X_call);
		break;
	case WIDE_OP_SLOT_LOAD:
		word(e, WIDE_X_slot_load);
		word(e, web_at(e, inst, 0)->size);
		word(e, target(e, inst, 0, WIDE_VARYING));
		word(e, inst->immediate[0]);
		settle(e, inst, 0, WIDE_VARYING);
		break;
	case WIDE_OP_FRAME:
		emit_site(e, WIDE_X_frame);
		break;
	case WIDE_OP_SLOT_STORE:
		emit_site(e, WIDE_X_slot_store);
		break;
	case HR_OP_jmp:
		emit_edge(e, block, 0, false, block->steps);
		break;
	case HR_OP_jnz:
		emit_jump(e, block, inst);
		break;
	case HR_OP_switch:
		emit_switch(e, block);
		break;
	case HR_OP_hpvm_return:
	case HR_OP_ret:
		emit_site(e, WIDE_X_return_);
		word(e, block->steps);
		break;
	case HR_OP_hpvm_barrier:
		emit_site(e, WIDE_X_barrier);
		word(e, e->w->blocks.data[block->succ[0]].position);
		word(e, block->steps);
		break;
	case HR_OP_trap:
		emit_site(e, WIDE_X_trapped);
		break;
	default:
		emit_trap_if(e, inst);
	}
}

static void emit_inst(emit *e, const wide_block *block, const wide_inst *inst)
{
	way how = way_of(e, inst);

	if (inst->op < HR_OP_COUNT && hr_op_infos[inst->op].shape == HR_SHAPE_JUMP) {
		emit_jump(e, block, inst);
		return;
	}
	switch (how) {
	case WAY_UNIFORM:
		emit_uniform(e, inst);
		break;
	case WAY_AFFINE:
		emit_affine(e, inst);
		break;
	case WAY_VECTOR:
	case WAY_ARRAY:
		emit_vector(e, inst);
		break;
	case WAY_MEMORY:
		emit_memory(e, inst);
		break;
	case WAY_COMPARE:
		emit_compare(e, inst);
		break;
	case WAY_ADDRESS: {
		bool indexed = inst->op == HR_OP_leax;

		emit_address(e, target(e, inst, 0, WIDE_VARYING), use_at(e, inst, 0),
			     indexed ? use_at(e, inst, 1) : NULL,
			     indexed ? inst->immediate[0] : 1, indexed ? 0 : inst->immediate[0]);
		settle(e, inst, 0, WIDE_VARYING);
		break;
	}
	case WAY_MOVE:
		emit_move(e, inst, false);
		break;
	case WAY_LANES:
		if (inst->op < HR_OP_COUNT && has_atomic(inst->op)) {
			emit_atomic(e, inst);
			break;
		}
		emit_lanes(e, inst,
			   inst->op == HR_OP_memcpy || inst->op == HR_OP_memmove ||
					   inst->op == HR_OP_memset
				   ? WIDE_X_block
				   : WIDE_X_lanes);
		break;
	case WAY_OTHER:
		emit_other(e, block, inst);
	}
}

/* --- views ------------------------------------------------------------------------------------ */

static void count_sites(emit *e)
{
	hr_wide *w = e->w;

	e->definitions = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	e->uses = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(uint32_t));
	for (size_t i = 0; i < w->insts.count; i++) {
		const wide_inst *inst = &w->insts.data[i];

		for (unsigned s = 0; s < (unsigned)inst->def_count + inst->use_count; s++)
			(s < inst->def_count ? e->definitions : e->uses)[w->sites.data[inst->sites + s].web]++;
	}
}

/* Whether the operation neither writes memory nor leaves for the other version of the code. */
static bool keeps_memory(emit *e, const wide_inst *inst)
{
	switch (way_of(e, inst)) {
	case WAY_UNIFORM:
		return has_uniform_handler(inst);
	case WAY_AFFINE:
		return !is_guarded(inst);
	case WAY_VECTOR:
	case WAY_ARRAY:
	case WAY_ADDRESS:
	case WAY_COMPARE:
	case WAY_MOVE:
		return true;
	case WAY_MEMORY:
		return hr_op_infos[inst->op].shape == HR_SHAPE_LOAD ||
		       hr_op_infos[inst->op].shape == HR_SHAPE_LOADX;
	default:
		return false;
	}
}

static bool reads_slots(emit *e, const wide_inst *inst)
{
	way how = way_of(e, inst);

	return how == WAY_VECTOR || how == WAY_ARRAY;
}

/* Whether all uses of what INST loads follow in its block before memory may change. */
static bool is_used_at_once(emit *e, const wide_block *block, const wide_inst *inst)
{
	const hr_wide *w = e->w;
	const wide_inst *end = &w->insts.data[block->first + block->count];
	uint32_t web = w->sites.data[inst->sites].web, left = e->uses[web];

	for (const wide_inst *next = inst + 1; left && next < end; next++) {
		uint32_t before = left;

		for (unsigned u = 0; u < next->use_count; u++)
			left -= w->sites.data[next->sites + next->def_count + u].web == web;
		if ((left != before && !reads_slots(e, next)) || (left && !keeps_memory(e, next)))
			return false;
	}
	return !left;
}

static bool is_view(emit *e, const wide_block *block, const wide_inst *inst)
{
	const uint64_t *waiting = e->w->waiting_webs[block - e->w->blocks.data];
	uint32_t number = e->w->sites.data[inst->sites].web;
	const wide_web *web;
	access at;

	if (way_of(e, inst) != WAY_MEMORY || inst->def_count != 1)
		return false;
	web = web_at(e, inst, 0);
	at = access_of(e, inst);
	return web->class == WIDE_VARYING && web->size == access_size(inst) && web->size <= 8 &&
	       at.a->class != WIDE_VARYING && (!at.i || at.i->class != WIDE_VARYING) &&
	       e->definitions[number] == 1 && !wide_in(waiting, number) &&
	       is_used_at_once(e, block, inst);
}

/* Loads whose lanes are read where they are, if they lie side by side. */
static void find_views(emit *e)
{
	hr_wide *w = e->w;

	for (size_t i = 0; i < w->webs.count; i++)
		w->webs.data[i].viewed = false;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		for (uint32_t i = block->first; i < block->first + block->count; i++)
			if (is_view(e, block, &w->insts.data[i]))
				web_at(e, &w->insts.data[i], 0)->viewed = true;
	}
}

/* --- packing ---------------------------------------------------------------------------------- */

/* Whether an operation needs to know where in the tile a place stands. */
static bool asks_for_lane(emit *e, const wide_inst *inst)
{
	wide_class natural = wide_natural(e->w, inst, e->checked);

	for (unsigned u = 0; u < inst->use_count; u++)
		if (use_at(e, inst, u)->class == WIDE_AFFINE && natural != WIDE_AFFINE &&
		    !use_at(e, inst, u)->needs_array)
			return true;
	for (unsigned d = 0; d < inst->def_count; d++)
		if (natural == WIDE_AFFINE && (web_at(e, inst, d)->class == WIDE_VARYING ||
					       web_at(e, inst, d)->needs_array))
			return true;
	switch (way_of(e, inst)) {
	case WAY_AFFINE:
		return is_guarded(inst) || inst->op == HR_OP_hpvm_id_up || inst->op == HR_OP_hpvm_id;
	case WAY_UNIFORM:
		return !has_uniform_handler(inst);
	case WAY_VECTOR:
	case WAY_ARRAY:
		return false;
	case WAY_MOVE:
		return use_at(e, inst, 0)->class == WIDE_AFFINE &&
		       web_at(e, inst, 0)->class == WIDE_VARYING;
	case WAY_ADDRESS:
	case WAY_MEMORY:
		for (unsigned u = 0; u < inst->use_count; u++)
			if (use_at(e, inst, u)->class == WIDE_AFFINE)
				return true;
		return false;
	case WAY_OTHER:
		return inst->op != HR_OP_jmp && inst->op != HR_OP_jnz;
	default:
		return true;
	}
}

static bool block_asks_for_lane(emit *e, const wide_block *block)
{
	for (uint32_t i = 0; i < block->count; i++)
		if (asks_for_lane(e, &e->w->insts.data[block->first + i]))
			return true;
	for (uint32_t s = 0; s < block->succ_count; s++)
		for (uint32_t i = 0; i < block->exits[s].count; i++)
			if (asks_for_lane(e, &e->w->insts.data[block->exits[s].inst + i]))
				return true;
	return block->resumes;
}

/* Its blocks stand together and none asks. */
static bool may_pack(emit *e, const wide_loop *loop, wide_packing *packing)
{
	const hr_wide *w = e->w;

	packing->low = WIDE_NONE;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		if (!wide_in(loop->blocks, w->order[p]))
			continue;
		if ((packing->low != WIDE_NONE && p != packing->high + 1) ||
		    block_asks_for_lane(e, block))
			return false;
		packing->low = packing->low == WIDE_NONE ? p : packing->low;
		packing->high = p;
	}
	return loop->divergent && packing->low != WIDE_NONE;
}

/* Arrays that are read at POSITION or later move. */
static void pack_webs(emit *e, uint32_t position, bool *moves)
{
	const hr_wide *w = e->w;
	const uint32_t *entry = &w->entry_web[(size_t)position * w->regs.count];

	for (uint32_t r = 0; r < w->regs.count; r++) {
		const wide_web *web;

		if (entry[r] == WIDE_NONE || moves[entry[r]])
			continue;
		web = &w->webs.data[entry[r]];
		moves[entry[r]] = true;
		if (web->constant || web->class == WIDE_UNIFORM ||
		    (web->class == WIDE_AFFINE && !web->needs_array))
			continue;
		HR_PUSH(&e->v->packed, (wide_array){array_of(web), web->size});
	}
}

static void find_arrays(emit *e, const wide_loop *loop, wide_packing *packing)
{
	hr_wide *w = e->w;
	bool *moves = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(bool));

	packing->first = (uint32_t)e->v->packed.count;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		if (!wide_in(loop->blocks, w->order[p]))
			continue;
		pack_webs(e, p, moves);
		for (uint32_t q = 0; q < w->order_count; q++)
			if (wide_in(w->waiting[w->order[p]], q))
				pack_webs(e, q, moves);
		for (uint32_t s = 0; s < block->succ_count; s++)
			pack_webs(e, w->blocks.data[block->succ[s]].position, moves);
	}
	packing->count = (uint32_t)e->v->packed.count - packing->first;
}

static void find_packings(emit *e)
{
	hr_wide *w = e->w;

	e->packing_of = hr_arena_array(&w->arena, w->loops.count + 1, sizeof(uint32_t));
	for (uint32_t l = 0; l < w->loops.count; l++) {
		wide_packing packing = {.loop = l};

		e->packing_of[l] = WIDE_NONE;
		if (!may_pack(e, &w->loops.data[l], &packing))
			continue;
		packing.head = w->blocks.data[w->loops.data[l].header].position;
		find_arrays(e, &w->loops.data[l], &packing);
		e->packing_of[l] = (uint32_t)e->v->packings.count;
		HR_PUSH(&e->v->packings, packing);
	}
}

/* --- what is the same for all batches of a grid ----------------------------------------------- */

/* Operations that cannot fail, and with QUERIES those that ask for what the grid is. */
static bool is_fixed_op(const wide_inst *inst, bool queries)
{
	switch (inst->op) {
	case WIDE_OP_MOVE:
	case HR_OP_lea:
	case HR_OP_leax:
		return true;
	case HR_OP_hpvm_node:
	case HR_OP_hpvm_parent:
	case HR_OP_hpvm_dims:
	case HR_OP_hpvm_extent:
	case HR_OP_hpvm_extent_up:
		return queries;
	case HR_OP_hpvm_id_up:
		return queries && inst->immediate[0] > 0;
	default:
		break;
	}
	if (inst->op >= HR_OP_COUNT)
		return false;
	switch ((hr_op_shape)hr_op_infos[inst->op].shape) {
	case HR_SHAPE_UN:
	case HR_SHAPE_UNI:
	case HR_SHAPE_BIN:
	case HR_SHAPE_TER:
	case HR_SHAPE_SELECT:
		return has_uniform_handler(inst);
	default:
		return false;
	}
}

static bool is_fixed(emit *e, const wide_inst *inst, bool queries)
{
	if (inst->def_count == 0 || !is_fixed_op(inst, queries))
		return false;
	for (unsigned i = 0; i < (unsigned)inst->def_count + inst->use_count; i++) {
		uint32_t web = e->w->sites.data[inst->sites + i].web;

		if (i < inst->def_count ? e->definitions[web] != 1 || e->w->webs.data[web].class != WIDE_UNIFORM
					: !e->fixed_webs[web])
			return false;
	}
	return true;
}

static void fix_definitions(emit *e, const wide_inst *inst)
{
	for (unsigned d = 0; d < inst->def_count; d++) {
		uint32_t web = e->w->sites.data[inst->sites + d].web;

		e->fixed_webs[web] = e->definitions[web] == 1 &&
				     e->w->webs.data[web].class == WIDE_UNIFORM;
	}
}

/* A query may fail, so only those that all instances make before they do anything else. */
static void find_fixed(emit *e)
{
	hr_wide *w = e->w;
	bool queries = true;

	e->fixed = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(bool));
	e->fixed_webs = hr_arena_array(&w->arena, w->webs.count + 1, sizeof(bool));
	for (size_t i = 0; i < w->webs.count; i++)
		e->fixed_webs[i] = w->webs.data[i].constant && w->webs.data[i].class == WIDE_UNIFORM;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		queries = queries && (p == 0 || (block->preds.count == 1 && !block->resumes &&
						 w->blocks.data[w->order[p - 1]].succ_count == 1));
		for (uint32_t i = block->first; i < block->first + block->count; i++) {
			const wide_inst *inst = &w->insts.data[i];

			e->fixed[i] = is_fixed(e, inst, queries);
			if (e->fixed[i] || inst->op == WIDE_OP_ENTRY)
				fix_definitions(e, inst);
		}
	}
}

static void emit_prologue(emit *e)
{
	hr_wide *w = e->w;

	e->v->prologue = (uint32_t)e->v->words.count;
	e->inst = w->blocks.data[w->order[0]].first;
	emit_site(e, WIDE_X_entry_uniform);
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		e->block = w->order[p];
		for (e->inst = block->first; e->inst < block->first + block->count; e->inst++) {
			const wide_inst *inst = &w->insts.data[e->inst];

			if (!e->fixed[e->inst])
				continue;
			if (inst->op == WIDE_OP_MOVE)
				emit_move(e, inst, false);
			else
				emit_uniform(e, inst);
		}
	}
	emit_site(e, WIDE_X_stop);
}

bool wide_emit(hr_wide *w, unsigned version)
{
	emit e = {.w = w, .v = &w->versions[version], .checked = version == 0};

	mark_arrays(&e);
	place_webs(&e);
	count_sites(&e);
	find_fixed(&e);
	find_views(&e);
	find_packings(&e);
	e.v->block_word = hr_arena_array(&w->arena, w->order_count + 1, sizeof(uint32_t));
	e.v->inst_word = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint32_t));
	e.v->masked = hr_arena_array(&w->arena, w->insts.count + 1, sizeof(uint64_t));
	e.v->scratch = e.scratch;
	for (uint32_t p = 0; p < w->order_count; p++) {
		const wide_block *block = &w->blocks.data[w->order[p]];

		e.block = w->order[p];
		e.v->block_word[p] = (uint32_t)e.v->words.count;
		for (uint32_t i = 0; i < block->count; i++) {
			e.inst = block->first + i;
			e.v->inst_word[e.inst] = (uint32_t)e.v->words.count;
			if (!e.fixed[e.inst])
				emit_inst(&e, block, &w->insts.data[e.inst]);
		}
	}
	emit_prologue(&e);
	for (size_t i = 0; i < e.patches.count; i++)
		e.v->words.data[e.patches.data[i].word] =
			e.v->block_word[e.patches.data[i].position];
	for (size_t i = 0; i < w->webs.count; i++)
		HR_PUSH(&e.v->webs, w->webs.data[i]);
	e.v->frame_bytes = (e.end + 63) / 64 * 64;
	HR_VEC_FREE(&e.patches);
	return true;
}
