/* ir/kernel/barrier.c -- for whom barriers of a kernel wait.
 *
 * Clauses:   K5.
 * Not here:  which calls are barriers (items.c), waiting (interp/schedule/group.c). */
#include "ir/kernel/kernel_private.h"

bool hr_kernel_ended_arrive(const hr_kernel *k)
{
	switch (k->program->sem.value[HR_SEM_ended_at_barrier]) {
	case HR_SEM_ended_at_barrier_error: return false;
	case HR_SEM_ended_at_barrier_arrived: return true;
	default: return k->launch->ended_arrive;
	}
}
