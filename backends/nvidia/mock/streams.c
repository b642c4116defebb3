/* backends/nvidia/mock/streams.c -- the mock's contexts, streams and events.
 *
 * Work in a stream is executed when the host waits for it, not earlier: a result that is read too
 * early is not there yet, and a source that is changed too early is detected.
 * Invariant: the work of a stream is executed in order; work after a wait for an event is executed
 *            after the work that the event was recorded behind.
 * Clauses of the driver's documents: "Stream Management", "Event Management", "API synchronization
 * behavior". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"
#include "backends/nvidia/mock/mock_streams.h"

typedef struct event {
	unsigned flags;
	uint64_t recorded, done;     /* number of records; number of these executed */
	db_object *stream;           /* the stream that recorded it last */
	db_clock clock;              /* clock of that record */
	db_object *graph;            /* recorded while this graph was being captured */
} event;

typedef struct primary {
	db_object *context;
	uint64_t retained;
	unsigned flags;
} primary;

enum { MOST_DEVICES = 8 };
static primary primaries[MOST_DEVICES];
static db_object *default_stream;
static __thread db_object *current;

db_object *db_current(void)
{
	return current;
}

/* --- work --------------------------------------------------------------------------------------- */

void db_push(queue *to, db_work work)
{
	if (to->count == to->room) {
		to->room = to->room ? 2 * to->room : 16;
		to->work = realloc(to->work, to->room * sizeof(*to->work));
		DB_RULE(to->work, "memory", "the double itself has no memory left");
	}
	to->work[to->count++] = work;
}

static void drain_until(db_object *object, db_object *wanted, uint64_t record);

static void set_words(uint8_t *to, const db_work *work)
{
	for (uint64_t i = 0; i < work->bytes; i += work->unit)
		memcpy(to + i, &work->value, work->unit);
}

static void copy_in(db_work *work)
{
	if (!work->bytes)
		return;
	if (work->host) {
		db_host_bytes(work->host, work->bytes, "the source, now that the copy is done,");
		DB_RULE(memcmp(work->host, work->copy, work->bytes) == 0, "async-source",
			"the source of an asynchronous copy, %p, was changed before the copy was done", work->host);
	}
	memcpy(db_device_bytes(work->to, work->bytes, "the destination"), work->copy, work->bytes);
	free(work->copy);
	work->copy = NULL;
}

static void copy_out(const db_work *work)
{
	if (!work->bytes)
		return;
	db_host_bytes(work->host, work->bytes, "the destination, now that the copy is done,");
	memcpy(work->host, db_device_bytes(work->from, work->bytes, "the source"), work->bytes);
}

static bool is_endless(const db_work *work)
{
	return work->kind == DB_KERNEL && work->name && db_option_is("endless", work->name);
}

static void run_kernel(const db_work *work)
{
	if (is_endless(work))
		db_hang();
	for (uint32_t i = 0; i < work->pointer_count; i++)
		(void)db_device_pointer(work->pointers[i], work->name);
}

static void perform(db_work *work)
{
	event *recorded = work->event ? work->event->data : NULL;

	switch (work->kind) {
	case DB_COPY_IN: copy_in(work); break;
	case DB_COPY_OUT: copy_out(work); break;
	case DB_COPY:
		if (work->bytes)
			memmove(db_device_bytes(work->to, work->bytes, "the destination"),
				db_device_bytes(work->from, work->bytes, "the source"), work->bytes);
		break;
	case DB_SET:
		if (work->bytes)
			set_words(db_device_bytes(work->to, work->bytes, "the memory"), work);
		break;
	case DB_KERNEL: run_kernel(work); break;
	case DB_RECORD: recorded->done = work->record; break;
	case DB_WAIT:
		if (recorded->done < work->record && recorded->stream)
			drain_until(recorded->stream, work->event, work->record);
		break;
	}
}

static void drain_until(db_object *object, db_object *wanted, uint64_t record)
{
	queue *left = &((stream_state *)object->data)->queue;

	while (left->done < left->count) {
		db_work *work = &left->work[left->done++];

		perform(work);
		if (wanted && work->kind == DB_RECORD && work->event == wanted && work->record >= record)
			return;
	}
	left->done = left->count = 0;
}

/* Return true if the work in the queue, up to record number RECORD of the event WANTED, never
 * ends. */
static bool never_ends(const queue *left, const db_object *wanted, uint64_t record)
{
	for (size_t i = left->done; i < left->count; i++) {
		const db_work *work = &left->work[i];
		const event *waited = work->kind == DB_WAIT ? work->event->data : NULL;

		if (is_endless(work))
			return true;
		if (waited && waited->done < work->record && waited->stream &&
		    never_ends(&((stream_state *)waited->stream->data)->queue, work->event, work->record))
			return true;
		if (wanted && work->kind == DB_RECORD && work->event == wanted && work->record >= record)
			return false;
	}
	return false;
}

void db_drain(db_object *object)
{
	drain_until(object, NULL, 0);
}

static void wait_any(db_object *object, void *data)
{
	(void)data;
	db_host_waits(&((stream_state *)object->data)->clock);
}

static void wait_blocking(db_object *object, void *data)
{
	(void)data;
	if (!(((stream_state *)object->data)->flags & NV_STREAM_NON_BLOCKING))
		wait_any(object, NULL);
}

static void drain_any(db_object *object, void *data)
{
	const stream_state *of = object->data;

	if (!data || !(of->flags & NV_STREAM_NON_BLOCKING))
		db_drain(object);
}

void db_drain_all(void)
{
	db_objects_each(DB_STREAMS, drain_any, NULL);
	db_objects_each(DB_STREAMS, wait_any, NULL);
}

void db_drain_blocking(void)
{
	db_objects_each(DB_STREAMS, drain_any, &(bool){true});
	db_objects_each(DB_STREAMS, wait_blocking, NULL);
}

typedef struct touched {
	uint64_t begin, end;
	bool host, found;
} touched;

static bool overlaps(const touched *range, uint64_t address, uint64_t bytes)
{
	return address < range->end && range->begin < address + bytes;
}

static void look(db_object *object, void *data)
{
	const queue *left = &((stream_state *)object->data)->queue;
	touched *range = data;

	for (size_t i = left->done; i < left->count; i++) {
		const db_work *work = &left->work[i];

		if (range->host) {
			range->found |= work->host && overlaps(range, (uintptr_t)work->host, work->bytes);
			continue;
		}
		range->found |= work->to && overlaps(range, work->to, work->bytes);
		range->found |= work->from && overlaps(range, work->from, work->bytes);
		for (uint32_t k = 0; k < work->pointer_count; k++)
			range->found |= overlaps(range, work->pointers[k], 1);
	}
}

static bool in_use(uint64_t begin, uint64_t bytes, bool host)
{
	touched range = {.begin = begin, .end = begin + bytes, .host = host};

	db_objects_each(DB_STREAMS, look, &range);
	return range.found;
}

bool db_in_use(nv_address address, uint64_t bytes)
{
	return in_use(address, bytes, false);
}

bool db_host_in_use(const void *memory, uint64_t bytes)
{
	return in_use((uintptr_t)memory, bytes, true);
}

/* --- contexts ----------------------------------------------------------------------------------- */

static primary *primary_of(nv_device device)
{
	DB_RULE(device >= 0 && (uint64_t)device < db_option("devices", 1) && device < MOST_DEVICES, "device",
		"there is no device %d", device);
	return &primaries[device];
}

static void hang_if_endless(db_object *object, void *data)
{
	(void)data;
	if (never_ends(&((stream_state *)object->data)->queue, NULL, 0))
		db_hang();
}

static void end_context(primary *of)
{
	if (!of->context)
		return;
	db_objects_each(DB_STREAMS, hang_if_endless, NULL);
	db_object_end(of->context);
	of->context = NULL;
	default_stream = NULL;
	db_memory_lose();
	db_unstick();
}

nv_result cuDevicePrimaryCtxRetain(nv_context *context, nv_device device)
{
	DB_CALL(cuDevicePrimaryCtxRetain, DB_INITIALISED, "%d", device);
	primary *of = primary_of(device);

	if (!of->context)
		of->context = db_object_new(DB_CONTEXTS, "context", NULL, 0);
	of->retained++;
	*context = (nv_context)of->context;
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxRelease_v2(nv_device device)
{
	DB_CALL(cuDevicePrimaryCtxRelease_v2, DB_INITIALISED, "%d", device);
	primary *of = primary_of(device);
	char text[HR_BACKEND_TEXT];
	const char *leak;

	DB_RULE(of->retained, "lifetime", "the primary context is released more often than retained");
	if (--of->retained)
		return NV_SUCCESS;
	leak = db_leaks_matter() ? db_memory_leak(text) : NULL;
	DB_RULE(!leak, "leak", "%s when the context ends", leak);
	end_context(of);
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxReset_v2(nv_device device)
{
	DB_CALL(cuDevicePrimaryCtxReset_v2, DB_INITIALISED, "%d", device);
	end_context(primary_of(device));
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxSetFlags_v2(nv_device device, unsigned flags)
{
	DB_CALL(cuDevicePrimaryCtxSetFlags_v2, DB_INITIALISED, "%d, %x", device, flags);
	primary_of(device)->flags = flags;
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxGetState(nv_device device, unsigned *flags, int *active)
{
	DB_CALL(cuDevicePrimaryCtxGetState, DB_INITIALISED, "%d", device);
	*flags = primary_of(device)->flags;
	*active = primary_of(device)->context != NULL;
	return NV_SUCCESS;
}

nv_result cuCtxSetCurrent(nv_context context)
{
	DB_CALL(cuCtxSetCurrent, DB_INITIALISED, "%p", (void *)context);
	current = context ? db_object_of(context, DB_CONTEXTS, "context") : NULL;
	return NV_SUCCESS;
}

nv_result cuCtxGetCurrent(nv_context *context)
{
	DB_CALL(cuCtxGetCurrent, DB_INITIALISED, "%s", "");
	*context = (nv_context)current;
	return NV_SUCCESS;
}

nv_result cuCtxSynchronize(void)
{
	DB_CALL(cuCtxSynchronize, DB_CONTEXT | DB_NO_CAPTURE, "%s", "");
	db_drain_all();
	return NV_SUCCESS;
}

/* --- streams ------------------------------------------------------------------------------------ */

/* NULL denotes the default stream, which always exists and ends with the context. */
db_object *db_stream_of(nv_stream handle)
{
	if (handle)
		return db_object_of(handle, DB_STREAMS, "stream");
	if (!default_stream || !default_stream->alive) {
		default_stream = db_object_new(DB_STREAMS, "default stream", current, sizeof(stream_state));
		default_stream->maker = "";
		((stream_state *)default_stream->data)->lane = db_new_lane();
	}
	return default_stream;
}

static void find_capture(db_object *object, void *data)
{
	const stream_state *of = object->data;

	if (of->capture && of->mode != NV_CAPTURE_RELAXED)
		*(bool *)data = true;
}

bool db_is_capturing(void)
{
	bool found = false;

	db_objects_each(DB_STREAMS, find_capture, &found);
	return found;
}

static void join_blocking(db_object *object, void *to)
{
	const stream_state *of = object->data;

	if (!(of->flags & NV_STREAM_NON_BLOCKING))
		db_clock_join(to, &of->clock);
}

/* The default stream is ordered with all streams without NV_STREAM_NON_BLOCKING, in both
 * directions. */
static void order(stream_state *of, const db_work *work)
{
	event *at = work->event ? work->event->data : NULL;

	if (default_stream && default_stream->alive && of == default_stream->data)
		db_objects_each(DB_STREAMS, join_blocking, &of->clock);
	else if (default_stream && default_stream->alive && !(of->flags & NV_STREAM_NON_BLOCKING))
		db_clock_join(&of->clock, &((stream_state *)default_stream->data)->clock);
	if (work->kind == DB_WAIT)
		db_clock_join(&of->clock, &at->clock);
	db_order_work(&of->clock, of->lane, work);
	if (work->kind == DB_RECORD) {
		free(at->clock.at);
		at->clock = (db_clock){0};
		db_clock_join(&at->clock, &of->clock);
	}
}

nv_result db_enqueue(nv_stream handle, db_work work)
{
	stream_state *of = db_stream_of(handle)->data;

	if (of->capture) {
		db_push(&((graph *)of->capture->data)->queue, work);
		return NV_SUCCESS;
	}
	order(of, &work);
	db_push(&of->queue, work);
	return NV_SUCCESS;
}

void db_enqueue_use(nv_stream handle, const char *name, const void *const *pointers, uint32_t count)
{
	db_work work = {.kind = DB_KERNEL, .name = name};

	for (uint32_t i = 0; i < count && work.pointer_count < DB_POINTERS; i++)
		if (pointers[i]) {
			work.ways[work.pointer_count] = DB_USES;
			work.pointers[work.pointer_count++] = (uint64_t)(uintptr_t)pointers[i];
		}
	(void)db_enqueue(handle, work);
}

nv_result cuStreamCreate(nv_stream *handle, unsigned flags)
{
	DB_CALL(cuStreamCreate, DB_CONTEXT, "flags %x", flags);
	db_object *made;

	DB_RULE(!(flags & ~1u), "flags", "unknown flags: %x", flags);
	made = db_object_new(DB_STREAMS, "stream", current, sizeof(stream_state));
	((stream_state *)made->data)->flags = flags;
	((stream_state *)made->data)->lane = db_new_lane();
	*handle = (nv_stream)made;
	return NV_SUCCESS;
}

/* Its pending work is still executed, but cannot be waited for any more. */
nv_result cuStreamDestroy_v2(nv_stream handle)
{
	DB_CALL(cuStreamDestroy_v2, DB_CONTEXT, "%p", (void *)handle);
	db_object *object = db_object_of(handle, DB_STREAMS, "stream");
	const stream_state *of = object->data;

	DB_RULE(!of->capture, "capture", "the stream is being captured");
	DB_RULE(of->queue.done == of->queue.count, "unsynchronised",
		"the stream has work that nobody has waited for");
	db_object_end(object);
	return NV_SUCCESS;
}

stream_state *db_uncaptured(nv_stream handle)
{
	stream_state *of = db_stream_of(handle)->data;

	DB_RULE(!of->capture, "capture", "the stream is being captured");
	return of;
}

void db_wait_for(db_object *object)
{
	db_drain(object);
	db_host_waits(&((stream_state *)object->data)->clock);
}

nv_result cuStreamSynchronize(nv_stream handle)
{
	DB_CALL(cuStreamSynchronize, DB_CONTEXT, "%p", (void *)handle);
	db_uncaptured(handle);
	if (!handle)
		db_drain_blocking();
	db_wait_for(db_stream_of(handle));
	return NV_SUCCESS;
}

/* Each query executes one operation. */
nv_result cuStreamQuery(nv_stream handle)
{
	DB_CALL(cuStreamQuery, DB_CONTEXT, "%p", (void *)handle);
	queue *left = &db_uncaptured(handle)->queue, next;

	if (left->done == left->count) {
		db_host_waits(&db_uncaptured(handle)->clock);
		return NV_SUCCESS;
	}
	next = (queue){.work = left->work, .done = left->done, .count = left->done + 1};
	if (never_ends(&next, NULL, 0))
		return NV_NOT_READY;
	perform(&left->work[left->done++]);
	if (left->done == left->count)
		left->done = left->count = 0;
	return NV_NOT_READY;
}

nv_result cuStreamWaitEvent(nv_stream handle, nv_event waited, unsigned flags)
{
	DB_CALL(cuStreamWaitEvent, DB_CONTEXT, "%p, %p", (void *)handle, (void *)waited);
	db_object *object = db_object_of(waited, DB_EVENTS, "event");
	const event *of = object->data;
	stream_state *to = db_stream_of(handle)->data;

	DB_RULE(flags <= 1, "flags", "unknown flags: %x", flags);
	/* A stream that waits for an event of a capture joins the capture. */
	if (of->graph && !to->capture) {
		to->capture = of->graph;
		return NV_SUCCESS;
	}
	if (!of->recorded)
		return NV_SUCCESS;
	return db_enqueue(handle, (db_work){.kind = DB_WAIT, .event = object, .record = of->recorded});
}

/* --- events ------------------------------------------------------------------------------------- */

nv_result cuEventCreate(nv_event *handle, unsigned flags)
{
	DB_CALL(cuEventCreate, DB_CONTEXT, "flags %x", flags);
	db_object *made;

	DB_RULE(!(flags & ~7u), "flags", "unknown flags: %x", flags);
	made = db_object_new(DB_EVENTS, "event", current, sizeof(event));
	((event *)made->data)->flags = flags;
	*handle = (nv_event)made;
	return NV_SUCCESS;
}

nv_result cuEventDestroy_v2(nv_event handle)
{
	DB_CALL(cuEventDestroy_v2, DB_CONTEXT, "%p", (void *)handle);
	db_object_end(db_object_of(handle, DB_EVENTS, "event"));
	return NV_SUCCESS;
}

nv_result cuEventRecord(nv_event handle, nv_stream on)
{
	DB_CALL(cuEventRecord, DB_CONTEXT, "%p, %p", (void *)handle, (void *)on);
	db_object *object = db_object_of(handle, DB_EVENTS, "event"), *where = db_stream_of(on);
	event *of = object->data;

	of->graph = ((stream_state *)where->data)->capture;
	of->stream = where;
	if (of->graph)
		return NV_SUCCESS;
	of->recorded++;
	return db_enqueue(on, (db_work){.kind = DB_RECORD, .event = object, .record = of->recorded});
}

static event *recorded(nv_event handle)
{
	event *of = db_object_of(handle, DB_EVENTS, "event")->data;

	DB_RULE(!of->graph, "capture", "the event was recorded in a capture");
	return of;
}

nv_result cuEventSynchronize(nv_event handle)
{
	DB_CALL(cuEventSynchronize, DB_CONTEXT, "%p", (void *)handle);
	const event *of = recorded(handle);

	if (of->done < of->recorded)
		drain_until(of->stream, (db_object *)handle, of->recorded);
	db_host_waits(&of->clock);
	return NV_SUCCESS;
}

nv_result cuEventQuery(nv_event handle)
{
	DB_CALL(cuEventQuery, DB_CONTEXT, "%p", (void *)handle);
	const event *of = recorded(handle);

	if (of->done >= of->recorded) {
		db_host_waits(&of->clock);
		return NV_SUCCESS;
	}
	if (!never_ends(&((stream_state *)of->stream->data)->queue, (db_object *)handle, of->recorded))
		drain_until(of->stream, (db_object *)handle, of->recorded);
	return NV_NOT_READY;
}

nv_result cuEventElapsedTime(float *milliseconds, nv_event begin, nv_event end)
{
	DB_CALL(cuEventElapsedTime, DB_CONTEXT, "%p, %p", (void *)begin, (void *)end);
	const event *first = recorded(begin), *last = recorded(end);

	DB_RULE(first->recorded && last->recorded, "event", "an event has not been recorded");
	DB_RULE(!((first->flags | last->flags) & NV_EVENT_NO_TIMING), "event", "an event has no time");
	if (first->done < first->recorded || last->done < last->recorded)
		return NV_NOT_READY;
	*milliseconds = 0.001f;
	return NV_SUCCESS;
}
