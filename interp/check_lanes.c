/* interp/check_lanes.c -- what checkers want to know of accesses that several instances make at one
 * place, one instance after the other in reference order.
 *
 * Invariant: when a run of accesses is said to be well, it has been noted as if each instance had
 * made its access alone. Owns:      nothing. Clauses:   M4-M6. Not here:  accesses side by side for
 * the race checker (wide_watch.c), which lanes run (wide_check.c). */
#include "check_race.h"
#include "shadow.h"

/* The checkers take INDEX for the running instance, for short ways that ask for no more. */
static void take_for(race_state *race, uint64_t index)
{
	race->index = index;
	race->self = race->current.first + (uint32_t)(index << race->current.shift);
}

static uint64_t address_of(const hr_gate_run *run, unsigned i)
{
	return run->addresses ? run->addresses[i] : run->address + i * run->stride;
}

static bool attributes_pass(const check_gate *gate, const hr_gate_run *run)
{
	uint64_t bytes = gate->like.bytes;

	if (!run->addresses && run->stride == bytes)
		return hr_attribute_passes_all(gate, run->address, run->count * bytes);
	for (unsigned i = 0; i < run->count; i++)
		if (!hr_attribute_passes(&gate->gate, address_of(run, i)))
			return false;
	return true;
}

/* Of many that read the same, two tell as much. */
static unsigned least(const check_gate *gate, const hr_gate_run *run)
{
	bool same = !run->addresses && !run->stride && gate->like.kind == HR_ACCESS_READ;

	return same && run->count > 2 ? 2 : run->count;
}

/* Those from FROM to END. */
static bool each_passes(const check_gate *gate, const hr_gate_run *run, unsigned from, unsigned end)
{
	for (unsigned i = from; i < end; i++) {
		take_for(gate->race, run->index + (run->addresses ? run->lanes[i] : i));
		if (!gate->in_order(&gate->gate, address_of(run, i)))
			return false;
	}
	return true;
}

/* Bytes side by side: whole words of them at once. */
static bool bytes_pass(const check_gate *gate, const hr_gate_run *run, hr_lanes_watch *at_once)
{
	const unsigned first = -run->address & 3, end = first + ((run->count - first) & ~3U);
	hr_gate_run words = *run;

	words.address += first;
	words.index += first;
	words.count = end - first;
	return each_passes(gate, run, 0, first) &&
	       (at_once(&gate->gate, &words) || each_passes(gate, run, first, end)) &&
	       each_passes(gate, run, end, run->count);
}

static bool races_pass(const check_gate *gate, const hr_gate_run *run, hr_lanes_watch *at_once)
{
	unsigned count = least(gate, run);

	if (gate->like.bytes == 1 && !run->addresses && run->stride == 1 && count >= 8)
		return bytes_pass(gate, run, at_once);
	if (count > 1 && count == run->count && at_once(&gate->gate, run))
		return true;
	return each_passes(gate, run, 0, count);
}

bool hr_gate_watched_run(const hr_gate *gate, const hr_gate_run *run, hr_lanes_watch *at_once)
{
	const check_gate *self = (const check_gate *)gate;

	if (run->many)
		return gate->watch == WATCH_RACE && at_once(gate, run);
	return (!(gate->watch & WATCH_ATTRIBUTES) || attributes_pass(self, run)) &&
	       (!(gate->watch & WATCH_RACE) || races_pass(self, run, at_once));
}

/* Where the processor has no way for many. */
static bool each_shared(const check_gate *gate, const hr_gate_groups *groups)
{
	for (unsigned i = groups->begin * HR_GATE_GROUP; i < groups->end * HR_GATE_GROUP; i++)
		if (groups->mask[i / 64] >> i % 64 & 1 &&
		    !hr_race_read_by_many(gate, groups->base + i * groups->scale,
					  groups->first + i * groups->shared))
			return false;
	return true;
}

bool hr_gate_watched_groups(const hr_gate *gate, const hr_gate_groups *groups,
			    hr_groups_watch *at_once)
{
	const check_gate *self = (const check_gate *)gate;

	if (gate->watch != WATCH_RACE || !self->numbered)
		return false;
	return at_once(gate, groups) ||
	       (groups->shared && self->like.kind == HR_ACCESS_READ && each_shared(self, groups));
}

bool hr_gate_counts(const hr_gate *gate, uint64_t address)
{
	const check_gate *self = (const check_gate *)gate;

	return gate->watch == WATCH_RACE && self->numbered && self->like.kind & HR_ACCESS_ATOMIC &&
	       self->in_order(gate, address);
}

void hr_check_batch(hr_thread *thread)
{
	thread->run->checker->in_batch = true;
	hr_uninit_instance(thread);
}
