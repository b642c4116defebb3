/* interp/check/shadow.h -- shadow memory: which bits are undefined (--check=uninit), with the
 * engine's fast path.
 *
 * Each byte of memory has a byte of shadow, whose set bits mark the undefined bits. Each four bytes
 * have an origin number that identifies where the undefined value comes from
 * (interp/check/uninit/uninit.c). Registers lie in memory, so their shadow is stored in the same
 * way. Shadow is allocated in chunks. A missing chunk means that all its memory is defined, so
 * memory about which nothing is known costs nothing.
 *
 * Invariant: no register of a running frame has an undefined bit, except while
 *            interp/check/uninit/definedness.c processes its operations. */
#ifndef HR_SHADOW_H
#define HR_SHADOW_H

#include <string.h>

#include "src/arith/arith.h"

enum {
	HR_SHADOW_BITS = 22,
	HR_SHADOW_BYTES = 1 << HR_SHADOW_BITS,
	HR_SHADOW_TOP = 1 << (47 - HR_SHADOW_BITS),
	HR_SHADOW_WIDEST = 16, /* largest access of the engine, in bytes */
	HR_SHADOW_PAGE = 4096,
	HR_SHADOW_HOST = 1, /* the origin of memory that the host may write */
};

typedef struct hr_shadow_chunk {
	uint8_t undefined[HR_SHADOW_BYTES];
	uint32_t origin[HR_SHADOW_BYTES / 4]; /* stored as origin ^ plain */
	/* uninitialised results may have to be reported for this page */
	bool noted[HR_SHADOW_BYTES / HR_SHADOW_PAGE];
	uint64_t base;
	/* the origin of most of the chunk, whose entries then are 0 and cost no memory */
	uint32_t plain;
	struct hr_shadow_chunk *next;
} hr_shadow_chunk;

typedef struct hr_shadow {
	hr_shadow_chunk **top;   /* by address, NULL: nothing is undefined; mapped, owns */
	hr_shadow_chunk *chunks; /* all of them; owns */
	/* `lost` is called before memory between low and high, which has no undefined bit, gets
	 * one. */
	uint64_t low, high;
	void (*lost)(void *listener, uint64_t address, uint64_t bytes);
	void *listener;
} hr_shadow;

/* The functions below accept any length and any alignment. */
/* Return true if a shadow chunk exists for some of [ADDRESS, END). */
bool hr_shadow_exists(const hr_shadow *shadow, uint64_t address, uint64_t end);
bool hr_shadow_any(const hr_shadow *shadow, uint64_t address, uint64_t bytes);
void hr_shadow_clear(hr_shadow *shadow, uint64_t address, uint64_t bytes);

static inline hr_shadow_chunk *hr_shadow_chunk_of(const hr_shadow *shadow, uint64_t address)
{
	return shadow->top[address >> HR_SHADOW_BITS & (HR_SHADOW_TOP - 1)];
}

static inline bool hr_shadow_crosses(uint64_t address)
{
	return (address & (HR_SHADOW_BYTES - 1)) > HR_SHADOW_BYTES - HR_SHADOW_WIDEST;
}

/* Return true if an access of BYTES, a constant up to HR_SHADOW_WIDEST, touches an undefined
 * bit. */
static inline bool hr_shadow_touches(const hr_shadow *shadow, uint64_t address, unsigned bytes)
{
	const hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);
	uint64_t low = 0, high = 0;

	if (!chunk)
		return false;
	if (__builtin_expect(hr_shadow_crosses(address), 0))
		return hr_shadow_any(shadow, address, bytes);
	memcpy(&low, chunk->undefined + (address & (HR_SHADOW_BYTES - 1)), bytes < 8 ? bytes : 8);
	if (bytes > 8)
		memcpy(&high, chunk->undefined + (address & (HR_SHADOW_BYTES - 1)) + 8, bytes - 8);
	return low | high;
}

/* A defined value of BYTES, a constant, has been written. */
static inline void hr_shadow_written(hr_shadow *shadow, uint64_t address, unsigned bytes)
{
	hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);

	if (!chunk)
		return;
	if (__builtin_expect(hr_shadow_crosses(address), 0))
		hr_shadow_clear(shadow, address, bytes);
	else
		memset(chunk->undefined + (address & (HR_SHADOW_BYTES - 1)), 0, bytes);
}

/* --- interp/check/shadow.c: for the checker --- */
bool hr_shadow_init(hr_shadow *shadow);
void hr_shadow_free(hr_shadow *shadow);
/* Mark all of the memory undefined with ORIGIN. */
void hr_shadow_fill(hr_shadow *shadow, uint64_t address, uint64_t bytes, uint32_t origin);
/* Copy the shadow as memmove copies the memory. */
void hr_shadow_copy(hr_shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes);
/* Return the undefined bits of up to 16 bytes, and set *ORIGIN to the origin of the first; 0 if
 * there is none. */
hr_u128 hr_shadow_read(const hr_shadow *shadow, uint64_t address, unsigned bytes, uint32_t *origin);
void hr_shadow_write(hr_shadow *shadow, uint64_t address, unsigned bytes, hr_u128 undefined,
		     uint32_t origin);
/* Return the address of the first byte at or after ADDRESS with an undefined bit; END if there is
 * none before END. */
uint64_t hr_shadow_next(const hr_shadow *shadow, uint64_t address, uint64_t end);
/* Return the origin of the byte at ADDRESS, which must have an undefined bit. */
uint32_t hr_shadow_origin(const hr_shadow *shadow, uint64_t address);
void hr_shadow_set_origin(hr_shadow *shadow, uint64_t address, uint32_t origin);

#endif
