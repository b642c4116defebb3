/* traces/record/record_queue.c -- the thread that writes a trace, and the blocks that circulate
 * between it and the program.
 *
 * One block is being filled; the others wait to be packed or are free. Waking a sleeping thread
 * takes longer than filling some hundred events; so while blocks keep arriving the thread only
 * naps, and is woken when several are waiting. It receives no signals. A process that the program
 * forks does not have this thread, and writes nothing.
 *
 * Owns:      the blocks' bytes, the file.
 * Not here:  the contents of a block (record_blocks.c). */
#define _GNU_SOURCE
#include "traces/record/record_queue.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "src/base/alloc.h"
#include "src/base/tick.h"
#include "traces/record/record_file.h"

enum { BLOCKS = 4, ENOUGH = 2 }; /* ENOUGH: number of blocks that wake the thread */
/* in nanoseconds; NAPS: number of consecutive naps */
enum { PATIENCE = 250000000, NAP = 3000000, NAPS = 10 };

typedef struct filled {
	uint8_t *events;
	hr_trace_block block;
} filled;

struct record_queue {
	record_file *file;    /* belongs to the writer while it runs */
	void (*idle)(void *); /* NULL if there is nothing to do when idle */
	void *idle_data;
	pid_t owner;
	pthread_t writer;
	/* the writer runs; before, no other thread fills blocks and IDLE is not called */
	bool runs;
	pthread_mutex_t lock;      /* protects everything below */
	pthread_cond_t come, gone; /* a block is ready to be written; a block has been written */
	filled queue[BLOCKS];      /* ring: [written, filled) */
	uint64_t written, filled;
	uint8_t *blocks[BLOCKS]; /* owns */
	uint8_t *spare[BLOCKS];  /* the free blocks */
	unsigned spare_count;
	unsigned naps; /* naps that the thread takes before it waits to be woken */
	bool ends;
};

/* --- the thread ------------------------------------------------------------------------------- */

/* Wait. Return false if no block has arrived in that time, or too few to wake the thread. */
static bool wait_for(record_queue *self, uint64_t nanoseconds)
{
	const struct timespec until = hr_time_after(CLOCK_MONOTONIC, nanoseconds);

	return pthread_cond_timedwait(&self->come, &self->lock, &until) != ETIMEDOUT;
}

/* Wait for a block. Return false if none has arrived for a while. */
static bool wait(record_queue *self)
{
	if (self->naps) {
		self->naps--;
		wait_for(self, NAP);
		return true;
	}
	if (self->idle)
		return wait_for(self, PATIENCE);
	pthread_cond_wait(&self->come, &self->lock);
	return true;
}

static void write_first(record_queue *self)
{
	filled it = self->queue[self->written % BLOCKS];

	pthread_mutex_unlock(&self->lock);
	record_file_block(self->file, &it.block, it.events);
	pthread_mutex_lock(&self->lock);
	self->spare[self->spare_count++] = it.events;
	self->written++;
	self->naps = NAPS;
	pthread_cond_signal(&self->gone);
}

static void *write_all(void *data)
{
	record_queue *self = data;

	pthread_mutex_lock(&self->lock);
	while (self->written < self->filled || !self->ends)
		if (self->written < self->filled) {
			write_first(self);
		} else if (!wait(self)) {
			pthread_mutex_unlock(&self->lock);
			self->idle(self->idle_data);
			pthread_mutex_lock(&self->lock);
		}
	pthread_mutex_unlock(&self->lock);
	return NULL;
}

static int start(record_queue *self)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&self->writer, NULL, write_all, self);
	self->runs = !error;
	if (!error)
		pthread_setname_np(self->writer, "trace");
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool is_forked(const record_queue *self)
{
	return getpid() != self->owner;
}

static bool is_writer(const record_queue *self)
{
	return self->runs && pthread_equal(self->writer, pthread_self());
}

uint8_t *record_queue_room(record_queue *self)
{
	uint8_t *events;

	pthread_mutex_lock(&self->lock);
	while (!self->spare_count)
		/* the writer fills blocks when idle; then no other thread makes room */
		if (is_writer(self))
			write_first(self);
		else
			pthread_cond_wait(&self->gone, &self->lock);
	events = self->spare[--self->spare_count];
	pthread_mutex_unlock(&self->lock);
	return events;
}

uint8_t *record_queue_put(record_queue *self, uint8_t *events, const hr_trace_block *block)
{
	if (is_forked(self) || record_file_failed(self->file))
		return events;
	pthread_mutex_lock(&self->lock);
	self->queue[self->filled++ % BLOCKS] = (filled){events, *block};
	if (!self->naps || self->filled - self->written >= ENOUGH)
		pthread_cond_signal(&self->come);
	pthread_mutex_unlock(&self->lock);
	return record_queue_room(self);
}

/* --- life ------------------------------------------------------------------------------------- */

static void init(record_queue *self)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_mutex_init(&self->lock, NULL);
	pthread_cond_init(&self->come, &attributes);
	pthread_cond_init(&self->gone, NULL);
	pthread_condattr_destroy(&attributes);
	self->owner = getpid();
	for (unsigned i = 0; i < BLOCKS; i++)
		self->blocks[i] = self->spare[self->spare_count++] = hr_alloc(HR_TRACE_MOST_BLOCK);
}

static void release(record_queue *self)
{
	for (unsigned i = 0; i < BLOCKS; i++)
		hr_free(self->blocks[i]);
	pthread_cond_destroy(&self->come);
	pthread_cond_destroy(&self->gone);
	pthread_mutex_destroy(&self->lock);
	hr_free(self);
}

record_queue *record_queue_new(const char *path, const char *head, size_t bytes, int *error)
{
	record_queue *self = hr_alloc_zero(sizeof(*self));

	init(self);
	self->file = record_file_new(path, error);
	if (self->file) {
		record_file_head(self->file, head, bytes);
		*error = start(self);
		if (!*error)
			return self;
		(void)!record_file_close(self->file);
	}
	release(self);
	return NULL;
}

void record_queue_when_idle(record_queue *self, void (*idle)(void *data), void *data)
{
	pthread_mutex_lock(&self->lock);
	self->idle_data = data;
	self->idle = idle;
	pthread_cond_signal(&self->come);
	pthread_mutex_unlock(&self->lock);
}

int record_queue_close(record_queue *self)
{
	int error;

	if (is_forked(self))
		return 0;
	pthread_mutex_lock(&self->lock);
	self->ends = true;
	pthread_cond_signal(&self->come);
	pthread_mutex_unlock(&self->lock);
	pthread_join(self->writer, NULL);
	error = record_file_close(self->file);
	release(self);
	return error;
}
