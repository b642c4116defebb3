/* interp/run/block.c -- decides whether a host thread that waits for a stream can still be woken by
 * another thread.
 *
 * A push into a full stream, or a pop from an empty one, can only continue when another host thread
 * acts. The rule, so that no call hangs forever:
 *   1. If this process has no other thread, or all others wait here as well, the wait fails.
 *   2. Otherwise the call waits. If for ten seconds no thread has used significant processor time
 *      (the polling here does not count) and the stream has not changed, the other threads are
 *      assumed to wait for this one, and the wait fails.
 * The number of threads comes from the system, so that a thread that has not called the runtime yet
 * counts too. Not counted as the program's are: threads that existed before it began; those created
 * while the runtime carries out a call of the program, by the runtime or by an OpenCL driver; and
 * all threads that these create.
 *
 * Invariant: hr_process.waiting is the number of threads that wait in some meeting and have not
 *            been told of a change; one that has been told will act, even if it has not woken up
 *            yet. hr_process.own_threads is never more than there are: a thread counts there after
 *            it has been made, and until it is about to end.
 * Owns:      its part of hr_process.
 * Clauses:   S2, S4.
 * Not here:  what the caller reports. */
#include "interp/run/block.h"

#include <dirent.h>
#include <sys/stat.h>

#include "interp/run/process.h"
#include "src/base/tick.h"

enum { POLL_MILLISECONDS = 20, ENDING_MILLISECONDS = 100, MILLISECOND = 1000 * 1000 };

void hr_block_set_patience(uint64_t milliseconds)
{
	hr_process.patience = milliseconds * MILLISECOND;
}

/* This thread is not the program's, or acts for one that is not. */
static __thread bool is_own;

static int list_threads(void)
{
	DIR *tasks = opendir("/proc/self/task");
	const struct dirent *entry;
	int count = 0;

	if (!tasks)
		return 0;
	while ((entry = readdir(tasks)))
		count += entry->d_name[0] != '.';
	closedir(tasks);
	return count;
}

/* Return the number of threads; 0 if it is unknown. On Linux it is the link count of the folder
 * minus two, which takes constant time. */
static int count_threads(void)
{
	struct stat tasks;

	return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 2 ? (int)tasks.st_nlink - 2
									  : list_threads();
}

/* --- threads of the tool ---------------------------------------------------------------------- */

void hr_block_baseline(void)
{
	int count = count_threads();

	__atomic_store_n(&hr_process.own_threads, count ? count : 1, __ATOMIC_RELAXED);
}

bool hr_block_make_own(bool own)
{
	bool before = is_own;

	is_own = own;
	return before;
}

bool hr_block_makes_own(void)
{
	return is_own || hr_process_in_entry();
}

void hr_block_made_own(void)
{
	__atomic_add_fetch(&hr_process.own_threads, 1, __ATOMIC_RELAXED);
}

/* Called however the thread ends, also if it is cancelled. */
static void end_own(void *value)
{
	(void)value;
	__atomic_sub_fetch(&hr_process.own_threads, 1, __ATOMIC_RELAXED);
}

static void make_end_key(void)
{
	pthread_key_create(&hr_process.own_key, end_own);
}

void hr_block_begin_own(void)
{
	is_own = true;
	pthread_once(&hr_process.own_once, make_end_key);
	pthread_setspecific(hr_process.own_key, &is_own);
}

bool hr_block_others(void)
{
	int count = count_threads();

	return !count || count > __atomic_load_n(&hr_process.waiting, __ATOMIC_RELAXED) +
					 __atomic_load_n(&hr_process.own_threads, __ATOMIC_RELAXED);
}

/* The system counts a thread until it is gone, which is later than when other threads see its
 * end. */
bool hr_block_alone(void)
{
	const struct timespec moment = {0, MILLISECOND};
	bool others = hr_block_others();

	for (int i = 0; others && i < ENDING_MILLISECONDS; i++) {
		nanosleep(&moment, NULL);
		others = hr_block_others();
	}
	return !others;
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Rule 2. Threads that draw or record use a little processor time all the time. */
static bool all_idle(hr_block *block)
{
	uint64_t now = hr_clock(CLOCK_MONOTONIC);
	uint64_t cpu = hr_clock(CLOCK_PROCESS_CPUTIME_ID) -
		       __atomic_load_n(&hr_process.polled, __ATOMIC_RELAXED);

	if (!block->idle_since ||
	    cpu > block->cpu + 5 * MILLISECOND + (now - block->idle_since) / 100) {
		block->idle_since = now;
		block->cpu = cpu;
	}
	return now - block->idle_since > hr_process.patience;
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

static bool poll(hr_meeting *meeting, hr_block *block, pthread_mutex_t *lock)
{
	uint64_t changes = meeting->changes;
	struct timespec until;

	if (!hr_block_others() || all_idle(block))
		return false;
	until = hr_time_after(CLOCK_REALTIME, POLL_MILLISECONDS * MILLISECOND);
	meeting->here++;
	__atomic_add_fetch(&hr_process.waiting, 1, __ATOMIC_RELAXED);
	pthread_cond_timedwait(&meeting->changed, lock, &until);
	if (meeting->changes != changes) {
		block->idle_since = 0;
		return true; /* hr_meeting_changed() has already subtracted this thread */
	}
	meeting->here--;
	__atomic_sub_fetch(&hr_process.waiting, 1, __ATOMIC_RELAXED);
	return true;
}

bool hr_meeting_wait(hr_meeting *meeting, hr_block *block, pthread_mutex_t *lock)
{
	uint64_t begun = hr_clock(CLOCK_THREAD_CPUTIME_ID);
	bool goes_on = poll(meeting, block, lock);

	__atomic_add_fetch(&hr_process.polled, hr_clock(CLOCK_THREAD_CPUTIME_ID) - begun,
			   __ATOMIC_RELAXED);
	return goes_on;
}

void hr_meeting_changed(hr_meeting *meeting)
{
	if (!meeting->here)
		return;
	__atomic_sub_fetch(&hr_process.waiting, (int)meeting->here, __ATOMIC_RELAXED);
	meeting->here = 0;
	meeting->changes++;
	pthread_cond_broadcast(&meeting->changed);
}
