/* src/base/own_lock.h -- a lock that costs next to nothing as long as one thread alone takes it.
 *
 * It belongs to a thread, which then only says that it is inside. Another one takes it away: it
 * makes every processor pass a barrier (membarrier), and waits until the owner is outside. A thread
 * that has taken the lock many times in turn gets it; a lock that has changed hands too often is an
 * ordinary one for good. */
#ifndef HR_OWN_LOCK_H
#define HR_OWN_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct own_lock {
	_Atomic(const void *) owner; /* an address that is the thread's own; NULL: nobody's */
	atomic_bool inside;          /* the owner is */
	pthread_mutex_t mutex;       /* all below, and the lock where nobody owns it */
	bool can_own;
	const void *last; /* who took it last, and how often in turn */
	unsigned turns, losses;
} own_lock;

extern _Thread_local char own_lock_self;

void own_lock_init(own_lock *self);
void own_lock_end(own_lock *self);
void own_lock_slow(own_lock *self);
void own_unlock_slow(own_lock *self);

/* Takes it if it belongs to this thread and that is not inside already: for what can be done in
 * another way, too. */
static inline bool own_lock_take_own(own_lock *self)
{
	if (atomic_load_explicit(&self->owner, memory_order_relaxed) != &own_lock_self ||
	    atomic_load_explicit(&self->inside, memory_order_relaxed))
		return false;
	atomic_store_explicit(&self->inside, true, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&self->owner, memory_order_acquire) == &own_lock_self)
		return true;
	atomic_store_explicit(&self->inside, false, memory_order_release);
	return false;
}

/* False: this thread is inside already (a signal broke in), and has to leave it alone. */
static inline bool own_lock_take(own_lock *self, bool *owned)
{
	*owned = own_lock_take_own(self);
	if (*owned)
		return true;
	if (atomic_load_explicit(&self->owner, memory_order_relaxed) == &own_lock_self)
		return false;
	own_lock_slow(self);
	return true;
}

/* The same for a thread that others may wait for while they have the lock: it does not wait long.
 * Does not count as a loss for the owner. */
bool own_lock_try(own_lock *self, bool *owned);

/* For a thread that is going to wait for a condition under the mutex: the lock is an ordinary one
 * for good. It may leave it and take it anew, so that what it saw before may have changed. */
void own_lock_settle(own_lock *self, bool *owned);

static inline void own_lock_give(own_lock *self, bool owned)
{
	if (owned)
		atomic_store_explicit(&self->inside, false, memory_order_release);
	else
		own_unlock_slow(self);
}

#endif
