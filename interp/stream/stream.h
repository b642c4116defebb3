/* interp/stream/stream.h -- a graph launched with isStream: a pipeline of its root's children (S).
 *
 * Thread-safe: one host thread at a time is inside a stream. */
#ifndef HR_STREAM_H
#define HR_STREAM_H

#include "interp/run/block.h"
#include "interp/stream/roots.h"

typedef struct hr_stream hr_stream;

/* Create a stream, which uses PLAN until it has ended. LAUNCH_INPUTS is the image of the arguments
 * of launch, which is copied. */
hr_stream *hr_stream_new(hr_run *run, hr_root *root, hr_plan *plan, const uint8_t *launch_inputs);
/* Return for each input of the root whether pushes set it. The caller frees the array. */
bool *hr_stream_pushed_inputs(const hr_node *root);
void hr_stream_free(hr_stream *stream);
hr_status hr_stream_push(hr_stream *stream, hr_thread *thread, const void *packed) HR_MUST_CHECK;
hr_status hr_stream_pop(hr_stream *stream, hr_thread *thread, void **result) HR_MUST_CHECK;
/* Complete all executions and release the plan. */
hr_status hr_stream_wait(hr_stream *stream, hr_thread *thread) HR_MUST_CHECK;

/* threads.c: a pipeline with a thread for each child of the root, from execution FIRST on. Only one
 * thread may call these functions at a time. Returns NULL if the system cannot create more
 * threads. */
enum { HR_PIPELINE_ROOM = 64 }; /* most executions that are pushed and not retired */
typedef struct hr_pipelined {
	hr_scope *scope; /* has begun; borrowed until the execution completes */
	hr_objects *objects;
	bool failed; /* the execution has failed and nothing runs */
} hr_pipelined;
typedef struct hr_pipeline hr_pipeline;
hr_pipeline *hr_pipeline_start(hr_run *run, hr_root *root, uint64_t first);
/* Add the next execution. Requires room for it. */
void hr_pipeline_push(hr_pipeline *pipeline, const hr_pipelined *what);
/* Return the number of executions that have completed. */
uint64_t hr_pipeline_done(const hr_pipeline *pipeline);
/* Wait until execution K has completed, or the pipeline has failed. */
hr_status hr_pipeline_wait(hr_pipeline *pipeline, uint64_t k) HR_MUST_CHECK;
void hr_pipeline_stop(hr_pipeline *pipeline); /* PIPELINE may be NULL */

/* capacity.c: return how many pushes HPVM 1.0 accepts without a pop; 0 means any number. */
uint64_t hr_pipeline_capacity(const hr_node *root);

#endif
