/* src/base/spans.c -- a sorted array in blocks, so that little is moved when a record is added.
 *
 * Invariant: no block is empty; bases ascend within blocks and from block to block; `reach` never
 *            decreases.
 * Owns:      the blocks and their records. */
#include "src/base/spans.h"

#include <string.h>

static hr_span *record_at(const hr_spans *self, const hr_span_block *block, size_t index)
{
	return (hr_span *)(void *)(block->records + index * self->record_bytes);
}

/* Return the number of blocks whose first base is at most ADDRESS. */
static size_t blocks_up_to(const hr_spans *self, uint64_t address)
{
	size_t low = 0, high = self->blocks.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (self->blocks.data[middle].first <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Return the number of records in BLOCK whose base is at most ADDRESS. */
static size_t records_up_to(const hr_spans *self, const hr_span_block *block, uint64_t address)
{
	size_t low = 0, high = block->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (record_at(self, block, middle)->base <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void *hr_spans_up_to(const hr_spans *self, uint64_t address)
{
	size_t blocks = blocks_up_to(self, address);
	const hr_span_block *block;

	if (!blocks)
		return NULL;
	block = &self->blocks.data[blocks - 1];
	return record_at(self, block, records_up_to(self, block, address) - 1);
}

void *hr_spans_get(const hr_spans *self, uint64_t base)
{
	hr_span *found = hr_spans_up_to(self, base);

	return found && found->base == base ? found : NULL;
}

void *hr_spans_from(const hr_spans *self, uint64_t address)
{
	size_t blocks = address ? blocks_up_to(self, address - 1) : 0, records;

	if (blocks) {
		const hr_span_block *block = &self->blocks.data[blocks - 1];

		records = records_up_to(self, block, address - 1);
		if (records < block->count)
			return record_at(self, block, records);
	}
	return blocks < self->blocks.count ? record_at(self, &self->blocks.data[blocks], 0) : NULL;
}

void *hr_spans_over(const hr_spans *self, uint64_t address, uint64_t last)
{
	for (size_t b = blocks_up_to(self, address); b > 0; b--) {
		const hr_span_block *block = &self->blocks.data[b - 1];

		if (block->reach <= last)
			return NULL;
		for (size_t i = records_up_to(self, block, address); i > 0; i--)
			if (record_at(self, block, i - 1)->end > last)
				return record_at(self, block, i - 1);
	}
	return NULL;
}

/* A record of the block at AT ends at END. */
static void raise_reach(hr_spans *self, size_t at, uint64_t end)
{
	for (size_t b = at; b < self->blocks.count && self->blocks.data[b].reach < end; b++)
		self->blocks.data[b].reach = end;
}

/* Compute `reach` of the block at AT, which has lost a record, and of later ones until one has not
 * changed. */
static void lower_reach(hr_spans *self, size_t at)
{
	bool changed = true;

	for (size_t b = at; b < self->blocks.count && changed; b++) {
		hr_span_block *block = &self->blocks.data[b];
		uint64_t reach = b ? self->blocks.data[b - 1].reach : 0;

		for (size_t i = 0; i < block->count; i++)
			if (record_at(self, block, i)->end > reach)
				reach = record_at(self, block, i)->end;
		changed = reach != block->reach;
		block->reach = reach;
	}
}

/* Insert an empty block at AT. */
static hr_span_block *insert_block(hr_spans *self, size_t at)
{
	hr_span_block *block;

	HR_RESERVE(&self->blocks, 1);
	block = &self->blocks.data[at];
	memmove(block + 1, block, (self->blocks.count - at) * sizeof(*block));
	self->blocks.count++;
	*block = (hr_span_block){.records = hr_alloc_array(HR_SPAN_BLOCK, self->record_bytes)};
	return block;
}

static void remove_block(hr_spans *self, size_t at)
{
	hr_span_block *block = &self->blocks.data[at];

	hr_free(block->records);
	self->blocks.count--;
	memmove(block, block + 1, (self->blocks.count - at) * sizeof(*block));
}

/* Put a block after that at *AT, which is full, for the records after its first *RECORDS: its second
 * half, or, after the last one, none. */
static void split_block(hr_spans *self, size_t *at, size_t *records)
{
	size_t kept = *records == HR_SPAN_BLOCK ? HR_SPAN_BLOCK : HR_SPAN_BLOCK / 2;
	hr_span_block *after = insert_block(self, *at + 1), *before = after - 1;

	after->count = before->count - kept;
	memcpy(after->records, record_at(self, before, kept), after->count * self->record_bytes);
	after->first = after->count ? record_at(self, after, 0)->base : 0;
	after->reach = before->reach;
	before->count = kept;
	if (after->count)
		lower_reach(self, *at);
	if (*records >= kept) {
		*at += 1;
		*records -= kept;
	}
}

/* Make room for a record after the first *RECORDS of the block at *AT, which is full. Blocks that
 * grow at their end stay full: addresses often ascend. */
static void make_room(hr_spans *self, size_t *at, size_t *records)
{
	/* Addresses that descend to a full block share the next one. */
	if (*records == HR_SPAN_BLOCK && *at + 1 < self->blocks.count &&
	    self->blocks.data[*at + 1].count < HR_SPAN_BLOCK) {
		*at += 1;
		*records = 0;
		return;
	}
	split_block(self, at, records);
}

void *hr_spans_put(hr_spans *self, uint64_t base, uint64_t end, bool *fresh)
{
	hr_span *record = hr_spans_get(self, base);
	size_t at = blocks_up_to(self, base), records = 0;
	hr_span_block *block;

	at -= at > 0;
	*fresh = !record;
	if (!record) {
		if (self->blocks.count)
			records = records_up_to(self, &self->blocks.data[at], base);
		else
			insert_block(self, 0);
		if (self->blocks.data[at].count == HR_SPAN_BLOCK)
			make_room(self, &at, &records);
		block = &self->blocks.data[at];
		record = record_at(self, block, records);
		memmove((uint8_t *)record + self->record_bytes, record,
			(block->count - records) * self->record_bytes);
		memset(record, 0, self->record_bytes);
		record->base = base;
		block->count++;
		block->first = record_at(self, block, 0)->base;
		self->count++;
	}
	if (end < record->end) {
		record->end = end;
		lower_reach(self, at);
	}
	record->end = end;
	raise_reach(self, at, end);
	return record;
}

/* Remove the records from FIRST up to PAST of the block at AT. */
static void cut(hr_spans *self, size_t at, size_t first, size_t past)
{
	hr_span_block *block = &self->blocks.data[at];
	uint64_t most = 0;

	for (size_t i = first; i < past; i++)
		if (record_at(self, block, i)->end > most)
			most = record_at(self, block, i)->end;
	memmove(record_at(self, block, first), record_at(self, block, past),
		(block->count - past) * self->record_bytes);
	block->count -= past - first;
	self->count -= past - first;
	if (most == block->reach)
		lower_reach(self, at);
	if (block->count)
		block->first = record_at(self, block, 0)->base;
	else
		remove_block(self, at);
}

void hr_spans_remove_within(hr_spans *self, uint64_t base, uint64_t end)
{
	for (const hr_span *next; (next = hr_spans_from(self, base)) != NULL && next->base < end;) {
		size_t at = blocks_up_to(self, next->base) - 1;
		const hr_span_block *block = &self->blocks.data[at];

		cut(self, at, records_up_to(self, block, next->base) - 1,
		    records_up_to(self, block, end - 1));
	}
}

void hr_spans_remove(hr_spans *self, uint64_t base)
{
	size_t at = blocks_up_to(self, base), past;

	if (!hr_spans_get(self, base))
		return;
	past = records_up_to(self, &self->blocks.data[at - 1], base);
	cut(self, at - 1, past - 1, past);
}

void hr_spans_free(hr_spans *self)
{
	for (size_t b = 0; b < self->blocks.count; b++)
		hr_free(self->blocks.data[b].records);
	HR_VEC_FREE(&self->blocks);
	self->count = 0;
}
