/* src/base/fork_lock.h -- a lock that is held for long, and that a fork of the process finds free.
 *
 * The program under test may fork while another of its threads holds the lock, for example while a
 * backend compiles. That thread does not exist in the new process, where a mutex would stay locked.
 * What the lock protects must be usable at each moment at which its holder may take long. */
#ifndef HR_FORK_LOCK_H
#define HR_FORK_LOCK_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <unistd.h>

typedef struct hr_fork_lock {
	pthread_mutex_t mutex;
	_Atomic(pid_t) process; /* the process that MUTEX is valid in; 0: it is being initialised */
} hr_fork_lock;

static inline void hr_fork_lock_init(hr_fork_lock *self)
{
	pthread_mutex_init(&self->mutex, NULL);
	atomic_init(&self->process, getpid());
}

static inline void hr_fork_lock_end(hr_fork_lock *self)
{
	pthread_mutex_destroy(&self->mutex);
}

static inline void hr_fork_lock_take(hr_fork_lock *self)
{
	const pid_t here = getpid();
	pid_t valid;

	while ((valid = atomic_load(&self->process)) != here)
		if (!valid) {
			sched_yield();
		} else if (atomic_compare_exchange_weak(&self->process, &valid, 0)) {
			pthread_mutex_init(&self->mutex, NULL);
			atomic_store(&self->process, here);
		}
	pthread_mutex_lock(&self->mutex);
}

static inline void hr_fork_lock_release(hr_fork_lock *self)
{
	pthread_mutex_unlock(&self->mutex);
}

#endif
