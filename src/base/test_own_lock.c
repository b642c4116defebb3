/* src/base/test_own_lock.c -- the biased lock: only one thread at a time holds it, whichever thread
 * owns it, revokes it or tries it. */
#include <sched.h>
#include <time.h>

#include "src/base/own_lock.h"
#include "src/base/test.h"

enum { THREADS = 3, ALONE = 20000, TIMES = 3000 };

typedef struct shared_lock {
	own_lock lock;
	uint64_t count;    /* protected by the lock, and not atomic */
	atomic_int inside; /* relaxed, so that it orders nothing */
	atomic_uint ready, tries, settled;
	atomic_bool stop;
} shared_lock;

static void add(shared_lock *self, uint64_t times)
{
	for (uint64_t i = 0; i < times; i++) {
		bool owned;

		ck_assert(own_lock_take(&self->lock, &owned));
		ck_assert_int_eq(atomic_fetch_add_explicit(&self->inside, 1, memory_order_relaxed),
				 0);
		self->count++;
		atomic_fetch_sub_explicit(&self->inside, 1, memory_order_relaxed);
		own_lock_give(&self->lock, owned);
	}
}

/* Take the lock alone until it is owned; then other threads revoke the ownership again and
 * again. */
static void *adds(void *data)
{
	shared_lock *self = data;

	atomic_fetch_add(&self->ready, 1);
	while (atomic_load(&self->ready) < THREADS)
		sched_yield();
	for (unsigned i = 0; i < 4; i++) {
		add(self, TIMES);
		sched_yield();
	}
	return NULL;
}

static void *tries(void *data)
{
	shared_lock *self = data;

	while (!atomic_load(&self->stop)) {
		bool owned;

		if (!own_lock_try(&self->lock, &owned)) {
			sched_yield();
			continue;
		}
		ck_assert_int_eq(atomic_fetch_add_explicit(&self->inside, 1, memory_order_relaxed),
				 0);
		self->count++;
		atomic_fetch_sub_explicit(&self->inside, 1, memory_order_relaxed);
		atomic_fetch_add(&self->tries, 1);
		own_lock_give(&self->lock, owned);
		sched_yield();
	}
	return NULL;
}

START_TEST(one_thread_at_a_time)
{
	shared_lock self = {0};
	pthread_t threads[THREADS], trier;

	own_lock_init(&self.lock);
	add(&self, ALONE);
	ck_assert_int_eq(pthread_create(&trier, NULL, tries, &self), 0);
	for (unsigned i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, adds, &self), 0);
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	add(&self, ALONE);
	atomic_store(&self.stop, true);
	pthread_join(trier, NULL);
	ck_assert_uint_eq(self.count, 2 * ALONE + THREADS * 4 * TIMES + atomic_load(&self.tries));
	own_lock_end(&self.lock);
}
END_TEST

START_TEST(who_takes_it_often_owns_it)
{
	shared_lock self = {0};
	bool owned;

	own_lock_init(&self.lock);
	add(&self, ALONE);
	ck_assert(own_lock_take(&self.lock, &owned));
	ck_assert_int_eq(owned, self.lock.can_own); /* the system may not support membarrier */
	if (owned)
		ck_assert(!own_lock_take(&self.lock, &(bool){false})); /* as in a signal handler */
	own_lock_give(&self.lock, owned);
	own_lock_end(&self.lock);
}
END_TEST

static void *waits(void *data)
{
	shared_lock *self = data;
	bool owned;

	atomic_store(&self->ready, 1);
	ck_assert(own_lock_take(&self->lock, &owned)); /* it is an ordinary mutex by now */
	ck_assert(!owned);
	ck_assert_uint_eq(atomic_load(&self->settled), 1);
	self->count++;
	own_lock_give(&self->lock, owned);
	return NULL;
}

START_TEST(a_settled_lock_is_a_mutex)
{
	shared_lock self = {0};
	pthread_t thread;
	bool owned;

	own_lock_init(&self.lock);
	add(&self, ALONE);
	ck_assert(own_lock_take(&self.lock, &owned));
	own_lock_settle(&self.lock, &owned);
	ck_assert(!owned);
	ck_assert_int_eq(pthread_create(&thread, NULL, waits, &self), 0);
	while (!atomic_load(&self.ready))
		sched_yield();
	atomic_store(&self.settled, 1);
	own_lock_give(&self.lock, owned);
	pthread_join(thread, NULL);
	add(&self, ALONE);
	ck_assert(own_lock_take(&self.lock, &owned));
	ck_assert(!owned); /* it stays an ordinary mutex */
	own_lock_give(&self.lock, owned);
	ck_assert_uint_eq(self.count, 2 * ALONE + 1);
	own_lock_end(&self.lock);
}
END_TEST

/* What own_lock_take_own() sets for a moment in a thread that has lost the lock. */
START_TEST(a_settled_lock_stays_a_mutex)
{
	shared_lock self = {0};
	pthread_t thread;
	bool owned;

	own_lock_init(&self.lock);
	ck_assert(own_lock_take(&self.lock, &owned));
	own_lock_settle(&self.lock, &owned);
	own_lock_give(&self.lock, owned);
	atomic_store(&self.lock.inside, true);
	atomic_store(&self.settled, 1);
	ck_assert_int_eq(pthread_create(&thread, NULL, waits, &self), 0);
	while (!atomic_load(&self.ready))
		sched_yield();
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	atomic_store_explicit(&self.lock.inside, false, memory_order_release);
	pthread_join(thread, NULL);
	add(&self, ALONE);
	ck_assert(own_lock_take(&self.lock, &owned));
	ck_assert(!owned);
	own_lock_give(&self.lock, owned);
	own_lock_end(&self.lock);
}
END_TEST

HR_TEST_MAIN("own lock", one_thread_at_a_time, who_takes_it_often_owns_it,
	     a_settled_lock_is_a_mutex, a_settled_lock_stays_a_mutex)
