/* src/base/own_lock.c -- a biased lock, which costs almost nothing as long as one thread alone
 * takes it.
 *
 * Invariant: a thread that holds the lock either owns it and has set `inside`, or holds the mutex
 *            while the lock has no owner.
 * Owns:      nothing. */
#include "src/base/own_lock.h"

#include <limits.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ENOUGH_TURNS = 1000, MOST_LOSSES = 100, FEW_TRIES = 100, MOST_YIELDS = 1000 };

_Thread_local char own_lock_self;

static bool barrier(int command)
{
	return syscall(__NR_membarrier, command, 0, 0) == 0;
}

void own_lock_init(own_lock *self)
{
	atomic_init(&self->owner, NULL);
	atomic_init(&self->inside, false);
	pthread_mutex_init(&self->mutex, NULL);
	self->can_own = barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

void own_lock_end(own_lock *self)
{
	pthread_mutex_destroy(&self->mutex);
}

/* Remove the owner. Return false if it still holds the lock after TRIES checks. */
static bool disown(own_lock *self, unsigned tries)
{
	unsigned yields = 0;

	atomic_store(&self->owner, NULL);
	/* fails only if the process is not registered */
	if (!barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
		barrier(MEMBARRIER_CMD_GLOBAL);
	while (atomic_load_explicit(&self->inside, memory_order_acquire)) {
		if (!tries--)
			return false;
		if (yields++ < MOST_YIELDS)
			sched_yield();
		else
			nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
	}
	return true;
}

void own_lock_slow(own_lock *self)
{
	pthread_mutex_lock(&self->mutex);
	if (atomic_load(&self->owner) ||
	    atomic_load_explicit(&self->inside, memory_order_acquire)) {
		disown(self, UINT_MAX);
		if (++self->losses >= MOST_LOSSES)
			self->can_own = false;
	}
	self->turns = self->last == &own_lock_self ? self->turns + 1 : 0;
	self->last = &own_lock_self;
}

bool own_lock_try(own_lock *self, bool *owned)
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

void own_lock_settle(own_lock *self, bool *owned)
{
	if (*owned) {
		*owned = false;
		atomic_store_explicit(&self->inside, false, memory_order_release);
		own_lock_slow(self);
	}
	self->can_own = false;
}

void own_unlock_slow(own_lock *self)
{
	if (self->turns > ENOUGH_TURNS && self->can_own)
		atomic_store(&self->owner, &own_lock_self);
	pthread_mutex_unlock(&self->mutex);
}
