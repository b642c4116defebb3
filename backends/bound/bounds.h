/* backends/bound/bounds.h -- the floats of some memory, and by how much each may be off. */
#ifndef HR_BOUNDS_H
#define HR_BOUNDS_H

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
	HR_VEC(hr_bound) of; /* by address; none overlap; owns */
	bool unsure;         /* a branch depended on rounding: what is not here may differ, too */
	unsigned line;       /* of the program, where that was; 0: not known */
} hr_bounds;

/* The float that the byte at ADDRESS belongs to, or NULL. */
const hr_bound *hr_bounds_at(const hr_bounds *bounds, const uint8_t *address);

/* Its size in ULP of what is there. */
uint64_t hr_bound_ulps(const hr_bound *bound);

#endif
