/* interp/run/thread_pool.h -- threads that run the tasks of one job together, as if one had run
 * them in order.
 *
 * Tasks have numbers and are begun in their order; several run at once. What a task does that
 * others could see in what order it was done (a report, the outputs of a node that are compared),
 * it does in its *turn*: when all tasks before it have completed. A task that fails ends the job:
 * those before it complete, those behind it are given up. So what is reported, and what fails, is
 * the same for any number of threads.
 *
 * Not here: which work has tasks that may run at once (interp/lanes/build/alone.c,
 *           interp/schedule/pool_batches.c). */
#ifndef HR_THREAD_POOL_H
#define HR_THREAD_POOL_H

#include "interp/run/thread.h"

/* One task of a job, run by THREAD, which is member MEMBER (from 0: the thread that asked). */
typedef hr_status hr_pool_task(void *job, unsigned member, hr_thread *thread, uint64_t task);

/* MEMBERS, of which the thread that asks is one; threads are made when first needed. */
hr_pool *hr_pool_new(hr_run *run, unsigned members);
/* Ends its threads. */
void hr_pool_free(hr_pool *pool);
unsigned hr_pool_size(const hr_pool *pool);

/* Runs tasks 0 to COUNT - 1, on one thread where the thread pool is at work already. Gives the
 * status of the first that failed. Operations count as those of THREAD. */
hr_status hr_pool_run(hr_pool *pool, hr_thread *thread, uint64_t count, hr_pool_task *task,
		      void *job) HR_MUST_CHECK;

/* Waits until all tasks before the one that THREAD runs have completed. False: one of them failed,
 * nothing more is to be said. True at once for a thread that runs no task; NULL is one. */
bool hr_pool_wait_turn(hr_thread *thread);
/* Whether a task before the one that THREAD runs has failed. */
bool hr_pool_is_cancelled(const hr_thread *thread);

/* What members share otherwise (the checkers, the objects of an execution) is for one at a time.
 * Waiting for one's turn lets others in. */
void hr_pool_lock(hr_thread *thread);
void hr_pool_unlock(hr_thread *thread);

/* For making threads: signals are for the program's, but for those that say what a thread itself
 * has done. */
void hr_pool_block_signals(sigset_t *before);

#endif
