/* backends/opencl/size.c -- how many instances make a work-group, where nothing says it.
 *
 * The device chooses. A few other sizes are tried, one after the other, on grids that are large enough to be
 * measured. What else runs on the machine only ever makes a launch slower, so the least time of several counts; and one
 * that is clearly better than the device's choice has to stay so while the two take turns. A size may be compiled for when
 * it is first used, so one is tried only when that would be little beside what launches have taken by then.
 * Owns:      what was measured of one kernel.
 * Not here:  groups that the graph has (kernel.c). */
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

enum {
	LEAST_INSTANCES = 4096,
	RUNS = 4,                    /* of a size that is tried: the first may compile */
	FIRST_RUNS = 6,              /* of the device's choice, before */
	TURNS = 16,                  /* of the best and the device's choice */
	SHARE = 20,                  /* trying takes one part of so many */
};

/* In the device's dimensions; 0: the device chooses. */
static const size_t sides[][3] = {{0, 0, 0}, {64, 1, 1}, {256, 1, 1}, {16, 16, 1}, {32, 4, 1}, {1024, 1, 1}};
enum { CHOICES = sizeof(sides) / sizeof(sides[0]) };

#define COMPILING 1e8            /* nanoseconds */
#define HOPELESS 1.3             /* times the best: not run again */
#define BETTER	 0.95            /* times the best, to be one */

struct ocl_choice {
	double cost[CHOICES];        /* least nanoseconds of an instance; 0: not measured */
	unsigned runs[CHOICES];
	double spent, lost;          /* nanoseconds: by all launches; by those that tried, beyond the best's */
	double first;                /* of the first launch */
	unsigned tried;              /* sizes before this one have been */
	unsigned turns;              /* of the best and the device's choice */
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

/* Whether there is time to try another size: it may take as long as the first launch did, or as a compiler does of which
 * nothing is known when the first launch found its work done. */
static bool may_try(const ocl_choice *all)
{
	if (all->runs[all->tried] > 0)
		return true; /* it is being tried */
	return SHARE * (all->lost + (all->first > COMPILING ? all->first : COMPILING)) <= all->spent;
}

static unsigned choose(ocl_kernel *kernel, const size_t count[3])
{
	ocl_choice *all = kernel->choice;

	all->counts = count[0] * count[1] * count[2] >= LEAST_INSTANCES;
	if (all->counts && all->runs[0] < FIRST_RUNS)
		return 0;
	all->tried += all->counts && all->tried == 0;
	if (all->counts && all->best && all->turns < TURNS)
		return is_possible(kernel, all->best, count) && all->turns % 2 ? all->best : 0;
	while (all->counts && all->tried < CHOICES && may_try(all)) {
		if (is_possible(kernel, all->tried, count))
			return all->tried;
		all->tried++;
	}
	return is_possible(kernel, all->best, count) ? all->best : 0;
}

bool ocl_choose_size(ocl_kernel *kernel, const size_t count[3], size_t global[3], size_t local[3])
{
	const size_t *wanted = kernel->device->group;

	if (!kernel->choice)
		kernel->choice = hr_alloc_zero(sizeof(*kernel->choice));
	if (!*wanted) {
		kernel->choice->last = choose(kernel, count);
		wanted = sides[kernel->choice->last];
	}
	memcpy(global, count, 3 * sizeof(*global));
	if (!*wanted)
		return false;
	for (unsigned k = 0; k < 3; k++) {
		local[k] = k < kernel->dims ? wanted[k] : 1;
		global[k] = (count[k] + local[k] - 1) / local[k] * local[k];
	}
	return true;
}

/* A size has been tried often enough. */
static void judge_tried(ocl_choice *all)
{
	double cost = all->cost[all->tried], best = all->cost[all->best];

	if (all->runs[all->tried] < 2 || (cost < HOPELESS * best && all->runs[all->tried] < RUNS))
		return;
	if (cost < BETTER * best) {
		all->best = all->tried;
		all->turns = 0;
	}
	all->tried++;
}

static void take_turn(ocl_choice *all)
{
	if (++all->turns == TURNS && all->cost[all->best] > BETTER * all->cost[0])
		all->best = 0;
}

void ocl_note_cost(ocl_kernel *kernel, double nanoseconds, uint64_t instances)
{
	ocl_choice *all = kernel->choice;
	double cost = nanoseconds / (double)instances, more;
	unsigned last = all ? all->last : 0;

	if (!all || !all->counts)
		return;
	if (all->spent == 0)
		all->first = nanoseconds;
	all->spent += nanoseconds;
	more = nanoseconds - all->cost[all->best] * (double)instances;
	all->lost += last != all->best && more > 0 ? more : 0;
	if (++all->runs[last] > 1 && (all->cost[last] == 0 || cost < all->cost[last]))
		all->cost[last] = cost; /* the driver may have compiled in the first */
	if (last && last == all->tried)
		judge_tried(all);
	else if (all->best && all->turns < TURNS)
		take_turn(all);
}
