/* src/arith/warp.h -- what the collectives of a warp compute (W2, W4).
 *
 * A collective takes a value and an operand from each lane, and gives each lane that takes part a result. Values have 64 bits; narrower ones were extended. Both engines call
 * hr_warp_compute() when all lanes have come.
 *
 * Not here:  which lanes take part, and when (interp/schedule/warp.c, interp/lanes/run/warp.c). */
#ifndef HR_WARP_H
#define HR_WARP_H

#include <stdbool.h>
#include <stdint.h>

enum {
	HR_WARP_MOST = 64, /* lanes of a warp */
	HR_WARP_MORE = 3,  /* further operands of a product */
};

typedef enum hr_warp_kind {
	HR_WARP_SYNC, /* members; orders memory (W3): the value is HR_ORDERS_* of ir/program/origin.h */
	HR_WARP_SHUFFLE,   /* the value of lane `operand`; missed if that takes no part (W4) */
	HR_WARP_BALLOT,    /* the lanes whose value is not 0 */
	HR_WARP_MATCH,     /* the lanes whose value is the same */
	HR_WARP_MATCH_ALL, /* members if all values are the same, else 0 */
	HR_WARP_REDUCE, /* the values combined in the order of lanes; operand: lanes of a cluster,
			      * or 0 for all */
	HR_WARP_SCAN,   /* the values of the lanes up to this one, combined */
	HR_WARP_SCAN_BEFORE, /* the operand and the values of the lanes before this one, combined */
	HR_WARP_ACTIVE,      /* members: those that the schedule has brought here (W4) */
	HR_WARP_PRODUCT,     /* a product of matrices (matrix.c) */
	HR_WARP_KINDS,
} hr_warp_kind;

/* How values are combined: X(ident, container, operation of op.def). Integers narrower than 64 bits
 * were extended as the operation needs it. */
/* clang-format off */
#define HR_WARP_COMBINES(X)                                                                        \
	X(add, I64, add_i64) X(mul, I64, mul_i64) X(smin, I64, smin_i64) X(smax, I64, smax_i64)    \
	X(umin, I64, umin_i64) X(umax, I64, umax_i64) X(and, I64, and_i64) X(or, I64, or_i64)      \
	X(xor, I64, xor_i64)                                                                       \
	HR_WARP_FLOATS(X, f16, F16) HR_WARP_FLOATS(X, f32, F32) HR_WARP_FLOATS(X, f64, F64)
#define HR_WARP_FLOATS(X, t, T)                                                                    \
	X(fadd_##t, T, fadd_##t) X(fmul_##t, T, fmul_##t)                                          \
	X(fmin_##t, T, minnum_##t) X(fmax_##t, T, maxnum_##t)
/* clang-format on */

typedef enum hr_warp_combine {
#define X(ident, T, op) HR_WARP_COMBINE_##ident,
	HR_WARP_COMBINES(X)
#undef X
		HR_WARP_COMBINE_COUNT
} hr_warp_combine;

/* The immediate of hpvm.warp: kind, hr_warp_combine << HR_WARP_COMBINE, flags, and the number of the
 * collective in the text of the kernel << HR_WARP_PLACE. */
enum {
	HR_WARP_KIND = 15,
	HR_WARP_COMBINE = 4,
	/* the lanes that come take part, and no mask is given: OpenCL's functions for active
	 * work-items, and CUDA's from before sm_70 */
	HR_WARP_WHO_COMES = 1 << 12,
	HR_WARP_MAY_MISS = 1 << 13, /* the result may be of a lane that takes no part */
	/* Of collectives for those that come, the first in the text goes on first, so that its lanes meet the
	 * others behind the branch or loop. */
	HR_WARP_PLACE = 14,
	HR_WARP_PLACES = 1 << (32 - HR_WARP_PLACE),
};

/* The matrices of HR_WARP_PRODUCT, in the place of hr_warp_combine: D = A B + C of m16n8, where A has
 * 4 * blocks * (elements in 32 bits) columns. The registers of a lane have 32 bits, two in each operand, the
 * first one below:
 *	value     A, registers 0 and 1            more[0]   B, registers 0 and 1
 *	operand   A, registers 2 and 3            more[1]   C, registers 0 and 1
 *	                                          more[2]   C, registers 2 and 3
 *	result    D, registers 0 and 1            second    D, registers 2 and 3
 * Registers that a matrix does not have are 0. */
typedef enum hr_product_elements {
	HR_PRODUCT_TF32,
	HR_PRODUCT_F16,
	HR_PRODUCT_BF16,
	HR_PRODUCT_I8,
} hr_product_elements;
enum {
	HR_PRODUCT_ELEMENTS = 3 << HR_WARP_COMBINE,
	HR_PRODUCT_A_SIGNED = 4 << HR_WARP_COMBINE,
	HR_PRODUCT_B_SIGNED = 8 << HR_WARP_COMBINE,
	HR_PRODUCT_TWO_BLOCKS = 16 << HR_WARP_COMBINE,
	HR_PRODUCT_HALVES = 32 << HR_WARP_COMBINE,    /* C and D have halves, two in a register */
	HR_PRODUCT_SATURATED = 64 << HR_WARP_COMBINE, /* integers are limited, and do not wrap */
	HR_PRODUCT_LANES = 32,
};

/* The result of a shuffle from a lane that takes no part, in the bits that uninitialised memory has. It is
 * poison where checkers follow poison. */
#define HR_WARP_MISSED UINT64_C(0xa5a5a5a5a5a5a5a5)

static inline hr_warp_kind hr_warp_kind_of(uint32_t what)
{
	return (hr_warp_kind)(what & HR_WARP_KIND);
}

static inline uint32_t hr_warp_place(uint32_t what)
{
	return what >> HR_WARP_PLACE;
}

/* The functions that are a collective, and what a product has besides: operands, and a second result
 * (ir/program/hpvm_names.def). */
#define HR_WARP_FUNCTION        "__hpvm__warp"
#define HR_WARP_MORE_FUNCTION   "__hpvm__warp_more"
#define HR_WARP_SECOND_FUNCTION "__hpvm__warp_second"

/* Return true for an immediate that hr_warp_compute() knows. */
bool hr_warp_is_valid(uint32_t what);
/* Return the name of the collective, for reports: "shuffle". */
const char *hr_warp_name(uint32_t what);

/* The lanes of one warp. */
typedef struct hr_warp_lanes {
	uint64_t value[HR_WARP_MOST], operand[HR_WARP_MOST];
	uint64_t more[HR_WARP_MORE][HR_WARP_MOST]; /* of HR_WARP_PRODUCT */
	/* results, by lane: */
	uint64_t result[HR_WARP_MOST];
	uint64_t second[HR_WARP_MOST]; /* of HR_WARP_PRODUCT */
	uint64_t missed;               /* the result is HR_WARP_MISSED */
} hr_warp_lanes;

/* Compute the results of collective WHAT for the lanes MEMBERS, which all have come. */
void hr_warp_compute(uint32_t what, uint64_t members, hr_warp_lanes *lanes);
/* Compute a product whose 32 lanes all take part. */
void hr_warp_product(uint32_t what, hr_warp_lanes *lanes);
/* Return the lanes whose values the result of LANE depends on. */
uint64_t hr_warp_sources(uint32_t what, uint64_t members, unsigned lane, uint64_t operand);
/* Return lanes 0 to COUNT - 1. */
static inline uint64_t hr_warp_first(unsigned count)
{
	return count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}

#endif
