/* src/base/own_lock.h -- a biased lock, which costs almost nothing as long as one thread alone
 * takes it.
 *
 * The lock is owned by a thread, which takes it by setting `inside`. Another thread revokes the
 * ownership: it makes every processor pass a barrier (membarrier), and waits until the owner has
 * released the lock. A thread that has taken the lock many times in a row becomes its owner; a lock
 * that has changed owners too often stays an ordinary mutex. */
#ifndef HR_OWN_LOCK_H
#define HR_OWN_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct own_lock {
	_Atomic(const void *) owner; /* address of the owner's own_lock_self; NULL: no owner */
	atomic_bool inside;          /* the owner holds the lock */
	pthread_mutex_t mutex; /* protects the fields below; is the lock while there is no owner */
	bool can_own;
	/* own_lock_self of the last thread, and how often it took the lock in a row */
	const void *last;
	unsigned turns, losses;
} own_lock;

extern _Thread_local char own_lock_self;

/* Initialise and destroy a lock. own_lock_slow() and own_unlock_slow() are for the inline functions
 * below. */
void own_lock_init(own_lock *self);
void own_lock_end(own_lock *self);
void own_lock_slow(own_lock *self);
void own_unlock_slow(own_lock *self);

/* Take the lock only if this thread owns it and does not hold it already. Return true if it is
 * taken; for callers that have an alternative. */
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

/* Take the lock, and set *OWNED, which own_lock_give() needs. Return false, without taking it, if
 * this thread already holds it (in a signal handler). */
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

/* As own_lock_take(), for a thread that must not wait long because threads that hold the lock may
 * wait for it. Return false if the lock is not free soon. Does not count as a loss of the owner. */
bool own_lock_try(own_lock *self, bool *owned);

/* Call before waiting for a condition variable with the mutex: makes the lock an ordinary mutex
 * permanently. May release the lock and take it again, so that the protected state may have
 * changed. */
void own_lock_settle(own_lock *self, bool *owned);

/* Release the lock. OWNED is the value that taking it has set; true after own_lock_take_own(). */
static inline void own_lock_give(own_lock *self, bool owned)
{
	if (owned)
		atomic_store_explicit(&self->inside, false, memory_order_release);
	else
		own_unlock_slow(self);
}

#endif
