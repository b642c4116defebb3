/* traces/record_lock.c -- a lock that costs next to nothing as long as one thread alone takes it.
 *
 * Invariant: who is inside either owns the lock and says so in `inside`, or has the mutex while nobody owns it.
 * Owns:      nothing. */
#include "record_lock.h"

#include <limits.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ENOUGH_TURNS = 1000, MOST_LOSSES = 100, FEW_TRIES = 100 };

_Thread_local char record_lock_self;

static bool barrier(int command)
{
	return syscall(__NR_membarrier, command, 0, 0) == 0;
}

void record_lock_init(record_lock *self)
{
	atomic_init(&self->owner, NULL);
	atomic_init(&self->inside, false);
	pthread_mutex_init(&self->mutex, NULL);
#ifndef __SANITIZE_THREAD__ /* which does not see that barrier */
	self->can_own = barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
#endif
}

void record_lock_end(record_lock *self)
{
	pthread_mutex_destroy(&self->mutex);
}

/* Nobody owns it any more. False: who did is still inside. */
static bool disown(record_lock *self, unsigned tries)
{
	atomic_store(&self->owner, NULL);
	if (!barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) /* it has been registered */
		barrier(MEMBARRIER_CMD_GLOBAL);
	while (atomic_load_explicit(&self->inside, memory_order_acquire)) {
		if (!tries--)
			return false;
		sched_yield();
	}
	return true;
}

void record_lock_slow(record_lock *self)
{
	pthread_mutex_lock(&self->mutex);
	if (atomic_load(&self->owner) || atomic_load_explicit(&self->inside, memory_order_acquire)) {
		disown(self, UINT_MAX);
		self->can_own = ++self->losses < MOST_LOSSES;
	}
	self->turns = self->last == &record_lock_self ? self->turns + 1 : 0;
	self->last = &record_lock_self;
}

bool record_lock_try(record_lock *self, bool *owned)
{
	*owned = false;
	if (pthread_mutex_trylock(&self->mutex) != 0)
		return false;
	if (disown(self, FEW_TRIES)) {
		self->turns = 0;
		self->last = NULL;
		return true;
	}
	pthread_mutex_unlock(&self->mutex);
	return false;
}

void record_unlock_slow(record_lock *self)
{
	if (self->turns > ENOUGH_TURNS && self->can_own)
		atomic_store(&self->owner, &record_lock_self);
	pthread_mutex_unlock(&self->mutex);
}
