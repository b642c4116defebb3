/* interp/stream_block.c -- whether a host thread that waits for a stream can hope for another
 * one.
 *
 * A push into a full stream, or a pop from an empty one, can only go on when another host thread
 * acts. The rule, so that no call ever hangs for good:
 *   1. If this process has no other thread, or all others wait here as well, nobody is left.
 *   2. Otherwise the call waits. If for ten seconds no thread has used processor time worth
 *      mentioning and nothing has changed in the stream, the others are taken to wait for us, and
 *      nobody is left.
 * Threads are counted by the system, so a thread that has not called the runtime yet counts too;
 * those that were there before the run began are the tool's own and do not.
 *
 * Invariant: `waiting` is the number of threads that wait in some meeting and have not been told
 *            of a change; one that has been told will act, even if it has not woken up yet.
 * Owns:      nothing.
 * Clauses:   S2, S4.
 * Not here:  what the caller reports. */
#include <dirent.h>
#include <time.h>

#include "stream.h"

enum { POLL_MILLISECONDS = 20, MILLISECOND = 1000 * 1000 };

static unsigned waiting;         /* atomic */
static unsigned own_threads = 1; /* the calling one, and those that the tool started for itself */
static uint64_t patience = UINT64_C(10000) * MILLISECOND;

void hr_block_set_patience(uint64_t milliseconds)
{
	patience = milliseconds * MILLISECOND;
}

static uint64_t clock_value(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000 * MILLISECOND + (uint64_t)now.tv_nsec;
}

/* 0: there is no way to know. */
static unsigned count_threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *entry;
	unsigned count = 0;

	if (!tasks)
		return 0;
	while ((entry = readdir(tasks)))
		count += entry->d_name[0] != '.';
	closedir(tasks);
	return count;
}

void hr_block_baseline(void)
{
	unsigned count = count_threads();

	own_threads = count ? count : 1;
}

void hr_block_own(int more)
{
	__atomic_add_fetch(&own_threads, (unsigned)more, __ATOMIC_RELAXED);
}

bool hr_block_others(void)
{
	unsigned count = count_threads();

	return !count || count > __atomic_load_n(&waiting, __ATOMIC_RELAXED) +
					 __atomic_load_n(&own_threads, __ATOMIC_RELAXED);
}

/* Rule 2. Polling uses a little time itself, hence the threshold. */
static bool all_idle(hr_block *block)
{
	uint64_t now = clock_value(CLOCK_MONOTONIC), cpu = clock_value(CLOCK_PROCESS_CPUTIME_ID);

	if (!block->idle_since || cpu - block->cpu > 5 * MILLISECOND) {
		block->idle_since = now;
		block->cpu = cpu;
	}
	return now - block->idle_since > patience;
}

void hr_meeting_init(hr_meeting *meeting)
{
	*meeting = (hr_meeting){0};
	pthread_cond_init(&meeting->changed, NULL);
}

void hr_meeting_end(hr_meeting *meeting)
{
	pthread_cond_destroy(&meeting->changed);
}

bool hr_meeting_wait(hr_meeting *meeting, hr_block *block, pthread_mutex_t *lock)
{
	uint64_t changes = meeting->changes;
	struct timespec until;

	if (!hr_block_others() || all_idle(block))
		return false;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += POLL_MILLISECONDS * MILLISECOND;
	until.tv_sec += until.tv_nsec / (1000 * MILLISECOND);
	until.tv_nsec %= 1000 * MILLISECOND;
	meeting->here++;
	__atomic_add_fetch(&waiting, 1, __ATOMIC_RELAXED);
	pthread_cond_timedwait(&meeting->changed, lock, &until);
	if (meeting->changes != changes) {
		block->idle_since = 0;
		return true; /* whoever made the change has counted us out */
	}
	meeting->here--;
	__atomic_sub_fetch(&waiting, 1, __ATOMIC_RELAXED);
	return true;
}

void hr_meeting_changed(hr_meeting *meeting)
{
	if (!meeting->here)
		return;
	__atomic_sub_fetch(&waiting, meeting->here, __ATOMIC_RELAXED);
	meeting->here = 0;
	meeting->changes++;
	pthread_cond_broadcast(&meeting->changed);
}
