/* interp/check/extents.c -- numbers of objects, for each 16 bytes of memory.
 *
 * Invariant: a page that has a number has none in its granules.
 * Owns:      the chunks.
 * Clauses:   M6, P6.
 * Not here:  look-ups (interp/check/extents.h). */
#include "interp/check/extents.h"

#include "interp/memory/memory.h"
#include "src/base/alloc.h"

static const uint64_t GRANULE = 1 << HR_EXTENT_GRANULE, PAGE = 1 << HR_EXTENT_PAGE,
		      CHUNK = 1 << HR_EXTENT_CHUNK;

static hr_extent_chunk **chunk_of(const hr_extents *self, uint64_t address)
{
	return &self->top[address >> HR_EXTENT_CHUNK & (HR_EXTENT_TOP - 1)];
}

/* Return BYTES of zeroed memory. It comes from the system, since few of its pages are used: zeroed
 * memory of the heap is written in whole, and stays there when it is freed. */
static void *map(size_t bytes)
{
	void *pages = hr_pages_map(bytes, false);

	if (!pages)
		hr_alloc_failed(bytes);
	return pages;
}

static hr_extent_chunk *make_chunk(hr_extents *self, uint64_t address)
{
	hr_extent_chunk **chunk;

	if (!self->top)
		self->top = map(HR_EXTENT_TOP * sizeof(hr_extent_chunk *));
	chunk = chunk_of(self, address);
	if (!*chunk) {
		*chunk = map(sizeof(**chunk));
		(*chunk)->next = self->chunks;
		self->chunks = *chunk;
	}
	return *chunk;
}

/* Replace the number FROM by TO in [ADDRESS, END). FROM 0: whatever the number is. */
static void mark(hr_extents *self, uint64_t address, uint64_t end, uint32_t from, uint32_t to)
{
	for (address &= ~(GRANULE - 1); address < end;) {
		hr_extent_chunk *chunk = make_chunk(self, address);
		const uint64_t place = address & (CHUNK - 1);
		const bool whole = place % PAGE == 0 && end - address >= PAGE;
		uint32_t *number = whole ? &chunk->pages[place >> HR_EXTENT_PAGE]
					 : &chunk->granules[place >> HR_EXTENT_GRANULE];

		if (!from || *number == from)
			*number = to;
		address += whole ? PAGE : GRANULE;
	}
}

uint32_t hr_extents_add(hr_extents *self, uint64_t base, uint64_t limit, hr_extent extent)
{
	uint32_t number;

	if (!self->extents.count)
		HR_PUSH(&self->extents, HR_EXTENT_SHUT);
	if (self->available.count) {
		number = self->available.data[--self->available.count];
		self->extents.data[number] = extent;
	} else {
		number = (uint32_t)self->extents.count;
		HR_PUSH(&self->extents, extent);
	}
	mark(self, base, limit, 0, number);
	return number;
}

void hr_extents_remove(hr_extents *self, uint64_t base, uint64_t limit, uint32_t number)
{
	mark(self, base, limit, number, 0);
	self->extents.data[number] = HR_EXTENT_SHUT;
	HR_PUSH(&self->available, number);
}

void hr_extents_add_end(hr_extents *self, uint64_t address, uint32_t number)
{
	if (!hr_extent_number(self, address))
		mark(self, address, address + 1, 0, number);
}

uint32_t hr_extents_first(const hr_extents *self, uint64_t address, uint64_t end, uint64_t *at)
{
	while (self->top && address < end) {
		const hr_extent_chunk *chunk = *chunk_of(self, address);
		const uint32_t number = hr_extent_number(self, address);

		if (number) {
			*at = address;
			return number;
		}
		address = chunk ? (address | (GRANULE - 1)) + 1 : (address | (CHUNK - 1)) + 1;
		if (!address)
			break;
	}
	return 0;
}

void hr_extents_free(hr_extents *self)
{
	while (self->chunks) {
		hr_extent_chunk *next = self->chunks->next;

		hr_pages_unmap(self->chunks, sizeof(*self->chunks));
		self->chunks = next;
	}
	hr_pages_unmap(self->top, HR_EXTENT_TOP * sizeof(hr_extent_chunk *));
	HR_VEC_FREE(&self->extents);
	HR_VEC_FREE(&self->available);
}
