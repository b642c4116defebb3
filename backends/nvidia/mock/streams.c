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
	uint64_t recorded, done; /* number of records; number of these executed */
	mock_object *stream;     /* the stream that recorded it last */
	mock_clock clock;        /* clock of that record */
	mock_object *graph;      /* recorded while this graph was being captured */
} event;

typedef struct primary {
	mock_object *context;
	uint64_t retained;
	unsigned flags;
} primary;

enum { MOST_DEVICES = 8 };
static primary primaries[MOST_DEVICES];
static mock_object *default_stream;
static __thread mock_object *current;

mock_object *mock_current(void)
{
	return current;
}

/* --- work ------------------------------------------------------------------------------------- */

void mock_push(queue *to, mock_work work)
{
	if (to->count == to->room) {
		to->room = to->room ? 2 * to->room : 16;
		to->work = realloc(to->work, to->room * sizeof(*to->work));
		MOCK_RULE(to->work, "memory", "the mock itself has no memory left");
	}
	to->work[to->count++] = work;
}

static void drain_until(mock_object *object, mock_object *wanted, uint64_t record);

static void set_words(uint8_t *to, const mock_work *work)
{
	for (uint64_t i = 0; i < work->bytes; i += work->unit)
		memcpy(to + i, &work->value, work->unit);
}

static void copy_in(mock_work *work)
{
	if (!work->bytes)
		return;
	if (work->host) {
		mock_host_bytes(work->host, work->bytes, "the source, now that the copy is done,");
		MOCK_RULE(
			memcmp(work->host, work->copy, work->bytes) == 0, "async-source",
			"the source of an asynchronous copy, %p, was changed before the copy was done",
			work->host);
	}
	memcpy(mock_device_bytes(work->to, work->bytes, "the destination"), work->copy,
	       work->bytes);
	free(work->copy);
	work->copy = NULL;
}

static void copy_out(const mock_work *work)
{
	if (!work->bytes)
		return;
	mock_host_bytes(work->host, work->bytes, "the destination, now that the copy is done,");
	memcpy(work->host, mock_device_bytes(work->from, work->bytes, "the source"), work->bytes);
}

static bool is_endless(const mock_work *work)
{
	return work->kind == MOCK_KERNEL && work->name && mock_option_is("endless", work->name);
}

static void run_kernel(const mock_work *work)
{
	if (is_endless(work))
		mock_hang();
	for (uint32_t i = 0; i < work->pointer_count; i++)
		(void)mock_device_pointer(work->pointers[i], work->name);
}

static void perform(mock_work *work)
{
	event *recorded = work->event ? work->event->data : NULL;

	switch (work->kind) {
	case MOCK_COPY_IN: copy_in(work); break;
	case MOCK_COPY_OUT: copy_out(work); break;
	case MOCK_COPY:
		if (work->bytes)
			memmove(mock_device_bytes(work->to, work->bytes, "the destination"),
				mock_device_bytes(work->from, work->bytes, "the source"),
				work->bytes);
		break;
	case MOCK_SET:
		if (work->bytes)
			set_words(mock_device_bytes(work->to, work->bytes, "the memory"), work);
		break;
	case MOCK_KERNEL: run_kernel(work); break;
	case MOCK_RECORD: recorded->done = work->record; break;
	case MOCK_WAIT:
		if (recorded->done < work->record && recorded->stream)
			drain_until(recorded->stream, work->event, work->record);
		break;
	}
}

static void drain_until(mock_object *object, mock_object *wanted, uint64_t record)
{
	queue *left = &((stream_state *)object->data)->queue;

	while (left->done < left->count) {
		mock_work *work = &left->work[left->done++];

		perform(work);
		if (wanted && work->kind == MOCK_RECORD && work->event == wanted &&
		    work->record >= record)
			return;
	}
	left->done = left->count = 0;
}

/* Return true if the work in the queue, up to record number RECORD of the event WANTED, never
 * ends. */
static bool never_ends(const queue *left, const mock_object *wanted, uint64_t record)
{
	for (size_t i = left->done; i < left->count; i++) {
		const mock_work *work = &left->work[i];
		const event *waited = work->kind == MOCK_WAIT ? work->event->data : NULL;

		if (is_endless(work))
			return true;
		if (waited && waited->done < work->record && waited->stream &&
		    never_ends(&((stream_state *)waited->stream->data)->queue, work->event,
			       work->record))
			return true;
		if (wanted && work->kind == MOCK_RECORD && work->event == wanted &&
		    work->record >= record)
			return false;
	}
	return false;
}

void mock_drain(mock_object *object)
{
	drain_until(object, NULL, 0);
}

static void wait_any(mock_object *object, void *data)
{
	(void)data;
	mock_host_waits(&((stream_state *)object->data)->clock);
}

static void wait_blocking(mock_object *object, void *data)
{
	(void)data;
	if (!(((stream_state *)object->data)->flags & NV_STREAM_NON_BLOCKING))
		wait_any(object, NULL);
}

static void drain_any(mock_object *object, void *data)
{
	const stream_state *of = object->data;

	if (!data || !(of->flags & NV_STREAM_NON_BLOCKING))
		mock_drain(object);
}

void mock_drain_all(void)
{
	mock_objects_each(MOCK_STREAMS, drain_any, NULL);
	mock_objects_each(MOCK_STREAMS, wait_any, NULL);
}

void mock_drain_blocking(void)
{
	mock_objects_each(MOCK_STREAMS, drain_any, &(bool){true});
	mock_objects_each(MOCK_STREAMS, wait_blocking, NULL);
}

typedef struct touched {
	uint64_t begin, end;
	bool host, found;
} touched;

static bool overlaps(const touched *range, uint64_t address, uint64_t bytes)
{
	return address < range->end && range->begin < address + bytes;
}

static void look(mock_object *object, void *data)
{
	const queue *left = &((stream_state *)object->data)->queue;
	touched *range = data;

	for (size_t i = left->done; i < left->count; i++) {
		const mock_work *work = &left->work[i];

		if (range->host) {
			range->found |=
				work->host && overlaps(range, (uintptr_t)work->host, work->bytes);
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

	mock_objects_each(MOCK_STREAMS, look, &range);
	return range.found;
}

bool mock_in_use(nv_address address, uint64_t bytes)
{
	return in_use(address, bytes, false);
}

bool mock_host_in_use(const void *memory, uint64_t bytes)
{
	return in_use((uintptr_t)memory, bytes, true);
}

/* --- contexts --------------------------------------------------------------------------------- */

static primary *primary_of(nv_device device)
{
	MOCK_RULE(device >= 0 && (uint64_t)device < mock_option("devices", 1) &&
			  device < MOST_DEVICES,
		  "device", "there is no device %d", device);
	return &primaries[device];
}

static void hang_if_endless(mock_object *object, void *data)
{
	(void)data;
	if (never_ends(&((stream_state *)object->data)->queue, NULL, 0))
		mock_hang();
}

static void end_context(primary *of)
{
	if (!of->context)
		return;
	mock_objects_each(MOCK_STREAMS, hang_if_endless, NULL);
	mock_object_end(of->context);
	of->context = NULL;
	default_stream = NULL;
	mock_memory_lose();
	mock_unstick();
}

nv_result cuDevicePrimaryCtxRetain(nv_context *context, nv_device device)
{
	MOCK_CALL(cuDevicePrimaryCtxRetain, MOCK_INITIALISED, "%d", device);
	primary *of = primary_of(device);

	if (!of->context)
		of->context = mock_object_new(MOCK_CONTEXTS, "context", NULL, 0);
	of->retained++;
	*context = (nv_context)of->context;
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxRelease_v2(nv_device device)
{
	MOCK_CALL(cuDevicePrimaryCtxRelease_v2, MOCK_INITIALISED, "%d", device);
	primary *of = primary_of(device);
	char text[HR_BACKEND_TEXT];
	const char *leak;

	MOCK_RULE(of->retained, "lifetime",
		  "the primary context is released more often than retained");
	if (--of->retained)
		return NV_SUCCESS;
	leak = mock_leaks_matter() ? mock_memory_leak(text) : NULL;
	MOCK_RULE(!leak, "leak", "%s when the context ends", leak);
	end_context(of);
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxReset_v2(nv_device device)
{
	MOCK_CALL(cuDevicePrimaryCtxReset_v2, MOCK_INITIALISED, "%d", device);
	end_context(primary_of(device));
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxSetFlags_v2(nv_device device, unsigned flags)
{
	MOCK_CALL(cuDevicePrimaryCtxSetFlags_v2, MOCK_INITIALISED, "%d, %x", device, flags);
	primary_of(device)->flags = flags;
	return NV_SUCCESS;
}

nv_result cuDevicePrimaryCtxGetState(nv_device device, unsigned *flags, int *active)
{
	MOCK_CALL(cuDevicePrimaryCtxGetState, MOCK_INITIALISED, "%d", device);
	*flags = primary_of(device)->flags;
	*active = primary_of(device)->context != NULL;
	return NV_SUCCESS;
}

nv_result cuCtxSetCurrent(nv_context context)
{
	MOCK_CALL(cuCtxSetCurrent, MOCK_INITIALISED, "%p", (void *)context);
	current = context ? mock_object_of(context, MOCK_CONTEXTS, "context") : NULL;
	return NV_SUCCESS;
}

nv_result cuCtxGetCurrent(nv_context *context)
{
	MOCK_CALL(cuCtxGetCurrent, MOCK_INITIALISED, "%s", "");
	*context = (nv_context)current;
	return NV_SUCCESS;
}

nv_result cuCtxSynchronize(void)
{
	MOCK_CALL(cuCtxSynchronize, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%s", "");
	mock_drain_all();
	return NV_SUCCESS;
}

/* --- streams ---------------------------------------------------------------------------------- */

/* NULL denotes the default stream, which always exists and ends with the context. */
mock_object *mock_stream_of(nv_stream handle)
{
	if (handle)
		return mock_object_of(handle, MOCK_STREAMS, "stream");
	if (!default_stream || !default_stream->alive) {
		default_stream = mock_object_new(MOCK_STREAMS, "default stream", current,
						 sizeof(stream_state));
		default_stream->maker = "";
		((stream_state *)default_stream->data)->lane = mock_new_lane();
	}
	return default_stream;
}

static void find_capture(mock_object *object, void *data)
{
	const stream_state *of = object->data;

	if (of->capture && of->mode != NV_CAPTURE_RELAXED)
		*(bool *)data = true;
}

bool mock_is_capturing(void)
{
	bool found = false;

	mock_objects_each(MOCK_STREAMS, find_capture, &found);
	return found;
}

static void join_blocking(mock_object *object, void *to)
{
	const stream_state *of = object->data;

	if (!(of->flags & NV_STREAM_NON_BLOCKING))
		mock_clock_join(to, &of->clock);
}

/* The default stream is ordered with all streams without NV_STREAM_NON_BLOCKING, in both
 * directions. */
static void order(stream_state *of, const mock_work *work)
{
	event *at = work->event ? work->event->data : NULL;

	if (default_stream && default_stream->alive && of == default_stream->data)
		mock_objects_each(MOCK_STREAMS, join_blocking, &of->clock);
	else if (default_stream && default_stream->alive && !(of->flags & NV_STREAM_NON_BLOCKING))
		mock_clock_join(&of->clock, &((stream_state *)default_stream->data)->clock);
	if (work->kind == MOCK_WAIT)
		mock_clock_join(&of->clock, &at->clock);
	mock_order_work(&of->clock, of->lane, work);
	if (work->kind == MOCK_RECORD) {
		free(at->clock.at);
		at->clock = (mock_clock){0};
		mock_clock_join(&at->clock, &of->clock);
	}
}

nv_result mock_enqueue(nv_stream handle, mock_work work)
{
	stream_state *of = mock_stream_of(handle)->data;

	if (of->capture) {
		mock_push(&((graph *)of->capture->data)->queue, work);
		return NV_SUCCESS;
	}
	order(of, &work);
	mock_push(&of->queue, work);
	return NV_SUCCESS;
}

void mock_enqueue_use(nv_stream handle, const char *name, const void *const *pointers,
		      uint32_t count)
{
	mock_work work = {.kind = MOCK_KERNEL, .name = name};

	for (uint32_t i = 0; i < count && work.pointer_count < MOCK_POINTERS; i++)
		if (pointers[i]) {
			work.accesses[work.pointer_count] = MOCK_USES;
			work.pointers[work.pointer_count++] = (uint64_t)(uintptr_t)pointers[i];
		}
	(void)mock_enqueue(handle, work);
}

nv_result cuStreamCreate(nv_stream *handle, unsigned flags)
{
	MOCK_CALL(cuStreamCreate, MOCK_CONTEXT, "flags %x", flags);
	mock_object *made;

	MOCK_RULE(!(flags & ~1u), "flags", "unknown flags: %x", flags);
	made = mock_object_new(MOCK_STREAMS, "stream", current, sizeof(stream_state));
	((stream_state *)made->data)->flags = flags;
	((stream_state *)made->data)->lane = mock_new_lane();
	*handle = (nv_stream)made;
	return NV_SUCCESS;
}

/* Its pending work is still executed, but cannot be waited for any more. */
nv_result cuStreamDestroy_v2(nv_stream handle)
{
	MOCK_CALL(cuStreamDestroy_v2, MOCK_CONTEXT, "%p", (void *)handle);
	mock_object *object = mock_object_of(handle, MOCK_STREAMS, "stream");
	const stream_state *of = object->data;

	MOCK_RULE(!of->capture, "capture", "the stream is being captured");
	MOCK_RULE(of->queue.done == of->queue.count, "unsynchronised",
		  "the stream has work that nobody has waited for");
	mock_object_end(object);
	return NV_SUCCESS;
}

stream_state *mock_uncaptured(nv_stream handle)
{
	stream_state *of = mock_stream_of(handle)->data;

	MOCK_RULE(!of->capture, "capture", "the stream is being captured");
	return of;
}

void mock_wait_for(mock_object *object)
{
	mock_drain(object);
	mock_host_waits(&((stream_state *)object->data)->clock);
}

nv_result cuStreamSynchronize(nv_stream handle)
{
	MOCK_CALL(cuStreamSynchronize, MOCK_CONTEXT, "%p", (void *)handle);
	mock_uncaptured(handle);
	if (!handle)
		mock_drain_blocking();
	mock_wait_for(mock_stream_of(handle));
	return NV_SUCCESS;
}

/* Each query executes one operation. */
nv_result cuStreamQuery(nv_stream handle)
{
	MOCK_CALL(cuStreamQuery, MOCK_CONTEXT, "%p", (void *)handle);
	queue *left = &mock_uncaptured(handle)->queue, next;

	if (left->done == left->count) {
		mock_host_waits(&mock_uncaptured(handle)->clock);
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
	MOCK_CALL(cuStreamWaitEvent, MOCK_CONTEXT, "%p, %p", (void *)handle, (void *)waited);
	mock_object *object = mock_object_of(waited, MOCK_EVENTS, "event");
	const event *of = object->data;
	stream_state *to = mock_stream_of(handle)->data;

	MOCK_RULE(flags <= 1, "flags", "unknown flags: %x", flags);
	/* A stream that waits for an event of a capture joins the capture. */
	if (of->graph && !to->capture) {
		to->capture = of->graph;
		return NV_SUCCESS;
	}
	if (!of->recorded)
		return NV_SUCCESS;
	return mock_enqueue(
		handle, (mock_work){.kind = MOCK_WAIT, .event = object, .record = of->recorded});
}

/* --- events ----------------------------------------------------------------------------------- */

nv_result cuEventCreate(nv_event *handle, unsigned flags)
{
	MOCK_CALL(cuEventCreate, MOCK_CONTEXT, "flags %x", flags);
	mock_object *made;

	MOCK_RULE(!(flags & ~7u), "flags", "unknown flags: %x", flags);
	made = mock_object_new(MOCK_EVENTS, "event", current, sizeof(event));
	((event *)made->data)->flags = flags;
	*handle = (nv_event)made;
	return NV_SUCCESS;
}

nv_result cuEventDestroy_v2(nv_event handle)
{
	MOCK_CALL(cuEventDestroy_v2, MOCK_CONTEXT, "%p", (void *)handle);
	mock_object_end(mock_object_of(handle, MOCK_EVENTS, "event"));
	return NV_SUCCESS;
}

nv_result cuEventRecord(nv_event handle, nv_stream on)
{
	MOCK_CALL(cuEventRecord, MOCK_CONTEXT, "%p, %p", (void *)handle, (void *)on);
	mock_object *object = mock_object_of(handle, MOCK_EVENTS, "event"),
		    *where = mock_stream_of(on);
	event *of = object->data;

	of->graph = ((stream_state *)where->data)->capture;
	of->stream = where;
	if (of->graph)
		return NV_SUCCESS;
	of->recorded++;
	return mock_enqueue(
		on, (mock_work){.kind = MOCK_RECORD, .event = object, .record = of->recorded});
}

static event *recorded(nv_event handle)
{
	event *of = mock_object_of(handle, MOCK_EVENTS, "event")->data;

	MOCK_RULE(!of->graph, "capture", "the event was recorded in a capture");
	return of;
}

nv_result cuEventSynchronize(nv_event handle)
{
	MOCK_CALL(cuEventSynchronize, MOCK_CONTEXT, "%p", (void *)handle);
	const event *of = recorded(handle);

	if (of->done < of->recorded)
		drain_until(of->stream, (mock_object *)handle, of->recorded);
	mock_host_waits(&of->clock);
	return NV_SUCCESS;
}

nv_result cuEventQuery(nv_event handle)
{
	MOCK_CALL(cuEventQuery, MOCK_CONTEXT, "%p", (void *)handle);
	const event *of = recorded(handle);

	if (of->done >= of->recorded) {
		mock_host_waits(&of->clock);
		return NV_SUCCESS;
	}
	if (!never_ends(&((stream_state *)of->stream->data)->queue, (mock_object *)handle,
			of->recorded))
		drain_until(of->stream, (mock_object *)handle, of->recorded);
	return NV_NOT_READY;
}

nv_result cuEventElapsedTime(float *milliseconds, nv_event begin, nv_event end)
{
	MOCK_CALL(cuEventElapsedTime, MOCK_CONTEXT, "%p, %p", (void *)begin, (void *)end);
	const event *first = recorded(begin), *last = recorded(end);

	MOCK_RULE(first->recorded && last->recorded, "event", "an event has not been recorded");
	MOCK_RULE(!((first->flags | last->flags) & NV_EVENT_NO_TIMING), "event",
		  "an event has no time");
	if (first->done < first->recorded || last->done < last->recorded)
		return NV_NOT_READY;
	*milliseconds = 0.001f;
	return NV_SUCCESS;
}
