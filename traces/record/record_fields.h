/* traces/record/record_fields.h -- the nodes, objects and values of an event, as the numbers and
 * bytes of a trace.
 *
 * Nodes and objects have numbers. Pointers would differ from run to run, so they are recorded as a
 * tracked object and an offset. Only one thread at a time may use it. */
#ifndef HR_RECORD_FIELDS_H
#define HR_RECORD_FIELDS_H

#include "interp/run/events.h"
#include "traces/record/record_entry.h"

typedef struct record_names {
	const hr_run *run; /* its tracker knows the objects; borrowed */
	bool wall;         /* times are recorded */
	hr_map bases;      /* by root: number of its node; owns */
	bool one_graph;
	const hr_node *root; /* the last root looked up, and its number */
	uint64_t base;
	hr_map objects; /* by address: number, from 1; owns */
	uint64_t object_count;
} record_names;

void record_names_init(record_names *self, const hr_program *program, bool wall);
void record_names_free(record_names *self);

uint64_t record_node_slow(record_names *self, const hr_node *node);
static inline uint32_t record_node(record_names *self, const hr_node *node)
{
	return (uint32_t)(self->one_graph ? node->number : record_node_slow(self, node));
}

hr_trace_kind record_kind(hr_event_kind kind);

/* Record that an object is tracked, or no longer tracked. */
void record_track(record_names *self, const void *address);
void record_untrack(record_names *self, const void *address);

/* Write the fields of EVENT that are not numbers of an entry to AT, and set *BY to the size of the
 * first, if that is y. Requires room for RECORD_TAIL bytes plus the recorded bytes of a buffer.
 * Return the end. */
uint8_t *record_tail(record_names *self, const hr_event *event, uint8_t *at, uint32_t *by);
/* The same for an EDGE, BIND or BIND_OUT. */
uint8_t *record_value(record_names *self, const hr_event *event, uint8_t *at);

/* The layout of hr_event_value.known: the first bytes of those fields, except the value itself,
 * lowest first, if they are few and small; their number; and the kind of the value. */
enum {
	RECORD_KNOWN_BYTES = 7,
	RECORD_KNOWN_COUNT = 0xf,
	RECORD_KNOWN = 0x80,
	RECORD_KNOWN_64 = 0x40,
	RECORD_KNOWN_32 = 0x20,
	RECORD_NOT_FEW = 0x10
};
uint64_t record_known(record_names *self, const hr_event_value *value);

static inline unsigned record_known_what(uint64_t known)
{
	return (unsigned)(known >> 8 * RECORD_KNOWN_BYTES);
}

/* Write a small value with known fields, as record_value() does. Writes up to 16 bytes. */
static inline uint8_t *record_small(uint64_t known, int64_t value, uint8_t *at)
{
	unsigned what = record_known_what(known), count = what & RECORD_KNOWN_COUNT;

	memcpy(at, &known, sizeof(known));
	if (what & (RECORD_KNOWN_64 | RECORD_KNOWN_32))
		return put_whole(at + count, folded((uint64_t)value));
	memcpy(at + count, &value, sizeof(value));
	return at + count + at[count - 1]; /* its length */
}

uint8_t *record_text(uint8_t *at, const char *text);

#endif
