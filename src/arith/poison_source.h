/* src/arith/poison_source.h -- what nsw and nuw promise: whether an operation on integers wraps (P2),
 * for numbers and for intervals.
 *
 * Not here: other promises, whose violation the code computes as a flag (ir/lower/poison_source.c). */
#ifndef HR_POISON_H
#define HR_POISON_H

#include "src/arith/arith.h"

typedef enum hr_poison_kind {
	HR_POISON_FLAG, /* a register says whether it is broken */
	HR_POISON_ADD,
	HR_POISON_SUB,
	HR_POISON_MUL,
	HR_POISON_SHL,
	HR_POISON_OBJECT,  /* an address: it is outside of the object of operand 0 */
	HR_POISON_DEFINED, /* the value is neither undef nor poison */
	HR_POISON_PART,    /* no promise: the value becomes a part of a larger scalar, in which its
			      poison is undefined bits */
} hr_poison_kind;

enum { HR_WRAPS_SIGNED = 1, HR_WRAPS_UNSIGNED = 2 };

/* All integers from LOW to HIGH. */
typedef struct hr_interval {
	hr_s128 low, high;
} hr_interval;

/* Set TO to the interval of A KIND B without wrapping; the ends of A and B have at most 65 bits and
 * a sign. Return false if KIND is none of HR_POISON_ADD, SUB and MUL, or the result has over 128
 * bits. */
static inline bool hr_interval_of(hr_poison_kind kind, const hr_interval *a, const hr_interval *b,
				  hr_interval *to)
{
	const hr_s128 left[] = {a->low, a->high}, right[] = {b->low, b->high};

	if (kind == HR_POISON_ADD) {
		*to = (hr_interval){a->low + b->low, a->high + b->high};
		return true;
	}
	if (kind == HR_POISON_SUB) {
		*to = (hr_interval){a->low - b->high, a->high - b->low};
		return true;
	}
	for (unsigned i = 0; i < 4 && kind == HR_POISON_MUL; i++) {
		hr_s128 product;

		if (__builtin_mul_overflow(left[i / 2], right[i % 2], &product))
			return false;
		to->low = i && to->low < product ? to->low : product;
		to->high = i && to->high > product ? to->high : product;
	}
	return kind == HR_POISON_MUL;
}

/* Return true if A KIND B of BITS, up to 128, wraps as a signed number. The bits above BITS are
 * not used. */
static inline bool hr_wraps_signed(hr_poison_kind kind, unsigned bits, hr_u128 a, hr_u128 b)
{
	const unsigned up = 128 - bits;
	const hr_s128 x = (hr_s128)(a << up), y = (hr_s128)(b << up);
	hr_s128 d;

	switch (kind) {
	case HR_POISON_ADD: return __builtin_add_overflow(x, y, &d);
	case HR_POISON_SUB: return __builtin_sub_overflow(x, y, &d);
	case HR_POISON_MUL:
		if (bits <= 64)
			return (x >> up) * (y >> up) !=
			       (hr_s128)((hr_u128)((x >> up) * (y >> up)) << up) >> up;
		return __builtin_mul_overflow(x, y >> up, &d);
	case HR_POISON_SHL:
		return b < bits && (hr_s128)((hr_u128)x << (unsigned)b) >> (unsigned)b != x;
	default: return false;
	}
}

/* The same as an unsigned number. */
static inline bool hr_wraps_unsigned(hr_poison_kind kind, unsigned bits, hr_u128 a, hr_u128 b)
{
	const unsigned up = 128 - bits;
	const hr_u128 x = a << up, y = b << up;
	hr_u128 d;

	switch (kind) {
	case HR_POISON_ADD: return __builtin_add_overflow(x, y, &d);
	case HR_POISON_SUB: return x < y;
	case HR_POISON_MUL:
		if (bits <= 64)
			return up < 128 && ((x >> up) * (y >> up)) >> bits != 0;
		return __builtin_mul_overflow(x, y >> up, &d);
	case HR_POISON_SHL: return b < bits && x << (unsigned)b >> (unsigned)b != x;
	default: return false;
	}
}

/* Return which of the promises WRAPS (HR_WRAPS_...) A KIND B breaks: one of them, or 0. */
static inline unsigned hr_poison_broken(hr_poison_kind kind, unsigned wraps, unsigned bits,
					hr_u128 a, hr_u128 b)
{
	if (wraps & HR_WRAPS_SIGNED && hr_wraps_signed(kind, bits, a, b))
		return HR_WRAPS_SIGNED;
	return wraps & HR_WRAPS_UNSIGNED && hr_wraps_unsigned(kind, bits, a, b) ? HR_WRAPS_UNSIGNED
										: 0;
}

#endif
