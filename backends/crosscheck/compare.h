/* backends/crosscheck/compare.h -- decides whether two results are equal.
 *
 * Bytes and integers must be equal. Floats must be equal, or differ by at most the bound that the
 * reference run computed for each of them (backends/bound/bound.h). Two NaNs are equal if the rule
 * says that the value may come from arithmetic, because LangRef leaves the sign and payload of such
 * a NaN open; a NaN that was only copied keeps its bits. The signs of zeros must be equal, except
 * where minnum or maxnum may have chosen the zero. */
#ifndef HR_COMPARE_H
#define HR_COMPARE_H

#include "backends/bound/bounds.h"

/* The type of an element, and when two elements are equal. */
typedef struct hr_compare_rule {
	hr_element element; /* only used by `floating` rules */
	bool floating;
	unsigned bytes;   /* size of an element */
	bool nans_alike;  /* any two NaNs are equal */
	bool zeros_alike; /* 0 and -0 are equal */
	/* rules that are not `floating`: a set of bits, the sizes of floats that memory may hold
	 * besides; any two NaNs of these sizes are equal */
	unsigned numbers;
	/* By address in the expected result: how far floats may be off; NULL: they must be
	 * equal. */
	const hr_bounds *bounds;
	/* The undefined bits of the expected result, laid out as that: any value is right for them
	 * (P4). NULL: there are none. */
	const uint8_t *undefined;
} hr_compare_rule;

typedef struct hr_compared {
	uint64_t bytes; /* number of bytes compared */
	uint64_t elements, mismatches;
	uint64_t first; /* if mismatches > 0: the first element that differs */
	/* Largest difference; HR_ULP_FAR: not near each other, or not floats. */
	uint64_t worst_ulps;
	uint64_t within; /* elements that differ, but by no more than their bound */
	uint64_t open;   /* elements that differ and whose bound is unknown */
	/* bytes that differ, of elements that are equal but for undefined bits */
	uint64_t undefined;
	double share; /* if within > 0: the largest quotient of difference and bound */
	uint64_t off_ulps, allowed_ulps; /* difference and bound of that element */
} hr_compared;

/* Compare COUNT elements: RIGHT is the expected result, GOT the actual one; the strides are
 * distances in bytes. */
hr_compared hr_compare(const hr_compare_rule *rule, const uint8_t *right, size_t right_stride,
		       const uint8_t *got, size_t got_stride, uint64_t count);
/* Add the counts of PART to SUM. The first mismatch is PART's if SUM has none. */
void hr_compared_add(hr_compared *sum, const hr_compared *part);
/* Return a text such as "3 ULP" or "far apart". */
const char *hr_ulps_text(uint64_t ulps, char text[32]);

#endif
