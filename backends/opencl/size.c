/* backends/opencl/size.c -- how many instances make a work-group, where nothing says it.
 *
 * The device chooses. A few other sizes are tried, one after the other, on grids that are large enough to be
 * measured; then the one that took least for an instance stays. A size may be compiled for when it is first used, so
 * one is tried only when that would be little beside what launches have taken by then.
 * Owns:      what was measured of one kernel.
 * Not here:  groups that the graph has (kernel.c). */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

enum {
	LEAST_INSTANCES = 4096,
	RUNS = 2,                    /* of a size that is tried: the first may compile */
	SHARE = 20,                  /* trying takes one part of so many */
};

/* In the device's dimensions; 0: the device chooses. */
static const size_t sides[][3] = {{0, 0, 0}, {64, 1, 1}, {256, 1, 1}, {16, 16, 1}, {32, 4, 1}, {1024, 1, 1}};
enum { CHOICES = sizeof(sides) / sizeof(sides[0]) };

struct ocl_choice {
	double cost[CHOICES];        /* least nanoseconds of an instance; 0: not measured */
	double spent, lost;          /* nanoseconds: by all launches; by those that tried, beyond the best's */
	double first;                /* of the first launch */
	unsigned tried;              /* sizes before this one have been */
	unsigned runs;               /* of it, or of the device's choice */
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

/* Whether there is time to try another size: it may take as long as the first launch did. */
static bool may_try(const ocl_choice *all)
{
	if (all->runs > 0 && all->tried > 0)
		return true; /* it is being tried */
	return all->cost[0] > 0 && SHARE * (all->lost + all->first) <= all->spent;
}

static unsigned choose(ocl_kernel *kernel, const size_t count[3])
{
	ocl_choice *all = kernel->choice;

	all->counts = count[0] * count[1] * count[2] >= LEAST_INSTANCES;
	if (all->counts && all->tried == 0)
		return 0;
	while (all->counts && all->tried < CHOICES && may_try(all)) {
		if (is_possible(kernel, all->tried, count))
			return all->tried;
		all->tried++;
		all->runs = 0;
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
	double cost = nanoseconds / (double)instances, more;

	if (!all || !all->counts || all->tried >= CHOICES)
		return;
	if (all->spent == 0)
		all->first = nanoseconds;
	all->spent += nanoseconds;
	if (all->last != all->tried)
		return;
	more = nanoseconds - all->cost[all->best] * (double)instances;
	all->lost += all->tried > 0 && more > 0 ? more : 0;
	if (++all->runs == 1)
		return; /* the driver may have compiled only now */
	if (all->cost[all->last] == 0 || cost < all->cost[all->last])
		all->cost[all->last] = cost;
	if (cost < all->cost[all->best] || all->cost[all->best] == 0)
		all->best = all->last;
	if (all->runs == RUNS) {
		all->tried++;
		all->runs = 0;
	}
}
