/* interp/row/parallel.c -- threads for one large operation.
 *
 * Threads are created for the operation and end with it. That costs some 20 microseconds each, so
 * only operations of milliseconds request more than one.
 *
 * Owns:      the threads and their scratch memory.
 * Not here:  how work is divided into tasks. */
#define _GNU_SOURCE 1
#include "interp/row/parallel.h"

#include <pthread.h>
#include <signal.h>

#include "interp/run/thread_pool.h"
#include "src/base/alloc.h"
#include "src/base/block_signals.h"

enum { MOST_THREADS = 64, ALIGN = 64 };

typedef struct parallel_work {
	uint64_t next, count; /* NEXT is accessed atomically */
	hr_tensor_task *task;
	void *job;
	size_t scratch_bytes;
} parallel_work;

static void *take_tasks(void *data)
{
	parallel_work *w = data;
	uint8_t *memory = hr_alloc(w->scratch_bytes + ALIGN);
	void *scratch = memory + (ALIGN - (uintptr_t)memory % ALIGN) % ALIGN;

	for (;;) {
		uint64_t task = __atomic_fetch_add(&w->next, 1, __ATOMIC_RELAXED);

		if (task >= w->count)
			break;
		w->task(w->job, task, scratch);
	}
	hr_free(memory);
	return NULL;
}

void hr_tensor_parallel(unsigned threads, uint64_t count, hr_tensor_task *task, void *job,
			size_t scratch_bytes)
{
	parallel_work w = {
		.count = count, .task = task, .job = job, .scratch_bytes = scratch_bytes};
	pthread_t others[MOST_THREADS];
	unsigned made = 0;
	sigset_t before;

	if (threads > count)
		threads = (unsigned)count;
	hr_block_signals(&before);
	while (made + 1 < threads && made < MOST_THREADS &&
	       pthread_create(&others[made], NULL, take_tasks, &w) == 0)
		made++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	take_tasks(&w);
	while (made > 0)
		pthread_join(others[--made], NULL);
}
