/* traces/export/trace_slices.c -- slices into columns, columns into chunks, chunks into base64.
 *
 * Invariant: a lane's groups cover all of its slices, also those whose chunk was dropped.
 * Owns:      lanes, their columns and chunks.
 * Not here:  which slices there are (trace_html_events.c). */
#include "traces/export/trace_slices.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "src/diag/diag.h"

typedef HR_VEC(uint8_t) bytes;

typedef struct slice_group {
	uint64_t begin, end, busy, waited, most, execution, number;
} slice_group;

typedef struct slice_chunk {
	uint8_t *packed; /* owns; NULL if dropped */
	uint32_t size, slices;
	uint64_t begin, end;
} slice_chunk;

struct trace_lane {
	trace_lanes *lanes;
	bytes columns[TRACE_COLUMNS]; /* of the chunk that is being filled */
	trace_slice last;
	uint32_t filled; /* number of its slices */
	uint64_t begin;  /* begin of that chunk */
	HR_VEC(slice_group) groups;
	HR_VEC(slice_chunk) chunks;
	uint64_t slices;
};

struct trace_lanes {
	HR_VEC(trace_lane *) lanes;
	size_t budget, kept; /* bytes of chunks */
	uint64_t forgotten;  /* number of slices */
	bytes plain, index;
	z_stream packer;
};

/* --- numbers ---------------------------------------------------------------------------------- */

static void put(bytes *to, uint64_t value)
{
	HR_RESERVE(to, 10);
	while (value >= 0x80) {
		to->data[to->count++] = (uint8_t)(value | 0x80);
		value >>= 7;
	}
	to->data[to->count++] = (uint8_t)value;
}

static void put_signed(bytes *to, uint64_t value)
{
	put(to, value << 1 ^ (0 - (value >> 63)));
}

static void put_bytes(bytes *to, const uint8_t *from, size_t count)
{
	if (!count)
		return;
	HR_RESERVE(to, count);
	memcpy(to->data + to->count, from, count);
	to->count += count;
}

/* --- chunks ----------------------------------------------------------------------------------- */

trace_lanes *trace_lanes_new(size_t budget)
{
	trace_lanes *self = hr_alloc_zero(sizeof(*self));

	self->budget = budget;
	if (deflateInit(&self->packer, 6) != Z_OK)
		hr_bug("deflateInit");
	return self;
}

void trace_lanes_free(trace_lanes *self)
{
	for (size_t i = 0; i < self->lanes.count; i++) {
		trace_lane *lane = self->lanes.data[i];

		for (size_t c = 0; c < lane->chunks.count; c++)
			hr_free(lane->chunks.data[c].packed);
		for (unsigned c = 0; c < TRACE_COLUMNS; c++)
			HR_VEC_FREE(&lane->columns[c]);
		HR_VEC_FREE(&lane->chunks);
		HR_VEC_FREE(&lane->groups);
		hr_free(lane);
	}
	HR_VEC_FREE(&self->lanes);
	HR_VEC_FREE(&self->plain);
	HR_VEC_FREE(&self->index);
	deflateEnd(&self->packer);
	hr_free(self);
}

trace_lane *trace_lane_new(trace_lanes *lanes)
{
	trace_lane *self = hr_alloc_zero(sizeof(*self));

	self->lanes = lanes;
	HR_PUSH(&lanes->lanes, self);
	return self;
}

/* Pack lanes->plain. Return the packed data, which the caller owns. */
static uint8_t *pack(trace_lanes *self, uint32_t *size)
{
	uLong most = deflateBound(&self->packer, self->plain.count);
	uint8_t *packed = hr_alloc(most);

	deflateReset(&self->packer);
	self->packer.next_in = self->plain.data;
	self->packer.avail_in = (uInt)self->plain.count;
	self->packer.next_out = packed;
	self->packer.avail_out = (uInt)most;
	if (deflate(&self->packer, Z_FINISH) != Z_STREAM_END)
		hr_bug("deflate");
	*size = (uint32_t)(most - self->packer.avail_out);
	return hr_resize(packed, *size);
}

static int by_density(const void *a, const void *b)
{
	const slice_chunk *x = *(slice_chunk *const *)a, *y = *(slice_chunk *const *)b;
	double left = (double)x->slices / (double)(x->end - x->begin + 1);
	double right = (double)y->slices / (double)(y->end - y->begin + 1);

	return (left < right) - (left > right);
}

/* Drop a sixteenth of the budget, first the chunks that become visible last when the user zooms
 * in. */
static void forget(trace_lanes *self)
{
	HR_VEC(slice_chunk *) kept = {0};

	for (size_t i = 0; i < self->lanes.count; i++)
		for (size_t c = 0; c < self->lanes.data[i]->chunks.count; c++)
			if (self->lanes.data[i]->chunks.data[c].packed)
				HR_PUSH(&kept, &self->lanes.data[i]->chunks.data[c]);
	if (kept.count)
		qsort(kept.data, kept.count, sizeof(*kept.data), by_density);
	for (size_t i = 0; i < kept.count && self->kept > self->budget - self->budget / 16; i++) {
		self->kept -= kept.data[i]->size;
		self->forgotten += kept.data[i]->slices;
		hr_free(kept.data[i]->packed);
		kept.data[i]->packed = NULL;
		kept.data[i]->size = 0;
	}
	HR_VEC_FREE(&kept);
}

static void end_chunk(trace_lane *self)
{
	trace_lanes *lanes = self->lanes;
	slice_chunk it = {.slices = self->filled, .begin = self->begin, .end = self->last.end};

	if (!self->filled)
		return;
	lanes->plain.count = 0;
	for (unsigned c = 0; c < TRACE_COLUMNS; c++)
		put(&lanes->plain, self->columns[c].count);
	for (unsigned c = 0; c < TRACE_COLUMNS; c++) {
		put_bytes(&lanes->plain, self->columns[c].data, self->columns[c].count);
		self->columns[c].count = 0;
	}
	it.packed = pack(lanes, &it.size);
	lanes->kept += it.size;
	HR_PUSH(&self->chunks, it);
	self->filled = 0;
	if (lanes->kept > lanes->budget)
		forget(lanes);
}

/* --- slices ----------------------------------------------------------------------------------- */

static void summarise(trace_lane *self, const trace_slice *slice)
{
	slice_group *last;

	if (self->filled % TRACE_GROUP == 0)
		HR_PUSH(&self->groups, (slice_group){.begin = slice->begin,
						     .execution = slice->execution,
						     .number = slice->number});
	last = &HR_LAST(&self->groups);
	last->end = slice->end;
	last->busy += slice->end - slice->begin;
	last->waited += slice->begin - slice->ready;
	last->most = slice->count > last->most ? slice->count : last->most;
}

static void put_arrival(trace_lane *self, const trace_slice *slice, const trace_arrival *arrival)
{
	bytes *columns = self->columns;

	put(&columns[TRACE_A_EDGE], arrival->edge);
	put_signed(&columns[TRACE_A_NUMBER], arrival->number - slice->number);
	put(&columns[TRACE_A_LEFT], arrival->left ? slice->begin - arrival->left + 2 : 0);
	put(&columns[TRACE_A_COUNT], arrival->count);
	put(&columns[TRACE_A_BYTES], arrival->bytes);
	put(&columns[TRACE_A_KIND], arrival->kind);
	switch (arrival->kind) {
	case HR_TRACE_BYTES:
		put(&columns[TRACE_A_KIND], arrival->value_bytes);
		put_bytes(&columns[TRACE_A_VALUE], arrival->value, arrival->value_bytes);
		break;
	case HR_TRACE_OBJECT:
		put(&columns[TRACE_A_VALUE], arrival->object);
		put(&columns[TRACE_A_VALUE], arrival->offset);
		break;
	case HR_TRACE_BUFFER:
		put(&columns[TRACE_A_VALUE], arrival->object);
		put(&columns[TRACE_A_VALUE], arrival->offset);
		put(&columns[TRACE_A_VALUE], arrival->buffer_bytes);
		put(&columns[TRACE_A_VALUE], arrival->hash >> 32);
		put(&columns[TRACE_A_VALUE], arrival->hash & UINT32_MAX);
		put(&columns[TRACE_A_VALUE], arrival->value_bytes);
		put_bytes(&columns[TRACE_A_VALUE], arrival->value, arrival->value_bytes);
		break;
	case HR_TRACE_POINTER: put(&columns[TRACE_A_VALUE], arrival->null); break;
	default: break;
	}
}

/* Return the time since the end of the last source. */
static uint64_t since_sources(const trace_slice *slice, const trace_arrivals *arrivals)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; arrivals && i < arrivals->count; i++) {
		uint64_t left = arrivals->data[i].left;

		if (left && slice->begin + 1 - left < least)
			least = slice->begin + 1 - left;
	}
	return least == UINT64_MAX ? 0 : least;
}

static void put_slice(trace_lane *self, const trace_slice *slice, const trace_arrivals *arrivals)
{
	uint64_t waited = slice->begin - slice->ready;
	bytes *columns = self->columns;
	const trace_slice *last = &self->last;

	put(&columns[TRACE_C_BEGIN], slice->begin - last->end);
	put(&columns[TRACE_C_LENGTH], slice->end - slice->begin);
	put(&columns[TRACE_C_WAITED], waited == since_sources(slice, arrivals) ? 0 : waited + 1);
	put_signed(&columns[TRACE_C_NUMBER], slice->number - last->number);
	put(&columns[TRACE_C_EVENTS], slice->last ? slice->last - slice->number : 0);
	put_signed(&columns[TRACE_C_EXECUTION], slice->execution - last->execution);
	put_signed(&columns[TRACE_C_PARENT], slice->parent - last->parent);
	put_signed(&columns[TRACE_C_FIRST], slice->first - last->first);
	put_signed(&columns[TRACE_C_COUNT], slice->count - last->count);
	put(&columns[TRACE_C_OPERATIONS], slice->operations);
	put(&columns[TRACE_C_THREAD], slice->thread);
	put(&columns[TRACE_C_TEXT], slice->text);
	put(&columns[TRACE_C_CHAIN], slice->chain);
}

void trace_lane_add(trace_lane *self, const trace_slice *slice, const trace_arrivals *arrivals)
{
	size_t count = arrivals ? arrivals->count : 0;

	if (!self->filled) {
		self->last = (trace_slice){.begin = slice->begin, .end = slice->begin};
		self->begin = slice->begin;
	}
	summarise(self, slice);
	put_slice(self, slice, arrivals);
	put(&self->columns[TRACE_C_ARRIVALS], count);
	for (size_t i = 0; i < count; i++)
		put_arrival(self, slice, &arrivals->data[i]);
	self->last = *slice;
	self->slices++;
	if (++self->filled == TRACE_CHUNK)
		end_chunk(self);
}

uint64_t trace_lane_slices(const trace_lane *lane)
{
	return lane->slices;
}

size_t trace_lane_chunks(const trace_lane *lane)
{
	return lane->chunks.count;
}

uint64_t trace_lanes_forgotten(const trace_lanes *lanes)
{
	return lanes->forgotten;
}

/* --- the page's data -------------------------------------------------------------------------- */

static void put_groups(bytes *to, const trace_lane *lane)
{
	const slice_group *at = lane->groups.data;
	slice_group last = {0};

	for (size_t c = 0; c < lane->chunks.count; c++) {
		const slice_chunk *it = &lane->chunks.data[c];

		put(to, it->size);
		put(to, it->slices);
		for (uint32_t i = 0; i < it->slices; i += TRACE_GROUP, at++) {
			put(to, at->begin - last.begin);
			put(to, at->end - at->begin);
			put(to, at->busy);
			put(to, at->waited);
			put(to, at->most);
			put_signed(to, at->execution - last.execution);
			put_signed(to, at->number - last.number);
			last = *at;
		}
	}
}

size_t trace_lanes_finish(trace_lanes *self)
{
	uint32_t size;
	uint8_t *packed;

	for (size_t i = 0; i < self->lanes.count; i++)
		end_chunk(self->lanes.data[i]);
	self->plain.count = 0;
	for (size_t i = 0; i < self->lanes.count; i++)
		put_groups(&self->plain, self->lanes.data[i]);
	packed = pack(self, &size);
	put_bytes(&self->index, packed, size);
	hr_free(packed);
	return size;
}

static void print_base64(const uint8_t *from, size_t size, FILE *stream)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char line[4 * 1024];
	size_t used = 0;

	for (size_t i = 0; i < size; i += 3) {
		uint32_t three = (uint32_t)from[i] << 16;

		three |= i + 1 < size ? (uint32_t)from[i + 1] << 8 : 0;
		three |= i + 2 < size ? from[i + 2] : 0;
		for (unsigned shift = 24; shift > 0; shift -= 6)
			line[used++] = digits[three >> (shift - 6) & 63];
		if (used == sizeof(line)) {
			fwrite(line, 1, used, stream);
			used = 0;
		}
	}
	fwrite(line, 1, used, stream);
}

void trace_lanes_print(const trace_lanes *self, FILE *stream)
{
	print_base64(self->index.data, self->index.count, stream);
	for (size_t i = 0; i < self->lanes.count; i++)
		for (size_t c = 0; c < self->lanes.data[i]->chunks.count; c++) {
			const slice_chunk *it = &self->lanes.data[i]->chunks.data[c];

			if (it->packed)
				print_base64(it->packed, it->size, stream);
		}
}
