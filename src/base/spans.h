/* src/base/spans.h -- records about ranges of addresses, in the order of their addresses.
 *
 * A record begins with its hr_span. Bases are distinct; ranges may overlap or nest. Looking up,
 * adding and removing a record takes time that hardly grows with the number of records. Adding or
 * removing a record may move the others.
 *
 * Not here: locks; one number for each object that never moves (interp/check/extents.h). */
#ifndef HR_SPANS_H
#define HR_SPANS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/vec.h"

typedef struct hr_span {
	uint64_t base, end;
} hr_span;

/* Up to HR_SPAN_BLOCK records. */
enum { HR_SPAN_BLOCK = 256 };
typedef struct hr_span_block {
	uint64_t first; /* the smallest base */
	uint64_t reach; /* the greatest end in this block and all earlier ones */
	uint8_t *records;
	size_t count;
} hr_span_block;

/* With all but RECORD_BYTES zero: no records. */
typedef struct hr_spans {
	size_t record_bytes;
	size_t count;
	HR_VEC(hr_span_block) blocks; /* owns */
} hr_spans;

/* Return the record at BASE, which ends at END from now on. A new one has zeros after its hr_span,
 * and *FRESH is set to true for it; else to false. */
void *hr_spans_put(hr_spans *self, uint64_t base, uint64_t end, bool *fresh);
/* Return the record at BASE; NULL if there is none. */
void *hr_spans_get(const hr_spans *self, uint64_t base);
/* Return the record with the greatest base that is at most ADDRESS; NULL if there is none. */
void *hr_spans_up_to(const hr_spans *self, uint64_t address);
/* Return the record with the smallest base that is at least ADDRESS; NULL if there is none. */
void *hr_spans_from(const hr_spans *self, uint64_t address);
/* Return the record with the greatest base among those whose base is at most ADDRESS and whose end
 * is above LAST; NULL if there is none. With LAST = ADDRESS: those that contain ADDRESS. */
void *hr_spans_over(const hr_spans *self, uint64_t address, uint64_t last);
/* Remove the record at BASE if there is one. */
void hr_spans_remove(hr_spans *self, uint64_t base);
/* Remove the records whose base is in [BASE, END). */
void hr_spans_remove_within(hr_spans *self, uint64_t base, uint64_t end);
void hr_spans_free(hr_spans *self);

/* The place of a record; all zero: of the first one. */
typedef struct hr_span_place {
	size_t block, index;
} hr_span_place;

/* Return the record at PLACE, and set PLACE to the next one's; NULL after the last record. Requires that
 * records have neither been added nor removed since PLACE was zero. */
static inline void *hr_spans_walk(const hr_spans *self, hr_span_place *place)
{
	const hr_span_block *block;

	if (place->block == self->blocks.count)
		return NULL;
	block = &self->blocks.data[place->block];
	if (place->index + 1 < block->count)
		return block->records + place->index++ * self->record_bytes;
	place->block++;
	place->index = 0;
	return block->records + (block->count - 1) * self->record_bytes;
}

/* Return the record after RECORD in SELF; NULL if it is the last. */
static inline void *hr_spans_next(const hr_spans *self, const void *record)
{
	const hr_span *span = (const hr_span *)record;

	return span->base == UINT64_MAX ? NULL : hr_spans_from(self, span->base + 1);
}

#endif
