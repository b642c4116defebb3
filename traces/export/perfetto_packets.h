/* traces/export/perfetto_packets.h -- packets of a Perfetto trace: a clock, names, tracks, events.
 *
 *	perfetto_begin(&out, time, PERFETTO_BEGIN, track);
 *	perfetto_call(&out, CATEGORY_GRID, number, NULL);
 *	perfetto_note_number(&out, NOTE_BYTES, 8);
 *	perfetto_end(&out);
 *
 * The numbers of the fields are from Perfetto's published .proto files (trace_packet, track_event,
 * track_descriptor, clock_snapshot, interned_data, debug_annotation). */
#ifndef HR_PERFETTO_PACKETS_H
#define HR_PERFETTO_PACKETS_H

#include <stdbool.h>

#include "traces/export/proto_write.h"
#include "traces/read/trace_read.h"

#define PERFETTO_CATEGORIES(C)                                                                     \
	C(GRID, "grid") C(UNIT, "backend") C(BATCH, "batch") C(MEMORY, "memory") C(FOUND, "finding") \
	C(FLIGHT, "stream") C(EXECUTION, "execution")
#define PERFETTO_ENUMERATOR(name, word) CATEGORY_##name,
typedef enum category { NO_CATEGORY, PERFETTO_CATEGORIES(PERFETTO_ENUMERATOR) CATEGORY_COUNT } category;
#undef PERFETTO_ENUMERATOR

#define PERFETTO_ANNOTATIONS(A)                                                                    \
	A(EXECUTION, "execution") A(INSTANCES, "instances") A(PARENT, "parent instance") A(OPERATIONS, "operations") \
	A(FIRST, "first instance") A(BYTES, "bytes") A(SOURCE, "source") A(LINE, "line") A(BY, "backend") \
	A(WORD, "outcome") A(TEXT, "text") A(OBJECT, "object") A(TOOK, "nanoseconds") A(ORDER, "order")
#define PERFETTO_ENUMERATOR(name, word) NOTE_##name,
typedef enum annotation { NO_NOTE, PERFETTO_ANNOTATIONS(PERFETTO_ENUMERATOR) NOTE_COUNT } annotation;
#undef PERFETTO_ENUMERATOR

/* Numbers as in Perfetto. */
typedef enum perfetto_type { PERFETTO_BEGIN = 1, PERFETTO_END, PERFETTO_INSTANT, PERFETTO_COUNTER } perfetto_type;

/* Initialise it with STREAM and a UUID above those of all processes. */
typedef struct perfetto_out {
	FILE *stream;
	proto out;                     /* data that has not been written yet; owns */
	uint64_t uuid;                 /* the last one given to a track */
} perfetto_out;

void perfetto_free(perfetto_out *self);
/* Write the remaining data. */
void perfetto_flush(perfetto_out *self);

/* Declare that time 0 of the trace is STARTED ns since 1970. 0 means unknown. */
void perfetto_snapshot(perfetto_out *self, uint64_t started);
/* Write the names of nodes (numbered from 1), categories and annotations. Required before all
 * events. */
void perfetto_names(perfetto_out *self, const hr_trace *trace);
/* UUID is also the number of the process. */
void perfetto_process(perfetto_out *self, uint64_t uuid, const char *name);
/* Create a track within another track or a process. Return its uuid. */
uint64_t perfetto_track(perfetto_out *self, uint64_t parent, const char *name, bool counter);

/* Begin an event of a track. The functions below add to it until perfetto_end(). */
void perfetto_begin(perfetto_out *self, uint64_t time, perfetto_type type, uint64_t track);
void perfetto_end(perfetto_out *self);
/* Set the name of the event: NAME, or that of the node with this number. */
void perfetto_call(perfetto_out *self, category what, uint32_t node, const char *name);
void perfetto_note_number(perfetto_out *self, annotation what, uint64_t number);
/* Do nothing if TEXT is NULL or "". */
void perfetto_note_text(perfetto_out *self, annotation what, const char *text);
void perfetto_note_named(perfetto_out *self, const char *name, const char *text);
/* Draw an arrow from each event with this ID to the LAST event with it. */
void perfetto_flow(perfetto_out *self, uint64_t id, bool last);
/* Set the value of an event of type PERFETTO_COUNTER. */
void perfetto_count(perfetto_out *self, uint64_t count);

#endif
