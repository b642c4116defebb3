/* interp/check/access/variables.c -- the memory that holds variables of leaves: stacks, and
 * variables of lanes.
 *
 * A value that an edge carries comes from an instance that has completed (E1), so an argument never
 * points to a live variable. Plans are created and destroyed on several threads, hence the lock.
 *
 * Owns:      the list of such memory.
 * Clauses:   E1, M6.
 * Not here:  accesses through a variable of the same instance (bounds.c). */
#include "interp/check/check_state.h"

void hr_check_mapped(hr_checker *checker, const void *base, size_t bytes)
{
	if (!checker || !base || !bytes)
		return;
	pthread_mutex_lock(&checker->variables_lock);
	HR_PUSH(&checker->variables,
		(check_range){.base = hr_map_key(base), .end = hr_map_key(base) + bytes});
	pthread_mutex_unlock(&checker->variables_lock);
}

void hr_check_unmapped(hr_checker *checker, const void *base, size_t bytes)
{
	if (!checker || !base || !bytes)
		return;
	if (checker->uninit)
		hr_uninit_forget(checker, hr_map_key(base), bytes);
	pthread_mutex_lock(&checker->variables_lock);
	for (size_t i = checker->variables.count; i-- > 0;) {
		if (checker->variables.data[i].base != hr_map_key(base))
			continue;
		checker->variables.data[i] = HR_LAST(&checker->variables);
		checker->variables.count--;
		break;
	}
	pthread_mutex_unlock(&checker->variables_lock);
}

bool hr_check_is_variable(hr_checker *checker, uint64_t address)
{
	bool found = hr_check_in_frames(checker, address);

	pthread_mutex_lock(&checker->variables_lock);
	for (size_t i = 0; i < checker->variables.count && !found; i++)
		found = address - checker->variables.data[i].base <
			checker->variables.data[i].end - checker->variables.data[i].base;
	pthread_mutex_unlock(&checker->variables_lock);
	return found;
}
