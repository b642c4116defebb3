/* interp/run/thread_pool.c -- threads that run the tasks of one job together.
 *
 * The calling thread is member 0 and begins at once; other threads join as they wake, so a job
 * completes even if no other thread joins. In a forked process there are no other threads, and the
 * state of the job's lock and conditions is unknown: the caller runs all tasks alone.
 *
 * Invariant: tasks are begun in their order, so all tasks before the lowest running one have
 *            completed.
 * Owns:      the threads.
 * Clauses:   N4: the result does not depend on the threads.
 * Not here:  what tasks are (thread_pool.h). */
#include "interp/run/thread_pool.h"

#include <fenv.h>
#include <unistd.h>

#include "interp/run/block.h"
#include "interp/run/process.h"
#include "src/base/block_signals.h"

enum { REPORT_MILLISECONDS = 5000 };
#define NONE UINT64_MAX

/* What one member does for the job. */
typedef struct hr_pool_place {
	hr_pool *pool;
	uint64_t task; /* NONE: no task */
	bool turn;     /* all earlier tasks have completed */
	bool locked;   /* holds `shared` of the pool */
} hr_pool_place;

struct hr_pool {
	hr_run *run;
	unsigned size, made; /* number of members; number of threads besides member 0 */
	pthread_t *threads;
	pid_t owner; /* forked processes have no threads */
	pthread_mutex_t shared;
	pthread_mutex_t lock; /* protects all fields below, except reading `failed` */
	pthread_cond_t work, progress;
	hr_pool_place *places; /* by member */
	bool busy, ending;
	unsigned joined; /* members that have joined, besides member 0 */
	hr_pool_task *run_task;
	void *job;
	uint64_t execution; /* of member 0, as are the following fields */
	hr_objects *allocations;
	const hr_pacer *pacer;
	fenv_t rounding;
	uint64_t count, next;
	uint64_t failed;  /* the lowest task that has failed */
	hr_status status; /* status of that task */
	uint64_t bytes;   /* bytes of code run by threads that have left the job */
};

hr_pool *hr_pool_new(hr_run *run, unsigned members)
{
	hr_pool *pool = hr_alloc_zero(sizeof(*pool));

	pool->run = run;
	pool->size = members;
	pool->owner = getpid();
	pool->threads = hr_alloc_array(members, sizeof(*pool->threads));
	pool->places = hr_alloc_array(members, sizeof(*pool->places));
	for (unsigned i = 0; i < members; i++)
		pool->places[i] = (hr_pool_place){.pool = pool, .task = NONE};
	pthread_mutex_init(&pool->lock, NULL);
	pthread_mutex_init(&pool->shared, NULL);
	pthread_cond_init(&pool->work, NULL);
	pthread_cond_init(&pool->progress, NULL);
	return pool;
}

void hr_pool_free(hr_pool *pool)
{
	if (!pool)
		return;
	if (pool->owner == getpid()) {
		pthread_mutex_lock(&pool->lock);
		pool->ending = true;
		pthread_cond_broadcast(&pool->work);
		pthread_mutex_unlock(&pool->lock);
		for (unsigned i = 0; i < pool->made; i++)
			pthread_join(pool->threads[i], NULL);
		pthread_mutex_destroy(&pool->lock);
		pthread_mutex_destroy(&pool->shared);
		pthread_cond_destroy(&pool->work);
		pthread_cond_destroy(&pool->progress);
	}
	hr_free(pool->threads);
	hr_free(pool->places);
	hr_free(pool);
}

unsigned hr_pool_size(const hr_pool *pool)
{
	return pool->size;
}

/* --- tasks ------------------------------------------------------------------------------------ */

/* The caller of all of these holds the lock. */
static bool begin_task(hr_pool *pool, hr_pool_place *place)
{
	if (pool->next == pool->count || pool->failed != NONE)
		return false;
	place->task = pool->next++;
	place->turn = false;
	return true;
}

static void end_task(hr_pool *pool, hr_pool_place *place, hr_status status)
{
	if (status != HR_OK && place->task < pool->failed) {
		pool->status = status;
		__atomic_store_n(&pool->failed, place->task, __ATOMIC_RELAXED);
	}
	place->task = NONE;
	pthread_cond_broadcast(&pool->progress);
}

static bool is_first(const hr_pool *pool, uint64_t task)
{
	for (unsigned i = 0; i < pool->size; i++)
		if (pool->places[i].task < task)
			return false;
	return true;
}

/* The caller holds the lock; it is released while a task runs and held again on return. */
static void run_tasks(hr_pool *pool, unsigned member, hr_thread *thread)
{
	hr_pool_place *place = &pool->places[member];

	thread->place = place;
	while (begin_task(pool, place)) {
		hr_status status;

		pthread_mutex_unlock(&pool->lock);
		status = pool->run_task(pool->job, member, thread, place->task);
		pthread_mutex_lock(&pool->lock);
		end_task(pool, place, status);
	}
	thread->place = NULL;
}

/* --- threads ---------------------------------------------------------------------------------- */

/* Subtract from the thread's account what it has run since BYTES, and return it. */
static uint64_t take_bytes(hr_thread *thread, uint64_t bytes)
{
	uint64_t taken = hr_thread_bytes(thread) - bytes;

	thread->granted -= taken;
	__atomic_store_n(&thread->steps, hr_thread_bytes(thread) / HR_STEP_BYTES, __ATOMIC_RELAXED);
	return taken;
}

/* The caller holds the lock; it is released while a task runs and held again on return. */
static void join_job(hr_pool *pool, unsigned member, hr_thread *thread)
{
	uint64_t before = hr_thread_bytes(thread);

	pool->joined++;
	fesetenv(&pool->rounding);
	thread->execution = pool->execution;
	thread->allocations = pool->allocations;
	thread->pacer = pool->pacer;
	run_tasks(pool, member, thread);
	thread->allocations = NULL;
	thread->pacer = NULL;
	pool->bytes += take_bytes(thread, before);
	pool->joined--;
	pthread_cond_broadcast(&pool->progress);
}

static void *run_member(void *data)
{
	const hr_pool_place *place = data;
	hr_pool *pool = place->pool;
	unsigned member = (unsigned)(place - pool->places);
	hr_thread *thread = hr_thread_self(pool->run);

	pthread_mutex_lock(&pool->lock);
	while (!pool->ending) {
		if (pool->busy && pool->next < pool->count && pool->failed == NONE)
			join_job(pool, member, thread);
		else
			pthread_cond_wait(&pool->work, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* If the system has no more threads, the job continues with those there are. */
static void make_threads(hr_pool *pool, uint64_t count)
{
	sigset_t before;
	bool own;

	if (pool->made + 1 >= pool->size || pool->made + 1 >= count)
		return;
	hr_block_signals(&before);
	own = hr_block_make_own(true);
	while (pool->made + 1 < pool->size && pool->made + 1 < count) {
		hr_pool_place *place = &pool->places[pool->made + 1];

		if (pthread_create(&pool->threads[pool->made], NULL, run_member, place) != 0)
			break;
		pool->made++;
	}
	hr_block_make_own(own);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- jobs ------------------------------------------------------------------------------------- */

static hr_status run_alone(hr_thread *thread, uint64_t count, hr_pool_task *task, void *job)
{
	for (uint64_t i = 0; i < count; i++)
		HR_TRY(task(job, 0, thread, i));
	return HR_OK;
}

static bool take(hr_pool *pool, hr_thread *thread)
{
	bool taken = false;

	if (thread->place)
		return false;
	pthread_mutex_lock(&pool->lock);
	if (!pool->busy)
		taken = pool->busy = true;
	pthread_mutex_unlock(&pool->lock);
	return taken;
}

hr_status hr_pool_run(hr_pool *pool, hr_thread *thread, uint64_t count, hr_pool_task *task,
		      void *job)
{
	hr_status status;

	if (count < 2 || pool->owner != getpid() || !take(pool, thread))
		return run_alone(thread, count, task, job);
	pthread_mutex_lock(&pool->lock);
	pool->run_task = task;
	pool->job = job;
	pool->execution = thread->execution;
	pool->allocations = thread->allocations;
	pool->pacer = thread->pacer;
	fegetenv(&pool->rounding);
	pool->next = 0;
	pool->count = count;
	pool->failed = NONE;
	pool->status = HR_OK;
	pool->bytes = 0;
	make_threads(pool, count);
	pthread_cond_broadcast(&pool->work);
	run_tasks(pool, 0, thread);
	while (pool->joined)
		pthread_cond_wait(&pool->progress, &pool->lock);
	thread->granted += pool->bytes;
	__atomic_store_n(&thread->steps, hr_thread_bytes(thread) / HR_STEP_BYTES, __ATOMIC_RELAXED);
	pool->busy = false;
	status = pool->status;
	pthread_mutex_unlock(&pool->lock);
	return status;
}

/* --- turns ------------------------------------------------------------------------------------ */

static void wait_for_turn(hr_pool *pool, hr_pool_place *place)
{
	if (place->locked)
		pthread_mutex_unlock(&pool->shared);
	pthread_mutex_lock(&pool->lock);
	while (!is_first(pool, place->task) && pool->failed > place->task)
		pthread_cond_wait(&pool->progress, &pool->lock);
	place->turn = pool->failed > place->task;
	pthread_mutex_unlock(&pool->lock);
	if (place->locked)
		pthread_mutex_lock(&pool->shared);
}

static bool run_before(hr_thread *thread)
{
	return !thread || !thread->turn || thread->turn->take(thread->turn, thread);
}

bool hr_pool_wait_turn(hr_thread *thread)
{
	hr_pool_place *place = thread ? thread->place : NULL;

	if (!place)
		return run_before(thread);
	if (!place->turn)
		wait_for_turn(place->pool, place);
	if (!place->turn || !run_before(thread))
		return false;
	if (thread->reporting && !thread->run->options.embedded)
		hr_process_guard(HR_TRAP, REPORT_MILLISECONDS); /* the heap may be corrupted */
	return true;
}

bool hr_pool_is_cancelled(const hr_thread *thread)
{
	const hr_pool_place *place = thread->place;

	return place && __atomic_load_n(&place->pool->failed, __ATOMIC_RELAXED) < place->task;
}

void hr_pool_lock(hr_thread *thread)
{
	if (!thread->place)
		return;
	pthread_mutex_lock(&thread->place->pool->shared);
	thread->place->locked = true;
}

void hr_pool_unlock(hr_thread *thread)
{
	if (!thread->place)
		return;
	thread->place->locked = false;
	pthread_mutex_unlock(&thread->place->pool->shared);
}

bool hr_pool_is_locked(const hr_thread *thread)
{
	return thread->place && thread->place->locked;
}

void hr_pool_unlock_after_fault(hr_thread *thread)
{
	if (hr_pool_is_locked(thread))
		hr_pool_unlock(thread);
}
