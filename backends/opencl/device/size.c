/* backends/opencl/device/size.c -- chooses the work-group size when neither the graph nor the user
 * sets it.
 *
 * The device chooses until another size proves faster. A device may compile a kernel for a size
 * when the size is first used. How long that takes is not known if the code for the first launch
 * existed already, so a constant is assumed (COMPILING).
 * Owns:      nothing.
 * Not here:  trying and measuring sizes (backends/shared/group_size.c), groups of the graph
 *            (backends/opencl/translate/kernel.c). */
#include <string.h>

#include "backends/opencl/device/opencl.h"

/* In the device's dimensions; 0: the device chooses. */
static const size_t sides[][3] = {{0, 0, 0},   {64, 1, 1}, {256, 1, 1},
				  {16, 16, 1}, {32, 4, 1}, {1024, 1, 1}};

#define COMPILING 1e8 /* nanoseconds */

bool ocl_choose_size(ocl_kernel *kernel, const size_t count[3], size_t global[3], size_t local[3])
{
	hr_group_limits limits = kernel->device->limits;
	const size_t *wanted = kernel->device->group;

	limits.most_items = kernel->most_items;
	if (!kernel->choice)
		kernel->choice =
			hr_group_choice_new(sides, sizeof(sides) / sizeof(sides[0]), COMPILING);
	if (!*wanted)
		wanted = hr_group_choose(kernel->choice, &limits, count);
	memcpy(global, count, 3 * sizeof(*global));
	if (!*wanted)
		return false;
	for (unsigned k = 0; k < 3; k++) {
		local[k] = k < kernel->dims ? wanted[k] : 1;
		global[k] = (count[k] + local[k] - 1) / local[k] * local[k];
	}
	return true;
}
