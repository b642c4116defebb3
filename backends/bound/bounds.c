/* backends/bound/bounds.c -- looks up the bound of the float at an address.
 *
 * Owns:      nothing.
 * Not here:  the computation of bounds (run.c), comparing with bounds
 *            (backends/crosscheck/compare.c). */
#include "backends/bound/bounds.h"

const hr_bound *hr_bounds_at(const hr_bounds *bounds, const uint8_t *address)
{
	size_t low = 0, high = bounds->of.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (bounds->of.data[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || address - bounds->of.data[low - 1].address >= bounds->of.data[low - 1].bytes)
		return NULL;
	return &bounds->of.data[low - 1];
}

uint64_t hr_bound_ulps(const hr_bound *bound)
{
	const uint8_t *right = bound->address;
	uint8_t beyond[16];
	double value = (double)hr_element_value(right, bound->element);

	hr_element_store(value + (value < 0 ? -bound->most : bound->most), bound->element, beyond);
	return hr_element_ulps(right, beyond, bound->element);
}
