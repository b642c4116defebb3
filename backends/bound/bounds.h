/* backends/bound/bounds.h -- a table of floats in memory with the bounds for their errors. */
#ifndef HR_BOUNDS_H
#define HR_BOUNDS_H

#include "interp/args/direct_args.h"
#include "src/base/vec.h"

/* A float at ADDRESS that may be off by at most the bound; INFINITY: the bound is unknown. */
typedef struct hr_bound {
	const uint8_t *address;
	hr_element element;
	uint32_t bytes;
	double most;
} hr_bound;

typedef struct hr_bounds {
	HR_VEC(hr_bound) of; /* sorted by address; do not overlap; owned */
	/* A branch depended on rounding, so that memory that is not listed may differ, too. */
	bool unsure;
	unsigned line; /* source line of that branch; 0: not known */
} hr_bounds;

/* Return the float that contains the byte at ADDRESS, or NULL. */
const hr_bound *hr_bounds_at(const hr_bounds *bounds, const uint8_t *address);

/* Return the bound in ULP of the float's value. */
uint64_t hr_bound_ulps(const hr_bound *bound);

#endif
