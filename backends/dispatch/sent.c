/* backends/dispatch/sent.c -- the state of a unit that may be sent to its backend: whether it may
 * be run, and how fast it is.
 *
 * Owns:      nothing.
 * Clauses:   none.
 * Not here:  building units (built.c), choosing the fastest (contest.c). */
#include "backends/dispatch/dispatch_parts.h"

/* --backend auto: a unit has run long enough to be judged after this number of grids, or after this
 * time in all grids but the slowest; or after this time in the slowest grid alone, when a further
 * trial would be too expensive. */
enum {
	TRIAL_GRIDS = 4,
	TRIAL_NANOSECONDS = 2 * 1000 * 1000,
	DEAR_NANOSECONDS = 1000 * 1000 * 1000
};

dispatch_sent *hr_dispatch_sent_to(hr_dispatch *self, hr_built_unit *unit)
{
	dispatch_sent *to;

	for (size_t i = 0; i < self->sent.count; i++)
		if (self->sent.data[i]->unit == unit)
			return self->sent.data[i];
	to = hr_alloc_zero(sizeof(*to));
	to->unit = unit;
	HR_PUSH(&self->sent, to);
	return to;
}

const char *hr_dispatch_stray(hr_dispatch *self, dispatch_sent *to)
{
	const hr_backend_entry *entry = to->unit->entry;

	if (!self->policy->workers || to->spoiled || entry->module->memory ||
	    to->unit->made->unit.features & HR_UNIT_TENSORS)
		return to->spoiled;
	if (to->unit->made->unit.features & HR_UNIT_MALLOCS)
		return hr_dispatch_say(self, entry->name, hr_unit_refusal_words(HR_REFUSES_MALLOC),
				       "memory that a worker allocates is lost with its process",
				       &(bool){false});
	if (!to->looked) {
		to->follows = hr_unit_follows(&to->unit->made->unit, false);
		to->closed = hr_unit_is_closed(&to->unit->made->unit);
	}
	to->looked = true;
	if (!to->follows)
		return NULL;
	return hr_dispatch_say(self, entry->name, "in a worker",
			       "it writes through pointers that are in no argument",
			       &(bool){false});
}

hr_offloaded hr_dispatch_taken_by(const hr_dispatch *self, dispatch_sent *to, uint64_t nanoseconds)
{
	const hr_made_unit *made = to->unit->made;

	return (hr_offloaded){.unit = to,
			      .by = to->unit->entry->name,
			      .same_as = to->unit->same_as,
			      .nanoseconds = nanoseconds,
			      .whole = self->policy->workers ||
				       made->unit.features & (HR_UNIT_BARRIERS | HR_UNIT_GROUPS |
							      HR_UNIT_TENSORS),
			      .beside = to->unit->entry->module->memory && !self->policy->workers,
			      .inner_bytes = made->inner_bytes};
}

void hr_dispatch_measure(dispatch_sent *to, const hr_offload_grid *grid, uint64_t nanoseconds)
{
	dispatch_took took = {.nanoseconds = (double)nanoseconds, .instances = 1};

	for (unsigned d = 0; d < 3; d++)
		took.instances *= (double)(grid->end[d] - grid->begin[d]);
	if (took.instances <= 0 || to->grids++ == 0)
		return;
	if (took.nanoseconds * to->slowest.instances >= to->slowest.nanoseconds * took.instances) {
		dispatch_took was = to->slowest;

		to->slowest = took;
		took = was;
	}
	to->others.nanoseconds += took.nanoseconds;
	to->others.instances += took.instances;
}

/* The slowest grid is ignored, because other work may have used the processor meanwhile. */
double hr_dispatch_cost(dispatch_sent *to)
{
	const dispatch_took *of = &to->others;
	double cost = -1;

	hr_fork_lock_take(&to->unit->lock);
	if (of->instances <= 0)
		of = &to->slowest;
	if (of->instances > 0 &&
	    (to->grids >= TRIAL_GRIDS || to->others.nanoseconds > (double)TRIAL_NANOSECONDS ||
	     to->slowest.nanoseconds > (double)DEAR_NANOSECONDS))
		cost = of->nanoseconds / of->instances;
	hr_fork_lock_release(&to->unit->lock);
	return cost;
}
