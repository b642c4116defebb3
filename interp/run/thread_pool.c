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

#include "interp/run/process.h"
#include "interp/run/block.h"

enum { REPORT_MILLISECONDS = 5000 };
#define NONE UINT64_MAX

/* What one member does for the job. */
typedef struct hr_crew_place {
	hr_crew *crew;
	uint64_t task; /* NONE: no task */
	bool turn;     /* all earlier tasks have completed */
	bool locked;   /* holds `shared` of the pool */
} hr_crew_place;

struct hr_crew {
	hr_run *run;
	unsigned size, made; /* number of members; number of threads besides member 0 */
	pthread_t *threads;
	pid_t owner; /* forked processes have no threads */
	pthread_mutex_t shared;
	pthread_mutex_t lock; /* protects all fields below, except reading `failed` */
	pthread_cond_t work, progress;
	hr_crew_place *places; /* by member */
	bool busy, ending;
	unsigned joined; /* members that have joined, besides member 0 */
	hr_crew_task *run_task;
	void *job;
	uint64_t execution;     /* of member 0, as are the following fields */
	hr_objects *allocations;
	const hr_pacer *pacer;
	fenv_t rounding;
	uint64_t count, next;
	uint64_t failed; /* the lowest task that has failed */
	hr_status status; /* status of that task */
	uint64_t bytes; /* bytes of code run by threads that have left the job */
};

hr_crew *hr_crew_new(hr_run *run, unsigned members)
{
	hr_crew *crew = hr_alloc_zero(sizeof(*crew));

	crew->run = run;
	crew->size = members;
	crew->owner = getpid();
	crew->threads = hr_alloc_array(members, sizeof(*crew->threads));
	crew->places = hr_alloc_array(members, sizeof(*crew->places));
	for (unsigned i = 0; i < members; i++)
		crew->places[i] = (hr_crew_place){.crew = crew, .task = NONE};
	pthread_mutex_init(&crew->lock, NULL);
	pthread_mutex_init(&crew->shared, NULL);
	pthread_cond_init(&crew->work, NULL);
	pthread_cond_init(&crew->progress, NULL);
	return crew;
}

void hr_crew_free(hr_crew *crew)
{
	if (!crew)
		return;
	if (crew->owner == getpid()) {
		pthread_mutex_lock(&crew->lock);
		crew->ending = true;
		pthread_cond_broadcast(&crew->work);
		pthread_mutex_unlock(&crew->lock);
		for (unsigned i = 0; i < crew->made; i++)
			pthread_join(crew->threads[i], NULL);
		pthread_mutex_destroy(&crew->lock);
		pthread_mutex_destroy(&crew->shared);
		pthread_cond_destroy(&crew->work);
		pthread_cond_destroy(&crew->progress);
	}
	hr_free(crew->threads);
	hr_free(crew->places);
	hr_free(crew);
}

unsigned hr_crew_size(const hr_crew *crew)
{
	return crew->size;
}

/* --- tasks ------------------------------------------------------------------------------------ */

/* The caller of all of these holds the lock. */
static bool begin_task(hr_crew *crew, hr_crew_place *place)
{
	if (crew->next == crew->count || crew->failed != NONE)
		return false;
	place->task = crew->next++;
	place->turn = false;
	return true;
}

static void end_task(hr_crew *crew, hr_crew_place *place, hr_status status)
{
	if (status != HR_OK && place->task < crew->failed) {
		crew->status = status;
		__atomic_store_n(&crew->failed, place->task, __ATOMIC_RELAXED);
	}
	place->task = NONE;
	pthread_cond_broadcast(&crew->progress);
}

static bool is_first(const hr_crew *crew, uint64_t task)
{
	for (unsigned i = 0; i < crew->size; i++)
		if (crew->places[i].task < task)
			return false;
	return true;
}

/* The caller holds the lock; it is released while a task runs and held again on return. */
static void run_tasks(hr_crew *crew, unsigned member, hr_thread *thread)
{
	hr_crew_place *place = &crew->places[member];

	thread->place = place;
	while (begin_task(crew, place)) {
		hr_status status;

		pthread_mutex_unlock(&crew->lock);
		status = crew->run_task(crew->job, member, thread, place->task);
		pthread_mutex_lock(&crew->lock);
		end_task(crew, place, status);
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
static void join_job(hr_crew *crew, unsigned member, hr_thread *thread)
{
	uint64_t before = hr_thread_bytes(thread);

	crew->joined++;
	fesetenv(&crew->rounding);
	thread->execution = crew->execution;
	thread->allocations = crew->allocations;
	thread->pacer = crew->pacer;
	run_tasks(crew, member, thread);
	thread->allocations = NULL;
	thread->pacer = NULL;
	crew->bytes += take_bytes(thread, before);
	crew->joined--;
	pthread_cond_broadcast(&crew->progress);
}

static void *run_member(void *data)
{
	const hr_crew_place *place = data;
	hr_crew *crew = place->crew;
	unsigned member = (unsigned)(place - crew->places);
	hr_thread *thread = hr_thread_self(crew->run);

	pthread_mutex_lock(&crew->lock);
	while (!crew->ending) {
		if (crew->busy && crew->next < crew->count && crew->failed == NONE)
			join_job(crew, member, thread);
		else
			pthread_cond_wait(&crew->work, &crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

void hr_crew_block_signals(sigset_t *before)
{
	static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
	sigset_t set;

	sigfillset(&set);
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		sigdelset(&set, own[i]);
	pthread_sigmask(SIG_SETMASK, &set, before);
}

/* If the system has no more threads, the job continues with those there are. */
static void make_threads(hr_crew *crew, uint64_t count)
{
	sigset_t before;
	bool own;

	if (crew->made + 1 >= crew->size || crew->made + 1 >= count)
		return;
	hr_crew_block_signals(&before);
	own = hr_block_make_own(true);
	while (crew->made + 1 < crew->size && crew->made + 1 < count) {
		hr_crew_place *place = &crew->places[crew->made + 1];

		if (pthread_create(&crew->threads[crew->made], NULL, run_member, place) != 0)
			break;
		crew->made++;
	}
	hr_block_make_own(own);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- jobs ------------------------------------------------------------------------------------- */

static hr_status run_alone(hr_thread *thread, uint64_t count, hr_crew_task *task, void *job)
{
	for (uint64_t i = 0; i < count; i++)
		HR_TRY(task(job, 0, thread, i));
	return HR_OK;
}

static bool take(hr_crew *crew, hr_thread *thread)
{
	bool taken = false;

	if (thread->place)
		return false;
	pthread_mutex_lock(&crew->lock);
	if (!crew->busy)
		taken = crew->busy = true;
	pthread_mutex_unlock(&crew->lock);
	return taken;
}

hr_status hr_crew_run(hr_crew *crew, hr_thread *thread, uint64_t count, hr_crew_task *task,
		      void *job)
{
	hr_status status;

	if (count < 2 || crew->owner != getpid() || !take(crew, thread))
		return run_alone(thread, count, task, job);
	pthread_mutex_lock(&crew->lock);
	crew->run_task = task;
	crew->job = job;
	crew->execution = thread->execution;
	crew->allocations = thread->allocations;
	crew->pacer = thread->pacer;
	fegetenv(&crew->rounding);
	crew->next = 0;
	crew->count = count;
	crew->failed = NONE;
	crew->status = HR_OK;
	crew->bytes = 0;
	make_threads(crew, count);
	pthread_cond_broadcast(&crew->work);
	run_tasks(crew, 0, thread);
	while (crew->joined)
		pthread_cond_wait(&crew->progress, &crew->lock);
	thread->granted += crew->bytes;
	__atomic_store_n(&thread->steps, hr_thread_bytes(thread) / HR_STEP_BYTES, __ATOMIC_RELAXED);
	crew->busy = false;
	status = crew->status;
	pthread_mutex_unlock(&crew->lock);
	return status;
}

/* --- turns ------------------------------------------------------------------------------------ */

static void wait_for_turn(hr_crew *crew, hr_crew_place *place)
{
	if (place->locked)
		pthread_mutex_unlock(&crew->shared);
	pthread_mutex_lock(&crew->lock);
	while (!is_first(crew, place->task) && crew->failed > place->task)
		pthread_cond_wait(&crew->progress, &crew->lock);
	place->turn = crew->failed > place->task;
	pthread_mutex_unlock(&crew->lock);
	if (place->locked)
		pthread_mutex_lock(&crew->shared);
}

bool hr_crew_turn(hr_thread *thread)
{
	hr_crew_place *place = thread ? thread->place : NULL;

	if (!place)
		return true;
	if (!place->turn)
		wait_for_turn(place->crew, place);
	if (place->turn && thread->reporting)
		hr_process_guard(HR_TRAP, REPORT_MILLISECONDS); /* the heap may be corrupted */
	return place->turn;
}

bool hr_crew_given_up(const hr_thread *thread)
{
	const hr_crew_place *place = thread->place;

	return place && __atomic_load_n(&place->crew->failed, __ATOMIC_RELAXED) < place->task;
}

void hr_crew_lock(hr_thread *thread)
{
	if (!thread->place)
		return;
	pthread_mutex_lock(&thread->place->crew->shared);
	thread->place->locked = true;
}

void hr_crew_unlock(hr_thread *thread)
{
	if (!thread->place)
		return;
	thread->place->locked = false;
	pthread_mutex_unlock(&thread->place->crew->shared);
}
