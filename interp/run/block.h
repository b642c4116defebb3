/* interp/run/block.h -- threads that wait for one another, and detection of a wait that can never
 * end.
 *
 * Safe from several threads. The rule is in block.c. */
#ifndef HR_BLOCK_H
#define HR_BLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct hr_meeting {
	pthread_cond_t changed;
	unsigned here; /* threads that wait and have not been notified of a change */
	uint64_t changes;
} hr_meeting;
/* Since when one thread has been waiting without progress; zero-initialise it. */
typedef struct hr_block {
	uint64_t idle_since, cpu; /* nanoseconds */
} hr_block;

/* Initialise and release a meeting; no thread may wait in it at the end. */
void hr_meeting_init(hr_meeting *meeting);
void hr_meeting_end(hr_meeting *meeting);
/* Wait until hr_meeting_changed() is called or a short time has passed. Return false if no other
 * thread could change anything. The caller holds LOCK; it is released while waiting. */
bool hr_meeting_wait(hr_meeting *meeting, hr_block *block, pthread_mutex_t *lock);
/* Wake all waiting threads. The caller holds the lock. */
void hr_meeting_changed(hr_meeting *meeting);
/* Return true if this process has another thread that does not wait here. */
bool hr_block_others(void);
/* As !hr_block_others(), but allow threads that are about to end a short time to do so. */
bool hr_block_alone(void);
/* Mark all existing threads as threads of the tool, which do not count. */
void hr_block_baseline(void);
/* Set whether threads that this one creates from now on are threads of the tool; return the
 * previous value. */
bool hr_block_make_own(bool own);
/* For interp/host/crash_thread.c: return true if a thread created now is a thread of the tool; it
 * has been created; it begins. */
bool hr_block_makes_own(void);
void hr_block_made_own(void);
void hr_block_begin_own(void);
/* Set how long all threads may be idle before a wait fails; for tests. */
void hr_block_set_patience(uint64_t milliseconds);

#endif
