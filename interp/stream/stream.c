/* interp/stream/stream.c -- a graph launched with isStream, as a software pipeline on one thread.
 *
 * A push creates one execution and then lets every child of the root whose inputs are ready run
 * once, the last child first. So execution k is in child 2 while k+1 is in child 1, as with a
 * thread for each child, but in an order that is the same in every run. Pop runs children until the
 * next result is available; wait, until all are.
 *
 * That is the reference order. In reverse and random order interp/schedule/overlap.c chooses the
 * next stage. Depth first, an execution runs to completion when it is pushed. Where orders are
 * compared, executions are gathered until the host needs a result or there are enough, and run
 * together in each order; or they run separately, if the first order shows that no other can
 * differ.
 *
 * If all children run on devices and take long, a thread for each child takes over, so that several
 * executions are in flight. If a backend runs the graph as one unit, an execution runs to
 * completion when it is pushed; if that takes long, a thread for each child takes over.
 *
 * S4: with a capacity, push waits while that many executions are pushed and not popped. Only
 * another host thread can end the wait; interp/run/block.c determines whether there is one. If not,
 * push reports stream-full. Pop with nothing in flight waits in the same way, or reports
 * pop-without-push.
 *
 * Invariant: done[c] executions of child c have run, and done[source] >= done[sink] for each edge;
 *            records [ended, pushed) are in flight, results [popped, ended) wait for pop.
 * Owns:      records and results; the plan until wait.
 * Clauses:   S1-S6, M1 (objects live as long as their execution).
 * Not here:  running a child (interp/schedule/schedule.c), the next stage
 *            (interp/schedule/overlap.c), threads (threads.c), HPVM 1.0's capacity (capacity.c). */
#include "interp/stream/stream.h"

#include <stdlib.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/memory/memory.h"
#include "interp/orders/orders.h"
#include "interp/run/events.h"
#include "interp/run/notes.h"
#include "interp/run/offload.h"
#include "interp/schedule/overlap.h"
#include "src/base/own_lock.h"
#include "src/base/tick.h"

enum { COSTLY_NANOSECONDS = 20 * 1000, ENOUGH_COSTLY = 4, TIMED_EACH = 16 };

/* One execution. */
typedef struct stream_record {
	hr_scope *scope;
	hr_objects *objects;
	uint8_t *inputs;    /* image */
	uint8_t *outputs;   /* image; only in a stream whose executions do not overlap */
	unsigned remaining; /* children that have not run */
	bool failed;        /* invalid grids (--keep-going): nothing runs, outputs are zero */
} stream_record;

struct hr_stream {
	hr_run *run;
	hr_root *root;
	hr_plan *plan; /* NULL after wait */
	own_lock lock;
	bool owned;         /* how the current holder took the lock */
	hr_meeting meeting; /* threads that wait for room or for a push */
	unsigned child_count;
	const unsigned *order;
	uint64_t *done;             /* for each child; owns */
	HR_VEC(unsigned) * sources; /* for each child: the sources of its edges; owns */
	uint64_t pushed, ended, popped, most;
	stream_record **records; /* ring indexed by execution; owns */
	/* ring indexed by execution; owns, with the results in [popped, ended) */
	void **results;
	uint64_t record_room, result_room; /* powers of two */
	HR_VEC(stream_record *) spare;
	uint8_t *launch_inputs; /* owns */
	/* for each input of the root: a push sets it; otherwise launch did (S1) */
	bool *from_push;
	uint8_t *outputs; /* image; owns */
	/* executions run to completion, and their records have the outputs */
	bool whole;
	bool gathered; /* several of them run together */
	bool chosen;   /* `overlap` chooses the next stage */
	hr_overlap overlap;
	/* ONE: because a backend runs the graph as one unit; valid if DECIDED */
	bool decided, one;
	uint64_t costly;      /* number of consecutive costly executions */
	uint64_t timed, took; /* timed executions, and their total nanoseconds, child by child */
	/* threads that run the executions, once that pays off; owns, until wait */
	hr_pipeline *pipeline;
	bool finished, warned_capacity;
	pthread_t pusher; /* thread of the last push */
	bool relieved;    /* another thread has popped since */
	hr_status status; /* why the stream failed */
};

/* --- creating --------------------------------------------------------------------------------- */

/* An input without a bind (used by an extent, for example) is set by pushes. */
bool *hr_stream_pushed_inputs(const hr_node *node)
{
	bool *from_push = hr_alloc_array(node->input_count, sizeof(*from_push));

	for (unsigned i = 0; i < node->input_count; i++) {
		bool bound = false, streaming = false;

		for (unsigned b = 0; b < node->input_bind_count; b++) {
			bound |= node->input_binds[b].port == i;
			streaming |=
				node->input_binds[b].port == i && node->input_binds[b].streaming;
		}
		from_push[i] = streaming || !bound;
	}
	return from_push;
}

static void note_sources(hr_stream *stream, const hr_node *node)
{
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		bool known = false;

		for (size_t s = 0; s < stream->sources[edge->sink].count; s++)
			known |= stream->sources[edge->sink].data[s] == edge->source;
		if (!known)
			HR_PUSH(&stream->sources[edge->sink], edge->source);
	}
}

static void choose_order(hr_stream *stream)
{
	const hr_options *options = &stream->run->options;
	bool compared = options->checks & HR_CHECK_ORDER;

	stream->whole = compared || options->schedule == HR_SCHEDULE_DEPTH_FIRST;
	stream->gathered = compared && !options->first_order_alone && !stream->run->offload;
	stream->chosen = !stream->whole && options->schedule != HR_SCHEDULE_REFERENCE &&
			 !stream->run->offload;
	if (stream->chosen)
		hr_overlap_begin(&stream->overlap, stream->root->graph->root, options->schedule,
				 options->seed);
}

hr_stream *hr_stream_new(hr_run *run, hr_root *root, hr_plan *plan, const uint8_t *launch_inputs)
{
	hr_stream *stream = hr_alloc_zero(sizeof(*stream));
	const hr_node *node = root->graph->root;

	stream->run = run;
	stream->root = root;
	stream->plan = plan;
	choose_order(stream);
	own_lock_init(&stream->lock);
	hr_meeting_init(&stream->meeting);
	stream->child_count = node->child_count;
	stream->order = node->order;
	stream->done = hr_alloc_array(node->child_count, sizeof(*stream->done));
	stream->sources = hr_alloc_array(node->child_count, sizeof(*stream->sources));
	note_sources(stream, node);
	stream->launch_inputs = hr_alloc_zero((size_t)node->inputs_bytes + 16);
	memcpy(stream->launch_inputs, launch_inputs, node->inputs_bytes);
	stream->from_push = hr_stream_pushed_inputs(node);
	stream->outputs = hr_alloc_zero((size_t)node->outputs_bytes + 16);
	stream->record_room = stream->result_room = 8;
	stream->records = hr_alloc_array(stream->record_room, sizeof(*stream->records));
	stream->results = hr_alloc_array(stream->result_room, sizeof(*stream->results));
	pthread_mutex_lock(&run->lock);
	if (!root->pipeline_known)
		root->pipeline = hr_pipeline_capacity(node);
	root->pipeline_known = true;
	pthread_mutex_unlock(&run->lock);
	return stream;
}

static void free_record(stream_record *self)
{
	hr_scope_free(self->scope);
	hr_objects_free(self->objects);
	hr_free(self->inputs);
	hr_free(self->outputs);
	hr_free(self);
}

void hr_stream_free(hr_stream *stream)
{
	if (!stream)
		return;
	hr_pipeline_stop(stream->pipeline);
	for (uint64_t k = stream->ended; k < stream->pushed; k++)
		free_record(stream->records[k & (stream->record_room - 1)]);
	for (uint64_t k = stream->popped; k < stream->ended; k++)
		free(stream->results[k & (stream->result_room - 1)]);
	for (size_t i = 0; i < stream->spare.count; i++)
		free_record(stream->spare.data[i]);
	for (unsigned c = 0; c < stream->child_count; c++)
		HR_VEC_FREE(&stream->sources[c]);
	HR_VEC_FREE(&stream->spare);
	hr_free(stream->sources);
	hr_free(stream->done);
	hr_free(stream->records);
	hr_free(stream->results);
	hr_free(stream->launch_inputs);
	hr_free(stream->from_push);
	hr_free(stream->outputs);
	hr_meeting_end(&stream->meeting);
	own_lock_end(&stream->lock);
	hr_free(stream);
}

/* Return a ring of pointers with twice the room. Entries FROM to TO are in use. */
static void **grow_ring(void **ring, uint64_t *room, uint64_t from, uint64_t to)
{
	void **bigger = hr_alloc_array(*room * 2, sizeof(*bigger));

	for (uint64_t k = from; k < to; k++)
		bigger[k & (*room * 2 - 1)] = ring[k & (*room - 1)];
	hr_free(ring);
	*room *= 2;
	return bigger;
}

static stream_record *take_record(hr_stream *stream)
{
	size_t bytes = stream->root->graph->root->inputs_bytes;
	stream_record *self;

	if (stream->spare.count) {
		self = stream->spare.data[--stream->spare.count];
	} else {
		self = hr_alloc_zero(sizeof(*self));
		self->scope = hr_scope_new(stream->plan);
		self->objects = hr_objects_new();
		self->inputs = hr_alloc_zero(bytes + 16);
		self->outputs =
			hr_alloc_zero((size_t)stream->root->graph->root->outputs_bytes + 16);
		memcpy(self->inputs, stream->launch_inputs, bytes);
	}
	self->remaining = stream->child_count;
	self->failed = false;
	return self;
}

__attribute__((noinline)) static void make_event(const hr_stream *stream, hr_event_kind kind,
						 uint64_t execution)
{
	const hr_events *events = stream->run->events;
	const hr_node *root = stream->root->graph->root;
	uint64_t count = stream->pushed - stream->popped;
	hr_thread *thread = hr_thread_peek();

	if (!hr_notes_flow(events->notes, thread, kind, root, execution, count))
		events->flow(events->data, thread, kind, root, execution, count);
}

/* Emit an event to the recorder of the run. */
static inline void tell(const hr_stream *stream, hr_event_kind kind, uint64_t execution)
{
	if (__builtin_expect(stream->run->events != NULL, 0))
		make_event(stream, kind, execution);
}

/* --- running ---------------------------------------------------------------------------------- */

static bool survives(const hr_stream *stream, hr_status status)
{
	return status == HR_OK || (status == HR_TRAP && stream->run->options.keep_going);
}

/* S2: create the result that the host receives. It comes from malloc() because the host frees
 * it. */
static hr_status make_result(hr_stream *stream, const stream_record *self, uint64_t k)
{
	const hr_node *node = stream->root->graph->root;
	uint8_t *result;

	memset(stream->outputs, 0, node->outputs_bytes);
	if (stream->whole)
		memcpy(stream->outputs, self->outputs, node->outputs_bytes);
	else if (!self->failed)
		HR_TRY(hr_scope_outputs(stream->plan, self->scope, k, stream->outputs));
	result = malloc(stream->root->packed_outputs ? stream->root->packed_outputs : 1);
	if (!result)
		return hr_report_at(stream->run, NULL, HR_D_memory_limit, "the result of a stream",
				    stream->root->packed_outputs);
	for (unsigned i = 0; i < node->output_count; i++)
		hr_field_write(&stream->root->outputs[i], stream->outputs, result);
	if (stream->ended - stream->popped == stream->result_room)
		stream->results = grow_ring(stream->results, &stream->result_room, stream->popped,
					    stream->ended);
	stream->results[k & (stream->result_room - 1)] = result;
	return HR_OK;
}

static hr_status end_execution(hr_stream *stream, stream_record *self)
{
	HR_TRY(make_result(stream, self, stream->ended));
	tell(stream, HR_EVENT_END_EXECUTION, stream->ended);
	stream->ended++;
	HR_PUSH(&stream->spare, self);
	return hr_plan_ended(stream->plan, self->objects, stream->outputs, HR_OK);
}

static bool is_ready(const hr_stream *stream, unsigned child)
{
	uint64_t k = stream->done[child];

	if (k == stream->pushed)
		return false;
	for (size_t i = 0; i < stream->sources[child].count; i++)
		if (stream->done[stream->sources[child].data[i]] <= k)
			return false;
	return true;
}

static hr_status run_child(hr_stream *stream, hr_thread *thread, unsigned child)
{
	uint64_t k = stream->done[child];
	stream_record *self = stream->records[k & (stream->record_room - 1)];

	if (!self->failed) {
		hr_status status = hr_scope_run_child(stream->plan, thread, self->scope, child, k,
						      self->objects);

		hr_run_note(stream->run, status);
		if (!survives(stream, status))
			return status;
	}
	stream->done[child]++;
	return --self->remaining ? HR_OK : end_execution(stream, self);
}

/* --- threads ---------------------------------------------------------------------------------- */

static hr_status retire(hr_stream *stream)
{
	uint64_t done = hr_pipeline_done(stream->pipeline);

	while (stream->ended < done)
		HR_TRY(end_execution(stream,
				     stream->records[stream->ended & (stream->record_room - 1)]));
	return HR_OK;
}

/* Wait for the oldest execution. */
static hr_status retire_oldest(hr_stream *stream)
{
	if (stream->ended == stream->pushed)
		return HR_OK;
	HR_TRY(hr_pipeline_wait(stream->pipeline, stream->ended));
	return retire(stream);
}

/* Start a thread for each child after several consecutive executions that took long. */
static void consider_threads(hr_stream *stream, uint64_t took)
{
	stream->costly = took > COSTLY_NANOSECONDS ? stream->costly + 1 : 0;
	if (stream->costly < ENOUGH_COSTLY || stream->child_count < 2 ||
	    stream->run->offload->threads < 2 || stream->ended != stream->pushed)
		return;
	stream->pipeline = hr_pipeline_start(stream->run, stream->root, stream->pushed);
	if (stream->pipeline) {
		stream->whole = false;
		__atomic_store_n(&stream->root->threads, stream->child_count, __ATOMIC_RELAXED);
	}
	stream->costly = 0;
}

/* Start a thread for each node that runs on a device, once that pays off, so that the nodes run
 * concurrently. */
static hr_status consider_devices(hr_stream *stream, hr_thread *thread)
{
	if (stream->timed < ENOUGH_COSTLY || stream->timed > TIMED_EACH ||
	    stream->child_count < 2 || !stream->run->offload || stream->run->offload->threads < 2 ||
	    stream->took / stream->timed < COSTLY_NANOSECONDS || !hr_plan_on_devices(stream->plan))
		return HR_OK;
	for (unsigned i = 0; i < stream->child_count; i++)
		while (stream->done[stream->order[i]] < stream->pushed)
			HR_TRY(run_child(stream, thread, stream->order[i]));
	hr_plan_leave_checks(stream->plan, true);
	stream->pipeline = hr_pipeline_start(stream->run, stream->root, stream->pushed);
	if (stream->pipeline)
		__atomic_store_n(&stream->root->threads, stream->child_count, __ATOMIC_RELAXED);
	else
		hr_plan_leave_checks(stream->plan, false);
	stream->timed = TIMED_EACH + 1;
	return HR_OK;
}

/* --- whole executions ------------------------------------------------------------------------- */

/* Run the oldest execution. Its outputs are zero if it failed (--keep-going). */
static hr_status run_oldest(hr_stream *stream, hr_thread *thread)
{
	stream_record *self = stream->records[stream->ended & (stream->record_room - 1)];

	memset(self->outputs, 0, stream->root->graph->root->outputs_bytes);
	if (!self->failed) {
		const hr_execution what = {stream->ended, self->scope,   self->objects,
					   self->inputs,  self->outputs, NULL};
		hr_status status = hr_orders_run(stream->plan, thread, &what);

		hr_run_note(stream->run, status);
		if (!survives(stream, status))
			return status;
	}
	for (unsigned c = 0; c < stream->child_count; c++)
		stream->done[c]++;
	return end_execution(stream, self);
}

static hr_status run_as_one(hr_stream *stream, hr_thread *thread)
{
	bool timed = stream->costly || stream->ended % TIMED_EACH == 0;
	uint64_t begun = timed ? hr_nanoseconds() : 0;

	HR_TRY(run_oldest(stream, thread));
	if (timed)
		consider_threads(stream, hr_nanoseconds() - begun);
	return HR_OK;
}

/* Run the gathered executions. Outputs of a failed one are zero (--keep-going). */
static hr_status run_gathered(hr_stream *stream, hr_thread *thread)
{
	hr_execution what[HR_OVERLAP_MOST];
	unsigned count = 0;
	uint64_t end = stream->pushed;
	hr_status status;

	for (uint64_t k = stream->ended; k < end; k++) {
		stream_record *self = stream->records[k & (stream->record_room - 1)];

		memset(self->outputs, 0, stream->root->graph->root->outputs_bytes);
		if (self->failed)
			continue;
		what[count] = (hr_execution){
			k, self->scope, self->objects, self->inputs, self->outputs, NULL};
		if (count)
			what[count - 1].next = &what[count];
		count++;
	}
	status = count ? hr_orders_run(stream->plan, thread, what) : HR_OK;
	hr_run_note(stream->run, status);
	if (!survives(stream, status))
		return status;
	for (unsigned c = 0; c < stream->child_count; c++)
		stream->done[c] = end;
	while (stream->ended < end)
		HR_TRY(end_execution(stream,
				     stream->records[stream->ended & (stream->record_room - 1)]));
	return HR_OK;
}

/* --- in the order of the schedule ------------------------------------------------------------- */

static hr_status run_next(hr_stream *stream, hr_thread *thread)
{
	unsigned child = hr_overlap_next(&stream->overlap, stream->done, stream->pushed);

	return child == stream->child_count ? HR_OK : run_child(stream, thread, child);
}

/* After a push: run the stages that the schedule chooses, and those that make room for the next
 * push. */
static hr_status run_some(hr_stream *stream, hr_thread *thread)
{
	unsigned wanted = hr_overlap_steps(&stream->overlap);

	for (unsigned i = 0; stream->ended < stream->pushed; i++) {
		if (i >= wanted && stream->pushed - stream->ended < stream->overlap.most)
			break;
		HR_TRY(run_next(stream, thread));
	}
	return HR_OK;
}

/* Run every child that is ready once, downstream first: consuming values makes room for the
 * following ones. */
static hr_status sweep(hr_stream *stream, hr_thread *thread)
{
	/* The first execution includes making code. */
	bool timed = stream->run->offload && stream->ended > 0 && stream->timed <= TIMED_EACH;
	uint64_t begun = timed ? hr_nanoseconds() : 0, ended = timed ? stream->ended : 0;

	if (stream->pipeline)
		return retire_oldest(stream);
	if (stream->chosen)
		return run_next(stream, thread);
	if (stream->whole && stream->ended == stream->pushed)
		return HR_OK;
	if (stream->gathered)
		return run_gathered(stream, thread);
	if (stream->whole)
		return stream->one ? run_as_one(stream, thread) : run_oldest(stream, thread);
	for (unsigned i = stream->child_count; i > 0; i--) {
		unsigned child = stream->order[i - 1];

		if (is_ready(stream, child))
			HR_TRY(run_child(stream, thread, child));
	}
	if (begun)
		stream->took += hr_nanoseconds() - begun;
	stream->timed += begun ? stream->ended - ended : 0;
	return begun ? consider_devices(stream, thread) : HR_OK;
}

/* Record STATUS. A stream that failed returns the same status from every later call. */
static hr_status broken(hr_stream *stream, hr_status status)
{
	if (status != HR_OK && stream->status == HR_OK)
		stream->status = hr_run_note(stream->run, status);
	return status;
}

/* --- push ------------------------------------------------------------------------------------- */

static hr_status full(hr_stream *stream)
{
	return hr_report_at(stream->run, hr_thread_peek(), HR_D_stream_full,
			    (unsigned long long)stream->pushed + 1, stream->root->graph->root->path,
			    (unsigned long long)stream->run->program->sem.stream_capacity);
}

static void lock(hr_stream *stream)
{
	bool owned;

	if (!own_lock_take(&stream->lock, &owned))
		own_lock_slow(&stream->lock); /* already inside: waits forever, like any lock */
	stream->owned = owned;
}

static hr_status wait_for_room(hr_stream *stream)
{
	uint64_t capacity = stream->run->program->sem.stream_capacity;
	hr_block block = {0};

	if (capacity && stream->pushed - stream->popped >= capacity)
		own_lock_settle(&stream->lock, &stream->owned);
	while (capacity && stream->pushed - stream->popped >= capacity && !stream->finished) {
		if (__atomic_load_n(&stream->run->interrupted, __ATOMIC_RELAXED))
			return hr_report_interrupted(stream->run, NULL);
		if (!hr_meeting_wait(&stream->meeting, &block, &stream->lock.mutex))
			return full(stream);
	}
	return HR_OK;
}

/* Return true if another thread has popped since the last push. Counting threads would take longer
 * than the push. */
static bool take_relief(hr_stream *stream)
{
	bool relieved = stream->relieved;

	stream->relieved = false;
	stream->pusher = pthread_self();
	return relieved;
}

static hr_status check_push(hr_stream *stream, const uint8_t *packed)
{
	uint64_t pipeline = stream->root->pipeline, in_flight;
	bool relieved;

	HR_TRY(wait_for_room(stream));
	if (!packed && stream->root->packed_inputs)
		return hr_report_at(stream->run, hr_thread_peek(), HR_D_bad_launch,
				    "the arguments of push are a null pointer");
	if (stream->finished)
		return hr_report_at(stream->run, hr_thread_peek(), HR_D_push_after_wait,
				    stream->root->graph->root->path);
	in_flight = stream->pushed - stream->popped;
	relieved = take_relief(stream);
	if (!pipeline || in_flight < pipeline || stream->warned_capacity || relieved ||
	    hr_block_others())
		return HR_OK;
	stream->warned_capacity = true;
	return hr_report_at(stream->run, hr_thread_peek(), HR_D_stream_capacity,
			    (unsigned long long)stream->pushed + 1, stream->root->graph->root->path,
			    (unsigned long long)in_flight, (unsigned long long)pipeline,
			    (unsigned long long)pipeline);
}

static void enqueue(hr_stream *stream, stream_record *self)
{
	if (stream->pushed - stream->ended == stream->record_room)
		stream->records =
			(stream_record **)grow_ring((void **)stream->records, &stream->record_room,
						    stream->ended, stream->pushed);
	stream->records[stream->pushed & (stream->record_room - 1)] = self;
	stream->pushed++;
	if (stream->pushed - stream->popped > stream->most)
		stream->most = stream->pushed - stream->popped;
	tell(stream, HR_EVENT_PUSH, stream->pushed - 1);
}

static hr_status push(hr_stream *stream, hr_thread *thread, const uint8_t *packed)
{
	const hr_node *node = stream->root->graph->root;
	hr_status status;
	stream_record *self;

	if (stream->pipeline && stream->pushed - stream->ended == HR_PIPELINE_ROOM)
		HR_TRY(retire_oldest(stream));
	self = take_record(stream);
	for (unsigned i = 0; i < node->input_count; i++)
		if (stream->from_push[i])
			hr_field_read(&stream->root->inputs[i], packed, self->inputs);
	enqueue(stream, self);
	HR_TRY(hr_root_check_tracked(stream->run, stream->root, self->inputs, NULL));
	status = hr_check_arguments(stream->run->checker, stream->root->graph, stream->root->inputs,
				    packed, stream->pushed - 1, HR_PASS_PUSH);
	if (!survives(stream, status))
		return status;
	status = hr_scope_begin(stream->plan, self->scope, stream->pushed - 1, self->inputs,
				stream->launch_inputs);
	self->failed = status != HR_OK;
	if (!survives(stream, status))
		return status;
	if (!stream->decided && !self->failed) {
		bool watched = false;

		stream->one =
			!stream->whole && hr_plan_is_one(stream->plan, self->inputs, &watched);
		stream->whole |= stream->one || watched;
		hr_plan_leave_checks(stream->plan, stream->one);
		stream->decided = true;
	}
	if (stream->chosen)
		return run_some(stream, thread);
	if (stream->gathered && stream->pushed - stream->ended < HR_OVERLAP_MOST)
		return HR_OK;
	if (!stream->pipeline)
		return sweep(stream, thread);
	hr_pipeline_push(stream->pipeline,
			 &(hr_pipelined){self->scope, self->objects, self->failed});
	return retire(stream);
}

hr_status hr_stream_push(hr_stream *stream, hr_thread *thread, const void *packed)
{
	hr_status status;

	lock(stream);
	status = stream->status;
	if (status == HR_OK)
		status = check_push(stream, packed); /* a refused push does not stop the stream */
	if (status == HR_OK)
		status = stream->status; /* another call failed while this one waited for room */
	if (status == HR_OK)
		status = broken(stream, push(stream, thread, packed));
	hr_meeting_changed(&stream->meeting);
	own_lock_give(&stream->lock, stream->owned);
	return status;
}

/* --- pop and wait ----------------------------------------------------------------------------- */

static hr_status wait_for_push(hr_stream *stream)
{
	hr_block block = {0};

	if (stream->pushed == stream->popped)
		own_lock_settle(&stream->lock, &stream->owned);
	while (stream->pushed == stream->popped) {
		if (__atomic_load_n(&stream->run->interrupted, __ATOMIC_RELAXED))
			return hr_report_interrupted(stream->run, NULL);
		if (stream->finished ||
		    !hr_meeting_wait(&stream->meeting, &block, &stream->lock.mutex))
			return hr_report_at(stream->run, hr_thread_peek(), HR_D_pop_without_push,
					    stream->root->graph->root->path);
	}
	return HR_OK;
}

static hr_status pop(hr_stream *stream, hr_thread *thread, void **result)
{
	uint64_t k;

	thread->paused = true;
	HR_TRY(wait_for_push(stream)); /* a pop too many does not stop the stream */
	while (stream->ended == stream->popped)
		HR_TRY(broken(stream, sweep(stream, thread)));
	k = stream->popped++;
	stream->relieved |= !pthread_equal(stream->pusher, pthread_self());
	tell(stream, HR_EVENT_POP, k);
	if (stream->run->checker)
		hr_check_popped(stream->run->checker, stream->plan, k);
	*result = stream->results[k & (stream->result_room - 1)];
	return HR_OK;
}

hr_status hr_stream_pop(hr_stream *stream, hr_thread *thread, void **result)
{
	hr_status status;

	lock(stream);
	status = stream->status;
	if (status == HR_OK)
		status = pop(stream, thread, result);
	hr_meeting_changed(&stream->meeting);
	own_lock_give(&stream->lock, stream->owned);
	return status;
}

static hr_status drain(hr_stream *stream, hr_thread *thread)
{
	uint64_t left;

	thread->paused = true;
	while (stream->ended < stream->pushed)
		HR_TRY(sweep(stream, thread));
	if (!stream->pushed)
		return hr_report_at(stream->run, hr_thread_peek(), HR_D_stream_unpushed,
				    stream->root->graph->root->path);
	left = stream->ended - stream->popped;
	while (stream->popped < stream->ended)
		free(stream->results[stream->popped++ & (stream->result_room - 1)]);
	if (!left)
		return HR_OK;
	return hr_report_at(stream->run, hr_thread_peek(), HR_D_stream_unpopped,
			    (unsigned long long)left, stream->root->graph->root->path);
}

static void retire_plan(hr_stream *stream)
{
	hr_run *run = stream->run;
	hr_root *root = stream->root;

	pthread_mutex_lock(&run->lock);
	root->pushes += stream->pushed;
	if (stream->most > root->most_in_flight)
		root->most_in_flight = stream->most;
	pthread_mutex_unlock(&run->lock);
	hr_plan_leave_checks(stream->plan, false);
	hr_root_give_plan(run, root, stream->plan);
	stream->plan = NULL;
}

hr_status hr_stream_wait(hr_stream *stream, hr_thread *thread)
{
	hr_status status;

	lock(stream);
	stream->finished = true;
	status = stream->status;
	if (status == HR_OK)
		status = broken(stream, drain(stream, thread));
	hr_pipeline_stop(stream->pipeline);
	stream->pipeline = NULL;
	retire_plan(stream);
	hr_meeting_changed(&stream->meeting);
	own_lock_give(&stream->lock, stream->owned);
	return status;
}
