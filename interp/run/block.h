/* interp/run/block.h -- threads that wait for one another, and whether anybody is left who could
 * act.
 *
 * Safe from several threads. The rule is in block.c. */
#ifndef HR_BLOCK_H
#define HR_BLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct hr_meeting {
	pthread_cond_t changed;
	unsigned here; /* threads that wait and have not been told of a change */
	uint64_t changes;
} hr_meeting;
/* One thread's patience: zero at the beginning. */
typedef struct hr_block {
	uint64_t idle_since, cpu; /* nanoseconds */
} hr_block;
void hr_meeting_init(hr_meeting *meeting);
void hr_meeting_end(hr_meeting *meeting);
/* LOCK is held. Waits until hr_meeting_changed() or a moment has passed; false when nobody is
 * left who could change anything. */
bool hr_meeting_wait(hr_meeting *meeting, hr_block *block, pthread_mutex_t *lock);
/* The lock is held. Wakes all. */
void hr_meeting_changed(hr_meeting *meeting);
/* Whether there is another thread in this process that does not wait here itself. */
bool hr_block_others(void);
/* Whether there is none, also once those that are about to end are gone, who are given a moment. */
bool hr_block_alone(void);
/* Threads that exist now besides this one are the tool's own and do not count. */
void hr_block_baseline(void);
/* Whether threads that this one makes from here on count as the tool's own; gives what held
 * before. */
bool hr_block_make_own(bool own);
/* For interp/host/crash_thread.c: whether a thread that is made now is the tool's own; it has been
 * made; it begins. */
bool hr_block_makes_own(void);
void hr_block_made_own(void);
void hr_block_begin_own(void);
/* How long nobody may do anything before a wait is given up; for tests. */
void hr_block_set_patience(uint64_t milliseconds);

#endif
