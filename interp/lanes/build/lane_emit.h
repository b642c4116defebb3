/* interp/lanes/build/lane_emit.h -- what writes lane code shares. Private to the lane_emit*.c.
 *
 * From instructions and the classes of their webs (class.c) to words. emit_lowering.c says how
 * each operation is done, emit_ahead.c and emit_bits.c what can be saved; emit_op.c writes
 * operations, and emit.c everything else. */
#ifndef HR_LANE_EMIT_H
#define HR_LANE_EMIT_H

#include <string.h>

#include "interp/lanes/run/lane_batch.h"

typedef struct lane_patch {
	uint32_t word, position; /* the word shall hold where the block at the position begins */
} lane_patch;

typedef struct lane_emitter {
	hr_lane_code *w;
	lane_version *v;
	bool checked;
	uint32_t end;             /* of the frame so far */
	uint32_t scratch;         /* for each lane: values of 16 bytes, */
	uint32_t gather;          /* and an address */
	uint32_t value;           /* room for a uniform or affine value */
	uint32_t zero;            /* an affine value */
	bool *fixed_webs, *fixed; /* by web and instruction: the same for all batches of a grid */
	uint32_t *definitions, *uses; /* by web: how many */
	uint32_t *packing_of;         /* by loop: number of its packing, or LANE_NONE */
	/* by web: number of its array among those that webs share, or LANE_NONE: it has one of its
	 * own */
	uint32_t *array_of, array_count;
	uint32_t block; /* running */
	uint32_t inst;
	HR_VEC(lane_patch) patches;
} lane_emitter;

static inline void lane_word(lane_emitter *e, uint64_t value)
{
	HR_PUSH(&e->v->words, (uint32_t)value);
}

static inline void lane_words64(lane_emitter *e, uint64_t value)
{
	lane_word(e, value);
	lane_word(e, value >> 32);
}

static inline lane_web *lane_web_at(lane_emitter *e, const lane_inst *inst, unsigned site)
{
	return &e->w->webs.data[e->w->sites.data[inst->sites + site].web];
}

static inline lane_web *lane_use_at(lane_emitter *e, const lane_inst *inst, unsigned use)
{
	return lane_web_at(e, inst, inst->def_count + use);
}

static inline uint32_t lane_array_of(const lane_web *web)
{
	return web->class == LANE_VARYING ? web->place : web->array;
}

/* How an operation that gives something varying is done. */
typedef enum lane_lowering {
	LANE_LOWER_UNIFORM, /* on uniform operands */
	LANE_LOWER_AFFINE,
	LANE_LOWER_VECTOR, /* arrays, or uniform operands where the form says so */
	LANE_LOWER_ARRAY,  /* arrays only */
	LANE_LOWER_MEMORY,
	LANE_LOWER_ADDRESS, /* lea, leax */
	LANE_LOWER_COMPARE, /* affine operands */
	LANE_LOWER_MOVE,
	LANE_LOWER_LANES, /* one lane after the other: operands of any kind */
	LANE_LOWER_OTHER,
} lane_lowering;

/* A comparison of integers, or a jump by one. */
typedef struct lane_compare {
	uint8_t test, size; /* size 0: none */
	bool swapped;
} lane_compare;

/* `and`, `or` or `xor` of two operands, of bytes. */
typedef struct lane_logic {
	uint16_t op;
	uint8_t use[2];
} lane_logic;

typedef struct lane_access {
	const lane_web *value, *a, *i;
	uint32_t scale;
	uint64_t offset;
	bool store;
} lane_access;

static inline void lane_emit_site(lane_emitter *e, uint32_t op)
{
	lane_word(e, op);
	lane_word(e, e->inst);
}

/* --- emit.c ------------------------------------------------------------------------------ */

uint32_t lane_room(lane_emitter *e, uint64_t bytes, uint64_t align);

/* --- emit_lowering.c -------------------------------------------------------------------------- */

/* Of an operation that gives something varying, from its form alone. */
lane_lowering lane_lowering_of_shape(const lane_inst *inst);
lane_compare lane_compare_of(uint16_t op);
/* Whether it is done on affine operands as they are. */
bool lane_compares_affine(lane_emitter *e, const lane_inst *inst);
lane_lowering lane_lowering_of(lane_emitter *e, const lane_inst *inst);
bool lane_has_atomic(uint16_t op);
/* Whether INST, done in the way HOW, wants operand USE as an array though its web is none. */
bool lane_wants_array(lane_emitter *e, const lane_inst *inst, lane_lowering how, unsigned use);
bool lane_has_uniform_handler(const lane_inst *inst);
/* Whether it compares affine values, and nothing else defines its result. */
bool lane_keeps_result(lane_emitter *e, const lane_inst *inst);
/* Whether it may turn out not to be affine. */
bool lane_is_guarded(const lane_inst *inst);
uint32_t lane_access_size(const lane_inst *inst);
lane_access lane_access_of(lane_emitter *e, const lane_inst *inst);

/* --- emit_ahead.c ------------------------------------------------------------------------ */

/* Fills in `definitions` and `uses`; before the others. */
void lane_count_sites(lane_emitter *e);
/* Webs that are `viewed`; `packing_of`; `fixed` and `fixed_webs`. */
void lane_find_views(lane_emitter *e);
/* The handler that takes operands in rows; 0: there is none. Bit k of FORM: operand k is an array.
 */
uint32_t lane_rows_handler(uint32_t op, uint32_t form);
/* Whether all lanes that load here write the same bytes later in the running block, before anything
 * but operations on registers and memory is done. */
bool lane_is_rewritten(lane_emitter *e, const lane_inst *inst);
void lane_find_packings(lane_emitter *e);
void lane_find_fixed(lane_emitter *e);

/* --- emit_bits.c ------------------------------------------------------------------------- */

/* Webs that are `bits`, when `definitions`, `uses` and `fixed_webs` are known. */
void lane_find_bits(lane_emitter *e);
/* What INST does if its operands are 0 or 1; op 0: none of these. */
lane_logic lane_logic_of(lane_emitter *e, const lane_inst *inst);
/* Of such an operation on bits, or on bits and one value. */
uint32_t lane_bits_handler(uint16_t op, bool with_one);
/* The jump by a comparison; 0: OP is none. */
uint16_t lane_jump_of(uint16_t op);

/* --- emit_share.c ------------------------------------------------------------------------ */

/* Fills in `array_of`, when `fixed_webs` and the classes are known. */
void lane_find_shared(lane_emitter *e);

/* --- emit_op.c --------------------------------------------------------------------------- */

/* Where an operation that gives a value of class GIVES is to write definition D of INST; and,
 * behind it, what brings that to the web. */
uint32_t lane_target(lane_emitter *e, const lane_inst *inst, unsigned d, lane_class gives);
void lane_settle(lane_emitter *e, const lane_inst *inst, unsigned d, lane_class gives);
void lane_emit_uniform(lane_emitter *e, const lane_inst *inst);
void lane_emit_affine(lane_emitter *e, const lane_inst *inst);
void lane_emit_vector(lane_emitter *e, const lane_inst *inst);
/* OP: to bytes or bits. MEMORY: of what is compared (lane_compared), or 0. */
void lane_compare_words(lane_emitter *e, uint32_t op, const lane_inst *inst, uint32_t to,
			uint32_t memory);
void lane_emit_compare(lane_emitter *e, const lane_inst *inst);
void lane_emit_memory(lane_emitter *e, const lane_inst *inst);
void lane_emit_move(lane_emitter *e, const lane_inst *inst, bool masked);
/* The address A + I * scale + offset, as an array at TO. */
void lane_emit_address(lane_emitter *e, uint32_t to, const lane_web *a, const lane_web *i,
		       uint64_t scale, uint64_t offset);
uint32_t lane_check_of(lane_emitter *e, const lane_inst *inst);

#endif
