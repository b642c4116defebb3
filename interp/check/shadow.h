/* interp/check/shadow.h -- which bits of memory nobody wrote (--check=uninit), for the engine's
 * fast path.
 *
 * For every byte of memory a byte of shadow says which of its bits are undefined, and for every
 * four bytes a number says where that comes from (interp/check/uninit/uninit.c). Registers lie in
 * memory, so theirs are kept in the same way. Shadow comes in chunks; one that would be all zero
 * need not exist, so memory of which nothing is known counts as written and costs nothing.
 *
 * Invariant: outside interp/check/uninit/definedness.c's care no register of a running frame has an
 *            undefined bit. */
#ifndef HR_SHADOW_H
#define HR_SHADOW_H

#include <string.h>

#include "src/arith/arith.h"

enum {
	HR_SHADOW_BITS = 22,
	HR_SHADOW_BYTES = 1 << HR_SHADOW_BITS,
	HR_SHADOW_TOP = 1 << (47 - HR_SHADOW_BITS),
	HR_SHADOW_WIDEST = 16, /* bytes of one access of the engine */
	HR_SHADOW_PAGE = 4096,
	HR_SHADOW_HOST = 1, /* the origin of memory of the host */
};

typedef struct hr_shadow_chunk {
	uint8_t undefined[HR_SHADOW_BYTES];
	uint32_t origin[HR_SHADOW_BYTES / 4];         /* ^ plain */
	bool noted[HR_SHADOW_BYTES / HR_SHADOW_PAGE]; /* a result may have to be judged there */
	uint64_t base;
	uint32_t plain; /* the origin of most of it, which costs no memory */
	struct hr_shadow_chunk *next;
} hr_shadow_chunk;

typedef struct hr_shadow {
	hr_shadow_chunk **top;   /* by address, NULL: nothing undefined; mapped, owns */
	hr_shadow_chunk *chunks; /* all of them; owns */
	/* Told before some of what lies between low and high, where no bit is undefined, becomes
	 * so.
	 */
	uint64_t low, high;
	void (*lost)(void *listener, uint64_t address, uint64_t bytes);
	void *listener;
} hr_shadow;

/* Of any length, any alignment. */
/* Whether there is any shadow of it. */
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

/* Whether an access of BYTES, a constant up to HR_SHADOW_WIDEST, touches an undefined bit. */
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

/* --- interp/check/shadow.c: for the checker
 * -----------------------------------------------------------
 */
bool hr_shadow_init(hr_shadow *shadow);
void hr_shadow_free(hr_shadow *shadow);
/* All of it is undefined, and comes from ORIGIN. */
void hr_shadow_fill(hr_shadow *shadow, uint64_t address, uint64_t bytes, uint32_t origin);
/* As memmove does with the memory. */
void hr_shadow_copy(hr_shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes);
/* Undefined bits of up to 16 bytes, and the origin of the first; 0 where there is none. */
hr_u128 hr_shadow_read(const hr_shadow *shadow, uint64_t address, unsigned bytes, uint32_t *origin);
void hr_shadow_write(hr_shadow *shadow, uint64_t address, unsigned bytes, hr_u128 undefined,
		     uint32_t origin);
/* The first byte from ADDRESS on with an undefined bit; END: none before it. */
uint64_t hr_shadow_next(const hr_shadow *shadow, uint64_t address, uint64_t end);
/* The origin of the byte at ADDRESS, which has an undefined bit. */
uint32_t hr_shadow_origin(const hr_shadow *shadow, uint64_t address);
void hr_shadow_set_origin(hr_shadow *shadow, uint64_t address, uint32_t origin);

#endif
