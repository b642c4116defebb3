/* interp/lanes/build/lane_emit.h -- declarations shared by the files that emit lane code; private
 * to emit*.c.
 *
 * Input are instructions and the classes of their webs (class.c); output is words of lane code.
 * emit_lowering.c chooses the lowering of each operation, emit_ahead.c and emit_bits.c find
 * optimisations, emit_op.c writes operations, and emit.c everything else. */
#ifndef HR_LANE_EMIT_H
#define HR_LANE_EMIT_H

#include <string.h>

#include "interp/lanes/run/lane_batch.h"

typedef struct lane_patch {
	uint32_t word, position; /* the word receives the address of the block at the position */
} lane_patch;

typedef struct lane_emitter {
	hr_lane_code *w;
	lane_version *v;
	bool checked;
	uint32_t end;     /* end of the frame so far */
	uint32_t scratch; /* offset of scratch space for each lane: values of 16 bytes */
	uint32_t gather;  /* offset of scratch space for an address for each lane */
	uint32_t value;   /* offset of scratch space for a uniform or affine value */
	uint32_t zero;    /* offset of an affine value of 0 */
	/* by web and by instruction: the same for all batches of a grid */
	bool *fixed_webs, *fixed;
	uint32_t *definitions, *uses; /* by web: number of definitions and uses */
	uint32_t *packing_of;         /* by loop: number of its packing, or LANE_NONE */
	/* by web: number of its array among the shared arrays, or LANE_NONE if it has a separate
	 * array */
	uint32_t *array_of, array_count;
	uint32_t block; /* block being emitted */
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

/* The lowering of an operation with a varying result. */
typedef enum lane_lowering {
	LANE_LOWER_UNIFORM, /* once, on uniform operands */
	LANE_LOWER_AFFINE,
	LANE_LOWER_VECTOR, /* on arrays, or on uniform operands where the form allows it */
	LANE_LOWER_ARRAY,  /* on arrays only */
	LANE_LOWER_MEMORY,
	LANE_LOWER_ADDRESS, /* lea, leax */
	LANE_LOWER_COMPARE, /* of affine operands */
	LANE_LOWER_MOVE,
	LANE_LOWER_LANES, /* lane by lane, with operands of any class */
	LANE_LOWER_OTHER,
} lane_lowering;

/* A comparison of integers, or a jump by one. */
typedef struct lane_compare {
	uint8_t test, size; /* size 0: not a comparison */
	bool swapped;
} lane_compare;

/* `and`, `or` or `xor` of two operands of one byte. */
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

/* Return the lowering of an operation with a varying result, judging by its shape only. */
lane_lowering lane_lowering_of_shape(const lane_inst *inst);
lane_compare lane_compare_of(uint16_t op);
/* Return true if the comparison works directly on affine operands. */
bool lane_compares_affine(lane_emitter *e, const lane_inst *inst);
lane_lowering lane_lowering_of(lane_emitter *e, const lane_inst *inst);
bool lane_has_atomic(uint16_t op);
/* Return true if INST, with the lowering HOW, needs operand USE as an array although its web is not
 * varying. */
bool lane_wants_array(lane_emitter *e, const lane_inst *inst, lane_lowering how, unsigned use);
bool lane_has_uniform_handler(const lane_inst *inst);
/* Return true if INST compares affine values and is the only definition of its result. */
bool lane_keeps_result(lane_emitter *e, const lane_inst *inst);
/* Return true if the result may turn out at run time not to be affine. */
bool lane_is_guarded(const lane_inst *inst);
uint32_t lane_access_size(const lane_inst *inst);
lane_access lane_access_of(lane_emitter *e, const lane_inst *inst);

/* --- emit_ahead.c ------------------------------------------------------------------------ */

/* Fill in `definitions` and `uses`. Call before the other functions. */
void lane_count_sites(lane_emitter *e);
/* Find the webs that are `viewed`. */
void lane_find_views(lane_emitter *e);
/* Return the handler that accepts operands in rows; 0 if there is none. Bit k of FORM: operand k is
 * an array. */
uint32_t lane_rows_handler(uint32_t op, uint32_t form);
/* Return true if all lanes that load here write the same bytes later in the block, with only
 * operations on registers and memory in between. */
bool lane_is_rewritten(lane_emitter *e, const lane_inst *inst);
void lane_find_packings(lane_emitter *e);
void lane_find_fixed(lane_emitter *e);

/* --- emit_bits.c ------------------------------------------------------------------------- */

/* Find the webs that are `bits`. Requires `definitions`, `uses` and `fixed_webs`. */
void lane_find_bits(lane_emitter *e);
/* Return the logical operation of INST for operands that are 0 or 1; op is 0 if it is none. */
lane_logic lane_logic_of(lane_emitter *e, const lane_inst *inst);
/* Return the handler of such an operation on bits, or on bits and one uniform value. */
uint32_t lane_bits_handler(uint16_t op, bool with_one);
/* Return the jump that uses the comparison OP; 0 if OP is not a comparison. */
uint16_t lane_jump_of(uint16_t op);

/* --- emit_share.c ------------------------------------------------------------------------ */

/* Fill in `array_of`. Requires `fixed_webs` and the classes. */
void lane_find_shared(lane_emitter *e);

/* --- emit_op.c --------------------------------------------------------------------------- */

/* lane_target() returns where an operation with a result of class GIVES must write definition D of
 * INST. lane_settle() emits, after the operation, what moves that value to the web. */
uint32_t lane_target(lane_emitter *e, const lane_inst *inst, unsigned d, lane_class gives);
void lane_settle(lane_emitter *e, const lane_inst *inst, unsigned d, lane_class gives);
void lane_emit_uniform(lane_emitter *e, const lane_inst *inst);
void lane_emit_affine(lane_emitter *e, const lane_inst *inst);
void lane_emit_vector(lane_emitter *e, const lane_inst *inst);
/* OP selects a result in bytes or bits. MEMORY is the offset of the remembered result
 * (lane_compared), or 0. */
void lane_compare_words(lane_emitter *e, uint32_t op, const lane_inst *inst, uint32_t to,
			uint32_t memory);
void lane_emit_compare(lane_emitter *e, const lane_inst *inst);
/* Return the hr_poison_kind of a promise. */
unsigned lane_poison_kind(const hr_lane_code *w, const lane_inst *inst);
void lane_emit_memory(lane_emitter *e, const lane_inst *inst);
void lane_emit_move(lane_emitter *e, const lane_inst *inst, bool masked);
/* Emit the address A + I * scale + offset as an array at TO. */
void lane_emit_address(lane_emitter *e, uint32_t to, const lane_web *a, const lane_web *i,
		       uint64_t scale, uint64_t offset);
uint32_t lane_check_of(lane_emitter *e, const lane_inst *inst);

#endif
