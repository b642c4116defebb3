/* backends/crosscheck/compare.h -- are two results the same?
 *
 * Bytes and integers: exactly. Floats: exactly, or within a bound for each, where the reference run
 * has computed one (backends/bound/bound.h). Two NaNs are alike when the rule says that the value came from arithmetic, for LangRef
 * leaves sign and payload of such a NaN open; one that was only moved keeps its bits, and so must the
 * other. The sign of a zero counts, except where minnum or maxnum may have chosen it. */
#ifndef HR_COMPARE_H
#define HR_COMPARE_H

#include "interp/args/direct_args.h"
#include "src/base/vec.h"

/* A float at ADDRESS, and by how much it may be off; INFINITY: by anything. */
typedef struct hr_bound {
	const uint8_t *address;
	hr_element element;
	uint32_t bytes;
	double most;
} hr_bound;

typedef struct hr_bounds {
	HR_VEC(hr_bound) of;       /* by address; none overlap; owns */
	bool unsure;               /* a comparison hung on what rounding decides: what is not here may differ, too */
	unsigned line;             /* of the program, where that was; 0: not known */
} hr_bounds;

/* The float that the byte at ADDRESS belongs to, or NULL. */
const hr_bound *hr_bounds_at(const hr_bounds *bounds, const uint8_t *address);

/* Its size in ULP of what is there. */
uint64_t hr_bound_ulps(const hr_bound *bound);

/* What one element is, and when two are alike. */
typedef struct hr_compare_rule {
	hr_element element;        /* of `floating` rules; otherwise not looked at */
	bool floating;
	unsigned bytes;            /* of an element */
	bool nans_alike;           /* any NaN for any NaN */
	bool zeros_alike;          /* 0 for -0 */
	unsigned numbers;          /* where not `floating`: sizes of floats, as bits, that may lie there, too, and
				    * of which any NaN is as good as another */
	const hr_bounds *bounds;   /* by address of what is right: by how much floats may be off; NULL: by nothing */
} hr_compare_rule;

typedef struct hr_compared {
	uint64_t bytes;            /* that were looked at */
	uint64_t elements, mismatches;
	uint64_t first;            /* mismatches > 0: the first element that is not alike */
	uint64_t worst_ulps;       /* of those; HR_ULP_FAR: not near each other, or no floats */
	uint64_t within;           /* elements that are off by no more than a bound */
	uint64_t open;             /* and of which nobody can say by how much they may be */
	double share;              /* within > 0: how much of its bound the one uses that uses most of it */
	uint64_t off_ulps, allowed_ulps;   /* that one */
} hr_compared;

/* COUNT elements that lie so many bytes apart: RIGHT as they should be, GOT as they are. */
hr_compared hr_compare(const hr_compare_rule *rule, const uint8_t *right, size_t right_stride,
		       const uint8_t *got, size_t got_stride, uint64_t count);
/* SUM with PART's counts; the first element is PART's when there was none. */
void hr_compared_add(hr_compared *sum, const hr_compared *part);
/* "3 ULP", "far apart" */
const char *hr_ulps_text(uint64_t ulps, char text[32]);

#endif
