/* interp/stream/stream.h -- a graph launched with isStream: a pipeline of its root's children (S).
 *
 * One host thread at a time is inside a stream; calls are safe from several. */
#ifndef HR_STREAM_H
#define HR_STREAM_H

#include "interp/run/block.h"
#include "interp/stream/roots.h"

typedef struct hr_stream hr_stream;

/* Takes PLAN until the stream has ended. LAUNCH_INPUTS: image of the arguments of launch,
 * copied. */
hr_stream *hr_stream_new(hr_run *run, hr_root *root, hr_plan *plan, const uint8_t *launch_inputs);
void hr_stream_free(hr_stream *stream);
hr_status hr_stream_push(hr_stream *stream, hr_thread *thread, const void *packed) HR_MUST_CHECK;
hr_status hr_stream_pop(hr_stream *stream, hr_thread *thread, void **result) HR_MUST_CHECK;
/* Finishes everything; gives the plan back. */
hr_status hr_stream_wait(hr_stream *stream, hr_thread *thread) HR_MUST_CHECK;

/* threads.c: a thread for each child of the root, from execution FIRST on. Calls are those of one
 * thread at a time. NULL: the system has no more threads. */
enum { HR_PIPELINE_ROOM = 64 }; /* executions that are pushed and not retired, at most */
typedef struct hr_pipelined {
	hr_scope *scope; /* has begun; borrowed until the execution is done */
	hr_objects *objects;
	bool failed; /* nothing runs */
} hr_pipelined;
typedef struct hr_pipeline hr_pipeline;
hr_pipeline *hr_pipeline_start(hr_run *run, hr_root *root, uint64_t first);
/* The next execution, for which there is room. */
void hr_pipeline_push(hr_pipeline *pipeline, const hr_pipelined *what);
/* Executions before this one have run. */
uint64_t hr_pipeline_done(const hr_pipeline *pipeline);
/* Until execution K has run, or something has failed. */
hr_status hr_pipeline_wait(hr_pipeline *pipeline, uint64_t k) HR_MUST_CHECK;
void hr_pipeline_stop(hr_pipeline *pipeline); /* NULL is fine */

/* capacity.c: how many pushes HPVM 1.0 takes without a pop; 0: any number. */
uint64_t hr_pipeline_capacity(const hr_node *root);

#endif
