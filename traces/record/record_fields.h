/* traces/record/record_fields.h -- what an event names, in the numbers and bytes that a trace has
 * for it.
 *
 * Nodes and objects have numbers; pointers would differ from run to run, and are told as an object
 * that the tracker knows and where in it. One thread at a time. */
#ifndef HR_RECORD_FIELDS_H
#define HR_RECORD_FIELDS_H

#include "interp/run/events.h"
#include "traces/record/record_entry.h"

typedef struct record_names {
	const hr_run *run; /* whose tracker knows objects; borrowed */
	bool wall;         /* times are told */
	hr_map bases;      /* by root: number of its node; owns */
	bool one_graph;
	const hr_node *root; /* that was asked for last, and its number */
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

/* A new object has been tracked, or one is forgotten. */
void record_track(record_names *self, const void *address);
void record_untrack(record_names *self, const void *address);

/* Writes the fields of EVENT that are no numbers of an entry to AT, and says how long the first is,
 * if that is y. There have to be RECORD_TAIL bytes, and what is kept of a buffer. Gives where they
 * end. */
uint8_t *record_tail(record_names *self, const hr_event *event, uint8_t *at, uint32_t *by);
/* The same of an EDGE, BIND or BIND_OUT. */
uint8_t *record_value(record_names *self, const hr_event *event, uint8_t *at);

/* What hr_event_value.known has: the first bytes of those fields, lowest first, all but the value
 * itself, if they are few and small; how many; and what the value is. */
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

/* A small value that is known, as record_value() writes it. Writes up to 16 bytes. */
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
