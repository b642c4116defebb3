/* interp/stream/threads.c -- a stream of costly compiled nodes: a thread for each child of the
 * root.
 *
 * Executions are in a ring. A thread runs its child for each execution in order (S3), as soon as
 * the sources of its edges have run it. The progress of a child is a counter that only its thread
 * writes and the others read, so there are no locks between the threads except to sleep.
 *
 * Each thread has its own plan; the data of an execution is in its scope.
 *
 * Invariant: [retired, pushed) is at most HR_PIPELINE_ROOM executions; a child reads only the
 *            outputs of executions that its sources have counted as done.
 * Owns:      the threads; their plans, until the end.
 * Clauses:   S1, S3, S4.
 * Not here:  results and capacity (stream.c), running a child (interp/schedule/schedule.c). */
#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "interp/run/thread_pool.h"
#include "interp/stream/stream.h"
#include "src/base/block_signals.h"
#include "src/base/tick.h"

enum { SPINS = 100, NAP_NANOSECONDS = 20 * 1000 * 1000 };

/* Give the core's other hardware thread priority. */
static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

typedef struct stage {
	struct hr_pipeline *pipeline;
	unsigned child;
	hr_plan *plan;
	pthread_t thread;
	bool started;
	uint64_t done; /* atomic: number of executions completed */
} __attribute__((aligned(64))) stage;

struct hr_pipeline {
	hr_run *run;
	hr_root *root;
	stage *stages; /* for each child; owns */
	unsigned count;
	fenv_t rounding;  /* of the host thread that created the pipeline */
	uint64_t first;   /* first execution */
	uint64_t pushed;  /* atomic */
	bool closing;     /* atomic */
	hr_status status; /* atomic: why it failed */
	hr_pipelined ring[HR_PIPELINE_ROOM];
	pthread_mutex_t lock; /* for sleeping */
	pthread_cond_t news;
	unsigned sleeping; /* atomic */
};

/* --- waiting ---------------------------------------------------------------------------------- */

static void tell(hr_pipeline *self)
{
	if (!__atomic_load_n(&self->sleeping, __ATOMIC_SEQ_CST))
		return;
	pthread_mutex_lock(&self->lock);
	pthread_cond_broadcast(&self->news);
	pthread_mutex_unlock(&self->lock);
}

static bool is_over(const hr_pipeline *self)
{
	return __atomic_load_n(&self->closing, __ATOMIC_ACQUIRE) ||
	       __atomic_load_n(&self->status, __ATOMIC_ACQUIRE) != HR_OK ||
	       __atomic_load_n(&self->run->interrupted, __ATOMIC_RELAXED);
}

static void nap(hr_pipeline *self)
{
	const struct timespec until = hr_time_after(CLOCK_REALTIME, NAP_NANOSECONDS);

	pthread_cond_timedwait(&self->news, &self->lock, &until);
}

/* Wait until IS_THERE returns true, or the pipeline ends. The host's thread polls for Ctrl-C, which
 * wakes no thread. */
static void await(hr_pipeline *self, bool (*is_there)(const hr_pipeline *, unsigned, uint64_t),
		  unsigned child, uint64_t k, bool host)
{
	for (unsigned i = 0; i < SPINS; i++) {
		if (is_there(self, child, k) || is_over(self))
			return;
		relax();
	}
	pthread_mutex_lock(&self->lock);
	__atomic_add_fetch(&self->sleeping, 1, __ATOMIC_SEQ_CST);
	while (!is_there(self, child, k) && !is_over(self)) {
		if (host)
			nap(self);
		else
			pthread_cond_wait(&self->news, &self->lock);
	}
	__atomic_sub_fetch(&self->sleeping, 1, __ATOMIC_SEQ_CST);
	pthread_mutex_unlock(&self->lock);
}

static bool has_inputs(const hr_pipeline *self, unsigned child, uint64_t k)
{
	const hr_node *root = self->root->graph->root;

	if (__atomic_load_n(&self->pushed, __ATOMIC_SEQ_CST) <= k)
		return false;
	for (unsigned i = 0; i < root->edge_count; i++)
		if (root->edges[i].sink == child &&
		    __atomic_load_n(&self->stages[root->edges[i].source].done, __ATOMIC_SEQ_CST) <=
			    k)
			return false;
	return true;
}

static bool is_done(const hr_pipeline *self, unsigned child, uint64_t k)
{
	(void)child;
	return hr_pipeline_done(self) > k;
}

/* --- a child ---------------------------------------------------------------------------------- */

static hr_status run_execution(stage *self, hr_thread *thread, uint64_t k)
{
	hr_pipeline *pipeline = self->pipeline;
	const hr_pipelined *what = &pipeline->ring[k % HR_PIPELINE_ROOM];

	if (what->failed)
		return HR_OK;
	thread->paused = true;
	return hr_scope_run_child(self->plan, thread, what->scope, self->child, k, what->objects);
}

static void *run_stage(void *data)
{
	stage *self = data;
	hr_pipeline *pipeline = self->pipeline;
	hr_thread *thread = hr_thread_self(pipeline->run);

	fesetenv(&pipeline->rounding);
	for (uint64_t k = pipeline->first;; k++) {
		hr_status status;

		await(pipeline, has_inputs, self->child, k, false);
		if (is_over(pipeline))
			return NULL;
		status = run_execution(self, thread, k);
		if (status != HR_OK)
			__atomic_store_n(&pipeline->status, status, __ATOMIC_SEQ_CST);
		else
			__atomic_store_n(&self->done, k + 1, __ATOMIC_SEQ_CST);
		tell(pipeline);
	}
}

/* --- called by the host's threads ------------------------------------------------------------- */

uint64_t hr_pipeline_done(const hr_pipeline *self)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < self->count; i++) {
		uint64_t done = __atomic_load_n(&self->stages[i].done, __ATOMIC_SEQ_CST);

		least = done < least ? done : least;
	}
	return least;
}

void hr_pipeline_push(hr_pipeline *self, const hr_pipelined *what)
{
	uint64_t k = self->pushed;

	self->ring[k % HR_PIPELINE_ROOM] = *what;
	__atomic_store_n(&self->pushed, k + 1, __ATOMIC_SEQ_CST);
	tell(self);
}

hr_status hr_pipeline_wait(hr_pipeline *self, uint64_t k)
{
	await(self, is_done, 0, k, true);
	if (__atomic_load_n(&self->run->interrupted, __ATOMIC_RELAXED))
		return hr_report_interrupted(self->run, NULL);
	return __atomic_load_n(&self->status, __ATOMIC_ACQUIRE);
}

void hr_pipeline_stop(hr_pipeline *self)
{
	if (!self)
		return;
	__atomic_store_n(&self->closing, true, __ATOMIC_SEQ_CST);
	pthread_mutex_lock(&self->lock);
	pthread_cond_broadcast(&self->news);
	pthread_mutex_unlock(&self->lock);
	for (unsigned i = 0; i < self->count; i++) {
		stage *at = &self->stages[i];

		if (at->started)
			pthread_join(at->thread, NULL);
		if (!at->plan)
			continue;
		hr_plan_leave_checks(at->plan, false);
		hr_root_give_plan(self->run, self->root, at->plan);
	}
	pthread_cond_destroy(&self->news);
	pthread_mutex_destroy(&self->lock);
	free(self->stages);
	hr_free(self);
}

static bool start_stages(hr_pipeline *self)
{
	for (unsigned i = 0; i < self->count; i++) {
		stage *at = &self->stages[i];

		at->pipeline = self;
		at->child = i;
		at->done = self->first;
		if (hr_root_take_plan(self->run, self->root, 0, &at->plan) != HR_OK)
			return false;
		hr_plan_leave_checks(at->plan, true);
	}
	for (unsigned i = 0; i < self->count; i++) {
		stage *at = &self->stages[i];

		at->started = pthread_create(&at->thread, NULL, run_stage, at) == 0;
		if (!at->started)
			return false;
	}
	return true;
}

hr_pipeline *hr_pipeline_start(hr_run *run, hr_root *root, uint64_t first)
{
	hr_pipeline *self = hr_alloc_zero(sizeof(*self));
	size_t bytes;
	sigset_t before;
	bool started, own;

	self->run = run;
	self->root = root;
	self->count = root->graph->root->child_count;
	self->first = self->pushed = first;
	fegetenv(&self->rounding);
	pthread_mutex_init(&self->lock, NULL);
	pthread_cond_init(&self->news, NULL);
	bytes = self->count * sizeof(*self->stages);
	self->stages = aligned_alloc(64, bytes);
	if (!self->stages) {
		self->count = 0;
		hr_pipeline_stop(self);
		return NULL;
	}
	memset(self->stages, 0, bytes);
	hr_block_signals(&before);
	own = hr_block_make_own(true);
	started = start_stages(self);
	hr_block_make_own(own);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (started)
		return self;
	hr_pipeline_stop(self);
	return NULL;
}
