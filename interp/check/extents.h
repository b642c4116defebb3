/* interp/check/extents.h -- which object lies at an address: numbers of objects, for each 16 bytes of
 * memory.
 *
 * A look-up takes the same time however many objects there are, so that checked host code can make
 * one at each access. An object that covers a page has its number there once. Memory without objects
 * costs nothing.
 *
 * Objects share no 16 bytes, except that one may begin where the end of another lies, whose bytes
 * there then belong to the later one. The number at an address says only which object it may be:
 * compare the address with its bounds.
 *
 * Not here: what the objects are (blocks.c, interp/check/access/host_code.c). */
#ifndef HR_EXTENTS_H
#define HR_EXTENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/vec.h"

enum {
	HR_EXTENT_GRANULE = 4, /* logarithms of bytes */
	HR_EXTENT_PAGE = 12,
	HR_EXTENT_CHUNK = 26,
	HR_EXTENT_TOP = 1 << (47 - HR_EXTENT_CHUNK),
};

typedef struct hr_extent_chunk hr_extent_chunk;
struct hr_extent_chunk {
	uint32_t pages[1 << (HR_EXTENT_CHUNK - HR_EXTENT_PAGE)]; /* 0: see granules */
	uint32_t granules[1 << (HR_EXTENT_CHUNK - HR_EXTENT_GRANULE)];
	hr_extent_chunk *next;
};

/* The bounds within which an object may be accessed; SHUT: nowhere. */
typedef struct hr_extent {
	uint64_t base, end;
} hr_extent;

#define HR_EXTENT_SHUT ((hr_extent){UINT64_MAX, UINT64_MAX})

/* All zero: no objects. */
typedef struct hr_extents {
	hr_extent_chunk **top;      /* by address; NULL: no objects; owns */
	hr_extent_chunk *chunks;    /* all of them; owns */
	HR_VEC(hr_extent) extents;  /* by number; the first is not used */
	HR_VEC(uint32_t) available; /* numbers of objects that are gone */
} hr_extents;

/* Return the number of the object that may lie at ADDRESS; 0 if there is none. */
static inline uint32_t hr_extent_number(const hr_extents *self, uint64_t address)
{
	const hr_extent_chunk *chunk =
		self->top ? self->top[address >> HR_EXTENT_CHUNK & (HR_EXTENT_TOP - 1)] : NULL;
	const uint64_t place = address & ((1 << HR_EXTENT_CHUNK) - 1);
	uint32_t page;

	if (!chunk)
		return 0;
	page = chunk->pages[place >> HR_EXTENT_PAGE];
	return page ? page : chunk->granules[place >> HR_EXTENT_GRANULE];
}

/* Return true, and the bounds, if ADDRESS is in an object that may be accessed, or at its end. */
static inline bool hr_extent_at(const hr_extents *self, uint64_t address, hr_extent *found)
{
	const uint32_t number = hr_extent_number(self, address);

	if (!number)
		return false;
	*found = self->extents.data[number];
	return address - found->base <= found->end - found->base;
}

/* Return a number for an object that has the memory from BASE to LIMIT, and may be accessed in
 * EXTENT. */
uint32_t hr_extents_add(hr_extents *self, uint64_t base, uint64_t limit, hr_extent extent);
/* The object is gone; the number may be used again. */
void hr_extents_remove(hr_extents *self, uint64_t base, uint64_t limit, uint32_t number);
/* The 16 bytes at ADDRESS belong to the object unless another object has them. */
void hr_extents_add_end(hr_extents *self, uint64_t address, uint32_t number);
/* Return the number at the first address in [ADDRESS, END) that has one, and set *AT to that address;
 * 0 if there is none. */
uint32_t hr_extents_first(const hr_extents *self, uint64_t address, uint64_t end, uint64_t *at);
void hr_extents_free(hr_extents *self);

#endif
