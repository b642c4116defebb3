/* backends/shared/group_size.c -- chooses the work-group size of a device kernel when neither the
 * graph nor the user sets it.
 *
 * The first size is the default. The others are tried one after the other, on grids that are large
 * enough for a measurement. Other work on the machine can only make a launch slower, so the minimum
 * of several measurements counts. A size that is clearly better than the first must stay better
 * while the two alternate. Sizes are tried only while the cost of trying is small compared with the
 * total time of all launches.
 * Owns:      the measurements of one kernel.
 * Not here:  groups of the graph. */
#include "backends/shared/group_size.h"

#include <stdio.h>
#include <string.h>

#include "src/base/alloc.h"

enum {
	LEAST_INSTANCES = 4096,
	/* Launches with each size that is tried; the first may compile. */
	RUNS = 4,
	FIRST_RUNS = 6, /* launches with the first size before others are tried */
	TURNS = 16,     /* alternations of the best and the first size */
	MOST_CHOICES = 16,
};

#define SHARE 20.0 /* at most 1 / SHARE of the time is used for trying */
/* A size is abandoned if its cost exceeds the best cost by this factor. */
#define HOPELESS 1.3
/* A size is better if its cost is below the best cost times this factor. */
#define BETTER 0.95

struct hr_group_choice {
	const size_t (*sides)[3];
	unsigned count;
	double trial;
	double cost[MOST_CHOICES]; /* minimum of nanoseconds per instance; 0: not measured */
	unsigned runs[MOST_CHOICES];
	/* Nanoseconds: of all launches; of trials, in excess of the best size's cost. */
	double spent, lost;
	double first;   /* nanoseconds of the first launch */
	unsigned tried; /* number of sizes that have been tried */
	unsigned turns; /* alternations of the best and the first size so far */
	unsigned last;  /* the size chosen last */
	bool counts;    /* its grid is large enough for a measurement */
	unsigned best;
};

bool hr_group_read(const char *text, const hr_group_limits *limits, size_t side[3])
{
	size_t found[3] = {1, 1, 1}, items = 1;
	char rest;
	int count = sscanf(text, "%zu,%zu,%zu%c", &found[0], &found[1], &found[2], &rest);

	for (unsigned k = 0; k < 3; k++)
		if (found[k] == 0 || found[k] > limits->most_side[k] ||
		    __builtin_mul_overflow(items, found[k], &items))
			count = 0;
	if (count < 1 || count > 3 || strspn(text, "0123456789,") != strlen(text) ||
	    items > limits->most_items)
		return false;
	memcpy(side, found, sizeof(found));
	return true;
}

int hr_group_accepts(const char *value, char text[HR_OPTION_TEXT])
{
	const hr_group_limits none = {.most_items = SIZE_MAX,
				      .most_side = {SIZE_MAX, SIZE_MAX, SIZE_MAX}};
	size_t side[3];

	if (hr_group_read(value, &none, side))
		return 0;
	snprintf(text, HR_OPTION_TEXT, "a size X[,Y[,Z]]");
	return 1;
}

hr_group_choice *hr_group_choice_new(const size_t (*sides)[3], unsigned count, double trial)
{
	hr_group_choice *choice = hr_alloc_zero(sizeof(*choice));

	choice->sides = sides;
	choice->count = count < MOST_CHOICES ? count : MOST_CHOICES;
	choice->trial = trial;
	return choice;
}

void hr_group_choice_free(hr_group_choice *choice)
{
	hr_free(choice);
}

static bool is_possible(const hr_group_choice *all, const hr_group_limits *limits, unsigned choice,
			const size_t count[3])
{
	const size_t *side = all->sides[choice];
	size_t items = 1;

	for (unsigned k = 0; k < 3; k++) {
		items *= side[k];
		if (side[k] > limits->most_side[k] || (side[k] > 1 && count[k] < side[k]))
			return false;
	}
	return items <= limits->most_items;
}

/* Return true if there is time to try another size. The estimate is the time of the first launch or
 * TRIAL, whichever is longer. */
static bool may_try(const hr_group_choice *all)
{
	if (all->runs[all->tried] > 0)
		return true; /* the trial has begun */
	return SHARE * (all->lost + (all->first > all->trial ? all->first : all->trial)) <=
	       all->spent;
}

static unsigned choose(hr_group_choice *all, const hr_group_limits *limits, const size_t count[3])
{
	all->counts = count[0] * count[1] * count[2] >= LEAST_INSTANCES;
	if (all->counts && all->runs[0] < FIRST_RUNS)
		return 0;
	all->tried += all->counts && all->tried == 0;
	if (all->counts && all->best && all->turns < TURNS)
		return is_possible(all, limits, all->best, count) && all->turns % 2 ? all->best : 0;
	while (all->counts && all->tried < all->count && may_try(all)) {
		if (is_possible(all, limits, all->tried, count))
			return all->tried;
		all->tried++;
	}
	return is_possible(all, limits, all->best, count) ? all->best : 0;
}

const size_t *hr_group_choose(hr_group_choice *choice, const hr_group_limits *limits,
			      const size_t count[3])
{
	choice->last = choose(choice, limits, count);
	return choice->sides[choice->last];
}

/* Judge the size that is being tried, once it has been tried often enough. */
static void judge_tried(hr_group_choice *all)
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

static void take_turn(hr_group_choice *all)
{
	if (++all->turns == TURNS && all->cost[all->best] > BETTER * all->cost[0])
		all->best = 0;
}

bool hr_group_is_measured(hr_group_choice *all, uint64_t instances)
{
	if (!all->counts)
		return false;
	if (all->runs[0] < FIRST_RUNS || (all->last && all->last == all->tried) ||
	    (all->best && all->turns < TURNS))
		return true;
	all->spent += all->cost[all->last] * (double)instances;
	return false;
}

void hr_group_note(hr_group_choice *all, double nanoseconds, uint64_t instances)
{
	double cost = nanoseconds / (double)instances, more;
	unsigned last = all->last;

	if (!all->counts)
		return;
	if (all->spent == 0)
		all->first = nanoseconds;
	all->spent += nanoseconds;
	more = nanoseconds - all->cost[all->best] * (double)instances;
	all->lost += last != all->best && more > 0 ? more : 0;
	if (++all->runs[last] > 1 && (all->cost[last] == 0 || cost < all->cost[last]))
		all->cost[last] = cost; /* the driver may have compiled in the first launch */
	if (last && last == all->tried)
		judge_tried(all);
	else if (all->best && all->turns < TURNS)
		take_turn(all);
}
