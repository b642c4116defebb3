/* interp/schedule/stuck.c -- tells when instances that wait for others in loops will never go on (M8).
 *
 * What instances do in a turn follows from their registers, their variables, and the memory that they can reach. So if all
 * of this is after a turn what it was before, every further turn is the same. A turn whose registers and
 * variables are the same is suspicious; then memory is compared, too, as a kernel may count in it. Comparing costs no more than
 * the turns in between.
 *
 * Owns:      nothing.
 * Clauses:   M8.
 * Not here:  turns (group.c), groups that wait for each other (progress.c), the report (diverge.c). */
#include "interp/memory/content.h"
#include "interp/memory/regions.h"
#include "interp/schedule/plan.h"
#include "ir/program/program.h"
#include "src/base/mix.h"

enum {
	LEAST_TURNS = 16,
	LEAST_RUNS = 4096, /* of instances in those turns, before memory is looked at */
	BYTES_A_RUN = 64,  /* that are compared in about the time in which an instance runs once */
	BLIND_RUNS = 1 << 20,
};

/* Return a hash of all memory that the program's kernels can write but the device's heap; add its size to *BYTES. */
static uint64_t hash_of_memory(hr_plan *plan, uint64_t *bytes)
{
	hr_regions regions = {0};
	uint64_t hash = 0;

	hr_regions_begin(&regions, plan->run);
	hr_regions_variables(&regions, plan->run);
	hr_regions_objects(&regions, plan->objects);
	for (size_t i = 0; i < regions.count; i++) {
		hash = hash * HR_MIX_STEP ^
		       hr_content_hash(regions.data[i].base, regions.data[i].bytes);
		*bytes += regions.data[i].bytes;
	}
	HR_VEC_FREE(&regions);
	return hash;
}

/* Return true if the program has blocks of the device's heap, which are not compared. */
static bool has_heap(const hr_program *program)
{
	static const char *const names[] = {"malloc", "_Znwm", "_Znam"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (hr_program_function(program, names[i]))
			return true;
	return false;
}

bool hr_stuck_forever(hr_plan *plan, plan_stuck *self, bool same, uint64_t instances)
{
	uint64_t bytes = 0, hash, runs;

	if (!same) {
		self->turns = 0;
		self->compares = false;
		return false;
	}
	runs = ++self->turns * instances;
	if (!self->next)
		self->next = has_heap(plan->run->program) ? BLIND_RUNS : LEAST_RUNS;
	if (!self->compares && (self->turns < LEAST_TURNS || runs < self->next))
		return false;
	hash = hash_of_memory(plan, &bytes);
	if (self->compares && hash == self->memory)
		return true;
	self->compares = !self->compares;
	self->memory = hash;
	if (!self->compares)
		self->next = 2 * runs + bytes / BYTES_A_RUN;
	return false;
}
