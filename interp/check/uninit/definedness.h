/* interp/check/uninit/definedness.h -- registers with undefined bits, and the effect of operations
 * on undefined bits; private to the definedness files. */
#ifndef HR_DEFINEDNESS_H
#define HR_DEFINEDNESS_H

#include "interp/check/check_state.h"
#include "interp/check/shadow.h"

typedef struct value {
	hr_u128 bits, undefined;
	uint32_t origin;
} value;

/* How an operation propagates undefined bits. */
typedef enum precise {
	WHOLE, /* an undefined bit of an operand makes the whole result undefined */
	COPY,
	FREEZE, /* as COPY; poison becomes defined */
	AND,
	OR,
	XOR,
	SUM,
	DIFFERENCE,
	PRODUCT,
	PRODUCT_SUM,
	LEAST,
	MOST,
	LEAST_SIGNED,
	MOST_SIGNED,
	LEFT,
	RIGHT,
	RIGHT_SIGNED,
	MASK,
	SIGN_FROM, /* of i bits */
	SIGN_EXTEND,
	REVERSE_BYTES,
	QUOTIENT, /* from here on, an undefined divisor is reported */
	QUOTIENT_UNSIGNED,
	REMAINDER,
	REMAINDER_UNSIGNED,
	ANSWER, /* the result of a test: one bit */
	COMPARE_EQUAL,
	COMPARE_BELOW,
	COMPARE_ABOVE,
	COMPARE_BELOW_SIGNED,
	COMPARE_ABOVE_SIGNED,
} precise;

/* By operation number. */
extern const uint8_t hr_definedness_precise[HR_OP_COUNT];

static inline hr_u128 ones(unsigned bytes)
{
	return ~(hr_u128)0 >> (128 - 8 * bytes);
}

/* Return all bits from the lowest undefined bit upwards: the bits that carries can reach. */
static inline hr_u128 upwards(hr_u128 undefined, unsigned bytes)
{
	return (undefined | (0 - undefined)) & ones(bytes);
}

/* Return the undefined bits of f(v[0], v[1], ...), with COUNT operands of BYTES each; I is the
 * immediate operand. */
hr_u128 hr_definedness_combine(precise what, const value *v, unsigned count, unsigned bytes,
			       uint32_t i);
/* Return true if the comparison WHAT has the same result for all values of the undefined bits. */
bool hr_definedness_decides(precise what, value a, value b, unsigned bytes);

/* Return true if the operation divides 0 by V[1], of which some defined bit is one. */
bool hr_definedness_divides_zero(precise what, const value *v);
/* Return the undefined bits after sign extension of the lowest BITS. */
hr_u128 hr_definedness_sign_extended(hr_u128 undefined, unsigned bits);

/* The state of one operation. */
typedef struct definedness_step {
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	bool met; /* an undefined value was found */
} definedness_step;

static inline uint64_t hr_definedness_address_of(const definedness_step *t, uint32_t reg)
{
	return hr_map_key(t->frame) + reg;
}

static inline value hr_definedness_get(definedness_step *t, uint32_t reg, unsigned bytes)
{
	value v = {0};

	memcpy(&v.bits, t->frame + reg, bytes);
	v.undefined = hr_shadow_read(t->thread->shadow, hr_definedness_address_of(t, reg), bytes,
				     &v.origin);
	t->met |= v.undefined != 0;
	return v;
}

static inline void hr_definedness_put(const definedness_step *t, uint32_t reg, unsigned bytes,
				      hr_u128 undefined, uint32_t origin)
{
	hr_shadow_write(t->thread->shadow, hr_definedness_address_of(t, reg), bytes, undefined,
			origin);
}

/* Return true if V, of BYTES, is poison. A scalar that was composed of parts, in memory or by a bit
 * cast, of which not all were poison, is a number with undefined bits (P1). */
static inline bool hr_definedness_is_poison(const definedness_step *t, const value *v,
					    unsigned bytes)
{
	return v->undefined && !(v->origin & HR_MOVED) &&
	       v->undefined == ~(hr_u128)0 >> (128 - 8 * bytes) &&
	       hr_uninit_is_poison(t->thread->run->checker, v->origin);
}

static inline void hr_definedness_report(const definedness_step *t, const char *use, value v)
{
	if (v.undefined)
		hr_uninit_complain(t->thread, t->pc, use, v.origin);
}

static inline void hr_definedness_move(definedness_step *t, const uint8_t *to, uint32_t from,
				       unsigned bytes)
{
	value v = hr_definedness_get(t, from, bytes);

	hr_shadow_write(t->thread->shadow, hr_map_key(to), bytes, v.undefined, v.origin);
}

#endif
