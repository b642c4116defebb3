/* traces/read/trace_read_events.c -- unpack a block of a trace and decode its events.
 *
 * Invariant: every number of a block is checked before it is used.
 * Owns:      the events of one block.
 * Not here:  which events are selected, and the order of executions (trace_read_cursor.c). */
#include "traces/read/trace_read_events.h"

#include <stdio.h>
#include <string.h>
#include <zstd.h>

#include "src/base/alloc.h"

static const char *const fields_of[HR_TRACE_KINDS] = {
#define X(name, word, fields) fields,
	HR_TRACE_EVENTS(X)
#undef X
};

/* For each pair: its events, and the fields of the second that the first lacks. */
static const struct {
	hr_trace_kind first, second;
	const char *fields;
} pairs[] = {
#define X(name, first, second, fields) {HR_TRACE_##first, HR_TRACE_##second, fields},
	HR_TRACE_PAIRS(X)
#undef X
};

bool hr_trace_has(hr_trace_kind kind, char field)
{
	return strchr(fields_of[kind], field) != NULL;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool fail(trace_decoder *self, const char *what)
{
	snprintf(self->wrong, sizeof(self->wrong), "block %zu is damaged: %s", self->block, what);
	self->failed = true;
	return false;
}

static bool load(trace_decoder *self)
{
	const hr_trace_index *entry = &self->trace->blocks[self->block];
	size_t bytes;

	if (memcmp(self->trace->file + entry->offset, &entry->block, sizeof(entry->block)) != 0)
		return fail(self, "it does not match the index");

	if (self->room < entry->block.bytes) {
		hr_free(self->events);
		self->events = hr_alloc(entry->block.bytes);
		self->room = entry->block.bytes;
	}
	bytes = ZSTD_decompress(self->events, entry->block.bytes,
				self->trace->file + entry->offset + sizeof(hr_trace_block),
				entry->block.packed);
	if (ZSTD_isError(bytes))
		return fail(self, ZSTD_getErrorName(bytes));
	if (bytes != entry->block.bytes)
		return fail(self, "it is shorter than its length");
	self->at = self->events;
	self->end = self->events + bytes;
	self->left = entry->block.events;
	self->number = entry->block.first - 1;
	self->ticks = 0;
	self->operations = entry->block.operations;
	self->execution = 0;
	self->thread = 0;
	self->has_second = false;
	memset(self->first, 0, sizeof(self->first));
	self->loaded = true;
	return true;
}

/* --- fields ----------------------------------------------------------------------------------- */

static bool take(trace_decoder *self, uint64_t *value)
{
	unsigned shift = 0;

	*value = 0;
	while (self->at < self->end && shift < 64) {
		uint8_t byte = *self->at++;

		*value |= (uint64_t)(byte & 0x7F) << shift;
		if (!(byte & 0x80))
			return true;
		shift += 7;
	}
	return false;
}

static bool take_signed(trace_decoder *self, uint64_t *value)
{
	if (!take(self, value))
		return false;
	*value = *value >> 1 ^ (0 - (*value & 1));
	return true;
}

static bool take_node(trace_decoder *self, uint32_t *node)
{
	uint64_t number;

	if (!take(self, &number) || number >= self->trace->node_count)
		return false;
	*node = (uint32_t)number;
	return true;
}

static bool take_text(trace_decoder *self, const char **text)
{
	uint64_t length;

	if (!take(self, &length) || length >= (uint64_t)(self->end - self->at) ||
	    self->at[length] || memchr(self->at, 0, length))
		return false;
	*text = (const char *)self->at;
	self->at += length + 1;
	return true;
}

static bool take_details(trace_decoder *self, hr_trace_event *event)
{
	uint64_t count;

	if (!take(self, &count) || count > HR_TRACE_MOST_DETAILS)
		return false;
	for (uint64_t i = 0; i < count; i++)
		if (!take_text(self, &self->details[i].key) ||
		    !take_text(self, &self->details[i].value))
			return false;
	event->details = self->details;
	event->detail_count = (unsigned)count;
	return true;
}

static bool take_buffer(trace_decoder *self, hr_trace_event *event)
{
	uint64_t kept;

	if (!take(self, &event->value_object) || !take(self, &event->value_offset) ||
	    !take(self, &event->buffer_bytes) ||
	    self->end - self->at < (ptrdiff_t)sizeof(event->hash))
		return false;
	memcpy(&event->hash, self->at, sizeof(event->hash));
	self->at += sizeof(event->hash);
	if (!take(self, &kept) || kept > (uint64_t)(self->end - self->at))
		return false;
	event->value = kept ? self->at : NULL;
	event->value_bytes = (uint32_t)kept;
	self->at += kept;
	return true;
}

static bool take_value(trace_decoder *self, hr_trace_event *event)
{
	uint64_t bytes;

	if (self->at == self->end)
		return false;
	event->value_kind = *self->at++;
	switch (event->value_kind) {
	case HR_TRACE_NO_VALUE: return true;
	case HR_TRACE_BYTES:
		if (!take(self, &bytes) || bytes > (uint64_t)(self->end - self->at))
			return false;
		event->value = self->at;
		event->value_bytes = (uint32_t)bytes;
		self->at += bytes;
		return true;
	case HR_TRACE_OBJECT:
		return take(self, &event->value_object) && take(self, &event->value_offset);
	case HR_TRACE_INTEGER:
		if (!take_signed(self, &self->integer) || event->bytes > sizeof(self->integer))
			return false;
		event->value_kind = HR_TRACE_BYTES;
		event->value = (const uint8_t *)&self->integer;
		event->value_bytes = (uint32_t)event->bytes;
		return true;
	case HR_TRACE_BUFFER: return take_buffer(self, event);
	case HR_TRACE_POINTER:
		if (self->at == self->end)
			return false;
		event->null = *self->at++ != 0;
		return true;
	default: return false;
	}
}

static bool take_port(trace_decoder *self, unsigned count, unsigned *port)
{
	uint64_t number;

	if (!take(self, &number) || number >= count)
		return false;
	*port = (unsigned)number;
	return true;
}

static bool take_ports(trace_decoder *self, const hr_trace_node *nodes, hr_trace_event *event)
{
	const hr_trace_node *node = &nodes[event->node];

	switch (event->kind) {
	case HR_TRACE_BIND:
		return take_port(self, nodes[event->from].input_count, &event->output) &&
		       take_port(self, node->input_count, &event->input);
	case HR_TRACE_BIND_OUT:
		event->from = node->parent;
		return node->parent != HR_TRACE_NO_NODE &&
		       take_port(self, node->output_count, &event->output) &&
		       take_port(self, nodes[node->parent].output_count, &event->input);
	default:
		return take_port(self, nodes[event->from].output_count, &event->output) &&
		       take_port(self, node->input_count, &event->input);
	}
}

static bool take_field(trace_decoder *self, char field, hr_trace_event *event)
{
	const hr_trace_node *nodes = self->trace->nodes;
	uint64_t change;

	switch (field) {
	case 'n': return take_node(self, &event->node);
	case 'x':
		if (!take_signed(self, &change))
			return false;
		event->execution = self->execution += change;
		return true;
	case 'p': return take(self, &event->parent);
	case 'f':
		if (event->kind == HR_TRACE_REQUEST || event->kind == HR_TRACE_COPY)
			return take(self, &event->first);
		if (!take_signed(self, &change))
			return false;
		event->first = self->first[event->kind] += change;
		return true;
	case 'c': return take(self, &event->count);
	case 'e':
		return take_node(self, &event->from) &&
		       (event->kind == HR_TRACE_BIND ? event->from : nodes[event->from].parent) ==
			       nodes[event->node].parent;
	case 'o': return take_ports(self, nodes, event);
	case 'b': return take(self, &event->bytes);
	case 'v': return take_value(self, event);
	case 'j': return take(self, &event->object);
	case 'y': return take_text(self, &event->by);
	case 'w': return take_text(self, &event->word);
	case 'd': return take(self, &event->nanoseconds);
	case 'k': return take_details(self, event);
	default: return take_text(self, &event->text);
	}
}

static uint64_t ns_at(const hr_trace_block *block, uint64_t ticks)
{
	uint64_t all = block->end_ns > block->ns ? block->end_ns - block->ns : 0;

	if (!block->ticks)
		return block->ns;
	return block->ns + (uint64_t)((unsigned __int128)ticks * all / block->ticks);
}

/* Read the ticks, if there are any, and operations since the previous event. */
static bool take_time(trace_decoder *self, unsigned flags, hr_trace_event *event)
{
	uint64_t since = 0, operations = 0;

	if (!(flags & HR_TRACE_SAME_TICK) && self->trace->wall && !take(self, &since))
		return false;
	if (!(flags & HR_TRACE_SAME_OPERATIONS) && !take(self, &operations))
		return false;
	event->ns = ns_at(&self->trace->blocks[self->block].block, self->ticks += since);
	event->operations = self->operations += operations;
	return true;
}

static bool take_fields(trace_decoder *self, const char *fields, hr_trace_event *event)
{
	for (; *fields; fields++)
		if (!take_field(self, *fields, event))
			return fail(self, "an event is incomplete");
	return true;
}

/* Read the second event of a pair, after the first. */
static bool take_second(trace_decoder *self, unsigned pair, const hr_trace_event *first)
{
	hr_trace_event *second = &self->second;

	if (self->left < 2)
		return fail(self, "one half of a pair is too long");
	*second = *first;
	second->kind = pairs[pair].second;
	if (!hr_trace_has(second->kind, 'c'))
		second->count = 0;
	if (!take_time(self, 0, second))
		return fail(self, "an event without a time");
	if (hr_trace_has(second->kind, 's'))
		second->text = "";
	if (!take_fields(self, pairs[pair].fields, second))
		return false;
	self->first[second->kind] = second->first;
	self->has_second = true;
	return true;
}

static bool take_event(trace_decoder *self, hr_trace_event *event)
{
	uint64_t thread = self->thread;
	unsigned byte, code;

	if (self->at == self->end || (*self->at & HR_TRACE_CODE) >= HR_TRACE_CODES)
		return fail(self, "an event of an unknown kind");
	byte = *self->at++;
	code = byte & HR_TRACE_CODE;
	event->kind =
		code < HR_TRACE_KINDS ? (hr_trace_kind)code : pairs[code - HR_TRACE_KINDS].first;
	if ((!(byte & HR_TRACE_SAME_THREAD) && !take(self, &thread)) ||
	    thread >= HR_TRACE_MOST_THREADS)
		return fail(self, "an event of an unknown thread");
	self->thread = event->thread = (uint32_t)thread;
	if (!take_time(self, byte, event))
		return fail(self, "an event without a time");
	return take_fields(self, fields_of[event->kind], event) &&
	       (code < HR_TRACE_KINDS || take_second(self, code - HR_TRACE_KINDS, event));
}

void trace_decoder_free(trace_decoder *self)
{
	hr_free(self->events);
}

void trace_decoder_seek(trace_decoder *self, size_t block)
{
	self->block = block;
	self->loaded = false;
	self->has_second = false;
	self->left = 0;
	self->failed = false;
	self->wrong[0] = 0;
}

bool trace_decoder_next(trace_decoder *self, hr_trace_event *event)
{
	if (self->failed)
		return false;
	if (self->loaded && !self->left) {
		if (self->at != self->end)
			return fail(self, "it has bytes after its events");
		self->block++;
		self->loaded = false;
	}
	if (!self->loaded && (self->block >= self->trace->block_count || !load(self)))
		return false;
	if (self->has_second) {
		*event = self->second;
		self->has_second = false;
	} else {
		*event = (hr_trace_event){
			.kind = HR_TRACE_KINDS, .by = "", .word = "", .text = "", .order = ""};
		if (!take_event(self, event))
			return false;
	}
	self->left--;
	self->number++;
	return true;
}
