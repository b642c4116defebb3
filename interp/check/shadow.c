/* interp/check/shadow.c -- shadow memory: which bits are undefined, and where they come from.
 *
 * Invariant: a chunk, once allocated, stays until the end; addresses outside the address space have
 *            no chunk.
 * Owns:      the chunks.
 * Clauses:   M6 (uninitialised).
 * Not here:  the engine's fast path (interp/check/shadow.h), what origins mean (uninit.c). */
#include "interp/check/shadow.h"

#include "interp/memory/memory.h"

enum {
	MASK = HR_SHADOW_BYTES - 1,
	LARGE = 64 * 1024, /* sizes from which a system call is faster than memset */
};

bool hr_shadow_init(hr_shadow *shadow)
{
	shadow->top = hr_pages_map(HR_SHADOW_TOP * sizeof(*shadow->top), false);
	return shadow->top != NULL;
}

void hr_shadow_free(hr_shadow *shadow)
{
	while (shadow->chunks) {
		hr_shadow_chunk *next = shadow->chunks->next;

		hr_pages_unmap(shadow->chunks, sizeof(*shadow->chunks));
		shadow->chunks = next;
	}
	hr_pages_unmap(shadow->top, HR_SHADOW_TOP * sizeof(*shadow->top));
}

static bool is_address(uint64_t address)
{
	return address >> 47 == 0;
}

/* Return the chunk of ADDRESS, allocated if needed with ORIGIN as its most common origin. Return
 * NULL if ADDRESS is not an address of a program, or memory is exhausted. */
static hr_shadow_chunk *make_chunk(hr_shadow *shadow, uint64_t address, uint32_t origin)
{
	hr_shadow_chunk *chunk;

	if (!is_address(address))
		return NULL;
	chunk = hr_shadow_chunk_of(shadow, address);
	if (chunk)
		return chunk;
	chunk = hr_pages_map(sizeof(*chunk), false);
	if (!chunk)
		return NULL;
	chunk->base = address & ~(uint64_t)MASK;
	chunk->plain = origin;
	chunk->next = shadow->chunks;
	shadow->chunks = chunk;
	shadow->top[address >> HR_SHADOW_BITS] = chunk;
	return chunk;
}

/* Return the number of bytes from ADDRESS to the end of its chunk, at most BYTES. */
static uint64_t in_chunk(uint64_t address, uint64_t bytes)
{
	uint64_t room = HR_SHADOW_BYTES - (address & MASK);

	return bytes < room ? bytes : room;
}

uint64_t hr_shadow_next(const hr_shadow *shadow, uint64_t address, uint64_t end)
{
	while (address < end && is_address(address)) {
		const hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);
		uint64_t stop = address + in_chunk(address, end - address), word;

		if (!chunk) {
			address = stop;
			continue;
		}
		for (; address < stop; address++) {
			if (address % 8 == 0 && stop - address >= 8) {
				memcpy(&word, &chunk->undefined[address & MASK], sizeof(word));
				if (!word) {
					address += 7;
					continue;
				}
			}
			if (chunk->undefined[address & MASK])
				return address;
		}
	}
	return end;
}

bool hr_shadow_exists(const hr_shadow *shadow, uint64_t address, uint64_t end)
{
	for (; address < end && is_address(address); address = (address | MASK) + 1)
		if (hr_shadow_chunk_of(shadow, address))
			return true;
	return false;
}

bool hr_shadow_any(const hr_shadow *shadow, uint64_t address, uint64_t bytes)
{
	return hr_shadow_next(shadow, address, address + bytes) != address + bytes;
}

static void clear_bytes(uint8_t *undefined, uint64_t bytes)
{
	if (bytes < LARGE)
		memset(undefined, 0, bytes);
	else
		hr_pages_zero(undefined, undefined + bytes);
}

void hr_shadow_clear(hr_shadow *shadow, uint64_t address, uint64_t bytes)
{
	while (bytes && is_address(address)) {
		hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);
		uint64_t part = in_chunk(address, bytes);

		if (chunk)
			clear_bytes(&chunk->undefined[address & MASK], part);
		address += part;
		bytes -= part;
	}
}

/* An entry that already has the value is not written, so that untouched pages stay unallocated. */
static void set_origin(hr_shadow_chunk *chunk, uint64_t offset, uint32_t origin)
{
	uint32_t *at = &chunk->origin[offset / 4];

	if (*at != (origin ^ chunk->plain))
		*at = origin ^ chunk->plain;
}

static void tell(const hr_shadow *shadow, uint64_t address, uint64_t bytes)
{
	if (address < shadow->high && address + bytes > shadow->low)
		shadow->lost(shadow->listener, address, bytes);
}

void hr_shadow_fill(hr_shadow *shadow, uint64_t address, uint64_t bytes, uint32_t origin)
{
	tell(shadow, address, bytes);
	while (bytes) {
		hr_shadow_chunk *chunk = make_chunk(shadow, address, origin);
		uint64_t part = in_chunk(address, bytes);

		if (!chunk)
			return;
		memset(&chunk->undefined[address & MASK], 0xFF, part);
		for (uint64_t at = address & MASK & ~(uint64_t)3; at < (address & MASK) + part;
		     at += 4)
			set_origin(chunk, at, origin);
		address += part;
		bytes -= part;
	}
}

uint32_t hr_shadow_origin(const hr_shadow *shadow, uint64_t address)
{
	const hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);

	return chunk->origin[(address & MASK) / 4] ^ chunk->plain;
}

void hr_shadow_set_origin(hr_shadow *shadow, uint64_t address, uint32_t origin)
{
	set_origin(hr_shadow_chunk_of(shadow, address), address & MASK, origin);
}

static uint8_t byte_at(const hr_shadow *shadow, uint64_t address)
{
	const hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);

	return chunk ? chunk->undefined[address & MASK] : 0;
}

static void set_byte(hr_shadow *shadow, uint64_t address, uint8_t undefined, uint32_t origin)
{
	hr_shadow_chunk *chunk = undefined ? make_chunk(shadow, address, origin)
					   : hr_shadow_chunk_of(shadow, address);

	if (!chunk)
		return;
	if (undefined)
		tell(shadow, address, 1);
	chunk->undefined[address & MASK] = undefined;
	if (undefined)
		set_origin(chunk, address & MASK, origin);
}

static void copy_byte(hr_shadow *shadow, uint64_t to, uint64_t from)
{
	uint8_t undefined = byte_at(shadow, from);

	set_byte(shadow, to, undefined, undefined ? hr_shadow_origin(shadow, from) : 0);
}

void hr_shadow_copy(hr_shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
	if (!is_address(to) || !is_address(from) || to == from)
		return;
	if (!hr_shadow_any(shadow, from, bytes)) {
		hr_shadow_clear(shadow, to, bytes);
		return;
	}
	if (to < from)
		for (uint64_t i = 0; i < bytes; i++)
			copy_byte(shadow, to + i, from + i);
	else
		for (uint64_t i = bytes; i > 0; i--)
			copy_byte(shadow, to + i - 1, from + i - 1);
}

hr_u128 hr_shadow_read(const hr_shadow *shadow, uint64_t address, unsigned bytes, uint32_t *origin)
{
	hr_u128 undefined = 0;

	*origin = 0;
	if (!is_address(address) || !hr_shadow_any(shadow, address, bytes))
		return 0;
	for (unsigned i = 0; i < bytes; i++) {
		uint8_t bits = byte_at(shadow, address + i);

		undefined |= (hr_u128)bits << 8 * i;
		if (bits && !*origin)
			*origin = hr_shadow_origin(shadow, address + i);
	}
	return undefined;
}

void hr_shadow_write(hr_shadow *shadow, uint64_t address, unsigned bytes, hr_u128 undefined,
		     uint32_t origin)
{
	if (!is_address(address))
		return;
	if (!undefined) {
		hr_shadow_clear(shadow, address, bytes);
		return;
	}
	for (unsigned i = 0; i < bytes; i++)
		set_byte(shadow, address + i, (uint8_t)(undefined >> 8 * i), origin);
}
