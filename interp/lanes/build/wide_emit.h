/* interp/lanes/build/wide_emit.h -- what writes wide code shares. Private to the wide_emit*.c.
 *
 * From instructions and the classes of their webs (class.c) to words. emit_lowering.c says how
 * each operation is done, emit_ahead.c and emit_bits.c what can be saved; emit_op.c writes operations,
 * and emit.c everything else. */
#ifndef HR_WIDE_EMIT_H
#define HR_WIDE_EMIT_H

#include <string.h>

#include "interp/lanes/run/wide_batch.h"

typedef struct wide_patch {
	uint32_t word, position; /* the word shall hold where the block at the position begins */
} wide_patch;

typedef struct wide_emitter {
	hr_wide *w;
	wide_version *v;
	bool checked;
	uint32_t end;		  /* of the frame so far */
	uint32_t scratch;	  /* for each lane: values of 16 bytes, */
	uint32_t gather;	  /* and an address */
	uint32_t value;		  /* room for a uniform or affine value */
	uint32_t zero;		  /* an affine value */
	bool *fixed_webs, *fixed; /* by web and instruction: the same for all batches of a grid */
	uint32_t *definitions, *uses; /* by web: how many */
	uint32_t *packing_of;	      /* by loop: number of its packing, or WIDE_NONE */
	uint32_t *array_of, array_count; /* by web: number of its array among those that webs
					  * share, or WIDE_NONE: it has one of its own */
	uint32_t block;		      /* running */
	uint32_t inst;
	struct wide_leader {
		const wide_web *index; /* NULL: none */
		uint64_t scale;
		uint32_t size, gate;
	} leader; /* a load of the block, whose index nobody has written since */
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

/* How an operation that gives something varying is done. */
typedef enum wide_way {
	WIDE_WAY_UNIFORM, /* on uniform operands */
	WIDE_WAY_AFFINE,
	WIDE_WAY_VECTOR, /* arrays, or uniform operands where the form says so */
	WIDE_WAY_ARRAY,	 /* arrays only */
	WIDE_WAY_MEMORY,
	WIDE_WAY_ADDRESS, /* lea, leax */
	WIDE_WAY_COMPARE, /* affine operands */
	WIDE_WAY_MOVE,
	WIDE_WAY_LANES, /* one lane after the other: operands of any kind */
	WIDE_WAY_OTHER,
} wide_way;

/* A comparison of integers, or a jump by one. */
typedef struct wide_compare {
	uint8_t test, size; /* size 0: none */
	bool swapped;
} wide_compare;

/* `and`, `or` or `xor` of two operands, of bytes. */
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

/* Of an operation that gives something varying, from its form alone. */
wide_way wide_way_of_shape(const wide_inst *inst);
wide_compare wide_compare_of(uint16_t op);
/* Whether it is done on affine operands as they are. */
bool wide_compares_affine(wide_emitter *e, const wide_inst *inst);
wide_way wide_way_of(wide_emitter *e, const wide_inst *inst);
bool wide_has_atomic(uint16_t op);
/* Whether INST, done in the way HOW, wants operand USE as an array though its web is none. */
bool wide_wants_array(wide_emitter *e, const wide_inst *inst, wide_way how, unsigned use);
bool wide_has_uniform_handler(const wide_inst *inst);
/* Whether it compares affine values, and nothing else defines its result. */
bool wide_keeps_result(wide_emitter *e, const wide_inst *inst);
/* Whether it may turn out not to be affine. */
bool wide_is_guarded(const wide_inst *inst);
uint32_t wide_access_size(const wide_inst *inst);
wide_access wide_access_of(wide_emitter *e, const wide_inst *inst);

/* --- emit_ahead.c ------------------------------------------------------------------------ */

/* Fills in `definitions` and `uses`; before the others. */
void wide_count_sites(wide_emitter *e);
/* Webs that are `viewed`; `packing_of`; `fixed` and `fixed_webs`. */
void wide_find_views(wide_emitter *e);
/* The handler that takes operands in rows; 0: there is none. Bit k of FORM: operand k is an array.
 */
uint32_t wide_rows_handler(uint32_t op, uint32_t form);
/* Whether all lanes that load here write the same bytes later in the running block, before anything but operations on
 * registers and memory is done. */
bool wide_is_rewritten(wide_emitter *e, const wide_inst *inst);
void wide_find_packings(wide_emitter *e);
void wide_find_fixed(wide_emitter *e);

/* --- emit_bits.c ------------------------------------------------------------------------- */

/* Webs that are `bits`, when `definitions`, `uses` and `fixed_webs` are known. */
void wide_find_bits(wide_emitter *e);
/* What INST does if its operands are 0 or 1; op 0: none of these. */
wide_logic wide_logic_of(wide_emitter *e, const wide_inst *inst);
/* Of such an operation on bits, or on bits and one value. */
uint32_t wide_bits_handler(uint16_t op, bool with_one);
/* The jump by a comparison; 0: OP is none. */
uint16_t wide_jump_of(uint16_t op);

/* --- emit_share.c ------------------------------------------------------------------------ */

/* Fills in `array_of`, when `fixed_webs` and the classes are known. */
void wide_find_shared(wide_emitter *e);

/* --- emit_op.c --------------------------------------------------------------------------- */

/* Where an operation that gives a value of class GIVES is to write definition D of INST; and,
 * behind it, what brings that to the web. */
uint32_t wide_target(wide_emitter *e, const wide_inst *inst, unsigned d, wide_class gives);
void wide_settle(wide_emitter *e, const wide_inst *inst, unsigned d, wide_class gives);
void wide_emit_uniform(wide_emitter *e, const wide_inst *inst);
void wide_emit_affine(wide_emitter *e, const wide_inst *inst);
void wide_emit_vector(wide_emitter *e, const wide_inst *inst);
/* OP: to bytes or bits. MEMORY: of what is compared (wide_compared), or 0. */
void wide_compare_words(wide_emitter *e, uint32_t op, const wide_inst *inst, uint32_t to, uint32_t memory);
void wide_emit_compare(wide_emitter *e, const wide_inst *inst);
void wide_emit_memory(wide_emitter *e, const wide_inst *inst);
void wide_emit_move(wide_emitter *e, const wide_inst *inst, bool masked);
/* The address A + I * scale + offset, as an array at TO. */
void wide_emit_address(wide_emitter *e, uint32_t to, const wide_web *a, const wide_web *i,
		       uint64_t scale, uint64_t offset);
uint32_t wide_gate_of(wide_emitter *e, const wide_inst *inst);

#endif
