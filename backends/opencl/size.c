/* backends/opencl/size.c -- how many instances make a work-group, where nothing says it.
 *
 * The device's own choice, and a few others, are tried one after the other on grids that are large enough to
 * be measured; then the one that took least for an instance stays.
 * Owns:      what was measured of one kernel.
 * Not here:  groups that the graph has (kernel.c). */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

enum { ROUNDS = 2, LEAST_INSTANCES = 4096 };

/* In the device's dimensions; 0: the device chooses. */
static const size_t sides[][3] = {{0, 0, 0}, {64, 1, 1}, {256, 1, 1}, {16, 16, 1}, {32, 4, 1}, {1024, 1, 1}};
enum { CHOICES = sizeof(sides) / sizeof(sides[0]) };

struct ocl_choice {
	double cost[CHOICES];        /* least nanoseconds of an instance; 0: not measured */
	unsigned tried;              /* how many grids were measured */
	unsigned last;               /* which was chosen */
	bool counts;                 /* its grid is large enough */
	unsigned best;
};

static bool is_possible(const ocl_kernel *kernel, unsigned choice, const size_t count[3])
{
	size_t items = 1;

	for (unsigned k = 0; k < 3; k++) {
		items *= sides[choice][k];
		if (sides[choice][k] > kernel->device->most_side[k] ||
		    (sides[choice][k] > 1 && count[k] < sides[choice][k]))
			return false;
	}
	return items <= kernel->most_items;
}

static unsigned choose(ocl_kernel *kernel, const size_t count[3])
{
	ocl_choice *all = kernel->choice;

	all->counts = count[0] * count[1] * count[2] >= LEAST_INSTANCES;
	if (all->counts && all->tried < CHOICES * ROUNDS) {
		unsigned next = all->tried % CHOICES;

		if (is_possible(kernel, next, count))
			return next;
		all->tried++;
	}
	return is_possible(kernel, all->best, count) ? all->best : 0;
}

bool ocl_choose_size(ocl_kernel *kernel, const size_t count[3], size_t global[3], size_t local[3])
{
	if (!kernel->choice)
		kernel->choice = hr_alloc_zero(sizeof(*kernel->choice));
	kernel->choice->last = choose(kernel, count);
	memcpy(global, count, 3 * sizeof(*global));
	if (sides[kernel->choice->last][0] == 0)
		return false;
	for (unsigned k = 0; k < 3; k++) {
		local[k] = sides[kernel->choice->last][k];
		global[k] = (count[k] + local[k] - 1) / local[k] * local[k];
	}
	return true;
}

void ocl_note_cost(ocl_kernel *kernel, double nanoseconds, uint64_t instances)
{
	ocl_choice *all = kernel->choice;
	double cost = nanoseconds / (double)instances;

	if (!all || !all->counts || all->tried >= CHOICES * ROUNDS)
		return;
	if (all->tried++ == 0)
		return; /* the driver may have compiled only now */
	if (all->cost[all->last] == 0 || cost < all->cost[all->last])
		all->cost[all->last] = cost;
	for (unsigned i = 0; i < CHOICES; i++)
		if (all->cost[i] > 0 && (all->cost[all->best] == 0 || cost < all->cost[all->best] ||
					 all->cost[i] < all->cost[all->best]))
			all->best = all->cost[i] < all->cost[all->best] || all->cost[all->best] == 0 ? i
												   : all->best;
}
