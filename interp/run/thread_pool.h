/* interp/run/thread_pool.h -- threads that run the tasks of one job together, with the effects of
 * running them in order.
 *
 * Tasks are numbered and begun in their order; several run at once. An action whose order is
 * visible (a report, the outputs of a node that are compared) is done in the task's *turn*: when
 * all tasks before it have completed. A task that fails ends the job: the tasks before it complete,
 * those after it are abandoned. So the reports, and the failing task, are the same for any number
 * of threads.
 *
 * Not here: which work has tasks that may run at once (interp/lanes/build/alone.c,
 *           interp/schedule/pool_batches.c). */
#ifndef HR_THREAD_POOL_H
#define HR_THREAD_POOL_H

#include "interp/run/thread.h"

/* One task of a job, run by THREAD, which is member MEMBER (0 is the calling thread). */
typedef hr_status hr_pool_task(void *job, unsigned member, hr_thread *thread, uint64_t task);

/* Make a pool of MEMBERS threads, including the calling one; threads are created when first
 * needed. */
hr_pool *hr_pool_new(hr_run *run, unsigned members);
/* End its threads and free it. */
void hr_pool_free(hr_pool *pool);
unsigned hr_pool_size(const hr_pool *pool);

/* Run tasks 0 to COUNT - 1, on one thread if the pool is busy. Return the status of the first task
 * that failed. Operations count as those of THREAD. */
hr_status hr_pool_run(hr_pool *pool, hr_thread *thread, uint64_t count, hr_pool_task *task,
		      void *job) HR_MUST_CHECK;

/* Wait until all tasks before the one that THREAD runs have completed, then run the instances before
 * its own that have not run. Return false if one of them failed; nothing may be reported then.
 * Return true at once if THREAD runs no task or is NULL. */
bool hr_pool_wait_turn(hr_thread *thread);
/* For a thread that does not run its instances in reference order: run those before the one that it
 * runs, and return false if one of them failed. */
typedef struct hr_turn hr_turn;
struct hr_turn {
	bool (*take)(hr_turn *turn, hr_thread *thread);
};
/* Return true if a task before the one that THREAD runs has failed. */
bool hr_pool_is_cancelled(const hr_thread *thread);

/* Lock and unlock other state that members share (the checkers, the objects of an execution). A
 * member that waits for its turn releases the lock while it waits. */
void hr_pool_lock(hr_thread *thread);
void hr_pool_unlock(hr_thread *thread);
bool hr_pool_is_locked(const hr_thread *thread); /* return whether THREAD has locked it */
/* Unlock the state if THREAD has locked it: a fault has ended what it did. */
void hr_pool_unlock_after_fault(hr_thread *thread);

#endif
