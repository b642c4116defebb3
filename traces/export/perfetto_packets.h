/* traces/export/perfetto_packets.h -- packets of a Perfetto trace: a clock, names, tracks, events.
 *
 *	perfetto_begin(&out, time, PERFETTO_BEGIN, track);
 *	perfetto_call(&out, CATEGORY_GRID, number, NULL);
 *	perfetto_note_number(&out, NOTE_BYTES, 8);
 *	perfetto_end(&out);
 *
 * Source of the fields' numbers: Perfetto's published .proto files (trace_packet, track_event,
 * track_descriptor, clock_snapshot, interned_data, debug_annotation). */
#ifndef HR_PERFETTO_PACKETS_H
#define HR_PERFETTO_PACKETS_H

#include <stdbool.h>

#include "traces/export/proto_write.h"
#include "traces/read/trace_read.h"

/* clang-format off */
#define PERFETTO_CATEGORIES(C)                                                                     \
	C(GRID, "grid") C(UNIT, "backend") C(BATCH, "batch") C(MEMORY, "memory") C(FOUND, "finding") \
	C(FLIGHT, "stream") C(EXECUTION, "execution")
/* clang-format on */
#define PERFETTO_ENUMERATOR(name, word) CATEGORY_##name,
typedef enum category {
	NO_CATEGORY,
	PERFETTO_CATEGORIES(PERFETTO_ENUMERATOR) CATEGORY_COUNT
} category;
#undef PERFETTO_ENUMERATOR

/* clang-format off */
#define PERFETTO_ANNOTATIONS(A)                                                                    \
	A(EXECUTION, "execution") A(INSTANCES, "instances") A(PARENT, "parent instance") A(OPERATIONS, "operations") \
	A(FIRST, "first instance") A(BYTES, "bytes") A(SOURCE, "source") A(LINE, "line") A(BY, "backend") \
	A(WORD, "outcome") A(TEXT, "text") A(OBJECT, "object") A(TOOK, "nanoseconds") A(ORDER, "order")
/* clang-format on */
#define PERFETTO_ENUMERATOR(name, word) NOTE_##name,
typedef enum annotation {
	NO_NOTE,
	PERFETTO_ANNOTATIONS(PERFETTO_ENUMERATOR) NOTE_COUNT
} annotation;
#undef PERFETTO_ENUMERATOR

/* As Perfetto numbers them. */
typedef enum perfetto_type {
	PERFETTO_BEGIN = 1,
	PERFETTO_END,
	PERFETTO_INSTANT,
	PERFETTO_COUNTER
} perfetto_type;

/* Made with STREAM, and a UUID above those of all processes. */
typedef struct perfetto_out {
	FILE *stream;
	proto out;     /* what is not written yet; owns */
	uint64_t uuid; /* the last that a track was given */
} perfetto_out;

void perfetto_free(perfetto_out *self);
/* Writes what is left. */
void perfetto_flush(perfetto_out *self);

/* Time 0 of the trace is STARTED ns since 1970, unless that is 0. */
void perfetto_snapshot(perfetto_out *self, uint64_t started);
/* Of nodes (from 1), categories and annotations; before all events. */
void perfetto_names(perfetto_out *self, const hr_trace *trace);
/* UUID is its number as well. */
void perfetto_process(perfetto_out *self, uint64_t uuid, const char *name);
/* Within another track or a process; gives its uuid. */
uint64_t perfetto_track(perfetto_out *self, uint64_t parent, const char *name, bool counter);

/* An event of a track, until perfetto_end(); in between, what follows. */
void perfetto_begin(perfetto_out *self, uint64_t time, perfetto_type type, uint64_t track);
void perfetto_end(perfetto_out *self);
/* What it is called: NAME, or as the node of this number. */
void perfetto_call(perfetto_out *self, category what, uint32_t node, const char *name);
void perfetto_note_number(perfetto_out *self, annotation what, uint64_t number);
/* Nothing for NULL and "". */
void perfetto_note_text(perfetto_out *self, annotation what, const char *text);
void perfetto_note_named(perfetto_out *self, const char *name, const char *text);
/* Arrows go from events that have an ID to the LAST event that has it. */
void perfetto_flow(perfetto_out *self, uint64_t id, bool last);
/* Of an event of type PERFETTO_COUNTER. */
void perfetto_count(perfetto_out *self, uint64_t count);

#endif
