/* traces/record.c -- events into blocks, and blocks into the file.
 *
 * One block is filled at a time, under a lock, by whichever thread tells something, which also packs and
 * writes it when it is full. So a recorder takes the same memory however long the run is, and a
 * run that dies leaves all whole blocks.
 *
 * Pointers would differ from run to run, and are told as an object that the tracker knows and where in it.
 *
 * Owns: the file, the block, the numbers of threads and objects. */
#include "record.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#include "trace_format.h"
#include "memory.h"
#include "record_head.h"

enum {
	LEVEL = 1,             /* of zstd: the fastest that is of use */
	MOST_TEXT = 1024,      /* bytes of a text; the rest is left out */
	ROOM = 1 << 16,        /* bytes that no event exceeds */
	NO_THREAD = 0,
};

/* What an event's numbers are told relative to; a block begins with all 0. */
typedef struct last {
	uint64_t execution, first[HR_TRACE_KINDS];
} last;

struct hr_recorder {
	hr_events events;
	const hr_record_plan *plan;
	hr_run *run;
	pthread_mutex_t lock;
	FILE *file;
	int error;             /* errno of the first write that failed; nothing is written after it */
	bool closed;
	hr_map bases;          /* by root: number of its node; owns */
	const hr_node *root;   /* that was asked for last, and its number */
	uint64_t base;
	hr_map threads, done;  /* by thread: its number, and operations it had done; owns */
	const void *thread;    /* that told something last, */
	uint64_t thread_number, thread_done;
	hr_map objects;        /* by address: number, from 1; owns */
	uint64_t object_count;
	uint64_t start, operations; /* of the clock; operations until the last event */
	uint64_t begin_tick, tick;  /* of the block, and of the last event */
	last last;
	hr_trace_block block;
	uint8_t *bytes, *packed; /* owns */
	size_t packed_room;
	ZSTD_CCtx *packer;     /* owns */
	HR_VEC(hr_trace_index) index;
};

/* --- the file ------------------------------------------------------------------------------------- */

static void put_bytes(hr_recorder *self, const void *bytes, size_t count)
{
	if (self->error || fwrite(bytes, 1, count, self->file) == count)
		return;
	self->error = errno ? errno : EIO;
}

static uint64_t now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

/* Costs a tenth of now() where the processor counts at a constant rate, as all of x86-64 do. */
static uint64_t tick(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return now();
#endif
}

static void begin_block(hr_recorder *self)
{
	uint64_t first = self->block.first + self->block.events;
	bool wall = self->plan->clock == HR_TRACE_WALL;

	self->tick = self->begin_tick = wall ? tick() : 0;
	self->block = (hr_trace_block){
		.mark = HR_TRACE_BLOCK_MARK,
		.first = first,
		.ns = wall ? now() - self->start : 0,
		.operations = self->operations,
		.end_operations = self->operations,
	};
	memset(&self->last, 0, sizeof(self->last));
}

static void end_block(hr_recorder *self)
{
	hr_trace_index entry;
	size_t packed;

	if (!self->block.events || self->error)
		return;
	packed = ZSTD_compress2(self->packer, self->packed, self->packed_room, self->bytes, self->block.bytes);
	if (ZSTD_isError(packed)) {
		self->error = ENOMEM;
		return;
	}
	self->block.packed = (uint32_t)packed;
	if (self->plan->clock == HR_TRACE_WALL) {
		uint64_t at = tick();

		self->block.ticks = (at > self->tick ? at : self->tick) - self->begin_tick;
		self->block.end_ns = now() - self->start;
	}
	self->block.end_operations = self->operations;
	entry = (hr_trace_index){(uint64_t)ftello(self->file), self->block};
	put_bytes(self, &self->block, sizeof(self->block));
	put_bytes(self, self->packed, packed);
	if (fflush(self->file) != 0 && !self->error)
		self->error = errno;
	HR_PUSH(&self->index, entry);
	begin_block(self);
}

static void write_index(hr_recorder *self)
{
	hr_trace_block block = {
		.mark = HR_TRACE_INDEX_MARK,
		.bytes = (uint32_t)(self->index.count * sizeof(hr_trace_index)),
		.packed = (uint32_t)(self->index.count * sizeof(hr_trace_index)),
		.first = self->block.first,
	};
	uint64_t offset = (uint64_t)ftello(self->file);

	put_bytes(self, &block, sizeof(block));
	put_bytes(self, self->index.data, block.bytes);
	put_bytes(self, &offset, sizeof(offset));
	put_bytes(self, HR_TRACE_END_MAGIC, HR_TRACE_MAGIC_BYTES);
}

/* --- numbers -------------------------------------------------------------------------------------- */

static uint8_t *put(uint8_t *at, uint64_t value)
{
	while (value >= 0x80) {
		*at++ = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	*at++ = (uint8_t)value;
	return at;
}

static uint8_t *put_signed(uint8_t *at, uint64_t value)
{
	return put(at, value << 1 ^ (uint64_t)((int64_t)value >> 63));
}

static uint8_t *put_text(uint8_t *at, const char *text)
{
	size_t length = text ? strlen(text) : 0;

	length = length < MOST_TEXT ? length : MOST_TEXT;
	at = put(at, length);
	if (length)
		memcpy(at, text, length);
	at[length] = 0;
	return at + length + 1;
}

static uint8_t *put_details(uint8_t *at, const hr_event_more *more)
{
	unsigned count = more->count < HR_TRACE_MOST_DETAILS ? more->count : HR_TRACE_MOST_DETAILS;

	at = put(at, count);
	for (unsigned i = 0; i < count; i++) {
		at = put_text(at, more->details[i].key);
		at = put_text(at, more->details[i].value);
	}
	return at;
}

/* --- what events name ----------------------------------------------------------------------------- */

static uint64_t node_number(hr_recorder *self, const hr_node *node)
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

static uint64_t number_of(hr_map *map, const void *key)
{
	uint64_t number = map->count;

	if (!hr_map_get(map, hr_map_key(key), &number))
		hr_map_put(map, hr_map_key(key), number);
	return number < HR_TRACE_MOST_THREADS - 2 ? number : HR_TRACE_MOST_THREADS - 2;
}

/* Advances the clock by what THREAD has done since it last told something. */
static void count_operations(hr_recorder *self, const void *thread, uint64_t operations)
{
	if (thread != self->thread) {
		if (self->thread)
			hr_map_put(&self->done, hr_map_key(self->thread), self->thread_done);
		self->thread = thread;
		self->thread_done = 0;
		self->thread_number = thread ? number_of(&self->threads, thread) + 1 : NO_THREAD;
		if (thread)
			hr_map_get(&self->done, hr_map_key(thread), &self->thread_done);
	}
	if (thread && operations > self->thread_done) {
		self->operations += operations - self->thread_done;
		self->thread_done = operations;
	}
}

static uint64_t parent_index(const hr_level *parent)
{
	if (!parent)
		return 0;
	return (uint64_t)((parent->id[0] * parent->extent[1] + parent->id[1]) * parent->extent[2] +
			  parent->id[2]) + 1;
}

static uint8_t *put_pointer(const hr_recorder *self, uint8_t *at, const uint8_t *value)
{
	void *address, *base;
	uint64_t object;
	size_t bytes;

	memcpy(&address, value, sizeof(address));
	if (!address || !hr_tracked(self->run->tracker, address, &base, &bytes) ||
	    !hr_map_get(&self->objects, hr_map_key(base), &object)) {
		*at++ = HR_TRACE_POINTER;
		*at++ = address == NULL;
		return at;
	}
	*at++ = HR_TRACE_OBJECT;
	at = put(at, object);
	return put(at, (uint64_t)((uint8_t *)address - (uint8_t *)base));
}

static uint8_t *put_value(const hr_recorder *self, uint8_t *at, const hr_event *event)
{
	const hr_type *type = event->node->inputs[event->port].type;
	uint64_t bytes = event->bytes < HR_TRACE_MOST_VALUE ? event->bytes : HR_TRACE_MOST_VALUE;

	if (!event->value) {
		*at++ = HR_TRACE_NO_VALUE;
		return at;
	}
	if (type->kind == HR_T_PTR)
		return put_pointer(self, at, event->value);
	*at++ = HR_TRACE_BYTES;
	at = put(at, bytes);
	memcpy(at, event->value, bytes);
	return at + bytes;
}

/* --- events --------------------------------------------------------------------------------------- */

static const uint8_t kind_of[HR_EVENT_KINDS] = {
	[HR_EVENT_BEGIN_EXECUTION] = HR_TRACE_BEGIN_EXECUTION,
	[HR_EVENT_END_EXECUTION] = HR_TRACE_END_EXECUTION,
	[HR_EVENT_PUSH] = HR_TRACE_PUSH,
	[HR_EVENT_POP] = HR_TRACE_POP,
	[HR_EVENT_BEGIN_GRID] = HR_TRACE_BEGIN_GRID,
	[HR_EVENT_END_GRID] = HR_TRACE_END_GRID,
	[HR_EVENT_EDGE] = HR_TRACE_EDGE,
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
};

static const char *const fields_of[HR_TRACE_KINDS] = {
#define X(name, word, fields) fields,
	HR_TRACE_EVENTS(X)
#undef X
};

/* The object at an address; it is a new one at TRACK. */
static uint64_t object_of(hr_recorder *self, const hr_event *event)
{
	uint64_t number = 0;

	if (event->kind == HR_EVENT_TRACK) {
		number = ++self->object_count;
		hr_map_put(&self->objects, hr_map_key(event->value), number);
	} else {
		void *base = (void *)(uintptr_t)event->value;
		size_t bytes;

		if (event->kind == HR_EVENT_REQUEST || event->kind == HR_EVENT_COPY)
			hr_tracked(self->run->tracker, event->value, &base, &bytes);
		hr_map_get(&self->objects, hr_map_key(base), &number);
	}
	return number;
}

static uint64_t offset_in_object(const hr_recorder *self, const hr_event *event)
{
	void *base;
	size_t bytes;

	if (!hr_tracked(self->run->tracker, event->value, &base, &bytes))
		return 0;
	return (uint64_t)((const uint8_t *)event->value - (const uint8_t *)base);
}

static uint8_t *put_field(hr_recorder *self, uint8_t *at, char field, hr_trace_kind kind,
			  const hr_event *event, uint64_t object)
{
	static const hr_event_more none;
	const hr_event_more *more = event->more ? event->more : &none;

	switch (field) {
	case 'n':
		return put(at, node_number(self, event->node));
	case 'x':
		at = put_signed(at, event->execution - self->last.execution);
		self->last.execution = event->execution;
		return at;
	case 'p':
		return put(at, parent_index(event->parent));
	case 'f':
		if (kind == HR_TRACE_REQUEST || kind == HR_TRACE_COPY)
			return put(at, offset_in_object(self, event));
		at = put_signed(at, event->first - self->last.first[kind]);
		self->last.first[kind] = event->first;
		return at;
	case 'c':
		return put(at, event->count);
	case 'e':
		return put(at, node_number(self, event->from));
	case 'o':
		return put(put(at, event->from_port), event->port);
	case 'b':
		return put(at, event->bytes);
	case 'v':
		return put_value(self, at, event);
	case 'j':
		return put(at, object);
	case 's':
		return put_text(at, more->text);
	case 'y':
		return put_text(at, event->by);
	case 'w':
		return put_text(at, more->word);
	case 'd':
		return put(at, self->plan->clock == HR_TRACE_WALL ? more->nanoseconds : 0);
	case 'k':
		return put_details(at, more);
	}
	hr_bug("field '%c' of an event", field);
}

/* The lock is held. */
static void append(hr_recorder *self, hr_trace_kind kind, const hr_event *event, uint64_t object)
{
	uint8_t *begin = self->bytes + self->block.bytes, *at = begin;

	*at++ = (uint8_t)kind;
	at = put(at, self->thread_number);
	if (self->plan->clock == HR_TRACE_WALL) {
		uint64_t then = tick(); /* which another processor may have begun to count later */

		at = put(at, then > self->tick ? then - self->tick : 0);
		self->tick = then > self->tick ? then : self->tick;
	}
	at = put(at, self->operations - self->block.end_operations);
	self->block.end_operations = self->operations;
	for (const char *field = fields_of[kind]; *field; field++)
		at = put_field(self, at, *field, kind, event, object);
	self->block.bytes += (uint32_t)(at - begin);
	self->block.events++;
	if (self->block.bytes > HR_TRACE_BLOCK_BYTES)
		end_block(self);
}

static bool names_object(hr_event_kind kind)
{
	return kind >= HR_EVENT_TRACK && kind <= HR_EVENT_MOVE;
}

static bool has_execution(hr_event_kind kind)
{
	return kind < HR_EVENT_TRACK || kind == HR_EVENT_BEGIN_UNIT || kind == HR_EVENT_END_UNIT ||
	       kind == HR_EVENT_DIFFERENCE;
}

static bool is_wanted(const hr_recorder *self, const hr_event *event)
{
	const hr_record_plan *plan = self->plan;

	if (names_object(event->kind))
		return plan->levels & HR_EVENTS_MEMORY;
	if (has_execution(event->kind) &&
	    (event->execution < plan->first || event->execution > plan->last))
		return false;
	return !plan->node || event->kind < HR_EVENT_BEGIN_GRID || !event->node ||
	       strncmp(event->node->path, plan->node, strlen(plan->node)) == 0;
}

static void note(void *data, const void *thread, const hr_event *event)
{
	hr_recorder *self = data;
	uint64_t object = 0;

	pthread_mutex_lock(&self->lock);
	if (!self->closed && !self->error) {
		count_operations(self, thread, event->operations);
		if (names_object(event->kind))
			object = object_of(self, event);
		if (is_wanted(self, event))
			append(self, (hr_trace_kind)kind_of[event->kind], event, object);
		if (event->kind == HR_EVENT_UNTRACK)
			hr_map_remove(&self->objects, hr_map_key(event->value));
	}
	pthread_mutex_unlock(&self->lock);
}

/* --- life ----------------------------------------------------------------------------------------- */

static void write_head(hr_recorder *self, const hr_program *program)
{
	uint32_t numbers[2] = {HR_TRACE_VERSION, 0};
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);

	if (!stream) {
		self->error = errno;
		return;
	}
	hr_record_head(program, self->plan, stream);
	fclose(stream);
	numbers[1] = (uint32_t)bytes;
	put_bytes(self, HR_TRACE_MAGIC, HR_TRACE_MAGIC_BYTES);
	put_bytes(self, numbers, sizeof(numbers));
	put_bytes(self, text, bytes);
	free(text);
	if (fflush(self->file) != 0 && !self->error)
		self->error = errno;
}

void hr_record_free(hr_recorder *self)
{
	if (!self)
		return;
	hr_map_free(&self->bases);
	hr_map_free(&self->threads);
	hr_map_free(&self->done);
	hr_map_free(&self->objects);
	HR_VEC_FREE(&self->index);
	hr_free(self->bytes);
	hr_free(self->packed);
	ZSTD_freeCCtx(self->packer);
	pthread_mutex_destroy(&self->lock);
	hr_free(self);
}

int hr_record_new(const hr_program *program, const hr_record_plan *plan, hr_recorder **recorder)
{
	hr_recorder *self = hr_alloc_zero(sizeof(*self));
	uint64_t base = 0;
	int error;

	pthread_mutex_init(&self->lock, NULL);
	self->plan = plan;
	self->events = (hr_events){self, plan->levels, note};
	self->file = fopen(plan->path, "wbe");
	self->error = self->file ? 0 : errno;
	self->packer = ZSTD_createCCtx();
	if (!self->packer && !self->error)
		self->error = ENOMEM;
	if (!self->error)
		write_head(self, program);
	if (self->error) {
		error = self->error;
		if (self->file)
			fclose(self->file);
		hr_record_free(self);
		return error;
	}
	for (uint32_t g = 0; g < program->graph_count; base += program->graphs[g++]->node_count)
		hr_map_put(&self->bases, hr_map_key(program->graphs[g]->root), base);
	self->bytes = hr_alloc(HR_TRACE_BLOCK_BYTES + ROOM);
	self->packed_room = ZSTD_compressBound(HR_TRACE_BLOCK_BYTES + ROOM);
	self->packed = hr_alloc(self->packed_room);
	ZSTD_CCtx_setParameter(self->packer, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(self->packer, ZSTD_c_checksumFlag, 1);
	self->start = now();
	begin_block(self);
	*recorder = self;
	return 0;
}

const hr_events *hr_record_events(hr_recorder *self, hr_run *run)
{
	self->run = run;
	return &self->events;
}

int hr_record_close(hr_recorder *self)
{
	int error;

	pthread_mutex_lock(&self->lock);
	self->closed = true;
	end_block(self);
	if (!self->error)
		write_index(self);
	if (fclose(self->file) != 0 && !self->error)
		self->error = errno;
	error = self->error;
	pthread_mutex_unlock(&self->lock);
	return error;
}
