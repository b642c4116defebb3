/* backends/crosscheck/compare.h -- are two results the same?
 *
 * Bytes and integers: exactly. Floats: exactly, or within a bound for each, where the reference run
 * has computed one (backends/bound/bound.h). Two NaNs are alike when the rule says that the value
 * came from arithmetic, for LangRef leaves sign and payload of such a NaN open; one that was only
 * moved keeps its bits, and so must the other. The sign of a zero counts, except where minnum or
 * maxnum may have chosen it. */
#ifndef HR_COMPARE_H
#define HR_COMPARE_H

#include "backends/bound/bounds.h"

/* What one element is, and when two are alike. */
typedef struct hr_compare_rule {
	hr_element element; /* of `floating` rules; otherwise not looked at */
	bool floating;
	unsigned bytes;   /* of an element */
	bool nans_alike;  /* any NaN for any NaN */
	bool zeros_alike; /* 0 for -0 */
	/* where not `floating`: sizes of floats, as bits, that may lie there, too, and of which any
	 * NaN is as good as another */
	unsigned numbers;
	/* by address of what is right: by how much floats may be off; NULL: by nothing */
	const hr_bounds *bounds;
} hr_compare_rule;

typedef struct hr_compared {
	uint64_t bytes; /* that were looked at */
	uint64_t elements, mismatches;
	uint64_t first;      /* mismatches > 0: the first element that is not alike */
	uint64_t worst_ulps; /* of those; HR_ULP_FAR: not near each other, or no floats */
	uint64_t within;     /* elements that are off by no more than a bound */
	uint64_t open;       /* and of which nobody can say by how much they may be */
	double share; /* within > 0: how much of its bound the one uses that uses most of it */
	uint64_t off_ulps, allowed_ulps; /* that one */
} hr_compared;

/* COUNT elements that lie so many bytes apart: RIGHT as they should be, GOT as they are. */
hr_compared hr_compare(const hr_compare_rule *rule, const uint8_t *right, size_t right_stride,
		       const uint8_t *got, size_t got_stride, uint64_t count);
/* SUM with PART's counts; the first element is PART's when there was none. */
void hr_compared_add(hr_compared *sum, const hr_compared *part);
/* "3 ULP", "far apart" */
const char *hr_ulps_text(uint64_t ulps, char text[32]);

#endif
