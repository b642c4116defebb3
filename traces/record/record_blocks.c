/* traces/record/record_blocks.c -- encode events in the blocks of a file.
 *
 * Ticks of the processor are converted to nanoseconds by two readings of both clocks: at the end of
 * the previous block and at the end of this one.
 *
 * Owns:      the state of the block that is being filled, but not its bytes. */
#include "traces/record/record_blocks.h"

#include "src/base/alloc.h"

enum { MOST_TICKS = 4000, MOST_TRIES = 10 };

static const char *const fields_of[HR_TRACE_KINDS] = {
#define X(name, word, fields) fields,
	HR_TRACE_EVENTS(X)
#undef X
};

/* --- time ------------------------------------------------------------------------------------- */

static void look_at_clocks(record_blocks *self)
{
	uint64_t tick, ns;
	unsigned tries = 0;

	if (!self->wall)
		return;
	do { /* until no other process has run in between */
		tick = hr_tick();
		ns = hr_nanoseconds() - self->start;
	} while (hr_tick() - tick > MOST_TICKS && ++tries < MOST_TRIES);
	if (tick <= self->after_tick)
		return;
	self->before_tick = self->after_tick;
	self->before_ns = self->after_ns;
	self->after_tick = tick;
	self->after_ns = ns;
}

static uint64_t ns_at(const record_blocks *self, uint64_t tick)
{
	uint64_t ticks = self->after_tick - self->before_tick,
		 ns = self->after_ns - self->before_ns;

	if (!self->wall || tick <= self->before_tick || !ticks)
		return self->before_ns;
	return self->before_ns +
	       (uint64_t)((unsigned __int128)(tick - self->before_tick) * ns / ticks);
}

/* --- numbers ---------------------------------------------------------------------------------- */

uint8_t *put_large(uint8_t *at, uint64_t value)
{
	while (value >= 0x80) {
		*at++ = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	*at++ = (uint8_t)value;
	return at;
}

uint8_t *put_4_large(uint8_t *at, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	return put(put(put(put(at, a), b), c), d);
}

static inline uint8_t *put_first(record_blocks *self, uint8_t *at, const record_entry *entry)
{
	at = put_signed(at, entry->first - self->first[entry->kind]);
	self->first[entry->kind] = entry->first;
	return at;
}

static uint8_t *put_numbers(record_blocks *self, uint8_t *at, const record_entry *entry)
{
	for (const char *field = fields_of[entry->kind];; field++)
		switch (*field) {
		case 'n':
			if (field[1] == 'x')
				at = put_execution(self, at, entry);
			else
				at = put(at, entry->node);
			break;
		case 'x': break;
		case 'p': at = put(at, entry->parent); break;
		case 'f': at = put_first(self, at, entry); break;
		case 'c': at = put(at, entry->count); break;
		default: return at;
		}
}

static inline uint8_t *put_bytes(uint8_t *at, const uint8_t *bytes, size_t count)
{
	if (count)
		memcpy(at, bytes, count);
	return at + count;
}

_Static_assert(HR_TRACE_BLOCK_BYTES + 2 * RECORD_TAIL + HR_TRACE_MOST_KEPT <= HR_TRACE_MOST_BLOCK,
	       "a block that has not ended has room for any event");

/* --- blocks ----------------------------------------------------------------------------------- */

/* Begin a block, with the moment of the last event of the previous one. */
static void begin_block(record_blocks *self)
{
	self->begin_tick = self->last.tick;
	self->execution = self->last.thread = 0;
	memset(self->first, 0, sizeof(self->first));
	self->block = (hr_trace_block){
		.mark = HR_TRACE_BLOCK_MARK,
		.first = self->block.first + self->block.events,
		.ns = self->block.end_ns,
		.operations = self->last.operations,
		.end_operations = self->last.operations,
	};
}

void record_blocks_end(record_blocks *self)
{
	if (!self->block.events)
		return;
	look_at_clocks(self);
	self->block.end_ns = ns_at(self, self->last.tick);
	self->block.ticks = self->last.tick - self->begin_tick;
	self->block.end_operations = self->last.operations;
	self->events = record_queue_put(self->queue, self->events, &self->block);
	begin_block(self);
}

static void append(record_blocks *self, const record_entry *entry)
{
	uint8_t *at = put_head(self, record_blocks_room(self), entry->kind, &entry->at);

	at = put_bytes(put_numbers(self, at, entry), entry->tail, entry->tail_bytes);
	record_blocks_written(self, at, 1);
}

/* --- pairs ------------------------------------------------------------------------------------ */

static unsigned pair_code(unsigned kind)
{
	switch (kind) {
	case HR_TRACE_BEGIN_GRID: return HR_TRACE_GRID;
	case HR_TRACE_BEGIN_BATCH: return HR_TRACE_BATCH;
	case HR_TRACE_BEGIN_UNIT: return HR_TRACE_UNIT;
	}
	return 0;
}

static void begin_pair(record_blocks *self, unsigned pair, const record_entry *entry)
{
	self->pair = pair;
	self->begun = *entry;
	if (!entry->tail_bytes)
		return;
	memcpy(self->begun_tail, entry->tail, entry->tail_bytes);
	self->begun.tail = self->begun_tail;
}

/* Return true if ENTRY is the end of the pending begin event. */
static bool ends_begun(const record_blocks *self, const record_entry *entry)
{
	const record_entry *it = &self->begun;

	return entry->kind == it->kind + 1 && entry->at.thread == it->at.thread &&
	       entry->node == it->node && entry->execution == it->execution &&
	       entry->parent == it->parent && entry->first == it->first &&
	       entry->count == it->count && entry->by == it->by &&
	       memcmp(entry->tail, it->tail, it->by) == 0;
}

static void end_begun(record_blocks *self, const record_entry *entry)
{
	const record_entry *it = &self->begun;
	uint8_t *at = put_head(self, record_blocks_room(self), self->pair, &it->at);

	at = put_bytes(put_numbers(self, at, it), it->tail, it->tail_bytes);
	at = put_second(self, at, &entry->at);
	at = put_bytes(at, entry->tail + entry->by, entry->tail_bytes - entry->by);
	self->first[entry->kind] = entry->first;
	self->pair = 0;
	record_blocks_written(self, at, 2);
}

void record_blocks_flush_begun(record_blocks *self)
{
	if (!self->pair)
		return;
	self->pair = 0;
	append(self, &self->begun);
}

/* --- entries ---------------------------------------------------------------------------------- */

void record_blocks_add(record_blocks *self, const record_entry *entry)
{
	unsigned pair = pair_code(entry->kind);

	if (self->pair && self->pair != HR_TRACE_GRID && ends_begun(self, entry)) {
		end_begun(self, entry);
		return;
	}
	record_blocks_flush_begun(self);
	if (pair)
		begin_pair(self, pair, entry);
	else
		append(self, entry);
}

void record_blocks_flush(record_blocks *self)
{
	record_blocks_flush_begun(self);
	record_blocks_end(self);
}

void record_blocks_large_flow(record_blocks *self, const record_moment *moment, unsigned kind,
			      uint32_t node, uint64_t execution, uint64_t count)
{
	bool enters = kind == HR_TRACE_PUSH;
	uint8_t *at;

	if (self->pair)
		record_blocks_flush_begun(self);
	at = put_head(self, record_blocks_room(self), enters ? (unsigned)HR_TRACE_ENTER : kind,
		      moment);
	if (kind == HR_TRACE_END_EXECUTION)
		/* 0 takes a byte */
		at = put_4(at, node, since_execution(self, execution), 0, 0) - 2;
	else
		at = put_4(at, node, since_execution(self, execution), count, 0) - 1;
	if (enters) { /* at the same time */
		memset(at, 0, 2);
		at += 1 + self->wall;
	}
	record_blocks_written(self, at, 1 + enters);
}

/* --- life ------------------------------------------------------------------------------------- */

record_blocks *record_blocks_new(record_queue *queue, bool wall)
{
	record_blocks *self = hr_alloc_zero(sizeof(*self));

	self->queue = queue;
	self->wall = wall;
	self->events = record_queue_room(queue);
	if (wall) {
		self->start = hr_nanoseconds();
		self->before_tick = self->after_tick = self->last.tick = hr_tick();
	}
	begin_block(self);
	return self;
}

void record_blocks_free(record_blocks *self)
{
	hr_free(self);
}
