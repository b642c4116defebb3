/* traces/export/perfetto_packets.c -- packets of a Perfetto trace, one after the other, with their
 * fields' numbers.
 *
 * Not here: what of a run becomes a track or an event (perfetto.c), the wire format
 *           (proto_write.c). */
#include "traces/export/perfetto_packets.h"

/* fields */
enum {
	TRACE_PACKET = 1,
	PACKET_CLOCK_SNAPSHOT = 6,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_TRACK = 60,
	SNAPSHOT_CLOCKS = 1,
	SNAPSHOT_PRIMARY = 2,
	CLOCK_ID = 1,
	CLOCK_TIME = 2,
	TRACK_UUID = 1,
	TRACK_NAME = 2,
	TRACK_PROCESS = 3,
	TRACK_PARENT = 5,
	TRACK_COUNTER = 8,
	PROCESS_PID = 1,
	PROCESS_NAME = 6,
	COUNTER_UNIT = 3,
	INTERNED_CATEGORIES = 1,
	INTERNED_NAMES = 2,
	INTERNED_ANNOTATIONS = 3,
	INTERNED_ID = 1,
	INTERNED_NAME = 2,
	EVENT_CATEGORY = 3,
	EVENT_ANNOTATION = 4,
	EVENT_TYPE = 9,
	EVENT_NAME_ID = 10,
	EVENT_TRACK = 11,
	EVENT_NAME = 23,
	EVENT_COUNTER = 30,
	EVENT_FLOW = 47,
	EVENT_LAST_FLOW = 48,
	ANNOTATION_NAME_ID = 1,
	ANNOTATION_UINT = 3,
	ANNOTATION_TEXT = 6,
	ANNOTATION_NAME = 10,
};

/* values */
enum {
	SEQUENCE = 1,
	FLAG_CLEARED = 1,
	FLAG_NEEDS_STATE = 2,
	/* the last is what timestamps are of */
	CLOCK_REALTIME = 1,
	CLOCK_MONOTONIC = 3,
	CLOCK_BOOTTIME = 6,
	UNIT_COUNT = 2,
};

void perfetto_free(perfetto_out *self)
{
	proto_free(&self->out);
}

void perfetto_flush(perfetto_out *self)
{
	proto_flush(&self->out, self->stream);
}

static void end_packet(perfetto_out *self)
{
	proto_number(&self->out, PACKET_SEQUENCE, SEQUENCE);
	proto_number(&self->out, PACKET_FLAGS, FLAG_NEEDS_STATE);
	proto_end(&self->out);
	if (self->out.bytes.count > 1 << 16)
		perfetto_flush(self);
}

static void put_clock(proto *out, unsigned id, uint64_t time)
{
	proto_begin(out, SNAPSHOT_CLOCKS);
	proto_number(out, CLOCK_ID, id);
	proto_number(out, CLOCK_TIME, time);
	proto_end(out);
}

void perfetto_snapshot(perfetto_out *self, uint64_t started)
{
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_CLOCK_SNAPSHOT);
	put_clock(out, CLOCK_BOOTTIME, 0);
	put_clock(out, CLOCK_MONOTONIC, 0);
	if (started)
		put_clock(out, CLOCK_REALTIME, started);
	proto_number(out, SNAPSHOT_PRIMARY, CLOCK_BOOTTIME);
	proto_end(out);
	proto_number(out, PACKET_SEQUENCE, SEQUENCE);
	proto_end(out);
}

static void intern(proto *out, unsigned what, uint64_t id, const char *name)
{
	proto_begin(out, what);
	proto_number(out, INTERNED_ID, id);
	proto_text(out, INTERNED_NAME, name);
	proto_end(out);
}

void perfetto_names(perfetto_out *self, const hr_trace *trace)
{
	static const char *const categories[] = {
#define X(name, word) word,
		PERFETTO_CATEGORIES(X)
#undef X
	};
	static const char *const notes[] = {
#define X(name, word) word,
		PERFETTO_ANNOTATIONS(X)
#undef X
	};
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_INTERNED);
	for (unsigned i = 1; i < CATEGORY_COUNT; i++)
		intern(out, INTERNED_CATEGORIES, i, categories[i - 1]);
	for (unsigned i = 1; i < NOTE_COUNT; i++)
		intern(out, INTERNED_ANNOTATIONS, i, notes[i - 1]);
	for (uint32_t n = 0; n < trace->node_count; n++)
		intern(out, INTERNED_NAMES, n + 1, trace->nodes[n].path);
	proto_end(out);
	proto_number(out, PACKET_SEQUENCE, SEQUENCE);
	proto_number(out, PACKET_FLAGS, FLAG_CLEARED);
	proto_end(out);
}

/* --- tracks ----------------------------------------------------------------------------------- */

void perfetto_process(perfetto_out *self, uint64_t uuid, const char *name)
{
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_TRACK);
	proto_number(out, TRACK_UUID, uuid);
	proto_begin(out, TRACK_PROCESS);
	proto_number(out, PROCESS_PID, uuid);
	proto_text(out, PROCESS_NAME, name);
	proto_end(out);
	proto_end(out);
	end_packet(self);
}

uint64_t perfetto_track(perfetto_out *self, uint64_t parent, const char *name, bool counter)
{
	proto *out = &self->out;

	proto_begin(out, TRACE_PACKET);
	proto_begin(out, PACKET_TRACK);
	proto_number(out, TRACK_UUID, ++self->uuid);
	proto_number(out, TRACK_PARENT, parent);
	proto_text(out, TRACK_NAME, name);
	if (counter) {
		proto_begin(out, TRACK_COUNTER);
		proto_number(out, COUNTER_UNIT, UNIT_COUNT);
		proto_end(out);
	}
	proto_end(out);
	end_packet(self);
	return self->uuid;
}

/* --- events ----------------------------------------------------------------------------------- */

void perfetto_begin(perfetto_out *self, uint64_t time, perfetto_type type, uint64_t track)
{
	proto_begin(&self->out, TRACE_PACKET);
	proto_number(&self->out, PACKET_TIMESTAMP, time);
	proto_begin(&self->out, PACKET_EVENT);
	proto_number(&self->out, EVENT_TYPE, type);
	proto_number(&self->out, EVENT_TRACK, track);
}

void perfetto_end(perfetto_out *self)
{
	proto_end(&self->out);
	end_packet(self);
}

void perfetto_call(perfetto_out *self, category what, uint32_t node, const char *name)
{
	proto_number(&self->out, EVENT_CATEGORY, what);
	if (name)
		proto_text(&self->out, EVENT_NAME, name);
	else
		proto_number(&self->out, EVENT_NAME_ID, node + 1);
}

void perfetto_note_number(perfetto_out *self, annotation what, uint64_t number)
{
	proto_begin(&self->out, EVENT_ANNOTATION);
	proto_number(&self->out, ANNOTATION_NAME_ID, what);
	proto_number(&self->out, ANNOTATION_UINT, number);
	proto_end(&self->out);
}

void perfetto_note_text(perfetto_out *self, annotation what, const char *text)
{
	if (!text || !*text)
		return;
	proto_begin(&self->out, EVENT_ANNOTATION);
	proto_number(&self->out, ANNOTATION_NAME_ID, what);
	proto_text(&self->out, ANNOTATION_TEXT, text);
	proto_end(&self->out);
}

void perfetto_note_named(perfetto_out *self, const char *name, const char *text)
{
	proto_begin(&self->out, EVENT_ANNOTATION);
	proto_text(&self->out, ANNOTATION_NAME, name);
	proto_text(&self->out, ANNOTATION_TEXT, text);
	proto_end(&self->out);
}

void perfetto_flow(perfetto_out *self, uint64_t id, bool last)
{
	proto_fixed(&self->out, last ? EVENT_LAST_FLOW : EVENT_FLOW, id);
}

void perfetto_count(perfetto_out *self, uint64_t count)
{
	proto_number(&self->out, EVENT_COUNTER, count);
}
