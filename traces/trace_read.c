/* traces/trace_read.c -- blocks of a trace and their events.
 *
 * The file is mapped, and of a block no more is in memory than its events. Every number of the file is
 * looked at before it is used.
 *
 * Owns: the mapping; a cursor owns one block's events. */
#include "trace_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "alloc.h"
#include "trace_read_head.h"
#include "trace_read_part.h"
#include "vec.h"

static const char *const words[HR_TRACE_KINDS] = {
#define X(name, word, fields) word,
	HR_TRACE_EVENTS(X)
#undef X
};

static const char *const fields_of[HR_TRACE_KINDS] = {
#define X(name, word, fields) fields,
	HR_TRACE_EVENTS(X)
#undef X
};

/* Of a pair: what its second event is, and what that has beside the fields of the first. */
static const struct {
	hr_trace_kind first, second;
	const char *fields;
} pairs[] = {
#define X(name, first, second, fields) {HR_TRACE_##first, HR_TRACE_##second, fields},
	HR_TRACE_PAIRS(X)
#undef X
};

const char *hr_trace_kind_word(hr_trace_kind kind)
{
	return words[kind];
}

bool hr_trace_has(hr_trace_kind kind, char field)
{
	return strchr(fields_of[kind], field) != NULL;
}

const hr_trace_port *hr_trace_port_of(const hr_trace *trace, const hr_trace_event *event)
{
	if (event->kind == HR_TRACE_BIND_OUT)
		return &trace->nodes[event->from].outputs[event->input];
	return &trace->nodes[event->node].inputs[event->input];
}

/* --- blocks --------------------------------------------------------------------------------------- */

/* Whether a block begins at OFFSET and lies in the file. */
static bool block_at(const hr_trace *trace, uint64_t offset, hr_trace_block *block)
{
	if (offset > trace->bytes || trace->bytes - offset < sizeof(*block))
		return false;
	memcpy(block, trace->file + offset, sizeof(*block));
	return trace->bytes - offset - sizeof(*block) >= block->packed;
}

static bool is_block(const hr_trace_block *block)
{
	return block->mark == HR_TRACE_BLOCK_MARK && block->bytes && block->events &&
	       block->bytes <= HR_TRACE_MOST_BLOCK && block->events <= block->bytes;
}

typedef HR_VEC(hr_trace_index) blocks;

static void take_blocks(hr_trace *trace, blocks *found)
{
	trace->block_count = found->count;
	trace->blocks = hr_arena_array(&trace->arena, found->count + 1, sizeof(hr_trace_index));
	if (found->count)
		memcpy(trace->blocks, found->data, found->count * sizeof(hr_trace_index));
	trace->event_count = 0;
	if (found->count) {
		const hr_trace_block *last = &trace->blocks[found->count - 1].block;

		trace->event_count = last->first + last->events;
	}
	HR_VEC_FREE(found);
}

/* One block after the other, as far as they are whole. */
static void scan(hr_trace *trace)
{
	uint64_t offset = trace->begins, first = 0;
	hr_trace_block block;
	blocks found = {0};

	while (block_at(trace, offset, &block) && is_block(&block) && block.first == first) {
		HR_PUSH(&found, (hr_trace_index){offset, block});
		offset += sizeof(block) + block.packed;
		first += block.events;
	}
	if (!block_at(trace, offset, &block) || block.mark != HR_TRACE_INDEX_MARK)
		snprintf(trace->damage, sizeof(trace->damage),
			 offset == trace->bytes ? "it has no end: the run died"
						: "it is cut off or damaged at byte %llu",
			 (unsigned long long)offset);
	take_blocks(trace, &found);
}

/* Whether the index is right about a block can be seen when that is loaded; until then it need not be read. */
static bool is_entry(const hr_trace *trace, const hr_trace_index *entry, uint64_t end, uint64_t first)
{
	return entry->offset >= trace->begins && entry->offset <= end &&
	       end - entry->offset >= sizeof(entry->block) + entry->block.packed &&
	       is_block(&entry->block) && entry->block.first == first;
}

/* The blocks as the index has them; false: there is none, or it is wrong. */
static bool read_index(hr_trace *trace)
{
	enum { TAIL = 8 + HR_TRACE_MAGIC_BYTES };
	uint64_t offset, first = 0;
	hr_trace_block block;
	blocks found = {0};

	if (trace->bytes < trace->begins + TAIL ||
	    memcmp(trace->file + trace->bytes - HR_TRACE_MAGIC_BYTES, HR_TRACE_END_MAGIC,
		   HR_TRACE_MAGIC_BYTES) != 0)
		return false;
	memcpy(&offset, trace->file + trace->bytes - TAIL, sizeof(offset));
	if (offset < trace->begins || !block_at(trace, offset, &block) ||
	    block.mark != HR_TRACE_INDEX_MARK || block.packed % sizeof(hr_trace_index))
		return false;
	for (uint64_t i = 0; i < block.packed / sizeof(hr_trace_index); i++) {
		hr_trace_index entry;

		memcpy(&entry, trace->file + offset + sizeof(block) + i * sizeof(entry), sizeof(entry));
		if (!is_entry(trace, &entry, offset, first)) {
			HR_VEC_FREE(&found);
			return false;
		}
		first += entry.block.events;
		HR_PUSH(&found, entry);
	}
	take_blocks(trace, &found);
	return true;
}

/* --- the file ------------------------------------------------------------------------------------- */

static bool map_file(const char *path, hr_trace *trace, char error[HR_TRACE_TEXT])
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat about;
	void *mapped = MAP_FAILED;

	if (file < 0 || fstat(file, &about) != 0) {
		snprintf(error, HR_TRACE_TEXT, "%s", strerror(errno));
		if (file >= 0)
			close(file);
		return false;
	}
	trace->bytes = (uint64_t)about.st_size;
	if (S_ISREG(about.st_mode) && about.st_size > 0)
		mapped = mmap(NULL, trace->bytes, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (mapped == MAP_FAILED) {
		snprintf(error, HR_TRACE_TEXT, "%s",
			 S_ISREG(about.st_mode) && !about.st_size ? "it is empty" : "it is no file");
		return false;
	}
	trace->file = mapped;
	return true;
}

static bool read_head(hr_trace *trace, char error[HR_TRACE_TEXT])
{
	enum { FIXED = HR_TRACE_MAGIC_BYTES + 8 };
	uint32_t numbers[2];

	if (trace->bytes < FIXED ||
	    memcmp(trace->file, HR_TRACE_MAGIC, HR_TRACE_MAGIC_BYTES) != 0) {
		snprintf(error, HR_TRACE_TEXT, "it is no trace of hpvm-run");
		return false;
	}
	memcpy(numbers, trace->file + HR_TRACE_MAGIC_BYTES, sizeof(numbers));
	if (numbers[0] != HR_TRACE_VERSION) {
		snprintf(error, HR_TRACE_TEXT, "its version is %u, and this reads %d", numbers[0],
			 HR_TRACE_VERSION);
		return false;
	}
	if (numbers[1] > HR_TRACE_MOST_HEAD || numbers[1] > trace->bytes - FIXED) {
		snprintf(error, HR_TRACE_TEXT, "it is cut off in its head");
		return false;
	}
	trace->begins = FIXED + numbers[1];
	return hr_trace_read_head(trace, (const char *)trace->file + FIXED, numbers[1], error);
}

bool hr_trace_open(const char *path, hr_trace *trace, char error[HR_TRACE_TEXT])
{
	*trace = (hr_trace){.path = path, .to = UINT64_MAX, .last = UINT64_MAX};
	if (!map_file(path, trace, error))
		return false;
	if (!read_head(trace, error)) {
		hr_trace_close(trace);
		return false;
	}
	if (!read_index(trace))
		scan(trace);
	return true;
}

void hr_trace_close(hr_trace *trace)
{
	if (trace->file)
		munmap((void *)(uintptr_t)trace->file, trace->bytes);
	trace->file = NULL;
	hr_arena_free(&trace->arena);
}

/* --- events --------------------------------------------------------------------------------------- */

/* Executions of a root that run in an order. */
typedef struct running {
	uint64_t first, count;
	const char *order;
} running;

struct hr_trace_cursor {
	const hr_trace *trace;
	size_t block;          /* that the next event is in */
	bool loaded;
	uint32_t left;         /* events of it that have not been given */
	uint8_t *events;       /* owns */
	size_t room;
	const uint8_t *at, *end;
	uint64_t number, ticks, operations, execution, first[HR_TRACE_KINDS];
	uint64_t integer;
	uint32_t thread;
	hr_trace_event second; /* of a pair, to be given next, if HAS_SECOND */
	bool has_second;
	hr_trace_detail details[HR_TRACE_MOST_DETAILS];
	char wrong[HR_TRACE_TEXT];
	bool failed;
	running *running;      /* by node, of roots: the order that executions run in; NULL: nothing has told any; owns */
	HR_VEC(char *) orders; /* what they are called; own */
	uint64_t given;        /* number of the last event that was; plus 1 is 0: none */
	trace_part part;
};

hr_trace_cursor *hr_trace_cursor_new(const hr_trace *trace)
{
	hr_trace_cursor *self = hr_alloc_zero(sizeof(*self));

	self->trace = trace;
	self->number = self->given = UINT64_MAX; /* that before the first */
	return self;
}

void hr_trace_cursor_free(hr_trace_cursor *self)
{
	if (!self)
		return;
	trace_part_free(&self->part);
	for (size_t i = 0; i < self->orders.count; i++)
		hr_free(self->orders.data[i]);
	HR_VEC_FREE(&self->orders);
	hr_free(self->running);
	hr_free(self->events);
	hr_free(self);
}

void hr_trace_seek(hr_trace_cursor *self, size_t block)
{
	trace_part_free(&self->part);
	hr_free(self->running);
	self->running = NULL;
	self->block = block;
	self->loaded = false;
	self->has_second = false;
	self->left = 0;
	self->failed = false;
	self->wrong[0] = 0;
}

const char *hr_trace_wrong(const hr_trace_cursor *self)
{
	if (self->failed)
		return self->wrong;
	return *self->trace->damage ? self->trace->damage : NULL;
}

uint64_t hr_trace_number(const hr_trace_cursor *self)
{
	return self->given;
}

static bool fail(hr_trace_cursor *self, const char *what)
{
	snprintf(self->wrong, sizeof(self->wrong), "block %zu is damaged: %s", self->block, what);
	self->failed = true;
	return false;
}

static bool load(hr_trace_cursor *self)
{
	const hr_trace_index *entry = &self->trace->blocks[self->block];
	size_t bytes;

	if (memcmp(self->trace->file + entry->offset, &entry->block, sizeof(entry->block)) != 0)
		return fail(self, "the index says something else of it");

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
		return fail(self, "it is shorter than it says");
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

static bool take(hr_trace_cursor *self, uint64_t *value)
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

static bool take_signed(hr_trace_cursor *self, uint64_t *value)
{
	if (!take(self, value))
		return false;
	*value = *value >> 1 ^ (0 - (*value & 1));
	return true;
}

static bool take_node(hr_trace_cursor *self, uint32_t *node)
{
	uint64_t number;

	if (!take(self, &number) || number >= self->trace->node_count)
		return false;
	*node = (uint32_t)number;
	return true;
}

static bool take_text(hr_trace_cursor *self, const char **text)
{
	uint64_t length;

	if (!take(self, &length) || length >= (uint64_t)(self->end - self->at) || self->at[length] ||
	    memchr(self->at, 0, length))
		return false;
	*text = (const char *)self->at;
	self->at += length + 1;
	return true;
}

static bool take_details(hr_trace_cursor *self, hr_trace_event *event)
{
	uint64_t count;

	if (!take(self, &count) || count > HR_TRACE_MOST_DETAILS)
		return false;
	for (uint64_t i = 0; i < count; i++)
		if (!take_text(self, &self->details[i].key) || !take_text(self, &self->details[i].value))
			return false;
	event->details = self->details;
	event->detail_count = (unsigned)count;
	return true;
}

static bool take_buffer(hr_trace_cursor *self, hr_trace_event *event)
{
	uint64_t kept;

	if (!take(self, &event->value_object) || !take(self, &event->value_offset) ||
	    !take(self, &event->buffer_bytes) || self->end - self->at < (ptrdiff_t)sizeof(event->hash))
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

static bool take_value(hr_trace_cursor *self, hr_trace_event *event)
{
	uint64_t bytes;

	if (self->at == self->end)
		return false;
	event->value_kind = *self->at++;
	switch (event->value_kind) {
	case HR_TRACE_NO_VALUE:
		return true;
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
	case HR_TRACE_BUFFER:
		return take_buffer(self, event);
	case HR_TRACE_POINTER:
		if (self->at == self->end)
			return false;
		event->null = *self->at++ != 0;
		return true;
	default:
		return false;
	}
}

static bool take_port(hr_trace_cursor *self, unsigned count, unsigned *port)
{
	uint64_t number;

	if (!take(self, &number) || number >= count)
		return false;
	*port = (unsigned)number;
	return true;
}

static bool take_ports(hr_trace_cursor *self, const hr_trace_node *nodes, hr_trace_event *event)
{
	const hr_trace_node *node = &nodes[event->node];

	switch (event->kind) {
	case HR_TRACE_BIND:
		return take_port(self, nodes[event->from].input_count, &event->output) &&
		       take_port(self, node->input_count, &event->input);
	case HR_TRACE_BIND_OUT:
		event->from = node->parent;
		return node->parent != HR_TRACE_NO_NODE && take_port(self, node->output_count, &event->output) &&
		       take_port(self, nodes[node->parent].output_count, &event->input);
	default:
		return take_port(self, nodes[event->from].output_count, &event->output) &&
		       take_port(self, node->input_count, &event->input);
	}
}

static bool take_field(hr_trace_cursor *self, char field, hr_trace_event *event)
{
	const hr_trace_node *nodes = self->trace->nodes;
	uint64_t change;

	switch (field) {
	case 'n':
		return take_node(self, &event->node);
	case 'x':
		if (!take_signed(self, &change))
			return false;
		event->execution = self->execution += change;
		return true;
	case 'p':
		return take(self, &event->parent);
	case 'f':
		if (event->kind == HR_TRACE_REQUEST || event->kind == HR_TRACE_COPY)
			return take(self, &event->first);
		if (!take_signed(self, &change))
			return false;
		event->first = self->first[event->kind] += change;
		return true;
	case 'c':
		return take(self, &event->count);
	case 'e':
		return take_node(self, &event->from) &&
		       (event->kind == HR_TRACE_BIND ? event->from : nodes[event->from].parent) ==
			       nodes[event->node].parent;
	case 'o':
		return take_ports(self, nodes, event);
	case 'b':
		return take(self, &event->bytes);
	case 'v':
		return take_value(self, event);
	case 'j':
		return take(self, &event->object);
	case 'y':
		return take_text(self, &event->by);
	case 'w':
		return take_text(self, &event->word);
	case 'd':
		return take(self, &event->nanoseconds);
	case 'k':
		return take_details(self, event);
	default:
		return take_text(self, &event->text);
	}
}

static uint64_t ns_at(const hr_trace_block *block, uint64_t ticks)
{
	uint64_t all = block->end_ns > block->ns ? block->end_ns - block->ns : 0;

	if (!block->ticks)
		return block->ns;
	return block->ns + (uint64_t)((unsigned __int128)ticks * all / block->ticks);
}

/* Ticks, where there are any, and operations since the event before. */
static bool take_time(hr_trace_cursor *self, unsigned flags, hr_trace_event *event)
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

static bool take_fields(hr_trace_cursor *self, const char *fields, hr_trace_event *event)
{
	for (; *fields; fields++)
		if (!take_field(self, *fields, event))
			return fail(self, "an event is not complete");
	return true;
}

/* The first event of a pair has been read. */
static bool take_second(hr_trace_cursor *self, unsigned pair, const hr_trace_event *first)
{
	hr_trace_event *second = &self->second;

	if (self->left < 2)
		return fail(self, "half of a pair is too much");
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

static bool take_event(hr_trace_cursor *self, hr_trace_event *event)
{
	uint64_t thread = self->thread;
	unsigned byte, code;

	if (self->at == self->end || (*self->at & HR_TRACE_CODE) >= HR_TRACE_CODES)
		return fail(self, "an event of no kind");
	byte = *self->at++;
	code = byte & HR_TRACE_CODE;
	event->kind = code < HR_TRACE_KINDS ? (hr_trace_kind)code : pairs[code - HR_TRACE_KINDS].first;
	if ((!(byte & HR_TRACE_SAME_THREAD) && !take(self, &thread)) || thread >= HR_TRACE_MOST_THREADS)
		return fail(self, "an event of no thread");
	self->thread = event->thread = (uint32_t)thread;
	if (!take_time(self, byte, event))
		return fail(self, "an event without a time");
	return take_fields(self, fields_of[event->kind], event) &&
	       (code < HR_TRACE_KINDS || take_second(self, code - HR_TRACE_KINDS, event));
}

/* --- orders of an execution ----------------------------------------------------------------------- */

static const char *order_called(hr_trace_cursor *self, const char *name)
{
	enum { NEAR = 64 };          /* a name that comes once more is not far, or it is kept twice */
	size_t first = self->orders.count > NEAR ? self->orders.count - NEAR : 0;

	for (size_t i = self->orders.count; i-- > first;)
		if (strcmp(self->orders.data[i], name) == 0)
			return self->orders.data[i];
	HR_PUSH(&self->orders, hr_strdup(name));
	return self->orders.data[self->orders.count - 1];
}

static void note_order(hr_trace_cursor *self, const hr_trace_event *event)
{
	if (!self->running)
		self->running = hr_alloc_zero(self->trace->node_count * sizeof(*self->running));
	self->running[event->node] = (running){event->execution, event->count, order_called(self, event->word)};
}

/* Of what runs within an execution. */
static const char *order_of(const hr_trace_cursor *self, const hr_trace_event *event)
{
	const running *it;
	uint32_t root = event->node;

	if (event->kind <= HR_TRACE_POP || !hr_trace_has(event->kind, 'x'))
		return "";
	if (!self->trace->orders)
		return self->trace->order ? self->trace->order : "";
	if (!self->running)
		return "";
	while (self->trace->nodes[root].parent != HR_TRACE_NO_NODE)
		root = self->trace->nodes[root].parent;
	it = &self->running[root];
	return it->order && event->execution - it->first < it->count ? it->order : "";
}

/* --- events ------------------------------------------------------------------------------------------ */

static bool next_event(hr_trace_cursor *self, hr_trace_event *event)
{
	if (self->failed)
		return false;
	if (self->loaded && !self->left) {
		if (self->at != self->end)
			return fail(self, "there is more than its events");
		self->block++;
		self->loaded = false;
	}
	if (!self->loaded && (self->block >= self->trace->block_count || !load(self)))
		return false;
	if (self->has_second) {
		*event = self->second;
		self->has_second = false;
	} else {
		*event = (hr_trace_event){.kind = HR_TRACE_KINDS, .by = "", .word = "", .text = "", .order = ""};
		if (!take_event(self, event))
			return false;
	}
	self->left--;
	self->number++;
	if (event->kind == HR_TRACE_ORDER)
		note_order(self, event);
	event->order = order_of(self, event);
	return true;
}

bool hr_trace_next(hr_trace_cursor *self, hr_trace_event *event)
{
	bool more = true;

	if (!trace_is_part(self->trace)) {
		more = next_event(self, event);
		self->given = self->number;
		return more;
	}
	while (more) {
		if (trace_part_waiting(&self->part, self->trace, false, event, &self->given))
			return true;
		more = next_event(self, event);
		self->given = self->number;
		if (more && trace_part_takes(&self->part, self->trace, event, self->number))
			return true;
	}
	return trace_part_waiting(&self->part, self->trace, true, event, &self->given);
}
