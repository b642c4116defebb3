/* interp/lanes/build/wide_emit.h -- declarations shared by the files that emit lane code; private
 * to emit*.c.
 *
 * Input are instructions and the classes of their webs (class.c); output is words of lane code.
 * emit_lowering.c chooses the lowering of each operation, emit_ahead.c and emit_bits.c find
 * optimisations, emit_op.c writes operations, and emit.c everything else. */
#ifndef HR_WIDE_EMIT_H
#define HR_WIDE_EMIT_H

#include <string.h>

#include "interp/lanes/run/wide_batch.h"

typedef struct wide_patch {
	uint32_t word, position; /* the word receives the address of the block at the position */
} wide_patch;

typedef struct wide_emitter {
	hr_wide *w;
	wide_version *v;
	bool checked;
	uint32_t end;		  /* end of the frame so far */
	uint32_t scratch;	  /* offset of scratch space for each lane: values of 16 bytes */
	uint32_t gather;	  /* offset of scratch space for an address for each lane */
	uint32_t value;		  /* offset of scratch space for a uniform or affine value */
	uint32_t zero;		  /* offset of an affine value of 0 */
	/* by web and by instruction: the same for all batches of a grid */
	bool *fixed_webs, *fixed;
	uint32_t *definitions, *uses; /* by web: number of definitions and uses */
	uint32_t *packing_of;	      /* by loop: number of its packing, or WIDE_NONE */
	/* by web: number of its array among the shared arrays, or WIDE_NONE if it has a separate
	 * array */
	uint32_t *array_of, array_count;
	uint32_t block;		      /* block being emitted */
	uint32_t inst;
	HR_VEC(wide_patch) patches;
} wide_emitter;

static inline void wide_word(wide_emitter *e, uint64_t value)
{
	HR_PUSH(&e->v->words, (uint32_t)value);
}

static inline void wide_words64(wide_emitter *e, uint64_t value)
{
	wide_word(e, value);
	wide_word(e, value >> 32);
}

static inline wide_web *wide_web_at(wide_emitter *e, const wide_inst *inst, unsigned site)
{
	return &e->w->webs.data[e->w->sites.data[inst->sites + site].web];
}

static inline wide_web *wide_use_at(wide_emitter *e, const wide_inst *inst, unsigned use)
{
	return wide_web_at(e, inst, inst->def_count + use);
}

static inline uint32_t wide_array_of(const wide_web *web)
{
	return web->class == WIDE_VARYING ? web->place : web->array;
}

/* The lowering of an operation with a varying result. */
typedef enum wide_way {
	WIDE_WAY_UNIFORM, /* once, on uniform operands */
	WIDE_WAY_AFFINE,
	WIDE_WAY_VECTOR, /* on arrays, or on uniform operands where the form allows it */
	WIDE_WAY_ARRAY,	 /* on arrays only */
	WIDE_WAY_MEMORY,
	WIDE_WAY_ADDRESS, /* lea, leax */
	WIDE_WAY_COMPARE, /* of affine operands */
	WIDE_WAY_MOVE,
	WIDE_WAY_LANES, /* lane by lane, with operands of any class */
	WIDE_WAY_OTHER,
} wide_way;

/* A comparison of integers, or a jump by one. */
typedef struct wide_compare {
	uint8_t test, size; /* size 0: not a comparison */
	bool swapped;
} wide_compare;

/* `and`, `or` or `xor` of two operands of one byte. */
typedef struct wide_logic {
	uint16_t op;
	uint8_t use[2];
} wide_logic;

typedef struct wide_access {
	const wide_web *value, *a, *i;
	uint32_t scale;
	uint64_t offset;
	bool store;
} wide_access;

static inline void wide_emit_site(wide_emitter *e, uint32_t op)
{
	wide_word(e, op);
	wide_word(e, e->inst);
}

/* --- emit.c ------------------------------------------------------------------------------ */

uint32_t wide_room(wide_emitter *e, uint64_t bytes, uint64_t align);

/* --- emit_lowering.c -------------------------------------------------------------------------- */

/* Return the lowering of an operation with a varying result, judging by its shape only. */
wide_way wide_way_of_shape(const wide_inst *inst);
wide_compare wide_compare_of(uint16_t op);
/* Return true if the comparison works directly on affine operands. */
bool wide_compares_affine(wide_emitter *e, const wide_inst *inst);
wide_way wide_way_of(wide_emitter *e, const wide_inst *inst);
bool wide_has_atomic(uint16_t op);
/* Return true if INST, with the lowering HOW, needs operand USE as an array although its web is not
 * varying. */
bool wide_wants_array(wide_emitter *e, const wide_inst *inst, wide_way how, unsigned use);
bool wide_has_uniform_handler(const wide_inst *inst);
/* Return true if INST compares affine values and is the only definition of its result. */
bool wide_keeps_result(wide_emitter *e, const wide_inst *inst);
/* Return true if the result may turn out at run time not to be affine. */
bool wide_is_guarded(const wide_inst *inst);
uint32_t wide_access_size(const wide_inst *inst);
wide_access wide_access_of(wide_emitter *e, const wide_inst *inst);

/* --- emit_ahead.c ------------------------------------------------------------------------ */

/* Fill in `definitions` and `uses`. Call before the other functions. */
void wide_count_sites(wide_emitter *e);
/* Find the webs that are `viewed`. */
void wide_find_views(wide_emitter *e);
/* Return the handler that accepts operands in rows; 0 if there is none. Bit k of FORM: operand k is
 * an array. */
uint32_t wide_rows_handler(uint32_t op, uint32_t form);
/* Return true if all lanes that load here write the same bytes later in the block, with only
 * operations on registers and memory in between. */
bool wide_is_rewritten(wide_emitter *e, const wide_inst *inst);
void wide_find_packings(wide_emitter *e);
void wide_find_fixed(wide_emitter *e);

/* --- emit_bits.c ------------------------------------------------------------------------- */

/* Find the webs that are `bits`. Requires `definitions`, `uses` and `fixed_webs`. */
void wide_find_bits(wide_emitter *e);
/* Return the logical operation of INST for operands that are 0 or 1; op is 0 if it is none. */
wide_logic wide_logic_of(wide_emitter *e, const wide_inst *inst);
/* Return the handler of such an operation on bits, or on bits and one uniform value. */
uint32_t wide_bits_handler(uint16_t op, bool with_one);
/* Return the jump that uses the comparison OP; 0 if OP is not a comparison. */
uint16_t wide_jump_of(uint16_t op);

/* --- emit_share.c ------------------------------------------------------------------------ */

/* Fill in `array_of`. Requires `fixed_webs` and the classes. */
void wide_find_shared(wide_emitter *e);

/* --- emit_op.c --------------------------------------------------------------------------- */

/* wide_target() returns where an operation with a result of class GIVES must write definition D of
 * INST. wide_settle() emits, after the operation, what moves that value to the web. */
uint32_t wide_target(wide_emitter *e, const wide_inst *inst, unsigned d, wide_class gives);
void wide_settle(wide_emitter *e, const wide_inst *inst, unsigned d, wide_class gives);
void wide_emit_uniform(wide_emitter *e, const wide_inst *inst);
void wide_emit_affine(wide_emitter *e, const wide_inst *inst);
void wide_emit_vector(wide_emitter *e, const wide_inst *inst);
/* OP selects a result in bytes or bits. MEMORY is the offset of the remembered result
 * (wide_compared), or 0. */
void wide_compare_words(wide_emitter *e, uint32_t op, const wide_inst *inst, uint32_t to, uint32_t memory);
void wide_emit_compare(wide_emitter *e, const wide_inst *inst);
void wide_emit_memory(wide_emitter *e, const wide_inst *inst);
void wide_emit_move(wide_emitter *e, const wide_inst *inst, bool masked);
/* Emit the address A + I * scale + offset as an array at TO. */
void wide_emit_address(wide_emitter *e, uint32_t to, const wide_web *a, const wide_web *i,
		       uint64_t scale, uint64_t offset);
uint32_t wide_gate_of(wide_emitter *e, const wide_inst *inst);

#endif
