/* ir/lower/intrinsic.h -- the interface between the dispatch of intrinsics and the files that lower
 * them. */
#ifndef HR_INTRINSIC_H
#define HR_INTRINSIC_H

#include "ir/lower/lower_private.h"

typedef struct hr_intrinsic hr_intrinsic;
typedef void hr_intrinsic_handler(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row);

struct hr_intrinsic {
	const char *name;
	const char *handler_name;
	hr_intrinsic_handler *handler;
	hr_op op;
	int how;
	const char *note;
};

/* Every handler that intrinsic.def names. */
/* clang-format off */
#define HR_INTRINSIC_HANDLERS(X)                                                                   \
	X(int_binary) X(compare) X(saturating) X(overflow) X(count_bits) X(turn_bits)              \
	X(absolute) X(funnel) X(float) X(muladd) X(float_int) X(frexp) X(float_pair)               \
	X(float_to_long) X(fpclass) X(to_int_sat) X(constrained_cast) X(from_half) X(to_half)      \
	X(to_int) X(from_int) X(constrained_fcmp) X(memory) X(stacksave) X(stackrestore)           \
	X(load_relative) X(ptrmask) X(objectsize) X(reduce) X(reduce_from) X(masked_load)          \
	X(masked_store) X(vector_insert) X(vector_extract) X(vector_reverse) X(vector_splice)      \
	X(vector_splice_by) X(interleave) X(deinterleave) X(active_lanes) X(stepvector) X(va)      \
	X(partial_reduce) X(compress) X(count_lanes) X(last_active) X(carryless)                   \
	X(set_rounding) X(fence) X(trap) X(assume) X(is_constant) X(first) X(nothing) X(zero)      \
	X(constant) X(refused)
/* clang-format on */
#define X(name) hr_intrinsic_handler hr_it_##name;
HR_INTRINSIC_HANDLERS(X)
#undef X

/* Return the row for NAME, or NULL. */
const hr_intrinsic *hr_intrinsic_find(const char *name);
extern const hr_intrinsic hr_intrinsics[];
extern const unsigned hr_intrinsic_count;

#endif
