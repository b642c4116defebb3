/* interp/stream/stream.h -- a graph launched with isStream: a pipeline of its root's children (S).
 *
 * One host thread at a time is inside a stream; calls are safe from several. */
#ifndef HR_STREAM_H
#define HR_STREAM_H

#include "interp/schedule/roots.h"

typedef struct hr_stream hr_stream;

/* Takes PLAN until the stream has ended. LAUNCH_INPUTS: image of the arguments of launch,
 * copied. */
hr_stream *hr_stream_new(hr_run *run, hr_root *root, hr_plan *plan, const uint8_t *launch_inputs);
void hr_stream_free(hr_stream *stream);
hr_status hr_stream_push(hr_stream *stream, hr_thread *thread, const void *packed) HR_MUST_CHECK;
hr_status hr_stream_pop(hr_stream *stream, hr_thread *thread, void **result) HR_MUST_CHECK;
/* Finishes everything; gives the plan back. */
hr_status hr_stream_wait(hr_stream *stream, hr_thread *thread) HR_MUST_CHECK;

/* threads.c: a thread for each child of the root, from execution FIRST on. Calls are those of one thread at a
 * time. NULL: the system has no more threads. */
enum { HR_PIPELINE_ROOM = 64 }; /* executions that are pushed and not retired, at most */
typedef struct hr_pipelined {
	hr_scope *scope;        /* has begun; borrowed until the execution is done */
	hr_objects *objects;
	bool failed;            /* nothing runs */
} hr_pipelined;
typedef struct hr_pipeline hr_pipeline;
hr_pipeline *hr_pipeline_start(hr_run *run, hr_root *root, uint64_t first);
/* The next execution, for which there is room. */
void hr_pipeline_push(hr_pipeline *pipeline, const hr_pipelined *what);
/* Executions before this one have run. */
uint64_t hr_pipeline_done(const hr_pipeline *pipeline);
/* Until execution K has run, or something has failed. */
hr_status hr_pipeline_wait(hr_pipeline *pipeline, uint64_t k) HR_MUST_CHECK;
void hr_pipeline_stop(hr_pipeline *pipeline);   /* NULL is fine */

/* capacity.c: how many pushes HPVM 1.0 takes without a pop; 0: any number. */
uint64_t hr_pipeline_capacity(const hr_node *root);

/* block.c: threads that wait for something to change under one lock. */
typedef struct hr_meeting {
	pthread_cond_t changed;
	unsigned here;          /* threads that wait and have not been told of a change */
	uint64_t changes;
} hr_meeting;
/* One thread's patience: zero at the beginning. */
typedef struct hr_block {
	uint64_t idle_since, cpu;   /* nanoseconds */
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
/* Whether threads that this one makes from here on count as the tool's own; gives what held before. */
bool hr_block_make_own(bool own);
/* For interp/run/crash_thread.c: whether a thread that is made now is the tool's own; it has been made; it begins. */
bool hr_block_makes_own(void);
void hr_block_made_own(void);
void hr_block_begin_own(void);
/* How long nobody may do anything before a wait is given up; for tests. */
void hr_block_set_patience(uint64_t milliseconds);

#endif
