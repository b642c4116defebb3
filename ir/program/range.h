/* ir/program/range.h -- which integers a value of the IR can be, and predicates of comparisons. */
#ifndef HR_RANGE_H
#define HR_RANGE_H

#include <llvm-c/Core.h>

#include "src/arith/poison_source.h"
#include "src/base/map.h"
#include "src/base/vec.h"

/* Ranges that have been computed. All zero: none; hr_ranges_free() frees them. */
typedef struct hr_known_ranges {
	hr_map known; /* LLVMValueRef -> index */
	HR_VEC(hr_interval) list;
} hr_known_ranges;

/* Return bounds of the integer V of 1 to 64 bits, as a signed number. They hold for the bits of the
 * register, whether V is poison, undefined, or neither: no flag of an operation is trusted. */
hr_interval hr_range_of(hr_known_ranges *ranges, LLVMValueRef v);
/* Return bounds of A KIND B, an operation on integers of BITS without wrapping, where B is the same
 * value as A if SAME. Return false if there are none. */
bool hr_range_of_result(hr_poison_kind kind, unsigned bits, hr_interval a, hr_interval b, bool same,
			hr_interval *to);
/* Return the number of low bits of V, an integer, that are certainly 0. */
unsigned hr_low_zeros(LLVMValueRef v);
void hr_ranges_free(hr_known_ranges *ranges);

/* Return the predicate for exchanged operands. */
LLVMIntPredicate hr_predicate_mirrored(LLVMIntPredicate predicate);
/* Return the predicate that holds where PREDICATE does not. */
LLVMIntPredicate hr_predicate_inverted(LLVMIntPredicate predicate);

#endif
