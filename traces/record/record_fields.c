/* traces/record/record_fields.c -- the nodes, objects and values of an event, as the numbers and
 * bytes of a trace.
 *
 * Owns:      the numbers of objects. */
#include "traces/record/record_fields.h"

#include <inttypes.h>
#include <stdio.h>

#include "interp/memory/memory.h"

static const uint8_t kind_of[HR_EVENT_KINDS] = {
	[HR_EVENT_BEGIN_EXECUTION] = HR_TRACE_BEGIN_EXECUTION,
	[HR_EVENT_END_EXECUTION] = HR_TRACE_END_EXECUTION,
	[HR_EVENT_PUSH] = HR_TRACE_PUSH,
	[HR_EVENT_POP] = HR_TRACE_POP,
	[HR_EVENT_BEGIN_GRID] = HR_TRACE_BEGIN_GRID,
	[HR_EVENT_END_GRID] = HR_TRACE_END_GRID,
	[HR_EVENT_EDGE] = HR_TRACE_EDGE,
	[HR_EVENT_BIND] = HR_TRACE_BIND,
	[HR_EVENT_BIND_OUT] = HR_TRACE_BIND_OUT,
	[HR_EVENT_BEGIN_BATCH] = HR_TRACE_BEGIN_BATCH,
	[HR_EVENT_END_BATCH] = HR_TRACE_END_BATCH,
	[HR_EVENT_TRACK] = HR_TRACE_TRACK,
	[HR_EVENT_UNTRACK] = HR_TRACE_UNTRACK,
	[HR_EVENT_REQUEST] = HR_TRACE_REQUEST,
	[HR_EVENT_COPY] = HR_TRACE_COPY,
	[HR_EVENT_MOVE] = HR_TRACE_MOVE,
	[HR_EVENT_BEGIN_UNIT] = HR_TRACE_BEGIN_UNIT,
	[HR_EVENT_END_UNIT] = HR_TRACE_END_UNIT,
	[HR_EVENT_BUILD] = HR_TRACE_BUILD,
	[HR_EVENT_WORKER] = HR_TRACE_WORKER,
	[HR_EVENT_DIFFERENCE] = HR_TRACE_DIFFERENCE,
	[HR_EVENT_VERDICT] = HR_TRACE_VERDICT,
	[HR_EVENT_DIAGNOSTIC] = HR_TRACE_DIAGNOSTIC,
	[HR_EVENT_ORDER] = HR_TRACE_ORDER,
};

static const char *const fields_of[HR_TRACE_KINDS] = {
#define X(name, word, fields) fields,
	HR_TRACE_EVENTS(X)
#undef X
};

hr_trace_kind record_kind(hr_event_kind kind)
{
	return (hr_trace_kind)kind_of[kind];
}

/* --- nodes and objects ------------------------------------------------------------------------ */

void record_names_init(record_names *self, const hr_program *program, bool wall)
{
	uint64_t base = 0;

	*self = (record_names){.wall = wall, .one_graph = program->graph_count == 1};
	for (uint32_t g = 0; g < program->graph_count; base += program->graphs[g++]->node_count)
		hr_map_put(&self->bases, hr_map_key(program->graphs[g]->root), base);
}

void record_names_free(record_names *self)
{
	hr_map_free(&self->bases);
	hr_map_free(&self->objects);
}

uint64_t record_node_slow(record_names *self, const hr_node *node)
{
	const hr_node *root = node;

	while (root->parent)
		root = root->parent;
	if (root != self->root) {
		self->root = root;
		hr_map_get(&self->bases, hr_map_key(root), &self->base);
	}
	return self->base + node->number;
}

void record_track(record_names *self, const void *address)
{
	hr_map_put(&self->objects, hr_map_key(address), ++self->object_count);
}

void record_untrack(record_names *self, const void *address)
{
	hr_map_remove(&self->objects, hr_map_key(address));
}

/* Find the tracked object that contains ADDRESS, and the offset. Return false if there is none. */
static bool find_object(const record_names *self, const void *address, uint64_t *object,
			uint64_t *offset)
{
	void *base;
	size_t bytes;

	if (!hr_tracked(self->run->tracker, address, &base, &bytes) ||
	    !hr_map_get(&self->objects, hr_map_key(base), object))
		return false;
	*offset = (uint64_t)((const uint8_t *)address - (const uint8_t *)base);
	return true;
}

/* Return the number of EVENT's object, or 0 if it is unknown, and set *OFFSET to its position in
 * the object. */
static uint64_t object_of(const record_names *self, const hr_event *event, uint64_t *offset)
{
	uint64_t number = 0;

	*offset = 0;
	if (event->kind == HR_EVENT_REQUEST || event->kind == HR_EVENT_COPY)
		find_object(self, event->value, &number, offset);
	else
		hr_map_get(&self->objects, hr_map_key(event->value), &number);
	return number;
}

/* --- text ------------------------------------------------------------------------------------- */

uint8_t *record_text(uint8_t *at, const char *text)
{
	size_t length = text ? strnlen(text, RECORD_TEXT - 1) : 0;

	at = put(at, length);
	if (length)
		memcpy(at, text, length);
	at[length] = 0;
	return at + length + 1;
}

/* Write a pointer to TEXT in the form that readers of a trace use for the values of edges. */
static void pointer_text(const record_names *self, const hr_event_detail *detail,
			 char text[RECORD_TEXT])
{
	uint64_t object, offset;
	int length;

	if (!detail->address || !find_object(self, detail->address, &object, &offset)) {
		snprintf(text, RECORD_TEXT, detail->address ? "pointer" : "null");
		return;
	}
	length = snprintf(text, RECORD_TEXT, "object %" PRIu64 " + %" PRIu64, object, offset);
	if (detail->content)
		snprintf(text + length, RECORD_TEXT - (size_t)length,
			 ": %" PRIu64 " bytes #%016" PRIx64, detail->content->bytes,
			 detail->content->hash);
}

static uint8_t *put_details(const record_names *self, uint8_t *at, const hr_event_more *more)
{
	unsigned count = more->count < HR_TRACE_MOST_DETAILS ? more->count : HR_TRACE_MOST_DETAILS;
	char text[RECORD_TEXT];

	at = put(at, count);
	for (unsigned i = 0; i < count; i++) {
		at = record_text(at, more->details[i].key);
		if (!more->details[i].value)
			pointer_text(self, &more->details[i], text);
		at = record_text(at, more->details[i].value ? more->details[i].value : text);
	}
	return at;
}

/* --- values ----------------------------------------------------------------------------------- */

static uint8_t *put_content(uint8_t *at, const hr_event_content *content)
{
	at = put(at, content->bytes);
	memcpy(at, &content->hash, sizeof(content->hash));
	at = put(at + sizeof(content->hash), content->kept);
	if (content->kept)
		memcpy(at, content->whole, content->kept);
	return at + content->kept;
}

static uint8_t *put_pointer(const record_names *self, uint8_t *at, const hr_event *event)
{
	uint64_t object, offset;
	void *address;

	memcpy(&address, event->value, sizeof(address));
	if (!address || !find_object(self, address, &object, &offset)) {
		*at++ = HR_TRACE_POINTER;
		*at++ = address == NULL;
		return at;
	}
	*at++ = event->content ? HR_TRACE_BUFFER : HR_TRACE_OBJECT;
	at = put(put(at, object), offset);
	return event->content ? put_content(at, event->content) : at;
}

/* Return true for a type that is recorded as a number. */
static bool is_whole(const hr_type *type, uint64_t bytes)
{
	return type->kind == HR_T_INT && (bytes == sizeof(int64_t) || bytes == sizeof(int32_t));
}

static uint8_t *put_value(const record_names *self, uint8_t *at, const hr_event *event)
{
	const hr_port *ports = event->kind == HR_EVENT_BIND_OUT ? event->node->parent->outputs
								: event->node->inputs;
	const hr_type *type = ports[event->port].type;
	uint64_t bytes = event->bytes < HR_TRACE_MOST_VALUE ? event->bytes : HR_TRACE_MOST_VALUE;
	int64_t whole;
	int32_t half;

	if (!event->value) {
		*at++ = HR_TRACE_NO_VALUE;
		return at;
	}
	if (type->kind == HR_T_PTR)
		return put_pointer(self, at, event);
	if (is_whole(type, bytes)) {
		*at++ = HR_TRACE_INTEGER;
		memcpy(&half, event->value, sizeof(half));
		whole = half;
		if (bytes == sizeof(whole))
			memcpy(&whole, event->value, sizeof(whole));
		return put_time(at, folded((uint64_t)whole));
	}
	*at++ = HR_TRACE_BYTES;
	*at++ = (uint8_t)bytes;
	memcpy(at, event->value, bytes);
	return at + bytes;
}

/* --- fields ----------------------------------------------------------------------------------- */

static uint8_t *put_ports(record_names *self, uint8_t *at, const hr_event *event)
{
	if (event->kind != HR_EVENT_BIND_OUT)
		at = put(at, record_node(self, event->from));
	return put_4(at, event->from_port, event->port, event->count, event->bytes);
}

uint8_t *record_value(record_names *self, const hr_event *event, uint8_t *at)
{
	return put_value(self, put_ports(self, at, event), event);
}

uint64_t record_known(record_names *self, const hr_event_value *value)
{
	uint64_t bytes = value->type->store_size, known = 0;
	const hr_event event = {.kind = value->kind,
				.from = value->from,
				.from_port = value->from_port,
				.port = value->port,
				.count = 1,
				.bytes = bytes};
	unsigned what = is_whole(value->type, bytes)
				? bytes == sizeof(int64_t) ? RECORD_KNOWN_64 : RECORD_KNOWN_32
				: 0;
	uint8_t text[64], *end = put_ports(self, text, &event);

	*end++ = what ? HR_TRACE_INTEGER : HR_TRACE_BYTES;
	if (!what)
		*end++ = (uint8_t)bytes;
	if (bytes > HR_TRACE_MOST_VALUE || end - text > RECORD_KNOWN_BYTES ||
	    record_node(self, value->node) >= 0x80)
		return (uint64_t)(RECORD_NOT_FEW) << 8 * RECORD_KNOWN_BYTES;
	memcpy(&known, text, (size_t)(end - text));
	return known | (uint64_t)(RECORD_KNOWN | what | (unsigned)(end - text))
			       << 8 * RECORD_KNOWN_BYTES;
}

static uint8_t *put_field(const record_names *self, uint8_t *at, char field, const hr_event *event)
{
	static const hr_event_more none;
	const hr_event_more *more = event->more ? event->more : &none;
	uint64_t offset;

	switch (field) {
	case 'j': return put(at, object_of(self, event, &offset));
	case 'f': object_of(self, event, &offset); return put(at, offset);
	case 'b': return put(at, event->bytes);
	case 'y': return record_text(at, event->by);
	case 's': return record_text(at, more->text);
	case 'w': return record_text(at, more->word);
	case 'd': return put(at, self->wall ? more->nanoseconds : 0);
	case 'k': return put_details(self, at, more);
	}
	hr_bug("field '%c' of an event", field);
}

uint8_t *record_tail(record_names *self, const hr_event *event, uint8_t *at, uint32_t *by)
{
	const char *fields = fields_of[kind_of[event->kind]];
	const uint8_t *begin = at;

	fields += strspn(fields, HR_TRACE_NUMBERS);
	*by = 0;
	for (const char *field = fields; *field; field++) {
		at = put_field(self, at, *field, event);
		if (field == fields && *field == 'y')
			*by = (uint32_t)(at - begin);
	}
	return at;
}
